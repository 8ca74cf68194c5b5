/* SPDX-License-Identifier: MIT */
/*
 * The runner object, shared by the files on the judge's side of the protocol.
 */
#ifndef BRES_JUDGE_RUNNER_INSIDE_H
#define BRES_JUDGE_RUNNER_INSIDE_H

#include "base/base.h"
#include "base/clock.h"
#include "judge/runner/process_stats.h"
#include "judge/runner/runner.h"
#include "judge/runner/taskstats.h"

#include <sys/types.h>

#define BRES__NS_PER_SECOND UINT64_C(1000000000)
/* Deadline for the runner's own work, which does not count against the solution's time limit. */
#define BRES__SERVICE_LIMIT (120 * BRES__NS_PER_SECOND)

/* Random bytes before or after an array. */
typedef struct bres__runner_guard {
    const char *name; /* of the array */
    size_t begin;     /* offset in the memory of a set */
    size_t size;
    bool is_behind;
} bres__runner_guard;

/* The kernel's counters of the process when all its threads were stopped. */
typedef struct bres__runner_rest {
    uint64_t cpu;            /* CPU time in nanoseconds */
    bres__scheduled threads; /* sum over all threads */
    bres__scheduled first;   /* the first thread, which makes the calls */
    uint64_t waited_ns;      /* waiting time of all threads, including ended ones */
    bool knows_ended;        /* `waited_ns` is known */
} bres__runner_rest;

struct bres__runner {
    bres__runner_options options;
    bres__runner_guard *guards; /* in address order */
    size_t guard_count;
    uint64_t guard_seed; /* seed of the current guards */
    size_t set_size;
    size_t *offsets;       /* of each argument's array within a set */
    unsigned char *memory; /* of all sets, shared with the process; NULL: none */
    size_t sets;           /* number of sets in `memory` */
    size_t sets_max;
    unsigned char *stream; /* buffer for bres__caches_walk() */
    int channel;           /* -1: closed */
    int control;           /* the control socket; -1: closed */
    int output_fd;         /* -1: closed */
    int life;              /* pidfd of the calling process; -1: not open, or the system lacks
                              pidfds */
    bres__text output;
    pid_t supervisor; /* 0: none */
    pid_t subreaper;  /* 0: not known yet */
    pid_t process;    /* the calling process; 0: not known yet */
    unsigned sandbox;
    bool has_ended;       /* the calling process has ended */
    bool is_shared;       /* threads other than the first have worked */
    int wait_status;      /* of the calling process */
    uint64_t answered_ns; /* time of the last answer */
    uint64_t calls;
    double cost;          /* of an exchange, in seconds; 0: not measured */
    uint64_t spent_ns;    /* time charged to the time limit */
    uint64_t refunded_ns; /* total of all refunds, see bres__runner_refund() */
    uint64_t stopped_ns;  /* time when all threads were found stopped */
    bres__runner_rest rest;
    bres__thread_waits waits[3]; /* at the last stop, at the stop before, at the last answer */
    unsigned threads;            /* of the process, when it was stopped */
    unsigned ending;             /* threads that were ending at that time */
    bres__taskstats taskstats;
};

/* Nanoseconds between two times; 0 if they are in the wrong order. */
static inline uint64_t bres__ns_since(uint64_t later, uint64_t earlier)
{
    return later > earlier ? later - earlier : 0;
}

/* Measures the cost of an exchange. The solution must not be loaded yet. */
bres_status bres__runner_time_exchange(bres__runner *runner, bres__runner_report *report);
/* Starts the helper program; `program` is its path. */
bres_status bres__runner_process_start(bres__runner *runner, const char *program);
/* Ends all processes of the helper program and of the solution. */
void bres__runner_process_end(bres__runner *runner);

#endif
