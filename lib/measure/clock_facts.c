/* SPDX-License-Identifier: MIT */
#include "measure/clock_facts.h"
#include "stats/stats.h"

/* Number of steps that are measured, and number of readings after which a clock counts as standing
 * still. */
#define FACTS_STEPS        1000u
#define FACTS_READINGS_MAX 1000000u
/* Readings that are timed together as a block, and number of blocks, whose median counts. */
#define FACTS_BLOCK        100u
#define FACTS_BLOCKS       21u

static double clock_resolution(const bres_clock *clock)
{
    uint64_t last = clock->now(clock->user);
    uint64_t smallest = 0;
    unsigned steps = 0;

    for (unsigned i = 0; i < FACTS_READINGS_MAX && steps < FACTS_STEPS; i++) {
        const uint64_t now = clock->now(clock->user);

        if (now > last) {
            if (steps == 0 || now - last < smallest)
                smallest = now - last;
            steps++;
        }
        last = now;
    }
    return (double)smallest * 1e-9;
}

static double clock_block_cost(const bres_clock *clock)
{
    const uint64_t start = clock->now(clock->user);
    uint64_t end = start;

    for (unsigned i = 0; i < FACTS_BLOCK; i++)
        end = clock->now(clock->user);
    return end > start ? (double)(end - start) * 1e-9 / FACTS_BLOCK : 0;
}

void bres__clock_measure(const bres_clock *clock, bres__clock_facts *facts)
{
    double costs[FACTS_BLOCKS];

    facts->resolution = clock_resolution(clock);
    for (unsigned i = 0; i < FACTS_BLOCKS; i++)
        costs[i] = clock_block_cost(clock);
    facts->cost = bres__median(costs, FACTS_BLOCKS);
}
