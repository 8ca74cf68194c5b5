/* SPDX-License-Identifier: MIT */
/*
 * The decision with replicates. A row is FAST or SLOW if the confidence interval of the ratio lies
 * beyond the smallest effect that matters, and SAME if a narrower one lies within the equivalence
 * margin. For times of a GPU, the cycles must agree: a change of the clock rate alone is not a
 * change of the program.
 */
#include "compare/decide/decide.h"
#include "compare/match/name.h"
#include "compare/replicates/replicates.h"

#include <math.h>

bres_verdict bres__effect_verdict(const bres__effect *effect, const bres_thresholds *thresholds)
{
    const double min_effect = log1p(thresholds->runs_min_effect);
    const double margin = log1p(thresholds->runs_equivalence_margin);
    const double half_width = bres__effect_half_width(effect, thresholds->runs_change_confidence);

    if (effect->mean - half_width > min_effect)
        return BRES_SLOW;
    if (effect->mean + half_width < -min_effect)
        return BRES_FAST;
    if (fabs(effect->mean) +
            bres__effect_half_width(effect, thresholds->runs_equivalence_confidence) <
        margin)
        return BRES_SAME;
    return BRES_AMBIGUOUS;
}

static double percent(double log_ratio)
{
    return 100 * expm1(log_ratio);
}

static void ratio_fill(const bres__effect *effect, const bres_thresholds *thresholds,
                       uint64_t samples, bres_ratio *ratio)
{
    const double half_width = bres__effect_half_width(effect, thresholds->runs_change_confidence);
    const double equivalence_half_width =
        bres__effect_half_width(effect, thresholds->runs_equivalence_confidence);

    ratio->ratio = exp(effect->mean);
    ratio->lower = exp(effect->mean - half_width);
    ratio->upper = exp(effect->mean + half_width);
    ratio->confidence = thresholds->runs_change_confidence;
    ratio->equivalence_lower = exp(effect->mean - equivalence_half_width);
    ratio->equivalence_upper = exp(effect->mean + equivalence_half_width);
    ratio->equivalence_confidence = thresholds->runs_equivalence_confidence;
    ratio->within = effect->within;
    ratio->between = effect->between;
    ratio->spread = bres__effect_spread(effect);
    ratio->p_value = bres__effect_p_value(effect, log1p(thresholds->runs_min_effect));
    ratio->q_value = ratio->p_value;
    ratio->samples = samples;
    ratio->reference_runs = (uint32_t)effect->used[BRES__REFERENCE];
    ratio->candidate_runs = (uint32_t)effect->used[BRES__CANDIDATE];
    ratio->pairs = (uint32_t)effect->pairs;
    ratio->run_variation = effect->run_variation;
}

/* Centers are geometric means over the runs, intervals span the fastest to the slowest run, and the
 * noise is the variation of the typical times of the runs. The ends of the differences follow from
 * those of the ratio. */
static void decision_fill(const bres__effect *effect, const bres__row_runs *runs, bres_unit unit,
                          const bres_ratio *ratio, bres_decision *decision)
{
    bres_difference *difference = &decision->difference;
    bres__side sides[2] = { { .skipped = false }, { .skipped = false } };

    for (int i = 0; i < 2; i++) {
        bres__side *side = &sides[i];
        uint64_t samples = 0;

        side->center = (bres__number){ .present = true, .value = effect->center[i] };
        side->has_interval =
            bres__interval_make(fmin(effect->lowest[i], effect->center[i]), effect->center[i],
                                fmax(effect->highest[i], effect->center[i]), &side->interval);
        side->noise =
            (bres__number){ .present = true, .value = hypot(effect->between, effect->within) };
        for (size_t r = 0; r < runs->counts[i]; r++)
            samples += runs->runs[i][r].times.known ? runs->runs[i][r].samples : 0;
        side->times.declared = samples > 0;
        side->times.size = samples;
    }
    bres__decision_set_numbers(&sides[0], &sides[1], unit, decision);
    difference->lower = effect->center[BRES__REFERENCE] * (ratio->lower - 1);
    difference->upper = effect->center[BRES__REFERENCE] * (ratio->upper - 1);
    difference->change_lower = bres__symmetric_change(ratio->lower, 1);
    difference->change_upper = bres__symmetric_change(ratio->upper, 1);
}

static uint64_t runs_samples(const bres__row_runs *runs)
{
    uint64_t least = UINT64_MAX;

    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < runs->counts[side]; i++) {
            const bres__row_run *run = &runs->runs[side][i];

            if (run->times.known && run->samples < least)
                least = run->samples;
        }
    }
    return least != UINT64_MAX ? least : 0;
}

void bres__effect_report(const bres__effect *effect, const bres__row_runs *runs, bres_unit unit,
                         const bres_thresholds *thresholds, bres_decision *decision,
                         bres_ratio *ratio)
{
    ratio_fill(effect, thresholds, runs_samples(runs), ratio);
    decision_fill(effect, runs, unit, ratio, decision);
}

/* "the ratio is 1.0203, from 1.0151 to 1.0255 at 99%": for messages. */
#define WORDS_SIZE 96

static void ratio_words(const bres_ratio *ratio, char words[WORDS_SIZE])
{
    bres__format(words, WORDS_SIZE, "the ratio is %.5g, from %.5g to %.5g at %.4g%%", ratio->ratio,
                 ratio->lower, ratio->upper, 100 * ratio->confidence);
}

