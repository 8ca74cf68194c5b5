/* SPDX-License-Identifier: MIT */
/*
 * Device memory, and host memory that the device can access. A device address is never equal to the
 * host address of its memory and is never reused, so that the use of the wrong address or of freed
 * memory is detected.
 */
#include "fake.h"

#include <stdlib.h>
#include <string.h>

#define PORTABLE_OR_MAPPED 7u
#define DEVICE_MAP         2u

static const int memory_kinds[] = { FAKE_MEMORY, FAKE_HOST_MEMORY, FAKE_REGISTERED };

struct memory *memory_of(CUdeviceptr address, size_t bytes)
{
    for (size_t i = 0; i < sizeof(memory_kinds) / sizeof(memory_kinds[0]); i++) {
        struct object *object = world.live[memory_kinds[i]];

        for (; object != NULL; object = object->next) {
            struct memory *memory = (struct memory *)object;

            if (address >= memory->address && address - memory->address <= memory->bytes &&
                bytes <= memory->bytes - (size_t)(address - memory->address))
                return memory;
        }
    }
    return NULL;
}

void *memory_at(CUdeviceptr address, size_t bytes)
{
    struct memory *memory = memory_of(address, bytes);

    if (memory == NULL)
        return NULL;
    memory->written = true;
    return memory->data + (address - memory->address);
}

void memory_fill(struct device *device, const struct work *work)
{
    const size_t bytes = work->count * work->width;
    struct memory *memory = memory_of(work->address, bytes);
    unsigned char *data;

    if (memory == NULL) {
        timeline_kill(device, CUDA_ILLEGAL_ADDRESS);
        return;
    }
    /* A cache-sized buffer is cleared before each sample: leaves its pages untouched. */
    if (work->value == 0 && !memory->written)
        return;
    data = memory->data + (work->address - memory->address);
    for (size_t i = 0; i < bytes; i += work->width)
        memcpy(data + i, &work->value, work->width);
    memory->written = work->value != 0 || bytes != memory->bytes;
}

static void memory_clear(struct object *object)
{
    struct memory *memory = (struct memory *)object;

    if (object->kind == FAKE_MEMORY)
        object->device->memory_used -= memory->bytes;
    if (object->kind != FAKE_REGISTERED)
        free(memory->data);
    memory->data = NULL;
}

static struct memory *memory_new(int kind, void *data, size_t bytes, unsigned flags)
{
    struct memory *memory = object_new(kind, sizeof(*memory), thread_device());

    memory->object.clear = memory_clear;
    memory->data = data;
    memory->bytes = bytes;
    memory->flags = flags;
    memory->address = world.address;
    world.address += (bytes + 0xfffu) & ~(CUdeviceptr)0xfffu;
    world.address += 0x1000;
    return memory;
}

/* The live memory that begins at a device address or at a host address, else NULL. Records a misuse
 * if the memory was freed. */
static struct memory *memory_beginning(int kind, CUdeviceptr address, const void *data)
{
    struct object *object = world.live[kind];
    struct memory *memory;

    for (; object != NULL; object = object->next) {
        memory = (struct memory *)object;
        if (memory->address == address || (data != NULL && memory->data == data))
            return memory;
    }
    for (object = world.dead; object != NULL; object = object->next) {
        memory = (struct memory *)object;
        if (object->kind == kind && memory->address == address)
            log_misuse("%s is gone", object->label);
    }
    return NULL;
}

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes)
{
    CUresult code = call_enter(SYMBOL_cuMemAlloc_v2, NEED_CONTEXT);
    struct device *device = thread_device();

    call_note("%zu", bytes);
    if (code == CUDA_OK && bytes == 0)
        code = CUDA_INVALID_VALUE;
    if (code == CUDA_OK && bytes > device->memory_total - device->memory_used)
        code = CUDA_OUT_OF_MEMORY;
    if (code == CUDA_OK) {
        struct memory *memory = memory_new(FAKE_MEMORY, fake_alloc(bytes), bytes, 0);

        device->memory_used += bytes;
        call_note("%s", memory->object.label);
        *address = memory->address;
    }
    return call_leave(code);
}

