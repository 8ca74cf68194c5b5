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
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define FOREVER_MS 60000

/* Runs a shell command; free the result. */
static bres_status run(const char *command, const char *input, size_t max_output,
                       uint64_t timeout_ms, bres__spawned *spawned)
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

/* Checks the output of a command that ends normally, and its exit status. */
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
    /* The child does not read its input, and prints after closing it. */
    check("exec <&-; echo late", "nobody reads this", "late\n", "", 0);
    /* The child closes its output streams and continues. */
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
    /* The library keeps the end of the error output, regardless of its pieces. */
    cr_assert_eq(run("cat >&2; echo >&2; seq 1 1000 >&2; printf 'at last' >&2", input, 1,
                     FOREVER_MS, &spawned),
                 BRES_OK);
    cr_assert_eq(strlen(spawned.errors), sizeof spawned.errors - 1);
    cr_assert_str_eq(spawned.errors + strlen(spawned.errors) - 21, "\n998\n999\n1000\nat last");
    bres__spawned_free(&spawned);
    cr_assert_eq(run("cat", input, size - 1, FOREVER_MS, &spawned), BRES_ERROR_LIMIT);
    cr_assert_not_null(strstr(bres_last_error(), "'sh' prints more than"), "%s", bres_last_error());
    bres__spawned_free(&spawned);
    free(input);
}

/* At the deadline, the program and the processes that it started end. */
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

/* The test is a subreaper, so that it sees how orphaned processes end. */
Test(base, spawn_deadline_of_grandchildren, .timeout = 60)
{
    bres__spawned spawned;
    int grandchild;
    int status;

    cr_assert_eq(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    cr_assert_eq(run("sleep 1000 & echo $!; wait", NULL, 100, 1000, &spawned), BRES_ERROR_LIMIT);
    cr_assert_gt(spawned.output.length, 0);
    grandchild = atoi(spawned.output.data);
    bres__spawned_free(&spawned);
    cr_assert_eq(waitpid(grandchild, &status, 0), grandchild);
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    cr_assert(WIFSIGNALED(status));
    cr_assert_eq(WTERMSIG(status), SIGKILL);
}

/* A process that the program leaves running keeps the standard output open. The library neither
 * waits for this process nor kills it. */
Test(base, spawn_leaves_grandchildren_alone)
{
    static const char *const commands[] = { "sleep 1000 & echo $!", "yes >&2 & echo $!" };

    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        bres__spawned spawned;
        int grandchild;

        cr_assert_eq(run(commands[i], NULL, 100, 0, &spawned), BRES_OK, "%s", bres_last_error());
        cr_assert_eq(spawned.wait_status, 0, "%s", commands[i]);
        grandchild = atoi(spawned.output.data);
        cr_assert_gt(grandchild, 1);
        /* `yes` may have ended already, because its output has no reader. */
        cr_expect(kill(grandchild, SIGKILL) == 0 || i == 1, "%s", commands[i]);
        bres__spawned_free(&spawned);
    }
}

/* Like the last command of a shell pipeline, only the command itself is killed. On a slow machine,
 * the command may not print before its deadline; the test then tries a longer one. */
Test(base, spawn_in_the_group_of_the_caller)
{
    static const char *const arguments[] = {
        "sh", "-c", "read a b c d group rest </proc/self/stat; echo $group; exec sleep 1000", NULL
    };
    int group = 0;

    for (unsigned timeout_ms = 100; group == 0 && timeout_ms < 20000; timeout_ms *= 4) {
        const bres__spawn spawn = { .arguments = arguments,
                                    .max_output = 100,
                                    .shares_group = true,
                                    .timeout_ms = timeout_ms };
        bres__spawned spawned;

        cr_assert_eq(bres__spawn_run(&spawn, &spawned), BRES_ERROR_LIMIT);
        cr_assert(WIFSIGNALED(spawned.wait_status));
        if (spawned.output.length > 0)
            group = atoi(spawned.output.data);
        bres__spawned_free(&spawned);
    }
    cr_assert_eq(group, getpgrp());
}

