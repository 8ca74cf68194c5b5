/* SPDX-License-Identifier: MIT */
#include "measure/cpu/measure.h"
#include "measure/cpu/blocks.h"
#include "model/model.h"

static const bres__measure_hooks no_hooks = { 0 };

/* A measurement with its clocks. */
typedef struct cpu_measurement {
    bres__sampling sampling;
    bres_clock sample_clock;
    bres__clock_facts facts; /* of the sample clock */
    bres__beside beside;
} cpu_measurement;

/* Executes the warm-ups; *last is the time of the last one. */
static void sampling_prepare(const bres__sampling *sampling, int64_t *last, bool *skipped,
                             char *reason)
{
    const uint64_t skip_time = bres__nanoseconds(sampling->settings->skip_time);

    bres__warm_up(sampling, last);
    if (*last < 0 || (uint64_t)*last >= skip_time)
        return;
    *skipped = true;
    bres__format(reason, BRES__SKIP_REASON,
                 "the last warm-up took %.3f us, less than the skip time of %.3f us",
                 (double)*last * 1e-3, sampling->settings->skip_time * 1e6);
}

/* Adds all of the summaries, or none. */
static bres_status measurement_add_summaries(cpu_measurement *self, bres_times *times,
                                             bres_state *state)
{
    bres__sampling *sampling = &self->sampling;
    const uint32_t count = state->summary_count;
    const uint8_t json = state->summaries_json;
    bres_status status;

    times->count = sampling->count;
    times->cpu = sampling->samples;
    times->walltime = bres__seconds(sampling->elapsed);
    status = bres_state_add_cpu_only_summaries(state, times);
    if (status == BRES_OK && sampling->block_size != 0)
        status = bres__sampling_add_batch_summaries(sampling, state);
    if (status == BRES_OK)
        status = bres__sampling_add_evidence(sampling, state);
    if (status == BRES_OK)
        status = bres__beside_add_summaries(&self->beside, state);
    if (status != BRES_OK) {
        state->summary_count = count;
        state->summaries_json = json;
    }
    return status;
}

/* Whether the speed of the function decides: samples of a fast function are blocks, samples of a
 * slow one are single executions. */
static bool measurement_is_adaptive(const cpu_measurement *self)
{
    const bres__sampling *sampling = &self->sampling;

    return sampling->body->plain != NULL ||
           (sampling->body->batched != NULL && sampling->settings->short_blocks);
}

/* A block size of 0 means that the search was interrupted; no samples are taken then. */
static bres_status measurement_search(cpu_measurement *self)
{
    const bres__block_rule *rule =
        measurement_is_adaptive(self) ? &bres__block_rule_short : &bres__block_rule_batched;

    return bres__sampling_find_block_size(&self->sampling, &self->facts, rule);
}

/* If the last warm-up was slow, or had no time, samples are single executions at first. These
 * samples must confirm that the function is slow: the warm-up may have been slow because it was the
 * first execution, and the function may become fast later. */
static bres_status measurement_sample_adaptively(cpu_measurement *self, int64_t last)
{
    bres__sampling *sampling = &self->sampling;
    const double short_time = bres__sampling_short_time(sampling, &self->facts);
    bres_status status = BRES_OK;

    if (last < 0 || bres__seconds((uint64_t)last) >= short_time) {
        sampling->short_time = short_time;
        status = bres__sampling_run(sampling);
        if (status != BRES_OK || !sampling->too_short)
            return status;
        status = bres__sampling_restart(sampling);
    }
    if (status == BRES_OK)
        status = measurement_search(self);
    return status == BRES_OK && sampling->block_size != 0 ? bres__sampling_run(sampling) : status;
}

static bres_status measurement_sample(cpu_measurement *self, bool *skipped, char *reason)
{
    bres__sampling *sampling = &self->sampling;
    const bres__cpu_body *body = sampling->body;
    const bool has_other_clock = body->timed == NULL && body->time == NULL;
    bres_status status = BRES_OK;
    int64_t last;

    sampling_prepare(sampling, &last, skipped, reason);
    if (*skipped)
        return BRES_OK;
    bres__beside_open(&self->beside, sampling->clock, sampling->settings->clock_kind,
                      BRES__BESIDE_MIGRATIONS | (has_other_clock ? BRES__BESIDE_CLOCK : 0));
    if (!sampling->settings->run_once && measurement_is_adaptive(self))
        return measurement_sample_adaptively(self, last);
    if (!sampling->settings->run_once && body->batched != NULL)
        status = measurement_search(self);
    return status == BRES_OK && sampling->block_size != 0 ? bres__sampling_run(sampling) : status;
}

/* Measures the clocks, then the body. */
static bres_status measurement_run(cpu_measurement *self, bool *skipped, char *reason)
{
    bres__sampling *sampling = &self->sampling;
    bres_status status;

    bres__clock_measure(sampling->sample_clock, &self->facts);
    sampling->clock_cost = self->facts.cost;
    bres__failure_watch(&sampling->failure);
    status = measurement_sample(self, skipped, reason);
    bres__failure_unwatch(&sampling->failure);
    return sampling->failure.failed ? bres__failure_status(&sampling->failure) : status;
}

bres_status bres__measure_cpu(bres_state *state, const bres__cpu_body *body,
                              const bres__settings *settings, const bres_clock *clock,
                              int64_t elements, int64_t global_bytes,
                              const bres__measure_hooks *hooks, bool *skipped, char *reason)
{
    cpu_measurement self = {
        .sampling = {
            .body = body,
            .settings = settings,
            .clock = clock,
            .sample_clock = settings->clock_kind == BRES_CLOCK_WALL ? clock : &self.sample_clock,
            .beside = &self.beside,
            .hooks = hooks != NULL ? hooks : &no_hooks,
            .criterion = settings->criterion,
            .block_size = 1,
        },
    };
    bres__sampling *sampling = &self.sampling;
    bres_criterion *made = NULL;
    bres_times times;
    bres_status status = BRES_OK;

    *skipped = false;
    reason[0] = '\0';
    bres__clock_of_kind(&self.sample_clock, clock, settings->clock_kind);
    if (sampling->criterion == NULL) {
        status = bres__criterion_default(&made);
        sampling->criterion = made;
    }
    if (status == BRES_OK)
        status = bres_criterion_start(sampling->criterion);
    if (status == BRES_OK)
        status = measurement_run(&self, skipped, reason);
    if (status != BRES_OK || *skipped)
        goto out;
    bres_times_init(&times);
    times.elements = elements;
    times.global_bytes = global_bytes;
    status = measurement_add_summaries(&self, &times, state);
    if (status == BRES_OK)
        bres__sampling_warn(sampling, state);
out:
    bres__beside_close(&self.beside);
    bres__free(sampling->samples);
    bres_criterion_free(made);
    return status;
}
