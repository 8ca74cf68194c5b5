/* SPDX-License-Identifier: MIT */
/*
 * Decisions on replicates whose samples are in memory.
 */
#include "base/base.h"
#include "base/fault.h"
#include "compare/comparison.h"

#include "support/pair.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define RUNS_MAX 12
/* A run without a usable time: its samples are 0. */
#define NO_TIME  INFINITY

/* Runs of a side, with one sample each, or with three samples that are `scatter` apart. */
typedef struct side {
    float times[RUNS_MAX][3];
    float rates[RUNS_MAX][3];
    bres_samples runs[RUNS_MAX];
    size_t count;
} side;

/* 0 ends `times`. `rates` may be NULL: the runs have no clock rates. */
static side make_side(const double *times, const double *rates, double scatter)
{
    side made = { .count = 0 };

    for (; made.count < RUNS_MAX && times[made.count] > 0; made.count++) {
        const size_t i = made.count;

        for (int s = 0; s < 3; s++) {
            made.times[i][s] = isfinite(times[i]) ? (float)(times[i] + (s - 1) * scatter) : 0;
            made.rates[i][s] = (float)(rates != NULL ? rates[i] : 0);
        }
    }
    return made;
}

static void side_point(side *made, bool with_rates, size_t samples)
{
    for (size_t i = 0; i < made->count; i++)
        made->runs[i] = (bres_samples){ .times = made->times[i],
                                        .rates = with_rates ? made->rates[i] : NULL,
                                        .count = samples };
}

typedef struct outcome {
    bres_decision decision;
    bres_ratio ratio;
    bres_plan plan;
} outcome;

static bres_status decide_by(const side *reference, const side *candidate, uint32_t flags,
                             const bres_thresholds *thresholds, outcome *made)
{
    bres_decision_init(&made->decision);
    bres_ratio_init(&made->ratio);
    bres_plan_init(&made->plan);
    return bres_compare_runs(reference->runs, reference->count, candidate->runs, candidate->count,
                             flags, thresholds, &made->decision, &made->ratio, &made->plan);
}

static bres_status decide(const side *reference, const side *candidate, uint32_t flags,
                          outcome *made)
{
    return decide_by(reference, candidate, flags, NULL, made);
}

static bres_status decide_normal(const side *reference, const side *candidate, uint32_t flags,
                                 outcome *made)
{
    return decide_by(reference, candidate, flags, bres_test_normal(), made);
}

static void assert_near(double actual, double expected, const char *what)
{
    cr_assert_lt(fabs(actual / expected - 1), 1e-9, "%s is %.12g, not %.12g", what, actual,
                 expected);
}

#define REFERENCE ((const double[]){ 100, 101, 99, 100, 0 })
#define CANDIDATE ((const double[]){ 103, 104.5, 101.5, 103, 0 })

/* The numbers were computed independently, with t = 5.84090930973 for 3 degrees of freedom. */
Test(compare, runs_pairs_by_hand)
{
    side reference = make_side(REFERENCE, NULL, 0);
    side candidate = make_side(CANDIDATE, NULL, 0);
    outcome made;

    side_point(&reference, false, 1);
    side_point(&candidate, false, 1);
    cr_assert_eq(decide_normal(&reference, &candidate, BRES_COMPARE_PAIRED, &made), BRES_OK);
    cr_assert_eq(made.decision.verdict, BRES_SLOW);
    cr_assert_eq(made.decision.reason, BRES_REASON_RUNS_DIFFER);
    cr_assert_not_null(strstr(made.decision.message, "; assumes normal variation"));
    assert_near(made.ratio.ratio, 1.02997113424964, "the ratio");
    assert_near(made.ratio.lower, 1.01882274560866, "the lower end");
    assert_near(made.ratio.upper, 1.0412415132661, "the upper end");
    assert_near(made.ratio.spread, 0.00372647014886005, "the spread");
    cr_assert_eq(made.ratio.pairs, 4);
    cr_assert_eq(made.ratio.reference_runs, 4);
    cr_assert_eq(made.ratio.within, 0);
    cr_assert_eq(made.ratio.samples, 1);
    cr_assert_eq(made.ratio.q_value, made.ratio.p_value);
    cr_assert_lt(made.ratio.p_value, 0.01);
    assert_near(made.decision.difference.change_lower, 0.0188227456086634, "the change");
}

