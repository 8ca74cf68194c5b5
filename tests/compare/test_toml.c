/* SPDX-License-Identifier: MIT */
/*
 * The TOML reader: accepted text, valid TOML that a configuration cannot use, invalid TOML, and the
 * positions of faults.
 */
#include "compare/config/toml.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bres_status parse_bytes(const char *text, size_t length, bres__arena *arena,
                               bres__toml *toml)
{
    *toml = (bres__toml){ .name = "x.toml", .text = text, .length = length, .arena = arena };
    return bres__toml_read(toml);
}

/* The entry of a text that must be read. */
static const bres__toml_entry *parse_entry(const char *text, const char *path, bres__arena *arena)
{
    const bres__toml_entry *entry;
    bres__toml toml;

    cr_assert_eq(parse_bytes(text, strlen(text), arena, &toml), BRES_OK, "%s: %s", text,
                 bres_last_error());
    entry = bres__toml_get(&toml, path);
    cr_assert_not_null(entry, "%s", text);
    return entry;
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
        { "v = 9223372036854775807", BRES__TOML_INTEGER, 9223372036854775807.0 },
        { "v = -9223372036854775808", BRES__TOML_INTEGER, -9223372036854775808.0 },
        { "v = 1.0", BRES__TOML_FLOAT, 1 },
        { "v = +3.25", BRES__TOML_FLOAT, 3.25 },
        { "v = -0.01", BRES__TOML_FLOAT, -0.01 },
        { "v = 5e+22", BRES__TOML_FLOAT, 5e22 },
        { "v = 1e06", BRES__TOML_FLOAT, 1e6 },
        { "v = -2E-2", BRES__TOML_FLOAT, -0.02 },
        { "v = 6.626e-34", BRES__TOML_FLOAT, 6.626e-34 },
        { "v = 123e-5", BRES__TOML_FLOAT, 123e-5 },
        { "v = 1234e-5", BRES__TOML_FLOAT, 1234e-5 },
        { "v = 1e400", BRES__TOML_FLOAT, INFINITY },
        { "v = inf", BRES__TOML_FLOAT, INFINITY },
        { "v = -inf", BRES__TOML_FLOAT, -INFINITY },
        { "v = +inf", BRES__TOML_FLOAT, INFINITY },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres__arena arena = { 0 };
        const bres__toml_entry *entry = parse_entry(cases[i].text, "v", &arena);

        cr_assert_eq(entry->kind, cases[i].kind, "%s", cases[i].text);
        cr_assert_eq(entry->number, cases[i].number, "%s", cases[i].text);
        bres__arena_free(&arena);
    }
}

Test(compare, toml_nan)
{
    static const char *const texts[] = { "v = nan", "v = +nan", "v = -nan" };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bres__arena arena = { 0 };
        const bres__toml_entry *entry = parse_entry(texts[i], "v", &arena);

        cr_assert_eq(entry->kind, BRES__TOML_FLOAT, "%s", texts[i]);
        cr_assert(isnan(entry->number), "%s", texts[i]);
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
        { "v = \"a'b\"", "a'b" },
        { "v = 'C:\\n \"x\"'", "C:\\n \"x\"" },
        { "v = '#' # 'w'", "#" },
        { "v = \"\xC3\xA9\"", "\xC3\xA9" },
        { "v = \"tab\there\"", "tab\there" },
        { "v = \"a\"# \\", "a" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres__arena arena = { 0 };
        const bres__toml_entry *entry = parse_entry(cases[i].text, "v", &arena);

        cr_assert_eq(entry->kind, BRES__TOML_STRING, "%s", cases[i].text);
        cr_assert_str_eq(entry->string, cases[i].string, "%s", cases[i].text);
        bres__arena_free(&arena);
    }
}

Test(compare, toml_booleans)
{
    static const char *const texts[] = { "v = true", "v = false # why", "v=true#" };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bres__arena arena = { 0 };

        cr_assert_eq(parse_entry(texts[i], "v", &arena)->kind, BRES__TOML_BOOLEAN, "%s", texts[i]);
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
        " [ a . b ] # here\r\n\tv =\t7\r\n",
        "[a.b]\nv = 7\n[a]\nw = 1",
        "[a.b.c]\n[a]\nb.v = 7",
        "[a]\nb.w = 1\nb.v = 7",
        "[a]\n[a.b]\nv = 7",
        "[a-b]\n[a.b-c]\n[a.b]\nv = 7",
        "a.b.w = 1\na.b.v = 7\n[a.c]\n[x]\n[a.d]",
        "\n\n# nothing\n[a.b]\n\nv=7",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bres__arena arena = { 0 };
        const bres__toml_entry *entry = parse_entry(texts[i], "a.b.v", &arena);

        cr_assert_eq(entry->number, 7, "%s", texts[i]);
        cr_assert_eq(*entry->at, '7', "%s", texts[i]);
        bres__arena_free(&arena);
    }
}

