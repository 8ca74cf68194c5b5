/* SPDX-License-Identifier: MIT */
/*
 * The work of the probe, which this process executes in blocks, and its times as text: a run of the
 * race is a process that prints them.
 */
#ifndef BRES_RACE_PROBE_WORK_H
#define BRES_RACE_PROBE_WORK_H

#include "base/base.h"

#include <benchresult/probe.h>

/* The program of a run: benchresult-probe-runner ITERATIONS:BLOCKS..., one for each kind of work.
 */
#define BRES__PROBE_RUNNER "benchresult-probe-runner"

/* Blocks of one kind of work in one run, at most. */
#define BRES__WORK_BLOCKS_MAX 2000u

/* So many blocks of so many iterations. */
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
    double wait;       /* seconds in which this thread was ready and did not run */
    uint64_t switches; /* involuntary context switches */
} bres__work_times;

/* Makes room for the times. false: no memory. */
bool bres__work_times_open(bres__work_times *times);
void bres__work_times_free(bres__work_times *times);

/* Work that is ready to be executed. */
typedef struct bres__work {
    bres_probe_work kind;
    uint32_t *next; /* the memory walk: the index of the next line of each line */
    uint64_t state; /* what the next iteration depends on */
} bres__work;

/* Errors: BRES_ERROR_MEMORY. Close it in any case. */
bres_status bres__work_open(bres__work *work, bres_probe_work kind);
void bres__work_close(bres__work *work);
/* Executes blocks and takes their times by the system's clock. */
void bres__work_execute(bres__work *work, const bres__work_size *size, bres__work_times *times);

/* Appends the times of one kind of work as a line. */
void bres__work_times_put(bres__text *text, const bres__work_times *times);
/* Reads a line, and passes it. false: it is not such a line. */
bool bres__work_times_take(const char **text, bres__work_times *times);

#endif