/* Welch: 5.31 degrees of freedom are rounded down to 5, with t = 4.03214298356. By default, the
 * harmonic mean of 5.31 and the 3 of the smaller side is 3.834, with t = 4.74218. */
Test(compare, runs_independent_by_hand)
{
    side reference = make_side(REFERENCE, NULL, 0);
    side candidate = make_side(CANDIDATE, NULL, 0);
    outcome made;
    double reach;

    side_point(&reference, false, 1);
    side_point(&candidate, false, 1);
    cr_assert_eq(decide_normal(&reference, &candidate, 0, &made), BRES_OK);
    reach = log(made.ratio.upper / made.ratio.ratio);
    assert_near(made.ratio.ratio, 1.02997113424964, "the ratio");
    assert_near(reach, 0.0290821422068327, "the reach");
    assert_near(log(made.ratio.ratio / made.ratio.lower), reach, "the other side");
    cr_assert_eq(made.ratio.pairs, 0);
    cr_assert_eq(decide(&reference, &candidate, 0, &made), BRES_OK);
    assert_near(log(made.ratio.upper / made.ratio.lower), 2 * 0.0342030781196, "the width");
}

/* One run against four: both sides use the variance of the four. */
Test(compare, runs_one_against_many)
{
    side reference = make_side((const double[]){ 100, 0 }, NULL, 0);
    side candidate = make_side(CANDIDATE, NULL, 0);
    outcome made;

    side_point(&reference, false, 1);
    side_point(&candidate, false, 1);
    cr_assert_eq(decide(&reference, &candidate, 0, &made), BRES_OK);
    assert_near(log(made.ratio.upper / made.ratio.ratio), 0.0776569512687105, "the reach");
    cr_assert_eq(made.ratio.reference_runs, 1);
    cr_assert_eq(decide(&candidate, &reference, 0, &made), BRES_OK);
    assert_near(log(made.ratio.upper / made.ratio.ratio), 0.0776569512687105, "the reach, swapped");
}

