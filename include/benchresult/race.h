/* SPDX-License-Identifier: MIT */
/*
 * Races: two functions, or two commands, are measured in alternation until one is proven faster,
 * until both are proven equivalent, or until the budget is used up. The race tests after every
 * pair; the error rate holds for all these tests together. benchresult-race(3) describes the method
 * and its assumptions.
 *
 * Fractions: 0.01 is 1 %. Times are in seconds. Races in different threads are independent of each
 * other. On GPUs, each of these races needs its own device. A race calls its functions and
 * callbacks, and changes its benchmarks, only on the calling thread. Since 0.1.
 */
#ifndef BENCHRESULT_RACE_H
#define BENCHRESULT_RACE_H

#include <benchresult/compare.h>
#include <benchresult/measure.h>
#include <benchresult/report.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why a race has ended. Values are never renumbered. 0 means that the race is still running
 * or, for a row of a race of commands, that the row is undecided. */
typedef enum bres_race_stop {
    BRES_RACE_DECIDED = 1,     /* every row is decided */
    BRES_RACE_TIME_OVER = 2,   /* the budget of time is used up */
    BRES_RACE_PAIRS_OVER = 3,  /* the budget of pairs is used up */
    BRES_RACE_INTERRUPTED = 4, /* the caller ended the race */
    BRES_RACE_FAILED = 5       /* a command failed; races of functions return an error instead */
} bres_race_stop;

/* The name of a stop reason: "decided", "time over", "pairs over", "interrupted" or "failed".
 * Static. */
BRES_API const char *bres_race_stop_name(bres_race_stop reason);

/* Decides only whether the candidate is slower by more than min_effect. SLOW: the candidate is
 * proven slower by more than min_effect. SAME: the candidate is proven not to be slower by more
 * than min_effect; it may be faster. Needs an equivalence_margin equal to min_effect. error_rate
 * then limits the probability of a wrong SAME for each row, and of any wrong SLOW in all rows
 * together. With n rows, `lower` of the outcome is a one-sided bound at the level
 * 1 - error_rate / n; `upper` is a one-sided bound at the level 1 - error_rate. */
#define BRES_RACE_NOT_SLOWER UINT32_C(1)

/* When a race decides, and for how long it runs. Initialize with bres_race_options_init(), then
 * change what you need. */
typedef struct bres_race_options {
    size_t size;       /* set by bres_race_options_init() */
    uint32_t flags;    /* BRES_RACE_NOT_SLOWER or 0; default 0 */
    uint32_t reserved; /* 0 */
    double error_rate; /* largest probability of a wrong verdict; above 0, below 1; default 0.01 */
    double min_effect; /* the smallest change that matters, a fraction >= 0; default 0.005 */
    double equivalence_margin; /* SAME means a change of at most this fraction. Must be 0 (never
                                  SAME), or not below min_effect; default 0.01 */
    double max_time;           /* seconds, including preparation; default 10; 0: no limit */
    int64_t max_pairs;         /* largest number of pairs; default 1000; 0: no limit, allowed if
                                  max_time is above 0 */
    int64_t min_pairs;         /* pairs before the first decision; default 10, at least 1 */
    int64_t warmup_runs;       /* executions of each side before the first pair; default 1 */
    uint64_t seed;             /* seed of the order within pairs; default 0 */
    int64_t elements;          /* items that an execution processes; default 0: unknown */
    int64_t global_bytes;      /* bytes that an execution reads and writes; default 0:
                                  unknown */
    const bres_clock *clock;   /* default NULL: the system's */
    bool (*is_interrupted)(void *user); /* called between blocks; true ends the race with the pairs
                                           so far; default NULL: no callback */
    void *interrupt_user;               /* for is_interrupted */
    /* Called after a pair, several times a second at most, with the ratio and its confidence
     * interval; default NULL: no callback. */
    void (*progress)(void *user, uint64_t pairs, double ratio, double lower, double upper);
    void *progress_user; /* for progress */
    bres_log_fn log;     /* receives warnings; default NULL: no callback */
    void *log_user;      /* for log */
    uint32_t clock_kind; /* a bres_clock_kind: the clock that times the blocks. Default
                            BRES_CLOCK_WALL. Races of CPU functions accept all clocks. Commands
                            without a result file accept the wall and process clocks. All other
                            races need wall time. max_time is always wall time */
    uint32_t reserved2;  /* 0 */
} bres_race_options;

