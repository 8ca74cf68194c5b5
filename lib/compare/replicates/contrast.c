/* SPDX-License-Identifier: MIT */
/*
 * The contrast of two sets of runs: paired runs by the t interval of the log ratios of the pairs,
 * independent ones by Welch's interval of the means of the logs (Welch 1947, with Satterthwaite's
 * degrees of freedom, rounded down). A side with one run has no variance of its own: it is taken to
 * be that of the other side.
 *
 * Runs can be alike by chance, or because the clock is coarse. So the interval is never narrower
 * than what the samples within the runs and the step of the clock leave open. That part is known
 * well, its quantile is the normal one. The error of rounding to a step is uniform, with variance
 * step^2/12; it is the same in runs that are alike, so more runs do not lessen it.
 */
#include "compare/replicates/replicates.h"

#include "stats/distribution.h"

#include <math.h>

/* So much a whole number may be missed by. */
#define ROUNDING 1e-9

const bres__typical *bres__run_times(const bres__run *run)
{
    return &run->times;
}

const bres__typical *bres__run_cycles(const bres__run *run)
{
    return &run->cycles;
}

/* Logarithms that are being added up: Welford's recurrence. */
typedef struct tally {
    size_t count;
    double mean;
    double squares; /* of the distances from the mean */
} tally;

static void tally_add(tally *sum, double value)
{
    const double distance = value - sum->mean;

    sum->count++;
    sum->mean += distance / (double)sum->count;
    sum->squares += distance * (value - sum->mean);
}

static double tally_variance(const tally *sum)
{
    return sum->count > 1 ? sum->squares / (double)(sum->count - 1) : 0;
}

/* A side, or what there is of it in pairs. */
typedef struct side_sum {
    tally logs;
    double errors; /* squared and added */
    double steps;
    double least;
    double most;
} side_sum;

static void side_add(side_sum *side, const bres__typical *typical)
{
    tally_add(&side->logs, log(typical->center));
    side->errors += typical->error * typical->error;
    side->steps += typical->step;
    side->least = side->logs.count == 1 ? typical->center : fmin(side->least, typical->center);
    side->most = side->logs.count == 1 ? typical->center : fmax(side->most, typical->center);
}

static bool runs_know(const bres__row_runs *runs, bres__typical_fn typical, int side, size_t index)
{
    const int other = 1 - side;

    return typical(&runs->runs[side][index])->known &&
           (!runs->paired || typical(&runs->runs[other][index])->known);
}

static void side_collect(const bres__row_runs *runs, bres__typical_fn typical, int side,
                         side_sum *sum)
{
    for (size_t i = 0; i < runs->counts[side]; i++) {
        if (runs_know(runs, typical, side, i))
            side_add(sum, typical(&runs->runs[side][i]));
    }
}

static void contrast_describe(bres__contrast *contrast, const side_sum *sides)
{
    const double runs = (double)(sides[0].logs.count + sides[1].logs.count);
    const double freedom = runs - 2;
    double floor = 0;
    double steps = 0;
    double differ = 0;

    for (int i = 0; i < 2; i++) {
        const double count = (double)sides[i].logs.count;
        const double step = sides[i].steps / count;

        floor += sides[i].errors / (count * count);
        steps += step * step / 12;
        contrast->center[i] = exp(sides[i].logs.mean);
        contrast->least[i] = sides[i].least;
        contrast->most[i] = sides[i].most;
    }
    contrast->floor = sqrt(floor + steps);
    contrast->floor_step = sqrt(steps);
    contrast->within = sqrt((sides[0].errors + sides[1].errors) / runs);
    differ = freedom > 0 ? (sides[0].logs.squares + sides[1].logs.squares) / freedom : 0;
    contrast->between = sqrt(fmax(0, differ - contrast->within * contrast->within));
}

static void contrast_of_pairs(const bres__row_runs *runs, bres__typical_fn typical,
                              bres__contrast *contrast)
{
    tally ratios = { 0 };

    for (size_t i = 0; i < runs->counts[0]; i++) {
        if (runs_know(runs, typical, 0, i))
            tally_add(&ratios, log(typical(&runs->runs[1][i])->center) -
                                   log(typical(&runs->runs[0][i])->center));
    }
    contrast->pairs = ratios.count;
    contrast->mean = ratios.mean;
    contrast->variance[0] = tally_variance(&ratios);
}

