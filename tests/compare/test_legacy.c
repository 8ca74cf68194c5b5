/* SPDX-License-Identifier: MIT */
/*
 * The legacy rule, which compares means and noise.
 */
#include "support/pair.h"

#include <criterion/criterion.h>

/* Case 110, and inputs that the case leaves open. */
Test(compare, legacy_rule)
{
    static const struct {
        const char *what;
        const char *reference;
        const char *candidate;
        bres_verdict verdict;
        bres_reason reason;
    } rows[] = {
        { "a hair above the noise", "M(2.0|.01)", "M(2.02|.02)", BRES_SLOW,
          BRES_REASON_LEGACY_RULE },
        { "the smaller noise counts", "M(2.0|.02)", "M(2.02|.01)", BRES_SLOW,
          BRES_REASON_LEGACY_RULE },
        { "within the noise", "M(2.0|.02)", "M(2.02|.02)", BRES_SAME, BRES_REASON_LEGACY_RULE },
        { "at the noise", "M(2|.25)", "M(2.5|.25)", BRES_SAME, BRES_REASON_LEGACY_RULE },
        { "faster", "M(2.0|.01)", "M(1.9|.02)", BRES_FAST, BRES_REASON_LEGACY_RULE },
        { "null beside a noise", "M(2.0|null)", "M(2.2|.2)", BRES_SAME, BRES_REASON_LEGACY_RULE },
        { "the number 0 beside a noise", "mean=2.0 sdr=#0", "M(2.2|.2)", BRES_SAME,
          BRES_REASON_LEGACY_RULE },
        { "null on both sides", "M(2.0|null)", "M(2.2|null)", BRES_UNKNOWN,
          BRES_REASON_LEGACY_RULE },
        { "the text 0", "M(2.0|0)", "M(2.2|.01)", BRES_UNKNOWN, BRES_REASON_LEGACY_RULE },
        { "nan", "M(nan|.01)", "M(2.2|.01)", BRES_SLOW, BRES_REASON_LEGACY_RULE },
        { "no noise at all", "mean=2.0", "mean=2.2", BRES_UNKNOWN, BRES_REASON_LEGACY_RULE },
        { "no mean", "R(1,1,1,1)", "M(2.2|.01)", BRES_UNKNOWN, BRES_REASON_TIMING_CENTER_MISSING },
        { "skipped", "M(2.0|.01) skip", "M(2.2|.01)", BRES_UNKNOWN, BRES_REASON_STATE_SKIPPED },
        { "no summaries", "M(2.0|.01)", "nosum", BRES_UNKNOWN,
          BRES_REASON_GPU_TIMING_SUMMARIES_MISSING },
        { "medians do not count", "R(1,1,1,1) M(2.0|.01)", "R(9,9,9,9) M(2.0|.01)", BRES_SAME,
          BRES_REASON_LEGACY_RULE },
    };
    bres_compare_options options;

    bres_compare_options_init(&options);
    options.thresholds = bres_test_rule(BRES_RULE_LEGACY);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_comparison *comparison =
            bres_test_compare(rows[i].reference, rows[i].candidate, &options, NULL);
        const bres_row *row = bres_comparison_row_at(comparison, 0);

        cr_assert_eq(bres_row_verdict(row), rows[i].verdict, "%s: %s (%s)", rows[i].what,
                     bres_verdict_name(bres_row_verdict(row)), bres_row_message(row));
        cr_assert_eq(bres_row_reason(row), rows[i].reason, "%s: %s", rows[i].what,
                     bres_reason_name(bres_row_reason(row)));
        bres_comparison_free(comparison);
    }
}

Test(compare, legacy_rule_refuses)
{
    const float times[] = { 1, 1, 1 };
    const bres_samples runs[2] = { { .times = times, .count = 3 }, { .times = times, .count = 3 } };
    bres_thresholds thresholds;
    bres_decision decision;

    bres_thresholds_init(&thresholds);
    bres_decision_init(&decision);
    thresholds.rule = BRES_RULE_LEGACY;
    cr_expect_eq(bres_compare_samples(runs, runs, 0, &thresholds, &decision), BRES_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(bres_last_error(), "not samples in memory"), "%s", bres_last_error());
    cr_expect_eq(bres_compare_runs(runs, 2, runs, 2, 0, &thresholds, &decision, NULL, NULL),
                 BRES_ERROR_ARGUMENT);
    thresholds.rule = BRES_RULE_NOT_SLOWER + 1;
    cr_expect_eq(bres_compare_samples(runs, runs, 0, &thresholds, &decision), BRES_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(bres_last_error(), "rule"), "%s", bres_last_error());
}
