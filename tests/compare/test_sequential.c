/* SPDX-License-Identifier: MIT */
/*
 * Decisions on pairs whose number depended on the measured times.
 */
#include <benchresult.h>
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define PAIRS 40

typedef struct made_pairs {
    float times[2][PAIRS];
    bres_samples runs[2][PAIRS];
    bres_decision decision;
    bres_ratio ratio;
    bres_plan plan;
} made_pairs;

/* Ratios that alternate around `center` by `noise`. A common factor makes the times differ by small
 * amounts, as on a fine clock. */
static void pairs_make(made_pairs *made, double center, double noise)
{
    for (size_t i = 0; i < PAIRS; i++) {
        const double ratio = center * exp(noise * (i % 2 == 0 ? 1 : -1) * (double)(1 + i % 3));
        const double time = 1e-3 * (1 + 1e-6 * (double)(i * i % 31));

        made->times[0][i] = (float)time;
        made->times[1][i] = (float)(time * ratio);
        for (int side = 0; side < 2; side++)
            made->runs[side][i] = (bres_samples){ .times = &made->times[side][i], .count = 1 };
    }
}

static bres_status pairs_compare(made_pairs *made, size_t count, uint32_t flags)
{
    bres_decision_init(&made->decision);
    bres_ratio_init(&made->ratio);
    bres_plan_init(&made->plan);
    return bres_compare_runs(made->runs[0], count, made->runs[1], count, flags, NULL,
                             &made->decision, &made->ratio, &made->plan);
}

#define SEQUENTIAL (BRES_COMPARE_PAIRED | BRES_COMPARE_SEQUENTIAL)

