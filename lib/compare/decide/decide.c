/* SPDX-License-Identifier: MIT */
/*
 * The decision: its beginning, where evidence is missing, and what it reports besides the verdict.
 */
#include "compare/compare.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* Bytes of a text from a file that a message repeats: two of them fit beside its own words. */
#define QUOTED_MAX 100

bres_status bres__conclude(bres_decision *decision, bres_verdict verdict, bres_reason reason,
                           const char *format, ...)
{
    va_list arguments;

    decision->verdict = verdict;
    decision->reason = reason;
    va_start(arguments, format);
    bres__vformat(decision->message, sizeof(decision->message), format, arguments);
    va_end(arguments);
    /* A text of the caller's may have been cut inside a character. */
    decision->message[bres__utf8_valid(decision->message, strlen(decision->message))] = '\0';
    return BRES_OK;
}

int bres__quoted_length(const char *text)
{
    return (int)bres__utf8_valid(text, strnlen(text, QUOTED_MAX));
}

const char *bres__sides_name(bool reference, bool candidate)
{
    if (reference && candidate)
        return "both sides";
    return reference ? "the reference" : "the candidate";
}

/* --- Numbers beside the verdict ------------------------------------------------------------- */

static void estimate_fill(const bres__side *side, bres_estimate *estimate)
{
    if (side->center.present) {
        estimate->has |= BRES_HAS_CENTER;
        estimate->center = side->center.value;
    }
    if (side->has_interval) {
        estimate->has |= BRES_HAS_INTERVAL;
        estimate->lower = side->interval.lower;
        estimate->upper = side->interval.upper;
    }
    if (side->noise.present) {
        estimate->has |= BRES_HAS_NOISE;
        estimate->noise = side->noise.value;
    }
    if (side->times.declared || side->timing.samples.present) {
        estimate->has |= BRES_HAS_SAMPLES;
        estimate->samples =
            side->times.declared ? side->times.size : (uint64_t)side->timing.samples.value;
    }
}

static void difference_fill(const bres__side *reference, const bres__side *candidate,
                            bres_difference *difference)
{
    if (reference->center.present && candidate->center.present) {
        difference->has |= BRES_HAS_DIFFERENCE;
        difference->center = candidate->center.value - reference->center.value;
        if (reference->center.value != 0) {
            difference->has |= BRES_HAS_FRACTION;
            difference->fraction = difference->center / reference->center.value;
        }
    }
    if (bres__number_is_positive(&reference->center) &&
        bres__number_is_positive(&candidate->center)) {
        difference->has |= BRES_HAS_CHANGE;
        difference->change =
            bres__symmetric_change(candidate->center.value, reference->center.value);
    }
    if (reference->has_interval && candidate->has_interval) {
        const bres__interval *before = &reference->interval;
        const bres__interval *after = &candidate->interval;

        difference->has |= BRES_HAS_DIFFERENCE_INTERVAL | BRES_HAS_CHANGE_INTERVAL;
        difference->lower = after->lower - before->upper;
        difference->upper = after->upper - before->lower;
        difference->change_lower = bres__symmetric_change(after->lower, before->upper);
        difference->change_upper = bres__symmetric_change(after->upper, before->lower);
    }
}

static void decision_set_unit(bres_decision *decision, bres_unit unit)
{
    decision->reference.unit = unit;
    decision->candidate.unit = unit;
    decision->difference.unit = unit;
}

void bres__decision_fill(const bres__side *reference, const bres__side *candidate, bres_unit unit,
                         bres_decision *decision)
{
    estimate_fill(reference, &decision->reference);
    estimate_fill(candidate, &decision->candidate);
    difference_fill(reference, candidate, &decision->difference);
    decision_set_unit(decision, unit);
}

/* --- Missing evidence ----------------------------------------------------------------------- */

static bres_status conclude_skipped(const bres__side *reference, const bres__side *candidate,
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
    return bres__conclude(decision, BRES_UNKNOWN, BRES_REASON_STATE_SKIPPED,
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

/* How many of the faults of a center count. The older rule judges any number, and an empty function
 * executes no instruction. */
static size_t fault_count(const bres__evidence *evidence)
{
    if (evidence->legacy)
        return 1;
    return evidence->has_counts ? 2 : 3;
}

/* Concludes when there is no pair of centers to compare; *done says whether it did. */
static bres_status decide_unknown(const bres__evidence *evidence, bres_decision *decision,
                                  bool *done)
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
    const size_t count = fault_count(evidence);

    *done = true;
    if (reference->skipped || candidate->skipped)
        return conclude_skipped(reference, candidate, decision);
    if (reference->without_summaries || candidate->without_summaries)
        return bres__conclude(
            decision, BRES_UNKNOWN, BRES_REASON_GPU_TIMING_SUMMARIES_MISSING,
            "there are no summaries on %s",
            bres__sides_name(reference->without_summaries, candidate->without_summaries));
    for (size_t i = 0; i < count; i++) {
        const bool faulty[2] = { faults[i].applies(reference), faults[i].applies(candidate) };

        if (faulty[0] || faulty[1])
            return bres__conclude(decision, BRES_UNKNOWN, faults[i].reason, "the %s %s on %s",
                                  evidence->has_counts ? "count" : "time", faults[i].what,
                                  bres__sides_name(faulty[0], faulty[1]));
    }
    *done = false;
    return BRES_OK;
}

/* --- The decision --------------------------------------------------------------------------- */

bres_status bres__decide(bres__evidence *evidence, const bres_thresholds *thresholds,
                         bres_decision *decision)
{
    const bres__side *reference = &evidence->sides[BRES__REFERENCE];
    const bres__side *candidate = &evidence->sides[BRES__CANDIDATE];
    bres_verdict gap = BRES_UNKNOWN;
    bres_status status = BRES_OK;
    double distance = 0;
    bool done;

    evidence->scratch->used = 0;
    if (evidence->legacy || evidence->has_counts)
        bres__estimate_means(evidence);
    else
        status = bres__estimate(evidence);
    if (status != BRES_OK)
        return status;
    bres__decision_fill(reference, candidate,
                        evidence->has_counts ? BRES_UNIT_INSTRUCTIONS : BRES_UNIT_SECONDS,
                        decision);
    status = decide_unknown(evidence, decision, &done);
    if (done)
        return status;
    if (evidence->has_counts)
        return bres__decide_counts(evidence, decision);
    if (evidence->legacy)
        return bres__decide_legacy(evidence, decision);
    if (reference->has_interval && candidate->has_interval)
        gap = bres__gap(&reference->interval, &candidate->interval, thresholds->clear_gap_relative,
                        &distance);
    if (gap != BRES_UNKNOWN)
        return bres__decide_gap(evidence, thresholds, gap, distance, decision);
    return bres__decide_same(evidence, thresholds, decision);
}
