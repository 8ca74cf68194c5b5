/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

Test(base, file_path_is_split)
{
    static const struct {
        const char *path, *directory, *base;
    } rows[] = {
        { "", "", "" },
        { "a", "", "a" },
        { "a/b", "a", "b" },
        { "/a", "/", "a" },
        { "/", "/", "" },
        { "a/", "a", "" },
        { "a//b", "a", "b" },
        { "//a", "/", "a" },
        { "./a", ".", "a" },
        { "../a/b.c", "../a", "b.c" },
        { "/x/y/z", "/x/y", "z" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char *directory;
        char *base;

        cr_assert(bres__split_path(rows[i].path, &directory, &base));
        cr_assert_str_eq(directory, rows[i].directory, "'%s'", rows[i].path);
        cr_assert_str_eq(base, rows[i].base, "'%s'", rows[i].path);
        bres__free(directory);
        bres__free(base);
    }
}

static bres_status file_split_run(void *context)
{
    char *directory = context;
    char *base = context;

    if (!bres__split_path("a/b", &directory, &base)) {
        cr_assert_null(directory);
        cr_assert_null(base);
        return BRES_ERROR_MEMORY;
    }
    bres__free(directory);
    bres__free(base);
    return BRES_OK;
}

Test(base, file_path_split_without_memory)
{
    char unset;

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, file_split_run, &unset);
}

Test(base, file_parents_are_made)
{
    static const char *const paths[] = { "x", "a/x", "b/c/d/x", "b/c/e//f/x", "b//c/x", "g/" };
    const char *top = bres_test_directory();
    char path[4096];
    struct stat status;

    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        snprintf(path, sizeof(path), "%s/%s", top, paths[i]);
        cr_assert_eq(bres__make_parents(path), BRES_OK, "%s: %s", path, bres_last_error());
        *strrchr(path, '/') = '\0';
        cr_assert(stat(path, &status) == 0 && S_ISDIR(status.st_mode), "%s", path);
    }
    cr_assert_eq(bres__make_parents("bare"), BRES_OK);
    cr_assert_eq(bres__make_parents("/bare"), BRES_OK);
    snprintf(path, sizeof(path), "%s/file", top);
    bres_test_write_file(path, "", 0);
    strcat(path, "/sub/x");
    cr_assert_eq(bres__make_parents(path), BRES_ERROR_NO_FILE);
    cr_assert_eq(bres_last_error_errno(), ENOTDIR);
}

static bres_status file_parents_run(void *context)
{
    const char *top = context;
    char path[4096];
    bres_status status;

    snprintf(path, sizeof(path), "%s/a/b/x", top);
    status = bres__make_parents(path);
    *strrchr(path, '/') = '\0';
    cr_assert_eq(rmdir(path) == 0, status == BRES_OK);
    *strrchr(path, '/') = '\0';
    rmdir(path);
    return status;
}

Test(base, file_parents_when_calls_fail)
{
    char top[4096];

    strcpy(top, bres_test_directory());
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, file_parents_run, top);
    bres_test_sweep(BRES__FAULT_IO, BRES_ERROR_IO, file_parents_run, top);
}

Test(base, file_covers_fail_when_a_test_says_so)
{
    static const int numbers[] = { EIO, EIO, ENOSPC, EIO, EIO, EIO, EIO, EIO };
    const int fd = open("/dev/null", O_RDWR);
    struct stat status;
    char byte = 0;

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        long result = 0;

        bres__faults_arm(BRES__FAULT_IO, 1, false);
        errno = 0;
        switch (i) {
        case 0:
            result = bres__open("/dev/null", O_RDONLY, 0);
            break;
        case 1:
            result = bres__read_full(fd, &byte, 1);
            break;
        case 2:
            result = bres__write_full(fd, &byte, 1);
            break;
        case 3:
            result = bres__fsync(fd);
            break;
        case 4:
            result = bres__rename("/nowhere/a", "/nowhere/b");
            break;
        case 5:
            result = bres__unlink("/nowhere/a");
            break;
        case 6:
            result = bres__stat("/dev/null", &status);
            break;
        default:
            result = bres__fstat(fd, &status);
        }
        cr_assert_eq(result, -1, "call %zu", i);
        cr_assert_eq(errno, numbers[i], "call %zu", i);
        cr_assert(bres__faults_hit());
    }
    bres__faults_arm(0, 0, false);
    close(fd);
}

