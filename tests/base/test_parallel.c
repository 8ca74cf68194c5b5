/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#define CALLS_MAX 1000u

typedef struct parallel_record {
    pthread_t caller;
    atomic_uint calls[CALLS_MAX];
    atomic_uint by_caller;
    atomic_uint wrong_mask;
} parallel_record;

static void parallel_work(void *context, size_t index)
{
    parallel_record *record = context;
    sigset_t mask;

    record->calls[index]++;
    if (pthread_equal(pthread_self(), record->caller)) {
        record->by_caller++;
        return;
    }
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    if (!sigismember(&mask, SIGINT) || !sigismember(&mask, SIGTERM) ||
        !sigismember(&mask, SIGALRM) || sigismember(&mask, SIGSEGV))
        record->wrong_mask++;
}

static void parallel_check(size_t count, parallel_record *record)
{
    record->caller = pthread_self();
    bres__parallel(count, parallel_work, record);
    for (size_t i = 0; i < CALLS_MAX; i++)
        cr_assert_eq(record->calls[i], i < count, "%zu calls, number %zu", count, i);
    cr_assert_eq(record->wrong_mask, 0, "%zu calls", count);
}

Test(base, parallel_makes_each_call_once)
{
    static const size_t counts[] = { 0, 1, 2, 3, 8, 30, CALLS_MAX };
    /* The last starts as many threads as there may be, which takes long under valgrind. */
    const size_t rows = sizeof(counts) / sizeof(counts[0]) - !bres_test_long();
    sigset_t before;
    sigset_t after;

    pthread_sigmask(SIG_SETMASK, NULL, &before);
    for (size_t i = 0; i < rows; i++) {
        parallel_record record = { .by_caller = 0 };

        parallel_check(counts[i], &record);
    }
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    for (int number = 1; number < SIGRTMAX; number++)
        cr_assert_eq(sigismember(&before, number), sigismember(&after, number));
}

/* No thread can have a stack as large as that. */
Test(base, parallel_without_threads)
{
    parallel_record record = { .by_caller = 0 };
    pthread_attr_t normal;
    pthread_attr_t huge;

    pthread_getattr_default_np(&normal);
    pthread_attr_init(&huge);
    cr_assert_eq(pthread_attr_setstacksize(&huge, (size_t)1 << 47), 0);
    cr_assert_eq(pthread_setattr_default_np(&huge), 0);
    parallel_check(20, &record);
    pthread_setattr_default_np(&normal);
    pthread_attr_destroy(&huge);
    pthread_attr_destroy(&normal);
    cr_assert_eq(record.by_caller, 20);
}

Test(base, parallel_knows_the_cpus)
{
    cr_assert_geq(bres__online_cpus(), 1);
}
