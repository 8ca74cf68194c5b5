/* SPDX-License-Identifier: MIT */
/*
 * The names of verdicts and reasons.
 */
#include "compare/decide/reason.h"

typedef struct reason_names {
    const char *name;
    const char *short_name;
} reason_names;

static const reason_names unknown_reason = { "unknown_reason", "unknown-reason" };

static const reason_names reasons[] = {
    [BRES_REASON_CLEAR_GAP_CONFIRMED_BY_BULK_CYCLES] = { "clear_gap_confirmed_by_bulk_cycles",
                                                         "bc-gap" },
    [BRES_REASON_CLEAR_GAP_CONFIRMED_BY_SUMMARY_CYCLES] = { "clear_gap_confirmed_by_summary_cycles",
                                                            "sc-gap" },
    [BRES_REASON_BULK_CYCLE_GAP_NOT_CONFIRMED] = { "bulk_cycle_gap_not_confirmed", "bc-gap-miss" },
    [BRES_REASON_SUMMARY_CYCLE_GAP_NOT_CONFIRMED] = { "summary_cycle_gap_not_confirmed",
                                                      "sc-gap-miss" },
    [BRES_REASON_BULK_CYCLE_DATA_UNUSABLE] = { "bulk_cycle_data_unusable", "bc-bad" },
    [BRES_REASON_MISSING_CLOCK_RATE] = { "missing_clock_rate", "clk-miss" },
    [BRES_REASON_INVALID_CLOCK_RATE] = { "invalid_clock_rate", "clk-bad" },
    [BRES_REASON_NOISE_UNAVAILABLE] = { "noise_unavailable", "noise-miss" },
    [BRES_REASON_MISSING_INTERVAL] = { "missing_interval", "int-miss" },
    [BRES_REASON_CENTERS_NOT_CLOSE] = { "centers_not_close", "centers-far" },
    [BRES_REASON_WEAK_INTERVAL_OVERLAP] = { "weak_interval_overlap", "weak-overlap" },
    [BRES_REASON_NOISE_TOO_HIGH] = { "noise_too_high", "noise-high" },
    [BRES_REASON_BULK_TIME_DATA_UNUSABLE] = { "bulk_time_data_unusable", "bt-bad" },
    [BRES_REASON_BULK_TIME_SUPPORT_MISMATCH] = { "bulk_time_support_mismatch", "bt-sup-miss" },
    [BRES_REASON_BULK_CYCLE_SUPPORT_MISMATCH] = { "bulk_cycle_support_mismatch", "bc-sup-miss" },
    [BRES_REASON_CYCLE_SAME_NOT_CONFIRMED] = { "cycle_same_not_confirmed", "sc-same-miss" },
    [BRES_REASON_BULK_SAME] = { "bulk_same", "bulk-same" },
    [BRES_REASON_BULK_TIME_SAME_WITHOUT_CYCLES] = { "bulk_time_same_without_cycles",
                                                    "bt-same-no-cyc" },
    [BRES_REASON_BULK_TIME_SAME_CONFIRMED_BY_SUMMARY_CYCLES] = { "bulk_time_same_confirmed_by_"
                                                                 "summary_cycles",
                                                                 "bt-same-sc" },
    [BRES_REASON_SAME_WITHOUT_CLOCK_RATE] = { "same_without_clock_rate", "same-no-clk" },
    [BRES_REASON_SAME_CONFIRMED_BY_CYCLES] = { "same_confirmed_by_cycles", "sc-same" },
    [BRES_REASON_STATE_SKIPPED] = { "state_skipped", "state-skip" },
    [BRES_REASON_GPU_TIMING_SUMMARIES_MISSING] = { "gpu_timing_summaries_missing", "summ-miss" },
    [BRES_REASON_TIMING_CENTER_MISSING] = { "timing_center_missing", "center-miss" },
    [BRES_REASON_TIMING_CENTER_NONFINITE] = { "timing_center_nonfinite", "center-nonfin" },
    [BRES_REASON_TIMING_CENTER_NONPOSITIVE] = { "timing_center_nonpositive", "center-nonpos" },
    [BRES_REASON_CLEAR_GAP_WITHOUT_CLOCK] = { "clear_gap_without_clock", "gap-no-clk" },
    [BRES_REASON_LEGACY_RULE] = { "legacy_rule", "legacy" },
    [BRES_REASON_COUNTS_AGREE] = { "counts_agree", "cnt-same" },
    [BRES_REASON_COUNTS_DIFFER] = { "counts_differ", "cnt-diff" },
    [BRES_REASON_RUNS_DIFFER] = { "runs_differ", "runs-diff" },
    [BRES_REASON_RUNS_DIFFER_CONFIRMED_BY_CYCLES] = { "runs_differ_confirmed_by_cycles",
                                                      "runs-diff-cyc" },
    [BRES_REASON_RUNS_AGREE] = { "runs_agree", "runs-same" },
    [BRES_REASON_RUNS_INTERVAL_TOO_WIDE] = { "runs_interval_too_wide", "runs-wide" },
    [BRES_REASON_RUNS_CYCLE_DIFFERENCE_NOT_CONFIRMED] = { "runs_cycle_difference_not_confirmed",
                                                          "runs-cyc-miss" },
    [BRES_REASON_RUNS_CYCLE_SAME_NOT_CONFIRMED] = { "runs_cycle_same_not_confirmed",
                                                    "runs-same-miss" },
    [BRES_REASON_RUNS_TOO_FEW] = { "runs_too_few", "runs-few" },
    [BRES_REASON_RUNS_WITHOUT_VARIATION] = { "runs_without_variation", "runs-no-var" },
    [BRES_REASON_RUNS_NO_DISCOVERY] = { "runs_no_discovery", "runs-fdr" },
    [BRES_REASON_COUNTS_VARY] = { "counts_vary", "cnt-vary" },
};

_Static_assert(sizeof(reasons) / sizeof(reasons[0]) == BRES__REASON_END, "the last reason");

static const reason_names *reason_find(bres_reason reason)
{
    const size_t index = (size_t)reason;

    if (index >= sizeof(reasons) / sizeof(reasons[0]) || reasons[index].name == NULL)
        return &unknown_reason;
    return &reasons[index];
}

const char *bres_reason_name(bres_reason reason)
{
    return reason_find(reason)->name;
}

const char *bres_reason_short_name(bres_reason reason)
{
    return reason_find(reason)->short_name;
}

const char *bres_verdict_name(bres_verdict verdict)
{
    switch (verdict) {
    case BRES_SAME:
        return "SAME";
    case BRES_FAST:
        return "FAST";
    case BRES_SLOW:
        return "SLOW";
    case BRES_AMBIGUOUS:
        return "AMBG";
    case BRES_UNKNOWN:
        break;
    }
    return "????";
}
