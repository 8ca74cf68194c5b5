/* SPDX-License-Identifier: MIT */
/* Commands. */
#include "base/base.h"
#include "support/support.h"
#include "support/virtual_clock.h"

#include <benchresult/timer.h>
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* A shell command that is executed `number` times and warmed up with two. */
typedef struct shell {
    const char *arguments[4];
    bres_command command;
    bres_timer_options options;
    bres_task_spec spec;
} shell;

static void shell_init(shell *self, const char *script)
{
    *self = (shell){ .arguments = { "sh", "-c", script, NULL } };
    bres_command_init(&self->command);
    self->command.arguments = self->arguments;
    bres_timer_options_init(&self->options);
    self->options.number = 1;
    bres_task_spec_init(&self->spec);
}

static bres_status shell_measure(const shell *self, bres_measurement **measurement)
{
    bres_timer *timer = NULL;
    bres_status status = bres_timer_new_command(&self->command, &self->spec, &timer);

    *measurement = NULL;
    if (status == BRES_OK)
        status = bres_timer_measure(timer, BRES_TIMING_TIMEIT, &self->options, measurement);
    cr_assert_eq(*measurement == NULL, status != BRES_OK);
    bres_timer_free(timer);
    return status;
}

/* The text of a file that scripts append to. */
static char *text_of(const char *path)
{
    return bres_test_read_file(path, NULL);
}

/* Copied arguments need not stay valid. Each execution has its own process, and no time contains
 * the executions that do not count. */
Test(timer, timer_command)
{
    const char *directory = bres_test_directory();
    char script[8192];
    char output[4096];
    char log[4096];
    bres_measurement *measurement;
    const char *metadata;
    int64_t number;
    double value;
    shell self;
    char *text;

    snprintf(output, sizeof(output), "%s/output", directory);
    snprintf(log, sizeof(log), "%s/log", directory);
    snprintf(script, sizeof(script), "echo $$ >>%s; cat; echo said; echo complained >&2", log);
    shell_init(&self, script);
    self.command.output_path = output;
    self.options.number = 3;
    cr_assert_eq(shell_measure(&self, &measurement), BRES_OK, "%s", bres_last_error());
    text = text_of(output);
    cr_expect_str_eq(text, "said\n", "that of the last execution alone");
    free(text);
    text = text_of(log);
    number = 0;
    for (const char *at = text; *at != '\0'; at++)
        number += *at == '\n';
    cr_expect_eq(number, 5);
    free(text);
    metadata = bres_measurement_metadata_json(measurement);
    cr_assert_not_null(metadata);
    cr_expect(bres__json_member_int64(metadata, "exit_status", &number));
    cr_expect_eq(number, 0);
    cr_expect(bres__json_member_float64(metadata, "user_time", &value));
    cr_expect_geq(value, 0);
    cr_expect(bres__json_member_float64(metadata, "system_time", &value));
    cr_expect_geq(value, 0);
    cr_expect(bres__json_member_int64(metadata, "max_rss", &number));
    cr_expect_gt(number, 4096);
    cr_expect_eq(bres_measurement_count(measurement), 1);
    cr_expect_eq(bres_measurement_number_per_run(measurement), 3);
    bres_measurement_free(measurement);
}

/* The clock is read just before a process is created and after it has been waited for: 50 ns
 * each. */
Test(timer, timer_command_in_virtual_time)
{
    static const char *const arguments[] = { "true", NULL };
    bres_test_clock time = { .cost = 50 };
    const bres_clock clock = bres_test_clock_of(&time);
    bres_command command;
    bres_timer_options options;
    bres_measurement *measurement;
    bres_timer *timer;

    bres_command_init(&command);
    command.arguments = arguments;
    bres_timer_options_init(&options);
    options.clock = &clock;
    options.number = 3;
    cr_assert_eq(bres_timer_new_command(&command, NULL, &timer), BRES_OK);
    cr_assert_eq(bres_timer_measure(timer, BRES_TIMING_TIMEIT, &options, &measurement), BRES_OK);
    cr_expect_eq(bres_measurement_raw_times(measurement)[0], 150 * 1e-9);
    bres_measurement_free(measurement);
    /* In virtual time a process takes no time; this limit is low enough for the search. */
    options.min_run_time = 40e-9;
    cr_assert_eq(bres_timer_measure(timer, BRES_TIMING_BLOCKED, &options, &measurement), BRES_OK);
    cr_expect_eq(bres_measurement_number_per_run(measurement), 1);
    cr_expect_eq(bres_measurement_raw_times(measurement)[0], 50 * 1e-9);
    bres_measurement_free(measurement);
    bres_timer_free(timer);
}

