/* SPDX-License-Identifier: MIT */
/*
 * Surveys the runs over all rows. The deviation of a run is the median, over the rows, of its log
 * time minus the median of all runs of both sides in the row.
 *
 * A run is odd if its deviation is an outlier among all runs, by Dixon's test, and far from that of
 * any other run, and if most rows show it. Drift is the slope of the deviations over the order of
 * measurement, in a model with a difference between the sides.
 */
#include "compare/match/name.h"
#include "compare/replicates/replicates.h"
#include "stats/distribution.h"
#include "stats/robust/outlier.h"
#include "stats/stats.h"

#include <math.h>
#include <string.h>

/* Drift is proven if its p-value is less than this. */
#define DRIFT_PROVEN 0.01

/* Samples are stored as binary32: a smaller change is within their rounding. */
#define ROUNDING 0x1p-24

/* The probability that normally distributed runs without a fault have an odd run. */
#define ODD_LEVEL    0.005
/* Smaller deviations are common: two modes of a clock, or a cold start. */
#define ODD_CHANGE   0.1
/* The share of rows that must show at least half of the deviation. */
#define ODD_ROWS     0.9
/* Fewer runs do not show which one is odd. */
#define ODD_RUNS_MIN 4u

typedef struct survey {
    bres_comparison *comparison;
    size_t runs; /* of both sides, the reference first */
    double *deviations;
    bool *known;
    double *values; /* scratch: a value of each run, or of each row */
} survey;

static double row_log(const survey *all, size_t row, size_t run)
{
    return all->comparison->logs[row * all->runs + run];
}

/* The median of all runs of a row except `without`; NaN if the row has no other run. */
static double row_median(const survey *all, size_t row, size_t without)
{
    size_t count = 0;

    for (size_t run = 0; run < all->runs; run++) {
        const double value = row_log(all, row, run);

        if (run != without && !isnan(value))
            all->values[count++] = value;
    }
    return count > 0 ? bres__median(all->values, count) : NAN;
}

/* Subtracts the median of each row. */
static void rows_center(const survey *all)
{
    for (size_t row = 0; row < all->comparison->row_count; row++) {
        const double center = row_median(all, row, all->runs);

        for (size_t run = 0; run < all->runs; run++)
            all->comparison->logs[row * all->runs + run] -= center;
    }
}

static void deviations_set(const survey *all)
{
    for (size_t run = 0; run < all->runs; run++) {
        size_t count = 0;

        for (size_t row = 0; row < all->comparison->row_count; row++) {
            const double value = row_log(all, row, run);

            if (!isnan(value))
                all->values[count++] = value;
        }
        all->known[run] = count > 0;
        all->deviations[run] = count > 0 ? bres__median(all->values, count) : 0;
    }
}

/* The runs with the smallest and the largest deviations, two of each. */
typedef struct extremes {
    size_t lowest[2];
    size_t highest[2];
    size_t count; /* known runs */
} extremes;

static void extremes_find(const survey *all, extremes *found)
{
    const double *deviations = all->deviations;

    *found = (extremes){ .count = 0 };
    for (size_t run = 0; run < all->runs; run++) {
        const double value = deviations[run];

        if (!all->known[run])
            continue;
        if (found->count == 0 || value < deviations[found->lowest[0]]) {
            found->lowest[1] = found->lowest[0];
            found->lowest[0] = run;
        } else if (found->count == 1 || value < deviations[found->lowest[1]]) {
            found->lowest[1] = run;
        }
        if (found->count == 0 || value > deviations[found->highest[0]]) {
            found->highest[1] = found->highest[0];
            found->highest[0] = run;
        } else if (found->count == 1 || value > deviations[found->highest[1]]) {
            found->highest[1] = run;
        }
        found->count++;
    }
}

/* The lowest or the highest run, whichever has the larger gap to its neighbour, if it is an
 * outlier; otherwise all->runs. */
static size_t outlier_find(const survey *all)
{
    extremes found;
    double below;
    double above;
    double gap;

    extremes_find(all, &found);
    if (found.count < ODD_RUNS_MIN)
        return all->runs;
    below = all->deviations[found.lowest[1]] - all->deviations[found.lowest[0]];
    above = all->deviations[found.highest[0]] - all->deviations[found.highest[1]];
    gap = fmax(below, above);
    if (gap < log1p(ODD_CHANGE) || bres__outlier_chance(gap / (all->deviations[found.highest[0]] -
                                                               all->deviations[found.lowest[0]]),
                                                        found.count) > ODD_LEVEL)
        return all->runs;
    return above > below ? found.highest[0] : found.lowest[0];
}

/* The distance of a run from the median of the other runs of its side; 0 for the only run of a
 * side. */
static double run_distance(const survey *all, size_t tested)
{
    const size_t references = all->comparison->sets[0].count;
    size_t count = 0;

    for (size_t run = 0; run < all->runs; run++) {
        if (run != tested && all->known[run] && (run < references) == (tested < references))
            all->values[count++] = all->deviations[run];
    }
    return count > 0 ? all->deviations[tested] - bres__median(all->values, count) : 0;
}

