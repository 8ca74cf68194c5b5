/* SPDX-License-Identifier: MIT */
/*
 * A new file that gets its path when it is complete. Until then the file is unnamed or, if the file
 * system does not support unnamed files, has the name `.NAME.tmp-N` in the same directory. The
 * process that writes the file holds its lock. An unlocked file with such a name was left by a
 * process that ended; opening the next temporary file for the same path removes it.
 */
#ifndef BRES_BASE_FILE_TEMPORARY_H
#define BRES_BASE_FILE_TEMPORARY_H

#include <sys/types.h>

typedef struct bres__temporary {
    int fd;     /* -1: none */
    char *name; /* NULL: the file has no temporary name */
} bres__temporary;

#define BRES__TEMPORARY_NONE ((bres__temporary){ .fd = -1 })

/* Opens and locks a file for reading and writing. This and the next two functions return 0, or -1
 * with errno. */
int bres__temporary_open(bres__temporary *temporary, const char *path, mode_t mode);
/* Gives the file its path, replacing an existing file. */
int bres__temporary_replace(bres__temporary *temporary, const char *path);
/* Gives the file its path; fails with EEXIST if the path exists. */
int bres__temporary_publish(bres__temporary *temporary, const char *path);
/* Closes the file, which releases the lock. Deletes a file that has not got its path. Keeps
 * errno. */
void bres__temporary_close(bres__temporary *temporary);

#endif
