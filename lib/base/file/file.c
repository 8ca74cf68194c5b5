/* SPDX-License-Identifier: MIT */
#include "base/file/file.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/number/number.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The maximum that Linux transfers in one read() or write(). */
#define FILE_TRANSFER_MAX ((size_t)0x7FFFF000)

/* If a test makes this call fail, sets errno to `number` and returns true. */
static bool file_fault(int number)
{
    if (!BRES__FAULT(BRES__FAULT_IO))
        return false;
    errno = number;
    return true;
}

int bres__openat(int directory, const char *name, int flags, mode_t mode)
{
    int fd;

    do {
        if (file_fault(EIO))
            return -1;
        fd = openat(directory, name, flags | O_CLOEXEC, mode);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

int bres__open(const char *path, int flags, mode_t mode)
{
    return bres__openat(AT_FDCWD, path, flags, mode);
}

/* No retry: Linux has closed the descriptor even when close() fails with EINTR. */
int bres__close(int fd)
{
    return close(fd) == 0 || errno == EINTR ? 0 : -1;
}

/* Reads from the offset `place`, or from the file position if `place` is negative. */
static ssize_t read_full(int fd, void *data, size_t size, off_t place)
{
    size_t done = 0;

    while (done < size) {
        const size_t left = size - done < FILE_TRANSFER_MAX ? size - done : FILE_TRANSFER_MAX;
        char *into = (char *)data + done;
        ssize_t got;

        if (file_fault(EIO))
            return -1;
        got = place < 0 ? read(fd, into, left) : pread(fd, into, left, place + (off_t)done);
        if (got == 0)
            break;
        if (got > 0)
            done += (size_t)got;
        else if (errno != EINTR)
            return -1;
    }
    return (ssize_t)done;
}

ssize_t bres__read_full(int fd, void *data, size_t size)
{
    return read_full(fd, data, size, -1);
}

ssize_t bres__pread_full(int fd, void *data, size_t size, off_t place)
{
    return read_full(fd, data, size, place);
}

int bres__write_full(int fd, const void *data, size_t size)
{
    size_t done = 0;

    while (done < size) {
        const size_t left = size - done;
        ssize_t put;

        if (file_fault(ENOSPC))
            return -1;
        put = write(fd, (const char *)data + done,
                    left < FILE_TRANSFER_MAX ? left : FILE_TRANSFER_MAX);
        if (put > 0) {
            done += (size_t)put;
        } else if (put == 0) {
            /* No error and no progress: a retry might never end. */
            errno = EIO;
            return -1;
        } else if (errno != EINTR) {
            return -1;
        }
    }
    return 0;
}

int bres__fsync(int fd)
{
    int result;

    do {
        if (file_fault(EIO))
            return -1;
        result = fsync(fd);
    } while (result != 0 && errno == EINTR);
    return result;
}

int bres__fdatasync(int fd)
{
    int result;

    do {
        if (file_fault(EIO))
            return -1;
        result = fdatasync(fd);
    } while (result != 0 && errno == EINTR);
    return result;
}

int bres__ftruncate(int fd, off_t size)
{
    int result;

    do {
        if (file_fault(EIO))
            return -1;
        result = ftruncate(fd, size);
    } while (result != 0 && errno == EINTR);
    return result;
}

/* A test makes this call unsupported rather than fail, so that the caller's fallback is tested. */
int bres__syncfs(int fd)
{
    return file_fault(ENOSYS) ? -1 : syncfs(fd);
}

int bres__rename(const char *from, const char *to)
{
    return file_fault(EIO) ? -1 : rename(from, to);
}

int bres__unlink(const char *path)
{
    return file_fault(EIO) ? -1 : unlink(path);
}

int bres__unlinkat(int directory, const char *name)
{
    return file_fault(EIO) ? -1 : unlinkat(directory, name, 0);
}

int bres__stat(const char *path, struct stat *status)
{
    return file_fault(EIO) ? -1 : stat(path, status);
}

int bres__fstat(int fd, struct stat *status)
{
    return file_fault(EIO) ? -1 : fstat(fd, status);
}

ssize_t bres__readlink(const char *path, char *target, size_t size)
{
    return file_fault(EIO) ? -1 : readlink(path, target, size);
}

int bres__fchmod(int fd, mode_t mode)
{
    return file_fault(EIO) ? -1 : fchmod(fd, mode);
}

int bres__mkdir(const char *path, mode_t mode)
{
    return file_fault(EIO) ? -1 : mkdir(path, mode);
}

int bres__fstatat(int directory, const char *name, struct stat *status)
{
    return file_fault(EIO) ? -1 : fstatat(directory, name, status, 0);
}

int bres__mkdtemp(char *path)
{
    return file_fault(EIO) || mkdtemp(path) == NULL ? -1 : 0;
}

int bres__rmdir(const char *path)
{
    return file_fault(EIO) ? -1 : rmdir(path);
}

/* The next entry; NULL, with errno 0 at the end. */
static struct dirent *file_next_entry(DIR *stream)
{
    if (file_fault(EIO))
        return NULL;
    errno = 0;
    return readdir(stream);
}

int bres__list_directory(int directory, bool (*entry)(void *context, const char *name),
                         void *context)
{
    const int fd = bres__openat(directory, ".", O_RDONLY | O_DIRECTORY, 0);
    DIR *stream = fd >= 0 ? fdopendir(fd) : NULL;
    struct dirent *found;
    int number;

    if (stream == NULL) {
        number = errno;
        if (fd >= 0)
            close(fd);
        errno = number;
        return -1;
    }
    while ((found = file_next_entry(stream)) != NULL) {
        if (!entry(context, found->d_name)) {
            errno = ENOMEM;
            break;
        }
    }
    number = errno;
    closedir(stream);
    errno = number;
    return number == 0 ? 0 : -1;
}

bool bres__split_path(const char *path, char **directory, char **base)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    size_t length = (size_t)(name - path);

    while (length > 1 && path[length - 1] == '/')
        length--;
    *directory = bres__malloc(length + 1);
    *base = bres__strdup(name);
    if (*directory == NULL || *base == NULL) {
        bres__free(*directory);
        bres__free(*base);
        *directory = NULL;
        *base = NULL;
        return false;
    }
    memcpy(*directory, path, length);
    (*directory)[length] = '\0';
    return true;
}

bres_status bres__make_parents(const char *path)
{
    bres_status status = BRES_OK;
    struct stat parent;
    char *directory;
    char *base;

    if (!bres__split_path(path, &directory, &base))
        return bres__error_memory();
    if (directory[0] == '\0' || bres__stat(directory, &parent) == 0)
        goto out;
    if (errno != ENOENT) {
        status = bres__error_system("create directory", directory);
        goto out;
    }
    for (char *slash = directory + 1;; slash++) {
        const char kept = *slash;

        if (kept != '/' && kept != '\0')
            continue;
        *slash = '\0';
        if (bres__mkdir(directory, 0777) != 0 && errno != EEXIST) {
            status = bres__error_system("create directory", directory);
            goto out;
        }
        *slash = kept;
        if (kept == '\0')
            break;
    }
out:
    bres__free(directory);
    bres__free(base);
    return status;
}

void bres__sync_parent(const char *path)
{
    const char *slash = strrchr(path, '/');
    char directory[PATH_MAX] = ".";
    int fd;

    if (slash != NULL)
        bres__format(directory, sizeof(directory), "%.*s", (int)(slash - path) + 1, path);
    fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}
