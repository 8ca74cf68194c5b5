/* SPDX-License-Identifier: MIT */
/*
 * The fork server's side, and the messages between both sides. Both run the same program, so a
 * message is a struct as in memory: one message for each request and each reply.
 */
#ifndef BRES_BASE_PROCESS_FORK_CONTROL_H
#define BRES_BASE_PROCESS_FORK_CONTROL_H

#include "base/process/fork_server.h"

typedef enum bres__fork_kind {
    BRES__FORK_MAKE, /* the reply has `error`, `pid` and the descriptor of a connection */
    BRES__FORK_LOOK, /* the reply has `state` */
    BRES__FORK_END   /* the reply has `end` */
} bres__fork_kind;

typedef struct bres__fork_request {
    bres__fork_kind kind;
    unsigned slot;
    pid_t pid;
    uint32_t wait_ms;
} bres__fork_request;

typedef struct bres__fork_reply {
    int error; /* an errno; 0: none */
    pid_t pid;
    bres__forked_state state;
    bres__forked_end end;
} bres__fork_reply;

/* Makes a connection of a type such as SOCK_STREAM. Its ends are never standard descriptors, even
 * if the program has closed these: printed output must not reach the connection. Returns false with
 * errno. */
bool bres__fork_connect(int type, int ends[2]);
/* Runs the server: handles requests until the program ends or stops the server. */
_Noreturn void bres__fork_control_run(int control, pid_t program, const bres__fork_task *task);

#endif
