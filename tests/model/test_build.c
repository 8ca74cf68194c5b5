/* SPDX-License-Identifier: MIT */
#include "model/model.h"

#include "support/describe.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NOT_UTF8 "caf\xe9"

/* The objects that the calls below change. */
typedef struct parts {
    bres_result *result;
    bres_subbench *bench; /* has the axes int, pow2, float, string and type */
    bres_state *state;
    bres_summary *summary;
} parts;

static parts parts_new(void)
{
    static const int64_t numbers[] = { 1, 2 };
    static const double reals[] = { 0.5, INFINITY };
    static const char *const texts[] = { "a", "b" };
    static const char *const descriptions[] = { NULL, "the second" };
    parts made;

    cr_assert_eq(bres_result_new(&made.result), BRES_OK);
    cr_assert_eq(bres_result_add_device(made.result, 0, "GPU", NULL, NULL), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(made.result, "b", &made.bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_int64_axis(made.bench, "int", numbers, 2), BRES_OK);
    cr_assert_eq(bres_subbench_add_pow2_axis(made.bench, "pow2", numbers, 2), BRES_OK);
    cr_assert_eq(bres_subbench_add_float64_axis(made.bench, "float", reals, 2), BRES_OK);
    cr_assert_eq(bres_subbench_add_string_axis(made.bench, "string", texts, 2), BRES_OK);
    cr_assert_eq(bres_subbench_add_type_axis(made.bench, "type", texts, descriptions, 2), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(made.bench, &made.state), BRES_OK);
    cr_assert_eq(bres_state_add_axis_int64(made.state, "int", 1), BRES_OK);
    cr_assert_eq(bres_state_add_summary(made.state, "tag", &made.summary), BRES_OK);
    return made;
}

typedef struct error_row {
    const char *call;
    bres_status status;
    bres_status expected;
} error_row;

static void check_errors(const error_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cr_expect_eq(rows[i].status, rows[i].expected, "%s: %s", rows[i].call,
                     bres_status_name(rows[i].status));
}

#define CALL(expected, expression)                                                                 \
    {                                                                                              \
#expression, (expression), BRES_ERROR_##expected                                           \
    }

Test(model, builders_refuse_bad_arguments_and_change_nothing)
{
    static const int64_t exponents[] = { 3, 64 };
    static const int64_t negative[] = { -1 };
    static const char *const holes[] = { "a", NULL };
    static const char *const bytes[] = { NOT_UTF8 };
    static const char *const good[] = { "a" };
    parts p = parts_new();
    bres_subbench *bench = p.bench;
    bres_state *state = p.state;
    bres_summary *summary = p.summary;
    bres_result *result = p.result;
    const bres_device *device;
    bres_times times;
    double one = 1;

    bres_times_init(&times);
    char *before = bres_test_describe(result);
    const error_row rows[] = {
        CALL(ARGUMENT, bres_result_set_meta_json(result, NULL)),
        CALL(ARGUMENT, bres_result_set_meta_json(result, "{\"a\":\"" NOT_UTF8 "\"}")),
        CALL(SYNTAX, bres_result_set_meta_json(result, "")),
        CALL(SYNTAX, bres_result_set_meta_json(result, "{\"a\":1,}")),
        CALL(SYNTAX, bres_result_set_meta_json(result, "{} {}")),
        CALL(KIND, bres_result_set_meta_json(result, "[1]")),
        CALL(ARGUMENT, bres_result_add_device(result, 1, NULL, NULL, &device)),
        CALL(ARGUMENT, bres_result_add_device(result, 1, NOT_UTF8, NULL, &device)),
        CALL(SYNTAX, bres_result_add_device(result, 1, "GPU", "{", &device)),
        CALL(KIND, bres_result_add_device(result, 1, "GPU", "1", &device)),
        CALL(ARGUMENT, bres_result_add_device(result, 1, "GPU", "\"" NOT_UTF8 "\"", NULL)),
        CALL(CONFLICT, bres_result_add_device(result, 0, "other", NULL, NULL)),
        CALL(ARGUMENT, bres_result_add_subbench(result, NULL, &bench)),
        CALL(ARGUMENT, bres_result_add_subbench(result, NOT_UTF8, &bench)),
        CALL(ARGUMENT, bres_result_add_subbench(result, "b", NULL)),
        CALL(ARGUMENT, bres_subbench_set_int64(p.bench, NULL, 1)),
        CALL(ARGUMENT, bres_subbench_set_int64(p.bench, NOT_UTF8, 1)),
        CALL(ARGUMENT, bres_subbench_set_int64(p.bench, "name", 1)),
        CALL(ARGUMENT, bres_subbench_set_int64(p.bench, "index", 1)),
        CALL(ARGUMENT, bres_subbench_set_float64(p.bench, "devices", 1)),
        CALL(ARGUMENT, bres_subbench_set_float64(p.bench, "axes", 1)),
        CALL(ARGUMENT, bres_subbench_set_float64(p.bench, "states", 1)),
        CALL(ARGUMENT, bres_state_set_int64(state, NULL, 1)),
        CALL(ARGUMENT, bres_state_set_int64(state, "name", 1)),
        CALL(ARGUMENT, bres_state_set_int64(state, "device", 1)),
        CALL(ARGUMENT, bres_state_set_int64(state, "type_config_index", 1)),
        CALL(ARGUMENT, bres_state_set_int64(state, "axis_values", 1)),
        CALL(ARGUMENT, bres_state_set_float64(state, "summaries", 1)),
        CALL(ARGUMENT, bres_state_set_float64(state, "is_skipped", 1)),
        CALL(ARGUMENT, bres_state_set_float64(state, "skip_reason", 1)),
        CALL(ARGUMENT, bres_state_set_float64(state, "run", 1)),
        CALL(ARGUMENT, bres_subbench_add_int64_axis(p.bench, NULL, negative, 1)),
        CALL(ARGUMENT, bres_subbench_add_int64_axis(p.bench, "new", NULL, 1)),
        CALL(ARGUMENT, bres_subbench_add_int64_axis(p.bench, NOT_UTF8, negative, 1)),
        CALL(CONFLICT, bres_subbench_add_int64_axis(p.bench, "type", negative, 1)),
        CALL(ARGUMENT, bres_subbench_add_pow2_axis(p.bench, "new", exponents, 2)),
        CALL(ARGUMENT, bres_subbench_add_pow2_axis(p.bench, "new", negative, 1)),
        CALL(CONFLICT, bres_subbench_add_pow2_axis(p.bench, "pow2", exponents, 1)),
        CALL(ARGUMENT, bres_subbench_add_float64_axis(p.bench, "new", NULL, 1)),
        CALL(CONFLICT, bres_subbench_add_float64_axis(p.bench, "int", &one, 1)),
        CALL(ARGUMENT, bres_subbench_add_string_axis(p.bench, "new", holes, 2)),
        CALL(ARGUMENT, bres_subbench_add_string_axis(p.bench, "new", bytes, 1)),
        CALL(CONFLICT, bres_subbench_add_string_axis(p.bench, "int", good, 1)),
        CALL(ARGUMENT, bres_subbench_add_type_axis(p.bench, "new", holes, NULL, 2)),
        CALL(ARGUMENT, bres_subbench_add_type_axis(p.bench, "new", good, bytes, 1)),
        CALL(CONFLICT, bres_subbench_add_type_axis(p.bench, "int", good, NULL, 1)),
        CALL(ARGUMENT, bres_subbench_add_state(p.bench, NULL)),
        CALL(KEY, bres_state_add_axis_int64(state, "none", 1)),
        CALL(ARGUMENT, bres_state_add_axis_int64(state, NULL, 1)),
        CALL(ARGUMENT, bres_state_add_axis_int64(state, NOT_UTF8, 1)),
        CALL(KIND, bres_state_add_axis_int64(state, "float", 1)),
        CALL(KIND, bres_state_add_axis_int64(state, "type", 1)),
        CALL(CONFLICT, bres_state_add_axis_int64(state, "int", 2)),
        CALL(ARGUMENT, bres_state_add_axis_int64(state, "pow2", 0)),
        CALL(ARGUMENT, bres_state_add_axis_int64(state, "pow2", 3)),
        CALL(ARGUMENT, bres_state_add_axis_int64(state, "pow2", -2)),
        CALL(KIND, bres_state_add_axis_float64(state, "int", 1)),
        CALL(KIND, bres_state_add_axis_float64(state, "string", 1)),
        CALL(KEY, bres_state_add_axis_float64(state, "none", 1)),
        CALL(KIND, bres_state_add_axis_string(state, "pow2", "1")),
        CALL(KEY, bres_state_add_axis_string(state, "none", "1")),
        CALL(ARGUMENT, bres_state_add_axis_string(state, "string", NULL)),
        CALL(ARGUMENT, bres_state_add_axis_string(state, "type", NOT_UTF8)),
        CALL(ARGUMENT, bres_state_set_skipped(state, NOT_UTF8)),
        CALL(ARGUMENT, bres_state_add_summary(state, NULL, &summary)),
        CALL(ARGUMENT, bres_state_add_summary(state, NOT_UTF8, &summary)),
        CALL(ARGUMENT, bres_state_add_summary(state, "t", NULL)),
        CALL(ARGUMENT, bres_summary_set_texts(p.summary, "n", "d", "h", NOT_UTF8)),
        CALL(ARGUMENT, bres_summary_set_texts(p.summary, NOT_UTF8, "d", "h", "x")),
        CALL(ARGUMENT, bres_summary_set_int64(p.summary, NULL, 1)),
        CALL(ARGUMENT, bres_summary_set_float64(p.summary, NOT_UTF8, 1)),
        CALL(ARGUMENT, bres_summary_set_string(p.summary, "value", NULL)),
        CALL(ARGUMENT, bres_summary_set_string(p.summary, "value", NOT_UTF8)),
        CALL(ARGUMENT, bres_state_set_samples(state, NULL, 1)),
        CALL(ARGUMENT, bres_state_set_frequencies(state, NULL, 1)),
        CALL(ARGUMENT, bres_state_add_cold_summaries(state, NULL)),
        CALL(ARGUMENT, bres_state_add_cpu_only_summaries(state, NULL)),
    };

    check_errors(rows, sizeof(rows) / sizeof(*rows));
    cr_expect_null(bench, "an out-parameter is NULL on failure");
    cr_expect_null(summary);
    cr_expect_null(device);
    char *after = bres_test_describe(result);
    bres_test_same_text(after, before, "after the failures");
    free(before);
    free(after);
    bres_result_unref(result);
}

/* Calls of every builder on these parts; each must fail with BRES_ERROR_<expected>. */
#define EVERY_BUILDER(expected)                                                                    \
    CALL(expected, bres_result_set_meta_json(p->result, "{}")),                                    \
        CALL(expected, bres_result_add_device(p->result, 9, "GPU", NULL, NULL)),                   \
        CALL(expected, bres_result_add_subbench(p->result, "b", &bench)),                          \
        CALL(expected, bres_subbench_add_device(p->bench, 9)),                                     \
        CALL(expected, bres_subbench_set_int64(p->bench, "k", 1)),                                 \
        CALL(expected, bres_subbench_set_float64(p->bench, "k", 1)),                               \
        CALL(expected, bres_subbench_add_int64_axis(p->bench, "new", NULL, 0)),                    \
        CALL(expected, bres_subbench_add_pow2_axis(p->bench, "new", NULL, 0)),                     \
        CALL(expected, bres_subbench_add_float64_axis(p->bench, "new", NULL, 0)),                  \
        CALL(expected, bres_subbench_add_string_axis(p->bench, "new", NULL, 0)),                   \
        CALL(expected, bres_subbench_add_type_axis(p->bench, "new", NULL, NULL, 0)),               \
        CALL(expected, bres_subbench_add_state(p->bench, &state)),                                 \
        CALL(expected, bres_state_set_device(p->state, 1)),                                        \
        CALL(expected, bres_state_set_type_config_index(p->state, 1)),                             \
        CALL(expected, bres_state_set_run(p->state, 1)),                                           \
        CALL(expected, bres_state_set_int64(p->state, "k", 1)),                                    \
        CALL(expected, bres_state_set_float64(p->state, "k", 1)),                                  \
        CALL(expected, bres_state_add_axis_int64(p->state, "pow2", 1)),                            \
        CALL(expected, bres_state_add_axis_float64(p->state, "float", 1)),                         \
        CALL(expected, bres_state_add_axis_string(p->state, "string", "a")),                       \
        CALL(expected, bres_state_set_skipped(p->state, NULL)),                                    \
        CALL(expected, bres_state_add_summary(p->state, "t", &summary)),                           \
        CALL(expected, bres_summary_set_texts(p->summary, NULL, NULL, NULL, NULL)),                \
        CALL(expected, bres_summary_set_int64(p->summary, "value", 1)),                            \
        CALL(expected, bres_summary_set_float64(p->summary, "value", 1)),                          \
        CALL(expected, bres_summary_set_string(p->summary, "value", "1")),                         \
        CALL(expected, bres_state_set_samples(p->state, NULL, 0)),                                 \
        CALL(expected, bres_state_set_frequencies(p->state, NULL, 0)),                             \
        CALL(expected, bres_state_add_cold_summaries(p->state, &times)),                           \
        CALL(expected, bres_state_add_cpu_only_summaries(p->state, &times))

Test(model, builders_refuse_null_handles)
{
    const parts nothing = { NULL, NULL, NULL, NULL };
    const parts *p = &nothing;
    bres_subbench *bench;
    bres_state *state;
    bres_summary *summary;
    bres_times times;

    bres_times_init(&times);
    const error_row rows[] = { EVERY_BUILDER(ARGUMENT), CALL(ARGUMENT, bres_result_new(NULL)) };

    check_errors(rows, sizeof(rows) / sizeof(*rows));
}

Test(model, builders_refuse_a_result_that_never_changes)
{
    parts made = parts_new();
    const parts *p = &made;
    bres_subbench *bench;
    bres_state *state;
    bres_summary *summary;
    bres_times times;

    bres_times_init(&times);
    made.result->frozen = true;
    char *before = bres_test_describe(made.result);
    const error_row rows[] = { EVERY_BUILDER(STATE) };

    check_errors(rows, sizeof(rows) / sizeof(*rows));
    char *after = bres_test_describe(made.result);
    bres_test_same_text(after, before, "a frozen result");
    free(before);
    free(after);
    bres_result_unref(made.result);
}

Test(model, a_summary_that_was_not_built_cannot_be_changed)
{
    const bres__summary_shape shape = { .tag = "t" };
    bres_summary loaded = { .shape = &shape };

    cr_expect_eq(bres_summary_set_int64(&loaded, "value", 1), BRES_ERROR_STATE);
}

Test(model, a_new_result_is_empty)
{
    bres_result *result;

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    char *text = bres_test_describe(result);
    cr_expect_str_eq(text, "meta: (none)\nversion: (none)\nextra: (none)\n");
    cr_expect_null(bres_result_path(result));
    free(text);
    bres_result_unref(result);
}

Test(model, the_file_version_comes_from_the_meta_section)
{
    static const struct {
        const char *meta;
        const char *version;
    } table[] = {
        { "{}", NULL },
        { "{\"version\":{\"json\":{\"string\":\"1.0.0\"}}}", "1.0.0" },
        { " {\n\"version\" : { \"json\" : { \"string\" : \"1\\u002e1\" } } } ", "1.1" },
        { "{\"version\":{\"json\":{\"string\":1}}}", NULL },
        { "{\"version\":{\"json\":{}}}", NULL },
        { "{\"version\":{\"json\":[]}}", NULL },
        { "{\"version\":null}", NULL },
    };
    bres_result *result;

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        const char *version;

        cr_assert_eq(bres_result_set_meta_json(result, table[i].meta), BRES_OK);
        cr_expect_str_eq(bres_result_meta_json(result), table[i].meta);
        version = bres_result_file_version(result);
        cr_assert_eq(version == NULL, table[i].version == NULL, "row %zu", i);
        if (version != NULL)
            cr_expect_str_eq(version, table[i].version, "row %zu", i);
    }
    bres_result_unref(result);
}

