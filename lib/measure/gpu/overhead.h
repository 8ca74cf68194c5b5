/* SPDX-License-Identifier: MIT */
/*
 * The cost of launching on an idle device: times near it describe the driver rather than a kernel.
 */
#ifndef BRES_MEASURE_GPU_OVERHEAD_H
#define BRES_MEASURE_GPU_OVERHEAD_H

#include "cuda/cuda.h"

/* Seconds; each member except the step is the median of several times. */
typedef struct bres__launch_overhead {
    double event_step;   /* the smallest difference of two event times; 0: all are equal */
    double empty_events; /* between two events with nothing between them */
    double empty_kernel; /* between two events around a kernel that ends at once */
    double launch;       /* of the host, for queueing a kernel */
    double synchronize;  /* of the host, for waiting for an idle device; negative: unknown, because
                            the driver does not support this wait */
} bres__launch_overhead;

/* The context is current. */
bres_status bres__launch_overhead_measure(bres__cuda_context *context, const bres_clock *clock,
                                          bres__launch_overhead *overhead);

#endif
