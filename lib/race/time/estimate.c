/* SPDX-License-Identifier: MIT */
/*
 * The figures of the rows of a timing.
 */
#include "race/time/time.h"
#include "stats/robust/median.h"
#include "stats/stats.h"

#include <math.h>
#include <string.h>

/* With fewer pairs, the number of pairs that would decide cannot be estimated. */
#define PLAN_PAIRS_MIN 10
/* A run is an outlier if it is this many interquartile ranges above the third quartile. */
#define OUTLIER_RANGES 3

static bool row_reserve(bres__time_row *row)
{
    const size_t need = row->count + 1;

    return bres__doubles_reserve(&row->seconds, &row->seconds_capacity, need) &&
           bres__doubles_reserve(&row->processor, &row->processor_capacity, need) &&
           bres__doubles_reserve(&row->sorted, &row->sorted_capacity, need);
}

/* Inserts into the sorted times, which has room. */
static void sorted_insert(bres__time_row *row, double seconds)
{
    size_t low = 0;
    size_t high = row->count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (row->sorted[middle] <= seconds)
            low = middle + 1;
        else
            high = middle;
    }
    memmove(&row->sorted[low + 1], &row->sorted[low], (row->count - low) * sizeof(*row->sorted));
    row->sorted[low] = seconds;
}

bres_status bres__time_row_keep(const bres_timing *timing, bres__time_row *row,
                                const bres__time_run *run)
{
    const bres__time_run *shell = &timing->shell;
    bres_timing_row *figures = &row->figures;

    if (!row_reserve(row))
        return bres__error_memory();
    row->last = fmax(run->wall - shell->wall, 0);
    if (timing->options.shell != NULL && row->last <= 0)
        figures->below_shell++;
    row->seconds[row->count] = row->last;
    row->processor[row->count] = fmax(run->user + run->system - shell->user - shell->system, 0);
    sorted_insert(row, row->last);
    row->count++;
    row->user += run->user;
    row->system += run->system;
    row->voluntary += (double)run->voluntary_switches;
    row->involuntary += (double)run->involuntary_switches;
    if (run->peak_memory > figures->peak_memory)
        figures->peak_memory = run->peak_memory;
    row->status_counts[run->status]++;
    figures->failures += run->status != 0;
    return BRES_OK;
}

bool bres__time_row_is_precise(const bres_timing *timing, const bres__time_row *row)
{
    bres__median_interval median;

    bres__median_sequence_of(row->sorted, row->count, timing->error_rate, &median);
    return fmax(median.upper - median.value, median.value - median.lower) <=
           timing->options.precision * median.value;
}

/* The standard deviation; infinite for fewer than two runs. */
static double deviation_of(const bres__time_row *row, double mean)
{
    double squares = 0;

    for (size_t i = 0; i < row->count; i++)
        squares += (row->seconds[i] - mean) * (row->seconds[i] - mean);
    return row->count > 1 ? sqrt(squares / (double)(row->count - 1)) : INFINITY;
}

static double outlier_limit(const bres__time_row *row)
{
    bres__quartiles quartiles;

    bres__quartiles_of_sorted(row->sorted, row->count, &quartiles);
    return quartiles.q3 + OUTLIER_RANGES * (quartiles.q3 - quartiles.q1);
}

