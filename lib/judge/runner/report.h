/* SPDX-License-Identifier: MIT */
/*
 * The outcome of a start or a call of a runner.
 */
#ifndef BRES_JUDGE_RUNNER_REPORT_H
#define BRES_JUDGE_RUNNER_REPORT_H

#include <benchresult/base.h>

typedef enum bres__runner_outcome {
    BRES__RUNNER_RETURNED = 0,
    BRES__RUNNER_UNLOADABLE, /* the object cannot be loaded or lacks the symbol */
    BRES__RUNNER_NO_MEMORY,  /* for the arrays */
    BRES__RUNNER_EXITED,     /* the process has ended, or the GPU has failed */
    BRES__RUNNER_TIMED_OUT,
    BRES__RUNNER_GUARD, /* returned, but wrote outside of an array */
    BRES__RUNNER_ASYNC, /* returned, but still works */
    /* Between calls, or before one, the process has used CPU time: the solution was at work, or the
     * system on its behalf. The call must be repeated. */
    BRES__RUNNER_DISTURBED,
    BRES__RUNNER_FORGED /* a message has another sender than the runner */
} bres__runner_outcome;

typedef struct bres__runner_report {
    bres__runner_outcome outcome;
    bool has_returned;    /* the solution has, so that there are outputs */
    double seconds;       /* of the call, as the runner claims */
    double wall;          /* from the order until the arrays are back, by the judge's clock */
    double cpu;           /* CPU time of the runner's process meanwhile, by the kernel */
    double cpu_thread;    /* CPU time of its busiest thread; 0: unknown */
    double waited;        /* part of `wall` in which the judge waited for a processor */
    double overhead_wall; /* wall time of an exchange without a call */
    unsigned threads;     /* of the runner, right after the call */
    bool clocks_differ;   /* on a GPU: host time and device time differ by more than 20 % and 50 us;
                             `seconds` is the larger one */
    char message[256];    /* the reason of another outcome than RETURNED: a clause, no full stop */
} bres__runner_report;

/* Sets an outcome and its reason. Returns BRES_OK. */
bres_status bres__runner_fail(bres__runner_report *report, bres__runner_outcome outcome,
                              const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
