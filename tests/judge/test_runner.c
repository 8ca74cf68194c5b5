/* SPDX-License-Identifier: MIT */
/* A runner whose solution behaves correctly, or only ends its process. */
#include "judge/runner/inside.h"
#include "judge/solutions/misbehave.h"
#include "support/called.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Test(judge, runner_calls_a_solution_with_each_set)
{
    bres_test_called called;

    bres_test_called_begin(&called, "misbehave", BEHAVE);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    for (size_t i = 0; i < 7; i++) {
        bres_test_called_call(&called, i % called.options.sets, BRES__RUNNER_RETURNED);
        bres_test_called_expect_output(&called, i % called.options.sets);
        cr_expect_gt(called.report.seconds, 0);
        cr_expect_geq(called.report.wall, called.report.seconds);
    }
    cr_expect_str_eq(bres__runner_output(called.runner), "");
    bres_test_called_end(&called);
}

static uint64_t bits_of(const void *value, size_t size)
{
    uint64_t bits = 0;

    memcpy(&bits, value, size);
    return bits;
}

Test(judge, runner_passes_values_of_each_type)
{
    const float f = -1.5f;
    const double d = 0.1;
    const int32_t i = -7;
    double *out;
    bres__argument arguments[] = {
        { .name = "out", .type = BRES_TYPE_FLOAT64, .is_array = true, .bytes = 8 * sizeof(double) },
        { .name = "f", .type = BRES_TYPE_FLOAT32, .value = bits_of(&f, sizeof(f)) },
        { .name = "d", .type = BRES_TYPE_FLOAT64, .value = bits_of(&d, sizeof(d)) },
        { .name = "h", .type = BRES_TYPE_FLOAT16, .value = 0x3c00 },
        { .name = "i", .type = BRES_TYPE_INT32, .value = bits_of(&i, sizeof(i)) },
        { .name = "b", .type = BRES_TYPE_UINT8, .value = 200 },
        { .name = "u", .type = BRES_TYPE_UINT32, .value = UINT32_MAX },
        { .name = "l", .type = BRES_TYPE_UINT64, .value = UINT64_C(1) << 40 },
        { .name = "z", .type = BRES_TYPE_SIZE, .value = 3 },
    };
    static const double expected[] = {
        -1.5, 0.1, 15360, -7, 200, 4294967295.0, 1099511627776.0, 3
    };
    bres_test_called called;

    bres_test_called_begin(&called, "values", 0);
    called.options.arguments = arguments;
    called.options.argument_count = sizeof arguments / sizeof *arguments;
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    cr_expect_null(bres__runner_array(called.runner, 0, 1));
    cr_expect_eq(bres__runner_call(called.runner, 1, 1, &called.report), BRES_OK);
    cr_expect_eq(called.report.outcome, BRES__RUNNER_RETURNED, "%s", called.report.message);
    out = bres__runner_array(called.runner, 1, 0);
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++)
        cr_expect_eq(out[k], expected[k], "%s is %g", arguments[k + 1].name, out[k]);
    bres_test_called_end(&called);
}

#define SETS 20

Test(judge, runner_calls_with_several_sets_in_one_exchange)
{
    float *in;
    bres_test_called called;

    bres_test_called_begin(&called, "misbehave", BEHAVE);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    cr_expect_geq(bres__runner_sets_max(called.runner), SETS);
    cr_assert_eq(bres__runner_map(called.runner, SETS, &called.report), BRES_OK);
    for (size_t i = 0; i < SETS; i++) {
        in = bres__runner_array(called.runner, i, 1);
        for (size_t k = 0; k < BRES_TEST_CALLED_COUNT; k++)
            in[k] = (float)k;
        cr_expect_eq((uintptr_t)in % 64, 0);
    }
    cr_assert_eq(bres__runner_call(called.runner, 1, SETS - 1, &called.report), BRES_OK);
    cr_assert_eq(called.report.outcome, BRES__RUNNER_RETURNED, "%s", called.report.message);
    for (size_t i = 1; i < SETS; i++)
        bres_test_called_expect_output(&called, i);
    cr_expect_eq(*(float *)bres__runner_array(called.runner, 0, 2), 0, "this set was not used");
    cr_assert_eq(bres__runner_check_rest(called.runner, &called.report), BRES_OK);
    cr_expect_eq(called.report.outcome, BRES__RUNNER_RETURNED, "%s", called.report.message);
    bres_test_called_end(&called);
}

