/* SPDX-License-Identifier: MIT */
/*
 * Room tune: a tuner. space.c and trial.c hold its configurations, and search/ decides which of
 * them is measured next. batch.c runs the chosen batches; its callers cpu/run.c, run_cuda.c,
 * command/run.c and ask.c provide the measurements. outcome.c keeps the order of the
 * configurations. journal.c writes each batch, previous.c reads the file of a previous run, adopt.c
 * takes its outcome, finish.c makes the result, and recall.c looks up and stores answers in a
 * cache.
 */
#ifndef BRES_TUNE_TUNE_H
#define BRES_TUNE_TUNE_H

#include "harness/suite/suite.h"
#include "nvbench/journal.h"
#include "system/system.h"

#include <benchresult/tune.h>
#include <time.h>

/* Flags that need a file. */
#define BRES__TUNER_FILE_FLAGS (BRES_TUNER_RESUME | BRES_TUNER_REUSE)
#define BRES__TUNER_FLAGS      (BRES__TUNER_FILE_FLAGS | BRES_TUNER_ISOLATE | BRES_TUNER_RETUNE)

typedef enum bres__tuner_phase {
    BRES__TUNER_DECLARED, /* parameters can be added */
    BRES__TUNER_RUNS,
    BRES__TUNER_ENDED
} bres__tuner_phase;

typedef struct bres__tuner_constraint {
    bres_tuner_constraint_fn fn;
    void *context;
} bres__tuner_constraint;

/* How much a finished run has proven, and what it has spent. */
typedef struct bres__quality {
    bres_tuner_stop stop_reason; /* BRES_TUNER_RUNNING: unknown */
    double error_rate;           /* 0: unknown */
    double equivalence_margin;
    double elapsed;         /* seconds; 0: unknown */
    uint64_t samples;       /* spent from the budget, failures included; 0: unknown */
    uint64_t trial_samples; /* 0: unknown */
    uint64_t left; /* configurations that have neither failed nor been eliminated; UINT64_MAX:
                      unknown */
} bres__quality;

struct bres_tuner {
    bres_tuner_options options; /* their texts are in `texts`, or NULL */
    bres__arena texts;
    bres_clock clock;
    bres_suite *suite; /* keeps the first failure; its only benchmark has the parameters as axes */
    bres_bench *bench;
    bres__tuner_constraint *constraints;
    size_t constraint_count;
    size_t constraint_capacity;
    struct bres__expression **expressions; /* of the constraints that are texts */
    size_t expression_count;
    size_t expression_capacity;
    bres_tuner_prepare_fn prepare;
    bres_tuner_release_fn release;
    void *prepare_context;
    bres_tuner_prepare_fn check;
    void *check_context;

    bres__tuner_phase phase;
    bool busy; /* a callback of the caller is running */
    bool interrupted;
    const char *command; /* the tuned command, in `texts`; NULL: functions are tuned */
    bool cuda;           /* samples are isolated measurements on a GPU */
    int device;
    int64_t elements;             /* per execution; 0: unknown */
    int64_t global_bytes;         /* per execution; 0: unknown */
    const char *processor;        /* of `machine`; NULL: unknown, or a GPU is measured */
    bres__machine machine;        /* at the start */
    bres__machine machine_at_end; /* once the run has ended */

    uint64_t index_count; /* all combinations of values */
    uint64_t *indices;    /* index in the space of each configuration; ascending */
    size_t config_count;
    size_t indices_capacity;
    bres_trial **trials;   /* by configuration; NULL: never chosen */
    bres_trial **prepared; /* trials to be released */
    size_t prepared_count;
    size_t prepared_capacity;
    struct bres__isolation *isolation;           /* NULL: configurations run in this process */
    void (*release_isolated)(bres_trial *trial); /* of the isolation */
    struct bres__search *search;
    bres_trial *asked; /* requested, but its times are not reported yet; NULL: none */

    struct timespec started; /* by the real-time clock */
    uint64_t last;           /* last reading of the clock */
    uint64_t elapsed;      /* nanoseconds of this run: the sum of all forward steps of the clock */
    double elapsed_before; /* seconds of the previous runs that this run continues */
    uint64_t measured_count;
    uint64_t sample_count;
    double *narrowed; /* times of a batch for the search, rounded to binary32 */
    size_t narrowed_capacity;

    bres_result *head; /* of the journal; also holds the record of each trial */
    bres_subbench *head_bench;
    bres__journal *journal;
    double flushed_at; /* elapsed seconds when the journal was last flushed */
    char *journal_path;

    bres_tuner_cache *cache; /* NULL: not open */
    bres_tuner_key key;      /* of the answer; complete once the cache is open */
    bool is_cached;          /* the outcome comes from the cache */

    bres_result *result;
    bres_trial **listed; /* trials with samples or a failure: by rank, then the unranked trials */
    size_t listed_count;
    size_t best_count;     /* the first `best_count` of `listed` are the reported set */
    bool is_ranked;        /* `listed` and the ranks are up to date */
    bool adopted;          /* the outcome is a stored one, unknown to the search */
    bres__quality quality; /* of the stored outcome */
    bres_tuner_stop stop_reason;
    bres__text message;
};

/* Records `status` if it is the first failure; returns `status`. */
bres_status bres__tuner_keep(bres_tuner *tuner, bres_status status);
/* Returns BRES_OK, or the recorded failure, which also becomes the thread's error. */
bres_status bres__tuner_status(const bres_tuner *tuner);
/* BRES_ERROR_ARGUMENT for NULL; BRES_ERROR_STATE in a callback or, unless `running`, after the run
 * has begun. */
bres_status bres__tuner_check(const bres_tuner *tuner, bool running, const char *function);
/* Elapsed seconds of this run and of the previous runs that it continues. */
double bres__tuner_elapsed(bres_tuner *tuner);
/* Seconds after which a batch ends with its current sample: `timeout`, or the time that is left of
 * the budget if that is less. */
double bres__tuner_batch_timeout(bres_tuner *tuner, double timeout);
/* Calls the caller's is_interrupted() until it has returned true once; true from then on. */
bool bres__tuner_is_interrupted(void *tuner);
/* Likewise, but also true if the run has failed, for example in a callback. Both functions have the
 * type of measurement hooks. */
bool bres__tuner_is_stopped(void *tuner);
/* Whether the run was interrupted or its time budget is used up. */
bool bres__tuner_is_over(bres_tuner *tuner);

/* Frees the constraints that are texts. */
void bres__tuner_free_expressions(bres_tuner *tuner);

/* Makes the space and the search, opens the journal and takes over the previous run. */
bres_status bres__tuner_begin(bres_tuner *tuner);
/* Makes the result once the search has stopped, and writes it. */
bres_status bres__tuner_finish(bres_tuner *tuner);
/* The cache: recall.c. */

/* Copies the key of the options to the tuner. */
bres_status bres__tuner_take_key(bres_tuner *tuner);
/* Opens the cache and looks up the answer. An answer that is good enough ends the run. Otherwise,
 * the answer of the nearest problem size determines which configurations are measured first. */
bres_status bres__tuner_recall(bres_tuner *tuner);
/* Stores the outcome of a search, unless it was interrupted. Logs a warning if the cache does not
 * accept the answer. */
bres_status bres__tuner_remember(bres_tuner *tuner);

/* Logs a warning; the context is the tuner. */
void bres__tuner_warn(void *context, const char *message);

#endif
