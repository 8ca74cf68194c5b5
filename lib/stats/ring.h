/* SPDX-License-Identifier: MIT */
/*
 * The last values of a stream: a ring buffer in an array of its owner.
 */
#ifndef BRES_STATS_RING_H
#define BRES_STATS_RING_H

#include <stdbool.h>
#include <stddef.h>

typedef struct bres__ring {
    double *values;
    size_t capacity; /* at least 1 */
    size_t count;
    size_t oldest; /* index in `values` */
} bres__ring;

/* An empty ring over `capacity` values. */
void bres__ring_init(bres__ring *ring, double *values, size_t capacity);
bool bres__ring_is_full(const bres__ring *ring);
/* Adds a value; a full ring drops its oldest value. */
void bres__ring_push(bres__ring *ring, double value);
/* Index 0 is the oldest. */
double bres__ring_at(const bres__ring *ring, size_t index);
/* The number of values from `oldest` to the end of the array; the values from the beginning of the
 * array follow them. */
size_t bres__ring_to_end(const bres__ring *ring);

#endif