Test(base, spawn_program_that_cannot_be_started)
{
    static char kept[8192];
    const char *directory = bres_test_directory();
    char path[4096];
    char search[4200];
    const struct {
        const char *program;
        bres_status status;
    } rows[] = {
        { "no-such-program-of-this-name", BRES_ERROR_NO_FILE },
        { "/no/such/program", BRES_ERROR_NO_FILE },
        { "", BRES_ERROR_NO_FILE },
        { "/", BRES_ERROR_IO },
        { "plain-file", BRES_ERROR_IO },
        { path, BRES_ERROR_IO },
    };

    snprintf(kept, sizeof kept, "%s", getenv("PATH"));
    snprintf(path, sizeof path, "%s/plain-file", directory);
    snprintf(search, sizeof search, ":/no/such/directory:%s:/bin", directory);
    bres_test_write_file(path, "text", 4);
    setenv("PATH", search, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const arguments[] = { rows[i].program, NULL };
        /* The fault is found before any file is created. */
        const bres__spawn spawn = { .arguments = arguments,
                                    .output_kind = BRES__STREAM_FILE,
                                    .output_path = "/no/such/directory/file" };
        bres__spawned spawned;

        cr_expect_eq(bres__spawn_run(&spawn, &spawned), rows[i].status, "%s", rows[i].program);
        cr_expect_str_eq(bres_last_error_file(), rows[i].program);
        bres__spawned_free(&spawned);
    }
    check("true", NULL, "", "", 0);
    unsetenv("PATH");
    check("true", NULL, "", "", 0);
    setenv("PATH", kept, 1);
    cr_assert_eq(waitpid(-1, NULL, WNOHANG), -1, "no child was made");
}

Test(base, spawn_environment)
{
    static const char *const arguments[] = { "sh", "-c", "echo $KEPT,$CHANGED,$NEW", NULL };
    static const char *const environment[] = { "NEW=0", "CHANGED=2", "NEW=3", NULL };
    bres__spawn spawn = { .arguments = arguments, .max_output = 100 };
    bres__spawned spawned;

    setenv("KEPT", "1", 1);
    setenv("CHANGED", "0", 1);
    unsetenv("NEW");
    cr_assert_eq(bres__spawn_run(&spawn, &spawned), BRES_OK, "%s", bres_last_error());
    cr_assert_str_eq(spawned.output.data, "1,0,\n");
    bres__spawned_free(&spawned);
    spawn.environment = environment;
    cr_assert_eq(bres__spawn_run(&spawn, &spawned), BRES_OK, "%s", bres_last_error());
    cr_assert_str_eq(spawned.output.data, "1,2,3\n");
    cr_assert_str_eq(getenv("CHANGED"), "0");
    bres__spawned_free(&spawned);
}