Test(model, device_records_are_put_together)
{
    static const struct {
        const char *json;
        const char *expected;
    } table[] = {
        { NULL, "{\"id\":4,\"name\":\"a \\\"b\\\"\"}" },
        { " { } ", "{\"id\":4,\"name\":\"a \\\"b\\\"\"}" },
        { "{\"sms\": 8, \"name\": \"x\", \"id\": 1, \"more\": {\"name\": [1, 2]}}",
          "{\"id\":4,\"name\":\"a \\\"b\\\"\",\"sms\":8,\"more\":{\"name\":[1,2]}}" },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        bres_result *result;
        const bres_device *device;

        cr_assert_eq(bres_result_new(&result), BRES_OK);
        cr_assert_eq(bres_result_add_device(result, 4, "a \"b\"", table[i].json, &device), BRES_OK);
        cr_expect_eq(device, bres_result_device(result, 4));
        cr_expect_eq(bres_device_id(device), 4);
        cr_expect_str_eq(bres_device_name(device), "a \"b\"");
        cr_expect_str_eq(bres_device_json(device), table[i].expected, "row %zu", i);
        bres_result_unref(result);
    }
}

Test(model, settings_are_replaced_or_appended)
{
    parts p = parts_new();

    cr_expect_null(bres_subbench_extra_json(p.bench));
    cr_assert_eq(bres_subbench_set_int64(p.bench, "min_samples", -10), BRES_OK);
    cr_assert_eq(bres_subbench_set_float64(p.bench, "timeout", 15), BRES_OK);
    cr_assert_eq(bres_subbench_set_float64(p.bench, "a \"b\"", 1e-5), BRES_OK);
    cr_expect_str_eq(bres_subbench_extra_json(p.bench),
                     "{\"min_samples\":-10,\"timeout\":15.0,\"a \\\"b\\\"\":1e-05}");
    cr_assert_eq(bres_subbench_set_float64(p.bench, "min_samples", INFINITY), BRES_OK);
    cr_assert_eq(bres_subbench_set_float64(p.bench, "a \"b\"", 2), BRES_OK);
    cr_expect_str_eq(bres_subbench_extra_json(p.bench),
                     "{\"timeout\":15.0,\"min_samples\":null,\"a \\\"b\\\"\":2.0}");
    cr_assert_eq(bres_state_set_float64(p.state, "skip_time", -1), BRES_OK);
    cr_assert_eq(bres_state_set_int64(p.state, "index", 3), BRES_OK);
    cr_expect_str_eq(bres_state_extra_json(p.state), "{\"skip_time\":-1.0,\"index\":3}");
    bres_result_unref(p.result);
}

