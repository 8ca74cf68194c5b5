/* SPDX-License-Identifier: MIT */
/* Launchers that misbehave, and launchers that declare how they must be measured. */
#include "support/launched.h"
#include "support/measured.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define MS UINT64_C(1000000)

static void begin(bres_test_launched *gpu, bres_cuda_fn launch, uint32_t flags)
{
    bres_test_gpu_begin(2);
    bres_test_launched_begin(gpu);
    gpu->settings.no_batch = true;
    gpu->body.launch = launch;
    gpu->body.flags = flags;
}

static void expect_error(bres_test_launched *gpu, bres_status status, const char *message)
{
    bres_test_launched_run(gpu);
    cr_expect_eq(gpu->status, status, "%s: %s", message, bres_status_name(gpu->status));
    cr_expect_not_null(strstr(bres_last_error(), message), "'%s' is not in '%s'", message,
                       bres_last_error());
    cr_expect_eq(bres_state_summary_count(gpu->state), 0);
    bres_test_launched_end(gpu);
}

static void run(bres_test_launched *gpu)
{
    bres_test_launched_run(gpu);
    cr_assert_eq(gpu->status, BRES_OK, "%s", bres_last_error());
}

static bres_status launch_and_wait(bres_launch *launch, void *context)
{
    const bres_test_launched *gpu = context;
    const bres_status status = bres_test_launched_launch(launch, context);

    return status == BRES_OK ? bres_cuda_stream_synchronize(gpu->stream) : status;
}

Test(measure, launcher_that_waits_is_told_so)
{
    bres_test_launched gpu;

    begin(&gpu, launch_and_wait, 0);
    expect_error(&gpu, BRES_ERROR_CUDA,
                 "deadlock: the stream was blocked for more than 30 s, the blocking limit");
    fake_cuda_expect_lines("expired", "expired s2\n");
}

Test(measure, launcher_that_waits_is_told_so_after_its_own_limit)
{
    bres_test_launched gpu;

    begin(&gpu, launch_and_wait, 0);
    gpu.settings.blocking_limit = 0.5;
    expect_error(&gpu, BRES_ERROR_CUDA, "more than 0.5 s");
    cr_expect_lt(fake->now(), 600 * MS);
}

Test(measure, launcher_that_says_that_it_waits)
{
    bres_test_launched gpu;

    begin(&gpu, launch_and_wait, BRES_CUDA_SYNC);
    gpu.settings.no_batch = false;
    run(&gpu);
    cr_expect_eq(gpu.count, 2);
    cr_expect_eq(gpu.launches, 3);
    /* 1 is the warm-up of the helpers. */
    cr_expect_eq(fake->launches("block"), 1 + 22);
    bres_test_launched_end(&gpu);
}

static bres_status launch_long(bres_launch *launch, void *context)
{
    fake->advance(600 * UINT64_C(1000) * MS);
    return bres_test_launched_launch(launch, context);
}

Test(measure, launcher_that_takes_ten_minutes)
{
    bres_test_launched gpu;

    begin(&gpu, launch_long, 0);
    expect_error(&gpu, BRES_ERROR_CUDA, "the limit must be higher");
    begin(&gpu, launch_long, 0);
    gpu.settings.blocking_limit = 0;
    run(&gpu);
    cr_expect_eq(gpu.count, 1);
    bres_test_launched_end(&gpu);
}

/* Queues work and fails in the third launch. */
static bres_status launch_fail(bres_launch *launch, void *context)
{
    const bres_test_launched *gpu = context;
    const bres_status status = bres_test_launched_launch(launch, context);

    return status == BRES_OK && gpu->launches == 3 ? BRES_ERROR_IO : status;
}

Test(measure, launcher_that_fails)
{
    bres_test_launched gpu;

    begin(&gpu, launch_fail, 0);
    expect_error(&gpu, BRES_ERROR_IO, "the launcher returned 4 (BRES_ERROR_IO)");
}

static bres_status launch_nothing(bres_launch *launch, void *context)
{
    (void)launch;
    (void)context;
    fake->advance(MS / 10);
    return BRES_OK;
}

Test(measure, launcher_that_launches_nothing)
{
    bres_test_launched gpu;

    begin(&gpu, launch_nothing, 0);
    gpu.settings.no_batch = false;
    gpu.settings.timeout = 1;
    run(&gpu);
    cr_expect_eq(gpu.count, 2);
    cr_expect_eq(gpu.samples[0], 0);
    bres_test_launched_end(&gpu);
}

