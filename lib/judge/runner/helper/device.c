/* SPDX-License-Identifier: MIT */
/*
 * Arrays on a GPU. The memory of a set, including its guards, is copied to the GPU and back.
 */
#include "judge/runner/helper/device.h"
#include "base/base.h"

#include "cuda/cuda.h"

#include <stdlib.h>

/* Minimum number of bytes to write to flush the caches, even if twice the L2 cache is less. */
#define FLUSH_LEAST ((size_t)160 << 20)

struct device {
    bres__cuda_context *context;
    bres__cuda_events events;
    bres__cuda_flush flush;
    bres_cuda_buffer *stream;
    bres_cuda_buffer *arrays; /* of the set of the last call */
    int number;
};

static size_t flush_size(const struct device *device, const bres__wire_setup *setup)
{
    const bres_cuda_device_info *info = bres__cuda_context_info(device->context);
    size_t size = 2 * (size_t)info->l2_size;

    if (size < setup->cache_size)
        size = (size_t)setup->cache_size;
    return size < FLUSH_LEAST ? FLUSH_LEAST : size;
}

/* Checks that two sets of arrays fit: the arrays of a call are allocated while the previous call's
 * arrays still exist. */
static bres_status memory_try(const struct device *device, size_t size)
{
    bres_cuda_buffer *first = NULL;
    bres_cuda_buffer *second = NULL;
    bres_status status = bres_cuda_buffer_new(device->number, size, &first);

    if (status == BRES_OK)
        status = bres_cuda_buffer_new(device->number, size, &second);
    bres_cuda_buffer_free(second);
    bres_cuda_buffer_free(first);
    return status;
}

bres_status device_open(const bres__wire_setup *setup, struct device **device)
{
    struct device *made = calloc(1, sizeof(*made));
    void *previous;
    bres_status status;

    *device = made;
    if (made == NULL)
        return bres__error_memory();
    made->number = setup->device;
    status = bres__cuda_context_open(setup->device, &made->context);
    if (status == BRES_ERROR_ARGUMENT)
        status = bres__error(BRES_ERROR_NO_DEVICE, "unknown GPU %d", made->number);
    if (status == BRES_OK)
        status = bres__cuda_context_enter(made->context, &previous);
    if (status == BRES_OK)
        status = bres__cuda_events_create(made->context, &made->events);
    if (status == BRES_OK)
        status = bres__cuda_flush_create(made->context, &made->flush);
    if (status == BRES_OK)
        status = bres_cuda_buffer_new(made->number, flush_size(made, setup), &made->stream);
    if (status == BRES_OK)
        status = memory_try(made, (size_t)setup->set_size);
    if (status == BRES_OK)
        status = bres__cuda_context_synchronize(made->context);
    return status;
}

bres_status device_prepare(struct device *device, const void *memory, size_t size)
{
    bres_cuda_buffer *arrays;
    bres_status status = bres_cuda_buffer_new(device->number, size, &arrays);

    if (status != BRES_OK)
        return status;
    bres_cuda_buffer_free(device->arrays);
    device->arrays = arrays;
    status = bres_cuda_buffer_write(arrays, 0, memory, size);
    if (status == BRES_OK)
        status = bres__cuda_flush_queue(&device->flush, NULL);
    if (status == BRES_OK)
        status = bres_cuda_buffer_fill(device->stream, 0, NULL);
    if (status == BRES_OK)
        status = bres__cuda_context_synchronize(device->context);
    return status;
}

uint64_t device_arrays(const struct device *device)
{
    return bres_cuda_buffer_address(device->arrays);
}

bres_status device_begin(struct device *device)
{
    return bres__cuda_events_start(&device->events, NULL);
}

bres_status device_finish(struct device *device)
{
    void *previous;
    bres_status status = bres__cuda_context_enter(device->context, &previous);

    if (status == BRES_OK)
        status = bres__cuda_context_synchronize(device->context);
    if (status == BRES_OK)
        status = bres__cuda_events_stop(&device->events, NULL);
    if (status == BRES_OK)
        status = bres__cuda_stream_wait(device->context, NULL);
    return status;
}

bres_status device_elapsed(struct device *device, uint64_t *ns)
{
    double seconds;
    const bres_status status = bres__cuda_events_elapsed(&device->events, &seconds);

    *ns = (uint64_t)(seconds * 1e9 + 0.5);
    return status;
}

/* The arrays follow each other in memory, each with its guards. */
bres_status device_download(struct device *device, const bres__wire_setup *setup,
                            unsigned char *memory)
{
    bres_status status = BRES_OK;
    uint64_t end = setup->set_size;

    for (size_t i = setup->argument_count; status == BRES_OK && i-- > 0;) {
        const bres__wire_argument *argument = &setup->arguments[i];
        const uint64_t begin = argument->offset - BRES__GUARD_SIZE;

        if (!argument->is_array)
            continue;
        if (!argument->on_host)
            status = bres_cuda_buffer_read(device->arrays, begin, memory + begin, end - begin);
        end = begin;
    }
    return status;
}
