/* SPDX-License-Identifier: MIT */
#include "harness/run/isolate.h"
#include "harness/run/signals.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* A child does not assert: after a failed assertion it would continue with the tests. */

/* The action of a child, and the data that the parent's hooks receive. */
typedef struct scene {
    bres_status (*act)(struct scene *scene, const bres__measure_hooks *hooks, bres__text *record);
    bool progress; /* the parent has a hook for progress */
    size_t progress_count;
    double noise;
    char messages[256];
} scene;

static bres_status scene_act(void *context, const bres__measure_hooks *hooks, bres__text *record,
                             bool *failed)
{
    scene *s = context;

    *failed = false;
    return s->act(s, hooks, record);
}

static void take_progress(void *user, int64_t samples, double elapsed, double noise)
{
    scene *s = user;

    (void)samples;
    (void)elapsed;
    s->progress_count++;
    s->noise = noise;
}

static void take_message(void *user, bres_log_level level, const char *message)
{
    scene *s = user;
    const size_t used = strlen(s->messages);

    snprintf(s->messages + used, sizeof s->messages - used, "%d:%s;", (int)level, message);
}

static bres_status scene_run(scene *s, bres__isolated *isolated)
{
    const bres__measure_hooks hooks = {
        .progress = s->progress ? take_progress : NULL,
        .log = take_message,
        .user = s,
    };

    return bres__isolate(scene_act, s, &hooks, isolated);
}

/* Runs a scene whose child sends nothing, and expects the reason. */
static void expect_reason(scene *s, const char *reason)
{
    bres__isolated isolated;

    cr_assert_eq(scene_run(s, &isolated), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(isolated.record.length, 0);
    cr_expect_str_eq(isolated.reason, reason);
    bres__isolated_free(&isolated);
}

/* Runs a scene and expects its record. */
static void expect_record(scene *s, const char *record)
{
    bres__isolated isolated;

    cr_assert_eq(scene_run(s, &isolated), BRES_OK, "%s", bres_last_error());
    cr_expect_str_eq(isolated.reason, "");
    cr_assert_not_null(isolated.record.data);
    cr_expect_str_eq(isolated.record.data, record);
    bres__isolated_free(&isolated);
}

static int changed;

static bres_status act_speak(scene *s, const bres__measure_hooks *hooks, bres__text *record)
{
    (void)s;
    changed = 1;
    hooks->log(hooks->user, BRES_LOG_WARNING, "first");
    hooks->log(hooks->user, BRES_LOG_INFO, "second");
    if (hooks->progress != NULL) {
        hooks->progress(hooks->user, 1, 0, -1);
        hooks->progress(hooks->user, 2, 0.05, 0.75); /* too early to be sent */
        hooks->progress(hooks->user, 3, 0.1, 0.5);
    }
    bres__text_puts(record, hooks->interrupted(hooks->user) ? "interrupted" : "the record");
    return BRES_OK;
}

Test(harness, isolate_brings_back_what_the_child_says)
{
    scene s = { .act = act_speak, .progress = true };

    expect_record(&s, "the record");
    cr_expect_str_eq(s.messages, "1:first;2:second;");
    cr_expect_eq(s.progress_count, 2);
    cr_expect_eq(s.noise, 0.5);
    cr_expect_eq(changed, 0, "the child's memory is not the parent's");
}

Test(harness, isolate_sends_no_unwanted_progress)
{
    scene s = { .act = act_speak };

    expect_record(&s, "the record");
    cr_expect_eq(s.progress_count, 0);
}

#define LARGE ((size_t)3 << 20)

static bres_status act_large(scene *s, const bres__measure_hooks *hooks, bres__text *record)
{
    (void)s;
    (void)hooks;
    bres__text_repeat(record, 'x', LARGE);
    return BRES_OK;
}

Test(harness, isolate_takes_records_larger_than_a_pipe)
{
    scene s = { .act = act_large };
    bres__isolated isolated;

    cr_assert_eq(scene_run(&s, &isolated), BRES_OK);
    cr_assert_eq(isolated.record.length, LARGE);
    cr_expect_eq(strspn(isolated.record.data, "x"), LARGE);
    bres__isolated_free(&isolated);
}

static bres_status act_fail(scene *s, const bres__measure_hooks *hooks, bres__text *record)
{
    (void)s;
    (void)hooks;
    (void)record;
    return bres__error(BRES_ERROR_VALUE, "the child has failed");
}

Test(harness, isolate_tells_why_the_child_has_failed)
{
    scene s = { .act = act_fail };

    expect_reason(&s, "the child has failed");
}

static bres_status act_kill(scene *s, const bres__measure_hooks *hooks, bres__text *record)
{
    (void)s;
    (void)hooks;
    (void)record;
    raise(SIGKILL);
    return BRES_OK;
}

static bres_status act_crash(scene *s, const bres__measure_hooks *hooks, bres__text *record)
{
    const struct rlimit no_core = { 0, 0 };

    (void)s;
    (void)hooks;
    (void)record;
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGSEGV, SIG_DFL); /* a sanitizer may have its own handler */
    raise(SIGSEGV);
    return BRES_OK;
}

