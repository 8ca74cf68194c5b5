/* SPDX-License-Identifier: MIT */
/*
 * The default rule for a clock with a visible step. A median moves in whole steps, so it shows
 * little of a change below a step. The averages of many samples show such a change if the noise
 * spreads the samples over the steps.
 *
 * The averages prove SAME if all of these conditions hold:
 * - The confidence interval of the difference of the means, without outliers, is within the margin.
 * - The means of all samples differ by at most the margin: outliers are part of the time.
 * - The mid-rank medians differ by at most the margin. The mean is right if the phase of the clock
 *   is random, the mid-rank median if the clock rounds normal noise. The samples do not show which
 *   case applies.
 * - The samples beside the most frequent value do not contradict.
 * - Each sample has a neighbour on the other side, within a step.
 * - If the step is above the margin: the samples of each side spread over enough of a step, and a
 *   finer step shows that they are continuous. Averages of a few different times, all rounded by a
 *   coarse clock, may not show a change.
 */
#include "compare/decide/averages.h"
#include "compare/evidence/clock_step.h"

#include <math.h>

/* Half the 99 % quantile of the normal distribution: for any number of samples, a change of twice
 * the margin is then SAME in at most 1 % of comparisons. */
#define AVERAGES_QUANTILE       (2.3263478740408408 / 2)
/* The 99 % quantile: beyond it, the multiples of a dominant step contradict SAME. */
#define AVERAGES_CONTRADICTION  2.3263478740408408
/* The 80 % quantile. */
#define AVERAGES_POWER_QUANTILE 0.8416212335729143
/* A larger plan is not practical. */
#define AVERAGES_SAMPLES_MOST   1e7
/* Fewer samples have no useful standard error. */
#define AVERAGES_SAMPLES        30u
/* Minimum standard deviation, in steps. A clock that rounds normal noise of this width moves the
 * mean by at least half of each change. */
#define AVERAGES_SPREAD         0.25
/* Minimum number of distinct times between steps. */
#define AVERAGES_BETWEEN        10u
/* Two steps of the same clock differ by rounding. */
#define STEP_ROUNDING           1e-6

/* Whether the samples of both sides cover each other. The tolerance is a step or, if it is larger,
 * the threshold. */
static bool samples_are_covered(const bres__support *supports, double step,
                                const bres_thresholds *thresholds)
{
    bres_thresholds within_step = *thresholds;
    bres__coverage coverage;

    within_step.same_center_relative =
        fmax(thresholds->same_center_relative, step * (1 + STEP_ROUNDING));
    bres__cover(&supports[0], &supports[1], &within_step, &coverage);
    return coverage.samples_pass;
}

static double relative_difference(double reference, double candidate)
{
    return bres__symmetric_change(candidate, reference);
}

static bool samples_are_spread(const bres__evidence *evidence, const bres__averages *averages)
{
    for (int i = 0; i < 2; i++) {
        if (averages->sides[i].deviation < AVERAGES_SPREAD * evidence->sides[i].step.dominant)
            return false;
    }
    return true;
}

/* Whether the clock also has a finer step, in which the samples are continuous. */
static bool samples_are_continuous(const bres__evidence *evidence, const bres__support *supports)
{
    for (int i = 0; i < 2; i++) {
        if (bres__average_between_steps(&supports[i], &evidence->sides[i].step) < AVERAGES_BETWEEN)
            return false;
    }
    return true;
}

/*
 * Compares the samples beside the most frequent value. If both sides have the same peak of at least
 * half of the samples, a larger step of the clock may hide a change in the peak. Then only the
 * other samples show the change.
 */
static void averages_compare_peaks(const bres__evidence *evidence, const bres__support *supports,
                                   double margin, bres__averages *averages)
{
    const bres__clock_step *steps[2] = { &evidence->sides[0].step, &evidence->sides[1].step };
    const double divisor = bres__clock_step_common(steps[0], steps[1]);
    const bool has_dominant =
        steps[0]->dominant > steps[0]->divisor || steps[1]->dominant > steps[1]->divisor;
    bres__peak peaks[2];
    double difference;
    double error;

    averages->peaks_allow_same = true;
    if (steps[0]->peak < 0.5 || steps[1]->peak < 0.5)
        return;
    for (int i = 0; i < 2; i++)
        bres__peak_of(&supports[i], divisor, &peaks[i]);
    if (peaks[0].value != peaks[1].value || !(peaks[0].is_alone || peaks[1].is_alone) ||
        !(peaks[0].mean > 0) || !(peaks[1].mean > 0))
        return;
    difference = fabs(relative_difference(peaks[0].mean, peaks[1].mean));
    error = hypot(peaks[0].error, peaks[1].error) / peaks[0].value;
    /* The other multiples of a dominant step are few and far apart, so they seldom prove anything.
     */
    averages->peaks_contradict =
        difference - (has_dominant ? AVERAGES_CONTRADICTION : AVERAGES_QUANTILE) * error > margin;
    averages->peaks_allow_same = has_dominant ? !averages->peaks_contradict
                                              : difference + AVERAGES_QUANTILE * error <= margin;
}

