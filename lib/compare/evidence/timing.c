/* SPDX-License-Identifier: MIT */
/*
 * Reads the times or counts in the summaries of a state.
 *
 * Values are read as the file has them. The first of repeated tags or entries is used. Null and
 * booleans count as absent or, for deviations and quartile ranges, as infinite. A malformed value
 * is an error if it is needed.
 */
#include "compare/evidence/timing.h"
#include "compare/match/name.h"

#include <math.h>
#include <string.h>

static const bres__metric metric_gpu = {
    .prefix = "nv/cold/time/gpu/",
    .clock = "nv/cold/sm_clock_rate/mean",
    .sample_size = "nv/cold/sample_size",
    .times = BRES__TAG_COLD_TIMES,
    .rates = BRES__TAG_COLD_RATES,
};

static const bres__metric metric_cold_cpu = {
    .prefix = "nv/cold/time/cpu/",
    .sample_size = "nv/cold/sample_size",
};

static const bres__metric metric_cpu_only = {
    .prefix = "nv/cpu_only/time/cpu/",
    .sample_size = "nv/cpu_only/sample_size",
    .times = BRES__TAG_CPU_TIMES,
};

static const bres__metric metric_batch = {
    .prefix = "nv/batch/time/gpu/",
    .sample_size = "nv/batch/sample_size",
};

static const bres__metric metric_instructions = {
    .count = "bres/callgrind/instructions",
};

/* The summaries that a metric uses. */
typedef enum timing_slot {
    SLOT_MIN,
    SLOT_MAX,
    SLOT_MEAN,
    SLOT_STDEV,
    SLOT_STDEV_RELATIVE,
    SLOT_Q1,
    SLOT_MEDIAN,
    SLOT_Q3,
    SLOT_IQR,
    SLOT_IQR_RELATIVE,
    SLOT_OLD_IQR, /* older files */
    SLOT_OLD_IQR_RELATIVE,
    SLOT_TIME_COUNT, /* the tags above begin with the prefix of the metric */
    SLOT_CLOCK = SLOT_TIME_COUNT,
    SLOT_SAMPLE_SIZE,
    SLOT_TIMES,
    SLOT_RATES,
    SLOT_COUNT
} timing_slot;

static const char *const slot_suffixes[SLOT_TIME_COUNT] = {
    [SLOT_MIN] = "min",
    [SLOT_MAX] = "max",
    [SLOT_MEAN] = "mean",
    [SLOT_STDEV] = "stdev/absolute",
    [SLOT_STDEV_RELATIVE] = "stdev/relative",
    [SLOT_Q1] = "q1",
    [SLOT_MEDIAN] = "median",
    [SLOT_Q3] = "q3",
    [SLOT_IQR] = "iqr/absolute",
    [SLOT_IQR_RELATIVE] = "iqr/relative",
    [SLOT_OLD_IQR] = "ir/absolute",
    [SLOT_OLD_IQR_RELATIVE] = "ir/relative",
};

bool bres__state_has_tags(const bres_state *state, const char *prefix)
{
    const size_t length = strlen(prefix);

    for (uint32_t i = 0; i < state->summary_count; i++) {
        const char *tag = bres__summary_at(state, i)->shape->tag;

        if (tag != NULL && strncmp(tag, prefix, length) == 0)
            return true;
    }
    return false;
}

/* Whether a pair was measured on the CPU alone. A skipped state has no summaries and is treated
 * like the other state. */
static bool pair_is_cpu_only(const bres_state *reference, const bres_state *candidate)
{
    const bool cpu[2] = { bres__state_has_tags(reference, metric_cpu_only.prefix),
                          bres__state_has_tags(candidate, metric_cpu_only.prefix) };

    return (cpu[0] || cpu[1]) && (cpu[0] || reference->summary_count == 0) &&
           (cpu[1] || candidate->summary_count == 0) &&
           !bres__state_has_tags(reference, metric_gpu.prefix) &&
           !bres__state_has_tags(candidate, metric_gpu.prefix);
}