/* Writes the defaults. NULL is ignored. */
BRES_API void bres_race_options_init(bres_race_options *options);

/* The outcome of a race, or of one row. Owned by the caller of bres_race() and bres_race_cuda(). */
typedef struct bres_race_outcome {
    size_t size;          /* set by bres_race_outcome_init() */
    uint32_t verdict;     /* a bres_verdict: FAST when the candidate takes less time, AMBIGUOUS when
                             nothing is proven */
    uint32_t stop_reason; /* a bres_race_stop, or 0 */
    uint64_t pairs;       /* number of pairs that count */
    uint64_t discarded;   /* number of discarded pairs: a side has no time, or a GPU throttled */
    uint64_t block_size;  /* executions in a timed block */
    double seconds;       /* duration of the race: wall time, by `clock` of the options */
    double ratio;         /* of the candidate's time to the reference's; 0 without pairs */
    double lower; /* lower end of the confidence interval of the ratio; 0 while the pairs are too
                     few. Each pair gives a new interval; with probability 1 - error_rate, all these
                     intervals contain the true ratio */
    double upper; /* upper end; infinity while there are too few pairs */
    /* Carry-over of the reference, a fraction: how much longer a block of the reference takes after
     * a block of the candidate than after a block of the reference. The test uses only blocks of
     * the reference that come first in their pair. Such a block follows the last block of the
     * previous pair, which can be of either side. 0 if not tested. */
    double reference_carry_over;
    double reference_carry_over_p; /* probability of such a carry-over by chance; 1: not tested */
    double candidate_carry_over;   /* the same for the candidate, with the sides exchanged */
    double candidate_carry_over_p; /* probability of such a carry-over by chance; 1: not tested */
    double order_effect; /* fraction by which the second block of a pair takes longer than the first
                            block */
    double order_effect_p; /* probability of such an order effect by chance; 1: not tested */
    uint32_t carries_over; /* not 0: carry-over is above min_effect, and chance does not explain it.
                              The race then also computes a second interval, corrected for
                              carry-over. FAST, SLOW and SAME must follow from both intervals;
                              otherwise the verdict is AMBIGUOUS */
    uint32_t plan_verdict; /* the verdict that `plan_pairs` further pairs would probably prove;
                              UNKNOWN: no plan */
    uint64_t plan_pairs;   /* 0: the row is decided, or no number of pairs would decide the row */
    bres_state *reference; /* the state that was added, borrowed; NULL: no state was added */
    bres_state *candidate; /* the same for the candidate */
    char message[256];     /* a sentence with the numbers that decided, or with the plan */
    /* Seconds: the median of each side's times and its confidence interval by order statistics. The
     * level is 1 - error_rate or, with BRES_RACE_NOT_SLOWER and n rows, 1 - error_rate / n. The
     * interval assumes that times of different pairs are independent. The ends are 0 and infinity
     * while there are too few pairs; all are 0 without pairs. */
    double reference_time;
    double reference_time_lower;
    double reference_time_upper;
    double candidate_time;
    double candidate_time_lower;
    double candidate_time_upper;
} bres_race_outcome;

/* Writes an empty outcome. NULL is ignored. */
BRES_API void bres_race_outcome_init(bres_race_outcome *outcome);

/* One side of a race of functions. Set exactly one of `cpu`, `cpu_batch` and `cuda`. The race calls
 * a short `cpu` function many times in a row; `cpu_batch` does the repetitions itself. */
typedef struct bres_race_side {
    bres_cpu_fn cpu;               /* for bres_race() */
    bres_cpu_batch_fn cpu_batch;   /* for bres_race() */
    bres_cuda_fn cuda;             /* for bres_race_cuda() */
    void *context;                 /* argument of the function */
    bres_subbench *bench;          /* benchmark under construction that receives the side's state;
                                      NULL: no state */
    const bres_axis_setting *axes; /* axis values of the state */
    size_t axis_count;             /* number of axis values */
} bres_race_side;

