/* SPDX-License-Identifier: MIT */
/*
 * Searches over configurations with made-up times.
 */
#ifndef BRES_TEST_SEARCHED_H
#define BRES_TEST_SEARCHED_H

#include "tune/search/search.h"

/* The times of configurations. Each sample is `times[config]` multiplied by 1 plus at most `noise`,
 * mostly much less. The same seed gives the same samples of each configuration, regardless of the
 * order of measurement; only the drift depends on the order. */
typedef struct bres_test_times {
    const double *times; /* seconds */
    double noise;        /* fraction */
    double drift;        /* fraction by which all times grow with each sample */
    uint64_t seed;
} bres_test_times;

/* The configurations that a search has requested, in order, and the samples of each. */
typedef struct bres_test_asked {
    size_t count;
    size_t configs[4096]; /* the first ones */
    size_t counts[64];    /* of the first configurations */
} bres_test_asked;

/* The defaults of a tuner with this number of configurations, without a budget. */
bres__search_options bres_test_search_options(size_t config_count);
/* A new search; a failure fails the test. */
bres__search *bres_test_search(const bres__search_options *options);
/* The `index`-th sample of a configuration, after `done` samples of all configurations. */
double bres_test_sample(const bres_test_times *times, size_t config, size_t index, size_t done);
/* Measures until the search ends; each sample takes a second. `asked` may be NULL. The test fails
 * if the search does not end within a million samples. */
void bres_test_search_run(bres__search *search, const bres_test_times *times,
                          bres_test_asked *asked);

#endif
