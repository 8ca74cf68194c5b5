/* SPDX-License-Identifier: MIT */
#include "truth/common/series.h"

#include <stdio.h>
#include <stdlib.h>

void truth_check(bres_status status)
{
    if (status == BRES_OK)
        return;
    fprintf(stderr, "%s\n", bres_last_error());
    exit(2);
}

static void places_set(truth_series *series, const size_t runs[2], truth_order order)
{
    for (int side = 0; side < 2; side++) {
        series->runs[side] = runs[side];
        for (size_t run = 0; run < runs[side]; run++)
            series->places[side][run] = order == TRUTH_ALTERNATING ? 2 * run + (size_t)side
                                        : side == 0                ? run
                                                                   : runs[0] + run;
    }
}

static void places_set_blocks(truth_series *series, const size_t *blocks)
{
    size_t place = 0;

    series->runs[0] = series->runs[1] = 0;
    for (size_t block = 0; blocks[block] > 0; block++) {
        for (size_t i = 0; i < blocks[block]; i++)
            series->places[block % 2][series->runs[block % 2]++] = place++;
    }
}

static void run_set_start(bres_result *result, size_t place)
{
    char meta[128];

    /* A run starts every minute. */
    snprintf(meta, sizeof(meta), "{\"benchresult\":{\"start\":\"2026-01-18T%02zu:%02zu:00Z\"}}",
             place / 60, place % 60);
    truth_check(bres_result_set_meta_json(result, meta));
}

/* Makes the results of the runs, whose places are set. */
static void results_make(truth_series *series, truth_order order, size_t rows)
{
    int64_t *values = calloc(rows, sizeof(*values));

    if (values == NULL)
        abort();
    for (size_t i = 0; i < rows; i++)
        values[i] = (int64_t)i;
    for (int side = 0; side < 2; side++) {
        for (size_t run = 0; run < series->runs[side]; run++) {
            bres_result **result = &series->results[side][run];
            bres_subbench **bench = &series->benches[side][run];

            truth_check(bres_result_new(result));
            if (order != TRUTH_UNORDERED)
                run_set_start(*result, series->places[side][run]);
            truth_check(bres_result_add_subbench(*result, "b", bench));
            truth_check(bres_subbench_add_int64_axis(*bench, "row", values, rows));
        }
    }
    free(values);
}

void truth_series_make(truth_series *series, const size_t runs[2], truth_order order, size_t rows)
{
    places_set(series, runs, order);
    results_make(series, order, rows);
}

void truth_series_make_blocks(truth_series *series, const size_t *blocks, size_t rows)
{
    places_set_blocks(series, blocks);
    results_make(series, TRUTH_BLOCKS, rows);
}

void truth_series_add_row(truth_series *series, size_t row, const double *const times[2])
{
    for (int side = 0; side < 2; side++) {
        for (size_t run = 0; run < series->runs[side]; run++) {
            bres_state *state;
            bres_summary *summary;

            truth_check(bres_subbench_add_state(series->benches[side][run], &state));
            truth_check(bres_state_add_axis_int64(state, "row", (int64_t)row));
            truth_check(bres_state_add_summary(state, "nv/cpu_only/time/cpu/mean", &summary));
            truth_check(bres_summary_set_float64(summary, "value", times[side][run]));
        }
    }
}

bres_comparison *truth_series_compare(const truth_series *series,
                                      const bres_compare_options *options)
{
    bres_comparison *comparison;

    truth_check(bres_compare((bres_result *const *)series->results[0], series->runs[0],
                             (bres_result *const *)series->results[1], series->runs[1], options,
                             &comparison));
    return comparison;
}

void truth_series_free(truth_series *series)
{
    for (int side = 0; side < 2; side++) {
        for (size_t run = 0; run < series->runs[side]; run++)
            bres_result_unref(series->results[side][run]);
    }
}
