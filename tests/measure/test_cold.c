/* SPDX-License-Identifier: MIT */
/* Isolated samples: the order of their calls, and the results. */
#include "base/fault.h"
#include "support/launched.h"
#include "support/measured.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)
/* The first words of the log lines that show the order of a sample. */
#define CALLS                                                                                      \
    "cuMemsetD8Async cuStreamSynchronize cuLaunchKernel cuEventRecord cuProfilerStart "            \
    "cuProfilerStop clock released expired"

static double value(const bres_test_launched *gpu, const char *tag)
{
    return bres_test_summary_value(gpu->state, tag);
}

static void expect_near(double found, double expected)
{
    cr_expect(fabs(found - expected) <= 1e-6 * fabs(expected), "%.17g is not %.17g", found,
              expected);
}

/* One device; isolated samples only, without batches. */
static void begin(bres_test_launched *gpu)
{
    bres_test_gpu_begin(1);
    bres_test_launched_begin(gpu);
    gpu->settings.no_batch = true;
}

static void run(bres_test_launched *gpu)
{
    bres_test_launched_run(gpu);
    cr_assert_eq(gpu->status, BRES_OK, "%s", bres_last_error());
}

#define WARM_UP_HELPERS                                                                            \
    "clock\n"                                                                                      \
    "cuLaunchKernel block s2\n"                                                                    \
    "cuLaunchKernel stamp s2\n"                                                                    \
    "cuLaunchKernel stamp s2\n"                                                                    \
    "cuStreamSynchronize s2\n"
/* Not blocked; with the reading of the clock that limits the warm-ups. */
#define WARM_UP                                                                                    \
    "cuMemsetD8Async m1 0 4194304 s2\n"                                                            \
    "cuStreamSynchronize s2\n"                                                                     \
    "clock\n"                                                                                      \
    "cuLaunchKernel stamp s2\n"                                                                    \
    "cuEventRecord e3 s2\n"                                                                        \
    "cuLaunchKernel work s2\n"                                                                     \
    "cuEventRecord e4 s2\n"                                                                        \
    "cuLaunchKernel stamp s2\n"                                                                    \
    "cuStreamSynchronize s2\n"                                                                     \
    "clock\n"                                                                                      \
    "clock\n"
/* The last two readings are before and after the check of other streams. */
#define SAMPLE                                                                                     \
    "cuMemsetD8Async m1 0 4194304 s2\n"                                                            \
    "cuStreamSynchronize s2\n"                                                                     \
    "clock\n"                                                                                      \
    "cuLaunchKernel block s2\n"                                                                    \
    "cuLaunchKernel stamp s2\n"                                                                    \
    "cuEventRecord e3 s2\n"                                                                        \
    "cuLaunchKernel work s2\n"                                                                     \
    "cuEventRecord e4 s2\n"                                                                        \
    "cuLaunchKernel stamp s2\n"                                                                    \
    "released s2\n"                                                                                \
    "cuStreamSynchronize s2\n"                                                                     \
    "clock\n"                                                                                      \
    "clock\n"                                                                                      \
    "clock\n"

Test(measure, cold_calls_come_in_order)
{
    bres_test_launched gpu;

    begin(&gpu);
    gpu.settings.warmup_runs = 2;
    run(&gpu);
    fake_cuda_expect_lines(CALLS, WARM_UP_HELPERS WARM_UP WARM_UP "clock\n" SAMPLE SAMPLE);
    bres_test_launched_end(&gpu);
}

Test(measure, cold_once_is_seen_by_a_profiler_alone)
{
    bres_test_launched gpu;

    begin(&gpu);
    gpu.settings.run_once = true;
    gpu.settings.no_batch = false;
    run(&gpu);
    fake_cuda_expect_lines(CALLS, "clock\n"
                                  "clock\n"
                                  "cuMemsetD8Async m1 0 4194304 s2\n"
                                  "cuStreamSynchronize s2\n"
                                  "clock\n"
                                  "cuProfilerStart\n"
                                  "cuEventRecord e3 s2\n"
                                  "cuLaunchKernel work s2\n"
                                  "cuEventRecord e4 s2\n"
                                  "cuStreamSynchronize s2\n"
                                  "cuProfilerStop\n"
                                  "clock\n"
                                  "clock\n"
                                  "clock\n");
    cr_expect_eq(gpu.count, 1);
    cr_expect_null(bres_state_summary(gpu.state, "nv/cold/sm_clock_rate/mean"));
    bres_test_launched_end(&gpu);
}