/* Queues more work after the timed part, which does not count. */
static bres_status launch_on(bres_launch *launch, void *context)
{
    bres_status status = bres_launch_start(launch);

    if (status == BRES_OK)
        status = bres_test_launched_launch(launch, context);
    if (status == BRES_OK)
        status = bres_launch_stop(launch);
    return status == BRES_OK ? bres_test_launched_launch(launch, context) : status;
}

Test(measure, launcher_that_continues_after_the_end)
{
    bres_test_launched gpu;

    begin(&gpu, launch_on, BRES_CUDA_TIMED);
    fake->constant("work", 5 * MS);
    gpu.settings.strict_streams = true;
    run(&gpu);
    cr_expect_eq(gpu.count, 2);
    cr_expect_float_eq(gpu.samples[1], 5e-3f, 1e-8f);
    cr_expect_null(bres_state_summary(gpu.state, "bres/cold/other_streams"));
    bres_test_launched_end(&gpu);
}

static bres_status launch_elsewhere(bres_launch *launch, void *context)
{
    const bres_status status = bres_test_launched_launch(launch, context);

    cu->cuCtxSetCurrent(NULL);
    return status;
}

Test(measure, launcher_that_changes_the_context)
{
    bres_test_launched gpu;

    begin(&gpu, launch_elsewhere, 0);
    gpu.settings.no_batch = false;
    gpu.settings.batch_target_time = 1e-5;
    run(&gpu);
    cr_expect_eq(gpu.count, 2);
    cr_expect_not_null(bres_state_summary(gpu.state, "nv/batch/sample_size"));
    bres_test_launched_end(&gpu);
}

static bres_status fail_elsewhere(bres_launch *launch, void *context)
{
    const bres_test_launched *gpu = context;
    const bres_status status = launch_elsewhere(launch, context);

    return status == BRES_OK && gpu->launches == 2 ? BRES_ERROR_IO : status;
}

/* The library waits for the stream in the stream's own context. */
Test(measure, launcher_that_fails_in_another_context)
{
    bres_test_launched gpu;

    begin(&gpu, fail_elsewhere, 0);
    expect_error(&gpu, BRES_ERROR_IO, "the launcher returned 4");
    fake_cuda_expect_lines("released cuStreamSynchronize",
                           "cuStreamSynchronize s2\n" /* the helpers' warm-up */
                           "cuStreamSynchronize s2\n"
                           "cuStreamSynchronize s2\n"
                           "cuStreamSynchronize s2\n"
                           "released s2\n"
                           "cuStreamSynchronize s2\n");
}

Test(measure, launcher_that_corrupts_memory)
{
    bres_test_launched gpu;
    bres__gpu *again;

    begin(&gpu, bres_test_launched_launch, 0);
    fake->kernel_fault("work", 2, 700);
    bres_test_launched_run(&gpu);
    cr_expect_eq(gpu.status, BRES_ERROR_CUDA);
    cr_expect_not_null(strstr(bres_last_error(), "CUDA_ERROR_ILLEGAL_ADDRESS"), "%s",
                       bres_last_error());
    cr_expect_eq(bres__gpus_open(&gpu.gpus, 0, &again), BRES_ERROR_CUDA);
    cr_expect_not_null(strstr(bres_last_error(), "device 0 cannot be used any more"), "%s",
                       bres_last_error());
    cr_expect_eq(bres__gpus_open(&gpu.gpus, 1, &again), BRES_OK, "%s", bres_last_error());
    bres_test_launched_end(&gpu);
}

/* Launches on a stream that does not wait for the measured one. */
static bres_status launch_astray(bres_launch *launch, void *context)
{
    static const bres_cuda_geometry geometry = { .grid = { 1, 1, 1 } };
    bres_test_launched *gpu = context;

    (void)launch;
    gpu->launches++;
    return bres_cuda_kernel_launch(gpu->work, &geometry, gpu->other, NULL);
}

