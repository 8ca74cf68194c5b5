/* SPDX-License-Identifier: MIT */
/*
 * Results with many rows, one typical time per run and row, in a given order of measurement.
 */
#ifndef BRES_TRUTH_SERIES_H
#define BRES_TRUTH_SERIES_H

#include <benchresult/build.h>
#include <benchresult/compare.h>
#include <stdbool.h>
#include <stddef.h>

#define TRUTH_SERIES_RUNS 128

/* The order of the runs. */
typedef enum truth_order {
    TRUTH_ALTERNATING, /* reference, candidate, reference, ... */
    TRUTH_SEPARATE,    /* all of the reference, then all of the candidate */
    TRUTH_UNORDERED,   /* without start times */
    TRUTH_BLOCKS       /* blocks of runs of one side, in turns; the reference begins */
} truth_order;

/* The results of both sides, one run each. */
typedef struct truth_series {
    bres_result *results[2][TRUTH_SERIES_RUNS];
    bres_subbench *benches[2][TRUTH_SERIES_RUNS];
    size_t places[2][TRUTH_SERIES_RUNS]; /* of each run in the order of measurement */
    size_t runs[2];
} truth_series;

/* Makes results without rows; both sides have the same number of runs if they alternate. All
 * functions here exit if a function of the library fails. */
void truth_series_make(truth_series *series, const size_t runs[2], truth_order order, size_t rows);
/* The same in blocks of these sizes; 0 ends the list. */
void truth_series_make_blocks(truth_series *series, const size_t *blocks, size_t rows);
/* Adds the next row: the time of each run of a side, in the order of the runs. */
void truth_series_add_row(truth_series *series, size_t row, const double *const times[2]);
bres_comparison *truth_series_compare(const truth_series *series,
                                      const bres_compare_options *options);
void truth_series_free(truth_series *series);
/* Prints the message of an error and exits. Does nothing for BRES_OK. */
void truth_check(bres_status status);

#endif
