/* SPDX-License-Identifier: MIT */
/*
 * A program that runs, as the files of base/process/spawn.h share it.
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
    int ours[BRES__STREAMS]; /* our ends of the pipes; -1 when closed, or there is none */
    int theirs[BRES__STREAMS];
    char *chunk; /* what is read at once; NULL when nothing is */
    size_t sent;
    size_t error_length;
} bres__child;

/* Closes a descriptor that is open, and sets it to -1. */
void bres__child_close(int *fd);

/* Makes pipes and opens files. Closing them is the caller's. */
bres_status bres__child_open_streams(bres__child *child);
/* What of the streams is to be polled. */
void bres__child_poll_streams(const bres__child *child, struct pollfd polled[BRES__STREAMS]);
/* Sends and takes what is ready, as polled. */
bres_status bres__child_serve_streams(bres__child *child,
                                      const struct pollfd polled[BRES__STREAMS]);
/* Takes what an ended child has left in the pipes, and no more: others may go on writing. */
bres_status bres__child_drain(bres__child *child);

#endif
