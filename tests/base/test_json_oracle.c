/* SPDX-License-Identifier: MIT */
#include "base/json/block.h"
#include "base/json/ends.h"
#include "support/json_oracle.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void assert_same(const char *text, size_t length, const char *other, size_t other_length)
{
    json_oracle_fault fault = json_oracle_judge(text, length, other, other_length);

    cr_assert_null(fault, "%s: %s", text, fault);
}

/* Edge cases of numbers and strings have the values that json-c reads. */
Test(base, json_reads_as_json_c_does)
{
    static const char *const texts[] = {
        "null",
        "true",
        "false",
        "NaN",
        "Infinity",
        "-Infinity",
        /* integers */
        "0",
        "-0",
        "1",
        "-1",
        "10",
        "255",
        "2147483647",
        "2147483648",
        "-2147483649",
        "9007199254740993",
        "9223372036854775806",
        "9223372036854775807",
        "-9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "9223372036854775809",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775809",
        "99999999999999999999999999999999",
        "-99999999999999999999999999999999",
        /* real numbers: halfway cases, the ends of the range, long digits */
        "0.0",
        "-0.0",
        "0e0",
        "-0E-5",
        "0.1",
        "1e0",
        "1E5",
        "1e+05",
        "1e-05",
        "1.0",
        "123.456",
        "1e22",
        "1e23",
        "9007199254740992.0",
        "9007199254740993.0",
        "9007199254740993e0",
        "5e-324",
        "4.9e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "1e-400",
        "-1e-400",
        "2.2250738585072011e-308",
        "2.2250738585072014e-308",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1e309",
        "-1e309",
        "1e999999999999999999999",
        "1e-999999999999999999999",
        "0e999999999999999999",
        "123456789012345678901234567890.5",
        "0.1000000000000000055511151231257827021181583404541015625",
        "3.141592653589793238462643383279502884197169399375105820974944592307816406286",
        "7.2057594037927933e16",
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203124",
        "1.00000000000000011102230246251565404236316680908203126",
        "8.5e-05",
        "1.5e-05",
        "0.000000000000000000000000000000000000000000000000000000000000000000000000001e75",
        /* strings */
        "\"\"",
        "\"a\"",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "\"\\u0001\\u001f\\u007f\\u0080\"",
        "\"\\u07ff\\u0800\\uFFFF\\ufffe\"",
        "\"\\ud800\\udc00\"",
        "\"\\uDBFF\\uDFFF\"",
        "\"\\ud83d\\ude00x\"",
        "\"\\ud800\"",
        "\"\\ud800x\"",
        "\"\\ud800\\n\"",
        "\"\\ud800\\u0041\"",
        "\"\\ud800\\ud800\"",
        "\"\\ud800\\ud83d\\ude00\"",
        "\"\\udc00\"",
        "\"\\udfff\\ud800\"",
        "\"\\udc00\\udc00\"",
        "\"\\ud800\\ud800\\udc00\"",
        "\"\x7f\"",
        "\"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \xf4\x8f\xbf\xbf\"",
        "\"\xef\xbf\xbf\"",
        "\"12345678\\u00e9 12345678\xc3\xa9\"",
        "\"{[\\\"]}\"",
        /* containers */
        "[]",
        "{}",
        "[[],{},[[]]]",
        "[1,\"a\",null,true,1.5,[],{}]",
        "{\"a\":{\"b\":[]}}",
        "{\"a\":1,\"b\":2,\"a\":3}",
        "{\"a\":1,\"\\u0061\":2}",
        "{\"a\":[1],\"a\":{}}",
        "{\"\":0,\"\":1}",
        " [ 1 ,\t2\r\n, 3 ] ",
        "{\"caf\xc3\xa9\":1,\"\\ud800\":2}",
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        cr_assert_eq(json_oracle_check(texts[i], strlen(texts[i])), BRES_OK, "%s: %s", texts[i],
                     bres_last_error());
        assert_same(texts[i], strlen(texts[i]), texts[i], strlen(texts[i]));
    }
}

