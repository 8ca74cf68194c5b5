/* SPDX-License-Identifier: MIT */
/*
 * The reasons of a decision. A new reason is a constant of bres_reason in the public header and a
 * line of this table; names and counts follow from it.
 */
#ifndef BRES_COMPARE_DECIDE_REASON_H
#define BRES_COMPARE_DECIDE_REASON_H

#include <benchresult/compare.h>

/* X(CONSTANT, name, short name), in the order of the numbers, which count from 1. */
/* clang-format off */
#define BRES__REASONS(X) \
    X(CLEAR_GAP_CONFIRMED_BY_BULK_CYCLES, "clear_gap_confirmed_by_bulk_cycles", "bc-gap") \
    X(CLEAR_GAP_CONFIRMED_BY_SUMMARY_CYCLES, "clear_gap_confirmed_by_summary_cycles", "sc-gap") \
    X(BULK_CYCLE_GAP_NOT_CONFIRMED, "bulk_cycle_gap_not_confirmed", "bc-gap-miss") \
    X(SUMMARY_CYCLE_GAP_NOT_CONFIRMED, "summary_cycle_gap_not_confirmed", "sc-gap-miss") \
    X(BULK_CYCLE_DATA_UNUSABLE, "bulk_cycle_data_unusable", "bc-bad") \
    X(MISSING_CLOCK_RATE, "missing_clock_rate", "clk-miss") \
    X(INVALID_CLOCK_RATE, "invalid_clock_rate", "clk-bad") \
    X(NOISE_UNAVAILABLE, "noise_unavailable", "noise-miss") \
    X(MISSING_INTERVAL, "missing_interval", "int-miss") \
    X(CENTERS_NOT_CLOSE, "centers_not_close", "centers-far") \
    X(WEAK_INTERVAL_OVERLAP, "weak_interval_overlap", "weak-overlap") \
    X(NOISE_TOO_HIGH, "noise_too_high", "noise-high") \
    X(BULK_TIME_DATA_UNUSABLE, "bulk_time_data_unusable", "bt-bad") \
    X(BULK_TIME_SUPPORT_MISMATCH, "bulk_time_support_mismatch", "bt-sup-miss") \
    X(BULK_CYCLE_SUPPORT_MISMATCH, "bulk_cycle_support_mismatch", "bc-sup-miss") \
    X(CYCLE_SAME_NOT_CONFIRMED, "cycle_same_not_confirmed", "sc-same-miss") \
    X(BULK_SAME, "bulk_same", "bulk-same") \
    X(BULK_TIME_SAME_WITHOUT_CYCLES, "bulk_time_same_without_cycles", "bt-same-no-cyc") \
    X(BULK_TIME_SAME_CONFIRMED_BY_SUMMARY_CYCLES, "bulk_time_same_confirmed_by_summary_cycles", "bt-same-sc") \
    X(SAME_WITHOUT_CLOCK_RATE, "same_without_clock_rate", "same-no-clk") \
    X(SAME_CONFIRMED_BY_CYCLES, "same_confirmed_by_cycles", "sc-same") \
    X(STATE_SKIPPED, "state_skipped", "state-skip") \
    X(GPU_TIMING_SUMMARIES_MISSING, "gpu_timing_summaries_missing", "summ-miss") \
    X(TIMING_CENTER_MISSING, "timing_center_missing", "center-miss") \
    X(TIMING_CENTER_NONFINITE, "timing_center_nonfinite", "center-nonfin") \
    X(TIMING_CENTER_NONPOSITIVE, "timing_center_nonpositive", "center-nonpos") \
    X(CLEAR_GAP_WITHOUT_CLOCK, "clear_gap_without_clock", "gap-no-clk") \
    X(LEGACY_RULE, "legacy_rule", "legacy") \
    X(COUNTS_AGREE, "counts_agree", "cnt-same") \
    X(COUNTS_DIFFER, "counts_differ", "cnt-diff") \
    X(RUNS_DIFFER, "runs_differ", "runs-diff") \
    X(RUNS_DIFFER_CONFIRMED_BY_CYCLES, "runs_differ_confirmed_by_cycles", "runs-diff-cyc") \
    X(RUNS_AGREE, "runs_agree", "runs-same") \
    X(RUNS_INTERVAL_TOO_WIDE, "runs_interval_too_wide", "runs-wide") \
    X(RUNS_CYCLE_DIFFERENCE_NOT_CONFIRMED, "runs_cycle_difference_not_confirmed", "runs-cyc-miss") \
    X(RUNS_CYCLE_SAME_NOT_CONFIRMED, "runs_cycle_same_not_confirmed", "runs-same-miss") \
    X(RUNS_TOO_FEW, "runs_too_few", "runs-few") \
    X(RUNS_WITHOUT_VARIATION, "runs_without_variation", "runs-no-var") \
    X(RUNS_NO_DISCOVERY, "runs_no_discovery", "runs-fdr") \
    X(COUNTS_VARY, "counts_vary", "cnt-vary") \
    X(TOO_FEW_SAMPLES, "too_few_samples", "few") \
    X(AVERAGES_AGREE, "averages_agree", "avg-same") \
    X(BELOW_CLOCK_RESOLUTION, "below_clock_resolution", "below-clk") \
    X(RUNS_ODD, "runs_odd", "runs-odd")
/* clang-format on */

/* One more than the largest number of a reason: room for each. */
#define BRES__REASON_PLUS_ONE(constant, name, short_name) +1
enum { BRES__REASON_END = 1 BRES__REASONS(BRES__REASON_PLUS_ONE) };

#endif
