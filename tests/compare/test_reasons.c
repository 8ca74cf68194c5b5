/* SPDX-License-Identifier: MIT */
/*
 * Every reason by its name, with a pair that has it.
 */
#include "support/pair.h"

#include <criterion/criterion.h>
#include <string.h>

#define REF  "R(2.0,2.05,2.1,2.2) t=[2.0,2.05,2.1,2.2]"
#define CMP  "R(2.4,2.45,2.5,2.6) t=[2.4,2.45,2.5,2.6]"
#define GAP1 "R(2.0,2.05,2.1,2.2)"
#define GAP2 "R(2.4,2.45,2.5,2.6)"
#define A    "R(50,50.5,51,52)"
#define B    "R(50.2,50.6,51.2,52.1)"
#define R3   "R(3,3,3.005,3.012) t=[3.0x7,3.012x3]"
#define C3   "R(3,3,3.01,3.012) t=[3.0x2,3.012x8]"

#define COUNTED(number)                                                                            \
    "raw={'tag':'bres/callgrind/"                                                                  \
    "instructions','data':[{'name':'value','type':'float64','value':'" number "'}]}"

/* In the order of their numbers, from 1 on. */
static const struct {
    const char *name;
    const char *short_name;
    bres_verdict verdict;
    const char *reference;
    const char *candidate;
} reasons[] = {
    { "clear_gap_confirmed_by_bulk_cycles", "bc-gap", BRES_SLOW, REF " f=[1000x4]",
      CMP " f=[1000x4]" },
    { "clear_gap_confirmed_by_summary_cycles", "sc-gap", BRES_SLOW, GAP1 " k=1", GAP2 " k=1" },
    { "bulk_cycle_gap_not_confirmed", "bc-gap-miss", BRES_AMBIGUOUS, REF " f=[1300x4]",
      CMP " f=[1000x4]" },
    { "summary_cycle_gap_not_confirmed", "sc-gap-miss", BRES_AMBIGUOUS, GAP1 " k=2", GAP2 " k=1" },
    { "bulk_cycle_data_unusable", "bc-bad", BRES_AMBIGUOUS, REF " f=[1000x3,nan]",
      CMP " f=[1000x4]" },
    { "missing_clock_rate", "clk-miss", BRES_AMBIGUOUS, GAP1 " k=1", GAP2 },
    { "invalid_clock_rate", "clk-bad", BRES_AMBIGUOUS, GAP1 " k=1", GAP2 " k=0" },
    { "noise_unavailable", "noise-miss", BRES_AMBIGUOUS, A " iqrr=nan", B },
    { "missing_interval", "int-miss", BRES_AMBIGUOUS, "R(3.9,4.1,4,4.2)", "R(3.9,3.95,4,4.1)" },
    { "centers_not_close", "centers-far", BRES_AMBIGUOUS, A, "R(50,51.5,51.8,52)" },
    { "weak_interval_overlap", "weak-overlap", BRES_AMBIGUOUS, "R(10,10,10,10|0)",
      "R(10.03,10.03,10.03,10.03|0)" },
    { "noise_too_high", "noise-high", BRES_AMBIGUOUS, A " iqrr=.03", B },
    { "bulk_time_data_unusable", "bt-bad", BRES_AMBIGUOUS, R3, C3 " tfile=missing" },
    { "bulk_time_support_mismatch", "bt-sup-miss", BRES_AMBIGUOUS, R3,
      "R(3,3,3.01,3.012) t=[3.1x10]" },
    { "bulk_cycle_support_mismatch", "bc-sup-miss", BRES_AMBIGUOUS, R3 " f=[1000x10]",
      C3 " f=[1100x10]" },
    { "cycle_same_not_confirmed", "sc-same-miss", BRES_AMBIGUOUS, A " k=10", B " k=11" },
    { "bulk_same", "bulk-same", BRES_SAME, R3 " f=[1000x10]", C3 " f=[1000x10]" },
    { "bulk_time_same_without_cycles", "bt-same-no-cyc", BRES_SAME, R3, C3 },
    { "bulk_time_same_confirmed_by_summary_cycles", "bt-same-sc", BRES_SAME, R3 " k=1", C3 " k=1" },
    { "same_without_clock_rate", "same-no-clk", BRES_SAME, A, B },
    { "same_confirmed_by_cycles", "sc-same", BRES_SAME, A " k=1", B " k=1" },
    { "state_skipped", "state-skip", BRES_UNKNOWN, A, B " skip" },
    { "gpu_timing_summaries_missing", "summ-miss", BRES_UNKNOWN, A, "nosum" },
    { "timing_center_missing", "center-miss", BRES_UNKNOWN, A, "" },
    { "timing_center_nonfinite", "center-nonfin", BRES_UNKNOWN, "M(inf|.1)", "M(1|.1)" },
    { "timing_center_nonpositive", "center-nonpos", BRES_UNKNOWN, "M(-1|.1)", "M(1|.1)" },
    { "clear_gap_without_clock", "gap-no-clk", BRES_SLOW, "cpu " GAP1, "cpu " GAP2 },
    { "legacy_rule", "legacy", BRES_SLOW, GAP1 " M(2|.01)", GAP2 " M(3|.01)" },
    { "counts_agree", "cnt-same", BRES_SAME, COUNTED("7"), COUNTED("7") },
    { "counts_differ", "cnt-diff", BRES_SLOW, COUNTED("7"), COUNTED("8") },
};

