/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A literal with its length: texts may hold NULs. */
#define BYTES(literal) literal, sizeof(literal) - 1

static bres_status check_text(const char *text, size_t length)
{
    bres__cursor cursor = bres__json_cursor(text, length);
    bres_status status = bres__json_skip(&cursor, NULL);

    return status == BRES_OK ? bres__json_finish(&cursor) : status;
}

/* Checks a copy of the exact size, so that a sanitizer sees a read beyond it. */
static bres_status check_copy(const char *text, size_t length)
{
    char *copy = malloc(length > 0 ? length : 1);
    bres_status status;

    if (length > 0)
        memcpy(copy, text, length);
    status = check_text(copy, length);
    free(copy);
    return status;
}

Test(base, json_takes_what_the_grammar_allows)
{
    static const char *const texts[] = {
        "null",
        "true",
        "false",
        "NaN",
        "Infinity",
        "-Infinity",
        "0",
        "-0",
        "7",
        "-7",
        "10",
        "1234567890123456789012345678901234567890",
        "0.5",
        "-0.0",
        "1.25",
        "0e0",
        "0E5",
        "1e5",
        "1E+05",
        "1e-5",
        "1.5e300",
        "1e999",
        "-1e-999",
        "\"\"",
        "\"a\"",
        "\"\\\"\\\\\\/\"",
        "\"\\b\\f\\n\\r\\t\"",
        "\"\\u0001\\uABCD\\uabcd\"",
        "\"\\ud800\"",
        "\"\\udc00x\"",
        "\"\\ud83d\\ude00\"",
        "\"\x7f\"",
        "\"\xc3\xa9\"",
        "\"\xe2\x82\xac\"",
        "\"\xf0\x9f\x98\x80\"",
        "\"{[]}:,\"",
        "[]",
        "[ ]",
        "{}",
        "{\t}",
        "[1]",
        "[1,2]",
        "[[],[[]],{}]",
        "{\"a\":1}",
        "{\"a\":1,\"a\":2}",
        "{\"\":{}}",
        " \t\r\n1 \t\r\n",
        "[ 1 , 2 ]",
        "{ \"a\" : 1 , \"b\" : [ ] }",
        "[\n                              1\n]",
        "\"12345678\"",
        "\"1234567\\n\"",
        "\"123456789012345\xc3\xa9\"",
        "[NaN,-Infinity,Infinity]",
    };

    for (size_t i = 0; i < COUNT(texts); i++)
        cr_assert_eq(check_copy(texts[i], strlen(texts[i])), BRES_OK, "%s: %s", texts[i],
                     bres_last_error());
}

