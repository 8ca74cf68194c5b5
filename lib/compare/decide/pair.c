/* SPDX-License-Identifier: MIT */
/*
 * Decisions on one pair: two states, or two sets of samples.
 */
#include "compare/compare.h"

#include <string.h>

/* Size of the first published layout: it never changes. */
#define DECISION_FIRST_SIZE (offsetof(bres_decision, message) + 256)

void bres_decision_init(bres_decision *decision)
{
    if (decision != NULL)
        *decision = (bres_decision){ .size = sizeof(*decision) };
}

bres_status bres__decision_begin(bres_decision *user)
{
    size_t size;

    if (user == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the decision is NULL");
    size = user->size;
    if (size < DECISION_FIRST_SIZE || size > sizeof(*user) + 4096)
        return bres__error(BRES_ERROR_VERSION,
                           "bres_decision: size is %zu (expected at least %zu): was it "
                           "initialised?",
                           size, (size_t)DECISION_FIRST_SIZE);
    memset(user, 0, size);
    user->size = size;
    return BRES_OK;
}

void bres__decision_give(bres_decision *user, const bres_decision *decision)
{
    const size_t size = user->size;

    memcpy(user, decision, size < sizeof(*decision) ? size : sizeof(*decision));
    user->size = size;
}

/* --- States --------------------------------------------------------------------------------- */

bres_status bres__side_collect(bres__side *side, const bres_state *state,
                               const bres__metric *metric, bres__warning_list *warnings)
{
    bres__sidecar_summaries sidecars = { NULL, NULL };
    bres_status status;

    side->skipped = bres_state_is_skipped(state);
    side->skip_reason = bres_state_skip_reason(state);
    side->without_summaries = state->summary_count == 0;
    status = bres__timing_read(state, metric, &side->timing, &sidecars);
    if (status != BRES_OK)
        return status;
    return bres__sources_find(state, metric, &sidecars, &side->times, &side->rates, warnings);
}

bres_status bres__evidence_collect(bres__evidence *evidence, const bres_state *reference,
                                   const bres_state *candidate, bres_metric chosen)
{
    const bres__metric *metric = bres__metric_choose(chosen, reference, candidate);
    bres_status status;

    evidence->has_clock = metric->clock != NULL;
    evidence->has_counts = metric->count != NULL;
    status = bres__side_collect(&evidence->sides[BRES__REFERENCE], reference, metric,
                                evidence->warnings);
    if (status != BRES_OK)
        return status;
    return bres__side_collect(&evidence->sides[BRES__CANDIDATE], candidate, metric,
                              evidence->warnings);
}

void bres__evidence_free(bres__evidence *evidence)
{
    for (int i = 0; i < 2; i++) {
        bres__source_free(&evidence->sides[i].times);
        bres__source_free(&evidence->sides[i].rates);
    }
}

bres_status bres_compare_states(const bres_state *reference, const bres_state *candidate,
                                const bres_thresholds *thresholds, bres_decision *decision)
{
    bres__scratch scratch;
    bres__evidence evidence = { .scratch = &scratch };
    bres_decision made = { .size = sizeof(made) };
    bres_thresholds limits;
    bres_status status = bres__decision_begin(decision);

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
        bres__decision_give(decision, &made);
    return status;
}

/* --- Samples -------------------------------------------------------------------------------- */

static void source_of_array(bres__source *source, const char *what, const float *values,
                            size_t count)
{
    source->what = what;
    source->declared = values != NULL;
    source->in_memory = true;
    source->values = values;
    source->count = values != NULL ? count : 0;
    source->size = source->count;
}

void bres__side_of_samples(bres__side *side, const bres_samples *samples)
{
    source_of_array(&side->times, "sample times", samples->times, samples->count);
    source_of_array(&side->rates, "sample frequencies", samples->rates, samples->count);
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
    bres_status status = bres__decision_begin(decision);

    if (status == BRES_OK)
        status = bres__samples_check(reference);
    if (status == BRES_OK)
        status = bres__samples_check(candidate);
    if (status == BRES_OK)
        status = bres__options_check_flags(flags, BRES_COMPARE_HAS_CLOCK, "bres_compare_samples");
    if (status == BRES_OK)
        status = bres__thresholds_take(&limits, thresholds);
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
        bres__decision_give(decision, &made);
    return status;
}
