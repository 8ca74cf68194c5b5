/* SPDX-License-Identifier: MIT */
#include "support/describe.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(FILE *out, const char *what, const char *text)
{
    fprintf(out, "%s: %s\n", what, text != NULL ? text : "(none)");
}

static void put_value(FILE *out, const bres_value *value)
{
    int64_t integer = 0;
    double real = 0;

    fprintf(out, "value kind %d", (int)bres_value_kind(value));
    if (bres_value_int64(value, &integer))
        fprintf(out, " int64 %" PRId64, integer);
    if (bres_value_float64(value, &real))
        fprintf(out, " float64 %.17g", real);
    fputc('\n', out);
    put(out, "  name", bres_value_name(value));
    put(out, "  type", bres_value_type(value));
    put(out, "  text", bres_value_text(value));
    put(out, "  string", bres_value_string(value));
}

static void put_axis_value(FILE *out, const bres_axis_value *value)
{
    int64_t integer = 0;
    double real = 0;

    fprintf(out, "axis value kind %d active %d", (int)bres_axis_value_kind(value),
            bres_axis_value_is_active(value));
    if (bres_axis_value_int64(value, &integer))
        fprintf(out, " int64 %" PRId64, integer);
    if (bres_axis_value_float64(value, &real))
        fprintf(out, " float64 %.17g", real);
    fputc('\n', out);
    put(out, "  input", bres_axis_value_input_string(value));
    put(out, "  description", bres_axis_value_description(value));
    put(out, "  string", bres_axis_value_string(value));
    put(out, "  extra", bres_axis_value_extra_json(value));
}

static void put_axis(FILE *out, const bres_axis *axis)
{
    put(out, "axis", bres_axis_name(axis));
    put(out, " type", bres_axis_type(axis));
    put(out, " flags", bres_axis_flags(axis));
    put(out, " full name", bres_axis_full_name(axis));
    put(out, " extra", bres_axis_extra_json(axis));
    for (size_t i = 0; i < bres_axis_value_count(axis); i++)
        put_axis_value(out, bres_axis_value_at(axis, i));
}

static void put_summary(FILE *out, const bres_summary *summary)
{
    put(out, "summary", bres_summary_tag(summary));
    put(out, " name", bres_summary_name(summary));
    put(out, " hint", bres_summary_hint(summary));
    put(out, " description", bres_summary_description(summary));
    put(out, " hide", bres_summary_hide(summary));
    put(out, " extra", bres_summary_extra_json(summary));
    fprintf(out, " hidden %d\n", bres_summary_is_hidden(summary));
    for (size_t i = 0; i < bres_summary_field_count(summary); i++)
        put_value(out, bres_summary_field_at(summary, i));
}

static void put_samples(FILE *out, const bres_state *state)
{
    const float *times;
    const float *rates;
    size_t time_count;
    size_t rate_count;

    fprintf(out, "samples %s", bres_status_name(bres_state_samples(state, &times, &time_count)));
    for (size_t i = 0; i < time_count; i++)
        fprintf(out, " %.9g", (double)times[i]);
    fprintf(out, "%s\nfrequencies %s", times == NULL ? " none" : "",
            bres_status_name(bres_state_frequencies(state, &rates, &rate_count)));
    for (size_t i = 0; i < rate_count; i++)
        fprintf(out, " %.9g", (double)rates[i]);
    fprintf(out, "%s\n", rates == NULL ? " none" : "");
}

static void put_state(FILE *out, const bres_state *state)
{
    int64_t number;

    put(out, "state", bres_state_name(state));
    put(out, " point name", bres_state_point_name(state));
    if (bres_state_device(state, &number))
        fprintf(out, " device %" PRId64 "\n", number);
    if (bres_state_type_config_index(state, &number))
        fprintf(out, " type config %" PRId64 "\n", number);
    fprintf(out, " run %" PRIu32 " skipped %d\n", bres_state_run(state),
            bres_state_is_skipped(state));
    put(out, " skip reason", bres_state_skip_reason(state));
    put(out, " extra", bres_state_extra_json(state));
    for (size_t i = 0; i < bres_state_point_count(state); i++) {
        put(out, "point axis", bres_state_point_axis_at(state, i));
        put(out, "point text", bres_state_point_text_at(state, i));
    }
    for (size_t i = 0; i < bres_state_axis_value_count(state); i++)
        put_value(out, bres_state_axis_value_at(state, i));
    for (size_t i = 0; i < bres_state_summary_count(state); i++)
        put_summary(out, bres_state_summary_at(state, i));
    put_samples(out, state);
}