Test(timer, timer_command_as_text)
{
    static const struct {
        const char *arguments[5];
        const char *text;
    } rows[] = {
        { { "true" }, "true" },
        { { "sh", "-c", "exit 0" }, "sh -c 'exit 0'" },
        { { "printf", "%s", "", "it's" }, "printf %s '' 'it'\\''s'" },
        { { "printf", "--", "a+b=c,/.:@_-", "*?" }, "printf -- a+b=c,/.:@_- '*?'" },
        { { "printf", "\xc3\xa9" }, "printf '\xc3\xa9'" },
    };
    static const char *const prepare[] = { "sh", "-c", ":", NULL };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_measurement *measurement;
        shell self;

        shell_init(&self, "");
        self.command.arguments = rows[i].arguments;
        self.command.prepare = prepare;
        cr_assert_eq(shell_measure(&self, &measurement), BRES_OK, "%s: %s", rows[i].text,
                     bres_last_error());
        cr_expect_str_eq(bres_measurement_spec(measurement)->stmt, rows[i].text);
        cr_expect_str_eq(bres_measurement_spec(measurement)->setup, "sh -c :");
        bres_measurement_free(measurement);
    }
}

/* The number of threads is that of the spec, regardless of other settings; the prepare command
 * receives it, too. */
Test(timer, timer_command_environment)
{
    static const char *const environment[] = { "A=1", "OMP_NUM_THREADS=100", NULL };
    const char *directory = bres_test_directory();
    char path[4096];
    char script[8192];
    const char *prepare[] = { "sh", "-c", script, NULL };
    bres_measurement *measurement;
    shell self;
    char *text;

    snprintf(path, sizeof(path), "%s/log", directory);
    snprintf(script, sizeof(script),
             "echo \"$A $OMP_NUM_THREADS $BENCHRESULT_NUM_THREADS\" >>%s; echo nowhere", path);
    setenv("BENCHRESULT_NUM_THREADS", "100", 1);
    shell_init(&self, script);
    self.command.environment = environment;
    self.command.prepare = prepare;
    self.spec.num_threads = 7;
    self.options.number = 1;
    cr_assert_eq(shell_measure(&self, &measurement), BRES_OK, "%s", bres_last_error());
    text = text_of(path);
    /* A prepare command per block; two blocks, with two executions and one. */
    cr_expect_str_eq(text, "1 7 7\n1 7 7\n1 7 7\n1 7 7\n1 7 7\n");
    free(text);
    bres_measurement_free(measurement);
}

typedef struct failure_row {
    const char *script;
    uint32_t flags;
    double timeout;
    bres_status status;
    const char *message;
} failure_row;

static const failure_row failures[] = {
    /* 43 */
    { "exit 3", 0, 0, BRES_ERROR_VALUE, "'sh' ended with exit status 3" },
    { "echo first >&2; echo 'no disk' >&2; echo ' ^' >&2; exit 3", 0, 0, BRES_ERROR_VALUE,
      "'sh' ended with exit status 3: no disk" },
    { "exit 127", 0, 0, BRES_ERROR_VALUE, "'sh' ended with exit status 127" },
    /* 40 */
    { "kill -SEGV $$", 0, 0, BRES_ERROR_VALUE,
      "'sh' was killed by signal 11 (Segmentation fault)" },
    { "kill -TERM $$", BRES_COMMAND_ANY_STATUS, 0, BRES_ERROR_VALUE,
      "'sh' was killed by signal 15 (Terminated)" },
    { "sleep 1000", 0, 0.05, BRES_ERROR_LIMIT, "'sh' did not end within 0.05 s" },
    { "trap '' TERM; sleep 1000 & wait", 0, 0.0001, BRES_ERROR_LIMIT,
      "'sh' did not end within 0.001 s" },
};

