/* SPDX-License-Identifier: MIT */
#include "base/alloc.h"
#include "base/error.h"
#include "base/file/file.h"
#include "base/file/temporary.h"
#include "base/number/number.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define OUTPUT_BUFFER_SIZE ((size_t)128 << 10)
#define OUTPUT_LINKS_MAX   40

struct bres__output {
    int fd;                    /* receives the bytes */
    bool owns_fd;              /* the output must close `fd` */
    bool replaces;             /* `fd` is that of `temporary`, which replaces `target` */
    int error_number;          /* errno of the first write that failed */
    char *name;                /* the path as given, for messages */
    char *target;              /* the path with symbolic links followed */
    bres__temporary temporary; /* owns its descriptor */
    size_t used;
    char buffer[OUTPUT_BUFFER_SIZE];
};

static bres__output *output_new(const char *name)
{
    bres__output *output = bres__malloc(sizeof(*output));

    if (output == NULL)
        return NULL;
    output->fd = -1;
    output->owns_fd = true;
    output->replaces = false;
    output->error_number = 0;
    output->target = NULL;
    output->temporary = BRES__TEMPORARY_NONE;
    output->used = 0;
    output->name = bres__strdup(name);
    if (output->name == NULL) {
        bres__free(output);
        return NULL;
    }
    return output;
}

static void output_free(bres__output *output)
{
    bres__temporary_close(&output->temporary);
    bres__free(output->target);
    bres__free(output->name);
    bres__free(output);
}

static char *output_join(const char *directory, const char *name)
{
    const char *slash = directory[0] == '\0' || strcmp(directory, "/") == 0 ? "" : "/";
    const size_t size = strlen(directory) + strlen(slash) + strlen(name) + 1;
    char *path = bres__malloc(size);

    if (path != NULL)
        snprintf(path, size, "%s%s%s", directory, slash, name);
    return path;
}

/* Replaces *path with the target of the symbolic link there. Returns false with errno on failure:
 * EINVAL if *path is not a link, ENOENT if it does not exist. */
static bool output_follow_link(char **path)
{
    char link[PATH_MAX + 1];
    const ssize_t length = bres__readlink(*path, link, sizeof(link) - 1);
    char *directory;
    char *base;
    char *target;

    if (length < 0)
        return false;
    link[length] = '\0';
    if (!bres__split_path(*path, &directory, &base))
        return false;
    target = output_join(link[0] == '/' ? "" : directory, link);
    bres__free(directory);
    bres__free(base);
    if (target == NULL)
        return false;
    bres__free(*path);
    *path = target;
    return true;
}

/* The descriptor number in a path such as /proc/self/fd/1, else -1. The descriptor's owner may be
 * appending to a file with it, so that file must be neither replaced nor reopened. */
static int output_descriptor(const char *path)
{
    static const char *const directories[] = { "/proc/self/fd/", "/dev/fd/" };

    for (size_t i = 0; i < sizeof(directories) / sizeof(directories[0]); i++) {
        const size_t length = strlen(directories[i]);
        int64_t number;

        if (strncmp(path, directories[i], length) == 0 &&
            bres__parse_int64(path + length, strlen(path + length), &number) == BRES__PARSE_OK &&
            number >= 0 && number <= INT_MAX)
            return (int)number;
    }
    return -1;
}

/* Follows symbolic links from output->name to an existing or new file, or to a descriptor that is
 * already open. Returns 0, or -1 with errno. */
static int output_find_target(bres__output *output)
{
    int links = 0;

    output->target = bres__strdup(output->name);
    if (output->target == NULL)
        return -1;
    do {
        output->fd = output_descriptor(output->target);
        if (output->fd >= 0) {
            output->owns_fd = false;
            return 0;
        }
        if (++links > OUTPUT_LINKS_MAX) {
            errno = ELOOP;
            return -1;
        }
    } while (output_follow_link(&output->target));
    return errno == EINVAL || errno == ENOENT ? 0 : -1;
}

/* Opens a temporary file in the target's directory. Returns 0, or -1 with errno. */
static int output_create(bres__output *output, mode_t mode)
{
    if (bres__temporary_open(&output->temporary, output->target, mode) != 0)
        return -1;
    output->fd = output->temporary.fd;
    output->owns_fd = false;
    output->replaces = true;
    return 0;
}

