/* SPDX-License-Identifier: MIT */
/*
 * Runs before the blocks that count: finds the number of executions in a block, which also warms
 * up, and measures the overhead of a block and of a call.
 */
#include "measure/block_size.h"
#include "measure/clock_facts.h"
#include "measure/execution.h"
#include "measure/seconds.h"
#include "stats/stats.h"
#include "timer/timing.h"

#include <inttypes.h>
#include <math.h>

#define SEARCH_MAX_OVERHEAD 1e-4
/* A block takes at least min_run_time divided by this. */
#define SEARCH_MIN_PART     1000
#define SEARCH_GROWTH       10u
#define SEARCH_MAX_SIZE     UINT64_C(2147483647)
/* A block takes at least this many steps of a CPU time clock, whose steps are long on some
 * kernels. */
#define SEARCH_STEPS        1000
/* A cost is the median of this many blocks. */
#define COST_BLOCKS         5

/* Enough calls to measure a call of a nanosecond to a thousandth, with any clock. */
#define CALL_NUMBER UINT64_C(100000)

typedef struct timer_search {
    bres__timing *timing;
    bres_clock wall;    /* real time, for any clock of the blocks */
    uint64_t begin;     /* of the search */
    uint64_t wall_time; /* of the last block */
    double last;        /* seconds of the last block, by the clock of blocks */
    bres_status status;
} timer_search;

static uint64_t search_elapsed(const timer_search *search)
{
    return search->wall.now(search->wall.user) - search->begin;
}

/* The time of a block grows with its size, so the end of the next block can be predicted. */
static bres_status search_check(const timer_search *search, uint64_t size)
{
    const double limit = search->timing->options.max_search_time;
    const double expected =
        bres__seconds(search_elapsed(search)) + bres__seconds(search->wall_time) * SEARCH_GROWTH;

    if (size == 1 || limit == 0 || expected <= limit)
        return BRES_OK;
    return bres__error(BRES_ERROR_LIMIT,
                       "no block is long enough for the clock within a search of %g s: %" PRIu64
                       " executions took %g s",
                       limit, size / SEARCH_GROWTH, search->last);
}

static bool search_time_block(void *user, uint64_t size, bres__block_time *time)
{
    timer_search *search = user;
    uint64_t before;

    search->status = search_check(search, size);
    if (search->status != BRES_OK)
        return false;
    before = search_elapsed(search);
    search->status = bres__timing_block(search->timing, size, &time->seconds);
    search->wall_time = search_elapsed(search) - before;
    search->last = time->seconds;
    time->wall = search->timing->block_wall;
    return search->status == BRES_OK;
}

/* The time of a block without executions. */
static bres_status timing_overhead(bres__timing *timing, double *seconds)
{
    double times[COST_BLOCKS];
    bres_status status = BRES_OK;

    for (size_t i = 0; status == BRES_OK && i < COST_BLOCKS; i++)
        status = bres__timing_block(timing, 0, &times[i]);
    *seconds = status == BRES_OK ? bres__median(times, COST_BLOCKS) : 0;
    return status;
}

static double timing_resolution(const bres__timing *timing)
{
    bres__clock_facts facts;

    bres__clock_measure(&timing->clock, &facts);
    return facts.resolution;
}

bres_status bres__timing_search(bres__timing *timing, double min_run_time, uint64_t *number)
{
    bres__block_search limits = {
        .max_overhead = SEARCH_MAX_OVERHEAD,
        .min_time = min_run_time / SEARCH_MIN_PART,
        .enough_time = min_run_time,
        .max_time = INFINITY,
        .growth = SEARCH_GROWTH,
        .max_size = SEARCH_MAX_SIZE,
        .trials = 1,
    };
    timer_search search = { .timing = timing };
    bres_status status;

    *number = 0;
    bres_clock_init(&search.wall);
    search.begin = search.wall.now(search.wall.user);
    status = timing_overhead(timing, &limits.overhead);
    if (status != BRES_OK)
        return status;
    if (timing->options.clock_kind != BRES_CLOCK_WALL)
        limits.min_time = fmax(limits.min_time, SEARCH_STEPS * timing_resolution(timing));
    *number = bres__block_size_find(&limits, search_time_block, &search);
    if (search.status != BRES_OK)
        return search.status;
    /* Blocks without a time would never add up to min_run_time. */
    if (search.last <= BRES__TIMER_MIN_SECONDS && min_run_time > 0)
        return bres__error(BRES_ERROR_LIMIT,
                           "the clock stands still: %" PRIu64 " executions took no time", *number);
    return BRES_OK;
}

static void do_nothing(void *context)
{
    (void)context;
}

static double call_block(const bres_clock *clock, uint64_t number)
{
    const uint64_t begin = clock->now(clock->user);
    uint64_t end;

    bres__repeat(do_nothing, NULL, number);
    end = clock->now(clock->user);
    return end > begin ? bres__seconds(end - begin) : 0;
}

bres_status bres__timing_measure_call(bres__timing *timing)
{
    double empty[COST_BLOCKS];
    double calls[COST_BLOCKS];
    double cost;

    if ((timing->options.flags & BRES_TIMER_SUBTRACT_CALL) == 0)
        return BRES_OK;
    for (size_t i = 0; i < COST_BLOCKS; i++) {
        empty[i] = call_block(&timing->clock, 0);
        calls[i] = call_block(&timing->clock, CALL_NUMBER);
    }
    cost = bres__median(calls, COST_BLOCKS) - bres__median(empty, COST_BLOCKS);
    timing->call_cost = cost > 0 ? cost / (double)CALL_NUMBER : 0;
    return BRES_OK;
}
