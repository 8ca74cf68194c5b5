/* SPDX-License-Identifier: MIT */
/*
 * Runs git with an argument vector, without the hooks, file system monitor and prompts of the
 * user's configuration. The benchresult command links these objects in addition to the shared
 * library. So they do not touch the thread's error record: messages are in the bres__git.
 */
#ifndef BRES_BASE_GIT_GIT_H
#define BRES_BASE_GIT_GIT_H

#include "base/text/text.h"

#include <stdbool.h>

/* A repository. The caller sets `directory` and `lock`, and zeroes the rest. */
typedef struct bres__git {
    const char *directory; /* in the working tree; NULL: the current directory */
    int lock;          /* a descriptor that git keeps open, so that a lock on it lasts until git has
                          ended, even if the caller is killed; 0: none */
    char message[512]; /* why the last call failed: for an error of git, the last line of its
                          output */
} bres__git;

/* The functions return false, with a message, if git fails. */

/* Appends the hash of the commit that a revision names. */
bool bres__git_commit(bres__git *git, const char *revision, bres__text *hash);
/* Appends the top directory of the working tree. */
bool bres__git_top(bres__git *git, bres__text *path);
/* Checks a commit out into a new work tree at `path`, without its submodules. */
bool bres__git_add_tree(bres__git *git, const char *path, const char *hash);
/* Removes the work tree at `path` and git's record of it, even if git never completed the tree. */
bool bres__git_remove_tree(bres__git *git, const char *path);

#endif
