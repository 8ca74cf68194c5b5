/* SPDX-License-Identifier: MIT */
/* Times of commands. The commands are shells that append to a file; the size of the file is the
 * clock. */
#include "base/fault.h"
#include "support/support.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static char clock_file[4096];
static char log_file[4096];

/* Whether readings have noise below 1 us. Times without noise look like those of a coarse clock,
 * which decide nothing. */
static bool is_noisy;

/* Each byte is a millisecond. */
static uint64_t file_now(void *user)
{
    static uint64_t readings;
    struct stat status;
    const uint64_t noise = is_noisy ? readings * readings % 997 : 0;

    (void)user;
    readings++;
    return stat(clock_file, &status) == 0 ? 1000000 * (uint64_t)status.st_size + 1 + noise : 1;
}

static void file_sleep(void *user, uint64_t nanoseconds)
{
    (void)user;
    (void)nanoseconds;
}

static const bres_clock file_clock = {
    .size = sizeof(bres_clock), .now = file_now, .sleep = file_sleep, .user = NULL
};

/* Options that use the clock. */
static bres_race_options race_options;

static bres_timing_options options_begin(void)
{
    bres_timing_options options;

    snprintf(clock_file, sizeof(clock_file), "%s/clock", bres_test_directory());
    snprintf(log_file, sizeof(log_file), "%s/log", bres_test_directory());
    remove(clock_file);
    remove(log_file);
    is_noisy = false;
    bres_race_options_init(&race_options);
    race_options.error_rate = 0.05;
    race_options.warmup_runs = 0;
    race_options.clock = &file_clock;
    bres_timing_options_init(&options);
    options.race = &race_options;
    return options;
}

static bres_timing *timing_begin(const bres_timing_options *options)
{
    bres_timing *timing;

    cr_assert_eq(bres_timing_new(options, &timing), BRES_OK, "%s", bres_last_error());
    return timing;
}

/* Adds a command that takes this many milliseconds and then executes `rest`. */
static void add(bres_timing *timing, const char *name, const char *milliseconds, const char *rest)
{
    char command[16384];

    snprintf(command, sizeof(command), "sh -c 'printf %%0%sd 0 >>%s; %s'", milliseconds, clock_file,
             rest);
    cr_assert_eq(bres_timing_add_command(timing, name, command), BRES_OK, "%s", bres_last_error());
}

static void hook(bres_timing *timing, bres_timing_hook kind, const char *name, const char *word)
{
    char command[8192];

    snprintf(command, sizeof(command), "printf '%s ' >>%s", word, log_file);
    cr_assert_eq(bres_timing_add_hook(timing, kind, name, command), BRES_OK);
}

