/* SPDX-License-Identifier: MIT */
/*
 * The TOML reader: what it reads, and what it refuses and where.
 */
#include "compare/config/toml.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bres_status parse_bytes(const char *text, size_t length, bres__arena *arena,
                               bres__toml **root)
{
    return bres__toml_parse(text, length, "x.toml", arena, root);
}

/* The value of the key `v`, which may be in tables: "a.v". */
static const bres__toml *get(const bres__toml *root, const char *path)
{
    char copy[64];
    char *rest = NULL;

    snprintf(copy, sizeof copy, "%s", path);
    for (char *key = strtok_r(copy, ".", &rest); key != NULL && root != NULL;
         key = strtok_r(NULL, ".", &rest))
        root = bres__toml_get(root, key);
    return root;
}

Test(compare, toml_numbers)
{
    static const struct {
        const char *text;
        bres__toml_kind kind;
        double number;
    } cases[] = {
        { "v = 1", BRES__TOML_INTEGER, 1 },
        { "v = +99", BRES__TOML_INTEGER, 99 },
        { "v = -17", BRES__TOML_INTEGER, -17 },
        { "v = 0", BRES__TOML_INTEGER, 0 },
        { "v = -0", BRES__TOML_INTEGER, 0 },
        { "v = 1_000_000", BRES__TOML_INTEGER, 1000000 },
        { "v = 0xDEADbeef", BRES__TOML_INTEGER, 3735928559 },
        { "v = 0xdead_beef", BRES__TOML_INTEGER, 3735928559 },
        { "v = 0o755", BRES__TOML_INTEGER, 493 },
        { "v = 0b1101_0110", BRES__TOML_INTEGER, 214 },
        { "v = 9223372036854775807", BRES__TOML_INTEGER, 9223372036854775807.0 },
        { "v = -9223372036854775808", BRES__TOML_INTEGER, -9223372036854775808.0 },
        { "v = 1.0", BRES__TOML_FLOAT, 1 },
        { "v = +3.25", BRES__TOML_FLOAT, 3.25 },
        { "v = -0.01", BRES__TOML_FLOAT, -0.01 },
        { "v = 5e+22", BRES__TOML_FLOAT, 5e22 },
        { "v = 1e06", BRES__TOML_FLOAT, 1e6 },
        { "v = -2E-2", BRES__TOML_FLOAT, -0.02 },
        { "v = 6.626e-34", BRES__TOML_FLOAT, 6.626e-34 },
        { "v = 224_617.445_991_228", BRES__TOML_FLOAT, 224617.445991228 },
        { "v = 1e1_0", BRES__TOML_FLOAT, 1e10 },
        { "v = 123e-5", BRES__TOML_FLOAT, 123e-5 },
        { "v = 1234e-5", BRES__TOML_FLOAT, 1234e-5 },
        { "v = 1e400", BRES__TOML_FLOAT, INFINITY },
        { "v = inf", BRES__TOML_FLOAT, INFINITY },
        { "v = -inf", BRES__TOML_FLOAT, -INFINITY },
        { "v = +inf", BRES__TOML_FLOAT, INFINITY },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres__arena arena = { 0 };
        bres__toml *root;
        const bres__toml *value;

        cr_assert_eq(parse_bytes(cases[i].text, strlen(cases[i].text), &arena, &root), BRES_OK,
                     "%s: %s", cases[i].text, bres_last_error());
        value = get(root, "v");
        cr_assert_eq(value->kind, cases[i].kind, "%s", cases[i].text);
        cr_assert_eq(value->kind == BRES__TOML_INTEGER ? (double)value->integer : value->real,
                     cases[i].number, "%s", cases[i].text);
        bres__arena_free(&arena);
    }
}

