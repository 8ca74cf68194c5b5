/* SPDX-License-Identifier: MIT */
/*
 * Timers measure a function, a symbol of a shared object or a command, in blocks that are long
 * enough to hide the cost of the clock. The methods are those of torch.utils.benchmark.Timer;
 * benchresult-timer(3) has the rules.
 *
 * A timer belongs to one thread. Different timers may run at the same time, but their functions
 * then disturb each other. Since 0.1.
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
    /* One block of a given number of executions, after a warm-up of a hundredth of this number. */
    BRES_TIMING_TIMEIT = 0,
    /* Blocks long enough to hide the cost of the clock, until they have taken min_run_time. */
    BRES_TIMING_BLOCKED = 1,
    /* Like BRES_TIMING_BLOCKED, but continues until iqr / median is below the threshold (iqr: the
       interquartile range of the times), or until max_run_time is over. */
    BRES_TIMING_ADAPTIVE = 2
} bres_timing_method;

/* Measures how long a call of an empty function takes, and subtracts this cost from the times.
 * min_run_time and max_run_time are compared with the times before the subtraction. Only for
 * functions of bres_timer_new() and for symbols. */
#define BRES_TIMER_SUBTRACT_CALL UINT32_C(1)
/* Reads the clock after the work on `stream` is complete. Not for timers of
 * bres_timer_new_command() and bres_timer_new_timed(). */
#define BRES_TIMER_HAS_STREAM    UINT32_C(2)
/* Measures with CUDA events on the stream instead of the clock. Needs BRES_TIMER_HAS_STREAM. */
#define BRES_TIMER_CUDA_EVENTS   UINT32_C(4)

/* A hook of a measurement. The timer calls the hook on the thread that measures. An error ends the
 * measurement, with bres_last_error() as the reason. Hooks must not use the timer. */
typedef bres_status (*bres_timer_hook)(void *user);
/* Receives the number of executions of each timed block, and their total seconds. */
typedef bres_status (*bres_timer_block_fn)(void *user, uint64_t number, double seconds);
/* Sets the number of threads of the timed code; *previous receives the previous number. */
typedef bres_status (*bres_timer_threads_fn)(void *user, int32_t threads, int32_t *previous);

/* Initialize with bres_timer_options_init(), then change what you need. Times are in seconds. */
typedef struct bres_timer_options {
    size_t size;         /* set by bres_timer_options_init() */
    uint32_t flags;      /* BRES_TIMER_* bits; default 0 */
    uint32_t reserved;   /* 0 */
    uint64_t number;     /* executions of BRES_TIMING_TIMEIT; default 1,000,000, at least 1 */
    double min_run_time; /* smallest total time of all blocks; default -1: 0.2 for
                            BRES_TIMING_BLOCKED, 0.01 for BRES_TIMING_ADAPTIVE */
    double max_run_time; /* largest total time of all blocks; no further block begins after this
                            time. Does not include the search for a block size. 0: no limit. Default
                            -1: 10 for BRES_TIMING_ADAPTIVE, no limit for BRES_TIMING_BLOCKED */
    double threshold;    /* BRES_TIMING_ADAPTIVE ends when iqr / median is below this value; default
                            0.1 */
    double max_search_time; /* limit of the search for a block size, in seconds of wall time; 0: no
                               limit; default 60 */
    /* Replaces the rule of BRES_TIMING_BLOCKED and BRES_TIMING_ADAPTIVE; receives the time of each
     * whole block; copied; default NULL. */
    const bres_criterion *criterion;
    const bres_clock *clock;           /* default NULL: the system's clock; timers of
                                          bres_timer_new_timed() use the clock only for the limits of wall
                                          time */
    bres_timer_hook setup;             /* before each block, untimed; default NULL */
    bres_timer_hook teardown;          /* after each block, untimed; default NULL */
    bres_timer_hook synchronize;       /* before each reading of the clock; not for timers of
                                          bres_timer_new_command() and bres_timer_new_timed();
                                          default NULL */
    bres_timer_threads_fn set_threads; /* called with num_threads of the spec before the first
                                          execution; called again at the end, even after an error,
                                          with the previous number; default NULL */
    bres_timer_block_fn block;         /* receives timed blocks; default NULL */
    void *user;                        /* for all callbacks above */
    struct CUstream_st *stream; /* for BRES_TIMER_HAS_STREAM; NULL is the legacy default stream */
    int32_t device;             /* device of the stream; default 0 */
    int32_t reserved2;          /* 0 */
    uint32_t clock_kind; /* a bres_clock_kind: the clock of the blocks, or of the times that a
                            bres_timed_fn stores; default BRES_CLOCK_WALL, which CUDA events need.
                            Commands accept the wall and process clocks. min_run_time,
                            max_run_time and max_search_time are always wall time */
    uint32_t reserved3;  /* 0 */
} bres_timer_options;

/* Writes size and defaults. */
BRES_API void bres_timer_options_init(bres_timer_options *options);

/* A timer: the code to time, and its description, a bres_task_spec. */
typedef struct bres_timer bres_timer;

/*
 * Makes a timer of a function. The spec is copied, and its statement and setup are normalized as by
 * bres_task_spec_normalize(); `spec` may be NULL. The caller frees *timer. Errors:
 * BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY, BRES_ERROR_VERSION.
 */
BRES_API bres_status bres_timer_new(bres_cpu_fn fn, void *context, const bres_task_spec *spec,
                                    bres_timer **timer);
/* Makes a timer of a function that performs `count` executions per call, for code that takes a few
 * nanoseconds. Errors: see bres_timer_new(). */
