/* SPDX-License-Identifier: MIT */
#include "stats/robust/change_point.h"

#include "base/alloc.h"
#include "base/error.h"
#include "stats/distribution.h"
#include "stats/stats.h"

#include <math.h>
#include <string.h>

/* A long series is reduced to the medians of this many blocks. A median uses at most
 * BLOCK_VALUES_MAX values of its block. */
#define BLOCKS_MAX       2048u
#define BLOCK_VALUES_MAX 63u

#define PHASE_MIN          5u
#define PHASE_SHARE        20u /* a phase has at least one value in this many */
#define WINDOWS            3u
/* Standard errors that are added to the correlation of neighbours. */
#define CORRELATION_ERRORS 1.0
#define CORRELATION_MAX    0.99
/* The sums of ranks vary by chance: an excess up to this factor does not count as dependence. */
#define WANDER_TOLERANCE   2.0

/* A series, in blocks. */
typedef struct change_series {
    const double *values;
    size_t count;
    double *levels; /* medians of the blocks */
    double *signs;  /* for each level of a window: number of lower minus number of higher levels */
    double *sorted; /* scratch */
    size_t blocks;
} change_series;

/* The first value of a block. */
static size_t series_start(const change_series *series, size_t block)
{
    const size_t rest = series->count % series->blocks;

    return block * (series->count / series->blocks) + block * rest / series->blocks;
}

static double block_median(const double *values, size_t count)
{
    const size_t taken = count < BLOCK_VALUES_MAX ? count : BLOCK_VALUES_MAX;
    double copies[BLOCK_VALUES_MAX];

    for (size_t i = 0; i < taken; i++)
        copies[i] = values[i * (count / taken)];
    return bres__median(copies, taken);
}

static void series_fill_levels(change_series *series)
{
    for (size_t i = 0; i < series->blocks; i++) {
        const size_t start = series_start(series, i);

        series->levels[i] =
            block_median(series->values + start, series_start(series, i + 1) - start);
    }
}

/* The number of sorted values less than `value` or, with `equal`, not greater than it. */
static size_t count_below(const double *sorted, size_t count, double value, bool equal)
{
    size_t below = 0;
    size_t end = count;

    while (below < end) {
        const size_t middle = below + (end - below) / 2;

        if (sorted[middle] < value || (equal && sorted[middle] == value))
            below = middle + 1;
        else
            end = middle;
    }
    return below;
}

/* The signs of a level against all others sum to twice its rank, shifted to mean 0; equal levels
 * share their mean rank. */
static void series_fill_signs(change_series *series, const double *levels, size_t count)
{
    memcpy(series->sorted, levels, count * sizeof(*levels));
    bres__sort_float64(series->sorted, count);
    for (size_t i = 0; i < count; i++)
        series->signs[i] = (double)count_below(series->sorted, count, levels[i], false) +
                           (double)count_below(series->sorted, count, levels[i], true) -
                           (double)count;
}

/* Finds the split with the largest standardized statistic; returns its square. The variance ignores
 * ties, which only make the statistic smaller. */
static double split_find(const double *signs, size_t count, size_t shortest, size_t *split)
{
    double largest = 0;
    double sum = 0;

    for (size_t i = 1; i + shortest <= count; i++) {
        const double pairs = (double)i * (double)(count - i);
        double square;

        sum += signs[i - 1];
        square = 3 * sum * sum / (pairs * (double)(count + 1));
        if (i >= shortest && square > largest) {
            largest = square;
            *split = i;
        }
    }
    return largest;
}

/* Sums over both phases that measure the dependence between signs. */
typedef struct wander {
    double square;    /* squared distances from the mean of the phase */
    double neighbour; /* products of consecutive distances */
    double excess;    /* variance of partial sums relative to random order, weighted by the count */
} wander;

static void wander_add(wander *total, const double *signs, size_t count)
{
    double mean = 0;
    double square = 0;
    double last = 0;
    double sum = 0;
    double sums = 0;

    for (size_t i = 0; i < count; i++)
        mean += signs[i] / (double)count;
    for (size_t i = 0; i < count; i++) {
        const double distance = signs[i] - mean;

        square += distance * distance;
        total->neighbour += distance * last;
        last = distance;
        sum += distance;
        sums += sum * sum;
    }
    total->square += square;
    /* In random order the partial sums form a Brownian bridge, whose mean variance is 1/6. */
    if (square > 0)
        total->excess += 6 * sums / square;
}

