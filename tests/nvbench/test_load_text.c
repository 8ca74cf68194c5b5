/* SPDX-License-Identifier: MIT */
/*
 * Invalid or excessive JSON at every place of a result file.
 */
#include "support/loading.h"
#include "support/walk.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Every place that can have a value; the tests replace the mark. */
#define MARK "#"

static const char *const places[] = {
    "{'own':#,'benchmarks':[]}",
    "{'meta':{'own':#},'benchmarks':[]}",
    "{'devices':[{'id':0,'name':'d','own':#}],'benchmarks':[]}",
    "{'benchmarks':[{'name':'b','own':#,'states':[]}]}",
    "{'benchmarks':[{'name':'b','axes':[{'name':'N','own':#,'values':[]}],'states':[]}]}",
    "{'benchmarks':[{'name':'b','axes':[{'name':'N','values':[{'input_string':'1','own':#}]}],"
    "'states':[]}]}",
    "{'benchmarks':[{'name':'b','states':[{'name':'s','own':#}]}]}",
    "{'benchmarks':[{'name':'b','states':[{'name':'s','skip_reason':#}]}]}",
    "{'benchmarks':[{'name':'b','states':[{'name':'s','summaries':[{'tag':'t','own':#}]}]}]}",
    "{'benchmarks':[{'name':'b','states':[{'name':'s','summaries':[{'tag':'t','hint':#}]}]}]}",
    "{'benchmarks':[{'name':'b','states':[{'name':'s','summaries':[{'tag':'t','data':[{'name':'f',"
    "'type':'int64','value':'1','own':#}]}]}]}]}",
    "{'benchmarks':[{'name':'b','states':[#]}]}",
    /* replaced by a later key */
    "{'benchmarks':[{'name':'b','states':[{'name':'s','own':#}],'states':[]}]}",
    "{'benchmarks':[{'name':'b','states':[#],'states':[]}]}",
    "{'benchmarks':[{'name':'b','states':[{'own':#}]}],'benchmarks':[]}",
    "{'meta':{'own':#},'meta':{},'benchmarks':[]}",
};

static void replace_mark(bres__text *text, const char *place, const char *value, size_t length)
{
    char *json = bres_test_json(place);
    char *mark = strstr(json, MARK);

    bres__text_clear(text);
    bres__text_append(text, json, (size_t)(mark - json));
    bres__text_append(text, value, length);
    bres__text_puts(text, mark + 1);
    free(json);
}

/* Both kinds of load must give this status; returns the offset of the fault. */
static int64_t load_both(const bres__text *text, const bres_load_options *with, bres_status status)
{
    for (uint32_t flags = 0; flags <= BRES_LOAD_LENIENT; flags++) {
        bres_load_options options = *with;
        bres_result *result;

        options.flags = flags;
        cr_assert_eq(bres_result_load_memory(text->data, text->length, &options, &result), status,
                     "%.300s: %s", text->data, bres_last_error());
        cr_assert_eq(result != NULL, status == BRES_OK);
        if (status != BRES_OK)
            cr_assert_str_eq(bres_last_error_file(), "r.json");
        bres_result_unref(result);
    }
    return bres_last_error_offset();
}

/* The error has the offset of the fault, not the offset where the scan for the ends of states
 * stops. */
Test(nvbench, load_refuses_what_is_no_json_anywhere)
{
    static const struct {
        const char *value;
        size_t length;
        int offset; /* of the fault, in the value; -1: after the value */
    } values[] = {
        { "x", 1, 0 },
        { "'a'", 3, 0 },
        { "01", 2, 1 },
        { "1x", 2, 1 },
        { "nulll", 5, 4 },
        { "1\"a\"", 4, 1 },
        { "\"a\"b", 4, 3 },
        { "\"a", 2, 0 },
        { "\"\\x\"", 4, 2 },
        { "\"a\nb\"", 5, 2 },
        { "\"\xff\"", 3, 1 },
        { "\"\xc0\x80\"", 4, 1 },
        { "\"\0\"", 3, 1 },
        { "\0", 1, 0 },
        { "1\0", 2, 1 },
        { "[1,]", 4, 3 },
        { "[1}", 3, 2 },
        { "{\"a\":1]", 7, 6 },
        { "{\"a\" 1}", 7, 5 },
        { "{1:2}", 5, 1 },
        { "[}]", 3, 1 },
        { "]", 1, 0 },
        { "}", 1, 0 },
        { ",", 1, 0 },
        { "1 2", 3, 2 },
        { "/**/1", 5, 0 },
        { "1//", 3, 1 },
        { "\xef\xbb\xbf"
          "1",
          4, 0 },
        { "", 0, 0 },
        { "[[[[]]]", 7, -1 },
        { "{\"a\":{}", 7, -1 },
    };
    bres_load_options options = bres_test_options(0, NULL);
    bres__text text = { 0 };

    for (size_t i = 0; i < COUNT(places) * COUNT(values); i++) {
        const char *place = places[i % COUNT(places)];
        int64_t begin = strstr(place, MARK) - place;
        size_t row = i / COUNT(places);
        int64_t offset;

        /* In a list, an empty value or a ']' leaves valid JSON at this point. */
        if (strstr(place, "[#]") != NULL && strchr("]", values[row].value[0]) != NULL)
            continue;
        replace_mark(&text, place, values[row].value, values[row].length);
        offset = load_both(&text, &options, BRES_ERROR_SYNTAX);
        /* An unterminated string includes the following text; an unterminated list ends late. */
        if (values[row].offset >= 0 && strcmp(values[row].value, "\"a") != 0)
            cr_assert_eq(offset, begin + values[row].offset, "%s: %s", text.data,
                         bres_last_error());
        else
            cr_assert_gt(offset, begin, "%s", text.data);
    }
    bres__text_free(&text);
}

