/* SPDX-License-Identifier: MIT */
/* Collecting with the system's valgrind; the case numbers are those of the specification. */
#include "callgrind/collect/collect.h"
#include "callgrind/programs/counted.h"
#include "support/counted.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bres_callgrind_options options_make(uint64_t number, uint32_t repeats)
{
    bres_callgrind_options options;

    bres_callgrind_options_init(&options);
    options.number = number;
    options.repeats = repeats;
    return options;
}

static bres_callgrind *collect_symbol(const char *symbol, const char *setup,
                                      const bres_callgrind_options *options)
{
    bres_callgrind *callgrind;

    bres_test_tmpdir_begin();
    cr_assert_eq(bres_callgrind_collect_symbol(bres_test_build("counted/libcounted.so"), symbol,
                                               setup, options, &callgrind),
                 BRES_OK, "%s", bres_last_error());
    bres_test_tmpdir_end();
    return callgrind;
}

/* Expects a failure whose message contains the text. */
static void expect_symbol_error(const char *library, const char *symbol, const char *setup,
                                const bres_callgrind_options *options, bres_status expected,
                                const char *text)
{
    bres_callgrind *callgrind = (bres_callgrind *)1;
    bres_status status;

    bres_test_tmpdir_begin();
    status = bres_callgrind_collect_symbol(library, symbol, setup, options, &callgrind);
    cr_expect_eq(status, expected, "%s: %s", symbol, bres_last_error());
    cr_expect_null(callgrind, "%s", symbol);
    cr_expect_not_null(strstr(bres_last_error(), text), "%s: %s", symbol, bres_last_error());
    bres_test_tmpdir_end();
}

static bres_status collect_command(const char *const *arguments, const char *toggle,
                                   const bres_callgrind_options *options, int *exit_status,
                                   bres_callgrind **callgrind)
{
    bres_status status;

    bres_test_tmpdir_begin();
    status = bres_callgrind_collect_command(arguments, toggle, options, exit_status, callgrind);
    bres_test_tmpdir_end();
    return status;
}

static void expect_counts(const bres_counts *counts, int64_t number)
{
    static const struct {
        const char *name;
        int64_t count;
    } functions[] = {
        { "counted_tree", COUNTED_TREE },
        { "counted_three", 2 * COUNTED_THREE },
        { "counted_loop", COUNTED_LOOP },
        { "counted_deeper", COUNTED_DEEPER },
    };

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        cr_expect_eq(bres_test_count_of(counts, functions[i].name), number * functions[i].count,
                     "%s", functions[i].name);
}

/* The counts are known only on machines for which the functions are written in assembly. */
static void skip_without_assembly(void)
{
#if !defined(__x86_64__)
    cr_skip_test("there is assembly for x86-64 alone");
#endif
}

/* Case 46: three repeats share a baseline. */
Test(callgrind, collect_assembly_exactly)
{
    const bres_callgrind_options options = options_make(7, 3);
    const bres_counts *baseline;
    bres_callgrind *callgrind;

    skip_without_assembly();
    callgrind = collect_symbol("counted_tree", NULL, &options);
    cr_assert_eq(bres_callgrind_repeat_count(callgrind), 3);
    cr_assert_eq(bres_callgrind_number(callgrind), 7);
    cr_assert(bres_callgrind_has_debug_symbols(callgrind));
    baseline = bres_callgrind_baseline(callgrind, false);
    for (size_t i = 0; i < 3; i++) {
        const bres_counts *inclusive = bres_callgrind_statement(callgrind, i, true);
        double instructions;

        expect_counts(bres_callgrind_statement(callgrind, i, false), 7);
        cr_expect_eq(bres_test_count_of(inclusive, "counted_tree"), 7 * COUNTED_ALL);
        /* The loop costs the same in both. */
        cr_expect_gt(bres_test_count_of(baseline, "serve_block"), 7);
        cr_expect_eq(
            bres_test_count_of(bres_callgrind_statement(callgrind, i, false), "serve_block"),
            bres_test_count_of(baseline, "serve_block"));
        cr_expect_eq(bres_callgrind_instructions(callgrind, i, &instructions), BRES_OK);
        /* The difference is the return of the empty function, and a call through another function.
         */
        cr_expect(fabs(instructions - COUNTED_ALL) <= 5.0, "%g", instructions);
    }
    cr_expect_eq(bres_test_count_of(baseline, "counted_tree"), 0);
    cr_expect_null(bres_callgrind_statement(callgrind, 3, false));
    bres_callgrind_free(callgrind);
}

