/* SPDX-License-Identifier: MIT */
/*
 * The answer of an isolated process, or the reason why it has not answered.
 */
#ifndef BRES_TUNE_CPU_ANSWER_H
#define BRES_TUNE_CPU_ANSWER_H

#include "tune/cpu/isolation.h"

typedef enum bres__isolated_outcome {
    BRES__ISOLATED_SAMPLES,
    BRES__ISOLATED_FAILED,      /* `text` is the reason */
    BRES__ISOLATED_ERROR,       /* the run fails with head.status; `text` is the message */
    BRES__ISOLATED_CLOSED,      /* the process has ended, or closed the connection */
    BRES__ISOLATED_LOST,        /* the process must be killed; `text` is the reason */
    BRES__ISOLATED_INTERRUPTED, /* the run was interrupted, and the process does not answer */
} bres__isolated_outcome;

/* Zero-initialize it, and free it in any case. */
typedef struct bres__isolated_answer {
    bres__isolated_outcome outcome;
    bres__isolation_answer head;
    double *samples; /* seconds of one execution each */
    size_t count;
    bres__text text;
} bres__isolated_answer;

/* A wait for an answer: the process, and the request that it must answer. */
typedef struct bres__isolated_wait {
    bres_tuner *tuner;
    bres__fork_server *server;
    const bres__forked *forked;
    bres__isolation_slot *slot;
    const bres__isolation_request *request;
} bres__isolated_wait;

/* Waits for the answer to a request. BRES_ERROR_IO if the helper process has ended. */
bres_status bres__isolated_answer_wait(const bres__isolated_wait *wait,
                                       bres__isolated_answer *answer);
void bres__isolated_answer_free(bres__isolated_answer *answer);

#endif
