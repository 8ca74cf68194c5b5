/* SPDX-License-Identifier: MIT */
/*
 * The rule of a gate, which only decides whether the candidate is slower by more than a margin.
 */
#include <benchresult.h>
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define RUNS 12

typedef struct made_runs {
    float times[2][RUNS];
    bres_samples runs[2][RUNS];
    bres_thresholds thresholds;
    bres_decision decision;
    bres_ratio ratio;
} made_runs;

/* Runs whose times vary by about 0.3 %; the candidate takes `ratio` times as long. */
static void runs_make(made_runs *made, double ratio)
{
    for (size_t i = 0; i < RUNS; i++) {
        const double noise = 0.003 * sin(1 + 7.1 * (double)i);

        made->times[0][i] = (float)(1e-3 * (1 + noise));
        made->times[1][i] = (float)(1e-3 * ratio * (1 - noise));
        for (int side = 0; side < 2; side++)
            made->runs[side][i] = (bres_samples){ .times = &made->times[side][i], .count = 1 };
    }
    bres_thresholds_init(&made->thresholds);
    made->thresholds.rule = BRES_RULE_NOT_SLOWER;
    made->thresholds.runs_min_effect = 0.03;
    made->thresholds.runs_equivalence_margin = 0.03;
    made->thresholds.runs_change_confidence = 0.98;
    made->thresholds.runs_equivalence_confidence = 0.98;
    bres_decision_init(&made->decision);
    bres_ratio_init(&made->ratio);
}

static void runs_compare(made_runs *made, size_t count, uint32_t flags)
{
    cr_assert_eq(bres_compare_runs(made->runs[0], count, made->runs[1], count, flags,
                                   &made->thresholds, &made->decision, &made->ratio, NULL),
                 BRES_OK, "%s", bres_last_error());
}

Test(compare, not_slower_verdicts)
{
    static const uint32_t flags[] = { 0, BRES_COMPARE_PAIRED,
                                      BRES_COMPARE_PAIRED | BRES_COMPARE_SEQUENTIAL };
    static const struct {
        double ratio;
        bres_verdict verdict;
    } rows[] = {
        { 0.5, BRES_SAME },       { 1, BRES_SAME },    { 1.01, BRES_SAME },
        { 1.03, BRES_AMBIGUOUS }, { 1.06, BRES_SLOW },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t f = 0; f < sizeof flags / sizeof *flags; f++) {
            made_runs made;

            runs_make(&made, rows[i].ratio);
            runs_compare(&made, RUNS, flags[f]);
            cr_expect_eq(made.decision.verdict, rows[i].verdict, "%g, flags %u: %s", rows[i].ratio,
                         flags[f], made.decision.message);
            if (rows[i].verdict == BRES_SAME)
                cr_expect_lt(made.ratio.equivalence_upper, 1.03);
            if (rows[i].verdict == BRES_SLOW)
                cr_expect_gt(made.ratio.lower, 1.03);
        }
    }
}

/* Too few runs for the level prove neither verdict, unless normal variation is assumed. */
Test(compare, not_slower_needs_runs)
{
    static const double ratios[] = { 1, 1.2 };

    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
        for (size_t count = 2; count < 5; count++) {
            made_runs made;

            runs_make(&made, ratios[i]);
            runs_compare(&made, count, 0);
            cr_expect_eq(made.decision.verdict, BRES_AMBIGUOUS, "%zu runs: %s", count,
                         made.decision.message);
        }
    }
}

/* The stricter level of many rows prevents SLOW, but not SAME. */
Test(compare, not_slower_has_two_levels)
{
    made_runs made;

    runs_make(&made, 1);
    made.thresholds.runs_change_confidence = 1 - 0.02 / 1000;
    runs_compare(&made, 5, 0);
    cr_expect_eq(made.decision.verdict, BRES_SAME, "%s", made.decision.message);
    runs_make(&made, 1.2);
    made.thresholds.runs_change_confidence = 1 - 0.02 / 1000;
    runs_compare(&made, 5, 0);
    cr_expect_eq(made.decision.verdict, BRES_AMBIGUOUS, "%s", made.decision.message);
}

Test(compare, not_slower_of_one_run)
{
    made_runs made;

    runs_make(&made, 1.06);
    runs_compare(&made, 1, 0);
    cr_expect_eq(made.decision.verdict, BRES_AMBIGUOUS);
    for (int i = 0; i < 2; i++) {
        float times[2][RUNS];
        bres_samples sides[2];

        runs_make(&made, i == 0 ? 1.06 : 0.7);
        memcpy(times, made.times, sizeof times);
        for (int side = 0; side < 2; side++)
            sides[side] = (bres_samples){ .times = times[side], .count = RUNS };
        cr_assert_eq(bres_compare_runs(&sides[0], 1, &sides[1], 1, 0, &made.thresholds,
                                       &made.decision, &made.ratio, NULL),
                     BRES_OK);
        cr_expect_eq(made.decision.verdict, BRES_AMBIGUOUS);
        cr_expect_eq(made.decision.reason, BRES_REASON_RUNS_TOO_FEW);
        made.thresholds.run_variation = 0.001;
        cr_assert_eq(bres_compare_runs(&sides[0], 1, &sides[1], 1, 0, &made.thresholds,
                                       &made.decision, &made.ratio, NULL),
                     BRES_OK);
        cr_expect_eq(made.decision.verdict, i == 0 ? BRES_SLOW : BRES_SAME, "%s",
                     made.decision.message);
    }
}
