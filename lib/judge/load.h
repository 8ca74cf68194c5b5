/* SPDX-License-Identifier: MIT */
/*
 * How much other programs use the processors while a solution is timed.
 */
#ifndef BRES_JUDGE_LOAD_H
#define BRES_JUDGE_LOAD_H

#include "judge/runner/runner.h"

/* What the processors that the judge may use have done until some moment; all zero: unknown. */
typedef struct bres__load {
    size_t cpus;
    uint64_t at;      /* in nanoseconds */
    uint64_t idle;    /* time of all these processors together, in nanoseconds */
    uint64_t own;     /* CPU time of this thread and of the process of the solution */
    double throttled; /* seconds for which a CPU limit stopped both */
} bres__load;

/* Reads it while the solution is stopped. It is unknown where the system does not tell.
 * BRES_ERROR_MEMORY. */
bres_status bres__load_read(const bres__runner *runner, bres__load *now);
/* CPU time that others have used at least between two readings, divided by the time between them;
 * infinity if it is unknown. */
double bres__load_of_others(const bres__load *begin, const bres__load *end);

/* What other programs have done since some moment, on average. */
typedef enum bres__others {
    BRES__OTHERS_UNKNOWN, /* nothing yet, after a short time */
    BRES__OTHERS_WORK,    /* used the processors, or may have, or a CPU limit left them unused */
    BRES__OTHERS_REST     /* did not, for a second or longer */
} bres__others;

/* BRES_ERROR_MEMORY. */
bres_status bres__load_others(const bres__runner *runner, const bres__load *begin,
                              bres__others *others);
/* Whether a second has passed. */
bool bres__load_is_long(const bres__load *begin);

#endif