Test(callgrind, collect_assembly_of_all_threads)
{
    bres_callgrind_options options = options_make(5, 2);
    bres_callgrind *callgrind;

    skip_without_assembly();
    options.flags = BRES_CALLGRIND_ALL_THREADS;
    callgrind = collect_symbol("counted_tree", NULL, &options);
    for (size_t i = 0; i < 2; i++)
        expect_counts(bres_callgrind_statement(callgrind, i, false), 5);
    bres_callgrind_free(callgrind);
}

Test(callgrind, collect_a_function_twice)
{
    const bres_callgrind_options options = options_make(3, 1);
    double instructions[2];

    for (int i = 0; i < 2; i++) {
        bres_callgrind *callgrind = collect_symbol("counted_sort", "counted_setup", &options);

        cr_assert_eq(bres_callgrind_instructions(callgrind, 0, &instructions[i]), BRES_OK);
        bres_callgrind_free(callgrind);
    }
    cr_expect_gt(instructions[0], 10000.0);
    cr_expect(fabs(instructions[0] - instructions[1]) <= 5.0, "%g and %g", instructions[0],
              instructions[1]);
}

/* Case 47. */
Test(callgrind, collect_without_a_baseline)
{
    bres_callgrind_options options = options_make(2, 1);
    bres_callgrind *callgrind;
    double instructions;
    int64_t sum;

    options.flags = BRES_CALLGRIND_NO_BASELINE;
    callgrind = collect_symbol("counted_tree", NULL, &options);
    for (int inclusive = 0; inclusive < 2; inclusive++) {
        const bres_counts *baseline = bres_callgrind_baseline(callgrind, inclusive != 0);

        cr_expect_eq(bres_counts_size(baseline), 0);
        cr_expect_eq(bres_counts_is_inclusive(baseline), inclusive != 0);
    }
    cr_expect_eq(bres_callgrind_instructions(callgrind, 0, &instructions), BRES_OK);
    cr_expect_eq(bres_counts_sum(bres_callgrind_statement(callgrind, 0, false), &sum), BRES_OK);
    cr_expect_eq(instructions, (double)sum / 2);
    bres_callgrind_free(callgrind);
}

Test(callgrind, collect_keeps_the_profile)
{
    bres_callgrind_options options = options_make(4, 2);
    bres_callgrind *callgrind;
    bres_profile *profile;
    char path[4096];

    snprintf(path, sizeof path, "%s/kept", bres_test_directory());
    options.keep_path = path;
    callgrind = collect_symbol("counted_tree", NULL, &options);
    cr_assert_eq(bres_profile_load(path, NULL, &profile), BRES_OK, "%s", bres_last_error());
    /* Parts: the warm-up, two statements, the baseline and the end. */
    cr_expect_eq(bres_profile_part_count(profile), 5);
    cr_expect_str_eq(bres_profile_part_trigger(profile, 2), "Client Request: statement");
    bres_profile_free(profile);
    bres_callgrind_free(callgrind);
}

