/* SPDX-License-Identifier: MIT */
/*
 * Times one command, or several commands in random alternation, until the confidence interval of
 * each median is narrow and the order of the commands is decided. The order is decided as in a race
 * (benchresult/race.h). benchresult-time(1) describes the method.
 *
 * A row is a command with one combination of axis values. A round runs each row once, except rows
 * whose median is precise and whose comparisons are decided. Fractions: 0.01 is 1 %.
 * Times are in seconds. Timings in different threads are independent of each other. A timing calls
 * its callbacks only on the thread that runs it. Since 0.1.
 */
#ifndef BENCHRESULT_TIME_H
#define BENCHRESULT_TIME_H

#include <benchresult/race.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The commands to time, and their times so far. */
typedef struct bres_timing bres_timing;

/* The timing continues after a run that ends with a nonzero exit status or by a signal. */
#define BRES_TIMING_IGNORE_FAILURE UINT32_C(1)

/* Where the output of a command goes. Values are never renumbered. */
typedef enum bres_timing_output {
    BRES_TIMING_OUTPUT_NULL = 0,    /* the null device */
    BRES_TIMING_OUTPUT_INHERIT = 1, /* the output of the caller, also for the standard error */
    BRES_TIMING_OUTPUT_FILE = 2,    /* a file, truncated at the start of each run */
    BRES_TIMING_OUTPUT_PIPE = 3     /* a pipe; the content is discarded */
} bres_timing_output;

/* How commands are timed. Initialize with bres_timing_options_init(), then change what you need.
 * bres_timing_new() copies all values; callbacks and their arguments must stay valid until the
 * timing is freed. */
typedef struct bres_timing_options {
    size_t size;     /* set by bres_timing_options_init() */
    uint32_t flags;  /* BRES_TIMING_IGNORE_FAILURE or 0 */
    uint32_t output; /* a bres_timing_output; default BRES_TIMING_OUTPUT_NULL */
    /* Default NULL: the defaults, with an error_rate of 0.05, a max_time of 60, no limit of rounds
     * and no warm-up. `max_time` limits the rounds, without setup, warm-up and the empty commands
     * of the shell; the first round is always completed. `max_pairs` limits the rounds, and
     * `min_pairs` is also the smallest number of runs of a row; `elements`, `global_bytes` and
     * `progress` are ignored, and `clock_kind` must be the default. */
    const bres_race_options *race;
    double precision; /* the timing continues until both ends of the confidence interval of each
                         median are at most this fraction of the median away from the median; above
                         0; default 0.01 */
    int64_t runs;     /* default 0: until everything is decided; otherwise each row has exactly this
                         number of runs */
    double timeout;   /* seconds for one run; default 0: no limit */
    const char *shell; /* default NULL: no shell; otherwise this program runs with "-c" and the
                          command. The time of an empty command is measured and subtracted */
    const char *input; /* file for the standard input; default NULL: the null device */
    const char *output_file;        /* the file of BRES_TIMING_OUTPUT_FILE */
    const char *directory;          /* working directory of all commands; default NULL: the
                                       caller's */
    const char *const *environment; /* "NAME=VALUE" texts that extend or override the caller's
                                       environment; ends with NULL; default NULL */
    const int *ignored_statuses;    /* exit statuses that do not end the timing, 1 to 255 */
    size_t ignored_status_count;    /* number of these statuses; default 0 */
    const char *reference; /* name of the command with which all others are compared; default NULL:
                              each command is compared with all others */
    int (*signal)(void *user); /* called several times a second while a command runs; a
                                  number other than 0 is sent to the command as a signal;
                                  default NULL: no callback */
    void *signal_user;         /* for signal */
    /* Called between rounds, at most several times a second; also before each step of setup and
     * warm-up, and before the first run of a row; default NULL: no callback. */
    void (*progress)(void *user, const bres_timing *timing);
    void *progress_user; /* for progress */
} bres_timing_options;

/* Writes the defaults. NULL is ignored. */
BRES_API void bres_timing_options_init(bres_timing_options *options);

