/* SPDX-License-Identifier: MIT */
/*
 * The plan of an undecided pair: the reason of the verdict determines what to measure.
 */
#include "compare/decide/decide.h"
#include "compare/decide/reason.h"

/* The smallest number of pairs of runs that can decide at 99 %. */
#define PLAN_PAIRS   8u
/* Number of samples for meaningful quartiles and averages. */
#define PLAN_SAMPLES 100u

/* Plans more or longer samples if they can help, otherwise more runs. */
static void plan_of_step(const bres__evidence *evidence, bres_plan *plan)
{
    if (!evidence->needs_longer_samples && evidence->samples_needed == 0) {
        plan->variance_source = BRES_VARIANCE_RUNS;
        plan->runs = PLAN_PAIRS;
        return;
    }
    plan->variance_source = BRES_VARIANCE_CLOCK_STEP;
    plan->samples = evidence->samples_needed;
}

bool bres__pair_plan(const bres__evidence *evidence, const bres_decision *decision, bres_plan *plan)
{
    if (decision->verdict != BRES_AMBIGUOUS)
        return false;
    *plan = (bres_plan){ .size = sizeof(*plan) };
    if ((decision->difference.has & BRES_HAS_CHANGE) != 0)
        plan->effect = decision->difference.change;
    switch (bres__reason_need_of(decision->reason)) {
    case BRES__NEED_DECIDED:
        return false;
    case BRES__NEED_RUNS:
        plan->variance_source = BRES_VARIANCE_RUNS;
        plan->runs = PLAN_PAIRS;
        break;
    case BRES__NEED_CLOCK_RATE:
        plan->variance_source = BRES_VARIANCE_CLOCK_RATE;
        plan->runs = PLAN_PAIRS;
        break;
    case BRES__NEED_SAMPLES:
        plan->variance_source = BRES_VARIANCE_SAMPLES;
        plan->samples = PLAN_SAMPLES;
        break;
    case BRES__NEED_CLOCK_STEP:
        plan_of_step(evidence, plan);
        break;
    }
    return true;
}
