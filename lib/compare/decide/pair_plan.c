/* SPDX-License-Identifier: MIT */
/*
 * The plan of an undecided pair: what to measure, by the reason that left it open.
 */
#include "compare/decide/decide.h"

/* The smallest number of pairs of runs that can decide at 99 %. */
#define PLAN_PAIRS   8u
/* Samples for quartiles and averages that say something. */
#define PLAN_SAMPLES 100u

static bool reason_is_of_clock_rate(bres_reason reason)
{
    return reason == BRES_REASON_BULK_CYCLE_GAP_NOT_CONFIRMED ||
           reason == BRES_REASON_SUMMARY_CYCLE_GAP_NOT_CONFIRMED ||
           reason == BRES_REASON_BULK_CYCLE_SUPPORT_MISMATCH ||
           reason == BRES_REASON_CYCLE_SAME_NOT_CONFIRMED;
}

/* The samples or summaries are missing or unusable: they must be measured again. */
static bool reason_is_of_data(bres_reason reason)
{
    return reason == BRES_REASON_TOO_FEW_SAMPLES || reason == BRES_REASON_NOISE_UNAVAILABLE ||
           reason == BRES_REASON_MISSING_INTERVAL || reason == BRES_REASON_MISSING_CLOCK_RATE ||
           reason == BRES_REASON_INVALID_CLOCK_RATE ||
           reason == BRES_REASON_BULK_TIME_DATA_UNUSABLE ||
           reason == BRES_REASON_BULK_CYCLE_DATA_UNUSABLE;
}

bool bres__pair_plan(const bres__evidence *evidence, const bres_decision *decision, bres_plan *plan)
{
    if (decision->verdict != BRES_AMBIGUOUS)
        return false;
    *plan = (bres_plan){ .size = sizeof(*plan) };
    if ((decision->difference.has & BRES_HAS_CHANGE) != 0)
        plan->effect = decision->difference.change;
    if (decision->reason == BRES_REASON_BELOW_CLOCK_RESOLUTION &&
        (evidence->needs_longer_samples || evidence->samples_needed > 0)) {
        plan->variance_source = BRES_VARIANCE_CLOCK_STEP;
        plan->samples = evidence->samples_needed;
    } else if (reason_is_of_data(decision->reason)) {
        plan->variance_source = BRES_VARIANCE_SAMPLES;
        plan->samples = PLAN_SAMPLES;
    } else {
        plan->variance_source = reason_is_of_clock_rate(decision->reason) ? BRES_VARIANCE_CLOCK_RATE
                                                                          : BRES_VARIANCE_RUNS;
        plan->runs = PLAN_PAIRS;
    }
    return true;
}