/*
 * Races two functions on the CPU. A pair is one block of each function, in random order. A block is
 * a number of executions that is large enough for the clock; both sides use the same number. The
 * state of each side has one sample per pair and the standard "nv/cpu_only" summaries. The i-th
 * samples of both states are a pair, and the `bres/race/...` summaries describe the race. The
 * sides may use one benchmark, or two benchmarks of the same or of different results. `options` may
 * be NULL. The caller initializes *outcome.
 * The outcome is complete even if nothing was proven or the race was interrupted.
 * Errors: BRES_ERROR_ARGUMENT; BRES_ERROR_VALUE if the clock gives no usable times, or a function
 * calls bres_measure_fail(); BRES_ERROR_VERSION for an outcome that was not initialized;
 * BRES_ERROR_MEMORY. After an error no state is added.
 */
BRES_API bres_status bres_race(const bres_race_side *reference, const bres_race_side *candidate,
                               const bres_race_options *options, bres_race_outcome *outcome);

/*
 * Races two launchers on a GPU (functions that queue work on a stream, see benchresult/cuda.h): a
 * block is one isolated sample, as bres_measure_cuda() takes it, and both sides run on the same
 * stream. The race discards a pair if one of its samples is discarded. The states have the
 * "nv/cold" summaries. `options` and `cuda` may be NULL. Errors: those of bres_race() and
 * bres_measure_cuda().
 */
BRES_API bres_status bres_race_cuda(const bres_race_side *reference,
                                    const bres_race_side *candidate,
                                    const bres_race_options *options, const bres_cuda_options *cuda,
                                    bres_race_outcome *outcome);

/* A race of two commands and its outcome so far: a row for each state that both programs have
 * in some pair. */
typedef struct bres_command_race bres_command_race;

/* Continues the race in the directory, if the directory holds a race. */
#define BRES_COMMAND_RACE_RESUME      UINT32_C(1)
/* The commands print to the caller's standard output. By default their output is discarded. */
#define BRES_COMMAND_RACE_SHOW_OUTPUT UINT32_C(2)
/* Collects max_pairs pairs of runs and decides nothing; max_pairs must be above 0. The race has no
 * rows, and ends with BRES_RACE_PAIRS_OVER. Each result file in the directory gets new members of
 * `meta.benchresult`: the number of its pair, whether it was first or second in this pair, its
 * start and end time, and the properties of the machine (benchresult/system.h). These members show
 * a comparison that the number of pairs was fixed beforehand. The candidate may be NULL: the race
 * then collects runs of the reference alone. */
#define BRES_COMMAND_RACE_COLLECT     UINT32_C(4)

/* Options of a race of commands. Initialize with bres_command_race_options_init(), then change what
 * you need. */
typedef struct bres_command_race_options {
    size_t size;                   /* set by bres_command_race_options_init() */
    uint32_t flags;                /* BRES_COMMAND_RACE_* bits; default 0 */
    uint32_t reserved;             /* 0 */
    const bres_race_options *race; /* borrowed; default NULL: the defaults, with a max_time of 600
                                      and without warm-up; `elements`, `global_bytes` and
                                      `progress` are ignored */
    const char *directory;         /* holds the results of all runs, until
                                      bres_command_race_remove_files(); created if needed. Default
                                      NULL: a temporary directory, removed with the race */
    const bres_result *states;     /* borrowed; limits the race to the states of this result;
                                      default NULL: all states that both programs have */
    double timeout;                /* seconds for one run; default 0: no limit */
    int (*signal)(void *user);     /* called several times a second while a command runs; a number
                                      other than 0 is sent to the command as a signal; default
                                      NULL: no callback */
    void *signal_user;             /* for signal */
    /* Called after each pair; default NULL: no callback. */
    void (*progress)(void *user, const bres_command_race *race);
    void *progress_user; /* for progress */
    double cooldown;     /* seconds to wait before each run; default 0 */
    const char *prepare; /* an untimed command that runs before each run; default NULL: none */
    const char *reference_directory; /* working directory of the reference; default NULL: the
                                        caller's */
    const char *candidate_directory; /* the same for the candidate */
    const char *reference_revision;  /* revision from which the reference was built, such as a
                                        commit; recorded with the runs. A race is resumed only with
                                        the same revisions. Default NULL: unknown */
    const char *candidate_revision;  /* the same for the candidate */
    const char *result_format;       /* format of the result files, from bres_import_format_name();
                                        default NULL: detect the format */
} bres_command_race_options;

