/* SPDX-License-Identifier: MIT */
/*
 * Pairs that are compared by exact counts of instructions.
 */
#include "support/pair.h"
#include "support/support.h"

#include <benchresult/build.h>
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define COUNT(number)                                                                              \
    "cpu R(2,2.1,2.2,2.3) raw={'tag':'bres/callgrind/instructions','data':[{'name':'value',"       \
    "'type':'float64','value':'" number "'}]}"

static bres_comparison *compare_counts(const char *reference, const char *candidate,
                                       double tolerance)
{
    bres_compare_options options;

    bres_compare_options_init(&options);
    options.metric = BRES_METRIC_INSTRUCTIONS;
    options.count_tolerance = tolerance;
    return bres_test_compare(reference, candidate, &options, NULL);
}

Test(compare, counts)
{
    static const struct {
        const char *name;
        const char *reference;
        const char *candidate;
        double tolerance;
        bres_verdict verdict;
        bres_reason reason;
    } rows[] = {
        { "equal", COUNT("1000"), COUNT("1000"), 0, BRES_SAME, BRES_REASON_COUNTS_AGREE },
        { "one more", COUNT("1000"), COUNT("1001"), 0, BRES_SLOW, BRES_REASON_COUNTS_DIFFER },
        { "one fewer", COUNT("1000"), COUNT("999"), 0, BRES_FAST, BRES_REASON_COUNTS_DIFFER },
        { "at the tolerance", COUNT("1000"), COUNT("1001"), 0.001, BRES_SAME,
          BRES_REASON_COUNTS_AGREE },
        { "fewer, within it", COUNT("1000"), COUNT("999"), 0.001, BRES_SAME,
          BRES_REASON_COUNTS_AGREE },
        { "beyond it", COUNT("1000"), COUNT("1002"), 0.001, BRES_SLOW, BRES_REASON_COUNTS_DIFFER },
        { "nothing at all", COUNT("0"), COUNT("0"), 0, BRES_SAME, BRES_REASON_COUNTS_AGREE },
        { "out of nothing", COUNT("0"), COUNT("5"), 0.5, BRES_SLOW, BRES_REASON_COUNTS_DIFFER },
        { "less than its baseline", COUNT("-2"), COUNT("-1"), 0, BRES_SLOW,
          BRES_REASON_COUNTS_DIFFER },
        { "not counted", COUNT("5"), "cpu R(2,2.1,2.2,2.3)", 0, BRES_UNKNOWN,
          BRES_REASON_TIMING_CENTER_MISSING },
        { "not a number", COUNT("nan"), COUNT("5"), 0, BRES_UNKNOWN,
          BRES_REASON_TIMING_CENTER_NONFINITE },
        { "skipped", COUNT("5"), "cpu skip nosum", 0, BRES_UNKNOWN, BRES_REASON_STATE_SKIPPED },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_comparison *comparison =
            compare_counts(rows[i].reference, rows[i].candidate, rows[i].tolerance);
        const bres_row *row = bres_comparison_row_at(comparison, 0);

        cr_expect_eq(bres_row_verdict(row), rows[i].verdict, "%s: %s", rows[i].name,
                     bres_row_message(row));
        cr_expect_eq(bres_row_reason(row), rows[i].reason, "%s: %s", rows[i].name,
                     bres_row_message(row));
        bres_comparison_free(comparison);
    }
}

Test(compare, counts_have_a_unit)
{
    bres_comparison *comparison = compare_counts(COUNT("1000"), COUNT("1250"), 0);
    const bres_row *row = bres_comparison_row_at(comparison, 0);
    const bres_estimate *estimate = bres_row_candidate_estimate(row);

    cr_expect_eq(estimate->unit, BRES_UNIT_INSTRUCTIONS);
    cr_expect_eq(estimate->has, BRES_HAS_CENTER);
    cr_expect_eq(estimate->center, 1250);
    cr_expect_eq(bres_row_difference(row)->unit, BRES_UNIT_INSTRUCTIONS);
    cr_expect_eq(bres_row_difference(row)->fraction, 0.25);
    cr_expect_str_eq(bres_row_message(row),
                     "the counts differ by 250, more than the tolerance of 0");
    bres_comparison_free(comparison);
    comparison = bres_test_compare(COUNT("1000"), COUNT("1250"), NULL, NULL);
    cr_expect_eq(bres_row_candidate_estimate(bres_comparison_row_at(comparison, 0))->unit,
                 BRES_UNIT_SECONDS);
    bres_comparison_free(comparison);
}

