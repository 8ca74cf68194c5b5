/* SPDX-License-Identifier: MIT */
/*
 * An exchange: the judge continues the process that calls, which carries out an order, answers, and
 * is stopped again. Between two exchanges all its threads are stopped. So the solution can neither
 * read inputs before an exchange begins nor write outputs after it has ended.
 */
#ifndef BRES_JUDGE_RUNNER_EXCHANGE_H
#define BRES_JUDGE_RUNNER_EXCHANGE_H

#include "judge/runner/channel.h"

typedef struct bres__exchange {
    bres__wire_message answer;
    uint64_t wall;           /* time until the answer */
    uint64_t stopping;       /* time from the answer until all threads were stopped */
    uint64_t late;           /* CPU time used while stopping, at most the time that this took */
    uint64_t cpu;            /* CPU time of the process, the late one included */
    uint64_t first_cpu;      /* of its first thread, which calls */
    uint64_t ended_cpu;      /* of ended threads, if it is unknown how long they waited */
    bres__waited waited;     /* for a processor, by the threads of the process, until the answer */
    bres__waited all_waited; /* the same, until all threads stopped */
    uint64_t ended_waited;   /* the same by threads that ended meanwhile, as far as it is known */
    uint64_t judge_waited;   /* for a processor, by the judge */
    uint64_t judge_cpu;      /* CPU time of the judge until the answer */
    bool is_busy; /* at the answer its threads ran or waited: waiting counts when it ends */
} bres__exchange;

/* How many threads worked or waited on average, also those that have ended. */
double bres__exchange_active(const bres__exchange *made);
/* Makes a new order. */
bres_status bres__runner_order_new(const bres__runner *runner, bres__wire_kind kind,
                                   bres__wire_message *order);
/* Sends an order and waits up to `limit_ns` for the answer. After another outcome than RETURNED the
 * process may still run. */
bres_status bres__runner_exchange(bres__runner *runner, const bres__wire_message *order, int fd,
                                  uint64_t limit_ns, bres__exchange *made,
                                  bres__runner_report *report);
/* Stops all threads. Sets the outcome ASYNC if processes are left, and FORGED if there are messages
 * that no order asked for. */
bres_status bres__runner_stop(bres__runner *runner, bres__runner_report *report);

#endif
