/* SPDX-License-Identifier: MIT */
/*
 * Collects the evidence on a pair, from states or from samples in memory.
 */
#include "compare/evidence/evidence.h"

/* Callers pass arrays of this struct, so its size never changes. */
_Static_assert(sizeof(bres_samples) == 3 * sizeof(void *), "part of the ABI");

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

bres_status bres__side_require(bres__side *side, bres__warning_list *warnings)
{
    const bres_status status = bres__source_require(&side->times, warnings);

    return status == BRES_OK ? bres__source_require(&side->rates, warnings) : status;
}

void bres__evidence_free(bres__evidence *evidence)
{
    for (int i = 0; i < 2; i++) {
        bres__source_free(&evidence->sides[i].times);
        bres__source_free(&evidence->sides[i].rates);
    }
}

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