Test(measure, launcher_on_another_stream_is_seen)
{
    for (int strict = 0; strict <= 1; strict++) {
        bres_test_launched gpu;
        struct CUstream_st *other;
        void *previous;

        begin(&gpu, launch_astray, 0);
        cr_assert_eq(bres__cuda_context_enter(gpu.gpu->context, &previous), BRES_OK);
        cr_assert_eq(cu->cuStreamCreate(&other, 1), 0);
        gpu.other = other;
        gpu.settings.strict_streams = strict;
        fake->constant("work", 5 * MS);
        bres_test_launched_run(&gpu);
        if (strict) {
            cr_expect_eq(gpu.status, BRES_ERROR_VALUE);
            cr_expect_not_null(
                strstr(bres_last_error(), "the device was still busy after 2 of 2 samples"));
        } else {
            cr_expect_eq(gpu.status, BRES_OK);
            cr_expect_eq(bres_test_summary_value(gpu.state, "bres/cold/other_streams"), 2);
            cr_expect_not_null(strstr(gpu.log, "does the launcher use another stream?"), "%s",
                               gpu.log);
        }
        cu->cuStreamDestroy_v2(other);
        bres_test_launched_end(&gpu);
    }
}

/* The legacy default stream and the measured stream wait for each other. */
static bres_status launch_on_the_default_stream(bres_launch *launch, void *context)
{
    static const bres_cuda_geometry geometry = { .grid = { 1, 1, 1 } };
    bres_test_launched *gpu = context;

    (void)launch;
    gpu->launches++;
    return bres_cuda_kernel_launch(gpu->work, &geometry, NULL, NULL);
}

Test(measure, launcher_on_the_default_stream)
{
    bres_test_launched gpu;

    begin(&gpu, launch_on_the_default_stream, 0);
    gpu.settings.strict_streams = true;
    fake->constant("work", 5 * MS);
    run(&gpu);
    cr_expect_eq(gpu.count, 2);
    cr_expect_float_eq(gpu.samples[1], 5e-3f, 1e-8f);
    bres_test_launched_end(&gpu);
}

static bres_status launch_and_destroy(bres_launch *launch, void *context)
{
    const bres_test_launched *gpu = context;
    const bres_status status = bres_test_launched_launch(launch, context);

    if (gpu->launches == 2)
        cu->cuStreamDestroy_v2(bres_launch_stream(launch));
    return status;
}

Test(measure, launcher_that_destroys_the_stream)
{
    bres_test_launched gpu;

    begin(&gpu, launch_and_destroy, 0);
    bres_test_launched_run(&gpu);
    cr_expect_eq(gpu.status, BRES_ERROR_CUDA);
    cr_expect_not_null(strstr(bres_last_error(), "cuEventRecord"), "%s", bres_last_error());
    cr_expect_eq(fake->deadlocks(), 0);
    bres_test_launched_free(&gpu);
    cr_expect_str_eq(fake->leaks(), "", "not released: %s", fake->leaks());
}

/* Queues twice as much work on the other stream as on the measured one. */
static bres_status launch_mostly_astray(bres_launch *launch, void *context)
{
    bres_status status = launch_astray(launch, context);

    if (status == BRES_OK)
        status = launch_astray(launch, context);
    return status == BRES_OK ? bres_test_launched_launch(launch, context) : status;
}

/* Samples that are discarded for a low clock are not counted. */
Test(measure, launcher_on_another_stream_is_counted_in_samples)
{
    static const double mhz[] = { 1500, 1500, 1500, 100, 100, 100, 100, 100, 100, 1500 };
    bres_test_launched gpu;
    struct CUstream_st *other;
    void *previous;

    begin(&gpu, launch_mostly_astray, 0);
    cr_assert_eq(bres__cuda_context_enter(gpu.gpu->context, &previous), BRES_OK);
    cr_assert_eq(cu->cuStreamCreate(&other, 1), 0);
    gpu.other = other;
    fake->constant("work", 5 * MS);
    fake->kernel_clock("work", mhz, 10);
    run(&gpu);
    cr_expect_eq(gpu.launches, 3 * (1 + 2 + 2), "two trials are discarded");
    cr_expect_eq(bres_test_summary_value(gpu.state, "bres/cold/other_streams"), 2);
    cr_expect_not_null(strstr(gpu.log, "after 2 of 2 samples"), "%s", gpu.log);
    cu->cuStreamDestroy_v2(other);
    bres_test_launched_end(&gpu);
}

static bres_status launch_graph(bres_launch *launch, void *context)
{
    return bres_cuda_graph_launch(context, bres_launch_stream(launch));
}

