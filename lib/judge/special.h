/* SPDX-License-Identifier: MIT */
/*
 * Before randomly chosen samples the judge verifies a call with special values: a solution that is
 * correct only for the values of samples does not know which kind of call it gets.
 */
#ifndef BRES_JUDGE_SPECIAL_H
#define BRES_JUDGE_SPECIAL_H

#include "judge/case_run.h"

/* Finds whether a case of the problem, even one that is not judged, has special values. If so,
 * solutions must handle special values in all cases. */
bres_status bres__special_find(const bres__judge *judge, bool *has_special);
/* Makes this check with a fixed probability, before a sample of `calls` calls. */
bres_status bres__special_check(bres__case_run *run, bool has_special, size_t calls);

#endif
