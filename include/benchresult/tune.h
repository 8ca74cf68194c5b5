/* SPDX-License-Identifier: MIT */
/*
 * The tuner finds the fastest of many configurations. It also reports each measured configuration
 * that it could not prove slower.
 *
 * A tuner has parameters, each with the values to try; a configuration has one value for each
 * parameter. The tuner measures configurations in batches and eliminates clearly slower
 * configurations. It spends its time on the remaining configurations, until one is left, the
 * remaining configurations are equivalent, or the budget is used up:
 *
 *     bres_tuner_run_cpu(tuner, stencil, &problem);
 *     bres_tuner_best_at(tuner, 0);           the best configuration
 *
 * A program with its own measurement calls ask and tell:
 *
 *     while (bres_tuner_ask(tuner, &trial, NULL) == BRES_OK && trial != NULL)
 *         bres_tuner_tell(tuner, trial, seconds, count);
 *
 * Each configuration that was tried is a state of a result. benchresult-tune(3) describes the
 * strategies and their error rates.
 *
 * Programs need not check the calls that add a parameter or a constraint: the tuner keeps the first
 * failure, and the run or the first ask reports it. A tuner belongs to one thread. Since 0.1.
 */
#ifndef BENCHRESULT_TUNE_H
#define BENCHRESULT_TUNE_H

#include <benchresult/compare.h>
#include <benchresult/measure.h>
#include <benchresult/tune_cache.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A search for the fastest configuration. */
typedef struct bres_tuner bres_tuner;
/* One configuration. Lives as long as its tuner. A trial that a constraint receives is valid only
 * during the call of the constraint. */
typedef struct bres_trial bres_trial;

/* How the tuner spends its time. Values are never renumbered. */
typedef enum bres_tuner_strategy {
    BRES_TUNER_ELIMINATION =
        0,                     /* eliminates slower configurations, measures the others in rounds */
    BRES_TUNER_EXHAUSTIVE = 1, /* takes the same number of samples of each configuration */
    BRES_TUNER_RANDOM = 2      /* draws configurations at random and takes five samples of each, one
                                  configuration after the other, until the budget is used up. This
                                  strategy cannot separate drift, for example a machine that slows
                                  down, from differences between configurations */
} bres_tuner_strategy;

/* Why a search has stopped. Values are never renumbered. */
typedef enum bres_tuner_stop {
    BRES_TUNER_RUNNING = 0,      /* the search has not stopped */
    BRES_TUNER_DECIDED = 1,      /* all other configurations are eliminated or have failed */
    BRES_TUNER_TIED = 2,         /* the remaining configurations are equivalent */
    BRES_TUNER_COMPLETE = 3,     /* each remaining configuration has trial_samples samples */
    BRES_TUNER_TIME_OVER = 4,    /* the time budget is used up */
    BRES_TUNER_SAMPLES_OVER = 5, /* the sample budget is used up */
    BRES_TUNER_INTERRUPTED = 6,  /* the caller ended the search */
    BRES_TUNER_NONE_LEFT = 7     /* every configuration is excluded or has failed */
} bres_tuner_stop;

/* The name of a stop reason, such as "decided" or "tied"; "unknown" for any other value. Static. */
BRES_API const char *bres_tuner_stop_name(bres_tuner_stop reason);

/* The status of a configuration in a search. Values are never renumbered. */
typedef enum bres_trial_status {
    BRES_TRIAL_BEST = 0,       /* the best configuration: bres_tuner_best_trial_at(tuner, 0) */
    BRES_TRIAL_TIED = 1,       /* proven equivalent to the best, within equivalence_margin */
    BRES_TRIAL_UNDECIDED = 2,  /* neither proven slower nor proven equivalent, or not measured */
    BRES_TRIAL_ELIMINATED = 3, /* proven slower */
    BRES_TRIAL_FAILED = 4,     /* cannot be measured, or its output is wrong */
    BRES_TRIAL_EXCLUDED = 5    /* excluded by a constraint */
} bres_trial_status;

