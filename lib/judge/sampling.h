/* SPDX-License-Identifier: MIT */
/*
 * Taking the samples of a case. Disturbed samples are replaced by others, so that a busy system
 * only has to leave the solution alone now and then.
 */
#ifndef BRES_JUDGE_SAMPLING_H
#define BRES_JUDGE_SAMPLING_H

#include "judge/case_run.h"

/* Takes the samples of a case, each an exchange with as many calls as the chosen one, or with one
 * call if the solution works ahead. `last` is the time of the last warm-up, in seconds. */
bres_status bres__sampling(bres__case_run *run, const bres__call *chosen, double last);

#endif
