/* SPDX-License-Identifier: MIT */
/*
 * The process that calls a solution, seen from the judge.
 *
 * Three processes are made of the helper program benchresult-judge-runner: the keeper, which ends
 * when the judge does and kills all others before; one that adopts what the solution leaves behind;
 * and the runner, its child, which loads the solution. The runner is lent a copy of the
 * arrays for each call, so that between two calls it has nothing to do and the judge can see that
 * it does nothing. All that is not called by the solution itself is measured, compared and decided
 * on the judge's side; what the runner says is a claim.
 *
 * One runner is for one case. A runner belongs to one thread.
 */
#ifndef BRES_JUDGE_RUNNER_RUNNER_H
#define BRES_JUDGE_RUNNER_RUNNER_H

#include "base/base.h"

#include <benchresult/judge.h>

/* One argument of a solution. */
typedef struct bres__argument {
    const char *name;    /* for messages */
    bres_data_type type; /* of the value or of an element; never ELEMENT */
    bool is_array;
    bool is_output; /* what is written to it comes back */
    bool on_host;   /* an array that is not copied to the GPU */
    size_t bytes;   /* of an array; may be 0 */
    uint64_t value; /* the bytes of a value, from the first one on */
} bres__argument;

typedef struct bres__runner_options {
    const char *object; /* the shared object's path */
    bres_backend backend;
    int device;
    const bres__argument *arguments; /* borrowed until the runner is ended */
    size_t argument_count;
    size_t sets; /* how many copies of all arrays to rotate through, at least 1 */
    uint64_t memory_limit;
    uint64_t file_size_limit;
    uint64_t cache_size;            /* bytes, resolved: never 0 */
    uint64_t time_limit_ns;         /* from the first call on, without what the judge itself does */
    const char *const *environment; /* names beside the usual ones; NULL: none */
    bool (*is_interrupted)(void *user);
    void *interrupt_user;
} bres__runner_options;

/* What has become of a call, or of the start. */
typedef enum bres__runner_outcome {
    BRES__RUNNER_RETURNED = 0,
    BRES__RUNNER_UNLOADABLE, /* the object cannot be loaded or has no such symbol */
    BRES__RUNNER_NO_MEMORY,  /* for the arrays */
    BRES__RUNNER_EXITED,     /* the process is gone, or the GPU has failed */
    BRES__RUNNER_TIMED_OUT,
    BRES__RUNNER_GUARD, /* returned, but wrote outside of an array */
    BRES__RUNNER_ASYNC, /* returned, but goes on working */
    /* Processor time has passed while nothing was to be done, perhaps before the solution could be
     * called: it was at work, or the system was for it. The call does not count. */
    BRES__RUNNER_DISTURBED,
    BRES__RUNNER_FORGED /* messages that the runner has not sent */
} bres__runner_outcome;

typedef struct bres__runner_report {
    bres__runner_outcome outcome;
    bool has_returned; /* the solution, so that there is an answer, whatever is wrong with it */
    double seconds;    /* of the call: claimed by the runner */
    double wall; /* from before the order to call until the arrays are back; the judge's clock */
    double cpu;  /* processor time that the runner's process has taken meanwhile, by the kernel */
    double cpu_thread;  /* that of the thread with most; 0: the kernel does not tell */
    double waited;      /* of the wall: by the judge, for a processor */
    double idle_wall;   /* wall of an exchange without a call */
    unsigned threads;   /* of the runner, right after the call */
    bool clocks_differ; /* on a GPU: its time and the host's, of which `seconds` is the larger, are
                           20 % and 50 us apart */
    char message[256];  /* why, unless it has returned: a clause without a full stop */
} bres__runner_report;

typedef struct bres__runner bres__runner;

/* Which defences the system has. */
#define BRES__SANDBOX_FILTER     1u  /* a filter of system calls */
#define BRES__SANDBOX_PRIVILEGES 2u  /* no new privileges */
#define BRES__SANDBOX_NETWORK    4u  /* no network */
#define BRES__SANDBOX_PROCESSES  8u  /* a process namespace of its own */
#define BRES__SANDBOX_MEMORY     16u /* the limit of address space */
#define BRES__SANDBOX_FILES      32u /* no writing of files, where that is not allowed */

/*
 * Makes the processes, loads the solution, allocates. With BRES_OK and an outcome other than
 * RETURNED the solution is at fault (or memory is short), and *runner is NULL. Errors are the
 * judge's own: BRES_ERROR_NO_FILE for the helper program, BRES_ERROR_NO_DEVICE, BRES_ERROR_CUDA,
 * BRES_ERROR_IO, BRES_ERROR_INTERRUPTED, BRES_ERROR_MEMORY.
 */
bres_status bres__runner_start(const bres__runner_options *options, bres__runner **runner,
                               bres__runner_report *report);
/* BRES__SANDBOX_* bits of what is on. */
unsigned bres__runner_sandbox(const bres__runner *runner);
/* An array of a set: fill inputs and extra arrays, poison outputs before a call;
 * afterwards all are as the solution has left them. NULL for a value. */
void *bres__runner_array(const bres__runner *runner, size_t set, size_t argument);
/*
 * Calls the solution once with the arrays of a set, after the caches have been streamed through.
 * When it returns, what is in the arrays no longer changes. After an outcome other than RETURNED
 * and DISTURBED the runner can only be ended. Errors as above.
 */
bres_status bres__runner_call(bres__runner *runner, size_t set, bres__runner_report *report);
/* What it has printed so far, at most 64 KiB; borrowed. */
const char *bres__runner_output(bres__runner *runner);
/* Ends it and whatever it has started; NULL does nothing. */
void bres__runner_end(bres__runner *runner);

#endif
