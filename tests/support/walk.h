/* SPDX-License-Identifier: MIT */
/*
 * Calls every getter of a result, for tests and fuzz targets that check that the result is intact.
 * Inline, because a fuzz target is one file.
 */
#ifndef BRES_TEST_WALK_H
#define BRES_TEST_WALK_H

#include <benchresult/model.h>
#include <string.h>

/* A checksum over all texts and numbers: equal results have equal sums. */
typedef struct bres_walk {
    uint64_t sum;
    size_t states;
    size_t values;
} bres_walk;

static inline void bres_walk_number(bres_walk *walk, uint64_t number)
{
    walk->sum = (walk->sum ^ number) * UINT64_C(0x100000001b3);
}

static inline void bres_walk_real(bres_walk *walk, bool present, double number)
{
    uint64_t bits = 0;

    if (present)
        memcpy(&bits, &number, sizeof(bits));
    bres_walk_number(walk, bits + present);
}

static inline void bres_walk_text(bres_walk *walk, const char *text)
{
    bres_walk_number(walk, text != NULL);
    for (; text != NULL && *text != '\0'; text++)
        bres_walk_number(walk, (unsigned char)*text);
}

static inline void bres_walk_value(bres_walk *walk, const bres_value *value)
{
    int64_t integer = 0;
    double real = 0;

    walk->values++;
    bres_walk_text(walk, bres_value_name(value));
    bres_walk_text(walk, bres_value_type(value));
    bres_walk_number(walk, (uint64_t)bres_value_kind(value));
    bres_walk_number(walk, bres_value_int64(value, &integer) ? (uint64_t)integer : 1);
    bres_walk_real(walk, bres_value_float64(value, &real), real);
    bres_walk_text(walk, bres_value_string(value));
    bres_walk_text(walk, bres_value_text(value));
}

static inline void bres_walk_summary(bres_walk *walk, const bres_summary *summary)
{
    int64_t integer = 0;
    double real = 0;

    bres_walk_text(walk, bres_summary_tag(summary));
    bres_walk_text(walk, bres_summary_name(summary));
    bres_walk_text(walk, bres_summary_hint(summary));
    bres_walk_text(walk, bres_summary_description(summary));
    bres_walk_text(walk, bres_summary_hide(summary));
    bres_walk_number(walk, bres_summary_is_hidden(summary));
    bres_walk_text(walk, bres_summary_extra_json(summary));
    for (size_t i = 0; i < bres_summary_field_count(summary); i++)
        bres_walk_value(walk, bres_summary_field_at(summary, i));
    bres_walk_number(walk, (uint64_t)bres_summary_kind(summary));
    bres_walk_number(walk, bres_summary_int64(summary, &integer) ? (uint64_t)integer : 1);
    bres_walk_real(walk, bres_summary_float64(summary, &real), real);
    bres_walk_text(walk, bres_summary_string(summary));
    bres_walk_value(walk, bres_summary_field(summary, "value"));
}

static inline void bres_walk_samples(bres_walk *walk, const bres_state *state)
{
    const float *values;
    size_t count;

    bres_walk_number(walk, (uint64_t)bres_state_samples(state, &values, &count));
    for (size_t i = 0; i < count; i++)
        bres_walk_real(walk, true, (double)values[i]);
    bres_walk_number(walk, (uint64_t)bres_state_frequencies(state, &values, &count));
    for (size_t i = 0; i < count; i++)
        bres_walk_real(walk, true, (double)values[i]);
    bres_state_release_samples(state);
}

