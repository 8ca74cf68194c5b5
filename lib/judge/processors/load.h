/* SPDX-License-Identifier: MIT */
/*
 * How much other programs use the processors while a solution is timed.
 */
#ifndef BRES_JUDGE_PROCESSORS_LOAD_H
#define BRES_JUDGE_PROCESSORS_LOAD_H

#include "judge/runner/runner.h"

/* What the processors that the judge may use have done until some moment. */
typedef struct bres__load {
    size_t cpus;      /* 0: the load is unknown */
    uint64_t at;      /* the moment, in nanoseconds of bres__steady_now() */
    uint64_t idle;    /* time of all these processors together, in nanoseconds */
    uint64_t own;     /* CPU time of this thread and of the solution's process, in nanoseconds */
    double throttled; /* seconds for which CPU limits stopped the judge's control group */
} bres__load;

/* Reads the load; the solution must be stopped. BRES_ERROR_MEMORY. */
bres_status bres__load_read(const bres__runner *runner, bres__load *now);
/* The processors that other programs used, at least and on average, between two readings; infinity
 * if it is unknown. */
double bres__load_of_others(const bres__load *begin, const bres__load *end);

/* Whether other programs use the processors, as far as it is known since some moment. */
typedef enum bres__others {
    BRES__OTHERS_UNKNOWN, /* found none in at most one second */
    BRES__OTHERS_BUSY,    /* found some, or the load is unknown */
    BRES__OTHERS_LIMITED, /* found none in more than one second, but a CPU limit stopped the judge's
                             control group */
    BRES__OTHERS_QUIET    /* found none in more than one second */
} bres__others;

/* Sets *others to what is known since `begin`. BRES_ERROR_MEMORY. */
bres_status bres__load_others(const bres__runner *runner, const bres__load *begin,
                              bres__others *others);
/* Seconds since `begin`. */
double bres__load_seconds(const bres__load *begin);

#endif
