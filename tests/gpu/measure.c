/* SPDX-License-Identifier: MIT */
#include "gpu/measure.h"

#include <string.h>

void session_need(bres_status status, const char *what)
{
    check_that(status == BRES_OK, "%s: %s", what, status == BRES_OK ? "" : bres_last_error());
    if (status != BRES_OK)
        check_end();
}

void session_open(gpu_session *session, unsigned samples)
{
    memset(session, 0, sizeof(*session));
    bench_open(&session->bench);
    session_need(
        bres_cuda_module_load(check_device, check_ptx, strlen(check_ptx), &session->module),
        "loading the kernels");
    session_need(bres_result_new(&session->result), "making a result");
    session_need(bres_result_add_subbench(session->result, "check", &session->subbench),
                 "making a benchmark");
    session_need(bres_criteria_new(&session->criteria), "making criteria");
    session_need(bres_criterion_new(session->criteria, "sample-count", &session->criterion),
                 "making a criterion");
    session_need(bres_criterion_set_int64(session->criterion, "target-samples", samples),
                 "setting up a criterion");
    bres_measure_options_init(&session->options);
    session->options.criterion = session->criterion;
    session->options.min_samples = samples;
    bres_cuda_options_init(&session->cuda);
    session->cuda.device = check_device;
    session->cuda.flags = BRES_CUDA_NO_BATCH;
    session->cuda.throttle_threshold = 0; /* no check waits for the clock rate */
}

bres_cuda_kernel *session_kernel(gpu_session *session, const char *name)
{
    bres_cuda_kernel *kernel = NULL;

    session_need(bres_cuda_module_kernel(session->module, name, &kernel), name);
    return kernel;
}

const bres_state *session_measure(gpu_session *session, bres_cuda_fn launch, void *context)
{
    bres_state *state = NULL;

    session_need(bres_measure_cuda(launch, context, &session->options, &session->cuda,
                                   session->subbench, &state),
                 "measuring");
    return state;
}

double session_number(const bres_state *state, const char *tag)
{
    double number = 0;

    check_that(bres_summary_float64(bres_state_summary(state, tag), &number),
               "there is no summary %s", tag);
    return number;
}

bres_status kernel_launch_queue(bres_launch *launch, void *context)
{
    kernel_launch *self = context;

    return bres_cuda_kernel_launch(self->kernel, &self->geometry, bres_launch_stream(launch),
                                   self->arguments);
}
