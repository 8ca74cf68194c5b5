/* SPDX-License-Identifier: MIT */
/*
 * The last values of a stream: a ring over an array of its owner.
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
/* Adds a value; of a full ring the oldest one leaves. */
void bres__ring_push(bres__ring *ring, double value);
/* Index 0 is the oldest. */
double bres__ring_at(const bres__ring *ring, size_t index);
/* So many values of the array, from `oldest` on, are in order; those from its beginning follow. */
size_t bres__ring_to_end(const bres__ring *ring);

#endif
