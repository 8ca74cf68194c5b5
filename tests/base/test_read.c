/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *read_make_data(size_t size)
{
    char *data = bres__malloc(size);

    for (size_t i = 0; i < size; i++)
        data[i] = (char)(i * 2654435761u >> 22);
    return data;
}

static void read_check(const bres__buffer *buffer, const char *data, size_t size)
{
    cr_assert_eq(buffer->size, size);
    cr_assert_eq(memcmp(buffer->data, data, size), 0);
    cr_assert_eq(buffer->data[size], '\0');
}

typedef struct read_feed {
    int fd;
    const char *data;
    size_t size;
} read_feed;

static void *read_feed_pipe(void *argument)
{
    const read_feed *feed = argument;

    bres__write_full(feed->fd, feed->data, feed->size);
    close(feed->fd);
    return NULL;
}

/* Limits at, above and below the size, of a file and of a pipe. */
Test(base, read_of_every_size)
{
    static const size_t sizes[] = { 0, 1, 65534, 65535, 65536, 65537, 200000, 3000001 };
    char path[4096];

    snprintf(path, sizeof(path), "%s/file", bres_test_directory());
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        const size_t size = sizes[i];
        const uint64_t limits[] = { UINT64_MAX, size + 1, size, size == 0 ? 0 : size - 1 };
        char *data = read_make_data(size);

        bres_test_write_file(path, data, size);
        for (size_t l = 0; l < 4; l++) {
            const bres_status expected = limits[l] >= size ? BRES_OK : BRES_ERROR_LIMIT;
            bres__buffer buffer = { .size = 5 };
            pthread_t thread;
            int fds[2];

            cr_assert_eq(bres__read_file(path, limits[l], &buffer), expected, "%zu", size);
            if (expected == BRES_OK)
                read_check(&buffer, data, size);
            else
                cr_assert(buffer.data == NULL && buffer.size == 0);
            bres__free(buffer.data);

            cr_assert_eq(pipe(fds), 0);
            read_feed feed = { .fd = fds[1], .data = data, .size = size };
            pthread_create(&thread, NULL, read_feed_pipe, &feed);
            cr_assert_eq(bres__read_fd(fds[0], "<pipe>", limits[l], &buffer), expected, "%zu",
                         size);
            if (expected == BRES_OK)
                read_check(&buffer, data, size);
            else
                cr_assert(buffer.data == NULL && buffer.size == 0);
            bres__free(buffer.data);
            /* Lets the writer end after the reader has given up. */
            while (read(fds[0], path + 3000, 1000) > 0)
                continue;
            close(fds[0]);
            pthread_join(thread, NULL);
        }
        bres__free(data);
    }
}

Test(base, read_above_the_limit_says_so)
{
    bres__buffer buffer;
    char path[4096];

    snprintf(path, sizeof(path), "%s/file", bres_test_directory());
    bres_test_write_file(path, "12345", 5);
    bres__faults_arm(BRES__FAULT_ALLOC, 1, false);
    cr_assert_eq(bres__read_file(path, 4, &buffer), BRES_ERROR_LIMIT);
    cr_assert_not(bres__faults_hit(), "no memory is needed to say so");
    bres__faults_arm(0, 0, false);
    cr_assert_str_eq(bres_last_error_file(), path);
    cr_assert_str_eq(bres_last_error() + strlen(path),
                     ": the file is too large; expected at most 4 bytes");
}

Test(base, read_begins_where_the_descriptor_stands)
{
    bres__buffer buffer;
    char path[4096];
    int fd;

    snprintf(path, sizeof(path), "%s/file", bres_test_directory());
    bres_test_write_file(path, "0123456789", 10);
    fd = open(path, O_RDONLY);
    lseek(fd, 4, SEEK_SET);
    cr_assert_eq(bres__read_fd(fd, path, 6, &buffer), BRES_OK);
    read_check(&buffer, "456789", 6);
    bres__free(buffer.data);
    lseek(fd, 100, SEEK_SET);
    cr_assert_eq(bres__read_fd(fd, path, 6, &buffer), BRES_OK);
    read_check(&buffer, "", 0);
    bres__free(buffer.data);
    close(fd);
}

/* A regular file that reports a size of 0. */
Test(base, read_of_a_file_without_a_size)
{
    bres__buffer buffer;
    struct stat status;

    cr_assert_eq(stat("/proc/self/status", &status), 0);
    cr_assert(S_ISREG(status.st_mode) && status.st_size == 0);
    cr_assert_eq(bres__read_file("/proc/self/status", UINT64_MAX, &buffer), BRES_OK);
    cr_assert_not_null(strstr(buffer.data, "Name:"));
    bres__free(buffer.data);
}

