/* SPDX-License-Identifier: MIT */
/*
 * Advisory locks of whole files, and the check that a path still names the locked file.
 */
#include "base/clock.h"
#include "base/fault.h"
#include "base/file/file.h"

#include <errno.h>
#include <sys/file.h>

/* Nanoseconds between two attempts: the pause doubles up to PAUSE_MAX. */
#define PAUSE_FIRST UINT64_C(500000)
#define PAUSE_MAX   UINT64_C(50000000)

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

int bres__lock_within(int fd, bool is_shared, uint64_t limit_ns)
{
    const int operation = (is_shared ? LOCK_SH : LOCK_EX) | LOCK_NB;
    const uint64_t begin = bres__steady_now();
    uint64_t pause = PAUSE_FIRST;
    bres_clock clock;

    bres_clock_init(&clock);
    while (file_flock(fd, operation) != 0) {
        uint64_t waited;

        if (errno != EWOULDBLOCK)
            return -1;
        waited = bres__steady_now() - begin;
        if (waited >= limit_ns) {
            errno = EWOULDBLOCK;
            return -1;
        }
        clock.sleep(clock.user, pause < limit_ns - waited ? pause : limit_ns - waited);
        pause = 2 * pause < PAUSE_MAX ? 2 * pause : PAUSE_MAX;
    }
    return 0;
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
