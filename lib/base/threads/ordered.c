/* SPDX-License-Identifier: MIT */
/*
 * Runs items in parallel and collects their results in order.
 */
#include "base/error.h"
#include "base/threads/parallel.h"

#include <pthread.h>
#include <stdatomic.h>

/* Each worker costs memory, and more workers than this never help. */
#define ORDERED_WORKERS_MAX 256u

typedef struct ordered_run {
    const bres__ordered_job *job;
    atomic_size_t next;
    atomic_size_t end; /* the first failed item, else the count; later items are skipped */
    pthread_mutex_t lock;
    pthread_cond_t turn;      /* `collected` or `end` has changed */
    size_t collected;         /* number of collected items */
    bres_status status;       /* of the item `end` */
    bres__error_record error; /* of the item `end` */
} ordered_run;

static void ordered_fail(ordered_run *run, size_t item, bres_status status)
{
    pthread_mutex_lock(&run->lock);
    if (item < atomic_load(&run->end)) {
        atomic_store(&run->end, item);
        run->status = status;
        bres__error_save(&run->error);
        pthread_cond_broadcast(&run->turn);
    }
    pthread_mutex_unlock(&run->lock);
}

/* Collects an item after all previous items. Skips the item if a previous item has failed. */
static bres_status ordered_collect(ordered_run *run, size_t worker, size_t item)
{
    bres_status status = BRES_OK;

    if (run->job->collect == NULL)
        return BRES_OK;
    pthread_mutex_lock(&run->lock);
    while (run->collected != item && item < atomic_load(&run->end))
        pthread_cond_wait(&run->turn, &run->lock);
    if (item < atomic_load(&run->end))
        status = run->job->collect(run->job->context, worker, item);
    run->collected += status == BRES_OK && run->collected == item;
    pthread_cond_broadcast(&run->turn);
    pthread_mutex_unlock(&run->lock);
    return status;
}

static void ordered_work(void *context, size_t worker)
{
    ordered_run *run = context;
    const bres__ordered_job *job = run->job;
    size_t item;

    while ((item = atomic_fetch_add(&run->next, job->batch)) < atomic_load(&run->end)) {
        for (size_t i = 0; i < job->batch && item < atomic_load(&run->end); i++, item++) {
            bres_status status = job->work(job->context, worker, item);

            if (status == BRES_OK)
                status = ordered_collect(run, worker, item);
            if (status != BRES_OK) {
                ordered_fail(run, item, status);
                return;
            }
        }
    }
}

size_t bres__ordered_workers(size_t wanted, size_t count, size_t batch)
{
    const size_t useful = count / batch + 1;

    if (wanted == 0)
        wanted = bres__online_cpus();
    if (wanted > ORDERED_WORKERS_MAX)
        wanted = ORDERED_WORKERS_MAX;
    return wanted < useful ? wanted : useful;
}

bres_status bres__ordered_run(const bres__ordered_job *job, size_t *end)
{
    ordered_run run = { .job = job,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .turn = PTHREAD_COND_INITIALIZER };
    bres__error_record kept;

    /* The calling thread is also a worker, which may overwrite the thread's error record. */
    bres__error_save(&kept);
    atomic_init(&run.next, 0);
    atomic_init(&run.end, job->count);
    bres__parallel(job->workers, ordered_work, &run);
    bres__error_restore(run.status == BRES_OK ? &kept : &run.error);
    *end = atomic_load(&run.end);
    return run.status;
}