/* Sets the mode of the new file. Ignores a refusal, because some mounts fix the owner or the mode
 * of files: the new file then has at most the permissions it was created with. */
static int output_set_mode(const bres__output *output, mode_t mode)
{
    struct stat status;

    if (bres__fstat(output->fd, &status) != 0)
        return -1;
    if ((status.st_mode & 07777) == mode || bres__fchmod(output->fd, mode) == 0)
        return 0;
    return errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS ? 0 : -1;
}

/* Opens the file that receives the bytes: a temporary file, or the target itself if it is not a
 * regular file. Returns 0, or -1 with errno. */
static int output_prepare(bres__output *output)
{
    struct stat status;
    bool exists;

    if (output_find_target(output) != 0)
        return -1;
    if (output->fd >= 0)
        return 0;
    exists = bres__stat(output->target, &status) == 0;
    if (!exists && errno != ENOENT)
        return -1;
    if (!exists)
        return output_create(output, 0666);
    if (!S_ISREG(status.st_mode)) {
        output->fd = bres__open(output->target, O_WRONLY | O_NOCTTY, 0);
        return output->fd >= 0 ? 0 : -1;
    }
    if (output_create(output, status.st_mode & 0777) != 0)
        return -1;
    return output_set_mode(output, status.st_mode & 07777);
}

bres_status bres__output_open(const char *path, bres__output **output)
{
    bres__output *opened;
    bres_status status;

    *output = NULL;
    opened = output_new(path);
    if (opened == NULL)
        return bres__error_memory();
    if (output_prepare(opened) != 0) {
        status = bres__error_system("write", path);
        bres__output_discard(opened);
        return status;
    }
    *output = opened;
    return BRES_OK;
}

bres_status bres__output_open_fd(int fd, bres__output **output)
{
    char name[32];
    bres__output *opened;

    *output = NULL;
    snprintf(name, sizeof(name), "<fd %d>", fd);
    opened = output_new(name);
    if (opened == NULL)
        return bres__error_memory();
    opened->fd = fd;
    opened->owns_fd = false;
    *output = opened;
    return BRES_OK;
}

static void output_put(bres__output *output, const char *data, size_t size)
{
    if (output->error_number == 0 && bres__write_full(output->fd, data, size) != 0)
        output->error_number = errno;
}

static void output_flush(bres__output *output)
{
    output_put(output, output->buffer, output->used);
    output->used = 0;
}

void bres__output_write(bres__output *output, const char *data, size_t size)
{
    if (size > sizeof(output->buffer) - output->used)
        output_flush(output);
    if (size > sizeof(output->buffer)) {
        output_put(output, data, size);
    } else if (size != 0) {
        memcpy(output->buffer + output->used, data, size);
        output->used += size;
    }
}

/* Closes the descriptor if the output owns it. Returns 0, or -1 with errno. */
static int output_close(bres__output *output)
{
    const int fd = output->fd;

    output->fd = -1;
    return fd >= 0 && output->owns_fd ? bres__close(fd) : 0;
}

/* Writes the buffered bytes and moves the file to its path. Returns 0, or -1 with errno. */
static int output_finish(bres__output *output)
{
    output_flush(output);
    if (output->error_number != 0) {
        errno = output->error_number;
        return -1;
    }
    if (!output->replaces)
        return output_close(output);
    if (bres__fsync(output->fd) != 0 ||
        bres__temporary_replace(&output->temporary, output->target) != 0)
        return -1;
    /* A failure here does not undo the rename, so it is ignored. */
    bres__sync_parent(output->target);
    return 0;
}

bres_status bres__output_commit(bres__output *output)
{
    bres_status status = BRES_OK;

    if (output_finish(output) != 0)
        status = bres__error_system("write", output->name);
    bres__output_discard(output);
    return status;
}

void bres__output_discard(bres__output *output)
{
    if (output == NULL)
        return;
    output_close(output);
    output_free(output);
}

bool bres__output_replaces_file(const bres__output *output)
{
    return output->replaces;
}

bres_status bres_write_file(const char *path, const char *data, size_t size)
{
    bres__output *output;
    bres_status status;

    if (path == NULL || (data == NULL && size > 0))
        return bres__error(BRES_ERROR_ARGUMENT, "bres_write_file: path or data is NULL");
    status = bres__output_open(path, &output);
    if (status != BRES_OK)
        return status;
    bres__output_write(output, data, size);
    return bres__output_commit(output);
}