static void contrast_of_sides(const side_sum *sides, bres__contrast *contrast)
{
    contrast->mean = sides[1].logs.mean - sides[0].logs.mean;
    for (int i = 0; i < 2; i++)
        contrast->variance[i] = tally_variance(&sides[sides[i].logs.count > 1 ? i : 1 - i].logs);
}

bool bres__contrast_make(const bres__row_runs *runs, bres__typical_fn typical,
                         bres__contrast *contrast)
{
    side_sum sides[2] = { { .errors = 0 }, { .errors = 0 } };
    size_t least;
    size_t most;

    *contrast = (bres__contrast){ .pairs = 0 };
    for (int i = 0; i < 2; i++) {
        side_collect(runs, typical, i, &sides[i]);
        contrast->used[i] = sides[i].logs.count;
    }
    least = contrast->used[0] < contrast->used[1] ? contrast->used[0] : contrast->used[1];
    most = contrast->used[0] + contrast->used[1] - least;
    if (least == 0 || most < 2)
        return false;
    if (runs->paired)
        contrast_of_pairs(runs, typical, contrast);
    else
        contrast_of_sides(sides, contrast);
    contrast_describe(contrast, sides);
    bres__contrast_extend(contrast, 0, 1, &contrast->error, &contrast->freedom);
    return true;
}

/* Satterthwaite's degrees of freedom of the sum of two variances of means, rounded down: with few
 * runs the variances are too uncertain for the fraction to mean anything, and less is safer. Of a
 * side with one run, whose variance is the other's, those of the other. */
static double sum_freedom(const double *parts, const double *counts)
{
    const double least = fmin(counts[0], counts[1]);
    const double most = fmax(counts[0], counts[1]);
    const double sum = parts[0] + parts[1];

    if (least < 2)
        return most - 1;
    if (!(sum > 0))
        return counts[0] + counts[1] - 2;
    return floor(
        sum * sum /
            (parts[0] * parts[0] / (counts[0] - 1) + parts[1] * parts[1] / (counts[1] - 1)) +
        ROUNDING);
}

void bres__contrast_extend(const bres__contrast *contrast, size_t more, double share, double *error,
                           double *freedom)
{
    const double added = (double)more;
    double parts[2];
    double counts[2];

    if (contrast->pairs > 0) {
        const double pairs = (double)contrast->pairs;
        const double count = pairs + added;

        *error = sqrt(contrast->variance[0] * (pairs + added * share)) / count;
        *freedom = count - 1;
        return;
    }
    for (int i = 0; i < 2; i++) {
        const double used = (double)contrast->used[i];

        counts[i] = used + added;
        parts[i] = contrast->variance[i] * (used + added * share) / (counts[i] * counts[i]);
    }
    *error = sqrt(parts[0] + parts[1]);
    *freedom = sum_freedom(parts, counts);
}

double bres__contrast_reach(const bres__contrast *contrast, double confidence)
{
    const double tail = (1 - confidence) / 2;
    const double runs =
        contrast->error > 0 ? contrast->error * bres__student_quantile(tail, contrast->freedom) : 0;
    const double floor =
        contrast->floor > 0 ? contrast->floor * bres__student_quantile(tail, INFINITY) : 0;

    return fmax(runs, floor);
}

static double tail_beyond(double distance, double error, double freedom)
{
    if (error > 0)
        return bres__student_tail(distance / error, freedom);
    return distance > 0 ? 0 : 1;
}

double bres__contrast_p_value(const bres__contrast *contrast, double margin)
{
    const double distance = fabs(contrast->mean) - margin;
    const double runs = tail_beyond(distance, contrast->error, contrast->freedom);
    const double floor = tail_beyond(distance, contrast->floor, INFINITY);

    return fmin(1, 2 * fmax(runs, floor));
}

double bres__contrast_spread(const bres__contrast *contrast)
{
    return sqrt(contrast->variance[0] + contrast->variance[1]);
}
