/* SPDX-License-Identifier: MIT */
/*
 * The time of a cell: the median of its run, or the geometric mean of the medians of its runs, as
 * in a comparison. If a run of the cell has only a mean, the means of all runs are used.
 */
#include "report/pivot/pivot.h"
#include "stats/distribution.h"
#include "stats/online.h"
#include "stats/robust/rank_test.h"
#include "stats/stats.h"

#include <math.h>
#include <string.h>

#define CONFIDENCE 0.95

static const char *const median_tags[] = { "nv/cold/time/gpu/median", "nv/cpu_only/time/cpu/median",
                                           "bres/import/time/median", "bres/import/gpu_time",
                                           NULL };
static const char *const mean_tags[] = { "nv/cold/time/gpu/mean", "nv/cpu_only/time/cpu/mean",
                                         "bres/import/time/mean", NULL };

/* Gets the sorted samples of a state, which the caller frees with bres__free(); NULL if the state
 * has no samples. */
static bres_status samples_sort(const bres_state *state, double **values, size_t *count)
{
    const float *times;
    const bres_status status = bres_state_samples(state, &times, count);

    *values = NULL;
    if (status != BRES_OK || *count == 0)
        return status;
    *values = bres__calloc(*count, sizeof(**values));
    if (*values == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < *count; i++)
        (*values)[i] = (double)times[i];
    bres__sort_float64(*values, *count);
    bres_state_release_samples(state);
    return BRES_OK;
}

/* The first finite time among the summaries with these tags; NaN: none. */
static double state_time(const bres_state *state, const char *const *tags)
{
    double time;

    for (; *tags != NULL; tags++) {
        if (bres_summary_float64(bres_state_summary(state, *tags), &time) && isfinite(time))
            return time;
    }
    return NAN;
}

/* Gets the median of a run; NaN if the run has no median. */
static bres_status run_median(const bres_state *state, bres__median_interval *median,
                              size_t *samples)
{
    double *values;
    bres_status status = samples_sort(state, &values, samples);

    if (status != BRES_OK)
        return status;
    *median = (bres__median_interval){ NAN, -INFINITY, INFINITY };
    if (values != NULL) {
        bres__median_interval_of(values, *samples, CONFIDENCE, median);
        /* Samples are rounded, but an import records the median as its file has it. The interval
         * of the samples must include this median. */
        bres_summary_float64(bres_state_summary(state, "bres/median/center"), &median->value);
        median->lower = fmin(median->lower, median->value);
        median->upper = fmax(median->upper, median->value);
    } else {
        median->value = state_time(state, median_tags);
    }
    bres__free(values);
    return BRES_OK;
}

/* State while the runs of a cell are read. */
typedef struct cell_runs {
    bres__median_interval last; /* of the run read last */
    bres__online logs;          /* of positive times */
    bool has_other;             /* a run has only the other kind of time */
} cell_runs;

static bres_status run_read(const bres_state *state, bool by_mean, bres__pivot_cell *cell,
                            cell_runs *runs)
{
    bres__median_interval *time = &runs->last;
    size_t samples = 0;
    bres_status status = BRES_OK;

    if (by_mean)
        *time = (bres__median_interval){ state_time(state, mean_tags), -INFINITY, INFINITY };
    else
        status = run_median(state, time, &samples);
    if (status != BRES_OK)
        return status;
    if (!isfinite(time->value)) {
        runs->has_other |= !by_mean && isfinite(state_time(state, mean_tags));
        return BRES_OK;
    }
    if (cell->runs == 0 || samples < cell->samples)
        cell->samples = samples;
    cell->runs++;
    cell->run = state;
    if (time->value > 0)
        bres__online_add(&runs->logs, log(time->value));
    else
        cell->has_zero = true;
    return BRES_OK;
}

/* The geometric mean, with the interval of Student's t for the mean of the logarithms. */
static bres__median_interval runs_mean(const bres__pivot_cell *cell, const bres__online *logs)
{
    const double count = (double)logs->count;
    double half_width;

    if (cell->has_zero)
        return (bres__median_interval){ 0, -INFINITY, INFINITY };
    half_width = bres__student_quantile((1 - CONFIDENCE) / 2, count - 1) *
                 sqrt(bres__online_unbiased(logs) / count);
    return (bres__median_interval){ exp(logs->mean), exp(logs->mean - half_width),
                                    exp(logs->mean + half_width) };
}