Test(base, read_errors_of_the_system)
{
    char top[4096];
    char path[3][4200];
    static const struct {
        bres_status status;
        int number;
        const char *text;
    } rows[] = {
        { BRES_ERROR_NO_FILE, ENOENT, ": cannot open: No such file or directory" },
        { BRES_ERROR_IO, EISDIR, ": cannot read: Is a directory" },
        { BRES_ERROR_IO, ELOOP, ": cannot open: Too many levels of symbolic links" },
    };
    bres__buffer buffer;

    strcpy(top, bres_test_directory());
    snprintf(path[0], sizeof(path[0]), "%s/absent", top);
    snprintf(path[1], sizeof(path[1]), "%s", top);
    snprintf(path[2], sizeof(path[2]), "%s/loop", top);
    cr_assert_eq(symlink("loop", path[2]), 0);
    for (size_t i = 0; i < 3; i++) {
        buffer = (bres__buffer){ .size = 5 };
        cr_assert_eq(bres__read_file(path[i], UINT64_MAX, &buffer), rows[i].status, "row %zu", i);
        cr_assert_eq(bres_last_error_errno(), rows[i].number, "row %zu", i);
        cr_assert_str_eq(bres_last_error_file(), path[i]);
        cr_assert_str_eq(bres_last_error() + strlen(path[i]), rows[i].text);
        cr_assert(buffer.data == NULL && buffer.size == 0);
    }
    cr_assert_eq(bres__read_fd(-1, "<fd -1>", UINT64_MAX, &buffer), BRES_ERROR_IO);
    cr_assert_eq(bres_last_error_errno(), EBADF);
}

static bres_status read_run(void *context)
{
    bres__buffer buffer = { .data = context, .size = 5 };
    const bres_status status = bres__read_file(context, UINT64_MAX, &buffer);

    if (status == BRES_OK)
        cr_assert_eq(buffer.size, 300000);
    else
        cr_assert(buffer.data == NULL && buffer.size == 0);
    bres__free(buffer.data);
    return status;
}

/* Reads a pipe that was filled and closed before. */
static bres_status read_pipe_run(void *context)
{
    bres__buffer buffer;
    bres_status status;
    int fds[2];

    cr_assert_eq(pipe(fds), 0);
    cr_assert_geq(fcntl(fds[1], F_SETPIPE_SZ, 1 << 19), 300000);
    cr_assert_eq(write(fds[1], context, 300000), 300000);
    close(fds[1]);
    status = bres__read_fd(fds[0], "<pipe>", UINT64_MAX, &buffer);
    cr_assert_eq(buffer.size, status == BRES_OK ? 300000 : 0);
    bres__free(buffer.data);
    close(fds[0]);
    return status;
}

/* Reads a file in several parts, from its fifth byte on. */
static bres_status read_parallel_run(void *context)
{
    const int fd = open(context, O_RDONLY);
    bres__buffer buffer;
    bres_status status;

    lseek(fd, 4, SEEK_SET);
    status = bres__read_fd_parallel(fd, context, UINT64_MAX, 3, &buffer);
    cr_assert_eq(buffer.size, status == BRES_OK ? 2999996 : 0);
    bres__free(buffer.data);
    close(fd);
    return status;
}

Test(base, read_in_parallel_is_a_read)
{
    char *data = read_make_data(3000000);
    bres__buffer buffer;
    char path[4096];

    snprintf(path, sizeof(path), "%s/file", bres_test_directory());
    bres_test_write_file(path, data, 3000000);
    for (size_t threads = 0; threads < 5; threads++) {
        cr_assert_eq(bres__read_file_parallel(path, 2999999, threads, &buffer), BRES_ERROR_LIMIT);
        cr_assert_eq(bres__read_file_parallel(path, 3000000, threads, &buffer), BRES_OK);
        read_check(&buffer, data, 3000000);
        bres__free(buffer.data);
    }
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, read_parallel_run, path);
    bres_test_sweep(BRES__FAULT_IO, BRES_ERROR_IO, read_parallel_run, path);
    bres__free(data);
}

Test(base, read_when_calls_fail)
{
    char *data = read_make_data(300000);
    char path[4096];

    snprintf(path, sizeof(path), "%s/file", bres_test_directory());
    bres_test_write_file(path, data, 300000);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, read_run, path);
    bres_test_sweep(BRES__FAULT_IO, BRES_ERROR_IO, read_run, path);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, read_pipe_run, data);
    bres_test_sweep(BRES__FAULT_IO, BRES_ERROR_IO, read_pipe_run, data);
    bres__free(data);
}

/* One block, far larger than the blocks that malloc() keeps for reuse. */
Test(base, read_of_a_large_file)
{
    const size_t size = ((size_t)66 << 20) + 3;
    bres__buffer buffer;
    char path[4096];
    int fd;

    snprintf(path, sizeof(path), "%s/file", bres_test_directory());
    fd = open(path, O_WRONLY | O_CREAT, 0666);
    cr_assert_eq(ftruncate(fd, (off_t)size - 1), 0);
    cr_assert_eq(pwrite(fd, "x", 1, (off_t)size - 1), 1);
    close(fd);
    cr_assert_eq(bres__read_file(path, size, &buffer), BRES_OK);
    cr_assert_eq(buffer.size, size);
    cr_assert_eq(buffer.data[0], '\0');
    cr_assert_eq(buffer.data[size - 1], 'x');
    bres__free(buffer.data);
    unlink(path);
}
