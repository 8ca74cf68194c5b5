/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* A directory for one test, and paths in it. */
typedef struct output_place {
    char top[2048];
    char file[2200];
    char other[2200];
} output_place;

static void output_set_up(output_place *place)
{
    strcpy(place->top, bres_test_directory());
    snprintf(place->file, sizeof(place->file), "%s/file", place->top);
    snprintf(place->other, sizeof(place->other), "%s/other", place->top);
}

static size_t output_count_entries(const char *directory)
{
    DIR *entries = opendir(directory);
    size_t count = 0;

    cr_assert_not_null(entries);
    while (readdir(entries) != NULL)
        count++;
    closedir(entries);
    return count - 2;
}

static void output_check_file(const char *path, const char *text)
{
    char *data = bres_test_read_file(path, NULL);

    cr_assert_str_eq(data, text, "%s holds '%.40s'", path, data);
    free(data);
}

static bres_status output_write_text(const char *path, const char *text)
{
    return bres_write_file(path, text, strlen(text));
}

static mode_t output_mode(const char *path)
{
    struct stat status;

    cr_assert_eq(stat(path, &status), 0);
    return status.st_mode & 07777;
}

Test(base, output_appears_at_commit)
{
    output_place place;
    bres__output *output;

    output_set_up(&place);
    cr_assert_eq(bres__output_open(place.file, &output), BRES_OK);
    cr_assert(bres__output_replaces_file(output));
    bres__output_write(output, "one ", 4);
    bres__output_write(output, "", 0);
    bres__output_write(output, "two", 3);
    cr_assert_neq(access(place.file, F_OK), 0);
    cr_assert_eq(bres__output_commit(output), BRES_OK);
    output_check_file(place.file, "one two");

    cr_assert_eq(bres__output_open(place.file, &output), BRES_OK);
    bres__output_write(output, "three", 5);
    output_check_file(place.file, "one two");
    cr_assert_eq(output_count_entries(place.top), 1);
    cr_assert_eq(bres__output_commit(output), BRES_OK);
    output_check_file(place.file, "three");
    cr_assert_eq(output_count_entries(place.top), 1);
}

Test(base, output_of_a_whole_text)
{
    output_place place;

    output_set_up(&place);
    cr_assert_eq(bres_write_file(place.file, "a\0b", 3), BRES_OK);
    cr_assert_eq(bres_write_file(place.file, "new", 3), BRES_OK);
    output_check_file(place.file, "new");
    cr_assert_eq(bres_write_file(place.file, NULL, 0), BRES_OK);
    output_check_file(place.file, "");
    cr_assert_eq(bres_write_file(place.file, NULL, 1), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_write_file(NULL, "new", 3), BRES_ERROR_ARGUMENT);
    output_check_file(place.file, "");
    cr_assert_eq(output_count_entries(place.top), 1);
}

Test(base, output_discard_leaves_nothing)
{
    output_place place;
    bres__output *output;

    output_set_up(&place);
    bres__output_discard(NULL);
    cr_assert_eq(bres__output_open(place.file, &output), BRES_OK);
    bres__output_write(output, "text", 4);
    bres__output_discard(output);
    cr_assert_eq(output_count_entries(place.top), 0);
}

/* Pieces that are smaller than, equal to and larger than the buffer. */
Test(base, output_of_pieces_of_every_size)
{
    static const size_t sizes[] = {
        1, 1000, 65536, 65537, (128 << 10) - 1, 128 << 10, (128 << 10) + 1, 300000
    };
    char *data = bres__malloc(1300000);
    output_place place;

    output_set_up(&place);
    for (size_t i = 0; i < 1300000; i++)
        data[i] = (char)('!' + i % 89);
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        bres__output *output;
        size_t total = 0;
        size_t size;
        char *written;

        cr_assert_eq(bres__output_open(place.file, &output), BRES_OK);
        for (size_t n = 0; n < 4; n++) {
            bres__output_write(output, data + total, sizes[i]);
            total += sizes[i];
            bres__output_write(output, data + total, 7);
            total += 7;
        }
        cr_assert_eq(bres__output_commit(output), BRES_OK);
        written = bres_test_read_file(place.file, &size);
        cr_assert_eq(size, total);
        cr_assert_eq(memcmp(written, data, total), 0, "pieces of %zu", sizes[i]);
        free(written);
    }
    bres__free(data);
}

Test(base, output_keeps_permissions)
{
    static const mode_t modes[] = { 0600, 0644, 0666, 0604, 0755 };
    const mode_t mask = umask(027);
    output_place place;

    output_set_up(&place);
    cr_assert_eq(output_write_text(place.file, "x"), BRES_OK);
    cr_assert_eq(output_mode(place.file), 0640);
    for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
        chmod(place.file, modes[i]);
        cr_assert_eq(output_write_text(place.file, "y"), BRES_OK);
        cr_assert_eq(output_mode(place.file), modes[i]);
    }
    umask(mask);
}

