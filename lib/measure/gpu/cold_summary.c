/* SPDX-License-Identifier: MIT */
/*
 * What isolated samples add to a state: the standard summaries, and those that say that something
 * about the samples is unusual.
 */
#include "measure/gpu/cold.h"

#include <inttypes.h>

/* Not hidden: the count belongs beside the times. */
static bres_status state_add_count(bres_state *state, const char *tag, const char *name,
                                   const char *description, int64_t count)
{
    bres_summary *summary = NULL;
    bres_status status = bres_state_add_summary(state, tag, &summary);

    if (status == BRES_OK)
        status = bres_summary_set_texts(summary, name, description, "sample_size", NULL);
    return status == BRES_OK ? bres_summary_set_int64(summary, "value", count) : status;
}

/* The reasons as words. */
static bres_status cold_add_reasons(const bres__cold *cold, bres_state *state)
{
    bres__text words = { 0 };
    bres_summary *summary = NULL;
    bres_status status;

    bres__nvml_put_reasons(&words, cold->reasons);
    status = words.failed ? bres__error_memory()
                          : bres_state_add_summary(state, "bres/cold/throttle_reasons", &summary);
    if (status == BRES_OK)
        status = bres_summary_set_texts(
            summary, "Throttle Reasons",
            "Why the clock was low, as the management library reports it.", NULL, NULL);
    if (status == BRES_OK)
        status = bres_summary_set_string(summary, "value", words.data);
    bres__text_free(&words);
    return status;
}

static bres_status cold_add_standard(const bres__cold *cold, bres_state *state, int64_t elements,
                                     int64_t global_bytes)
{
    const bres__sampling *sampling = &cold->sampling;
    const bres_cuda_device_info *info = bres__cuda_context_info(cold->launch->context);
    bres_times times;

    bres_times_init(&times);
    times.count = sampling->count;
    times.gpu = sampling->samples;
    times.cpu = cold->cpu;
    /* A mean of some of the clocks would pass for one of all. */
    if (!cold->clock_unknown && sampling->count != 0)
        times.clocks = cold->clocks;
    times.walltime = bres__seconds(sampling->elapsed);
    times.elements = elements;
    times.global_bytes = global_bytes;
    times.peak_bytes_per_second = info->memory_bandwidth;
    times.default_clock = info->sm_clock;
    return bres_state_add_cold_summaries(state, &times);
}

bres_status bres__cold_add_summaries(const bres__cold *cold, bres_state *state, int64_t elements,
                                     int64_t global_bytes)
{
    const uint32_t count = state->summary_count;
    const uint8_t json = state->summaries_json;
    bres_status status = BRES_OK;

    if (cold->grace != 0)
        status = state_add_count(state, "bres/cold/throttled", "Throttled",
                                 "Samples that were taken although the clock was below the "
                                 "threshold.",
                                 (int64_t)cold->sampling.count);
    if (status == BRES_OK && bres__cold_has_overrun(cold))
        status = state_add_count(state, "bres/cold/other_streams", "Other Streams",
                                 "Samples after which the device was still busy.",
                                 (int64_t)cold->overrun);
    if (status == BRES_OK && cold->reasons != 0)
        status = cold_add_reasons(cold, state);
    /* Last: the samples that it sets cannot be taken back. */
    if (status == BRES_OK)
        status = cold_add_standard(cold, state, elements, global_bytes);
    if (status != BRES_OK) {
        state->summary_count = count;
        state->summaries_json = json;
    }
    return status;
}

static void cold_log(const bres__cold *cold, const char *message)
{
    const bres__measure_hooks *hooks = cold->sampling.hooks;

    hooks->log(hooks->user, BRES_LOG_WARNING, message);
}

void bres__cold_warn(const bres__cold *cold)
{
    const bres__sampling *sampling = &cold->sampling;
    char message[256];

    if (sampling->hooks->log == NULL)
        return;
    if (cold->grace != 0) {
        bres__format(message, sizeof(message),
                     "timeout of %g s: the clock has never reached the threshold; %zu samples were "
                     "taken anyway",
                     sampling->settings->timeout, sampling->count);
        cold_log(cold, message);
    } else if (cold->discarded != 0) {
        bres__format(message, sizeof(message),
                     "%" PRIu64 " samples were discarded, as the clock was below the threshold",
                     cold->discarded);
        cold_log(cold, message);
    }
    if (bres__cold_has_overrun(cold)) {
        bres__format(message, sizeof(message),
                     "the device was still busy after %zu of %zu samples: does the launcher use "
                     "another stream?",
                     cold->overrun, sampling->count);
        cold_log(cold, message);
    }
    bres__sampling_warn(sampling);
}
