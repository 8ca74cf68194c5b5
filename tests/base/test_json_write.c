/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bres__json_writer writer_to(bres__text *text, bool compact)
{
    return (bres__json_writer){ .text = text, .empty = true, .compact = compact };
}

static void write_sample(bres__json_writer *writer)
{
    bres__json_begin(writer, '{');
    bres__json_key(writer, "list");
    bres__json_begin(writer, '[');
    bres__json_write_int64(writer, INT64_MIN);
    bres__json_write_float64(writer, 15);
    bres__json_write_float64(writer, NAN);
    bres__json_write_string(writer, "a\"b");
    bres__json_begin(writer, '[');
    bres__json_end(writer, ']');
    bres__json_begin(writer, '{');
    bres__json_end(writer, '}');
    bres__json_begin(writer, '[');
    bres__json_write_literal(writer, "null");
    bres__json_end(writer, ']');
    bres__json_end(writer, ']');
    bres__json_key(writer, "empty");
    bres__json_begin(writer, '{');
    bres__json_end(writer, '}');
    bres__json_key(writer, "object");
    bres__json_begin(writer, '{');
    bres__json_key(writer, "k\n");
    bres__json_write_literal(writer, "true");
    bres__json_end(writer, '}');
    bres__json_key(writer, "raw");
    bres__json_write_raw(writer, "{ \"x\":[1 ,2],\"y\" : {}}", 23);
    bres__json_end(writer, '}');
}

Test(base, json_writer_indents)
{
    bres__text text = { 0 };
    bres__json_writer writer = writer_to(&text, false);

    write_sample(&writer);
    cr_assert_str_eq(text.data, "{\n"
                                "  \"list\": [\n"
                                "    -9223372036854775808,\n"
                                "    15.0,\n"
                                "    null,\n"
                                "    \"a\\\"b\",\n"
                                "    [],\n"
                                "    {},\n"
                                "    [\n"
                                "      null\n"
                                "    ]\n"
                                "  ],\n"
                                "  \"empty\": {},\n"
                                "  \"object\": {\n"
                                "    \"k\\n\": true\n"
                                "  },\n"
                                "  \"raw\": {\n"
                                "    \"x\": [\n"
                                "      1,\n"
                                "      2\n"
                                "    ],\n"
                                "    \"y\": {}\n"
                                "  }\n"
                                "}");
    bres__text_free(&text);
}

Test(base, json_writer_compact)
{
    bres__text text = { 0 };
    bres__json_writer writer = writer_to(&text, true);

    write_sample(&writer);
    cr_assert_str_eq(text.data,
                     "{\"list\":[-9223372036854775808,15.0,null,\"a\\\"b\",[],{},[null]],"
                     "\"empty\":{},\"object\":{\"k\\n\":true},"
                     "\"raw\":{\"x\":[1,2],\"y\":{}}}");
    bres__text_free(&text);
}

Test(base, json_quote_escapes_no_more_than_it_must)
{
    for (int c = 0; c < 0x80; c++) {
        const char character = (char)c;
        bres__text text = { 0 };
        char expected[16];

        switch (c) {
        case '"':
            strcpy(expected, "\"\\\"\"");
            break;
        case '\\':
            strcpy(expected, "\"\\\\\"");
            break;
        case '\b':
            strcpy(expected, "\"\\b\"");
            break;
        case '\f':
            strcpy(expected, "\"\\f\"");
            break;
        case '\n':
            strcpy(expected, "\"\\n\"");
            break;
        case '\r':
            strcpy(expected, "\"\\r\"");
            break;
        case '\t':
            strcpy(expected, "\"\\t\"");
            break;
        default:
            bres__format(expected, sizeof(expected), c < 0x20 ? "\"\\u%04x\"" : "\"%c\"", c);
        }
        bres__json_quote(&text, &character, 1);
        cr_assert_str_eq(text.data, expected, "character %d", c);
        bres__text_free(&text);
    }
}

