/* SPDX-License-Identifier: MIT */
/*
 * A helper process, forked from the program, that forks processes on request. These processes start
 * with the memory that the program had when the server started. They can harm neither the program
 * nor each other.
 */
#ifndef BRES_BASE_PROCESS_FORK_SERVER_H
#define BRES_BASE_PROCESS_FORK_SERVER_H

#include <benchresult/base.h>
#include <sys/types.h>

typedef struct bres__fork_task {
    /* Runs in the server when it starts; releases resources that only the program may hold. May be
     * NULL. */
    void (*begin)(void *context);
    /* Runs in each forked process, in a process group of its own. `fd` is the process's end of the
     * connection to the program. The process exits when the function returns. */
    void (*run)(void *context, int fd, unsigned slot);
    void *context;
} bres__fork_task;

typedef struct bres__fork_server {
    pid_t pid;   /* 0: the server is not running */
    int control; /* connection to the server; -1: none */
} bres__fork_server;

/* A process of the server. */
typedef struct bres__forked {
    pid_t pid;
    int fd; /* connection to the process; the caller closes it */
} bres__forked;

typedef enum bres__forked_state {
    BRES__FORKED_RUNS,
    BRES__FORKED_STOPPED, /* by SIGSTOP or another signal */
    BRES__FORKED_ENDED
} bres__forked_state;

/* How a process ended. */
typedef struct bres__forked_end {
    bool by_itself;  /* ended before the server killed it */
    int wait_status; /* from waitpid() */
} bres__forked_end;

/* For `wait_ms`: no time limit. */
#define BRES__FORKED_WAIT UINT32_MAX

#ifdef BRES__FAULTS
/* The number of threads that the program may have; 1 outside of tests. */
extern size_t bres__fork_server_threads;
#endif
/* The number of threads of this process; 0 if unknown. */
size_t bres__count_threads(void);

/*
 * Starts a server. Errors: BRES_ERROR_UNSUPPORTED if the program has other threads (a forked
 * process has only one thread, and locks that the others hold stay locked in it); BRES_ERROR_IO.
 * If the server ends, its processes end and the functions below fail with BRES_ERROR_IO.
 */
bres_status bres__fork_server_start(bres__fork_server *server, const bres__fork_task *task);
/* Ends the server, all its processes and their descendants. Does nothing if the server is not
 * running. */
void bres__fork_server_stop(bres__fork_server *server);
/* Forks a process. */
bres_status bres__fork_server_make(bres__fork_server *server, unsigned slot, bres__forked *forked);
/* Gets the state of a process. */
bres_status bres__fork_server_look(bres__fork_server *server, pid_t pid, bres__forked_state *state);
/* Waits up to `wait_ms` milliseconds for a process to end, then kills it. Collects the process and
 * kills its descendants. */
bres_status bres__fork_server_end(bres__fork_server *server, pid_t pid, uint32_t wait_ms,
                                  bres__forked_end *end);

#endif