const bres__metric *bres__metric_choose(bres_metric metric, const bres_state *reference,
                                        const bres_state *candidate)
{
    switch (metric) {
    case BRES_METRIC_INSTRUCTIONS:
        return &metric_instructions;
    case BRES_METRIC_BATCH:
        return &metric_batch;
    case BRES_METRIC_CPU:
        return pair_is_cpu_only(reference, candidate) ? &metric_cpu_only : &metric_cold_cpu;
    case BRES_METRIC_AUTO:
        return pair_is_cpu_only(reference, candidate) ? &metric_cpu_only : &metric_gpu;
    case BRES_METRIC_GPU:
        break;
    }
    return &metric_gpu;
}

static bres_status value_error(const bres_state *state, bres_status status, const char *tag,
                               const char *expected, const char *message)
{
    bres__error(status, "benchmark '%s', state '%s': summary '%s': %s", state->bench->name,
                state->name, tag, message);
    bres__error_set_file(state->bench->result->path);
    bres__error_set_expected(expected);
    return status;
}

/* Finds the first entry with the name 'value'. */
static bres_status value_find(const bres_state *state, const bres_summary *summary,
                              const bres_value **value)
{
    const char *tag = summary->shape->tag;

    for (uint32_t i = 0; i < summary->field_count; i++) {
        const char *name = summary->fields[i].field->name;

        if (name == NULL)
            return value_error(state, BRES_ERROR_KEY, tag, "the key 'name'",
                               "a data entry has no name");
        if (strcmp(name, "value") != 0)
            continue;
        *value = &summary->fields[i];
        if ((*value)->json == BRES__JSON_MISSING)
            break;
        return BRES_OK;
    }
    return value_error(state, BRES_ERROR_KEY, tag, "the key 'value'", "it has no value");
}

/* Reads the value of a summary; null and booleans become `nothing`. */
static bres_status value_read(const bres_state *state, const bres_summary *summary,
                              bres__number nothing, bres__number *number)
{
    const char *tag = summary->shape->tag;
    const bres_value *value = NULL;
    char message[160];
    const char *type;
    bres_status status = value_find(state, summary, &value);

    if (status != BRES_OK)
        return status;
    type = bres__scalar_string(&value->field->type);
    if (type == NULL || strcmp(type, "float64") != 0)
        return value_error(state, BRES_ERROR_VALUE, tag, "the type float64",
                           "its value has another type");
    switch ((bres__json_kind)value->json) {
    case BRES__JSON_NULL:
    case BRES__JSON_FALSE:
    case BRES__JSON_TRUE:
        *number = nothing;
        return BRES_OK;
    case BRES__JSON_INTEGER:
    case BRES__JSON_REAL:
    case BRES__JSON_STRING:
        number->present = true;
        if (bres__parse_float64(value->text, strlen(value->text), &number->value) == BRES__PARSE_OK)
            return BRES_OK;
        break;
    default:
        return value_error(state, BRES_ERROR_KIND, tag, "a float64",
                           "its value is a list or an object");
    }
    bres__format(message, sizeof(message), "its value '%.*s' is not a number",
                 bres__quoted_length(value->text), value->text);
    return value_error(state, BRES_ERROR_VALUE, tag, "a float64", message);
}

/* In the legacy rule, null, booleans and the number 0 count as missing noise, but the string "0"
 * does not. */
static bool value_is_legacy_noise(const bres_state *state, const bres_summary *summary,
                                  const bres__number *number)
{
    const bres_value *value = NULL;

    if (value_find(state, summary, &value) != BRES_OK)
        return false;
    return value->json == BRES__JSON_STRING ||
           ((value->json == BRES__JSON_INTEGER || value->json == BRES__JSON_REAL) &&
            number->value != 0);
}

static bool tag_is(const char *tag, const char *wanted)
{
    return wanted != NULL && strcmp(tag, wanted) == 0;
}

