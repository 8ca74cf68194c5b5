/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define FOREVER_MS 60000u

/* Runs a shell command; free the result. */
static bres_status run(const char *command, const char *input, size_t max_output,
                       unsigned timeout_ms, bres__spawned *spawned)
{
    const char *const arguments[] = { "sh", "-c", command, NULL };
    const bres__spawn spawn = {
        .arguments = arguments,
        .input = input,
        .input_size = input != NULL ? strlen(input) : 0,
        .max_output = max_output,
        .timeout_ms = timeout_ms,
    };

    return bres__spawn_run(&spawn, spawned);
}

/* Checks what a command prints when it ends as it should. */
static void check(const char *command, const char *input, const char *output, const char *errors,
                  int exit_status)
{
    bres__spawned spawned;

    cr_expect_eq(run(command, input, 1 << 20, FOREVER_MS, &spawned), BRES_OK, "%s: %s", command,
                 bres_last_error());
    cr_expect_str_eq(spawned.output.length > 0 ? spawned.output.data : "", output, "%s", command);
    cr_expect_str_eq(spawned.errors, errors, "%s", command);
    cr_expect(WIFEXITED(spawned.wait_status), "%s", command);
    cr_expect_eq(WEXITSTATUS(spawned.wait_status), exit_status, "%s", command);
    bres__spawned_free(&spawned);
}

Test(base, spawn_input_output_and_status)
{
    check("cat", "some text\n", "some text\n", "", 0);
    check("cat; echo no >&2; exit 3", "text", "text", "no\n", 3);
    check("true", "nobody reads this", "", "", 0);
    check("cat", NULL, "", "", 0);
    /* Input that is not read, and output after its end. */
    check("exec <&-; echo late", "nobody reads this", "late\n", "", 0);
    /* The child closes its ends and goes on. */
    check("echo out; exec >&- 2>&-; read line; exit 5", "line\n", "out\n", "", 5);
}

/* More than a pipe holds, both ways at once. */
Test(base, spawn_much_text)
{
    const size_t size = (size_t)1 << 20;
    char *input = malloc(size + 1);
    bres__spawned spawned;

    memset(input, 'x', size);
    input[size] = '\0';
    cr_assert_eq(run("cat", input, size, FOREVER_MS, &spawned), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(spawned.output.length, size);
    cr_assert_str_eq(spawned.output.data, input);
    bres__spawned_free(&spawned);
    cr_assert_eq(run("cat >&2", input, size, FOREVER_MS, &spawned), BRES_OK);
    cr_assert_eq(strlen(spawned.errors), sizeof spawned.errors - 1);
    bres__spawned_free(&spawned);
    cr_assert_eq(run("cat", input, size - 1, FOREVER_MS, &spawned), BRES_ERROR_LIMIT);
    cr_assert_not_null(strstr(bres_last_error(), "'sh' prints more than"), "%s", bres_last_error());
    bres__spawned_free(&spawned);
    free(input);
}

/* The program and what it has started end with the time. */
Test(base, spawn_deadline)
{
    static const char *const commands[] = {
        "echo begun; sleep 1000 & wait",
        "exec >&- 2>&-; sleep 1000",
        "trap '' TERM INT; while :; do :; done",
    };

    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        bres__spawned spawned;

        cr_expect_eq(run(commands[i], NULL, 100, 50, &spawned), BRES_ERROR_LIMIT, "%s",
                     commands[i]);
        cr_expect_not_null(strstr(bres_last_error(), "'sh' did not end within 0.05 s"), "%s",
                           bres_last_error());
        bres__spawned_free(&spawned);
    }
    cr_assert_eq(waitpid(-1, NULL, WNOHANG), -1, "no child is left");
}

Test(base, spawn_program_that_is_not_there)
{
    static const char *const arguments[] = { "no-such-program-of-this-name", NULL };
    const bres__spawn spawn = { .arguments = arguments, .max_output = 1, .timeout_ms = 1000 };
    bres__spawned spawned;

    cr_assert_eq(bres__spawn_run(&spawn, &spawned), BRES_ERROR_NO_FILE);
    cr_assert_not_null(strstr(bres_last_error(), arguments[0]), "%s", bres_last_error());
    bres__spawned_free(&spawned);
}

/* The child gets signals as new programs expect them, and the caller keeps its own. */
Test(base, spawn_signals)
{
    struct sigaction ignore = { .sa_handler = SIG_IGN };
    struct sigaction before;
    sigset_t blocked;
    sigset_t mask;

    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    cr_assert_eq(sigprocmask(SIG_BLOCK, &blocked, &mask), 0);
    cr_assert_eq(sigaction(SIGTERM, &ignore, &before), 0);
    for (int i = 0; i < 2; i++) {
        bres__spawned spawned;

        cr_assert_eq(run("kill -TERM $$; sleep 1000", NULL, 1, FOREVER_MS, &spawned), BRES_OK);
        cr_assert(WIFSIGNALED(spawned.wait_status));
        cr_assert_eq(WTERMSIG(spawned.wait_status), SIGTERM);
        bres__spawned_free(&spawned);
    }
    sigaction(SIGTERM, &before, NULL);
    sigprocmask(SIG_SETMASK, &mask, NULL);
}

/* In a program that has closed its standard streams. */
Test(base, spawn_without_standard_streams)
{
    int kept[3];

    fflush(NULL);
    for (int i = 0; i < 3; i++) {
        kept[i] = fcntl(i, F_DUPFD_CLOEXEC, 10);
        close(i);
    }
    check("cat; echo no >&2", "text", "text", "no\n", 0);
    for (int i = 0; i < 3; i++) {
        dup2(kept[i], i);
        close(kept[i]);
    }
}

/* Whoever lets the system collect children loses the status, nothing else. */
Test(base, spawn_when_children_are_not_waited_for)
{
    void (*before)(int) = signal(SIGCHLD, SIG_IGN);
    bres__spawned spawned;

    cr_assert_eq(run("echo text; exit 3", NULL, 100, FOREVER_MS, &spawned), BRES_OK);
    cr_assert_str_eq(spawned.output.data, "text\n");
    cr_assert_eq(spawned.wait_status, 0);
    bres__spawned_free(&spawned);
    signal(SIGCHLD, before);
}

static bres_status sweep_run(void *context)
{
    bres__spawned spawned;
    const bres_status status = run("cat; echo no >&2", context, 1000, FOREVER_MS, &spawned);

    if (status == BRES_OK)
        cr_assert_str_eq(spawned.output.data, context);
    bres__spawned_free(&spawned);
    return status;
}

Test(base, spawn_survives_every_failure)
{
    char input[] = "some text";

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_run, input);
    bres_test_sweep(BRES__FAULT_IO, BRES_ERROR_IO, sweep_run, input);
}