Test(base, file_descriptors_are_not_inherited)
{
    const int fd = bres__open("/", O_RDONLY | O_DIRECTORY, 0);
    const int below = bres__openat(fd, "dev/null", O_RDONLY, 0);

    cr_assert_neq(fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
    cr_assert_neq(fcntl(below, F_GETFD) & FD_CLOEXEC, 0);
    cr_assert_eq(bres__close(below), 0);
    cr_assert_eq(bres__close(fd), 0);
    cr_assert_eq(bres__close(fd), -1);
}

#define STORM_SIZE    ((size_t)2 << 20)
#define STORM_SIGNALS 50u

static atomic_uint storm_signals;

static void storm_handler(int number)
{
    (void)number;
    storm_signals++;
}

/* One thread sends data through a FIFO to another, while signals without SA_RESTART keep
 * interrupting both: waiting calls end with EINTR, other calls transfer only a part. */
typedef struct storm {
    char path[4096];
    char *data;
    bres__buffer read;
    bres_status status;
    int written;
    atomic_bool read_open;
    atomic_bool may_write;
    atomic_bool may_read;
    atomic_int ended;
} storm;

static void storm_wait(atomic_bool *flag)
{
    while (!*flag)
        sched_yield();
}

static void *storm_write(void *argument)
{
    storm *job = argument;
    const int fd = bres__open(job->path, O_WRONLY, 0);

    storm_wait(&job->may_write);
    job->written = bres__write_full(fd, job->data, STORM_SIZE);
    bres__close(fd);
    job->ended++;
    return NULL;
}

static void *storm_read(void *argument)
{
    storm *job = argument;
    const int fd = bres__open(job->path, O_RDONLY, 0);

    job->read_open = true;
    storm_wait(&job->may_read);
    job->status = bres__read_fd(fd, job->path, UINT64_MAX, &job->read);
    bres__close(fd);
    job->ended++;
    return NULL;
}

/* Interrupts a thread several times. */
static void storm_at(pthread_t thread)
{
    const unsigned end = storm_signals + STORM_SIGNALS;

    while (storm_signals < end) {
        pthread_kill(thread, SIGUSR1);
        sched_yield();
    }
}

/* With read_first, the reader waits for the first byte; otherwise, the writer waits for space in a
 * full pipe. */
static void storm_run(storm *job, bool read_first)
{
    pthread_t reader;
    pthread_t writer;

    job->read = (bres__buffer){ 0 };
    job->read_open = false;
    job->may_write = !read_first;
    job->may_read = read_first;
    job->ended = 0;
    cr_assert_eq(pthread_create(&reader, NULL, storm_read, job), 0);
    /* The reader waits in open() for a writer. */
    storm_at(reader);
    cr_assert_eq(pthread_create(&writer, NULL, storm_write, job), 0);
    storm_wait(&job->read_open);
    storm_at(read_first ? reader : writer);
    job->may_write = true;
    job->may_read = true;
    while (job->ended < 2) {
        pthread_kill(reader, SIGUSR1);
        pthread_kill(writer, SIGUSR1);
    }
    pthread_join(reader, NULL);
    pthread_join(writer, NULL);
    cr_assert_eq(job->written, 0);
    cr_assert_eq(job->status, BRES_OK, "%s", bres_status_name(job->status));
    cr_assert_eq(job->read.size, STORM_SIZE);
    cr_assert_eq(memcmp(job->read.data, job->data, STORM_SIZE), 0);
    bres__free(job->read.data);
}

Test(base, file_transfers_survive_signals)
{
    const struct sigaction action = { .sa_handler = storm_handler };
    struct sigaction before;
    storm job = { .data = bres__malloc(STORM_SIZE) };

    snprintf(job.path, sizeof(job.path), "%s/fifo", bres_test_directory());
    cr_assert_eq(mkfifo(job.path, 0666), 0);
    for (size_t i = 0; i < STORM_SIZE; i++)
        job.data[i] = (char)(i * 2654435761u >> 24);
    sigaction(SIGUSR1, &action, &before);
    storm_run(&job, true);
    storm_run(&job, false);
    sigaction(SIGUSR1, &before, NULL);
    bres__free(job.data);
}
