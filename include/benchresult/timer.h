/* SPDX-License-Identifier: MIT */
/*
 * Timers: how long a function, a symbol of a shared object or a whole command takes, in blocks so
 * long that the clock does not show. The methods are those of torch.utils.benchmark.Timer;
 * benchresult-timer(3) has the rules.
 *
 * A timer belongs to one thread. Different timers may be used at the same time, though what they
 * time then disturbs each other.
 */
#ifndef BENCHRESULT_TIMER_H
#define BENCHRESULT_TIMER_H

#include <benchresult/measure.h>
#include <benchresult/measurement.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How to measure. Values are never renumbered. */
typedef enum bres_timing_method {
    /* One block of a given number of executions, after a warm-up of a hundredth of it. */
    BRES_TIMING_TIMEIT = 0,
    /* Blocks of a size that hides the clock, until min_run_time has been measured. */
    BRES_TIMING_BLOCKED = 1,
    /* The same, until also iqr / median is below a threshold, or max_run_time is over. */
    BRES_TIMING_ADAPTIVE = 2
} bres_timing_method;

/* What an execution through a pointer costs is measured with an empty function and subtracted from
 * the times, not from what counts for min_run_time and max_run_time. Only for functions that are
 * called for each execution. */
#define BRES_TIMER_SUBTRACT_CALL UINT32_C(1)
/* A stream is given: the clock is read when its work is done. Not for commands and timed functions,
 * as the next one. */
#define BRES_TIMER_HAS_STREAM    UINT32_C(2)
/* Times are taken with events on that stream instead. */
#define BRES_TIMER_CUDA_EVENTS   UINT32_C(4)

/* Hooks of a measurement, called on its thread. A failure ends it, with the thread's error, and
 * there is no measurement. They must not use the timer. */
typedef bres_status (*bres_timer_hook)(void *user);
/* Hears of each block that counts: how many executions, and their seconds. */
typedef bres_status (*bres_timer_block_fn)(void *user, uint64_t number, double seconds);
/* Sets the number of threads that what is timed uses, and tells what it was. */
typedef bres_status (*bres_timer_threads_fn)(void *user, int32_t threads, int32_t *previous);

/* Initialise with bres_timer_options_init(), then change what you need. Seconds of `clock`. */
typedef struct bres_timer_options {
    size_t size;         /* set by bres_timer_options_init() */
    uint32_t flags;      /* BRES_TIMER_* bits; default 0 */
    uint32_t reserved;   /* 0 */
    uint64_t number;     /* executions of TIMEIT; default 1,000,000, at least 1 */
    double min_run_time; /* default -1: 0.2 of BLOCKED, 0.01 of ADAPTIVE */
    double max_run_time; /* no block is begun after it; the search for a block size does not count;
                            0: no limit; default -1: 10 of ADAPTIVE, none of BLOCKED */
    double threshold;    /* iqr / median that ends ADAPTIVE; default 0.1 */
    double max_search_time;          /* limit of the search for a block size, in seconds that
                                        really pass; 0: none; default 60 */
    const bres_criterion *criterion; /* of BLOCKED and ADAPTIVE, asked instead of the method's own
                                        rule after each block, of whose whole times it hears, so
                                        that its minimum of measured time is one; copied; default
                                        NULL */
    const bres_clock *clock;         /* default NULL: the system's; timed functions have another */
    bres_timer_hook setup;           /* before each block, untimed; default NULL */
    bres_timer_hook teardown;        /* after each block, untimed; default NULL */
    bres_timer_hook synchronize;     /* before each reading of the clock; not for commands and
                                        timed functions; default NULL */
    bres_timer_threads_fn set_threads; /* called with the spec's num_threads before anything is
                                          executed, and at the end, however that comes, with what it
                                          was; default NULL */
    bres_timer_block_fn block;         /* default NULL */
    void *user;                        /* handed to all of these */
    struct CUstream_st *stream;        /* with HAS_STREAM; NULL is the legacy default stream */
    int32_t device;                    /* of the stream; default 0 */
    int32_t reserved2;                 /* 0 */
} bres_timer_options;

BRES_API void bres_timer_options_init(bres_timer_options *options);

typedef struct bres_timer bres_timer;

/*
 * A timer of a function. `spec` may be NULL; its statement and setup are normalised and all is
 * copied. The caller owns *timer. Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY,
 * BRES_ERROR_VERSION.
 */
BRES_API bres_status bres_timer_new(bres_cpu_fn fn, void *context, const bres_task_spec *spec,
                                    bres_timer **timer);