static inline void bres_walk_state(bres_walk *walk, const bres_state *state)
{
    int64_t integer = 0;
    double real = 0;

    walk->states++;
    bres_walk_text(walk, bres_state_name(state));
    bres_walk_text(walk, bres_state_point_name(state));
    for (size_t i = 0; i < bres_state_point_count(state); i++) {
        bres_walk_text(walk, bres_state_point_axis_at(state, i));
        bres_walk_text(walk, bres_state_point_text_at(state, i));
        bres_walk_text(walk, bres_state_point_text(state, bres_state_point_axis_at(state, i)));
    }
    bres_walk_number(walk, bres_state_device(state, &integer) ? (uint64_t)integer : 1);
    bres_walk_number(walk, bres_state_type_config_index(state, &integer) ? (uint64_t)integer : 1);
    bres_walk_number(walk, bres_state_run(state));
    bres_walk_number(walk, bres_state_is_skipped(state));
    bres_walk_text(walk, bres_state_skip_reason(state));
    bres_walk_real(walk, bres_state_setting(state, "timeout", &real), real);
    bres_walk_text(walk, bres_state_extra_json(state));
    for (size_t i = 0; i < bres_state_axis_value_count(state); i++) {
        const bres_value *value = bres_state_axis_value_at(state, i);

        bres_walk_value(walk, value);
        bres_walk_value(walk, bres_state_axis_value(state, bres_value_name(value)));
    }
    for (size_t i = 0; i < bres_state_summary_count(state); i++) {
        const bres_summary *summary = bres_state_summary_at(state, i);

        bres_walk_summary(walk, summary);
        bres_walk_text(walk,
                       bres_summary_name(bres_state_summary(state, bres_summary_tag(summary))));
    }
    bres_walk_real(walk, bres_state_median(state, &real), real);
    bres_walk_real(walk, bres_state_bw(state, &real), real);
    bres_walk_samples(walk, state);
}

static inline void bres_walk_axis(bres_walk *walk, const bres_axis *axis)
{
    bres_walk_text(walk, bres_axis_name(axis));
    bres_walk_text(walk, bres_axis_type(axis));
    bres_walk_text(walk, bres_axis_flags(axis));
    bres_walk_text(walk, bres_axis_full_name(axis));
    bres_walk_text(walk, bres_axis_extra_json(axis));
    for (size_t i = 0; i < bres_axis_value_count(axis); i++) {
        const bres_axis_value *value = bres_axis_value_at(axis, i);
        int64_t integer = 0;
        double real = 0;

        walk->values++;
        bres_walk_text(walk, bres_axis_value_input_string(value));
        bres_walk_text(walk, bres_axis_value_description(value));
        bres_walk_number(walk, bres_axis_value_is_active(value));
        bres_walk_number(walk, (uint64_t)bres_axis_value_kind(value));
        bres_walk_number(walk, bres_axis_value_int64(value, &integer) ? (uint64_t)integer : 1);
        bres_walk_real(walk, bres_axis_value_float64(value, &real), real);
        bres_walk_text(walk, bres_axis_value_string(value));
        bres_walk_text(walk, bres_axis_value_extra_json(value));
    }
}

static inline void bres_walk_subbench(bres_walk *walk, const bres_subbench *bench)
{
    double real = 0;

    bres_walk_text(walk, bres_subbench_name(bench));
    for (size_t i = 0; i < bres_subbench_device_count(bench); i++)
        bres_walk_number(walk, (uint64_t)bres_subbench_device_id_at(bench, i));
    for (size_t i = 0; i < bres_subbench_axis_count(bench); i++)
        bres_walk_axis(walk, bres_subbench_axis_at(bench, i));
    for (size_t i = 0; i < bres_subbench_state_count(bench); i++)
        bres_walk_state(walk, bres_subbench_state_at(bench, i));
    bres_walk_real(walk, bres_subbench_setting(bench, "timeout", &real), real);
    bres_walk_text(walk, bres_subbench_extra_json(bench));
}

static inline bres_walk bres_walk_result(const bres_result *result)
{
    bres_walk walk = { .sum = 1 };

    bres_walk_text(&walk, bres_result_meta_json(result));
    bres_walk_text(&walk, bres_result_file_version(result));
    bres_walk_text(&walk, bres_result_extra_json(result));
    for (size_t i = 0; i < bres_result_device_count(result); i++) {
        const bres_device *device = bres_result_device_at(result, i);
        int64_t integer = 0;
        double real = 0;

        bres_walk_number(&walk, (uint64_t)bres_device_id(device));
        bres_walk_text(&walk, bres_device_name(device));
        bres_walk_text(&walk, bres_device_json(device));
        bres_walk_number(&walk, bres_device_int64(device, "id", &integer) ? (uint64_t)integer : 1);
        bres_walk_real(&walk, bres_device_float64(device, "id", &real), real);
    }
    for (size_t i = 0; i < bres_result_subbench_count(result); i++)
        bres_walk_subbench(&walk, bres_result_subbench_at(result, i));
    return walk;
}

#endif
