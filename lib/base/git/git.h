/* SPDX-License-Identifier: MIT */
/*
 * Git, run with an argument vector: no hook, no file system monitor and no prompt of the user's
 * configuration takes part. The benchresult command links these objects beside the shared library:
 * nothing here touches the thread's error record, messages are in the bres__git.
 */
#ifndef BRES_BASE_GIT_GIT_H
#define BRES_BASE_GIT_GIT_H

#include "base/text/text.h"

#include <stdbool.h>

/* A repository. Set the directory and the lock; all else zero. */
typedef struct bres__git {
    const char *directory; /* in the working tree; NULL: the current directory */
    int lock;          /* a descriptor that git keeps open, so that a lock on it lasts until git has
                          ended, even if the caller is killed; 0: none */
    char message[512]; /* why the last call has failed: the last line that git printed */
} bres__git;

/* Each returns false, with a message, if git fails. */

/* Appends the hash of the commit that a revision names. */
bool bres__git_commit(bres__git *git, const char *revision, bres__text *hash);
/* Appends the top directory of the working tree. */
bool bres__git_top(bres__git *git, bres__text *path);
/* Checks a commit out into a new work tree at `path`, without its submodules. */
bool bres__git_add_tree(bres__git *git, const char *path, const char *hash);
/* Removes what git keeps about the work tree at `path`, even if it was never completed. */
bool bres__git_remove_tree(bres__git *git, const char *path);

#endif