/* Expects the calls of a sample in which the k-th call of a symbol fails. `k` includes the calls of
 * the warm-ups. */
static void expect_trace(const char *symbol, uint64_t k, bool late, const char *expected)
{
    bres_test_launched gpu;
    char *lines;
    char *sample;

    begin(&gpu);
    gpu.settings.min_samples = 1;
    fake->fail(symbol, k, 999, late);
    bres_test_launched_run(&gpu);
    cr_expect_eq(gpu.status, BRES_ERROR_CUDA);
    cr_expect_eq(fake->failed(), 1);
    lines = fake->lines(CALLS, -1);
    sample = strstr(lines, "cuLaunchKernel work s2");
    sample = sample != NULL ? strstr(sample, "cuMemsetD8Async") : NULL;
    cr_assert_not_null(sample, "%s", lines);
    cr_expect(strncmp(sample, expected, strlen(expected)) == 0, "%s %d: the log is\n%s", symbol,
              (int)k, sample);
    free(lines);
    bres_test_launched_end(&gpu);
}

Test(measure, cold_cleans_up_in_order)
{
    /* Launches 1 to 6 and waits 1 to 3 belong to the warm-ups. */
    expect_trace("cuLaunchKernel", 7, false,
                 "cuMemsetD8Async m1 0 4194304 s2\n"
                 "cuStreamSynchronize s2\n"
                 "clock\n"
                 "cuLaunchKernel block s2 = 999\n"
                 "cuStreamSynchronize s2\n");
    expect_trace("cuLaunchKernel", 7, true,
                 "cuMemsetD8Async m1 0 4194304 s2\n"
                 "cuStreamSynchronize s2\n"
                 "clock\n"
                 "cuLaunchKernel block s2 = 999\n"
                 "released s2\n"
                 "cuStreamSynchronize s2\n");
    expect_trace("cuLaunchKernel", 8, false,
                 "cuMemsetD8Async m1 0 4194304 s2\n"
                 "cuStreamSynchronize s2\n"
                 "clock\n"
                 "cuLaunchKernel block s2\n"
                 "cuLaunchKernel stamp s2 = 999\n"
                 "released s2\n"
                 "cuStreamSynchronize s2\n");
    expect_trace("cuLaunchKernel", 10, false,
                 "cuMemsetD8Async m1 0 4194304 s2\n"
                 "cuStreamSynchronize s2\n"
                 "clock\n"
                 "cuLaunchKernel block s2\n"
                 "cuLaunchKernel stamp s2\n"
                 "cuEventRecord e3 s2\n"
                 "cuLaunchKernel work s2\n"
                 "cuEventRecord e4 s2\n"
                 "cuLaunchKernel stamp s2 = 999\n"
                 "released s2\n"
                 "cuStreamSynchronize s2\n");
}

Test(measure, cold_times_of_gpu_and_host)
{
    static const uint64_t times[] = { 9 * US, 10 * US, 20 * US, 30 * US };
    bres_test_launched gpu;

    begin(&gpu);
    gpu.settings.min_samples = 3;
    fake->list("work", times, 4);
    fake->cost("cuLaunchKernel", 3 * US);
    run(&gpu);
    cr_expect_eq(value(&gpu, "nv/cold/sample_size"), 3);
    cr_assert_eq(gpu.count, 3);
    for (size_t i = 0; i < 3; i++)
        expect_near((double)gpu.samples[i], (double)times[i + 1] * 1e-9);
    expect_near(value(&gpu, "nv/cold/time/gpu/mean"), 20e-6);
    /* Four launches of 3 us each and a kernel of 20 us. */
    expect_near(value(&gpu, "nv/cold/time/cpu/mean"), 32e-6);
    expect_near(value(&gpu, "nv/cold/bw/item_rate"), 1000 / 20e-6);
    expect_near(value(&gpu, "nv/cold/bw/global/bytes_per_second"), 4000 / 20e-6);
    expect_near(value(&gpu, "nv/cold/bw/global/utilization"),
                4000 / 20e-6 / bres__cuda_context_info(gpu.gpu->context)->memory_bandwidth);
    expect_near(value(&gpu, "nv/cold/sm_clock_rate/scaling/percent"), 1);
    cr_expect_str_eq(gpu.log, "");
    bres_test_launched_end(&gpu);
}

