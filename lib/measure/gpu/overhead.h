/* SPDX-License-Identifier: MIT */
/*
 * What launching costs on a device that has nothing to do: times near these say more of the driver
 * than of a kernel.
 */
#ifndef BRES_MEASURE_GPU_OVERHEAD_H
#define BRES_MEASURE_GPU_OVERHEAD_H

#include "cuda/cuda.h"

/* Seconds; each but the step is the median of several. */
typedef struct bres__launch_overhead {
    double event_step;   /* the smallest difference of two event times; 0: all are equal */
    double empty_events; /* between two events with nothing between them */
    double empty_kernel; /* between two events around a kernel that ends at once */
    double launch;       /* of the host, for queueing a kernel */
    double synchronize;  /* of the host, for waiting for an idle device; negative: unknown, for the
                            driver cannot wait for it */
} bres__launch_overhead;

/* The context is current. */
bres_status bres__launch_overhead_measure(bres__cuda_context *context, const bres_clock *clock,
                                          bres__launch_overhead *overhead);

#endif
