/* SPDX-License-Identifier: MIT */
/*
 * A map from names to items that keeps insertion order. Putting a known name replaces its item and
 * keeps its position.
 */
#ifndef BRES_REPORT_ORDERED_MAP_H
#define BRES_REPORT_ORDERED_MAP_H

#include "base/base.h"

#include <benchresult/model.h>

/* All zero is empty. */
typedef struct bres__ordered_map {
    bres__index index;  /* of the names */
    const void **items; /* by position */
    size_t count;
    size_t capacity;
} bres__ordered_map;

/* Puts an item under a name, which is borrowed. Returns false if out of memory. */
bool bres__ordered_map_put(bres__ordered_map *map, const char *name, const void *item);
/* Empties the map and keeps its memory. */
void bres__ordered_map_clear(bres__ordered_map *map);
/* Frees the map; it is empty afterwards. */
void bres__ordered_map_free(bres__ordered_map *map);
/* Fills the map with the named axis values of a state (const bres_value). */
bres_status bres__list_axis_values(bres__ordered_map *map, const bres_state *state);

#endif
