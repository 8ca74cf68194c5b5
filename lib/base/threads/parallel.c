/* SPDX-License-Identifier: MIT */
#include "base/threads/parallel.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

/* Threads beside the caller's; calls beyond that wait for one to be free. */
#define PARALLEL_THREADS_MAX 255u

typedef struct parallel_job {
    void (*work)(void *context, size_t index);
    void *context;
    size_t count;
    atomic_size_t next;
} parallel_job;

static void *parallel_run(void *argument)
{
    parallel_job *job = argument;
    size_t index;

    while ((index = atomic_fetch_add(&job->next, 1)) < job->count)
        job->work(job->context, index);
    return NULL;
}

/* Signals sent to the process go to the program's threads. Those that a fault raises in the thread
 * itself stay deliverable: blocked, they would pass by the program's handlers. */
static void parallel_block_signals(sigset_t *old)
{
    static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS };
    sigset_t blocked;

    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        sigdelset(&blocked, faults[i]);
    pthread_sigmask(SIG_SETMASK, &blocked, old);
}

size_t bres__online_cpus(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);

    return count < 1 ? 1 : (size_t)count;
}

void bres__parallel(size_t count, void (*work)(void *context, size_t index), void *context)
{
    parallel_job job = { .work = work, .context = context, .count = count };
    pthread_t threads[PARALLEL_THREADS_MAX];
    size_t started = 0;
    sigset_t old;

    if (count > 1) {
        parallel_block_signals(&old);
        while (started < count - 1 && started < PARALLEL_THREADS_MAX &&
               pthread_create(&threads[started], NULL, parallel_run, &job) == 0)
            started++;
        pthread_sigmask(SIG_SETMASK, &old, NULL);
    }
    parallel_run(&job);
    while (started > 0)
        pthread_join(threads[--started], NULL);
}
