/* SPDX-License-Identifier: MIT */
/*
 * A result that is loaded and written again is unchanged.
 */
#include "base/base.h"
#include "support/describe.h"
#include "support/support.h"
#include "support/written.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* The text with the writer's line breaks and indentation; free() it. */
static char *identity_indent(const char *json)
{
    bres__text text = { 0 };
    bres__json_writer writer = { .text = &text, .empty = true };

    bres__json_write_raw(&writer, json, strlen(json));
    bres__text_putc(&text, '\n');
    return bres__text_steal(&text);
}

static void identity_check(const char *input, const char *output)
{
    char *expected = identity_indent(output);
    bres_result *result = bres_test_load_strict(input);
    char *written = bres_test_written(result);

    bres_test_same_text(written, expected, input);
    bres_result_unref(result);
    result = bres_test_load_strict(written);
    free(written);
    written = bres_test_written(result);
    bres_test_same_text(written, expected, "written twice");
    bres_result_unref(result);
    free(written);
    free(expected);
}

/* Documents whose keys are in the writer's order are written again byte for byte. In each template,
 * each of the texts replaces `%s`. */
#define STATE(text)   "{\"benchmarks\":[{\"name\":\"b\",\"states\":[{\"name\":\"s\"" text "}]}]}"
#define SUMMARY(text) STATE(",\"summaries\":[{\"tag\":\"t\"" text "}]")
#define DATA(text)    SUMMARY(",\"data\":[{\"name\":\"f\",\"type\":\"int64\"" text "}]")
#define BENCH(text)   "{\"benchmarks\":[{\"name\":\"b\"" text ",\"states\":[]}]}"
#define AXIS(text)    BENCH(",\"axes\":[{\"name\":\"N\"" text "}]")
#define VALUE(text)   AXIS(",\"values\":[{\"input_string\":\"i\"" text "}]")
#define AXIS_VALUE(text)                                                                           \
    "{\"benchmarks\":[{\"name\":\"b\",\"axes\":[{\"name\":\"N\",\"values\":[]}],\"states\":[{"     \
    "\"name\":\"s\",\"axis_values\":[{\"name\":\"N\"" text "}]}]}]}"
#define UNKNOWN                                                                                    \
    "\"~\":{\"\":[1e5,-0,-0.0,1E+2,0.10,123456789012345678901234567890,1e999,NaN,-Infinity,[],{"   \
    "},null,true,\"\\u0001\\\"/\xf0\x9f\x98\x80\"]},\"a\\\"b\":false"

Test(nvbench, write_identity_of_every_place)
{
    static const char *const documents[] = {
        "{\"benchmarks\":[]}",
        "{\"benchmarks\":[]," UNKNOWN "}",
        "{\"meta\":null,\"benchmarks\":[]}",
        "{\"meta\":{},\"devices\":null,\"benchmarks\":[]}",
        "{\"meta\":{" UNKNOWN "},\"devices\":[],\"benchmarks\":[]}",
        "{\"devices\":[{\"name\":\"G\",\"id\":\"3\"," UNKNOWN "}],\"benchmarks\":[]}",
        BENCH(""),
        BENCH(",\"index\":7," UNKNOWN ",\"devices\":null,\"axes\":null"),
        BENCH(",\"min_samples\":1e1,\"devices\":[],\"axes\":[]"),
        BENCH(",\"devices\":[3,-1,3]"),
        AXIS(",\"values\":[]"),
        AXIS(",\"type\":null,\"flags\":null,\"values\":[]," UNKNOWN),
        AXIS(",\"type\":\"x\",\"flags\":[1,{\"a\":2}],\"values\":[]"),
        VALUE(""),
        VALUE(",\"description\":null,\"value\":null,\"is_active\":null," UNKNOWN),
        VALUE(",\"description\":\"\",\"value\":\"a\\tb\",\"is_active\":false"),
        VALUE(",\"description\":3,\"value\":-0,\"is_active\":1"),
        VALUE(",\"value\":123456789012345678901234567890"),
        VALUE(",\"value\":1.50"),
        STATE(""),
        STATE("," UNKNOWN ",\"device\":null,\"type_config_index\":null,\"axis_values\":null,"
              "\"summaries\":null,\"is_skipped\":null,\"skip_reason\":null"),
        STATE(",\"timeout\":15.0,\"device\":-1,\"type_config_index\":0,\"axis_values\":[],"
              "\"summaries\":[],\"is_skipped\":true,\"skip_reason\":\"why\",\"run\":0"),
        STATE(",\"is_skipped\":false,\"skip_reason\":[{}],\"run\":4294967295"),
        STATE(",\"run\":-1"),
        STATE(",\"run\":\"3\""),
        AXIS_VALUE(""),
        AXIS_VALUE(",\"type\":null,\"value\":null," UNKNOWN),
        AXIS_VALUE(",\"type\":\"int64\",\"value\":\"4\",\"input_string\":\"2\""),
        AXIS_VALUE(",\"type\":\"int64\",\"value\":4.50"),
        SUMMARY(""),
        SUMMARY(
            ",\"name\":null,\"description\":1,\"hint\":false,\"hide\":[0],\"data\":[]," UNKNOWN),
        SUMMARY(",\"name\":\"\",\"description\":\"\",\"hint\":\"\",\"hide\":\"\""),
        DATA(",\"value\":\" 1_0 \"," UNKNOWN),
        DATA(",\"value\":null"),
        DATA(",\"value\":12"),
        DATA(",\"value\":\"9\"},{\"name\":\"f\",\"type\":\"float64\",\"value\":\"-NaN\"},"
             "{\"name\":\"g\",\"type\":\"float64\",\"value\":Infinity},"
             "{\"name\":\"h\",\"type\":\"string\",\"value\":\"\""),
    };

    for (size_t i = 0; i < sizeof(documents) / sizeof(*documents); i++)
        identity_check(documents[i], documents[i]);
}

