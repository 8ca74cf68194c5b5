/* SPDX-License-Identifier: MIT */
/*
 * The times, or the counts, in the summaries of a state.
 */
#ifndef BRES_COMPARE_EVIDENCE_TIMING_H
#define BRES_COMPARE_EVIDENCE_TIMING_H

#include "compare/evidence/rules.h"
#include "model/model.h"

/* The tags of the summaries that a metric uses to compare a pair. */
typedef struct bres__metric {
    const char *prefix;      /* of the tags of its times; NULL: the metric is a count */
    const char *count;       /* tag of an exact count; NULL: the metric has times */
    const char *clock;       /* tag of the clock rate; NULL: cycles are not compared */
    const char *sample_size; /* tag of the number of samples */
    const char *times;       /* tag of the sidecar of times; NULL: none */
    const char *rates;
} bres__metric;

/* Whether a tag of the state begins with `prefix`. */
bool bres__state_has_tags(const bres_state *state, const char *prefix);
/* The summaries that `metric` selects for a pair; CPU-only ones for a CPU-only pair. */
const bres__metric *bres__metric_choose(bres_metric metric, const bres_state *reference,
                                        const bres_state *candidate);

typedef struct bres__timing {
    bres__number min;
    bres__number max;
    bres__number mean;
    bres__number stdev;
    bres__number stdev_relative;
    bres__number q1;
    bres__number median;
    bres__number q3;
    bres__number iqr;
    bres__number iqr_relative;
    bres__number clock;        /* hertz */
    bres__number legacy_noise; /* stdev_relative as the legacy rule reads it */
    bres__number samples;      /* number of samples taken */
} bres__timing;

/* The summaries with the tags of the sidecars; NULL: the state has none. */
typedef struct bres__sidecar_summaries {
    const bres_summary *times;
    const bres_summary *rates;
} bres__sidecar_summaries;

/* Reads the summaries of a state, and the first of a repeated tag. Errors: BRES_ERROR_KEY,
 * BRES_ERROR_KIND and BRES_ERROR_VALUE for a malformed summary that is needed. */
bres_status bres__timing_read(const bres_state *state, const bres__metric *metric,
                              bres__timing *timing, bres__sidecar_summaries *sidecars);

#endif
