/* SPDX-License-Identifier: MIT */
/*
 * The stream of a measurement on a GPU.
 */
#ifndef BRES_TIMER_STREAM_H
#define BRES_TIMER_STREAM_H

#include "cuda/cuda.h"

#include <benchresult/timer.h>

/* The stream of a measurement, whose context is current. All zero: none. */
typedef struct bres__timer_stream {
    bres__cuda_context *context; /* NULL: none */
    struct CUstream_st *handle;
    void *previous; /* the context that was current before */
    bres__cuda_events events;
} bres__timer_stream;

/* Opens the stream of the options; after a failure nothing is open. */
bres_status bres__timer_stream_open(bres__timer_stream *stream, const bres_timer_options *options);
void bres__timer_stream_close(bres__timer_stream *stream);

#endif
