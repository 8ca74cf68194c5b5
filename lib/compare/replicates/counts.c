/* SPDX-License-Identifier: MIT */
/*
 * Exact counts with replicates. If the runs of a side agree, and every pair of runs has the same
 * verdict, a count is as exact as that of a single run. Otherwise the counted work varies, and only
 * the variation between runs can prove a change, as for times. Varying counts are never SAME: users
 * of counts look for smaller changes than times can show.
 */
#include "compare/decide/decide.h"
#include "compare/replicates/replicates.h"

#include <math.h>

/* Errors up to this come from rounding logarithms: 100 and 110 against 200 and 220 have the same
 * ratio. */
#define ROUNDING 1e-12

/* The counts of a side. */
typedef struct count_range {
    double lowest;
    double highest;
    double mean;
    size_t runs;
} count_range;

static void range_collect(const bres__row_runs *runs, int side, count_range *range)
{
    for (size_t i = 0; i < runs->counts[side]; i++) {
        const bres__number *count = &runs->runs[side][i].count;

        if (!count->present)
            continue;
        range->lowest = range->runs > 0 ? fmin(range->lowest, count->value) : count->value;
        range->highest = range->runs > 0 ? fmax(range->highest, count->value) : count->value;
        range->mean += (count->value - range->mean) / (double)++range->runs;
    }
}

static bool range_agrees(const count_range *range, double tolerance)
{
    return range->highest - range->lowest <=
           tolerance * fmin(fabs(range->lowest), fabs(range->highest));
}

/* Whether every pair of runs has the same verdict. The extreme counts of the candidate suffice. */
static bool pairs_agree(const bres__row_runs *runs, const count_range *candidate, double tolerance,
                        bres_verdict verdict)
{
    for (size_t i = 0; i < runs->counts[BRES__REFERENCE]; i++) {
        const bres__number *count = &runs->runs[BRES__REFERENCE][i].count;

        if (count->present &&
            (bres__counts_verdict(count->value, candidate->lowest, tolerance) != verdict ||
             bres__counts_verdict(count->value, candidate->highest, tolerance) != verdict))
            return false;
    }
    return true;
}

/* Decides by the means, which equal the counts if the runs are equal. */
static void decide_exact(const bres__evidence *evidence, const count_range ranges[2],
                         bres_decision *decision)
{
    bres__decide_counts(evidence, decision);
    if (decision->verdict == BRES_SAME &&
        (ranges[0].lowest < ranges[0].highest || ranges[1].lowest < ranges[1].highest))
        bres__set_verdict(decision, BRES_SAME, BRES_REASON_COUNTS_AGREE,
                          "the counts agree: %.10g to %.10g and %.10g to %.10g are within the "
                          "tolerance of %.4g%%",
                          ranges[0].lowest, ranges[0].highest, ranges[1].lowest, ranges[1].highest,
                          100 * evidence->count_tolerance);
}

/* Decides as for times, with a smallest effect of at least the tolerance. Logarithms need counts
 * above 0, and counts that differ equally in all pairs have no error. */
static bres_status decide_varying(const bres__row_runs *runs, const count_range ranges[2],
                                  double tolerance, const bres_thresholds *thresholds,
                                  bres_decision *decision, bres_ratio *ratio)
{
    bres_thresholds limits = *thresholds;
    bres__effect effect;
    bres_verdict verdict;
    bool usable = ranges[0].lowest > 0 && ranges[1].lowest > 0;

    limits.runs_min_effect = fmax(limits.runs_min_effect, tolerance);
    if (usable) {
        const bres_status status =
            bres__effect_make(runs, bres__row_run_times, &limits, &effect, &usable);

        if (status != BRES_OK)
            return status;
    }
    if (!usable || !(effect.error > ROUNDING)) {
        bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_COUNTS_VARY,
                          "the counts vary from run to run and do not allow an interval: "
                          "%.10g to %.10g against %.10g to %.10g",
                          ranges[0].lowest, ranges[0].highest, ranges[1].lowest, ranges[1].highest);
        return BRES_OK;
    }
    bres__effect_report(&effect, runs, BRES_UNIT_INSTRUCTIONS, &limits, decision, ratio);
    verdict = bres__effect_verdict(&effect, &limits);
    if (verdict == BRES_FAST || verdict == BRES_SLOW)
        bres__set_verdict(decision, verdict, BRES_REASON_RUNS_DIFFER,
                          "the counts vary from run to run; their ratio is %.5g, from %.5g to %.5g "
                          "at %.4g%%, beyond %.4g%%",
                          ratio->ratio, ratio->lower, ratio->upper, 100 * ratio->confidence,
                          100 * limits.runs_min_effect);
    else if (!effect.may_differ)
        bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_COUNTS_VARY,
                          "the counts vary from run to run; their ratio is %.5g, but %zu and %zu "
                          "runs are too few to show a change at %.4g%%",
                          ratio->ratio, effect.used[0], effect.used[1], 100 * ratio->confidence);
    else
        bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_COUNTS_VARY,
                          "the counts vary from run to run; their ratio is %.5g, from %.5g to %.5g "
                          "at %.4g%%, not beyond %.4g%%",
                          ratio->ratio, ratio->lower, ratio->upper, 100 * ratio->confidence,
                          100 * limits.runs_min_effect);
    return BRES_OK;
}

bres_status bres__runs_decide_counts(const bres__row_runs *runs, double tolerance,
                                     const bres_thresholds *thresholds, bres_decision *decision,
                                     bres_ratio *ratio)
{
    bres__evidence evidence = { .has_counts = true, .count_tolerance = tolerance };
    count_range ranges[2] = { { .runs = 0 }, { .runs = 0 } };
    bool agree = true;

    for (int side = 0; side < 2; side++) {
        range_collect(runs, side, &ranges[side]);
        agree = agree && range_agrees(&ranges[side], tolerance);
        evidence.sides[side].center = (bres__number){ .present = true, .value = ranges[side].mean };
    }
    bres__decision_set_numbers(&evidence.sides[0], &evidence.sides[1], BRES_UNIT_INSTRUCTIONS,
                               decision);
    if (agree && pairs_agree(runs, &ranges[BRES__CANDIDATE], tolerance,
                             bres__counts_verdict(ranges[BRES__REFERENCE].mean,
                                                  ranges[BRES__CANDIDATE].mean, tolerance))) {
        decide_exact(&evidence, ranges, decision);
        return BRES_OK;
    }
    return decide_varying(runs, ranges, tolerance, thresholds, decision, ratio);
}
