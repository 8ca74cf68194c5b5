/* SPDX-License-Identifier: MIT */
/*
 * The effect of one set of runs against another: the mean of the log ratios of pairs, or the
 * difference of the means of the logs of independent runs, with the error by Student's t or by
 * Welch's approximation. A side with one run has no variance of its own: it is assumed to be that
 * of the other side.
 *
 * Runs can be alike by chance, or because the clock is coarse. So the interval is never narrower
 * than the uncertainty from the samples within the runs and from the step of the clock. This part
 * is known well, so its quantile is the normal one. The samples show the step, or else the runs:
 * equal runs are not a coincidence. The error of rounding to a step is uniform, with variance
 * step^2/12. It is the same in runs that are alike, so more runs do not reduce it.
 */
#include "compare/replicates/replicates.h"

#include "stats/distribution.h"
#include "stats/online.h"
#include "stats/resolution.h"

#include <math.h>

/* Tolerance when a number is rounded down to a whole number. */
#define ROUNDING  1e-9
/* The center of a run is compared with those of so many runs before it. */
#define STEP_RUNS 8u

const bres__run_summary *bres__row_run_times(const bres__row_run *run)
{
    return &run->times;
}

const bres__run_summary *bres__row_run_cycles(const bres__row_run *run)
{
    return &run->cycles;
}

/* The unbiased variance; 0 for a single value. */
static double logs_variance(const bres__online *logs)
{
    return logs->count > 1 ? bres__online_unbiased(logs) : 0;
}

/* The sum of the squared distances from the mean. */
static double logs_squares(const bres__online *logs)
{
    return logs->variance * (double)logs->count;
}

/* Sums over the runs of a side. Paired runs count only in complete pairs. */
typedef struct side_sum {
    bres__online logs; /* logarithms of the centers */
    double errors;     /* sum of squares */
    double steps;
    double lowest;
    double highest;
} side_sum;

static void side_add(side_sum *side, const bres__run_summary *summary)
{
    bres__online_add(&side->logs, log(summary->center));
    side->errors += summary->error * summary->error;
    side->steps += summary->step;
    side->lowest = side->logs.count == 1 ? summary->center : fmin(side->lowest, summary->center);
    side->highest = side->logs.count == 1 ? summary->center : fmax(side->highest, summary->center);
}

bool bres__row_run_is_used(const bres__row_runs *runs, bres__run_value_fn summary_of, int side,
                           size_t index)
{
    const int other = 1 - side;

    return summary_of(&runs->runs[side][index])->known &&
           (!runs->paired || summary_of(&runs->runs[other][index])->known);
}

static void side_collect(const bres__row_runs *runs, bres__run_value_fn summary_of, int side,
                         side_sum *sum)
{
    for (size_t i = 0; i < runs->counts[side]; i++) {
        if (bres__row_run_is_used(runs, summary_of, side, i))
            side_add(sum, summary_of(&runs->runs[side][i]));
    }
}

/* Adds the differences between the center of a run and those before it, on both sides. */
static void resolution_add(const bres__row_runs *runs, bres__run_value_fn summary_of, int side,
                           size_t index, bres__resolution *shown)
{
    const double center = summary_of(&runs->runs[side][index])->center;

    for (size_t i = index > STEP_RUNS ? index - STEP_RUNS : 0; i <= index; i++) {
        for (int other = 0; other < 2; other++) {
            if ((i < index || other < side) && i < runs->counts[other] &&
                bres__row_run_is_used(runs, summary_of, other, i))
                bres__resolution_add(shown, center, summary_of(&runs->runs[other][i])->center);
        }
    }
}

/* The step of the clock that the runs show; 0: none. Equal times are not a coincidence, and then
 * the smallest difference of times bounds the step. */
static double runs_step(const bres__row_runs *runs, bres__run_value_fn summary_of)
{
    bres__resolution shown = { .smallest = 0 };

    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < runs->counts[side]; i++) {
            if (bres__row_run_is_used(runs, summary_of, side, i))
                resolution_add(runs, summary_of, side, i, &shown);
        }
    }
    return shown.found_equal ? shown.smallest : 0;
}

static void effect_describe(bres__effect *effect, const side_sum *sides, double runs_step)
{
    const double runs = (double)(sides[0].logs.count + sides[1].logs.count);
    const double degrees_of_freedom = runs - 2;
    double errors = 0;
    double steps = 0;
    double differ = 0;

    for (int i = 0; i < 2; i++) {
        const double count = (double)sides[i].logs.count;
        const bool is_shown = sides[i].steps > 0;
        const double step = is_shown ? sides[i].steps / count : runs_step;

        effect->resolution = is_shown ? effect->resolution : runs_step;
        errors += sides[i].errors / (count * count);
        steps += step * step / 12;
        effect->center[i] = exp(sides[i].logs.mean);
        effect->lowest[i] = sides[i].lowest;
        effect->highest[i] = sides[i].highest;
    }
    effect->error_floor = sqrt(errors + steps);
    effect->clock_error = sqrt(steps);
    effect->within = sqrt((sides[0].errors + sides[1].errors) / runs);
    differ =
        degrees_of_freedom > 0
            ? (logs_squares(&sides[0].logs) + logs_squares(&sides[1].logs)) / degrees_of_freedom
            : 0;
    effect->between = sqrt(fmax(0, differ - effect->within * effect->within));
}

