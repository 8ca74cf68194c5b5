/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

Test(base, error_nothing_has_failed_yet)
{
    bres__error_restore(&(bres__error_record){ .offset = -1 });
    cr_assert_eq(bres_last_error_status(), BRES_OK);
    cr_assert_str_eq(bres_last_error(), "");
    cr_assert_str_eq(bres_last_error_file(), "");
    cr_assert_str_eq(bres_last_error_path(), "");
    cr_assert_str_eq(bres_last_error_expected(), "");
    cr_assert_eq(bres_last_error_offset(), -1);
    cr_assert_eq(bres_last_error_errno(), 0);
}

Test(base, error_sentence_has_the_parts_that_are_known)
{
    static const struct {
        const char *message, *file, *path, *expected, *sentence;
        int64_t offset;
    } rows[] = {
        { "it failed", NULL, NULL, NULL, "it failed", -1 },
        { "it failed", "a.json", NULL, NULL, "a.json: it failed", -1 },
        { "it failed", NULL, "x[0].y", NULL, "x[0].y: it failed", -1 },
        { "it failed", NULL, NULL, NULL, "it failed (byte 0)", 0 },
        { "cannot parse '1x'", "a.json", "x", "int64",
          "a.json: x: cannot parse '1x'; expected int64 (byte 1234)", 1234 },
        { "expected a string, found a number", "a.json", "x", "a string",
          "a.json: x: expected a string, found a number (byte 7)", 7 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        cr_assert_eq(bres__error(BRES_ERROR_KIND, "%s", rows[i].message), BRES_ERROR_KIND);
        bres__error_set_file(rows[i].file);
        if (rows[i].path != NULL)
            bres__error_set_path("%s", rows[i].path);
        bres__error_set_expected(rows[i].expected);
        if (rows[i].offset >= 0)
            bres__error_set_offset(rows[i].offset);
        cr_assert_str_eq(bres_last_error(), rows[i].sentence, "row %zu", i);
        cr_assert_str_eq(bres_last_error_file(), rows[i].file != NULL ? rows[i].file : "");
        cr_assert_str_eq(bres_last_error_path(), rows[i].path != NULL ? rows[i].path : "");
        cr_assert_str_eq(bres_last_error_expected(),
                         rows[i].expected != NULL ? rows[i].expected : "");
        cr_assert_eq(bres_last_error_offset(), rows[i].offset);
        cr_assert_eq(bres_last_error_status(), BRES_ERROR_KIND);
    }
}

Test(base, error_null_leaves_a_part_as_it_is)
{
    bres__error(BRES_ERROR_VALUE, "wrong");
    bres__error_set_file("file");
    bres__error_set_path("path[%d]", 3);
    bres__error_set_expected("int64");
    bres__error_set_file(NULL);
    bres__error_set_path(NULL);
    bres__error_set_expected(NULL);
    cr_assert_str_eq(bres_last_error(), "file: path[3]: wrong; expected int64");
}

Test(base, error_message_may_quote_the_old_record)
{
    bres__error(BRES_ERROR_VALUE, "wrong");
    bres__error_set_file("old.json");
    bres__error_set_path("a.b");
    bres__error(BRES_ERROR_SIDECAR, "while reading %s: %s", bres_last_error_path(),
                bres_last_error());
    cr_assert_str_eq(bres_last_error(), "while reading a.b: old.json: a.b: wrong");
    bres__error_set_file("new.json");
    bres__error_set_file(bres_last_error_file());
    cr_assert_str_eq(bres_last_error_file(), "new.json");
}

Test(base, error_message_gets_a_prefix)
{
    char expected[1024];

    bres__error(BRES_ERROR_VALUE, "it is wrong");
    bres__error_set_file("a.json");
    bres__error_set_expected("int64");
    bres__error_prefix("--%s %d", "option", 5);
    cr_assert_eq(bres_last_error_status(), BRES_ERROR_VALUE);
    cr_assert_str_eq(bres_last_error(), "a.json: --option 5: it is wrong; expected int64");
    /* An overlong message is cut. */
    memset(expected, 'x', sizeof(expected));
    expected[sizeof(expected) - 1] = '\0';
    bres__error(BRES_ERROR_VALUE, "\xC3\xA9");
    bres__error_prefix("%.1020s", expected);
    memcpy(expected + 1020, ": ", 3);
    cr_assert_str_eq(bres_last_error(), expected);
    bres__error_prefix("%s", "first");
    cr_assert_eq(strlen(bres_last_error()), 1023);
    cr_assert_eq(strncmp(bres_last_error(), "first: xxx", 10), 0);
}

Test(base, error_from_the_system)
{
    static const struct {
        int number;
        bres_status status;
        int kept;
        const char *sentence;
    } rows[] = {
        { ENOENT, BRES_ERROR_NO_FILE, ENOENT, "f: cannot open: No such file or directory" },
        { ENOTDIR, BRES_ERROR_NO_FILE, ENOTDIR, "f: cannot open: Not a directory" },
        { ENOMEM, BRES_ERROR_MEMORY, 0, "f: cannot open: Cannot allocate memory" },
        { EACCES, BRES_ERROR_IO, EACCES, "f: cannot open: Permission denied" },
        { 12345, BRES_ERROR_IO, 12345, "f: cannot open: system error 12345" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        errno = rows[i].number;
        cr_assert_eq(bres__error_system("open", "f"), rows[i].status, "row %zu", i);
        cr_assert_eq(bres_last_error_status(), rows[i].status, "row %zu", i);
        cr_assert_eq(bres_last_error_errno(), rows[i].kept, "row %zu", i);
        cr_assert_str_eq(bres_last_error(), rows[i].sentence, "row %zu", i);
    }
    errno = EIO;
    bres__error_system("read", NULL);
    cr_assert_str_eq(bres_last_error(), "cannot read: Input/output error");
    errno = ENOENT;
    bres__error_system("open", "");
    cr_assert_str_eq(bres_last_error(), "cannot open '': No such file or directory");
    cr_assert_eq(bres__error_memory(), BRES_ERROR_MEMORY);
    cr_assert_str_eq(bres_last_error(), "out of memory");
    cr_assert_eq(bres_last_error_errno(), 0);
}

/* Texts of two-, three- and four-byte characters, shifted so that the cut falls on every byte of a
 * character. */
Test(base, error_texts_are_cut_between_characters)
{
    static const char *const characters[] = { "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x9A\x80" };

    for (size_t i = 0; i < 3; i++) {
        for (size_t shift = 0; shift < 4; shift++) {
            const size_t unit = strlen(characters[i]);
            bres__error_record record;
            char text[4096] = "xxx";
            size_t length = shift;

            for (; length + unit < sizeof(text); length += unit)
                memcpy(text + length, characters[i], unit + 1);
            bres__error(BRES_ERROR_VALUE, "%s", text);
            bres__error_set_file(text);
            bres__error_set_path("%s", text);
            bres__error_set_expected(text);
            bres__error_save(&record);
            const struct {
                const char *text;
                size_t size;
            } parts[] = { { record.message, sizeof(record.message) },
                          { record.file, sizeof(record.file) },
                          { record.path, sizeof(record.path) },
                          { record.expected, sizeof(record.expected) } };
            for (size_t p = 0; p < 4; p++) {
                const size_t kept = strlen(parts[p].text);

                cr_assert_eq((kept - shift) % unit, 0, "character %zu, part %zu", i, p);
                cr_assert_gt(kept + unit, parts[p].size - 1, "character %zu, part %zu", i, p);
            }
            cr_assert_eq(bres__utf8_valid(bres_last_error(), strlen(bres_last_error())),
                         strlen(bres_last_error()));
        }
    }
}

Test(base, error_record_is_saved_and_restored)
{
    bres__error_record record;

    bres__error(BRES_ERROR_LIMIT, "too deep");
    bres__error_set_offset(5);
    bres__error_save(&record);
    bres__error(BRES_ERROR_SYNTAX, "other");
    bres__error_restore(&record);
    cr_assert_eq(bres_last_error_status(), BRES_ERROR_LIMIT);
    cr_assert_str_eq(bres_last_error(), "too deep (byte 5)");
}

static void *error_in_thread(void *argument)
{
    const char *before = bres_last_error();

    cr_assert_str_eq(before, "");
    bres__error(BRES_ERROR_SYNTAX, "%s", (const char *)argument);
    cr_assert_str_eq(bres_last_error(), (const char *)argument);
    return NULL;
}

Test(base, error_record_belongs_to_the_thread)
{
    pthread_t thread;

    bres__error(BRES_ERROR_VALUE, "mine");
    cr_assert_eq(pthread_create(&thread, NULL, error_in_thread, "theirs"), 0);
    pthread_join(thread, NULL);
    cr_assert_str_eq(bres_last_error(), "mine");
    cr_assert_eq(bres_last_error_status(), BRES_ERROR_VALUE);
}

Test(base, error_status_names)
{
    static const char *const names[] = {
        "BRES_OK",
        "BRES_ERROR_ARGUMENT",
        "BRES_ERROR_MEMORY",
        "BRES_ERROR_NO_FILE",
        "BRES_ERROR_IO",
        "BRES_ERROR_SYNTAX",
        "BRES_ERROR_KEY",
        "BRES_ERROR_KIND",
        "BRES_ERROR_VALUE",
        "BRES_ERROR_SIDECAR",
        "BRES_ERROR_LIMIT",
        "BRES_ERROR_VERSION",
        "BRES_ERROR_CONFLICT",
        "BRES_ERROR_STATE",
        "BRES_ERROR_NO_DEVICE",
        "BRES_ERROR_CUDA",
        "BRES_ERROR_UNSUPPORTED",
        "BRES_ERROR_INTERRUPTED",
    };
    const int count = (int)(sizeof(names) / sizeof(names[0]));

    for (int i = 0; i < count; i++)
        cr_assert_str_eq(bres_status_name((bres_status)i), names[i]);
    cr_assert_str_eq(bres_status_name((bres_status)count), "unknown status");
    cr_assert_str_eq(bres_status_name((bres_status)-1), "unknown status");
}

Test(base, version_is_that_of_the_header)
{
    char version[32];

    snprintf(version, sizeof(version), "%d.%d.%d", BRES_VERSION_MAJOR, BRES_VERSION_MINOR,
             BRES_VERSION_PATCH);
    cr_assert_str_eq(BRES_VERSION_STRING, version);
    cr_assert_str_eq(bres_version(), version);
}