static bres_status act_exit(scene *s, const bres__measure_hooks *hooks, bres__text *record)
{
    (void)s;
    (void)hooks;
    (void)record;
    exit(3);
}

static bres_status act_leave(scene *s, const bres__measure_hooks *hooks, bres__text *record)
{
    (void)s;
    (void)hooks;
    (void)record;
    _exit(0);
}

Test(harness, isolate_says_how_the_child_ended)
{
    static const struct {
        bres_status (*act)(scene *s, const bres__measure_hooks *hooks, bres__text *record);
        const char *reason;
    } rows[] = {
        { act_kill, "killed by signal 9 (Killed)" },
        { act_crash, "killed by signal 11 (Segmentation fault)" },
        { act_exit, "exited with status 3" },
        { act_leave, "exited with status 0" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        scene s = { .act = rows[i].act };

        expect_reason(&s, rows[i].reason);
    }
}

Test(harness, isolate_survives_a_parent_that_ignores_its_children)
{
    scene s = { .act = act_kill };

    signal(SIGCHLD, SIG_IGN);
    expect_reason(&s, "exited with status 0");
    s.act = act_speak;
    expect_record(&s, "the record");
    signal(SIGCHLD, SIG_DFL);
}

#define DESCRIPTORS 256

static bool was_open[DESCRIPTORS];

static const char *garbage;

/* Writes to the descriptor that only the child has open. */
static bres_status act_garbage(scene *s, const bres__measure_hooks *hooks, bres__text *record)
{
    (void)s;
    (void)hooks;
    for (int fd = 0; fd < DESCRIPTORS; fd++) {
        if (!was_open[fd] && fcntl(fd, F_GETFD) >= 0)
            bres__write_full(fd, garbage, 32);
    }
    bres__text_puts(record, "the record");
    return BRES_OK;
}

Test(harness, isolate_refuses_garbage)
{
    static const char rows[][33] = { "here are some words of the body ", { 0 } };
    scene s = { .act = act_garbage };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        garbage = rows[i];
        for (int fd = 0; fd < DESCRIPTORS; fd++)
            was_open[fd] = fcntl(fd, F_GETFD) >= 0;
        expect_reason(&s, "its process sent data that are not a result");
    }
}

static bres_status act_fork(scene *s, const bres__measure_hooks *hooks, bres__text *record)
{
    const pid_t child = fork();

    (void)s;
    (void)hooks;
    bres__text_puts(record, child == 0 ? "of the grandchild" : "of the child");
    if (child != 0)
        waitpid(child, NULL, 0);
    return BRES_OK;
}

Test(harness, isolate_hears_the_child_alone)
{
    scene s = { .act = act_fork };

    expect_record(&s, "of the child");
}

static int grandchild_pipe[2];

/* Leaves a process behind that keeps the pipe of the child open until the parent closes
 * grandchild_pipe. */
static bres_status act_orphan(scene *s, const bres__measure_hooks *hooks, bres__text *record)
{
    char byte;

    (void)s;
    (void)hooks;
    (void)record;
    if (fork() == 0) {
        close(grandchild_pipe[1]);
        _exit(read(grandchild_pipe[0], &byte, 1) == 0 ? 0 : 1);
    }
    _exit(5);
}