CUresult cuMemFree_v2(CUdeviceptr address)
{
    CUresult code = call_enter(SYMBOL_cuMemFree_v2, NEED_CONTEXT | RELEASES);
    struct memory *memory = address != 0 ? memory_beginning(FAKE_MEMORY, address, NULL) : NULL;

    call_note("%s", object_label(memory));
    if (code == CUDA_OK && memory == NULL && address != 0)
        code = CUDA_INVALID_VALUE;
    if (code == CUDA_OK && memory != NULL) {
        code = timeline_wait(device_done, memory->object.device);
        object_kill(memory);
    }
    return call_leave(code);
}

static CUresult memset_enter(enum symbol symbol, const struct work *given, CUstream handle)
{
    CUresult code = call_enter(symbol, NEED_CONTEXT);
    struct stream *stream = stream_of(handle);
    struct work work = *given;
    const size_t bytes = work.count * work.width;
    const struct memory *memory = memory_of(work.address, bytes);

    call_note("%s %u %zu %s", object_label(memory), work.value, work.count, object_label(stream));
    code = stream_check(code, stream);
    if (code == CUDA_OK && (memory == NULL || work.address % work.width != 0))
        code = CUDA_INVALID_VALUE;
    work.script = script_of("memset");
    return code == CUDA_OK ? stream_give(stream, &work) : code;
}

CUresult cuMemsetD8Async(CUdeviceptr address, unsigned char value, size_t count, CUstream stream)
{
    const struct work work = {
        .kind = WORK_MEMSET, .address = address, .value = value, .width = 1, .count = count
    };

    return call_leave(memset_enter(SYMBOL_cuMemsetD8Async, &work, stream));
}

CUresult cuMemsetD32Async(CUdeviceptr address, unsigned value, size_t count, CUstream stream)
{
    const struct work work = {
        .kind = WORK_MEMSET, .address = address, .value = value, .width = 4, .count = count
    };

    return call_leave(memset_enter(SYMBOL_cuMemsetD32Async, &work, stream));
}

/* Begins a copy in the legacy default stream and waits for earlier work of that stream. */
static CUresult copy_enter(enum symbol symbol, CUdeviceptr address, size_t bytes)
{
    CUresult code = call_enter(symbol, NEED_CONTEXT | SURFACES);

    call_note("%s %zu", object_label(memory_of(address, bytes)), bytes);
    if (code == CUDA_OK && memory_of(address, bytes) == NULL)
        code = CUDA_INVALID_VALUE;
    return code == CUDA_OK ? timeline_wait(stream_done, stream_of(NULL)) : code;
}

void memory_copy(struct device *device, const struct work *work)
{
    void *memory = memory_at(work->address, work->count);

    if (memory == NULL)
        timeline_kill(device, CUDA_ILLEGAL_ADDRESS);
    else
        memcpy(memory, work->data, work->count);
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes)
{
    CUresult code = copy_enter(SYMBOL_cuMemcpyHtoD_v2, to, bytes);

    if (code == CUDA_OK) {
        const struct work work = { .kind = WORK_COPY,
                                   .script = script_of("memcpy"),
                                   .address = to,
                                   .count = bytes,
                                   .data = fake_alloc(bytes) };

        memcpy(work.data, from, bytes);
        code = stream_give(stream_of(NULL), &work);
    }
    return call_leave(code);
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
    const struct work work = { .kind = WORK_NOTHING, .script = script_of("memcpy") };
    CUresult code = copy_enter(SYMBOL_cuMemcpyDtoH_v2, from, bytes);

    if (code == CUDA_OK)
        code = stream_give(stream_of(NULL), &work);
    if (code == CUDA_OK)
        code = timeline_wait(stream_done, stream_of(NULL));
    if (code == CUDA_OK)
        memcpy(to, memory_at(from, bytes), bytes);
    return call_leave(code);
}

