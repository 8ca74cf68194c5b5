/* SPDX-License-Identifier: MIT */
/*
 * Decides on pairs without a clear gap: the sides are equivalent if their intervals, samples and
 * clock rates agree. Missing samples or clock rates are not compared.
 */
#include "compare/decide/averages.h"
#include "compare/evidence/coverage.h"
#include "compare/match/name.h"

#include <math.h>

/* The result of comparing the samples. */
typedef enum samples_result {
    SAMPLES_ABSENT,     /* a side has none */
    SAMPLES_TIMES_SAME, /* the times agree, and a side has no rates */
    SAMPLES_DECIDED
} samples_result;

static bres_status decide_mismatch(const bres__coverage *coverage,
                                   const bres_thresholds *thresholds, const char *what,
                                   bres_reason reason, bres_decision *decision)
{
    const char *where = "samples and support";

    if (coverage->support_passes)
        where = "samples";
    else if (coverage->samples_pass)
        where = "support";
    decision->severity = coverage->severity;
    return bres__set_verdict(
        decision, BRES_AMBIGUOUS, reason,
        "the %s of the samples differ in %s: samples covered: ref %.1f%%, cmp %.1f%%, needed "
        "%.1f%%; support covered: ref %.1f%%, cmp %.1f%%, needed %.1f%%",
        what, where, 100 * coverage->samples[0], 100 * coverage->samples[1],
        100 * thresholds->bulk_sample_coverage, 100 * coverage->support[0],
        100 * coverage->support[1], 100 * thresholds->bulk_support_coverage);
}

/* Makes the supports of both sides from their times or cycles. */
static bres_status evidence_supports(bres__evidence *evidence, bool cycles,
                                     bres__support supports[2])
{
    for (int i = 0; i < 2; i++) {
        bres_status status = bres__bulk_sort(evidence, i, cycles);

        if (status != BRES_OK)
            return status;
    }
    for (int i = 0; i < 2; i++)
        bres__bulk_deduplicate(evidence, i, &supports[i]);
    return BRES_OK;
}

static bres_status decide_averages_same(const bres__averages *averages, const char *cycles,
                                        bres_decision *decision)
{
    decision->severity = 0;
    return bres__set_verdict(decision, BRES_SAME, BRES_REASON_AVERAGES_AGREE,
                             "the averages%s agree: those of the times differ by %.3g%% with a "
                             "standard error of %.2g%%, and the clock's step is %.3g%%",
                             cycles, 100 * averages->difference, 100 * averages->error,
                             100 * averages->step);
}

/* Checks whether the averages decide if the times cover each other, but the cycles do not. Sorts
 * the times again, and then the cycles. */
static bres_status prove_by_times(bres__evidence *evidence, const bres_thresholds *thresholds,
                                  bres__averages *averages, bres__support cycles[2])
{
    bres__support times[2];
    bres_status status = evidence_supports(evidence, false, times);

    if (status != BRES_OK)
        return status;
    bres__averages_prove(evidence, times, thresholds, averages);
    return evidence_supports(evidence, true, cycles);
}

static bres_status check_cycles(bres__evidence *evidence, const bres_thresholds *thresholds,
                                bres__averages *averages, bool by_averages, bres_decision *decision)
{
    bres__support supports[2];
    bres__coverage coverage;
    double difference = 0;
    char fault[128];
    bool usable;
    bres_status status = bres__bulk_read(evidence, true, fault, sizeof(fault), &usable);

    if (status != BRES_OK)
        return status;
    if (!usable)
        return bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_BULK_CYCLE_DATA_UNUSABLE,
                                 "the times agree, but the cycles cannot be compared: %s", fault);
    status = evidence_supports(evidence, true, supports);
    if (status != BRES_OK)
        return status;
    if (!by_averages)
        bres__cover(&supports[0], &supports[1], thresholds, &coverage);
    if (!by_averages && coverage.samples_pass && coverage.support_passes)
        return bres__set_verdict(
            decision, BRES_SAME, BRES_REASON_BULK_SAME,
            "times and cycles of the samples agree: at least %.1f%% of the samples "
            "and %.1f%% of the support are covered",
            100 * fmin(coverage.samples[0], coverage.samples[1]),
            100 * fmin(coverage.support[0], coverage.support[1]));
    if (!by_averages && averages->step > 0) {
        status = prove_by_times(evidence, thresholds, averages, supports);
        if (status != BRES_OK)
            return status;
    }
    if (averages->decide_same &&
        bres__averages_confirm_cycles(averages, supports, thresholds, &difference))
        return decide_averages_same(averages, " of times and cycles", decision);
    if (!by_averages)
        return decide_mismatch(&coverage, thresholds, "cycles",
                               BRES_REASON_BULK_CYCLE_SUPPORT_MISMATCH, decision);
    decision->severity = 0;
    return bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_CYCLE_SAME_NOT_CONFIRMED,
                             "the averages of the times agree, but those of the cycles differ by "
                             "%.3g%%, or their samples are spread differently",
                             100 * difference);
}

/* Whether the times of the samples agree, by coverage or, with *by_averages, by averages. If not,
 * the verdict is set. `near`: the intervals agree; otherwise the verdict already says why they do
 * not. */