static void put_subbench(FILE *out, const bres_subbench *bench)
{
    put(out, "benchmark", bres_subbench_name(bench));
    put(out, " extra", bres_subbench_extra_json(bench));
    for (size_t i = 0; i < bres_subbench_device_count(bench); i++)
        fprintf(out, " device %" PRId64 "\n", bres_subbench_device_id_at(bench, i));
    for (size_t i = 0; i < bres_subbench_axis_count(bench); i++)
        put_axis(out, bres_subbench_axis_at(bench, i));
    for (size_t i = 0; i < bres_subbench_state_count(bench); i++)
        put_state(out, bres_subbench_state_at(bench, i));
}

char *bres_test_describe_body(const bres_result *result)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    cr_assert_not_null(out);
    put(out, "extra", bres_result_extra_json(result));
    for (size_t i = 0; i < bres_result_device_count(result); i++) {
        const bres_device *device = bres_result_device_at(result, i);

        fprintf(out, "device %" PRId64 "\n", bres_device_id(device));
        put(out, " name", bres_device_name(device));
        put(out, " json", bres_device_json(device));
    }
    for (size_t i = 0; i < bres_result_subbench_count(result); i++)
        put_subbench(out, bres_result_subbench_at(result, i));
    fclose(out);
    return text;
}

char *bres_test_describe(const bres_result *result)
{
    char *body = bres_test_describe_body(result);
    const char *meta = bres_result_meta_json(result);
    const char *version = bres_result_file_version(result);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    cr_assert_not_null(out);
    put(out, "meta", meta);
    put(out, "version", version);
    fputs(body, out);
    fclose(out);
    free(body);
    return text;
}

void bres_test_same_text(const char *actual, const char *expected, const char *what)
{
    size_t line = 0;
    size_t i = 0;

    while (actual[i] == expected[i] && actual[i] != '\0') {
        if (actual[i] == '\n')
            line = i + 1;
        i++;
    }
    cr_assert_eq(actual[i], expected[i], "%s: \"%.*s\" where \"%.*s\" was expected", what,
                 (int)strcspn(actual + line, "\n"), actual + line,
                 (int)strcspn(expected + line, "\n"), expected + line);
}

static const double gpu_times[] = { 1e-3, 2e-3, 3e-3, 4e-3, 5e-3 };
static const double cpu_times[] = { 2e-3, 3e-3, 4e-3, 5e-3, 6e-3 };
static const double clocks[] = { 1e9, 1e9, 2e9, 1e9, 1e9 };

static bres_status build_copy_state(bres_subbench *bench, const char *type, int64_t index,
                                    int64_t elements)
{
    bres_state *state;
    bres_times times;
    bres_status status = bres_subbench_add_state(bench, &state);

    bres_times_init(&times);
    times.count = 5;
    times.gpu = gpu_times;
    times.cpu = cpu_times;
    times.clocks = clocks;
    times.walltime = 0.25;
    times.elements = elements;
    times.global_bytes = 8 * elements;
    times.peak_bytes_per_second = 1e6;
    times.default_clock = 2e9;
    if (status == BRES_OK)
        status = bres_state_set_device(state, 0);
    if (status == BRES_OK)
        status = bres_state_set_type_config_index(state, index);
    if (status == BRES_OK)
        status = bres_state_add_axis_string(state, "T", type);
    if (status == BRES_OK)
        status = bres_state_add_axis_int64(state, "N", elements);
    if (status == BRES_OK)
        status = bres_state_set_float64(state, "timeout", 15);
    return status == BRES_OK ? bres_state_add_cold_summaries(state, &times) : status;
}

