/* SPDX-License-Identifier: MIT */
/*
 * The time that the runner claims, checked against the clocks outside of its process.
 */
#ifndef BRES_JUDGE_CLOCK_CHECK_H
#define BRES_JUDGE_CLOCK_CHECK_H

#include "judge/verdict/judgement.h"

/* Whether a sample is repeated because of its CPU time: a thread has used more than the runner
 * claims, or all threads more than all processors have. */
bool bres__clock_doubts(bres_backend backend, const bres__sample *sample);
/* Whether a sample is repeated because of its wall time: it took longer than the runner claims,
 * even without the exchange and waiting. */
bool bres__clock_is_delayed(const bres__sample *sample);

/* Whether so many samples are doubted that the system cannot be the cause. `count` is without
 * them. */
bool bres__most_are_doubted(size_t doubted, size_t count);
/* The same of delayed samples, which the system causes more often. */
bool bres__most_are_delayed(size_t delayed, size_t count);
/* The same of disturbed calls, which the system causes less often. */
bool bres__too_many_are_disturbed(size_t disturbed, size_t count);

/* Whether the claimed times contradict the other clocks; `message` then says how. `count` is
 * without doubted and delayed samples. */
bool bres__clock_is_wrong(const bres__sample *samples, size_t count, size_t doubted, size_t delayed,
                          char message[256]);

#endif
