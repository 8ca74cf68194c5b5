/* SPDX-License-Identifier: MIT */
/*
 * The log of a benchmark program on the standard error.
 */
#ifndef BRES_HARNESS_RUN_LOG_H
#define BRES_HARNESS_RUN_LOG_H

#include "harness/run/progress.h"

/* Writes a line for each event. With a progress line, Run and Pass lines are left out, but a Run
 * line precedes the first other line about its state. */
typedef struct bres__log {
    int fd;
    bool quiet;
    bool color;
    bres__progress progress;
    bres__text run; /* the Run line that was left out so far */
} bres__log;

void bres__log_open(bres__log *log, int fd, bool quiet, bool color);
void bres__log_free(bres__log *log);
/* Log that a state begins, with its index from 1, and that it has ended, measured or skipped. */
void bres__log_begin_state(bres__log *log, size_t index, const bres_state *state);
void bres__log_end_state(bres__log *log, const bres_state *state, bool failed);
void bres__log_line(bres__log *log, bres__status_tag tag, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
