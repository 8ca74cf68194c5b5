/* SPDX-License-Identifier: MIT */
#include "nvbench/sidecar/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Attempts to lock a directory that other writes keep removing. */
#define TAKE_ATTEMPTS 100

/* *is_at: whether the locked directory is still the one at its path. */
static bres_status lock_open(bres__sidecar_lock *lock, const char *directory, bool *is_at)
{
    lock->fd = bres__open(directory, O_RDONLY | O_DIRECTORY, 0);
    lock->missing = lock->fd < 0 && errno == ENOENT;
    if (lock->fd < 0)
        return errno == ENOENT || errno == ENOTDIR ? BRES_OK
                                                   : bres__error_system("open", directory);
    if (bres__lock_wait(lock->fd) != 0) {
        *is_at = bres__lock_is_unsupported(errno);
        return *is_at ? BRES_OK : bres__error_system("lock", directory);
    }
    return bres__file_is_at(lock->fd, directory, is_at) == 0
               ? BRES_OK
               : bres__error_system("examine", directory);
}

static bres_status lock_make(bres__sidecar_lock *lock, const char *directory)
{
    char *made = bres__strdup(directory);

    if (made == NULL)
        return bres__error_memory();
    if (bres__mkdir(directory, 0777) == 0) {
        lock->made = made;
        return BRES_OK;
    }
    bres__free(made);
    return errno == EEXIST ? BRES_OK : bres__error_system("create directory", directory);
}

bres_status bres__sidecar_lock_take(bres__sidecar_lock *lock, const char *directory, bool make)
{
    for (int attempt = 0; attempt < TAKE_ATTEMPTS; attempt++) {
        bool is_at = false;
        bres_status status = make ? lock_make(lock, directory) : BRES_OK;

        if (status == BRES_OK)
            status = lock_open(lock, directory, &is_at);
        /* Takes no lock if the directory is missing, or if another file has its name. */
        if (status != BRES_OK || is_at || (lock->fd < 0 && (!make || errno == ENOTDIR)))
            return status;
        /* Other writes have removed the directory; a new one with its name belongs to them. */
        bres__free(lock->made);
        lock->made = NULL;
        bres__sidecar_lock_release(lock);
    }
    return bres__error(BRES_ERROR_CONFLICT, "other processes keep removing '%s'", directory);
}

void bres__sidecar_lock_release(bres__sidecar_lock *lock)
{
    bool is_at = false;

    /* If the new directory was removed, a directory with its name belongs to another write. */
    if (lock->made != NULL &&
        (lock->fd < 0 || (bres__file_is_at(lock->fd, lock->made, &is_at) == 0 && is_at)))
        (void)rmdir(lock->made);
    if (lock->fd >= 0)
        bres__close(lock->fd);
    bres__free(lock->made);
    *lock = (bres__sidecar_lock){ .fd = -1 };
}
