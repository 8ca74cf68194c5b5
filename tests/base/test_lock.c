/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#define HOUR_NS (3600 * UINT64_C(1000000000))

/* A lock that a second thread releases. */
typedef struct lock_held {
    int fd;
    pid_t waiter;       /* a thread */
    atomic_bool begins; /* the waiter is about to wait */
} lock_held;

/* Opens a new file twice. */
static void lock_open(int fds[2])
{
    char path[4300];

    snprintf(path, sizeof(path), "%s/lock", bres_test_directory());
    for (int i = 0; i < 2; i++) {
        fds[i] = bres__open(path, O_RDWR | O_CREAT, 0600);
        cr_assert_geq(fds[i], 0);
    }
}

static void lock_close(const int fds[2])
{
    for (int i = 0; i < 2; i++)
        bres__close(fds[i]);
}

/* Returns when a thread of this process sleeps. */
static void lock_await_sleep(pid_t thread)
{
    char path[64];
    char state = 'R';

    snprintf(path, sizeof(path), "/proc/self/task/%ld/stat", (long)thread);
    while (state != 'S') {
        FILE *file = fopen(path, "r");

        cr_assert_not_null(file);
        cr_assert_eq(fscanf(file, "%*d (%*[^)]) %c", &state), 1);
        fclose(file);
        sched_yield();
    }
}

static void *lock_release(void *context)
{
    lock_held *held = context;

    while (!atomic_load(&held->begins))
        sched_yield();
    lock_await_sleep(held->waiter);
    bres__unlock(held->fd);
    return NULL;
}

static void lock_expect_wait(bool is_shared)
{
    lock_held held = { .waiter = gettid() };
    pthread_t thread;
    int fds[2];

    lock_open(fds);
    held.fd = fds[0];
    cr_assert_eq(bres__lock(held.fd), 0);
    cr_assert_eq(pthread_create(&thread, NULL, lock_release, &held), 0);
    atomic_store(&held.begins, true);
    cr_expect_eq(bres__lock_within(fds[1], is_shared, HOUR_NS), 0);
    cr_assert_eq(pthread_join(thread, NULL), 0);
    lock_close(fds);
}

Test(base, a_lock_is_awaited)
{
    lock_expect_wait(false);
    lock_expect_wait(true);
}

static void lock_expect_refusal(int fd, uint64_t limit_ns, int number)
{
    int found;

    errno = 0;
    found = bres__lock_within(fd, false, limit_ns) == -1 ? errno : 0;
    cr_expect_eq(found, number, "errno %d, expected %d", found, number);
}

Test(base, a_lock_is_awaited_only_for_a_limited_time)
{
    int fds[2];

    lock_open(fds);
    cr_assert_eq(bres__lock(fds[0]), 0);
    for (uint64_t limit = 0; limit <= 2000000; limit += 1000000)
        lock_expect_refusal(fds[1], limit, EWOULDBLOCK);
    bres__unlock(fds[0]);
    cr_assert_eq(bres__lock_within(fds[0], true, 0), 0);
    cr_assert_eq(bres__lock_within(fds[1], true, 0), 0);
    lock_expect_refusal(fds[1], 0, EWOULDBLOCK);
    lock_expect_refusal(-1, HOUR_NS, EBADF);
    lock_close(fds);
}
