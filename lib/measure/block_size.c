/* SPDX-License-Identifier: MIT */
#include "measure/block_size.h"

/* A block without a time is too small. */
static bool block_is_enough(const bres__block_search *search, double seconds)
{
    if (seconds > search->enough_time)
        return true;
    return seconds > 0 && seconds >= search->min_time &&
           search->overhead / seconds <= search->max_overhead;
}

/* The next size would be too large, or take too long when it takes its share of this one's time. */
static bool block_is_last(const bres__block_search *search, uint64_t size, double seconds)
{
    return size > search->max_size / search->growth ||
           seconds * (double)search->growth > search->max_time;
}

uint64_t bres__block_size_find(const bres__block_search *search, bres__time_block_fn time_block,
                               void *user)
{
    uint64_t size = 1;

    for (;;) {
        double shortest = 0;
        unsigned trial = 0;

        do {
            double seconds;

            if (!time_block(user, size, &seconds))
                return 0;
            if (trial == 0 || seconds < shortest)
                shortest = seconds;
            trial++;
        } while (trial < search->trials && block_is_enough(search, shortest));
        if (block_is_enough(search, shortest) || block_is_last(search, size, shortest))
            return size;
        size *= search->growth;
    }
}