/* Cases 40, 42 and 45. */
Test(callgrind, collect_symbols_that_fail)
{
    const char *library = bres_test_build("counted/libcounted.so");
    bres_callgrind_options options = options_make(1, 1);
    const char *libexec = getenv("BENCHRESULT_LIBEXEC");
    char *before = libexec != NULL ? strdup(libexec) : NULL;

    expect_symbol_error("./no/lib.so", "f", NULL, &options, BRES_ERROR_NO_FILE,
                        "./no/lib.so: cannot open shared object file");
    expect_symbol_error(library, "no_such_symbol", NULL, &options, BRES_ERROR_KEY,
                        "undefined symbol: no_such_symbol");
    expect_symbol_error(library, "counted_tree", "no_setup", &options, BRES_ERROR_KEY,
                        "undefined symbol: no_setup");
    expect_symbol_error(library, "counted_fail", NULL, &options, BRES_ERROR_VALUE,
                        "ended with exit status 9: line ");
    expect_symbol_error(library, "counted_fail", NULL, &options, BRES_ERROR_VALUE,
                        " | line 499 of many | the last line");
    /* counted_sort needs its setup. */
    expect_symbol_error(library, "counted_sort", NULL, &options, BRES_ERROR_VALUE,
                        "was killed by signal 6 (Aborted)");
    options.num_threads = 3;
    expect_symbol_error(library, "counted_environment", NULL, &options, BRES_ERROR_VALUE,
                        "threads: 3 3, task: none");
    options.timeout = 0.001;
    expect_symbol_error(library, "counted_tree", NULL, &options, BRES_ERROR_LIMIT,
                        "did not end within 0.001 s");

    options = options_make(1, 1);
    setenv("BENCHRESULT_LIBEXEC", "/no/such/directory", 1);
    expect_symbol_error(library, "counted_tree", NULL, &options, BRES_ERROR_NO_FILE,
                        "/no/such/directory/benchresult-callgrind-runner");
    setenv("BENCHRESULT_LIBEXEC", "build/libexec", 1);
    expect_symbol_error(library, "counted_tree", NULL, &options, BRES_ERROR_VALUE,
                        "BENCHRESULT_LIBEXEC is 'build/libexec' (expected an absolute path)");
    unsetenv("BENCHRESULT_LIBEXEC");
    expect_symbol_error(library, "counted_tree", NULL, &options, BRES_ERROR_NO_FILE,
                        "BENCHRESULT_LIBEXEC is not set");
    if (before != NULL)
        setenv("BENCHRESULT_LIBEXEC", before, 1);
    free(before);
}

/* A valgrind that is killed at its start leaves a file whose name has its process id. */
Test(callgrind, collect_removes_what_a_killed_valgrind_leaves)
{
    bres_callgrind_options options = options_make(1, 1);

    options.valgrind = bres_test_fake_valgrind(
        "valgrind-3.19.0", ": >\"$TMPDIR/valgrind_proc_$$_cmdline_0\"; kill -KILL $$");
    expect_symbol_error(bres_test_build("counted/libcounted.so"), "counted_tree", NULL, &options,
                        BRES_ERROR_VALUE, "was killed by signal 9");
}

Test(callgrind, collect_a_command)
{
    char path[4096];
    const char *const arguments[] = { path, "status", "3", NULL };
    bres_callgrind_options options = options_make(1, 2);
    bres_callgrind *callgrind;
    int exit_status;

    skip_without_assembly();
    strcpy(path, bres_test_build("counted/command"));
    cr_assert_eq(collect_command(arguments, NULL, &options, &exit_status, &callgrind), BRES_OK,
                 "%s", bres_last_error());
    cr_expect_eq(exit_status, 3);
    cr_assert_eq(bres_callgrind_repeat_count(callgrind), 2);
    for (size_t i = 0; i < 2; i++) {
        expect_counts(bres_callgrind_statement(callgrind, i, false), 1);
        cr_expect_gt(bres_test_count_of(bres_callgrind_statement(callgrind, i, true), "main"),
                     COUNTED_ALL);
    }
    cr_expect_eq(bres_counts_size(bres_callgrind_baseline(callgrind, false)), 0);
    bres_callgrind_free(callgrind);
}

