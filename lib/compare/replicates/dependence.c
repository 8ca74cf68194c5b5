/* SPDX-License-Identifier: MIT */
/*
 * Confidence intervals for runs that depend on their place in the series: sides that were measured
 * in blocks, or pairs that are correlated with their neighbours. Correlated pairs, as in a
 * first-order autoregression, carry less information than the same number of independent pairs: a
 * series that wanders looks like a change.
 */
#include "compare/replicates/replicates.h"

#include "stats/distribution.h"

#include <math.h>

/* The chance that independent values count as correlated. */
#define CORRELATED_LEVEL 0.04
/* The correlation assumed of correlated values, 1 - LEVELS_MIN / count, reduces a series to this
 * many independent levels. */
#define LEVELS_MIN       2.0

static size_t placed_collect(const bres__row_runs *runs, bres__run_value_fn summary_of,
                             bres__placed *values)
{
    size_t count = 0;

    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < runs->counts[side]; i++) {
            if (bres__row_run_is_used(runs, summary_of, side, i))
                values[count++] =
                    (bres__placed){ .place = runs->places[side][i],
                                    .value = bres__row_run_log(runs, summary_of, side, i),
                                    .candidate = side == BRES__CANDIDATE };
        }
    }
    bres__placed_sort(values, count);
    return count;
}

static void effect_cover_fit(const bres__trend_fit *fit, const bres_thresholds *thresholds,
                             bres__effect *effect)
{
    const double confidences[2] = { thresholds->runs_change_confidence,
                                    thresholds->runs_equivalence_confidence };
    bres__span *spans[2] = { &effect->change, &effect->same };
    const double distance = fabs(fit->difference) - log1p(thresholds->runs_min_effect);

    for (int i = 0; i < 2; i++) {
        const double tail = (1 - confidences[i]) / 2;
        const double half_width = fmax(
            fit->error > 0 ? fit->error * bres__student_quantile(tail, fit->degrees_of_freedom) : 0,
            bres__effect_floor_half_width(effect, confidences[i]));

        *spans[i] = bres__span_cover(*spans[i], bres__span_around(fit->difference, half_width));
    }
    if (fit->error > 0)
        effect->p_value =
            fmax(effect->p_value,
                 fmin(1, 2 * bres__student_tail(distance / fit->error, fit->degrees_of_freedom)));
}

/* With too few runs for a trend, drift is indistinguishable from a change. */
static void effect_cover_everything(bres__effect *effect)
{
    effect->may_differ = false;
    effect->same = (bres__span){ .lower = -INFINITY, .upper = INFINITY };
    effect->p_value = 1;
}

bres_status bres__effect_allow_trend(const bres__row_runs *runs, bres__run_value_fn summary_of,
                                     const bres_thresholds *thresholds, bres__effect *effect)
{
    bres__placed *values = bres__calloc(runs->counts[0] + runs->counts[1], sizeof(*values));
    bres__trend_fit fit;
    size_t count;
    double largest;

    if (values == NULL)
        return bres__error_memory();
    count = placed_collect(runs, summary_of, values);
    largest = bres__trend_correlation(count);
    if (bres__trend_fit_make(values, count, 0, &fit)) {
        effect->estimate = fit.difference;
        effect_cover_fit(&fit, thresholds, effect);
        for (int i = 1; i <= 2; i++) {
            if (bres__trend_fit_make(values, count, largest * i / 2, &fit))
                effect_cover_fit(&fit, thresholds, effect);
        }
    } else {
        effect_cover_everything(effect);
    }
    bres__free(values);
    return BRES_OK;
}

/* The correlation of neighbours, by their distances from the mean. */
static double neighbours_correlation(const double *values, size_t count, double mean)
{
    double products = 0;
    double squares = 0;

    for (size_t i = 0; i < count; i++) {
        const double distance = values[i] - mean;

        squares += distance * distance;
        if (i > 0)
            products += distance * (values[i - 1] - mean);
    }
    return squares > 0 ? products / squares : 0;
}

/* The correlation that independent values exceed with a probability of CORRELATED_LEVEL (Moran
 * 1948). */
static double correlation_limit(double count)
{
    const double deviation = (count - 2) / (count * sqrt(count - 1));

    return deviation * bres__student_quantile(CORRELATED_LEVEL, INFINITY) - 1 / count;
}

/* Fits the mean of an autoregression by generalised least squares. */
static void mean_fit(const double *values, size_t count, double correlation, bres__trend_fit *fit)
{
    const double first = 1 - correlation * correlation; /* information of the first value */
    const double other = (1 - correlation) * (1 - correlation);
    const double information = first + (double)(count - 1) * other;
    double sum = first * values[0];
    double squares;

    for (size_t i = 1; i < count; i++)
        sum += (1 - correlation) * (values[i] - correlation * values[i - 1]);
    fit->difference = sum / information;
    squares = first * (values[0] - fit->difference) * (values[0] - fit->difference);
    for (size_t i = 1; i < count; i++) {
        const double rest =
            values[i] - correlation * values[i - 1] - (1 - correlation) * fit->difference;

        squares += rest * rest;
    }
    fit->degrees_of_freedom = (double)(count - 1);
    fit->error = sqrt(squares / fit->degrees_of_freedom / information);
}

/* Fits the mean of values in the order of measurement, if neighbours are correlated. `difference`
 * is the mean, and its error allows for the correlation. Returns false if the values show no
 * correlation. */
static bool correlated_fit_make(const double *values, size_t count, bres__trend_fit *fit)
{
    double mean = 0;

    if ((double)count <= LEVELS_MIN)
        return false;
    for (size_t i = 0; i < count; i++)
        mean += values[i] / (double)count;
    if (!(neighbours_correlation(values, count, mean) > correlation_limit((double)count)))
        return false;
    *fit = (bres__trend_fit){ .slope = 0 };
    mean_fit(values, count, 1 - LEVELS_MIN / (double)count, fit);
    return true;
}

bres_status bres__effect_allow_correlation(const bres__row_runs *runs,
                                           bres__run_value_fn summary_of,
                                           const bres_thresholds *thresholds, bres__effect *effect)
{
    double *ratios = bres__calloc(runs->counts[0], sizeof(*ratios));
    bres__trend_fit fit;
    size_t count = 0;

    if (ratios == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < runs->counts[0]; i++) {
        if (bres__row_run_is_used(runs, summary_of, BRES__REFERENCE, i))
            ratios[count++] = bres__row_run_log(runs, summary_of, BRES__CANDIDATE, i) -
                              bres__row_run_log(runs, summary_of, BRES__REFERENCE, i);
    }
    effect->correlated = correlated_fit_make(ratios, count, &fit);
    if (effect->correlated)
        effect_cover_fit(&fit, thresholds, effect);
    bres__free(ratios);
    return BRES_OK;
}