typedef struct refusal {
    const char *text;
    unsigned line;
    unsigned column;
    const char *message;
} refusal;

static void check_refusals(const refusal *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bres__arena arena = { 0 };
        bres__toml toml;
        char place[64];

        cr_assert_eq(parse_bytes(cases[i].text, strlen(cases[i].text), &arena, &toml),
                     BRES_ERROR_SYNTAX, "%s", cases[i].text);
        snprintf(place, sizeof place, "x.toml: line %u, column %u: ", cases[i].line,
                 cases[i].column);
        cr_assert_eq(strncmp(bres_last_error(), place, strlen(place)), 0, "%s: %s", cases[i].text,
                     bres_last_error());
        cr_assert_not_null(strstr(bres_last_error(), cases[i].message), "%s: %s", cases[i].text,
                           bres_last_error());
        cr_assert_str_eq(bres_last_error_file(), "x.toml");
        cr_assert_geq(bres_last_error_offset(), 0);
        bres__arena_free(&arena);
    }
}

/* Valid TOML that a configuration cannot use: the message says so. */
Test(compare, toml_refuses_what_a_configuration_cannot_use)
{
    static const refusal cases[] = {
        { "v = []", 1, 5, "arrays are not supported in a configuration; expected a number" },
        { "[a]\nv = 1\nw =\t[1, 'two']", 3, 5, "arrays are not supported in a configuration" },
        { "v = [ # first\n 1,\n]", 1, 5, "arrays are not supported in a configuration" },
        { "v = {}", 1, 5, "inline tables are not supported in a configuration" },
        { "v = { a = 1, b.c = 2 }", 1, 5, "inline tables are not supported in a configuration" },
        { "v = 1\n [[a]]", 2, 2, "arrays of tables are not supported in a configuration" },
        { "'v' = 1", 1, 1, "quoted keys are not supported in a configuration" },
        { "a.\"b\" = 1", 1, 3, "quoted keys are not supported in a configuration" },
        { "[ 'a' ]", 1, 3, "quoted keys are not supported in a configuration" },
        { "v = \"\"\"\none\"\"\"", 1, 5, "multi-line strings are not supported" },
        { "v = '''a'''", 1, 5, "multi-line strings are not supported" },
        { "v = \"\\u00e9\"", 1, 6, "escape sequences are not supported in a configuration" },
        { "v = \"\xC3\xA9\\n\"", 1, 7, "escape sequences are not supported in a configuration" },
        { "v = \"a\\\"b\"", 1, 7, "expected a string in single quotes" },
        { "v = 0xDEADbeef", 1, 5, "hexadecimal, octal and binary numbers are not supported" },
        { "v = 0o755", 1, 5, "hexadecimal, octal and binary numbers are not supported" },
        { "v = 0b1101", 1, 5, "hexadecimal, octal and binary numbers are not supported" },
        { "v = 1_000", 1, 5, "underscores in numbers are not supported in a configuration" },
        { "v = 224_617.445_991", 1, 5, "expected a decimal number" },
        { "v = 1979-05-27", 1, 5, "dates and times are not supported in a configuration" },
        { "v = 07:32:00.999", 1, 5, "dates and times are not supported in a configuration" },
        { "v = 1979-05-27T07:32:00Z", 1, 5, "dates and times are not supported" },
        { "v = 1979-05-27 07:32:00", 1, 5, "dates and times are not supported" },
    };

    check_refusals(cases, sizeof cases / sizeof *cases);
}

