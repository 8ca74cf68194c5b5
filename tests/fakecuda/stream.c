/* SPDX-License-Identifier: MIT */
/* Streams: created streams, default streams, and the work that is queued on them. */
#include "fake.h"

#include <stdio.h>

static void stream_clear(struct object *object)
{
    struct stream *stream = (struct stream *)object;

    timeline_drop(stream);
    graph_free(stream->capture);
    stream->capture = NULL;
}

/* Buries streams that were destroyed with work left and have since finished it. */
static void streams_bury(void)
{
    struct object *next;

    for (struct object *object = world.live[FAKE_STREAM]; object != NULL; object = next) {
        next = object->next;
        if (!object->alive && ((struct stream *)object)->first == NULL)
            object_bury(object);
    }
}

static struct stream *stream_new(struct device *device, unsigned flags)
{
    struct stream *stream;

    streams_bury();
    stream = object_new(FAKE_STREAM, sizeof(*stream), device);
    stream->object.clear = stream_clear;
    stream->flags = flags;
    stream->last = &stream->first;
    return stream;
}

struct stream *stream_default(struct device *device, const void *owner, const char *label)
{
    struct object *object = world.live[FAKE_STREAM];
    struct stream *stream;

    for (; object != NULL; object = object->next) {
        stream = (struct stream *)object;
        if (object->device == device && stream->owner == owner)
            return stream;
    }
    stream = stream_new(device, 0);
    world.made[FAKE_STREAM]--;
    stream->object.uncounted = true;
    stream->owner = owner;
    snprintf(stream->object.label, sizeof(stream->object.label), "%s", label);
    return stream;
}

struct stream *stream_of(CUstream handle)
{
    struct device *device = thread_device();

    if (handle != NULL && handle != CUDA_STREAM_LEGACY && handle != CUDA_STREAM_PER_THREAD)
        return object_find(FAKE_STREAM, handle);
    if (device == NULL || device->retained == 0)
        return NULL;
    if (handle == CUDA_STREAM_PER_THREAD)
        return stream_default(device, thread_identity(), "per-thread");
    return device->legacy;
}

bool device_done(const void *what)
{
    const struct object *object = world.live[FAKE_STREAM];

    for (; object != NULL; object = object->next) {
        if (object->device == what && ((const struct stream *)object)->first != NULL)
            return false;
    }
    return true;
}

bool stream_done(const void *what)
{
    const struct stream *stream = what;
    const struct object *object = world.live[FAKE_STREAM];

    if (stream->first != NULL)
        return false;
    if (stream != stream->object.device->legacy)
        return true;
    for (; object != NULL; object = object->next) {
        const struct stream *other = (const struct stream *)object;

        if (object->device == stream->object.device && (other->flags & 1) == 0 &&
            other->first != NULL)
            return false;
    }
    return true;
}

CUresult stream_check(CUresult code, const struct stream *stream)
{
    if (code != CUDA_OK)
        return code;
    return stream == NULL || stream->object.device != thread_device() ? CUDA_INVALID_HANDLE
                                                                      : CUDA_OK;
}

CUresult stream_give(struct stream *stream, const struct work *work)
{
    struct work drawn = *work;

    if (stream->capture_broken)
        return CUDA_CAPTURE_INVALIDATED;
    if (stream->capture != NULL) {
        graph_add(stream->capture, work);
        return CUDA_OK;
    }
    if (drawn.script != NULL)
        script_draw(&drawn);
    timeline_queue(stream, &drawn, NULL);
    return CUDA_OK;
}

/* Begins a call that takes a stream. */
static CUresult stream_enter(enum symbol symbol, unsigned need, CUstream handle,
                             struct stream **stream)
{
    const CUresult code = call_enter(symbol, NEED_CONTEXT | need);

    *stream = stream_of(handle);
    call_note("%s", object_label(*stream));
    return code == CUDA_OK && *stream == NULL ? CUDA_INVALID_HANDLE : code;
}

/* Waiting for a stream that is capturing is an error and invalidates the capture. */
static CUresult stream_check_waiting(CUresult code, struct stream *stream)
{
    if (code == CUDA_OK && stream->capture != NULL) {
        stream->capture_broken = true;
        code = CUDA_CAPTURE_UNSUPPORTED;
    }
    return code;
}

