/* SPDX-License-Identifier: MIT */
/*
 * An exchange: the judge continues the calling process, which carries out an order and answers;
 * then the judge stops it again. Between exchanges all threads of the process are stopped, so the
 * solution can neither read inputs before an exchange begins nor write outputs after it has ended.
 */
#ifndef BRES_JUDGE_RUNNER_EXCHANGE_H
#define BRES_JUDGE_RUNNER_EXCHANGE_H

#include "judge/runner/channel.h"

/* Times are in nanoseconds. */
typedef struct bres__exchange {
    bres__wire_message answer;
    uint64_t wall;           /* time until the answer */
    uint64_t stopping;       /* time from the answer until all threads were stopped */
    uint64_t late;           /* CPU time used while stopping, at most `stopping` */
    uint64_t cpu;            /* CPU time of the process, including `late` */
    uint64_t first_cpu;      /* CPU time of its first thread, which makes the calls */
    uint64_t ended_cpu;      /* CPU time of ended threads; 0 if their waiting time is known */
    bres__waited waited;     /* waiting time of its threads for a processor, until the answer */
    bres__waited all_waited; /* the same, until all threads were stopped */
    uint64_t ended_waited;   /* waiting time of threads that ended meanwhile; 0 if unknown */
    uint64_t judge_waited;   /* waiting time of the judge for a processor */
    uint64_t judge_cpu;      /* CPU time of the judge until the answer */
    bool is_busy; /* a thread was ready at the answer: `all_waited` applies, not `waited` */
} bres__exchange;

/* Wall time in seconds without waiting for a processor, but at least the CPU time. */
double bres__exchange_seconds(const bres__exchange *made);
/* Average number of threads that worked or waited, including ended threads. */
double bres__exchange_active(const bres__exchange *made);
/* Initializes an order with a random nonce. */
bres_status bres__runner_order_new(const bres__runner *runner, bres__wire_kind kind,
                                   bres__wire_message *order);
/* Sends an order and waits up to `limit_ns` for the answer. After an outcome other than RETURNED
 * the process may still be running. */
bres_status bres__runner_exchange(bres__runner *runner, const bres__wire_message *order, int fd,
                                  uint64_t limit_ns, bres__exchange *made,
                                  bres__runner_report *report);
/* Stops all threads of the process. Sets the outcome ASYNC if a thread cannot be stopped or if
 * processes are left, and FORGED if a message is waiting that no order asked for. */
bres_status bres__runner_stop(bres__runner *runner, bres__runner_report *report);

#endif
