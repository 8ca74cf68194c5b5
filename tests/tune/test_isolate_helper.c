/* SPDX-License-Identifier: MIT */
/* The helper process of isolated configurations: killed, stopped, refused or out of descriptors. */
#include "base/fault.h"
#include "support/gpu.h"
#include "support/isolated.h"
#include "support/support.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <valgrind/valgrind.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

static void act_kill_helper(const bres_test_isolated *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    kill(getppid(), SIGKILL);
    for (;;)
        pause();
}

/* The run ends with an error and can be resumed with all its measurements. */
Test(tune, isolate_without_its_helper, .timeout = 60)
{
    char path[2200];
    char journal[2300];
    bres_result *result = NULL;
    uint64_t samples;
    bres_test_isolated s;

    snprintf(path, sizeof(path), "%s/tiles.json", bres_test_directory());
    snprintf(journal, sizeof(journal), "%s.partial", path);
    bres_test_isolated_begin(&s);
    s.act = act_kill_helper;
    s.tuned.options.path = path;
    cr_expect_eq(bres_test_isolated_run(&s), BRES_ERROR_IO);
    cr_expect_str_eq(bres_last_error(),
                     "the helper process has ended: killed by signal 9 (Killed)");
    samples = bres_tuner_sample_count(s.tuned.tuner);
    bres_test_tuned_free(&s.tuned);
    OK(bres_result_load(journal, NULL, &result));
    cr_expect_eq(bres_subbench_state_count(bres_result_subbench_at(result, 0)), samples);
    bres_result_unref(result);
    bres_test_isolated_begin(&s);
    s.tuned.options.path = path;
    s.tuned.options.flags |= BRES_TUNER_RESUME;
    OK(bres_test_isolated_run(&s));
    cr_expect_str_eq(bres_test_tuned_winner(&s.tuned), "X=10 Y=b");
    cr_expect_str_eq(bres_test_isolated_reason(&s, BRES_TEST_ISOLATED_ACTING), "");
    bres_test_tuned_free(&s.tuned);
}

static void act_stop_helper(const bres_test_isolated *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    kill(getppid(), SIGSTOP);
}

Test(tune, isolate_with_a_stopped_helper, .timeout = 60)
{
    bres_test_isolated s;

    bres_test_isolated_begin(&s);
    s.act = act_stop_helper;
    cr_expect_eq(bres_test_isolated_run(&s), BRES_ERROR_IO);
    cr_expect_str_eq(bres_last_error(), "the helper process was stopped by a signal");
    bres_test_tuned_free(&s.tuned);
}

static void act_print(const bres_test_isolated *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        (void)!write(fd, "printed", 7);
}

/* A program that has closed its standard descriptors prints nothing. */
Test(tune, isolate_without_standard_descriptors, .timeout = 60)
{
    int saved[3];
    bres_status status;
    bres_test_isolated s;

    bres_test_isolated_begin(&s);
    s.act = act_print;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        saved[fd] = fcntl(fd, F_DUPFD_CLOEXEC, 100);
        close(fd);
    }
    status = bres_test_isolated_run(&s);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        dup2(saved[fd], fd);
        close(saved[fd]);
    }
    cr_expect_eq(status, BRES_OK, "%s", bres_last_error());
    cr_expect_str_eq(bres_test_isolated_reason(&s, BRES_TEST_ISOLATED_ACTING), "");
    cr_expect_str_eq(bres_test_tuned_winner(&s.tuned), "X=10 Y=b");
    bres_test_tuned_free(&s.tuned);
}

/* A process that limits the descriptors of its parent while `ends[1]` is open. A process under
 * valgrind cannot set the limit itself: valgrind does not pass it on to the kernel. */
typedef struct descriptors_limit {
    pid_t pid;
    int ends[2];
} descriptors_limit;

static void descriptors_limit_hold(const descriptors_limit *limit, rlim_t count)
{
    struct rlimit before;
    struct rlimit during;
    char byte;

    close(limit->ends[1]);
    if (prlimit(getppid(), RLIMIT_NOFILE, NULL, &before) != 0)
        _exit(1);
    during = before;
    during.rlim_cur = count;
    if (prlimit(getppid(), RLIMIT_NOFILE, &during, NULL) != 0 || kill(getpid(), SIGSTOP) != 0)
        _exit(1);
    (void)!read(limit->ends[0], &byte, 1);
    _exit(prlimit(getppid(), RLIMIT_NOFILE, &before, NULL) == 0 ? 0 : 1);
}

