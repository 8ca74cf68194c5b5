/* SPDX-License-Identifier: MIT */
/*
 * The samples of a case. A sample whose threads may have waited long for a processor is disturbed.
 * It does not count, and another sample is taken, so that only an undisturbed part of the time is
 * needed on a busy system.
 */
#ifndef BRES_JUDGE_SAMPLING_H
#define BRES_JUDGE_SAMPLING_H

#include "judge/case_run.h"
#include "judge/convergence.h"

/* Whether the process uses more CPU time than wall time: its threads can work ahead on the calls to
 * come. */
bool bres__works_ahead(const bres__call *call);
/* Takes the samples of a case, each an exchange with as many calls as the chosen one, or with one
 * call if the solution works ahead. `last` is the time of the last warm-up, in seconds. */
bres_status bres__sampling(bres__case_run *run, const bres__call *chosen, double last);
/* Drops the disturbed samples. If the mean of all samples is longer even with the least times of
 * the disturbed ones, it keeps them with these times: a solution cannot choose which of its calls
 * count. At least one sample must be undisturbed. */
void bres__samples_choose(bres__judged *judged);

#endif