Test(compare, sequential_verdicts)
{
    static const struct {
        double center;
        bres_verdict verdict;
        const char *end;
    } rows[] = {
        { 1.03, BRES_SLOW,
          "beyond 0.5%, after 10 pairs; the interval holds whenever the race stops" },
        { 0.97, BRES_FAST,
          "beyond 0.5%, after 10 pairs; the interval holds whenever the race stops" },
        { 1, BRES_SAME, "within 1%, after 12 pairs; the interval holds whenever the race stops" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        made_pairs made;

        pairs_make(&made, rows[i].center, 0.002);
        cr_assert_eq(pairs_compare(&made, PAIRS, SEQUENTIAL), BRES_OK, "%s", bres_last_error());
        cr_assert_eq(made.decision.verdict, rows[i].verdict, "%s", made.decision.message);
        cr_assert_not_null(strstr(made.decision.message, rows[i].end), "%s", made.decision.message);
        cr_assert_lt(fabs(made.ratio.ratio - rows[i].center), 0.002);
        cr_assert_lt(made.ratio.lower, made.ratio.ratio);
        cr_assert_gt(made.ratio.upper, made.ratio.ratio);
        cr_assert_eq(made.ratio.lower, made.ratio.equivalence_lower);
        cr_assert_eq(made.ratio.confidence, made.ratio.equivalence_confidence);
        cr_assert_eq(made.ratio.p_value <= 0.01, rows[i].verdict != BRES_SAME);
        /* Pairs after the decision do not count. */
        cr_assert_lt(made.ratio.pairs, PAIRS);
        cr_assert_eq(made.ratio.pairs, made.ratio.reference_runs);
        cr_assert_eq(made.plan.runs, 0);
    }
}

/* A known variation between runs is part of the interval. */
Test(compare, sequential_with_a_run_variation)
{
    made_pairs made;
    bres_thresholds thresholds;

    bres_thresholds_init(&thresholds);
    thresholds.run_variation = 0.05;
    pairs_make(&made, 1.02, 0.0005);
    cr_assert_eq(pairs_compare(&made, 12, SEQUENTIAL), BRES_OK);
    cr_assert_eq(made.decision.verdict, BRES_SLOW);
    cr_assert_eq(bres_compare_runs(made.runs[0], 12, made.runs[1], 12, SEQUENTIAL, &thresholds,
                                   &made.decision, &made.ratio, &made.plan),
                 BRES_OK, "%s", bres_last_error());
    cr_assert_eq(made.decision.verdict, BRES_AMBIGUOUS);
    cr_assert_float_eq(made.ratio.run_variation, 0.05, 1e-12);
    cr_assert_lt(made.ratio.lower, 1);
}

/* The same pairs prove more if their number was fixed beforehand. */
Test(compare, sequential_intervals_are_wider)
{
    made_pairs made;
    double width;

    pairs_make(&made, 1.004, 0.01);
    cr_assert_eq(pairs_compare(&made, PAIRS, SEQUENTIAL), BRES_OK);
    cr_assert_eq(made.decision.verdict, BRES_AMBIGUOUS);
    cr_assert_eq(made.decision.reason, BRES_REASON_RUNS_INTERVAL_TOO_WIDE);
    cr_assert_eq(made.ratio.pairs, PAIRS);
    cr_assert_gt(made.plan.runs, 0);
    cr_assert_eq(made.plan.samples, 1);
    cr_assert_gt(made.plan.detectable_effect, made.ratio.upper - made.ratio.ratio);
    width = made.ratio.upper - made.ratio.lower;
    cr_assert_eq(pairs_compare(&made, PAIRS, BRES_COMPARE_PAIRED), BRES_OK);
    cr_assert_gt(width, 1.2 * (made.ratio.upper - made.ratio.lower));
}

Test(compare, sequential_too_few_pairs)
{
    made_pairs made;

    pairs_make(&made, 2, 0);
    for (size_t count = 2; count < 10; count++) {
        cr_assert_eq(pairs_compare(&made, count, SEQUENTIAL), BRES_OK);
        cr_assert_eq(made.decision.verdict, BRES_AMBIGUOUS, "%zu pairs", count);
    }
    cr_assert_eq(pairs_compare(&made, 3, SEQUENTIAL), BRES_OK);
    cr_assert_eq(made.decision.reason, BRES_REASON_RUNS_TOO_FEW);
    cr_assert_str_eq(made.decision.message, "3 pairs are too few for the interval of a race");
    cr_assert_eq(made.ratio.reference_runs, 0);
    cr_assert_eq(pairs_compare(&made, 1, SEQUENTIAL), BRES_OK);
    cr_assert_eq(made.decision.reason, BRES_REASON_RUNS_TOO_FEW);
    cr_assert_eq(pairs_compare(&made, 10, SEQUENTIAL), BRES_OK);
    cr_assert_eq(made.decision.verdict, BRES_SLOW);
}

/* Any number of pairs on one step of the clock hides a difference of up to one step. */
Test(compare, sequential_without_variation)
{
    static const struct {
        float candidate;
        bres_reason reason;
        const char *message;
    } rows[] = {
        { 5e-3F, BRES_REASON_RUNS_WITHOUT_VARIATION,
          "all times of 40 pairs are equal: the resolution of the clock is unknown" },
        { 6e-3F, BRES_REASON_RUNS_INTERVAL_TOO_WIDE, NULL },
    };
    made_pairs made;

    pairs_make(&made, 1, 0);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (size_t pair = 0; pair < PAIRS; pair++) {
            made.times[0][pair] = 5e-3F;
            made.times[1][pair] = rows[i].candidate;
        }
        cr_assert_eq(pairs_compare(&made, PAIRS, SEQUENTIAL), BRES_OK, "%s", bres_last_error());
        cr_expect_eq(made.decision.verdict, BRES_AMBIGUOUS, "%s", made.decision.message);
        cr_expect_eq(made.decision.reason, rows[i].reason, "%s", made.decision.message);
        if (rows[i].message != NULL)
            cr_expect_str_eq(made.decision.message, rows[i].message);
    }
}

Test(compare, sequential_needs_pairs)
{
    made_pairs made;

    pairs_make(&made, 1, 0.002);
    cr_assert_eq(pairs_compare(&made, PAIRS, BRES_COMPARE_SEQUENTIAL), BRES_ERROR_ARGUMENT);
    cr_assert_str_eq(bres_last_error(), "a sequential comparison needs paired runs");
}
