/* SPDX-License-Identifier: MIT */
/*
 * Every getter, on one document that has everything.
 */
#include "support/loading.h"
#include "support/walk.h"

#include <benchresult/build.h>

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char document[] =
    "{'meta': {'argv': ['bench', '--jsonbin', 'r.json'], 'version': {'json': {'major': 1, 'minor': "
    "0,"
    "  'patch': 0, 'string': '1.0.0'}}},\n"
    " 'note': [1, 2.50, {'a': null}], 'devices': [\n"
    "  {'id': 0, 'name': 'GPU \\u00e9', 'sm_version': 900, 'share': 0.5, 'ecc_state': true},\n"
    "  {'id': '7', 'name': 'B'}, {'name': 'GPU again', 'id': 0}],\n"
    " 'benchmarks': [\n"
    "  {'name': 'copy', 'index': 0, 'min_samples': 10, 'timeout': 15.0, 'devices': [0, 7],\n"
    "   'axes': [\n"
    "    {'name': 'T', 'type': 'type', 'flags': '', 'values': [\n"
    "      {'input_string': 'I8', 'description': 'int8_t', 'is_active': true},\n"
    "      {'input_string': 'U8', 'description': '', 'is_active': false}]},\n"
    "    {'name': 'N', 'type': 'int64', 'flags': 'pow2', 'unit': 'items', 'values': [\n"
    "      {'input_string': '8', 'description': '2^8 = 256', 'value': 256, 'own': [1 ,2]},\n"
    "      {'input_string': '63', 'description': 'x', 'value': -9223372036854775808}]},\n"
    "    {'name': 'F', 'type': 'float64', 'flags': null, 'values': [\n"
    "      {'input_string': '0.12346', 'description': '', 'value': 0.123456789},\n"
    "      {'input_string': 'big', 'value': 99999999999999999999},\n"
    "      {'input_string': 'none', 'description': null, 'value': null}]},\n"
    "    {'name': 'S', 'values': [{'input_string': 'a b', 'value': 'a b'}]}],\n"
    "   'states': [\n"
    "    {'name': 'Device=7 T=I8', 'min_samples': 12, 'timeout': 1.5, 'device': 7,\n"
    "     'type_config_index': 3, 'run': 4, 'odd': {'k': 'v'}, 'axis_values': [\n"
    "      {'name': 'T', 'type': 'string', 'value': 'I8'},\n"
    "      {'name': 'N', 'type': 'int64', 'value': '256'},\n"
    "      {'name': 'F', 'type': 'float64', 'value': '0.123456789'},\n"
    "      {'name': 'S', 'type': 'string', 'value': 'a b'}],\n"
    "     'summaries': [\n"
    "      {'tag': 'nv/cold/sample_size', 'name': 'Samples', 'hint': 'sample_size',\n"
    "       'data': [{'name': 'value', 'type': 'int64', 'value': '12'}]},\n"
    "      {'tag': 'nv/cold/time/gpu/median', 'name': 'Median', 'description': 'the middle',\n"
    "       'hint': 'duration', 'hide': 'Hidden by default.',\n"
    "       'data': [{'name': 'value', 'type': 'float64', 'value': '1.5e-05'}]},\n"
    "      {'tag': 'nv/cold/bw/global/utilization', 'hide': '', 'data': [\n"
    "       {'name': 'value', 'type': 'float64', 'value': '0.75'}]},\n"
    "      {'tag': 'mixed', 'level': 3, 'hide': 1, 'data': [\n"
    "       {'name': 'value', 'type': 'string', 'value': 'text \\ud83d\\ude00'},\n"
    "       {'name': 'n', 'type': 'int64', 'value': '1'}, {'name': 'n', 'type': 'int64', 'value': "
    "2.9},\n"
    "       {'name': 'inf', 'type': 'float64', 'value': '-INF'},\n"
    "       {'name': 'nan', 'type': 'float64', 'value': NaN},\n"
    "       {'name': 'flag', 'type': 'int64', 'value': true},\n"
    "       {'name': 'null', 'type': 'whatever', 'value': null, 'more': 1}]},\n"
    "      {'tag': 'mixed', 'name': 'twice'}, {'tag': 'bare'}],\n"
    "     'is_skipped': false},\n"
    "    {'name': '', 'device': null, 'type_config_index': null, 'axis_values': null,\n"
    "     'summaries': null, 'is_skipped': true, 'skip_reason': 'too small'},\n"
    "    {'name': 'only'}]},\n"
    "  {'name': 'cpu', 'devices': null, 'axes': null, 'states': null},\n"
    "  {'name': 'copy', 'states': []}]}\n";

