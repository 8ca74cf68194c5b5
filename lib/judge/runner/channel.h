/* SPDX-License-Identifier: MIT */
/*
 * Orders to the runner and its answers. While the judge waits for an answer, it drains the
 * solution's output, detects the end of the runner, enforces the deadline and polls for
 * interruption.
 */
#ifndef BRES_JUDGE_RUNNER_CHANNEL_H
#define BRES_JUDGE_RUNNER_CHANNEL_H

#include "judge/runner/inside.h"
#include "judge/runner/wire.h"

/* Sends an order, with a file descriptor unless `fd` is -1. An ended peer is not an error here:
 * bres__runner_answer() detects it. */
bres_status bres__runner_order(const bres__runner *runner, const void *order, size_t size, int fd);
/* Waits up to `limit_ns` for the answer to an order: a message of the same kind (or FAILED), nonce
 * and number from the runner. Without an answer, the outcome says why. */
bres_status bres__runner_answer(bres__runner *runner, const bres__wire_message *order,
                                uint64_t limit_ns, bres__wire_message *answer,
                                bres__runner_report *report);
/* Sets the outcome FORGED if a message is waiting, because no order asked for one. */
void bres__runner_expect_silence(const bres__runner *runner, bres__runner_report *report);
/* Waits until the subreaper has reported its process number. */
bres_status bres__runner_await_subreaper(bres__runner *runner);
/* Reads the pending output of the solution; see bres__runner_output(). */
void bres__runner_take_output(bres__runner *runner);

#endif
