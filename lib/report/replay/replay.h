/* SPDX-License-Identifier: MIT */
/*
 * Room report: where criteria would have ended streams of samples.
 */
#ifndef BRES_REPORT_REPLAY_REPLAY_H
#define BRES_REPORT_REPLAY_REPLAY_H

#include "report/report.h"

/* What there is to say of the first samples of a stream. */
typedef struct bres__replay_figures {
    size_t count; /* without those that were refused */
    double time;  /* their sum, in seconds */
    double median;
    double noise;
    bool has_median;
    bool has_noise;
} bres__replay_figures;

/* One criterion on one stream. */
typedef struct bres__replay_stop {
    bool stopped;
    bres__replay_figures figures; /* of the samples up to there */
} bres__replay_stop;

/* One stream. */
typedef struct bres__replay_outcome {
    size_t refused;
    bres__replay_figures all;
    bres__replay_stop *stops; /* by criterion */
} bres__replay_outcome;

/* A report being made. */
typedef struct bres__replay {
    const bres_replay_stream *streams;
    size_t stream_count;
    bres_criterion *const *criteria;
    size_t criterion_count;
    uint64_t min_samples;
    bres__replay_outcome *outcomes; /* by stream */
    bres__text text;                /* what has been written */
    bres__text scratch;
} bres__replay;

/* Fills the outcomes. */
bres_status bres__replay_run(bres__replay *replay);
/* Each appends the whole report in its format. */
bres_status bres__replay_markdown(bres__replay *replay);
bres_status bres__replay_json(bres__replay *replay);

#endif
