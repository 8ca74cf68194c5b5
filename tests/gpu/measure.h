/* SPDX-License-Identifier: MIT */
/* What the checks of measurements share: measuring by the library into a result. */
#ifndef GPU_MEASURE_H
#define GPU_MEASURE_H

#include "gpu/check.h"

#include <benchresult.h>

/* A device, kernels of check_ptx, and how to measure: a number of samples, at any clock and without
 * batches. */
typedef struct gpu_session {
    gpu_bench bench; /* keeps the context of the library alive */
    bres_cuda_module *module;
    bres_result *result;
    bres_subbench *subbench;
    bres_criteria *criteria;
    bres_criterion *criterion;
    bres_measure_options options;
    bres_cuda_options cuda;
} gpu_session;

void session_open(gpu_session *session, unsigned samples);
bres_cuda_kernel *session_kernel(gpu_session *session, const char *name);
/* Measures; an error ends the check, failed. */
const bres_state *session_measure(gpu_session *session, bres_cuda_fn launch, void *context);
/* The number of a summary; one that is missing ends the check, failed. */
double session_number(const bres_state *state, const char *tag);
/* A status that has to be BRES_OK, or the check ends here. */
void session_need(bres_status status, const char *what);

/* A launcher of one kernel. */
typedef struct kernel_launch {
    bres_cuda_kernel *kernel;
    bres_cuda_geometry geometry;
    void *arguments[4];
} kernel_launch;

bres_status kernel_launch_queue(bres_launch *launch, void *context);

#endif