static void effect_of_pairs(const bres__row_runs *runs, bres__run_value_fn summary_of,
                            bres__effect *effect)
{
    bres__online ratios = { 0 };

    for (size_t i = 0; i < runs->counts[0]; i++) {
        if (bres__row_run_is_used(runs, summary_of, 0, i))
            bres__online_add(&ratios, log(summary_of(&runs->runs[1][i])->center) -
                                          log(summary_of(&runs->runs[0][i])->center));
    }
    effect->pairs = ratios.count;
    effect->mean = ratios.mean;
    effect->variance[0] = logs_variance(&ratios);
}

static void effect_of_sides(const side_sum *sides, bres__effect *effect)
{
    effect->mean = sides[1].logs.mean - sides[0].logs.mean;
    for (int i = 0; i < 2; i++)
        effect->variance[i] = logs_variance(&sides[sides[i].logs.count > 1 ? i : 1 - i].logs);
}

bres_status bres__effect_make(const bres__row_runs *runs, bres__run_value_fn summary_of,
                              const bres_thresholds *thresholds, bres__effect *effect, bool *usable)
{
    side_sum sides[2] = { { .errors = 0 }, { .errors = 0 } };
    size_t least;
    size_t most;

    *effect = (bres__effect){ .assumes_normal = thresholds->runs_assume_normal != 0 };
    for (int i = 0; i < 2; i++) {
        side_collect(runs, summary_of, i, &sides[i]);
        effect->used[i] = sides[i].logs.count;
    }
    least = effect->used[0] < effect->used[1] ? effect->used[0] : effect->used[1];
    most = effect->used[0] + effect->used[1] - least;
    *usable = least > 0 && most > 1;
    if (!*usable)
        return BRES_OK;
    if (runs->paired)
        effect_of_pairs(runs, summary_of, effect);
    else
        effect_of_sides(sides, effect);
    effect_describe(effect, sides, runs_step(runs, summary_of));
    bres__effect_limit(effect, runs->run_variation);
    bres__effect_extend(effect, 0, 1, &effect->error, &effect->degrees_of_freedom);
    return bres__effect_set_intervals(runs, summary_of, thresholds, effect);
}

/* Satterthwaite's degrees of freedom of the sum of two variances of means. If a side has one run,
 * its variance and the degrees of freedom are those of the other side. */
static double satterthwaite(const double *variances, const double *counts)
{
    const double least = fmin(counts[0], counts[1]);
    const double most = fmax(counts[0], counts[1]);
    const double sum = variances[0] + variances[1];

    if (least < 2)
        return most - 1;
    if (!(sum > 0))
        return counts[0] + counts[1] - 2;
    return sum * sum /
           (variances[0] * variances[0] / (counts[0] - 1) +
            variances[1] * variances[1] / (counts[1] - 1));
}

/* With few runs, the variances are too uncertain for Satterthwaite's approximation: the interval
 * covers too little if the smaller side varies more. If normal variation is assumed, the result is
 * the approximation, rounded down. Otherwise it is the harmonic mean of the approximation and the
 * degrees of freedom of the smaller side. */
static double sum_degrees_of_freedom(const bres__effect *effect, const double *variances,
                                     const double *counts)
{
    const double approximate = satterthwaite(variances, counts);
    const double least = fmin(counts[0], counts[1]);

    if (effect->assumes_normal || least < 2)
        return floor(approximate + ROUNDING);
    return 2 / (1 / approximate + 1 / (least - 1));
}

void bres__effect_extend(const bres__effect *effect, size_t more, double variance_ratio,
                         double *error, double *degrees_of_freedom)
{
    const double added = (double)more;
    double variances[2];
    double counts[2];

    if (effect->pairs > 0) {
        const double pairs = (double)effect->pairs;
        const double count = pairs + added;

        *error = sqrt(effect->variance[0] * (pairs + added * variance_ratio)) / count;
        *degrees_of_freedom = count - 1;
        return;
    }
    for (int i = 0; i < 2; i++) {
        const double used = (double)effect->used[i];

        counts[i] = used + added;
        variances[i] =
            effect->variance[i] * (used + added * variance_ratio) / (counts[i] * counts[i]);
    }
    *error = sqrt(variances[0] + variances[1]);
    *degrees_of_freedom = sum_degrees_of_freedom(effect, variances, counts);
}

double bres__effect_half_width(const bres__effect *effect, double confidence)
{
    const double tail = (1 - confidence) / 2;
    const double runs =
        effect->error > 0 ? effect->error * bres__student_quantile(tail, effect->degrees_of_freedom)
                          : 0;
    const double floor =
        effect->error_floor > 0 ? effect->error_floor * bres__student_quantile(tail, INFINITY) : 0;

    return fmax(fmax(runs, floor), effect->resolution);
}

static double tail_beyond(double distance, double error, double degrees_of_freedom)
{
    if (error > 0)
        return bres__student_tail(distance / error, degrees_of_freedom);
    return distance > 0 ? 0 : 1;
}

double bres__effect_p_value(const bres__effect *effect, double margin)
{
    const double distance = fabs(effect->mean) - margin;
    const double runs = tail_beyond(distance, effect->error, effect->degrees_of_freedom);
    const double floor = tail_beyond(distance, effect->error_floor, INFINITY);

    return fmin(1, 2 * fmax(runs, floor));
}

double bres__effect_spread(const bres__effect *effect)
{
    return sqrt(effect->variance[0] + effect->variance[1]);
}
