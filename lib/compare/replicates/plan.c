/* SPDX-License-Identifier: MIT */
/*
 * The plan of an undecided row: the smallest number of runs that decides it with a given
 * probability.
 *
 * The probability is averaged over the possible effects ("assurance": O'Hagan, Stevens and Campbell
 * 2005). The mean over the old and k new runs is normal around the present mean. Its variance is
 * the difference of the squared errors of the present and the later mean. The measured variance of
 * the runs is used without averaging over its error. Averaging over the variance, too, makes a plan
 * 50 % more expensive and decides hardly more rows: rows remain undecided mainly if their variance
 * was overestimated.
 */
#include "compare/replicates/replicates.h"

#include "stats/distribution.h"

#include <math.h>

/* A larger plan is not practical. */
#define PLAN_RUNS_MAX    4096u
/* Factor by which intervals by ranks are wider than Student's. */
#define PLAN_RANKS_WIDER 1.05
/* The largest factor by which a plan raises the number of samples. */
#define PLAN_SAMPLES_MAX 16.0

typedef struct planning {
    const bres__effect *effect;
    const bres_thresholds *thresholds;
    double variance_ratio; /* variance of new runs, divided by that of the present runs */
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

/* The probability that the later mean leaves the row undecided: its distance from 0 is above
 * `inner` and not above `outer`. */
static double open_probability(double mean, double deviation, double inner, double outer)
{
    if (inner >= outer)
        return 0;
    if (inner <= 0)
        return normal_between(-outer, outer, mean, deviation);
    return normal_between(inner, outer, mean, deviation) +
           normal_between(-outer, -inner, mean, deviation);
}

/* Whether FAST and SLOW are possible with `more` runs per side. */
static bool plan_may_differ(const planning *planned, size_t more)
{
    const bres__effect *effect = planned->effect;
    const double confidence = planned->thresholds->runs_change_confidence;

    if (effect->assumes_normal)
        return true;
    if (effect->pairs > 0)
        return bres__pairs_suffice(effect->pairs + more, confidence);
    return bres__ranks_suffice(effect->used[0] + more, effect->used[1] + more, confidence);
}

static double plan_half_width(const bres__effect *effect, double confidence)
{
    return bres__effect_half_width(effect, confidence) *
           (effect->assumes_normal ? 1 : PLAN_RANKS_WIDER);
}

/* The probability that `more` runs per side decide the row. */
static double plan_assurance(const planning *planned, size_t more)
{
    const bres_thresholds *thresholds = planned->thresholds;
    const double error = planned->effect->error;
    bres__effect later = *planned->effect;
    double outer;
    double inner;

    bres__effect_extend(planned->effect, more, planned->variance_ratio, &later.error,
                        &later.degrees_of_freedom);
    later.error_floor = bres__effect_later_floor(&later, more);
    outer = plan_may_differ(planned, more)
                ? log1p(thresholds->runs_min_effect) +
                      plan_half_width(&later, thresholds->runs_change_confidence)
                : INFINITY;
    inner = log1p(thresholds->runs_equivalence_margin) -
            plan_half_width(&later, thresholds->runs_equivalence_confidence);
    return 1 - open_probability(later.mean,
                                sqrt(fmax(0, error * error - later.error * later.error)), inner,
                                outer);
}

/* The smallest number of runs that reaches the probability; 0: no practical number does. */
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

/* More samples help if they cause most of the variance. If starting a run costs as much as its
 * samples, the best number of samples grows with the root of the ratio of the two variances
 * (Kalibera and Jones 2013, section 8). */
static double plan_samples(double inside, double outside)
{
    if (!(inside > outside))
        return 1;
    return inside < PLAN_SAMPLES_MAX * PLAN_SAMPLES_MAX * outside ? ceil(sqrt(inside / outside))
                                                                  : PLAN_SAMPLES_MAX;
}

/* The smallest effect whose interval lies beyond `min_effect` with this probability. If the runs
 * are too few for FAST and SLOW, assumes the number of runs that suffices. */
static double plan_smallest(const planning *planned, double probability)
{
    const bres_thresholds *thresholds = planned->thresholds;
    bres__effect later = *planned->effect;
    size_t more = 0;
    double above;

    while (more < PLAN_RUNS_MAX && !plan_may_differ(planned, more))
        more++;
    bres__effect_extend(planned->effect, more, planned->variance_ratio, &later.error,
                        &later.degrees_of_freedom);
    above = later.error * bres__student_quantile(1 - probability, later.degrees_of_freedom);
    return expm1(log1p(thresholds->runs_min_effect) +
                 plan_half_width(&later, thresholds->runs_change_confidence) + fmax(above, 0));
}

void bres__runs_plan(const bres__effect *effect, const bres_thresholds *thresholds,
                     double probability, uint64_t samples, bres_plan *plan)
{
    const double spread = bres__effect_spread(effect);
    const double total = spread * spread;
    const double inside = fmin(2 * effect->within * effect->within, total);
    const double times = plan_samples(inside, total - inside);
    planning planned = { .effect = effect, .thresholds = thresholds, .variance_ratio = 1 };

    if (total > 0)
        planned.variance_ratio = (total - inside * (1 - 1 / times)) / total;
    plan->detectable_effect = plan_smallest(&planned, probability);
    plan->effect = expm1(effect->mean);
    plan->variance_source = inside > total - inside ? BRES_VARIANCE_SAMPLES : BRES_VARIANCE_RUNS;
    plan->samples = (uint64_t)((double)samples * times);
    plan->runs = (uint32_t)plan_search(&planned, probability);
    if (plan->runs > 0)
        plan->probability = plan_assurance(&planned, plan->runs);
}
