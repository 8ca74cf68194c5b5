/* SPDX-License-Identifier: MIT */
/*
 * Orders and answers. While the judge waits for an answer, it also drains what the solution prints,
 * sees when the runner ends, keeps the deadline and asks whether it is interrupted.
 */
#ifndef BRES_JUDGE_RUNNER_CHANNEL_H
#define BRES_JUDGE_RUNNER_CHANNEL_H

#include "judge/runner/inside.h"
#include "judge/runner/wire.h"

/* Sends an order, with a descriptor unless `fd` is -1. A peer that has ended is no error here: it
 * shows while the answer is awaited. */
bres_status bres__runner_order(const bres__runner *runner, const void *order, size_t size, int fd);
/* Waits up to `limit_ns` for the answer to an order: a message of the same kind, nonce and number
 * from the runner. The outcome says what came instead. */
bres_status bres__runner_answer(bres__runner *runner, const bres__wire_message *order,
                                uint64_t limit_ns, bres__wire_message *answer,
                                bres__runner_report *report);
/* Sets the outcome FORGED if a message is waiting, for none was ordered. */
void bres__runner_expect_silence(const bres__runner *runner, bres__runner_report *report);
/* Waits until the subreaper has reported its process number. */
bres_status bres__runner_await_subreaper(bres__runner *runner);
/* Reads what has been printed. */
void bres__runner_take_output(bres__runner *runner);

#endif
