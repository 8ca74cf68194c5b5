/* SPDX-License-Identifier: MIT */
/*
 * Room timer: the parts of a timer. timer.c and its neighbours make one of what is to be timed;
 * timer_measure.c calls the stages of a measurement: timer_block.c times a block, timer_search.c
 * finds the size of blocks, timer_method.c takes those that count.
 */
#ifndef BRES_TIMER_TIMER_H
#define BRES_TIMER_TIMER_H

#include "base/base.h"
#include "base/clock.h"
#include "cuda/cuda.h"
#include "measure/failure.h"
#include "stats/running.h"
#include "timer/measurement/measurement.h"

#include <benchresult/timer.h>

/* --- What is timed ---------------------------------------------------------------------------- */

/* A command with what its executions have taken. */
typedef struct bres__command {
    const char *const *arguments; /* this and what follows is in the timer's arena */
    const char *const *prepare;   /* NULL: nothing */
    const char *const *environment;
    const char *output_path;
    uint64_t timeout_ms; /* 0: none */
    bool any_status;
    int exit_status; /* of the last execution */
    uint64_t user_ns;
    uint64_t system_ns;
    uint64_t max_rss_bytes;
} bres__command;

struct bres_timer {
    bres__arena arena;
    bres_task_spec spec; /* complete */
    bres_cpu_fn plain;   /* one of these four is not NULL */
    bres_cpu_batch_fn batched;
    bres_timed_fn timed;
    bres__command *command;
    void *context;
    bres_cpu_fn setup; /* before each block; NULL: nothing */
    void *library;     /* that `plain` and `setup` are symbols of; NULL: none */
};

/* An empty timer with a copy of a complete spec, whose statement and setup are normalised. */
bres_status bres__timer_make(const bres_task_spec *spec, bres_timer **timer);

/* Runs the prepare command. */
bres_status bres__command_prepare(const bres__command *command);
/* Runs the command so many times; *nanoseconds is what the executions took by this clock. */
bres_status bres__command_run(bres__command *command, const bres_clock *clock, uint64_t number,
                              uint64_t *nanoseconds);
/* Forgets what the executions so far have taken. */
void bres__command_reset(bres__command *command);
/* Gives a measurement its metadata. */
bres_status bres__command_describe(const bres__command *command, bres_measurement *measurement);

/* Executes a function that the compiler does not know here. */
void bres__timer_call(bres_cpu_fn fn, void *context, uint64_t number);

/* --- The stream ------------------------------------------------------------------------------- */

/* The stream of a measurement, whose context is current. All zero is none. */
typedef struct bres__timer_stream {
    bres__cuda_context *context; /* NULL: none */
    struct CUstream_st *handle;
    void *previous; /* what was current before */
    bres__cuda_events events;
} bres__timer_stream;

/* Opens what the options ask for; nothing is left open by a failure. */
bres_status bres__timer_stream_open(bres__timer_stream *stream, const bres_timer_options *options);
void bres__timer_stream_close(bres__timer_stream *stream);

/* --- A measurement ---------------------------------------------------------------------------- */

/* A measurement while it is taken. Seconds. */
typedef struct bres__timing {
    bres_timer *timer;
    bres_timer_options options; /* complete, without defaults that depend on the method */
    bres_clock clock;
    bres__timer_stream stream;
    bres_criterion *criterion; /* own; NULL: the rule of the method */
    double call_cost;          /* of an execution, to be subtracted */
    uint64_t number;           /* executions of a block that counts */
    double *times;             /* of the blocks that count */
    size_t count;
    size_t capacity;
    bres__running_quartiles spread; /* of ADAPTIVE, per execution */
    bres__failure failure;          /* that a callback has told */
} bres__timing;

/* Loads, completes and checks the options for a timer and a method. */
bres_status bres__timer_options_load(bres_timer_options *full, const bres_timer_options *given,
                                     const bres_timer *timer, bres_timing_method method);

/* Less is no time: a block that the clock does not see takes this long. */
#define BRES__TIMER_MIN_SECONDS 1e-9

/* A block: setup, `number` executions between two readings of the clock, teardown. */
bres_status bres__timing_block(bres__timing *timing, uint64_t number, double *seconds);
/* The number of executions that make the clock invisible in a measurement of `min_run_time`. */
bres_status bres__timing_search(bres__timing *timing, double min_run_time, uint64_t *number);
/* Measures what a call through a pointer costs, when it is to be subtracted. */
bres_status bres__timing_measure_call(bres__timing *timing);
/* Takes the blocks that count. */
bres_status bres__timing_run(bres__timing *timing, bres_timing_method method);

#endif