/* Makes a timing without commands. `options` may be NULL. The caller frees *timing. Errors:
 * BRES_ERROR_ARGUMENT, BRES_ERROR_VERSION, BRES_ERROR_MEMORY. */
BRES_API bres_status bres_timing_new(const bres_timing_options *options, bres_timing **timing);
/* Frees a timing. NULL is ignored. */
BRES_API void bres_timing_free(bres_timing *timing);

/*
 * Adds an axis: `{NAME}` in commands and hooks stands for its value. Each command is timed with
 * each combination of values of the axes that it or one of its hooks contains. In the result, the
 * axis is int64 if all values are integers, float64 if all values are numbers, and otherwise
 * string.
 * Errors: BRES_ERROR_ARGUMENT for a name that is not an identifier, or without values;
 * BRES_ERROR_CONFLICT for a name that is already in use, and for "Command"; BRES_ERROR_STATE after
 * bres_timing_run(); BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_timing_add_axis(bres_timing *timing, const char *name,
                                          const char *const *values, size_t count);
/*
 * Adds a command. Without a shell the command is split into arguments as bres_race_commands() does.
 * `name` may be NULL: the command itself is its name. Errors: BRES_ERROR_ARGUMENT;
 * BRES_ERROR_CONFLICT for a name that is in use; BRES_ERROR_STATE after bres_timing_run();
 * BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_timing_add_command(bres_timing *timing, const char *name,
                                             const char *command);

/* When a hook runs. Values are never renumbered. */
typedef enum bres_timing_hook {
    BRES_TIMING_SETUP = 0,    /* once for each row, before all runs */
    BRES_TIMING_PREPARE = 1,  /* before each run, warm-up included */
    BRES_TIMING_CONCLUDE = 2, /* after each run, warm-up included */
    BRES_TIMING_CLEANUP = 3   /* once for each row, after all runs, also after a failure */
} bres_timing_hook;

/*
 * Adds a hook: a command that sh runs, and that is not timed. Hooks of one kind run in the order of
 * these calls. `name` limits the hook to the command of this name; NULL: all commands. The failure
 * of a hook ends the timing. Errors: BRES_ERROR_ARGUMENT; BRES_ERROR_STATE after bres_timing_run();
 * BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_timing_add_hook(bres_timing *timing, bres_timing_hook kind,
                                          const char *name, const char *command);

/*
 * Times the commands. A timing runs only once. The failure of a command or hook is not an error of
 * this function: the timing ends with BRES_RACE_FAILED and a message, and keeps the earlier runs.
 * Errors: BRES_ERROR_ARGUMENT without a command, with more than 256 rows, and for an axis that
 * neither a command nor a hook uses; BRES_ERROR_KEY for an unknown name of a reference or of a
 * hook; BRES_ERROR_SYNTAX for a command that cannot be split; BRES_ERROR_NO_FILE for a program,
 * input or directory that was not found; BRES_ERROR_STATE for a second call; BRES_ERROR_IO;
 * BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_timing_run(bres_timing *timing);

/* Why the timing has ended; 0 while it is running, and before bres_timing_run(). */
BRES_API bres_race_stop bres_timing_stop_reason(const bres_timing *timing);
/* A sentence with the outcome, or with the failure. In a progress callback, the message names the
 * current step before the rounds, and is "" during the rounds. Borrowed until the next call of the
 * callback. */
BRES_API const char *bres_timing_message(const bres_timing *timing);
/* The duration of the rounds in seconds of wall time, by `clock` of the options. Excludes setup,
 * warm-up and the empty commands of the shell. */
BRES_API double bres_timing_seconds(const bres_timing *timing);
/* The median seconds of an empty command in the shell, which are subtracted from each time; 0
 * without a shell. */
BRES_API double bres_timing_shell_seconds(const bres_timing *timing);