CUresult cuStreamCreate(CUstream *handle, unsigned flags)
{
    CUresult code = call_enter(SYMBOL_cuStreamCreate, NEED_CONTEXT);

    if (code == CUDA_OK && flags > 1)
        code = CUDA_INVALID_VALUE;
    if (code == CUDA_OK) {
        struct stream *stream = stream_new(thread_device(), flags);

        call_note("%s", stream->object.label);
        *handle = (CUstream)(void *)stream;
    }
    return call_leave(code);
}

CUresult cuStreamDestroy_v2(CUstream handle)
{
    struct stream *stream;
    CUresult code = stream_enter(SYMBOL_cuStreamDestroy_v2, RELEASES, handle, &stream);

    if (code == CUDA_OK && (uintptr_t)handle <= 2)
        code = CUDA_INVALID_HANDLE;
    if (code == CUDA_OK) {
        stream->object.alive = false;
        if (stream->first == NULL)
            object_kill(stream);
    }
    return call_leave(code);
}

CUresult cuStreamSynchronize(CUstream handle)
{
    struct stream *stream;
    CUresult code = stream_enter(SYMBOL_cuStreamSynchronize, SURFACES, handle, &stream);

    code = stream_check_waiting(code, stream);
    if (code == CUDA_OK)
        code = timeline_wait(stream_done, stream);
    return call_leave(code);
}

CUresult cuStreamQuery(CUstream handle)
{
    struct stream *stream;
    CUresult code = stream_enter(SYMBOL_cuStreamQuery, SURFACES, handle, &stream);

    code = stream_check_waiting(code, stream);
    if (code == CUDA_OK && !stream_done(stream))
        code = CUDA_NOT_READY;
    return call_leave(code);
}

CUresult cuStreamGetCtx(CUstream handle, CUcontext *context)
{
    struct stream *stream;
    CUresult code = stream_enter(SYMBOL_cuStreamGetCtx, 0, handle, &stream);

    if (code == CUDA_OK)
        *context = (CUcontext)(void *)stream->object.device;
    return call_leave(code);
}

CUresult cuStreamIsCapturing(CUstream handle, int *status)
{
    struct stream *stream;
    CUresult code = stream_enter(SYMBOL_cuStreamIsCapturing, 0, handle, &stream);

    if (code == CUDA_OK)
        *status = stream->capture == NULL ? 0 : stream->capture_broken ? 2 : 1;
    return call_leave(code);
}

CUresult cuStreamWaitEvent(CUstream handle, CUevent event_handle, unsigned flags)
{
    const struct work nothing = { .kind = WORK_NOTHING };
    CUresult code = call_enter(SYMBOL_cuStreamWaitEvent, NEED_CONTEXT);
    struct stream *stream = stream_of(handle);
    const struct event *event = object_find(FAKE_EVENT, event_handle);

    call_note("%s %s", object_label(stream), object_label(event));
    code = stream_check(code, stream);
    if (code == CUDA_OK && event == NULL)
        code = CUDA_INVALID_HANDLE;
    if (code == CUDA_OK && flags != 0)
        code = CUDA_INVALID_VALUE;
    if (code == CUDA_OK && stream->capture == NULL)
        timeline_queue(stream, &nothing, event);
    return call_leave(code);
}

static CUresult value_enter(enum symbol symbol, CUstream handle, const struct work *work)
{
    CUresult code = call_enter(symbol, NEED_CONTEXT);
    struct stream *stream = stream_of(handle);

    call_note("%s %s %u %u", object_label(memory_of(work->address, 4)), object_label(stream),
              work->value, work->flags);
    code = stream_check(code, stream);
    if (code == CUDA_OK && memory_of(work->address, 4) == NULL)
        code = CUDA_INVALID_VALUE;
    return code == CUDA_OK ? stream_give(stream, work) : code;
}

CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr address, uint32_t value,
                                 unsigned flags)
{
    const struct work work = { .kind = WORK_WRITE,
                               .address = address,
                               .value = value,
                               .width = 4,
                               .count = 1,
                               .flags = flags };

    return call_leave(value_enter(SYMBOL_cuStreamWriteValue32_v2, stream, &work));
}

CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr address, uint32_t value,
                                unsigned flags)
{
    const struct work work = {
        .kind = WORK_WAIT_VALUE, .address = address, .value = value, .flags = flags
    };

    return call_leave(value_enter(SYMBOL_cuStreamWaitValue32_v2, stream, &work));
}
