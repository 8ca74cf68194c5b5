/* SPDX-License-Identifier: MIT */
/*
 * Memory on a device.
 */
#include "cuda/driver.h"

struct bres_cuda_buffer {
    bres__cuda_context *context; /* opened */
    uint64_t address;
    size_t size;
};

static bres_status buffer_allocate(bres_cuda_buffer *buffer, size_t size)
{
    const bres__cuda_driver *driver = buffer->context->driver;
    void *previous;
    bres_status status = bres__cuda_context_enter(buffer->context, &previous);

    if (status != BRES_OK)
        return status;
    status = bres__cuda_result(buffer->context, driver->cuMemAlloc(&buffer->address, size),
                               "cuMemAlloc_v2");
    if (status == BRES_OK)
        buffer->size = size;
    else
        bres__error_prefix("cannot allocate %zu bytes on device %d", size, buffer->context->device);
    bres__cuda_context_leave(buffer->context, previous);
    return status;
}

bres_status bres_cuda_buffer_new(int device, size_t size, bres_cuda_buffer **buffer)
{
    bres_cuda_buffer *made;
    void *object;
    bres_status status;

    if (buffer == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_buffer_new: buffer is NULL");
    *buffer = NULL;
    if (size == 0)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_buffer_new: size is 0");
    status = bres__cuda_object_new(device, sizeof(*made), &object);
    made = object;
    if (status == BRES_OK)
        status = buffer_allocate(made, size);
    if (status != BRES_OK) {
        bres_cuda_buffer_free(made);
        return status;
    }
    *buffer = made;
    return BRES_OK;
}

static void buffer_release(const bres__cuda_driver *driver, void *handle)
{
    driver->cuMemFree(((bres_cuda_buffer *)handle)->address);
}

void bres_cuda_buffer_free(bres_cuda_buffer *buffer)
{
    if (buffer == NULL)
        return;
    bres__cuda_context_dispose(buffer->context, buffer->size != 0 ? buffer_release : NULL, buffer);
    bres__free(buffer);
}

uint64_t bres_cuda_buffer_address(const bres_cuda_buffer *buffer)
{
    return buffer != NULL ? buffer->address : 0;
}

size_t bres_cuda_buffer_size(const bres_cuda_buffer *buffer)
{
    return buffer != NULL ? buffer->size : 0;
}

static bres_status buffer_check(const bres_cuda_buffer *buffer, size_t offset, const void *data,
                                size_t size, const char *function)
{
    if (buffer == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: buffer is NULL", function);
    if (data == NULL && size != 0)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: data is NULL", function);
    if (offset > buffer->size || size > buffer->size - offset)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "%s: %zu bytes at %zu are beyond the end of a buffer of %zu", function,
                           size, offset, buffer->size);
    return BRES_OK;
}

bres_status bres_cuda_buffer_write(bres_cuda_buffer *buffer, size_t offset, const void *data,
                                   size_t size)
{
    bres_status status = buffer_check(buffer, offset, data, size, "bres_cuda_buffer_write");
    const bres__cuda_driver *driver;
    void *previous;

    if (status != BRES_OK || size == 0)
        return status;
    driver = buffer->context->driver;
    if (driver->cuMemcpyHtoD == NULL)
        return bres__cuda_missing(driver, "cuMemcpyHtoD_v2");
    status = bres__cuda_context_enter(buffer->context, &previous);
    if (status != BRES_OK)
        return status;
    status = bres__cuda_result(buffer->context,
                               driver->cuMemcpyHtoD(buffer->address + offset, data, size),
                               "cuMemcpyHtoD_v2");
    /* The driver may still hold the data in a staging buffer, and streams that do not synchronize
     * with the default stream would not wait for the copy. */
    if (status == BRES_OK)
        status = bres__cuda_stream_wait(buffer->context, NULL);
    bres__cuda_context_leave(buffer->context, previous);
    return status;
}

bres_status bres_cuda_buffer_read(const bres_cuda_buffer *buffer, size_t offset, void *data,
                                  size_t size)
{
    bres_status status = buffer_check(buffer, offset, data, size, "bres_cuda_buffer_read");
    const bres__cuda_driver *driver;
    void *previous;

    if (status != BRES_OK || size == 0)
        return status;
    driver = buffer->context->driver;
    if (driver->cuMemcpyDtoH == NULL)
        return bres__cuda_missing(driver, "cuMemcpyDtoH_v2");
    status = bres__cuda_context_enter(buffer->context, &previous);
    if (status != BRES_OK)
        return status;
    status = bres__cuda_result(buffer->context,
                               driver->cuMemcpyDtoH(data, buffer->address + offset, size),
                               "cuMemcpyDtoH_v2");
    bres__cuda_context_leave(buffer->context, previous);
    return status;
}

bres_status bres_cuda_buffer_fill(bres_cuda_buffer *buffer, uint8_t byte,
                                  struct CUstream_st *stream)
{
    bres__cuda_context *context;
    void *previous;
    bres_status status;

    if (buffer == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_buffer_fill: buffer is NULL");
    context = buffer->context;
    status = bres__cuda_context_enter(context, &previous);
    if (status != BRES_OK)
        return status;
    status = bres__cuda_result(
        context, context->driver->cuMemsetD8Async(buffer->address, byte, buffer->size, stream),
        "cuMemsetD8Async");
    bres__cuda_context_leave(context, previous);
    return status;
}