/* The measurements of a row. Owned by the timing. */
typedef struct bres_timing_row {
    const char *name;    /* name of the command */
    const char *label;   /* the name with the values of the axes that the command uses */
    const char *command; /* the command with the values of the axes */
    uint64_t runs;       /* number of runs that count */
    uint64_t failures;   /* number of failed runs that the options ignore */
    /* Number of runs for each exit status, 256 entries. A run that signal n ends has the status
     * 128 + n. */
    const uint64_t *status_counts;
    /* Wall times. The confidence interval of the median has the level 1 - error_rate. If the runs
     * are independent, the level holds no matter when the timing ends: with this probability, all
     * intervals that a row has after its runs contain the median. The ends are 0 and infinity while
     * there are too few runs. */
    double median;
    double median_lower;
    double median_upper;
    double mean;                 /* arithmetic mean */
    double deviation;            /* standard deviation; infinity for fewer than two runs */
    double min;                  /* shortest time */
    double max;                  /* longest time */
    double first;                /* time of the first run */
    double user_time;            /* mean CPU time of a run in user mode, children included */
    double system_time;          /* mean CPU time of a run in the kernel, children included */
    double voluntary_switches;   /* mean number of voluntary context switches of a run */
    double involuntary_switches; /* mean number of involuntary context switches of a run */
    uint64_t peak_memory; /* largest resident set of a run in bytes; at least that of the caller */
    uint64_t outliers; /* runs above the third quartile by more than three interquartile ranges */
    uint64_t below_shell;   /* runs that took no longer than the empty command; their time is 0 */
    uint32_t is_first_slow; /* not 0: the first run is among the outliers */
    /* The comparison with the baseline. The baseline is the reference of the options; without a
     * reference, it is the row with the smallest median. */
    uint32_t is_baseline; /* not 0: the row is the baseline itself */
    uint32_t verdict;     /* a bres_verdict: FAST when the row takes less time than the baseline */
    uint32_t reserved;    /* 0 */
    uint64_t pairs;       /* rounds that have a time of the row and of the baseline */
    uint64_t plan_pairs;  /* number of further rounds that would probably decide; 0: decided, or
                             unknown, for example with fewer than 10 pairs */
    double ratio; /* time of the row divided by the time of the baseline in the typical pair: the
                     robust center of all pairs, which can differ from the ratio of the medians; 0
                     without pairs */
    double ratio_lower; /* lower end of the confidence interval of the ratio. With the probability 1
                           - error_rate, all intervals of all compared rows contain their ratios, no
                           matter when the timing ends. The ends are 0 and infinity while there are
                           too few pairs */
    double ratio_upper; /* upper end of this confidence interval */
} bres_timing_row;

/* The number of rows. 0 before bres_timing_run(). */
BRES_API size_t bres_timing_row_count(const bres_timing *timing);
/* A row, in the order in which the commands were added. During a progress callback, the row has the
 * preliminary values; after the timing, the final values. NULL for an index out of range. */
BRES_API const bres_timing_row *bres_timing_row_at(const bres_timing *timing, size_t index);

/*
 * Makes a result: benchmark "command" with an axis "Command", the axes that were added, and a state
 * for each row that has runs. The samples are the wall times. The caller owns *result. Errors:
 * BRES_ERROR_ARGUMENT; BRES_ERROR_STATE without a run; BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_timing_result(const bres_timing *timing, bres_result **result);
/* The order of the rows of a report. Values are never renumbered. */
typedef enum bres_timing_sort {
    BRES_TIMING_SORT_MEDIAN = 0, /* the smallest median first */
    BRES_TIMING_SORT_COMMAND = 1 /* as the commands and the values of axes were added */
} bres_timing_sort;

/* Sets the order of the rows of later reports (default: by the median), and the columns of the
 * terminal: markdown cuts long names and splits tables to fit (default 0: no limit).
 * Errors: BRES_ERROR_ARGUMENT. */
BRES_API bres_status bres_timing_set_report(bres_timing *timing, bres_timing_sort sort,
                                            uint32_t width);
/* Writes the rows in a format of BRES_REPORT_TIME. The caller frees *text with
 * bres_string_free(). Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY. */
BRES_API bres_status bres_timing_report(const bres_timing *timing, bres_format format, char **text,
                                        size_t *length);

#ifdef __cplusplus
}
#endif

#endif
