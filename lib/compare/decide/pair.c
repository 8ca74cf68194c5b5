/* SPDX-License-Identifier: MIT */
/*
 * Decisions on one pair: two states, or two sets of samples.
 */
#include "compare/config/thresholds.h"
#include "compare/decide/decide.h"

bres_status bres_compare_states(const bres_state *reference, const bres_state *candidate,
                                const bres_thresholds *thresholds, bres_decision *decision)
{
    bres__scratch scratch;
    bres__evidence evidence = { .scratch = &scratch };
    bres_decision made = { .size = sizeof(made) };
    bres_thresholds limits;
    bres_status status = bres__decision_clear(decision);

    if (status != BRES_OK)
        return status;
    if (reference == NULL || candidate == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "a state is NULL");
    status = bres__thresholds_take(&limits, thresholds);
    if (status != BRES_OK)
        return status;
    bres__scratch_init(&scratch);
    status = bres__evidence_collect(&evidence, reference, candidate, BRES_METRIC_AUTO);
    if (status == BRES_OK)
        status = bres__decide(&evidence, &limits, &made);
    bres__evidence_free(&evidence);
    bres__scratch_free(&scratch);
    if (status == BRES_OK)
        bres__decision_copy(decision, &made);
    return status;
}

bres_status bres__samples_check_rule(const bres_thresholds *thresholds)
{
    if (thresholds->rule == BRES_RULE_LEGACY)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "the older rule compares summaries, not samples in memory");
    return BRES_OK;
}

bres_status bres__samples_check(const bres_samples *samples)
{
    if (samples == NULL || (samples->times == NULL && samples->count > 0))
        return bres__error(BRES_ERROR_ARGUMENT, "the samples or their times are NULL");
    return BRES_OK;
}

bres_status bres_compare_samples(const bres_samples *reference, const bres_samples *candidate,
                                 uint32_t flags, const bres_thresholds *thresholds,
                                 bres_decision *decision)
{
    bres__scratch scratch;
    bres__evidence evidence = { .scratch = &scratch };
    bres_decision made = { .size = sizeof(made) };
    bres_thresholds limits;
    bres_status status = bres__decision_clear(decision);

    if (status == BRES_OK)
        status = bres__samples_check(reference);
    if (status == BRES_OK)
        status = bres__samples_check(candidate);
    if (status == BRES_OK)
        status = bres__options_check_flags(flags, BRES_COMPARE_HAS_CLOCK, "bres_compare_samples");
    if (status == BRES_OK)
        status = bres__thresholds_take(&limits, thresholds);
    if (status == BRES_OK)
        status = bres__samples_check_rule(&limits);
    if (status != BRES_OK)
        return status;
    bres__scratch_init(&scratch);
    bres__side_of_samples(&evidence.sides[BRES__REFERENCE], reference);
    bres__side_of_samples(&evidence.sides[BRES__CANDIDATE], candidate);
    evidence.has_clock = (flags & BRES_COMPARE_HAS_CLOCK) != 0 || reference->rates != NULL ||
                         candidate->rates != NULL;
    status = bres__decide(&evidence, &limits, &made);
    bres__scratch_free(&scratch);
    if (status == BRES_OK)
        bres__decision_copy(decision, &made);
    return status;
}
