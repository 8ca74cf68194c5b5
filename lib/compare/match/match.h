/* SPDX-License-Identifier: MIT */
/*
 * Finds the devices, benchmarks and states of two results that belong together. The first functions
 * are called in the order of their declarations.
 */
#ifndef BRES_COMPARE_MATCH_MATCH_H
#define BRES_COMPARE_MATCH_MATCH_H

#include "compare/comparison.h"

/* Refuses files without the keys that every comparison needs. Logs one warning for each file with
 * another file version. */
bres_status bres__files_check(const bres_comparison *comparison,
                              const bres_compare_options *options);
/* Selects the devices of both sides: the devices that the caller names, otherwise the devices of
 * all runs. */
bres_status bres__devices_select(bres_comparison *comparison, const bres_compare_options *options);
/* Checks that the chosen devices may be compared. */
bres_status bres__devices_check(bres_comparison *comparison, const bres_compare_options *options);
/* Finds the benchmarks that both sides have, and lists those without a partner. */
bres_status bres__benches_match(bres_comparison *comparison, const bres_filter *filter);
/* Pairs the devices of each benchmark. */
bres_status bres__devices_pair(bres_comparison *comparison);
/* Makes the rows of all benchmarks, undecided, and lists the states without a partner. */
bres_status bres__rows_match(bres_comparison *comparison, const bres_compare_options *options);

/* Sets an error about device ids: `what`, then all ids in their order. */
bres_status bres__device_ids_refuse(const int64_t *ids, size_t count, const char *what);
/* The benchmark of the same name in `result`; `bench` itself, if it is in `result`; NULL: the
 * result lacks the name. */
const bres_subbench *bres__bench_in(const bres_result *result, const bres_subbench *bench);

/* Appends a line for each member in which two devices differ; `owners` names the owner of each
 * device, as in "the reference". */
bres_status bres__device_differ(const bres_device *first, const bres_device *second,
                                const char *const owners[2], size_t index, bres__text *text);

#endif
