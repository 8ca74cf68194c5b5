/* SPDX-License-Identifier: MIT */
/*
 * The race: two functions, or two programs, are measured in alternation until it is proven that one
 * is faster or that they are the same, or until the budget is over. What is proven stays proven
 * however often one has looked; benchresult-race(3) describes the method and what it rests on.
 */
#ifndef BENCHRESULT_RACE_H
#define BENCHRESULT_RACE_H

#include <benchresult/compare.h>
#include <benchresult/harness.h>
#include <benchresult/report.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why a race has ended. Values are never renumbered. */
typedef enum bres_race_stop {
    BRES_RACE_DECIDED = 1,
    BRES_RACE_TIME_OVER = 2,  /* the budget of time is used up */
    BRES_RACE_PAIRS_OVER = 3, /* the budget of pairs is used up */
    BRES_RACE_INTERRUPTED = 4,
    BRES_RACE_FAILED = 5 /* a command has failed; functions that fail make the call fail */
} bres_race_stop;

/* "decided", "time over", "pairs over", "interrupted" or "failed". Static. */
BRES_API const char *bres_race_stop_name(bres_race_stop end);

/* What runs in a race, how it is judged, and for how long. Initialise with
 * bres_race_options_init(), then change what you need. */
typedef struct bres_race_options {
    size_t size;       /* set by bres_race_options_init() */
    uint32_t flags;    /* 0 */
    uint32_t reserved; /* 0 */
    double error_rate; /* how often, at most, the verdict is wrong: above 0, below 1; default
                          0.01 */
    double min_effect; /* the smallest change that matters, a fraction >= 0; default 0.005 */
    double equivalence_margin; /* SAME is a change of at most this fraction, which is not below
                          min_effect; default 0.02; 0: never SAME */
    double max_time;   /* seconds, those before the first pair included; default 10; 0: no limit */
    int64_t max_pairs; /* default 1000; 0: no limit, but then there must be one of time */
    int64_t min_pairs; /* that are taken before anything is decided; default 10, at least 1 */
    int64_t warmup_runs;     /* executions of each side before the first pair; default 1 */
    uint64_t seed;           /* of the order within pairs; default 0 */
    int64_t elements;        /* items that one execution processes; default 0: unknown */
    int64_t global_bytes;    /* bytes that one reads and writes; default 0: unknown */
    const bres_clock *clock; /* default NULL: the system's */
    bool (*is_interrupted)(void *user); /* asked between blocks: true ends the race with what there
                                           is; default NULL: nobody is */
    void *interrupt_user;
    /* Told after a pair, several times a second at most; default NULL: nobody is. `lower` and
     * `upper` are the ratio's interval. */
    void (*progress)(void *user, uint64_t pairs, double ratio, double lower, double upper);
    void *progress_user;
    bres_log_fn log; /* receives warnings; default NULL: nobody */
    void *log_user;
} bres_race_options;

BRES_API void bres_race_options_init(bres_race_options *options);

/* What came of a race. Filled by the functions below, owned by the caller. */
typedef struct bres_race_outcome {
    size_t size;         /* set by bres_race_outcome_init() */
    uint32_t verdict;    /* a bres_verdict: FAST when the candidate takes less time; AMBIGUOUS when
                            nothing is proven */
    uint32_t end;        /* a bres_race_stop */
    uint64_t pairs;      /* that count */
    uint64_t discarded;  /* pairs without a time on both sides, or of a GPU that had throttled */
    uint64_t block_size; /* executions that a time is taken of */
    double seconds;      /* that the race took, by its clock */
    double ratio;        /* of the candidate's time to the reference's; 0 without pairs */
    double lower;        /* the interval that covers it at all times at once, but for the error
                            rate; 0 and infinity while too few pairs say anything */
    double upper;
    /* By what fraction a block takes longer after one of the other side than after one of its own;
     * p is how likely a difference as large is by chance. Not tested: 0, with p 1. */
    double reference_carry_over;
    double reference_carry_over_p;
    double candidate_carry_over;
    double candidate_carry_over_p;
    double order_effect;   /* by what fraction the second block of a pair takes longer */
    uint32_t carries_over; /* not 0: the carry-over of a side is no chance, and matters */
    uint32_t plan_verdict; /* what more pairs like these are to prove; UNKNOWN: no saying */
    uint64_t plan_pairs;   /* and how many more; 0 when it is decided */
    bres_state *reference; /* the states that were added, borrowed; NULL: none */
    bres_state *candidate;
    char message[256]; /* a sentence with the numbers that decided, or the plan */
} bres_race_outcome;

