/* SPDX-License-Identifier: MIT */
/* Collecting with programs that stand in for valgrind; the numbered cases are the specification's.
 */
#include "base/base.h"
#include "support/counted.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define VERSION "valgrind-3.19.0"

static const char *const command[] = { "true", NULL };

static void expect_error(const bres_callgrind_options *options, bres_status expected,
                         const char *text)
{
    bres_callgrind *callgrind = (bres_callgrind *)1;

    bres_test_tmpdir_begin();
    cr_expect_eq(bres_callgrind_collect_command(command, NULL, options, NULL, &callgrind), expected,
                 "%s: %s", text, bres_last_error());
    cr_expect_not_null(strstr(bres_last_error(), text), "%s", bres_last_error());
    cr_expect_null(callgrind);
    bres_test_tmpdir_end();
}

/* Cases 44 and 45. */
Test(callgrind, collect_without_a_valgrind_that_works)
{
    static const struct {
        const char *version;
        const char *script;
        bres_status status;
        const char *text;
    } cases[] = {
        { "valgrind-3.14.9", "", BRES_ERROR_UNSUPPORTED, "is of version 3.14: 3.15 or later" },
        { "valgrind-2.99.0", "", BRES_ERROR_UNSUPPORTED, "is of version 2.99" },
        { "a program", "", BRES_ERROR_UNSUPPORTED, "does not print the version of a valgrind" },
        { VERSION, "exit 1", BRES_ERROR_VALUE, "ended with exit status 1 and has left no profile" },
        { VERSION, "echo why it failed >\"$directory/log\"; exit 1", BRES_ERROR_VALUE,
          "has left no profile: why it failed" },
        { VERSION, ": >\"$file\"", BRES_ERROR_VALUE, "has left an empty profile" },
        { VERSION, "echo 'no profile' >\"$file\"", BRES_ERROR_SYNTAX, "" },
        { VERSION, "kill -9 $$", BRES_ERROR_VALUE, "was killed by signal 9" },
    };
    bres_callgrind_options options;

    bres_callgrind_options_init(&options);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        options.valgrind = bres_test_fake_valgrind(cases[i].version, cases[i].script);
        expect_error(&options, cases[i].status, cases[i].text);
    }
    options.valgrind = "no-such-valgrind";
    expect_error(&options, BRES_ERROR_UNSUPPORTED, "Missing: no-such-valgrind");
    options.valgrind = bres_test_fake_valgrind("valgrind-3.15.0.GIT", bres_test_fake_profile);
    options.keep_path = "/no/such/directory/profile";
    expect_error(&options, BRES_ERROR_NO_FILE, "/no/such/directory");
}

/* Case 46: there is at least one repeat. */
Test(callgrind, collect_options_that_are_refused)
{
    static const struct {
        bres_callgrind_options options;
        const char *text;
    } cases[] = {
        { { .repeats = 0, .number = 1, .valgrind = "v" }, "repeats is 0" },
        { { .repeats = 1, .number = 0, .valgrind = "v" }, "number is 0" },
        { { .repeats = 1, .number = 1, .valgrind = NULL }, "valgrind is NULL" },
        { { .repeats = 1, .number = 1, .valgrind = "v", .num_threads = -1 }, "num_threads is -1" },
        { { .repeats = 1, .number = 1, .valgrind = "v", .timeout = -1.0 }, "timeout is -1" },
        { { .repeats = 1, .number = 1, .valgrind = "v", .timeout = INFINITY }, "timeout is inf" },
        { { .repeats = 1, .number = 1, .valgrind = "v", .flags = 4 }, "flag" },
    };
    bres_callgrind *callgrind;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_callgrind_options options = cases[i].options;

        options.size = sizeof options;
        expect_error(&options, BRES_ERROR_ARGUMENT, cases[i].text);
    }
    cr_expect_eq(bres_callgrind_collect_command(NULL, NULL, NULL, NULL, &callgrind),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_callgrind_collect_command(command, NULL, NULL, NULL, NULL),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_callgrind_collect_symbol(NULL, "s", NULL, NULL, &callgrind),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_callgrind_collect_symbol("l", NULL, NULL, NULL, &callgrind),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_callgrind_collect_symbol("l", "s", NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_callgrind_collect_task(NULL, NULL, &callgrind), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_callgrind_collect_task("t", NULL, NULL), BRES_ERROR_ARGUMENT);
    bres_callgrind_options_init(NULL);
}

static bres_status collect_symbol_once(void *context)
{
    bres_callgrind *callgrind;
    const bres_status status =
        bres_callgrind_collect_symbol("library", "symbol", "setup", context, &callgrind);
    double instructions;

    cr_assert_eq(callgrind != NULL, status == BRES_OK);
    if (callgrind != NULL) {
        cr_expect_eq(bres_callgrind_repeat_count(callgrind), 2);
        cr_expect_eq(bres_callgrind_instructions(callgrind, 1, &instructions), BRES_OK);
        cr_expect_eq(instructions, 9.0);
    }
    bres_callgrind_free(callgrind);
    return status;
}

static bres_status collect_command_once(void *context)
{
    bres_callgrind *callgrind;
    const bres_status status =
        bres_callgrind_collect_command(command, "f", context, NULL, &callgrind);

    cr_assert_eq(callgrind != NULL, status == BRES_OK);
    bres_callgrind_free(callgrind);
    return status;
}

Test(callgrind, collect_survives_every_failure)
{
    char kept[4096];
    bres_callgrind_options options;

    bres_callgrind_options_init(&options);
    snprintf(kept, sizeof kept, "%s/kept", bres_test_directory());
    options.valgrind = bres_test_fake_valgrind(VERSION, bres_test_fake_profile);
    options.keep_path = kept;
    options.number = 10;
    options.repeats = 2;
    bres_test_tmpdir_begin();
    /* A log of valgrind that cannot be read says nothing. */
    bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, collect_symbol_once, &options);
    options.repeats = 1;
    /* A log of valgrind that cannot be read says nothing. */
    bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, collect_command_once, &options);
    bres_test_tmpdir_end();
    /* One of the failing operations is the removal of a file. */
    bres_test_tmpdir_begin();
    /* A file whose removal fails stays. */
    bres_test_sweep_partial(BRES__FAULT_IO, BRES_ERROR_IO, collect_command_once, &options);
    bres_test_tmpdir_leave();
}