/* Of a function that executes `count` times by itself, for bodies of a few nanoseconds. */
BRES_API bres_status bres_timer_new_batched(bres_cpu_batch_fn fn, void *context,
                                            const bres_task_spec *spec, bres_timer **timer);
/* Executes `number` times, which may be 0, and tells the seconds that took. A failure ends the
 * measurement, as that of a hook. */
typedef bres_status (*bres_timed_fn)(void *context, uint64_t number, double *seconds);
/* Of a function that reads a clock by itself, right around its loop, as an interpreter does: what
 * it costs to call it is in no time, and it may prepare each block. */
BRES_API bres_status bres_timer_new_timed(bres_timed_fn fn, void *context,
                                          const bres_task_spec *spec, bres_timer **timer);
/*
 * Of a symbol of a shared object: `void symbol(void)`. What it returns is ignored, and a pointer
 * that it takes is NULL. `setup` is such a symbol that is called before each block, or NULL. The
 * statement and setup are the symbols and the label `library:symbol` where the spec does not say.
 * The object stays loaded until the timer is freed.
 * Errors: also BRES_ERROR_NO_FILE when it cannot be loaded, and BRES_ERROR_KEY when there is no
 * such symbol, with the loader's message.
 */
BRES_API bres_status bres_timer_new_symbol(const char *library, const char *symbol,
                                           const char *setup, const bres_task_spec *spec,
                                           bres_timer **timer);

/* Any exit status is right; a signal never is. */
#define BRES_COMMAND_ANY_STATUS UINT32_C(1)

/* A command to be timed. Initialise with bres_command_init(), then change what you need. */
typedef struct bres_command {
    size_t size;                  /* set by bres_command_init() */
    uint32_t flags;               /* BRES_COMMAND_* bits */
    uint32_t reserved;            /* 0 */
    const char *const *arguments; /* ended by NULL; the first is the program, looked for in PATH */
    const char *const *prepare;   /* another command that is run before each block, and must end
                                     with 0; default NULL */
    const char *const *environment; /* "NAME=VALUE" beside the caller's own, ended by NULL; default
                                       NULL */
    const char *output_path; /* its standard output of the last execution; default NULL: nowhere */
    double timeout;          /* seconds that one execution may take; default 0: any */
} bres_command;

BRES_API void bres_command_init(bres_command *command);

/*
 * Of a command: one execution is a process, from just before it is made until it has been waited
 * for; it reads an empty input. OMP_NUM_THREADS and BENCHRESULT_NUM_THREADS are the spec's
 * num_threads. The statement and setup are the command lines where the spec does not say. The
 * measurement's metadata has `exit_status`, the last one; `user_time` and `system_time`, seconds of
 * all blocks together; and `max_rss`, bytes of the largest resident set, which Linux does not let
 * be smaller than the caller's. All is copied.
 * Errors of its measurements: also BRES_ERROR_NO_FILE for no such program, BRES_ERROR_IO for one
 * that cannot be executed, BRES_ERROR_VALUE for an exit status that is not 0 or a signal, with the
 * last line of its standard error, BRES_ERROR_LIMIT for the timeout, after which the process and
 * what it has started are killed.
 */
BRES_API bres_status bres_timer_new_command(const bres_command *command, const bres_task_spec *spec,
                                            bres_timer **timer);
BRES_API void bres_timer_free(bres_timer *timer);

/*
 * Measures. `options` may be NULL. The caller owns *measurement.
 * Errors: those of what is timed, of the hooks and of the criterion; BRES_ERROR_ARGUMENT for
 * options out of range; BRES_ERROR_VALUE when the clock steps backwards or a time is no number;
 * BRES_ERROR_LIMIT when a block that is long enough for the clock would take the search beyond
 * max_search_time, or a billion executions take no time at all; those of benchresult/cuda.h with a
 * stream; BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_timer_measure(bres_timer *timer, bres_timing_method method,
                                        const bres_timer_options *options,
                                        bres_measurement **measurement);

/* The same for a function, in one call. */
BRES_API bres_status bres_timer_timeit(bres_cpu_fn fn, void *context, const bres_task_spec *spec,
                                       const bres_timer_options *options,
                                       bres_measurement **measurement);
BRES_API bres_status bres_timer_blocked_autorange(bres_cpu_fn fn, void *context,
                                                  const bres_task_spec *spec,
                                                  const bres_timer_options *options,
                                                  bres_measurement **measurement);
BRES_API bres_status bres_timer_adaptive_autorange(bres_cpu_fn fn, void *context,
                                                   const bres_task_spec *spec,
                                                   const bres_timer_options *options,
                                                   bres_measurement **measurement);

#ifdef __cplusplus
}
#endif

#endif
