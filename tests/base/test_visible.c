/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <criterion/criterion.h>
#include <string.h>

Test(base, visible_control_characters)
{
    static const struct {
        const char *text, *shown;
    } rows[] = {
        { "", "" },
        { "plain \xC3\xA9 \\x41", "plain \xC3\xA9 \\x41" },
        { "\033[2J", "\\x1B[2J" },
        { "a\nb\r\tc", "a\\nb\\r\\tc" },
        { "\x01\x1F\x7F", "\\x01\\x1F\\x7F" },
        { "\xC2\x80\xC2\x9B[m\xC2\x9F", "\\u0080\\u009B[m\\u009F" },
        { "\xC2\xA0\xC3\x9F", "\xC2\xA0\xC3\x9F" },
        { "cut \xC2", "cut \xC2" },
        { "\xD8\x9C\xE2\x80\x8E\xE2\x80\x8F", "\\u061C\\u200E\\u200F" },
        { "\xE2\x80\xA8-\xE2\x80\xAE", "\\u2028-\\u202E" },
        { "\xE2\x81\xA6-\xE2\x81\xA9", "\\u2066-\\u2069" },
        { "\xE2\x80\x8B\xE2\x81\xA0-\xE2\x81\xA4", "\\u200B\\u2060-\\u2064" },
        { "\xEF\xBB\xBF\xEF\xBB\xBE", "\\uFEFF\xEF\xBB\xBE" },
        { "\xE2\x80\x8D\xE2\x80\x90\xE2\x80\xA7\xE2\x80\xAF\xE2\x81\xA5\xE2\x81\xAA",
          "\xE2\x80\x8D\xE2\x80\x90\xE2\x80\xA7\xE2\x80\xAF\xE2\x81\xA5\xE2\x81\xAA" },
        { "cut \xE2\x80", "cut \xE2\x80" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres__text text = { 0 };

        bres__text_puts_visible(&text, rows[i].text);
        cr_assert_str_eq(text.data != NULL ? text.data : "", rows[i].shown, "row %zu", i);
        bres__text_free(&text);
    }
}

Test(base, visible_part_of_a_text)
{
    bres__text text = { 0 };

    bres__text_append_visible(&text, "ab\xC2\x9B", 3);
    bres__text_append_visible(&text, "\n\n", 1);
    cr_assert_str_eq(text.data, "ab\xC2\\n", "nothing behind the length is read");
    bres__text_free(&text);
}

Test(base, visible_error)
{
    char controls[1100];
    const char *sentence;

    bres__error(BRES_ERROR_VALUE, "'%s' is odd", "\033]0;x\a");
    bres__error_set_file("a\nb.json");
    cr_assert_str_eq(bres_last_error(), "a\\nb.json: '\\x1B]0;x\\x07' is odd");
    cr_assert_str_eq(bres_last_error_file(), "a\nb.json", "a part is for programs");

    /* An overlong sentence is cut after a whole escape. */
    memset(controls, '\033', sizeof controls - 1);
    controls[sizeof controls - 1] = '\0';
    bres__error(BRES_ERROR_VALUE, "%s", controls);
    sentence = bres_last_error();
    cr_assert_gt(strlen(sentence), 1000);
    cr_assert_eq(strlen(sentence) % 4, 0);
    cr_assert_str_eq(sentence + strlen(sentence) - 4, "\\x1B");
}

static void keep(void *user, bres_log_level level, const char *message)
{
    cr_assert_eq(level, BRES_LOG_WARNING);
    bres__text_puts(user, message);
}

Test(base, visible_log)
{
    bres__text text = { 0 };

    bres__log_say(keep, &text, BRES_LOG_WARNING, "a\033b");
    bres__log_say(keep, &text, BRES_LOG_WARNING, "");
    cr_assert_str_eq(text.data, "a\\x1Bb");
    bres__text_free(&text);
}