static bres_result *load(void)
{
    bres_load_options options = bres_test_options(0, NULL);
    bres_result *result;

    cr_assert_eq(bres_test_load_text(document, &options, &result), BRES_OK, "%s",
                 bres_last_error());
    return result;
}

static void assert_text(const char *text, const char *expected)
{
    if (expected == NULL) {
        cr_assert_null(text, "%s", text);
        return;
    }
    cr_assert_not_null(text, "NULL, not %s", expected);
    char *json = bres_test_json(expected);
    cr_assert_str_eq(text, json);
    free(json);
}

Test(nvbench, load_root_and_devices)
{
    bres_result *result = load();
    const bres_device *device = bres_result_device(result, 0);
    int64_t integer = 0;
    double real = 0;

    assert_text(bres_result_path(result), "r.json");
    assert_text(bres_result_file_version(result), "1.0.0");
    assert_text(bres_result_meta_json(result),
                "{'argv': ['bench', '--jsonbin', 'r.json'], 'version': {'json': {'major': 1, "
                "'minor': 0,  'patch': 0, 'string': '1.0.0'}}}");
    assert_text(bres_result_extra_json(result), "{'note':[1, 2.50, {'a': null}]}");

    cr_assert_eq(bres_result_device_count(result), 2);
    cr_assert_eq(bres_result_device_at(result, 0), device);
    cr_assert_eq(bres_result_device_at(result, 1), bres_result_device(result, 7));
    cr_assert_null(bres_result_device_at(result, 2));
    cr_assert_null(bres_result_device(result, 1));
    /* The last record of an id replaces the first, in its position. */
    cr_assert_eq(bres_device_id(device), 0);
    assert_text(bres_device_name(device), "GPU again");
    assert_text(bres_device_json(device), "{'name': 'GPU again', 'id': 0}");
    cr_assert_not(bres_device_int64(device, "sm_version", &integer));
    device = bres_result_device(result, 7);
    cr_assert_eq(bres_device_id(device), 7);
    cr_assert_not(bres_device_int64(device, "id", &integer), "a string, in the file");
    cr_assert_not(bres_device_float64(device, "share", &real));
    bres_result_unref(result);
}

Test(nvbench, load_device_numbers)
{
    bres_load_options options = bres_test_options(0, NULL);
    bres_result *result;
    const bres_device *device;
    int64_t integer = 0;
    double real = 0;

    cr_assert_eq(bres_test_load_text("{'devices':[{'id':-1,'name':'d','a':900,'b':0.5,'c':true,"
                                     "'d':4800000000000,'a':901}],'benchmarks':[]}",
                                     &options, &result),
                 BRES_OK);
    device = bres_result_device(result, -1);
    cr_assert(bres_device_int64(device, "a", &integer) && integer == 901);
    cr_assert(bres_device_float64(device, "a", &real) && real == 901);
    cr_assert(bres_device_float64(device, "b", &real) && real == 0.5);
    cr_assert(bres_device_int64(device, "d", &integer) && integer == INT64_C(4800000000000));
    cr_assert_not(bres_device_int64(device, "b", &integer));
    cr_assert_not(bres_device_float64(device, "c", &real));
    bres_result_unref(result);
}

