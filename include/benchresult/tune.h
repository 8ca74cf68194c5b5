/* SPDX-License-Identifier: MIT */
/*
 * The tuner: which of many configurations is fastest, and which cannot be told from it.
 *
 * A tuner has parameters, each with the values to try; a configuration is one value of each. The
 * tuner measures configurations in turn, drops those that are clearly behind, and spends its time
 * on those still in doubt, until one is left, or those that are left cannot be told apart, or the
 * budget is over:
 *
 *     bres_tuner_run_cpu(tuner, stencil, &problem);
 *     bres_tuner_best_at(tuner, 0);           the winner
 *
 * or, when the program measures by itself,
 *
 *     while (bres_tuner_ask(tuner, &trial) == BRES_OK && trial != NULL)
 *         bres_tuner_tell(tuner, trial, seconds, count);
 *
 * Every configuration that was tried is a state of a result. benchresult-tune(3) describes the
 * strategies and how far the answer can be relied on.
 *
 * Programs need not check each declaration: the first one that fails is kept, and the run or the
 * first ask reports it. A tuner belongs to one thread.
 */
#ifndef BENCHRESULT_TUNE_H
#define BENCHRESULT_TUNE_H

#include <benchresult/compare.h>
#include <benchresult/measure.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bres_tuner bres_tuner;
typedef struct bres_trial bres_trial; /* one configuration */

/* How the time is spent. Values are never renumbered. */
typedef enum bres_tuner_strategy {
    BRES_TUNER_ELIMINATION = 0, /* drops what is clearly behind, measures the rest in turn */
    BRES_TUNER_EXHAUSTIVE = 1,  /* as many samples of each, all configurations */
    BRES_TUNER_RANDOM = 2       /* likewise, as many configurations, drawn at random, as fit, one
                                   after the other: drift is taken for a difference */
} bres_tuner_strategy;

/* Why it ended. Values are never renumbered. */
typedef enum bres_tuner_stop {
    BRES_TUNER_RUNNING = 0,      /* it has not */
    BRES_TUNER_DECIDED = 1,      /* all others are clearly behind the winner */
    BRES_TUNER_TIED = 2,         /* those that are left are the same, within the margin */
    BRES_TUNER_COMPLETE = 3,     /* every configuration has the samples that it may have */
    BRES_TUNER_TIME_OVER = 4,    /* the budget of time is used up */
    BRES_TUNER_SAMPLES_OVER = 5, /* the budget of samples is used up */
    BRES_TUNER_INTERRUPTED = 6,
    BRES_TUNER_NONE_LEFT = 7 /* every configuration was refused, failed, or was wrong */
} bres_tuner_stop;

/* "decided", "tied" and so on. Static. */
BRES_API const char *bres_tuner_stop_name(bres_tuner_stop end);

/* --- Making ----------------------------------------------------------------------------------- */

/* Goes on with the run that the file, or its journal, holds, when there is one: its samples count
 * as if they were of this run, and so does its time. One of another space, device or kernel hash is
 * BRES_ERROR_CONFLICT. */
#define BRES_TUNER_RESUME UINT32_C(1)
/* A run that the file holds, which was not interrupted and has a winner, for the same parameters,
 * constraints, device and kernel hash, is the answer: nothing is measured. One that was
 * interrupted, or ended before it had one, is gone on with. One that differs is told to the log,
 * and replaced. */
#define BRES_TUNER_REUSE  UINT32_C(2)

