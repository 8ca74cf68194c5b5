/* SPDX-License-Identifier: MIT */
/*
 * A measurement while its samples are taken.
 */
#ifndef BRES_MEASURE_SAMPLING_SAMPLING_H
#define BRES_MEASURE_SAMPLING_SAMPLING_H

#include "measure/beside.h"
#include "measure/execution.h"
#include "measure/failure.h"
#include "measure/hooks.h"
#include "measure/seconds.h"
#include "measure/settings.h"
#include "stats/online.h"
#include "stats/robust/change_point.h"

typedef struct bres__sampling {
    const bres__cpu_body *body; /* NULL on a GPU */
    const bres__settings *settings;
    const bres_clock *clock;        /* wall time, for limits */
    const bres_clock *sample_clock; /* clock of the samples; `clock` itself for wall time */
    bres__beside *beside;           /* readings beside the samples; NULL: none */
    const bres__measure_hooks *hooks;
    bres_criterion *criterion;
    uint64_t block_size; /* executions in a sample */
    double short_time;   /* seconds; a shorter time among the first samples, or several shorter
                            times in a row, end the run as `too_short` */
    unsigned short_in_a_row;
    bool too_short;
    double *samples; /* seconds of one execution; bres__free() */
    size_t count;
    size_t capacity;
    uint64_t executions;   /* in all samples */
    double measured;       /* seconds of all samples, each by its block size */
    double clock_cost;     /* seconds that a reading of the clock takes in each block; 0: unknown */
    uint64_t elapsed;      /* nanoseconds since the first sample was begun, the sum of all forward
                              steps of the clock */
    uint64_t discarded;    /* nanoseconds of the run that was too short */
    bool timed_out;        /* ended by the timeout */
    uint64_t refused;      /* executions without a time */
    bres__outcome outcome; /* of the last refused execution */
    unsigned refused_in_a_row;
    uint64_t next_progress; /* next call of the hook, in terms of `elapsed` */
    bres__online noise;     /* of the samples at the last call of the hook */
    bres__failure failure;  /* that a callback has reported */
    bool has_phases;        /* see bres__sampling_add_evidence() */
    bres__change_point phases;
} bres__sampling;

/* The smallest change of the median that makes two phases, as a fraction. */
#define BRES__PHASES_MIN 0.02

/* Room for the reason why a state was skipped. */
#define BRES__SKIP_REASON 128

/* Nanoseconds between two calls of the progress hook. */
#define BRES__PROGRESS_INTERVAL UINT64_C(100000000)

bool bres__sampling_is_interrupted(const bres__sampling *sampling);
/* The wall time after an execution. */
uint64_t bres__sampling_wall(const bres__sampling *sampling, const bres__execution *execution);
/* Executes the warm-ups. *last gets the time of the last warm-up in nanoseconds; negative: no
 * warm-up, or a warm-up without a time. */
void bres__warm_up(const bres__sampling *sampling, int64_t *last);
/* Number of first samples: one of them that is too short ends the run. */
#define BRES__FIRST_SAMPLES 3u
/* This many consecutive samples that are too short end the run at any point. */
#define BRES__SHORT_SAMPLES 8u
/* Takes samples until they are enough. */
bres_status bres__sampling_run(bres__sampling *sampling);
/* Discards the samples of a run that was too short. */
bres_status bres__sampling_restart(bres__sampling *sampling);
/* true: no further sample. Sets `timed_out` if only the timeout, in nanoseconds, has ended the
 * run. */
bool bres__sampling_is_finished(bres__sampling *sampling, uint64_t timeout);
/* Calls the progress hook, unless it was called within the last BRES__PROGRESS_INTERVAL. */
void bres__sampling_report(bres__sampling *sampling);
/* Adds the confidence interval of the median, if the samples are enough for it; `count` is not
 * 0. */
bres_status bres__add_median_interval(const double *samples, size_t count, bres_state *state);
/* Looks for two phases in the samples, and adds them and the confidence interval of the median to
 * the state. */
bres_status bres__sampling_add_evidence(bres__sampling *sampling, bres_state *state);
/* Logs warnings about the samples, whose summaries the state already has. */
void bres__sampling_warn(const bres__sampling *sampling, const bres_state *state);

#endif