typedef struct axis_value_row {
    const char *axis;
    const char *input_string;
    const char *description;
    bres__json_kind json;
    const char *text;
} axis_value_row;

Test(model, axes_have_the_texts_of_nvbench)
{
    static const axis_value_row table[] = {
        { "int", "-5", "", BRES__JSON_INTEGER, "-5" },
        { "pow2", "0", "2^0 = 1", BRES__JSON_INTEGER, "1" },
        { "pow2", "20", "2^20 = 1048576", BRES__JSON_INTEGER, "1048576" },
        { "pow2", "63", "2^63 = -9223372036854775808", BRES__JSON_INTEGER, "-9223372036854775808" },
        { "float", "0.12346", "", BRES__JSON_REAL, "0.123456789" },
        { "float", "3", "", BRES__JSON_REAL, "3.0" },
        { "float", "nan", "", BRES__JSON_NULL, "null" },
        { "float", "inf", "", BRES__JSON_NULL, "null" },
        { "string", "a \"b\"", "", BRES__JSON_STRING, "a \"b\"" },
        { "type", "I32", "", BRES__JSON_MISSING, NULL },
        { "type", "F64", "double", BRES__JSON_MISSING, NULL },
    };
    static const int64_t integers[] = { -5 };
    static const int64_t exponents[] = { 0, 20, 63 };
    static const double reals[] = { 0.123456789, 3, -NAN, INFINITY };
    static const char *const strings[] = { "a \"b\"" };
    static const char *const types[] = { "I32", "F64" };
    static const char *const descriptions[] = { NULL, "double" };
    const char *axis_name = "";
    bres_result *result;
    bres_subbench *bench;
    size_t index = 0;

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "b", &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_int64_axis(bench, "int", integers, 1), BRES_OK);
    cr_assert_eq(bres_subbench_add_pow2_axis(bench, "pow2", exponents, 3), BRES_OK);
    cr_assert_eq(bres_subbench_add_float64_axis(bench, "float", reals, 4), BRES_OK);
    cr_assert_eq(bres_subbench_add_string_axis(bench, "string", strings, 1), BRES_OK);
    cr_assert_eq(bres_subbench_add_type_axis(bench, "type", types, descriptions, 2), BRES_OK);
    cr_assert_eq(bres_subbench_add_string_axis(bench, "empty", NULL, 0), BRES_OK);
    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        const axis_value_row *row = &table[i];
        const bres_axis_value *value;

        index = strcmp(axis_name, row->axis) == 0 ? index + 1 : 0;
        axis_name = row->axis;
        value = bres_axis_value_at(bres_subbench_axis(bench, row->axis), index);
        cr_assert_not_null(value, "row %zu", i);
        cr_expect_str_eq(value->input_string, row->input_string, "row %zu", i);
        cr_expect_str_eq(bres_axis_value_description(value), row->description, "row %zu", i);
        cr_expect_eq(value->json, row->json, "row %zu", i);
        cr_assert_eq(value->text == NULL, row->text == NULL, "row %zu", i);
        if (row->text != NULL)
            cr_expect_str_eq(value->text, row->text, "row %zu", i);
        cr_expect_eq(value->is_active.json,
                     row->text == NULL ? BRES__JSON_TRUE : BRES__JSON_MISSING, "row %zu", i);
    }
    cr_expect_str_eq(bres_axis_type(bres_subbench_axis(bench, "pow2")), "int64");
    cr_expect_str_eq(bres_axis_flags(bres_subbench_axis(bench, "pow2")), "pow2");
    cr_expect_str_eq(bres_axis_flags(bres_subbench_axis(bench, "int")), "");
    cr_expect_eq(bres_axis_value_count(bres_subbench_axis(bench, "empty")), 0);
    bres_result_unref(result);
}

