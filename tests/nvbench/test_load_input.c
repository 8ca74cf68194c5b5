/* SPDX-License-Identifier: MIT */
/*
 * Inputs of a load: path, memory, descriptor, and the options.
 */
#include "support/loading.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char small[] =
    "{\"benchmarks\": [{\"name\": \"b\", \"states\": [{\"name\": \"s\"}]}]}\n";

static void assert_small(bres_result *result)
{
    cr_assert_not_null(result, "%s", bres_last_error());
    cr_assert_str_eq(bres_state_name(bres_test_state(result)), "s");
    bres_result_unref(result);
}

Test(nvbench, load_from_paths_that_cannot_be_read)
{
    static const struct {
        const char *name;
        bres_status status;
        int number;
    } rows[] = {
        { "nothing.json", BRES_ERROR_NO_FILE, ENOENT },
        { "nowhere/r.json", BRES_ERROR_NO_FILE, ENOENT },
        { "file.json/r.json", BRES_ERROR_NO_FILE, ENOTDIR },
        { "dangling.json", BRES_ERROR_NO_FILE, ENOENT },
        { "directory", BRES_ERROR_IO, 0 },
        { "loop.json", BRES_ERROR_IO, ELOOP },
        { "empty.json", BRES_ERROR_SYNTAX, 0 },
    };
    const char *directory = bres_test_directory();
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/file.json", directory);
    bres_test_write_file(path, small, strlen(small));
    snprintf(path, sizeof path, "%s/empty.json", directory);
    bres_test_write_file(path, "", 0);
    snprintf(path, sizeof path, "%s/directory", directory);
    cr_assert_eq(mkdir(path, 0777), 0);
    snprintf(path, sizeof path, "%s/loop.json", directory);
    cr_assert_eq(symlink("loop.json", path), 0);
    snprintf(path, sizeof path, "%s/dangling.json", directory);
    cr_assert_eq(symlink("nothing.json", path), 0);
    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result = (bres_result *)&path;

        snprintf(path, sizeof path, "%s/%s", directory, rows[i].name);
        cr_assert_eq(bres_result_load(path, NULL, &result), rows[i].status, "%s: %s", path,
                     bres_last_error());
        cr_assert_null(result);
        cr_assert_str_eq(bres_last_error_file(), path);
        cr_assert_eq(bres_last_error_errno(), rows[i].number, "%s: %s", path, bres_last_error());
    }
}

/* The system refuses access, except to root. */
Test(nvbench, load_from_a_file_without_permission)
{
    const char *directory = bres_test_directory();
    bres_result *result;
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/r.json", directory);
    bres_test_write_file(path, small, strlen(small));
    cr_assert_eq(chmod(path, 0), 0);
    if (bres_result_load(path, NULL, &result) == BRES_OK) {
        cr_assert_eq(geteuid(), 0);
        assert_small(result);
        return;
    }
    cr_assert_eq(bres_last_error_status(), BRES_ERROR_IO);
    cr_assert_eq(bres_last_error_errno(), EACCES);
}

Test(nvbench, load_from_paths)
{
    const char *directory = bres_test_directory();
    bres_result *result;
    char path[PATH_MAX];
    char name[PATH_MAX];

    snprintf(path, sizeof path, "%s/r.json", directory);
    bres_test_write_file(path, small, strlen(small));
    cr_assert_eq(bres_result_load(path, NULL, &result), BRES_OK, "%s", bres_last_error());
    cr_assert_str_eq(bres_result_path(result), path);
    assert_small(result);

    snprintf(name, sizeof name, "%s/link.json", directory);
    cr_assert_eq(symlink("r.json", name), 0);
    cr_assert_eq(bres_result_load(name, NULL, &result), BRES_OK, "%s", bres_last_error());
    cr_assert_str_eq(bres_result_path(result), name);
    assert_small(result);
}

/* A load of an endless device stops at the size limit. */
Test(nvbench, load_from_a_device_without_end)
{
    bres_load_options options = bres_test_options(0, NULL);
    bres_result *result;

    options.max_bytes = 100000;
    cr_assert_eq(bres_result_load("/dev/zero", &options, &result), BRES_ERROR_LIMIT);
    cr_assert_null(result);
    cr_assert_str_eq(bres_last_error_file(), "/dev/zero");
    cr_assert_eq(bres_result_load("/dev/null", &options, &result), BRES_ERROR_SYNTAX);
}