Test(measure, cold_skips_what_is_too_short)
{
    bres_test_launched gpu;

    begin(&gpu);
    gpu.settings.skip_time = 1e-3;
    run(&gpu);
    cr_expect(gpu.skipped);
    cr_expect_str_eq(gpu.reason,
                     "the last warm-up took 1.000 us, less than the skip time of 1000.000 us");
    cr_expect_eq(bres_state_summary_count(gpu.state), 0);
    cr_expect_eq(gpu.launches, 1);
    bres_test_launched_end(&gpu);
}

Test(measure, cold_warm_ups_end_with_their_time)
{
    bres_test_launched gpu;

    begin(&gpu);
    fake->constant("work", 10 * MS);
    gpu.settings.warmup_runs = 100;
    gpu.settings.max_warmup_time = 0.025;
    run(&gpu);
    cr_expect_eq(gpu.launches, 3 + 2);
    bres_test_launched_end(&gpu);
}

Test(measure, cold_timeout_before_min_samples)
{
    bres_test_launched gpu;

    begin(&gpu);
    fake->constant("work", 100 * MS);
    gpu.settings.min_samples = 100;
    gpu.settings.timeout = 0.25;
    run(&gpu);
    cr_expect_eq(gpu.count, 3);
    cr_expect_not_null(strstr(gpu.log, "3 samples, fewer than min-samples (100)"), "%s", gpu.log);
    bres_test_launched_end(&gpu);
}

Test(measure, cold_ends_when_interrupted)
{
    bres_test_launched gpu;

    begin(&gpu);
    gpu.settings.min_samples = 100;
    gpu.interrupt_after = 5;
    run(&gpu);
    cr_expect_eq(gpu.count, 4);
    cr_expect_str_eq(gpu.log, "");
    bres_test_launched_end(&gpu);
}

Test(measure, cold_without_an_l2_cache_flushes_nothing)
{
    bres_test_launched gpu;

    bres_test_gpu_begin(1);
    fake->attribute(0, 38, 0);
    bres_test_launched_begin(&gpu);
    gpu.settings.no_batch = true;
    run(&gpu);
    cr_expect_eq(gpu.count, 2);
    fake_cuda_expect_lines("cuMemsetD8Async cuMemAlloc_v2", "");
    bres_test_launched_end(&gpu);
}

Test(measure, cold_reuses_its_events)
{
    bres_test_launched gpu;
    size_t events;

    begin(&gpu);
    gpu.settings.min_samples = 50;
    events = fake->made(FAKE_EVENT);
    run(&gpu);
    cr_expect_eq(fake->made(FAKE_EVENT), events + 2);
    cr_expect_eq(gpu.count, 50);
    bres_test_launched_end(&gpu);
}

/* A clock that makes every allocation within a sample fail. */
typedef struct watch {
    bres_clock clock;
    int64_t readings; /* since the first sample began */
    size_t allocated; /* attempted allocations */
} watch;

/* Readings of a sample: at its start and end, before and after the check of other streams. */
#define READINGS     4
/* Readings before: at the start of the warm-ups, of one warm-up, and at the start of the loop. */
#define READINGS_PRE 5

static uint64_t watch_now(void *user)
{
    watch *self = user;

    self->allocated += bres__faults_hit();
    self->readings++;
    bres__faults_arm(BRES__FAULT_ALLOC, (self->readings + READINGS) % READINGS != 0, true);
    return self->clock.now(self->clock.user);
}

/* Nothing is allocated between the first and the last reading of the clock in each of a thousand
 * samples. Arrays grow between samples. */
Test(measure, cold_allocates_nothing_in_a_sample)
{
    watch watched = { .clock = fake_cuda_clock(), .readings = -READINGS_PRE };
    bres_test_launched gpu;

    begin(&gpu);
    gpu.settings.min_samples = 1000;
    gpu.clock.now = watch_now;
    gpu.clock.user = &watched;
    bres_test_launched_run(&gpu);
    bres__faults_arm(0, 0, false);
    cr_assert_eq(gpu.status, BRES_OK, "%s", bres_last_error());
    cr_expect_eq(watched.readings, 1000 * READINGS);
    cr_expect_eq(watched.allocated, 0);
    bres_test_launched_end(&gpu);
}
