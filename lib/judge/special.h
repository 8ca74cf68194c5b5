/* SPDX-License-Identifier: MIT */
/*
 * Before some samples, which are drawn, a call with special values is verified: a solution that is
 * only right for the values of samples does not know which call it has.
 */
#ifndef BRES_JUDGE_SPECIAL_H
#define BRES_JUDGE_SPECIAL_H

#include "judge/case_run.h"

/* Finds whether a case of the problem, also one that is not judged, has special values: then
 * solutions have to handle them in all. */
bres_status bres__special_find(const bres__judge *judge, bool *has_special);
/* Before a sample with so many calls. */
bres_status bres__special_check(bres__case_run *run, bool has_special, size_t calls);

#endif