static bool check_times(bres__evidence *evidence, const bres__support *supports,
                        const bres_thresholds *thresholds, bool near, bres__averages *averages,
                        bool *by_averages, bres_decision *decision)
{
    bres__coverage coverage;
    bool covered = false;

    *averages = (bres__averages){ .step = 0 };
    if (thresholds->rule != BRES_RULE_NVBENCH)
        bres__averages_find_steps(evidence, supports, thresholds, averages);
    if (near) {
        bres__cover(&supports[0], &supports[1], thresholds, &coverage);
        covered = coverage.samples_pass && coverage.support_passes;
        if (!covered)
            decide_mismatch(&coverage, thresholds, "times", BRES_REASON_BULK_TIME_SUPPORT_MISMATCH,
                            decision);
    }
    if (covered && !averages->is_coarse && !averages->peaks_contradict)
        return true;
    bres__averages_prove(evidence, supports, thresholds, averages);
    *by_averages = averages->decide_same;
    if (!averages->decide_same && (covered || (averages->is_coarse && !averages->differ)))
        bres__decide_below_resolution(averages, thresholds, decision);
    return averages->decide_same;
}

static bres_status check_samples(bres__evidence *evidence, const bres_thresholds *thresholds,
                                 bool near, bres__averages *averages, bool *by_averages,
                                 bres_decision *decision, samples_result *answer)
{
    const bres__side *sides = evidence->sides;
    bres__support supports[2];
    char fault[128];
    bool usable;
    bres_status status = BRES_OK;

    *answer = SAMPLES_ABSENT;
    if (!sides[0].times.declared || !sides[1].times.declared)
        return BRES_OK;
    *answer = SAMPLES_DECIDED;
    status = bres__bulk_read(evidence, false, fault, sizeof(fault), &usable);
    if (status != BRES_OK || (!usable && !near))
        return status;
    if (!usable)
        return bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_BULK_TIME_DATA_UNUSABLE,
                                 "the intervals agree, but the samples cannot be compared: %s",
                                 fault);
    status = evidence_supports(evidence, false, supports);
    if (status != BRES_OK)
        return status;
    if (!check_times(evidence, supports, thresholds, near, averages, by_averages, decision))
        return BRES_OK;
    if (sides[0].rates.declared && sides[1].rates.declared)
        return check_cycles(evidence, thresholds, averages, *by_averages, decision);
    *answer = SAMPLES_TIMES_SAME;
    return BRES_OK;
}

/* The intervals agree in times: decides whether they also agree in cycles, if both sides have a
 * clock rate. */
static bres_status check_clock(const bres__evidence *evidence, const bres_thresholds *thresholds,
                               bool samples_agree, bres_decision *decision)
{
    const bres__side *sides = evidence->sides;
    const bres__number clocks[2] = { sides[0].timing.clock, sides[1].timing.clock };
    const char *agree = samples_agree ? "the times of the samples agree" : "the intervals agree";
    bres__interval cycles[2];
    double distance;
    double overlap;

    if (!clocks[0].present || !clocks[1].present)
        return bres__set_verdict(
            decision, BRES_SAME,
            samples_agree ? BRES_REASON_BULK_TIME_SAME_WITHOUT_CYCLES
                          : BRES_REASON_SAME_WITHOUT_CLOCK_RATE,
            "%s: the centers differ by %.4g%%; cycles to confirm it are missing", agree,
            100 * bres__center_distance(&sides[0].interval, &sides[1].interval));
    if (!bres__interval_scale(&sides[0].interval, clocks[0].value, &cycles[0]) ||
        !bres__interval_scale(&sides[1].interval, clocks[1].value, &cycles[1]))
        return bres__set_verdict(
            decision, BRES_AMBIGUOUS, BRES_REASON_INVALID_CLOCK_RATE,
            "%s, but the clock rates cannot confirm it: %.6g MHz against %.6g MHz", agree,
            clocks[0].value / 1e6, clocks[1].value / 1e6);
    distance = bres__center_distance(&cycles[0], &cycles[1]);
    overlap = bres__overlap(&cycles[0], &cycles[1]);
    if (distance <= thresholds->same_center_relative &&
        overlap >= thresholds->same_overlap_fraction)
        return bres__set_verdict(
            decision, BRES_SAME,
            samples_agree ? BRES_REASON_BULK_TIME_SAME_CONFIRMED_BY_SUMMARY_CYCLES
                          : BRES_REASON_SAME_CONFIRMED_BY_CYCLES,
            "%s, and with the clock rates the centers differ by %.4g%%", agree, 100 * distance);
    return bres__set_verdict(
        decision, BRES_AMBIGUOUS, BRES_REASON_CYCLE_SAME_NOT_CONFIRMED,
        "%s, but with the clock rates of %.6g MHz and %.6g MHz the centers differ "
        "by %.4g%% and the intervals share %.4g%%",
        agree, clocks[0].value / 1e6, clocks[1].value / 1e6, 100 * distance, 100 * overlap);
}

/* The averages of the times agree: decides whether those of the cycles also agree, if both sides
 * have a clock rate. */
