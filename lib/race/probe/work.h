/* SPDX-License-Identifier: MIT */
/*
 * The work of the probe, which this process executes in blocks, and its times as text: a run of the
 * race is a process that prints this text.
 */
#ifndef BRES_RACE_PROBE_WORK_H
#define BRES_RACE_PROBE_WORK_H

#include "base/base.h"

#include <benchresult/probe.h>

/* The program of a run: benchresult-probe-runner ITERATIONS:BLOCKS..., one argument per kind of
 * work. */
#define BRES__PROBE_RUNNER "benchresult-probe-runner"

/* Most blocks of one kind of work in one run. */
#define BRES__WORK_BLOCKS_MAX 2000u

/* The number of blocks, and the number of iterations in a block. */
typedef struct bres__work_size {
    uint64_t iterations;
    uint64_t blocks;
    double max_time; /* seconds, after which no block begins; 0: no limit */
} bres__work_size;

/* The times of the blocks, and of the loop around them. NaN: not known. */
typedef struct bres__work_times {
    double *blocks; /* seconds; room for BRES__WORK_BLOCKS_MAX */
    size_t count;
    double wall;       /* seconds */
    double cpu;        /* seconds of this thread */
    double wait;       /* seconds in which this thread was ready but did not run */
    uint64_t switches; /* involuntary context switches */
} bres__work_times;

/* Allocates the times. false: out of memory. */
bool bres__work_times_open(bres__work_times *times);
void bres__work_times_free(bres__work_times *times);

/* Work that is ready to be executed. */
typedef struct bres__work {
    bres_probe_work kind;
    uint32_t *next; /* the memory walk: the index of the next line of each line */
    uint64_t state; /* input of the next iteration */
} bres__work;

/* Errors: BRES_ERROR_MEMORY. Close the work even after a failure. */
bres_status bres__work_open(bres__work *work, bres_probe_work kind);
void bres__work_close(bres__work *work);
/* Executes blocks and takes their times by the system's clock. */
void bres__work_execute(bres__work *work, const bres__work_size *size, bres__work_times *times);

/* The seconds that a thread waited, from its file schedstat: "RUN WAIT SLICES" in nanoseconds. NaN:
 * malformed, or the kernel does not count waiting, and shows a thread that never ran. */
double bres__work_wait(const char *schedstat);

/* Appends the times of one kind of work as a line. */
void bres__work_times_put(bres__text *text, const bres__work_times *times);
/* Reads such a line and advances past it. false: the line is malformed. */
bool bres__work_times_take(const char **text, bres__work_times *times);

#endif
