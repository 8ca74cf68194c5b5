/* SPDX-License-Identifier: MIT */
/*
 * The time of a cell: the median of the samples of its run, or the median of the medians of several
 * runs.
 */
#include "report/pivot/pivot.h"
#include "stats/robust/rank_test.h"
#include "stats/stats.h"

#include <math.h>
#include <string.h>

#define CONFIDENCE 0.95

/* Times that a state without samples may have. */
static const char *const center_tags[] = { "bres/import/time/median", "bres/import/time/mean",
                                           "bres/import/gpu_time" };

/* The samples of a state, sorted; bres__free() them. NULL if it has none. */
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

static bool state_center(const bres_state *state, double *center)
{
    if (bres_state_median(state, center))
        return true;
    for (size_t i = 0; i < sizeof(center_tags) / sizeof(center_tags[0]); i++) {
        if (bres_summary_float64(bres_state_summary(state, center_tags[i]), center))
            return true;
    }
    return false;
}

/* The median of a run; false in *known if it has no time. */
static bres_status run_measure(const bres_state *state, bres__median_interval *median,
                               size_t *samples, bool *known)
{
    double *values;
    bres_status status = samples_sort(state, &values, samples);

    *known = false;
    if (status != BRES_OK)
        return status;
    *median = (bres__median_interval){ NAN, -INFINITY, INFINITY };
    if (values != NULL) {
        bres__median_interval_of(values, *samples, CONFIDENCE, median);
        *known = true;
        /* Samples are rounded; an import keeps their median as the file has it. */
        bres_summary_float64(bres_state_summary(state, "bres/median/center"), &median->value);
    } else {
        *known = state_center(state, &median->value);
    }
    bres__free(values);
    return BRES_OK;
}

static bres_status cell_measure(bres__pivot_cell *cell, double **centers, size_t *capacity)
{
    bres__median_interval median = { NAN, -INFINITY, INFINITY };

    for (const bres__pivot_entry *entry = cell->first; entry != NULL; entry = entry->next) {
        bres_status status;
        size_t samples;
        bool known;

        if (bres_state_is_skipped(entry->state))
            continue;
        status = run_measure(entry->state, &median, &samples, &known);
        if (status == BRES_OK && known && !BRES__RESERVE(centers, capacity, cell->runs + 1))
            status = bres__error_memory();
        if (status != BRES_OK)
            return status;
        if (!known)
            continue;
        if (cell->runs == 0 || samples < cell->samples)
            cell->samples = samples;
        (*centers)[cell->runs++] = median.value;
    }
    if (cell->runs > 1)
        bres__median_interval_select(*centers, cell->runs, CONFIDENCE, &median);
    cell->median = median;
    return BRES_OK;
}

/* The state of the one run that has a time; NULL: another number of runs. */
static const bres_state *cell_run(const bres__pivot_cell *cell)
{
    const bres__pivot_entry *entry = cell->first;

    while (entry != NULL && cell->runs == 1 && bres_state_is_skipped(entry->state))
        entry = entry->next;
    return cell->runs == 1 && entry != NULL ? entry->state : NULL;
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
        if (reference->median.value > 0 && cell->median.value > 0)
            cell->ratio = cell->median.value / reference->median.value;
        status = cell_test(reference, cell);
    }
    return status;
}

static bool row_is_complete(const bres__pivot *pivot, size_t row)
{
    for (size_t i = 0; i < pivot->columns.labels.count; i++) {
        const double time = bres__pivot_cell_at(pivot, row, i)->median.value;

        if (!(time > 0 && isfinite(time)))
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
            pivot->means[i].time += log(bres__pivot_cell_at(pivot, row, i)->median.value);
    }
    for (size_t i = 0; i < columns && pivot->mean_rows > 0; i++)
        pivot->means[i].time = exp(pivot->means[i].time / (double)pivot->mean_rows);
    for (size_t i = 0; i < columns && pivot->mean_rows > 0; i++)
        pivot->means[i].ratio = pivot->means[i].time / pivot->means[pivot->reference].time;
    return BRES_OK;
}

bres_status bres__pivot_measure(bres__pivot *pivot)
{
    const size_t count = pivot->rows.labels.count * pivot->columns.labels.count;
    double *centers = NULL;
    size_t capacity = 0;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < count && status == BRES_OK; i++)
        status = cell_measure(&pivot->cells[i], &centers, &capacity);
    bres__free(centers);
    for (size_t row = 0; row < pivot->rows.labels.count && status == BRES_OK; row++)
        status = row_relate(pivot, row);
    return status == BRES_OK ? means_make(pivot) : status;
}
