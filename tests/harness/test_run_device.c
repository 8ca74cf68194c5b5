/* SPDX-License-Identifier: MIT */
/* Calls that bodies of benchmarks for GPUs may make, and calls that are refused. */
#include "harness/run/run.h"
#include "support/launched.h"
#include "support/measured.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define MS UINT64_C(1000000)

/* One state of a benchmark, for GPUs or for the CPU. */
typedef struct stage {
    bres_test_launched gpu;
    bres_suite *suite;
    bres_bench *bench;
    bool failed;
} stage;

static void stage_open(stage *s, bres_bench_fn body, bool cuda)
{
    *s = (stage){ .suite = bres_suite_new() };
    bres_test_gpu_begin(2);
    bres_test_launched_begin(&s->gpu);
    fake->constant("work", MS);
    bres_suite_set_clock(s->suite, &s->gpu.clock);
    s->bench = bres_suite_add(s->suite, "b", body, s);
    bres_bench_set_cuda(s->bench, cuda);
    bres_bench_set_min_samples(s->bench, 3);
    bres_bench_set_timeout(s->bench, 0.01);
    bres_bench_set_batch_target_time(s->bench, 0.004);
    bres_bench_set_throttle_threshold(s->bench, 0.5);
    bres_bench_set_throttle_recovery_delay(s->bench, 0.1);
    bres_bench_set_blocking_limit(s->bench, 3);
    bres_bench_set_strict_streams(s->bench, true);
    cr_assert_eq(s->suite->status, BRES_OK);
}

static void stage_run(stage *s)
{
    cr_assert_eq(bres__run_state(s->bench, s->gpu.state, s->bench->cuda ? s->gpu.gpu : NULL, NULL,
                                 &s->failed),
                 BRES_OK, "%s", bres_last_error());
}

static void stage_close(stage *s)
{
    bres_suite_free(s->suite);
    bres_test_launched_end(&s->gpu);
}

static void expect_measured(const stage *s)
{
    cr_expect_not(s->failed, "%s", bres_state_skip_reason(s->gpu.state));
    cr_expect_not_null(bres_state_summary(s->gpu.state, "nv/cold/sample_size"));
}

static void expect_failed(const stage *s, const char *reason)
{
    cr_expect(s->failed);
    cr_expect(bres_state_is_skipped(s->gpu.state));
    cr_expect_not_null(strstr(bres_state_skip_reason(s->gpu.state), reason), "'%s' is not in '%s'",
                       reason, bres_state_skip_reason(s->gpu.state));
}

static bres_status exec(bres_run *run, stage *s)
{
    return bres_run_exec_cuda(run, bres_test_launched_launch, &s->gpu);
}

/* The stream that was created before is destroyed; the body's own stream stays. */
static bres_status body_own_stream(bres_run *run, void *context)
{
    stage *s = context;
    struct CUstream_st *own = bres_cuda_stream_handle(s->gpu.stream);
    struct CUstream_st *stream;

    cr_expect_eq(bres_run_device(run), 0);
    cr_assert_eq(bres_run_stream(run, &stream), BRES_OK);
    cr_expect_neq(stream, own);
    cr_assert_eq(bres_run_set_stream(run, own), BRES_OK);
    cr_assert_eq(bres_run_stream(run, &stream), BRES_OK);
    cr_expect_eq(stream, own);
    cr_expect_eq(fake->live(FAKE_STREAM), 1);
    return exec(run, s);
}

Test(harness, run_on_a_stream_of_its_own)
{
    stage s;

    stage_open(&s, body_own_stream, true);
    stage_run(&s);
    expect_measured(&s);
    cr_expect_eq(fake->live(FAKE_STREAM), 1);
    cr_expect_eq(bres_cuda_stream_synchronize(s.gpu.stream), BRES_OK);
    stage_close(&s);
}

static bres_status body_default_stream(bres_run *run, void *context)
{
    struct CUstream_st *stream;

    cr_assert_eq(bres_run_set_stream(run, NULL), BRES_OK);
    cr_assert_eq(bres_run_stream(run, &stream), BRES_OK);
    cr_expect_null(stream);
    return exec(run, context);
}

Test(harness, run_on_the_default_stream)
{
    char *lines;
    stage s;

    stage_open(&s, body_default_stream, true);
    fake->clear_log();
    stage_run(&s);
    expect_measured(&s);
    lines = fake->lines("released", -1);
    cr_expect_gt(bres_test_count(lines, "released legacy\n"), 3);
    cr_expect_eq(bres_test_count(lines, "released"), bres_test_count(lines, "legacy"));
    free(lines);
    stage_close(&s);
}

static bres_status body_stream_too_late(bres_run *run, void *context)
{
    cr_expect_eq(exec(run, context), BRES_OK);
    cr_expect_eq(bres_run_set_stream(run, NULL), BRES_ERROR_STATE);
    return BRES_OK;
}

static bres_status body_without_a_stream(bres_run *run, void *context)
{
    fake->fail("cuStreamCreate", 1, 999, false);
    exec(run, context);
    return BRES_OK;
}

static bres_status body_with_settings(bres_run *run, void *context)
{
    bres_run_set_no_batch(run, true);
    bres_run_set_strict_streams(run, false);
    bres_run_set_throttle_threshold(run, 0.25);
    bres_run_set_throttle_recovery_delay(run, 0.2);
    bres_run_set_blocking_limit(run, 5);
    bres_run_set_batch_target_time(run, 7);
    cr_expect_eq(run->settings.throttle_threshold, 0.25);
    cr_expect_eq(run->settings.throttle_recovery_delay, 0.2);
    cr_expect_eq(run->settings.blocking_limit, 5);
    cr_expect(run->settings.no_batch);
    cr_expect_not(run->settings.strict_streams);
    return exec(run, context);
}

