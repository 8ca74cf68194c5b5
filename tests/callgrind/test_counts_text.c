/* SPDX-License-Identifier: MIT */
/*
 * The exact text form of lists of counts.
 */
#include "support/profiles.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void check_text(const bres_count *entries, size_t count, bool is_inclusive, uint32_t flags,
                       size_t width, const char *expected)
{
    bres_counts *counts;
    char *text;

    cr_assert_eq(bres_counts_new(entries, count, is_inclusive, &counts), BRES_OK);
    cr_assert_eq(bres_counts_text(counts, flags, width, &text), BRES_OK);
    cr_assert_str_eq(text, expected, "\n%s\n%s", text, expected);
    bres_string_free(text);
    bres_counts_free(counts);
}

Test(callgrind, text_of_counts)
{
    static const bres_count plain[] = { { 1234, "m.c:main" }, { 5, "g.c:g [/opt/app]" } };
    static const bres_count negative[] = { { 10, "a" }, { -10, "b" } };

    check_text(plain, 2, false, 0, 0,
               "  1234  m.c:main\n     5  g.c:g [/opt/app]\n\nTotal: 1239\n");
    check_text(plain, 2, true, 0, 0, "  1234  m.c:main\n     5  g.c:g [/opt/app]\n");
    /* A negative number takes one more column. */
    check_text(negative, 2, false, 0, 0, "    10  a\n   -10  b\n\nTotal: 0\n");
    check_text(NULL, 0, false, 0, 0, "Total: 0\n");
    check_text(NULL, 0, true, 0, 0, "");
}

/* A name loses its middle; it has at least 40 characters, however narrow the line. */
Test(callgrind, text_of_long_names)
{
    static const struct {
        size_t width;
        const char *name;
        const char *line;
    } rows[] = {
        { 60, "0123456789012345678901234567890123456789012345678901234",
          "  7  0123456789012345678901234567890123456789012345678901234\n" },
        { 60, "01234567890123456789012345678901234567890123456789012345",
          "  7  0123456789012345678901234 ... 1234567890123456789012345\n" },
        { 1, "0123456789012345678901234567890123456789",
          "  7  0123456789012345678901234567890123456789\n" },
        { 1, "01234567890123456789012345678901234567890",
          "  7  01234567890123456 ... 345678901234567890\n" },
        { 44,
          "\xC3\xA4"
          "1234567890123456789012345678901234567890",
          "  7  \xC3\xA4"
          "1234567890123456 ... 345678901234567890\n" },
        { 44, "0123456789012345678901234567890123456789\xC3\xA4",
          "  7  01234567890123456 ... 34567890123456789\xC3\xA4\n" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        const bres_count entry = { 7, rows[i].name };

        check_text(&entry, 1, true, 0, rows[i].width, rows[i].line);
    }
}

/* `count` entries with counts that fall to 1. */
static void fill_rows(bres_count *entries, size_t count)
{
    for (size_t i = 0; i < count; i++)
        entries[i] = (bres_count){ (int64_t)(count - i), "f" };
}

static void append_rows(bres__text *text, size_t first, size_t last)
{
    for (size_t i = first; i >= last; i--)
        bres__text_printf(text, "  %2zu  f\n", i);
}

Test(callgrind, text_of_many_counts)
{
    bres_count entries[30];
    bres__text text = { 0 };

    fill_rows(entries, 18);
    append_rows(&text, 18, 1);
    check_text(entries, 18, true, 0, 0, text.data);
    bres__text_clear(&text);
    fill_rows(entries, 19);
    append_rows(&text, 19, 11);
    bres__text_puts(&text, " ...\n");
    append_rows(&text, 9, 1);
    bres__text_puts(&text, "\nTotal: 190\n");
    check_text(entries, 19, false, 0, 0, text.data);
    bres__text_clear(&text);
    fill_rows(entries, 30);
    append_rows(&text, 30, 1);
    check_text(entries, 30, true, BRES_COUNTS_ALL_ROWS, 0, text.data);
    bres__text_free(&text);
}

Test(callgrind, text_refuses)
{
    static const bres_count huge[] = { { INT64_MAX, "f" }, { 1, "g" } };
    bres_counts *counts;
    char *text = (char *)&counts;

    cr_assert_eq(bres_counts_new(huge, 2, false, &counts), BRES_OK);
    cr_assert_eq(bres_counts_text(counts, 0, 0, &text), BRES_ERROR_VALUE);
    cr_assert_null(text);
    cr_assert_eq(bres_counts_text(counts, 2, 0, &text), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_text(NULL, 0, 0, &text), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_text(counts, 0, 0, NULL), BRES_ERROR_ARGUMENT);
    bres_counts_free(counts);
}
