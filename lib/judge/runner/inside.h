/* SPDX-License-Identifier: MIT */
/*
 * A runner, as the files on the judge's side of the wire share it.
 */
#ifndef BRES_JUDGE_RUNNER_INSIDE_H
#define BRES_JUDGE_RUNNER_INSIDE_H

#include "base/base.h"
#include "base/clock.h"
#include "judge/runner/process_stats.h"
#include "judge/runner/runner.h"

#include <sys/types.h>

#define BRES__NS_PER_SECOND UINT64_C(1000000000)
/* For work of the runner itself, which the solution's time limit does not include. */
#define BRES__SERVICE_LIMIT (120 * BRES__NS_PER_SECOND)

/* One copy of all arrays, each between its guards, in memory that no other process sees. */
typedef struct bres__runner_set {
    unsigned char *memory;
    uint64_t guard_seed; /* of the guards as last drawn */
} bres__runner_set;

/* Random bytes before or behind an array. */
typedef struct bres__runner_guard {
    const char *name; /* of the array */
    size_t begin;     /* in the memory of a set */
    size_t size;
    bool is_behind;
} bres__runner_guard;

struct bres__runner {
    bres__runner_options options;
    bres__runner_guard *guards; /* by address */
    size_t guard_count;
    bres__runner_set *sets;
    size_t set_size;
    size_t *offsets;       /* of each argument's array in a set */
    int shared_fd;         /* the file with the copy of a set for a call; -1: none */
    unsigned char *shared; /* that file in memory; NULL: none */
    int channel;           /* -1: closed */
    int control;           /* the control socket; -1: closed */
    int output_fd;         /* -1: closed */
    bres__text output;
    pid_t supervisor; /* 0: none */
    pid_t subreaper;  /* 0: unknown yet */
    pid_t process;    /* the process that calls; 0: unknown yet */
    unsigned sandbox;
    bool has_ended;       /* the process that calls */
    int wait_status;      /* of that process */
    uint64_t ordered_ns;  /* time of the last order */
    uint64_t answered_ns; /* time of its answer */
    uint64_t calls;
    uint64_t spent_ns;              /* of the time limit */
    uint64_t overhead_ns;           /* wall time of an exchange before the solution is loaded */
    uint64_t overhead_cpu;          /* CPU time of such an exchange */
    uint64_t call_cpu;              /* CPU time of the process when the last call started */
    bres__thread_list call_threads; /* CPU time of each thread at that time */
    uint64_t idle_since_cpu;        /* CPU time of the process when it became idle */
    uint64_t idle_since_ns;         /* time when it became idle */
};

/* Nanoseconds between two times; 0 if they are in the wrong order. */
static inline uint64_t bres__ns_since(uint64_t later, uint64_t earlier)
{
    return later > earlier ? later - earlier : 0;
}

/* Measures the cost of an exchange without a call. Call it before the solution is loaded, which
 * could make exchanges slow. */
bres_status bres__runner_measure_overhead(bres__runner *runner, bres__runner_report *report);

/* Starts the helper program, a path. */
bres_status bres__runner_process_start(bres__runner *runner, const char *program);
/* Ends all processes of the helper program and of the solution. */
void bres__runner_process_end(bres__runner *runner);

#endif