/* The name of a status, such as "best" or "tied"; "unknown" for any other value. Static. */
BRES_API const char *bres_trial_status_name(bres_trial_status status);

/* Continues an earlier run from the result file or its journal, if one of them exists. The samples
 * and the time of that run count. BRES_ERROR_CONFLICT if the parameters, constraints, device or
 * kernel hash of that run differ. */
#define BRES_TUNER_RESUME  UINT32_C(1)
/* Reuses the run in the file if its parameters, constraints, device and kernel hash are the same.
 * If the outcome of that run is good enough by `reuse_if`, or that run has already used up the
 * budget of these options, the tuner takes this outcome and measures nothing. Otherwise the
 * tuner continues the run. If the file has a different run, the tuner replaces the file and logs a
 * warning; with BRES_TUNER_RESUME, a different run is BRES_ERROR_CONFLICT. */
#define BRES_TUNER_REUSE   UINT32_C(2)
/* Measures each configuration on the CPU in a separate process. If a configuration crashes or
 * hangs, only this configuration fails. prepare, check and release also run in that process.
 * BRES_ERROR_UNSUPPORTED, with the reason, if the process of the tuner has other threads or uses a
 * GPU. For bres_tuner_run_cpu() only. */
#define BRES_TUNER_ISOLATE UINT32_C(4)
/* Measures even if the cache has an answer, and replaces this answer. */
#define BRES_TUNER_RETUNE  UINT32_C(8)

/* The outcomes of a finished run that are good enough for BRES_TUNER_REUSE. Values are never
 * renumbered. */
typedef enum bres_tuner_reuse_if {
    BRES_TUNER_REUSE_DECIDED = 0,  /* all other configurations are eliminated or tied, by proofs
                                      whose error rate and equivalence margin are at most those of
                                      the new run */
    BRES_TUNER_REUSE_FEW_LEFT = 1, /* as DECIDED, or at most `reuse_left` configurations have
                                      neither failed nor been eliminated */
    BRES_TUNER_REUSE_ANY = 2       /* the outcome has a best configuration */
} bres_tuner_reuse_if;

/* Initialize with bres_tuner_options_init(), then change what you need. */
typedef struct bres_tuner_options {
    size_t size;           /* set by bres_tuner_options_init() */
    uint32_t flags;        /* BRES_TUNER_* bits; default 0 */
    uint32_t strategy;     /* a bres_tuner_strategy; default BRES_TUNER_ELIMINATION */
    const char *name;      /* name of the benchmark in the result; default "tune" */
    double max_time;       /* budget in seconds, including preparation; default 10; 0: no limit */
    int64_t max_samples;   /* budget of all configurations together; default 0: no limit */
    int64_t trial_samples; /* largest number of samples of one configuration; default 200 */
    double equivalence_margin; /* configurations are equivalent if their times differ by at most
                                  this fraction; default 0.01 */
    double error_rate; /* largest probability that the fastest configuration is eliminated, if all
                          others are slower by more than the margin; above 0, below 1; default 0.01.
                          With BRES_TUNER_RANDOM, this holds only without drift */
    double execution_timeout; /* time limit in seconds of one execution, preparation or check with
                                 BRES_TUNER_ISOLATE, or of one execution of a command; default 60;
                                 0: no limit */
    uint64_t seed;            /* seed of the order of batches; default 0 */
    const bres_thresholds *thresholds; /* for comparing two configurations; default NULL: the
                                           preset "default" */
    const char *path;        /* result file, written at the end; a journal beside it receives each
                                batch; default NULL: no file */
    const char *kernel_hash; /* identifies the tuned code; UTF-8; default NULL: none */
    const bres_clock *clock; /* default NULL: the system's clock */
    const bres_measure_options *measure; /* the tuner uses these members: warmup_runs,
                                            max_warmup_time and timeout, which apply to each batch,
                                            and elements and global_bytes, which describe one
                                            execution; default NULL: their defaults */
    bool (*is_interrupted)(void *user);  /* called between samples; true ends the search; default
                                            NULL: no callback */
    void *interrupt_user;                /* for is_interrupted */
    /* Called after each batch; default NULL: no callback. */
    void (*progress)(void *user, const bres_tuner *tuner);
    void *progress_user; /* for progress */
    bres_log_fn log;     /* receives warnings; default NULL: no callback */
    void *log_user;      /* for log */
    uint32_t clock_kind; /* a bres_clock_kind: the clock of the samples of bres_tuner_run_cpu() and
                            bres_tuner_run_command(); the budget is always wall time; default
                            BRES_CLOCK_WALL */
    uint32_t
        reuse_if; /* a bres_tuner_reuse_if, for BRES_TUNER_REUSE and `cache`; default DECIDED */
    int64_t reuse_left; /* for BRES_TUNER_REUSE_FEW_LEFT; default 1 */
    const char *cache;  /* file with the answers of many tunings, see tune_cache.h; default NULL */
    const bres_tuner_key *cache_key; /* copied. A NULL `kernel` stands for the option `name`, a NULL
                                        `kernel_hash` for the option `kernel_hash`, a NULL `device`
                                        or `driver` for the device or driver of the measurement.
                                        Default NULL: all members are NULL, and no problem size */
    double cache_timeout; /* seconds to wait for another process that uses the cache; default 5 */
} bres_tuner_options;

