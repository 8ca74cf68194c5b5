/* SPDX-License-Identifier: MIT */
/*
 * One execution on the CPU and its time; stopwatch.c times the part of it that a body brackets.
 */
#ifndef BRES_MEASURE_EXECUTION_H
#define BRES_MEASURE_EXECUTION_H

#include "base/base.h"
#include "base/clock.h"

#include <benchresult/measure.h>

/* Why an execution has no time. */
typedef enum bres__outcome {
    BRES__OUTCOME_TIMED, /* the execution has a time */
    BRES__OUTCOME_BACKWARDS,
    BRES__OUTCOME_NOT_STARTED,
    BRES__OUTCOME_NOT_STOPPED,
    BRES__OUTCOME_STARTED_TWICE,
    BRES__OUTCOME_STOPPED_FIRST
} bres__outcome;

/* A clause such as "the stopwatch was never started". */
const char *bres__outcome_text(bres__outcome outcome);

typedef struct bres__execution {
    bres__outcome outcome;
    int64_t nanoseconds; /* negative when the clock has stepped backwards */
    uint64_t end;        /* reading of the clock after the execution */
} bres__execution;

/* The body to execute: exactly one of the first three functions is set. */
typedef struct bres__cpu_body {
    bres_cpu_fn plain;
    bres_cpu_timed_fn timed;
    bres_cpu_batch_fn batched;
    void *context;
    /* A batched body can measure its executions itself; both are NULL for others. */
    void (*begin)(void *context); /* samples begin now */
    /* Replaces the time of the last executions, and the outcome. */
    void (*time)(void *context, bres__execution *execution);
} bres__cpu_body;

/* Calls a function `number` times in a row; the compiler cannot inline it. The loop costs about a
 * nanosecond per execution. */
void bres__repeat(bres_cpu_fn fn, void *context, uint64_t number);
/* Executes a body `count` times in a row; a timed body once. `clock` is the clock of the
 * samples. */
void bres__execute(const bres__cpu_body *body, const bres_clock *clock, uint64_t count,
                   bres__execution *execution);

/* This many consecutive executions without a time end a measurement: they are not an accident. */
#define BRES__REFUSED_MAX 64u

/* BRES_ERROR_VALUE with the reason why the last of `refused` executions in a row had no time. */
bres_status bres__execution_error(unsigned refused, bres__outcome outcome);

/* The stopwatch of a body of the kind bres_cpu_timed_fn. */
struct bres_stopwatch {
    const bres_clock *clock;
    uint64_t started;
    int64_t nanoseconds; /* of the parts so far */
    bool running;
    bool measured;         /* a part is complete */
    bres__outcome misused; /* the first misuse; TIMED: none */
};

void bres__stopwatch_reset(bres_stopwatch *watch, const bres_clock *clock);
/* The outcome of an execution: whether it has a time. */
bres__outcome bres__stopwatch_outcome(const bres_stopwatch *watch);

#endif