static bres_status build_copy(bres_result *result)
{
    static const char *const types[] = { "I32", "F64" };
    static const char *const descriptions[] = { "int32_t", NULL };
    static const int64_t exponents[] = { 4, 8 };
    bres_subbench *bench;
    bres_status status = bres_result_add_subbench(result, "copy", &bench);

    if (status == BRES_OK)
        status = bres_subbench_add_device(bench, 0);
    if (status == BRES_OK)
        status = bres_subbench_set_int64(bench, "min_samples", 10);
    if (status == BRES_OK)
        status = bres_subbench_set_float64(bench, "timeout", 15);
    if (status == BRES_OK)
        status = bres_subbench_add_type_axis(bench, "T", types, descriptions, 2);
    if (status == BRES_OK)
        status = bres_subbench_add_pow2_axis(bench, "N", exponents, 2);
    if (status == BRES_OK)
        status = build_copy_state(bench, "I32", 0, 16);
    return status == BRES_OK ? build_copy_state(bench, "F64", 1, 256) : status;
}

static bres_status build_sort_state(bres_subbench *bench, int64_t n)
{
    static const float samples[] = { 0.5F, 0.25F };
    bres_summary *summary;
    bres_state *state;
    bres_status status = bres_subbench_add_state(bench, &state);

    if (status == BRES_OK)
        status = bres_state_add_axis_int64(state, "n", n);
    if (status == BRES_OK)
        status = bres_state_add_axis_float64(state, "fill", 0.25);
    if (status == BRES_OK)
        status = bres_state_add_axis_string(state, "order", "up and down");
    if (status == BRES_OK)
        status = bres_state_set_run(state, 1);
    if (status == BRES_OK)
        status = bres_state_set_samples(state, samples, 2);
    if (status == BRES_OK)
        status = bres_state_set_frequencies(state, samples, 2);
    if (status == BRES_OK)
        status = bres_state_add_summary(state, "bres/note", &summary);
    if (status == BRES_OK)
        status = bres_summary_set_texts(summary, "Note", NULL, NULL, "");
    if (status == BRES_OK)
        status = bres_summary_set_int64(summary, "value", n);
    if (status == BRES_OK)
        status = bres_summary_set_float64(summary, "share", 0.5);
    if (status == BRES_OK)
        status = bres_summary_set_string(summary, "who", "nobody");
    return status;
}

static bres_status build_sort(bres_result *result)
{
    static const int64_t numbers[] = { 10, 20 };
    static const double fills[] = { 0.25 };
    static const char *const orders[] = { "up", "up and down" };
    bres_subbench *bench;
    bres_state *skipped;
    bres_status status = bres_result_add_subbench(result, "sort", &bench);

    if (status == BRES_OK)
        status = bres_subbench_add_int64_axis(bench, "n", numbers, 2);
    if (status == BRES_OK)
        status = bres_subbench_add_float64_axis(bench, "fill", fills, 1);
    if (status == BRES_OK)
        status = bres_subbench_add_string_axis(bench, "order", orders, 2);
    if (status == BRES_OK)
        status = build_sort_state(bench, 10);
    if (status == BRES_OK)
        status = bres_subbench_add_state(bench, &skipped);
    return status == BRES_OK ? bres_state_set_skipped(skipped, "too large") : status;
}

bres_status bres_test_build_small(bres_result **result)
{
    bres_result *made;
    bres_status status = bres_result_new(&made);

    *result = NULL;
    if (status == BRES_OK)
        status = bres_result_set_meta_json(
            made, "{\"argv\":[\"prog\"],\"version\":{\"json\":{\"string\":\"1.0.0\"}}}");
    if (status == BRES_OK)
        status = bres_result_add_device(made, 0, "GPU A", "{\"bandwidth\":1000000.0}", NULL);
    if (status == BRES_OK)
        status = build_copy(made);
    if (status == BRES_OK)
        status = build_sort(made);
    if (status != BRES_OK) {
        bres_result_unref(made);
        return status;
    }
    *result = made;
    return BRES_OK;
}
