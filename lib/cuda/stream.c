/* SPDX-License-Identifier: MIT */
/*
 * Streams, created here or by other code.
 */
#include "cuda/driver.h"

static bres_status stream_create(bres_cuda_stream *stream)
{
    const bres__cuda_driver *driver = stream->context->driver;
    void *previous;
    bres_status status = bres__cuda_context_enter(stream->context, &previous);

    if (status != BRES_OK)
        return status;
    status = bres__cuda_result(stream->context, driver->cuStreamCreate(&stream->handle, 0),
                               "cuStreamCreate");
    stream->owned = status == BRES_OK;
    bres__cuda_context_leave(stream->context, previous);
    return status;
}

bres_status bres_cuda_stream_new(int device, bres_cuda_stream **stream)
{
    bres_cuda_stream *made;
    void *object;
    bres_status status;

    if (stream == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_stream_new: stream is NULL");
    *stream = NULL;
    status = bres__cuda_object_new(device, sizeof(*made), &object);
    if (status != BRES_OK)
        return status;
    made = object;
    status = stream_create(made);
    if (status != BRES_OK) {
        bres_cuda_stream_free(made);
        return status;
    }
    *stream = made;
    return BRES_OK;
}

bres_status bres__cuda_stream_view(int device, struct CUstream_st *handle,
                                   bres_cuda_stream **stream)
{
    void *object;
    const bres_status status = bres__cuda_object_new(device, sizeof(**stream), &object);

    *stream = object;
    if (status == BRES_OK)
        (*stream)->handle = handle;
    return status;
}

static void stream_destroy(const bres__cuda_driver *driver, void *handle)
{
    driver->cuStreamDestroy(((bres_cuda_stream *)handle)->handle);
}

void bres_cuda_stream_free(bres_cuda_stream *stream)
{
    if (stream == NULL)
        return;
    bres__cuda_context_dispose(stream->context, stream->owned ? stream_destroy : NULL, stream);
    bres__free(stream);
}

struct CUstream_st *bres_cuda_stream_handle(const bres_cuda_stream *stream)
{
    return stream != NULL ? stream->handle : NULL;
}

bres_status bres_cuda_stream_synchronize(bres_cuda_stream *stream)
{
    void *previous;
    bres_status status;

    if (stream == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_stream_synchronize: stream is NULL");
    status = bres__cuda_context_enter(stream->context, &previous);
    if (status != BRES_OK)
        return status;
    status = bres__cuda_stream_wait(stream->context, stream->handle);
    bres__cuda_context_leave(stream->context, previous);
    return status;
}

bres_status bres__cuda_stream_wait(bres__cuda_context *context, struct CUstream_st *stream)
{
    return bres__cuda_result(context, context->driver->cuStreamSynchronize(stream),
                             "cuStreamSynchronize");
}
