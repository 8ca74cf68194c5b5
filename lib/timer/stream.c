/* SPDX-License-Identifier: MIT */
/*
 * The stream of a measurement, and events on it.
 */
#include "timer/stream.h"

bres_status bres__timer_stream_open(bres__timer_stream *stream, const bres_timer_options *options)
{
    bres__timer_stream made = { .handle = options->stream };
    bres_status status;

    *stream = (bres__timer_stream){ 0 };
    if ((options->flags & BRES_TIMER_HAS_STREAM) == 0)
        return BRES_OK;
    status = bres__cuda_context_open(options->device, &made.context);
    if (status != BRES_OK)
        return status;
    status = bres__cuda_context_enter(made.context, &made.previous);
    if (status != BRES_OK) {
        bres__cuda_context_close(made.context);
        return status;
    }
    if ((options->flags & BRES_TIMER_CUDA_EVENTS) != 0)
        status = bres__cuda_events_create(made.context, &made.events);
    if (status != BRES_OK) {
        bres__timer_stream_close(&made);
        return status;
    }
    *stream = made;
    return BRES_OK;
}

void bres__timer_stream_close(bres__timer_stream *stream)
{
    if (stream->context == NULL)
        return;
    bres__cuda_events_destroy(&stream->events);
    bres__cuda_context_leave(stream->context, stream->previous);
    bres__cuda_context_close(stream->context);
    *stream = (bres__timer_stream){ 0 };
}
