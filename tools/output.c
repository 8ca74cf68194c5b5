/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* 0, or -1 with errno. */
static int write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(fd, text, length);

        if (written < 0 && errno != EINTR)
            return -1;
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
    return 0;
}

/* Closes the descriptor in any case and keeps the errno of what failed first. */
static int write_and_close(int fd, const char *text, size_t length, bool flush)
{
    int result = write_all(fd, text, length);
    int error;

    if (result == 0 && flush)
        result = fsync(fd);
    error = errno;
    if (close(fd) != 0 && result == 0) {
        result = -1;
        error = errno;
    }
    errno = error;
    return result;
}

/* The permissions that a new file gets. */
static mode_t new_file_mode(void)
{
    const mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

/* Writes beside the target and renames. `old` is what is there already, or NULL. */
static int replace_file(const char *target, const struct stat *old, const char *text, size_t length)
{
    const size_t size = strlen(target) + sizeof ".XXXXXX";
    char *temporary = malloc(size);
    int result = -1;
    int error;
    int fd;

    if (temporary == NULL)
        return -1;
    snprintf(temporary, size, "%s.XXXXXX", target);
    fd = mkstemp(temporary);
    if (fd < 0)
        goto out;
    if (fchmod(fd, old != NULL ? old->st_mode & 07777 : new_file_mode()) == 0)
        result = write_and_close(fd, text, length, true);
    else
        close(fd);
    if (result == 0)
        result = rename(temporary, target);
    error = errno;
    if (result != 0)
        unlink(temporary);
    errno = error;
out:
    free(temporary);
    return result;
}

static int write_file(const char *path, const char *text, size_t length)
{
    struct stat old;
    char *target;
    int result;
    int fd;

    if (stat(path, &old) != 0)
        return errno == ENOENT ? replace_file(path, NULL, text, length) : -1;
    if (!S_ISREG(old.st_mode)) {
        fd = open(path, O_WRONLY | O_CLOEXEC);
        return fd < 0 ? -1 : write_and_close(fd, text, length, false);
    }
    target = realpath(path, NULL);
    if (target == NULL)
        return -1;
    result = replace_file(target, &old, text, length);
    free(target);
    return result;
}

int tool_write(const char *path, const char *text, size_t length)
{
    if (path == NULL || strcmp(path, "-") == 0) {
        if (fflush(stdout) != 0 || write_all(STDOUT_FILENO, text, length) != 0)
            return tool_error("cannot write to the standard output: %s", strerror(errno));
    } else if (write_file(path, text, length) != 0) {
        return tool_error("cannot write '%s': %s", path, strerror(errno));
    }
    return TOOL_DONE;
}