/* The factor by which dependence increases the variance of the statistic, at least 1. */
static double wander_factor(const double *signs, size_t count, size_t split)
{
    const double values = (double)count;
    wander total = { 0 };
    double correlation;

    wander_add(&total, signs, split);
    wander_add(&total, signs + split, count - split);
    if (!(total.square > 0))
        return 1;
    correlation = total.neighbour / total.square;
    correlation += CORRELATION_ERRORS / sqrt(values);
    correlation = fmin(fmax(correlation, 0), CORRELATION_MAX);
    return fmax((1 + correlation) / (1 - correlation), total.excess / values / WANDER_TOLERANCE);
}

static bool window_changes(change_series *series, size_t begin, size_t end, size_t *at)
{
    const size_t count = end - begin;
    const size_t share = (count + PHASE_SHARE - 1) / PHASE_SHARE;
    const size_t shortest = share > PHASE_MIN ? share : PHASE_MIN;
    double square;
    size_t split = 0;

    if (count < 2 * shortest)
        return false;
    series_fill_signs(series, series->levels + begin, count);
    square = split_find(series->signs, count, shortest, &split);
    if (!(square > 0))
        return false;
    square /= wander_factor(series->signs, count, split);
    if (2 * bres__student_tail(sqrt(square), INFINITY) * (double)(count - 2 * shortest + 1) >
        BRES__CHANGE_ERROR / WINDOWS)
        return false;
    *at = begin + split;
    return true;
}

/* NaN: out of memory. */
static double median_of(const double *values, size_t count)
{
    double *copies = bres__calloc(count, sizeof(*copies));
    double median = NAN;

    if (copies != NULL) {
        memcpy(copies, values, count * sizeof(*values));
        bres__select_float64(copies, count, count / 2);
        bres__select_float64(copies, count / 2, (count - 1) / 2);
        median = (copies[(count - 1) / 2] + copies[count / 2]) / 2;
    }
    bres__free(copies);
    return median;
}

static bres_status point_make(const change_series *series, size_t begin, size_t at, size_t end,
                              bres__change_point *point)
{
    point->begin = series_start(series, begin);
    point->at = series_start(series, at);
    point->end = series_start(series, end);
    point->before = median_of(series->values + point->begin, point->at - point->begin);
    point->after = median_of(series->values + point->at, point->end - point->at);
    return isnan(point->before) || isnan(point->after) ? bres__error_memory() : BRES_OK;
}

static bool point_differs(const bres__change_point *point, double min_change)
{
    const double smaller = fmin(point->before, point->after);

    return smaller > 0 && fabs(point->after - point->before) >= min_change * smaller;
}

static bres_status series_find(change_series *series, double min_change, bool *found,
                               bres__change_point *point)
{
    const size_t half = series->blocks / 2;
    const size_t windows[WINDOWS][2] = { { 0, series->blocks },
                                         { 0, half },
                                         { half, series->blocks } };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < WINDOWS && status == BRES_OK && !*found; i++) {
        size_t at;

        if (!window_changes(series, windows[i][0], windows[i][1], &at))
            continue;
        status = point_make(series, windows[i][0], at, windows[i][1], point);
        *found = status == BRES_OK && point_differs(point, min_change);
    }
    return status;
}

bres_status bres__change_point_find(const double *values, size_t count, double min_change,
                                    bool *found, bres__change_point *point)
{
    change_series series = { .values = values, .count = count };
    bres_status status = BRES_OK;

    *found = false;
    if (count < 2 * (size_t)PHASE_MIN)
        return BRES_OK;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            return BRES_OK;
    }
    series.blocks = count < BLOCKS_MAX ? count : BLOCKS_MAX;
    series.levels = bres__calloc(3 * series.blocks, sizeof(*series.levels));
    if (series.levels == NULL)
        return bres__error_memory();
    series.signs = series.levels + series.blocks;
    series.sorted = series.signs + series.blocks;
    series_fill_levels(&series);
    status = series_find(&series, min_change, found, point);
    bres__free(series.levels);
    return status;
}