CUresult cuMemGetInfo_v2(size_t *free_bytes, size_t *total_bytes)
{
    const CUresult code = call_enter(SYMBOL_cuMemGetInfo_v2, NEED_CONTEXT);
    const struct device *device = thread_device();

    if (code == CUDA_OK) {
        *free_bytes = (size_t)(device->memory_total - device->memory_used);
        *total_bytes = (size_t)device->memory_total;
    }
    return call_leave(code);
}

CUresult cuMemHostAlloc(void **data, size_t bytes, unsigned flags)
{
    CUresult code = call_enter(SYMBOL_cuMemHostAlloc, NEED_CONTEXT);

    call_note("%zu", bytes);
    if (code == CUDA_OK && (bytes == 0 || flags > PORTABLE_OR_MAPPED))
        code = CUDA_INVALID_VALUE;
    if (code == CUDA_OK) {
        struct memory *memory;

        *data = fake_alloc(bytes);
        memset(*data, 0xa5, bytes); /* zeroed memory is not guaranteed */
        memory = memory_new(FAKE_HOST_MEMORY, *data, bytes, flags);
        call_note("%s", memory->object.label);
    }
    return call_leave(code);
}

CUresult cuMemFreeHost(void *data)
{
    CUresult code = call_enter(SYMBOL_cuMemFreeHost, NEED_CONTEXT | RELEASES);
    struct memory *memory = data != NULL ? memory_beginning(FAKE_HOST_MEMORY, 0, data) : NULL;

    call_note("%s", object_label(memory));
    if (code == CUDA_OK && memory == NULL) {
        log_misuse("cuMemFreeHost of what is not allocated");
        code = CUDA_INVALID_VALUE;
    }
    if (code == CUDA_OK) {
        code = timeline_wait(device_done, memory->object.device);
        object_kill(memory);
    }
    return call_leave(code);
}

CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *address, void *data, unsigned flags)
{
    CUresult code = call_enter(SYMBOL_cuMemHostGetDevicePointer_v2, NEED_CONTEXT);
    struct memory *memory = NULL;

    if (data != NULL)
        memory = memory_beginning(FAKE_HOST_MEMORY, 0, data);
    if (data != NULL && memory == NULL)
        memory = memory_beginning(FAKE_REGISTERED, 0, data);
    call_note("%s", object_label(memory));
    if (code == CUDA_OK && (memory == NULL || flags != 0 || (memory->flags & DEVICE_MAP) == 0))
        code = CUDA_INVALID_VALUE;
    if (code == CUDA_OK)
        *address = memory->address;
    return call_leave(code);
}

static bool host_range_is_known(const unsigned char *data, size_t bytes)
{
    for (size_t i = 1; i < sizeof(memory_kinds) / sizeof(memory_kinds[0]); i++) {
        const struct object *object = world.live[memory_kinds[i]];

        for (; object != NULL; object = object->next) {
            const struct memory *memory = (const struct memory *)object;

            if (data < memory->data + memory->bytes && memory->data < data + bytes)
                return true;
        }
    }
    return false;
}

CUresult cuMemHostRegister_v2(void *data, size_t bytes, unsigned flags)
{
    CUresult code = call_enter(SYMBOL_cuMemHostRegister_v2, NEED_CONTEXT);

    call_note("%zu", bytes);
    if (code == CUDA_OK && (data == NULL || bytes == 0))
        code = CUDA_INVALID_VALUE;
    if (code == CUDA_OK && host_range_is_known(data, bytes))
        code = CUDA_ALREADY_REGISTERED;
    if (code == CUDA_OK)
        call_note("%s", memory_new(FAKE_REGISTERED, data, bytes, flags)->object.label);
    return call_leave(code);
}

CUresult cuMemHostUnregister(void *data)
{
    CUresult code = call_enter(SYMBOL_cuMemHostUnregister, NEED_CONTEXT | RELEASES);
    struct memory *memory = data != NULL ? memory_beginning(FAKE_REGISTERED, 0, data) : NULL;

    call_note("%s", object_label(memory));
    if (code == CUDA_OK && memory == NULL) {
        log_misuse("cuMemHostUnregister of what is not registered");
        code = CUDA_NOT_REGISTERED;
    }
    if (code == CUDA_OK)
        object_kill(memory);
    return call_leave(code);
}
