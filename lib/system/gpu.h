/* SPDX-License-Identifier: MIT */
/*
 * What a GPU's management library reports, in the passport of a run.
 */
#ifndef BRES_SYSTEM_GPU_H
#define BRES_SYSTEM_GPU_H

#include "cuda/cuda.h"

/* All zero is a GPU that was not read. */
typedef struct bres__gpu_state {
    bool is_known; /* the management library answered */
    bres__nvml_facts facts;
    bool has_reasons;
    uint64_t reasons; /* BRES__NVML_* bits */
} bres__gpu_state;

/* Reads the state; `nvml` may be NULL. The thread's error record stays as it is. */
void bres__gpu_state_read(bres__nvml_device *nvml, bres__gpu_state *state);
/* Writes the settings at the beginning, and "begin" and "end" with the changing values, into an
 * open object. Unknown values are left out. */
void bres__gpu_state_put(bres__json_writer *json, const bres__gpu_state *begin,
                         const bres__gpu_state *end);

#endif
