/* SPDX-License-Identifier: MIT */
/*
 * A measurement on a GPU.
 */
#ifndef BRES_MEASURE_GPU_MEASURE_H
#define BRES_MEASURE_GPU_MEASURE_H

#include "measure/gpu/devices.h"
#include "measure/gpu/launch.h"
#include "measure/sampling/sampling.h"

/* The body, the settings and the target of a measurement. */
typedef struct bres__cuda_request {
    const bres__cuda_body *body;
    const bres__gpu *gpu; /* open */
    struct CUstream_st *stream;
    const bres__settings *settings;
    const bres_clock *clock;
    const bres__measure_hooks *hooks;
    bres_state *state;
    int64_t elements;
    int64_t global_bytes;
} bres__cuda_request;

/* As bres__measure_cpu(). */
bres_status bres__measure_cuda(const bres__cuda_request *request, bool *skipped, char *reason);

#endif
