/* SPDX-License-Identifier: MIT */
/*
 * Chooses the rule that decides on a pair, and decides on pairs without a usable center.
 */
#include "compare/decide/decide.h"
#include "compare/config/thresholds.h"
#include "compare/match/name.h"

#include <math.h>

static bres_status decide_skipped(const bres__side *reference, const bres__side *candidate,
                                  bres_decision *decision)
{
    const char *sides = bres__sides_name(reference->skipped, candidate->skipped);
    const char *reasons[2] = { "", "" };

    if (reference->skipped && reference->skip_reason != NULL)
        reasons[0] = reference->skip_reason;
    if (candidate->skipped && candidate->skip_reason != NULL)
        reasons[1] = candidate->skip_reason;
    if (reasons[0][0] == '\0') {
        reasons[0] = reasons[1];
        reasons[1] = "";
    }
    return bres__set_verdict(decision, BRES_UNKNOWN, BRES_REASON_STATE_SKIPPED,
                             "the state was skipped on %s%s%.*s%s%.*s", sides,
                             reasons[0][0] != '\0' ? ": " : "", bres__quoted_length(reasons[0]),
                             reasons[0], reasons[1][0] != '\0' ? "; " : "",
                             bres__quoted_length(reasons[1]), reasons[1]);
}

static bool center_is_missing(const bres__side *side)
{
    return !side->center.present;
}

static bool center_is_nonfinite(const bres__side *side)
{
    return !isfinite(side->center.value);
}

static bool center_is_nonpositive(const bres__side *side)
{
    return side->center.value <= 0;
}

/* The number of faults of a center that apply. The legacy rule compares any number. A count may be
 * 0: an empty function executes no instruction. */
static size_t fault_count(const bres__evidence *evidence, bool is_legacy)
{
    if (is_legacy)
        return 1;
    return evidence->has_counts ? 2 : 3;
}

/* Sets the verdict of a pair without usable centers; *done says whether it did. */
static bres_status decide_unknown(const bres__evidence *evidence, bool is_legacy,
                                  bres_decision *decision, bool *done)
{
    static const struct {
        bool (*applies)(const bres__side *side);
        bres_reason reason;
        const char *what;
    } faults[] = {
        { center_is_missing, BRES_REASON_TIMING_CENTER_MISSING, "is missing" },
        { center_is_nonfinite, BRES_REASON_TIMING_CENTER_NONFINITE, "is not finite" },
        { center_is_nonpositive, BRES_REASON_TIMING_CENTER_NONPOSITIVE, "is not positive" },
    };
    const bres__side *reference = &evidence->sides[BRES__REFERENCE];
    const bres__side *candidate = &evidence->sides[BRES__CANDIDATE];
    const size_t count = fault_count(evidence, is_legacy);

    *done = true;
    if (reference->skipped || candidate->skipped)
        return decide_skipped(reference, candidate, decision);
    if (reference->without_summaries || candidate->without_summaries)
        return bres__set_verdict(
            decision, BRES_UNKNOWN, BRES_REASON_GPU_TIMING_SUMMARIES_MISSING,
            "summaries are missing on %s",
            bres__sides_name(reference->without_summaries, candidate->without_summaries));
    for (size_t i = 0; i < count; i++) {
        const bool faulty[2] = { faults[i].applies(reference), faults[i].applies(candidate) };

        if (faulty[0] || faulty[1])
            return bres__set_verdict(decision, BRES_UNKNOWN, faults[i].reason, "the %s %s on %s",
                                     evidence->has_counts ? "count" : "time", faults[i].what,
                                     bres__sides_name(faulty[0], faulty[1]));
    }
    *done = false;
    return BRES_OK;
}

bres_status bres__decide_begin(bres__evidence *evidence, const bres_thresholds *thresholds,
                               bres_decision *decision, bool *done)
{
    const bool is_legacy = thresholds->rule == BRES_RULE_LEGACY;
    bres_status status = BRES_OK;

    *done = true;
    evidence->scratch->used = 0;
    if (is_legacy || evidence->has_counts)
        bres__estimate_means(evidence);
    else
        status = bres__estimate(evidence);
    if (status != BRES_OK)
        return status;
    bres__decision_set_numbers(&evidence->sides[BRES__REFERENCE], &evidence->sides[BRES__CANDIDATE],
                               evidence->has_counts ? BRES_UNIT_INSTRUCTIONS : BRES_UNIT_SECONDS,
                               decision);
    status = decide_unknown(evidence, is_legacy, decision, done);
    /* Without two usable times, the difference has no meaning. */
    if (*done && bres__rule_has_variation(thresholds))
        decision->difference = (bres_difference){ .has = 0 };
    if (*done)
        return status;
    *done = true;
    if (evidence->has_counts)
        return bres__decide_counts(evidence, decision);
    if (is_legacy)
        return bres__decide_legacy(evidence, decision);
    *done = bres__rule_has_variation(thresholds) && bres__decide_too_few(evidence, decision);
    return BRES_OK;
}

bres_status bres__decide(bres__evidence *evidence, const bres_thresholds *thresholds,
                         bres_decision *decision)
{
    const bres__side *reference = &evidence->sides[BRES__REFERENCE];
    const bres__side *candidate = &evidence->sides[BRES__CANDIDATE];
    bres_verdict gap = BRES_UNKNOWN;
    double distance = 0;
    bool done;
    bres_status status = bres__decide_begin(evidence, thresholds, decision, &done);

    if (done)
        return status;
    if (reference->has_interval && candidate->has_interval)
        gap = bres__gap(&reference->interval, &candidate->interval, thresholds->clear_gap_relative,
                        &distance);
    if (gap != BRES_UNKNOWN)
        return bres__decide_gap(evidence, thresholds, gap, distance, decision);
    status = bres__decide_same(evidence, thresholds, decision);
    bres__decision_set_steps(reference, candidate, decision);
    return status;
}
