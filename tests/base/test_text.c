/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

Test(base, text_append_grows)
{
    bres__text text = { 0 };

    bres__text_puts(&text, "");
    bres__text_append(&text, NULL, 0);
    bres__text_repeat(&text, 'x', 0);
    cr_assert_null(text.data);
    for (int i = 0; i < 10000; i++) {
        bres__text_puts(&text, "ab");
        bres__text_putc(&text, 'c');
        bres__text_append(&text, "defg", 1);
        bres__text_repeat(&text, 'e', 2);
        bres__text_printf(&text, "%s%d", "f", 7);
    }
    cr_assert_not(text.failed);
    cr_assert_eq(text.length, 80000);
    cr_assert_eq(strlen(text.data), text.length);
    for (size_t i = 0; i < text.length; i += 8)
        cr_assert_eq(memcmp(text.data + i, "abcdeef7", 8), 0, "at %zu", i);
    bres__text_free(&text);
    cr_assert_null(text.data);
    bres__text_free(&text);
}

Test(base, text_holds_any_bytes)
{
    bres__text text = { 0 };

    bres__text_append(&text, "a\0b", 3);
    bres__text_putc(&text, '\0');
    cr_assert_eq(text.length, 4);
    cr_assert_arr_eq(text.data, "a\0b\0", 5);
    bres__text_free(&text);
}

/* The result fits into the remaining space, just fits, or just does not fit. */
Test(base, text_printf_of_any_length)
{
    for (int length = 0; length < 300; length++) {
        bres__text text = { 0 };

        bres__text_printf(&text, "%*s|", length, "");
        bres__text_printf(&text, "%*s", length, "x");
        cr_assert_not(text.failed);
        cr_assert_eq(text.length, (size_t)(length + 1 + (length == 0 ? 1 : length)));
        cr_assert_eq(strlen(text.data), text.length);
        cr_assert_eq(text.data[text.length - 1], 'x');
        bres__text_free(&text);
    }
}

Test(base, text_failure_is_remembered)
{
    bres__text text = { 0 };

    bres__text_puts(&text, "kept");
    bres__faults_arm(BRES__FAULT_ALLOC, 1, false);
    bres__text_repeat(&text, 'x', 1000);
    bres__faults_arm(0, 0, false);
    cr_assert(text.failed);
    bres__text_puts(&text, "more");
    bres__text_printf(&text, "%d", 5);
    cr_assert_str_eq(text.data, "kept");
    cr_assert_eq(text.length, 4);
    bres__text_clear(&text);
    cr_assert_not(text.failed);
    cr_assert_str_eq(text.data, "");
    bres__text_puts(&text, "again");
    cr_assert_str_eq(text.data, "again");
    bres__text_append(&text, "", SIZE_MAX - 3);
    cr_assert(text.failed);
    cr_assert_null(bres__text_steal(&text));
    cr_assert_null(text.data);
    cr_assert_not(text.failed);
}

Test(base, text_steal_gives_the_string_away)
{
    bres__text text = { 0 };
    char *string = bres__text_steal(&text);

    cr_assert_str_eq(string, "");
    bres__free(string);
    bres__text_puts(&text, "abc");
    string = bres__text_steal(&text);
    cr_assert_str_eq(string, "abc");
    cr_assert_null(text.data);
    cr_assert_eq(text.capacity, 0);
    bres__free(string);
    bres__text_clear(&text);
    cr_assert_null(text.data);
}

/* The C locale cannot encode this character. */
Test(base, text_printf_that_fails)
{
    bres__text text = { 0 };

    bres__text_puts(&text, "kept");
    bres__text_printf(&text, "more %lc", (wint_t)0x20AC);
    cr_assert(text.failed);
    cr_assert_str_eq(text.data, "kept");
    bres__text_free(&text);
    cr_assert_eq(bres__error(BRES_ERROR_VALUE, "bad %lc", (wint_t)0x20AC), BRES_ERROR_VALUE);
    cr_assert_str_eq(bres_last_error(), "bad %lc");
}

static bres_status text_run(void *context)
{
    bres__text text = { 0 };
    char *string;

    (void)context;
    for (int i = 0; i < 50; i++)
        bres__text_printf(&text, "%d, %s; ", i, "some text");
    string = bres__text_steal(&text);
    if (string == NULL)
        return BRES_ERROR_MEMORY;
    cr_assert_eq(strlen(string), 10 * 14 + 40 * 15);
    bres__free(string);
    return BRES_OK;
}

