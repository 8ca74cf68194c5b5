/* SPDX-License-Identifier: MIT */
/*
 * Starts a program. The library starts other programs only here.
 */
#ifndef BRES_BASE_PROCESS_START_H
#define BRES_BASE_PROCESS_START_H

#include <benchresult/base.h>
#include <stddef.h>
#include <sys/types.h>

#define BRES__START_FDS 6

typedef struct bres__start {
    const char *path;
    const char *const *arguments; /* ends with NULL */
    char *const *environment;     /* ends with NULL */
    int fds[BRES__START_FDS];     /* the program's descriptors 0, 1, ...; -1: the caller's */
    int fd_count;
    const char *directory;   /* the working directory; NULL: the caller's */
    bool shares_group;       /* run in the caller's process group */
    const bres_clock *clock; /* NULL: `begin` is not set */
    uint64_t begin;          /* result: the time just before the process was made */
    pid_t pid;               /* result */
} bres__start;

/* Makes the process with default signal dispositions and an empty signal mask. Returns an errno,
 * 0 on success. */
int bres__start_program(bres__start *start);

#endif
