/* SPDX-License-Identifier: MIT */
/*
 * The decision on several runs. A change is FAST or SLOW when the interval of the ratio lies beyond
 * the smallest change that matters, and SAME when a narrower one lies within the width of "same".
 * Where there is a clock, the same must be true of the cycles: a change that the clock explains is
 * none of the program's.
 */
#include "compare/decide/decide.h"
#include "compare/match/name.h"
#include "compare/replicates/replicates.h"

#include <math.h>

bres_verdict bres__contrast_verdict(const bres__contrast *contrast,
                                    const bres_thresholds *thresholds)
{
    const double margin = log1p(thresholds->runs_min_effect);
    const double width = log1p(thresholds->runs_equivalence_margin);
    const double reach = bres__contrast_reach(contrast, thresholds->runs_change_confidence);

    if (contrast->mean - reach > margin)
        return BRES_SLOW;
    if (contrast->mean + reach < -margin)
        return BRES_FAST;
    if (fabs(contrast->mean) +
            bres__contrast_reach(contrast, thresholds->runs_equivalence_confidence) <
        width)
        return BRES_SAME;
    return BRES_AMBIGUOUS;
}

static double percent(double log_ratio)
{
    return 100 * expm1(log_ratio);
}

static void ratio_fill(const bres__contrast *contrast, const bres_thresholds *thresholds,
                       uint64_t samples, bres_ratio *ratio)
{
    const double reach = bres__contrast_reach(contrast, thresholds->runs_change_confidence);
    const double same_reach =
        bres__contrast_reach(contrast, thresholds->runs_equivalence_confidence);

    ratio->ratio = exp(contrast->mean);
    ratio->lower = exp(contrast->mean - reach);
    ratio->upper = exp(contrast->mean + reach);
    ratio->confidence = thresholds->runs_change_confidence;
    ratio->equivalence_lower = exp(contrast->mean - same_reach);
    ratio->equivalence_upper = exp(contrast->mean + same_reach);
    ratio->equivalence_confidence = thresholds->runs_equivalence_confidence;
    ratio->within = contrast->within;
    ratio->between = contrast->between;
    ratio->spread = bres__contrast_spread(contrast);
    ratio->p_value = bres__contrast_p_value(contrast, log1p(thresholds->runs_min_effect));
    ratio->q_value = ratio->p_value;
    ratio->samples = samples;
    ratio->reference_runs = (uint32_t)contrast->used[BRES__REFERENCE];
    ratio->candidate_runs = (uint32_t)contrast->used[BRES__CANDIDATE];
    ratio->pairs = (uint32_t)contrast->pairs;
}

/* Centers are geometric means over the runs, intervals reach from the fastest run to the slowest,
 * and the noise is what the typical times of the runs vary by. The ends of the differences are
 * those of the ratio. */
static void decision_fill(const bres__contrast *contrast, const bres__row_runs *runs,
                          bres_unit unit, const bres_ratio *ratio, bres_decision *decision)
{
    bres_difference *difference = &decision->difference;
    bres__side sides[2] = { { .skipped = false }, { .skipped = false } };

    for (int i = 0; i < 2; i++) {
        bres__side *side = &sides[i];
        uint64_t samples = 0;

        side->center = (bres__number){ .present = true, .value = contrast->center[i] };
        side->has_interval =
            bres__interval_make(fmin(contrast->least[i], contrast->center[i]), contrast->center[i],
                                fmax(contrast->most[i], contrast->center[i]), &side->interval);
        side->noise =
            (bres__number){ .present = true, .value = hypot(contrast->between, contrast->within) };
        for (size_t r = 0; r < runs->counts[i]; r++)
            samples += runs->runs[i][r].times.known ? runs->runs[i][r].samples : 0;
        side->times.declared = samples > 0;
        side->times.size = samples;
    }
    bres__decision_fill(&sides[0], &sides[1], unit, decision);
    difference->lower = contrast->center[BRES__REFERENCE] * (ratio->lower - 1);
    difference->upper = contrast->center[BRES__REFERENCE] * (ratio->upper - 1);
    difference->change_lower = bres__symmetric_change(ratio->lower, 1);
    difference->change_upper = bres__symmetric_change(ratio->upper, 1);
}

static uint64_t runs_samples(const bres__row_runs *runs)
{
    uint64_t least = UINT64_MAX;

    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < runs->counts[side]; i++) {
            const bres__run *run = &runs->runs[side][i];

            if (run->times.known && run->samples < least)
                least = run->samples;
        }
    }
    return least != UINT64_MAX ? least : 0;
}

void bres__contrast_report(const bres__contrast *contrast, const bres__row_runs *runs,
                           bres_unit unit, const bres_thresholds *thresholds,
                           bres_decision *decision, bres_ratio *ratio)
{
    ratio_fill(contrast, thresholds, runs_samples(runs), ratio);
    decision_fill(contrast, runs, unit, ratio, decision);
}

/* "the ratio is 1.0203, from 1.0151 to 1.0255 at 99%": for messages. */
#define WORDS_SIZE 96

static void ratio_words(const bres_ratio *ratio, char words[WORDS_SIZE])
{
    bres__format(words, WORDS_SIZE, "the ratio is %.5g, from %.5g to %.5g at %.4g%%", ratio->ratio,
                 ratio->lower, ratio->upper, 100 * ratio->confidence);
}

