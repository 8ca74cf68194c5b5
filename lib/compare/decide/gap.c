/* SPDX-License-Identifier: MIT */
/*
 * Decides whether the clock cycles confirm a clear gap between the time intervals. A change of the
 * clock rate alone makes a gap in times, but no gap in cycles.
 */
#include "compare/decide/decide.h"
#include "compare/match/name.h"

/* Whether all four sidecars of the pair can be read. */
static bool evidence_is_readable(const bres__evidence *evidence)
{
    for (int i = 0; i < 2; i++) {
        if (!bres__source_is_readable(&evidence->sides[i].times) ||
            !bres__source_is_readable(&evidence->sides[i].rates))
            return false;
    }
    return true;
}

/* For the message: which side names a sidecar whose file is missing. */
static const char *missing_note(const bres__evidence *evidence)
{
    bool missing[2];

    for (int i = 0; i < 2; i++) {
        const bres__side *side = &evidence->sides[i];

        missing[i] = (side->times.declared && !bres__source_is_readable(&side->times)) ||
                     (side->rates.declared && !bres__source_is_readable(&side->rates));
    }
    if (missing[0] && missing[1])
        return " (samples of both sides are missing)";
    if (missing[0])
        return " (samples of the reference are missing)";
    return missing[1] ? " (samples of the candidate are missing)" : "";
}

static bres_status confirm_by_samples(bres__evidence *evidence, const bres_thresholds *thresholds,
                                      bres_verdict gap, double distance, bres_decision *decision)
{
    bres__interval cycles[2];
    bres__number noise;
    double cycle_distance;
    char fault[128];
    bool usable;
    bres_status status = bres__bulk_read(evidence, true, fault, sizeof(fault), &usable);

    if (status != BRES_OK)
        return status;
    if (!usable)
        return bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_BULK_CYCLE_DATA_UNUSABLE,
                                 "the times are %.4g%% apart, but the cycles cannot confirm it: %s",
                                 100 * distance, fault);
    for (int i = 0; i < 2; i++) {
        status = bres__bulk_sort(evidence, i, true);
        if (status != BRES_OK)
            return status;
        bres__bulk_interval(evidence, i, &cycles[i], &noise);
    }
    if (bres__gap(&cycles[0], &cycles[1], thresholds->clear_gap_relative, &cycle_distance) == gap)
        return bres__set_verdict(decision, gap, BRES_REASON_CLEAR_GAP_CONFIRMED_BY_BULK_CYCLES,
                                 "the times are %.4g%% apart, the cycles of the samples %.4g%%",
                                 100 * distance, 100 * cycle_distance);
    return bres__set_verdict(
        decision, BRES_AMBIGUOUS, BRES_REASON_BULK_CYCLE_GAP_NOT_CONFIRMED,
        "the times are %.4g%% apart, but not the cycles of the samples: %.4g to "
        "%.4g against %.4g to %.4g",
        100 * distance, cycles[0].lower, cycles[0].upper, cycles[1].lower, cycles[1].upper);
}

static bres_status confirm_by_summaries(const bres__evidence *evidence,
                                        const bres_thresholds *thresholds, bres_verdict gap,
                                        double distance, bres_decision *decision)
{
    const bres__side *sides = evidence->sides;
    const bres__number clocks[2] = { sides[0].timing.clock, sides[1].timing.clock };
    const char *note = missing_note(evidence);
    bres__interval cycles[2];
    double cycle_distance;

    if (!clocks[0].present || !clocks[1].present)
        return bres__set_verdict(
            decision, BRES_AMBIGUOUS, BRES_REASON_MISSING_CLOCK_RATE,
            "the times are %.4g%% apart, but the clock rate to confirm it is missing on %s%s",
            100 * distance, bres__sides_name(!clocks[0].present, !clocks[1].present), note);
    if (!bres__interval_scale(&sides[0].interval, clocks[0].value, &cycles[0]) ||
        !bres__interval_scale(&sides[1].interval, clocks[1].value, &cycles[1]))
        return bres__set_verdict(
            decision, BRES_AMBIGUOUS, BRES_REASON_INVALID_CLOCK_RATE,
            "the times are %.4g%% apart, but the clock rates cannot confirm it: "
            "%.6g MHz against %.6g MHz%s",
            100 * distance, clocks[0].value / 1e6, clocks[1].value / 1e6, note);
    if (bres__gap(&cycles[0], &cycles[1], thresholds->clear_gap_relative, &cycle_distance) == gap)
        return bres__set_verdict(decision, gap, BRES_REASON_CLEAR_GAP_CONFIRMED_BY_SUMMARY_CYCLES,
                                 "the times are %.4g%% apart, with the clock rates %.4g%%%s",
                                 100 * distance, 100 * cycle_distance, note);
    return bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_SUMMARY_CYCLE_GAP_NOT_CONFIRMED,
                             "the times are %.4g%% apart, but not with the clock rates of %.6g MHz "
                             "against %.6g MHz%s",
                             100 * distance, clocks[0].value / 1e6, clocks[1].value / 1e6, note);
}

bres_status bres__decide_gap(bres__evidence *evidence, const bres_thresholds *thresholds,
                             bres_verdict gap, double distance, bres_decision *decision)
{
    if (!evidence->has_clock)
        return bres__set_verdict(decision, gap, BRES_REASON_CLEAR_GAP_WITHOUT_CLOCK,
                                 "the times are %.4g%% apart, at least %.4g%% is needed",
                                 100 * distance, 100 * thresholds->clear_gap_relative);
    if (evidence_is_readable(evidence))
        return confirm_by_samples(evidence, thresholds, gap, distance, decision);
    return confirm_by_summaries(evidence, thresholds, gap, distance, decision);
}