Test(model, named_values_are_written_as_text)
{
    parts p = parts_new();
    const bres_value *value;

    cr_assert_eq(bres_state_add_axis_float64(p.state, "float", 1e16), BRES_OK);
    value = bres_state_axis_value(p.state, "float");
    cr_expect_str_eq(bres_value_text(value), "1e+16");
    cr_expect_str_eq(bres_value_type(value), "float64");
    cr_expect_eq(value->json, BRES__JSON_STRING);
    cr_assert_eq(bres_state_add_axis_string(p.state, "type", "a"), BRES_OK);
    cr_expect_str_eq(bres_value_type(bres_state_axis_value(p.state, "type")), "string");
    cr_assert_eq(bres_summary_set_float64(p.summary, "value", 15), BRES_OK);
    value = bres_summary_field(p.summary, "value");
    cr_expect_str_eq(bres_value_text(value), "15");
    cr_expect_eq(bres_summary_kind(p.summary), BRES_KIND_FLOAT64);
    cr_assert_eq(bres_summary_set_string(p.summary, "filename", "x/0.bin"), BRES_OK);
    cr_assert_eq(bres_summary_set_int64(p.summary, "value", -2), BRES_OK);
    cr_expect_eq(bres_summary_field_count(p.summary), 2, "a field is replaced");
    cr_expect_eq(bres_summary_kind(p.summary), BRES_KIND_INT64);
    cr_expect_str_eq(bres_value_text(bres_summary_field(p.summary, "value")), "-2");
    cr_expect_str_eq(bres_value_name(bres_summary_field_at(p.summary, 0)), "value");
    bres_result_unref(p.result);
}

