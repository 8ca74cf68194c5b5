/* SPDX-License-Identifier: MIT */
/*
 * The false discovery rate over all rows (Benjamini and Hochberg 1995; with any dependence,
 * Benjamini and Yekutieli 2001). A row that is FAST or SLOW by its own interval keeps its verdict
 * only if it is a discovery among all rows. The limit of each step is therefore the smaller of the
 * procedure's limit and the interval's. This keeps the rate: the proof only needs limits that do
 * not exceed those of the procedure.
 */
#include "compare/decide/decide.h"
#include "compare/rows.h"

#include <math.h>
#include <stdlib.h>

static int p_value_order(const void *a, const void *b)
{
    const double first = (*(bres_row *const *)a)->ratio->p_value;
    const double second = (*(bres_row *const *)b)->ratio->p_value;

    return (first > second) - (first < second);
}

/* The rows with a p-value, smallest first; NULL: out of memory. */
static bres_row **rows_sorted(bres_comparison *const *comparisons, size_t comparison_count,
                              size_t *count)
{
    bres_row **rows = NULL;
    size_t room = 1;

    *count = 0;
    for (size_t i = 0; i < comparison_count; i++)
        room += comparisons[i]->row_count;
    rows = bres__calloc(room, sizeof(bres_row *));
    if (rows == NULL)
        return NULL;
    for (size_t c = 0; c < comparison_count; c++) {
        for (size_t i = 0; i < comparisons[c]->row_count; i++) {
            if (comparisons[c]->rows[i].ratio != NULL)
                rows[(*count)++] = &comparisons[c]->rows[i];
        }
    }
    qsort(rows, *count, sizeof(bres_row *), p_value_order);
    return rows;
}

/* The factor by which arbitrary dependence between rows may raise the rate. */
static double dependence_factor(size_t count)
{
    double sum = 0;

    for (size_t i = 1; i <= count; i++)
        sum += 1 / (double)i;
    return sum;
}

static bres_status row_withdraw(bres__arena *arena, bres_row *row, double rate, size_t count)
{
    bres_decision decision = { .size = sizeof(decision) };

    bres__set_verdict(
        &decision, BRES_AMBIGUOUS, BRES_REASON_RUNS_NO_DISCOVERY,
        "the ratio is %.5g, from %.5g to %.5g at %.4g%%, but with %zu rows evidence of "
        "p = %.3g does not count as a discovery at a false discovery rate of %.4g%%",
        row->ratio->ratio, row->ratio->lower, row->ratio->upper, 100 * row->ratio->confidence,
        count, row->ratio->p_value, 100 * rate);
    row->message = bres__arena_strdup(arena, decision.message);
    if (row->message == NULL)
        return bres__error_memory();
    row->verdict = decision.verdict;
    row->reason = decision.reason;
    return BRES_OK;
}

/* The q-value of a row is the smallest rate at which the row is a discovery. */
static void rows_adjust(bres_row **rows, size_t count, double factor)
{
    double least = 1;

    for (size_t i = count; i-- > 0;) {
        bres_ratio *ratio = rows[i]->ratio;

        least = fmin(least, ratio->p_value * factor * (double)count / (double)(i + 1));
        ratio->q_value = least;
    }
}

static bool row_is_change(const bres_row *row)
{
    return row->verdict == BRES_FAST || row->verdict == BRES_SLOW;
}

/* The number of discoveries, which are the rows with the smallest p-values. */
static size_t rows_discovered(bres_row *const *rows, size_t count, double factor, double rate,
                              double interval)
{
    for (size_t i = count; i > 0; i--) {
        const double limit = rate * (double)i / (double)count / factor;

        if (rows[i - 1]->ratio->p_value <= fmin(limit, interval))
            return i;
    }
    return 0;
}

bres_status bres__rows_discover(bres_comparison *const *comparisons, size_t comparison_count,
                                double rate, bool any_dependence)
{
    const double interval = 1 - comparisons[0]->thresholds.runs_change_confidence;
    bres_status status = BRES_OK;
    double factor = 1;
    size_t count;
    bres_row **rows = rows_sorted(comparisons, comparison_count, &count);

    if (rows == NULL)
        return bres__error_memory();
    if (any_dependence)
        factor = dependence_factor(count);
    rows_adjust(rows, count, factor);
    for (size_t i = rows_discovered(rows, count, factor, rate, interval);
         i < count && status == BRES_OK; i++) {
        if (row_is_change(rows[i]))
            status = row_withdraw(&comparisons[0]->arena, rows[i], rate, count);
    }
    bres__free(rows);
    return status;
}