BRES_API void bres_race_outcome_init(bres_race_outcome *outcome);

/* --- Two functions ---------------------------------------------------------------------------- */

/* One side: exactly one of the functions is set. A function that is short is executed many times in
 * a row, `cpu` as well as `cpu_batch`, which does it itself. */
typedef struct bres_race_side {
    bres_cpu_fn cpu;
    bres_cpu_batch_fn cpu_batch;
    bres_cuda_fn cuda; /* for bres_race_cuda() */
    void *context;
    bres_subbench *bench; /* being built: takes the side's state; NULL: none is kept */
    const bres_axis_setting *axes;
    size_t axis_count;
} bres_race_side;

/*
 * Races two functions on the CPU. A pair is a block of each, in an order that is drawn for each
 * pair; a block is as many executions as the clock needs, the same number for both. Each side's
 * state has one sample a pair, in the order of pairs, and the standard "nv/cpu_only" summaries;
 * `bres/race/...` says how they belong together. The benchmarks may be the same or of two results.
 * `options` may be NULL. *outcome is initialised by the caller; what it is given is complete also
 * when nothing was proven or the race was interrupted.
 * Errors: BRES_ERROR_ARGUMENT; BRES_ERROR_VALUE when the clock gives no times, or a function calls
 * bres_measure_fail(); BRES_ERROR_MEMORY. Then no state is added.
 */
BRES_API bres_status bres_race(const bres_race_side *reference, const bres_race_side *candidate,
                               const bres_race_options *options, bres_race_outcome *outcome);

/* The same on a GPU: a block is one isolated sample, as bres_measure_cuda() takes them, and both
 * sides run on the same stream. A pair of which a sample is discarded is discarded. The states have
 * the "nv/cold" summaries. `cuda` may be NULL. */
BRES_API bres_status bres_race_cuda(const bres_race_side *reference,
                                    const bres_race_side *candidate,
                                    const bres_race_options *options, const bres_cuda_options *cuda,
                                    bres_race_outcome *outcome);

/* --- Two programs ----------------------------------------------------------------------------- */

/* A race of two commands, and what has come of it so far: a row for each state that both have. */
typedef struct bres_command_race bres_command_race;

/* Goes on with the race that the directory holds, when there is one. */
#define BRES_RACE_RESUME      UINT32_C(1)
/* The commands print to the caller's standard output; without it, nowhere. */
#define BRES_RACE_SHOW_OUTPUT UINT32_C(2)

/* Initialise with bres_command_race_options_init(), then change what you need. */
typedef struct bres_command_race_options {
    size_t size;                   /* set by bres_command_race_options_init() */
    uint32_t flags;                /* BRES_RACE_* bits */
    uint32_t reserved;             /* 0 */
    const bres_race_options *race; /* borrowed; default NULL: the defaults, but 600 seconds and
                                      no warm-up; `elements`, `global_bytes` and `progress` do not
                                      apply */
    const char *directory;         /* where the results of all runs are kept until they are removed
                                      by bres_command_race_remove_files(); it is made. Default NULL:
                                      a temporary one, which goes with the race */
    const bres_result *states;     /* borrowed; only states that it has are raced; default NULL:
                                      all that both programs have */
    double timeout;                /* seconds for one run; default 0: no limit */
    int (*signal)(void *user);     /* asked several times a second while a command runs: a number
                                      other than 0 is sent to it as a signal; default NULL */
    void *signal_user;
    /* Told after each pair; default NULL: nobody is. */
    void (*progress)(void *user, const bres_command_race *race);
    void *progress_user;
} bres_command_race_options;

