/* SPDX-License-Identifier: MIT */
/*
 * Takes the blocks that count, and decides when they are enough.
 */
#include "timer/command.h"
#include "timer/timing.h"

/* ADAPTIVE finds its block size for this run time, regardless of its own. */
#define ADAPTIVE_SEARCH_TIME 0.05
#define ADAPTIVE_MIN_BLOCKS  4
/* TIMEIT warms up with a hundredth of its executions, at least two. */
#define TIMEIT_WARMUP_PART   100
#define TIMEIT_WARMUP_MIN    2

/* The time of a block that took `seconds`, without the cost of the calls. */
static double timing_net(const bres__timing *timing, double seconds)
{
    const double net = seconds - timing->call_cost * (double)timing->number;

    return net > BRES__TIMER_MIN_SECONDS ? net : BRES__TIMER_MIN_SECONDS;
}

static bres_status timing_keep(bres__timing *timing, double seconds)
{

    if (!BRES__RESERVE(&timing->times, &timing->capacity, timing->count + 1))
        return bres__error_memory();
    timing->times[timing->count++] = seconds;
    return BRES_OK;
}

/* Takes a block that counts; *seconds gets its time with the cost of the calls. */
static bres_status timing_take(bres__timing *timing, double *seconds)
{
    const bres_timer_options *options = &timing->options;
    bres_status status = bres__timing_block(timing, timing->number, seconds);
    double net;

    if (status != BRES_OK)
        return status;
    net = timing_net(timing, *seconds);
    status = timing_keep(timing, net);
    if (status == BRES_OK && options->block != NULL)
        status = options->block(options->user, timing->number, net);
    return status;
}

static bres_status run_timeit(bres__timing *timing)
{
    const uint64_t part = timing->options.number / TIMEIT_WARMUP_PART;
    double seconds;
    bres_status status =
        bres__timing_block(timing, part > TIMEIT_WARMUP_MIN ? part : TIMEIT_WARMUP_MIN, &seconds);

    timing->number = timing->options.number;
    if (timing->timer->command != NULL)
        bres__command_reset(timing->timer->command);
    return status == BRES_OK ? timing_take(timing, &seconds) : status;
}

/* The stop rule of ADAPTIVE. */
static bres_status adaptive_judge(bres__timing *timing, double seconds, bool *enough)
{
    bres__running_quartiles *spread = &timing->spread;
    bres__quartiles quartiles;
    double ratio;

    if (!bres__running_quartiles_reserve(spread))
        return bres__error_memory();
    bres__running_quartiles_add(spread, seconds / (double)timing->number);
    bres__running_quartiles_get(spread, &quartiles);
    *enough = timing->count >= ADAPTIVE_MIN_BLOCKS &&
              bres__relative(quartiles.q3 - quartiles.q1, quartiles.median, &ratio) &&
              ratio < timing->options.threshold;
    return BRES_OK;
}

/* Whether the blocks so far are enough; called once after each block. */
static bres_status timing_judge(bres__timing *timing, bool adaptive, bool *enough)
{
    const double seconds = timing->times[timing->count - 1];
    bres_status status;

    *enough = true;
    if (timing->criterion != NULL) {
        status = bres_criterion_add(timing->criterion, seconds);
        *enough = status == BRES_OK && bres_criterion_is_finished(timing->criterion);
        return status;
    }
    return adaptive ? adaptive_judge(timing, seconds, enough) : BRES_OK;
}

static bres_status run_blocks(bres__timing *timing, bool adaptive)
{
    const double minimum = timing->options.min_run_time;
    const double maximum = timing->options.max_run_time;
    bres_status status =
        bres__timing_search(timing, adaptive ? ADAPTIVE_SEARCH_TIME : minimum, &timing->number);
    bool enough = false;
    double total = 0;

    if (timing->timer->command != NULL)
        bres__command_reset(timing->timer->command);
    while (status == BRES_OK && (total < minimum || !enough)) {
        double seconds;

        status = timing_take(timing, &seconds);
        total += timing->block_wall;
        if (status == BRES_OK)
            status = timing_judge(timing, adaptive, &enough);
        if (maximum > 0 && total > maximum)
            break;
    }
    return status;
}

bres_status bres__timing_run(bres__timing *timing, bres_timing_method method)
{
    return method == BRES_TIMING_TIMEIT ? run_timeit(timing)
                                        : run_blocks(timing, method == BRES_TIMING_ADAPTIVE);
}
