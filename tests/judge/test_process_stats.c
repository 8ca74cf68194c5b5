/* SPDX-License-Identifier: MIT */
/*
 * What the kernel knows of a process that rests.
 */
#include "judge/runner/process_stats.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int begun[2]; /* ends of a pipe: the second thread writes a byte as it begins */
static int ends[2];  /* of a pipe: a byte ends the second thread */

static void *thread_rest(void *unused)
{
    char byte = 'x';

    (void)unused;
    if (write(begun[1], &byte, 1) == 1 && read(ends[0], &byte, 1) == 1)
        syscall(SYS_exit, 0);
    return NULL;
}

static pid_t process_start(void)
{
    const pid_t made = fork();
    pthread_t thread;

    if (made != 0)
        return made;
    if (pthread_create(&thread, NULL, thread_rest, NULL) == 0)
        pause();
    _exit(1);
}

static unsigned thread_count(pid_t process)
{
    bres__thread_states states = { .all = 0 };

    cr_assert_eq(bres__process_threads(process, &states), BRES_OK);
    return states.all;
}

static bool is_resting(pid_t process, bres__scheduled *first)
{
    bres__scheduled second;

    cr_assert_eq(bres__process_scheduled(process, first), BRES_OK);
    sched_yield();
    cr_assert_eq(bres__process_scheduled(process, &second), BRES_OK);
    return first->trace == second.trace;
}

/* The end of a thread shows, whatever the others do. A sanitizer may have one of its own. */
Test(judge, process_trace_names_threads)
{
    bres__scheduled both;
    bres__scheduled one;
    unsigned threads;
    pid_t process;
    char byte;

    cr_assert_eq(pipe(begun), 0);
    cr_assert_eq(pipe(ends), 0);
    process = process_start();
    cr_assert_gt(process, 0);
    cr_assert_eq(read(begun[0], &byte, 1), 1);
    while (!is_resting(process, &both))
        ;
    threads = thread_count(process);
    cr_assert_eq(write(ends[1], "x", 1), 1);
    while (thread_count(process) == threads || !is_resting(process, &one))
        ;
    cr_expect_neq(both.trace, one.trace);
    cr_expect_neq(both.slices, 0);
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
    close(begun[0]);
    close(begun[1]);
    close(ends[0]);
    close(ends[1]);
}