BRES_API bres_status bres_timer_new_batched(bres_cpu_batch_fn fn, void *context,
                                            const bres_task_spec *spec, bres_timer **timer);
/* Executes the code `number` times, which may be 0, and stores the time of the executions in
 * *seconds. An error ends the measurement, like the error of a hook. */
typedef bres_status (*bres_timed_fn)(void *context, uint64_t number, double *seconds);
/* Makes a timer of a function that reads its own clock around its loop. The times exclude the cost
 * of the call. The function may prepare each block outside the timed loop. Errors: those of
 * bres_timer_new(). */
BRES_API bres_status bres_timer_new_timed(bres_timed_fn fn, void *context,
                                          const bres_task_spec *spec, bres_timer **timer);
/*
 * Makes a timer of a symbol of a shared object: a function without parameters, or with one pointer,
 * which is NULL in each call. The return value is ignored. `setup` is another symbol of this kind,
 * called before each block, or NULL. By default, the statement and the setup of the spec are the
 * names of the symbols, and the label is `library:symbol`. The object stays loaded until the timer
 * is freed.
 * Errors: those of bres_timer_new(); BRES_ERROR_NO_FILE (the object cannot be loaded) and
 * BRES_ERROR_KEY (the symbol is not found), with the message of the loader.
 */
BRES_API bres_status bres_timer_new_symbol(const char *library, const char *symbol,
                                           const char *setup, const bres_task_spec *spec,
                                           bres_timer **timer);

/* Accepts any exit status; a signal is still an error. */
#define BRES_COMMAND_ANY_STATUS UINT32_C(1)

/* A command to be timed. Initialize with bres_command_init(), then change what you need. */
typedef struct bres_command {
    size_t size;                  /* set by bres_command_init() */
    uint32_t flags;               /* BRES_COMMAND_* bits */
    uint32_t reserved;            /* 0 */
    const char *const *arguments; /* a list that ends with NULL; the first argument is the program,
                                     which is looked up in PATH */
    const char *const *prepare; /* arguments of a command that runs before each block and must exit
                                   with status 0; default NULL: no command */
    const char *const *environment; /* "NAME=VALUE" texts, ended by NULL, which are added to the
                                       environment of the caller; default NULL */
    const char *output_path;   /* file for the standard output of the last execution; default NULL:
                                  discarded */
    double timeout;            /* time limit of one execution in seconds; default 0: no limit */
    int (*signal)(void *user); /* called several times a second while a command runs; a number
                                  other than 0 is sent to the command as a signal; default
                                  NULL: no callback */
    void *signal_user;         /* for signal */
} bres_command;

/* Writes size and defaults. */
BRES_API void bres_command_init(bres_command *command);

/*
 * Makes a timer of a command. Each execution starts one process. The time runs from just before the
 * creation of the process until the timer has waited for its end. The standard input of the process
 * is empty. OMP_NUM_THREADS and BENCHRESULT_NUM_THREADS in its environment are the num_threads of
 * the spec. If the spec has no statement, the statement is the command line of `arguments`. If the
 * spec has no setup, the setup is the command line of `prepare`. The arguments are copied.
 *
 * The metadata of a measurement has four members: `exit_status` of the last execution, `user_time`
 * and `system_time` of all blocks in seconds, and `max_rss`, the largest resident set in bytes. On
 * Linux, `max_rss` is at least the resident set of the caller.
 *
 * Errors: those of bres_timer_new(). A measurement can also fail with BRES_ERROR_NO_FILE (the
 * program is not found), BRES_ERROR_IO (the program cannot be executed), BRES_ERROR_VALUE (an exit
 * status other than 0, or a signal; the message has the last line of the standard error) and
 * BRES_ERROR_LIMIT (the timeout; the process and its descendants are killed).
 */
BRES_API bres_status bres_timer_new_command(const bres_command *command, const bres_task_spec *spec,
                                            bres_timer **timer);
/* Frees a timer. NULL is ignored. */
BRES_API void bres_timer_free(bres_timer *timer);

/*
 * Measures a task. `options` may be NULL. The caller frees *measurement.
 * Errors: those of the timed code, the hooks and the criterion; BRES_ERROR_ARGUMENT (options out of
 * range); BRES_ERROR_VALUE (the clock steps backwards, or a time is not a number); BRES_ERROR_LIMIT
 * (the search for a block size would exceed max_search_time, or a billion executions take no time);
 * those of benchresult/cuda.h with a stream; BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_timer_measure(bres_timer *timer, bres_timing_method method,
                                        const bres_timer_options *options,
                                        bres_measurement **measurement);

/* Measures a function with BRES_TIMING_TIMEIT, in one call. Errors: those of bres_timer_new() and
 * bres_timer_measure(). */
BRES_API bres_status bres_timer_timeit(bres_cpu_fn fn, void *context, const bres_task_spec *spec,
                                       const bres_timer_options *options,
                                       bres_measurement **measurement);
/* Measures a function with BRES_TIMING_BLOCKED. Otherwise works like bres_timer_timeit(). */
BRES_API bres_status bres_timer_blocked_autorange(bres_cpu_fn fn, void *context,
                                                  const bres_task_spec *spec,
                                                  const bres_timer_options *options,
                                                  bres_measurement **measurement);
/* Measures a function with BRES_TIMING_ADAPTIVE. Otherwise works like bres_timer_timeit(). */
BRES_API bres_status bres_timer_adaptive_autorange(bres_cpu_fn fn, void *context,
                                                   const bres_task_spec *spec,
                                                   const bres_timer_options *options,
                                                   bres_measurement **measurement);

#ifdef __cplusplus
}
#endif

#endif
