/* SPDX-License-Identifier: MIT */
#include "stats/ring.h"

void bres__ring_init(bres__ring *ring, double *values, size_t capacity)
{
    *ring = (bres__ring){ .values = values, .capacity = capacity };
}

bool bres__ring_is_full(const bres__ring *ring)
{
    return ring->count == ring->capacity;
}

void bres__ring_push(bres__ring *ring, double value)
{
    if (bres__ring_is_full(ring)) {
        ring->values[ring->oldest] = value;
        ring->oldest = ring->oldest + 1 == ring->capacity ? 0 : ring->oldest + 1;
    } else {
        ring->values[ring->count++] = value;
    }
}

size_t bres__ring_to_end(const bres__ring *ring)
{
    return ring->count - ring->oldest;
}

double bres__ring_at(const bres__ring *ring, size_t index)
{
    const size_t to_end = bres__ring_to_end(ring);

    return ring->values[index < to_end ? ring->oldest + index : index - to_end];
}