/* Runs a shell command whose streams are files, and checks the text that it wrote into `path`. */
static void check_file(bres__spawn *spawn, const char *command, const char *path,
                       const char *written)
{
    const char *const arguments[] = { "sh", "-c", command, NULL };
    bres__spawned spawned;
    char *text;

    spawn->arguments = arguments;
    cr_assert_eq(bres__spawn_run(spawn, &spawned), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(spawned.wait_status, 0, "%s", command);
    cr_assert_eq(spawned.output.length, 0);
    text = bres_test_read_file(path, NULL);
    cr_assert_str_eq(text, written);
    free(text);
    bres__spawned_free(&spawned);
}

Test(base, spawn_streams_that_are_files)
{
    const char *directory = bres_test_directory();
    static const char *const nothing[] = { "true", NULL };
    char path[4096];
    bres__spawn spawn = {
        .input_kind = BRES__STREAM_NULL,
        .output_kind = BRES__STREAM_FILE,
        .output_path = path,
        .errors_kind = BRES__STREAM_NULL,
    };
    int kept[2];

    snprintf(path, sizeof path, "%s/file", directory);
    check_file(&spawn, "cat; echo a longer text; echo nowhere >&2", path, "a longer text\n");
    spawn.output_kind = BRES__STREAM_NULL;
    spawn.errors_kind = BRES__STREAM_FILE;
    spawn.errors_path = path;
    check_file(&spawn, "cat; echo nowhere; echo there >&2", path, "there\n");
    /* The caller's own streams. */
    spawn.input_kind = spawn.output_kind = spawn.errors_kind = BRES__STREAM_INHERIT;
    fflush(NULL);
    for (int i = 0; i < 2; i++) {
        const int file = open(path, i == 0 ? O_RDONLY : O_WRONLY | O_APPEND);

        kept[i] = fcntl(i, F_DUPFD_CLOEXEC, 10);
        dup2(file, i);
        close(file);
    }
    check_file(&spawn, "read line; echo \"$line, too\"", path, "there\nthere, too\n");
    for (int i = 0; i < 2; i++) {
        dup2(kept[i], i);
        close(kept[i]);
    }
    spawn.output_kind = BRES__STREAM_FILE;
    spawn.output_path = directory;
    spawn.arguments = nothing;
    cr_assert_eq(bres__spawn_run(&spawn, &(bres__spawned){ 0 }), BRES_ERROR_IO);
}

static uint64_t clock_tick(void *user)
{
    uint64_t *now = user;

    return *now += 1000;
}

static void clock_no_sleep(void *user, uint64_t nanoseconds)
{
    (void)user;
    (void)nanoseconds;
}

Test(base, spawn_what_it_took)
{
    static const char *const arguments[] = { "sh", "-c",
                                             "i=0; while test $i -lt 20000; do i=$((i + 1)); done",
                                             NULL };
    uint64_t now = 5;
    const bres_clock clock = {
        .size = sizeof clock, .now = clock_tick, .sleep = clock_no_sleep, .user = &now
    };
    bres__spawn spawn = { .arguments = arguments, .max_output = 100 };
    bres__spawned spawned;

    cr_assert_eq(bres__spawn_run(&spawn, &spawned), BRES_OK, "%s", bres_last_error());
    cr_assert_gt(spawned.wall_ns, 0);
    cr_assert_gt(spawned.user_ns + spawned.system_ns, 0);
    cr_assert_gt(spawned.max_rss_bytes, 4096);
    spawn.clock = &clock;
    cr_assert_eq(bres__spawn_run(&spawn, &spawned), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(spawned.wall_ns, 1000, "the clock is read just before and just after");
}

/* The child has the default signal settings, and the caller keeps its own. */
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

/* Sends SIGTERM as soon as the program has written its file. */
static int send_when_ready(void *user)
{
    return access(user, F_OK) == 0 ? SIGTERM : 0;
}

Test(base, spawn_sends_signals)
{
    for (int shares_group = 0; shares_group < 2; shares_group++) {
        char path[4096];
        const char *const arguments[] = {
            "sh", "-c", "echo $$ >\"$0.new\"; mv \"$0.new\" \"$0\"; exec sleep 1000", path, NULL
        };
        const bres__spawn spawn = {
            .arguments = arguments,
            .max_output = 100,
            .shares_group = shares_group != 0,
            .signal = send_when_ready,
            .signal_user = path,
        };
        bres__spawned spawned;
        char *written;

        snprintf(path, sizeof path, "%s/ready-%d", bres_test_directory(), shares_group);
        cr_assert_eq(bres__spawn_run(&spawn, &spawned), BRES_OK, "%s", bres_last_error());
        cr_expect(WIFSIGNALED(spawned.wait_status));
        cr_expect_eq(WTERMSIG(spawned.wait_status), SIGTERM);
        written = bres_test_read_file(path, NULL);
        cr_expect_eq(spawned.pid, atol(written));
        free(written);
        bres__spawned_free(&spawned);
    }
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

/* A caller that ignores SIGCHLD cannot learn how its children end. */
Test(base, spawn_when_children_are_not_waited_for)
{
    void (*before)(int) = signal(SIGCHLD, SIG_IGN);
    bres__spawned spawned;

    for (int status = 0; status < 2; status++) {
        cr_expect_eq(run(status == 0 ? "true" : "false", NULL, 100, FOREVER_MS, &spawned),
                     BRES_ERROR_IO);
        cr_expect_str_eq(bres_last_error(),
                         "cannot find out how 'sh' has ended: this program ignores SIGCHLD, or has "
                         "waited for it elsewhere");
        bres__spawned_free(&spawned);
    }
    cr_expect_eq(run("sleep 1000", NULL, 100, 50, &spawned), BRES_ERROR_LIMIT);
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
    /* Without a descriptor of the process, the library polls for its end. */
    bres_test_sweep_partial(BRES__FAULT_IO, BRES_ERROR_IO, sweep_run, input);
}

Test(base, spawn_in_a_directory_with_input_from_a_file)
{
    const char *const arguments[] = { "./program", NULL };
    bres__spawn spawn = {
        .arguments = arguments,
        .input_kind = BRES__STREAM_FILE,
        .max_output = 1 << 20,
    };
    bres__spawned spawned;
    char directory[] = "/tmp/benchresult-spawn-XXXXXX";
    char path[64];
    FILE *file;

    cr_assert_not_null(mkdtemp(directory));
    snprintf(path, sizeof(path), "%s/program", directory);
    file = fopen(path, "w");
    fputs("#!/bin/sh\npwd; cat; head -c 300000 /dev/zero >&2\n", file);
    fclose(file);
    chmod(path, 0700);
    spawn.directory = directory;
    spawn.input_path = path;
    cr_assert_eq(bres__spawn_run(&spawn, &spawned), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(spawned.wait_status, 0);
    cr_expect_eq(strncmp(spawned.output.data, directory, strlen(directory)), 0);
    cr_expect_not_null(strstr(spawned.output.data, "head -c"), "%s", spawned.output.data);
    cr_expect_gt(spawned.voluntary_switches + spawned.involuntary_switches, 0u);
    bres__spawned_free(&spawned);

    spawn.output_kind = BRES__STREAM_DISCARD;
    cr_assert_eq(bres__spawn_run(&spawn, &spawned), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(spawned.wait_status, 0);
    cr_expect_eq(spawned.output.length, 0u);
    bres__spawned_free(&spawned);

    remove(path);
    cr_expect_eq(bres__spawn_run(&spawn, &spawned), BRES_ERROR_NO_FILE);
    spawn.input_kind = BRES__STREAM_NULL;
    cr_expect_eq(bres__spawn_run(&spawn, &spawned), BRES_ERROR_NO_FILE);
    rmdir(directory);
}