/* Writes size and defaults. */
BRES_API void bres_tuner_options_init(bres_tuner_options *options);

/* Makes a tuner without parameters; `options` may be NULL. Copies the texts and the cache_key of
 * the options, and borrows the targets of all other pointers. The caller frees the tuner. Returns
 * NULL on failure and sets the error record of the thread. */
BRES_API bres_tuner *bres_tuner_new(const bres_tuner_options *options);
/* Frees a tuner and its trials, and releases prepared configurations. NULL is ignored. */
BRES_API void bres_tuner_free(bres_tuner *tuner);

/* Parameters have the same kinds as the axes of benchmarks. In the order of configurations, the
 * parameter added first varies fastest. */

/* Adds an integer parameter with `count` values to try, which are copied. Errors: those of
 * bres_bench_add_int64_axis(); BRES_ERROR_STATE after the first measurement. */
BRES_API bres_status bres_tuner_add_int64(bres_tuner *tuner, const char *name,
                                          const int64_t *values, size_t count);
/* Adds a parameter of powers of two by their exponents, 0 to 62. bres_trial_int64() returns the
 * power. Errors: see bres_tuner_add_int64(). */
BRES_API bres_status bres_tuner_add_int64_pow2(bres_tuner *tuner, const char *name,
                                               const int64_t *exponents, size_t count);
/* Adds a floating-point parameter. Errors: see bres_tuner_add_int64(). */
BRES_API bres_status bres_tuner_add_float64(bres_tuner *tuner, const char *name,
                                            const double *values, size_t count);
/* Adds a parameter of texts. Errors: see bres_tuner_add_int64(). */
BRES_API bres_status bres_tuner_add_string(bres_tuner *tuner, const char *name,
                                           const char *const *values, size_t count);
/* Adds a parameter with the two texts "false" and "true" as values. Errors: see
 * bres_tuner_add_int64(). */
BRES_API bres_status bres_tuner_add_bool(bres_tuner *tuner, const char *name);
/* Adds a parameter with the values first, first + stride, ... up to and including `last`; no values
 * if `last` is below `first`. Errors: those of bres_bench_add_int64_range(); BRES_ERROR_STATE after
 * the first measurement. */
BRES_API bres_status bres_tuner_add_int64_range(bres_tuner *tuner, const char *name, int64_t first,
                                                int64_t last, int64_t stride);
/* Adds a parameter of powers of two by a range of exponents. Errors: see
 * bres_tuner_add_int64_range(). */
