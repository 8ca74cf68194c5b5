/* SPDX-License-Identifier: MIT */
/*
 * A measurement while it is taken. measure.c calls block.c, which times a block, search.c, which
 * finds the size of blocks, and method.c, which takes the blocks that count.
 */
#ifndef BRES_TIMER_TIMING_H
#define BRES_TIMER_TIMING_H

#include "base/clock.h"
#include "measure/failure.h"
#include "stats/running.h"
#include "timer/stream.h"
#include "timer/timer.h"

/* Times are seconds. */
typedef struct bres__timing {
    bres_timer *timer;
    bres_timer_options options; /* complete; the method's defaults are filled in */
    bres_clock wall;
    bres_clock clock;  /* of the times: `wall`, or CPU time */
    double block_wall; /* seconds of wall time that the last block took */
    bres__timer_stream stream;
    bres_criterion *criterion; /* a copy; NULL: the rule of the method */
    double call_cost;          /* of an execution; subtracted from times */
    uint64_t number;           /* executions of a block that counts */
    double *times;             /* of the blocks that count */
    size_t count;
    size_t capacity;
    bres__running_quartiles spread; /* of times per execution; ADAPTIVE only */
    bres__failure failure;          /* of a callback */
} bres__timing;

/* Loads, completes and checks the options for a timer and a method. */
bres_status bres__timer_options_load(bres_timer_options *full, const bres_timer_options *given,
                                     const bres_timer *timer, bres_timing_method method);

/* The time of a block that is too short for the clock. */
#define BRES__TIMER_MIN_SECONDS 1e-9

/* A block: setup, `number` executions between two readings of the clock, teardown. Sets
 * timing->block_wall. */
bres_status bres__timing_block(bres__timing *timing, uint64_t number, double *seconds);
/* Finds the number of executions per block that makes the cost of the clock negligible, for a
 * measurement of `min_run_time`. */
bres_status bres__timing_search(bres__timing *timing, double min_run_time, uint64_t *number);
/* Measures the cost of a call through a pointer, if the options subtract it. */
bres_status bres__timing_measure_call(bres__timing *timing);
/* Takes the blocks that count. */
bres_status bres__timing_run(bres__timing *timing, bres_timing_method method);

#endif
