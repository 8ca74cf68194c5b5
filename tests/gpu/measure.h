/* SPDX-License-Identifier: MIT */
/* Shared by the checks of measurements: measures with the library into a result. */
#ifndef GPU_MEASURE_H
#define GPU_MEASURE_H

#include "gpu/check.h"

#include <benchresult.h>

/* A device, the kernels of check_ptx, and options: a fixed number of samples, at any clock rate and
 * without batches. */
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
/* Measures; after an error the check fails and ends. */
const bres_state *session_measure(gpu_session *session, bres_cuda_fn launch, void *context);
/* The number of a summary; 0 if the summary is missing, which fails the check. */
double session_number(const bres_state *state, const char *tag);
/* The check fails and ends unless the status is BRES_OK. */
void session_need(bres_status status, const char *what);

/* The context of kernel_launch_queue(), which launches one kernel. */
typedef struct kernel_launch {
    bres_cuda_kernel *kernel;
    bres_cuda_geometry geometry;
    void *arguments[4];
} kernel_launch;

bres_status kernel_launch_queue(bres_launch *launch, void *context);

#endif