Test(compare, runs_reasons)
{
    static const struct {
        const char *name;
        double reference[RUNS_MAX];
        double candidate[RUNS_MAX];
        double reference_rates[RUNS_MAX];
        double candidate_rates[RUNS_MAX];
        double scatter;
        bres_verdict verdict;
        bres_reason reason;
    } rows[] = {
        { "slower",
          { 100, 101, 99 },
          { 110, 111, 109 },
          { 0 },
          { 0 },
          0.1,
          BRES_SLOW,
          BRES_REASON_RUNS_DIFFER },
        { "faster",
          { 110, 111, 109 },
          { 100, 101, 99 },
          { 0 },
          { 0 },
          0.1,
          BRES_FAST,
          BRES_REASON_RUNS_DIFFER },
        { "slower, in cycles, too",
          { 100, 101, 99 },
          { 110, 111, 109 },
          { 1, 1, 1 },
          { 1, 1, 1 },
          0.1,
          BRES_SLOW,
          BRES_REASON_RUNS_DIFFER_CONFIRMED_BY_CYCLES },
        { "the clock was slower",
          { 100, 101, 99 },
          { 110, 111, 109 },
          { 1.1, 1.1, 1.1 },
          { 1, 1, 1 },
          0.1,
          BRES_AMBIGUOUS,
          BRES_REASON_RUNS_CYCLE_DIFFERENCE_NOT_CONFIRMED },
        { "the same",
          { 100, 101, 99 },
          { 100.1, 101, 99 },
          { 0 },
          { 0 },
          0.1,
          BRES_SAME,
          BRES_REASON_RUNS_AGREE },
        { "the same, in cycles, too",
          { 100, 101, 99 },
          { 100.1, 101, 99 },
          { 1, 1, 1 },
          { 1, 1, 1 },
          0.1,
          BRES_SAME,
          BRES_REASON_RUNS_AGREE },
        { "the clock made up for it",
          { 100, 101, 99 },
          { 100.1, 101, 99 },
          { 1.1, 1.1, 1.1 },
          { 1, 1, 1 },
          0.1,
          BRES_AMBIGUOUS,
          BRES_REASON_RUNS_CYCLE_SAME_NOT_CONFIRMED },
        { "too wide",
          { 100, 104, 96 },
          { 103, 102, 101 },
          { 0 },
          { 0 },
          0.1,
          BRES_AMBIGUOUS,
          BRES_REASON_RUNS_INTERVAL_TOO_WIDE },
        { "no variation, and a change",
          { 100, 100, 100 },
          { 110, 110, 110 },
          { 0 },
          { 0 },
          0,
          BRES_AMBIGUOUS,
          BRES_REASON_RUNS_INTERVAL_TOO_WIDE },
        { "no variation, and none",
          { 100, 100, 100 },
          { 100, 100, 100 },
          { 0 },
          { 0 },
          0,
          BRES_AMBIGUOUS,
          BRES_REASON_RUNS_WITHOUT_VARIATION },
        { "alike runs, with a coarse clock",
          { 10, 10, 10 },
          { 11, 11, 11 },
          { 0 },
          { 0 },
          1,
          BRES_AMBIGUOUS,
          BRES_REASON_RUNS_INTERVAL_TOO_WIDE },
        { "rates that are none",
          { 100, 101, 99 },
          { 110, 111, 109 },
          { 1, 1, 1 },
          { -1, -1, -1 },
          0.1,
          BRES_AMBIGUOUS,
          BRES_REASON_MISSING_CLOCK_RATE },
        { "times that are none",
          { 100, 101, 99 },
          { NO_TIME, NO_TIME, NO_TIME },
          { 0 },
          { 0 },
          0,
          BRES_UNKNOWN,
          BRES_REASON_TIMING_CENTER_MISSING },
        { "no pair that is whole",
          { 100, NO_TIME },
          { NO_TIME, 101 },
          { 0 },
          { 0 },
          0,
          BRES_AMBIGUOUS,
          BRES_REASON_RUNS_TOO_FEW },
        { "one pair that is whole",
          { 100, NO_TIME, 99 },
          { NO_TIME, 101, 99 },
          { 0 },
          { 0 },
          0,
          BRES_AMBIGUOUS,
          BRES_REASON_RUNS_TOO_FEW },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const bool rates = rows[i].reference_rates[0] != 0;
        side reference =
            make_side(rows[i].reference, rates ? rows[i].reference_rates : NULL, rows[i].scatter);
        side candidate =
            make_side(rows[i].candidate, rates ? rows[i].candidate_rates : NULL, rows[i].scatter);
        outcome made;

        side_point(&reference, rates, 3);
        side_point(&candidate, rates, 3);
        cr_assert_eq(decide_normal(&reference, &candidate, BRES_COMPARE_PAIRED, &made), BRES_OK,
                     "%s: %s", rows[i].name, bres_last_error());
        cr_assert_eq(made.decision.verdict, rows[i].verdict, "%s: %s", rows[i].name,
                     made.decision.message);
        cr_assert_eq(made.decision.reason, rows[i].reason, "%s: %s", rows[i].name,
                     made.decision.message);
        cr_assert_eq(made.plan.variance_source != 0,
                     rows[i].reason == BRES_REASON_RUNS_INTERVAL_TOO_WIDE, "%s", rows[i].name);
    }
}

/* Pairs whose ratio wanders prove less than pairs that alternate around the same level. */
Test(compare, runs_pairs_of_neighbours)
{
    static const double levels[2][RUNS_MAX] = {
        { 100.6, 102.6, 100.8, 102.4, 101.0, 102.2, 101.2, 102.0, 101.4, 101.8, 0 },
        { 100.6, 100.8, 101.0, 101.2, 101.4, 101.8, 102.0, 102.2, 102.4, 102.6, 0 },
    };
    static const double times[] = { 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 0 };

    for (int wanders = 0; wanders < 2; wanders++) {
        side reference = make_side(times, NULL, 0);
        side candidate = make_side(levels[wanders], NULL, 0);
        outcome made;

        side_point(&reference, false, 1);
        side_point(&candidate, false, 1);
        cr_assert_eq(decide(&reference, &candidate, BRES_COMPARE_PAIRED, &made), BRES_OK);
        cr_expect_eq(made.decision.verdict, wanders ? BRES_AMBIGUOUS : BRES_SLOW, "%s",
                     made.decision.message);
        cr_expect_eq(strstr(made.decision.message,
                            "allows for pairs that depend on their neighbours") != NULL,
                     wanders, "%s", made.decision.message);
    }
}