/* Three captured kernels are launched as one graph, isolated and in batches. */
Test(measure, launcher_of_a_graph)
{
    bres_cuda_graph *graph;
    bres_test_launched gpu;

    begin(&gpu, launch_graph, 0);
    gpu.settings.no_batch = false;
    gpu.settings.batch_target_time = 0.015;
    fake->constant("work", MS);
    cr_assert_eq(bres_cuda_graph_capture(gpu.stream), BRES_OK, "%s", bres_last_error());
    for (int i = 0; i < 3; i++) {
        static const bres_cuda_geometry geometry = { .grid = { 1, 1, 1 } };

        cr_assert_eq(
            bres_cuda_kernel_launch(gpu.work, &geometry, bres_cuda_stream_handle(gpu.stream), NULL),
            BRES_OK);
    }
    cr_assert_eq(bres_cuda_graph_finish(gpu.stream, &graph), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_cuda_graph_upload(graph, bres_cuda_stream_handle(gpu.stream)), BRES_OK);
    gpu.body.context = graph;
    run(&gpu);
    cr_expect_eq(gpu.count, 2);
    cr_expect_float_eq(gpu.samples[0], 3e-3f, 1e-8f);
    cr_expect_float_eq(bres_test_summary_value(gpu.state, "nv/batch/time/gpu/mean"), 3e-3, 1e-9);
    bres_cuda_graph_free(graph);
    bres_test_launched_end(&gpu);
}

static bres_status launch_timed(bres_launch *launch, void *context)
{
    bres_status status = bres_test_launched_launch(launch, context);

    if (status == BRES_OK)
        status = bres_launch_start(launch);
    if (status == BRES_OK)
        status = bres_test_launched_launch(launch, context);
    return status == BRES_OK ? bres_launch_stop(launch) : status;
}

Test(measure, launcher_that_brackets_what_counts)
{
    static const uint64_t times[] = { 5 * MS, 1 * MS, 5 * MS, 2 * MS, 5 * MS, 3 * MS };
    bres_test_launched gpu;

    begin(&gpu, launch_timed, BRES_CUDA_TIMED);
    gpu.settings.no_batch = false;
    fake->list("work", times, 6);
    run(&gpu);
    cr_expect_eq(gpu.count, 2);
    cr_expect_eq(gpu.launches, 6);
    cr_expect_float_eq(gpu.samples[0], 2e-3f, 1e-8f);
    cr_expect_float_eq(gpu.samples[1], 3e-3f, 1e-8f);
    bres_test_launched_end(&gpu);
}

static bres_status start_twice(bres_launch *launch, void *context)
{
    (void)context;
    bres_launch_start(launch);
    bres_launch_start(launch);
    bres_launch_stop(launch);
    return BRES_OK;
}

static bres_status stop_first(bres_launch *launch, void *context)
{
    (void)context;
    bres_launch_stop(launch);
    return BRES_OK;
}

static bres_status start_alone(bres_launch *launch, void *context)
{
    (void)context;
    return bres_launch_start(launch);
}

/* Fails between start and stop. */
static bres_status fail_between(bres_launch *launch, void *context)
{
    const bres_test_launched *gpu = context;

    bres_launch_start(launch);
    bres_test_launched_launch(launch, context);
    if (gpu->launches == 2)
        return bres_cuda_buffer_new(0, 0, &(bres_cuda_buffer *){ NULL });
    return bres_launch_stop(launch);
}

Test(measure, launcher_that_brackets_wrongly)
{
    static const struct {
        bres_cuda_fn launch;
        uint32_t flags;
        bres_status status;
        const char *message;
    } rows[] = {
        { start_twice, BRES_CUDA_TIMED, BRES_ERROR_STATE, "the launch has been started already" },
        { stop_first, BRES_CUDA_TIMED, BRES_ERROR_STATE, "the launch is not running" },
        { start_alone, BRES_CUDA_TIMED, BRES_ERROR_STATE,
          "the launcher has not called bres_launch_stop()" },
        { bres_test_launched_launch, BRES_CUDA_TIMED, BRES_ERROR_STATE,
          "the launcher has not called bres_launch_start()" },
        { launch_timed, 0, BRES_ERROR_STATE, "not measured with BRES_CUDA_TIMED" },
        { fail_between, BRES_CUDA_TIMED, BRES_ERROR_ARGUMENT, "bres_cuda_buffer_new" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_launched gpu;

        begin(&gpu, rows[i].launch, rows[i].flags);
        expect_error(&gpu, rows[i].status, rows[i].message);
    }
}

Test(measure, launch_is_null)
{
    cr_expect_eq(bres_launch_start(NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_launch_stop(NULL), BRES_ERROR_ARGUMENT);
    cr_expect_null(bres_launch_stream(NULL));
    cr_expect_eq(bres_launch_device(NULL), -1);
}
