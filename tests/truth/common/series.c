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

/* The place of a run in the order of measurement. */
static size_t run_place(const size_t runs[2], truth_order order, int side, size_t run)
{
    if (order == TRUTH_ALTERNATING)
        return 2 * run + (size_t)side;
    return side == 0 ? run : runs[0] + run;
}

static void run_set_start(bres_result *result, size_t place)
{
    char meta[128];

    /* Runs of a minute, one after the other. */
    snprintf(meta, sizeof(meta), "{\"benchresult\":{\"start\":\"2026-01-18T%02zu:%02zu:00Z\"}}",
             place / 60, place % 60);
    truth_check(bres_result_set_meta_json(result, meta));
}

void truth_series_make(truth_series *series, const size_t runs[2], truth_order order, size_t rows)
{
    int64_t *values = calloc(rows, sizeof(*values));

    if (values == NULL)
        abort();
    for (size_t i = 0; i < rows; i++)
        values[i] = (int64_t)i;
    for (int side = 0; side < 2; side++) {
        series->runs[side] = runs[side];
        for (size_t run = 0; run < runs[side]; run++) {
            bres_result **result = &series->results[side][run];
            bres_subbench **bench = &series->benches[side][run];

            truth_check(bres_result_new(result));
            if (order != TRUTH_UNORDERED)
                run_set_start(*result, run_place(runs, order, side, run));
            truth_check(bres_result_add_subbench(*result, "b", bench));
            truth_check(bres_subbench_add_int64_axis(*bench, "row", values, rows));
        }
    }
    free(values);
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
