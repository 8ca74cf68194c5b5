/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

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
    /* The last row starts the largest number of threads, which takes long under valgrind. */
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

/* A stack size that is too large for any thread. */
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

#define ORDERED_ITEMS 500u

typedef struct ordered_record {
    atomic_uint done[ORDERED_ITEMS];
    atomic_uint workers_at_once[ORDERED_ITEMS];
    atomic_uint wrong_worker;
    size_t collected; /* items collected in order, without a gap */
    bool fails[ORDERED_ITEMS];
    bool fails_to_collect[ORDERED_ITEMS];
    size_t workers;
} ordered_record;

static bres_status ordered_work(void *context, size_t worker, size_t item)
{
    ordered_record *record = context;

    if (worker >= record->workers || record->workers_at_once[worker]++ != 0)
        record->wrong_worker++;
    record->done[item]++;
    record->workers_at_once[worker]--;
    if (record->fails[item])
        return bres__error(BRES_ERROR_VALUE, "item %zu", item);
    return BRES_OK;
}

/* Needs no atomic counter: items are collected one after the other. */
static bres_status ordered_collect(void *context, size_t worker, size_t item)
{
    ordered_record *record = context;

    if (worker >= record->workers || record->done[item] != 1)
        record->wrong_worker++;
    if (record->fails_to_collect[item])
        return bres__error(BRES_ERROR_VALUE, "item %zu", item);
    record->collected += record->collected == item;
    return BRES_OK;
}

static void ordered_check(size_t workers, size_t batch, ordered_record *record, size_t first)
{
    const bool collects = batch != 16;
    const bres__ordered_job job = { .work = ordered_work,
                                    .collect = collects ? ordered_collect : NULL,
                                    .context = record,
                                    .count = ORDERED_ITEMS,
                                    .batch = batch,
                                    .workers = workers };
    char message[32];
    size_t end;

    record->workers = workers;
    bres__error(BRES_ERROR_IO, "before");
    cr_assert_eq(bres__ordered_run(&job, &end), first < ORDERED_ITEMS ? BRES_ERROR_VALUE : BRES_OK);
    cr_assert_eq(end, first, "%zu workers, %zu at a time", workers, batch);
    for (size_t i = 0; i < first; i++)
        cr_assert_eq(record->done[i], 1, "item %zu of %zu workers", i, workers);
    cr_assert_eq(record->wrong_worker, 0);
    cr_assert_eq(record->collected, collects ? first : 0);
    snprintf(message, sizeof message, "item %zu", first);
    cr_assert_str_eq(bres_last_error(), first < ORDERED_ITEMS ? message : "before");
}

/* The outcome of several threads is that of one thread that takes the items in order. */
Test(base, parallel_ordered_reports_the_first_failure)
{
    static const size_t workers[] = { 1, 2, 7 };
    static const size_t batches[] = { 1, 16, ORDERED_ITEMS + 1 };

    for (size_t w = 0; w < sizeof workers / sizeof *workers; w++) {
        for (size_t b = 0; b < sizeof batches / sizeof *batches; b++) {
            ordered_record whole = { .workers = 0 };
            ordered_record failing = { .workers = 0 };

            ordered_check(workers[w], batches[b], &whole, ORDERED_ITEMS);
            failing.fails[ORDERED_ITEMS - 1] = failing.fails[301] = failing.fails[300] = true;
            ordered_check(workers[w], batches[b], &failing, 300);
        }
    }
}

Test(base, parallel_ordered_reports_what_cannot_be_collected)
{
    for (size_t workers = 1; workers <= 7; workers++) {
        ordered_record record = { .workers = 0 };

        record.fails_to_collect[200] = record.fails_to_collect[201] = record.fails[202] = true;
        ordered_check(workers, 1, &record, 200);
    }
}

Test(base, parallel_ordered_workers_have_items)
{
    cr_assert_eq(bres__ordered_workers(8, 0, 16), 1);
    cr_assert_eq(bres__ordered_workers(8, 15, 16), 1);
    cr_assert_eq(bres__ordered_workers(8, 40, 16), 3);
    cr_assert_eq(bres__ordered_workers(8, 1000, 16), 8);
    cr_assert_eq(bres__ordered_workers(1000000, 1000000, 1), 256);
    cr_assert_eq(bres__ordered_workers(0, 1000000, 1) >= 1, true);
}