static void conclude_change(const bres__row_runs *runs, bool has_clock, bres_verdict verdict,
                            const bres_thresholds *thresholds, const bres_ratio *ratio,
                            bres_decision *decision)
{
    bres__contrast cycles;
    char words[WORDS_SIZE];

    ratio_words(ratio, words);
    if (!has_clock) {
        bres__conclude(decision, verdict, BRES_REASON_RUNS_DIFFER, "%s, beyond %.4g%%", words,
                       100 * thresholds->runs_min_effect);
        return;
    }
    if (!bres__contrast_make(runs, bres__run_cycles, &cycles)) {
        bres__conclude(decision, BRES_AMBIGUOUS, BRES_REASON_MISSING_CLOCK_RATE,
                       "%s, but too few runs have a clock rate to confirm it", words);
        return;
    }
    if (bres__contrast_verdict(&cycles, thresholds) == verdict)
        bres__conclude(decision, verdict, BRES_REASON_RUNS_DIFFER_CONFIRMED_BY_CYCLES,
                       "%s; the cycles differ by %.4g%%", words, percent(cycles.mean));
    else
        bres__conclude(decision, BRES_AMBIGUOUS, BRES_REASON_RUNS_CYCLE_DIFFERENCE_NOT_CONFIRMED,
                       "%s, but the cycles do not confirm it: they differ by %.4g%%", words,
                       percent(cycles.mean));
}

static void conclude_same(const bres__row_runs *runs, bool has_clock,
                          const bres_thresholds *thresholds, const bres_ratio *ratio,
                          bres_decision *decision)
{
    bres__contrast cycles;
    const double width = 100 * thresholds->runs_equivalence_margin;

    if (has_clock && bres__contrast_make(runs, bres__run_cycles, &cycles) &&
        !(fabs(cycles.mean) +
              bres__contrast_reach(&cycles, thresholds->runs_equivalence_confidence) <
          log1p(thresholds->runs_equivalence_margin)))
        bres__conclude(decision, BRES_AMBIGUOUS, BRES_REASON_RUNS_CYCLE_SAME_NOT_CONFIRMED,
                       "the times agree within %.4g%%, but not the cycles: they differ by %.4g%%",
                       width, percent(cycles.mean));
    else
        bres__conclude(decision, BRES_SAME, BRES_REASON_RUNS_AGREE,
                       "the ratio is %.5g, from %.5g to %.5g at %.4g%%, within %.4g%%",
                       ratio->ratio, ratio->equivalence_lower, ratio->equivalence_upper,
                       100 * ratio->equivalence_confidence, width);
}

static size_t runs_known(const bres__row_runs *runs, int side)
{
    size_t count = 0;

    for (size_t i = 0; i < runs->counts[side]; i++)
        count += runs->runs[side][i].times.known;
    return count;
}

/* Too few runs for an interval: of a row that others have, or because most were left out. */
static void conclude_few(const bres__row_runs *runs, bres_decision *decision)
{
    const size_t known[2] = { runs_known(runs, BRES__REFERENCE),
                              runs_known(runs, BRES__CANDIDATE) };

    if (known[0] == 0 || known[1] == 0) {
        bres__conclude(decision, BRES_UNKNOWN, BRES_REASON_TIMING_CENTER_MISSING,
                       "no run has a usable time on %s",
                       bres__sides_name(known[0] == 0, known[1] == 0));
        return;
    }
    bres__conclude(decision, BRES_AMBIGUOUS, BRES_REASON_RUNS_TOO_FEW,
                   "too few runs have a usable time%s: %zu of %zu of the reference and %zu of %zu "
                   "of the candidate",
                   runs->paired ? " in both of a pair" : "", known[0], runs->counts[0], known[1],
                   runs->counts[1]);
}

/* Whether the verdict holds where nothing varies and the step of the clock is not known. A
 * difference is at least one step, and either side may be half a step off: what was measured as d
 * lies within 2 d. So no change is proven, and what is the same must be so at twice the difference.
 */
static bool verdict_is_resolved(const bres__contrast *times, bres_verdict verdict,
                                const bres_thresholds *thresholds)
{
    if (times->error > 0 || times->floor > 0)
        return true;
    return verdict == BRES_SAME &&
           2 * fabs(times->mean) < log1p(thresholds->runs_equivalence_margin);
}

void bres__runs_decide(const bres__row_runs *runs, bool has_clock,
                       const bres_thresholds *thresholds, double probability,
                       bres_decision *decision, bres_ratio *ratio, bres_plan *plan)
{
    char words[WORDS_SIZE];
    bres__contrast times;
    bres_verdict verdict;

    if (!bres__contrast_make(runs, bres__run_times, &times)) {
        conclude_few(runs, decision);
        return;
    }
    bres__contrast_report(&times, runs, BRES_UNIT_SECONDS, thresholds, decision, ratio);
    ratio_words(ratio, words);
    verdict = bres__contrast_verdict(&times, thresholds);
    if (verdict == BRES_AMBIGUOUS) {
        bres__conclude(decision, verdict, BRES_REASON_RUNS_INTERVAL_TOO_WIDE,
                       "%s: neither beyond %.4g%% nor within %.4g%%", words,
                       100 * thresholds->runs_min_effect,
                       100 * thresholds->runs_equivalence_margin);
        if (plan != NULL)
            bres__runs_plan(&times, thresholds, probability, ratio->samples, plan);
    } else if (!verdict_is_resolved(&times, verdict, thresholds)) {
        bres__conclude(decision, BRES_AMBIGUOUS, BRES_REASON_RUNS_WITHOUT_VARIATION,
                       "the ratio is %.5g, but no two times of a side differ: what the clock does "
                       "not resolve is not known",
                       ratio->ratio);
    } else if (verdict == BRES_SAME) {
        conclude_same(runs, has_clock, thresholds, ratio, decision);
    } else {
        conclude_change(runs, has_clock, verdict, thresholds, ratio, decision);
    }
}