Test(timer, timer_command_that_fails)
{
    for (size_t i = 0; i < COUNT(failures); i++) {
        const failure_row *row = &failures[i];
        bres_measurement *measurement;
        shell self;

        shell_init(&self, row->script);
        self.command.flags = row->flags;
        self.command.timeout = row->timeout;
        cr_expect_eq(shell_measure(&self, &measurement), row->status, "%s", row->script);
        cr_expect_str_eq(bres_last_error(), row->message);
    }
    cr_assert_eq(waitpid(-1, NULL, WNOHANG), -1, "no child is left");
}

Test(timer, timer_command_whose_status_is_allowed)
{
    bres_measurement *measurement;
    int64_t number = 0;
    shell self;

    shell_init(&self, "exit 3");
    self.command.flags = BRES_COMMAND_ANY_STATUS;
    cr_assert_eq(shell_measure(&self, &measurement), BRES_OK, "%s", bres_last_error());
    cr_expect(bres__json_member_int64(bres_measurement_metadata_json(measurement), "exit_status",
                                      &number));
    cr_expect_eq(number, 3);
    bres_measurement_free(measurement);
}

/* Requests SIGTERM at the first call. */
static int ask_once(void *user)
{
    int *asked = user;

    return ++*asked == 1 ? SIGTERM : 0;
}

/* A caller can end the running command, and with it the measurement, even if the command catches
 * the signal. */
Test(timer, timer_command_that_the_caller_ends)
{
    static const char *const scripts[] = { "sleep 60", "trap 'exit 0' TERM; sleep 60 & wait" };

    for (size_t i = 0; i < COUNT(scripts); i++) {
        bres_measurement *measurement;
        int asked = 0;
        shell self;

        shell_init(&self, scripts[i]);
        self.options.number = 1000000;
        self.command.signal = ask_once;
        self.command.signal_user = &asked;
        cr_assert_eq(shell_measure(&self, &measurement), BRES_ERROR_VALUE, "%s", scripts[i]);
        cr_assert_not_null(strstr(bres_last_error(), "signal"), "%s", bres_last_error());
    }
}

Test(timer, timer_command_that_prints_and_forks)
{
    bres_measurement *measurement;
    shell self;

    shell_init(&self, "head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2; yes >&2 &");
    self.command.timeout = 60;
    cr_assert_eq(shell_measure(&self, &measurement), BRES_OK, "%s", bres_last_error());
    bres_measurement_free(measurement);
}

Test(timer, timer_command_that_cannot_be_executed)
{
    const char *directory = bres_test_directory();
    char plain[4096];
    char script[4096];
    const struct {
        const char *program;
        bres_status status;
    } rows[] = {
        { "no-such-program-of-this-name", BRES_ERROR_NO_FILE },
        { plain, BRES_ERROR_IO },
        { directory, BRES_ERROR_IO },
    };

    snprintf(plain, sizeof(plain), "%s/plain", directory);
    bres_test_write_file(plain, "text", 4);
    snprintf(script, sizeof(script), "%s/script", directory);
    bres_test_write_file(script, "not a program", 13);
    chmod(script, 0755);
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *const arguments[] = { rows[i].program, NULL };
        bres_measurement *measurement;
        shell self;

        shell_init(&self, "");
        self.command.arguments = arguments;
        cr_expect_eq(shell_measure(&self, &measurement), rows[i].status, "%s: %s", rows[i].program,
                     bres_last_error());
        cr_expect_not_null(strstr(bres_last_error(), rows[i].program), "%s", bres_last_error());
    }
}

Test(timer, timer_command_whose_preparation_fails)
{
    const char *directory = bres_test_directory();
    char script[4200];
    char path[4096];
    const char *prepare[] = { "sh", "-c", "echo no room >&2; exit 2", NULL };
    const char *missing[] = { "no-such-program-of-this-name", NULL };
    bres_measurement *measurement;
    struct stat status;
    shell self;

    snprintf(path, sizeof(path), "%s/log", directory);
    snprintf(script, sizeof(script), "echo executed >%s", path);
    shell_init(&self, script);
    self.command.prepare = prepare;
    self.command.flags = BRES_COMMAND_ANY_STATUS;
    cr_expect_eq(shell_measure(&self, &measurement), BRES_ERROR_VALUE);
    cr_expect_str_eq(bres_last_error(),
                     "the prepare command: 'sh' ended with exit status 2: no room");
    self.command.prepare = missing;
    cr_expect_eq(shell_measure(&self, &measurement), BRES_ERROR_NO_FILE);
    cr_expect_not_null(strstr(bres_last_error(), "the prepare command"), "%s", bres_last_error());
    cr_expect_neq(stat(path, &status), 0, "the command was not executed");
}

