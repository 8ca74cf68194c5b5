/* SPDX-License-Identifier: MIT */
/*
 * What tests of caches of tuners share: answers of one parameter, TILE, for a kernel and one
 * problem size.
 */
#ifndef BRES_TEST_CACHED_H
#define BRES_TEST_CACHED_H

#include <benchresult/tune_cache.h>

/* A cache and its warnings. */
typedef struct bres_test_cached {
    bres_tuner_cache_options options; /* with a log; change them before the opening */
    bres_tuner_cache *cache;
    char log[4096]; /* warnings, each with a newline */
} bres_test_cached;

/* Writes the options. */
void bres_test_cached_begin(bres_test_cached *cached);
/* Begins and opens; a failure fails the test. */
void bres_test_cached_open(bres_test_cached *cached, const char *path);
void bres_test_cached_close(bres_test_cached *cached);
/* The path of a file in a directory of the test, the same in each call. */
const char *bres_test_cached_path(void);

/* Stores an answer. */
bres_status bres_test_cached_store(bres_tuner_cache *cache, const char *kernel, int64_t size,
                                   int64_t tile);
/* The TILE of an answer; -1 if there is none. */
int64_t bres_test_cached_tile(const bres_tuner_cache *cache, const char *kernel, int64_t size);
/* Opens a cache, looks up, and closes; -1 if there is no answer. */
int64_t bres_test_cached_tile_in(const char *path, const char *kernel, int64_t size);

#endif
