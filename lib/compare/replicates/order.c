/* SPDX-License-Identifier: MIT */
/*
 * The order in which runs were measured. If most runs of one side precede those of the other, drift
 * looks like a change.
 */
#include "base/clock.h"
#include "compare/replicates/replicates.h"

#include <math.h>
#include <stdlib.h>

/* Sides are separate if the correlation between side and place is above this. In alternation it is
 * 0.9/n for n pairs; one side after the other, almost 0.9. */
#define SEPARATE_CORRELATION (1.0 / 3)
/* The mean places of sides in alternation are this far apart, also if pairs are few. */
#define ALTERNATING_DISTANCE 1.0
/* Clocks of machines may differ by so many seconds. */
#define FUTURE_TOLERANCE     60.0

/* A run in the order of start times. */
typedef struct ordered_run {
    double start;
    double end;
    int side;
    size_t index;
} ordered_run;

static int start_order(const void *a, const void *b)
{
    const ordered_run *first = a;
    const ordered_run *second = b;

    return (first->start > second->start) - (first->start < second->start);
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
            runs[count++] = (ordered_run){
                .start = set->runs[i].start, .end = set->runs[i].end, .side = side, .index = i
            };
    }
    qsort(runs, count, sizeof(*runs), start_order);
    return count;
}

/* Whether drift would look like a difference between the sides. */
static bool sides_are_separate(const ordered_run *runs, size_t count)
{
    const double total = (double)count;
    double places[2] = { 0, 0 };
    double counts[2] = { 0, 0 };
    double distance;
    double deviation;

    for (size_t i = 0; i < count; i++) {
        places[runs[i].side] += (double)i;
        counts[runs[i].side]++;
    }
    distance = fabs(places[1] / counts[1] - places[0] / counts[0]);
    deviation = sqrt((total * total - 1) / 12);
    return distance > ALTERNATING_DISTANCE &&
           distance * sqrt(counts[0] * counts[1]) / total / deviation > SEPARATE_CORRELATION;
}

static bres_run_order order_of(const ordered_run *runs, size_t count)
{
    const struct timespec now = bres__wall_now();

    for (size_t i = 1; i < count; i++) {
        if (runs[i].start == runs[i - 1].start)
            return BRES_RUN_ORDER_EQUAL;
    }
    if (runs[count - 1].start > (double)now.tv_sec + FUTURE_TOLERANCE)
        return BRES_RUN_ORDER_FUTURE;
    for (size_t i = 1; i < count; i++) {
        if (runs[i - 1].end > runs[i].start)
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