static void run(bres_timing *timing, bres_race_stop reason)
{
    cr_assert_eq(bres_timing_run(timing), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(bres_timing_stop_reason(timing), reason, "%s", bres_timing_message(timing));
}

static void expect_log(const char *expected)
{
    char content[4096] = "";
    FILE *file = fopen(log_file, "r");

    if (file != NULL) {
        content[fread(content, 1, sizeof(content) - 1, file)] = '\0';
        fclose(file);
    }
    cr_expect_str_eq(content, expected);
}

/* Expects that the report contains a text. */
static void expect_report(const bres_timing *timing, bres_format format, const char *part)
{
    size_t length;
    char *text;

    cr_assert_eq(bres_timing_report(timing, format, &text, &length), BRES_OK);
    cr_expect_eq(strlen(text), length);
    cr_expect_not_null(strstr(text, part), "'%s' is not in:\n%s", part, text);
    bres_string_free(text);
}

Test(race, time_decides_the_order_of_three_commands)
{
    const bres_timing_options options = options_begin();
    bres_timing *timing = timing_begin(&options);
    const bres_timing_row *rows[3];

    is_noisy = true;
    add(timing, "slow", "020", "");
    add(timing, "fast", "010", "");
    add(timing, "equal", "010", "");
    run(timing, BRES_RACE_DECIDED);
    cr_assert_eq(bres_timing_row_count(timing), 3u);
    cr_expect_null(bres_timing_row_at(timing, 3));
    for (size_t i = 0; i < 3; i++)
        rows[i] = bres_timing_row_at(timing, i);
    cr_expect_str_eq(rows[0]->name, "slow");
    cr_expect_float_eq(rows[0]->median, 0.020, 1e-6);
    cr_expect_float_eq(rows[1]->median_lower, 0.010, 1e-6);
    cr_expect_float_eq(rows[1]->median_upper, 0.010, 1e-6);
    cr_expect_geq(rows[1]->runs, 10u);
    cr_expect_eq(rows[1]->status_counts[0], rows[1]->runs);
    cr_expect_gt(rows[1]->peak_memory, 4096u);
    cr_expect_gt(rows[1]->user_time + rows[1]->system_time, 0);
    cr_expect_eq(rows[1]->is_baseline, 1u);
    cr_expect_eq(rows[0]->verdict, BRES_SLOW);
    cr_expect_eq(rows[2]->verdict, BRES_SAME);
    cr_expect_float_eq(rows[0]->ratio, 2, 1e-3);
    cr_expect(rows[0]->ratio_lower > 1 && rows[0]->ratio_lower <= rows[0]->ratio);
    cr_expect_gt(bres_timing_seconds(timing), 0.3);
    cr_expect_eq(bres_timing_shell_seconds(timing), 0);
    expect_report(timing, BRES_FORMAT_MARKDOWN,
                  "'fast' is 2.00 times faster than 'slow' in the typical pair [");
    expect_report(
        timing, BRES_FORMAT_MARKDOWN,
        "- tied, the same within 1 %: 'equal' takes 1.000 times as long as 'fast' in the");
    expect_report(timing, BRES_FORMAT_MARKDOWN,
                  "3 of 3 medians are known to 1 %, 3 of\n  3 comparisons are decided");
    expect_report(timing, BRES_FORMAT_JSON, "\"verdict\": \"SLOW\"");
    expect_report(timing, BRES_FORMAT_CSV, "name,command,runs,");
    expect_report(timing, BRES_FORMAT_CSV_SAFE, "\nslow,");
    cr_expect_eq(bres_timing_run(timing), BRES_ERROR_STATE);
    cr_expect_eq(bres_timing_add_command(timing, NULL, "true"), BRES_ERROR_STATE);
    bres_timing_free(timing);
}

Test(race, time_compares_with_a_reference)
{
    bres_timing_options options = options_begin();
    const char *const values[] = { "010", "040", "020" };
    bres_timing *timing;

    options.reference = "020 ms=020";
    timing = timing_begin(&options);
    cr_assert_eq(bres_timing_add_axis(timing, "ms", values, 3), BRES_OK);
    add(timing, "{ms}", "{ms}", "");
    cr_expect_eq(bres_timing_run(timing), BRES_ERROR_KEY, "the name has the value");
    bres_timing_free(timing);
    options = options_begin();
    options.reference = "020";
    is_noisy = true;
    timing = timing_begin(&options);
    cr_assert_eq(bres_timing_add_axis(timing, "ms", values, 3), BRES_OK);
    add(timing, "{ms}", "{ms}", "");
    run(timing, BRES_RACE_DECIDED);
    cr_expect_eq(bres_timing_row_at(timing, 2)->is_baseline, 1u);
    cr_expect_eq(bres_timing_row_at(timing, 0)->verdict, BRES_FAST);
    cr_expect_eq(bres_timing_row_at(timing, 1)->verdict, BRES_SLOW);
    expect_report(timing, BRES_FORMAT_MARKDOWN,
                  "'010' is 2.00 times faster than '020' in the typical pair [");
    bres_timing_free(timing);
}

Test(race, time_takes_a_number_of_runs)
{
    bres_timing_options options = options_begin();
    bres_timing *timing;

    options.runs = 3;
    race_options.max_time = 0;
    race_options.max_pairs = 0;
    race_options.warmup_runs = 2;
    timing = timing_begin(&options);
    add(timing, "one", "010", "");
    add(timing, "two", "011", "");
    hook(timing, BRES_TIMING_SETUP, NULL, "S");
    hook(timing, BRES_TIMING_PREPARE, "one", "p");
    hook(timing, BRES_TIMING_PREPARE, "one", "q");
    hook(timing, BRES_TIMING_CONCLUDE, "one", "c");
    hook(timing, BRES_TIMING_CLEANUP, "two", "C");
    run(timing, BRES_RACE_PAIRS_OVER);
    cr_expect_eq(bres_timing_row_at(timing, 0)->runs, 3u);
    cr_expect_eq(bres_timing_row_at(timing, 1)->runs, 3u);
    cr_expect(isinf(bres_timing_row_at(timing, 0)->median_upper), "too few runs");
    cr_expect_eq(bres_timing_row_at(timing, 1)->verdict, BRES_AMBIGUOUS);
    expect_log("S S p q c p q c p q c p q c p q c C ");
    expect_report(timing, BRES_FORMAT_MARKDOWN,
                  "- undecided: 'two' takes 1.10 times as long as 'one' in the typical pair\n");
    expect_report(timing, BRES_FORMAT_MARKDOWN,
                  "- At least 10 runs of each command are needed for a decision\n");
    cr_expect_eq(bres_timing_row_at(timing, 1)->plan_pairs, 0u);
    cr_expect_float_eq(bres_timing_row_at(timing, 1)->deviation, 0, 1e-12);
    expect_report(timing, BRES_FORMAT_JSON,
                  "\"median_lower\": null,\n      \"median_upper\": null,");
    expect_report(timing, BRES_FORMAT_JSON, "\"ratio_lower\": null,\n");
    expect_report(timing, BRES_FORMAT_CSV, ",0.01,,,0.01,0,0.01,");
    bres_timing_free(timing);
}

/* Each reading is a second after the previous one. */
static uint64_t ticking_now(void *user)
{
    uint64_t *seconds = user;

    return 1000000000 * ++*seconds;
}

/* Rounds stop at the time limit: after the first one if the clock advances a second per reading. */
Test(race, time_limits_the_rounds)
{
    bres_timing_options options = options_begin();
    uint64_t seconds = 0;
    const bres_clock clock = {
        .size = sizeof(clock), .now = ticking_now, .sleep = file_sleep, .user = &seconds
    };
    bres_timing *timing;

    race_options.max_time = 0.025;
    race_options.warmup_runs = 3;
    timing = timing_begin(&options);
    add(timing, "one", "010", "");
    run(timing, BRES_RACE_TIME_OVER);
    cr_expect_eq(bres_timing_row_at(timing, 0)->runs, 3u);
    cr_expect_float_eq(bres_timing_seconds(timing), 0.030, 1e-12);
    expect_report(timing, BRES_FORMAT_MARKDOWN,
                  "time over after 3 runs in 0.0 s: the median is not "
                  "known to 1 %\n");
    expect_report(timing, BRES_FORMAT_MARKDOWN, "- 1 median is not known to 1 %: allow more time");
    bres_timing_free(timing);
    options = options_begin();
    race_options.max_time = 1;
    race_options.clock = &clock;
    timing = timing_begin(&options);
    add(timing, "one", "010", "");
    add(timing, "two", "010", "");
    run(timing, BRES_RACE_TIME_OVER);
    cr_expect_eq(bres_timing_row_at(timing, 0)->runs, 1u);
    cr_expect_eq(bres_timing_row_at(timing, 1)->runs, 1u);
    cr_expect(isinf(bres_timing_row_at(timing, 0)->deviation));
    bres_timing_free(timing);
}

/* Appends the message that a progress callback sees. */
static void keep_message(void *user, const bres_timing *timing)
{
    char *messages = user;

    snprintf(messages + strlen(messages), 1024 - strlen(messages), "<%s %d>",
             bres_timing_message(timing), (int)bres_timing_row_at(timing, 0)->runs);
}

Test(race, time_tells_what_it_does)
{
    bres_timing_options options = options_begin();
    char messages[1024] = "";
    bres_timing *timing;

    options.runs = 1;
    options.progress = keep_message;
    options.progress_user = messages;
    race_options.warmup_runs = 1;
    timing = timing_begin(&options);
    add(timing, "one", "010", "");
    hook(timing, BRES_TIMING_SETUP, NULL, "S");
    run(timing, BRES_RACE_PAIRS_OVER);
    cr_expect_str_eq(messages, "<set-up of 'one' 0><run 1 of 1 to warm up, 'one' 0>"
                               "<run 1 of 'one' 0>< 1>");
    bres_timing_free(timing);
}

Test(race, time_sorts_its_report)
{
    bres_timing_options options = options_begin();
    bres_timing *timing;

    options.runs = 1;
    timing = timing_begin(&options);
    add(timing, "a long name of the slow one", "020", "");
    add(timing, "a long name of the fast one", "010", "");
    run(timing, BRES_RACE_PAIRS_OVER);
    cr_assert_eq(bres_timing_set_report(timing, BRES_TIMING_SORT_COMMAND, 60), BRES_OK);
    expect_report(timing, BRES_FORMAT_MARKDOWN, "\n| a lon\xE2\x80\xA6slow one | 20.000 ms |");
    expect_report(timing, BRES_FORMAT_MARKDOWN, "0 of 2 medians are\n  known");
    expect_report(timing, BRES_FORMAT_JSON,
                  "\"rows\": [\n    {\n      \"name\": \"a long name of the slow");
    expect_report(timing, BRES_FORMAT_MARKDOWN,
                  "| Command                     |       Min |       Max |\n");
    cr_assert_eq(bres_timing_set_report(timing, BRES_TIMING_SORT_MEDIAN, 0), BRES_OK);
    expect_report(timing, BRES_FORMAT_MARKDOWN, "-:|\n| a long name of the fast one | 10.000 ms |");
    cr_expect_eq(bres_timing_set_report(timing, 2, 0), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_timing_set_report(NULL, 0, 0), BRES_ERROR_ARGUMENT);
    bres_timing_free(timing);
}

/* A command has the axes that occur in it or in its hooks. Its label has the values that are not in
 * its name. */
Test(race, time_uses_axes)
{
    static const char *const labels[] = { "1-a w=x",    "1-a w=y",    "2-a w=x", "2-a w=y",
                                          "hooked n=1", "hooked n=2", "plain" };
    bres_timing_options options = options_begin();
    const char *const numbers[] = { "1", "2" };
    const char *const words[] = { "x", "y" };
    bres_timing *timing;
    bres_result *result;

    options.runs = 1;
    timing = timing_begin(&options);
    cr_assert_eq(bres_timing_add_axis(timing, "n", numbers, 2), BRES_OK);
    cr_assert_eq(bres_timing_add_axis(timing, "w", words, 2), BRES_OK);
    add(timing, "{n}-a", "010", "echo {n} {w}");
    add(timing, "hooked", "010", "");
    add(timing, "plain", "010", "");
    hook(timing, BRES_TIMING_PREPARE, "hooked", "{n}");
    run(timing, BRES_RACE_PAIRS_OVER);
    cr_assert_eq(bres_timing_row_count(timing), 7u);
    for (size_t i = 0; i < 7; i++)
        cr_expect_str_eq(bres_timing_row_at(timing, i)->label, labels[i]);
    cr_assert_eq(bres_timing_set_report(timing, BRES_TIMING_SORT_COMMAND, 0), BRES_OK);
    expect_report(timing, BRES_FORMAT_CSV, "name,command,parameter_n,parameter_w,runs,");
    expect_report(timing, BRES_FORMAT_CSV, ",verdict,exit_statuses\n");
    expect_report(timing, BRES_FORMAT_CSV, ",0 x 1\n");
    expect_report(timing, BRES_FORMAT_JSON, "\"parameters\": {\n        \"n\": \"2\"\n      },");
    expect_report(timing, BRES_FORMAT_JSON, "\"parameters\": {},");
    cr_assert_eq(bres_timing_result(timing, &result), BRES_OK, "%s", bres_last_error());
    cr_expect_str_eq(bres_state_name(bres_subbench_state_at(bres_result_subbench_at(result, 0), 6)),
                     "Command=plain");
    bres_result_unref(result);
    bres_timing_free(timing);
}

Test(race, time_has_axes)
{
    bres_timing_options options = options_begin();
    const char *const whole[] = { "1", "2" };
    const char *const real[] = { "0.5" };
    const char *const words[] = { "a b", "c" };
    bres_timing *timing;
    bres_result *result;
    const bres_subbench *bench;

    options.runs = 1;
    timing = timing_begin(&options);
    cr_assert_eq(bres_timing_add_axis(timing, "n", whole, 2), BRES_OK);
    cr_assert_eq(bres_timing_add_axis(timing, "x", real, 1), BRES_OK);
    cr_assert_eq(bres_timing_add_axis(timing, "w", words, 2), BRES_OK);
    add(timing, "named", "010", "test -n \"{w}\"; echo {n} {x} {} {y}");
    cr_assert_eq(bres_timing_result(timing, &result), BRES_ERROR_STATE);
    run(timing, BRES_RACE_PAIRS_OVER);
    cr_assert_eq(bres_timing_row_count(timing), 4u);
    cr_expect_str_eq(bres_timing_row_at(timing, 2)->label, "named n=2 x=0.5 w=a b");
    cr_expect_not_null(strstr(bres_timing_row_at(timing, 3)->command, "echo 2 0.5 {} {y}"));
    cr_assert_eq(bres_timing_result(timing, &result), BRES_OK, "%s", bres_last_error());
    bench = bres_result_subbench_at(result, 0);
    cr_expect_str_eq(bres_subbench_name(bench), "command");
    cr_expect_eq(bres_subbench_state_count(bench), 4u);
    cr_expect_str_eq(bres_state_name(bres_subbench_state_at(bench, 2)),
                     "Command=named n=2 x=0.5 w=a b");
    bres_result_unref(result);
    bres_timing_free(timing);
}

Test(race, time_fails_with_its_commands)
{
    static const int ignored[] = { 3 };
    static const struct {
        const char *rest;
        uint32_t flags;
        bres_race_stop reason;
        const char *message;
    } cases[] = {
        { "exit 3", 0, BRES_RACE_PAIRS_OVER, "done after 2 runs" },
        { "exit 4", 0, BRES_RACE_FAILED, "run 1 of 'name': 'sh -c " },
        { "echo why >&2; exit 4", 0, BRES_RACE_FAILED, "ended with exit status 4: why" },
        { "kill -9 $$", 0, BRES_RACE_FAILED, "was killed by signal 9" },
        { "kill -9 $$", BRES_TIMING_IGNORE_FAILURE, BRES_RACE_PAIRS_OVER, "done after 2 runs" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bres_timing_options options = options_begin();
        bres_timing *timing;

        options.runs = 2;
        options.ignored_statuses = ignored;
        options.ignored_status_count = 1;
        options.flags = cases[i].flags;
        timing = timing_begin(&options);
        add(timing, "name", "010", cases[i].rest);
        hook(timing, BRES_TIMING_CLEANUP, NULL, "C");
        run(timing, cases[i].reason);
        cr_expect_not_null(strstr(bres_timing_message(timing), cases[i].message), "%s",
                           bres_timing_message(timing));
        if (cases[i].reason == BRES_RACE_PAIRS_OVER) {
            cr_expect_eq(bres_timing_row_at(timing, 0)->failures, 2u);
            expect_report(timing, BRES_FORMAT_MARKDOWN, "'name': 2 of 2 runs failed");
        }
        expect_log("C ");
        bres_timing_free(timing);
    }
}

/* A failure of any hook ends the timing, and the cleanup runs. */
Test(race, time_fails_with_its_hooks)
{
    static const char *const names[] = { "setup", "prepare", "conclude", "cleanup" };

    for (unsigned kind = 0; kind < 4; kind++) {
        bres_timing_options options = options_begin();
        bres_timing *timing;
        char expected[64];

        options.runs = 2;
        timing = timing_begin(&options);
        add(timing, "name", "010", "");
        cr_assert_eq(bres_timing_add_hook(timing, (bres_timing_hook)kind, NULL, "exit 5"), BRES_OK);
        if (kind != BRES_TIMING_CLEANUP)
            hook(timing, BRES_TIMING_CLEANUP, NULL, "C");
        run(timing, BRES_RACE_FAILED);
        snprintf(expected, sizeof(expected), "%s of 'name', after %u run", names[kind],
                 kind == BRES_TIMING_CLEANUP ? 2u : 0u);
        cr_expect_not_null(strstr(bres_timing_message(timing), expected), "%s",
                           bres_timing_message(timing));
        expect_log(kind != BRES_TIMING_CLEANUP ? "C " : "");
        bres_timing_free(timing);
    }
}

static bool interrupted(void *user)
{
    unsigned *calls = user;

    return ++*calls > 5;
}

/* Returns the signal that has interrupted the timing while no program was running. */
static int signal_late(void *user)
{
    const unsigned *calls = user;

    return *calls > 5 ? SIGINT : 0;
}

Test(race, time_is_interrupted)
{
    bres_timing_options options = options_begin();
    unsigned calls = 0;
    bres_timing *timing;

    race_options.is_interrupted = interrupted;
    race_options.interrupt_user = &calls;
    options.signal = signal_late;
    options.signal_user = &calls;
    timing = timing_begin(&options);
    add(timing, "name", "010", "");
    /* Long enough to receive a forwarded signal. */
    cr_assert_eq(bres_timing_add_hook(timing, BRES_TIMING_CLEANUP, NULL, "sleep 0.5"), BRES_OK);
    hook(timing, BRES_TIMING_CLEANUP, NULL, "C");
    run(timing, BRES_RACE_INTERRUPTED);
    cr_expect_gt(bres_timing_row_at(timing, 0)->runs, 0u);
    cr_expect_lt(bres_timing_row_at(timing, 0)->runs, 10u);
    expect_log("C ");
    bres_timing_free(timing);
}

Test(race, time_subtracts_the_shell)
{
    bres_timing_options options = options_begin();
    char shell[4200];
    bres_timing *timing;
    FILE *file;

    options.shell = "sh";
    options.runs = 2;
    race_options.clock = NULL;
    race_options.max_time = 0;
    timing = timing_begin(&options);
    cr_assert_eq(bres_timing_add_command(timing, NULL, "true | true; A=1; exit $A"), BRES_OK);
    run(timing, BRES_RACE_FAILED);
    cr_expect_gt(bres_timing_shell_seconds(timing), 0);
    bres_timing_free(timing);
    /* This shell takes extra time only for an empty command. */
    options = options_begin();
    options.runs = 2;
    snprintf(shell, sizeof(shell), "%s/shell", bres_test_directory());
    options.shell = shell;
    file = fopen(shell, "w");
    fprintf(file, "#!/bin/sh\ntest -n \"$2\" || printf 12345 >>%s\n", clock_file);
    fclose(file);
    chmod(shell, 0700);
    timing = timing_begin(&options);
    cr_assert_eq(bres_timing_add_command(timing, NULL, "anything"), BRES_OK);
    run(timing, BRES_RACE_PAIRS_OVER);
    cr_expect_float_eq(bres_timing_shell_seconds(timing), 0.005, 1e-12);
    cr_expect_eq(bres_timing_row_at(timing, 0)->below_shell, 2u);
    expect_report(timing, BRES_FORMAT_MARKDOWN, "2 of 2 runs took no longer than the shell alone");
    bres_timing_free(timing);
}

Test(race, time_refuses_options)
{
    static const char *const variables[] = { "A=1", "=2", NULL };
    static const int status = 256;
    bres_timing_options options;
    bres_timing *timing = NULL;

#define REFUSED(field, value)                                                                      \
    options = options_begin();                                                                     \
    options.field = (value);                                                                       \
    cr_expect_eq(bres_timing_new(&options, &timing), BRES_ERROR_ARGUMENT, #field);                 \
    cr_expect_null(timing)
    REFUSED(flags, 2);
    REFUSED(output, 4);
    REFUSED(output, BRES_TIMING_OUTPUT_FILE);
    REFUSED(output_file, "file");
    REFUSED(precision, 0);
    REFUSED(runs, -1);
    REFUSED(timeout, -1);
    REFUSED(timeout, 1e9);
    REFUSED(environment, variables);
    REFUSED(ignored_status_count, 1);
    options.ignored_statuses = &status;
    cr_expect_eq(bres_timing_new(&options, &timing), BRES_ERROR_ARGUMENT);
    race_options.error_rate = 2;
    options = options_begin();
    race_options.error_rate = 2;
    cr_expect_eq(bres_timing_new(&options, &timing), BRES_ERROR_ARGUMENT);
    options = options_begin();
    race_options.clock_kind = BRES_CLOCK_PROCESS;
    cr_expect_eq(bres_timing_new(&options, &timing), BRES_ERROR_ARGUMENT);
    options.size = 1;
    cr_expect_eq(bres_timing_new(&options, &timing), BRES_ERROR_VERSION);
    cr_expect_eq(bres_timing_new(NULL, NULL), BRES_ERROR_ARGUMENT);
    bres_timing_options_init(NULL);
}

Test(race, time_refuses_inputs)
{
    const char *const values[] = { "1", NULL };
    bres_timing *timing;
    bres_result *result;
    size_t length;
    char *text;

    cr_assert_eq(bres_timing_new(NULL, &timing), BRES_OK);
    cr_expect_eq(bres_timing_add_axis(timing, "", values, 1), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_timing_add_axis(timing, "a b", values, 1), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_timing_add_axis(timing, "a", values, 0), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_timing_add_axis(timing, "a", values, 2), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_timing_add_axis(timing, "a", NULL, 1), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_timing_add_axis(NULL, "a", values, 1), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_timing_add_axis(timing, "Command", values, 1), BRES_ERROR_CONFLICT);
    cr_expect_eq(bres_timing_add_command(timing, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_timing_add_hook(timing, 4, NULL, "true"), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_timing_add_hook(timing, BRES_TIMING_SETUP, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_timing_add_axis(timing, "a", values, 1), BRES_OK);
    cr_expect_eq(bres_timing_add_axis(timing, "a", values, 1), BRES_ERROR_CONFLICT);
    cr_assert_eq(bres_timing_add_command(timing, "name", "true"), BRES_OK);
    cr_expect_eq(bres_timing_add_command(timing, "name", "false"), BRES_ERROR_CONFLICT);
    cr_expect_eq(bres_timing_run(timing), BRES_ERROR_ARGUMENT, "nothing uses the axis");
    cr_expect_eq(bres_timing_result(timing, &result), BRES_ERROR_STATE);
    cr_expect_eq(bres_timing_result(timing, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_timing_result(NULL, &result), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_timing_report(timing, BRES_FORMAT_JUNIT, &text, &length),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_timing_report(NULL, BRES_FORMAT_JSON, &text, &length), BRES_ERROR_ARGUMENT);
    bres_timing_free(timing);
    bres_timing_free(NULL);
    cr_expect_eq(bres_timing_run(NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_timing_stop_reason(NULL), 0);
    cr_expect_str_eq(bres_timing_message(NULL), "");
    cr_expect_eq(bres_timing_seconds(NULL), 0);
    cr_expect_eq(bres_timing_shell_seconds(NULL), 0);
    cr_expect_eq(bres_timing_row_count(NULL), 0u);
    cr_expect_null(bres_timing_row_at(NULL, 0));
}

/* Errors that only the run can find. */
Test(race, time_refuses_to_run)
{
    static const struct {
        const char *command;
        const char *input;
        const char *directory;
        const char *reference;
        const char *hook;
        size_t values;
        bres_status status;
    } cases[] = {
        { NULL, NULL, NULL, NULL, NULL, 1, BRES_ERROR_ARGUMENT },
        { "a | b", NULL, NULL, NULL, NULL, 1, BRES_ERROR_SYNTAX },
        { "/no/such/program", NULL, NULL, NULL, NULL, 1, BRES_ERROR_NO_FILE },
        { "true", "/no/such/file", NULL, NULL, NULL, 1, BRES_ERROR_NO_FILE },
        { "true", NULL, "/no/such/directory", NULL, NULL, 1, BRES_ERROR_NO_FILE },
        { "true", NULL, NULL, "false", NULL, 1, BRES_ERROR_KEY },
        { "true", NULL, NULL, NULL, "false", 1, BRES_ERROR_KEY },
        { "true {a}", NULL, NULL, NULL, NULL, 257, BRES_ERROR_ARGUMENT },
    };
    static const char *values[257];

    for (size_t i = 0; i < 257; i++)
        values[i] = "1";
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bres_timing_options options = options_begin();
        bres_timing *timing;

        options.input = cases[i].input;
        options.directory = cases[i].directory;
        options.reference = cases[i].reference;
        timing = timing_begin(&options);
        if (cases[i].values > 1)
            cr_assert_eq(bres_timing_add_axis(timing, "a", values, cases[i].values), BRES_OK);
        if (cases[i].command != NULL)
            cr_assert_eq(bres_timing_add_command(timing, NULL, cases[i].command), BRES_OK);
        if (cases[i].hook != NULL)
            bres_timing_add_hook(timing, BRES_TIMING_SETUP, cases[i].hook, "true");
        cr_expect_eq(bres_timing_run(timing), cases[i].status, "case %zu: %s", i,
                     bres_last_error());
        bres_timing_free(timing);
    }
}

static void on_progress(void *user, const bres_timing *timing)
{
    *(uint64_t *)user = bres_timing_row_at(timing, 0)->runs;
}

static bres_status time_true(void *context)
{
    static const char *const environment[] = { "A=1", NULL };
    const char *const values[] = { "1" };
    bres_timing_options options;
    bres_race_options race;
    bres_timing *timing = NULL;
    bres_result *result = NULL;
    uint64_t seen = 0;
    size_t length;
    char *text = NULL;
    bres_status status;

    (void)context;
    bres_race_options_init(&race);
    race.warmup_runs = 0;
    bres_timing_options_init(&options);
    options.race = &race;
    options.runs = 1;
    options.environment = environment;
    options.input = "/dev/null";
    options.reference = "one";
    options.output = BRES_TIMING_OUTPUT_PIPE;
    options.progress = on_progress;
    options.progress_user = &seen;
    status = bres_timing_new(&options, &timing);
    if (status == BRES_OK)
        status = bres_timing_add_axis(timing, "a", values, 1);
    if (status == BRES_OK)
        status = bres_timing_add_command(timing, "one", "true {a}");
    if (status == BRES_OK)
        status = bres_timing_add_hook(timing, BRES_TIMING_PREPARE, "one", "true {a}");
    if (status == BRES_OK)
        status = bres_timing_run(timing);
    if (status == BRES_OK)
        cr_expect_gt(seen, 0u);
    if (status == BRES_OK)
        status = bres_timing_result(timing, &result);
    for (unsigned format = 0; format <= BRES_FORMAT_CSV_SAFE && status == BRES_OK; format++) {
        if ((bres_report_formats(BRES_REPORT_TIME) & BRES_FORMAT_BIT(format)) == 0)
            continue;
        status = bres_timing_report(timing, (bres_format)format, &text, &length);
        bres_string_free(text);
    }
    bres_result_unref(result);
    bres_timing_free(timing);
    return status;
}

Test(race, time_without_memory)
{
    bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, time_true, NULL);
}