static void row_set_times(const bres_timing *timing, bres__time_row *row)
{
    const double count = (double)row->count;
    bres_timing_row *figures = &row->figures;
    bres__median_interval median;
    bres__moments moments;
    double limit;

    figures->runs = row->count;
    figures->median_upper = INFINITY;
    if (row->count == 0)
        return;
    bres__median_sequence_of(row->sorted, row->count, timing->error_rate, &median);
    figures->median = median.value;
    figures->median_lower = fmax(median.lower, 0);
    figures->median_upper = median.upper;
    bres__moments_of(row->seconds, row->count, &moments);
    figures->mean = moments.mean;
    figures->deviation = deviation_of(row, moments.mean);
    figures->min = row->sorted[0];
    figures->max = row->sorted[row->count - 1];
    figures->first = row->seconds[0];
    figures->user_time = fmax(row->user / count - timing->shell.user, 0);
    figures->system_time = fmax(row->system / count - timing->shell.system, 0);
    figures->voluntary_switches = row->voluntary / count;
    figures->involuntary_switches = row->involuntary / count;
    limit = outlier_limit(row);
    figures->outliers = 0;
    for (size_t i = row->count; i-- > 0 && row->sorted[i] > limit;)
        figures->outliers++;
    figures->is_first_slow = figures->first > limit;
}

/* The reference, or the row with the smallest median. */
static size_t baseline_find(const bres_timing *timing)
{
    size_t best = timing->reference != SIZE_MAX ? timing->reference : 0;

    for (size_t i = 1; i < timing->row_count && timing->reference == SIZE_MAX; i++) {
        const bres_timing_row *row = &timing->rows[i].figures;

        if (row->runs > 0 && (timing->rows[best].figures.runs == 0 ||
                              row->median < timing->rows[best].figures.median))
            best = i;
    }
    return best;
}

/* The comparison of two rows; `*inverted`: `row` is its reference, not `baseline`. NULL: the race
 * does not compare the two rows. */
static bres__race_row *comparison_find(bres_timing *timing, size_t baseline, size_t row,
                                       bool *inverted)
{
    for (size_t i = 0; i < timing->race.row_count; i++) {
        const unsigned *sides = timing->race.rows[i].sides;

        *inverted = sides[BRES__RACE_REFERENCE] == row && sides[BRES__RACE_CANDIDATE] == baseline;
        if (*inverted ||
            (sides[BRES__RACE_REFERENCE] == baseline && sides[BRES__RACE_CANDIDATE] == row))
            return &timing->race.rows[i];
    }
    return NULL;
}

static bres_verdict verdict_invert(uint32_t verdict)
{
    if (verdict == BRES_FAST)
        return BRES_SLOW;
    return verdict == BRES_SLOW ? BRES_FAST : (bres_verdict)verdict;
}

static void row_set_comparison(bres_timing *timing, size_t baseline, size_t index)
{
    bres_timing_row *figures = &timing->rows[index].figures;
    const bres_race_outcome *outcome;
    bool inverted;
    bres__race_row *comparison = comparison_find(timing, baseline, index, &inverted);

    figures->is_baseline = index == baseline;
    figures->verdict = figures->is_baseline ? BRES_SAME : BRES_AMBIGUOUS;
    figures->ratio = figures->ratio_lower = figures->is_baseline;
    figures->ratio_upper = figures->is_baseline ? 1 : INFINITY;
    figures->pairs = figures->plan_pairs = 0;
    if (comparison == NULL)
        return;
    bres__race_row_set_verdict(comparison);
    outcome = &comparison->outcome;
    figures->pairs = outcome->pairs;
    figures->plan_pairs = outcome->pairs >= PLAN_PAIRS_MIN ? outcome->plan_pairs : 0;
    if (outcome->pairs == 0)
        return;
    figures->verdict = inverted ? verdict_invert(outcome->verdict) : outcome->verdict;
    figures->ratio = inverted ? 1 / outcome->ratio : outcome->ratio;
    figures->ratio_lower = inverted ? 1 / outcome->upper : outcome->lower;
    figures->ratio_upper = inverted ? 1 / outcome->lower : outcome->upper;
}

void bres__time_rows_update(bres_timing *timing)
{
    size_t baseline;

    for (size_t i = 0; i < timing->row_count; i++)
        row_set_times(timing, &timing->rows[i]);
    baseline = baseline_find(timing);
    for (size_t i = 0; i < timing->row_count; i++)
        row_set_comparison(timing, baseline, i);
}
