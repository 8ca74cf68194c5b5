/* SPDX-License-Identifier: MIT */
/*
 * Results that are runs of one benchmark, for tests of comparisons with replicates.
 */
#ifndef BRES_TEST_RUNS_H
#define BRES_TEST_RUNS_H

#include "support/loading.h"

#include <benchresult/compare.h>

#define BRES_TEST_RUNS 10

/* The properties in which runs differ. Zero: the default. */
typedef struct bres_test_run {
    const char *facts; /* of meta.benchresult; ' stands for " */
    const char *argv;  /* of meta; likewise */
    double time;       /* of every state */
    int states;        /* their number; 0: two, -1: none */
    int devices;       /* their number, all alike; 0: one */
    int64_t memory;    /* of the device; 0: the default */
    bool skipped;      /* the first state is skipped */
    bool throttled;
    double clock; /* 0: none */
} bres_test_run;

typedef struct bres_test_sides {
    bres_result *results[2][BRES_TEST_RUNS];
    size_t counts[2];
} bres_test_sides;

/* Makes the runs of both sides. On each side the list ends before the first run without a time, or
 * after BRES_TEST_RUNS runs. */
bres_test_sides bres_test_make_sides(const bres_test_run *references,
                                     const bres_test_run *candidates);
/* Adds a benchmark with the states of a run. */
void bres_test_add_bench(bres_result *result, const char *name, const bres_test_run *kind);
void bres_test_free_sides(bres_test_sides *made);
bres_status bres_test_compare_sides(const bres_test_sides *made,
                                    const bres_compare_options *options,
                                    bres_comparison **comparison);
/* Options with these flags, and a handler for `log`, which may be NULL. */
bres_compare_options bres_test_runs_options(uint32_t flags, bres_test_log *log);

/* Facts of a run that began at this second. */
#define BRES_TEST_AT(second) "{'start':'2026-11-21T23:59:" second "Z'}"

#endif