Test(compare, toml_refuses_bad_syntax)
{
    static const refusal cases[] = {
        { "\xEF\xBB\xBFv = 1", 1, 1, "byte order mark" },
        { "v = 1\nw = \"\xC3\x28\"", 2, 6, "invalid UTF-8" },
        { "v = 01", 1, 5, "'01' is not a value; expected a number, a boolean or a string" },
        { "v = -01", 1, 5, "'-01' is not a value" },
        { "v = .5", 1, 5, "'.5' is not a value" },
        { "v = 5.", 1, 5, "'5.' is not a value" },
        { "v = 01.5", 1, 5, "is not a value" },
        { "v = 1.e5", 1, 5, "is not a value" },
        { "v = 1e", 1, 5, "is not a value" },
        { "v = +", 1, 5, "is not a value" },
        { "v = +-1", 1, 5, "is not a value" },
        { "v = +0x1", 1, 5, "is not a value" },
        { "v = 0X1", 1, 5, "is not a value" },
        { "v = 0x", 1, 5, "not supported" },
        { "v = 9223372036854775808", 1, 5, "does not fit in 64 bits" },
        { "v = -9223372036854775809", 1, 5, "does not fit in 64 bits" },
        { "v = True", 1, 5, "'True' is not a value" },
        { "v = Inf", 1, 5, "is not a value" },
        { "v = infinity", 1, 5, "is not a value" },
        { "v = +true", 1, 5, "is not a value" },
        { "v = 1,", 1, 5, "'1,' is not a value" },
        { "v = ", 1, 5, "the value is missing" },
        { "v =\n1", 1, 4, "the value is missing" },
        { "v = # 1", 1, 5, "the value is missing" },
        { "v", 1, 2, "expected '='" },
        { "= 1", 1, 1, "expected a key" },
        { "a. = 1", 1, 4, "expected a key" },
        { "a..b = 1", 1, 3, "expected a key" },
        { "\xC3\xA9 = 1", 1, 1, "expected a key" },
        { "v = 1 w = 2", 1, 7, "expected the end of the line" },
        { "[a] v = 1", 1, 5, "expected the end of the line" },
        { "v = 'a''b'", 1, 8, "expected the end of the line" },
        { "v = 1\rw = 2", 1, 6, "unexpected control character" },
        { "v = 1\r", 1, 6, "unexpected control character" },
        { "v = \"a", 1, 5, "the string is not closed" },
        { "v = \"a\nb\"", 1, 5, "the string is not closed" },
        { "v = 'a", 1, 5, "the string is not closed" },
        { "v = \"", 1, 5, "the string is not closed" },
        { "v = \"\x01\"", 1, 6, "unexpected control character" },
        { "v = \"\x7F\"", 1, 6, "unexpected control character" },
        { "v = 1 # \x02", 1, 9, "unexpected control character" },
        { "\x0Bv = 1", 1, 1, "unexpected control character" },
        { "[a", 1, 3, "expected ']'" },
        { "[]", 1, 2, "expected a key" },
        { "[ [a]]", 1, 3, "expected a key" },
        { "v = 1\nv = 2", 2, 5, "'v' is already defined as an integer" },
        { "a.b = 1\na.b = 2", 2, 7, "'a.b' is already defined as an integer" },
        { "a = 1\na.b = 2", 2, 7, "'a' is already defined as an integer" },
        { "a.b = 1\na = 2", 2, 5, "'a.b' is already defined as an integer" },
        { "a = 1\n[a]", 2, 1, "'a' is already defined as an integer" },
        { "a = 1\n[a.b]", 2, 1, "'a' is already defined as an integer" },
        { "[a]\n[a]", 2, 1, "'a' is already defined as a table" },
        { "a.b = 1\n[a]", 2, 1, "'a.b' is already defined as an integer" },
        { "[a.b]\n[a]\nb.c = 1", 3, 7, "'a.b' is already defined as a table" },
        { "[a.b]\n[a]\nb = 1", 3, 5, "'a.b' is already defined as a table" },
        { "[a.b.c]\nz = 9\n[a]\nb.c.t = 1", 4, 9, "'a.b.c' is already defined as a table" },
        { "[a]\nb.c = 1\n[a.b]", 3, 1, "'a.b.c' is already defined as an integer" },
    };

    check_refusals(cases, sizeof cases / sizeof *cases);
}

/* A NUL does not end the text. */
Test(compare, toml_refuses_nul)
{
    static const struct {
        const char *text;
        size_t length;
    } cases[] = { { "v = 1\0", 6 }, { "v = \"\0\"", 7 }, { "#\0", 2 }, { "\0", 1 } };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres__arena arena = { 0 };
        bres__toml toml;

        cr_assert_eq(parse_bytes(cases[i].text, cases[i].length, &arena, &toml), BRES_ERROR_SYNTAX,
                     "%zu", i);
        bres__arena_free(&arena);
    }
}

/* The reader accepts or refuses each prefix of each text, and never reads past its end. */
Test(compare, toml_reads_every_prefix)
{
    static const char *const texts[] = {
        "# c\nb.a = -2.5e-3\r\n[t.u]\nv = \"y\" # d\n w =true\n[t]\nz = 'x'\ninf = -inf\n",
        "v = \"a\\n\"",
        "v = '''m'''",
        "[[l]]",
        "d = 1979-05-27 07:32:00.5Z",
        "d = 07:32:00",
        "n = 0x1_0\nm",
        "'k'.l",
        "v = [1]",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (size_t length = 0; length <= strlen(texts[i]); length++) {
            char *copy = malloc(length > 0 ? length : 1);
            bres__arena arena = { 0 };
            bres__toml toml;

            memcpy(copy, texts[i], length);
            parse_bytes(copy, length, &arena, &toml);
            bres__arena_free(&arena);
            free(copy);
        }
    }
}

static bres_status read_once(void *text)
{
    bres__arena arena = { 0 };
    bres__toml toml;
    const bres_status status = parse_bytes(text, strlen(text), &arena, &toml);

    bres__arena_free(&arena);
    return status;
}

Test(compare, toml_survives_every_failing_allocation)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, read_once, "[a]\nb.c = 'd'\ne = 1");
}
