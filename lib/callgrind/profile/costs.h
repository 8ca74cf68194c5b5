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
    uint64_t *values; /* of each entry as many as its part has columns */
    size_t value_count;
    size_t value_capacity;
    uint32_t *newest; /* of each site or edge its last entry plus 1; only while it is parsed */
    size_t newest_capacity;
} bres__costs;

/* The entries of a part, and where their values begin. */
typedef struct bres__costs_range {
    size_t first;
    size_t end;
    size_t values;
} bres__costs_range;

/* Where the values of a site or an edge begin in the part that the range begins; they are 0 at
 * first. false: no memory. */
bool bres__costs_entry(bres__costs *costs, const bres__costs_range *range, uint32_t columns,
                       uint32_t key, size_t *values);
/* No entry will be added any more. */
void bres__costs_end(bres__costs *costs);
size_t bres__costs_memory(const bres__costs *costs);
void bres__costs_free(bres__costs *costs);

#endif
