/* SPDX-License-Identifier: MIT */
/*
 * Which devices, benchmarks and states of two results belong together. The functions are called in
 * the order in which they are declared.
 */
#ifndef BRES_COMPARE_MATCH_MATCH_H
#define BRES_COMPARE_MATCH_MATCH_H

#include "compare/comparison.h"

/* Refuses files without the keys that every comparison needs, and warns of other file versions;
 * of a file that is given twice, once. */
bres_status bres__files_check(const bres_comparison *comparison,
                              const bres_compare_options *options);
/* Chooses the devices of both sides: the ones that the caller names, or those of any run. */
bres_status bres__devices_select(bres_comparison *comparison, const bres_compare_options *options);
/* Checks that the chosen devices may be compared. */
bres_status bres__devices_check(bres_comparison *comparison, const bres_compare_options *options);
/* Finds the benchmarks that both sides have, and lists those without a partner. */
bres_status bres__benches_match(bres_comparison *comparison, const bres_filter *filter);
/* Pairs the devices of each benchmark. */
bres_status bres__devices_pair(bres_comparison *comparison);
/* Makes the rows of all benchmarks, undecided, and lists the states without a partner. */
bres_status bres__rows_match(bres_comparison *comparison, const bres_compare_options *options);

/* The error for unknown device ids: all of them, in the order asked for. */
bres_status bres__device_ids_refuse(const int64_t *ids, size_t count, const char *what);
/* The benchmark of the same name in a result, `bench` itself in its own; NULL: the result has
 * none. */
const bres_subbench *bres__bench_in(const bres_result *result, const bres_subbench *bench);

/* Appends a line for each member in which two devices differ; `owners` says whose they are, as in
 * "the reference". */
bres_status bres__device_differ(const bres_device *first, const bres_device *second,
                                const char *const owners[2], size_t index, bres__text *text);

#endif
