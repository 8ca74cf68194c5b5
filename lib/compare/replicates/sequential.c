/* SPDX-License-Identifier: MIT */
/*
 * The decision on pairs whose number depends on the measured times, as in a race. The confidence
 * interval for a fixed number of pairs would be too narrow for them. The interval of a race holds
 * after all pairs at once (stats/sequential/sequential.h). A row counts its pairs up to its first
 * decision, as the race did; the race may have taken more pairs for other rows.
 *
 * The step of the clock moves the medians of all pairs alike. The times of the pairs show a
 * resolution, and their samples may show more. More pairs do not average it out, so it widens the
 * interval, as does a known variation between runs.
 *
 * Cycles are not used: a race takes its pairs in random order, and decides on times alone.
 */
#include "stats/sequential/sequential.h"
#include "compare/decide/decide.h"
#include "compare/replicates/replicates.h"
#include "stats/distribution.h"

#include <math.h>

/* Distance of the detectable effect from `min_effect`, in half widths of the interval. The part
 * above 1 allows for the scatter of most estimates. */
#define DETECTABLE_WIDTHS 1.25

/* The largest step of the clock that the samples of a run show, in seconds; 0: none. */
static double clock_step(const bres__row_runs *runs)
{
    double step = 0;

    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < runs->counts[side]; i++) {
            const bres__run_summary *times = &runs->runs[side][i].times;

            if (times->known)
                step = fmax(step, times->step * times->center);
        }
    }
    return step;
}

/* Adds the pairs up to the first decision. *end: the number of runs per side that contain these
 * pairs. */
static bres_status pairs_add(const bres__row_runs *runs, bres__sequential *sequential, size_t *end)
{
    for (*end = 0; *end < runs->counts[0];) {
        const bres__run_summary *reference = &runs->runs[BRES__REFERENCE][*end].times;
        const bres__run_summary *candidate = &runs->runs[BRES__CANDIDATE][*end].times;

        ++*end;
        if (!reference->known || !candidate->known)
            continue;
        if (!bres__sequential_reserve(sequential))
            return bres__error_memory();
        bres__sequential_add_times(sequential, reference->center, candidate->center);
        if (bres__sequential_decide(sequential) != BRES__SEQUENTIAL_OPEN)
            break;
    }
    return BRES_OK;
}

/* Replaces the estimate and the intervals of the effect by those of the race, which the resolution
 * has already widened. */
static void effect_set(const bres__sequential *sequential,
                       const bres__sequential_estimate *estimate, bres__effect *effect)
{
    const bres__sequential_options *options = &sequential->options;
    const double tail = options->one_sided ? options->error_rate : options->error_rate / 2;
    const double floor = bres__effect_later_floor(effect, 0);
    const double least = floor > 0 ? floor * bres__student_quantile(tail, INFINITY) : 0;
    const double more = fmax(least - sequential->resolution, 0);

    effect->estimate = estimate->center;
    effect->change =
        (bres__span){ .lower = estimate->lower - more, .upper = estimate->upper + more };
    effect->same = effect->change;
    effect->p_value = bres__sequential_p_value(sequential);
}

/* The verdict of the race if it also holds for the wider interval, otherwise open. */
static bres__sequential_verdict verdict_of(const bres__sequential *sequential,
                                           const bres_thresholds *thresholds,
                                           const bres_ratio *ratio)
{
    const bres__sequential_verdict verdict = bres__sequential_decide(sequential);
    const double margin = 1 + thresholds->runs_equivalence_margin;
    const double change = 1 + thresholds->runs_min_effect;
    bool holds = true;

    if (verdict == BRES__SEQUENTIAL_SAME)
        holds =
            ratio->upper < margin && (ratio->lower > 1 / margin || sequential->options.one_sided);
    else if (verdict == BRES__SEQUENTIAL_MORE)
        holds = ratio->lower > change;
    else if (verdict == BRES__SEQUENTIAL_LESS)
        holds = ratio->upper < 1 / change;
    return holds ? verdict : BRES__SEQUENTIAL_OPEN;
}

/* The reason why the verdict is valid, as the end of its message. */
#define VALIDITY "after %zu pairs; the interval holds whenever the race stops%s"

