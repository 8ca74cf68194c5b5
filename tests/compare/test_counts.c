/* SPDX-License-Identifier: MIT */
/*
 * Pairs that are judged by exact counts of instructions.
 */
#include "support/pair.h"

#include <criterion/criterion.h>
#include <math.h>

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

        cr_expect_eq(bres_row_status(row), rows[i].verdict, "%s: %s", rows[i].name,
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
    options.flags = BRES_COMPARE_LEGACY_RULE;
    cr_expect_eq(bres_compare(&result, 1, &result, 1, &options, &comparison), BRES_ERROR_ARGUMENT);
    options.metric = BRES_METRIC_INSTRUCTIONS + 1;
    options.flags = 0;
    cr_expect_eq(bres_compare(&result, 1, &result, 1, &options, &comparison), BRES_ERROR_ARGUMENT);
    bres_result_unref(result);
}
