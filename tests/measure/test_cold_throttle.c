/* SPDX-License-Identifier: MIT */
/* Isolated samples whose clock is too low. */
#include "support/launched.h"
#include "support/measured.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define DEFAULT_MHZ 1500.0
#define SLOW        (0.5 * DEFAULT_MHZ)

static void begin_device(void)
{
    bres_test_gpu_begin(1);
    fake->attribute(0, 13, (int)(DEFAULT_MHZ * 1000));
    fake->sm_clock(0, DEFAULT_MHZ);
}

/* `mhz` is the clock during and after each launch of "work". */
static void begin_work(bres_test_launched *gpu, const double *mhz, size_t count)
{
    bres_test_launched_begin(gpu);
    gpu->settings.no_batch = true;
    if (count != 0)
        fake->kernel_clock("work", mhz, count);
}

static void begin(bres_test_launched *gpu, const double *mhz, size_t count)
{
    begin_device();
    begin_work(gpu, mhz, count);
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

Test(measure, throttle_discards_and_waits_longer_and_longer)
{
    static const double mhz[] = { DEFAULT_MHZ, SLOW, SLOW, SLOW, SLOW, SLOW, DEFAULT_MHZ };
    bres_test_launched gpu;

    begin(&gpu, mhz, 7);
    run(&gpu);
    cr_expect_eq(gpu.count, 2);
    cr_expect_eq(gpu.launches, 1 + 5 + 2);
    fake_cuda_expect_lines("sleep", "sleep 50000000\n"
                                    "sleep 50000000\n"
                                    "sleep 50000000\n"
                                    "sleep 125000000\n"
                                    "sleep 312500000\n");
    cr_expect_str_eq(gpu.log,
                     "sample 0 is discarded: the clock was at 750 MHz, 50.0 % of the default 1500 "
                     "MHz, below the threshold of 75.0 %; waiting 0.05 s\n"
                     "5 samples were discarded, as the clock was below the threshold\n");
    cr_expect_null(bres_state_summary(gpu.state, "bres/cold/throttled"));
    bres_test_launched_end(&gpu);
}

Test(measure, throttle_keeps_its_delay_after_an_accepted_sample)
{
    static const double mhz[] = { DEFAULT_MHZ, SLOW,        SLOW, SLOW,
                                  SLOW,        DEFAULT_MHZ, SLOW, DEFAULT_MHZ };
    bres_test_launched gpu;

    begin(&gpu, mhz, 8);
    run(&gpu);
    fake_cuda_expect_lines("sleep", "sleep 50000000\n"
                                    "sleep 50000000\n"
                                    "sleep 50000000\n"
                                    "sleep 125000000\n"
                                    "sleep 125000000\n");
    bres_test_launched_end(&gpu);
}

Test(measure, throttle_delay_grows_by_half_a_second_at_most)
{
    double mhz[11];
    bres_test_launched gpu;

    for (size_t i = 0; i < 11; i++)
        mhz[i] = i == 0 || i == 10 ? DEFAULT_MHZ : SLOW;
    begin(&gpu, mhz, 11);
    gpu.settings.throttle_recovery_delay = 0.25;
    run(&gpu);
    fake_cuda_expect_lines("sleep", "sleep 250000000\n"
                                    "sleep 250000000\n"
                                    "sleep 250000000\n"
                                    "sleep 625000000\n"
                                    "sleep 1125000000\n"
                                    "sleep 1625000000\n"
                                    "sleep 2125000000\n"
                                    "sleep 2625000000\n"
                                    "sleep 3125000000\n");
    bres_test_launched_end(&gpu);
}

Test(measure, throttle_for_ever_gives_samples_after_the_timeout)
{
    static const double mhz[] = { SLOW };
    bres_test_launched gpu;

    begin(&gpu, mhz, 1);
    gpu.settings.min_samples = 7;
    gpu.settings.timeout = 2;
    run(&gpu);
    cr_expect_eq(gpu.count, 7);
    cr_expect_eq(value(&gpu, "bres/cold/throttled"), 7);
    cr_expect_not(bres_summary_is_hidden(bres_state_summary(gpu.state, "bres/cold/throttled")));
    cr_expect_eq(value(&gpu, "nv/cold/sample_size"), 7);
    cr_expect_lt(fabs(value(&gpu, "nv/cold/sm_clock_rate/scaling/percent") - 0.5), 1e-3);
    cr_expect_not_null(strstr(gpu.log, "the clock has never reached the threshold; 7 samples"),
                       "%s", gpu.log);
    bres_test_launched_end(&gpu);
}

/* Only the kernel takes time. */
Test(measure, throttle_without_a_delay_ends_with_the_timeout)
{
    static const double mhz[] = { SLOW };
    bres_test_launched gpu;

    begin(&gpu, mhz, 1);
    fake->constant("work", 1000000);
    gpu.settings.timeout = 0.02;
    gpu.settings.throttle_recovery_delay = 0;
    run(&gpu);
    cr_expect_eq(gpu.count, 2);
    fake_cuda_expect_lines("sleep", "");
    bres_test_launched_end(&gpu);
}

Test(measure, throttle_is_not_judged)
{
    static const double mhz[] = { SLOW };
    bres_test_launched gpu;

    for (int row = 0; row < 4; row++) {
        /* A clock at the threshold, no threshold, a launcher that waits, an unknown clock. */
        begin(&gpu, mhz, row == 3 ? 0 : 1);
        if (row == 0)
            gpu.settings.throttle_threshold = 0.5;
        if (row == 1)
            gpu.settings.throttle_threshold = 0;
        if (row == 2)
            gpu.body.flags = BRES_CUDA_SYNC;
        if (row == 3) {
            fake->role("stamp", FAKE_PLAIN);
            fake->constant("stamp", 0);
        }
        run(&gpu);
        cr_expect_eq(gpu.count, 2, "row %d", row);
        cr_expect_eq(gpu.launches, 3, "row %d", row);
        cr_expect_eq(bres_state_summary(gpu.state, "nv/cold/sm_clock_rate/mean") != NULL, row != 3,
                     "row %d", row);
        bres_test_launched_end(&gpu);
    }
}

Test(measure, throttle_looks_at_any_multiprocessor)
{
    static const double mhz[] = { DEFAULT_MHZ, SLOW, DEFAULT_MHZ };
    bres_test_launched gpu;

    begin(&gpu, mhz, 3);
    fake->role("stamp", FAKE_STAMP_SLOTS);
    fake->sm_hidden(0, 0);
    run(&gpu);
    cr_expect_eq(gpu.launches, 1 + 1 + 2);
    bres_test_launched_end(&gpu);
}

/* The throttle reasons that the management library reports for a slow device. */
Test(measure, throttle_tells_the_reasons)
{
    static const struct {
        const char *failing;
        uint64_t reasons;
        const char *words; /* NULL: no summary */
    } rows[] = {
        { NULL, BRES__NVML_IDLE | BRES__NVML_SOFTWARE_POWER | BRES__NVML_HARDWARE_THERMAL,
          "software power cap, hardware thermal slowdown" },
        { NULL, BRES__NVML_IDLE | BRES__NVML_CLOCKS_SETTING, NULL },
        { "nvmlDeviceGetCurrentClocksThrottleReasons", BRES__NVML_SOFTWARE_POWER, NULL },
    };
    static const double mhz[] = { DEFAULT_MHZ, SLOW, DEFAULT_MHZ };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const bres_summary *summary;
        fake_nvml_state *nvml;
        bres_test_launched gpu;

        begin_device();
        nvml = bres_test_nvml_begin(false);
        nvml->reasons = rows[i].reasons;
        nvml->failing = rows[i].failing;
        nvml->result = 4;
        begin_work(&gpu, mhz, 3);
        run(&gpu);
        summary = bres_state_summary(gpu.state, "bres/cold/throttle_reasons");
        cr_expect_eq(summary != NULL, rows[i].words != NULL, "row %zu", i);
        if (summary != NULL)
            cr_expect_str_eq(bres_summary_string(summary), rows[i].words);
        bres_test_launched_end(&gpu);
        cr_expect_eq(nvml->users, 0);
    }
}

/* A function that is loaded at its first launch would wait for the blocked stream, so the library
 * loads it before. */
Test(measure, cold_loads_lazy_code_before_it_blocks)
{
    bres_test_launched gpu;

    bres_test_gpu_begin(1);
    fake->lazy_loading(true);
    bres_test_launched_begin(&gpu);
    run(&gpu);
    cr_expect_eq(gpu.count, 2);
    bres_test_launched_end(&gpu);
}
