/* SPDX-License-Identifier: MIT */
/*
 * Makes measurements from the states of a result.
 */
#include "timer/measurement/measurement.h"

#include <string.h>

/* The data about a measurement that a state has besides samples. */
typedef struct state_origin {
    bres_task_spec spec;
    int64_t number_per_run;
    const char *metadata;
} state_origin;

static bres_status read_integer(const bres_state *state, const bres_summary *summary,
                                const char *name, int64_t max, int64_t *value)
{
    if (bres_value_int64(bres_summary_field(summary, name), value) && *value >= 1 && *value <= max)
        return BRES_OK;
    return bres__error(BRES_ERROR_VALUE,
                       "state '%s': summary '%s': `%s` is not an integer from 1 to %lld",
                       bres_state_name(state), BRES__TAG_MEASUREMENT, name, (long long)max);
}

/* Reads the summary that bres_measurement_result() has added. */
static bres_status origin_read(const bres_state *state, const bres_summary *summary,
                               state_origin *origin)
{
    int64_t threads;
    bres_status status;

    status = read_integer(state, summary, "number_per_run", INT64_MAX, &origin->number_per_run);
    if (status == BRES_OK)
        status = read_integer(state, summary, "num_threads", INT32_MAX, &threads);
    if (status != BRES_OK)
        return status;
    origin->spec.num_threads = (int32_t)threads;
    for (size_t i = 0; i < BRES__SPEC_TEXT_COUNT; i++) {
        const bres__spec_text *text = &bres__spec_texts[i];

        bres__spec_set(&origin->spec, text,
                       bres_value_string(bres_summary_field(summary, text->name)));
    }
    origin->metadata = bres_value_string(bres_summary_field(summary, "metadata"));
    return BRES_OK;
}

/* Derives the data for any other state from its names. */
static void origin_guess(const bres_state *state, state_origin *origin)
{
    const char *name = bres_state_name(state);

    origin->number_per_run = 1;
    origin->spec.label = bres_subbench_name(bres_state_subbench(state));
    origin->spec.sub_label = name[0] != '\0' ? name : NULL;
}

/* Whether the state was made of a measurement without times. */
static bool is_empty(const bres_state *state)
{
    int64_t samples;

    return bres_summary_int64(bres_state_summary(state, "nv/cpu_only/sample_size"), &samples) &&
           samples == 0;
}

static bres_status make_measurement(const bres_state *state, const state_origin *origin,
                                    const float *times, size_t count,
                                    bres_measurement **measurement)
{
    double *raw_times = bres__calloc(count, sizeof(*raw_times));
    bres_measurement *made = NULL;
    bres_status status;

    if (raw_times == NULL && count != 0)
        return bres__error_memory();
    for (size_t i = 0; i < count; i++)
        raw_times[i] = (double)times[i] * (double)origin->number_per_run;
    status = bres_measurement_new(&origin->spec, (uint64_t)origin->number_per_run, raw_times, count,
                                  &made);
    bres__free(raw_times);
    if (status == BRES_OK && origin->metadata != NULL)
        status = bres_measurement_set_metadata_json(made, origin->metadata);
    if (status != BRES_OK) {
        bres__error_prefix("state '%s'", bres_state_name(state));
        bres_measurement_free(made);
        return status;
    }
    *measurement = made;
    return BRES_OK;
}

bres_status bres_measurement_from_state(const bres_state *state, bres_measurement **measurement)
{
    const bres_summary *summary;
    state_origin origin = { 0 };
    bres_status status;
    const float *times;
    size_t count;

    if (measurement == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_measurement_from_state: measurement is NULL");
    *measurement = NULL;
    status = bres_state_samples(state, &times, &count);
    if (status != BRES_OK)
        return status;
    summary = bres_state_summary(state, BRES__TAG_MEASUREMENT);
    if (times == NULL && (summary == NULL || !is_empty(state)))
        return bres__error(BRES_ERROR_VALUE, "state '%s' has no samples", bres_state_name(state));
    bres_task_spec_init(&origin.spec);
    if (summary != NULL)
        status = origin_read(state, summary, &origin);
    else
        origin_guess(state, &origin);
    return status == BRES_OK ? make_measurement(state, &origin, times, count, measurement) : status;
}