Test(nvbench, load_benchmarks)
{
    bres_result *result = load();
    const bres_subbench *copy = bres_result_subbench_at(result, 0);
    const bres_subbench *cpu = bres_result_subbench(result, "cpu");
    const bres_subbench *last = bres_result_subbench(result, "copy");
    double number = 0;

    cr_assert_eq(bres_result_subbench_count(result), 3);
    cr_assert_eq(bres_result_subbench_at(result, 1), cpu);
    cr_assert_eq(bres_result_subbench_at(result, 2), last);
    cr_assert_null(bres_result_subbench_at(result, 3));
    cr_assert_null(bres_result_subbench(result, "Copy"));

    assert_text(bres_subbench_name(copy), "copy");
    cr_assert_eq(bres_subbench_device_count(copy), 2);
    cr_assert_eq(bres_subbench_device_id_at(copy, 0), 0);
    cr_assert_eq(bres_subbench_device_id_at(copy, 1), 7);
    cr_assert_eq(bres_subbench_axis_count(copy), 4);
    cr_assert_eq(bres_subbench_state_count(copy), 3);
    assert_text(bres_subbench_extra_json(copy), "{'index':0,'min_samples':10,'timeout':15.0}");
    cr_assert(bres_subbench_setting(copy, "timeout", &number) && number == 15);
    cr_assert_not(bres_subbench_setting(copy, "skip_time", &number));
    cr_assert_eq(bres_subbench_state(copy, "only"), bres_subbench_state_at(copy, 2));
    cr_assert_null(bres_subbench_state(copy, "Device=7 T=I8"));

    cr_assert_eq(bres_subbench_device_count(cpu), 0);
    cr_assert_eq(bres_subbench_axis_count(cpu), 0);
    cr_assert_eq(bres_subbench_state_count(cpu), 0);
    cr_assert_null(bres_subbench_extra_json(cpu));
    cr_assert_eq(bres_subbench_state_count(last), 0);
    bres_result_unref(result);
}

Test(nvbench, load_axes)
{
    static const struct {
        const char *name;
        const char *type;
        const char *flags;
        const char *full_name;
        const char *extra;
    } axes[] = {
        { "T", "type", "", "T", NULL },
        { "N", "int64", "pow2", "N[pow2]", "{'unit':'items'}" },
        { "F", "float64", "", "F", NULL },
        { "S", NULL, "", "S", NULL },
    };
    static const struct {
        size_t axis;
        const char *input;
        const char *description;
        bool active;
        bres_kind kind;
        int64_t integer;
        double real;
        const char *string;
        const char *extra;
    } values[] = {
        { 0, "I8", "int8_t", true, BRES_KIND_ABSENT, 0, 0, NULL, NULL },
        { 0, "U8", "", false, BRES_KIND_ABSENT, 0, 0, NULL, NULL },
        { 1, "8", "2^8 = 256", true, BRES_KIND_INT64, 256, 256, NULL, "{'own':[1 ,2]}" },
        { 1, "63", "x", true, BRES_KIND_INT64, INT64_MIN, -0x1p63, NULL, NULL },
        { 2, "0.12346", "", true, BRES_KIND_FLOAT64, 0, 0.123456789, NULL, NULL },
        { 2, "big", NULL, true, BRES_KIND_FLOAT64, 0, 1e20, NULL, NULL },
        { 2, "none", NULL, true, BRES_KIND_NULL, 0, 0, NULL, NULL },
        { 3, "a b", NULL, true, BRES_KIND_STRING, 0, 0, "a b", NULL },
    };
    bres_result *result = load();
    const bres_subbench *bench = bres_result_subbench_at(result, 0);
    size_t place = 0;

    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        const bres_axis *axis = bres_subbench_axis_at(bench, i);

        cr_assert_eq(bres_subbench_axis(bench, axes[i].name), axis);
        assert_text(bres_axis_name(axis), axes[i].name);
        assert_text(bres_axis_type(axis), axes[i].type);
        assert_text(bres_axis_flags(axis), axes[i].flags);
        assert_text(bres_axis_full_name(axis), axes[i].full_name);
        assert_text(bres_axis_extra_json(axis), axes[i].extra);
    }
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const bres_axis *axis = bres_subbench_axis_at(bench, values[i].axis);
        const bres_axis_value *value;
        int64_t integer = 0;
        double real = 0;

        place = i > 0 && values[i].axis == values[i - 1].axis ? place + 1 : 0;
        value = bres_axis_value_at(axis, place);
        assert_text(bres_axis_value_input_string(value), values[i].input);
        assert_text(bres_axis_value_description(value), values[i].description);
        cr_assert_eq(bres_axis_value_is_active(value), values[i].active, "value %zu", i);
        cr_assert_eq(bres_axis_value_kind(value), values[i].kind, "value %zu", i);
        cr_assert_eq(bres_axis_value_int64(value, &integer), values[i].kind == BRES_KIND_INT64);
        cr_assert_eq(integer, values[i].integer, "value %zu", i);
        cr_assert_eq(bres_axis_value_float64(value, &real),
                     values[i].kind == BRES_KIND_INT64 || values[i].kind == BRES_KIND_FLOAT64);
        cr_assert(real == values[i].real, "value %zu: %g", i, real);
        assert_text(bres_axis_value_string(value), values[i].string);
        assert_text(bres_axis_value_extra_json(value), values[i].extra);
    }
    bres_result_unref(result);
}

