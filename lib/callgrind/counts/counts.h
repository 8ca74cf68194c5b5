/* SPDX-License-Identifier: MIT */
/*
 * Lists of counts, while they are made.
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
/* Hands a list to the caller, or frees it when `status` is a failure. Returns the status. */
bres_status bres__counts_finish(bres_counts *made, bres_status status, bres_counts **counts);
/* Has the list keep the names of all its entries, which belong to others so far. */
bres_status bres__counts_own_names(bres_counts *counts);
/* Sorts, makes entries of the same name one, and drops those of 0. */
bres_status bres__counts_settle(bres_counts *counts);
/* Sorts in one of the orders of the API. */
void bres__counts_sort(bres_counts *counts, bres_counts_order order);
/* BRES_ERROR_VALUE, for the name. */
bres_status bres__counts_too_large(const char *name);

#endif
