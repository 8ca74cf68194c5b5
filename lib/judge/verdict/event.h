/* SPDX-License-Identifier: MIT */
/*
 * Events that a caller follows a judgement by.
 */
#ifndef BRES_JUDGE_VERDICT_EVENT_H
#define BRES_JUDGE_VERDICT_EVENT_H

#include <benchresult/judge.h>

/* Calls the event callback of the options, if any. `event` needs only the members that differ
 * between events; this function sets size, kind and counts of tests. */
void bres__judgement_report_event(const bres_judgement *judgement,
                                  const bres_judge_options *options, bres_judge_event_kind kind,
                                  const bres_judge_event *event);

#endif
