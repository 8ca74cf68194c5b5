/* SPDX-License-Identifier: MIT */
/*
 * The process that calls a solution, seen from the judge.
 *
 * The helper program benchresult-judge-runner becomes three processes: the supervisor, which kills
 * the others and ends when the judge ends; the subreaper, which inherits processes that the
 * solution leaves behind; and its child, the runner, which loads the solution. The judge stops the
 * runner between two exchanges and fills the arrays meanwhile. The judge itself measures, compares
 * and decides everything; a statement of the runner is only a claim.
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
    BRES__RUNNER_GUARD, /* it returned, but wrote outside an array */
    BRES__RUNNER_ASYNC, /* it left processes, or ran while it should have been stopped */
    BRES__RUNNER_FORGED /* a message came from a sender other than the runner */
} bres__runner_outcome;

/* Times cover all calls of an exchange, in seconds. */
typedef struct bres__runner_report {
    bres__runner_outcome outcome;
    double seconds;      /* the measured time: wall time without waiting; on a GPU the claim, unless
                            the judge's clock contradicts it */
    double wall;         /* wall time of the exchange, by the judge's clock */
    double cpu;          /* CPU time of the runner's process, by the kernel */
    double spent;        /* charged to the time limit: `seconds`, or `wall` on a GPU */
    double waited;       /* waiting for a processor, by the judge and threads that have not ended */
    double ended_waited; /* waiting of ended threads; 0 if unknown */
    double unexplained;  /* waiting that `seconds` may still include */
    double delay;        /* the same, assuming that no other program uses the processors */
    double unused;       /* time of all usable processors that the process has not used */
    bool is_shared;      /* threads share the work, now or in an earlier exchange; false on a GPU */
    bool is_crowded;     /* more threads than processors, now or on average; false on a GPU */
    bool ends_threads;   /* threads ended that waited for an unknown time; false on a GPU */
    bool is_contradicted; /* the runner claims much less time than the exchange took without
                             waiting, or than the CPU time of its first thread */
    bool clocks_differ;   /* on a GPU: host time and device time differ by more than 20 % and 50 us
                           */
    char message[256];    /* reason for an outcome other than RETURNED: a clause, no full stop */
} bres__runner_report;

/* Sets an outcome and its reason. Returns BRES_OK. */
bres_status bres__runner_fail(bres__runner_report *report, bres__runner_outcome outcome,
                              const char *format, ...) __attribute__((format(printf, 3, 4)));

/* One argument of a solution. */
typedef struct bres__argument {
    const char *name;    /* for messages */
    bres_data_type type; /* of the value or of an element; never ELEMENT */
    bool is_array;
    bool is_output; /* the judge reads its content after a call */
    bool on_host;   /* an array that is not copied to the GPU */
    size_t bytes;   /* of an array; may be 0 */
    uint64_t value; /* the bytes of a value, from the lowest address on */
} bres__argument;

typedef struct bres__runner_options {
    const bres_judge_options *judge; /* borrowed, like all pointers here; for backend, device,
                                        limits, readable files, environment, interruption */
    int object;                      /* an open descriptor of the shared object */
    const bres__argument *arguments; /* borrowed until the runner is ended */
    size_t argument_count;
    size_t sets;            /* initial number of sets of all arrays, at least 1 */
    bool times_exchange;    /* measure the cost of an exchange before the solution is loaded */
    uint64_t cache_size;    /* bytes to walk through before an exchange; 0: evict the arrays */
    uint64_t time_limit_ns; /* for all calls together, excluding the judge's own work */
} bres__runner_options;

typedef struct bres__runner bres__runner;

/*
 * Starts the processes, loads the solution and allocates the arrays. If the result is BRES_OK and
 * the outcome is not RETURNED, the solution is at fault (or memory is short); *runner then has only
 * its output. Any other result is an error of the judge: BRES_ERROR_NO_FILE for the helper program,
 * BRES_ERROR_NO_DEVICE, BRES_ERROR_CUDA, BRES_ERROR_IO, BRES_ERROR_INTERRUPTED, BRES_ERROR_MEMORY.
 */
bres_status bres__runner_start(const bres__runner_options *options, bres__runner **runner,
                               bres__runner_report *report);
/* The active defences: BRES__SANDBOX_* bits. */
unsigned bres__runner_sandbox(const bres__runner *runner);
/* Number of sets that fit into 256 MiB and into a quarter of the available memory; at least the
 * initial number. */
size_t bres__runner_sets_max(const bres__runner *runner);
/* Replaces the memory of the arrays by new memory for `sets` sets. The outcome can be NO_MEMORY. */
bres_status bres__runner_map(bres__runner *runner, size_t sets, bres__runner_report *report);
/* An array of a set; NULL for a value. Before a call, fill inputs and extra arrays and poison
 * outputs; after the call, the arrays have the content that the solution left. */
void *bres__runner_array(const bres__runner *runner, size_t set, size_t argument);
/*
 * Flushes the caches and calls the solution once with each of `count` sets, in one exchange; on a
 * GPU with one set. After an outcome other than RETURNED the runner can only be ended. Errors: see
 * bres__runner_start().
 */
bres_status bres__runner_call(bres__runner *runner, size_t first, size_t count,
                              bres__runner_report *report);
/* The cost of an exchange in seconds: its time without that of the calls; 0 if it was not measured.
 */
double bres__runner_exchange_cost(const bres__runner *runner);
/* Sets the outcome ASYNC if the process has run since the last exchange. Call it after reading the
 * arrays. */
bres_status bres__runner_check_rest(const bres__runner *runner, bres__runner_report *report);
/* CPU time of the runner's process until its last stop, in nanoseconds. */
uint64_t bres__runner_cpu(const bres__runner *runner);
/* Gives `seconds` back to the time limit; all refunds together are at most the time limit. */
void bres__runner_refund(bres__runner *runner, double seconds);
/* Gives the runner's process the highest priority among programs without real-time scheduling, if
 * the system permits this. The process must be stopped. */
void bres__runner_raise_priority(const bres__runner *runner);
/* The first 64 KiB that the solution has printed so far; borrowed. */
const char *bres__runner_output(bres__runner *runner);
/* Ends the runner and every process that it has started; NULL does nothing. */
void bres__runner_end(bres__runner *runner);

#endif