Test(judge, runner_calls_with_arrays_of_nothing)
{
    bres_test_called called;

    bres_test_called_begin(&called, "misbehave", BEHAVE);
    called.arguments[1].bytes = 0;
    called.arguments[2].bytes = 0;
    called.arguments[3].value = 0;
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    cr_expect_eq(bres__runner_call(called.runner, 0, 1, &called.report), BRES_OK);
    cr_expect_eq(called.report.outcome, BRES__RUNNER_RETURNED, "%s", called.report.message);
    bres_test_called_end(&called);
}

Test(judge, runner_does_not_load_what_is_no_object)
{
    bres_test_called called;

    bres_test_called_begin(&called, "misbehave", BEHAVE);
    close(called.options.object);
    called.options.object = open(bres_test_source("Makefile"), O_RDONLY | O_CLOEXEC);
    bres_test_called_start(&called, BRES__RUNNER_UNLOADABLE);
    cr_expect_str_eq(called.report.message, "invalid ELF header");
    bres_test_called_end(&called);
}

Test(judge, runner_says_why_a_solution_cannot_be_loaded)
{
    static const struct {
        const char *name;
        bres__runner_outcome outcome;
        const char *text;
    } cases[] = {
        { "no_symbol", BRES__RUNNER_UNLOADABLE, "undefined symbol: solution" },
        { "constructor_exits", BRES__RUNNER_EXITED, "its process ended with exit status 3" },
        { "constructor_hangs", BRES__RUNNER_TIMED_OUT, "it was killed after " },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_test_called called;

        bres_test_called_begin(&called, cases[i].name, 0);
        called.options.time_limit_ns = UINT64_C(1000000000);
        bres_test_called_start(&called, cases[i].outcome);
        cr_expect_not_null(strstr(called.report.message, cases[i].text), "%s: %s", cases[i].name,
                           called.report.message);
        bres_test_called_end(&called);
    }
}

Test(judge, runner_has_no_memory_for_huge_arrays)
{
    static const size_t sizes[] = { (size_t)1 << 46, SIZE_MAX / 4, SIZE_MAX - 8192, SIZE_MAX };

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        bres_test_called called;

        bres_test_called_begin(&called, "misbehave", BEHAVE);
        called.arguments[1].bytes = sizes[i];
        bres_test_called_start(&called, BRES__RUNNER_NO_MEMORY);
        cr_expect_neq(called.report.message[0], '\0');
        bres_test_called_end(&called);
    }
}

#define ASKED_ENOUGH 5

static bool is_interrupted(void *user)
{
    unsigned *asked = user;

    return ++*asked == ASKED_ENOUGH;
}

Test(judge, runner_is_interrupted_while_it_waits)
{
    unsigned asked = 0;
    bres_test_called called;

    bres_test_called_begin(&called, "misbehave", SLEEP_FOREVER);
    called.judge.is_interrupted = is_interrupted;
    called.judge.interrupt_user = &asked;
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    asked = 0;
    cr_expect_eq(bres__runner_call(called.runner, 0, 1, &called.report), BRES_ERROR_INTERRUPTED);
    cr_expect_eq(asked, ASKED_ENOUGH);
    bres_test_called_end(&called);
}

Test(judge, runner_names_how_a_process_has_ended)
{
    static const struct {
        int what;
        bres__runner_outcome outcome;
        const char *text;
    } cases[] = {
        { CRASH, BRES__RUNNER_EXITED, "its process was killed by SIGSEGV" },
        { ABORT, BRES__RUNNER_EXITED, "its process was killed by SIGABRT" },
        { EXIT_WELL, BRES__RUNNER_EXITED, "its process ended with exit status 0" },
        { EXIT_SEVEN, BRES__RUNNER_EXITED, "its process ended with exit status 7" },
        { EXECUTE_TRUE, BRES__RUNNER_EXITED, "its process ended with exit status 0" },
        { KILL_ITS_GROUP, BRES__RUNNER_EXITED, "its process was killed by SIGKILL" },
        { CLOSE_EVERYTHING, BRES__RUNNER_EXITED, "closed the socket" },
        { DAEMON_AND_EXIT, BRES__RUNNER_EXITED, "its process ended with exit status 0" },
        { SLEEP_FOREVER, BRES__RUNNER_TIMED_OUT, "it was killed after " },
        { SPIN_FOREVER, BRES__RUNNER_TIMED_OUT, "it was killed after " },
        { STOP_ITSELF, BRES__RUNNER_TIMED_OUT, "it was killed after " },
        { PRINT_FOREVER, BRES__RUNNER_TIMED_OUT, "it was killed after " },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_test_called called;

        bres_test_called_begin(&called, "misbehave", cases[i].what);
        if (cases[i].outcome == BRES__RUNNER_TIMED_OUT)
            called.options.time_limit_ns = UINT64_C(200000000);
        bres_test_called_start(&called, BRES__RUNNER_RETURNED);
        bres_test_called_call(&called, 0, cases[i].outcome);
        cr_expect_not_null(strstr(called.report.message, cases[i].text), "%d: %s", cases[i].what,
                           called.report.message);
        if (cases[i].outcome == BRES__RUNNER_TIMED_OUT)
            cr_expect_geq(strtod(called.report.message + strlen(cases[i].text), NULL), 0.2,
                          "%d: %s", cases[i].what, called.report.message);
        bres_test_called_end(&called);
    }
}

