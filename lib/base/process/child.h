/* SPDX-License-Identifier: MIT */
/*
 * A running program. Shared by the files that implement base/process/spawn.h.
 */
#ifndef BRES_BASE_PROCESS_CHILD_H
#define BRES_BASE_PROCESS_CHILD_H

#include "base/process/spawn.h"

#include <poll.h>
#include <sys/types.h>

/* Standard input, output and error of the child. */
enum { BRES__IN, BRES__OUT, BRES__ERR, BRES__STREAMS };

typedef struct bres__child {
    const bres__spawn *spawn;
    bres__spawned *spawned;
    pid_t pid;
    int ours[BRES__STREAMS];   /* the caller's ends of the pipes; -1: closed or not a pipe */
    int theirs[BRES__STREAMS]; /* the child's descriptors; -1: closed or inherited */
    char *chunk;               /* buffer for one read; NULL when no output is read */
    size_t sent;               /* bytes of the input */
    size_t error_length;       /* bytes in spawned->errors */
} bres__child;

/* Closes an open descriptor and sets it to -1. */
void bres__child_close(int *fd);

/* Makes pipes and opens files. The caller must close them, also after an error. */
bres_status bres__child_open_streams(bres__child *child);
/* Fills the poll entries of the streams. */
void bres__child_poll_streams(const bres__child *child, struct pollfd polled[BRES__STREAMS]);
/* Sends input and receives output on the streams that poll() has marked as ready. */
bres_status bres__child_serve_streams(bres__child *child,
                                      const struct pollfd polled[BRES__STREAMS]);
/* Reads the bytes that an ended child has left in the pipes. Reads no more than that, because other
 * processes may continue to write. */
bres_status bres__child_drain(bres__child *child);

#endif
