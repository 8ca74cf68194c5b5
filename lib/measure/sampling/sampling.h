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
    const bres_clock *sample_clock; /* that samples are taken by; `clock` itself for wall time */
    bres__beside *beside;           /* what is read beside the samples; NULL: nothing */
    const bres__measure_hooks *hooks;
    bres_criterion *criterion;
    uint64_t block_size; /* executions that a sample stands for */
    double short_time;   /* seconds; a time below it among the first samples, or several such times
                            in a row, end the run as `too_short` */
    unsigned short_in_a_row;
    bool too_short;
    double *samples; /* seconds of one execution; bres__free() */
    size_t count;
    size_t capacity;
    uint64_t executions;   /* in all samples */
    double measured;       /* seconds of all samples, each by its block size */
    double clock_cost;     /* seconds that a reading of the clock takes in each block; 0: unknown */
    uint64_t elapsed;      /* nanoseconds since the first sample was begun, the sum of all steps
                              forwards of the clock */
    uint64_t discarded;    /* nanoseconds of the run that was too short */
    bool timed_out;        /* it ended because the time was over */
    uint64_t refused;      /* executions without a time */
    bres__outcome outcome; /* of the last of them */
    unsigned refused_in_a_row;
    uint64_t next_progress; /* when the hook is called again; as `elapsed` */
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
/* Executes before the first sample. *last is the time of the last warm-up, in nanoseconds, negative
 * when there was none or it had no time. */
void bres__warm_up(const bres__sampling *sampling, int64_t *last);
/* Samples among which one that is too short ends the run. */
#define BRES__FIRST_SAMPLES 3u
/* Samples in a row that end the run wherever they are, when each of them is too short. */
#define BRES__SHORT_SAMPLES 8u
/* Takes samples until it is enough. */
bres_status bres__sampling_run(bres__sampling *sampling);
/* Forgets the samples of a run that was too short. */
bres_status bres__sampling_restart(bres__sampling *sampling);
/* true: no further sample. The timeout, in nanoseconds, has ended it only when nothing else has. */
bool bres__sampling_is_finished(bres__sampling *sampling, uint64_t timeout);
/* Calls the progress hook, unless it was called a moment ago. */
void bres__sampling_report(bres__sampling *sampling);
/* Adds the confidence interval of the median, if there are samples enough for one; `count` is not
 * 0. */
bres_status bres__add_median_interval(const double *samples, size_t count, bres_state *state);
/* Looks for two phases in the samples, and adds them and the confidence interval of the median to
 * the state. */
bres_status bres__sampling_add_evidence(bres__sampling *sampling, bres_state *state);
/* Warns of what is wrong with the samples, whose summaries the state has. */
void bres__sampling_warn(const bres__sampling *sampling, const bres_state *state);

#endif