/* By default, a change needs enough runs for a rank test at the level of the interval. */
Test(compare, runs_enough_for_ranks)
{
    static const double times[] = { 100, 101, 99, 100.5, 99.5, 100.2, 99.8, 100.1, 0 };
    static const struct {
        size_t counts[2];
        uint32_t flags;
        bres_verdict verdict;
        bres_reason reason;
    } rows[] = {
        { { 5, 5 }, 0, BRES_SLOW, BRES_REASON_RUNS_DIFFER },
        { { 5, 5 }, BRES_COMPARE_PAIRED, BRES_SLOW, BRES_REASON_RUNS_DIFFER },
        { { 8, 8 }, BRES_COMPARE_PAIRED, BRES_SLOW, BRES_REASON_RUNS_DIFFER },
        { { 4, 6 }, 0, BRES_SLOW, BRES_REASON_RUNS_DIFFER },
        { { 6, 4 }, 0, BRES_SLOW, BRES_REASON_RUNS_DIFFER },
        { { 4, 5 }, 0, BRES_AMBIGUOUS, BRES_REASON_RUNS_TOO_FEW },
        { { 3, 8 }, 0, BRES_AMBIGUOUS, BRES_REASON_RUNS_TOO_FEW },
        { { 4, 4 }, BRES_COMPARE_PAIRED, BRES_AMBIGUOUS, BRES_REASON_RUNS_TOO_FEW },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        side reference = make_side(times, NULL, 0);
        side candidate = make_side(times, NULL, 0);
        outcome made;

        reference.count = rows[i].counts[0];
        candidate.count = rows[i].counts[1];
        for (size_t run = 0; run < candidate.count; run++)
            candidate.times[run][0] *= 1.5F;
        side_point(&reference, false, 1);
        side_point(&candidate, false, 1);
        cr_assert_eq(decide(&reference, &candidate, rows[i].flags, &made), BRES_OK);
        cr_expect_eq(made.decision.verdict, rows[i].verdict, "row %zu: %s", i,
                     made.decision.message);
        cr_expect_eq(made.decision.reason, rows[i].reason, "row %zu: %s", i, made.decision.message);
        cr_expect_eq(strstr(made.decision.message, "start times are missing") != NULL,
                     (rows[i].flags & BRES_COMPARE_PAIRED) == 0, "%s", made.decision.message);
        if (rows[i].verdict != BRES_AMBIGUOUS)
            continue;
        cr_expect_not_null(strstr(made.decision.message, "take at least 5 per side"), "%s",
                           made.decision.message);
        cr_expect_gt(made.ratio.p_value, 0.01);
        cr_expect_gt(made.plan.runs, 0);
        cr_assert_eq(decide_normal(&reference, &candidate, rows[i].flags, &made), BRES_OK);
        cr_expect_eq(made.decision.verdict, BRES_SLOW, "%s", made.decision.message);
    }
}

/* The ratio is the median of all 25 ratios, here 201/101; with 5 and 5 runs the rank sum interval
 * of 99 % reaches from the smallest to the largest ratio, and Welch's is narrower here. */
Test(compare, runs_ranks_by_hand)
{
    side reference = make_side((const double[]){ 100, 101, 102, 103, 110, 0 }, NULL, 0);
    side candidate = make_side((const double[]){ 200, 201, 202, 203, 220, 0 }, NULL, 0);
    outcome made;

    side_point(&reference, false, 1);
    side_point(&candidate, false, 1);
    cr_assert_eq(decide(&reference, &candidate, 0, &made), BRES_OK);
    assert_near(made.ratio.ratio, 201. / 101, "the ratio");
    cr_expect_leq(made.ratio.lower, 200. / 110);
    cr_expect_geq(made.ratio.upper, 220. / 100);
    /* One arrangement of 252, in both tails. */
    assert_near(made.ratio.p_value, 2. / 252, "the p-value");
}

