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
#include "judge/runner/taskstats.h"

#include <sys/types.h>

#define BRES__NS_PER_SECOND UINT64_C(1000000000)
/* For work of the runner itself, which the solution's time limit does not include. */
#define BRES__SERVICE_LIMIT (120 * BRES__NS_PER_SECOND)

/* Random bytes before or behind an array. */
typedef struct bres__runner_guard {
    const char *name; /* of the array */
    size_t begin;     /* in the memory of a set */
    size_t size;
    bool is_behind;
} bres__runner_guard;

/* What the kernel has counted of the process when all its threads were stopped. */
typedef struct bres__runner_rest {
    uint64_t cpu;
    bres__scheduled threads; /* their sum */
    bres__scheduled first;   /* the thread that calls */
    uint64_t waited_ns;      /* of all threads, also of ended ones */
    bool knows_ended;        /* whether that is known */
} bres__runner_rest;

struct bres__runner {
    bres__runner_options options;
    bres__runner_guard *guards; /* by address */
    size_t guard_count;
    uint64_t guard_seed; /* of the guards as last drawn */
    size_t set_size;
    size_t *offsets;       /* of each argument's array in a set */
    unsigned char *memory; /* of all sets, shared with the process; NULL: none */
    size_t sets;           /* in the memory */
    size_t sets_max;
    unsigned char *stream; /* memory to walk through; NULL: none */
    int channel;           /* -1: closed */
    int control;           /* the control socket; -1: closed */
    int output_fd;         /* -1: closed */
    int life;              /* descriptor of the process that calls; -1: unknown yet, or the system
                              has none */
    bres__text output;
    pid_t supervisor; /* 0: none */
    pid_t subreaper;  /* 0: unknown yet */
    pid_t process;    /* the process that calls; 0: unknown yet */
    unsigned sandbox;
    bool has_ended;       /* the process that calls */
    bool is_shared;       /* other threads than the first have worked, too */
    int wait_status;      /* of that process */
    uint64_t answered_ns; /* time of the last answer */
    uint64_t calls;
    uint64_t spent_ns;    /* of the time limit */
    uint64_t refunded_ns; /* of the time limit, which were spent again */
    uint64_t stopped_ns;  /* time when all threads were found stopped */
    bres__runner_rest rest;
    bres__thread_waits waits[3]; /* at rest, at rest before, and at the last answer */
    unsigned threads;            /* of the process, when it was stopped */
    unsigned ending;             /* of its threads, at that time */
    bres__taskstats taskstats;
};

/* Nanoseconds between two times; 0 if they are in the wrong order. */
static inline uint64_t bres__ns_since(uint64_t later, uint64_t earlier)
{
    return later > earlier ? later - earlier : 0;
}

/* Starts the helper program, a path. */
bres_status bres__runner_process_start(bres__runner *runner, const char *program);
/* Ends all processes of the helper program and of the solution. */
void bres__runner_process_end(bres__runner *runner);

#endif
