/* SPDX-License-Identifier: MIT */
/*
 * Starting a program: the only place of the library that makes a process of another program.
 */
#ifndef BRES_BASE_PROCESS_START_H
#define BRES_BASE_PROCESS_START_H

#include <benchresult/base.h>
#include <stddef.h>
#include <sys/types.h>

#define BRES__START_FDS 6

typedef struct bres__start {
    const char *path;
    const char *const *arguments; /* ended by NULL */
    char *const *environment;     /* ended by NULL */
    int fds[BRES__START_FDS];     /* what the program has at 0, 1, ...; -1: the caller's */
    int fd_count;
    const char *directory;   /* its working directory; NULL: the caller's */
    bool shares_group;       /* the process group of the caller */
    const bres_clock *clock; /* NULL: `begin` is not set */
    uint64_t begin;          /* set: the clock right before the process was made */
    pid_t pid;               /* set */
} bres__start;

/* Makes the process, with the signal dispositions and mask of a new program. Returns an errno. */
int bres__start_program(bres__start *start);

#endif
