/* SPDX-License-Identifier: MIT */
/*
 * Checks that the runner is idle when it has no order. They set the outcome ASYNC for work that the
 * solution must have left behind, and DISTURBED if there is only CPU time to show for it.
 */
#ifndef BRES_JUDGE_RUNNER_IDLE_CHECK_H
#define BRES_JUDGE_RUNNER_IDLE_CHECK_H

#include "judge/runner/channel.h"

/* CPU time of the process; after its end, which shows elsewhere, the last known one. */
uint64_t bres__runner_cpu(const bres__runner *runner);
/* Before a call: whether the process has worked while the judge was busy. */
void bres__runner_check_idle(const bres__runner *runner, bres__runner_report *report);
/* CPU time of all threads but the first, which prepares calls; 0 if unknown, or on a GPU, whose
 * driver has threads. */
bres_status bres__runner_other_threads_cpu(const bres__runner *runner, uint64_t *ns);
/* After a call was prepared: whether these threads have worked since `before`. */
bres_status bres__runner_check_other_threads(const bres__runner *runner, uint64_t before,
                                             bres__runner_report *report);
/* After a disturbed call: waits up to a tenth of a second for the process to become idle, and
 * starts the idle check anew. */
bres_status bres__runner_restart_idle(bres__runner *runner);
/* Right after a call: whether it has left processes, or more than the `threads` from before it. A
 * first call may leave a pool of threads. */
bres_status bres__runner_check_leftovers(const bres__runner *runner, unsigned threads,
                                         bres__runner_report *report);
/* Waits shortly until a process that has answered sleeps. The kernel books CPU time of a thread
 * when it goes to sleep, or at a tick: without the wait, earlier work would seem to be later work.
 */
bres_status bres__runner_await_idle(const bres__runner *runner);
/* Changes the outcome EXITED to ASYNC: a process that ends without an order was ended by what the
 * solution left behind. */
void bres__runner_end_is_late(bres__runner_report *report);
/* Waits for an answer of a process whose end would be late. */
bres_status bres__runner_late_answer(bres__runner *runner, const bres__wire_message *order,
                                     bres__wire_message *answer, bres__runner_report *report);
/* After a call: waits until the process is idle, and sets the CPU times of the call. `order` was
 * answered last. */
bres_status bres__runner_check_quiet(bres__runner *runner, const bres__wire_message *order,
                                     bres__runner_report *report);

#endif
