/* SPDX-License-Identifier: MIT */
#include "measure/cpu/measure.h"
#include "measure/cpu/blocks.h"
#include "model/model.h"

static const bres__measure_hooks no_hooks = { 0 };

/* Warm-ups, and what follows from the last of them. */
static void sampling_prepare(const bres__sampling *sampling, bool *skipped, char *reason)
{
    const uint64_t skip_time = bres__nanoseconds(sampling->settings->skip_time);
    int64_t last;

    bres__warm_up(sampling, &last);
    if (last < 0 || (uint64_t)last >= skip_time)
        return;
    *skipped = true;
    bres__format(reason, BRES__SKIP_REASON,
                 "the last warm-up took %.3f us, less than the skip time of %.3f us",
                 (double)last * 1e-3, sampling->settings->skip_time * 1e6);
}

/* All of the summaries, or none. */
static bres_status sampling_add_summaries(bres__sampling *sampling, bres_times *times,
                                          const bres__clock_facts *facts, bres_state *state)
{
    const uint32_t count = state->summary_count;
    const uint8_t json = state->summaries_json;
    bres_status status = BRES_OK;

    times->count = sampling->count;
    times->cpu = sampling->samples;
    times->walltime = bres__seconds(sampling->elapsed);
    if (sampling->body->batched != NULL && sampling->block_size != 0)
        status = bres__sampling_add_batch_summaries(sampling, facts->cost, state);
    if (status == BRES_OK)
        status = bres__sampling_add_evidence(sampling, state);
    if (status == BRES_OK)
        status = bres_state_add_cpu_only_summaries(state, times);
    if (status != BRES_OK) {
        state->summary_count = count;
        state->summaries_json = json;
    }
    return status;
}

/* A block size of 0 says that the search for it was interrupted: there are no samples then. */
static bres_status sampling_measure(bres__sampling *sampling, const bres__clock_facts *facts,
                                    bool *skipped, char *reason)
{
    bres_status status = BRES_OK;

    sampling_prepare(sampling, skipped, reason);
    if (*skipped)
        return BRES_OK;
    if (sampling->body->batched != NULL && !sampling->settings->run_once)
        status = bres__sampling_find_block_size(sampling, facts);
    if (status == BRES_OK && sampling->block_size != 0)
        status = bres__sampling_run(sampling);
    return status;
}

bres_status bres__measure_cpu(bres_state *state, const bres__cpu_body *body,
                              const bres__settings *settings, const bres_clock *clock,
                              int64_t elements, int64_t global_bytes,
                              const bres__measure_hooks *hooks, bool *skipped, char *reason)
{
    bres__sampling sampling = {
        .body = body,
        .settings = settings,
        .clock = clock,
        .hooks = hooks != NULL ? hooks : &no_hooks,
        .criterion = settings->criterion,
        .block_size = 1,
    };
    bres__clock_facts facts = { 0, 0 };
    bres_criterion *made = NULL;
    bres_times times;
    bres_status status = BRES_OK;

    *skipped = false;
    reason[0] = '\0';
    if (sampling.criterion == NULL) {
        status = bres__criterion_default(&made);
        sampling.criterion = made;
    }
    if (status == BRES_OK)
        status = bres_criterion_start(sampling.criterion);
    if (status != BRES_OK)
        goto out;
    if (body->batched != NULL)
        bres__clock_measure(clock, &facts);
    bres__failure_watch(&sampling.failure);
    status = sampling_measure(&sampling, &facts, skipped, reason);
    bres__failure_unwatch(&sampling.failure);
    if (sampling.failure.failed)
        status = bres__failure_status(&sampling.failure);
    if (status != BRES_OK || *skipped)
        goto out;
    bres_times_init(&times);
    times.elements = elements;
    times.global_bytes = global_bytes;
    status = sampling_add_summaries(&sampling, &times, &facts, state);
    if (status == BRES_OK)
        bres__sampling_warn(&sampling, state);
out:
    bres__free(sampling.samples);
    bres_criterion_free(made);
    return status;
}