Test(base, json_quote_keeps_what_is_plain)
{
    static const struct {
        const char *text;
        const char *quoted;
    } rows[] = {
        { "", "\"\"" },
        { "plain/\x7f caf\xc3\xa9 \xf0\x9f\x98\x80",
          "\"plain/\x7f caf\xc3\xa9 \xf0\x9f\x98\x80\"" },
        { "\"", "\"\\\"\"" },
        { "a\nb", "\"a\\nb\"" },
        { "\n\n", "\"\\n\\n\"" },
        { "\x1f"
          "1",
          "\"\\u001f1\"" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres__text text = { 0 };

        bres__json_quote(&text, rows[i].text, strlen(rows[i].text));
        cr_assert_str_eq(text.data, rows[i].quoted);
        bres__text_free(&text);
    }
    {
        bres__text text = { 0 };

        bres__json_quote(&text, NULL, 0);
        cr_assert_str_eq(text.data, "\"\"");
        bres__text_free(&text);
    }
}

Test(base, json_writer_escapes_what_a_terminal_obeys)
{
    for (int visible = 0; visible < 2; visible++) {
        bres__text text = { 0 };
        bres__json_writer writer = {
            .text = &text, .empty = true, .compact = true, .visible = visible != 0
        };

        bres__json_begin(&writer, '{');
        bres__json_key(&writer, "\x7f");
        bres__json_write_string(&writer, "a\xc2\x80\xc2\x9f\xc2\xa0\xc2");
        bres__json_end(&writer, '}');
        cr_assert_str_eq(text.data, visible != 0 ? "{\"\\u007f\":\"a\\u0080\\u009f\xc2\xa0\xc2\"}"
                                                 : "{\"\x7f\":\"a\xc2\x80\xc2\x9f\xc2\xa0\xc2\"}");
        bres__text_free(&text);
    }
}

Test(base, json_write_raw_indents_again)
{
    static const struct {
        const char *raw;
        const char *indented;
    } rows[] = {
        { "1", "1" },
        { " null ", "null" },
        { "\"a, [b]: \\\" {c}\"", "\"a, [b]: \\\" {c}\"" },
        { "[]", "[]" },
        { "[ \n ]", "[]" },
        { "{\t}", "{}" },
        { "[[],[ ]]", "[\n  [],\n  []\n]" },
        { "{\"a\":1,\"b\":[true,-1.5e3]}",
          "{\n  \"a\": 1,\n  \"b\": [\n    true,\n    -1.5e3\n  ]\n}" },
        { "{\r\n\t\"a\"\n:\n[ {\"b\" :\"\\\\\"} ]}",
          "{\n  \"a\": [\n    {\n      \"b\": \"\\\\\"\n    }\n  ]\n}" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres__text text = { 0 };
        bres__json_writer writer = writer_to(&text, false);

        bres__json_write_raw(&writer, rows[i].raw, strlen(rows[i].raw));
        cr_assert_str_eq(text.data, rows[i].indented);
        bres__text_free(&text);
    }
}

/* A raw value ends with its length, even inside a longer text. */
Test(base, json_write_raw_ends_with_its_length)
{
    bres__text text = { 0 };
    bres__json_writer writer = writer_to(&text, true);

    bres__json_begin(&writer, '[');
    bres__json_write_raw(&writer, "12345", 3);
    bres__json_write_raw(&writer, "\"a\"b", 3);
    bres__json_write_raw(&writer, "{}]", 2);
    bres__json_end(&writer, ']');
    cr_assert_str_eq(text.data, "[123,\"a\",{}]");
    bres__text_free(&text);
}

Test(base, json_write_members_leaves_the_listed_out)
{
    static const char object[] =
        "{\"a\": 1, \"b\": [2, {\"a\": 3}], \"\\u0063\": \"x\", \"\": null}";
    static const char *const none[] = { NULL };
    static const char *const some[] = { "a", "c", "z", NULL };
    static const char *const all[] = { "", "c", "b", "a", NULL };
    static const struct {
        const char *const *except;
        const char *written;
    } rows[] = {
        { NULL, "{\"first\":0,\"a\":1,\"b\":[2,{\"a\":3}],\"c\":\"x\",\"\":null}" },
        { none, "{\"first\":0,\"a\":1,\"b\":[2,{\"a\":3}],\"c\":\"x\",\"\":null}" },
        { some, "{\"first\":0,\"b\":[2,{\"a\":3}],\"\":null}" },
        { all, "{\"first\":0}" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres__text text = { 0 };
        bres__json_writer writer = writer_to(&text, true);

        bres__json_begin(&writer, '{');
        bres__json_key(&writer, "first");
        bres__json_write_int64(&writer, 0);
        bres__json_write_members(&writer, object, rows[i].except);
        bres__json_end(&writer, '}');
        cr_assert_str_eq(text.data, rows[i].written);
        bres__text_free(&text);
    }
}

/* The text records every failed allocation. */
Test(base, json_writer_without_memory)
{
    bool hit = true;

    for (size_t n = 1; hit; n++) {
        bres__text text = { 0 };
        bres__json_writer writer = writer_to(&text, false);

        bres__faults_arm(BRES__FAULT_ALLOC, n, false);
        bres__json_begin(&writer, '{');
        bres__json_write_members(&writer, "{\"\\u0061\": [1, 2]}", NULL);
        bres__json_end(&writer, '}');
        hit = bres__faults_hit();
        bres__faults_arm(0, 0, false);
        cr_assert_eq(text.failed, hit, "fault %zu", n);
        cr_assert(hit || n > 2, "nothing was there to fail");
        bres__text_free(&text);
    }
}
