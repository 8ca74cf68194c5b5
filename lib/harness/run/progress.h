/* SPDX-License-Identifier: MIT */
/*
 * The progress line on a terminal.
 */
#ifndef BRES_HARNESS_RUN_PROGRESS_H
#define BRES_HARNESS_RUN_PROGRESS_H

#include "base/base.h"
#include "base/clock.h"
#include "report/bench/bench.h"

/* A line on a terminal that is redrawn in place. */
typedef struct bres__progress {
    int fd; /* of the terminal; -1: nothing is drawn */
    const bres_clock *clock;
    uint64_t start; /* times in nanoseconds */
    uint64_t drawn;
    bool visible;
    bres__text name; /* of the running state */
    bres__progress_line line;
} bres__progress;

/* Draws on `fd` if it is a terminal that can redraw a line. */
void bres__progress_open(bres__progress *progress, int fd);
void bres__progress_free(bres__progress *progress);
/* Starts the time from which estimates are made. The plan has `count` states, and `to_run` of them
 * run. */
void bres__progress_start(bres__progress *progress, const bres_clock *clock, size_t count,
                          size_t to_run);
/* The next state begins, with its index from 1; the state has ended. */
void bres__progress_begin_state(bres__progress *progress, size_t index, const char *name);
void bres__progress_end_state(bres__progress *progress);
void bres__progress_update(bres__progress *progress, int64_t samples, double noise);
/* Erases the line, before other output is written. */
void bres__progress_clear(bres__progress *progress);

#endif