/* What the averages lack to prove SAME; NULL: nothing. */
static const char *averages_lack(const bres__evidence *evidence, const bres__support *supports,
                                 const bres_thresholds *thresholds, const bres__averages *averages)
{
    const bres__average *sides = averages->sides;
    const double margin = thresholds->runs_equivalence_margin;

    if (supports[0].total < AVERAGES_SAMPLES || supports[1].total < AVERAGES_SAMPLES)
        return "too few samples";
    if (averages->is_coarse && !samples_are_spread(evidence, averages))
        return "too few samples lie on other steps";
    if (averages->is_coarse && !samples_are_continuous(evidence, supports))
        return "too few times lie between steps";
    if (fabs(averages->difference) > margin ||
        fabs(relative_difference(sides[0].mean, sides[1].mean)) > margin)
        return "the averages differ by more than the margin";
    if (fabs(averages->difference) + AVERAGES_QUANTILE * averages->error > margin)
        return "the averages are too uncertain";
    if (!averages->peaks_allow_same)
        return "the samples beside the most frequent time differ";
    if (fabs(relative_difference(
            bres__average_median(&supports[0], evidence->sides[0].step.dominant),
            bres__average_median(&supports[1], evidence->sides[1].step.dominant))) > margin)
        return "the medians differ by more than the margin";
    if (!samples_are_covered(supports, averages->step, thresholds))
        return "the samples are spread differently";
    return NULL;
}

/* The number of samples per side with which the averages decide with a probability of 80 %, if
 * their difference stays as it is; 0: no practical number suffices. */
static uint64_t samples_needed(const bres__support *supports, double margin,
                               const bres__averages *averages)
{
    const double room = margin - fabs(averages->difference);
    const double count =
        (double)(supports[0].total > supports[1].total ? supports[0].total : supports[1].total);
    const double times = (AVERAGES_QUANTILE + AVERAGES_POWER_QUANTILE) * averages->error / room;
    const double needed = ceil(fmax(count * times * times, AVERAGES_SAMPLES));

    return room > 0 && needed <= AVERAGES_SAMPLES_MOST ? (uint64_t)needed : 0;
}

void bres__averages_find_steps(bres__evidence *evidence, const bres__support *supports,
                               const bres_thresholds *thresholds, bres__averages *averages)
{
    const double margin = thresholds->runs_equivalence_margin;
    bres__side *sides = evidence->sides;

    *averages = (bres__averages){ .step = 0 };
    for (int i = 0; i < 2; i++)
        bres__clock_step_find(&supports[i], &sides[i].step);
    if (!(sides[0].step.dominant > 0 || sides[1].step.dominant > 0))
        return;
    averages->step = fmax(sides[0].step.dominant, sides[1].step.dominant) /
                     fmin(sides[0].interval.center, sides[1].interval.center);
    averages->is_coarse = averages->step > margin * (1 + STEP_ROUNDING);
    averages_compare_peaks(evidence, supports, margin, averages);
}

void bres__averages_prove(bres__evidence *evidence, const bres__support *supports,
                          const bres_thresholds *thresholds, bres__averages *averages)
{
    const double margin = thresholds->runs_equivalence_margin;
    double smaller;

    if (!(averages->step > 0))
        return;
    for (int i = 0; i < 2; i++)
        bres__average_of(&supports[i], evidence->sides[i].step.dominant, &averages->sides[i]);
    smaller = fmin(averages->sides[0].center, averages->sides[1].center);
    averages->difference =
        relative_difference(averages->sides[0].center, averages->sides[1].center);
    averages->error = hypot(averages->sides[0].error, averages->sides[1].error) / smaller;
    averages->differ = fabs(averages->difference) - AVERAGES_QUANTILE * averages->error > margin;
    averages->missing = averages_lack(evidence, supports, thresholds, averages);
    averages->decide_same = averages->missing == NULL;
    evidence->needs_longer_samples =
        !samples_are_spread(evidence, averages) ||
        (averages->is_coarse && !samples_are_continuous(evidence, supports)) ||
        (!averages->peaks_allow_same && fabs(averages->difference) <= margin);
    if (!evidence->needs_longer_samples)
        evidence->samples_needed = samples_needed(supports, margin, averages);
}

bool bres__averages_confirm_cycles(const bres__averages *averages, const bres__support *supports,
                                   const bres_thresholds *thresholds, double *difference)
{
    bres__average cycles[2];

    for (int i = 0; i < 2; i++)
        bres__average_of(&supports[i], 0, &cycles[i]);
    *difference = relative_difference(cycles[0].mean, cycles[1].mean);
    return fabs(*difference) <= thresholds->runs_equivalence_margin &&
           samples_are_covered(supports, averages->step, thresholds);
}

bool bres__averages_confirm_clocks(const bres__averages *averages, const double *clocks,
                                   const bres_thresholds *thresholds, double *difference)
{
    *difference = relative_difference(averages->sides[0].mean * clocks[0],
                                      averages->sides[1].mean * clocks[1]);
    return fabs(*difference) <= thresholds->runs_equivalence_margin;
}

bres_status bres__decide_below_resolution(const bres__averages *averages,
                                          const bres_thresholds *thresholds,
                                          bres_decision *decision)
{
    decision->severity = 0;
    if (!averages->is_coarse)
        return bres__set_verdict(
            decision, BRES_AMBIGUOUS, BRES_REASON_BELOW_CLOCK_RESOLUTION,
            "most samples of both sides have the same time, but the others differ by more than the "
            "margin of %.3g%%: a larger step of the clock may hide the change",
            100 * thresholds->runs_equivalence_margin);
    return bres__set_verdict(
        decision, BRES_AMBIGUOUS, BRES_REASON_BELOW_CLOCK_RESOLUTION,
        "the clock's step is %.3g%% of the time, above the margin of %.3g%%, and the averages do "
        "not decide: they differ by %.3g%% with a standard error of %.2g%%; %s",
        100 * averages->step, 100 * thresholds->runs_equivalence_margin, 100 * averages->difference,
        100 * averages->error, averages->missing);
}