Test(model, summary_texts_can_be_left_out_and_set_again)
{
    parts p = parts_new();

    cr_expect_null(bres_summary_name(p.summary));
    cr_assert_eq(bres_summary_set_texts(p.summary, "n", "d", "h", "because"), BRES_OK);
    cr_expect_str_eq(bres_summary_tag(p.summary), "tag");
    cr_expect_str_eq(bres_summary_name(p.summary), "n");
    cr_expect_str_eq(bres_summary_description(p.summary), "d");
    cr_expect_str_eq(bres_summary_hint(p.summary), "h");
    cr_expect_str_eq(bres_summary_hide(p.summary), "because");
    cr_expect(bres_summary_is_hidden(p.summary));
    cr_assert_eq(bres_summary_set_texts(p.summary, NULL, NULL, "", ""), BRES_OK);
    cr_expect_null(bres_summary_name(p.summary));
    cr_expect_str_eq(bres_summary_hint(p.summary), "");
    cr_expect_not(bres_summary_is_hidden(p.summary));
    bres_result_unref(p.result);
}

Test(model, states_say_what_is_not_known)
{
    parts p = parts_new();
    int64_t number = 7;

    cr_expect_not(bres_state_device(p.state, &number));
    cr_expect_not(bres_state_type_config_index(p.state, &number));
    cr_expect_eq(number, 7);
    cr_expect_eq(bres_state_run(p.state), 0);
    cr_expect_not(p.state->has_run);
    cr_expect_not(bres_state_is_skipped(p.state));
    cr_expect_null(bres_state_skip_reason(p.state));
    cr_assert_eq(bres_state_set_device(p.state, 0), BRES_OK);
    cr_assert_eq(bres_state_set_type_config_index(p.state, 5), BRES_OK);
    cr_assert_eq(bres_state_set_run(p.state, 2), BRES_OK);
    cr_expect(bres_state_device(p.state, &number) && number == 0);
    cr_expect(bres_state_type_config_index(p.state, &number) && number == 5);
    cr_expect_eq(bres_state_run(p.state), 2);
    cr_expect(p.state->has_run);
    cr_assert_eq(bres_state_set_skipped(p.state, ""), BRES_OK);
    cr_expect(bres_state_is_skipped(p.state));
    cr_expect_str_eq(bres_state_skip_reason(p.state), "skipped");
    cr_assert_eq(bres_state_set_skipped(p.state, "too large"), BRES_OK);
    cr_expect_str_eq(bres_state_skip_reason(p.state), "too large");
    bres_result_unref(p.result);
}

