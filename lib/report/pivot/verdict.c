/* SPDX-License-Identifier: MIT */
/*
 * The verdicts: each cell is compared with the cell of the reference column in its row, as two
 * sides of a comparison. Cells of a column share a comparison if they and their references are from
 * the same runs. All runs of a comparison then have all of its states, so that the states together
 * show odd runs and drift. The states that a side has from one result are a projection of this
 * result.
 */
#include "compare/compare.h"
#include "model/merge/project.h"
#include "report/pivot/pivot.h"

#include <stdlib.h>

/* Rows of a column that share a comparison, as linked lists. */
typedef struct row_groups {
    bres__index runs; /* of both cells */
    size_t *first;    /* by group: a row */
    size_t *next;     /* by row: a row of the same group, or BRES__INDEX_NONE */
} row_groups;

/* One side of a comparison. */
typedef struct group_side {
    const bres__pivot_entry **entries; /* all three arrays: bres__free() */
    size_t entry_count;
    bres__projected *states; /* scratch: the states of one result */
    bres_result **results;   /* projections */
    size_t count;
} group_side;

static void side_free(group_side *side)
{
    for (size_t i = 0; i < side->count; i++)
        bres_result_unref(side->results[i]);
    bres__free(side->results);
    bres__free(side->states);
    bres__free(side->entries);
    *side = (group_side){ .results = NULL };
}

static bres_status side_alloc(const bres__pivot *pivot, group_side *side)
{
    side->entries = bres__calloc(pivot->entry_count, sizeof(*side->entries));
    side->states = bres__calloc(pivot->entry_count, sizeof(*side->states));
    side->results = bres__calloc(pivot->count, sizeof(*side->results));
    return side->entries != NULL && side->states != NULL && side->results != NULL
               ? BRES_OK
               : bres__error_memory();
}

/* Orders entries by result. Their addresses are in this order, because they are in one array. */
static int entry_order(const void *a, const void *b)
{
    const bres__pivot_entry *const *first = a;
    const bres__pivot_entry *const *second = b;

    return (*first > *second) - (*first < *second);
}

/* Projects the entries of the side, which are in order. */
static bres_status side_project(const bres__pivot *pivot, group_side *side)
{
    const size_t columns = pivot->columns.labels.count;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < side->entry_count && status == BRES_OK;) {
        const size_t result = side->entries[i]->result;
        size_t count = 0;

        for (; i < side->entry_count && side->entries[i]->result == result; i++)
            side->states[count++] = (bres__projected){
                .state = side->entries[i]->state,
                .name = pivot->rows.items[side->entries[i]->cell / columns].label,
            };
        status = bres__result_project(pivot->results[result], side->states, count,
                                      &side->results[side->count]);
        side->count += status == BRES_OK;
    }
    return status;
}

