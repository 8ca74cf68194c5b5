/* SPDX-License-Identifier: MIT */
/*
 * Profiles as streams: long lines, blocks, limits, failing reads and allocations.
 */
#include "support/profiles.h"
#include "support/support.h"

#include "base/fault.h"
#include "base/file/file.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define EVENTS "events: Ir\n"

static const char *write_profile(const char *text, size_t size)
{
    static char path[4096];

    snprintf(path, sizeof path, "%s/p.out", bres_test_directory());
    bres_test_write_file(path, text, size);
    return path;
}

/* A file gives the same profile as its text in memory. */
static void check_same(const char *text, size_t size)
{
    const char *path = write_profile(text, size);
    bres_profile *ours;
    bres_profile *theirs;
    bres_counts *counts;
    char *lines;

    cr_assert_eq(bres_profile_load(path, NULL, &ours), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_profile_parse(text, size, NULL, NULL, &theirs), BRES_OK);
    cr_assert_eq(
        bres_profile_counts(theirs, BRES_PROFILE_ALL_PARTS, NULL, BRES_INCLUSIVE, 0, &counts),
        BRES_OK);
    lines = bres_test_counts_lines(counts);
    bres_test_profile_has(ours, BRES_INCLUSIVE, lines, "file and memory");
    free(lines);
    bres_counts_free(counts);
    bres_profile_free(theirs);
    bres_profile_free(ours);
}

/* Lines of every length stand at the end of a block. */
Test(callgrind, stream_of_blocks)
{
    bres__text text = { 0 };

    bres__text_puts(&text, EVENTS);
    for (size_t i = 0; text.length < 900000; i++) {
        bres__text_printf(&text, "fl=(%zu) file%zu.c\nfn=(%zu) f%zu\n+1 %zu\n", i % 100, i % 100,
                          i % 1000, i % 1000, i);
        bres__text_printf(&text, "cfn=(%zu) f%zu\ncalls=1 1\n* %zu\n", (i + 1) % 1000,
                          (i + 1) % 1000, i);
    }
    check_same(text.data, text.length);
    check_same(text.data, text.length - 1);
    bres__text_free(&text);
}

/* A line of 10 MB (edge case 55) of each kind. */
Test(callgrind, stream_of_long_lines)
{
    static const char *const kinds[] = { "# ",  "cmd: ",       "fn=",     "fl=(1) ",
                                         "1 5", "summary: 1 ", "calls=1 " };
    const size_t length = bres_test_long() ? 10000000 : 1000000;

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        const char filler = kinds[i][0] == '1' || kinds[i][0] == 's' ? ' ' : 'x';
        bres__text text = { 0 };

        bres__text_puts(&text, EVENTS);
        if (kinds[i][0] == 'c' && kinds[i][1] == 'a')
            bres__text_puts(&text, "cfn=g\n");
        bres__text_puts(&text, kinds[i]);
        bres__text_repeat(&text, filler, length);
        bres__text_puts(&text, "\n1 7\nfn=h\n1 8\n");
        check_same(text.data, text.length);
        bres__text_free(&text);
    }
}

Test(callgrind, stream_limits)
{
    bres_profile_options options = bres_test_profile_options(NULL);
    bres__text text = { 0 };
    bres_profile *profile;
    const char *path;
    const char *line;

    bres__text_puts(&text, EVENTS);
    for (int i = 0; i < 20000; i++)
        bres__text_printf(&text, "fn=f%d\n1 1\n", i);
    path = write_profile(text.data, text.length);
    options.max_memory = 1000000;
    cr_assert_eq(bres_profile_load(path, &options, &profile), BRES_ERROR_LIMIT);
    cr_assert_null(profile);
    cr_assert_eq(strncmp(bres_last_error() + strlen(path), ": line ", 7), 0, "%s",
                 bres_last_error());
    options.max_memory = 0;
    cr_assert_eq(bres_profile_load(path, &options, &profile), BRES_OK);
    bres_profile_free(profile);
    bres__text_clear(&text);
    /* Few names in many functions: the limit is reached long before the end. */
    bres__text_puts(&text, EVENTS);
    for (int i = 0; i < 200; i++)
        bres__text_printf(&text, "fl=a%d\nfn=f%d\n", i, i);
    for (int i = 0; i < 40000; i++)
        bres__text_printf(&text, "fl=a%d\nfn=f%d\n1 1\n", i / 200, i % 200);
    options.max_memory = 1000000;
    cr_assert_eq(bres_profile_parse(text.data, text.length, "p", &options, &profile),
                 BRES_ERROR_LIMIT);
    cr_assert_null(profile);
    line = strstr(bres_last_error(), "line ");
    cr_assert_not_null(line, "%s", bres_last_error());
    cr_expect_lt(strtoul(line + strlen("line "), NULL, 10), 80000, "%s", bres_last_error());
    bres__text_clear(&text);
    bres__text_repeat(&text, 'x', 2000000);
    path = write_profile(text.data, text.length);
    options.max_memory = 1000000;
    cr_assert_eq(bres_profile_load(path, &options, &profile), BRES_ERROR_LIMIT);
    cr_assert_null(profile);
    cr_assert_not_null(strstr(bres_last_error(), "a line has more than"));
    /* Names that double with each line. */
    bres__text_clear(&text);
    bres__text_puts(&text, EVENTS "fn=(0) abcdefgh\n");
    for (int i = 1; i < 60; i++)
        bres__text_printf(&text, "fn=(%d) (%d)(%d)\n", i, i - 1, i - 1);
    cr_assert_eq(bres_profile_parse(text.data, text.length, NULL, NULL, &profile),
                 BRES_ERROR_LIMIT);
    cr_assert_null(profile);
    /* More events than a part may have. */
    bres__text_clear(&text);
    bres__text_puts(&text, "events:");
    for (int i = 0; i < 257; i++)
        bres__text_printf(&text, " E%d", i);
    bres__text_putc(&text, '\n');
    cr_assert_eq(bres_profile_parse(text.data, text.length, NULL, NULL, &profile),
                 BRES_ERROR_LIMIT);
    bres__text_free(&text);
}