/* Leaves only a few free descriptors. */
static void descriptors_limit_begin(descriptors_limit *limit)
{
    int free_ones[5];
    const size_t count = sizeof(free_ones) / sizeof(free_ones[0]);
    int wait_status;

    cr_assert_eq(pipe2(limit->ends, O_CLOEXEC), 0);
    for (size_t i = 0; i < count; i++)
        free_ones[i] = dup(STDERR_FILENO);
    limit->pid = fork();
    cr_assert_geq(limit->pid, 0);
    if (limit->pid == 0)
        descriptors_limit_hold(limit, (rlim_t)free_ones[count - 1] + 1);
    for (size_t i = 0; i < count; i++)
        close(free_ones[i]);
    cr_assert_eq(waitpid(limit->pid, &wait_status, WUNTRACED), limit->pid);
    cr_assert(WIFSTOPPED(wait_status));
    cr_assert_eq(kill(limit->pid, SIGCONT), 0);
}

static void descriptors_limit_end(descriptors_limit *limit)
{
    int wait_status;

    close(limit->ends[1]);
    cr_assert_eq(waitpid(limit->pid, &wait_status, 0), limit->pid);
    cr_assert_eq(wait_status, 0);
    close(limit->ends[0]);
}

/* A lack of descriptors is not a failure of a configuration. Valgrind itself needs descriptors to
 * fork, and ends the helper process. */
Test(tune, isolate_without_descriptors, .timeout = 60)
{
    const char *message = RUNNING_ON_VALGRIND
                              ? "the helper process has ended: exited with status 1"
                              : "cannot start an isolated process: Too many open files";
    descriptors_limit limit;
    bres_status status;
    bres_test_isolated s;

    bres_test_isolated_begin(&s);
    bres_test_tuned_new(&s.tuned);
    descriptors_limit_begin(&limit);
    status = bres_tuner_run_cpu(s.tuned.tuner, bres_test_isolated_execute, &s);
    descriptors_limit_end(&limit);
    cr_expect_eq(status, BRES_ERROR_IO, "%s", bres_status_name(status));
    cr_expect_str_eq(bres_last_error(), message);
    bres_test_tuned_free(&s.tuned);
}

static void *wait_for_byte(void *fd)
{
    char byte;

    (void)!read(*(int *)fd, &byte, 1);
    return NULL;
}

static bres_status no_launch(bres_launch *launch, const bres_trial *trial, void *context)
{
    (void)launch;
    (void)trial;
    (void)context;
    return BRES_OK;
}

Test(tune, isolate_is_refused_where_it_is_impossible)
{
    pthread_t thread;
    bres_trial *trial;
    int ends[2];
    bres_test_isolated s;

    (void)bres_test_isolated_threads();
    cr_assert_eq(pipe(ends), 0);
    cr_assert_eq(pthread_create(&thread, NULL, wait_for_byte, &ends[0]), 0);
    bres_test_isolated_begin(&s);
    cr_expect_eq(bres_test_isolated_run(&s), BRES_ERROR_UNSUPPORTED);
    cr_expect_not_null(strstr(bres_last_error(), "threads (expected "), "%s", bres_last_error());
    bres_test_tuned_free(&s.tuned);
    close(ends[1]);
    pthread_join(thread, NULL);
    close(ends[0]);

    bres_test_isolated_begin(&s);
    bres_test_tuned_new(&s.tuned);
    cr_expect_eq(bres_tuner_ask(s.tuned.tuner, &trial, NULL), BRES_ERROR_UNSUPPORTED);
    bres_test_tuned_free(&s.tuned);
    bres_test_gpu_begin(1);
    bres_test_isolated_begin(&s);
    cr_assert(bres_cuda_available(NULL));
    cr_expect_eq(bres_test_isolated_run(&s), BRES_ERROR_UNSUPPORTED);
    cr_expect_not_null(strstr(bres_last_error(), "NVIDIA driver"), "%s", bres_last_error());
    bres_test_tuned_free(&s.tuned);
    bres_test_isolated_begin(&s);
    bres_test_tuned_new(&s.tuned);
    cr_expect_eq(bres_tuner_run_cuda(s.tuned.tuner, no_launch, NULL, NULL), BRES_ERROR_UNSUPPORTED);
    bres_test_tuned_free(&s.tuned);
}

/* A helper process that cannot be started, or does not accept requests. */
Test(tune, isolate_survives_failing_calls, .timeout = 120)
{
    unsigned failed = 0;
    bool hit = true;

    for (size_t n = 1; hit; n++) {
        bres_test_isolated s;
        bres_status status;

        bres_test_isolated_begin(&s);
        s.tuned.options.max_samples = 2;
        bres_test_tuned_new(&s.tuned);
        bres__faults_arm(BRES__FAULT_IO, n, false);
        status = bres_tuner_run_cpu(s.tuned.tuner, bres_test_isolated_execute, &s);
        hit = bres__faults_hit();
        bres__faults_arm(0, 0, false);
        cr_expect(status == BRES_OK || status == BRES_ERROR_IO || status == BRES_ERROR_UNSUPPORTED,
                  "fault %zu: %s", n, bres_last_error());
        failed += status != BRES_OK;
        bres_test_tuned_free(&s.tuned);
    }
    cr_expect_geq(failed, 5);
}
