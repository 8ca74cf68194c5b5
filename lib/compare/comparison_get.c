/* SPDX-License-Identifier: MIT */
/*
 * The getters of a comparison.
 */
#include "compare/compare.h"

static int side_index(bool of_reference)
{
    return of_reference ? BRES__REFERENCE : BRES__CANDIDATE;
}

size_t bres_comparison_row_count(const bres_comparison *comparison)
{
    return comparison != NULL ? comparison->row_count : 0;
}

const bres_row *bres_comparison_row_at(const bres_comparison *comparison, size_t index)
{
    return index < bres_comparison_row_count(comparison) ? &comparison->rows[index] : NULL;
}

size_t bres_comparison_count(const bres_comparison *comparison, bres_verdict verdict)
{
    const size_t index = (size_t)verdict;

    return comparison != NULL && index <= BRES_AMBIGUOUS ? comparison->verdict_counts[index] : 0;
}

size_t bres_comparison_reason_count(const bres_comparison *comparison)
{
    return comparison != NULL ? comparison->reason_count : 0;
}

bres_reason bres_comparison_reason_at(const bres_comparison *comparison, size_t index, size_t *rows,
                                      const char **message)
{
    static const bres__reason_count none = { .message = NULL };
    const bres__reason_count *reason =
        index < bres_comparison_reason_count(comparison) ? &comparison->reasons[index] : &none;

    if (rows != NULL)
        *rows = reason->rows;
    if (message != NULL)
        *message = reason->message;
    return reason->reason;
}

const bres_thresholds *bres_comparison_thresholds(const bres_comparison *comparison)
{
    return comparison != NULL ? &comparison->thresholds : NULL;
}

size_t bres_comparison_run_count(const bres_comparison *comparison, bool of_reference)
{
    return comparison != NULL ? comparison->sets[side_index(of_reference)].count : 0;
}

const bres_result *bres_comparison_run_at(const bres_comparison *comparison, bool of_reference,
                                          size_t index, uint32_t *run)
{
    const bres__result_run *source;

    if (index >= bres_comparison_run_count(comparison, of_reference))
        return NULL;
    source = &comparison->sets[side_index(of_reference)].runs[index];
    if (run != NULL)
        *run = source->number;
    return source->result;
}

bool bres_comparison_is_paired(const bres_comparison *comparison)
{
    return comparison != NULL && comparison->paired;
}

bres_run_order bres_comparison_run_order(const bres_comparison *comparison)
{
    return comparison != NULL ? comparison->order : BRES_RUN_ORDER_UNKNOWN;
}

bool bres_comparison_drift(const bres_comparison *comparison, double *change, double *p_value)
{
    const bool known = comparison != NULL && comparison->has_drift;

    if (change != NULL)
        *change = known ? comparison->drift : 0;
    if (p_value != NULL)
        *p_value = known ? comparison->drift_p_value : 0;
    return known;
}

bool bres_comparison_odd_run(const bres_comparison *comparison, bool *of_reference, size_t *index,
                             double *change, size_t *rows, size_t *odd_rows)
{
    static const bres__odd_run none = { .name = NULL };
    const bres__odd_run *odd = comparison != NULL ? &comparison->odd : &none;

    if (of_reference != NULL)
        *of_reference = odd->name != NULL && odd->side == BRES__REFERENCE;
    if (index != NULL)
        *index = odd->index;
    if (change != NULL)
        *change = odd->change;
    if (rows != NULL)
        *rows = odd->rows;
    if (odd_rows != NULL)
        *odd_rows = odd->odd_rows;
    return odd->name != NULL;
}

bres_metric bres__comparison_metric(const bres_comparison *comparison)
{
    return comparison->metric;
}

const char *bres_comparison_device_difference(const bres_comparison *comparison)
{
    return comparison != NULL ? comparison->device_difference : NULL;
}

size_t bres_comparison_bench_count(const bres_comparison *comparison)
{
    return comparison != NULL ? comparison->bench_count : 0;
}

const bres_comparison_bench *bres_comparison_bench_at(const bres_comparison *comparison,
                                                      size_t index)
{
    return index < bres_comparison_bench_count(comparison) ? &comparison->benches[index] : NULL;
}

const bres_subbench *bres_comparison_bench_reference(const bres_comparison_bench *bench)
{
    return bench != NULL ? bench->reference : NULL;
}

