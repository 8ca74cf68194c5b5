/* SPDX-License-Identifier: MIT */
#include "base/threads/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

/* Threads in addition to the calling thread; further calls wait for a free thread. */
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

void bres__block_signals(sigset_t *old)
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

/* sched_getaffinity() fails if the set is smaller than the kernel's, so larger sets follow. */
size_t bres__usable_cpus(void)
{
    cpu_set_t *set;
    size_t usable = 0;

    for (size_t room = CPU_SETSIZE; usable == 0 && room <= 64 * CPU_SETSIZE; room *= 4) {
        set = CPU_ALLOC(room);
        if (set == NULL)
            break;
        if (sched_getaffinity(0, CPU_ALLOC_SIZE(room), set) == 0)
            usable = (size_t)CPU_COUNT_S(CPU_ALLOC_SIZE(room), set);
        CPU_FREE(set);
    }
    return usable != 0 ? usable : bres__online_cpus();
}

void bres__parallel(size_t count, void (*work)(void *context, size_t index), void *context)
{
    parallel_job job = { .work = work, .context = context, .count = count };
    pthread_t threads[PARALLEL_THREADS_MAX];
    size_t started = 0;
    sigset_t old;

    if (count > 1) {
        bres__block_signals(&old);
        while (started < count - 1 && started < PARALLEL_THREADS_MAX &&
               pthread_create(&threads[started], NULL, parallel_run, &job) == 0)
            started++;
        pthread_sigmask(SIG_SETMASK, &old, NULL);
    }
    parallel_run(&job);
    while (started > 0)
        pthread_join(threads[--started], NULL);
}