Test(compare, counts_refuse_bad_options)
{
    static const double tolerances[] = { -0.1, INFINITY, NAN };
    bres_result *result = bres_test_side(COUNT("1"), NULL, "counts.json");
    bres_compare_options options;
    bres_comparison *comparison;

    for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
        bres_compare_options_init(&options);
        options.count_tolerance = tolerances[i];
        cr_expect_eq(bres_compare(&result, 1, &result, 1, &options, &comparison),
                     BRES_ERROR_ARGUMENT, "%g", tolerances[i]);
    }
    bres_compare_options_init(&options);
    options.metric = BRES_METRIC_INSTRUCTIONS;
    options.thresholds = bres_test_rule(BRES_RULE_LEGACY);
    cr_expect_eq(bres_compare(&result, 1, &result, 1, &options, &comparison), BRES_ERROR_ARGUMENT);
    options.metric = BRES_METRIC_INSTRUCTIONS + 1;
    options.thresholds = bres_test_rule(BRES_RULE_DEFAULT);
    cr_expect_eq(bres_compare(&result, 1, &result, 1, &options, &comparison), BRES_ERROR_ARGUMENT);
    bres_result_unref(result);
}

#define RUNS 6

/* A run with one state. NaN: the state is skipped. */
static bres_result *counted_run(double count)
{
    bres_subbench *bench;
    bres_summary *summary;
    bres_result *result;
    bres_state *state;

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "b", &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    if (isnan(count)) {
        cr_assert_eq(bres_state_set_skipped(state, "too large"), BRES_OK);
        return result;
    }
    cr_assert_eq(bres_state_add_summary(state, "bres/callgrind/instructions", &summary), BRES_OK);
    cr_assert_eq(bres_summary_set_float64(summary, "value", count), BRES_OK);
    return result;
}

/* The counts of a side end with the first 0; -1 stands for a count of 0. */
static bres_comparison *compare_counted(const double counts[2][RUNS],
                                        const bres_compare_options *options)
{
    bres_result *results[2][RUNS];
    size_t runs[2] = { 0, 0 };
    bres_comparison *comparison;

    for (int side = 0; side < 2; side++) {
        while (runs[side] < RUNS && counts[side][runs[side]] != 0) {
            const double count = counts[side][runs[side]];

            results[side][runs[side]++] = counted_run(count == -1 ? 0 : count);
        }
    }
    cr_assert_eq(bres_compare(results[0], runs[0], results[1], runs[1], options, &comparison),
                 BRES_OK, "%s", bres_last_error());
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < runs[side]; i++)
            bres_result_unref(results[side][i]);
    }
    return comparison;
}