static bres_status cell_read(bres__pivot_cell *cell, bool by_mean, bool *has_other)
{
    cell_runs runs = { .has_other = false };
    bres_status status = BRES_OK;

    cell->runs = 0;
    cell->samples = 0;
    cell->has_zero = false;
    cell->by_mean = by_mean;
    cell->time = (bres__median_interval){ NAN, -INFINITY, INFINITY };
    for (const bres__pivot_entry *entry = cell->first; entry != NULL && status == BRES_OK;
         entry = entry->next) {
        const size_t known = cell->runs;

        if (!bres_state_is_skipped(entry->state))
            status = run_read(entry->state, by_mean, cell, &runs);
        if (cell->runs > known)
            cell->time = runs.last;
    }
    if (status == BRES_OK && cell->runs > 1)
        cell->time = runs_mean(cell, &runs.logs);
    *has_other = runs.has_other;
    return status;
}

static bres_status cell_measure(bres__pivot_cell *cell)
{
    bool has_other;
    bres_status status = cell_read(cell, false, &has_other);

    return status == BRES_OK && has_other ? cell_read(cell, true, &has_other) : status;
}

/* The state with the time, if there is exactly one; else NULL. */
static const bres_state *cell_run(const bres__pivot_cell *cell)
{
    return cell->runs == 1 ? cell->run : NULL;
}

static bres_status cell_test(const bres__pivot_cell *reference, bres__pivot_cell *cell)
{
    const bres_state *states[2] = { cell_run(reference), cell_run(cell) };
    double *values[2] = { NULL, NULL };
    size_t counts[2] = { 0, 0 };
    bres_status status = BRES_OK;

    for (int side = 0; side < 2 && states[0] != NULL && states[1] != NULL && status == BRES_OK;
         side++)
        status = samples_sort(states[side], &values[side], &counts[side]);
    if (status == BRES_OK && counts[0] > 1 && counts[1] > 1)
        status = bres__rank_sum_p_value(values[0], counts[0], values[1], counts[1], &cell->p_value);
    bres__free(values[0]);
    bres__free(values[1]);
    return status;
}

static bres_status row_relate(const bres__pivot *pivot, size_t row)
{
    const bres__pivot_cell *reference = bres__pivot_cell_at(pivot, row, pivot->reference);
    bres_status status = BRES_OK;

    for (size_t i = 0; i < pivot->columns.labels.count && status == BRES_OK; i++) {
        bres__pivot_cell *cell = bres__pivot_cell_at(pivot, row, i);

        cell->ratio = cell->p_value = NAN;
        if (i == pivot->reference)
            continue;
        if (reference->time.value > 0 && cell->time.value > 0 &&
            cell->by_mean == reference->by_mean)
            cell->ratio = cell->time.value / reference->time.value;
        cell->is_unknown = cell->has_zero || reference->has_zero;
        cell->is_timed = cell->runs > 0 && reference->runs > 0;
        cell->is_mixed = cell->is_timed && cell->by_mean != reference->by_mean;
        status = cell_test(reference, cell);
    }
    return status;
}

/* Whether all columns have a time of the same kind. */
static bool row_is_complete(const bres__pivot *pivot, size_t row)
{
    const bool by_mean = bres__pivot_cell_at(pivot, row, 0)->by_mean;

    for (size_t i = 0; i < pivot->columns.labels.count; i++) {
        const bres__pivot_cell *cell = bres__pivot_cell_at(pivot, row, i);

        if (!(cell->time.value > 0) || cell->by_mean != by_mean)
            return false;
    }
    return true;
}

static bres_status means_make(bres__pivot *pivot)
{
    const size_t columns = pivot->columns.labels.count;

    pivot->means = bres__arena_calloc(&pivot->arena, columns, sizeof(*pivot->means));
    if (pivot->means == NULL)
        return bres__error_memory();
    for (size_t row = 0; row < pivot->rows.labels.count; row++) {
        if (!row_is_complete(pivot, row))
            continue;
        pivot->mean_rows++;
        for (size_t i = 0; i < columns; i++)
            pivot->means[i].time += log(bres__pivot_cell_at(pivot, row, i)->time.value);
    }
    for (size_t i = 0; i < columns && pivot->mean_rows > 0; i++)
        pivot->means[i].time = exp(pivot->means[i].time / (double)pivot->mean_rows);
    for (size_t i = 0; i < columns && pivot->mean_rows > 0; i++)
        pivot->means[i].ratio = pivot->means[i].time / pivot->means[pivot->reference].time;
    return BRES_OK;
}

const char *bres__pivot_estimator(const bres__pivot_cell *cell)
{
    if (cell->runs == 0)
        return NULL;
    if (cell->runs > 1)
        return cell->by_mean ? "geometric mean of means" : "geometric mean of medians";
    return cell->by_mean ? "mean" : "median";
}

bres_status bres__pivot_measure(bres__pivot *pivot)
{
    const size_t count = pivot->rows.labels.count * pivot->columns.labels.count;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < count && status == BRES_OK; i++)
        status = cell_measure(&pivot->cells[i]);
    for (size_t row = 0; row < pivot->rows.labels.count && status == BRES_OK; row++)
        status = row_relate(pivot, row);
    return status == BRES_OK ? means_make(pivot) : status;
}
