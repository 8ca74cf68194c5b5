/* SPDX-License-Identifier: MIT */
/*
 * The summaries of isolated samples: the standard ones, and summaries that report something unusual
 * about the samples.
 */
#include "measure/gpu/cold.h"
#include "model/model.h"

#include <inttypes.h>

/* Not hidden: the counts belong beside the times. */
static const bres__summary_texts throttled_texts = {
    "throttled", "Throttled", "Samples that were taken although the clock was below the threshold.",
    "sample_size", NULL
};
static const bres__summary_texts streams_texts = { "other_streams", "Other Streams",
                                                   "Samples after which the device was still busy.",
                                                   "sample_size", NULL };
static const bres__summary_texts reasons_texts = {
    "throttle_reasons", "Throttle Reasons",
    "Why the clock was low, as the management library reports it.", NULL, NULL
};

/* Adds the throttle reasons as text. */
static void cold_add_reasons(const bres__cold *cold, bres__summaries *set)
{
    bres__text words = { 0 };

    bres__nvml_put_reasons(&words, cold->reasons);
    if (!words.failed)
        bres__summaries_add_string(set, &reasons_texts, words.data);
    else if (set->status == BRES_OK)
        set->status = bres__error_memory();
    bres__text_free(&words);
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
    /* The mean of only some samples' clocks would be mistaken for the mean of all. */
    if (!cold->clock_unknown && sampling->count != 0)
        times.clocks = cold->clocks;
    times.walltime = bres__seconds(sampling->elapsed);
    times.elements = elements;
    times.global_bytes = global_bytes;
    times.peak_bytes_per_second = info->memory_bandwidth;
    times.default_clock = info->sm_clock;
    return bres_state_add_cold_summaries(state, &times);
}

bres_status bres__cold_add_summaries(bres__cold *cold, bres_state *state, int64_t elements,
                                     int64_t global_bytes)
{
    bres__summaries set = bres__summaries_begin(state, "bres/cold/");

    if (cold->grace != 0)
        bres__summaries_add_int64(&set, &throttled_texts, (int64_t)cold->sampling.count);
    if (bres__cold_has_overrun(cold))
        bres__summaries_add_int64(&set, &streams_texts, (int64_t)cold->overrun);
    if (cold->reasons != 0)
        cold_add_reasons(cold, &set);
    if (set.status == BRES_OK)
        set.status = bres__sampling_add_evidence(&cold->sampling, state);
    /* Last, because the samples that it sets cannot be removed. */
    if (set.status == BRES_OK)
        set.status = cold_add_standard(cold, state, elements, global_bytes);
    return bres__summaries_end(&set);
}

static void cold_log(const bres__cold *cold, const char *message)
{
    const bres__measure_hooks *hooks = cold->sampling.hooks;

    hooks->log(hooks->user, BRES_LOG_WARNING, message);
}

void bres__cold_warn(const bres__cold *cold, const bres_state *state)
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
    bres__sampling_warn(sampling, state);
}
