/* SPDX-License-Identifier: MIT */
/*
 * Counts over the rows of all pairs.
 */
#include "report/rows/tally.h"
#include "report/rows/rows.h"

static void tally_add_reason(bres__tally *tally, const bres_row *row)
{
    const double severity = bres_row_severity(row);
    size_t i = 0;

    while (i < tally->reason_count && tally->reasons[i].reason != bres_row_reason(row))
        i++;
    if (i == tally->reason_count) {
        tally->reasons[tally->reason_count++] = (bres__tally_reason){
            .reason = bres_row_reason(row),
            .severity = severity,
            .message = bres_row_message(row),
        };
    }
    tally->reasons[i].rows++;
    if (severity > tally->reasons[i].severity) {
        tally->reasons[i].severity = severity;
        tally->reasons[i].message = bres_row_message(row);
    }
}

/* The smallest change that a row proves. A row of exact counts has no interval. */
static double proven_change(const bres_row *row)
{
    const bres_difference *difference = bres_row_difference(row);

    return (difference->has & BRES_HAS_CHANGE_INTERVAL) != 0 ? difference->change_lower
                                                             : difference->fraction;
}

static bool is_worse(const bres_row *row, const bres_row *worst)
{
    return worst == NULL || proven_change(row) > proven_change(worst);
}

static void tally_add_row(bres__tally *tally, const bres_compared *compared, const bres_row *row,
                          double threshold_diff)
{
    const bres_verdict verdict = bres_row_verdict(row);

    tally->total++;
    tally->shown += bres__row_is_shown(row, threshold_diff);
    tally->verdicts[verdict]++;
    tally->seen[bres_row_reason(row)] = true;
    if (verdict == BRES_AMBIGUOUS)
        tally_add_reason(tally, row);
    if (verdict == BRES_SLOW && is_worse(row, tally->worst)) {
        tally->worst = row;
        tally->worst_pair = compared;
    }
}

/* A stable insertion sort by count, largest first, because the list is short. */
static void tally_sort_reasons(bres__tally *tally)
{
    for (size_t i = 1; i < tally->reason_count; i++) {
        const bres__tally_reason reason = tally->reasons[i];
        size_t place = i;

        for (; place > 0 && tally->reasons[place - 1].rows < reason.rows; place--)
            tally->reasons[place] = tally->reasons[place - 1];
        tally->reasons[place] = reason;
    }
}

void bres__tally_fill(bres__tally *tally, const bres_compared *pairs, size_t count,
                      double threshold_diff)
{
    *tally = (bres__tally){ 0 };
    for (size_t i = 0; i < count; i++) {
        const bres_comparison *comparison = pairs[i].comparison;

        for (size_t r = 0; r < bres_comparison_row_count(comparison); r++)
            tally_add_row(tally, &pairs[i], bres_comparison_row_at(comparison, r), threshold_diff);
        tally->missing_benches += bres_comparison_missing_bench_count(comparison);
        tally->missing_states += bres_comparison_missing_state_count(comparison);
    }
    tally_sort_reasons(tally);
}
