/* SPDX-License-Identifier: MIT */
/*
 * Decisions on two states, or two sets of samples.
 */
#include "compare/config/thresholds.h"
#include "compare/decide/decide.h"
#include "compare/replicates/one_run.h"

#include <float.h>

bres_status bres_compare_states(const bres_state *reference, const bres_state *candidate,
                                const bres_thresholds *thresholds, bres_decision *decision)
{
    bres__scratch scratch;
    bres__evidence evidence = { .scratch = &scratch };
    bres_decision made = { .size = sizeof(made) };
    bres_ratio ratio = { .size = sizeof(ratio) };
    bres_thresholds limits;
    bres_status status = bres__decision_clear(decision);

    if (status != BRES_OK)
        return status;
    if (reference == NULL || candidate == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "a state is NULL");
    status = bres__thresholds_take(&limits, thresholds);
    if (status == BRES_OK)
        status = bres__variation_read(&candidate->bench->result, 1, &limits);
    if (status != BRES_OK)
        return status;
    bres__scratch_init(&scratch);
    status = bres__evidence_collect(&evidence, reference, candidate, BRES_METRIC_AUTO);
    if (status == BRES_OK)
        status = bres__decide_one_run(&evidence, &limits, &made, &ratio);
    bres__evidence_free(&evidence);
    bres__scratch_free(&scratch);
    if (status == BRES_OK)
        bres__decision_copy(decision, &made);
    return status;
}

bres_status bres__samples_check_thresholds(const bres_thresholds *thresholds)
{
    if (thresholds->rule == BRES_RULE_LEGACY)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "the legacy rule compares summaries, not samples in memory");
    if (bres__variation_is_wanted(thresholds))
        return bres__error(BRES_ERROR_ARGUMENT,
                           "samples in memory record no run variation: give its value");
    return BRES_OK;
}

/* Avoids branches on the data: nearly always, all values are valid times. */
static bool are_times(const float *times, size_t count)
{
    unsigned others = 0;

    for (size_t i = 0; i < count; i++)
        others |= !(times[i] >= 0 && times[i] <= FLT_MAX);
    return others == 0;
}

bres_status bres__samples_check(const bres_samples *samples, const char *owner)
{
    if (samples == NULL || (samples->times == NULL && samples->count > 0))
        return bres__error(BRES_ERROR_ARGUMENT, "the samples of %s or their times are NULL", owner);
    if (are_times(samples->times, samples->count))
        return BRES_OK;
    for (size_t i = 0; i < samples->count; i++) {
        const double time = (double)samples->times[i];

        if (!(time >= 0 && time <= (double)FLT_MAX))
            return bres__error(BRES_ERROR_VALUE,
                               "sample %zu of %s is %g (expected a finite number of at least 0)", i,
                               owner, time);
    }
    return BRES_OK;
}

bres_status bres__compare_samples(const bres_samples *reference, const bres_samples *candidate,
                                  uint32_t flags, const bres_thresholds *thresholds,
                                  bres_decision *decision, bres_ratio *ratio)
{
    bres__scratch scratch;
    bres__evidence evidence = { .scratch = &scratch };
    bres_decision made = { .size = sizeof(made) };
    bres_ratio made_ratio = { .size = sizeof(made_ratio) };
    bres_status status;

    bres__scratch_init(&scratch);
    bres__side_of_samples(&evidence.sides[BRES__REFERENCE], reference);
    bres__side_of_samples(&evidence.sides[BRES__CANDIDATE], candidate);
    evidence.has_clock = (flags & BRES_COMPARE_HAS_CLOCK) != 0 || reference->rates != NULL ||
                         candidate->rates != NULL;
    status = bres__decide_one_run(&evidence, thresholds, &made, &made_ratio);
    bres__scratch_free(&scratch);
    if (status != BRES_OK)
        return status;
    bres__decision_copy(decision, &made);
    bres__output_copy(ratio, &made_ratio, sizeof(made_ratio));
    return BRES_OK;
}

bres_status bres_compare_samples(const bres_samples *reference, const bres_samples *candidate,
                                 uint32_t flags, const bres_thresholds *thresholds,
                                 bres_decision *decision)
{
    bres_thresholds limits;
    bres_status status = bres__decision_clear(decision);

    if (status == BRES_OK)
        status = bres__samples_check(reference, "the reference");
    if (status == BRES_OK)
        status = bres__samples_check(candidate, "the candidate");
    if (status == BRES_OK)
        status = bres__options_check_flags(flags, BRES_COMPARE_HAS_CLOCK, "bres_compare_samples");
    if (status == BRES_OK)
        status = bres__thresholds_take(&limits, thresholds);
    if (status == BRES_OK)
        status = bres__samples_check_thresholds(&limits);
    return status == BRES_OK
               ? bres__compare_samples(reference, candidate, flags, &limits, decision, NULL)
               : status;
}
