/* SPDX-License-Identifier: MIT */
/*
 * The figures of the runs of one kind of work: the variation of all runs, and the variation between
 * consecutive runs.
 */
#include "race/probe/probe.h"
#include "stats/distribution.h"
#include "stats/robust/trend.h"
#include "stats/stats.h"

#include <math.h>

#define SECONDS_PER_MINUTE 60.0

/* Estimates from the logarithms of the typical times. */
typedef struct estimates {
    double deviation;   /* of one run */
    double difference;  /* standard deviation of the difference of consecutive runs */
    double correlation; /* of consecutive runs */
    double independent; /* number of independent runs that would estimate the deviation as well */
} estimates;

/* The step of a clock adds at least the standard deviation of a rounding error to each time. */
static double tick_deviation(double step)
{
    return step / sqrt(12);
}

/* Corrects the correlation of a short series, which seems lower than it is (Marriott and Pope
 * 1954). */
static double correlation_unbiased(double correlation, size_t count)
{
    return fmin(1, correlation + (1 + 4 * correlation) / (double)count);
}

/* A short series of correlated runs scatters less than independent runs. So the deviation is
 * increased, and counts as estimated from fewer runs. */
static void correct_correlation(estimates *found, size_t count)
{
    const double correlation = correlation_unbiased(found->correlation, count);
    const double runs = (double)count;

    found->independent = runs;
    if (correlation <= 0)
        return;
    found->independent = fmax(2, runs * (1 - correlation) / (1 + correlation));
    found->deviation *= sqrt((runs - 1) / runs * found->independent / (found->independent - 1));
}

static void estimate(const double *logs, size_t count, double step, estimates *found)
{
    bres__moments moments;
    double products = 0;
    double squares = 0;
    double steps = 0;

    bres__moments_of(logs, count, &moments);
    for (size_t i = 0; i < count; i++) {
        const double from_mean = logs[i] - moments.mean;

        squares += from_mean * from_mean;
        if (i + 1 < count) {
            const double to_next = logs[i + 1] - logs[i];

            products += from_mean * (logs[i + 1] - moments.mean);
            steps += to_next * to_next;
        }
    }
    found->correlation = squares > 0 ? products / squares : 0;
    found->deviation = moments.stdev;
    correct_correlation(found, count);
    found->deviation = hypot(found->deviation, tick_deviation(step));
    found->difference = hypot(sqrt(steps / (double)(count - 1)), sqrt(2) * tick_deviation(step));
}

static double one_run_quantile(const estimates *found, double error_rate)
{
    return bres__student_quantile(error_rate / 2, found->independent - 1);
}

static void set_effects(const estimates *found, const bres_probe_options *options,
                        bres_probe_race *race)
{
    const double pairs = options->pairs;
    const double quantile = bres__student_quantile(options->error_rate / 2, pairs - 1);

    race->variation = found->deviation;
    race->pair_variation = found->difference;
    race->correlation = found->correlation;
    race->detectable_effect =
        expm1(quantile * found->difference / sqrt(pairs)) + options->min_effect;
    race->one_run_effect =
        expm1(one_run_quantile(found, options->error_rate) * sqrt(2) * found->deviation) +
        options->min_effect;
}

static bres_status set_drift(const bres__probe_series *series, const double *logs,
                             bres_probe_race *race)
{
    bres__trend trend;
    const bres_status status = bres__trend_of(series->moments, logs, series->count, &trend);

    race->drift = expm1(trend.slope * SECONDS_PER_MINUTE);
    race->drift_p = trend.p;
    return status;
}

void bres__probe_race_clear(bres_probe_race *race)
{
    *race = (bres_probe_race){
        .size = sizeof(*race),
        .time = NAN,
        .variation = NAN,
        .pair_variation = NAN,
        .correlation = NAN,
        .drift = NAN,
        .drift_p = NAN,
        .detectable_effect = NAN,
        .one_run_effect = NAN,
    };
}

bres_status bres__probe_race_set(const bres__probe_series *series,
                                 const bres_probe_options *options, bres_probe_race *race)
{
    double *logs = bres__malloc((series->count + 1) * sizeof(*logs));
    estimates found;
    bres_status status = BRES_OK;

    bres__probe_race_clear(race);
    race->runs = series->count;
    if (logs == NULL)
        return bres__error_memory();
    memcpy(logs, series->times, series->count * sizeof(*logs));
    if (series->count > 0)
        race->time = bres__median(logs, series->count);
    for (size_t i = 0; i < series->count; i++)
        logs[i] = log(series->times[i]);
    if (series->count >= BRES__PROBE_RUNS_MIN) {
        status = set_drift(series, logs, race);
        estimate(logs, series->count, series->step, &found);
        set_effects(&found, options, race);
    }
    bres__free(logs);
    return status;
}

double bres__probe_run_variation(const bres_probe_race *race, const bres_probe_options *options)
{
    const double normal = bres__student_quantile(options->error_rate / 2, INFINITY);
    const double effect = log1p(race->one_run_effect - options->min_effect);

    return effect / (sqrt(2) * normal);
}