static bres_status check_clock_by_averages(const bres__side *sides,
                                           const bres_thresholds *thresholds,
                                           const bres__averages *averages, bres_decision *decision)
{
    const bres__number *clocks[2] = { &sides[0].timing.clock, &sides[1].timing.clock };
    double difference;

    if (!clocks[0]->present || !clocks[1]->present)
        return decide_averages_same(averages, "", decision);
    if (!bres__number_is_positive(clocks[0]) || !bres__number_is_positive(clocks[1]))
        return bres__set_verdict(
            decision, BRES_AMBIGUOUS, BRES_REASON_INVALID_CLOCK_RATE,
            "the averages agree, but the clock rates cannot confirm it: %.6g MHz against %.6g MHz",
            clocks[0]->value / 1e6, clocks[1]->value / 1e6);
    if (bres__averages_confirm_clocks(averages,
                                      (const double[]){ clocks[0]->value, clocks[1]->value },
                                      thresholds, &difference))
        return decide_averages_same(averages, " of times and cycles", decision);
    decision->severity = 0;
    return bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_CYCLE_SAME_NOT_CONFIRMED,
                             "the averages agree, but with the clock rates of %.6g MHz and %.6g "
                             "MHz they differ by %.3g%%",
                             clocks[0]->value / 1e6, clocks[1]->value / 1e6, 100 * difference);
}

static bres_status decide_no_noise(const bres__side *sides, bres_decision *decision)
{
    const bool lacking[2] = { !bres__number_is_usable(&sides[0].noise),
                              !bres__number_is_usable(&sides[1].noise) };

    return bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_NOISE_UNAVAILABLE,
                             "the noise is missing, negative or not finite on %s",
                             bres__sides_name(lacking[0], lacking[1]));
}

/* Whether the time intervals agree; if not, the verdict says why. */
static bool check_intervals(const bres__side *sides, const bres_thresholds *thresholds,
                            bres_decision *decision)
{
    const double distance = bres__center_distance(&sides[0].interval, &sides[1].interval);
    const double overlap = bres__overlap(&sides[0].interval, &sides[1].interval);

    if (!(distance <= thresholds->same_center_relative)) {
        bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_CENTERS_NOT_CLOSE,
                          "the centers differ by %.4g%%; the limit for SAME is %.4g%%",
                          100 * distance, 100 * thresholds->same_center_relative);
        return false;
    }
    if (!(overlap >= thresholds->same_overlap_fraction)) {
        bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_WEAK_INTERVAL_OVERLAP,
                          "the intervals share %.4g%% of the narrower one, at least %.4g%% is "
                          "needed",
                          100 * overlap, 100 * thresholds->same_overlap_fraction);
        return false;
    }
    return true;
}

/* Whether samples may decide although the intervals do not agree. Means that differ by more than
 * the margin exclude this without reading the samples. */
static bool averages_can_help(const bres__evidence *evidence, const bres_thresholds *thresholds)
{
    const bres__side *sides = evidence->sides;

    if (thresholds->rule == BRES_RULE_NVBENCH || !sides[0].times.declared ||
        !sides[1].times.declared)
        return false;
    if (!bres__number_is_positive(&sides[0].timing.mean) ||
        !bres__number_is_positive(&sides[1].timing.mean))
        return true;
    return fabs(bres__symmetric_change(sides[1].timing.mean.value, sides[0].timing.mean.value)) <=
           thresholds->runs_equivalence_margin;
}

bres_status bres__decide_same(bres__evidence *evidence, const bres_thresholds *thresholds,
                              bres_decision *decision)
{
    const bres__side *sides = evidence->sides;
    samples_result answer = SAMPLES_ABSENT;
    bres__averages averages;
    bool by_averages = false;
    bres_status status;
    double noise;
    bool near;

    if (!bres__number_is_usable(&sides[0].noise) || !bres__number_is_usable(&sides[1].noise))
        return decide_no_noise(sides, decision);
    if (!sides[0].has_interval || !sides[1].has_interval)
        return bres__set_verdict(
            decision, BRES_AMBIGUOUS, BRES_REASON_MISSING_INTERVAL,
            "no kind of interval is complete on both sides, neither quartiles nor mean "
            "and deviation");
    near = check_intervals(sides, thresholds, decision);
    if (!near && !averages_can_help(evidence, thresholds))
        return BRES_OK;
    status = check_samples(evidence, thresholds, near, &averages, &by_averages, decision, &answer);
    if (status != BRES_OK || answer == SAMPLES_DECIDED)
        return status;
    if (by_averages)
        return check_clock_by_averages(sides, thresholds, &averages, decision);
    noise = fmax(sides[0].noise.value, sides[1].noise.value);
    if (answer == SAMPLES_ABSENT && noise > thresholds->same_relative_dispersion_ceiling)
        return bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_NOISE_TOO_HIGH,
                                 "the noise is %.4g%%; the limit for SAME is %.4g%%", 100 * noise,
                                 100 * thresholds->same_relative_dispersion_ceiling);
    return check_clock(evidence, thresholds, answer == SAMPLES_TIMES_SAME, decision);
}