Test(model, lists_that_stay_empty_are_null_as_nvbench_writes_them)
{
    bres_result *result;
    bres_subbench *bench;
    bres_state *state;
    bres_summary *summary;

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "b", &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    cr_expect_eq(result->devices_json, BRES__JSON_ARRAY);
    cr_expect_eq(bench->devices_json, BRES__JSON_NULL);
    cr_expect_eq(bench->axes_json, BRES__JSON_NULL);
    cr_expect_eq(state->axis_values_json, BRES__JSON_NULL);
    cr_expect_eq(state->summaries_json, BRES__JSON_NULL);
    cr_expect_eq(state->device_json, BRES__JSON_NULL);
    cr_expect_eq(state->skipped_json, BRES__JSON_FALSE);
    cr_assert_eq(bres_subbench_add_int64_axis(bench, "a", NULL, 0), BRES_OK);
    cr_assert_eq(bres_subbench_add_device(bench, 3), BRES_OK);
    cr_assert_eq(bres_subbench_add_device(bench, 1), BRES_OK);
    cr_assert_eq(bres_subbench_add_device(bench, 3), BRES_OK);
    cr_assert_eq(bres_state_add_axis_int64(state, "a", 1), BRES_OK);
    cr_assert_eq(bres_state_add_summary(state, "t", &summary), BRES_OK);
    cr_expect_eq(bres_subbench_device_count(bench), 2, "a device is listed once");
    cr_expect_eq(bres_subbench_device_id_at(bench, 0), 3);
    cr_expect_eq(bench->devices_json, BRES__JSON_ARRAY);
    cr_expect_eq(bench->axes_json, BRES__JSON_ARRAY);
    cr_expect_eq(state->axis_values_json, BRES__JSON_ARRAY);
    cr_expect_eq(state->summaries_json, BRES__JSON_ARRAY);
    cr_expect_eq(summary->data_json, BRES__JSON_MISSING);
    cr_assert_eq(bres_summary_set_int64(summary, "value", 1), BRES_OK);
    cr_expect_eq(summary->data_json, BRES__JSON_ARRAY);
    bres_result_unref(result);
}

Test(model, handles_stay_where_they_are)
{
    enum { COUNT = 300 };
    bres_result *result;
    bres_subbench *benches[COUNT];
    bres_state *states[COUNT];
    bres_summary *summaries[COUNT];

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    for (size_t i = 0; i < COUNT; i++) {
        cr_assert_eq(bres_result_add_subbench(result, "b", &benches[i]), BRES_OK);
        cr_assert_eq(bres_subbench_add_state(benches[0], &states[i]), BRES_OK);
        cr_assert_eq(bres_state_set_device(states[i], (int64_t)i), BRES_OK);
        cr_assert_eq(bres_state_add_summary(states[0], "t", &summaries[i]), BRES_OK);
    }
    for (size_t i = 0; i < COUNT; i++) {
        int64_t id = -1;

        cr_assert_eq(bres_result_subbench_at(result, i), benches[i]);
        cr_assert_eq(bres_subbench_state_at(benches[0], i), states[i]);
        cr_assert_eq(bres_state_summary_at(states[0], i), summaries[i]);
        cr_assert(bres_state_device(states[i], &id) && id == (int64_t)i);
    }
    bres_result_unref(result);
}