/* Random text gives a profile or an error about the text, and nothing else. */
Test(callgrind, stream_of_garbage)
{
    static const char alphabet[] = "0123456789+-*=: \n\r\tfnlobcaeistj()'xp#\xFF";
    uint64_t state = 88172645463325252u;
    char text[400];

    for (int round = 0; round < (bres_test_long() ? 300000 : 3000); round++) {
        const bool any = round % 2 == 0;
        bres_profile *profile;
        bres_status status;
        size_t length = strlen(EVENTS);

        memcpy(text, EVENTS, length);
        for (; length < sizeof text; length++) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            text[length] = any ? (char)(state >> 40) : alphabet[state % (sizeof alphabet - 1)];
        }
        status = bres_profile_parse(text, length, NULL, NULL, &profile);
        cr_assert_eq(profile != NULL, status == BRES_OK);
        cr_assert(status == BRES_OK || status == BRES_ERROR_SYNTAX || status == BRES_ERROR_VALUE,
                  "%s", bres_last_error());
        bres_profile_free(profile);
    }
}

static bres_status load_once(void *context)
{
    bres_profile *profile = NULL;
    const bres_status status = bres_profile_load(context, NULL, &profile);

    cr_assert_eq(profile != NULL, status == BRES_OK);
    bres_profile_free(profile);
    return status;
}

static bres_status parse_once(void *context)
{
    bres_profile *profile = NULL;
    const bres_status status = bres_profile_parse(context, strlen(context), NULL, NULL, &profile);

    cr_assert_eq(profile != NULL, status == BRES_OK);
    bres_profile_free(profile);
    return status;
}

static bres_status counts_once(void *context)
{
    bres_status status = BRES_OK;

    for (int inclusion = 0; status == BRES_OK && inclusion < 4; inclusion++) {
        bres_counts *counts;

        status = bres_profile_counts(context, 0, NULL, (bres_inclusion)inclusion,
                                     BRES_PROFILE_MERGE_RECURSION, &counts);
        cr_assert_eq(counts != NULL, status == BRES_OK);
        bres_counts_free(counts);
    }
    return status;
}

/* A text that reaches every allocation: a name without a newline, ids of all sizes, composed names,
 * a command, a trigger, and enough functions and calls for each table to grow. */
Test(callgrind, profile_without_memory)
{
    bres__text text = { 0 };
    bres_profile *profile;

    bres__text_puts(&text, "cmd: ./a\\n\ndesc: Trigger: x\nevents: Ir Dr\nfn=(1) a\n"
                           "fn=(2) (1)'2\nfn=(9999999) b\n1 1\nfn=(77)\n");
    for (int i = 0; i < 60; i++)
        bres__text_printf(&text, "fn=f%d\n1 1\ncfn=g%d\ncalls=1 1\n1 1\n", i, i);
    bres__text_puts(&text, "part: 2\nfn=(1)\n1 1");
    profile = bres_test_profile(text.data, NULL);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, parse_once, text.data);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, counts_once, profile);
    bres_profile_free(profile);
    bres__text_free(&text);
}

Test(callgrind, stream_faults)
{
    char *path = strdup(write_profile(bres_test_fixture, strlen(bres_test_fixture)));

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, load_once, path);
    bres_test_sweep(BRES__FAULT_IO, BRES_ERROR_IO, load_once, path);
    free(path);
}