/* Makes the side of a group that lies in this column. */
static bres_status side_make(const bres__pivot *pivot, const row_groups *groups, size_t group,
                             size_t column, group_side *side)
{
    for (size_t i = 0; i < side->count; i++)
        bres_result_unref(side->results[i]);
    side->count = side->entry_count = 0;
    for (size_t row = groups->first[group]; row != BRES__INDEX_NONE; row = groups->next[row]) {
        for (const bres__pivot_entry *entry = bres__pivot_cell_at(pivot, row, column)->first;
             entry != NULL; entry = entry->next)
            side->entries[side->entry_count++] = entry;
    }
    qsort(side->entries, side->entry_count, sizeof(*side->entries), entry_order);
    return side_project(pivot, side);
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

static bres_status group_compare(bres__pivot *pivot, size_t column, const group_side *reference,
                                 const group_side *candidate)
{
    bres_compare_options options;
    bres_comparison *comparison = NULL;
    bres_status status;

    bres_compare_options_init(&options);
    options.flags = BRES_COMPARE_ALLOW_MISSING | BRES_COMPARE_IGNORE_DEVICES;
    options.thresholds = pivot->options.thresholds;
    options.log = pivot->options.log;
    options.log_user = pivot->options.log_user;
    if (!BRES__RESERVE(&pivot->comparisons, &pivot->comparison_capacity,
                       pivot->comparison_count + 1))
        return bres__error_memory();
    status = bres__compare_distinct(reference->results, reference->count, candidate->results,
                                    candidate->count, &options, &comparison);
    if (status != BRES_OK)
        return status;
    pivot->comparisons[pivot->comparison_count++] = comparison;
    column_take(pivot, column, comparison);
    return BRES_OK;
}

/* Puts a row into the group of its runs. */
static bres_status groups_add(const bres__pivot *pivot, size_t row, size_t column,
                              row_groups *groups)
{
    const size_t known = groups->runs.count;
    const bres__pivot_cell *const cells[2] = { bres__pivot_cell_at(pivot, row, pivot->reference),
                                               bres__pivot_cell_at(pivot, row, column) };
    size_t group;

    if (cells[0]->first == NULL || cells[1]->first == NULL)
        return BRES_OK;
    for (int side = 0; side < 2; side++)
        bres__pivot_put_runs(&groups->runs.key, cells[side]);
    if (!bres__index_take(&groups->runs, &group))
        return bres__error_memory();
    groups->next[row] = group < known ? groups->first[group] : BRES__INDEX_NONE;
    groups->first[group] = row;
    return BRES_OK;
}

static bres_status column_compare(bres__pivot *pivot, size_t column, row_groups *groups,
                                  group_side sides[2])
{
    bres_status status = BRES_OK;

    bres__index_clear(&groups->runs);
    for (size_t row = pivot->rows.labels.count; row-- > 0 && status == BRES_OK;)
        status = groups_add(pivot, row, column, groups);
    for (size_t group = groups->runs.count; group-- > 0 && status == BRES_OK;) {
        status = side_make(pivot, groups, group, pivot->reference, &sides[0]);
        if (status == BRES_OK)
            status = side_make(pivot, groups, group, column, &sides[1]);
        if (status == BRES_OK)
            status = group_compare(pivot, column, &sides[0], &sides[1]);
    }
    return status;
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
    const size_t rows = pivot->rows.labels.count;
    group_side sides[2] = { { .results = NULL }, { .results = NULL } };
    row_groups groups = { .first = bres__calloc(rows, sizeof(size_t)),
                          .next = bres__calloc(rows, sizeof(size_t)) };
    bres_status status =
        groups.first != NULL && groups.next != NULL ? BRES_OK : bres__error_memory();

    for (int i = 0; i < 2 && status == BRES_OK; i++)
        status = side_alloc(pivot, &sides[i]);
    for (size_t i = 0; i < pivot->columns.labels.count && status == BRES_OK; i++) {
        if (i != pivot->reference)
            status = column_compare(pivot, i, &groups, sides);
    }
    side_free(&sides[0]);
    side_free(&sides[1]);
    bres__index_free(&groups.runs);
    bres__free(groups.first);
    bres__free(groups.next);
    return status == BRES_OK ? cells_discover(pivot) : status;
}

/* The reason and message that replace the verdict of the comparison. */
typedef struct withdrawal {
    bres_reason reason;
    const char *message; /* NULL: the verdict is kept */
} withdrawal;

/* A comparison omits runs whose time is 0, but the geometric mean of all runs is then 0 and cannot
 * be compared. A comparison does not read the means that a cell shows if samples are missing, and
 * reports missing times. */
static withdrawal cell_withdraw(const bres__pivot_cell *cell)
{
    if (cell->is_unknown && bres_row_verdict(cell->row) != BRES_UNKNOWN)
        return (withdrawal){ BRES_REASON_TIMING_CENTER_NONPOSITIVE,
                             "the time of a run is not positive" };
    if (cell->is_mixed)
        return (withdrawal){ BRES_REASON_TIMING_CENTER_MISSING,
                             "one time is a mean, and the other one a median" };
    if (cell->is_timed && bres_row_reason(cell->row) == BRES_REASON_TIMING_CENTER_MISSING)
        return (withdrawal){ BRES_REASON_TIMING_CENTER_MISSING,
                             "a run lacks samples, which the verdict needs" };
    return (withdrawal){ .message = NULL };
}

const char *bres__pivot_verdict(const bres__pivot_cell *cell)
{
    if (cell->row == NULL)
        return NULL;
    return bres_verdict_name(cell_withdraw(cell).message != NULL ? BRES_UNKNOWN
                                                                 : bres_row_verdict(cell->row));
}

const char *bres__pivot_reason(const bres__pivot_cell *cell)
{
    withdrawal withdrawn;

    if (cell->row == NULL)
        return NULL;
    withdrawn = cell_withdraw(cell);
    return bres_reason_name(withdrawn.message != NULL ? withdrawn.reason
                                                      : bres_row_reason(cell->row));
}

const char *bres__pivot_message(const bres__pivot_cell *cell)
{
    withdrawal withdrawn;

    if (cell->row == NULL)
        return NULL;
    withdrawn = cell_withdraw(cell);
    return withdrawn.message != NULL ? withdrawn.message : bres_row_message(cell->row);
}

bool bres__pivot_is_skipped(const bres__pivot_cell *cell)
{
    for (const bres__pivot_entry *entry = cell->first; entry != NULL; entry = entry->next) {
        if (!bres_state_is_skipped(entry->state))
            return false;
    }
    return cell->first != NULL;
}
