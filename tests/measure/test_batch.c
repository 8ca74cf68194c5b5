/* SPDX-License-Identifier: MIT */
/* Batches of launches: their sizes, and the calls that they make. */
#include "measure/gpu/batch.h"
#include "support/launched.h"
#include "support/measured.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define MS UINT64_C(1000000)

static void begin(bres_test_launched *gpu)
{
    bres_test_gpu_begin(1);
    bres_test_launched_begin(gpu);
}

static void run(bres_test_launched *gpu)
{
    bres_test_launched_run(gpu);
    cr_assert_eq(gpu->status, BRES_OK, "%s", bres_last_error());
}

static double value(const bres_test_launched *gpu, const char *tag)
{
    return bres_test_summary_value(gpu->state, tag);
}

Test(measure, batch_predict)
{
    static const struct {
        double target;
        double each;
        int64_t low;
        int64_t fallback;
        int64_t expected;
    } rows[] = {
        { 0.5, 0.00095, 4, 600, 526 },
        { 0.5, 0, 4, 600, 600 },
        { 0, 1, 4, 600, 600 },
        { -1, 1, 4, 600, 600 },
        { 0.5, -1, 4, 600, 600 },
        { INFINITY, 1, 4, 600, 600 },
        { 1, NAN, 4, 600, 600 },
        { 1, 0, 0, -3, 1 },
        { 1, 2, -5, 600, 1 },
        { 3, 1, 4, 600, 4 },
        { 4.9, 1, 4, 600, 4 },
        { 5.9, 1, 4, 600, 5 },
        { 9223372036854775808.0, 1, 4, 600, 600 },
        { 9223372036854774784.0, 1, 4, 600, INT64_C(9223372036854774784) },
        { 1e300, 1e-300, 4, 600, 600 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        cr_expect_eq(
            bres__batch_predict(rows[i].target, rows[i].each, rows[i].low, rows[i].fallback),
            rows[i].expected, "row %zu", i);
}

/* 1 ms each: the warm-up predicts 526 launches; 74 more reach the 600 of the isolated samples. */
Test(measure, batch_takes_as_many_as_the_isolated_samples)
{
    bres_test_launched gpu;

    begin(&gpu);
    fake->constant("work", MS);
    gpu.settings.min_samples = 600;
    run(&gpu);
    cr_expect_eq(gpu.count, 600);
    cr_expect_eq(gpu.launches, 1 + 600 + 1 + 526 + 74);
    cr_expect_eq(value(&gpu, "nv/batch/sample_size"), 600);
    cr_expect_float_eq(value(&gpu, "nv/batch/time/gpu/mean"), 1e-3, 1e-9);
    cr_expect_float_eq(value(&gpu, "nv/batch/walltime"), 0.6, 1e-6);
    bres_test_launched_end(&gpu);
}

/* A warm-up, then one batch of three launches. */
Test(measure, batch_calls_come_in_order)
{
    bres_test_launched gpu;
    char *lines;
    const char *batch;

    begin(&gpu);
    fake->constant("work", MS);
    gpu.settings.min_samples = 3;
    gpu.settings.batch_target_time = 0.0029;
    run(&gpu);
    lines = fake->lines("cuMemsetD8Async cuStreamSynchronize cuLaunchKernel cuEventRecord released",
                        -1);
    batch = lines;
    for (const char *next = lines; (next = strstr(next, "cuMemsetD8Async")) != NULL; next++)
        batch = next;
    batch = strstr(batch, "released");
    cr_assert_not_null(batch);
    cr_expect_str_eq(batch, "released s2\n"
                            "cuStreamSynchronize s2\n"
                            "cuEventRecord e3 s2\n"
                            "cuLaunchKernel work s2\n"
                            "cuEventRecord e4 s2\n"
                            "cuStreamSynchronize s2\n"
                            "cuLaunchKernel block s2\n"
                            "cuEventRecord e3 s2\n"
                            "cuLaunchKernel work s2\n"
                            "cuLaunchKernel work s2\n"
                            "released s2\n"
                            "cuLaunchKernel work s2\n"
                            "cuEventRecord e4 s2\n"
                            "cuStreamSynchronize s2\n");
    free(lines);
    bres_test_launched_end(&gpu);
}

Test(measure, batch_ends_with_the_timeout)
{
    bres_test_launched gpu;

    begin(&gpu);
    fake->constant("work", 100 * MS);
    gpu.settings.min_samples = 50;
    gpu.settings.batch_target_time = 100;
    gpu.settings.timeout = 1.05;
    run(&gpu);
    cr_expect_eq(value(&gpu, "nv/cold/sample_size"), 11);
    /* 10 launches fit into the timeout, plus one more. */
    cr_expect_eq(value(&gpu, "nv/batch/sample_size"), 11);
    cr_expect_not_null(strstr(gpu.log, "11 launches in batches, fewer than 50"), "%s", gpu.log);
    cr_expect_not_null(strstr(gpu.log, "less than the 100 s of batch-target-time"), "%s", gpu.log);
    bres_test_launched_end(&gpu);
}

/* An interrupt takes effect at the end of a batch. */
Test(measure, batch_ends_when_interrupted)
{
    bres_test_launched gpu;

    begin(&gpu);
    fake->constant("work", 100 * MS);
    gpu.settings.min_samples = 2;
    gpu.settings.batch_target_time = 100;
    gpu.settings.timeout = 1;
    /* The fifth launch is the first one of a batch, after a warm-up, two samples and another
     * warm-up. The timeout has room for ten launches. */
    gpu.interrupt_after = 5;
    run(&gpu);
    cr_expect_eq(value(&gpu, "nv/cold/sample_size"), 2);
    cr_expect_eq(value(&gpu, "nv/batch/sample_size"), 10);
    cr_expect_str_eq(gpu.log, "");
    bres_test_launched_end(&gpu);
    /* An interrupt before the first batch: no batch summaries. */
    begin(&gpu);
    fake->constant("work", 100 * MS);
    gpu.interrupt_after = 4;
    run(&gpu);
    cr_expect_eq(gpu.launches, 4);
    cr_expect_null(bres_state_summary(gpu.state, "nv/batch/sample_size"));
    bres_test_launched_end(&gpu);
}

/* Kernels that take longer than the timeout are launched one at a time. */
Test(measure, batch_of_kernels_that_take_ten_minutes)
{
    bres_test_launched gpu;

    begin(&gpu);
    fake->constant("work", 600000 * MS);
    run(&gpu);
    cr_expect_eq(value(&gpu, "nv/cold/sample_size"), 1);
    cr_expect_eq(value(&gpu, "nv/batch/sample_size"), 1);
    cr_expect_eq(gpu.launches, 4);
    bres_test_launched_end(&gpu);
}

/* Takes 20 us of host time. Only one launch in a thousand queues work for the GPU. */
static bres_status launch_next_to_nothing(bres_launch *launch, void *context)
{
    bres_test_launched *gpu = context;

    fake->advance(20000);
    if (gpu->launches++ % 1000 == 999)
        return bres_cuda_kernel_launch(gpu->work, &(bres_cuda_geometry){ .shared_bytes = 0 },
                                       bres_launch_stream(launch), NULL);
    return BRES_OK;
}

/* Host time limits the batches, because GPU time does not. */
Test(measure, batch_of_next_to_nothing)
{
    bres_test_launched gpu;

    begin(&gpu);
    fake->role("work", FAKE_PLAIN);
    fake->constant("work", 1);
    gpu.body.launch = launch_next_to_nothing;
    gpu.settings.timeout = 3;
    gpu.settings.batch_target_time = 1e9;
    run(&gpu);
    /* The last batch may exceed the timeout: allows twice the launches that fit into it. */
    cr_expect_leq(value(&gpu, "nv/batch/sample_size"), 2 * 3 / 20e-6);
    cr_expect_leq(value(&gpu, "nv/batch/walltime"), 2 * 3);
    bres_test_launched_end(&gpu);
}

static bres_status launch_fail(bres_launch *launch, void *context)
{
    const bres_test_launched *gpu = context;
    const bres_status status = bres_test_launched_launch(launch, context);

    /* The second launch of a blocked batch, after a warm-up, two samples and another warm-up. */
    return status == BRES_OK && gpu->launches == 6 ? BRES_ERROR_IO : status;
}

Test(measure, batch_that_fails_leaves_the_isolated_samples)
{
    bres_test_launched gpu;

    begin(&gpu);
    fake->constant("work", MS);
    gpu.body.launch = launch_fail;
    bres_test_launched_run(&gpu);
    cr_expect_eq(gpu.status, BRES_ERROR_IO);
    cr_expect_eq(value(&gpu, "nv/cold/sample_size"), 2);
    cr_expect_null(bres_state_summary(gpu.state, "nv/batch/sample_size"));
    bres_test_launched_end(&gpu);
}