/* Initialise with bres_tuner_options_init(), then change what you need. */
typedef struct bres_tuner_options {
    size_t size;           /* set by bres_tuner_options_init() */
    uint32_t flags;        /* BRES_TUNER_* bits; default 0 */
    uint32_t strategy;     /* a bres_tuner_strategy; default BRES_TUNER_ELIMINATION */
    const char *name;      /* of the benchmark in the result; default "tune" */
    double max_time;       /* seconds of measuring, preparing included; default 10; 0: no limit */
    int64_t max_samples;   /* of all configurations together; default 0: no limit */
    int64_t trial_samples; /* at most of one configuration; default 200 */
    double equivalence_margin; /* configurations whose times differ by at most this fraction are as
                      good as each other; default 0.01 */
    double error_rate; /* how often, at most, the fastest configuration may be dropped though
                          it is the fastest by more than the margin; default 0.01. With
                          BRES_TUNER_RANDOM only where nothing drifts */
    uint64_t seed;     /* of the order in which configurations are measured; default 0 */
    const bres_thresholds *thresholds; /* of the comparison; default NULL: the preset "default" */
    const char *path;        /* of the result file: trials are in its journal as they happen, and
                                it is written at the end; default NULL: none */
    const char *kernel_hash; /* what stands for the code that is tuned; default NULL: none */
    const bres_clock *clock; /* default NULL: the system's */
    const bres_measure_options *measure; /* warm-up, timeout, elements and global_bytes count, for
                                            each turn; default NULL: theirs */
    bool (*is_interrupted)(void *user);  /* asked between samples; default NULL: nobody is */
    void *interrupt_user;
    void (*progress)(void *user, const bres_tuner *tuner); /* after each turn; default NULL */
    void *progress_user;
    bres_log_fn log; /* receives warnings; default NULL: nobody */
    void *log_user;
} bres_tuner_options;

BRES_API void bres_tuner_options_init(bres_tuner_options *options);

/* A tuner without parameters; `options` may be NULL, texts in it are copied, what it points to
 * besides is borrowed. NULL when it fails. */
BRES_API bres_tuner *bres_tuner_new(const bres_tuner_options *options);
BRES_API void bres_tuner_free(bres_tuner *tuner);

/* Adds a parameter with the values to try; they are copied. Of several parameters the one added
 * first changes fastest. Errors as of bres_bench_add_int64_axis(). BRES_ERROR_STATE once it runs.
 */
BRES_API bres_status bres_tuner_add_int64(bres_tuner *tuner, const char *name,
                                          const int64_t *values, size_t count);
BRES_API bres_status bres_tuner_add_float64(bres_tuner *tuner, const char *name,
                                            const double *values, size_t count);
BRES_API bres_status bres_tuner_add_string(bres_tuner *tuner, const char *name,
                                           const char *const *values, size_t count);

/* false: the configuration is not in the space, such as a tile that does not fit. Asked once for
 * each, before anything is measured; the trial lives for that call alone. There may be 100,000,000
 * combinations of values, and 1,000,000 that all constraints accept: more are BRES_ERROR_LIMIT. */
typedef bool (*bres_tuner_constraint_fn)(const bres_trial *trial, void *context);
/* Several may be set; all must hold. */
BRES_API bres_status bres_tuner_add_constraint(bres_tuner *tuner, bres_tuner_constraint_fn fn,
                                               void *context);

/* Prepares a configuration, such as by compiling its kernel; outside of what is timed, before its
 * first measurement. A failure leaves the configuration out, with the thread's error as reason. */
typedef bres_status (*bres_tuner_prepare_fn)(bres_trial *trial, void *context);
/* Undoes it, when the configuration will not be measured again. One that is measured again after
 * all, since what it was behind has failed, is prepared anew. */
typedef void (*bres_tuner_release_fn)(bres_trial *trial, void *context);
BRES_API bres_status bres_tuner_set_prepare(bres_tuner *tuner, bres_tuner_prepare_fn prepare,
                                            bres_tuner_release_fn release, void *context);
/* Whether what a configuration has computed is right: asked after it was measured for the first
 * time. A failure leaves it out, with the thread's error as reason: it cannot win. */
BRES_API bres_status bres_tuner_set_check(bres_tuner *tuner, bres_tuner_prepare_fn check,
                                          void *context);

/* --- A configuration -------------------------------------------------------------------------- */

/* The value of a parameter. One that the tuner does not have, or of another type, makes the run
 * fail, and the value is 0 or "". */
BRES_API int64_t bres_trial_int64(const bres_trial *trial, const char *parameter);
BRES_API double bres_trial_float64(const bres_trial *trial, const char *parameter);
BRES_API const char *bres_trial_string(const bres_trial *trial, const char *parameter);
/* Such as "TILE_X=16 TILE_Y=4". Borrowed. */
BRES_API const char *bres_trial_name(const bres_trial *trial);
/* Its place in the space, counted from 0; those that a constraint refuses count, too. */
BRES_API uint64_t bres_trial_index(const bres_trial *trial);
/* What the prepare callback has left there for the launcher; NULL at first. */
BRES_API void bres_trial_set_data(bres_trial *trial, void *data);
BRES_API void *bres_trial_data(const bres_trial *trial);