BRES_API void bres_command_race_options_init(bres_command_race_options *options);

/*
 * Races two commands: runs them in alternation, in an order that is drawn for each pair, until each
 * row is decided or the budget is over. A row that is decided takes part in no further pair.
 *
 * A command is split into words at blanks; quotes and backslashes are those of a shell, which is
 * not called: what only a shell could do, such as redirections, variables and pipes, is refused.
 * `{}` in a command stands for the result file that the program is to write, and its rows are
 * decided by the median times of the states. Without `{}`, in both commands, the time of the whole
 * command is taken from outside: one row, of benchmark "command".
 *
 * That a command fails is no error of this function: the race then has ended with BRES_RACE_FAILED
 * and a message, and keeps the pairs before. The caller frees *race.
 * Errors: BRES_ERROR_ARGUMENT; BRES_ERROR_SYNTAX for a command that cannot be split;
 * BRES_ERROR_NO_FILE for a program that there is not; BRES_ERROR_CONFLICT for a directory that
 * holds a race, without BRES_RACE_RESUME, or with it another race, or one that still runs;
 * BRES_ERROR_IO, BRES_ERROR_MEMORY, and those of bres_result_load() for a race that is resumed.
 */
BRES_API bres_status bres_race_commands(const char *reference, const char *candidate,
                                        const bres_command_race_options *options,
                                        bres_command_race **race);
BRES_API void bres_command_race_free(bres_command_race *race);

/* 0 while it runs. */
BRES_API bres_race_stop bres_command_race_stop_reason(const bres_command_race *race);
/* A sentence: what it has come to, or what has failed, with the end of what the command printed on
 * its standard error. Borrowed. */
BRES_API const char *bres_command_race_message(const bres_command_race *race);
/* Complete pairs, those of a race that was resumed with them; and rows that are decided. */
BRES_API uint64_t bres_command_race_pair_count(const bres_command_race *race);
BRES_API size_t bres_command_race_decided_count(const bres_command_race *race);
/* Seconds that it took, by its clock. */
BRES_API double bres_command_race_seconds(const bres_command_race *race);
BRES_API size_t bres_command_race_row_count(const bres_command_race *race);
/* The outcome of a row, without states; `end` is 0 for one that is not decided. Borrowed, as the
 * names of its benchmark and state. NULL when there is no such row. */
BRES_API const bres_race_outcome *bres_command_race_row_at(const bres_command_race *race,
                                                           size_t index);
BRES_API const char *bres_command_race_row_bench(const bres_command_race *race, size_t index);
BRES_API const char *bres_command_race_row_state(const bres_command_race *race, size_t index);

/* All runs of a side as one result (bres_result_merge()), the i-th of one side being the pair of
 * the i-th of the other; order and commands are in `meta.benchresult.race`. Only once it has ended.
 * The caller owns *result. BRES_ERROR_STATE when there is no pair. */
BRES_API bres_status bres_command_race_result(const bres_command_race *race, bool candidate,
                                              bres_result **result);
/* The rows as BRES_FORMAT_MARKDOWN or BRES_FORMAT_JSON. The caller frees *text with
 * bres_string_free(). */
BRES_API bres_status bres_command_race_report(const bres_command_race *race, bres_format format,
                                              char **text, size_t *length);
/* Removes the directory with the runs: once the results that are wanted have been written. */
BRES_API bres_status bres_command_race_remove_files(bres_command_race *race);

#ifdef __cplusplus
}
#endif

#endif