#define COUNT (sizeof reasons / sizeof *reasons)

/* Those of several runs follow; test_runs.c has a row for each. */
static const struct {
    const char *name;
    const char *short_name;
} runs_reasons[] = {
    { "runs_differ", "runs-diff" },
    { "runs_differ_confirmed_by_cycles", "runs-diff-cyc" },
    { "runs_agree", "runs-same" },
    { "runs_interval_too_wide", "runs-wide" },
    { "runs_cycle_difference_not_confirmed", "runs-cyc-miss" },
    { "runs_cycle_same_not_confirmed", "runs-same-miss" },
    { "runs_too_few", "runs-few" },
    { "runs_without_variation", "runs-no-var" },
    { "runs_no_discovery", "runs-fdr" },
    { "counts_vary", "cnt-vary" },
};

#define RUNS_COUNT (sizeof runs_reasons / sizeof *runs_reasons)

Test(compare, reasons_have_names)
{
    cr_assert_eq(COUNT, BRES_REASON_COUNTS_DIFFER);
    cr_assert_eq(COUNT + RUNS_COUNT, BRES_REASON_COUNTS_VARY);
    for (size_t i = 0; i < RUNS_COUNT; i++) {
        const bres_reason reason = (bres_reason)(COUNT + 1 + i);

        cr_assert_str_eq(bres_reason_name(reason), runs_reasons[i].name);
        cr_assert_str_eq(bres_reason_short_name(reason), runs_reasons[i].short_name);
    }
    for (size_t i = 0; i < COUNT; i++) {
        cr_assert_str_eq(bres_reason_name((bres_reason)(i + 1)), reasons[i].name);
        cr_assert_str_eq(bres_reason_short_name((bres_reason)(i + 1)), reasons[i].short_name);
    }
    cr_assert_str_eq(bres_reason_name((bres_reason)0), "unknown_reason");
    cr_assert_str_eq(bres_reason_name((bres_reason)(COUNT + RUNS_COUNT + 1)), "unknown_reason");
    cr_assert_str_eq(bres_reason_short_name((bres_reason)-1), "unknown-reason");
}

Test(compare, reasons_verdicts_have_names)
{
    cr_assert_str_eq(bres_verdict_name(BRES_UNKNOWN), "????");
    cr_assert_str_eq(bres_verdict_name(BRES_SAME), "SAME");
    cr_assert_str_eq(bres_verdict_name(BRES_FAST), "FAST");
    cr_assert_str_eq(bres_verdict_name(BRES_SLOW), "SLOW");
    cr_assert_str_eq(bres_verdict_name(BRES_AMBIGUOUS), "AMBG");
    cr_assert_str_eq(bres_verdict_name((bres_verdict)77), "????");
}

/* With a message of one line that fits. */
Test(compare, reasons_are_all_produced)
{
    for (size_t i = 0; i < COUNT; i++) {
        bres_compare_options options;
        bres_comparison *comparison;
        const bres_row *row;
        const char *message;

        bres_compare_options_init(&options);
        if (i + 1 == BRES_REASON_LEGACY_RULE)
            options.flags = BRES_COMPARE_LEGACY_RULE;
        if (i + 1 >= BRES_REASON_COUNTS_AGREE)
            options.metric = BRES_METRIC_INSTRUCTIONS;
        comparison = bres_test_compare(reasons[i].reference, reasons[i].candidate, &options, NULL);
        row = bres_comparison_row_at(comparison, 0);
        message = bres_row_message(row);
        cr_assert_str_eq(bres_reason_name(bres_row_reason(row)), reasons[i].name, "%s", message);
        cr_assert_eq(bres_row_verdict(row), reasons[i].verdict, "%s", reasons[i].name);
        cr_assert(strlen(message) > 10 && strlen(message) < 255, "%s: %s", reasons[i].name,
                  message);
        cr_assert_null(strchr(message, '\n'), "%s: %s", reasons[i].name, message);
        cr_assert_eq(bres_comparison_reason_count(comparison), reasons[i].verdict == BRES_AMBIGUOUS,
                     "%s", reasons[i].name);
        bres_comparison_free(comparison);
    }
}