BRES_API bres_status bres_tuner_add_int64_pow2_range(bres_tuner *tuner, const char *name,
                                                     int64_t first, int64_t last, int64_t stride);
/* Adds a parameter with the numbers first, first + stride, ... up to last + stride / 2, so that
 * rounding errors do not remove `last`. Errors: see bres_tuner_add_int64_range(). */
BRES_API bres_status bres_tuner_add_float64_range(bres_tuner *tuner, const char *name, double first,
                                                  double last, double stride);
/*
 * Adds a parameter from a text, NAME=VALUES, such as "TILE=8,16,32" or "TILE=[8:64:8]", a range
 * with its stride. If all values are integers, the parameter is an integer parameter; if all are
 * numbers, a floating-point parameter; otherwise a parameter of texts. Two commas stand for a comma
 * within a text. NAME[KIND]=VALUES states the kind: int64, float64, string, or pow2 with exponents
 * as values. NAME consists of letters, digits and underscores and does not begin with a digit.
 * Errors: BRES_ERROR_VALUE for a text of another form, no value or a repeated value; those of
 * bres_tuner_add_int64_range().
 */
BRES_API bres_status bres_tuner_add_parameter_text(bres_tuner *tuner, const char *text);

/* Returns whether a combination of values is allowed; false excludes the combination, for example
 * because a tile does not fit. A constraint that calls bres_measure_fail() makes the run fail. The
 * tuner calls a constraint once for each combination of values, before the first measurement. The
 * trial is valid only during the call. */
typedef bool (*bres_tuner_constraint_fn)(const bres_trial *trial, void *context);
/* Adds a constraint. The tuner excludes a combination of values that does not satisfy every
 * constraint. The run fails with BRES_ERROR_LIMIT if the parameters have more than 100,000,000
 * combinations of values, or if more than 1,000,000 combinations satisfy the constraints. Errors:
 * BRES_ERROR_ARGUMENT, BRES_ERROR_STATE, BRES_ERROR_MEMORY. */
BRES_API bres_status bres_tuner_add_constraint(bres_tuner *tuner, bres_tuner_constraint_fn fn,
                                               void *context);
/*
 * Adds a constraint from an expression, such as "TILE*UNROLL<=64 && MODE==fast". An expression has
 * names of parameters, numbers, texts, true, false, parentheses and the operators ! - * / % + < <=
 * > >= == != && || with the precedence of C. A text is written in quotes; without quotes, a word of
 * letters, digits and underscores is a text if the word is a value of a parameter. Integers have 64
 * bits and divide as in C. The right side of && and || is not evaluated if the left side decides.
 * Errors: BRES_ERROR_SYNTAX, with the column, for a text of another form; BRES_ERROR_LIMIT for more
 * than 64 levels. The run fails with BRES_ERROR_KEY for an unknown name, and with BRES_ERROR_VALUE
 * for an overflow, a division by zero, or a value of the wrong kind. Other errors: see
 * bres_tuner_add_constraint().
 */
BRES_API bres_status bres_tuner_add_constraint_text(bres_tuner *tuner, const char *text);

/* Prepares or checks a configuration, untimed. If the function fails, the configuration gets the
 * status BRES_TRIAL_FAILED, with the thread's error as the reason. */
typedef bres_status (*bres_tuner_prepare_fn)(bres_trial *trial, void *context);
/* Undoes the preparation. */
typedef void (*bres_tuner_release_fn)(bres_trial *trial, void *context);
/* Sets the function that prepares a configuration before its first measurement, for example
 * compiles its kernel, and the function that releases the configuration after its last measurement.
 * Each may be NULL. If configuration A has eliminated configuration B, and A then fails or turns
 * out to be slower than B, the tuner measures B again, and may call both functions again for B.
 * Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_STATE. */
BRES_API bres_status bres_tuner_set_prepare(bres_tuner *tuner, bres_tuner_prepare_fn prepare,
                                            bres_tuner_release_fn release, void *context);
/* Sets the function that checks the output of a configuration after its first batch; NULL removes
 * it. Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_STATE. */
