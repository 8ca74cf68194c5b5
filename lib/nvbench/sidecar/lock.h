/* SPDX-License-Identifier: MIT */
/*
 * The lock of the sidecars of a result file. A lock on one of the two directories protects both
 * kinds. Without it, two processes that write the same file would use the same numbers, and remove
 * each other's sidecars.
 */
#ifndef BRES_NVBENCH_SIDECAR_LOCK_H
#define BRES_NVBENCH_SIDECAR_LOCK_H

#include "base/base.h"

typedef struct bres__sidecar_lock {
    bool missing; /* the directory did not exist */
    int fd;       /* -1: no lock */
    char *made;   /* the directory, if it is new */
} bres__sidecar_lock;

/* Waits until no other write has the lock of the directory, and takes it. `make`: makes the
 * directory if it is missing. Without a directory, or on a file system without locks, takes no
 * lock. */
bres_status bres__sidecar_lock_take(bres__sidecar_lock *lock, const char *directory, bool make);
/* Releases the lock, and removes a new directory if it is empty. */
void bres__sidecar_lock_release(bres__sidecar_lock *lock);

#endif