static void decide_change(const bres__row_runs *runs, bool has_clock, bres_verdict verdict,
                          const bres_thresholds *thresholds, const bres_ratio *ratio,
                          bres_decision *decision)
{
    bres__effect cycles;
    char words[WORDS_SIZE];

    ratio_words(ratio, words);
    if (!has_clock) {
        bres__set_verdict(decision, verdict, BRES_REASON_RUNS_DIFFER, "%s, beyond %.4g%%", words,
                          100 * thresholds->runs_min_effect);
        return;
    }
    if (!bres__effect_make(runs, bres__row_run_cycles, &cycles)) {
        bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_MISSING_CLOCK_RATE,
                          "%s, but too few runs have a clock rate to confirm it", words);
        return;
    }
    if (bres__effect_verdict(&cycles, thresholds) == verdict)
        bres__set_verdict(decision, verdict, BRES_REASON_RUNS_DIFFER_CONFIRMED_BY_CYCLES,
                          "%s; the cycles differ by %.4g%%", words, percent(cycles.mean));
    else
        bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_RUNS_CYCLE_DIFFERENCE_NOT_CONFIRMED,
                          "%s, but the cycles do not confirm it: they differ by %.4g%%", words,
                          percent(cycles.mean));
}

static void decide_same(const bres__row_runs *runs, bool has_clock,
                        const bres_thresholds *thresholds, const bres_ratio *ratio,
                        bres_decision *decision)
{
    bres__effect cycles;
    const double margin = 100 * thresholds->runs_equivalence_margin;

    if (has_clock && bres__effect_make(runs, bres__row_run_cycles, &cycles) &&
        !(fabs(cycles.mean) +
              bres__effect_half_width(&cycles, thresholds->runs_equivalence_confidence) <
          log1p(thresholds->runs_equivalence_margin)))
        bres__set_verdict(
            decision, BRES_AMBIGUOUS, BRES_REASON_RUNS_CYCLE_SAME_NOT_CONFIRMED,
            "the times agree within %.4g%%, but not the cycles: they differ by %.4g%%", margin,
            percent(cycles.mean));
    else
        bres__set_verdict(decision, BRES_SAME, BRES_REASON_RUNS_AGREE,
                          "the ratio is %.5g, from %.5g to %.5g at %.4g%%, within %.4g%%",
                          ratio->ratio, ratio->equivalence_lower, ratio->equivalence_upper,
                          100 * ratio->equivalence_confidence, margin);
}

static size_t runs_known(const bres__row_runs *runs, int side)
{
    size_t count = 0;

    for (size_t i = 0; i < runs->counts[side]; i++)
        count += runs->runs[side][i].times.known;
    return count;
}

/* Too few runs for an interval: other runs lack the state, or have no usable time. */
static void decide_too_few(const bres__row_runs *runs, bres_decision *decision)
{
    const size_t known[2] = { runs_known(runs, BRES__REFERENCE),
                              runs_known(runs, BRES__CANDIDATE) };

    if (known[0] == 0 || known[1] == 0) {
        bres__set_verdict(decision, BRES_UNKNOWN, BRES_REASON_TIMING_CENTER_MISSING,
                          "no run has a usable time on %s",
                          bres__sides_name(known[0] == 0, known[1] == 0));
        return;
    }
    bres__set_verdict(
        decision, BRES_AMBIGUOUS, BRES_REASON_RUNS_TOO_FEW,
        "too few runs have a usable time%s: %zu of %zu of the reference and %zu of %zu "
        "of the candidate",
        runs->paired ? " on both sides of a pair" : "", known[0], runs->counts[0], known[1],
        runs->counts[1]);
}

/* Whether the verdict holds if nothing varies and the step of the clock is unknown. A difference is
 * at least one step, and each side may be off by half a step: a measured difference of d lies
 * within 2 d. So no change is proven, and SAME must hold at twice the difference. */
static bool verdict_is_resolved(const bres__effect *times, bres_verdict verdict,
                                const bres_thresholds *thresholds)
{
    if (times->error > 0 || times->error_floor > 0)
        return true;
    return verdict == BRES_SAME &&
           2 * fabs(times->mean) < log1p(thresholds->runs_equivalence_margin);
}

void bres__runs_decide(const bres__row_runs *runs, bool has_clock,
                       const bres_thresholds *thresholds, double probability,
                       bres_decision *decision, bres_ratio *ratio, bres_plan *plan)
{
    char words[WORDS_SIZE];
    bres__effect times;
    bres_verdict verdict;

    if (!bres__effect_make(runs, bres__row_run_times, &times)) {
        decide_too_few(runs, decision);
        return;
    }
    bres__effect_report(&times, runs, BRES_UNIT_SECONDS, thresholds, decision, ratio);
    ratio_words(ratio, words);
    verdict = bres__effect_verdict(&times, thresholds);
    if (verdict == BRES_AMBIGUOUS) {
        bres__set_verdict(decision, verdict, BRES_REASON_RUNS_INTERVAL_TOO_WIDE,
                          "%s: neither beyond %.4g%% nor within %.4g%%", words,
                          100 * thresholds->runs_min_effect,
                          100 * thresholds->runs_equivalence_margin);
        if (plan != NULL)
            bres__runs_plan(&times, thresholds, probability, ratio->samples, plan);
    } else if (!verdict_is_resolved(&times, verdict, thresholds)) {
        bres__set_verdict(
            decision, BRES_AMBIGUOUS, BRES_REASON_RUNS_WITHOUT_VARIATION,
            "the ratio is %.5g, but all times of a side are equal: the resolution of the "
            "clock is unknown",
            ratio->ratio);
    } else if (verdict == BRES_SAME) {
        decide_same(runs, has_clock, thresholds, ratio, decision);
    } else {
        decide_change(runs, has_clock, verdict, thresholds, ratio, decision);
    }
}
