/* SPDX-License-Identifier: MIT */
/*
 * The devices that a program measures on.
 */
#ifndef BRES_MEASURE_GPU_DEVICES_H
#define BRES_MEASURE_GPU_DEVICES_H

#include "measure/gpu/overhead.h"
#include "model/model.h"
#include "system/gpu.h"

/* A device stays open from its first state to the end of the program, so that later states detect
 * that an earlier one has killed it. */
typedef struct bres__gpu {
    int device;
    bres__cuda_context *context; /* NULL: not open yet */
    bres__nvml_device *nvml;     /* NULL: the management library does not answer */
    bres__launch_overhead overhead;
    bool overhead_known;
    bres__gpu_state state; /* when it was opened */
} bres__gpu;

/* Opens a device that is not open, and measures its launch overhead. Close the context even after a
 * failure. */
bres_status bres__gpu_open(bres__gpu *gpu, const bres_clock *clock);
/* Adds a device, with all data from the driver, to the result. */
bres_status bres__gpu_put_result(int device, bres_result *result);

typedef struct bres__gpus {
    const bres_clock *clock; /* borrowed */
    bres__gpu *items;        /* by the number of the device */
    size_t count;
    char reason[512]; /* why no device was found */
} bres__gpus;

/* Finds the devices, once for a program. Finding no device is not an error. */
bres_status bres__gpus_find(bres__gpus *gpus, const bres_clock *clock);
/* At the first call for a device, opens it and measures its launch overhead. BRES_ERROR_CUDA for a
 * dead device. */
bres_status bres__gpus_open(bres__gpus *gpus, int device, bres__gpu **gpu);
/* Adds all devices to the result. */
bres_status bres__gpus_put_result(const bres__gpus *gpus, bres_result *result);
/* Appends {"devices": [...]} and a newline, with all data from the driver. */
bres_status bres__gpus_put_json(const bres__gpus *gpus, bres__text *text);
/* Writes "gpus": [...], the launch overhead, settings and clocks of the devices that were used,
 * into an object. */
void bres__gpus_put_metadata(const bres__gpus *gpus, bres__json_writer *json);
/* Calls `report` with a sentence for each setting of a used device that has changed since its first
 * use. Errors: BRES_ERROR_MEMORY. */
bres_status bres__gpus_report_changes(const bres__gpus *gpus,
                                      void (*report)(void *context, const char *message),
                                      void *context);
/* Closes all devices. All zero is a valid start. */
void bres__gpus_close(bres__gpus *gpus);

#endif
