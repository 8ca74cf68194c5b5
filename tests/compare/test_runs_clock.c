/* SPDX-License-Identifier: MIT */
/*
 * The step of the clock in the confidence intervals of runs.
 */
#include <benchresult/compare.h>
#include <criterion/criterion.h>
#include <math.h>

#define SAMPLES 300
#define RUNS    3
/* A clock that mostly has steps of 1024 ns, and occasionally of 32 ns. */
#define COARSE  1024e-9
#define FINE    32e-9
#define CENTER  (20 * COARSE)
/* The 99 % quantile of the normal distribution, two-sided. */
#define Z99     2.5758293035489004

typedef struct run {
    float times[SAMPLES];
    float rates[SAMPLES];
    bres_samples samples;
} run;

/* The samples agree exactly on the median, so that only the clock step makes it uncertain. */
static void run_make(run *made, bool has_rates)
{
    for (int i = 0; i < SAMPLES; i++) {
        const double steps = i < 30 ? -1 : i < 60 ? 1 : 0;
        const double fine = i % 100 == 99 ? FINE : 0;

        made->times[i] = (float)(CENTER + steps * COARSE + fine);
        made->rates[i] = (float)(1e9 * (1 + 1e-5 * (i % 7)));
    }
    made->samples = (bres_samples){ made->times, has_rates ? made->rates : NULL, SAMPLES };
}

/* The standard error of the logarithm of a ratio that was rounded to steps on both sides. */
static double rounding_error(double step)
{
    return sqrt(2.0 / 12) * step / CENTER;
}

Test(compare, runs_clock_one_run)
{
    const double variation = 0.001;
    bres_thresholds thresholds;
    bres_decision decision;
    bres_ratio ratio;
    run alone;

    run_make(&alone, false);
    bres_thresholds_init(&thresholds);
    thresholds.run_variation = variation;
    bres_decision_init(&decision);
    bres_ratio_init(&ratio);
    cr_assert_eq(bres_compare_runs(&alone.samples, 1, &alone.samples, 1, 0, &thresholds, &decision,
                                   &ratio, NULL),
                 BRES_OK, "%s", bres_last_error());
    cr_assert_eq(ratio.within, 0);
    cr_expect_float_eq(ratio.spread, hypot(M_SQRT2 * variation, rounding_error(COARSE)), 1e-7, "%g",
                       ratio.spread);
    cr_expect_eq(decision.verdict, BRES_AMBIGUOUS, "%s", decision.message);
}

/* The cycles of the samples have no steps, but they come from the same clock: a change of 4.5 % is
 * not proven if a step is 5 %. */
Test(compare, runs_clock_cycles)
{
    bres_thresholds thresholds;
    bres_decision decision;
    run runs[2];

    run_make(&runs[0], true);
    run_make(&runs[1], true);
    for (int i = 0; i < SAMPLES; i++) {
        runs[1].times[i] *= 1.1f;
        runs[1].rates[i] *= 0.95f;
    }
    bres_thresholds_init(&thresholds);
    thresholds.run_variation = 0.001;
    bres_decision_init(&decision);
    cr_assert_eq(bres_compare_runs(&runs[0].samples, 1, &runs[1].samples, 1, 0, &thresholds,
                                   &decision, NULL, NULL),
                 BRES_OK, "%s", bres_last_error());
    cr_expect_eq(decision.reason, BRES_REASON_RUNS_CYCLE_DIFFERENCE_NOT_CONFIRMED, "%s",
                 decision.message);
}

Test(compare, runs_clock_replicates)
{
    bres_samples samples[RUNS];
    bres_decision decision;
    bres_ratio ratio;
    run alone;

    run_make(&alone, false);
    for (int i = 0; i < RUNS; i++)
        samples[i] = alone.samples;
    bres_decision_init(&decision);
    bres_ratio_init(&ratio);
    cr_assert_eq(bres_compare_runs(samples, RUNS, samples, RUNS, 0, NULL, &decision, &ratio, NULL),
                 BRES_OK, "%s", bres_last_error());
    cr_expect_geq(log(ratio.upper / ratio.ratio), 0.999 * Z99 * rounding_error(COARSE), "%g",
                  ratio.upper);
}

/* All medians are on the same coarse step, which hides a change of up to one step for any number of
 * pairs. */
Test(compare, runs_clock_sequential)
{
    enum { PAIRS = 30 };
    bres_samples sides[2][PAIRS];
    bres_decision decision;
    bres_ratio ratio;
    run alone;

    run_make(&alone, false);
    for (int i = 0; i < PAIRS; i++)
        sides[0][i] = sides[1][i] = alone.samples;
    bres_decision_init(&decision);
    bres_ratio_init(&ratio);
    cr_assert_eq(bres_compare_runs(sides[0], PAIRS, sides[1], PAIRS,
                                   BRES_COMPARE_PAIRED | BRES_COMPARE_SEQUENTIAL, NULL, &decision,
                                   &ratio, NULL),
                 BRES_OK, "%s", bres_last_error());
    cr_expect_eq(decision.verdict, BRES_AMBIGUOUS, "%s", decision.message);
    cr_expect_gt(log(ratio.upper), Z99 * rounding_error(COARSE) * 0.99, "%g", ratio.upper);
}