Test(callgrind, collect_a_command_while_a_function_runs)
{
    char path[4096];
    const char *const arguments[] = { path, "status", "0", NULL };
    static const char *const toggles[] = { "counted_tree", "*ed_tr?e" };
    bres_callgrind *callgrind;

    skip_without_assembly();
    strcpy(path, bres_test_build("counted/command"));
    for (size_t i = 0; i < 2; i++) {
        int64_t sum;

        cr_assert_eq(collect_command(arguments, toggles[i], NULL, NULL, &callgrind), BRES_OK, "%s",
                     bres_last_error());
        expect_counts(bres_callgrind_statement(callgrind, 0, false), 1);
        cr_expect_eq(bres_counts_sum(bres_callgrind_statement(callgrind, 0, false), &sum), BRES_OK);
        cr_expect_eq(sum, COUNTED_ALL, "%s", toggles[i]);
        bres_callgrind_free(callgrind);
    }
    cr_expect_eq(collect_command(arguments, "counted_tre", NULL, NULL, &callgrind), BRES_ERROR_KEY);
    cr_expect_not_null(strstr(bres_last_error(), "'counted_tre'"), "%s", bres_last_error());
}

/* Instructions of a child do not count for its parent. */
Test(callgrind, collect_a_command_that_forks)
{
    char path[4096];
    const char *const arguments[] = { path, "fork", NULL };
    bres_callgrind *callgrind;
    int exit_status;

    skip_without_assembly();
    strcpy(path, bres_test_build("counted/command"));
    cr_assert_eq(collect_command(arguments, NULL, NULL, &exit_status, &callgrind), BRES_OK, "%s",
                 bres_last_error());
    cr_expect_eq(exit_status, 0);
    expect_counts(bres_callgrind_statement(callgrind, 0, false), 1);
    bres_callgrind_free(callgrind);
}

static int send_termination(void *user)
{
    (void)user;
    return SIGTERM;
}

Test(callgrind, collect_commands_that_fail)
{
    char command[4096];
    static const struct {
        const char *what;
        const char *argument;
        bres_status status;
        const char *text;
    } cases[] = {
        { "kill", "11", BRES_ERROR_VALUE, "was killed by signal 11 (Segmentation fault)" },
        { "kill", "9", BRES_ERROR_VALUE, "was killed by signal 9 (Killed)" },
        { "exec", NULL, BRES_ERROR_VALUE, "has put another program in its own place" },
    };
    bres_callgrind_options options = options_make(1, 1);
    bres_callgrind *callgrind;

    strcpy(command, bres_test_build("counted/command"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const arguments[] = { command, cases[i].what, cases[i].argument, NULL };
        int exit_status = 1;

        callgrind = (bres_callgrind *)1;
        cr_expect_eq(collect_command(arguments, NULL, &options, &exit_status, &callgrind),
                     cases[i].status, "%s", cases[i].text);
        cr_expect_not_null(strstr(bres_last_error(), cases[i].text), "%s", bres_last_error());
        cr_expect_null(callgrind);
        cr_expect_eq(exit_status, 0);
    }

    cr_expect_eq(collect_command((const char *const[]){ "/no/such/command", NULL }, NULL, &options,
                                 NULL, &callgrind),
                 BRES_ERROR_NO_FILE);
    cr_expect_eq(collect_command((const char *const[]){ bres_test_source("README.md"), NULL }, NULL,
                                 &options, NULL, &callgrind),
                 BRES_ERROR_IO);
    cr_expect_not_null(strstr(bres_last_error(), "Permission denied"), "%s", bres_last_error());
    options.signal = send_termination;
    cr_expect_eq(collect_command((const char *const[]){ command, "wait", NULL }, NULL, &options,
                                 NULL, &callgrind),
                 BRES_ERROR_VALUE);
    cr_expect_not_null(strstr(bres_last_error(), "was killed by signal 15 (Terminated)"), "%s",
                       bres_last_error());
}
