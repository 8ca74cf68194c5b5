/* SPDX-License-Identifier: MIT */
/*
 * A compiler that exceeds a limit is stopped, and the verdict names the limit.
 */
#include "base/base.h"
#include "judge/compile/limits.h"
#include "support/negate.h"
#include "support/solutions.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <linux/capability.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Judges with a shell script as the compiler. */
static bres_status judge_by_script(const char *script, bres_judgement **judgement)
{
    uint64_t sizes[2] = { 100, 1000 };
    const bres_problem problem = bres_test_negate(sizes);
    bres_judge_options options = bres_test_judge_quick();
    char path[4096];
    char text[512];
    const int length = snprintf(text, sizeof text, "#!/bin/sh\n%s\n", script);

    snprintf(path, sizeof path, "%s/compiler", bres_test_directory());
    bres_test_write_file(path, text, (size_t)length);
    cr_assert_eq(chmod(path, 0755), 0);
    options.compiler = path;
    return bres_judge(&problem, bres_test_negate_write(""), &options, judgement);
}

static bres_judgement *judged_by_script(const char *script)
{
    bres_judgement *judgement = NULL;

    cr_assert_eq(judge_by_script(script, &judgement), BRES_OK, "%s", bres_last_error());
    return judgement;
}

/* In the first row the kernel enforces the limit. Most other rows imitate exit statuses of the
 * supervisor and messages of compilers. */
Test(judge, compile_limit_is_named)
{
    static const struct {
        const char *script;
        const char *message;
    } rows[] = {
        { "truncate -s 2G \"$TMPDIR/file\"",
          "the compiler exceeded its limit of 1 GiB for a file" },
        { "exit 120", "the compiler exceeded its limit of 2 GiB in its temporary directory" },
        { "exit 121", "the compiler exceeded its limit of 256 processes" },
        { "echo cc1: out of memory allocating 9 bytes >&2; exit 1",
          "the compiler exceeded its limit of 4 GiB of memory" },
        { "echo error: File too large >&2; exit 1",
          "the compiler exceeded its limit of 1 GiB for a file" },
        { "echo 'a.c:3:2: error: #error out of memory' >&2; exit 1",
          "compilation failed: a.c:3:2: error: #error out of memory" },
        { "echo '    3 | #error out of memory' >&2; echo a.c: error: no >&2; exit 1",
          "compilation failed: a.c: error: no" },
        { "echo error_norm.c: warning: >&2; echo a.c: error: no >&2; exit 1",
          "compilation failed: a.c: error: no" },
        { "head -c 70000000 /dev/zero >&2; exit 1",
          "the compiler exceeded its limit of 64 MiB of messages" },
        { "echo x: error: $LC_ALL >&2; exit 1", "compilation failed: x: error: C" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_judgement *judgement = judged_by_script(rows[i].script);

        bres_test_expect_verdict(judgement, BRES_JUDGE_COMPILE_ERROR, rows[i].message);
        bres_judgement_free(judgement);
    }
}

/* The judge does not read links or pipes in place of the files that a compiler writes. */
Test(judge, compiled_files_are_regular)
{
    static const char *const scripts[] = {
        "rm \"$TMPDIR/messages\"; ln -s /etc/passwd \"$TMPDIR/messages\"; exit 1",
        "ln -s /etc/passwd \"$TMPDIR/solution.so\"",
        "mkfifo \"$TMPDIR/solution.so\"",
    };

    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        bres_judgement *judgement = NULL;

        cr_expect_eq(judge_by_script(scripts[i], &judgement), BRES_ERROR_ARGUMENT, "%s",
                     scripts[i]);
        cr_expect_not_null(strstr(bres_last_error(), "is not a regular file"), "%s",
                           bres_last_error());
        bres_judgement_free(judgement);
    }
}

/* The compiler inherits no descriptor of the process that calls the judge. */
Test(judge, compiler_inherits_no_files)
{
    bres_judgement *judgement;
    char script[80];
    int pair[2];

    cr_assert_eq(pipe(pair), 0);
    snprintf(script, sizeof script,
             "test -e /proc/self/fd/%d && exit 2; echo error: none >&2; exit 1", pair[0]);
    cr_assert_gt(pair[0], STDERR_FILENO);
    judgement = judged_by_script(script);
    bres_test_expect_verdict(judgement, BRES_JUDGE_COMPILE_ERROR, "error: none");
    bres_judgement_free(judgement);
    close(pair[0]);
    close(pair[1]);
}

/* The compiler must be able to read the source, although only the judge's user can enter the
 * directory of the source. */
Test(judge, compiler_is_not_root)
{
    char message[64];
    bres_judgement *judgement = judged_by_script(
        "for source in \"$@\"; do case $source in *.c) cat \"$source\" >/dev/null || exit 2;; "
        "esac; "
        "done; >\"$TMPDIR/made\" || exit 3; echo error: user $(id -u) >&2; exit 1");

    snprintf(message, sizeof message, "compilation failed: error: user %u",
             geteuid() == 0 ? 65534 : geteuid());
    bres_test_expect_verdict(judgement, BRES_JUDGE_COMPILE_ERROR, message);
    bres_judgement_free(judgement);
}

