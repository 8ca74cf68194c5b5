/* SPDX-License-Identifier: MIT */
/*
 * The verdicts: each column is compared with the reference column, as two sides of a comparison.
 * The states of a column that come from one result are a projection of this result.
 */
#include "compare/compare.h"
#include "model/merge/project.h"
#include "report/pivot/pivot.h"

/* The projections of a column. */
typedef struct column_side {
    bres_result **results; /* both arrays: bres__free() */
    size_t count;
    bres__projected *states; /* room for all states of a result */
} column_side;

static void side_free(column_side *side)
{
    for (size_t i = 0; i < side->count; i++)
        bres_result_unref(side->results[i]);
    bres__free(side->results);
    bres__free(side->states);
    *side = (column_side){ .results = NULL };
}

/* Projects the states of one result that have been collected. */
static bres_status side_add(const bres__pivot *pivot, size_t result, size_t count,
                            column_side *side)
{
    bres_status status;

    if (count == 0)
        return BRES_OK;
    status = bres__result_project(pivot->results[result], side->states, count,
                                  &side->results[side->count]);
    side->count += status == BRES_OK;
    return status;
}

/* The states are in the order of the results. */
static bres_status side_make(const bres__pivot *pivot, size_t column, column_side *side)
{
    const size_t columns = pivot->columns.labels.count;
    size_t result = 0;
    size_t count = 0;
    bres_status status = BRES_OK;

    side->results = bres__calloc(pivot->count, sizeof(*side->results));
    side->states = bres__calloc(pivot->entry_count, sizeof(*side->states));
    if (side->results == NULL || side->states == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < pivot->entry_count && status == BRES_OK; i++) {
        const bres__pivot_entry *entry = &pivot->entries[i];

        if (entry->result != result) {
            status = side_add(pivot, result, count, side);
            result = entry->result;
            count = 0;
        }
        if (entry->cell % columns == column)
            side->states[count++] =
                (bres__projected){ .state = entry->state,
                                   .name = pivot->rows.items[entry->cell / columns].label };
    }
    return status == BRES_OK ? side_add(pivot, result, count, side) : status;
}

/* Gives each cell of a column its row of the comparison. */
static void column_take(bres__pivot *pivot, size_t column, const bres_comparison *comparison)
{
    for (size_t i = 0; i < bres_comparison_row_count(comparison); i++) {
        const bres_row *row = bres_comparison_row_at(comparison, i);
        const char *label = bres_row_candidate(row)->name;
        const size_t position = bres__index_find(&pivot->rows.labels, label, strlen(label));

        bres__pivot_cell_at(pivot, position, column)->row = row;
    }
}

static bres_status column_compare(bres__pivot *pivot, size_t column, const column_side *reference)
{
    bres_compare_options options;
    bres_comparison *comparison = NULL;
    column_side side = { .results = NULL };
    bres_status status = side_make(pivot, column, &side);

    bres_compare_options_init(&options);
    options.flags = BRES_COMPARE_ALLOW_MISSING | BRES_COMPARE_IGNORE_DEVICES;
    options.thresholds = pivot->options.thresholds;
    options.log = pivot->options.log;
    options.log_user = pivot->options.log_user;
    if (status == BRES_OK)
        status = bres_compare(reference->results, reference->count, side.results, side.count,
                              &options, &comparison);
    side_free(&side);
    if (status != BRES_OK)
        return status;
    pivot->comparisons[pivot->comparison_count++] = comparison;
    column_take(pivot, column, comparison);
    return BRES_OK;
}

/* Controls the false discovery rate over all cells. */
static bres_status cells_discover(const bres__pivot *pivot)
{
    const double rate = pivot->options.false_discovery_rate;

    if (!(rate > 0))
        return BRES_OK;
    for (size_t i = 0; i < pivot->comparison_count; i++) {
        for (size_t r = 0; r < bres_comparison_row_count(pivot->comparisons[i]); r++) {
            if (bres_row_ratio(bres_comparison_row_at(pivot->comparisons[i], r)) != NULL)
                return bres__rows_discover(pivot->comparisons, pivot->comparison_count, rate,
                                           false);
        }
    }
    return bres__error(BRES_ERROR_ARGUMENT, "a false discovery rate needs replicates: cells with "
                                            "more than one run");
}

bres_status bres__pivot_compare(bres__pivot *pivot)
{
    const size_t columns = pivot->columns.labels.count;
    column_side reference = { .results = NULL };
    bres_status status = side_make(pivot, pivot->reference, &reference);

    if (status == BRES_OK) {
        pivot->comparisons =
            bres__arena_calloc(&pivot->arena, columns, sizeof(*pivot->comparisons));
        if (pivot->comparisons == NULL)
            status = bres__error_memory();
    }
    for (size_t i = 0; i < columns && status == BRES_OK; i++) {
        if (i != pivot->reference)
            status = column_compare(pivot, i, &reference);
    }
    side_free(&reference);
    return status == BRES_OK ? cells_discover(pivot) : status;
}

/* A comparison leaves out runs whose time is 0. The geometric mean of all runs is then 0, so that
 * there is nothing to compare. */
static bool verdict_is_withdrawn(const bres__pivot_cell *cell)
{
    return cell->row != NULL && cell->is_unknown && bres_row_verdict(cell->row) != BRES_UNKNOWN;
}

const char *bres__pivot_verdict(const bres__pivot_cell *cell)
{
    if (cell->row == NULL)
        return NULL;
    return bres_verdict_name(verdict_is_withdrawn(cell) ? BRES_UNKNOWN
                                                        : bres_row_verdict(cell->row));
}

const char *bres__pivot_reason(const bres__pivot_cell *cell)
{
    if (cell->row == NULL)
        return NULL;
    return bres_reason_name(verdict_is_withdrawn(cell) ? BRES_REASON_TIMING_CENTER_NONPOSITIVE
                                                       : bres_row_reason(cell->row));
}

const char *bres__pivot_message(const bres__pivot_cell *cell)
{
    return verdict_is_withdrawn(cell) ? "the time of a run is not positive"
                                      : bres_row_message(cell->row);
}

bool bres__pivot_is_skipped(const bres__pivot_cell *cell)
{
    for (const bres__pivot_entry *entry = cell->first; entry != NULL; entry = entry->next) {
        if (!bres_state_is_skipped(entry->state))
            return false;
    }
    return cell->first != NULL;
}