Test(nvbench, load_refuses_u0000_anywhere)
{
    bres_load_options options = bres_test_options(0, NULL);
    bres__text text = { 0 };

    for (size_t i = 0; i < COUNT(places); i++) {
        replace_mark(&text, places[i], "\"a\\u0000\"", 9);
        cr_assert_eq(load_both(&text, &options, BRES_ERROR_VALUE),
                     strstr(places[i], MARK) - places[i] + 2, "%s", text.data);
        replace_mark(&text, places[i], "{\"a\\u0000b\":1}", 14);
        cr_assert_eq(load_both(&text, &options, BRES_ERROR_VALUE),
                     strstr(places[i], MARK) - places[i] + 3, "%s", text.data);
    }
    bres__text_free(&text);
}

static const char rich[] =
    "{\"meta\": {\"version\": {\"json\": {\"string\": \"1.0.0\"}}}, \"devices\": [{\"id\": 0, "
    "\"name\": \"caf\xc3\xa9\"}],\n \"benchmarks\": [{\"name\": \"b\\n\", \"axes\": [{\"name\": "
    "\"N\", "
    "\"type\": \"int64\", \"flags\": \"pow2\", \"values\": [{\"input_string\": \"3\", \"value\": "
    "8}]}], "
    "\"states\": [{\"name\": \"s \\\"1\\\"\", \"device\": 0, \"axis_values\": [{\"name\": \"N\", "
    "\"type\": \"int64\", \"value\": \"8\"}], \"summaries\": [{\"tag\": \"t\", \"data\": "
    "[{\"name\": "
    "\"value\", \"type\": \"float64\", \"value\": -1.5e-3}]}], \"is_skipped\": false}, "
    "{\"name\": \"s2\"}], \"timeout\": 15.0}]}";

Test(nvbench, load_says_that_a_truncated_file_ends_early)
{
    bres_load_options options = bres_test_options(0, NULL);
    size_t length = strlen(rich);
    char *copy = malloc(length);

    memcpy(copy, rich, length);
    for (size_t cut = 1; cut <= length; cut++) {
        bres__text text = { .data = copy + length - cut, .length = cut };

        /* The text is at the end of the memory block, so that a sanitizer sees a read beyond it. */
        memcpy(text.data, rich, cut);
        if (cut == length) {
            load_both(&text, &options, BRES_OK);
            break;
        }
        cr_assert_eq(load_both(&text, &options, BRES_ERROR_SYNTAX), (int64_t)cut, "%s",
                     bres_last_error());
        cr_assert(strstr(bres_last_error(), "ends early") != NULL, "%s", bres_last_error());
    }
    free(copy);
}

/* Every changed byte gives a result or one of the documented errors. */
Test(nvbench, load_survives_every_changed_byte)
{
    static const char bytes[] = "\"\\{}[]:,09n \n\x01\xc3";
    bres_load_options options = bres_test_options(0, NULL);
    bres__text text = { 0 };

    bres__text_puts(&text, rich);
    for (size_t i = 0; i < strlen(rich); i++) {
        for (size_t k = 0; k < sizeof bytes; k++) {
            bres_result *result;
            bres_status status;

            text.data[i] = bytes[k];
            options.flags = k % 2 == 0 ? 0 : BRES_LOAD_LENIENT;
            status = bres_result_load_memory(text.data, text.length, &options, &result);
            cr_assert(status == BRES_OK || status == BRES_ERROR_SYNTAX ||
                          status == BRES_ERROR_KEY || status == BRES_ERROR_KIND ||
                          status == BRES_ERROR_VALUE,
                      "byte %zu = %d: %s", i, bytes[k], bres_last_error());
            if (result != NULL)
                bres_walk_result(result);
            bres_result_unref(result);
            text.data[i] = rich[i];
        }
    }
    bres__text_free(&text);
}

