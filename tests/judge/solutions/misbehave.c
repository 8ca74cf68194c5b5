/* SPDX-License-Identifier: MIT */
#include "misbehave.h"
#include "processors.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CHANNEL 3

void solution(int what, const float *in, float *out, size_t n);

static volatile int sink;
static sem_t work;
static sem_t done;
static float *deferred;
static size_t deferred_count;

static void spin_ms(long ms)
{
    struct timespec begin;
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &begin);
    do {
        for (int i = 0; i < 1000; i++)
            sink++;
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < ms);
}

static pthread_t thread_start(void *(*function)(void *))
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, function, NULL) != 0)
        abort();
    return thread;
}

static void *thread_work(void *context)
{
    (void)context;
    spin_ms(1);
    return NULL;
}

static void *thread_tell(void *context)
{
    sem_post(&done);
    for (int i = 0; i < 20000; i++)
        sink++;
    return context;
}

/* The threads may still run when the last has reported. Only each second call starts threads, so
 * that a call may leave fewer threads than the next call. */
static void threads_detach(void)
{
    static const int count = 16;
    static unsigned calls;

    if (calls++ % 2 == 0)
        return;
    sem_init(&done, 0, 0);
    for (int i = 0; i < count; i++)
        pthread_detach(thread_start(thread_tell));
    for (int i = 0; i < count; i++)
        sem_wait(&done);
}

/* Begins to compute when all threads have been started. */
static void *thread_compute(void *all)
{
    volatile int sum = 0;

    pthread_barrier_wait(all);
    for (int i = 0; i < 5000000; i++)
        sum++;
    return NULL;
}

static void threads_crowd(void)
{
    const int count = 8 * (int)processors();
    pthread_t *threads = calloc((size_t)count, sizeof(*threads));
    pthread_attr_t small;
    pthread_barrier_t all;

    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 17);
    pthread_barrier_init(&all, NULL, (unsigned)count);
    for (int i = 0; i < count; i++)
        if (pthread_create(&threads[i], &small, thread_compute, &all) != 0)
            abort();
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    free(threads);
}

static void *thread_serve(void *context)
{
    (void)context;
    for (;;) {
        sem_wait(&work);
        for (size_t i = 0; i < deferred_count; i++)
            deferred[i] += 1;
        sem_post(&done);
    }
    return NULL;
}

static void *thread_spin(void *context)
{
    (void)context;
    for (;;)
        sink++;
    return NULL;
}

static void pool_start(void)
{
    static int started;

    if (started++ == 0) {
        sem_init(&work, 0, 0);
        sem_init(&done, 0, 0);
        pthread_detach(thread_start(thread_serve));
    }
}

/* A thread of a pool that never gets work. */
static void *thread_pause(void *context)
{
    for (;;)
        pause();
    return context;
}

static void pool_grow(void)
{
    static unsigned size;

    if (size++ < 8)
        pthread_detach(thread_start(thread_pause));
}

static void pool_add(float *out, size_t n)
{
    deferred = out;
    deferred_count = n;
    sem_post(&work);
}

static void child_leave(void)
{
    if (fork() == 0) {
        for (;;)
            pause();
    }
}

/* Leaves the process group, the session and the descriptors of its parent. */
static void daemon_leave(void)
{
    int status;
    const pid_t child = fork();

    if (child == 0) {
        setsid();
        if (fork() == 0) {
            for (int i = 0; i < 64; i++)
                close(i);
            for (;;)
                pause();
        }
        _exit(0);
    }
    waitpid(child, &status, 0);
}

static void forge(size_t size)
{
    char message[512];

    memset(message, 7, sizeof(message));
    send(CHANNEL, message, size, 0);
}

static void print_megabytes(void)
{
    char line[1024];

    memset(line, 'x', sizeof(line));
    line[sizeof(line) - 1] = '\n';
    for (int i = 0; i < 4096; i++) {
        if (write(1, line, sizeof(line)) < 0 || write(2, line, sizeof(line)) < 0)
            abort();
    }
}

/* Takes all address space, down to single pages. */
static void take_all_memory(void)
{
    for (size_t size = (size_t)1 << 40; size >= 4096; size /= 2) {
        while (mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
            continue;
    }
}

static void do_what_ends(int what)
{
    switch (what) {
    case CRASH:
        *(volatile int *)NULL = 1;
        break;
    case ABORT:
        abort();
    case EXIT_WELL:
        exit(0);
    case EXIT_SEVEN:
        exit(7);
    case SLEEP_FOREVER:
        for (;;)
            pause();
    case SPIN_FOREVER:
        thread_spin(NULL);
        break;
    case STOP_ITSELF:
        raise(SIGSTOP);
        break;
    case PRINT_FOREVER:
        for (;;)
            print_megabytes();
    case KILL_ITS_GROUP:
        kill(0, SIGKILL);
        raise(SIGKILL);
        break;
    case EXECUTE_TRUE:
        execl("/bin/true", "true", (char *)NULL);
        break;
    case CLOSE_EVERYTHING:
        for (int i = 0; i < 64; i++)
            close(i);
        break;
    case DAEMON_AND_EXIT:
        daemon_leave();
        exit(0);
    default:
        break;
    }
}

static void do_what_goes_on(int what)
{
    static int calls;

    calls++;
    switch (what) {
    case POOL_SPINS:
        if (calls == 1)
            pthread_detach(thread_start(thread_spin));
        break;
    case CHILD_LEFT:
        child_leave();
        break;
    case DAEMON_LEFT:
        daemon_leave();
        break;
    case FORGE_ANSWER:
        forge(264);
        break;
    case FORGE_NOTHING:
        forge(0);
        break;
    case FORGE_BY_CHILD:
        if (fork() == 0) {
            forge(264);
            _exit(0);
        }
        wait(NULL);
        break;
    default:
        break;
    }
}

static void do_what_ends_well(int what, float *out, size_t n)
{
    switch (what) {
    case PRINT_MEGABYTES:
        print_megabytes();
        break;
    case TAKE_ALL_MEMORY:
        take_all_memory();
        break;
    case KILL_OTHERS:
        kill(getppid(), SIGKILL);
        kill(-1, SIGKILL);
        break;
    case THREAD_JOINED:
        for (int i = 0; i < 20; i++)
            pthread_join(thread_start(thread_work), NULL);
        break;
    case THREAD_POOL:
        pool_start();
        pool_add(out, n);
        sem_wait(&done);
        break;
    case CHILD_JOINED:
        if (fork() == 0)
            _exit(0);
        wait(NULL);
        break;
    case THREADS_DETACHED:
        threads_detach();
        break;
    case POOL_GROWS:
        pool_grow();
        break;
    case THREADS_CROWD:
        threads_crowd();
        break;
    default:
        break;
    }
}

void solution(int what, const float *in, float *out, size_t n)
{
    do_what_ends(what);
    for (size_t i = 0; i < n; i++)
        out[i] = in[i] + (what == THREAD_POOL ? 0.0f : 1.0f);
    if (what == WRITE_BEFORE_OUT)
        ((char *)out)[-1] ^= 1;
    if (what == WRITE_AFTER_OUT)
        ((char *)(out + n))[2] ^= 1;
    /* The parameter is const, but its memory is writable. */
    if (what == WRITE_AFTER_IN)
        *(char *)(size_t)(in + n) ^= 1;
    do_what_ends_well(what, out, n);
    do_what_goes_on(what);
}
