/* SPDX-License-Identifier: MIT */
/*
 * What it takes to measure on a GPU by options of the caller.
 */
#ifndef BRES_MEASURE_GPU_SETUP_H
#define BRES_MEASURE_GPU_SETUP_H

#include "measure/cpu/options.h"
#include "measure/gpu/gpu.h"

/* Everything that one call needs. */
typedef struct bres__cuda_setup {
    bres_measure_options options;
    bres_cuda_options cuda;
    bres__settings settings;
    bres_clock clock;
    bres__gpu gpu;
    bres_cuda_stream *stream;
} bres__cuda_setup;

/* Loads both options into a setup that is all zero. Close it in any case. */
bres_status bres__cuda_setup_load(bres__cuda_setup *self, const bres_measure_options *given,
                                  const bres_cuda_options *given_cuda);
/* Opens the device and the stream. */
bres_status bres__cuda_setup_open(bres__cuda_setup *self);
void bres__cuda_setup_close(bres__cuda_setup *self);

#endif
