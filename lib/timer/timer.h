/* SPDX-License-Identifier: MIT */
/*
 * Room timer: a timer. timer.c, symbol.c and command.c make timers of functions, symbols and
 * commands; timing.h has the stages of a measurement.
 */
#ifndef BRES_TIMER_TIMER_H
#define BRES_TIMER_TIMER_H

#include "base/base.h"
#include "timer/measurement/measurement.h"

#include <benchresult/timer.h>

typedef struct bres__command bres__command;

struct bres_timer {
    bres__arena arena;
    bres_task_spec spec; /* complete */
    bres_cpu_fn plain;   /* one of these four is not NULL */
    bres_cpu_batch_fn batched;
    bres_timed_fn timed;
    bres__command *command;
    void *context;
    bres_cpu_fn setup; /* before each block; NULL: nothing */
    void *library;     /* of the symbols `plain` and `setup`; NULL: none */
};

/* Makes an empty timer with a copy of a complete spec; normalizes its statement and setup. */
bres_status bres__timer_make(const bres_task_spec *spec, bres_timer **timer);

#endif
