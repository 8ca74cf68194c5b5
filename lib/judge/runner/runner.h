/* SPDX-License-Identifier: MIT */
/*
 * The process that calls a solution, seen from the judge.
 *
 * The helper program benchresult-judge-runner becomes three processes: the supervisor, which ends
 * when the judge does and first kills all others; the subreaper, which inherits what the solution
 * leaves behind; and its child, the runner, which loads the solution. The judge stops the runner
 * between two exchanges and fills the arrays meanwhile. It measures, compares and decides
 * everything on its own side; what the runner says is a claim.
 *
 * A runner serves one case and belongs to one thread.
 */
#ifndef BRES_JUDGE_RUNNER_RUNNER_H
#define BRES_JUDGE_RUNNER_RUNNER_H

#include "judge/verdict/sandbox.h"

#include <benchresult/judge.h>

/* The outcome of a start or a call. */
typedef enum bres__runner_outcome {
    BRES__RUNNER_RETURNED = 0,
    BRES__RUNNER_UNLOADABLE, /* the object cannot be loaded or lacks the symbol */
    BRES__RUNNER_NO_MEMORY,  /* for the arrays */
    BRES__RUNNER_EXITED,     /* the process has ended, or the GPU has failed */
    BRES__RUNNER_TIMED_OUT,
    BRES__RUNNER_GUARD, /* returned, but wrote outside of an array */
    BRES__RUNNER_ASYNC, /* it left processes, or ran while it was stopped */
    BRES__RUNNER_FORGED /* a message has another sender than the runner */
} bres__runner_outcome;

/* Times are those of all calls of an exchange, in seconds. */
typedef struct bres__runner_report {
    bres__runner_outcome outcome;
    double seconds;      /* what counts: the wall time without waiting; on a GPU the claim, if the
                            judge's clock does not contradict it */
    double wall;         /* of the exchange, by the judge's clock */
    double cpu;          /* CPU time of the runner's process, by the kernel */
    double spent;        /* of the time limit: not while it waited */
    double waited;       /* for a processor, by the threads that have not ended and the judge */
    double ended_waited; /* the same by ended threads, as far as it is known */
    double unexplained;  /* such waiting that `seconds` may include */
    double delay;        /* the same if other programs do not use the processors */
    double unused;       /* time of all usable processors that the process has not used */
    bool is_shared;      /* threads share the work, now or in an earlier exchange; false on a GPU */
    bool is_crowded;   /* it has, or on average had, more threads than processors; false on a GPU */
    bool ends_threads; /* it is unknown how long these waited; false on a GPU */
    bool is_contradicted; /* the runner claims much less time than the exchange took without
                             waiting, or than the CPU time of its first thread */
    bool clocks_differ;   /* on a GPU: host time and device time differ by more than 20 % and 50 us
                           */
    char message[256];    /* the reason of another outcome than RETURNED: a clause, no full stop */
} bres__runner_report;

/* Sets an outcome and its reason. Returns BRES_OK. */
bres_status bres__runner_fail(bres__runner_report *report, bres__runner_outcome outcome,
                              const char *format, ...) __attribute__((format(printf, 3, 4)));

/* One argument of a solution. */
typedef struct bres__argument {
    const char *name;    /* for messages */
    bres_data_type type; /* of the value or of an element; never ELEMENT */
    bool is_array;
    bool is_output; /* its content comes back */
    bool on_host;   /* an array that is not copied to the GPU */
    size_t bytes;   /* of an array; may be 0 */
    uint64_t value; /* the bytes of a value, from the first one on */
} bres__argument;

typedef struct bres__runner_options {
    const bres_judge_options *judge; /* borrowed, as all other pointers: backend, device, limits of
                                        memory and files, environment, interruption */
    int object;                      /* an open descriptor of the shared object */
    const bres__argument *arguments; /* borrowed until the runner is ended */
    size_t argument_count;
    size_t sets;            /* how many sets of all arrays to begin with, at least 1 */
    uint64_t cache_size;    /* bytes to walk through before an exchange; 0: evict the arrays */
    uint64_t time_limit_ns; /* for all calls together, without the judge's own work */
} bres__runner_options;

typedef struct bres__runner bres__runner;

/*
 * Makes the processes, loads the solution, allocates. With BRES_OK and an outcome other than
 * RETURNED the solution is at fault (or memory is short), and *runner has only its output. Errors
 * are the judge's own: BRES_ERROR_NO_FILE for the helper program, BRES_ERROR_NO_DEVICE,
 * BRES_ERROR_CUDA, BRES_ERROR_IO, BRES_ERROR_INTERRUPTED, BRES_ERROR_MEMORY.
 */
bres_status bres__runner_start(const bres__runner_options *options, bres__runner **runner,
                               bres__runner_report *report);
/* The defences that are on: BRES__SANDBOX_* bits. */
unsigned bres__runner_sandbox(const bres__runner *runner);
/* How many sets fit into 256 MiB and a quarter of the available memory; at least as many as it
 * began with. */
size_t bres__runner_sets_max(const bres__runner *runner);
/* Replaces the memory of the arrays by that of other many sets. The outcome can be NO_MEMORY. */
bres_status bres__runner_map(bres__runner *runner, size_t sets, bres__runner_report *report);
/* An array of a set; NULL for a value. Before a call, fill inputs and extra arrays and poison
 * outputs; afterwards all have what the solution has left. */
void *bres__runner_array(const bres__runner *runner, size_t set, size_t argument);
/*
 * Flushes the caches and calls the solution once with each of some sets, in one exchange; on a GPU
 * with one set. After an outcome other than RETURNED the runner can only be ended. Errors as of
 * bres__runner_start().
 */
bres_status bres__runner_call(bres__runner *runner, size_t first, size_t count,
                              bres__runner_report *report);
/* Sets the outcome ASYNC if the process has run since the last exchange. Call it after reading the
 * arrays. */
bres_status bres__runner_check_rest(const bres__runner *runner, bres__runner_report *report);
/* CPU time of its process until it was last stopped, in nanoseconds. */
uint64_t bres__runner_cpu(const bres__runner *runner);
/* Has the time limit not count so many seconds of the calls, up to the time limit in all. */
void bres__runner_refund(bres__runner *runner, double seconds);
/* Gives its process the highest priority among programs without real-time scheduling, if the system
 * permits this. The process must be stopped. */
void bres__runner_raise_priority(const bres__runner *runner);
/* The first 64 KiB that the solution has printed so far; borrowed. */
const char *bres__runner_output(bres__runner *runner);
/* Ends it and everything it has started; NULL does nothing. */
void bres__runner_end(bres__runner *runner);

#endif
