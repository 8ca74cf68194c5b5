/* SPDX-License-Identifier: MIT */
/*
 * The directory with the sidecars of one kind, while a result is replaced: new files get unused
 * numbers, and old files stay until the result file has been renamed.
 */
#ifndef BRES_NVBENCH_SIDECAR_SET_H
#define BRES_NVBENCH_SIDECAR_SET_H

#include "base/base.h"

#include <sys/types.h>

/* A sidecar that existed before the write. */
typedef struct bres__old_sidecar {
    uint64_t number;
    dev_t device; /* of the file that the name leads to; both 0 when it leads nowhere */
    ino_t inode;
} bres__old_sidecar;

/* A set that was not opened is all zero, except that `fd` is -1. */
typedef struct bres__sidecar_set {
    char *path;       /* of the directory, as typed */
    const char *name; /* of the directory: the last part of `path` */
    int fd;           /* -1: no directory */
    bool made;        /* the directory is new */
    uint64_t first;   /* number of the first new sidecar */
    uint64_t next;    /* one more than the number of the last */
    bres__old_sidecar *old;
    size_t old_count;
    size_t old_capacity;
    uint64_t *kept; /* numbers of old sidecars that stay */
    size_t kept_count;
    size_t kept_capacity;
} bres__sidecar_set;

/* Lists the sidecars in the directory `<path of the result file><suffix>`. The caller closes the
 * set in any case. */
bres_status bres__sidecar_set_open(bres__sidecar_set *set, const char *path, const char *suffix);
/* Reserves the number in a recorded file name, so that no new sidecar gets it. If the name leads
 * into this directory, its file is not removed either. Call it before the first add. */
bres_status bres__sidecar_set_keep(bres__sidecar_set *set, const char *recorded);
/* *removes: whether the file is an old sidecar of the set, so that it may be removed. */
bres_status bres__sidecar_set_removes(const bres__sidecar_set *set, const char *path,
                                      bool *removes);
/* Makes the next sidecar. */
bres_status bres__sidecar_set_add(bres__sidecar_set *set, const float *values, size_t count,
                                  uint64_t *number);
/* Flushes the new sidecars to the disk. */
bres_status bres__sidecar_set_flush(const bres__sidecar_set *set);
/* Removes the old sidecars. */
void bres__sidecar_set_remove_old(bres__sidecar_set *set);
/* Removes the new sidecars. */
void bres__sidecar_set_undo(bres__sidecar_set *set);
/* Removes the directory if it is empty. */
void bres__sidecar_set_remove_empty(const bres__sidecar_set *set);
void bres__sidecar_set_close(bres__sidecar_set *set);

#endif
