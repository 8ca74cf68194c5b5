/* SPDX-License-Identifier: MIT */
/*
 * The caller's options for a GPU, and the device and stream that they name.
 */
#ifndef BRES_MEASURE_GPU_OPTIONS_H
#define BRES_MEASURE_GPU_OPTIONS_H

#include "measure/gpu/devices.h"
#include "measure/settings.h"

#include <benchresult/measure.h>

typedef struct bres__cuda_setup {
    bres_cuda_options options;
    bres__gpu gpu;
    bres_cuda_stream *stream;
} bres__cuda_setup;

/* Loads the options, and copies the settings among them to `settings`. Begin with an all-zero
 * setup, and close it even after a failure. */
bres_status bres__cuda_setup_load(bres__cuda_setup *setup, const bres_cuda_options *given,
                                  bres__settings *settings);
/* Opens the device, and the caller's stream or a new one. */
bres_status bres__cuda_setup_open(bres__cuda_setup *setup, const bres_clock *clock);
void bres__cuda_setup_close(bres__cuda_setup *setup);

#endif
