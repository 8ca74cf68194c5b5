/* SPDX-License-Identifier: MIT */
/* Configurations in their own processes, which misbehave. */
#include "support/isolated.h"
#include "support/measured.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

Test(tune, isolate_measures_as_without)
{
    bres_test_isolated s;

    bres_test_isolated_begin(&s);
    OK(bres_test_isolated_run(&s));
    cr_expect_eq(bres_tuner_stop_reason(s.tuned.tuner), BRES_TUNER_DECIDED);
    cr_expect_str_eq(bres_test_tuned_winner(&s.tuned), "X=10 Y=b");
    cr_expect_eq(bres_tuner_measured_count(s.tuned.tuner), 6);
    cr_expect_eq(s.tuned.executions, 0, "the function has run in the process of the tuner");
    for (unsigned i = 0; i < BRES_TEST_TUNED_PLACES; i++) {
        const double expected = (double)s.tuned.duration[i] * 1e-9;
        const bres_state *state = bres_test_tuned_state(&s.tuned, i);

        cr_assert_not_null(state);
        cr_expect_float_eq(bres_test_summary_value(state, "nv/cpu_only/time/cpu/median"), expected,
                           0.006 * expected);
        cr_expect_gt(bres_test_summary_value(state, "nv/cpu_only/walltime"), 0);
    }
    bres_test_tuned_free(&s.tuned);
}

