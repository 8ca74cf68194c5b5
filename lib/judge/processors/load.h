/* SPDX-License-Identifier: MIT */
/*
 * How much other programs use the processors while a solution is timed.
 */
#ifndef BRES_JUDGE_PROCESSORS_LOAD_H
#define BRES_JUDGE_PROCESSORS_LOAD_H

#include "judge/runner/runner.h"

/* A reading of the load of the processors that the judge may use. */
typedef struct bres__load {
    size_t cpus;      /* 0: the load is unknown */
    uint64_t at;      /* time of the reading, in nanoseconds of bres__steady_now() */
    uint64_t idle;    /* idle time of all these processors together, in nanoseconds */
    uint64_t own;     /* CPU time of this thread and of the solution's process, in nanoseconds */
    double throttled; /* seconds for which CPU limits stopped the judge's control group */
} bres__load;

/* Reads the load; the solution must be stopped. BRES_ERROR_MEMORY. */
bres_status bres__load_read(const bres__runner *runner, bres__load *now);
/* A lower bound for the average number of processors that other programs used between two readings;
 * infinity if unknown. */
double bres__load_of_others(const bres__load *begin, const bres__load *end);

/* Whether other programs have been found to use the processors since a reading. */
typedef enum bres__others {
    BRES__OTHERS_UNKNOWN, /* found none in at most one second */
    BRES__OTHERS_BUSY,    /* found some, or the load is unknown */
    BRES__OTHERS_LIMITED, /* found none in more than one second, but a CPU limit stopped the judge's
                             control group */
    BRES__OTHERS_QUIET    /* found none in more than one second */
} bres__others;

/* Sets *others for the time since `begin`. BRES_ERROR_MEMORY. */
bres_status bres__load_others(const bres__runner *runner, const bres__load *begin,
                              bres__others *others);
/* Seconds since `begin`. */
double bres__load_seconds(const bres__load *begin);

#endif