static bres_status no_hook(void *user)
{
    (void)user;
    return BRES_OK;
}

Test(timer, timer_command_arguments)
{
    static const char *const empty[] = { NULL };
    static const char *const text[] = { "true", "\xff", NULL };
    bres_timer *timer = (bres_timer *)1;
    bres_measurement *measurement;
    shell self;

    cr_expect_eq(bres_timer_new_command(NULL, NULL, &timer), BRES_ERROR_ARGUMENT);
    cr_expect_null(timer);
    shell_init(&self, "exit 0");
    cr_expect_eq(bres_timer_new_command(&self.command, NULL, NULL), BRES_ERROR_ARGUMENT);
    self.command.arguments = NULL;
    cr_expect_eq(shell_measure(&self, &measurement), BRES_ERROR_ARGUMENT);
    self.command.arguments = empty;
    cr_expect_eq(shell_measure(&self, &measurement), BRES_ERROR_ARGUMENT);
    shell_init(&self, "exit 0");
    self.command.prepare = empty;
    cr_expect_eq(shell_measure(&self, &measurement), BRES_ERROR_ARGUMENT);
    shell_init(&self, "exit 0");
    self.command.flags = 2;
    cr_expect_eq(shell_measure(&self, &measurement), BRES_ERROR_ARGUMENT);
    shell_init(&self, "exit 0");
    self.command.reserved = 1;
    cr_expect_eq(shell_measure(&self, &measurement), BRES_ERROR_ARGUMENT);
    shell_init(&self, "exit 0");
    self.command.timeout = -1;
    cr_expect_eq(shell_measure(&self, &measurement), BRES_ERROR_ARGUMENT);
    shell_init(&self, "exit 0");
    self.command.size = 8;
    cr_expect_eq(shell_measure(&self, &measurement), BRES_ERROR_VERSION);
    shell_init(&self, "exit 0");
    self.options.synchronize = no_hook;
    cr_expect_eq(shell_measure(&self, &measurement), BRES_ERROR_ARGUMENT);
    shell_init(&self, "exit 0");
    self.options.flags = BRES_TIMER_HAS_STREAM;
    cr_expect_eq(shell_measure(&self, &measurement), BRES_ERROR_ARGUMENT);
    self.options.flags = BRES_TIMER_SUBTRACT_CALL;
    cr_expect_eq(shell_measure(&self, &measurement), BRES_ERROR_ARGUMENT);
    /* Arguments that are not valid text cannot be the statement, but the spec may contain another
     * one. */
    shell_init(&self, "exit 0");
    self.command.arguments = text;
    cr_expect_eq(shell_measure(&self, &measurement), BRES_ERROR_ARGUMENT);
    self.spec.stmt = "true";
    cr_expect_eq(shell_measure(&self, &measurement), BRES_OK, "%s", bres_last_error());
    bres_measurement_free(measurement);
    bres_command_init(NULL);
}

static bres_status sweep_run(void *context)
{
    bres_measurement *measurement;
    const bres_status status = shell_measure(context, &measurement);

    bres_measurement_free(measurement);
    return status;
}

Test(timer, timer_command_survives_every_failure)
{
    static const char *const environment[] = { "A=1", NULL };
    static const char *const prepare[] = { "true", NULL };
    static const char *const arguments[] = { "true", "argument", NULL };
    shell self;

    shell_init(&self, "");
    self.command.arguments = arguments;
    self.command.environment = environment;
    self.command.prepare = prepare;
    self.command.output_path = "/dev/null";
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_run, &self);
    /* Without a descriptor of the process, the library polls for its end. */
    bres_test_sweep_partial(BRES__FAULT_IO, BRES_ERROR_IO, sweep_run, &self);
}