/* The file has only one of these settings. */
Test(harness, run_with_settings_of_its_own)
{
    const char *json;
    stage s;

    stage_open(&s, body_with_settings, true);
    stage_run(&s);
    expect_measured(&s);
    cr_expect_null(bres_state_summary(s.gpu.state, "nv/batch/sample_size"));
    json = bres_state_extra_json(s.gpu.state);
    cr_expect_not_null(strstr(json, "\"batch_target_time\":7"), "%s", json);
    cr_expect_null(strstr(json, "blocking_limit"), "%s", json);
    stage_close(&s);
}

static void tick(void *context)
{
    (void)context;
}

static bres_status body_on_cpu(bres_run *run, void *context)
{
    (void)context;
    bres_run_exec_cpu(run, tick, NULL);
    return BRES_OK;
}

static bres_status body_cuda_on_cpu(bres_run *run, void *context)
{
    struct CUstream_st *stream = (struct CUstream_st *)context;

    cr_expect_eq(bres_run_device(run), -1);
    cr_expect_eq(exec(run, context), BRES_ERROR_STATE);
    cr_expect_eq(bres_run_stream(run, &stream), BRES_ERROR_STATE);
    cr_expect_null(stream);
    cr_expect_eq(bres_run_set_stream(run, NULL), BRES_ERROR_STATE);
    return BRES_OK;
}

static bres_status body_unknown_flag(bres_run *run, void *context)
{
    bres_run_exec_cuda_with(run, bres_test_launched_launch, context, 8);
    return BRES_OK;
}

static bres_status body_without_a_launcher(bres_run *run, void *context)
{
    bres_run_exec_cuda(run, NULL, context);
    return BRES_OK;
}

static bres_status body_twice(bres_run *run, void *context)
{
    cr_expect_eq(exec(run, context), BRES_OK);
    cr_expect_eq(exec(run, context), BRES_ERROR_STATE);
    return BRES_OK;
}

static bres_status body_settings_too_late(bres_run *run, void *context)
{
    cr_expect_eq(exec(run, context), BRES_OK);
    cr_expect_eq(bres_run_set_no_batch(run, true), BRES_ERROR_STATE);
    cr_expect_eq(bres_run_set_strict_streams(run, true), BRES_ERROR_STATE);
    return BRES_OK;
}

/* The launcher never starts the timed part. */
static bres_status body_timed(bres_run *run, void *context)
{
    stage *s = context;

    bres_run_exec_cuda_timed(run, bres_test_launched_launch, &s->gpu);
    return BRES_OK;
}

Test(harness, run_on_a_gpu_refuses)
{
    static const struct {
        bres_bench_fn body;
        bool cuda;
        const char *reason;
    } rows[] = {
        { body_stream_too_late, true, "bres_run_set_stream: the state has been measured already" },
        { body_without_a_stream, true, "cuStreamCreate" },
        { body_on_cpu, true, "declared by bres_bench_set_cuda(), but is measured on the CPU" },
        { body_cuda_on_cpu, false, "is measured on a GPU, but was not declared so" },
        { body_unknown_flag, true, "bres_run_exec_cuda_with" },
        { body_without_a_launcher, true, "the function to measure is NULL" },
        { body_twice, true, "the state has been measured" },
        { body_settings_too_late, true, "settings come before" },
        { body_timed, true, "the launcher has not called bres_launch_start()" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        stage s;

        stage_open(&s, rows[i].body, rows[i].cuda);
        stage_run(&s);
        expect_failed(&s, rows[i].reason);
        stage_close(&s);
    }
}

Test(harness, run_on_a_gpu_is_null)
{
    struct CUstream_st *stream;

    cr_expect_eq(bres_run_device(NULL), -1);
    cr_expect_eq(bres_run_stream(NULL, &stream), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_run_stream(NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_run_set_stream(NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_run_exec_cuda(NULL, bres_test_launched_launch, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_run_exec_cuda_with(NULL, bres_test_launched_launch, NULL, 8),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_run_set_no_batch(NULL, true), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_bench_set_cuda(NULL, true), BRES_ERROR_ARGUMENT);
}

static bres_status body_elsewhere(bres_run *run, void *context)
{
    void *current = NULL;

    cr_assert_eq(cu->cuCtxGetCurrent((CUcontext *)&current), 0);
    cr_expect_not_null(current, "the device's context is current");
    cu->cuCtxSetCurrent(NULL);
    return exec(run, context);
}

/* The library sets the device's context after the body has changed it, and restores the context of
 * its caller. */
Test(harness, run_that_changes_the_context)
{
    CUcontext before = NULL;
    CUcontext after = NULL;
    bres__gpu *other;
    void *previous;
    stage s;

    stage_open(&s, body_elsewhere, true);
    cr_assert_eq(bres__gpus_open(&s.gpu.gpus, 1, &other), BRES_OK);
    cr_assert_eq(bres__cuda_context_enter(other->context, &previous), BRES_OK);
    cu->cuCtxGetCurrent(&before);
    stage_run(&s);
    expect_measured(&s);
    cu->cuCtxGetCurrent(&after);
    cr_expect_eq(before, after);
    cu->cuCtxSetCurrent(NULL);
    stage_close(&s);
}