Test(nvbench, load_states)
{
    bres_result *result = load();
    const bres_subbench *bench = bres_result_subbench_at(result, 0);
    const bres_state *state = bres_subbench_state_at(bench, 0);
    const float *samples;
    int64_t integer = 0;
    double real = 0;
    size_t count;

    cr_assert_eq(bres_state_subbench(state), bench);
    assert_text(bres_state_name(state), "Device=7 T=I8");
    assert_text(bres_state_point_name(state), "T=I8 N[pow2]=8 F=0.12346 S=a b");
    cr_assert_eq(bres_state_point_count(state), 4);
    assert_text(bres_state_point_axis_at(state, 1), "N[pow2]");
    assert_text(bres_state_point_text_at(state, 1), "8");
    assert_text(bres_state_point_text(state, "F"), "0.12346");
    assert_text(bres_state_point_text(state, "N"), NULL);
    cr_assert_eq(bres_subbench_state(bench, "T=I8 N[pow2]=8 F=0.12346 S=a b"), state);
    cr_assert(bres_state_device(state, &integer) && integer == 7);
    cr_assert(bres_state_type_config_index(state, &integer) && integer == 3);
    cr_assert_eq(bres_state_run(state), 4);
    cr_assert_not(bres_state_is_skipped(state));
    assert_text(bres_state_skip_reason(state), NULL);
    cr_assert(bres_state_setting(state, "min_samples", &real) && real == 12);
    assert_text(bres_state_extra_json(state), "{'min_samples':12,'timeout':1.5,'odd':{'k': 'v'}}");
    cr_assert(bres_state_median(state, &real) && real == 1.5e-5);
    cr_assert(bres_state_bw(state, &real) && real == 0.75);
    cr_assert_eq(bres_state_samples(state, &samples, &count), BRES_OK);
    cr_assert(samples == NULL && count == 0);

    state = bres_subbench_state_at(bench, 1);
    assert_text(bres_state_name(state), "");
    assert_text(bres_state_point_name(state), "");
    cr_assert_eq(bres_state_point_count(state), 0);
    cr_assert_not(bres_state_device(state, &integer));
    cr_assert_not(bres_state_type_config_index(state, &integer));
    cr_assert_eq(bres_state_run(state), 0);
    cr_assert(bres_state_is_skipped(state));
    assert_text(bres_state_skip_reason(state), "too small");
    cr_assert_eq(bres_state_axis_value_count(state), 0);
    cr_assert_eq(bres_state_summary_count(state), 0);
    cr_assert_not(bres_state_median(state, &real));
    cr_assert_not(bres_state_bw(state, &real));
    assert_text(bres_state_extra_json(state), NULL);

    state = bres_subbench_state_at(bench, 2);
    assert_text(bres_state_point_name(state), "only");
    cr_assert_not(bres_state_is_skipped(state));
    cr_assert_null(bres_subbench_state_at(bench, 3));
    bres_result_unref(result);
}