Test(nvbench, load_refuses_what_stands_around_the_document)
{
    static const struct {
        const char *before;
        const char *after;
        int64_t offset; /* -1: from the end of the document */
    } rows[] = {
        { "\xef\xbb\xbf", "", 0 }, { "\xff\xfe", "", 0 }, { "x", "", 0 },
        { "", "x", -1 },           { "", "{}", -1 },      { "", ",", -1 },
        { "", "\x1a", -1 },        { "", "]", -1 },       { "//\n", "", 0 },
    };
    bres_load_options options = bres_test_options(0, NULL);
    bres__text text = { 0 };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres__text_clear(&text);
        bres__text_puts(&text, rows[i].before);
        bres__text_puts(&text, rich);
        bres__text_puts(&text, rows[i].after);
        cr_assert_eq(load_both(&text, &options, BRES_ERROR_SYNTAX),
                     rows[i].offset < 0 ? (int64_t)strlen(rich) : rows[i].offset, "row %zu: %s", i,
                     bres_last_error());
    }
    bres__text_clear(&text);
    bres__text_puts(&text, "\n\t \r");
    bres__text_puts(&text, rich);
    bres__text_puts(&text, " \r\n\t");
    load_both(&text, &options, BRES_OK);
    bres__text_append(&text, "", 1);
    cr_assert_eq(load_both(&text, &options, BRES_ERROR_SYNTAX), (int64_t)strlen(rich) + 8, "a NUL");
    bres__text_free(&text);
}

static void put_nested(bres__text *value, size_t depth)
{
    bres__text_clear(value);
    bres__text_repeat(value, '[', depth);
    bres__text_repeat(value, ']', depth);
}

/* The number of open containers at the mark. */
static size_t depth_of(const char *place)
{
    size_t depth = 0;

    for (; *place != MARK[0]; place++) {
        if (*place == '[' || *place == '{')
            depth++;
        else if (*place == ']' || *place == '}')
            depth--;
    }
    return depth;
}

Test(nvbench, load_limits_nesting)
{
    static const uint32_t limits[] = { 12, 13, 100, 256, 1024 };
    bres__text value = { 0 };
    bres__text text = { 0 };

    for (size_t i = 0; i < COUNT(places) * COUNT(limits); i++) {
        const char *place = places[i % COUNT(places)];
        bres_load_options options = bres_test_options(0, NULL);
        size_t open = depth_of(place);

        options.max_depth = limits[i / COUNT(places)];
        put_nested(&value, options.max_depth - open);
        replace_mark(&text, place, value.data, value.length);
        if (strstr(place, "[#]") == NULL)
            load_both(&text, &options, BRES_OK);
        put_nested(&value, options.max_depth - open + 1);
        replace_mark(&text, place, value.data, value.length);
        cr_assert_eq(load_both(&text, &options, BRES_ERROR_LIMIT),
                     strstr(place, MARK) - place + options.max_depth - (int64_t)open, "%s: %s",
                     place, bres_last_error());
        put_nested(&value, 10000);
        replace_mark(&text, place, value.data, value.length);
        load_both(&text, &options, BRES_ERROR_LIMIT);
    }
    bres__text_free(&value);
    bres__text_free(&text);
}

Test(nvbench, load_limits_strings)
{
    static const size_t lengths[] = { 17, 1000, 10000000 };
    bres__text value = { 0 };
    bres__text text = { 0 };

    for (size_t i = 0; i < COUNT(places) * COUNT(lengths); i++) {
        const char *place = places[i % COUNT(places)];
        size_t length = lengths[i / COUNT(places)];
        bres_load_options options = bres_test_options(0, NULL);

        if (strstr(place, "[#]") != NULL)
            continue;
        bres__text_clear(&value);
        bres__text_putc(&value, '"');
        bres__text_repeat(&value, 'x', length);
        bres__text_putc(&value, '"');
        replace_mark(&text, place, value.data, value.length);
        options.max_string = length;
        load_both(&text, &options, BRES_OK);
        options.max_string = length - 1;
        cr_assert_eq(load_both(&text, &options, BRES_ERROR_LIMIT), strstr(place, MARK) - place,
                     "%s: %s", place, bres_last_error());
    }
    bres__text_free(&value);
    bres__text_free(&text);
}

Test(nvbench, load_limits_bytes)
{
    bres_load_options options = bres_test_options(0, NULL);
    bres__text text = { 0 };

    bres__text_puts(&text, rich);
    options.max_bytes = text.length;
    load_both(&text, &options, BRES_OK);
    options.max_bytes--;
    load_both(&text, &options, BRES_ERROR_LIMIT);
    options.max_bytes = 0;
    load_both(&text, &options, BRES_ERROR_LIMIT);
    bres__text_free(&text);
}

Test(nvbench, load_limits_states)
{
    static const char document[] =
        "{'benchmarks':[{'name':'a','states':[{'name':'1'},{'name':'2'}]},"
        "{'name':'b','states':[]},{'name':'c','states':[{'name':'3'}]}]}";
    bres_load_options options = bres_test_options(0, NULL);
    char *json = bres_test_json(document);
    bres__text text = { .data = json, .length = strlen(json) };

    options.max_states = 3;
    load_both(&text, &options, BRES_OK);
    options.max_states = 2;
    load_both(&text, &options, BRES_ERROR_LIMIT);
    cr_assert(strstr(bres_last_error(), "more than 2 states") != NULL, "%s", bres_last_error());
    options.max_states = 0;
    load_both(&text, &options, BRES_ERROR_LIMIT);
    free(json);

    json = bres_test_json("{'benchmarks':[{'name':'b','states':[]}]}");
    text = (bres__text){ .data = json, .length = strlen(json) };
    load_both(&text, &options, BRES_OK);
    free(json);
}
