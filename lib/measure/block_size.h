/* SPDX-License-Identifier: MIT */
/*
 * Finds how many executions must be timed together so that the cost of timing is negligible.
 */
#ifndef BRES_MEASURE_BLOCK_SIZE_H
#define BRES_MEASURE_BLOCK_SIZE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct bres__block_search {
    double overhead;     /* seconds that timing a block costs */
    double max_overhead; /* largest allowed fraction of the block's time */
    double min_time;     /* seconds that a block must take at least */
    double enough_time;  /* seconds of wall time above which a block is large enough in any case */
    double max_time;     /* seconds of wall time that no block is expected to exceed, except a block
                            of size 1 */
    uint64_t growth;     /* factor from one size to the next; at least 2 */
    uint64_t max_size;
    unsigned trials; /* how often a block must be long enough, at least 1; with more than 1, a
                        disturbance does not make a block count as long */
} bres__block_search;

/* The time of a block by the clock of blocks, and its wall time. */
typedef struct bres__block_time {
    double seconds;
    double wall;
} bres__block_time;

/* Times a block of this size; false ends the search. */
typedef bool (*bres__time_block_fn)(void *user, uint64_t size, bres__block_time *time);

/* Returns whether a block of this time hides the cost of the clock. */
bool bres__block_is_long(const bres__block_search *search, double seconds);

/* The first of the sizes 1, growth, growth^2, ... that is large enough, or the last one within the
 * limits. 0 if `time_block` has ended the search. */
uint64_t bres__block_size_find(const bres__block_search *search, bres__time_block_fn time_block,
                               void *user);

#endif
