/* SPDX-License-Identifier: MIT */
/*
 * CPU-only pairs, which have no clock rates, and summaries other than cold GPU times.
 */
#include "support/pair.h"

#include <criterion/criterion.h>

#define REF "cpu R(2.0,2.05,2.1,2.2)"
#define CMP "cpu R(2.4,2.45,2.5,2.6)"
#define A   "cpu R(50,50.5,51,52)"
#define B   "cpu R(50.2,50.6,51.2,52.1)"

/* Every reason that a decision without clock rates can have. */
Test(compare, cpu_only_pairs)
{
    static const bres_test_pair pairs[] = {
        { "slow", REF, CMP, NULL, BRES_SLOW, BRES_REASON_CLEAR_GAP_WITHOUT_CLOCK, 0 },
        { "fast", CMP, REF, NULL, BRES_FAST, BRES_REASON_CLEAR_GAP_WITHOUT_CLOCK, 0 },
        { "a gap in samples", "cpu max=2.2 t=[2.0,2.05,2.1,2.2]", CMP, NULL, BRES_SLOW,
          BRES_REASON_CLEAR_GAP_WITHOUT_CLOCK, 0 },
        { "same", A, B, NULL, BRES_SAME, BRES_REASON_SAME_WITHOUT_CLOCK_RATE, 0 },
        { "same samples", "cpu R(3,3,3.005,3.012) t=[3.0x7,3.012x3]",
          "cpu R(3,3,3.01,3.012) t=[3.0x2,3.012x8]", NULL, BRES_SAME,
          BRES_REASON_BULK_TIME_SAME_WITHOUT_CYCLES, 0 },
        { "other samples", "cpu R(3,3,3.005,3.012) t=[3.0x7,3.012x3]",
          "cpu R(3,3,3.01,3.012) t=[3.1x10]", NULL, BRES_AMBIGUOUS,
          BRES_REASON_BULK_TIME_SUPPORT_MISMATCH, 0 },
        { "missing samples", "cpu R(3,3,3.005,3.012) t=[3.0x7,3.012x3] tfile=missing",
          "cpu R(3,3,3.01,3.012) t=[3.0x2,3.012x8]", NULL, BRES_AMBIGUOUS,
          BRES_REASON_BULK_TIME_DATA_UNUSABLE, 1 },
        { "far", A, "cpu R(50.2,51.9,52.2,53)", NULL, BRES_AMBIGUOUS, BRES_REASON_CENTERS_NOT_CLOSE,
          0 },
        { "weak", "cpu R(10,10,10,10|0)", "cpu R(10.03,10.03,10.03,10.03|0)", NULL, BRES_AMBIGUOUS,
          BRES_REASON_WEAK_INTERVAL_OVERLAP, 0 },
        { "noisy", "cpu R(50,50.5,51,52|.03)", B, NULL, BRES_AMBIGUOUS, BRES_REASON_NOISE_TOO_HIGH,
          0 },
        { "no noise", A " iqrr=null", B, NULL, BRES_AMBIGUOUS, BRES_REASON_NOISE_UNAVAILABLE, 0 },
        { "no interval", "cpu R(3.9,4.1,4,4.2)", "cpu R(3.9,3.95,4,4.1)", NULL, BRES_AMBIGUOUS,
          BRES_REASON_MISSING_INTERVAL, 0 },
        { "no center", A, "cpu min=3", NULL, BRES_UNKNOWN, BRES_REASON_TIMING_CENTER_MISSING, 0 },
        { "nan", "cpu M(nan|.01)", "cpu M(1|.01)", NULL, BRES_UNKNOWN,
          BRES_REASON_TIMING_CENTER_NONFINITE, 0 },
        { "zero", "cpu M(0|.01)", "cpu M(1|.01)", NULL, BRES_UNKNOWN,
          BRES_REASON_TIMING_CENTER_NONPOSITIVE, 0 },
        { "skipped", "cpu skip nosum", B, NULL, BRES_UNKNOWN, BRES_REASON_STATE_SKIPPED, 0 },
        { "no summaries", A, "cpu nosum", NULL, BRES_UNKNOWN,
          BRES_REASON_GPU_TIMING_SUMMARIES_MISSING, 0 },
        /* One GPU tag makes the row a GPU row. */
        { "not CPU-only", A " raw={'tag':'nv/cold/time/gpu/other','data':[]}", B, NULL,
          BRES_UNKNOWN, BRES_REASON_TIMING_CENTER_MISSING, 0 },
    };

    bres_test_pairs(pairs, sizeof pairs / sizeof *pairs);
}

