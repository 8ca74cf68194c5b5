/* SPDX-License-Identifier: MIT */
/*
 * Room tune: what its parts share. space.c and trial.c hold the configurations; search*.c decides
 * which is measured next; turn.c carries that out, called by run_cpu.c, run_cuda.c and ask.c, which
 * differ in who measures; journal.c writes each turn, earlier.c reads what an earlier run has left;
 * finish.c makes the result.
 *
 * A turn is some samples of one configuration, in a row. The search is told times as they are
 * written, in binary32: a run that is resumed knows of the turns before what it knew then.
 */
#ifndef BRES_TUNE_TUNE_H
#define BRES_TUNE_TUNE_H

#include "harness/suite/suite.h"
#include "nvbench/journal.h"
#include "tune/search/search.h"

#include <benchresult/tune.h>
#include <time.h>

#define BRES__TUNER_FLAGS (BRES_TUNER_RESUME | BRES_TUNER_REUSE)

/* Of the summaries of a state. */
#define BRES__TAG_CONFIG     "bres/tune/config"
#define BRES__TAG_STATUS     "bres/tune/status"
#define BRES__TAG_RANK       "bres/tune/rank"
#define BRES__TAG_BLOCK_SIZE "bres/tune/block_size"
/* Of the records of the journal alone. */
#define BRES__TAG_WALLTIME   "bres/tune/walltime"
#define BRES__TAG_ELAPSED    "bres/tune/elapsed"

struct bres_trial {
    bres_tuner *tuner;
    uint64_t place; /* in the space */
    size_t config;  /* the number of the search: its place without those that are refused */
    char *name;     /* NULL: not asked for yet */
    void *data;
    char *reason;  /* why it is out; NULL: it is not */
    bool prepared; /* and not released */
    bool checked;
    bool leads;     /* it is in the reported set, once there is one */
    bool unclocked; /* there are samples without a clock rate */
    uint32_t turns;
    size_t count; /* of samples */
    size_t times_capacity;
    size_t rates_capacity;
    float *times;        /* seconds */
    float *rates;        /* hertz; meaningless when unclocked */
    double walltime;     /* seconds of all turns */
    uint64_t block_size; /* executions that a sample stands for; 0: unknown */
    bres_state *record;  /* for the journal; NULL: none yet */
    bres_state *state;   /* in the result, once that is made */
};

typedef enum bres__tuner_phase {
    BRES__TUNER_DECLARED, /* parameters can be added */
    BRES__TUNER_RUNS,
    BRES__TUNER_ENDED
} bres__tuner_phase;

typedef struct bres__tuner_constraint {
    bres_tuner_constraint_fn fn;
    void *context;
} bres__tuner_constraint;

struct bres_tuner {
    bres_tuner_options options; /* the texts are the tuner's own, or NULL */
    bres_clock clock;
    bres_suite *suite; /* keeps the first failure; its one benchmark has the parameters as axes */
    bres_bench *bench;
    bres__tuner_constraint *constraints;
    size_t constraint_count;
    size_t constraint_capacity;
    bres_tuner_prepare_fn prepare;
    bres_tuner_release_fn release;
    void *prepare_context;
    bres_tuner_prepare_fn check;
    void *check_context;

    bres__tuner_phase phase;
    bool busy; /* a function of the caller's is running */
    bool interrupted;
    bool cuda; /* samples are isolated ones on a GPU */
    int device;
    int64_t elements;     /* that an execution processes; 0: unknown */
    int64_t global_bytes; /* likewise */
    char *processor;      /* NULL: unknown, or samples are of a GPU */

    uint64_t *places; /* of the configurations, ascending */
    size_t config_count;
    size_t places_capacity;
    bres_trial **trials;   /* by config; NULL: never chosen */
    bres_trial **prepared; /* and to be released */
    size_t prepared_count;
    size_t prepared_capacity;
    bres__search *search;
    bres_trial *asked; /* and not told yet */

    struct timespec started; /* by the calendar's clock */
    uint64_t last;           /* the clock as it was read last */
    uint64_t elapsed;        /* nanoseconds, the sum of all its steps forwards, */
    double elapsed_before;   /* and seconds of the runs that this one goes on with */
    uint64_t measured_count;
    uint64_t sample_count;
    double *narrowed; /* times of a turn for the search */
    size_t narrowed_capacity;

    bres_result *head; /* of the journal, and its records while they are made */
    bres_subbench *head_bench;
    bres__journal *journal;
    double flushed_at; /* elapsed seconds when the journal was flushed */
    char *journal_path;

    bres_result *result;
    bres_trial **best;
    size_t best_count;
    bres_tuner_stop end;
    bres__text message;
};

/* --- The whole -------------------------------------------------------------------------------- */

/* Keeps the first failure; returns `status`. */
bres_status bres__tuner_keep(bres_tuner *tuner, bres_status status);
/* BRES_OK, or the failure that was kept, as the thread's error. */
bres_status bres__tuner_status(const bres_tuner *tuner);
/* BRES_ERROR_ARGUMENT for NULL, BRES_ERROR_STATE in a callback and, unless `running`, from the
 * first measurement on. */
bres_status bres__tuner_check(const bres_tuner *tuner, bool running, const char *function);

/* --- The space -------------------------------------------------------------------------------- */