/* Links with relative and absolute targets, in a chain, and a link to a missing file. */
Test(base, output_follows_symbolic_links)
{
    output_place place;
    char links[4][2200];
    char sub[2200];
    struct stat status;

    output_set_up(&place);
    snprintf(sub, sizeof(sub), "%s/sub", place.top);
    mkdir(sub, 0777);
    for (size_t i = 0; i < 4; i++)
        snprintf(links[i], sizeof(links[i]), i == 1 ? "%s/sub/link%zu" : "%s/link%zu", place.top,
                 i);
    cr_assert_eq(symlink("file", links[0]), 0);
    cr_assert_eq(symlink("../link0", links[1]), 0);
    cr_assert_eq(symlink(links[1], links[2]), 0);
    cr_assert_eq(symlink("sub/new", links[3]), 0);

    bres_test_write_file(place.file, "old", 3);
    cr_assert_eq(output_write_text(links[2], "through links"), BRES_OK);
    output_check_file(place.file, "through links");
    cr_assert_eq(output_write_text(links[3], "dangling"), BRES_OK);
    snprintf(place.other, sizeof(place.other), "%s/sub/new", place.top);
    output_check_file(place.other, "dangling");
    for (size_t i = 0; i < 4; i++) {
        cr_assert_eq(lstat(links[i], &status), 0);
        cr_assert(S_ISLNK(status.st_mode), "link %zu", i);
    }
    cr_assert_eq(output_count_entries(place.top), 5);
    cr_assert_eq(output_count_entries(sub), 2);
}

Test(base, output_of_a_bare_name_and_a_long_one)
{
    output_place place;
    char name[256];
    char before[4096];

    output_set_up(&place);
    cr_assert_not_null(getcwd(before, sizeof(before)));
    cr_assert_eq(chdir(place.top), 0);
    cr_assert_eq(output_write_text("bare", "text"), BRES_OK);
    output_check_file("bare", "text");
    memset(name, 'n', 255);
    name[255] = '\0';
    cr_assert_eq(output_write_text(name, "long"), BRES_OK);
    output_check_file(name, "long");
    cr_assert_eq(output_count_entries("."), 2);
    cr_assert_eq(chdir(before), 0);
}

Test(base, output_errors_of_the_system)
{
    static const struct {
        const char *path; /* appended to the directory */
        bres_status status;
        int number;
    } rows[] = {
        { "/absent/file", BRES_ERROR_NO_FILE, ENOENT },
        { "/other/file", BRES_ERROR_NO_FILE, ENOTDIR },
        { "/loop", BRES_ERROR_IO, ELOOP },
        { "/", BRES_ERROR_IO, EISDIR },
        { "/new/", BRES_ERROR_NO_FILE, ENOENT },
    };
    output_place place;
    char path[2300];

    output_set_up(&place);
    bres_test_write_file(place.other, "", 0);
    snprintf(path, sizeof(path), "%s/loop", place.top);
    cr_assert_eq(symlink("loop", path), 0);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        snprintf(path, sizeof(path), "%s%s", place.top, rows[i].path);
        cr_assert_eq(output_write_text(path, "x"), rows[i].status, "%s", rows[i].path);
        cr_assert_eq(bres_last_error_errno(), rows[i].number, "%s", rows[i].path);
        cr_assert_str_eq(bres_last_error_file(), path);
        cr_assert_eq(output_count_entries(place.top), 2);
    }
    cr_assert_eq(output_write_text("", "x"), BRES_ERROR_NO_FILE);
}

typedef struct output_run_context {
    output_place *place;
    const char *data;
    size_t size;
    bool exists;
    const char *path;
} output_run_context;

/* After any failure, the path has its old file or no file, and no other file is left. */
static bres_status output_run(void *context)
{
    const output_run_context *run = context;
    bres__output *output = NULL;
    bres_status status;
    size_t size;
    char *now;

    if (run->exists)
        bres_test_write_file(run->place->file, "old", 3);
    else
        unlink(run->place->file);
    status = bres__output_open(run->path, &output);
    if (status == BRES_OK) {
        bres__output_write(output, run->data, run->size / 2);
        bres__output_write(output, run->data + run->size / 2, run->size - run->size / 2);
        status = bres__output_commit(output);
    } else {
        cr_assert_null(output);
    }
    if (status == BRES_OK) {
        now = bres_test_read_file(run->place->file, &size);
        cr_assert_eq(size, run->size);
        cr_assert_eq(memcmp(now, run->data, size), 0);
        free(now);
    } else if (run->exists) {
        output_check_file(run->place->file, "old");
    } else {
        cr_assert_neq(access(run->place->file, F_OK), 0);
    }
    cr_assert_eq(output_count_entries(run->place->top), 1u + (status == BRES_OK || run->exists));
    return status;
}

Test(base, output_when_calls_fail)
{
    char *data = bres__calloc(1, 400001);
    output_place place;

    output_set_up(&place);
    cr_assert_eq(symlink("file", place.other), 0);
    for (size_t i = 0; i < 4; i++) {
        output_run_context context = { .place = &place,
                                       .data = data,
                                       .size = 400001,
                                       .exists = i % 2 == 0,
                                       .path = i < 2 ? place.file : place.other };

        bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, output_run, &context);
        bres_test_sweep(BRES__FAULT_IO, BRES_ERROR_IO, output_run, &context);
    }
    bres__free(data);
}