BRES_API bres_status bres_tuner_set_check(bres_tuner *tuner, bres_tuner_prepare_fn check,
                                          void *context);

/* The value of an integer parameter. If the parameter is unknown or has another type, the run
 * fails, and the value is 0. */
BRES_API int64_t bres_trial_int64(const bres_trial *trial, const char *parameter);
/* The value of a floating-point parameter. Failures: see bres_trial_int64(). */
BRES_API double bres_trial_float64(const bres_trial *trial, const char *parameter);
/* The value of a parameter of texts, borrowed. Failures: see bres_trial_int64(); the value is then
 * "". */
BRES_API const char *bres_trial_string(const bres_trial *trial, const char *parameter);
/* Whether the text of a parameter is "true". Failures: see bres_trial_int64(); also a text that is
 * neither "true" nor "false". The value is then false. */
BRES_API bool bres_trial_bool(const bres_trial *trial, const char *parameter);
/* The name, such as "TILE_X=16 TILE_Y=4". Borrowed; "" for NULL, or if memory runs out. */
BRES_API const char *bres_trial_name(const bres_trial *trial);
/* The index among all combinations of values, from 0; combinations that a constraint excludes have
 * an index, too. */
BRES_API uint64_t bres_trial_index(const bres_trial *trial);
/* Stores a pointer of the caller in the trial. For example, the prepare function stores a compiled
 * kernel here, and the function that executes the configuration reads it. */
BRES_API void bres_trial_set_data(bres_trial *trial, void *data);
/* The stored pointer; NULL at first. */
BRES_API void *bres_trial_data(const bres_trial *trial);

/* Executes a configuration once. */
typedef void (*bres_tuner_cpu_fn)(const bres_trial *trial, void *context);
/* Queues one execution of a configuration on the stream of the launch. */
typedef bres_status (*bres_tuner_cuda_fn)(bres_launch *launch, const bres_trial *trial,
                                          void *context);

/*
 * Measures on the CPU until the search stops. A tuner runs only once; another tuner can continue
 * the run with BRES_TUNER_RESUME. A function that calls bres_measure_fail(), or never takes a
 * measurable time, makes its configuration fail. Functions that the tuner calls cannot change the
 * tuner (BRES_ERROR_STATE). Neither an interruption nor a search in which all configurations fail
 * is an error. After an error, the journal has all previous batches. Errors: BRES_ERROR_ARGUMENT
 * (no parameters), BRES_ERROR_KEY (an unknown parameter), BRES_ERROR_CONFLICT (the file has other
 * parameters or constraints, or is in use), BRES_ERROR_LIMIT, those of loading and writing, and
 * those of the calls that add parameters and constraints.
 */
BRES_API bres_status bres_tuner_run_cpu(bres_tuner *tuner, bres_tuner_cpu_fn fn, void *context);
/* Measures isolated samples on a GPU, as bres_measure_cuda() does; `cuda` may be NULL. If `fn`
 * returns an error, the configuration fails. If a kernel destroys the CUDA context of the device,
 * the configuration fails, and the run ends with BRES_ERROR_CUDA. Errors: those of
 * bres_tuner_run_cpu(). */
BRES_API bres_status bres_tuner_run_cuda(bres_tuner *tuner, bres_tuner_cuda_fn fn, void *context,
                                         const bres_cuda_options *cuda);

/* The commands print to the caller's standard output. By default their output is discarded. */
#define BRES_TUNER_COMMAND_SHOW_OUTPUT UINT32_C(1)

/* A command to tune. Initialize with bres_tuner_command_init(), then change what you need. */
typedef struct bres_tuner_command {
    size_t size;                  /* set by bres_tuner_command_init() */
    uint32_t flags;               /* BRES_TUNER_COMMAND_* bits; default 0 */
    uint32_t reserved;            /* 0 */
    const char *const *arguments; /* a list that ends with NULL; the first argument is the program,
                                     which is looked up in PATH. {NAME} stands for the value of a
                                     parameter, {} for a result file, {{NAME}} for the text {NAME},
                                     and {{}} for the text {} */
    int64_t warmup_runs; /* executions of a configuration before its first sample; default 0 */
    int (*signal)(void *user); /* called several times a second while a command runs; a number other
                                  than 0 is sent to the command as a signal; default NULL: no
                                  callback */
    void *signal_user;         /* for signal */
} bres_tuner_command;

