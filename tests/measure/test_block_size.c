/* SPDX-License-Identifier: MIT */
#include "measure/block_size.h"

#include <criterion/criterion.h>
#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* Blocks that take base + size * each. The block that is timed as number `disturbed` (from 1) takes
 * a second longer. */
typedef struct blocks {
    double base;
    double each;
    double asleep; /* the fraction of wall time that the clock of the blocks does not count */
    unsigned disturbed;
    unsigned end_at; /* the timing that ends the search; 0: none */
    unsigned timings;
    uint64_t sizes[32];
} blocks;

static bool time_block(void *user, uint64_t size, bres__block_time *time)
{
    blocks *self = user;

    cr_assert_lt(self->timings, COUNT(self->sizes));
    self->sizes[self->timings++] = size;
    if (self->timings == self->end_at)
        return false;
    time->wall = self->base + (double)size * self->each;
    if (self->timings == self->disturbed)
        time->wall += 1;
    time->seconds = time->wall * (1 - self->asleep);
    return true;
}

typedef struct row {
    bres__block_search search;
    blocks blocks;
    uint64_t size;
    unsigned timings;
} row;

/* The search of torch's timer: no limit except that of the size; a block above `time` is large
 * enough in any case; no size is confirmed. */
#define TORCH(overhead, time)                                                                      \
    {                                                                                              \
        (overhead), 1e-4, (time) / 1000, (time), INFINITY, 10, 2147483647, 1                       \
    }
#define OURS(overhead, min_time, max_time, max_size)                                               \
    {                                                                                              \
        (overhead), 1e-4, (min_time), INFINITY, (max_time), 10, (max_size), 3                      \
    }

/* Blocks that are timed by CPU time. */
#define ASLEEP(min_time, enough_time, max_time)                                                    \
    {                                                                                              \
        0, 1e-3, (min_time), (enough_time), (max_time), 2, 1000000000, 3                           \
    }

static const row rows[] = {
    { TORCH(50e-9, 0.2), { .base = 50e-9, .each = 30e-9 }, 100000, 6 },
    { TORCH(50e-9, 0.01), { .base = 50e-9, .each = 30e-9 }, 100000, 6 },
    { TORCH(50e-9, 0.05), { .base = 50e-9, .each = 30e-9 }, 100000, 6 },
    { TORCH(100e-9, 0.2), { .base = 100e-9, .each = 3 }, 1, 1 },
    { TORCH(1e-9, 0.2), { .base = 1e-9 }, 1000000000, 10 },
    /* A block at the limit of the overhead is large enough, and so is one of the minimum time. */
    { TORCH(1e-4, 10), { .each = 1 }, 1, 1 },
    { TORCH(1.001e-4, 10), { .each = 1 }, 10, 2 },
    { TORCH(0, 1000.0), { .each = 1 }, 1, 1 },
    { TORCH(0, 1001.0), { .each = 1 }, 10, 2 },
    /* A block above `time` is large enough at any overhead. */
    { TORCH(1, 0.2), { .each = 0.03 }, 10, 2 },
    { TORCH(1, 0.3), { .each = 0.03 }, 100, 3 },
    /* The library's own search confirms a size twice. */
    { OURS(25e-9, 25e-6, 1.5, 1000000000), { .base = 25e-9, .each = 10e-9 }, 100000, 8 },
    { OURS(25e-9, 25e-6, 1.5, 1000000000), { .each = 1e-6 }, 1000, 6 },
    { OURS(25e-9, 25e-6, 1.5, 1000000000), { .each = 1 }, 1, 3 },
    { OURS(0, 1e-3, 1.5, 1000000000), { .each = 1e-6 }, 1000, 6 },
    /* A disturbance does not make a small block large enough. */
    { OURS(25e-9, 25e-6, 1.5, 1000000000), { .each = 1e-6, .disturbed = 1 }, 1000, 7 },
    { OURS(25e-9, 25e-6, 1.5, 1000000000), { .each = 1e-6, .disturbed = 4 }, 1000, 6 },
    /* The limits: the next size would take too long, or be too large. */
    { OURS(1, 0, 1.5, 1000000000), { .each = 0.01 }, 100, 3 },
    { OURS(1, 0, 1, 1000000000), { .each = 0.1 }, 10, 2 },
    { OURS(1, 0, 0.99, 1000000000), { .each = 0.1 }, 1, 1 },
    { OURS(1, 0, 0, 1000000000), { .each = 1e-9 }, 1, 1 },
    { OURS(1, 0, 1e9, 1000), { .each = 1e-9 }, 1000, 4 },
    { OURS(1, 0, 1e9, 9999), { .each = 1e-9 }, 1000, 4 },
    { OURS(1, 0, 1e9, 1), { .each = 1e-9 }, 1, 1 },
    { OURS(0, 0, 1e9, UINT64_MAX), { .each = 0 }, UINT64_C(10000000000000000000), 20 },
    /* A sleeping function has little CPU time: its wall time ends the search. */
    { ASLEEP(1e-3, 0.1, 1.5), { .each = 5e-3, .asleep = 1 }, 32, 8 },
    { ASLEEP(1e-3, 0.1, 1.5), { .each = 5e-3, .asleep = 0.999 }, 32, 8 },
    { ASLEEP(1e-3, INFINITY, 1.5), { .each = 5e-3, .asleep = 0.999 }, 256, 11 },
    { ASLEEP(1e-3, INFINITY, 1.5), { .each = 5e-3, .asleep = 1 }, 256, 9 },
    { ASLEEP(1e-3, 0.1, 1.5), { .each = 2, .asleep = 0.9999 }, 1, 3 },
    /* The timing function ends the search. */
    { OURS(1, 0, 1e9, 1000000000), { .each = 1e-9, .end_at = 1 }, 0, 1 },
    { OURS(1, 0, 1e9, 1000000000), { .each = 1e-9, .end_at = 5 }, 0, 5 },
    { OURS(25e-9, 25e-6, 1.5, 1000000000), { .each = 1e-6, .end_at = 6 }, 0, 6 },
};

Test(measure, block_size_search)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        blocks timed = rows[i].blocks;
        uint64_t size;

        size = bres__block_size_find(&rows[i].search, time_block, &timed);
        cr_expect_eq(size, rows[i].size, "row %zu: %llu", i, (unsigned long long)size);
        cr_expect_eq(timed.timings, rows[i].timings, "row %zu: %u timings", i, timed.timings);
        cr_expect_eq(timed.sizes[0], 1);
        for (unsigned j = 1; j < timed.timings; j++)
            cr_expect(timed.sizes[j] == timed.sizes[j - 1] ||
                          timed.sizes[j] == rows[i].search.growth * timed.sizes[j - 1],
                      "row %zu, timing %u", i, j);
    }
}

Test(measure, block_size_search_by_another_growth)
{
    const bres__block_search search = { 0, 1e-4, 1e-6, INFINITY, INFINITY, 2, 1 << 20, 1 };
    blocks timed = { .each = 1e-9 };

    cr_expect_eq(bres__block_size_find(&search, time_block, &timed), 1024);
    cr_expect_eq(timed.timings, 11);
}
