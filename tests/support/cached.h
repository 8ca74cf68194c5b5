/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of the tuner cache: answers with one parameter, TILE, for a kernel and one
 * problem size.
 */
#ifndef BRES_TEST_CACHED_H
#define BRES_TEST_CACHED_H

#include <benchresult/tune_cache.h>

/* A cache and its warnings. */
typedef struct bres_test_cached {
    bres_tuner_cache_options options; /* with a log; may be changed before the cache is opened */
    bres_tuner_cache *cache;
    char log[4096]; /* warnings, each with a newline */
} bres_test_cached;

/* Sets the options. */
void bres_test_cached_begin(bres_test_cached *cached);
/* Sets the options and opens the cache; a failure fails the test. */
void bres_test_cached_open(bres_test_cached *cached, const char *path);
void bres_test_cached_close(bres_test_cached *cached);
/* The path of a file in a directory of the test; every call returns the same path. */
const char *bres_test_cached_path(void);

/* Stores an answer. */
bres_status bres_test_cached_store(bres_tuner_cache *cache, const char *kernel, int64_t size,
                                   int64_t tile);
/* The TILE of an answer; -1 if there is none. */
int64_t bres_test_cached_tile(const bres_tuner_cache *cache, const char *kernel, int64_t size);
/* Opens a cache, looks up the TILE, and closes the cache; -1 if there is no answer. */
int64_t bres_test_cached_tile_in(const char *path, const char *kernel, int64_t size);

#endif