/* Writes the defaults. NULL is ignored. */
BRES_API void bres_command_race_options_init(bres_command_race_options *options);

/*
 * Races two commands: runs pairs of them, in random order, until each row is decided or the budget
 * is used up. Further pairs do not change a decided row, with one exception: with
 * BRES_RACE_NOT_SLOWER, all rows share the error rate. If a later pair adds a row, the shares of
 * the other rows become smaller, and a decided row may become undecided again.
 *
 * A command is split into arguments at blanks. Quotes and backslashes are those of a shell, but no
 * shell is called: redirections, variables, pipes, patterns, `~`, comments and assignments are
 * refused outside of quotes. `{}` in a command stands for the result file that the program writes.
 * Each state is then a row, decided by its median times. If neither command has `{}`, the race
 * times each command as a whole: one row, of benchmark "command". Both commands must have `{}`, or
 * neither.
 *
 * The failure of a command is not an error of this function: the race ends with BRES_RACE_FAILED
 * and a message, and keeps the earlier pairs. The caller frees *race. Errors: BRES_ERROR_ARGUMENT;
 * BRES_ERROR_SYNTAX for a command that cannot be split; BRES_ERROR_NO_FILE for a program that was
 * not found; BRES_ERROR_CONFLICT for a directory that holds a running race, a race with other
 * commands, revisions, seed or clock, or (without BRES_COMMAND_RACE_RESUME) any race;
 * BRES_ERROR_KEY if the programs share no state in any pair; BRES_ERROR_IO; BRES_ERROR_MEMORY; and
 * those of bres_result_load() for a race that is resumed.
 */
BRES_API bres_status bres_race_commands(const char *reference, const char *candidate,
                                        const bres_command_race_options *options,
                                        bres_command_race **race);
/* Frees a race, and removes its directory if the directory is temporary. NULL is ignored. */
BRES_API void bres_command_race_free(bres_command_race *race);

/* Why the race has ended; 0 while it is running. */
BRES_API bres_race_stop bres_command_race_stop_reason(const bres_command_race *race);
/* A sentence with the outcome. If a command failed, a sentence with the failure and the end of the
 * command's standard error. Borrowed. */
BRES_API const char *bres_command_race_message(const bres_command_race *race);
/* The number of complete pairs, including the pairs of a resumed race. */
BRES_API uint64_t bres_command_race_pair_count(const bres_command_race *race);
/* The number of rows that are decided. */
BRES_API size_t bres_command_race_decided_count(const bres_command_race *race);
/* The duration of the race in seconds of wall time, by `clock` of the options. */
BRES_API double bres_command_race_seconds(const bres_command_race *race);
/* The number of rows. */
BRES_API size_t bres_command_race_row_count(const bres_command_race *race);
/* The outcome of a row, without states. The stop_reason of an undecided row is 0. Borrowed. NULL
 * for an index out of range. */
BRES_API const bres_race_outcome *bres_command_race_row_at(const bres_command_race *race,
                                                           size_t index);
/* The name of a row's benchmark. Borrowed. NULL for an index out of range. */
BRES_API const char *bres_command_race_row_bench(const bres_command_race *race, size_t index);
/* The name of a row's state. Borrowed. NULL for an index out of range. */
BRES_API const char *bres_command_race_row_state(const bres_command_race *race, size_t index);

/* Merges all runs of a side into one result (bres_result_merge()); the i-th runs of both sides are
 * a pair. The order and the commands are in `meta.benchresult.race`. Call this function after the
 * race has ended. The caller owns *result. Errors: BRES_ERROR_ARGUMENT; BRES_ERROR_STATE without a
 * complete pair; those of bres_result_merge(). */
BRES_API bres_status bres_command_race_result(const bres_command_race *race, bool candidate,
                                              bres_result **result);
/* Writes the rows in one of the formats that bres_report_formats(BRES_REPORT_RACE) returns. The
 * caller frees *text with bres_string_free(). Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY. */
BRES_API bres_status bres_command_race_report(const bres_command_race *race, bres_format format,
                                              char **text, size_t *length);
/* Removes the directory with the runs. Call this function after the results that you need are
 * written. Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_IO. */
BRES_API bres_status bres_command_race_remove_files(bres_command_race *race);

#ifdef __cplusplus
}
#endif

#endif
