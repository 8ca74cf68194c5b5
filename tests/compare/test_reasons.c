/* SPDX-License-Identifier: MIT */
/*
 * Every reason by its name, with a pair that produces the reason.
 */
#include "compare/decide/reason.h"

#include "support/pair.h"

#include <criterion/criterion.h>
#include <ctype.h>
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

/* Times between 10 and 11, from a clock with a finer step. */
#define FINE "10.0625,10.125,10.1875,10.25,10.3125,10.375,10.4375,10.5,10.5625,10.625"

/* A pair for each reason of a comparison with one run per side. */
static const struct {
    bres_reason reason;
    bres_verdict verdict;
    const char *reference;
    const char *candidate;
} pairs[] = {
    { BRES_REASON_CLEAR_GAP_CONFIRMED_BY_BULK_CYCLES, BRES_SLOW, REF " f=[1000x4]",
      CMP " f=[1000x4]" },
    { BRES_REASON_CLEAR_GAP_CONFIRMED_BY_SUMMARY_CYCLES, BRES_SLOW, GAP1 " k=1", GAP2 " k=1" },
    { BRES_REASON_BULK_CYCLE_GAP_NOT_CONFIRMED, BRES_AMBIGUOUS, REF " f=[1300x4]",
      CMP " f=[1000x4]" },
    { BRES_REASON_SUMMARY_CYCLE_GAP_NOT_CONFIRMED, BRES_AMBIGUOUS, GAP1 " k=2", GAP2 " k=1" },
    { BRES_REASON_BULK_CYCLE_DATA_UNUSABLE, BRES_AMBIGUOUS, REF " f=[1000x3,nan]",
      CMP " f=[1000x4]" },
    { BRES_REASON_MISSING_CLOCK_RATE, BRES_AMBIGUOUS, GAP1 " k=1", GAP2 },
    { BRES_REASON_INVALID_CLOCK_RATE, BRES_AMBIGUOUS, GAP1 " k=1", GAP2 " k=0" },
    { BRES_REASON_NOISE_UNAVAILABLE, BRES_AMBIGUOUS, A " iqrr=nan", B },
    { BRES_REASON_MISSING_INTERVAL, BRES_AMBIGUOUS, "R(3.9,4.1,4,4.2)", "R(3.9,3.95,4,4.1)" },
    { BRES_REASON_CENTERS_NOT_CLOSE, BRES_AMBIGUOUS, A, "R(50,51.5,51.8,52)" },
    { BRES_REASON_WEAK_INTERVAL_OVERLAP, BRES_AMBIGUOUS, "R(10,10,10,10|0)",
      "R(10.03,10.03,10.03,10.03|0)" },
    { BRES_REASON_NOISE_TOO_HIGH, BRES_AMBIGUOUS, A " iqrr=.03", B },
    { BRES_REASON_BULK_TIME_DATA_UNUSABLE, BRES_AMBIGUOUS, R3, C3 " tfile=missing" },
    { BRES_REASON_BULK_TIME_SUPPORT_MISMATCH, BRES_AMBIGUOUS, R3, "R(3,3,3.01,3.012) t=[3.1x10]" },
    { BRES_REASON_BULK_CYCLE_SUPPORT_MISMATCH, BRES_AMBIGUOUS, R3 " f=[1000x10]",
      C3 " f=[1100x10]" },
    { BRES_REASON_CYCLE_SAME_NOT_CONFIRMED, BRES_AMBIGUOUS, A " k=10", B " k=11" },
    { BRES_REASON_BULK_SAME, BRES_SAME, R3 " f=[1000x10]", C3 " f=[1000x10]" },
    { BRES_REASON_BULK_TIME_SAME_WITHOUT_CYCLES, BRES_SAME, R3, C3 },
    { BRES_REASON_BULK_TIME_SAME_CONFIRMED_BY_SUMMARY_CYCLES, BRES_SAME, R3 " k=1", C3 " k=1" },
    { BRES_REASON_SAME_WITHOUT_CLOCK_RATE, BRES_SAME, A, B },
    { BRES_REASON_SAME_CONFIRMED_BY_CYCLES, BRES_SAME, A " k=1", B " k=1" },
    { BRES_REASON_STATE_SKIPPED, BRES_UNKNOWN, A, B " skip" },
    { BRES_REASON_GPU_TIMING_SUMMARIES_MISSING, BRES_UNKNOWN, A, "nosum" },
    { BRES_REASON_TIMING_CENTER_MISSING, BRES_UNKNOWN, A, "" },
    { BRES_REASON_TIMING_CENTER_NONFINITE, BRES_UNKNOWN, "M(inf|.1)", "M(1|.1)" },
    { BRES_REASON_TIMING_CENTER_NONPOSITIVE, BRES_UNKNOWN, "M(-1|.1)", "M(1|.1)" },
    { BRES_REASON_CLEAR_GAP_WITHOUT_CLOCK, BRES_SLOW, "cpu " GAP1, "cpu " GAP2 },
    { BRES_REASON_LEGACY_RULE, BRES_SLOW, GAP1 " M(2|.01)", GAP2 " M(3|.01)" },
    { BRES_REASON_TOO_FEW_SAMPLES, BRES_AMBIGUOUS, REF, CMP },
    { BRES_REASON_COUNTS_AGREE, BRES_SAME, COUNTED("7"), COUNTED("7") },
    { BRES_REASON_COUNTS_DIFFER, BRES_SLOW, COUNTED("7"), COUNTED("8") },
    { BRES_REASON_AVERAGES_AGREE, BRES_SAME, "R(10,10,10,11) t=[10x50,11x50," FINE "]",
      "R(10,10,11,11) t=[10x49,11x51," FINE "]" },
    { BRES_REASON_BELOW_CLOCK_RESOLUTION, BRES_AMBIGUOUS, "R(10,10,10,11) t=[10x99,11x1]",
      "R(10,10,10,11) t=[10x98,11x2]" },
};

