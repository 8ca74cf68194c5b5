/* SPDX-License-Identifier: MIT */
/*
 * Taking the samples of a case. Further samples replace disturbed ones, so a busy system has to
 * leave the solution undisturbed only now and then.
 */
#ifndef BRES_JUDGE_SAMPLING_H
#define BRES_JUDGE_SAMPLING_H

#include "judge/case_run.h"

/* Takes the samples of a case. Each sample is an exchange with as many calls as `chosen`, or with
 * one call if the solution works ahead. `last` is the time of the last warm-up, in seconds. */
bres_status bres__sampling(bres__case_run *run, const bres__call *chosen, double last);

#endif
