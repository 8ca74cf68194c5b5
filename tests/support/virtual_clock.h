/* SPDX-License-Identifier: MIT */
/*
 * Virtual time that only the test advances: a clock for bres_clock, and bodies of benchmarks that
 * take scripted times on it.
 */
#ifndef BRES_TEST_VIRTUAL_CLOCK_H
#define BRES_TEST_VIRTUAL_CLOCK_H

#include <benchresult/base.h>

/* All zero: a clock that stands still until the test moves it. */
typedef struct bres_test_clock {
    uint64_t now;      /* nanoseconds; set it to step forwards or backwards */
    uint64_t cost;     /* nanoseconds that pass with each reading, after it */
    uint64_t tick;     /* readings are multiples of it; 0 is 1 */
    uint64_t readings; /* number of readings */
    /* CPU time is the time outside of sleeps; for the process, plus that of other threads. */
    uint64_t processor_cost;     /* nanoseconds that pass with each reading of CPU time, after it */
    uint64_t processor_tick;     /* readings of CPU time are multiples of it; 0 is 1 */
    uint64_t other_threads;      /* nanoseconds */
    uint64_t processor_readings; /* number of readings of CPU time */
    uint64_t sleeps;             /* number of sleeps */
    uint64_t slept;              /* nanoseconds of all sleeps, which pass at once */
} bres_test_clock;

/* The clock for the library; `clock` must outlive every user of the returned clock. */
bres_clock bres_test_clock_of(bres_test_clock *clock);

/*
 * A body that takes the scripted times one after the other, and starts again after the last. A
 * negative time steps the clock backwards.
 */
typedef struct bres_test_body {
    bres_test_clock *clock;
    const int64_t *durations; /* nanoseconds */
    size_t count;
    uint64_t overhead;   /* nanoseconds that a block takes in addition to its executions */
    uint64_t calls;      /* of the functions below */
    uint64_t executions; /* in all calls together */
} bres_test_body;

/* bres_cpu_fn: one execution. */
void bres_test_body_run(void *body);
/* bres_cpu_batch_fn: `count` executions, and the overhead. */
void bres_test_body_run_batch(void *body, uint64_t count);

#endif
