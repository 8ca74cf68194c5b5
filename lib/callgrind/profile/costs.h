/* SPDX-License-Identifier: MIT */
/*
 * The costs of sites and edges, part after part.
 */
#ifndef BRES_CALLGRIND_PROFILE_COSTS_H
#define BRES_CALLGRIND_PROFILE_COSTS_H

#include "base/base.h"

/* Entries of sites or of edges. All zero is empty. */
typedef struct bres__costs {
    uint32_t *keys; /* the site or edge of each entry */
    size_t count;
    size_t capacity;
    uint64_t *values; /* by entry: one for each column of its part */
    size_t value_count;
    size_t value_capacity;
    uint32_t *newest; /* by site or edge: last entry plus 1; only during the parse */
    size_t newest_capacity;
} bres__costs;

/* The entries of a part, and the index of their first value. */
typedef struct bres__costs_range {
    size_t first;
    size_t end;
    size_t values;
} bres__costs_range;

/* Finds the index of the first value of a site or an edge in the current part, which begins at
 * `range`. Adds the entry, with values of 0, if it is missing. false: no memory. */
bool bres__costs_entry(bres__costs *costs, const bres__costs_range *range, uint32_t columns,
                       uint32_t key, size_t *values);
/* Frees the data that only bres__costs_entry() needs, after the last entry. */
void bres__costs_end(bres__costs *costs);
size_t bres__costs_memory(const bres__costs *costs);
void bres__costs_free(bres__costs *costs);

#endif
