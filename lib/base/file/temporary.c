/* SPDX-License-Identifier: MIT */
#include "base/file/temporary.h"

#include "base/alloc.h"
#include "base/fault.h"
#include "base/file/file.h"
#include "base/number/number.h"
#include "base/text/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#define NAMES_MAX   100
/* This many names are always searched for abandoned files, later names only up to the first gap. */
#define NAMES_SWEPT 8
/* Bytes of the file's name in its temporary name, which must not exceed NAME_MAX. */
#define NAME_PART   200

static char *temporary_name(const char *path, int number)
{
    bres__text name = { 0 };
    char *directory;
    char *base;

    if (!bres__split_path(path, &directory, &base)) {
        errno = ENOMEM;
        return NULL;
    }
    bres__text_puts(&name, directory);
    if (directory[0] != '\0' && directory[1] != '\0')
        bres__text_puts(&name, "/");
    bres__text_printf(&name, ".%.*s.tmp-%d", NAME_PART, base, number);
    bres__free(directory);
    bres__free(base);
    errno = ENOMEM;
    return bres__text_steal(&name);
}

/* Removes the file if its process has ended. Returns false if no file has this name. Ignores
 * failures: a file that remains does no harm. */
static bool left_remove(const char *name)
{
    const int fd = open(name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
    struct stat status;
    bool is_at = false;

    if (fd < 0)
        return errno != ENOENT && errno != ENOTDIR;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
        bres__file_is_at(fd, name, &is_at) == 0 && is_at)
        (void)unlink(name);
    close(fd);
    return true;
}

static int left_remove_all(const char *path)
{
    bool found = true;

    for (int number = 0; number < NAMES_MAX && (found || number < NAMES_SWEPT); number++) {
        char *name = temporary_name(path, number);

        if (name == NULL)
            return -1;
        found = left_remove(name);
        bres__free(name);
    }
    return 0;
}

/* The path with which linkat() can name an unnamed file. Returns false if /proc is unavailable. */
static bool descriptor_path(int fd, char *path, size_t size)
{
    bres__format(path, size, "/proc/self/fd/%d", fd);
    return access(path, F_OK) == 0;
}

static int unnamed_open(const char *directory, mode_t mode)
{
    char path[32];
    int fd;

    if (BRES__FAULT(BRES__FAULT_UNNAMED)) {
        errno = EOPNOTSUPP;
        return -1;
    }
    fd = bres__open(directory[0] != '\0' ? directory : ".", O_RDWR | O_TMPFILE, mode);
    if (fd < 0 || descriptor_path(fd, path, sizeof(path)))
        return fd;
    close(fd);
    errno = EOPNOTSUPP;
    return -1;
}

/* Ignores that a file system has no locks. */
static int temporary_lock(const bres__temporary *temporary)
{
    return bres__lock(temporary->fd) == 0 || bres__lock_is_unsupported(errno) ? 0 : -1;
}

/* Locks a named file. *own is false if another process has locked or removed the file between its
 * creation and the lock. */
static int named_take(bres__temporary *temporary, bool *own)
{
    *own = false;
    if (temporary_lock(temporary) != 0)
        return errno == EWOULDBLOCK ? 0 : -1;
    return bres__file_is_at(temporary->fd, temporary->name, own);
}

static int named_open(bres__temporary *temporary, const char *path, mode_t mode)
{
    for (int number = 0; number < NAMES_MAX; number++) {
        bool own = false;
        char *name = temporary_name(path, number);

        if (name == NULL)
            return -1;
        temporary->fd = bres__open(name, O_RDWR | O_CREAT | O_EXCL, mode);
        if (temporary->fd < 0) {
            bres__free(name);
            if (errno != EEXIST)
                return -1;
            continue;
        }
        temporary->name = name;
        if (named_take(temporary, &own) != 0)
            return -1;
        if (own)
            return 0;
        /* Another process has taken the name, so this process must not remove the file. */
        bres__free(temporary->name);
        temporary->name = NULL;
        bres__temporary_close(temporary);
    }
    errno = EEXIST;
    return -1;
}

int bres__temporary_open(bres__temporary *temporary, const char *path, mode_t mode)
{
    char *directory;
    char *base;
    int result;

    *temporary = BRES__TEMPORARY_NONE;
    if (left_remove_all(path) != 0)
        return -1;
    if (!bres__split_path(path, &directory, &base)) {
        errno = ENOMEM;
        return -1;
    }
    temporary->fd = unnamed_open(directory, mode);
    bres__free(directory);
    bres__free(base);
    if (temporary->fd >= 0)
        result = temporary_lock(temporary);
    else if (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)
        result = named_open(temporary, path, mode);
    else
        result = -1;
    if (result != 0)
        bres__temporary_close(temporary);
    return result;
}

static int unnamed_link(const bres__temporary *temporary, const char *path)
{
    char descriptor[32];

    if (BRES__FAULT(BRES__FAULT_IO)) {
        errno = EIO;
        return -1;
    }
    bres__format(descriptor, sizeof(descriptor), "/proc/self/fd/%d", temporary->fd);
    return linkat(AT_FDCWD, descriptor, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

/* Gives an unnamed file a temporary name, because linkat() cannot replace a file. */
static int unnamed_name(bres__temporary *temporary, const char *path)
{
    for (int number = 0; number < NAMES_MAX; number++) {
        char *name = temporary_name(path, number);

        if (name == NULL)
            return -1;
        if (unnamed_link(temporary, name) == 0) {
            temporary->name = name;
            return 0;
        }
        bres__free(name);
        if (errno != EEXIST)
            return -1;
    }
    return -1;
}

int bres__temporary_replace(bres__temporary *temporary, const char *path)
{
    if (temporary->name == NULL && unnamed_name(temporary, path) != 0)
        return -1;
    if (bres__rename(temporary->name, path) != 0)
        return -1;
    bres__free(temporary->name);
    temporary->name = NULL;
    return 0;
}

static int named_link(const bres__temporary *temporary, const char *path)
{
    if (BRES__FAULT(BRES__FAULT_IO)) {
        errno = EIO;
        return -1;
    }
    if (link(temporary->name, path) == 0)
        return 0;
    /* The file system does not support hard links. */
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS)
        return -1;
    return renameat2(AT_FDCWD, temporary->name, AT_FDCWD, path, RENAME_NOREPLACE);
}

int bres__temporary_publish(bres__temporary *temporary, const char *path)
{
    if (temporary->name == NULL)
        return unnamed_link(temporary, path);
    if (named_link(temporary, path) != 0)
        return -1;
    unlink(temporary->name);
    bres__free(temporary->name);
    temporary->name = NULL;
    return 0;
}

void bres__temporary_close(bres__temporary *temporary)
{
    const int number = errno;

    if (temporary->name != NULL)
        unlink(temporary->name);
    if (temporary->fd >= 0)
        close(temporary->fd);
    bres__free(temporary->name);
    *temporary = BRES__TEMPORARY_NONE;
    errno = number;
}