/* Every reason, from the library's own table. */
static const struct {
    bres_reason reason;
    const char *constant;
    const char *name;
    const char *short_name;
} reasons[] = {
#define REASON(constant, name, short_name, need)                                                   \
    { BRES_REASON_##constant, #constant, name, short_name },
    BRES__REASONS(REASON)
#undef REASON
};

#define COUNT      (sizeof reasons / sizeof *reasons)
#define PAIR_COUNT (sizeof pairs / sizeof *pairs)

Test(compare, reasons_have_names)
{
    for (size_t i = 0; i < COUNT; i++) {
        const bres_reason reason = reasons[i].reason;
        const char *name = bres_reason_name(reason);

        cr_assert_eq(reason, (bres_reason)(i + 1), "%s", reasons[i].constant);
        cr_assert_str_eq(name, reasons[i].name);
        cr_assert_str_eq(bres_reason_short_name(reason), reasons[i].short_name);
        cr_assert_eq(strlen(name), strlen(reasons[i].constant), "%s", name);
        for (size_t c = 0; name[c] != '\0'; c++)
            cr_assert_eq(toupper((unsigned char)name[c]), reasons[i].constant[c], "%s", name);
        for (size_t other = 0; other < i; other++)
            cr_assert_str_neq(reasons[i].short_name, reasons[other].short_name);
    }
    cr_assert_str_eq(bres_reason_name((bres_reason)0), "unknown_reason");
    cr_assert_str_eq(bres_reason_name((bres_reason)(COUNT + 1)), "unknown_reason");
    cr_assert_str_eq(bres_reason_short_name((bres_reason)-1), "unknown-reason");
}

/* Each reason has a pair here, except reasons of replicates, which have rows in test_runs.c and
 * test_counts.c. */
Test(compare, reasons_have_examples)
{
    for (size_t i = 0; i < COUNT; i++) {
        size_t pair = 0;

        while (pair < PAIR_COUNT && pairs[pair].reason != reasons[i].reason)
            pair++;
        cr_assert(pair < PAIR_COUNT || strncmp(reasons[i].name, "runs_", 5) == 0 ||
                      reasons[i].reason == BRES_REASON_COUNTS_VARY,
                  "%s", reasons[i].name);
    }
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

/* Each pair gives its reason, with a message of one line that fits. */
Test(compare, reasons_are_all_produced)
{
    for (size_t i = 0; i < PAIR_COUNT; i++) {
        const char *name = bres_reason_name(pairs[i].reason);
        bres_compare_options options;
        bres_comparison *comparison;
        const bres_row *row;
        const char *message;

        bres_compare_options_init(&options);
        if (pairs[i].reason == BRES_REASON_LEGACY_RULE)
            options.thresholds = bres_test_rule(BRES_RULE_LEGACY);
        else if (pairs[i].reason < BRES_REASON_TOO_FEW_SAMPLES)
            options.thresholds =
                bres_test_rule(BRES_RULE_NVBENCH); /* the samples of the examples are few */
        if (pairs[i].reason == BRES_REASON_COUNTS_AGREE ||
            pairs[i].reason == BRES_REASON_COUNTS_DIFFER)
            options.metric = BRES_METRIC_INSTRUCTIONS;
        comparison = bres_test_compare(pairs[i].reference, pairs[i].candidate, &options, NULL);
        row = bres_comparison_row_at(comparison, 0);
        message = bres_row_message(row);
        cr_assert_str_eq(bres_reason_name(bres_row_reason(row)), name, "%s", message);
        cr_assert_eq(bres_row_verdict(row), pairs[i].verdict, "%s", name);
        cr_assert(strlen(message) > 10 && strlen(message) < 255, "%s: %s", name, message);
        cr_assert_null(strchr(message, '\n'), "%s: %s", name, message);
        cr_assert_eq(bres_comparison_reason_count(comparison), pairs[i].verdict == BRES_AMBIGUOUS,
                     "%s", name);
        cr_assert_eq(bres_row_plan(row) != NULL, pairs[i].verdict == BRES_AMBIGUOUS, "%s", name);
        bres_comparison_free(comparison);
    }
}
