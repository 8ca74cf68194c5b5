/* SPDX-License-Identifier: MIT */
/*
 * The state of a GPU, as its management library reports it, for the metadata of a run.
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
    bool has_clocks;
    double sm_clock; /* hertz */
    double memory_clock;
} bres__gpu_state;

/* Whether the clocks are locked, as far as the throttle reasons show it: 1 if an application or the
 * administrator has set them, 0 if the device lowers them because it is idle, else
 * BRES__NVML_UNKNOWN. The management library has no function for this. */
int bres__gpu_is_locked(const bres__gpu_state *state);

/* Reads the state; `nvml` may be NULL. Keeps the thread's error record. */
void bres__gpu_state_read(bres__nvml_device *nvml, bres__gpu_state *state);
/* Writes members into an open object: the settings at the beginning, "begin" and "end" with the
 * gauges, and "changed" with the settings that changed. Omits unknown values. */
void bres__gpu_state_put(bres__json_writer *json, const bres__gpu_state *begin,
                         const bres__gpu_state *end);

/* The settings of a GPU. */
typedef struct bres__gpu_setting {
    const char *key;
    const char *name; /* in messages */
    const char *unit; /* NULL: a flag */
    double value;     /* BRES__NVML_UNKNOWN: unknown; a flag is 0 or 1 */
} bres__gpu_setting;

#define BRES__GPU_SETTINGS 5

void bres__gpu_settings(const bres__gpu_state *state,
                        bres__gpu_setting settings[BRES__GPU_SETTINGS]);
/* Calls `report` with a sentence for each setting that changed, and with one if the number of
 * processes grew. Errors: BRES_ERROR_MEMORY. */
bres_status bres__gpu_report_changes(int device, const bres__gpu_state *begin,
                                     const bres__gpu_state *end,
                                     void (*report)(void *context, const char *message),
                                     void *context);

#endif