/* With 8 pairs the interval of the signed ranks reaches from the smallest to the largest ratio, and
 * the p-value is the share of two of 256 combinations of signs. */
Test(compare, runs_signed_ranks_by_hand)
{
    side reference =
        make_side((const double[]){ 100, 200, 300, 400, 500, 600, 700, 800, 0 }, NULL, 0);
    side candidate =
        make_side((const double[]){ 110, 224, 333, 444, 555, 666, 777, 896, 0 }, NULL, 0);
    outcome made;

    side_point(&reference, false, 1);
    side_point(&candidate, false, 1);
    cr_assert_eq(decide(&reference, &candidate, BRES_COMPARE_PAIRED, &made), BRES_OK);
    assert_near(made.ratio.ratio, 1.11, "the ratio");
    assert_near(made.ratio.lower, 1.1, "the lower end");
    assert_near(made.ratio.upper, 1.12, "the upper end");
    assert_near(made.ratio.p_value, 2. / 256, "the p-value");
}

/* Without variation between runs, the difference of the sides is the resolution; if all times are
 * equal, it is unknown. */
Test(compare, runs_without_variation)
{
    static const double reference_times[] = { 1000, 1000, 1000, 0 };
    static const struct {
        double time;
        bres_verdict verdict;
        bres_reason reason;
    } rows[] = {
        { 1000, BRES_AMBIGUOUS, BRES_REASON_RUNS_WITHOUT_VARIATION },
        { 1004, BRES_SAME, BRES_REASON_RUNS_AGREE },
        { 995, BRES_AMBIGUOUS, BRES_REASON_RUNS_INTERVAL_TOO_WIDE },
        { 1006, BRES_AMBIGUOUS, BRES_REASON_RUNS_INTERVAL_TOO_WIDE },
        { 1020, BRES_AMBIGUOUS, BRES_REASON_RUNS_INTERVAL_TOO_WIDE },
    };
    side reference = make_side(reference_times, NULL, 0);

    side_point(&reference, false, 1);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const double times[] = { rows[i].time, rows[i].time, rows[i].time, 0 };
        side candidate = make_side(times, NULL, 0);
        bres_decision decision;

        side_point(&candidate, false, 1);
        bres_decision_init(&decision);
        /* The strict preset has an equivalence margin and a min_effect of 1 %. */
        cr_assert_eq(bres_compare_runs(reference.runs, 3, candidate.runs, 3, 0,
                                       bres_thresholds_preset("strict"), &decision, NULL, NULL),
                     BRES_OK, "%s", bres_last_error());
        cr_expect_eq(decision.verdict, rows[i].verdict, "%g: %s", rows[i].time, decision.message);
        cr_expect_eq(decision.reason, rows[i].reason, "%g: %s", rows[i].time, decision.message);
    }
}

/* The limiting variance: between runs, or between the samples within the runs. */
Test(compare, runs_plan_level)
{
    static const double reference_times[] = { 100, 101.5, 98.5, 100.03, 101, 0 };
    static const double candidate_times[] = { 101.51, 101.02, 102, 100.04, 102.05, 0 };
    side reference = make_side(reference_times, NULL, 0.01);
    side candidate = make_side(candidate_times, NULL, 0.01);
    outcome made;

    side_point(&reference, false, 3);
    side_point(&candidate, false, 3);
    cr_assert_eq(decide(&reference, &candidate, BRES_COMPARE_PAIRED, &made), BRES_OK);
    cr_assert_eq(made.decision.reason, BRES_REASON_RUNS_INTERVAL_TOO_WIDE);
    cr_assert_eq(made.plan.variance_source, BRES_VARIANCE_RUNS);
    cr_assert_gt(made.plan.runs, 1);
    cr_assert_eq(made.plan.samples, 3);
    cr_assert_geq(made.plan.probability, 0.8);
    cr_assert_gt(made.plan.detectable_effect, 0.005);
    assert_near(made.plan.effect, made.ratio.ratio - 1, "the effect");
    cr_assert_null(made.plan.command);

    reference = make_side(reference_times, NULL, 20);
    candidate = make_side(candidate_times, NULL, 20);
    side_point(&reference, false, 3);
    side_point(&candidate, false, 3);
    cr_assert_eq(decide(&reference, &candidate, BRES_COMPARE_PAIRED, &made), BRES_OK);
    cr_assert_eq(made.plan.variance_source, BRES_VARIANCE_SAMPLES);
    cr_assert_gt(made.plan.samples, 3);
}