Test(compare, counts_of_runs)
{
    static const struct {
        const char *name;
        double counts[2][RUNS];
        double tolerance;
        uint32_t flags;
        bool normal;
        bres_verdict verdict;
        bres_reason reason;
        const char *message;
        bool has_ratio;
    } rows[] = {
        { "all equal",
          { { 7, 7, 7 }, { 7, 7, 7 } },
          0,
          0,
          false,
          BRES_SAME,
          BRES_REASON_COUNTS_AGREE,
          "the counts are equal: 7",
          false },
        { "sides that agree",
          { { 1000, 1000 }, { 1001, 1001, 1001 } },
          0,
          0,
          false,
          BRES_SLOW,
          BRES_REASON_COUNTS_DIFFER,
          "the counts differ by 1, more than",
          false },
        { "nothing at all",
          { { -1, -1 }, { -1, -1 } },
          0,
          0,
          false,
          BRES_SAME,
          BRES_REASON_COUNTS_AGREE,
          "the counts are equal: 0",
          false },
        { "runs without a count are left out",
          { { NAN, 7, 7 }, { 7, NAN } },
          0,
          0,
          false,
          BRES_SAME,
          BRES_REASON_COUNTS_AGREE,
          "the counts are equal: 7",
          false },
        { "no run of a side has one",
          { { 7, 7 }, { NAN, NAN } },
          0,
          0,
          false,
          BRES_UNKNOWN,
          BRES_REASON_STATE_SKIPPED,
          "too large",
          false },
        { "the first runs agree, others do not",
          { { 1000, 1001, 999 }, { 1000, 1000, 1000 } },
          0,
          0,
          true,
          BRES_AMBIGUOUS,
          BRES_REASON_COUNTS_VARY,
          "the counts vary from run to run; their ratio is 1, from",
          true },
        { "within the tolerance",
          { { 1000, 1001, 999 }, { 1000, 1000, 1000 } },
          .01,
          0,
          false,
          BRES_SAME,
          BRES_REASON_COUNTS_AGREE,
          "within the tolerance",
          false },
        { "sides within the tolerance, and far apart",
          { { 1000, 1001 }, { 1100, 1101 } },
          .01,
          0,
          false,
          BRES_SLOW,
          BRES_REASON_COUNTS_DIFFER,
          "more than the tolerance",
          false },
        { "pairs at the tolerance disagree",
          { { 1000, 1005 }, { 1012, 1008 } },
          .01,
          0,
          true,
          BRES_AMBIGUOUS,
          BRES_REASON_COUNTS_VARY,
          "not beyond 1%",
          true },
        { "far beyond what varies",
          { { 1000, 1001, 1002, 1000, 1001 }, { 1100, 1101, 1100, 1102, 1100 } },
          0,
          0,
          false,
          BRES_SLOW,
          BRES_REASON_RUNS_DIFFER,
          "beyond 0.5%",
          true },
        { "too few for ranks",
          { { 1000, 1001, 1002, 1000 }, { 1100, 1101, 1100, 1102 } },
          0,
          0,
          false,
          BRES_AMBIGUOUS,
          BRES_REASON_COUNTS_VARY,
          "but 4 and 4 runs are too few to show a change at 99%",
          true },
        { "less than the smallest change",
          { { 1000, 1001, 1002, 1000 }, { 1003, 1003, 1004, 1003 } },
          0,
          0,
          true,
          BRES_AMBIGUOUS,
          BRES_REASON_COUNTS_VARY,
          "not beyond 0.5%",
          true },
        { "one run of a side",
          { { 1000 }, { 700, 701, 699 } },
          0,
          0,
          true,
          BRES_FAST,
          BRES_REASON_RUNS_DIFFER,
          "beyond 0.5%",
          true },
        { "pairs that differ alike",
          { { 100, 110 }, { 200, 220 } },
          0,
          BRES_COMPARE_PAIRED,
          false,
          BRES_AMBIGUOUS,
          BRES_REASON_COUNTS_VARY,
          "do not allow an interval: 100 to 110 against 200 to 220",
          false },
        { "out of nothing",
          { { -1, 3 }, { 1000, 1001 } },
          0,
          0,
          false,
          BRES_AMBIGUOUS,
          BRES_REASON_COUNTS_VARY,
          "do not allow an interval: 0 to 3",
          false },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_comparison *comparison;
        bres_compare_options options;
        const bres_row *row;

        bres_compare_options_init(&options);
        options.metric = BRES_METRIC_INSTRUCTIONS;
        options.count_tolerance = rows[i].tolerance;
        options.flags = rows[i].flags;
        options.thresholds = rows[i].normal ? bres_test_normal() : NULL;
        comparison = compare_counted(rows[i].counts, &options);
        row = bres_comparison_row_at(comparison, 0);
        cr_expect_eq(bres_row_verdict(row), rows[i].verdict, "%s: %s", rows[i].name,
                     bres_row_message(row));
        cr_expect_eq(bres_row_reason(row), rows[i].reason, "%s: %s", rows[i].name,
                     bres_row_message(row));
        cr_expect_not_null(strstr(bres_row_message(row), rows[i].message), "%s: %s", rows[i].name,
                           bres_row_message(row));
        cr_expect_eq(bres_row_ratio(row) != NULL, rows[i].has_ratio, "%s", rows[i].name);
        cr_expect_null(bres_row_plan(row), "%s", rows[i].name);
        if (rows[i].verdict != BRES_UNKNOWN)
            cr_expect_eq(bres_row_candidate_estimate(row)->unit, BRES_UNIT_INSTRUCTIONS);
        bres_comparison_free(comparison);
    }
}
