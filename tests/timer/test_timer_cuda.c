/* SPDX-License-Identifier: MIT */
/* Timing work on a stream, on the double of the driver. */
#include "base/fault.h"
#include "cuda/cuda.h"
#include "support/gpu.h"
#include "support/support.h"

#include <benchresult/timer.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define MS UINT64_C(1000000)

/* Launches the kernel "work" on a stream. */
typedef struct queued {
    bres_cuda_module *module;
    bres_cuda_kernel *work;
    bres_cuda_stream *stream;
    bres_clock clock;
    bres_timer_options options;
    bres_timing_method method;
} queued;

static void launch(void *context)
{
    static const bres_cuda_geometry geometry = { .grid = { 1, 1, 1 } };
    queued *self = context;

    cr_assert_eq(
        bres_cuda_kernel_launch(self->work, &geometry, bres_cuda_stream_handle(self->stream), NULL),
        BRES_OK, "%s", bres_last_error());
}

static void queued_begin(queued *self, uint32_t flags)
{
    bres_test_gpu_begin(2);
    fake->constant("work", 1 * MS);
    fake->clock_cost(50);
    cr_assert_eq(bres_cuda_module_load(1, bres_test_ptx, strlen(bres_test_ptx), &self->module),
                 BRES_OK);
    cr_assert_eq(bres_cuda_module_kernel(self->module, "work", &self->work), BRES_OK);
    cr_assert_eq(bres_cuda_stream_new(1, &self->stream), BRES_OK);
    self->clock = fake_cuda_clock();
    bres_timer_options_init(&self->options);
    self->options.clock = &self->clock;
    self->options.flags = BRES_TIMER_HAS_STREAM | flags;
    self->options.stream = bres_cuda_stream_handle(self->stream);
    self->options.device = 1;
    self->options.number = 2;
    self->method = BRES_TIMING_TIMEIT;
    fake->clear_log();
}

static bres_status queued_measure(queued *self, bres_measurement **measurement)
{
    bres_timer *timer = NULL;
    bres_status status = bres_timer_new(launch, self, NULL, &timer);

    *measurement = NULL;
    if (status == BRES_OK)
        status = bres_timer_measure(timer, self->method, &self->options, measurement);
    cr_assert_eq(*measurement == NULL, status != BRES_OK);
    bres_timer_free(timer);
    return status;
}

static void queued_end(queued *self)
{
    bres_cuda_stream_free(self->stream);
    bres_cuda_module_free(self->module);
    fake_cuda_expect_clean();
}

/* The clock is read after the work on the stream has ended. */
Test(timer, timer_waits_for_a_stream)
{
    static const char block[] = "cuStreamSynchronize s1\nclock\ncuLaunchKernel work s1\n"
                                "cuLaunchKernel work s1\ncuStreamSynchronize s1\nclock\n";
    bres_measurement *measurement;
    char expected[512];
    queued self;

    queued_begin(&self, 0);
    cr_assert_eq(queued_measure(&self, &measurement), BRES_OK, "%s", bres_last_error());
    snprintf(expected, sizeof(expected), "clock\n%s%s", block, block);
    fake_cuda_expect_lines("clock cuStreamSynchronize cuLaunchKernel", expected);
    cr_expect_float_eq(bres_measurement_raw_times(measurement)[0], 2.00005e-3, 1e-12);
    bres_measurement_free(measurement);
    queued_end(&self);
}

/* No time contains work that was queued before. */
Test(timer, timer_times_with_events)
{
    static const char block[] =
        "cuEventRecord e1 s1\ncuLaunchKernel work s1\ncuLaunchKernel work s1\n"
        "cuEventRecord e2 s1\ncuStreamSynchronize s1\n";
    bres_measurement *measurement;
    char expected[512];
    queued self;

    queued_begin(&self, BRES_TIMER_CUDA_EVENTS);
    launch(&self);
    fake->clear_log();
    cr_assert_eq(queued_measure(&self, &measurement), BRES_OK, "%s", bres_last_error());
    snprintf(expected, sizeof(expected), "clock\n%s%s", block, block);
    fake_cuda_expect_lines("clock cuEventRecord cuStreamSynchronize cuLaunchKernel", expected);
    cr_expect_float_eq(bres_measurement_raw_times(measurement)[0], 2e-3, 1e-9);
    bres_measurement_free(measurement);
    queued_end(&self);
}

Test(timer, timer_finds_blocks_on_a_stream)
{
    bres_measurement *measurement;
    queued self;

    queued_begin(&self, 0);
    self.method = BRES_TIMING_BLOCKED;
    fake->constant("work", 1000);
    cr_assert_eq(queued_measure(&self, &measurement), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(bres_measurement_number_per_run(measurement), 1000);
    bres_measurement_free(measurement);
    queued_end(&self);
}

Test(timer, timer_stream_that_fails)
{
    static const char *const calls[] = { "cuStreamSynchronize", "cuEventRecord", "cuEventCreate",
                                         "cuEventQuery" };
    bres_measurement *measurement;
    queued self;

    queued_begin(&self, BRES_TIMER_CUDA_EVENTS);
    for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
        for (unsigned k = 1; k <= 2; k++) {
            fake->fail(calls[i], k, 999, false);
            cr_expect_eq(queued_measure(&self, &measurement), BRES_ERROR_CUDA, "%s", calls[i]);
            cr_expect_not_null(strstr(bres_last_error(), calls[i]), "%s", bres_last_error());
        }
    }
    self.options.flags = BRES_TIMER_HAS_STREAM;
    for (unsigned k = 1; k <= 4; k++) {
        fake->fail("cuStreamSynchronize", k, 999, false);
        cr_expect_eq(queued_measure(&self, &measurement), BRES_ERROR_CUDA, "%u", k);
    }
    self.options.device = 2;
    cr_expect_eq(queued_measure(&self, &measurement), BRES_ERROR_ARGUMENT);
    queued_end(&self);
}

static bres_status sweep_run(void *context)
{
    bres_measurement *measurement;
    const bres_status status = queued_measure(context, &measurement);

    bres_measurement_free(measurement);
    return status;
}

Test(timer, timer_stream_survives_every_failure)
{
    queued self;

    queued_begin(&self, BRES_TIMER_CUDA_EVENTS);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_run, &self);
    queued_end(&self);
}

Test(timer, timer_stream_without_a_device)
{
    bres_measurement *measurement;
    queued self;

    queued_begin(&self, 0);
    queued_end(&self);
    bres__cuda_forget();
    fake_cuda_absent();
    cr_expect_eq(queued_measure(&self, &measurement), BRES_ERROR_NO_DEVICE);
}