/* Asks the constraints for each place in the space. */
bres_status bres__space_make(bres_tuner *tuner);
/* A number that stands for which places are configurations. */
uint32_t bres__space_fingerprint(const bres_tuner *tuner);
/* The configuration of this place; false when there is none. */
bool bres__space_find(const bres_tuner *tuner, uint64_t place, size_t *config);
/* The configuration of this number, made at the first call. */
bres_status bres__tuner_trial(bres_tuner *tuner, size_t config, bres_trial **trial);
void bres__trial_free(bres_trial *trial);
/* What a trial owns, for one that is not on the heap. */
void bres__trial_clear(bres_trial *trial);

/* --- Turns ------------------------------------------------------------------------------------ */

/* What a turn has given. */
typedef struct bres__turn {
    const double *seconds; /* of one execution each */
    const double *clocks;  /* hertz; NULL: unknown */
    size_t count;
    double walltime;     /* seconds of the whole turn */
    uint64_t block_size; /* 0: unknown */
} bres__turn;

/* Measures so many samples of a trial and takes them, or fails it. */
typedef bres_status (*bres__tuner_turn_fn)(void *user, bres_trial *trial, size_t samples);

/* Makes everything ready at the first call, and looks at what an earlier run has left. */
bres_status bres__tuner_begin(bres_tuner *tuner);
/* The trial to measure next, prepared; NULL: it has ended, and the result is made. */
bres_status bres__tuner_next(bres_tuner *tuner, bres_trial **trial, size_t *samples);
/* Turn after turn until it has ended. */
bres_status bres__tuner_run(bres_tuner *tuner, bres__tuner_turn_fn measure, void *user);
/* Checks the trial at its first turn, and keeps what it has given. */
bres_status bres__tuner_take(bres_tuner *tuner, bres_trial *trial, const bres__turn *turn);
/* Keeps the trial out. */
bres_status bres__tuner_fail(bres_tuner *tuner, bres_trial *trial, const char *reason);
/* Releases what is prepared. */
void bres__tuner_release_all(bres_tuner *tuner);
/* The thread's error as a reason; `status` where there is none. */
const char *bres__tuner_reason(bres_status status);
/* Asks the caller, once until the answer is yes. */
bool bres__tuner_is_interrupted(void *tuner);
/* Likewise, and true when a function of the caller's has made the run fail. Both are of the type
 * that hooks of measurements have. */
bool bres__tuner_is_stopped(void *tuner);
/* Nothing more is to be measured: it was interrupted, or the time is over. */
bool bres__tuner_is_over(bres_tuner *tuner);
/* Seconds since the beginning, with those of earlier runs. */
double bres__tuner_elapsed(bres_tuner *tuner);
/* Seconds after which a turn ends with the sample that it is at: not later than the budget. */
double bres__tuner_turn_timeout(bres_tuner *tuner, double timeout);
/* Samples, or the failure, of an earlier run; nothing is written. */
bres_status bres__trial_append(bres_trial *trial, const float *times, const float *rates,
                               size_t count);
bres_status bres__trial_set_reason(bres_trial *trial, const char *reason);
/* Tells the search the last `count` samples of the trial. */
bres_status bres__trial_tell(bres_trial *trial, size_t count);

/* --- The file --------------------------------------------------------------------------------- */

/* Begins a journal that has what the trials have by now; `replace` one that is there. */
bres_status bres__journal_begin(bres_tuner *tuner, bool replace);
/* Appends the last turn of a trial, of `count` samples, or its failure. */
bres_status bres__journal_turn(bres_trial *trial, size_t count, double walltime);
/* Writes the result and removes the journal. */
bres_status bres__journal_finish(bres_tuner *tuner);

/* What an earlier run has left, loaded. */
typedef struct bres__earlier {
    const bres_result *result;
    const char *meta; /* the tuner's part */
    const bres_subbench *bench;
} bres__earlier;

/* Looks whether a loaded file is that of a tuner of this name (BRES_ERROR_CONFLICT if not), and
 * then whether it is of the same space, device and kernel: BRES_ERROR_CONFLICT, which names what
 * differs, with *related, if not. */
bres_status bres__earlier_compare(const bres_tuner *tuner, const bres_result *result,
                                  bres__earlier *earlier, bool *related);
bres_tuner_stop bres__earlier_end(const bres__earlier *earlier);
/* Whether it has come to an end, with a winner. */
bool bres__earlier_is_answer(const bres__earlier *earlier);
/* Takes over the turns of a journal, or the states of a finished run. */
bres_status bres__earlier_restore(bres_tuner *tuner, const bres_subbench *bench);
/* Makes a finished run the answer. */
bres_status bres__earlier_adopt(bres_tuner *tuner, const bres__earlier *earlier);

/* --- The result ------------------------------------------------------------------------------- */

/* Sets the meta section: what is to be decided, and, once it has ended, what was. */
bres_status bres__tuner_put_meta(const bres_tuner *tuner, bres_result *result);
/* The tuner's part of the meta section of a result; false when it has none. */
bool bres__tuner_meta(const bres_result *result, bres__slice *meta);
/* Adds device, benchmark and axes. */
bres_status bres__tuner_put_bench(const bres_tuner *tuner, bres_result *result,
                                  bres_subbench **bench);
/* Adds a state with the values of a trial and its place. */
bres_status bres__tuner_put_state(const bres_trial *trial, bres_subbench *bench,
                                  bres_state **state);
/* Adds a hidden summary, or sets its value when it is there. */
bres_status bres__put_int64(bres_state *state, const char *tag, const char *name,
                            const char *description, int64_t value);
bres_status bres__put_float64(bres_state *state, const char *tag, const char *name,
                              const char *description, double value);
/* Makes the result of what has ended. */
bres_status bres__tuner_finish(bres_tuner *tuner);

#endif