Test(compare, runs_bad_arguments)
{
    side reference = make_side(REFERENCE, NULL, 0);
    side candidate = make_side(CANDIDATE, NULL, 0);
    const bres_samples nothing = { .count = 3 };
    outcome made;

    side_point(&reference, false, 1);
    side_point(&candidate, false, 1);
    bres_decision_init(&made.decision);
    bres_ratio_init(NULL);
    bres_plan_init(NULL);
    cr_assert_eq(decide(&reference, &candidate, BRES_COMPARE_PAIRED | BRES_COMPARE_UNPAIRED, &made),
                 BRES_ERROR_ARGUMENT);
    cr_assert_eq(decide(&reference, &candidate, BRES_COMPARE_IGNORE_DEVICES, &made),
                 BRES_ERROR_ARGUMENT);
    candidate.count = 3;
    cr_assert_eq(decide(&reference, &candidate, BRES_COMPARE_PAIRED, &made), BRES_ERROR_ARGUMENT);
    cr_assert_not_null(strstr(bres_last_error(), "cannot pair 4 runs of the reference with 3 of"));
    candidate.count = 0;
    cr_assert_eq(decide(&reference, &candidate, 0, &made), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_compare_runs(NULL, 2, reference.runs, 2, 0, NULL, &made.decision, NULL, NULL),
                 BRES_ERROR_ARGUMENT);
    cr_assert_eq(
        bres_compare_runs(&nothing, 1, reference.runs, 2, 0, NULL, &made.decision, NULL, NULL),
        BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_compare_runs(reference.runs, 2, reference.runs, 2, 0, NULL, NULL, NULL, NULL),
                 BRES_ERROR_ARGUMENT);
    made.ratio.size = 3;
    cr_assert_eq(bres_compare_runs(reference.runs, 2, reference.runs, 2, 0, NULL, &made.decision,
                                   &made.ratio, NULL),
                 BRES_ERROR_VERSION);
}

/* With one run per side, the rule for one run applies, and the ratio stays 0. */
Test(compare, runs_one_a_side)
{
    side reference = make_side((const double[]){ 100, 0 }, NULL, 1);
    side candidate = make_side((const double[]){ 200, 0 }, NULL, 1);
    bres_decision alone;
    outcome made;

    side_point(&reference, false, 3);
    side_point(&candidate, false, 3);
    cr_assert_eq(decide(&reference, &candidate, BRES_COMPARE_PAIRED, &made), BRES_OK);
    bres_decision_init(&alone);
    cr_assert_eq(bres_compare_samples(reference.runs, candidate.runs, 0, NULL, &alone), BRES_OK);
    cr_assert_eq(made.decision.reason, alone.reason);
    cr_assert_str_eq(made.decision.message, alone.message);
    cr_assert_eq(made.ratio.ratio, 0);
    cr_assert_eq(made.plan.variance_source, 0);
}

Test(compare, runs_without_memory)
{
    side reference = make_side((const double[]){ 100, 101, 99, 100, 100, 0 }, NULL, 0.1);
    side candidate = make_side((const double[]){ 103, 104, 102, 103, 103, 0 }, NULL, 0.1);
    size_t n = 0;
    bool hit = true;

    side_point(&reference, false, 3);
    side_point(&candidate, false, 3);
    while (hit) {
        outcome made;
        bres_status status;

        bres__faults_arm(BRES__FAULT_ALLOC, ++n, false);
        status = decide(&reference, &candidate, BRES_COMPARE_PAIRED, &made);
        hit = bres__faults_hit();
        bres__faults_arm(0, 0, false);
        cr_assert_eq(status, hit ? BRES_ERROR_MEMORY : BRES_OK, "allocation %zu", n);
        cr_assert_eq(made.ratio.ratio != 0, !hit, "allocation %zu", n);
    }
    cr_assert_gt(n, 1);
}
