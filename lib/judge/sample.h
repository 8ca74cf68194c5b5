/* SPDX-License-Identifier: MIT */
/*
 * Which samples of a case count. A sample is disturbed if its time may include too much waiting for
 * a processor.
 */
#ifndef BRES_JUDGE_SAMPLE_H
#define BRES_JUDGE_SAMPLE_H

#include "judge/case_run.h"

/* A sample is disturbed if its time may include more than this share of waiting. */
#define BRES__WAITED_SHARE 0.1

/* Whether threads share the work, or the process uses more CPU time than wall time: the threads can
 * work ahead on the later calls of an exchange. */
bool bres__works_ahead(const bres__call *call);
/* Makes a sample from an exchange. `is_beside_others`: other programs use the processors. */
bres__sample bres__sample_of(const bres__call *call, bool is_beside_others);
/* The relative increase of the mean if disturbed samples count with their `least` time: the mean of
 * all samples divided by the mean of the undisturbed samples, minus 1. 0 without undisturbed
 * samples. */
double bres__samples_hidden(const bres__judged *judged);
/* Drops the disturbed samples, or keeps them with their `least` time if this increases the mean: a
 * solution gains nothing from disturbed samples. */
void bres__samples_choose(bres__judged *judged);
/* Keeps all samples with their wall time, which includes waiting. */
void bres__samples_keep(bres__judged *judged);

#endif