Test(nvbench, load_from_memory)
{
    char *copy = malloc(strlen(small));
    bres_load_options options;
    bres_result *result;

    /* The text has no final NUL, and is freed after the load. */
    memcpy(copy, small, strlen(small));
    cr_assert_eq(bres_result_load_memory(copy, strlen(small), NULL, &result), BRES_OK);
    memset(copy, 'x', strlen(small));
    free(copy);
    cr_assert_str_eq(bres_result_path(result), "<memory>");
    assert_small(result);

    bres_load_options_init(&options);
    options.name = "some.json";
    cr_assert_eq(bres_result_load_memory("[", 1, &options, &result), BRES_ERROR_SYNTAX);
    cr_assert_str_eq(bres_last_error_file(), "some.json");
    cr_assert_eq(bres_result_load_memory(NULL, 0, &options, &result), BRES_ERROR_SYNTAX);
    cr_assert(strstr(bres_last_error(), "empty") != NULL, "%s", bres_last_error());
    cr_assert_eq(bres_result_load_memory("", 0, &options, &result), BRES_ERROR_SYNTAX);
}

typedef struct pipe_feeder {
    int fd;
    size_t step;
} pipe_feeder;

/* Writes the text in small parts, one system call each. */
static void *feed(void *argument)
{
    const pipe_feeder *feeder = argument;

    for (size_t done = 0; done < strlen(small);) {
        size_t left = strlen(small) - done;
        ssize_t wrote = write(feeder->fd, small + done, left < feeder->step ? left : feeder->step);

        if (wrote < 0)
            break;
        done += (size_t)wrote;
    }
    close(feeder->fd);
    return NULL;
}

Test(nvbench, load_from_a_pipe)
{
    static const size_t steps[] = { 1, 7, 1000 };

    for (size_t i = 0; i < COUNT(steps); i++) {
        int fds[2];
        char name[32];
        pthread_t thread;
        bres_result *result;

        cr_assert_eq(pipe(fds), 0);
        pipe_feeder feeder = { fds[1], steps[i] };
        cr_assert_eq(pthread_create(&thread, NULL, feed, &feeder), 0);
        cr_assert_eq(bres_result_load_fd(fds[0], NULL, &result), BRES_OK, "%s", bres_last_error());
        pthread_join(thread, NULL);
        snprintf(name, sizeof name, "<fd %d>", fds[0]);
        cr_assert_str_eq(bres_result_path(result), name);
        assert_small(result);
        cr_assert_eq(close(fds[0]), 0, "it stays open");
    }
}

/* A load reads from the descriptor's file offset. */
Test(nvbench, load_from_the_middle_of_a_file)
{
    static const char before[] = "not JSON at all\n";
    bres_load_options options = bres_test_options(0, NULL);
    const char *directory = bres_test_directory();
    bres_result *result;
    char path[PATH_MAX];
    char text[256];
    int fd;

    snprintf(path, sizeof path, "%s/r.json", directory);
    snprintf(text, sizeof text, "%s%s", before, small);
    bres_test_write_file(path, text, strlen(text));
    fd = open(path, O_RDONLY);
    cr_assert_eq(lseek(fd, (off_t)strlen(before), SEEK_SET), (off_t)strlen(before));
    cr_assert_eq(bres_result_load_fd(fd, &options, &result), BRES_OK, "%s", bres_last_error());
    cr_assert_str_eq(bres_result_path(result), "r.json");
    assert_small(result);
    /* The offset is at the end of the file. */
    cr_assert_eq(bres_result_load_fd(fd, &options, &result), BRES_ERROR_SYNTAX);
    cr_assert(strstr(bres_last_error(), "empty") != NULL, "%s", bres_last_error());
    close(fd);
}

Test(nvbench, load_from_descriptors_that_cannot_be_read)
{
    const char *directory = bres_test_directory();
    bres_result *result;
    char path[PATH_MAX];
    int fd;

    cr_assert_eq(bres_result_load_fd(-1, NULL, &result), BRES_ERROR_IO);
    cr_assert_eq(bres_last_error_errno(), EBADF);
    cr_assert_str_eq(bres_last_error_file(), "<fd -1>");
    fd = open(directory, O_RDONLY);
    cr_assert_eq(bres_result_load_fd(fd, NULL, &result), BRES_ERROR_IO);
    cr_assert_eq(bres_last_error_errno(), EISDIR);
    close(fd);
    snprintf(path, sizeof path, "%s/w.json", directory);
    fd = open(path, O_WRONLY | O_CREAT, 0666);
    cr_assert_eq(bres_result_load_fd(fd, NULL, &result), BRES_ERROR_IO);
    cr_assert_eq(bres_last_error_errno(), EBADF);
    close(fd);
}

