/* SPDX-License-Identifier: MIT */
/*
 * A list by name, in which a repeated name keeps its first place and gets the last item.
 */
#ifndef BRES_REPORT_NAMED_H
#define BRES_REPORT_NAMED_H

#include "base/base.h"
#include "base/text/index.h"

#include <benchresult/model.h>

/* All zero is empty. */
typedef struct bres__named {
    bres__index index;  /* of the names */
    const void **items; /* by position */
    size_t count;
    size_t capacity;
} bres__named;

/* The name is borrowed. false: no memory. */
bool bres__named_put(bres__named *named, const char *name, const void *item);
/* Empties the list and keeps its memory. */
void bres__named_clear(bres__named *named);
void bres__named_free(bres__named *named);
/* Fills the list with the axis values of a state (const bres_value), without those that have no
 * name. */
bres_status bres__list_axis_values(bres__named *named, const bres_state *state);

#endif