/* Drops a capability of the calling thread and of all threads and processes that it starts. */
static void capability_drop(unsigned capability)
{
    struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct held[_LINUX_CAPABILITY_U32S_3];

    cr_assert_eq(syscall(SYS_capget, &header, held), 0);
    held[0].effective &= ~(UINT32_C(1) << capability);
    held[0].permitted &= ~(UINT32_C(1) << capability);
    cr_assert_eq(syscall(SYS_capset, &header, held), 0);
    cr_assert_eq(prctl(PR_CAPBSET_DROP, capability, 0, 0, 0), 0);
}

static bool is_noted(const char *note)
{
    bres_judgement *judgement = judged_by_script("exit 1");
    bool found = false;

    for (size_t i = 0; i < bres_judgement_note_count(judgement); i++)
        found = found || strcmp(bres_judgement_note_at(judgement, i), note) == 0;
    bres_judgement_free(judgement);
    return found;
}

static const char root_note[] =
    "the compiler ran as root: the judge lacks the capabilities to run it as another user";

static void *judge_without_capability(void *is_root_noted)
{
    capability_drop(CAP_SETGID);
    *(bool *)is_root_noted = is_noted(root_note);
    return NULL;
}

/* A judge in a container may lack capabilities. */
Test(judge, compiler_that_stays_root_is_noted)
{
    bool is_root_noted = false;
    pthread_t thread;

    cr_expect_not(is_noted(root_note));
    if (geteuid() != 0)
        return;
    cr_assert_eq(pthread_create(&thread, NULL, judge_without_capability, &is_root_noted), 0);
    pthread_join(thread, NULL);
    cr_expect(is_root_noted);
}

/* Runs the supervisor with small limits: 64 MiB of memory, 64 KiB for a file, 1 MiB on the disk, 4
 * processes. Returns its exit status. */
static int supervised(const char *directory, const char *script)
{
    char parent[BRES__NUMBER_SIZE];
    char *supervisor = NULL;
    bres__spawned spawned;
    const char *arguments[] = { NULL, parent, directory, "67108864", "65536", "1048576",
                                "4",  "--",   "sh",      "-c",       script,  NULL };
    const bres__spawn spawn = {
        .arguments = arguments,
        .input_kind = BRES__STREAM_NULL,
        .output_kind = BRES__STREAM_NULL,
        .errors_kind = BRES__STREAM_NULL,
        .timeout_ms = 60000,
    };

    cr_assert_eq(bres__libexec_find("benchresult-compile-supervisor", &supervisor), BRES_OK);
    bres__format(parent, sizeof parent, "%ld", (long)getpid());
    arguments[0] = supervisor;
    cr_assert_eq(bres__spawn_run(&spawn, &spawned), BRES_OK, "%s", bres_last_error());
    bres__spawned_free(&spawned);
    bres__free(supervisor);
    cr_assert(WIFEXITED(spawned.wait_status), "%s: %x", script, (unsigned)spawned.wait_status);
    return WEXITSTATUS(spawned.wait_status);
}

#define FILL "for i in 1 2 3 4 5 6 7 8 9 0; do for k in a b; do head -c 60000 /dev/zero >$i$k; "

/* The sleeping processes are killed: a row that takes long has failed. */
Test(judge, compile_limit_stops_the_compiler)
{
    static const struct {
        const char *script;
        int status;
    } rows[] = {
        { "exit 7", 7 },
        { "kill -9 $$", 128 + 9 },
        { "sleep 600 & exit 0", 0 },
        { "sleep 600 & sleep 600 & sleep 600 & sleep 600 & sleep 600",
          BRES__COMPILE_EXIT_PROCESSES },
        { "sh -c 'sh -c \"sleep 600 & sleep 600; :\" & sh -c \"sleep 600; :\"; :' & wait",
          BRES__COMPILE_EXIT_PROCESSES },
        { "cd $DIRECTORY && " FILL "done; done; sleep 600", BRES__COMPILE_EXIT_DISK },
        { "cd $DIRECTORY && " FILL "done; done; exit 0", BRES__COMPILE_EXIT_DISK },
        { "cd $DIRECTORY && mkdir d && cd d && " FILL "done; done; sleep 600",
          BRES__COMPILE_EXIT_DISK },
        { "cd $DIRECTORY && head -c 70000 /dev/zero >file", 128 + 25 },
        { "head -c 100000000 /dev/zero | tail -n 1 || exit 9", 9 },
    };
    bres_test_leftovers before;

    bres_test_leftovers_begin(&before);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *directory = bres_test_directory();
        int status;

        cr_assert_eq(setenv("DIRECTORY", directory, 1), 0);
        status = supervised(directory, rows[i].script);
        cr_expect_eq(status, rows[i].status, "%s: %d", rows[i].script, status);
        bres_test_leftovers_check(&before, rows[i].script);
    }
    bres_test_leftovers_end();
}