/* A pair without devices, and the times of the reference beside a skipped candidate. */
Test(compare, cpu_only_rows)
{
    bres_comparison *comparison = bres_test_compare(A, "cpu skip nosum", NULL, NULL);
    const bres_row *row = bres_comparison_row_at(comparison, 0);

    cr_assert_null(bres_device_pair_reference(bres_row_pair(row)));
    cr_assert_null(bres_device_pair_candidate(bres_row_pair(row)));
    cr_assert(bres_device_pair_is_equal(bres_row_pair(row)));
    bres_comparison_free(comparison);
    comparison = bres_test_compare("cpu mean=4", "cpu skip nosum", NULL, NULL);
    row = bres_comparison_row_at(comparison, 0);
    cr_assert_eq(bres_row_reference_estimate(row)->center, 4);
    bres_comparison_free(comparison);
}

#define VALUE(tag, number)                                                                         \
    "{'tag':'" tag "','data':[{'name':'value','type':'float64','value':'" number "'}]}"
/* A GPU state with all sets of summaries: isolated GPU times of `number`, CPU times of 2`number`
 * and batch times of 3`number` (digits in front of it). */
#define ALL(number)                                                                                \
    "M(" number "|.01) raw=" VALUE("nv/cold/time/cpu/mean", "2" number) "," VALUE(                 \
        "nv/cold/time/cpu/stdev/relative", ".01") "," VALUE("nv/batch/time/gpu/mean", "3" number)

/* Each metric has its own center; only isolated GPU times have a clock rate. */
Test(compare, metric_chooses_summaries)
{
    static const struct {
        uint32_t metric;
        double center;
        bres_reason reason;
    } rows[] = {
        { BRES_METRIC_AUTO, 1, BRES_REASON_MISSING_CLOCK_RATE },
        { BRES_METRIC_GPU, 1, BRES_REASON_MISSING_CLOCK_RATE },
        { BRES_METRIC_CPU, 21, BRES_REASON_CLEAR_GAP_WITHOUT_CLOCK },
        { BRES_METRIC_BATCH, 31, BRES_REASON_NOISE_UNAVAILABLE },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_compare_options options;
        bres_comparison *comparison;
        const bres_row *row;

        bres_compare_options_init(&options);
        options.metric = rows[i].metric;
        comparison = bres_test_compare(ALL("1"), ALL("9"), &options, NULL);
        row = bres_comparison_row_at(comparison, 0);
        cr_assert_eq(bres_row_reference_estimate(row)->center, rows[i].center, "metric %u",
                     rows[i].metric);
        cr_assert_eq(bres_row_reason(row), rows[i].reason, "metric %u: %s", rows[i].metric,
                     bres_reason_name(bres_row_reason(row)));
        bres_comparison_free(comparison);
    }
}

Test(compare, metric_of_a_cpu_only_pair)
{
    static const struct {
        uint32_t metric;
        bres_reason reason;
    } rows[] = {
        { BRES_METRIC_AUTO, BRES_REASON_SAME_WITHOUT_CLOCK_RATE },
        { BRES_METRIC_CPU, BRES_REASON_SAME_WITHOUT_CLOCK_RATE },
        { BRES_METRIC_GPU, BRES_REASON_TIMING_CENTER_MISSING },
        { BRES_METRIC_BATCH, BRES_REASON_TIMING_CENTER_MISSING },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_compare_options options;
        bres_comparison *comparison;

        bres_compare_options_init(&options);
        options.metric = rows[i].metric;
        comparison = bres_test_compare(A, B, &options, NULL);
        cr_assert_eq(bres_row_reason(bres_comparison_row_at(comparison, 0)), rows[i].reason,
                     "metric %u", rows[i].metric);
        bres_comparison_free(comparison);
    }
}