Test(harness, isolate_does_not_wait_for_what_the_child_has_started)
{
    scene s = { .act = act_orphan };

    cr_assert_eq(pipe(grandchild_pipe), 0);
    expect_reason(&s, "exited with status 5");
    close(grandchild_pipe[0]);
    close(grandchild_pipe[1]);
}

static const char *ended_path;

static void write_ended(void)
{
    if (ended_path != NULL)
        bres_test_write_file(ended_path, "ended", 5);
}

Test(harness, isolate_does_not_run_the_programs_exit_handlers)
{
    scene s = { .act = act_exit };
    char path[4096];

    snprintf(path, sizeof path, "%s/ended", bres_test_directory());
    ended_path = path;
    cr_assert_eq(atexit(write_ended), 0);
    expect_reason(&s, "exited with status 3");
    cr_expect_neq(access(path, F_OK), 0, "a handler of the program has run in the child");
    s.act = act_speak;
    expect_record(&s, "the record");
    cr_expect_neq(access(path, F_OK), 0, "a handler of the program has run in the child");
    ended_path = NULL;
}

static FILE *buffered;

static bres_status act_print(scene *s, const bres__measure_hooks *hooks, bres__text *record)
{
    (void)s;
    (void)hooks;
    fputs("child ", buffered);
    bres__text_puts(record, "printed");
    return BRES_OK;
}

static bres_status act_print_and_exit(scene *s, const bres__measure_hooks *hooks,
                                      bres__text *record)
{
    act_print(s, hooks, record);
    exit(0);
}

Test(harness, isolate_writes_buffered_output_once)
{
    scene s = { .act = act_print };
    char path[4096];
    char *text;

    snprintf(path, sizeof path, "%s/output", bres_test_directory());
    buffered = fopen(path, "a");
    cr_assert_not_null(buffered);
    fputs("before ", buffered);
    expect_record(&s, "printed");
    s.act = act_print_and_exit;
    expect_reason(&s, "exited with status 0");
    fputs("after", buffered);
    fclose(buffered);
    text = bres_test_read_file(path, NULL);
    cr_expect_str_eq(text, "before child child after");
    free(text);
}

/* The parent forwards a caught signal to the child, which may also get it from the terminal. */
static bres_status act_interrupted(scene *s, const bres__measure_hooks *hooks, bres__text *record)
{
    (void)s;
    alarm(60); /* ends the child if no signal arrives */
    kill(getppid(), SIGTERM);
    while (!hooks->interrupted(hooks->user))
        poll(NULL, 0, 0);
    raise(SIGTERM);
    bres__text_puts(record, "the record");
    return BRES_OK;
}

Test(harness, isolate_lets_an_interrupted_child_finish)
{
    scene s = { .act = act_interrupted };
    bres__isolated isolated;

    bres__signals_install();
    cr_assert_eq(scene_run(&s, &isolated), BRES_OK);
    cr_expect_eq(bres__signals_caught(), SIGTERM);
    bres__signals_restore();
    cr_expect(isolated.cut);
    cr_expect_str_eq(isolated.record.data, "the record");
    bres__isolated_free(&isolated);
}

static bres_status isolate_once(void *context)
{
    bres__isolated isolated;
    bres_status status = scene_run(context, &isolated);

    bres__isolated_free(&isolated);
    return status;
}

/* Only the parent has faults. */
static bres_status act_without_faults(scene *s, const bres__measure_hooks *hooks,
                                      bres__text *record)
{
    bres__faults_arm(0, 0, false);
    return act_large(s, hooks, record);
}

static bres_status act_with_fault(scene *s, const bres__measure_hooks *hooks, bres__text *record)
{
    bres__faults_arm(BRES__FAULT_IO, 1, false);
    return act_large(s, hooks, record);
}

Test(harness, isolate_fails_if_the_child_cannot_send)
{
    scene s = { .act = act_with_fault };
    bres__isolated isolated;

    cr_expect_eq(scene_run(&s, &isolated), BRES_ERROR_IO);
    cr_expect_str_eq(bres_last_error(), "the process of a state cannot report its result");
    bres__isolated_free(&isolated);
}

Test(harness, isolate_survives_every_fault)
{
    scene s = { .act = act_without_faults };

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, isolate_once, &s);
    bres_test_sweep(BRES__FAULT_IO, BRES_ERROR_IO, isolate_once, &s);
}
