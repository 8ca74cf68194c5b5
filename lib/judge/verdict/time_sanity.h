/* SPDX-License-Identifier: MIT */
/*
 * Whether times that every clock confirms are credible. A time that is not credible is a reason for
 * a note, not for a failure.
 */
#ifndef BRES_JUDGE_VERDICT_TIME_SANITY_H
#define BRES_JUDGE_VERDICT_TIME_SANITY_H

#include "judge/verdict/judgement.h"

/* The cost of an exchange as a share of the time of a sample; 0 on a GPU. */
double bres__exchange_share(const bres__judged *judged);
/* The minimum time that a machine with these peak rates needs for one call, in seconds; 0: unknown.
 */
double bres__least_seconds(uint64_t flops, uint64_t bytes, double peak_flops,
                           double peak_bandwidth);
/* Whether two cases took the same time within a tenth, although one has at least four times the
 * work. */
bool bres__times_are_alike(const bres__judged *one, const bres__judged *other);
/* Whether waiting for a processor was more than a tenth of the wall time on a CPU. The parts of
 * such a call can have run one after the other, each with all caches and memory to itself. */
bool bres__has_waited(const bres__judged *judged);

#endif
