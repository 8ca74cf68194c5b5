/* SPDX-License-Identifier: MIT */
/*
 * Kernel statistics of an idle process.
 */
#include "judge/runner/process_stats.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int begun[2]; /* ends of a pipe: the second thread writes a byte as it begins */
static int ends[2];  /* ends of a pipe: a byte ends the second thread */

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

    cr_assert_eq(bres__process_scheduled(process, first, NULL), BRES_OK);
    sched_yield();
    cr_assert_eq(bres__process_scheduled(process, &second, NULL), BRES_OK);
    return first->trace == second.trace;
}

/* The trace shows the end of a thread, regardless of the other threads. A sanitizer may have its
 * own thread. */
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

typedef struct waits_row {
    const char *name;
    bres__thread_wait begin[3];
    size_t begin_count;
    bres__thread_wait end[3];
    size_t end_count;
    uint64_t sum;
    uint64_t longest;
    uint64_t first;
} waits_row;

static const waits_row waits_rows[] = {
    { "no thread", { { 0 } }, 0, { { 0 } }, 0, 0, 0, 0 },
    { "nothing waited", { { 1, 5 }, { 2, 7 } }, 2, { { 1, 5 }, { 2, 7 } }, 2, 0, 0, 0 },
    { "both waited", { { 1, 5 }, { 2, 7 } }, 2, { { 1, 6 }, { 2, 10 } }, 2, 4, 3, 1 },
    { "a new one waited", { { 1, 5 } }, 1, { { 1, 6 }, { 2, 10 } }, 2, 11, 10, 1 },
    { "one that had waited long has ended",
      { { 1, 5 }, { 2, 1000 }, { 3, 0 } },
      3,
      { { 1, 6 }, { 3, 2 } },
      2,
      3,
      2,
      1 },
    { "a number was used again", { { 1, 5 }, { 2, 1000 } }, 2, { { 1, 6 }, { 2, 3 } }, 2, 1, 1, 1 },
};

Test(judge, process_waits_of_each_thread)
{
    for (size_t i = 0; i < sizeof(waits_rows) / sizeof(*waits_rows); i++) {
        const waits_row *row = &waits_rows[i];
        bres__thread_wait items[2][3];
        bres__thread_waits begin = { .items = items[0], .count = row->begin_count };
        bres__thread_waits end = { .items = items[1], .count = row->end_count };
        bres__waited waited;

        memcpy(items[0], row->begin, sizeof(row->begin));
        memcpy(items[1], row->end, sizeof(row->end));
        waited = bres__waited_between(&begin, &end);
        cr_expect_eq(waited.sum_ns, row->sum, "%s", row->name);
        cr_expect_eq(waited.longest_ns, row->longest, "%s", row->name);
        cr_expect_eq(waited.first_ns, row->first, "%s", row->name);
    }
}

Test(judge, process_waits_are_of_its_threads)
{
    bres__thread_waits waits = { .count = 0 };
    bres__scheduled sum;

    cr_assert_eq(bres__process_scheduled(getpid(), &sum, &waits), BRES_OK);
    cr_expect_gt(waits.count, 0);
    cr_expect_eq(waits.items[0].thread, (uint64_t)getpid());
    bres__thread_waits_free(&waits);
    cr_expect_eq(waits.count, 0);
}