Test(compare, toml_strings)
{
    static const struct {
        const char *text;
        const char *string;
    } cases[] = {
        { "v = \"\"", "" },
        { "v = ''", "" },
        { "v = \"a b\"", "a b" },
        { "v = 'C:\\n \"x\"'", "C:\\n \"x\"" },
        { "v = \"\\b\\t\\n\\f\\r\\\"\\\\\"", "\b\t\n\f\r\"\\" },
        { "v = \"\\u0041\\u00e9\\u20AC\\U0001F600\"", "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80" },
        { "v = \"\xC3\xA9\"", "\xC3\xA9" },
        { "v = \"\"\"\none\ntwo\"\"\"", "one\ntwo" },
        { "v = \"\"\"\r\none\r\ntwo\"\"\"", "one\ntwo" },
        { "v = \"\"\"one \\\n   \n  two\"\"\"", "one two" },
        { "v = \"\"\"a\"b\"\"c\"\"\"", "a\"b\"\"c" },
        { "v = \"\"\"a\"\"\"\"\"", "a\"\"" },
        { "v = '''\n'a'\\n''''", "'a'\\n'" },
        { "v = \"tab\there\"", "tab\there" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres__arena arena = { 0 };
        bres__toml *root;

        cr_assert_eq(parse_bytes(cases[i].text, strlen(cases[i].text), &arena, &root), BRES_OK,
                     "%s: %s", cases[i].text, bres_last_error());
        cr_assert_eq(get(root, "v")->kind, BRES__TOML_STRING, "%s", cases[i].text);
        cr_assert_str_eq(get(root, "v")->string, cases[i].string, "%s", cases[i].text);
        bres__arena_free(&arena);
    }
}

/* What is only told from the rest by its kind. */
Test(compare, toml_other_kinds)
{
    static const struct {
        const char *text;
        bres__toml_kind kind;
    } cases[] = {
        { "v = true", BRES__TOML_BOOLEAN },
        { "v = false # why", BRES__TOML_BOOLEAN },
        { "v = 1979-05-27", BRES__TOML_TIME },
        { "v = 2024-02-29", BRES__TOML_TIME },
        { "v = 2000-02-29", BRES__TOML_TIME },
        { "v = 07:32:00", BRES__TOML_TIME },
        { "v = 07:32:00.999", BRES__TOML_TIME },
        { "v = 1979-05-27T07:32:00", BRES__TOML_TIME },
        { "v = 1979-05-27t07:32:00z", BRES__TOML_TIME },
        { "v = 1979-05-27 07:32:00.5-07:00", BRES__TOML_TIME },
        { "v = 1979-05-27 # 07:32:00", BRES__TOML_TIME },
        { "v = []", BRES__TOML_LIST },
        { "v = [1, 'two', [3.0], {a = 1},]", BRES__TOML_LIST },
        { "v = [ # first\n 1, # one\n\n 2\n]", BRES__TOML_LIST },
        { "v = {}", BRES__TOML_TABLE },
        { "v = { a = 1, b.c = 2, b.d = 3 }", BRES__TOML_TABLE },
        { "[v]", BRES__TOML_TABLE },
        { "[v.w]", BRES__TOML_TABLE },
        { "v.w = 1", BRES__TOML_TABLE },
        { "[[v]]\na = 1\n[[v]]\na = 2\n[v.w]", BRES__TOML_TABLE_LIST },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres__arena arena = { 0 };
        bres__toml *root;

        cr_assert_eq(parse_bytes(cases[i].text, strlen(cases[i].text), &arena, &root), BRES_OK,
                     "%s: %s", cases[i].text, bres_last_error());
        cr_assert_eq(get(root, "v")->kind, cases[i].kind, "%s: %s", cases[i].text,
                     bres__toml_kind_name(get(root, "v")->kind));
        bres__arena_free(&arena);
    }
}

/* The ways to write one table. */
Test(compare, toml_tables)
{
    static const char *const texts[] = {
        "[a.b]\nv = 7",
        "[a]\nb.v = 7",
        "a.b.v = 7",
        "a = { b = { v = 7 } }",
        "a = { b.v = 7 }",
        " [ a . 'b' ] # here\r\n\t\"v\" =\t7\r\n",
        "[a.b]\nv = 7\n[a]\nw = 1",
        "[a.b.c]\n[a]\nb.v = 7",
        "[a]\nb.w = 1\nb.v = 7",
        "a.b.w = 1\n[a.c]\n[x]\n[a.d]\n[y]\n[z]\n[x.a]\n[q]\na.b.v = 7",
        "\n\n# nothing\n[a.b]\n\nv=7",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bres__arena arena = { 0 };
        bres__toml *root;
        const bres__toml *value;

        cr_assert_eq(parse_bytes(texts[i], strlen(texts[i]), &arena, &root), BRES_OK, "%s: %s",
                     texts[i], bres_last_error());
        value = get(root, i == 9 ? "q.a.b.v" : "a.b.v");
        cr_assert_not_null(value, "%s", texts[i]);
        cr_assert_eq(value->integer, 7, "%s", texts[i]);
        bres__arena_free(&arena);
    }
}

/* Each with its line. */
Test(compare, toml_refuses_bad_syntax)
{
    static const struct {
        const char *text;
        unsigned line;
        const char *message;
    } cases[] = {
        { "\xEF\xBB\xBFv = 1", 1, "byte order mark" },
        { "v = 1\nw = \"\xC3\x28\"", 2, "invalid UTF-8" },
        { "v = 01", 1, "'01' is no value" },
        { "v = -01", 1, "'-01' is no value" },
        { "v = .5", 1, "'.5' is no value" },
        { "v = 5.", 1, "'5.' is no value" },
        { "v = 01.5", 1, "is no value" },
        { "v = 1.e5", 1, "is no value" },
        { "v = 1e", 1, "is no value" },
        { "v = 1._5", 1, "is no value" },
        { "v = 1__0", 1, "is no value" },
        { "v = _1", 1, "is no value" },
        { "v = 1_", 1, "is no value" },
        { "v = +", 1, "is no value" },
        { "v = 0x", 1, "is no value" },
        { "v = 0x_1", 1, "is no value" },
        { "v = 0xG", 1, "is no value" },
        { "v = +0x1", 1, "is no value" },
        { "v = 0b2", 1, "is no value" },
        { "v = 0o8", 1, "is no value" },
        { "v = 0X1", 1, "is no value" },
        { "v = 9223372036854775808", 1, "does not fit in 64 bits" },
        { "v = 0xFFFFFFFFFFFFFFFF", 1, "does not fit in 64 bits" },
        { "v = True", 1, "is no value" },
        { "v = Inf", 1, "is no value" },
        { "v = ", 1, "expected a value" },
        { "v =\n1", 1, "expected a value" },
        { "v", 1, "expected '='" },
        { "= 1", 1, "expected a key" },
        { "a. = 1", 1, "expected a key" },
        { "a..b = 1", 1, "expected a key" },
        { "\"\"\"a\"\"\" = 1", 1, "multi-line" },
        { "v = 1 w = 2", 1, "expected the end of the line" },
        { "[a] v = 1", 1, "expected the end of the line" },
        { "v = 1\rw = 2", 1, "expected the end of the line" },
        { "v = \"a", 1, "the string has no end" },
        { "v = \"a\nb\"", 1, "the string has no end" },
        { "v = 'a", 1, "the string has no end" },
        { "v = \"\"\"a\n", 1, "the string has no end" },
        { "v = \"\\x41\"", 1, "unknown escape" },
        { "v = \"\\\nb\"", 1, "unknown escape" },
        { "v = \"\\u12\"", 1, "expected 4 hexadecimal digits" },
        { "v = \"\\uD800\"", 1, "cannot be a part" },
        { "v = \"\\U00110000\"", 1, "cannot be a part" },
        { "v = \"\\u0000\"", 1, "cannot be a part" },
        { "v = \"\x01\"", 1, "control character in a string" },
        { "v = \"\x7F\"", 1, "control character in a string" },
        { "v = 1 # \x02", 1, "control character in a comment" },
        { "\x0Bv = 1", 1, "expected a key" },
        { "v = 1979-13-01", 1, "no date or time" },
        { "v = 1979-02-30", 1, "no date or time" },
        { "v = 1900-02-29", 1, "no date or time" },
        { "v = 1979-5-27", 1, "no date or time" },
        { "v = 24:00:00", 1, "no date or time" },
        { "v = 07:32", 1, "no date or time" },
        { "v = 07:32:00.", 1, "no date or time" },
        { "v = 1979-05-27T07:32:00+25:00", 1, "no date or time" },
        { "v = 1979-05-27X07:32:00", 1, "no date or time" },
        { "v = [1,,2]", 1, "expected a value" },
        { "v = [1 2]", 1, "expected ',' or ']'" },
        { "v = [1", 1, "expected ',' or ']'" },
        { "v = { a = 1, }", 1, "expected a key" },
        { "v = { a = 1\n}", 1, "expected ',' or '}'" },
        { "v = {\na = 1 }", 1, "expected a key" },
        { "v = { a = 1", 1, "expected ',' or '}'" },
        { "[a", 1, "expected ']'" },
        { "[]", 1, "expected a key" },
        { "[[a]", 1, "expected ']]'" },
        { "[[a] ]", 1, "expected ']]'" },
        { "[ [a]]", 1, "expected a key" },
        { "v = 1\nv = 2", 2, "'v' is there twice" },
        { "v = 1\n'v' = 2", 2, "'v' is there twice" },
        { "a.b = 1\na.b = 2", 2, "'b' is there twice" },
        { "a = 1\na.b = 2", 2, "'a' has a value already" },
        { "a = 1\n[a]", 2, "'a' has a value already" },
        { "a = 1\n[a.b]", 2, "'a' has a value already" },
        { "[a]\n[a]", 2, "the table 'a' is there twice" },
        { "a.b = 1\n[a]", 2, "the table 'a' is there twice" },
        { "[a.b]\n[a]\nb.c = 1", 3, "the table 'b' is complete already" },
        { "[a.b.c]\nz = 9\n[a]\nb.c.t = 1", 4, "the table 'c' is complete already" },
        { "[a]\nb.c = 1\n[a.b]", 3, "the table 'b' is there twice" },
        { "a = {}\n[a]", 2, "'a' has a value already" },
        { "a = { b = 1 }\na.c = 2", 2, "'a' has a value already" },
        { "a = { b = {} , b.c = 1 }", 1, "'b' has a value already" },
        { "a = {}\n[a.b]", 2, "'a' has a value already" },
        { "a = []\n[[a]]", 2, "'a' is no list of tables" },
        { "[a]\n[[a]]", 2, "'a' is no list of tables" },
        { "[[a]]\n[a]", 2, "'a' has a value already" },
        { "[[a]]\n[a.b]\n[a.b]", 3, "the table 'b' is there twice" },
        { "v = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 1, "more than 32 deep" },
        { "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a = 1", 1,
          "more than 32 parts" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres__arena arena = { 0 };
        bres__toml *root = (bres__toml *)&root;
        char line[32];

        cr_assert_eq(parse_bytes(cases[i].text, strlen(cases[i].text), &arena, &root),
                     BRES_ERROR_SYNTAX, "%s", cases[i].text);
        cr_assert_null(root);
        snprintf(line, sizeof line, "line %u: ", cases[i].line);
        cr_assert_not_null(strstr(bres_last_error(), line), "%s: %s", cases[i].text,
                           bres_last_error());
        cr_assert_not_null(strstr(bres_last_error(), cases[i].message), "%s: %s", cases[i].text,
                           bres_last_error());
        cr_assert_str_eq(bres_last_error_file(), "x.toml");
        cr_assert_geq(bres_last_error_offset(), 0);
        bres__arena_free(&arena);
    }
}

/* A NUL is no end of the text. */
Test(compare, toml_refuses_nul)
{
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {
        { "v = 1\0", 6 }, { "v = \"\0\"", 7 }, { "#\0", 2 }, { "\0", 1 }, { "v = [\0]", 7 }
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres__arena arena = { 0 };
        bres__toml *root;

        cr_assert_eq(parse_bytes(cases[i].text, cases[i].length, &arena, &root), BRES_ERROR_SYNTAX,
                     "%zu", i);
        bres__arena_free(&arena);
    }
}

/* Each prefix of a text with a bit of everything is read or refused, never run past. */
Test(compare, toml_reads_every_prefix)
{
    static const char text[] = "# c\n'a'.b = [1, 2.5e-3, { x = \"\\u00e9\\\\\" }, '''m\n''',]\r\n"
                               "d = 1979-05-27 07:32:00.5Z\n[t.u]\nv = \"\"\"\n\\\n  y\"\"\"\n"
                               "[[l]]\nn = -0x\n";

    for (size_t length = 0; length < sizeof text; length++) {
        char *copy = malloc(length > 0 ? length : 1);
        bres__arena arena = { 0 };
        bres__toml *root;

        memcpy(copy, text, length);
        parse_bytes(copy, length, &arena, &root);
        bres__arena_free(&arena);
        free(copy);
    }
}