static void odd_count_rows(const survey *all, size_t run, bres__odd_run *odd)
{
    for (size_t row = 0; row < all->comparison->row_count; row++) {
        const double value = row_log(all, row, run);
        const double distance = value - row_median(all, row, run);

        if (isnan(distance))
            continue;
        odd->rows++;
        odd->odd_rows += distance / log1p(odd->change) >= 0.5;
    }
}

static bres_status odd_name(const survey *all, bres__odd_run *odd)
{
    const bres__result_run *run = &all->comparison->sets[odd->side].runs[odd->index];
    const char *path = run->result->path;
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    bres__text text = { 0 };

    if (path == NULL)
        bres__run_put_name(&text, all->comparison, odd->side, odd->index);
    else if (run->parts > 1)
        bres__text_printf(&text, "run %u of '%s'", run->number, slash != NULL ? slash + 1 : path);
    else
        bres__text_printf(&text, "'%s'", slash != NULL ? slash + 1 : path);
    if (!text.failed)
        odd->name = bres__arena_strdup(&all->comparison->arena, text.data);
    bres__text_free(&text);
    return odd->name != NULL ? BRES_OK : bres__error_memory();
}

static bres_status odd_find(const survey *all)
{
    const bres__run_set *sets = all->comparison->sets;
    const size_t found = outlier_find(all);
    bres__odd_run odd = { .rows = 0 };

    if (found == all->runs)
        return BRES_OK;
    odd.side = found < sets[0].count ? BRES__REFERENCE : BRES__CANDIDATE;
    odd.index = odd.side == BRES__REFERENCE ? found : found - sets[0].count;
    odd.change = expm1(run_distance(all, found));
    /* The only run of a side may differ because its side does. */
    if (odd.change == 0)
        return BRES_OK;
    odd_count_rows(all, found, &odd);
    if ((double)odd.odd_rows < ODD_ROWS * (double)odd.rows)
        return BRES_OK;
    all->comparison->odd = odd;
    all->known[found] = false;
    return odd_name(all, &all->comparison->odd);
}

/* How much later the runs of the candidate are on average, in places. */
static double places_apart(const bres__placed *values, size_t count)
{
    double places[2] = { 0, 0 };
    double counts[2] = { 0, 0 };

    for (size_t i = 0; i < count; i++) {
        places[values[i].candidate] += values[i].place;
        counts[values[i].candidate]++;
    }
    return counts[0] > 0 && counts[1] > 0 ? places[1] / counts[1] - places[0] / counts[0] : 0;
}

/* Fits the drift of the runs without an odd run. */
static bres_status drift_find(const survey *all)
{
    bres_comparison *comparison = all->comparison;
    bres__placed *values;
    bres__trend_fit fit;
    double drift;
    size_t count = 0;

    if (comparison->order < BRES_RUN_ORDER_MIXED)
        return BRES_OK;
    values = bres__calloc(all->runs, sizeof(*values));
    if (values == NULL)
        return bres__error_memory();
    for (size_t run = 0; run < all->runs; run++) {
        const bool candidate = run >= comparison->sets[0].count;
        const size_t index = candidate ? run - comparison->sets[0].count : run;

        if (all->known[run])
            values[count++] = (bres__placed){ .place = comparison->places[candidate][index],
                                              .value = all->deviations[run],
                                              .candidate = candidate };
    }
    bres__placed_sort(values, count);
    comparison->has_drift = bres__trend_fit_make(values, count, 0, &fit);
    if (comparison->has_drift) {
        drift = fit.slope * (values[count - 1].place - values[0].place);
        if (fabs(drift) <= ROUNDING)
            drift = fit.slope = 0;
        comparison->drift = expm1(drift);
        comparison->drift_p_value =
            fit.slope_error > 0
                ? 2 * bres__student_tail(fabs(fit.slope) / fit.slope_error, fit.degrees_of_freedom)
                : fit.slope == 0;
        /* If the sides are separate, each row allows for drift (bres__effect_allow_trend()). */
        if (comparison->order == BRES_RUN_ORDER_MIXED && comparison->drift_p_value < DRIFT_PROVEN)
            comparison->drift_shift = fit.slope * places_apart(values, count);
    }
    bres__free(values);
    return BRES_OK;
}

bres_status bres__runs_survey(bres_comparison *comparison)
{
    survey all = { .comparison = comparison,
                   .runs = comparison->sets[0].count + comparison->sets[1].count };
    const size_t room = all.runs > comparison->row_count ? all.runs : comparison->row_count;
    bres_status status = BRES_OK;

    all.deviations = bres__calloc(all.runs, sizeof(double));
    all.known = bres__calloc(all.runs, sizeof(bool));
    all.values = bres__calloc(room, sizeof(double));
    if (all.deviations == NULL || all.known == NULL || all.values == NULL) {
        status = bres__error_memory();
    } else {
        rows_center(&all);
        deviations_set(&all);
        status = odd_find(&all);
        if (status == BRES_OK)
            status = drift_find(&all);
    }
    bres__free(all.deviations);
    bres__free(all.known);
    bres__free(all.values);
    return status;
}
