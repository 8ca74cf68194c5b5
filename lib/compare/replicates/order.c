/* SPDX-License-Identifier: MIT */
/*
 * The order in which runs were measured. Runs near each other are alike: if the sides were measured
 * in few blocks, their means differ by more than the variation within the sides suggests.
 *
 * An order is judged by its inflation: the variance of the difference of the means of both sides,
 * divided by the variance that the variance within the sides suggests, for values whose correlation
 * fades with their distance. The inflation is 1 on average for independent runs and random orders,
 * far less for alternation, and far more for one block per side.
 */
#include "base/clock.h"
#include "compare/replicates/replicates.h"

#include <math.h>
#include <stdlib.h>

/* Sides with a larger inflation are separate. */
#define INFLATION_MAX    1.25
/* Clocks of machines may differ by this many seconds. */
#define FUTURE_TOLERANCE 60.0

/* A run in the order of start times. */
typedef struct ordered_run {
    const bres__result_run *run;
    int side;
    size_t index;
} ordered_run;

static int start_order(const void *a, const void *b)
{
    const ordered_run *first = a;
    const ordered_run *second = b;

    return (first->run->start > second->run->start) - (first->run->start < second->run->start);
}

bool bres__run_follows(const bres__result_run *earlier, const bres__result_run *later)
{
    return later->start > earlier->start && later->start >= earlier->end;
}

static bool runs_have_starts(const bres_comparison *comparison)
{
    for (int side = 0; side < 2; side++) {
        const bres__run_set *set = &comparison->sets[side];

        for (size_t i = 0; i < set->count; i++) {
            if (!set->runs[i].has_start)
                return false;
        }
    }
    return true;
}

static size_t runs_collect(const bres_comparison *comparison, ordered_run *runs)
{
    size_t count = 0;

    for (int side = 0; side < 2; side++) {
        const bres__run_set *set = &comparison->sets[side];

        for (size_t i = 0; i < set->count; i++)
            runs[count++] = (ordered_run){ .run = &set->runs[i], .side = side, .index = i };
    }
    qsort(runs, count, sizeof(*runs), start_order);
    return count;
}

/* Sums of the correlations of all pairs of runs, including each run with itself. */
typedef struct correlation_sums {
    double within[2]; /* of two runs of a side */
    double between;   /* of runs of different sides, each pair once */
    double counts[2];
} correlation_sums;

static correlation_sums sums_make(const ordered_run *runs, size_t count, double correlation)
{
    correlation_sums sums = { .between = 0 };
    double earlier[2] = { 0, 0 }; /* by side: correlation sums of next and previous runs */

    for (size_t i = 0; i < count; i++) {
        const int side = runs[i].side;

        sums.counts[side]++;
        sums.within[side] += 1 + 2 * earlier[side];
        sums.between += earlier[1 - side];
        earlier[side]++;
        for (int s = 0; s < 2; s++)
            earlier[s] *= correlation;
    }
    return sums;
}

/* `correlation` is that of values one place apart. */
static double inflation(const ordered_run *runs, size_t count, double correlation)
{
    const correlation_sums sums = sums_make(runs, count, correlation);
    const double *counts = sums.counts;
    double difference = -2 * sums.between / (counts[0] * counts[1]);
    double suggested = 0;
    double variances[2];

    for (int side = 0; side < 2; side++) {
        difference += sums.within[side] / (counts[side] * counts[side]);
        variances[side] = counts[side] > 1 ? (counts[side] - sums.within[side] / counts[side]) /
                                                 (counts[side] - 1)
                                           : 0;
    }
    /* The variance of a side with a single run is assumed to be that of the other side. */
    for (int side = 0; side < 2; side++)
        suggested += variances[counts[side] > 1 ? side : 1 - side] / counts[side];
    return difference / suggested;
}

/* Whether drift, or the correlation of runs near each other, would look like a difference of the
 * sides. */
static bool sides_are_separate(const ordered_run *runs, size_t count)
{
    static const double correlations[] = { 0.5, 0.8, 0.9, 0.95, 0.98 };

    for (size_t i = 0; i < sizeof(correlations) / sizeof(correlations[0]); i++) {
        if (inflation(runs, count, correlations[i]) > INFLATION_MAX)
            return true;
    }
    return false;
}

static bres_run_order order_of(const ordered_run *runs, size_t count)
{
    const struct timespec now = bres__wall_now();

    for (size_t i = 1; i < count; i++) {
        if (runs[i].run->start == runs[i - 1].run->start)
            return BRES_RUN_ORDER_EQUAL;
    }
    if (runs[count - 1].run->start > (double)now.tv_sec + FUTURE_TOLERANCE)
        return BRES_RUN_ORDER_FUTURE;
    for (size_t i = 1; i < count; i++) {
        if (!bres__run_follows(runs[i - 1].run, runs[i].run))
            return BRES_RUN_ORDER_OVERLAPPING;
    }
    return sides_are_separate(runs, count) ? BRES_RUN_ORDER_SEPARATE : BRES_RUN_ORDER_MIXED;
}

bres_status bres__runs_order(bres_comparison *comparison)
{
    const size_t counts[2] = { comparison->sets[0].count, comparison->sets[1].count };
    bres_status status = BRES_OK;
    ordered_run *runs;
    size_t count;

    comparison->order = BRES_RUN_ORDER_UNKNOWN;
    if (!runs_have_starts(comparison))
        return BRES_OK;
    runs = bres__calloc(counts[0] + counts[1], sizeof(*runs));
    if (runs == NULL)
        return bres__error_memory();
    count = runs_collect(comparison, runs);
    comparison->order = order_of(runs, count);
    for (int side = 0; side < 2; side++) {
        comparison->places[side] =
            bres__arena_calloc(&comparison->arena, counts[side], sizeof(double));
        if (comparison->places[side] == NULL)
            status = bres__error_memory();
    }
    for (size_t i = 0; i < count && status == BRES_OK; i++)
        comparison->places[runs[i].side][runs[i].index] = (double)i;
    bres__free(runs);
    return status;
}