Test(nvbench, load_options_have_defaults)
{
    bres_load_options options;

    memset(&options, 0xff, sizeof options);
    bres_load_options_init(&options);
    bres_load_options_init(NULL);
    cr_assert_eq(options.size, sizeof options);
    cr_assert_eq(options.flags, 0);
    cr_assert_eq(options.threads, 0);
    cr_assert(options.log == NULL && options.log_user == NULL);
    cr_assert(options.name == NULL && options.directory == NULL);
    cr_assert_eq(options.max_bytes, UINT64_C(4) << 30);
    cr_assert_eq(options.max_states, 10000000);
    cr_assert_eq(options.max_string, UINT64_C(16) << 20);
    cr_assert_eq(options.max_depth, 256);
    cr_assert_eq(options.reserved, 0);
}

/* An options struct of another library version. */
Test(nvbench, load_options_grow)
{
    struct {
        bres_load_options options;
        unsigned char tail[64];
    } larger;
    static const struct {
        size_t size;
        int tail;
        bres_status status;
    } rows[] = {
        { sizeof(bres_load_options), 1, BRES_OK },
        { sizeof larger, 0, BRES_OK },
        { sizeof larger, 1, BRES_ERROR_VERSION },
        { sizeof(bres_load_options) + 1, 1, BRES_ERROR_VERSION },
        { sizeof(bres_load_options) - 1, 0, BRES_ERROR_VERSION },
        { 8, 0, BRES_ERROR_VERSION },
        { 0, 0, BRES_ERROR_VERSION },
        { SIZE_MAX, 0, BRES_ERROR_VERSION },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result;

        bres_load_options_init(&larger.options);
        memset(larger.tail, rows[i].tail, sizeof larger.tail);
        larger.options.size = rows[i].size;
        cr_assert_eq(bres_result_load_memory(small, strlen(small), &larger.options, &result),
                     rows[i].status, "row %zu: %s", i, bres_last_error());
        cr_assert_eq(result != NULL, rows[i].status == BRES_OK);
        bres_result_unref(result);
    }
}

Test(nvbench, load_options_out_of_range)
{
    for (int row = 0; row < 6; row++) {
        bres_load_options options;
        bres_result *result;
        bres_status status = BRES_ERROR_ARGUMENT;

        bres_load_options_init(&options);
        switch (row) {
        case 0:
            options.flags = 8;
            break;
        case 1:
            options.flags = UINT32_C(1) << 31;
            break;
        case 2:
            options.reserved = 1;
            break;
        case 3:
            options.max_depth = 1025;
            break;
        case 4:
            options.max_depth = 1024;
            status = BRES_OK;
            break;
        default:
            options.flags = BRES_LOAD_LENIENT | BRES_LOAD_CWD_FALLBACK | BRES_LOAD_CONFINE;
            status = BRES_OK;
        }
        cr_assert_eq(bres_result_load_memory(small, strlen(small), &options, &result), status,
                     "row %d: %s", row, bres_last_error());
        bres_result_unref(result);
        cr_assert_eq(bres_result_load_fd(-1, &options, &result),
                     status == BRES_OK ? BRES_ERROR_IO : status, "row %d", row);
        cr_assert_eq(bres_result_load("/nonexistent/r.json", &options, &result),
                     status == BRES_OK ? BRES_ERROR_NO_FILE : status, "row %d", row);
    }
}

Test(nvbench, load_wants_its_arguments)
{
    bres_result *result;

    cr_assert_eq(bres_result_load(NULL, NULL, &result), BRES_ERROR_ARGUMENT);
    cr_assert_null(result);
    cr_assert_eq(bres_result_load("r.json", NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_result_load_memory(NULL, 1, NULL, &result), BRES_ERROR_ARGUMENT);
    cr_assert_null(result);
    cr_assert_eq(bres_result_load_memory("", 0, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_result_load_fd(0, NULL, NULL), BRES_ERROR_ARGUMENT);
}