const bres_subbench *bres_comparison_bench_candidate(const bres_comparison_bench *bench)
{
    return bench != NULL ? bench->candidate : NULL;
}

size_t bres_comparison_bench_pair_count(const bres_comparison_bench *bench)
{
    return bench != NULL ? bench->pair_count : 0;
}

const bres_device_pair *bres_comparison_bench_pair_at(const bres_comparison_bench *bench,
                                                      size_t index)
{
    return index < bres_comparison_bench_pair_count(bench) ? &bench->pairs[index] : NULL;
}

const bres_device *bres_device_pair_reference(const bres_device_pair *pair)
{
    return pair != NULL ? pair->reference : NULL;
}

const bres_device *bres_device_pair_candidate(const bres_device_pair *pair)
{
    return pair != NULL ? pair->candidate : NULL;
}

bool bres_device_pair_is_equal(const bres_device_pair *pair)
{
    return pair != NULL && pair->equal;
}

size_t bres_device_pair_row_count(const bres_device_pair *pair)
{
    return pair != NULL ? pair->row_count : 0;
}

const bres_row *bres_device_pair_row_at(const bres_device_pair *pair, size_t index)
{
    return index < bres_device_pair_row_count(pair) ? &pair->rows[index] : NULL;
}

size_t bres_comparison_missing_bench_count(const bres_comparison *comparison)
{
    return comparison != NULL ? comparison->missing_bench_count : 0;
}

const bres_subbench *bres_comparison_missing_bench_at(const bres_comparison *comparison,
                                                      size_t index, bool *in_reference)
{
    if (index >= bres_comparison_missing_bench_count(comparison))
        return NULL;
    if (in_reference != NULL)
        *in_reference = comparison->missing_benches[index].in_reference;
    return comparison->missing_benches[index].bench;
}

size_t bres_comparison_missing_state_count(const bres_comparison *comparison)
{
    return comparison != NULL ? comparison->missing_state_count : 0;
}

const bres_state *bres_comparison_missing_state_at(const bres_comparison *comparison, size_t index,
                                                   bool *in_reference)
{
    if (index >= bres_comparison_missing_state_count(comparison))
        return NULL;
    if (in_reference != NULL)
        *in_reference = comparison->missing_states[index].in_reference;
    return comparison->missing_states[index].state;
}

const bres_state *bres_row_reference(const bres_row *row)
{
    return row != NULL ? row->reference : NULL;
}

const bres_state *bres_row_candidate(const bres_row *row)
{
    return row != NULL ? row->candidate : NULL;
}

const bres_device_pair *bres_row_pair(const bres_row *row)
{
    return row != NULL ? row->pair : NULL;
}

const bres_comparison_bench *bres_row_bench(const bres_row *row)
{
    return row != NULL ? row->pair->bench : NULL;
}

bres_verdict bres_row_verdict(const bres_row *row)
{
    return row != NULL ? row->verdict : BRES_UNKNOWN;
}

bres_reason bres_row_reason(const bres_row *row)
{
    return row != NULL ? row->reason : (bres_reason)0;
}

const char *bres_row_message(const bres_row *row)
{
    return row != NULL ? row->message : NULL;
}

double bres_row_severity(const bres_row *row)
{
    return row != NULL ? row->severity : 0;
}

const bres_estimate *bres_row_reference_estimate(const bres_row *row)
{
    return row != NULL ? &row->reference_estimate : NULL;
}

const bres_estimate *bres_row_candidate_estimate(const bres_row *row)
{
    return row != NULL ? &row->candidate_estimate : NULL;
}

const bres_difference *bres_row_difference(const bres_row *row)
{
    return row != NULL ? &row->difference : NULL;
}

size_t bres_row_occurrence(const bres_row *row)
{
    return row != NULL ? row->occurrence : 0;
}

size_t bres_row_occurrence_count(const bres_row *row)
{
    return row != NULL ? row->occurrence_count : 0;
}

const bres_ratio *bres_row_ratio(const bres_row *row)
{
    return row != NULL ? row->ratio : NULL;
}

const bres_plan *bres_row_plan(const bres_row *row)
{
    return row != NULL ? row->plan : NULL;
}

const bres_state *bres_row_run(const bres_row *row, bool of_reference, size_t index)
{
    const int side = side_index(of_reference);

    if (row == NULL || index >= row->run_counts[side])
        return NULL;
    if (row->runs[side] == NULL)
        return of_reference ? row->reference : row->candidate;
    return row->runs[side][index];
}
