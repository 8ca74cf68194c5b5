/* SPDX-License-Identifier: MIT */
/*
 * The plan of an ambiguous row: the least number of runs that decide it with a given probability.
 *
 * That probability is averaged over what the change may be ("assurance": O'Hagan, Stevens and
 * Campbell 2005): the mean over the old and k new runs is normal around the present mean, with the
 * variance by which the present mean is less sure than the later one. The variance of the runs is
 * taken as it was measured. Averaged over what it may be, too, a plan costs half as much again and
 * decides hardly more: a row is left open rather when its variance was overestimated.
 */
#include "compare/replicates/replicates.h"

#include "stats/distribution.h"

#include <math.h>

/* Values of the variance that stand for its distribution. */
#define PLAN_VARIANCES   16
/* Nobody collects more. */
#define PLAN_RUNS_MAX    4096u
/* By how much a plan raises the number of samples at most. */
#define PLAN_SAMPLES_MAX 16.0

typedef struct planning {
    const bres__contrast *contrast;
    const bres_thresholds *thresholds;
    double share; /* of the variance that new runs have */
} planning;

static double normal_below(double value)
{
    return 1 - bres__student_tail(value, INFINITY);
}

/* The probability that a normal variable lies between two values. */
static double normal_between(double lower, double upper, double mean, double deviation)
{
    if (!(deviation > 0))
        return mean > lower && mean < upper ? 1 : 0;
    return normal_below((upper - mean) / deviation) - normal_below((lower - mean) / deviation);
}

/* That the mean comes to lie where nothing is decided: further than `inner` and not beyond `outer`
 * to either side of nought. */
static double open_probability(double mean, double deviation, double inner, double outer)
{
    if (inner >= outer)
        return 0;
    if (inner <= 0)
        return normal_between(-outer, outer, mean, deviation);
    return normal_between(inner, outer, mean, deviation) +
           normal_between(-outer, -inner, mean, deviation);
}

/* That `more` runs a side decide. */
static double plan_assurance(const planning *planned, size_t more)
{
    const bres_thresholds *thresholds = planned->thresholds;
    const double error = planned->contrast->error;
    bres__contrast later = *planned->contrast;
    double outer;
    double inner;

    bres__contrast_extend(planned->contrast, more, planned->share, &later.error, &later.freedom);
    later.floor = later.floor_step;
    outer = log1p(thresholds->runs_min_effect) +
            bres__contrast_reach(&later, thresholds->runs_change_confidence);
    inner = log1p(thresholds->runs_equivalence_margin) -
            bres__contrast_reach(&later, thresholds->runs_equivalence_confidence);
    return 1 - open_probability(later.mean,
                                sqrt(fmax(0, error * error - later.error * later.error)), inner,
                                outer);
}

/* The least number that reaches the probability; 0 when none in reason does. */
static size_t plan_search(const planning *planned, double probability)
{
    size_t lower = 0;
    size_t upper = 1;

    while (plan_assurance(planned, upper) < probability) {
        lower = upper;
        upper *= 2;
        if (upper > PLAN_RUNS_MAX)
            return 0;
    }
    while (upper - lower > 1) {
        const size_t middle = lower + (upper - lower) / 2;

        if (plan_assurance(planned, middle) < probability)
            lower = middle;
        else
            upper = middle;
    }
    return upper;
}

/* More samples help where they are most of the variance. With runs that cost as much to begin as
 * their samples do, the best number of samples goes with the root of the ratio of the two variances
 * (Kalibera and Jones 2013, section 8). */
static double plan_samples(double inside, double outside)
{
    if (!(inside > outside))
        return 1;
    return inside < PLAN_SAMPLES_MAX * PLAN_SAMPLES_MAX * outside ? ceil(sqrt(inside / outside))
                                                                  : PLAN_SAMPLES_MAX;
}

/* The smallest change whose interval lies beyond the margin with this probability. */
static double plan_smallest(const bres__contrast *contrast, const bres_thresholds *thresholds,
                            double probability)
{
    const double reach = bres__contrast_reach(contrast, thresholds->runs_change_confidence);
    const double above =
        contrast->error * bres__student_quantile(1 - probability, contrast->freedom);

    return expm1(log1p(thresholds->runs_min_effect) + reach + fmax(above, 0));
}

void bres__runs_plan(const bres__contrast *contrast, const bres_thresholds *thresholds,
                     double probability, uint64_t samples, bres_plan *plan)
{
    const double spread = bres__contrast_spread(contrast);
    const double total = spread * spread;
    const double inside = fmin(2 * contrast->within * contrast->within, total);
    const double times = plan_samples(inside, total - inside);
    planning planned = { .contrast = contrast, .thresholds = thresholds, .share = 1 };

    if (total > 0)
        planned.share = (total - inside * (1 - 1 / times)) / total;
    plan->detectable_effect = plan_smallest(contrast, thresholds, probability);
    plan->effect = expm1(contrast->mean);
    plan->level = inside > total - inside ? BRES_VARIANCE_SAMPLES : BRES_VARIANCE_RUNS;
    plan->samples = (uint64_t)((double)samples * times);
    plan->runs = (uint32_t)plan_search(&planned, probability);
    if (plan->runs > 0)
        plan->probability = plan_assurance(&planned, plan->runs);
}
