/* SPDX-License-Identifier: MIT */
/*
 * Searches over configurations whose times a test makes up.
 */
#ifndef BRES_TEST_SEARCHED_H
#define BRES_TEST_SEARCHED_H

#include "tune/search/search.h"

/* The times of configurations: each sample is `times[config]`, times 1 and up to `noise` more, of
 * which the most are small. The same seed gives the same samples of each configuration, whenever it
 * is measured. */
typedef struct bres_test_times {
    const double *times; /* seconds */
    double noise;        /* fraction */
    double drift;        /* fraction by which all times grow with each sample of any */
    uint64_t seed;
} bres_test_times;

/* What a search asked for, in this order, and how often each configuration. */
typedef struct bres_test_asked {
    size_t count;
    size_t configs[4096]; /* the first ones */
    size_t counts[64];    /* of the first configurations */
} bres_test_asked;

/* The defaults of a tuner, for so many configurations, without a budget. */
bres__search_options bres_test_search_options(size_t config_count);
/* A search; a failure fails the test. */
bres__search *bres_test_search(const bres__search_options *options);
/* The `index`-th sample of a configuration, after `done` samples of all. */
double bres_test_sample(const bres_test_times *times, size_t config, size_t index, size_t done);
/* Measures until the search ends, a second for each sample; `asked` may be NULL. The search must
 * end within a million samples. */
void bres_test_search_run(bres__search *search, const bres_test_times *times,
                          bres_test_asked *asked);

#endif
