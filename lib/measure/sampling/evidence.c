/* SPDX-License-Identifier: MIT */
/*
 * What the samples show beside the standard summaries: how well their median is known, and whether
 * its level changed while they were taken. The interval is stored, so that a file without samples
 * has it; NVBench ignores summaries that it does not know.
 */
#include "measure/sampling/sampling.h"
#include "model/model.h"
#include "stats/robust/median.h"
#include "stats/stats.h"

#include <math.h>
#include <string.h>

static const bres__summary_texts lower_texts = {
    "median/lower", "Median Lower", "Lower end of the 95 % confidence interval of the median.",
    "duration", BRES__HIDDEN
};
static const bres__summary_texts upper_texts = {
    "median/upper", "Median Upper", "Upper end of the 95 % confidence interval of the median.",
    "duration", BRES__HIDDEN
};
static const bres__summary_texts begin_texts = {
    "phases/begin", "Phases Begin", "Number of samples before the first of two phases.", NULL,
    BRES__HIDDEN
};
static const bres__summary_texts at_texts = { "phases/change_at", "Phase Change",
                                              "Number of samples before the second of two phases.",
                                              NULL, BRES__HIDDEN };
static const bres__summary_texts end_texts = {
    "phases/end", "Phases End", "Number of samples up to the end of the second of two phases.",
    NULL, BRES__HIDDEN
};
static const bres__summary_texts change_texts = {
    "phases/change", "Phase Difference",
    "Median of the second phase relative to that of the first, less 1.", "percentage", BRES__HIDDEN
};

static bres_status sampling_find_interval(const bres__sampling *sampling,
                                          bres__median_interval *interval)
{
    double *sorted = bres__calloc(sampling->count, sizeof(*sorted));

    if (sorted == NULL)
        return bres__error_memory();
    memcpy(sorted, sampling->samples, sampling->count * sizeof(*sorted));
    bres__sort_float64(sorted, sampling->count);
    bres__median_interval_of(sorted, sampling->count, 0.95, interval);
    bres__free(sorted);
    return BRES_OK;
}

bres_status bres__sampling_add_evidence(bres__sampling *sampling, bres_state *state)
{
    const bres__change_point *phases = &sampling->phases;
    bres__summaries set = bres__summaries_begin(state, "bres/");
    bres__median_interval interval;

    if (sampling->count == 0)
        return BRES_OK;
    set.status = sampling_find_interval(sampling, &interval);
    if (set.status == BRES_OK)
        set.status = bres__change_point_find(sampling->samples, sampling->count, BRES__PHASES_MIN,
                                             &sampling->has_phases, &sampling->phases);
    if (set.status == BRES_OK && isfinite(interval.lower) && isfinite(interval.upper)) {
        bres__summaries_add_float64(&set, &lower_texts, interval.lower);
        bres__summaries_add_float64(&set, &upper_texts, interval.upper);
    }
    if (set.status == BRES_OK && sampling->has_phases) {
        bres__summaries_add_int64(&set, &begin_texts, (int64_t)phases->begin);
        bres__summaries_add_int64(&set, &at_texts, (int64_t)phases->at);
        bres__summaries_add_int64(&set, &end_texts, (int64_t)phases->end);
        bres__summaries_add_float64(&set, &change_texts, phases->after / phases->before - 1);
    }
    return bres__summaries_end(&set);
}