static void set_verdict(const bres__row_runs *runs, const bres__sequential *sequential,
                        const bres_thresholds *thresholds, bool has_step, const bres_ratio *ratio,
                        bres_decision *decision)
{
    const char *unrecorded =
        runs->stopping.is_recorded ? "" : ", since the stopping rule is not recorded";
    const double effect = 100 * thresholds->runs_min_effect;
    const double margin = 100 * thresholds->runs_equivalence_margin;
    const bres__sequential_verdict verdict =
        has_step ? verdict_of(sequential, thresholds, ratio) : bres__sequential_decide(sequential);
    const size_t pairs = sequential->count;
    char words[BRES__RATIO_WORDS_SIZE];

    bres__ratio_words(ratio, words);
    if (verdict == BRES__SEQUENTIAL_SAME)
        bres__set_verdict(decision, BRES_SAME, BRES_REASON_RUNS_AGREE, "%s, %s %.4g%%, " VALIDITY,
                          words,
                          sequential->options.one_sided ? "not slower by more than" : "within",
                          margin, pairs, unrecorded);
    else if (verdict != BRES__SEQUENTIAL_OPEN)
        bres__set_verdict(decision, verdict == BRES__SEQUENTIAL_MORE ? BRES_SLOW : BRES_FAST,
                          BRES_REASON_RUNS_DIFFER, "%s, beyond %.4g%%, " VALIDITY, words, effect,
                          pairs, unrecorded);
    else
        bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_RUNS_INTERVAL_TOO_WIDE,
                          "%s: neither beyond %.4g%% nor within %.4g%%, " VALIDITY, words, effect,
                          margin, pairs, unrecorded);
}

/* Plans the number of further pairs after which the race would probably end, if they are like the
 * present pairs. */
static void plan_pairs(const bres__sequential *sequential, const bres_thresholds *thresholds,
                       double probability, const bres_ratio *ratio, bres_plan *plan)
{
    const double half_width = log(ratio->upper / ratio->lower) / 2;
    bres__sequential_plan next;

    bres__sequential_plan_of(sequential, &next);
    plan->runs = next.pairs < UINT32_MAX ? (uint32_t)next.pairs : 0;
    plan->probability = plan->runs > 0 ? probability : 0;
    plan->samples = ratio->samples;
    plan->effect = ratio->ratio - 1;
    plan->detectable_effect =
        expm1(log1p(thresholds->runs_min_effect) + DETECTABLE_WIDTHS * half_width);
}

static bres_status decide(const bres__row_runs *runs, const bres__sequential *sequential,
                          const bres_thresholds *thresholds, double probability,
                          bres_decision *decision, bres_ratio *ratio, bres_plan *plan)
{
    bres__effect effect;
    bres__sequential_estimate estimate;
    bool usable;
    const bres_status status =
        bres__effect_make(runs, bres__row_run_times, thresholds, &effect, &usable);

    if (status != BRES_OK)
        return status;
    bres__sequential_estimate_of(sequential, &estimate);
    if (sequential->count > 1 && isinf(sequential->resolution)) {
        bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_RUNS_WITHOUT_VARIATION,
                          "all times of %zu pairs are equal: the resolution of the clock is "
                          "unknown",
                          sequential->count);
        return BRES_OK;
    }
    if (!usable || !isfinite(estimate.lower) || !isfinite(estimate.upper)) {
        bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_RUNS_TOO_FEW,
                          "%zu pairs are too few for the interval of a race", sequential->count);
        return BRES_OK;
    }
    /* The resolution replaces a step that only the runs show. */
    if (!(sequential->options.clock_step > 0))
        effect.clock_error = 0;
    effect_set(sequential, &estimate, &effect);
    bres__effect_report(&effect, runs, BRES_UNIT_SECONDS, thresholds, decision, ratio);
    if (!sequential->options.one_sided)
        ratio->equivalence_confidence = ratio->confidence;
    set_verdict(runs, sequential, thresholds, bres__effect_later_floor(&effect, 0) > 0, ratio,
                decision);
    if (plan != NULL && decision->verdict == BRES_AMBIGUOUS) {
        bres__runs_plan(&effect, thresholds, probability, ratio->samples, plan);
        plan_pairs(sequential, thresholds, probability, ratio, plan);
    }
    return BRES_OK;
}

bres_status bres__runs_decide_sequential(const bres__row_runs *runs,
                                         const bres_thresholds *thresholds, double probability,
                                         bres_decision *decision, bres_ratio *ratio,
                                         bres_plan *plan)
{
    const bool one_sided = thresholds->rule == BRES_RULE_NOT_SLOWER;
    const double error_rate = 1 - thresholds->runs_change_confidence;
    bres__sequential sequential = {
        .options = { .error_rate = one_sided ? error_rate / 2 : error_rate,
                     .min_effect = thresholds->runs_min_effect,
                     .equivalence_margin = thresholds->runs_equivalence_margin,
                     .min_pairs = runs->stopping.min_pairs,
                     .one_sided = one_sided,
                     .same_error_rate = (1 - thresholds->runs_equivalence_confidence) / 2,
                     .clock_step = clock_step(runs) },
    };
    bres__row_runs counted = *runs;
    size_t end;
    bres_status status = pairs_add(runs, &sequential, &end);

    counted.counts[0] = counted.counts[1] = end;
    counted.places[0] = counted.places[1] = NULL;
    counted.drift_shift = 0;
    if (status == BRES_OK)
        status = decide(&counted, &sequential, thresholds, probability, decision, ratio, plan);
    bres__sequential_free(&sequential);
    return status;
}