static void act_crash(const bres_test_isolated *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

static void act_exit(const bres_test_isolated *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    _exit(0);
}

static void act_exit_with_status(const bres_test_isolated *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    _exit(42);
}

static void act_hang(const bres_test_isolated *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    for (;;)
        pause();
}

static void act_stop(const bres_test_isolated *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    raise(SIGSTOP);
}

static void act_fork(const bres_test_isolated *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    (void)!fork();
}

/* The process that a configuration has left behind; in shared memory. */
static pid_t *left_behind;

/* Leaves a process in another session, whose parent has ended. */
static void act_daemon(const bres_test_isolated *s, const bres_trial *trial)
{
    pid_t child = fork();

    (void)s;
    (void)trial;
    if (child == 0) {
        setsid();
        child = fork();
        if (child > 0)
            *left_behind = child;
        if (child != 0)
            _exit(0);
        alarm(600); /* limits how long it outlives the test */
        for (;;)
            pause();
    }
    waitpid(child, NULL, 0);
}

static void act_daemon_and_hang(const bres_test_isolated *s, const bres_trial *trial)
{
    act_daemon(s, trial);
    act_hang(s, trial);
}

static void act_daemon_and_crash(const bres_test_isolated *s, const bres_trial *trial)
{
    act_daemon(s, trial);
    act_crash(s, trial);
}

/* The process ends and leaves its connection to a child. */
static void act_leave(const bres_test_isolated *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    if (fork() != 0)
        _exit(3);
    for (;;)
        pause();
}

static void close_all(const bres_test_isolated *s)
{
    for (int fd = 0; fd < 256; fd++) {
        if (!s->foreign[fd])
            close(fd);
    }
}

static void act_close(const bres_test_isolated *s, const bres_trial *trial)
{
    (void)trial;
    close_all(s);
}

static void act_close_and_hang(const bres_test_isolated *s, const bres_trial *trial)
{
    close_all(s);
    act_hang(s, trial);
}

static void act_write(const bres_test_isolated *s, const bres_trial *trial)
{
    static const char text[] = "this is not an answer, however long it is, and it has to be longer";

    (void)trial;
    for (int fd = 0; fd < 256; fd++) {
        if (!s->foreign[fd])
            (void)!write(fd, text, sizeof(text));
    }
}

static void act_write_for_ever(const bres_test_isolated *s, const bres_trial *trial)
{
    for (;;)
        act_write(s, trial);
}

static void act_fail(const bres_test_isolated *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    bres_measure_fail("the device is on fire");
}

typedef struct misdeed {
    const char *name;
    void (*act)(const bres_test_isolated *s, const bres_trial *trial);
    const char *reason;
    double limit;
} misdeed;

static const misdeed misdeeds[] = {
    { "crash", act_crash, "its process ended: killed by signal 11 (Segmentation fault)", 60 },
    { "exit", act_exit, "its process ended: exited with status 0", 60 },
    { "exit 42", act_exit_with_status, "its process ended: exited with status 42", 60 },
    { "hang", act_hang, "one execution exceeded the limit of 2 s", 2 },
    { "stop", act_stop, "its process was stopped by a signal", 60 },
    { "stop without a limit", act_stop, "its process was stopped by a signal", 0 },
    { "fork", act_fork, "its function left a process behind", 60 },
    { "daemon", act_daemon, "its function left a process behind", 60 },
    { "daemon and hang", act_daemon_and_hang, "one execution exceeded the limit of 2 s", 2 },
    { "daemon and crash", act_daemon_and_crash,
      "its process ended: killed by signal 11 (Segmentation fault)", 60 },
    { "leave", act_leave, "its process ended: exited with status 3", 60 },
    { "close", act_close, "its process ended: exited with status 1", 60 },
    { "close and hang", act_close_and_hang, "its process closed the connection to the tuner", 60 },
    { "write", act_write, "its process sent data that are not a result", 60 },
    { "write for ever", act_write_for_ever, "its process sent data that are not a result", 60 },
    { "fail", act_fail, "the device is on fire", 60 },
};

static pid_t *pid_share(void)
{
    pid_t *pid =
        mmap(NULL, sizeof(*pid), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    cr_assert_neq(pid, MAP_FAILED);
    return pid;
}

/* Each misbehaving configuration fails alone and leaves no process behind. */
Test(tune, isolate_fails_what_misbehaves, .timeout = 300)
{
    left_behind = pid_share();
    for (size_t i = 0; i < sizeof(misdeeds) / sizeof(misdeeds[0]); i++) {
        bres_test_isolated s;

        bres_test_isolated_begin(&s);
        s.act = misdeeds[i].act;
        s.tuned.options.execution_timeout = misdeeds[i].limit;
        *left_behind = 0;
        OK(bres_test_isolated_run(&s));
        cr_expect_eq(*left_behind != 0, strstr(misdeeds[i].name, "daemon") != NULL);
        cr_expect(*left_behind == 0 || (kill(*left_behind, 0) != 0 && errno == ESRCH), "%s",
                  misdeeds[i].name);
        cr_expect_str_eq(bres_test_isolated_reason(&s, BRES_TEST_ISOLATED_ACTING),
                         misdeeds[i].reason, "%s: %s", misdeeds[i].name,
                         bres_test_isolated_reason(&s, BRES_TEST_ISOLATED_ACTING));
        cr_expect_str_eq(bres_test_tuned_winner(&s.tuned), "X=10 Y=b", "%s", misdeeds[i].name);
        cr_expect_eq(bres_tuner_stop_reason(s.tuned.tuner), BRES_TUNER_DECIDED, "%s",
                     misdeeds[i].name);
        bres_test_tuned_free(&s.tuned);
    }
}

/* The process of the acting configuration; shared with the process of the tuner. */
static pid_t *acting_pid;

static void act_tell_pid(const bres_test_isolated *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    *acting_pid = getpid();
}

/* Called between two batches. */
static void kill_acting(void *user, const bres_tuner *tuner)
{
    (void)user;
    (void)tuner;
    if (*acting_pid > 0)
        kill(*acting_pid, SIGKILL);
    *acting_pid = 0;
}

Test(tune, isolate_fails_what_ends_between_batches)
{
    bres_test_isolated s;

    acting_pid = pid_share();
    bres_test_isolated_begin(&s);
    s.act = act_tell_pid;
    s.tuned.options.progress = kill_acting;
    OK(bres_test_isolated_run(&s));
    cr_expect_str_eq(bres_test_isolated_reason(&s, BRES_TEST_ISOLATED_ACTING),
                     "its process ended: killed by signal 9 (Killed)");
    cr_expect_str_eq(bres_test_tuned_winner(&s.tuned), "X=10 Y=b");
    bres_test_tuned_free(&s.tuned);
    munmap(acting_pid, sizeof(*acting_pid));
}

static void act_ask_for_unknown(const bres_test_isolated *s, const bres_trial *trial)
{
    (void)s;
    (void)bres_trial_int64(trial, "Z");
}

Test(tune, isolate_ends_at_an_unknown_parameter)
{
    bres_test_isolated s;

    bres_test_isolated_begin(&s);
    s.act = act_ask_for_unknown;
    cr_expect_eq(bres_test_isolated_run(&s), BRES_ERROR_KEY);
    cr_expect_not_null(strstr(bres_last_error(), "'Z'"), "%s", bres_last_error());
    bres_test_tuned_free(&s.tuned);
}

static void act_tell_and_hang(const bres_test_isolated *s, const bres_trial *trial)
{
    act_tell_pid(s, trial);
    act_hang(s, trial);
}

static bool interrupt_tuner(void *user)
{
    const bres_test_isolated *s = user;

    return getpid() == s->tuner_pid && (*acting_pid != 0 || s->tuned.batches >= 3);
}

static bool interrupt_process(void *user)
{
    const bres_test_isolated *s = user;

    return getpid() != s->tuner_pid && s->tuned.executed[BRES_TEST_ISOLATED_ACTING] != 0;
}

/* A configuration that hangs is ended, and does not count as failed. */
Test(tune, isolate_is_interrupted, .timeout = 60)
{
    acting_pid = pid_share();
    for (unsigned row = 0; row < 2; row++) {
        bres_test_isolated s;

        bres_test_isolated_begin(&s);
        s.act = row == 1 ? act_tell_and_hang : NULL;
        s.tuned.options.progress = row == 1 ? NULL : s.tuned.options.progress;
        s.tuned.options.execution_timeout = 0;
        s.tuned.options.is_interrupted = interrupt_tuner;
        s.tuned.options.interrupt_user = &s;
        OK(bres_test_isolated_run(&s));
        cr_expect_eq(bres_tuner_stop_reason(s.tuned.tuner), BRES_TUNER_INTERRUPTED);
        cr_expect_str_eq(bres_test_isolated_reason(&s, BRES_TEST_ISOLATED_ACTING), "");
        bres_test_tuned_free(&s.tuned);
    }
    munmap(acting_pid, sizeof(*acting_pid));
}

/* A callback that interrupts only in the process of a configuration, as after an exception
 * there. */
Test(tune, isolate_fails_what_interrupts_its_process)
{
    bres_test_isolated s;

    bres_test_isolated_begin(&s);
    s.tuned.options.is_interrupted = interrupt_process;
    s.tuned.options.interrupt_user = &s;
    OK(bres_test_isolated_run(&s));
    cr_expect_str_eq(bres_test_isolated_reason(&s, BRES_TEST_ISOLATED_ACTING),
                     "a callback interrupted the run in its process");
    cr_expect_str_eq(bres_test_tuned_winner(&s.tuned), "X=10 Y=b");
    bres_test_tuned_free(&s.tuned);
}