Test(nvbench, load_axis_values_of_a_state)
{
    static const struct {
        const char *name;
        const char *type;
        const char *text;
        bres_kind kind;
    } rows[] = {
        { "T", "string", "I8", BRES_KIND_STRING },
        { "N", "int64", "256", BRES_KIND_INT64 },
        { "F", "float64", "0.123456789", BRES_KIND_FLOAT64 },
        { "S", "string", "a b", BRES_KIND_STRING },
    };
    bres_result *result = load();
    const bres_state *state = bres_subbench_state_at(bres_result_subbench_at(result, 0), 0);

    cr_assert_eq(bres_state_axis_value_count(state), sizeof rows / sizeof *rows);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bres_value *value = bres_state_axis_value_at(state, i);

        cr_assert_eq(bres_state_axis_value(state, rows[i].name), value);
        assert_text(bres_value_name(value), rows[i].name);
        assert_text(bres_value_type(value), rows[i].type);
        assert_text(bres_value_text(value), rows[i].text);
        cr_assert_eq(bres_value_kind(value), rows[i].kind, "%s", rows[i].name);
    }
    cr_assert_null(bres_state_axis_value_at(state, 4));
    cr_assert_null(bres_state_axis_value(state, "X"));
    bres_result_unref(result);
}

Test(nvbench, load_summaries)
{
    static const struct {
        const char *tag;
        const char *name;
        const char *hint;
        const char *description;
        const char *hide;
        bool hidden;
        bres_kind kind;
        size_t fields;
        const char *extra;
    } rows[] = {
        { "nv/cold/sample_size", "Samples", "sample_size", NULL, NULL, false, BRES_KIND_INT64, 1,
          NULL },
        { "nv/cold/time/gpu/median", "Median", "duration", "the middle", "Hidden by default.", true,
          BRES_KIND_FLOAT64, 1, NULL },
        { "nv/cold/bw/global/utilization", NULL, NULL, NULL, "", false, BRES_KIND_FLOAT64, 1,
          NULL },
        { "mixed", NULL, NULL, NULL, NULL, true, BRES_KIND_STRING, 7, "{'level':3}" },
        { "mixed", "twice", NULL, NULL, NULL, false, BRES_KIND_ABSENT, 0, NULL },
        { "bare", NULL, NULL, NULL, NULL, false, BRES_KIND_ABSENT, 0, NULL },
    };
    bres_result *result = load();
    const bres_state *state = bres_subbench_state_at(bres_result_subbench_at(result, 0), 0);
    int64_t integer = 0;
    double real = 0;

    cr_assert_eq(bres_state_summary_count(state), sizeof rows / sizeof *rows);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bres_summary *summary = bres_state_summary_at(state, i);

        assert_text(bres_summary_tag(summary), rows[i].tag);
        assert_text(bres_summary_name(summary), rows[i].name);
        assert_text(bres_summary_hint(summary), rows[i].hint);
        assert_text(bres_summary_description(summary), rows[i].description);
        assert_text(bres_summary_hide(summary), rows[i].hide);
        cr_assert_eq(bres_summary_is_hidden(summary), rows[i].hidden, "summary %zu", i);
        cr_assert_eq(bres_summary_kind(summary), rows[i].kind, "summary %zu", i);
        cr_assert_eq(bres_summary_field_count(summary), rows[i].fields, "summary %zu", i);
        assert_text(bres_summary_extra_json(summary), rows[i].extra);
    }
    cr_assert_eq(bres_state_summary(state, "mixed"), bres_state_summary_at(state, 4));
    cr_assert_null(bres_state_summary(state, "nv/cold"));
    cr_assert(bres_summary_int64(bres_state_summary_at(state, 0), &integer) && integer == 12);
    cr_assert(bres_summary_float64(bres_state_summary_at(state, 0), &real) && real == 12);
    cr_assert_not(bres_summary_int64(bres_state_summary_at(state, 1), &integer));
    assert_text(bres_summary_string(bres_state_summary_at(state, 3)), "text \xf0\x9f\x98\x80");
    bres_result_unref(result);
}

