/* SPDX-License-Identifier: MIT */
/*
 * The public machine (bres_machine). Private to lib/system/handle.
 */
#ifndef BRES_SYSTEM_HANDLE_H
#define BRES_SYSTEM_HANDLE_H

#include "system/handle/cpu_usage.h"
#include "system/handle/findings.h"

/* One or two readings of a GPU. */
typedef struct bres__machine_gpu {
    int device;
    char missing[256];         /* why the management library does not answer; "": it answers */
    bres__gpu_state states[2]; /* as bres_machine.readings */
} bres__machine_gpu;

/* Facts and findings, as the public functions show them. All zero is empty. */
typedef struct bres__machine_view {
    bres__arena arena; /* of the texts */
    bres_machine_fact *facts;
    size_t fact_count;
    size_t fact_capacity;
    bres_finding *findings; /* the most severe first */
    size_t finding_count;
    size_t finding_capacity;
} bres__machine_view;

struct bres_machine {
    char *root;
    bool is_updated;
    uint64_t times[2];         /* of the steady clock, in nanoseconds */
    bres__machine readings[2]; /* the first, and the last if the machine is updated */
    bres__cpu_usage usage[2];
    bres__machine_gpu *gpus;
    size_t gpu_count;
    size_t gpu_capacity;
    bres__machine_view view;
};

/* Copies a fact into the view. Errors: BRES_ERROR_MEMORY. */
bres_status bres__view_add_fact(bres__machine_view *view, const bres_machine_fact *fact);

/* Reads the first or the last state of a GPU. Errors: BRES_ERROR_NO_DEVICE, BRES_ERROR_ARGUMENT,
 * BRES_ERROR_MEMORY. */
bres_status bres__gpu_read(bres__machine_gpu *gpu, bool last);
bres_status bres__gpu_add_facts(const bres__machine_gpu *gpu, bool last, bres__machine_view *view);

#endif
