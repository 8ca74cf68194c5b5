/* SPDX-License-Identifier: MIT */
#include "measure/block_size.h"

/* A block without a time is too small. */
bool bres__block_is_long(const bres__block_search *search, double seconds)
{
    return seconds > 0 && seconds >= search->min_time &&
           search->overhead / seconds <= search->max_overhead;
}

static bool block_is_enough(const bres__block_search *search, const bres__block_time *time)
{
    return time->wall > search->enough_time || bres__block_is_long(search, time->seconds);
}

/* Whether the next size would be too large, or take too long if the time grows with the size. */
static bool block_is_last(const bres__block_search *search, uint64_t size,
                          const bres__block_time *time)
{
    return size > search->max_size / search->growth ||
           time->wall * (double)search->growth > search->max_time;
}

uint64_t bres__block_size_find(const bres__block_search *search, bres__time_block_fn time_block,
                               void *user)
{
    uint64_t size = 1;

    for (;;) {
        bres__block_time shortest = { 0, 0 };
        unsigned trial = 0;

        do {
            bres__block_time time;

            if (!time_block(user, size, &time))
                return 0;
            if (trial == 0 || time.seconds < shortest.seconds)
                shortest.seconds = time.seconds;
            if (trial == 0 || time.wall < shortest.wall)
                shortest.wall = time.wall;
            trial++;
        } while (trial < search->trials && block_is_enough(search, &shortest));
        if (block_is_enough(search, &shortest) || block_is_last(search, size, &shortest))
            return size;
        size *= search->growth;
    }
}