static bres_status output_fd_run(void *context)
{
    bres__output *output = context;
    bres_status status;
    int fd = open("/dev/null", O_WRONLY);

    status = bres__output_open_fd(fd, &output);
    if (status == BRES_OK) {
        bres__output_write(output, "text", 4);
        status = bres__output_commit(output);
    } else {
        cr_assert_null(output);
    }
    cr_assert_eq(close(fd), 0);
    return status;
}

Test(base, output_to_a_descriptor_when_calls_fail)
{
    char unset;

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, output_fd_run, &unset);
    bres_test_sweep(BRES__FAULT_IO, BRES_ERROR_IO, output_fd_run, &unset);
}

/* Output to /dev/full, and with a limit on the size of a file, as on a disk that fills up during
 * the output. */
Test(base, output_to_a_full_disk)
{
    char *data = bres__calloc(1, 400001);
    const struct sigaction ignore = { .sa_handler = SIG_IGN };
    struct sigaction action;
    struct rlimit before;
    struct rlimit limit;
    output_place place;

    cr_assert_eq(output_write_text("/dev/full", "x"), BRES_ERROR_IO);
    cr_assert_eq(bres_last_error_errno(), ENOSPC);
    cr_assert_str_eq(bres_last_error(), "/dev/full: cannot write: No space left on device");

    output_set_up(&place);
    cr_assert_eq(symlink("file", place.other), 0);
    sigaction(SIGXFSZ, &ignore, &action);
    getrlimit(RLIMIT_FSIZE, &before);
    limit = before;
    limit.rlim_cur = 300000;
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    for (size_t i = 0; i < 2; i++) {
        output_run_context context = {
            .place = &place, .data = data, .size = 400001, .exists = i == 0, .path = place.file
        };

        cr_assert_eq(output_run(&context), BRES_ERROR_IO);
        cr_assert_eq(bres_last_error_errno(), EFBIG);
        context.size = 300000;
        cr_assert_eq(output_run(&context), BRES_OK);
    }
    setrlimit(RLIMIT_FSIZE, &before);
    sigaction(SIGXFSZ, &action, NULL);
    bres__free(data);
}

/* Output to a file that is not regular writes to it directly. */
Test(base, output_to_a_pipe)
{
    output_place place;
    bres__output *output;
    char data[8] = "";
    int fds[2];
    int fifo;

    output_set_up(&place);
    cr_assert_eq(mkfifo(place.file, 0666), 0);
    fifo = open(place.file, O_RDONLY | O_NONBLOCK);
    cr_assert_eq(bres__output_open(place.file, &output), BRES_OK);
    cr_assert_not(bres__output_replaces_file(output));
    bres__output_write(output, "fifo", 4);
    cr_assert_eq(bres__output_commit(output), BRES_OK);
    cr_assert_eq(read(fifo, data, sizeof(data)), 4);
    cr_assert_str_eq(data, "fifo");
    close(fifo);

    cr_assert_eq(pipe(fds), 0);
    cr_assert_eq(bres__output_open_fd(fds[1], &output), BRES_OK);
    cr_assert_not(bres__output_replaces_file(output));
    bres__output_write(output, "pipe", 4);
    cr_assert_eq(bres__output_commit(output), BRES_OK);
    cr_assert_eq(bres__output_open_fd(fds[1], &output), BRES_OK);
    bres__output_discard(output);
    cr_assert_eq(close(fds[1]), 0, "the descriptor is not the output's to close");
    cr_assert_eq(read(fds[0], data, sizeof(data)), 4);
    cr_assert_str_eq(data, "pipe");
    close(fds[0]);

    cr_assert_eq(bres__output_open_fd(-1, &output), BRES_OK);
    bres__output_write(output, "x", 1);
    cr_assert_eq(bres__output_commit(output), BRES_ERROR_IO);
    cr_assert_str_eq(bres_last_error(), "<fd -1>: cannot write: Bad file descriptor");
}

/* Output to a path of a descriptor writes to the descriptor, which may be open for appending. */
Test(base, output_to_a_descriptor_by_its_path)
{
    static const char *const formats[] = { "/proc/self/fd/%d", "/dev/fd/%d" };
    output_place place;
    int fd;

    output_set_up(&place);
    bres_test_write_file(place.file, "log\n", 4);
    fd = open(place.file, O_WRONLY | O_APPEND);
    for (size_t i = 0; i < 2; i++) {
        char path[64];

        snprintf(path, sizeof(path), formats[i], fd);
        cr_assert_eq(output_write_text(path, "by path\n"), BRES_OK);
        unlink(place.other);
        cr_assert_eq(symlink(path, place.other), 0);
        cr_assert_eq(output_write_text(place.other, "by link\n"), BRES_OK);
        cr_assert_eq(write(fd, "mine\n", 5), 5);
    }
    close(fd);
    output_check_file(place.file, "log\nby path\nby link\nmine\nby path\nby link\nmine\n");
}