/* Differences after writing: null for lists that NVBench's reader does not accept as null, and the
 * order of keys. */
Test(nvbench, write_normalizes)
{
    static const struct {
        const char *input;
        const char *output;
    } rows[] = {
        { "{\"benchmarks\":null}", "{\"benchmarks\":[]}" },
        { "{\"benchmarks\":[{\"name\":\"b\",\"states\":null}]}", BENCH("") },
        { AXIS(",\"values\":null"), AXIS(",\"values\":[]") },
        { STATE(",\"run\":3,\"run\":\"x\""), STATE(",\"run\":\"x\"") },
        { STATE(",\"run\":\"x\",\"run\":3"), STATE(",\"run\":3") },
        { " { \"benchmarks\" : [ { \"states\":[ ], \"u\" : [ ] ,\"name\":\"\\u0062\"}]}\r\n\t",
          BENCH(",\"u\":[]") },
        { SUMMARY(",\"u\":1,\"data\":[{\"value\":\"\\u0031\",\"u\":2,\"type\":\"int64\","
                  "\"name\":\"f\"}],\"hide\":\"\\ud83d\\ude00\\/\""),
          SUMMARY(",\"hide\":\"\xf0\x9f\x98\x80/\",\"data\":[{\"name\":\"f\",\"type\":\"int64\","
                  "\"value\":\"1\",\"u\":2}],\"u\":1") },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        identity_check(rows[i].input, rows[i].output);
}

/* The parts of a faulty file that a lenient load keeps are written. */
Test(nvbench, write_after_a_lenient_load)
{
    static const struct {
        const char *input;
        const char *output;
    } rows[] = {
        { SUMMARY(",\"data\":{}"), SUMMARY("") },
        { DATA(",\"value\":\"x\""), DATA(",\"value\":\"x\"") },
        { DATA(""), DATA("") },
        { "{\"benchmarks\":[{\"states\":[{\"summaries\":[{\"data\":[{\"value\":1}]},4]}]}]}",
          "{\"benchmarks\":[{\"name\":\"\",\"states\":[{\"name\":\"\",\"summaries\":[{\"data\":[{"
          "\"value\":1}]}]}]}]}" },
    };
    bres_load_options options;

    bres_load_options_init(&options);
    options.flags = BRES_LOAD_LENIENT;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char *expected = identity_indent(rows[i].output);
        bres_result *result = NULL;
        char *written;

        OK(bres_result_load_memory(rows[i].input, strlen(rows[i].input), &options, &result));
        written = bres_test_written(result);
        bres_test_same_text(written, expected, rows[i].input);
        free(written);
        free(expected);
        bres_result_unref(result);
    }
}

/* The parsed text of a file, without the numbers of its sidecars. */
static json_object *identity_tree(const char *path)
{
    char *text = bres_test_read_file(path, NULL);
    json_object *tree;

    bres_test_hide_numbers(text);
    tree = json_tokener_parse(text);
    cr_assert_not_null(tree, "%s", path);
    free(text);
    return tree;
}

/* All generated results that load strictly: whole files, compared by an independent parser and by
 * a description of the whole model, including samples. */
Test(nvbench, write_identity_of_generated_results)
{
    const char *top = bres_test_directory();
    char path[2200];
    size_t compared = 0;

    snprintf(path, sizeof(path), "%s/X.json", top);
    for (int i = 0; i < 36; i++) {
        const char *input = bres_test_build("golden/summary-%d/X.json", i);
        bres_result *result = NULL;
        json_object *before;
        json_object *after;
        char *expected;

        if (bres_result_load(input, NULL, &result) != BRES_OK)
            continue;
        OK(bres_result_write(result, path, NULL));
        before = identity_tree(input);
        after = identity_tree(path);
        cr_assert(json_object_equal(before, after), "%s", input);
        json_object_put(before);
        json_object_put(after);
        expected = bres_test_describe(result);
        bres_test_same_file(path, expected, input);
        free(expected);
        bres_result_unref(result);
        compared++;
    }
    cr_assert_gt(compared, 20, "only %zu results load", compared);
}
