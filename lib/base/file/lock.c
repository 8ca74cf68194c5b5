/* SPDX-License-Identifier: MIT */
/*
 * Advisory locks of whole files, and the check that a path still names the locked file.
 */
#include "base/fault.h"
#include "base/file/file.h"

#include <errno.h>
#include <sys/file.h>

static int file_flock(int fd, int operation)
{
    int result;

    do {
        if (BRES__FAULT(BRES__FAULT_IO)) {
            errno = EIO;
            return -1;
        }
        result = flock(fd, operation);
    } while (result != 0 && errno == EINTR);
    return result;
}

int bres__lock(int fd)
{
    return file_flock(fd, LOCK_EX | LOCK_NB);
}

int bres__lock_wait(int fd)
{
    return file_flock(fd, LOCK_EX);
}

int bres__lock_shared(int fd)
{
    return file_flock(fd, LOCK_SH | LOCK_NB);
}

void bres__unlock(int fd)
{
    const int number = errno;

    (void)flock(fd, LOCK_UN);
    errno = number;
}

bool bres__lock_is_unsupported(int number)
{
    return number == ENOLCK || number == ENOSYS || number == EOPNOTSUPP;
}

int bres__file_is_at(int fd, const char *path, bool *is_at)
{
    struct stat mine;
    struct stat found;

    *is_at = false;
    if (bres__fstat(fd, &mine) != 0)
        return -1;
    if (bres__stat(path, &found) == 0)
        *is_at = mine.st_dev == found.st_dev && mine.st_ino == found.st_ino;
    else if (errno != ENOENT)
        return -1;
    return 0;
}