static timing_slot slot_find(const bres__metric *metric, size_t prefix_length, const char *tag)
{
    if (metric->prefix == NULL)
        return tag_is(tag, metric->count) ? SLOT_MEAN : SLOT_COUNT;
    if (strncmp(tag, metric->prefix, prefix_length) == 0) {
        for (int slot = 0; slot < SLOT_TIME_COUNT; slot++) {
            if (strcmp(tag + prefix_length, slot_suffixes[slot]) == 0)
                return (timing_slot)slot;
        }
        return SLOT_COUNT;
    }
    if (tag_is(tag, metric->clock))
        return SLOT_CLOCK;
    if (tag_is(tag, metric->sample_size))
        return SLOT_SAMPLE_SIZE;
    if (tag_is(tag, metric->times))
        return SLOT_TIMES;
    return tag_is(tag, metric->rates) ? SLOT_RATES : SLOT_COUNT;
}

/* The first summary of each tag. */
static bres_status slots_fill(const bres_state *state, const bres__metric *metric,
                              const bres_summary *found[SLOT_COUNT])
{
    const size_t prefix_length = metric->prefix != NULL ? strlen(metric->prefix) : 0;

    for (uint32_t i = 0; i < state->summary_count; i++) {
        const bres_summary *summary = bres__summary_at(state, i);
        timing_slot slot;

        if (summary->shape->tag == NULL)
            return value_error(state, BRES_ERROR_KEY, "", "the key 'tag'", "a summary has no tag");
        slot = slot_find(metric, prefix_length, summary->shape->tag);
        if (slot != SLOT_COUNT && found[slot] == NULL)
            found[slot] = summary;
    }
    return BRES_OK;
}

/* Uses the older tag only if the newer one is absent. */
static const bres_summary *slot_newer(const bres_summary *const *found, timing_slot newer,
                                      timing_slot older)
{
    return found[newer] != NULL ? found[newer] : found[older];
}

bres_status bres__timing_read(const bres_state *state, const bres__metric *metric,
                              bres__timing *timing, bres__sidecar_summaries *sidecars)
{
    const bres__number absent = { .present = false };
    const bres__number infinite = { .present = true, .value = INFINITY };
    const bres_summary *found[SLOT_COUNT] = { NULL };
    bres_status status = slots_fill(state, metric, found);
    const struct {
        const bres_summary *summary;
        bres__number nothing;
        bres__number *number;
    } values[] = {
        { found[SLOT_MIN], absent, &timing->min },
        { found[SLOT_MAX], absent, &timing->max },
        { found[SLOT_MEAN], absent, &timing->mean },
        { found[SLOT_STDEV], infinite, &timing->stdev },
        { found[SLOT_STDEV_RELATIVE], infinite, &timing->stdev_relative },
        { found[SLOT_Q1], absent, &timing->q1 },
        { found[SLOT_MEDIAN], absent, &timing->median },
        { found[SLOT_Q3], absent, &timing->q3 },
        { slot_newer(found, SLOT_IQR, SLOT_OLD_IQR), infinite, &timing->iqr },
        { slot_newer(found, SLOT_IQR_RELATIVE, SLOT_OLD_IQR_RELATIVE), infinite,
          &timing->iqr_relative },
        { found[SLOT_CLOCK], absent, &timing->clock },
    };
    int64_t samples;

    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]) && status == BRES_OK; i++) {
        if (values[i].summary != NULL)
            status = value_read(state, values[i].summary, values[i].nothing, values[i].number);
    }
    if (status != BRES_OK)
        return status;
    if (found[SLOT_STDEV_RELATIVE] != NULL &&
        value_is_legacy_noise(state, found[SLOT_STDEV_RELATIVE], &timing->stdev_relative))
        timing->legacy_noise = timing->stdev_relative;
    if (found[SLOT_STDEV] == NULL && bres__number_is_usable(&timing->stdev_relative) &&
        bres__number_is_positive(&timing->mean))
        timing->stdev =
            (bres__number){ .present = true,
                            .value = timing->stdev_relative.value * timing->mean.value };
    if (bres_summary_int64(found[SLOT_SAMPLE_SIZE], &samples) && samples >= 0)
        timing->samples = (bres__number){ .present = true, .value = (double)samples };
    *sidecars = (bres__sidecar_summaries){ .times = found[SLOT_TIMES], .rates = found[SLOT_RATES] };
    return BRES_OK;
}