/* Writes size and defaults. NULL is ignored. */
BRES_API void bres_tuner_command_init(bres_tuner_command *command);

/*
 * Measures a command until the search stops. A sample is the time of one whole execution: wall time
 * or, with the clock_kind BRES_CLOCK_PROCESS, the CPU time of the process and of the children that
 * it has waited for. If an argument contains {}, the command writes a result to the file that {}
 * stands for, and the sample is the median time of the result's state. The result must have exactly
 * one state. Arguments are passed unchanged, without a shell. A configuration fails, with the
 * reason, if its command ends with a signal or a nonzero exit status, exceeds execution_timeout, or
 * does not write the result. Errors: BRES_ERROR_KEY for an unknown {NAME}; BRES_ERROR_ARGUMENT for
 * a parameter that no argument contains, or a clock that commands do not support;
 * BRES_ERROR_NO_FILE for a program that was not found; those of bres_tuner_run_cpu().
 */
BRES_API bres_status bres_tuner_run_command(bres_tuner *tuner, const bres_tuner_command *command);
/* Lists the commands of all configurations in the order of configurations, one per line, quoted for
 * a shell. Measures nothing. The caller frees *text with bres_string_free(). Errors: those of
 * bres_tuner_run_command(). */
BRES_API bres_status bres_tuner_list_commands(bres_tuner *tuner, const bres_tuner_command *command,
                                              char **text, size_t *length);

/* Asks for the configuration to measure next. *trial is NULL once the search has stopped. *samples
 * is the requested number of samples, which the caller need not match; `samples` may be NULL. The
 * caller must report samples or a failure before the next ask, otherwise BRES_ERROR_STATE. Errors:
 * also those of bres_tuner_run_cpu(). */
BRES_API bres_status bres_tuner_ask(bres_tuner *tuner, bres_trial **trial, size_t *samples);
/* Reports the seconds of `count` executions, in measuring order; one call is one batch.
 * BRES_ERROR_VALUE if a time is negative or not finite. */
BRES_API bres_status bres_tuner_tell(bres_tuner *tuner, bres_trial *trial, const double *seconds,
                                     size_t count);
/* Reports that a configuration cannot be measured or has a wrong output; `reason` is copied. */
BRES_API bres_status bres_tuner_tell_failure(bres_tuner *tuner, bres_trial *trial,
                                             const char *reason);
/* Ends the search and writes the result. The stop reason is BRES_TUNER_INTERRUPTED unless the
 * search had already stopped. Not needed after bres_tuner_run_*(), or after bres_tuner_ask() has
 * set *trial to NULL. */
BRES_API bres_status bres_tuner_finish(bres_tuner *tuner);

/* Why the search has stopped; BRES_TUNER_RUNNING for NULL. */
BRES_API bres_tuner_stop bres_tuner_stop_reason(const bres_tuner *tuner);
/* One sentence with the stop reason and its numbers; "" before the search has stopped. Borrowed. */
BRES_API const char *bres_tuner_message(const bres_tuner *tuner);
/* The size of the reported set: the measured configurations that are best, tied or undecided. The
 * set is sorted by rank. Configurations that stayed in the search longer rank first; configurations
 * that stayed equally long rank by `time` of bres_trial_outcome. The first one is the best. 0 if no
 * configuration is left. */
BRES_API size_t bres_tuner_best_count(const bres_tuner *tuner);
/* A state of the reported set, borrowed from the result; NULL before the search has stopped. */
BRES_API const bres_state *bres_tuner_best_at(const bres_tuner *tuner, size_t index);
/* A configuration of the reported set, also before the search has stopped; NULL if the index is out
 * of range. */
