/* SPDX-License-Identifier: MIT */
/*
 * The replay report: where criteria would have stopped streams of samples.
 */
#ifndef BRES_REPORT_REPLAY_REPLAY_H
#define BRES_REPORT_REPLAY_REPLAY_H

#include "report/format.h"
#include "report/report.h"

/* Statistics of the first samples of a stream. */
typedef struct bres__replay_figures {
    size_t count; /* without refused samples */
    double time;  /* the sum of the samples, in seconds */
    double median;
    double noise;
    bool has_median;
    bool has_noise;
} bres__replay_figures;

/* Where one criterion stopped one stream. */
typedef struct bres__replay_stop {
    bool stopped;
    bres__replay_figures figures; /* of the samples up to the stop */
} bres__replay_stop;

/* The outcome of one stream. */
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
    bres__text text;                /* the report so far */
    bres__text scratch;
} bres__replay;

/* Feeds all streams to all criteria and fills the outcomes. */
bres_status bres__replay_run(bres__replay *replay);
/* Each appends the whole report in its format: bres__replay_markdown() and so on. */
#define BRES__REPLAY_WRITER(value, name) bres_status bres__replay_##name(bres__replay *replay);
BRES__REPLAY_FORMATS(BRES__REPLAY_WRITER)

#endif