Test(nvbench, load_fields_of_a_summary)
{
    static const struct {
        const char *name;
        const char *type;
        bres_kind kind;
        int64_t integer;
        const char *text;
    } rows[] = {
        { "value", "string", BRES_KIND_STRING, 0, "text \xf0\x9f\x98\x80" },
        { "n", "int64", BRES_KIND_INT64, 1, "1" },
        { "n", "int64", BRES_KIND_INT64, 2, "2.9" },
        { "inf", "float64", BRES_KIND_FLOAT64, 0, "-INF" },
        { "nan", "float64", BRES_KIND_FLOAT64, 0, "NaN" },
        { "flag", "int64", BRES_KIND_INT64, 1, "true" },
        { "null", "whatever", BRES_KIND_NULL, 0, NULL },
    };
    bres_result *result = load();
    const bres_state *state = bres_subbench_state_at(bres_result_subbench_at(result, 0), 0);
    const bres_summary *summary = bres_state_summary_at(state, 3);
    double real = 0;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bres_value *value = bres_summary_field_at(summary, i);
        int64_t integer = 0;

        assert_text(bres_value_name(value), rows[i].name);
        assert_text(bres_value_type(value), rows[i].type);
        cr_assert_eq(bres_value_kind(value), rows[i].kind, "field %zu", i);
        assert_text(bres_value_text(value), rows[i].text);
        cr_assert_eq(bres_value_int64(value, &integer), rows[i].kind == BRES_KIND_INT64);
        cr_assert_eq(integer, rows[i].integer, "field %zu", i);
    }
    cr_assert_eq(bres_summary_field(summary, "n"), bres_summary_field_at(summary, 2));
    cr_assert_null(bres_summary_field(summary, "N"));
    cr_assert_null(bres_summary_field_at(summary, 7));
    cr_assert(bres_value_float64(bres_summary_field(summary, "inf"), &real) && real == -INFINITY);
    cr_assert(bres_value_float64(bres_summary_field(summary, "nan"), &real) && isnan(real));
    bres_result_unref(result);
}

/* Strict and lenient loads of a valid file give the same result, without warnings. */
Test(nvbench, load_leniently_is_the_same_for_a_sound_document)
{
    bres_walk walks[2];

    for (uint32_t flags = 0; flags <= BRES_LOAD_LENIENT; flags++) {
        bres_test_log log = { 0 };
        bres_load_options options = bres_test_options(flags, &log);
        bres_result *result;

        cr_assert_eq(bres_test_load_text(document, &options, &result), BRES_OK);
        cr_assert_eq(log.count, 0, "%s", bres_test_log_text(&log));
        walks[flags] = bres_walk_result(result);
        bres_result_unref(result);
    }
    cr_assert_eq(walks[0].sum, walks[1].sum);
    cr_assert_eq(walks[0].states, 3);
}

/* A loaded result cannot be changed. */
Test(nvbench, load_gives_a_frozen_result)
{
    bres_result *result = load();
    bres_subbench *bench;

    cr_assert_eq(bres_result_set_meta_json(result, "{}"), BRES_ERROR_STATE);
    cr_assert_eq(bres_result_add_subbench(result, "x", &bench), BRES_ERROR_STATE);
    bres_result_unref(result);
}