BRES_API const bres_trial *bres_tuner_best_trial_at(const bres_tuner *tuner, size_t index);
/* The number of configurations that were measured or have failed. */
BRES_API size_t bres_tuner_trial_count(const bres_tuner *tuner);
/* A configuration that was measured or has failed, also before the search has stopped. The order is
 * that of the ranks; configurations without a rank come last. NULL if the index is out of range. */
BRES_API const bres_trial *bres_tuner_trial_at(const bres_tuner *tuner, size_t index);

/* The results of a search for one configuration. Initialize with bres_trial_outcome_init(). */
typedef struct bres_trial_outcome {
    size_t size;           /* set by bres_trial_outcome_init() */
    uint32_t status;       /* a bres_trial_status */
    uint32_t short_listed; /* 1: in the short list. With a probability of 90 %, the list has a
                              configuration within equivalence_margin of the fastest configuration.
                              If no `chance` is known, the list is empty */
    uint64_t rank;      /* the best has rank 1; 0: failed, or no samples of a complete round yet */
    uint64_t samples;   /* number of samples */
    double time;        /* estimate of the median time in seconds; configurations that left the
                           search in the same round are ranked by this time; NaN without a rank */
    double lower;       /* lower end of the 95 % confidence interval of `time`; 0 if unknown */
    double upper;       /* upper end of this confidence interval; infinity if unknown */
    const char *reason; /* why the configuration has failed; lives as long as the tuner; NULL: the
                           configuration has not failed */
    double chance; /* probability that this configuration is the fastest, 0 to 1; NaN if unknown: a
                      remaining configuration has no samples yet, or no configuration has at least
                      two samples */
} bres_trial_outcome;

/* Writes size and defaults: an undecided configuration without samples. NULL is ignored. */
BRES_API void bres_trial_outcome_init(bres_trial_outcome *outcome);
/* Gets the current results for a configuration, at any time. The first query after a batch computes
 * the chances of all configurations, in about 30 us for each. Errors: BRES_ERROR_ARGUMENT,
 * BRES_ERROR_VERSION, BRES_ERROR_STATE for the trial of a constraint. */
BRES_API bres_status bres_trial_query(const bres_trial *trial, bres_trial_outcome *outcome);
/* Gets the current results for the configuration with this bres_trial_index(), even if the
 * configuration is excluded or was not measured. Errors: BRES_ERROR_ARGUMENT, also for an index
 * that is too large; BRES_ERROR_VERSION; BRES_ERROR_STATE before the run or the first ask. */
BRES_API bres_status bres_tuner_query(const bres_tuner *tuner, uint64_t index,
                                      bres_trial_outcome *outcome);
/* The number of combinations of values with this status; 0 before the first measurement. If the
 * answer is from the cache, configurations outside the reported set count as undecided. */
BRES_API uint64_t bres_tuner_status_count(const bres_tuner *tuner, bres_trial_status status);
/* The number of configurations that no constraint excludes. */
BRES_API uint64_t bres_tuner_config_count(const bres_tuner *tuner);
/* The number of configurations with samples. */
BRES_API uint64_t bres_tuner_measured_count(const bres_tuner *tuner);
/* The number of configurations that have neither failed nor been eliminated, including those
 * without samples. */
BRES_API uint64_t bres_tuner_remaining_count(const bres_tuner *tuner);
/* The number of samples so far. */
BRES_API uint64_t bres_tuner_sample_count(const bres_tuner *tuner);
/* Whether the outcome is an answer from the cache. The tuner has then measured nothing. */
BRES_API bool bres_tuner_is_cached(const bres_tuner *tuner);
/* The result with all configurations, borrowed; `meta.benchresult.tune` describes the search. NULL
 * before the search has stopped. */
BRES_API bres_result *bres_tuner_result(const bres_tuner *tuner);

#ifdef __cplusplus
}
#endif

#endif
