/* SPDX-License-Identifier: MIT */
/*
 * Finds the known name closest to a mistyped name.
 */
#ifndef BRES_BASE_TEXT_NEAREST_H
#define BRES_BASE_TEXT_NEAREST_H

#include <stddef.h>

/* Initialize with { .unknown = NAME }. Names are borrowed. */
typedef struct bres__nearest {
    const char *unknown;
    const char *name; /* the nearest so far; NULL: no name is near */
    size_t distance;  /* edit distance between `unknown` and `name` */
} bres__nearest;

/* Considers a known name. It is near when the edit distance is at most a third of its length. Among
 * names at the same distance, keeps the first. */
void bres__nearest_add(bres__nearest *nearest, const char *name);

#endif