/* --- Running ---------------------------------------------------------------------------------- */

/* One execution of a configuration. */
typedef void (*bres_tuner_cpu_fn)(const bres_trial *trial, void *context);
/* Queues one execution on the stream of the launch. */
typedef bres_status (*bres_tuner_cuda_fn)(bres_launch *launch, const bres_trial *trial,
                                          void *context);

/*
 * Measures until it is decided, once. What was interrupted, or ended with its budget, another tuner
 * goes on with: BRES_TUNER_RESUME. A function that calls bres_measure_fail(), or never gets a time,
 * keeps its configuration out; functions that the tuner calls cannot change it (BRES_ERROR_STATE).
 * Errors: BRES_ERROR_ARGUMENT (no parameters), BRES_ERROR_KEY (a parameter that is not there),
 * BRES_ERROR_CONFLICT (a file of another space, or in use), BRES_ERROR_LIMIT, those of loading and
 * writing, and of the declarations. That no configuration is left, or that it was interrupted, is
 * no error. What was measured before an error is in the journal.
 */
BRES_API bres_status bres_tuner_run_cpu(bres_tuner *tuner, bres_tuner_cpu_fn fn, void *context);
/* As bres_measure_cuda(), isolated samples only; `cuda` may be NULL. A launcher that fails keeps
 * its configuration out; one that kills the context ends the run, too (BRES_ERROR_CUDA). */
BRES_API bres_status bres_tuner_run_cuda(bres_tuner *tuner, bres_tuner_cuda_fn fn, void *context,
                                         const bres_cuda_options *cuda);

/*
 * Ask and tell: which configuration is to be measured next, and what came of it. *trial is NULL
 * when it has ended. *samples (may be NULL) is how many are wanted; fewer or more are as good, and
 * what is told at once is one turn. What was asked for is told, or failed, before the next ask
 * (BRES_ERROR_STATE).
 */
BRES_API bres_status bres_tuner_ask(bres_tuner *tuner, bres_trial **trial, size_t *samples);
/* Seconds of `count` executions, in measuring order. BRES_ERROR_VALUE for one that is negative or
 * not finite. */
BRES_API bres_status bres_tuner_tell(bres_tuner *tuner, bres_trial *trial, const double *seconds,
                                     size_t count);
/* The configuration cannot be measured, or is wrong; `reason` is copied. */
BRES_API bres_status bres_tuner_tell_failure(bres_tuner *tuner, bres_trial *trial,
                                             const char *reason);
/* Ends it, as interrupted unless it has ended: the result is complete and written. Not needed after
 * a run, or when an ask has given NULL. */
BRES_API bres_status bres_tuner_finish(bres_tuner *tuner);

/* --- The answer ------------------------------------------------------------------------------- */

BRES_API bres_tuner_stop bres_tuner_stop_reason(const bres_tuner *tuner);
/* One sentence: why, with numbers; "" before it has ended. */
BRES_API const char *bres_tuner_message(const bres_tuner *tuner);
/* The winner first, then all that cannot be told from it, those that were measured longest first,
 * then the fastest first, equal ones in the order of the space. 0 when none is left. Borrowed from
 * the result. */
BRES_API size_t bres_tuner_best_count(const bres_tuner *tuner);
/* NULL before it has ended, as the result is. */
BRES_API const bres_state *bres_tuner_best_at(const bres_tuner *tuner, size_t index);
/* The same as configurations, at any time. */
BRES_API const bres_trial *bres_tuner_best_trial_at(const bres_tuner *tuner, size_t index);
/* Configurations in the space, without those that a constraint refuses; those that were measured;
 * those that are still in doubt; and samples so far. */
BRES_API uint64_t bres_tuner_config_count(const bres_tuner *tuner);
BRES_API uint64_t bres_tuner_measured_count(const bres_tuner *tuner);
BRES_API uint64_t bres_tuner_remaining_count(const bres_tuner *tuner);
BRES_API uint64_t bres_tuner_sample_count(const bres_tuner *tuner);
/* The result with all trials, borrowed; NULL before it has ended. What concerns the whole is in
 * `meta.benchresult.tune`. */
BRES_API bres_result *bres_tuner_result(const bres_tuner *tuner);

#ifdef __cplusplus
}
#endif

#endif