/* If a newer json-c refuses a text of this table, move its row to the table of texts that both
 * refuse. */
Test(base, json_refuses_what_json_c_takes_against_the_grammar)
{
    static const struct {
        const char *text;
        const char *reason;
    } rows[] = {
        { "00", "a leading zero" },
        { "-01", "a leading zero" },
        { "1.", "no digit behind the point" },
        { "[1.]", "no digit behind the point" },
        { "1.e5", "no digit behind the point" },
        { "\"a\tb\"", "a control character in a string" },
        { "\"a\nb\"", "a control character in a string" },
        { "\"\x01\"", "a control character in a string" },
        { "{'a':1}", "a key in single quotes" },
        { "\"\xc0\x80\"", "overlong UTF-8" },
        { "\"\xed\xa0\x80\"", "a surrogate in UTF-8" },
        { "\"\xf4\x90\x80\x80\"", "beyond U+10FFFF" },
        { "\"\\u0000\"", "U+0000, which a C string cannot hold" },
        { "{\"a\\u0000b\":1}", "U+0000, at which json-c cuts the key" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        json_object *tree;

        cr_assert_neq(json_oracle_check(rows[i].text, strlen(rows[i].text)), BRES_OK, "%s: %s",
                      rows[i].text, rows[i].reason);
        cr_assert_eq(json_oracle_parse(rows[i].text, strlen(rows[i].text), &tree),
                     json_tokener_success, "%s: %s", rows[i].text, rows[i].reason);
        json_object_put(tree);
    }
}

Test(base, json_refuses_what_json_c_refuses)
{
    static const char *const texts[] = {
        "",
        " ",
        "01",
        "+1",
        ".5",
        "1e",
        "1e+",
        "1.5e+",
        "0x10",
        "--1",
        "-",
        "-a",
        "nan",
        "-NaN",
        "inf",
        "infinity",
        "-inf",
        "[1,]",
        "[,1]",
        "{\"a\":1,}",
        "{,}",
        "{\"a\":1,,\"b\":2}",
        "'a'",
        "{a:1}",
        "/*c*/1",
        "1//c",
        "[1]/**/",
        "\v1",
        "\f1",
        "[1] 2",
        "1 2",
        "nul",
        "nulL",
        "NULL",
        "True",
        "TRUE",
        "tru",
        "\"\\q\"",
        "\"\\u12g4\"",
        "\"\\ud800\\uZ\"",
        "\"\xff\"",
        "\"\x80\"",
        "\xef\xbb\xbf[]",
        "[1 2]",
        "{\"a\" 1}",
        "{\"a\":}",
        "{\"a\":1 \"b\":2}",
        "[",
        "]",
        "[1.5.5]",
        "1e5.5",
        "12ab",
        "1-2",
        "\"",
        "\"\\ud800\\udc",
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        json_object *tree;

        cr_assert_neq(json_oracle_check(texts[i], strlen(texts[i])), BRES_OK, "%s", texts[i]);
        cr_assert_neq(json_oracle_parse(texts[i], strlen(texts[i]), &tree), json_tokener_success,
                      "%s", texts[i]);
        json_object_put(tree);
    }
}

typedef struct generator {
    uint64_t state;
    bres__text text;
} generator;

/* The same numbers on every machine. */
static uint32_t draw(generator *gen, uint32_t below)
{
    gen->state = gen->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((gen->state >> 33) % below);
}

static void put_blanks(generator *gen)
{
    static const char *const blanks[] = {
        "", "", "", " ", "\n", "\t\r\n ", "\n                  "
    };

    bres__text_puts(&gen->text, blanks[draw(gen, COUNT(blanks))]);
}

static void put_string(generator *gen)
{
    static const char *const parts[] = {
        "a",
        "key",
        "eight by",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\\\"",
        "\\\\",
        "\\\\\\\"",
        "\\/",
        "\\n",
        "\\u0041",
        "\\u00e9",
        "\\ud83d\\ude00",
        "\\ud800",
        "\xc3\xa9",
        "\xe2\x82\xac",
        "\xf0\x9f\x98\x80",
        " ",
        "0",
        "null",
    };

    bres__text_putc(&gen->text, '"');
    for (uint32_t n = draw(gen, 8); n > 0; n--)
        bres__text_puts(&gen->text, parts[draw(gen, COUNT(parts))]);
    bres__text_putc(&gen->text, '"');
}

static void put_number(generator *gen)
{
    if (draw(gen, 3) == 0)
        bres__text_putc(&gen->text, '-');
    bres__text_printf(&gen->text, "%u", draw(gen, 4) == 0 ? 0 : draw(gen, 1000000000));
    if (draw(gen, 2) == 0)
        bres__text_printf(&gen->text, ".%u%u", draw(gen, 10), draw(gen, 1000000000));
    if (draw(gen, 3) == 0)
        bres__text_printf(&gen->text, "%c%s%u", "eE"[draw(gen, 2)],
                          draw(gen, 3) == 0   ? "+"
                          : draw(gen, 2) == 0 ? "-"
                                              : "",
                          draw(gen, 330));
}

static void put_value(generator *gen, uint32_t depth);

static void put_container(generator *gen, uint32_t depth, bool object)
{
    bres__text_putc(&gen->text, object ? '{' : '[');
    for (uint32_t n = draw(gen, 5), i = 0; i < n; i++) {
        if (i > 0)
            bres__text_putc(&gen->text, ',');
        put_blanks(gen);
        if (object) {
            put_string(gen);
            put_blanks(gen);
            bres__text_putc(&gen->text, ':');
        }
        put_value(gen, depth - 1);
    }
    put_blanks(gen);
    bres__text_putc(&gen->text, object ? '}' : ']');
}

static void put_value(generator *gen, uint32_t depth)
{
    static const char *const literals[] = {
        "null", "true", "false", "NaN", "Infinity", "-Infinity"
    };

    put_blanks(gen);
    switch (draw(gen, depth == 0 ? 3 : 7)) {
    case 0:
        bres__text_puts(&gen->text, literals[draw(gen, COUNT(literals))]);
        break;
    case 1:
        put_string(gen);
        break;
    case 2:
        put_number(gen);
        break;
    default:
        put_container(gen, depth, draw(gen, 2) == 0);
    }
    put_blanks(gen);
}

/* The unchecked scan finds the same end as the checking cursor, with any text after it, and does
 * not find an end in a cut container or string. */
static void check_span(const char *text, size_t length)
{
    bres__cursor cursor = bres__json_cursor(text, length);
    bres__slice value;
    const char *end;

    cr_assert_eq(bres__json_skip(&cursor, &value), BRES_OK, "%s", text);
    end = value.data + value.length;
    cr_assert_eq(bres__json_span(value.data, text + length), end, "%s", text);
    if (strchr("{[\"", *value.data) == NULL)
        return;
    for (const char *cut = value.data + 1; cut < end; cut++)
        cr_assert_null(bres__json_span(value.data, cut), "%s cut to %zu", text,
                       (size_t)(cut - text));
}

/* For each value on the level of `ends`, the stored end equals the end that a scan finds. */
static void check_ends_of(const bres__json_ends *ends, bres__cursor *cursor)
{
    const bres__json_kind kind = bres__json_peek(cursor);
    const bool kept = cursor->depth == (uint32_t)ends->level;
    const char *begin = cursor->next;
    bres__arena arena = { 0 };
    bres__json_walk walk = kind == BRES__JSON_OBJECT ? bres__json_walk_object(cursor, &arena)
                                                     : bres__json_walk_list(cursor);

    if (kept)
        cr_assert_eq(bres__json_ends_span(ends, begin, cursor->end),
                     bres__json_span(begin, cursor->end), "parts of %zu: %s", ends->part, begin);
    if (kind != BRES__JSON_OBJECT && kind != BRES__JSON_ARRAY)
        walk.status = bres__json_skip(cursor, NULL);
    else
        while (bres__json_walk_next(&walk))
            check_ends_of(ends, cursor);
    cr_assert_eq(walk.status, BRES_OK);
    bres__arena_free(&arena);
}

static void check_ends(const char *text, size_t length)
{
    static const size_t parts[] = { 1, 7, 64, 100 };

    for (size_t i = 0; i < 4 * COUNT(parts); i++) {
        bres__cursor cursor = bres__json_cursor(text, length);
        bres__json_ends ends;

        cr_assert_eq(bres__json_ends_find(&ends, text, length, (uint32_t)i / 4, parts[i % 4], 3),
                     BRES_OK);
        check_ends_of(&ends, &cursor);
        bres__json_ends_free(&ends);
    }
}

static void check_writer(const char *text, size_t length, bool compact)
{
    bres__text out = { 0 };
    bres__text again = { 0 };
    bres__json_writer writer = { .text = &out, .empty = true, .compact = compact };

    bres__json_write_raw(&writer, text, length);
    cr_assert_eq(json_oracle_check(out.data, out.length), BRES_OK, "%s: %s", text, out.data);
    assert_same(text, length, out.data, out.length);
    writer = (bres__json_writer){ .text = &again, .empty = true, .compact = compact };
    bres__json_write_raw(&writer, out.data, out.length);
    cr_assert_str_eq(again.data, out.data, "written twice");
    bres__text_free(&out);
    bres__text_free(&again);
}

Test(base, json_agrees_with_json_c_on_random_documents)
{
    const uint32_t count = bres_test_long() ? 50000 : 500;

    for (uint32_t i = 0; i < count; i++) {
        generator gen = { .state = i };

        put_value(&gen, 1 + i % 6);
        cr_assert_eq(json_oracle_check(gen.text.data, gen.text.length), BRES_OK, "%s: %s",
                     gen.text.data, bres_last_error());
        assert_same(gen.text.data, gen.text.length, gen.text.data, gen.text.length);
        check_span(gen.text.data, gen.text.length);
        if (i < count / 5)
            check_ends(gen.text.data, gen.text.length);
        check_writer(gen.text.data, gen.text.length, false);
        check_writer(gen.text.data, gen.text.length, true);
        bres__text_free(&gen.text);
    }
}

/* Lists, on several levels, of objects that begin alike, and of strings that look like these
 * objects, so that some guesses are right and some wrong. */
static void put_records(generator *gen, uint32_t depth, const char *key)
{
    bres__text_putc(&gen->text, '[');
    for (uint32_t n = 1 + draw(gen, 6), i = 0; i < n; i++) {
        if (i > 0)
            bres__text_putc(&gen->text, ',');
        if (i > 0 && draw(gen, 4) == 0) {
            bres__text_puts(&gen->text, "\"{\",\"\"");
            continue;
        }
        bres__text_printf(&gen->text, "{\"%s\":", key);
        if (depth > 0 && draw(gen, 3) > 0)
            put_records(gen, depth - 1, key);
        else
            put_string(gen);
        bres__text_putc(&gen->text, '}');
    }
    bres__text_putc(&gen->text, ']');
}

Test(base, json_ends_of_records_that_begin_alike)
{
    const uint32_t count = bres_test_long() ? 10000 : 200;

    for (uint32_t i = 0; i < count; i++) {
        generator gen = { .state = i };

        put_records(&gen, 1 + i % 3, i % 2 == 0 ? "k" : ",");
        check_ends(gen.text.data, gen.text.length);
        bres__text_free(&gen.text);
    }
}

/* For any text, the parts give the end that one scan of the first container finds. */
Test(base, json_ends_of_text_that_is_no_json)
{
    static const char *const pieces[] = { "{\"k\"", "\\", "{\"k\"", "\"", "{", "}", "]", "[", " " };
    const uint32_t count = bres_test_long() ? 100000 : 5000;

    for (uint32_t i = 0; i < count; i++) {
        generator gen = { .state = i };
        bres__json_ends ends;

        for (uint32_t n = 2 + i % 60; n > 0; n--)
            bres__text_puts(&gen.text,
                            n == 2 + i % 60 ? pieces[0] : pieces[draw(&gen, COUNT(pieces))]);
        cr_assert_eq(bres__json_ends_find(&ends, gen.text.data, gen.text.length, 0, 1 + i % 70, 2),
                     BRES_OK);
        cr_assert_eq(bres__json_ends_span(&ends, gen.text.data, gen.text.data + gen.text.length),
                     bres__json_span(gen.text.data, gen.text.data + gen.text.length), "%s",
                     gen.text.data);
        bres__json_ends_free(&ends);
        bres__text_free(&gen.text);
    }
}

/* On text that is not JSON, a span may end anywhere inside the text. */
Test(base, json_span_stays_inside_the_text)
{
    static const char *const texts[] = {
        "",
        "]",
        "}",
        "[}",
        "{]",
        "[\"",
        "[\"\\",
        "[\"\\\"",
        "\"",
        "\"\\",
        "1",
        "12345678901",
        "nul",
        "[[[[[[[[[",
        "{{{{{{{{{{{",
        "]]]]]]]]]]]]",
        "[1,2",
        "\"abcdefgh",
        "\"abcdefg\\",
        "x\"[",
        "[\x80\xff\xff\xff\xff\xff\xff\xff\xff]",
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        size_t length = strlen(texts[i]);
        char *copy = malloc(length > 0 ? length : 1);
        const char *end;

        memcpy(copy, texts[i], length);
        end = bres__json_span(copy, copy + length);
        cr_assert(end == NULL || (end >= copy && end <= copy + length), "%s", texts[i]);
        for (size_t part = 1; part < 9; part++) {
            bres__json_ends ends;

            cr_assert_eq(bres__json_ends_find(&ends, copy, length, 0, part, 2), BRES_OK);
            cr_assert_eq(bres__json_ends_span(&ends, copy, copy + length), end, "%s: %zu", texts[i],
                         part);
            bres__json_ends_free(&ends);
        }
        free(copy);
    }
}

static bres_status ends_run(void *context)
{
    bres__json_ends ends;
    const bres_status status = bres__json_ends_find(&ends, context, strlen(context), 0, 2, 2);

    bres__json_ends_free(&ends);
    return status;
}

Test(base, json_ends_when_allocations_fail)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, ends_run,
                    "{\"a\":{\"a\":{\"a\":0}}}{\"a\":0}{\"a\":0}");
}

/* The masks of a block, by any instructions, agree with a check of each byte. */
Test(base, json_block_masks)
{
    generator gen = { .state = 1 };
    static const char bytes[] = "\"\\{}[];<>^ !#|\x7f\x80\xa2\xdb\xdc\xfb\xff\x01\x02";

    for (int round = 0; round < 1000; round++) {
        char text[BRES__JSON_BLOCK];
        bres__json_block found[2];

        for (size_t i = 0; i < sizeof text; i++)
            text[i] = draw(&gen, 4) == 0 ? (char)draw(&gen, 256) : bytes[draw(&gen, sizeof bytes)];
        found[0] = bres__json_block_read(text);
        found[1] = bres__json_block_words(text);
        for (int way = 0; way < 2; way++) {
            for (size_t i = 0; i < sizeof text; i++) {
                const char c = text[i];

                cr_assert_eq(found[way].quotes >> i & 1, c == '"');
                cr_assert_eq(found[way].slashes >> i & 1, c == '\\');
                cr_assert_eq(found[way].opens >> i & 1, c == '{' || c == '[');
                cr_assert_eq(found[way].closes >> i & 1, c == '}' || c == ']');
            }
        }
    }
}
