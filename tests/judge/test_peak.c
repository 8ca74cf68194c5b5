/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "judge/verdict/peak.h"
#include "support/support.h"
#include "support/virtual_clock.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static _Alignas(BRES__PEAK_ALIGN) float memory[BRES__PEAK_FLOATS];
static bres_test_body body;

static void body_run(float *floats)
{
    cr_assert_eq(floats, memory);
    bres_test_body_run(&body);
}

static double rate_of(const int64_t *durations, size_t count)
{
    static const bres__peak_kernel kernel = { "scripted", 3000, body_run };
    bres_test_clock time = { .now = 5000 };
    const bres_clock clock = bres_test_clock_of(&time);

    body = (bres_test_body){ .clock = &time, .durations = durations, .count = count };
    return bres__peak_rate(&kernel, memory, &clock);
}

Test(judge, peak_is_the_largest_rate)
{
    static const int64_t slow_first[] = { 9000000, 1500, 3000, 2000, 2000 };
    static const int64_t fast_last[] = { 2000, 2000, 2000, 2000, 2000, 2000, 2000, 50 };
    static const int64_t backwards[] = { 2000, 2000, -2500, 2000, 0 };

    cr_assert_float_eq(rate_of(slow_first, 5), 3000 / 1500e-9, 1);
    cr_assert_float_eq(rate_of(fast_last, 8), 3000 / 50e-9, 1e3);
    cr_assert_float_eq(rate_of(backwards, 5), 3000 / 2000e-9, 1);
}

Test(judge, peak_runs_end)
{
    static const int64_t seconds[] = { 1000000000 };
    static const int64_t nothing[] = { 0 };
    static const int64_t usual[] = { 50000 };
    uint64_t calls;

    /* Even a slow kernel runs more than once, but not endlessly. */
    cr_assert_float_eq(rate_of(seconds, 1), 3000, 1e-6);
    cr_assert_gt(body.calls, 1);
    cr_assert_lt(body.calls, 20);
    calls = body.calls;
    rate_of(usual, 1);
    cr_assert_gt(body.calls, calls);
    /* A clock that stands still measures nothing. */
    cr_assert_eq(rate_of(nothing, 1), 0);
    cr_assert_gt(body.calls, calls);
}

/* Each chain reaches its final value, 1, and the kernel writes nothing else. */
Test(judge, peak_flops_kernels_compute)
{
    bres__peak_kernel kernels[BRES__PEAK_VARIANTS_MAX];
    const size_t count = bres__peak_flops_kernels(kernels, BRES__PEAK_VARIANTS_MAX);

    cr_assert_geq(count, 1);
    for (size_t k = 0; k < count; k++) {
        size_t ones = 0;
        double before;

        for (size_t i = 0; i < BRES__PEAK_FLOATS; i++)
            memory[i] = 2 + (float)i;
        before = kernels[k].amount;
        kernels[k].run(memory);
        while (ones < BRES__PEAK_FLOATS && memory[ones] == 1)
            ones++;
        cr_assert(ones == 32 || ones == 64 || ones == 128, "%s: %zu", kernels[k].name, ones);
        for (size_t i = ones; i < BRES__PEAK_FLOATS; i++)
            cr_assert_eq(memory[i], 2 + (float)i, "%s: %zu", kernels[k].name, i);
        cr_assert_geq(before, 2.0 * (double)ones * 1000, "%s", kernels[k].name);
    }
}

Test(judge, peak_bytes_kernels_add)
{
    bres__peak_kernel kernels[BRES__PEAK_VARIANTS_MAX];
    const size_t count = bres__peak_bytes_kernels(kernels, BRES__PEAK_VARIANTS_MAX);
    size_t sums_of_plain = 0;

    cr_assert_geq(count, 1);
    for (size_t k = count; k-- > 0;) {
        size_t sums = 0;

        memset(memory, 0, sizeof memory);
        /* Fills the arrays below the third one, which stays 0 until the kernel writes it. */
        for (size_t i = 0; i < BRES__PEAK_FLOATS / 3; i++) {
            memory[i] = 1;
            memory[BRES__PEAK_FLOATS / 3 + i] = 2;
        }
        kernels[k].run(memory);
        for (size_t i = 0; i < BRES__PEAK_FLOATS / 3; i++) {
            const float sum = memory[BRES__PEAK_FLOATS / 3 * 2 + i];

            cr_assert(sum == 3 || sum == 0, "%s: %zu", kernels[k].name, i);
            sums += sum == 3;
        }
        cr_assert_gt(sums, 1000, "%s", kernels[k].name);
        cr_assert(sums_of_plain == 0 || sums_of_plain == sums, "%s: %zu", kernels[k].name, sums);
        sums_of_plain = sums;
    }
}

Test(judge, peak_fastest_variant_comes_first)
{
    bres__peak_kernel first;
    bres__peak_kernel all[BRES__PEAK_VARIANTS_MAX];

    cr_assert_eq(bres__peak_flops_kernels(&first, 1), 1);
    bres__peak_flops_kernels(all, BRES__PEAK_VARIANTS_MAX);
    cr_assert_eq(first.run, all[0].run);
    cr_assert_eq(bres__peak_bytes_kernels(&first, 1), 1);
    bres__peak_bytes_kernels(all, BRES__PEAK_VARIANTS_MAX);
    cr_assert_eq(first.run, all[0].run);
}

static bres_status measure_once(void *context)
{
    double flops = -1;
    double bytes = -1;
    const bres_status status = bres__peaks_measure(&flops, &bytes);

    (void)context;
    if (status == BRES_OK)
        cr_assert(isfinite(flops) && flops > 0 && isfinite(bytes) && bytes > 0);
    else
        cr_assert(flops == 0 && bytes == 0);
    return status;
}

Test(judge, peak_survives_every_failing_allocation)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, measure_once, NULL);
}
