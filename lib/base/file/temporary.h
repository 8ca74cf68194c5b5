/* SPDX-License-Identifier: MIT */
/*
 * A new file that gets its path when it is complete. Until then it has no name, or, where the file
 * system has no such files, the name `.NAME.tmp-N` beside the path. Its process has the lock of the
 * file. A file of such a name whose lock is free was left by a process that has ended: whoever
 * opens the next temporary file for the same path removes it.
 */
#ifndef BRES_BASE_FILE_TEMPORARY_H
#define BRES_BASE_FILE_TEMPORARY_H

#include <sys/types.h>

typedef struct bres__temporary {
    int fd;     /* -1: none */
    char *name; /* NULL: the file has no temporary name */
} bres__temporary;

#define BRES__TEMPORARY_NONE ((bres__temporary){ .fd = -1 })

/* Opens a locked file for reading and writing. The functions return 0, or -1 with errno. */
int bres__temporary_open(bres__temporary *temporary, const char *path, mode_t mode);
/* Gives the file its path, in place of the file that is there. */
int bres__temporary_replace(bres__temporary *temporary, const char *path);
/* Gives the file its path; EEXIST if a file is there. */
int bres__temporary_publish(bres__temporary *temporary, const char *path);
/* Closes the file, which gives the lock back. A file without its path is gone. Keeps errno. */
void bres__temporary_close(bres__temporary *temporary);

#endif