/* Refused texts, with the offset of the first wrong byte. */
Test(base, json_refuses_all_else_and_says_where)
{
    static const struct {
        const char *text;
        size_t length;
        int64_t offset;
    } rows[] = {
        { BYTES(""), 0 },
        { BYTES("  \n"), 3 },
        { BYTES("x"), 0 },
        { BYTES("\xef\xbb\xbf"
                "1"),
          0 },
        { BYTES("'a'"), 0 },
        { BYTES("/*c*/1"), 0 },
        { BYTES("1//c"), 1 },
        { BYTES("[1,/**/2]"), 3 },
        { BYTES("\v1"), 0 },
        { BYTES("\f1"), 0 },
        { BYTES("\xc2\xa0"
                "1"),
          0 },
        { BYTES("1 2"), 2 },
        { BYTES("[] []"), 3 },
        { BYTES("1,"), 1 },
        { BYTES("1\0"), 1 },
        { BYTES("[1\0]"), 2 },
        { BYTES("\0"
                "1"),
          0 },
        { BYTES("]"), 0 },
        { BYTES("}"), 0 },
        { BYTES(","), 0 },
        { BYTES(":"), 0 },
        { BYTES("nul"), 3 },
        { BYTES("nulx"), 3 },
        { BYTES("nulls"), 4 },
        { BYTES("Null"), 1 },
        { BYTES("NULL"), 1 },
        { BYTES("True"), 0 },
        { BYTES("tRue"), 1 },
        { BYTES("falsE"), 4 },
        { BYTES("nan"), 1 },
        { BYTES("NAN"), 1 },
        { BYTES("-NaN"), 1 },
        { BYTES("+NaN"), 0 },
        { BYTES("inf"), 0 },
        { BYTES("Inf"), 3 },
        { BYTES("-Inf"), 4 },
        { BYTES("-infinity"), 1 },
        { BYTES("+Infinity"), 0 },
        { BYTES("-"), 1 },
        { BYTES("-a"), 1 },
        { BYTES("--1"), 1 },
        { BYTES("+1"), 0 },
        { BYTES(".5"), 0 },
        { BYTES("1."), 2 },
        { BYTES("1.e5"), 2 },
        { BYTES("1.x"), 2 },
        { BYTES("1e"), 2 },
        { BYTES("1e+"), 3 },
        { BYTES("1ex"), 2 },
        { BYTES("1.5.5"), 3 },
        { BYTES("1e5.5"), 3 },
        { BYTES("00"), 1 },
        { BYTES("01"), 1 },
        { BYTES("-01"), 2 },
        { BYTES("0x10"), 1 },
        { BYTES("1_000"), 1 },
        { BYTES("12ab"), 2 },
        { BYTES("\""), 1 },
        { BYTES("\"abc"), 4 },
        { BYTES("\"abcdefghijk"), 12 },
        { BYTES("\"\\"), 2 },
        { BYTES("\"\\\""), 3 },
        { BYTES("\"\\q\""), 2 },
        { BYTES("\"\\'\""), 2 },
        { BYTES("\"\\\0\""), 2 },
        { BYTES("\"\\U0041\""), 2 },
        { BYTES("\"\\u\""), 3 },
        { BYTES("\"\\u12\""), 5 },
        { BYTES("\"\\u12"), 5 },
        { BYTES("\"\\u12g4\""), 5 },
        { BYTES("\"\\u123\0\""), 6 },
        { BYTES("\"\\x41\""), 2 },
        { BYTES("\"a\tb\""), 2 },
        { BYTES("\"a\nb\""), 2 },
        { BYTES("\"\0\""), 1 },
        { BYTES("\"\x1f\""), 1 },
        { BYTES("\"12345678\x01\""), 9 },
        { BYTES("\"\xff\""), 1 },
        { BYTES("\"ab\x80\""), 3 },
        { BYTES("\"\xc3\""), 1 },
        { BYTES("\"\xc0\x80\""), 1 },
        { BYTES("\"\xed\xa0\x80\""), 1 },
        { BYTES("\"\xf4\x90\x80\x80\""), 1 },
        { BYTES("\"12345678\xc3\xa9\xc3\""), 11 },
        { BYTES("["), 1 },
        { BYTES("[1"), 2 },
        { BYTES("[1,"), 3 },
        { BYTES("[1,]"), 3 },
        { BYTES("[,1]"), 1 },
        { BYTES("[,]"), 1 },
        { BYTES("[1,,2]"), 3 },
        { BYTES("[1 2]"), 3 },
        { BYTES("[1}"), 2 },
        { BYTES("[}"), 1 },
        { BYTES("[\"a\":1]"), 4 },
        { BYTES("[1]]"), 3 },
        { BYTES("{"), 1 },
        { BYTES("{]"), 1 },
        { BYTES("{,}"), 1 },
        { BYTES("{1:2}"), 1 },
        { BYTES("{a:1}"), 1 },
        { BYTES("{'a':1}"), 1 },
        { BYTES("{null:1}"), 1 },
        { BYTES("{[]:1}"), 1 },
        { BYTES("{\"a\"}"), 4 },
        { BYTES("{\"a\" 1}"), 5 },
        { BYTES("{\"a\"=1}"), 4 },
        { BYTES("{\"a\":}"), 5 },
        { BYTES("{\"a\":,}"), 5 },
        { BYTES("{\"a\":1,}"), 7 },
        { BYTES("{\"a\":1 \"b\":2}"), 7 },
        { BYTES("{\"a\":1,,\"b\":2}"), 7 },
        { BYTES("{\"a\":1]"), 6 },
        { BYTES("{\"a\n\":1}"), 3 },
        { BYTES("{\"a\":1}}"), 7 },
        { BYTES("[[[\"\\z\"]]]"), 5 },
        { BYTES("{\"a\":{\"b\":[1,{\"c\":tru}]}}"), 21 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_status status = check_copy(rows[i].text, rows[i].length);

        cr_assert_eq(status, BRES_ERROR_SYNTAX, "row %zu, %s: %s", i, rows[i].text,
                     bres_status_name(status));
        cr_assert_eq(bres_last_error_offset(), rows[i].offset, "row %zu, %s: %s", i, rows[i].text,
                     bres_last_error());
    }
}

Test(base, json_refuses_u0000_in_any_string)
{
    static const struct {
        const char *text;
        int64_t offset;
    } rows[] = {
        { "\"\\u0000\"", 1 },
        { "\"ab\\u0000cd\"", 3 },
        { "[\"\\n\\u0000\"]", 4 },
        { "{\"a\\u0000\":1}", 3 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        cr_assert_eq(check_copy(rows[i].text, strlen(rows[i].text)), BRES_ERROR_VALUE, "%s",
                     rows[i].text);
        cr_assert_eq(bres_last_error_offset(), rows[i].offset, "%s: %s", rows[i].text,
                     bres_last_error());
    }
}

static const char rich[] =
    "{\n  \"name\": \"caf\xc3\xa9 \\u00e9 \\ud83d\\ude00 \\\"q\\\"\",\r\n\t\"numbers\": [0, -1, "
    "2.5e-10, NaN, -Infinity],\n  \"flags\": {\"a\": true, \"b\": false, \"c\": null, \"\": {}},\n"
    "        \"deep\": [[[[]], {\"x\": [1]}]]\n}";

/* A cut at any byte gives an error at the end of the text. */
Test(base, json_says_that_a_truncated_text_ends_early)
{
    cr_assert_eq(check_copy(rich, strlen(rich)), BRES_OK, "%s", bres_last_error());
    for (size_t length = 0; length < strlen(rich); length++) {
        cr_assert_eq(check_copy(rich, length), BRES_ERROR_SYNTAX, "cut at %zu", length);
        cr_assert_eq(bres_last_error_offset(), (int64_t)length, "cut at %zu: %s", length,
                     bres_last_error());
        cr_assert(strstr(bres_last_error(), "ends early") != NULL, "cut at %zu: %s", length,
                  bres_last_error());
    }
}

/* Every removed, inserted or changed byte gives BRES_OK or BRES_ERROR_SYNTAX. */
Test(base, json_survives_every_changed_byte)
{
    static const char bytes[] = "\"\\{}[]:,0-.eEn \n\x01\x80\xc3u";
    char text[sizeof(rich)];

    for (size_t i = 0; i < strlen(rich); i++) {
        for (size_t k = 0; k < sizeof(bytes); k++) {
            memcpy(text, rich, sizeof(rich));
            text[i] = bytes[k];
            bres_status status = check_copy(text, strlen(rich));

            cr_assert(status == BRES_OK || status == BRES_ERROR_SYNTAX, "byte %zu = %d: %s", i,
                      bytes[k], bres_status_name(status));
            if (status == BRES_ERROR_SYNTAX)
                cr_assert(bres_last_error_offset() >= 0 &&
                              bres_last_error_offset() <= (int64_t)strlen(rich),
                          "byte %zu = %d: %s", i, bytes[k], bres_last_error());
        }
    }
}

/* `depth` containers around a 1, with the opening brackets of `open` in turn. */
static char *nest(size_t depth, const char *open)
{
    char *text = malloc(depth * 6 + 2);
    char *out = text;

    for (size_t i = 0; i < depth; i++) {
        bool object = open[i % strlen(open)] == '{';

        out = stpcpy(out, object ? "{\"a\":" : "[");
    }
    *out++ = '1';
    for (size_t i = depth; i-- > 0;)
        *out++ = open[i % strlen(open)] == '{' ? '}' : ']';
    *out = '\0';
    return text;
}

Test(base, json_counts_levels_of_nesting)
{
    static const char *const shapes[] = { "[", "{", "[{", "{[[" };
    static const uint32_t limits[] = { 1, 2, 63, 64, 65, 256, 1023, 1024 };

    for (size_t i = 0; i < COUNT(shapes) * COUNT(limits); i++) {
        const char *shape = shapes[i / COUNT(limits)];
        uint32_t limit = limits[i % COUNT(limits)];

        for (size_t more = 0; more <= 1; more++) {
            char *text = nest(limit + more, shape);
            bres__cursor cursor = bres__json_cursor(text, strlen(text));
            bres_status status;

            cursor.max_depth = limit;
            status = bres__json_skip(&cursor, NULL);
            cr_assert_eq(status, more == 0 ? BRES_OK : BRES_ERROR_LIMIT, "%s, %u + %zu: %s", shape,
                         limit, more, bres_last_error());
            if (more == 0)
                cr_assert_eq(cursor.depth, 0);
            else
                cr_assert_eq(text + bres_last_error_offset(),
                             strrchr(text, shape[limit % strlen(shape)]), "%s, %u: %s", shape,
                             limit, bres_last_error());
            free(text);
        }
    }
}

Test(base, json_stops_at_ten_thousand_levels)
{
    static const char *const shapes[] = { "[", "{" };

    for (size_t i = 0; i < COUNT(shapes); i++) {
        char *text = nest(10000, shapes[i]);

        cr_assert_eq(check_copy(text, strlen(text)), BRES_ERROR_LIMIT);
        cr_assert_eq(bres_last_error_offset(), i == 0 ? 256 : 256 * 5);
        free(text);
    }
}

/* Levels that are already open count. */
Test(base, json_counts_levels_that_the_caller_has_entered)
{
    static const char text[] = "[[[1]]]";
    bres__cursor cursor = bres__json_cursor(BYTES(text));
    bool first = true;
    bool more;

    cursor.max_depth = 2;
    cr_assert_eq(bres__json_enter(&cursor, '['), BRES_OK);
    cr_assert_eq(bres__json_next_element(&cursor, &first, &more), BRES_OK);
    cr_assert(more);
    cr_assert_eq(bres__json_skip(&cursor, NULL), BRES_ERROR_LIMIT);
    cr_assert_eq(bres_last_error_offset(), 2);

    cursor = bres__json_cursor(BYTES(text));
    cursor.max_depth = 0;
    cr_assert_eq(bres__json_enter(&cursor, '['), BRES_ERROR_LIMIT);
    cr_assert_eq(bres_last_error_offset(), 0);
}

Test(base, json_limits_the_bytes_of_a_string)
{
    static const struct {
        const char *text;
        uint64_t bytes;
        int64_t offset;
    } rows[] = {
        { "\"\"", 0, 0 },         { "\"1234567890\"", 10, 0 },       { "[1, \"\\u0041\"]", 6, 4 },
        { "{\"abc\": 1}", 3, 1 }, { "{\"a\": \"\xc3\xa9\"}", 2, 6 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        for (uint64_t less = 0; less <= (rows[i].bytes > 0); less++) {
            bres__cursor cursor = bres__json_cursor(rows[i].text, strlen(rows[i].text));
            bres_status status;

            cursor.max_string = rows[i].bytes - less;
            status = bres__json_skip(&cursor, NULL);
            cr_assert_eq(status, less == 0 ? BRES_OK : BRES_ERROR_LIMIT, "%s: %s", rows[i].text,
                         bres_last_error());
            if (less == 1)
                cr_assert_eq(bres_last_error_offset(), rows[i].offset, "%s", rows[i].text);
        }
    }
}

Test(base, json_tells_kinds_by_the_first_byte)
{
    static const struct {
        const char *text;
        bres__json_kind kind;
    } rows[] = {
        { " {", BRES__JSON_OBJECT },  { "\t[", BRES__JSON_ARRAY },    { "\n\"", BRES__JSON_STRING },
        { "t", BRES__JSON_TRUE },     { "f", BRES__JSON_FALSE },      { "n", BRES__JSON_NULL },
        { "N", BRES__JSON_REAL },     { "I", BRES__JSON_REAL },       { "-", BRES__JSON_INTEGER },
        { "0", BRES__JSON_INTEGER },  { "9", BRES__JSON_INTEGER },    { "", BRES__JSON_MISSING },
        { "  ", BRES__JSON_MISSING }, { "}", BRES__JSON_MISSING },    { "]", BRES__JSON_MISSING },
        { "+", BRES__JSON_MISSING },  { "\x80", BRES__JSON_MISSING }, { ".", BRES__JSON_MISSING },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres__cursor cursor = bres__json_cursor(rows[i].text, strlen(rows[i].text));

        cr_assert_eq(bres__json_peek(&cursor), rows[i].kind, "%s", rows[i].text);
    }
}

Test(base, json_names_kinds)
{
    static const char *const names[] = { "nothing",  "null",     "false",  "true",     "a number",
                                         "a number", "a string", "a list", "an object" };

    for (size_t i = 0; i < COUNT(names); i++)
        cr_assert_str_eq(bres__json_kind_name((bres__json_kind)i), names[i]);
}

Test(base, json_scalars_have_a_kind_and_their_text)
{
    static const struct {
        const char *text;
        bres__json_kind kind;
        const char *content;
    } rows[] = {
        { " null ", BRES__JSON_NULL, "null" },
        { "true,", BRES__JSON_TRUE, "true" },
        { "false]", BRES__JSON_FALSE, "false" },
        { "NaN", BRES__JSON_REAL, "NaN" },
        { "Infinity", BRES__JSON_REAL, "Infinity" },
        { "-Infinity", BRES__JSON_REAL, "-Infinity" },
        { "0", BRES__JSON_INTEGER, "0" },
        { "-0", BRES__JSON_INTEGER, "-0" },
        { "12}", BRES__JSON_INTEGER, "12" },
        { "0.0", BRES__JSON_REAL, "0.0" },
        { "1e5", BRES__JSON_REAL, "1e5" },
        { "-1E+5 ", BRES__JSON_REAL, "-1E+5" },
        { "99999999999999999999", BRES__JSON_INTEGER, "99999999999999999999" },
        { "\"a b\"", BRES__JSON_STRING, "a b" },
        { "\"\\n\"", BRES__JSON_STRING, "\n" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres__cursor cursor = bres__json_cursor(rows[i].text, strlen(rows[i].text));
        bres__arena arena = { 0 };
        bres__json_kind kind;
        bres__slice text;

        cr_assert_eq(bres__json_scalar(&cursor, &arena, &kind, &text), BRES_OK, "%s", rows[i].text);
        cr_assert_eq(kind, rows[i].kind, "%s", rows[i].text);
        cr_assert(text.length == strlen(rows[i].content) &&
                      memcmp(text.data, rows[i].content, text.length) == 0,
                  "%s: %.*s", rows[i].text, (int)text.length, text.data);
        bres__arena_free(&arena);
    }
}

Test(base, json_scalars_are_no_containers)
{
    static const char *const texts[] = { "[", "{}", "]", "", "x" };

    for (size_t i = 0; i < COUNT(texts); i++) {
        bres__cursor cursor = bres__json_cursor(texts[i], strlen(texts[i]));
        bres__arena arena = { 0 };
        bres__json_kind kind;
        bres__slice text;

        cr_assert_eq(bres__json_scalar(&cursor, &arena, &kind, &text), BRES_ERROR_SYNTAX, "%s",
                     texts[i]);
        cr_assert_eq(bres_last_error_offset(), 0, "%s", texts[i]);
    }
}

Test(base, json_strings_decode)
{
    static const struct {
        const char *text;
        const char *content;
    } rows[] = {
        { "\"\"", "" },
        { "\"plain text, of more than eight bytes\"", "plain text, of more than eight bytes" },
        { "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t" },
        { "\"a\\u0041b\"", "aAb" },
        { "\"\\u007f\\u0080\\u07ff\\u0800\\uffff\"",
          "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf" },
        { "\"\\u20AC\\u20ac\"", "\xe2\x82\xac\xe2\x82\xac" },
        { "\"\\ud800\\udc00\\uDBFF\\uDFFF\"", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf" },
        { "\"\\ud83d\\ude00!\"", "\xf0\x9f\x98\x80!" },
        { "\"\\ud800\"", "\xef\xbf\xbd" },
        { "\"\\ud800x\"", "\xef\xbf\xbdx" },
        { "\"\\ud800\\n\"", "\xef\xbf\xbd\n" },
        { "\"\\ud800\\u0041\"", "\xef\xbf\xbd"
                                "A" },
        { "\"\\ud800\\ud800\"", "\xef\xbf\xbd\xef\xbf\xbd" },
        { "\"\\ud800\\ud83d\\ude00\"", "\xef\xbf\xbd\xf0\x9f\x98\x80" },
        { "\"\\udc00\\ud800\"", "\xef\xbf\xbd\xef\xbf\xbd" },
        { "\"\xc3\xa9\\\\\xe2\x82\xac\"", "\xc3\xa9\\\xe2\x82\xac" },
        { "\"12345678\\t\"", "12345678\t" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres__cursor cursor = bres__json_cursor(rows[i].text, strlen(rows[i].text));
        bool escapes = strchr(rows[i].text, '\\') != NULL;
        bres__arena arena = { 0 };
        bres__slice text;

        cr_assert_eq(bres__json_string(&cursor, &arena, &text), BRES_OK, "%s", rows[i].text);
        cr_assert(text.length == strlen(rows[i].content) &&
                      memcmp(text.data, rows[i].content, text.length) == 0,
                  "%s: %.*s", rows[i].text, (int)text.length, text.data);
        cr_assert_eq(text.data == rows[i].text + 1, !escapes, "%s", rows[i].text);
        cr_assert_eq(arena.chunks != NULL, escapes, "%s", rows[i].text);
        cr_assert_eq(bres__json_finish(&cursor), BRES_OK, "%s", rows[i].text);
        bres__arena_free(&arena);
    }
}

Test(base, json_strings_need_memory_for_escapes_alone)
{
    bres__cursor cursor = bres__json_cursor(BYTES("\"\\n\""));
    bres__arena arena = { 0 };
    bres__slice text;

    bres__faults_arm(BRES__FAULT_ALLOC, 1, false);
    cr_assert_eq(bres__json_string(&cursor, &arena, &text), BRES_ERROR_MEMORY);
    bres__faults_arm(0, 0, false);
}

Test(base, json_walks_members_and_elements)
{
    static const char text[] = " { \"a\" : [ 1 , 2 ] , \"\\u0062\" : { } , \"c\" : [ ] } ";
    static const char *const keys[] = { "a", "b", "c" };
    static const size_t counts[] = { 2, 0, 0 };
    bres__cursor cursor = bres__json_cursor(BYTES(text));
    bres__arena arena = { 0 };
    bres__json_walk walk = bres__json_walk_object(&cursor, &arena);
    size_t member = 0;

    for (; bres__json_walk_next(&walk); member++) {
        size_t elements = 0;

        cr_assert_eq(cursor.depth, 1);
        cr_assert(bres__slice_is(&walk.key, keys[member]), "member %zu", member);
        if (bres__json_peek(&cursor) == BRES__JSON_ARRAY) {
            bres__json_walk list = bres__json_walk_list(&cursor);
            bres__slice element;

            for (; bres__json_walk_pass(&list, &element); elements++)
                cr_assert(element.length == 1 && element.data[0] == '1' + (char)elements);
            cr_assert_eq(list.status, BRES_OK);
        } else {
            cr_assert_eq(bres__json_skip(&cursor, NULL), BRES_OK);
        }
        cr_assert_eq(elements, counts[member], "member %zu", member);
    }
    cr_assert_eq(walk.status, BRES_OK);
    cr_assert_eq(member, COUNT(keys));
    cr_assert_eq(cursor.depth, 0);
    cr_assert_eq(bres__json_finish(&cursor), BRES_OK);
    bres__arena_free(&arena);
}

Test(base, json_skip_gives_the_text_of_the_value)
{
    static const struct {
        const char *text;
        const char *value;
    } rows[] = {
        { "  [1, 2] ,", "[1, 2]" }, { "\t{\"a\": {}}]", "{\"a\": {}}" },
        { " -1.5e3}", "-1.5e3" },   { " \"\\\"\" x", "\"\\\"\"" },
        { "null,", "null" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres__cursor cursor = bres__json_cursor(rows[i].text, strlen(rows[i].text));
        bres__slice value;

        cr_assert_eq(bres__json_skip(&cursor, &value), BRES_OK);
        cr_assert(value.length == strlen(rows[i].value) &&
                      memcmp(value.data, rows[i].value, value.length) == 0,
                  "%s: %.*s", rows[i].text, (int)value.length, value.data);
    }
}

Test(base, json_enter_wants_its_bracket)
{
    static const struct {
        const char *text;
        char bracket;
        const char *message;
    } rows[] = {
        { " [", '{', "expected an object" },
        { " {", '[', "expected a list" },
        { " 1", '[', "expected a list" },
        { " ", '{', "ends early" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres__cursor cursor = bres__json_cursor(rows[i].text, strlen(rows[i].text));

        cr_assert_eq(bres__json_enter(&cursor, rows[i].bracket), BRES_ERROR_SYNTAX);
        cr_assert(strstr(bres_last_error(), rows[i].message) != NULL, "%s", bres_last_error());
        cr_assert_eq(bres_last_error_offset(), 1);
    }
}
