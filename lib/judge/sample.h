/* SPDX-License-Identifier: MIT */
/*
 * Which samples of a case count. A sample whose threads may have waited long for a processor is
 * disturbed, and does not count.
 */
#ifndef BRES_JUDGE_SAMPLE_H
#define BRES_JUDGE_SAMPLE_H

#include "judge/case_run.h"

/* Share of its time for which the threads of an undisturbed sample may have waited. */
#define BRES__WAITED_SHARE 0.1

/* Whether the process uses more CPU time than wall time: its threads can work ahead on the calls to
 * come. */
bool bres__works_ahead(const bres__call *call);
/* The sample that an exchange gives. Beside others: other programs use the processors. */
bres__sample bres__sample_of(const bres__call *call, bool is_beside_others);
/* By which share the mean of all samples, with the least times of the disturbed ones, exceeds the
 * mean of the undisturbed ones; negative if it is shorter, 0 without such samples. */
double bres__samples_hidden(const bres__judged *judged);
/* Drops the disturbed samples, or keeps them with their least times if these make the mean longer:
 * a solution does not gain by calls that do not count. */
void bres__samples_choose(bres__judged *judged);
/* Keeps all samples, with their whole time. */
void bres__samples_keep(bres__judged *judged);

#endif