static bres_status text_steal_run(void *context)
{
    bres__text text = { 0 };
    char *string = bres__text_steal(&text);

    (void)context;
    if (string == NULL)
        return BRES_ERROR_MEMORY;
    bres__free(string);
    return BRES_OK;
}

Test(base, text_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, text_run, NULL);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, text_steal_run, NULL);
}

Test(base, text_width_in_columns)
{
    static const struct {
        const char *text;
        size_t width;
    } rows[] = {
        { "", 0 },
        { "abc ~", 5 },
        { "\xC2\xB5s", 2 },                        /* micro sign */
        { "\xE2\x94\x80\xE2\x94\x82", 2 },         /* box drawing */
        { "\xCF\x83\xE2\x89\xA4", 2 },             /* sigma, less or equal */
        { "e\xCC\x81x", 2 },                       /* combining acute */
        { "\xE6\x97\xA5\xE6\x9C\xAC", 4 },         /* two ideographs */
        { "\xED\x95\x9C", 2 },                     /* a Hangul syllable */
        { "\xE1\x84\x92\xE1\x85\xA1", 2 },         /* the same from its letters */
        { "\xEF\xBC\xA1", 2 },                     /* fullwidth A */
        { "\xEF\xBD\xB1", 1 },                     /* halfwidth katakana */
        { "\xE3\x81\x8B\xE3\x82\x99", 2 },         /* kana and its voice mark */
        { "\xF0\x9F\x9A\x80", 2 },                 /* rocket */
        { "\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD", 2 }, /* thumb with a skin tone */
        { "\xE2\x9A\xA1", 2 },                     /* high voltage */
        { "\xE2\x9A\xA0\xEF\xB8\x8F", 1 },         /* warning sign and a variation selector */
        { "\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA", 2 }, /* a flag from two letters */
        { "\xF0\xA0\x80\x80", 2 },                 /* plane 2 */
        { "a\xE2\x80\x8B\xE2\x80\x8D"
          "b",
          2 },                  /* zero width space and joiner */
        { "\xEF\xBB\xBFx", 1 }, /* byte order mark */
        { "a\tb\x7F", 2 },      /* control characters */
        { "\xFF\xFEx", 3 },     /* not UTF-8 */
        { "\xE6\x97", 2 },      /* cut off */
        { "\xC0\x80", 2 },      /* overlong */
        { "\xED\xA0\x80", 3 },  /* a surrogate */
        { "\033[1;31mred\033[0m", 3 },
        { "\033[mx\033[38:5:1mx\033[", 3 },
        { "\033[2Jx", 4 },
        { "\033]0mx", 4 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        cr_assert_eq(bres__text_width(rows[i].text), rows[i].width, "row %zu: %zu", i,
                     bres__text_width(rows[i].text));
}

Test(base, text_utf8_prefix)
{
    static const struct {
        const char *text;
        size_t length;
        size_t valid;
    } rows[] = {
        { "", 0, 0 },
        { "plain text of more than a word", 30, 30 },
        { "a\0b", 3, 3 },
        { "\xC2\x80\xDF\xBF", 4, 4 },
        { "\xE0\xA0\x80\xEF\xBF\xBF", 6, 6 },
        { "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", 8, 8 },
        { "\xED\x9F\xBF\xEE\x80\x80", 6, 6 },
        { "ab\x80", 3, 2 },     /* a continuation alone */
        { "ab\xC1\xBF", 4, 2 }, /* overlong forms */
        { "\xE0\x9F\xBF", 3, 0 },
        { "\xF0\x8F\xBF\xBF", 4, 0 },
        { "\xED\xA0\x80", 3, 0 }, /* surrogates */
        { "\xED\xBF\xBF", 3, 0 },
        { "\xF4\x90\x80\x80", 4, 0 }, /* beyond U+10FFFF */
        { "\xF5\x80\x80\x80", 4, 0 },
        { "\xF8\x88\x80\x80\x80", 5, 0 },
        { "\xFF", 1, 0 },
        { "ab\xE2\x82\xAC", 4, 2 }, /* cut by the length */
        { "ab\xE2\x82\xAC", 5, 5 },
        { "ab\xE2"
          "cd",
          5, 2 }, /* cut by another character */
        { "ab\xE2\x82"
          "c",
          5, 2 },
        { "12345678\xE2\x82\xAC"
          "12345678\xFF",
          20, 19 },
        { "1234567\xC3\xA9"
          "1234567\xC3\xA9\xC3",
          19, 18 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        cr_assert_eq(bres__utf8_valid(rows[i].text, rows[i].length), rows[i].valid, "row %zu", i);
}
