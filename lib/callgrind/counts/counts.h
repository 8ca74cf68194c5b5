/* SPDX-License-Identifier: MIT */
/*
 * Makes lists of counts.
 */
#ifndef BRES_CALLGRIND_COUNTS_COUNTS_H
#define BRES_CALLGRIND_COUNTS_COUNTS_H

#include "base/base.h"

#include <benchresult/callgrind.h>

struct bres_counts {
    bres_count *entries;
    size_t size;
    bool is_inclusive;
    bres__arena names;
};

/* An empty list with room for this many entries, which the caller fills. */
bres_status bres__counts_room(size_t capacity, bool is_inclusive, bres_counts **counts);
/* Hands a list to the caller, or frees it if `status` is a failure. Returns `status`. */
bres_status bres__counts_finish(bres_counts *made, bres_status status, bres_counts **counts);
/* Replaces the names of all entries, which are borrowed so far, by copies that the list owns. */
bres_status bres__counts_own_names(bres_counts *counts);
/* Merges entries with the same name, drops entries of 0, and sorts by count. */
bres_status bres__counts_settle(bres_counts *counts);
/* Sorts in one of the orders of the API. */
void bres__counts_sort(bres_counts *counts, bres_counts_order order);
/* Sets and returns BRES_ERROR_VALUE for the count of `name`. */
bres_status bres__counts_too_large(const char *name);

#endif
