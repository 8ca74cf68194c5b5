/* SPDX-License-Identifier: MIT */
/*
 * The reasons of a decision. A new reason is a constant of bres_reason in the public header and a
 * line of this table; names, counts and plans follow from it.
 */
#ifndef BRES_COMPARE_DECIDE_REASON_H
#define BRES_COMPARE_DECIDE_REASON_H

#include <benchresult/compare.h>

/* The measurement that the plan of an undecided row with one run per side asks for. */
typedef enum bres__reason_need {
    BRES__NEED_DECIDED,    /* none: the row is decided, or no decision is possible */
    BRES__NEED_RUNS,       /* more pairs of runs */
    BRES__NEED_SAMPLES,    /* samples or summaries that are missing or unusable */
    BRES__NEED_CLOCK_RATE, /* pairs of runs at a fixed clock rate */
    BRES__NEED_CLOCK_STEP  /* longer samples, for which the step of the clock matters less */
} bres__reason_need;

/* The measurement that a reason asks for. */
bres__reason_need bres__reason_need_of(bres_reason reason);

/* X(CONSTANT, name, short name, need), in the order of the numbers, which count from 1. */
/* clang-format off */
#define BRES__REASONS(X) \
    X(CLEAR_GAP_CONFIRMED_BY_BULK_CYCLES, "clear_gap_confirmed_by_bulk_cycles", "bc-gap", DECIDED) \
    X(CLEAR_GAP_CONFIRMED_BY_SUMMARY_CYCLES, "clear_gap_confirmed_by_summary_cycles", "sc-gap", DECIDED) \
    X(BULK_CYCLE_GAP_NOT_CONFIRMED, "bulk_cycle_gap_not_confirmed", "bc-gap-miss", CLOCK_RATE) \
    X(SUMMARY_CYCLE_GAP_NOT_CONFIRMED, "summary_cycle_gap_not_confirmed", "sc-gap-miss", CLOCK_RATE) \
    X(BULK_CYCLE_DATA_UNUSABLE, "bulk_cycle_data_unusable", "bc-bad", SAMPLES) \
    X(MISSING_CLOCK_RATE, "missing_clock_rate", "clk-miss", SAMPLES) \
    X(INVALID_CLOCK_RATE, "invalid_clock_rate", "clk-bad", SAMPLES) \
    X(NOISE_UNAVAILABLE, "noise_unavailable", "noise-miss", SAMPLES) \
    X(MISSING_INTERVAL, "missing_interval", "int-miss", SAMPLES) \
    X(CENTERS_NOT_CLOSE, "centers_not_close", "centers-far", RUNS) \
    X(WEAK_INTERVAL_OVERLAP, "weak_interval_overlap", "weak-overlap", RUNS) \
    X(NOISE_TOO_HIGH, "noise_too_high", "noise-high", RUNS) \
    X(BULK_TIME_DATA_UNUSABLE, "bulk_time_data_unusable", "bt-bad", SAMPLES) \
    X(BULK_TIME_SUPPORT_MISMATCH, "bulk_time_support_mismatch", "bt-sup-miss", RUNS) \
    X(BULK_CYCLE_SUPPORT_MISMATCH, "bulk_cycle_support_mismatch", "bc-sup-miss", CLOCK_RATE) \
    X(CYCLE_SAME_NOT_CONFIRMED, "cycle_same_not_confirmed", "sc-same-miss", CLOCK_RATE) \
    X(BULK_SAME, "bulk_same", "bulk-same", DECIDED) \
    X(BULK_TIME_SAME_WITHOUT_CYCLES, "bulk_time_same_without_cycles", "bt-same-no-cyc", DECIDED) \
    X(BULK_TIME_SAME_CONFIRMED_BY_SUMMARY_CYCLES, "bulk_time_same_confirmed_by_summary_cycles", "bt-same-sc", DECIDED) \
    X(SAME_WITHOUT_CLOCK_RATE, "same_without_clock_rate", "same-no-clk", DECIDED) \
    X(SAME_CONFIRMED_BY_CYCLES, "same_confirmed_by_cycles", "sc-same", DECIDED) \
    X(STATE_SKIPPED, "state_skipped", "state-skip", DECIDED) \
    X(GPU_TIMING_SUMMARIES_MISSING, "gpu_timing_summaries_missing", "summ-miss", DECIDED) \
    X(TIMING_CENTER_MISSING, "timing_center_missing", "center-miss", DECIDED) \
    X(TIMING_CENTER_NONFINITE, "timing_center_nonfinite", "center-nonfin", DECIDED) \
    X(TIMING_CENTER_NONPOSITIVE, "timing_center_nonpositive", "center-nonpos", DECIDED) \
    X(CLEAR_GAP_WITHOUT_CLOCK, "clear_gap_without_clock", "gap-no-clk", DECIDED) \
    X(LEGACY_RULE, "legacy_rule", "legacy", DECIDED) \
    X(COUNTS_AGREE, "counts_agree", "cnt-same", DECIDED) \
    X(COUNTS_DIFFER, "counts_differ", "cnt-diff", DECIDED) \
    X(RUNS_DIFFER, "runs_differ", "runs-diff", DECIDED) \
    X(RUNS_DIFFER_CONFIRMED_BY_CYCLES, "runs_differ_confirmed_by_cycles", "runs-diff-cyc", DECIDED) \
    X(RUNS_AGREE, "runs_agree", "runs-same", DECIDED) \
    X(RUNS_INTERVAL_TOO_WIDE, "runs_interval_too_wide", "runs-wide", RUNS) \
    X(RUNS_CYCLE_DIFFERENCE_NOT_CONFIRMED, "runs_cycle_difference_not_confirmed", "runs-cyc-miss", RUNS) \
    X(RUNS_CYCLE_SAME_NOT_CONFIRMED, "runs_cycle_same_not_confirmed", "runs-same-miss", RUNS) \
    X(RUNS_TOO_FEW, "runs_too_few", "runs-few", RUNS) \
    X(RUNS_WITHOUT_VARIATION, "runs_without_variation", "runs-no-var", RUNS) \
    X(RUNS_NO_DISCOVERY, "runs_no_discovery", "runs-fdr", RUNS) \
    X(COUNTS_VARY, "counts_vary", "cnt-vary", RUNS) \
    X(TOO_FEW_SAMPLES, "too_few_samples", "few", SAMPLES) \
    X(AVERAGES_AGREE, "averages_agree", "avg-same", DECIDED) \
    X(BELOW_CLOCK_RESOLUTION, "below_clock_resolution", "below-clk", CLOCK_STEP) \
    X(RUNS_ODD, "runs_odd", "runs-odd", RUNS)
/* clang-format on */

/* One more than the largest reason number: the size of an array with room for every reason. */
#define BRES__REASON_PLUS_ONE(constant, name, short_name, need) +1
enum { BRES__REASON_END = 1 BRES__REASONS(BRES__REASON_PLUS_ONE) };

#endif
