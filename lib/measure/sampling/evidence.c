/* SPDX-License-Identifier: MIT */
/*
 * Summaries besides the standard ones: how well the median of the samples is known, and whether its
 * level changed while they were taken. The confidence interval is stored, so that a file without
 * samples has it; NVBench ignores unknown summaries.
 */
#include "measure/sampling/sampling.h"
#include "model/model.h"
#include "stats/robust/median.h"

#include <math.h>
#include <string.h>

static const bres__summary_texts lower_texts = {
    "lower", "Median Lower", "Lower end of the 95 % confidence interval of the median.", "duration",
    BRES__HIDDEN
};
static const bres__summary_texts upper_texts = {
    "upper", "Median Upper", "Upper end of the 95 % confidence interval of the median.", "duration",
    BRES__HIDDEN
};
static const bres__summary_texts begin_texts = {
    "begin", "Phases Begin", "Number of samples before the first of two phases.", NULL, BRES__HIDDEN
};
static const bres__summary_texts at_texts = { "change_at", "Phase Change",
                                              "Number of samples before the second of two phases.",
                                              NULL, BRES__HIDDEN };
static const bres__summary_texts end_texts = {
    "end", "Phases End", "Number of samples up to the end of the second of two phases.", NULL,
    BRES__HIDDEN
};
static const bres__summary_texts change_texts = {
    "change", "Phase Difference",
    "Median of the second phase relative to that of the first, less 1.", "percentage", BRES__HIDDEN
};

bres_status bres__add_median_interval(const double *samples, size_t count, bres_state *state)
{
    bres__summaries set = bres__summaries_begin(state, "bres/median/");
    double *copies = bres__calloc(count, sizeof(*copies));
    bres__median_interval interval;

    if (copies == NULL)
        return bres__error_memory();
    memcpy(copies, samples, count * sizeof(*copies));
    bres__median_interval_select(copies, count, 0.95, &interval);
    bres__free(copies);
    if (isfinite(interval.lower) && isfinite(interval.upper)) {
        bres__summaries_add_float64(&set, &lower_texts, interval.lower);
        bres__summaries_add_float64(&set, &upper_texts, interval.upper);
    }
    return bres__summaries_end(&set);
}

static bres_status sampling_add_phases(bres__sampling *sampling, bres_state *state)
{
    const bres__change_point *phases = &sampling->phases;
    bres__summaries set = bres__summaries_begin(state, "bres/phases/");

    set.status = bres__change_point_find(sampling->samples, sampling->count, BRES__PHASES_MIN,
                                         &sampling->has_phases, &sampling->phases);
    if (set.status == BRES_OK && sampling->has_phases) {
        bres__summaries_add_int64(&set, &begin_texts, (int64_t)phases->begin);
        bres__summaries_add_int64(&set, &at_texts, (int64_t)phases->at);
        bres__summaries_add_int64(&set, &end_texts, (int64_t)phases->end);
        bres__summaries_add_float64(&set, &change_texts, phases->after / phases->before - 1);
    }
    return bres__summaries_end(&set);
}

bres_status bres__sampling_add_evidence(bres__sampling *sampling, bres_state *state)
{
    bres_status status;

    if (sampling->count == 0)
        return BRES_OK;
    status = bres__add_median_interval(sampling->samples, sampling->count, state);
    return status == BRES_OK ? sampling_add_phases(sampling, state) : status;
}
