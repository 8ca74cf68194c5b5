/* SPDX-License-Identifier: MIT */
/* A program that counts its own tasks. It is a separate program, because this one may be built with
 * sanitizers. */
#include "base/base.h"
#include "callgrind/collect/collect.h"
#include "support/counted.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define FOREVER_MS 600000u

/* The output of build/counted/tasks. Valid until the next call. */
static const char *tasks_print(const char *name, const char *repeats)
{
    static char printed[4096];
    const char *const arguments[] = { bres_test_build("counted/tasks"), name, repeats, NULL };
    const bres__spawn spawn = {
        .arguments = arguments,
        .max_output = sizeof printed - 1,
        .timeout_ms = FOREVER_MS,
    };
    bres__spawned spawned;

    bres_test_tmpdir_begin();
    cr_assert_eq(bres__spawn_run(&spawn, &spawned), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(spawned.wait_status, 0, "%s", spawned.errors);
    snprintf(printed, sizeof printed, "%s", spawned.output.data);
    bres__spawned_free(&spawned);
    bres_test_tmpdir_end();
    return printed;
}

Test(callgrind, collect_task_executes_the_program_again)
{
    const char *printed = tasks_print("a value", "3");
    double instructions[3];

    cr_assert_eq(
        sscanf(printed, "%lf\n%lf\n%lf\n", &instructions[0], &instructions[1], &instructions[2]), 3,
        "%s", printed);
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(instructions[i], instructions[0]);
        cr_expect(instructions[i] > 0.0 && instructions[i] < 50.0, "%g", instructions[i]);
    }
}

/* A task that another program serves, in one call. */
Test(callgrind, collect_task_of_another_program)
{
    const char *printed = tasks_print("batched", "2");
    double instructions[2];

    cr_assert_eq(sscanf(printed, "%lf\n%lf\n", &instructions[0], &instructions[1]), 2, "%s",
                 printed);
    cr_expect_eq(instructions[0], instructions[1]);
    /* The three instructions and a loop, which the baseline lacks. */
    cr_expect(instructions[0] >= 3.0 && instructions[0] < 20.0, "%g", instructions[0]);
}

Test(callgrind, collect_task_arguments)
{
    const char *const none[] = { NULL };
    bres_callgrind_options options;
    bres_callgrind *callgrind = (bres_callgrind *)1;

    bres_callgrind_options_init(&options);
    options.arguments = none;
    cr_expect_eq(bres_callgrind_collect_task("x", &options, &callgrind),
                 bres__callgrind_runs_us() ? BRES_ERROR_STATE : BRES_ERROR_ARGUMENT);
    cr_expect_null(callgrind);
    cr_expect_eq(bres_callgrind_collect_task("", NULL, &callgrind), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_callgrind_collect_task(NULL, NULL, &callgrind), BRES_ERROR_ARGUMENT);
}

static size_t calls;

static void count_call(void *context, uint64_t number)
{
    (void)context;
    (void)number;
    calls++;
}

/* Under memcheck, which is a valgrind too, what is asked for is done. */
Test(callgrind, serve_batched_where_there_is_no_valgrind)
{
    cr_expect_eq(bres_callgrind_serve_batched("task", count_call, count_call, NULL), -1);
    cr_expect_eq(calls, 0);
    setenv("BENCHRESULT_CALLGRIND_TASK", "1 1 1 0 task", 1);
    if (bres__callgrind_runs_us())
        cr_expect_eq(bres_callgrind_serve_batched("task", count_call, count_call, NULL), 0);
    else
        cr_expect_gt(bres_callgrind_serve_batched("task", count_call, count_call, NULL), 0);
    cr_expect_eq(calls != 0, bres__callgrind_runs_us());
    unsetenv("BENCHRESULT_CALLGRIND_TASK");
}

Test(callgrind, collect_task_failures)
{
    static const struct {
        const char *name;
        const char *printed;
    } cases[] = {
        { "torn", "BRES_ERROR_VALUE: " },
        /* The executions of the warm-up and of the statement. */
        { "torn", "ended with exit status 4: torn down after 110 executions\n" },
        { "crash", "was killed by signal 6 (Aborted): about to crash\n" },
        { "leave", "there are 0 of 1 repeats in its profile\n" },
        { "nest", "ended with exit status 5: a program that runs under valgrind cannot" },
        { "no such", "BRES_ERROR_KEY: the program has no task 'no such'\n" },
        { "unserved", "BRES_ERROR_STATE: only a program that has called" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *printed = tasks_print(cases[i].name, NULL);

        cr_expect_not_null(strstr(printed, cases[i].printed), "%s prints %s", cases[i].name,
                           printed);
    }
}

static void nothing(void *context)
{
    (void)context;
}

/* A malformed request is an error, not the absence of a request: main() must not continue. */
Test(callgrind, serve_refuses)
{
    static const bres_callgrind_task task = { "task", nothing, NULL, NULL };
    static const char *const refused[] = { "", "task", "1 1 1 task", "1 1 1 0 other", "1 1 1 0 " };

    cr_expect_eq(bres_callgrind_serve(&task, 1), -1);
    cr_expect_eq(bres_callgrind_serve(NULL, 0), -1);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        setenv("BENCHRESULT_CALLGRIND_TASK", refused[i], 1);
        cr_expect_gt(bres_callgrind_serve(&task, 1), 0, "%s", refused[i]);
    }
    unsetenv("BENCHRESULT_CALLGRIND_TASK");
}
