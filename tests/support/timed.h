/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of timers: a function that is timed in virtual time, with hooks that log each
 * call and can fail at any call.
 */
#ifndef BRES_TEST_TIMED_H
#define BRES_TEST_TIMED_H

#include "support/virtual_clock.h"

#include <benchresult/timer.h>

#define BRES_TEST_TIMED_BLOCKS 2048

/* Change any member between _begin and _measure. */
typedef struct bres_test_timed {
    bres_test_clock time;
    bres_clock clock;
    bres_test_body body;        /* of the timer, which is batched */
    bres_timer_options options; /* with this clock; its hooks are the ones below */
    bres_timer *timer;

    uint64_t blocks[BRES_TEST_TIMED_BLOCKS]; /* executions of each block, of any purpose */
    size_t block_count;
    size_t counted;  /* calls of the block hook */
    int32_t threads; /* of the pool; 3 in the beginning */
    unsigned calls;  /* of hooks */
    unsigned fail;   /* the number of the call that fails, with BRES_ERROR_CONFLICT; 0: none */
    bool lasting;    /* all later calls fail, too */
    char log[4096];  /* one word per event, until the buffer is full */
} bres_test_timed;

/* A timer of a body that takes these times, with a spec of 7 threads and a clock whose reading
 * takes 50 ns. Setup is the only hook. */
void bres_test_timed_begin(bres_test_timed *timed, const int64_t *durations, size_t count);
/* Adds all other hooks. */
void bres_test_timed_hook(bres_test_timed *timed);
bres_status bres_test_timed_measure(bres_test_timed *timed, bres_timing_method method,
                                    bres_measurement **measurement);
void bres_test_timed_end(bres_test_timed *timed);

#endif