/* The limit covers all calls, but not the judge's work between them. */
Test(judge, runner_adds_up_the_time_of_calls)
{
    bres_test_called called;
    size_t calls = 0;

    bres_test_called_begin(&called, "slow", 0);
    called.options.time_limit_ns = UINT64_C(250000000);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    do
        cr_assert_eq(bres__runner_call(called.runner, 0, 1, &called.report), BRES_OK);
    while (called.report.outcome == BRES__RUNNER_RETURNED && ++calls < 100);
    cr_expect_eq(called.report.outcome, BRES__RUNNER_TIMED_OUT, "%s", called.report.message);
    cr_expect_leq(calls, 5);
    bres_test_called_end(&called);
}

Test(judge, runner_blames_a_solution_that_takes_all_memory)
{
    bres_test_called called;

    bres_test_called_begin(&called, "misbehave", TAKE_ALL_MEMORY);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    bres_test_called_call(&called, 0, BRES__RUNNER_RETURNED);
    cr_assert_eq(
        bres__runner_map(called.runner, bres__runner_sets_max(called.runner), &called.report),
        BRES_OK);
    cr_expect_eq(called.report.outcome, BRES__RUNNER_EXITED);
    cr_expect_str_eq(called.report.message, "no memory is left for the arrays");
    bres_test_called_end(&called);
}

Test(judge, runner_keeps_the_first_of_what_is_printed)
{
    const char *output;
    bres_test_called called;

    bres_test_called_begin(&called, "misbehave", PRINT_MEGABYTES);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    for (size_t i = 0; i < 3; i++) {
        bres_test_called_call(&called, 0, BRES__RUNNER_RETURNED);
        bres_test_called_expect_output(&called, 0);
    }
    output = bres__runner_output(called.runner);
    cr_expect_eq(strlen(output), 1 << 16);
    cr_expect_eq(strncmp(output, "xxxx", 4), 0);
    bres_test_called_end(&called);
}

Test(judge, runner_names_the_byte_outside_of_an_array)
{
    static const struct {
        int what;
        const char *text;
    } cases[] = {
        { WRITE_BEFORE_OUT, "it wrote the byte 1 before the first of 'out'" },
        { WRITE_AFTER_OUT, "it wrote the byte 3 after the last of 'out'" },
        { WRITE_AFTER_IN, "it wrote the byte 1 after the last of 'in'" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_test_called called;

        bres_test_called_begin(&called, "misbehave", cases[i].what);
        bres_test_called_start(&called, BRES__RUNNER_RETURNED);
        bres_test_called_call(&called, 0, BRES__RUNNER_GUARD);
        cr_expect_str_eq(called.report.message, cases[i].text);
        bres_test_called_end(&called);
    }
}

/* In seconds. All refunds together are at most the time limit. */
Test(judge, runner_refunds_time)
{
    static const struct {
        double spent;
        double refunds[2];
        double left;
    } rows[] = {
        { 5, { 0, 0 }, 5 },   { 5, { 2, 1 }, 2 },    { 5, { 7, 0 }, 0 },
        { 25, { 8, 8 }, 15 }, { 25, { 15, 1 }, 15 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        bres__runner runner = { .options = { .time_limit_ns = 10 * BRES__NS_PER_SECOND },
                                .spent_ns = (uint64_t)(rows[i].spent * 1e9) };

        bres__runner_refund(&runner, rows[i].refunds[0]);
        bres__runner_refund(&runner, rows[i].refunds[1]);
        cr_expect_eq(runner.spent_ns, (uint64_t)(rows[i].left * 1e9), "row %zu: %" PRIu64, i,
                     runner.spent_ns);
    }
}
