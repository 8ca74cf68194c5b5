/* SPDX-License-Identifier: MIT */
/*
 * The known name that a mistyped one may stand for.
 */
#ifndef BRES_BASE_TEXT_NEAREST_H
#define BRES_BASE_TEXT_NEAREST_H

#include <stddef.h>

/* Begin with { .unknown = NAME }. Names are borrowed. */
typedef struct bres__nearest {
    const char *unknown;
    const char *name; /* the nearest so far; NULL: no name is near */
    size_t distance;  /* between the two, in characters to edit */
} bres__nearest;

/* Considers a known name: it is near when at most a third of it has to be edited. Of names at the
 * same distance the first one stays. */
void bres__nearest_add(bres__nearest *nearest, const char *name);

#endif
