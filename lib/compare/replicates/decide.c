/* SPDX-License-Identifier: MIT */
/*
 * The decision with replicates. A row is FAST or SLOW if the confidence interval of the ratio lies
 * beyond the smallest effect that matters. It is SAME if a confidence interval of a lower level
 * lies within the equivalence margin. For times of a GPU, the cycles must agree: a change of the
 * clock rate alone is not a change of the program.
 */
#include "compare/decide/decide.h"
#include "compare/match/name.h"
#include "compare/replicates/replicates.h"

#include <math.h>
#include <stdarg.h>

static bool is_one_sided(const bres_thresholds *thresholds)
{
    return thresholds->rule == BRES_RULE_NOT_SLOWER;
}

/* FAST or SLOW if the whole span is beyond the smallest effect; otherwise AMBIGUOUS. */
static bres_verdict span_change(const bres__span *span, const bres_thresholds *thresholds)
{
    const double min_effect = log1p(thresholds->runs_min_effect);

    if (span->lower > min_effect)
        return BRES_SLOW;
    return span->upper < -min_effect && !is_one_sided(thresholds) ? BRES_FAST : BRES_AMBIGUOUS;
}

bool bres__span_is_same(const bres__span *span, const bres_thresholds *thresholds)
{
    const double margin = log1p(thresholds->runs_equivalence_margin);

    return span->upper < margin && (span->lower > -margin || is_one_sided(thresholds));
}

bres_verdict bres__effect_verdict(const bres__effect *effect, const bres_thresholds *thresholds)
{
    const bres_verdict verdict =
        effect->may_differ ? span_change(&effect->change, thresholds) : BRES_AMBIGUOUS;

    if (verdict == BRES_AMBIGUOUS && (effect->may_pass || !is_one_sided(thresholds)) &&
        bres__span_is_same(&effect->same, thresholds))
        return BRES_SAME;
    return verdict;
}

static double percent(double log_ratio)
{
    return 100 * expm1(log_ratio);
}

static void ratio_fill(const bres__effect *effect, const bres_thresholds *thresholds,
                       uint64_t samples, bres_ratio *ratio)
{
    ratio->ratio = exp(effect->estimate);
    ratio->lower = exp(effect->change.lower);
    ratio->upper = exp(effect->change.upper);
    ratio->confidence = thresholds->runs_change_confidence;
    ratio->equivalence_lower = exp(effect->same.lower);
    ratio->equivalence_upper = exp(effect->same.upper);
    ratio->equivalence_confidence = thresholds->runs_equivalence_confidence;
    ratio->within = effect->within;
    ratio->between = effect->between;
    ratio->spread = bres__effect_spread(effect);
    ratio->p_value = effect->p_value;
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

/* The assumption of a decision on runs in this order, as the end of a message. */
static const char *order_assumption(const bres__row_runs *runs)
{
    static const char *const words[] = {
        [BRES_RUN_ORDER_UNKNOWN] = "; assumes no drift, since start times are missing",
        [BRES_RUN_ORDER_EQUAL] = "; assumes no drift, since start times are equal",
        [BRES_RUN_ORDER_FUTURE] = "; assumes no drift, since start times lie in the future",
        [BRES_RUN_ORDER_OVERLAPPING] = "; assumes no drift, since runs overlap",
        [BRES_RUN_ORDER_MIXED] = "",
        [BRES_RUN_ORDER_SEPARATE] = "; adjusted for drift, since the sides were not alternated",
    };

    if (runs->drift_shift != 0)
        return "; allows for drift, which the order of the runs does not balance";
    /* The runs of a pair share the drift. */
    if (runs->paired && runs->places[0] == NULL)
        return "";
    return words[runs->order];
}

/* The context of the decision on a row. */
typedef struct runs_deciding {
    const bres__row_runs *runs;
    const bres__effect *times;
    const bres_thresholds *thresholds;
    bool has_clock;
    char words[BRES__RATIO_WORDS_SIZE]; /* describes the ratio */
    bres_decision *decision;
} runs_deciding;

void bres__ratio_words(const bres_ratio *ratio, char words[BRES__RATIO_WORDS_SIZE])
{
    bres__format(words, BRES__RATIO_WORDS_SIZE, "the ratio is %.5g, from %.5g to %.5g at %.4g%%",
                 ratio->ratio, ratio->lower, ratio->upper, 100 * ratio->confidence);
}

/* Sets a verdict on a row; the message ends with the assumptions. */
static void set_verdict(const runs_deciding *row, bres_verdict verdict, bres_reason reason,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));

static void set_verdict(const runs_deciding *row, bres_verdict verdict, bres_reason reason,
                        const char *format, ...)
{
    const bres__odd_run *odd = row->runs->odd;
    char message[sizeof(row->decision->message)];
    va_list arguments;

    va_start(arguments, format);
    bres__vformat(message, sizeof(message), format, arguments);
    va_end(arguments);
    bres__set_verdict(row->decision, verdict, reason, "%s%s%s%s%s%s", message,
                      odd != NULL ? "; without " : "", odd != NULL ? odd->name : "",
                      row->thresholds->runs_assume_normal != 0 ? "; assumes normal variation" : "",
                      row->times->correlated ? "; allows for pairs that depend on their neighbours"
                                             : "",
                      order_assumption(row->runs));
}

static bres_status decide_change(const runs_deciding *row, bres_verdict verdict)
{
    bres__effect cycles;
    bool usable;
    bres_status status;

    if (!row->has_clock) {
        set_verdict(row, verdict, BRES_REASON_RUNS_DIFFER, "%s, beyond %.4g%%", row->words,
                    100 * row->thresholds->runs_min_effect);
        return BRES_OK;
    }
    status = bres__effect_make(row->runs, bres__row_run_cycles, row->thresholds, &cycles, &usable);
    if (status != BRES_OK)
        return status;
    if (!usable)
        set_verdict(row, BRES_AMBIGUOUS, BRES_REASON_MISSING_CLOCK_RATE,
                    "%s, but too few runs have a clock rate to confirm it", row->words);
    else if (bres__effect_verdict(&cycles, row->thresholds) == verdict)
        set_verdict(row, verdict, BRES_REASON_RUNS_DIFFER_CONFIRMED_BY_CYCLES,
                    "%s; the cycles differ by %.4g%%", row->words, percent(cycles.estimate));
    else
        set_verdict(row, BRES_AMBIGUOUS, BRES_REASON_RUNS_CYCLE_DIFFERENCE_NOT_CONFIRMED,
                    "%s, but the cycles do not confirm it: they differ by %.4g%%", row->words,
                    percent(cycles.estimate));
    return BRES_OK;
}

static bres_status decide_same(const runs_deciding *row, const bres_ratio *ratio)
{
    const double margin = row->thresholds->runs_equivalence_margin;
    bres__effect cycles;
    bool usable = false;

    if (row->has_clock) {
        const bres_status status =
            bres__effect_make(row->runs, bres__row_run_cycles, row->thresholds, &cycles, &usable);

        if (status != BRES_OK)
            return status;
    }
    if (usable && !bres__span_is_same(&cycles.same, row->thresholds))
        set_verdict(row, BRES_AMBIGUOUS, BRES_REASON_RUNS_CYCLE_SAME_NOT_CONFIRMED,
                    "the times agree within %.4g%%, but not the cycles: they differ by %.4g%%",
                    100 * margin, percent(cycles.estimate));
    else
        set_verdict(
            row, BRES_SAME, BRES_REASON_RUNS_AGREE,
            "the ratio is %.5g, from %.5g to %.5g at %.4g%%, %s %.4g%%", ratio->ratio,
            ratio->equivalence_lower, ratio->equivalence_upper, 100 * ratio->equivalence_confidence,
            is_one_sided(row->thresholds) ? "not slower by more than" : "within", 100 * margin);
    return BRES_OK;
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

/* Whether the verdict holds if the times do not vary and the step of the clock is unknown. A
 * difference is at least one step, and each side may be off by half a step: a measured difference
 * of d lies within 2 d. So no change is proven, and SAME must hold at twice the difference. Equal
 * times bound nothing. */
static bool verdict_is_resolved(const bres__effect *times, bres_verdict verdict,
                                const bres_thresholds *thresholds)
{
    const double difference = is_one_sided(thresholds) ? times->mean : fabs(times->mean);

    if (times->error > 0 || times->error_floor > 0)
        return true;
    return verdict == BRES_SAME && fabs(times->mean) > 0 &&
           2 * difference < log1p(thresholds->runs_equivalence_margin);
}

/* Whether the row has too few runs for a change only because one of them is odd. */
static bool odd_run_is_missed(const bres__row_runs *runs, const bres__effect *times,
                              const bres_thresholds *thresholds)
{
    size_t counts[2] = { times->used[0], times->used[1] };

    if (runs->odd == NULL || times->may_differ)
        return false;
    counts[runs->odd->side]++;
    if (runs->paired)
        counts[1 - runs->odd->side]++;
    return bres__ranks_suffice(counts[0], counts[1], thresholds->runs_change_confidence);
}

/* Decides on a row that is neither SAME nor a change that the runs can show. */
static void decide_open(const runs_deciding *row, const bres__effect *times)
{
    const bres_thresholds *thresholds = row->thresholds;
    const bres__odd_run *odd = row->runs->odd;

    if (odd_run_is_missed(row->runs, times, thresholds))
        set_verdict(row, BRES_AMBIGUOUS, BRES_REASON_RUNS_ODD,
                    "%s is %.2g%% %s the other runs of its side in %zu of %zu rows and does not "
                    "count: take it again; %s",
                    odd->name, 100 * fabs(odd->change), odd->change > 0 ? "above" : "below",
                    odd->odd_rows, odd->rows, row->words);
    else if (!times->may_differ && span_change(&times->change, thresholds) != BRES_AMBIGUOUS)
        set_verdict(row, BRES_AMBIGUOUS, BRES_REASON_RUNS_TOO_FEW,
                    "%s if the variation is normal, but %zu and %zu runs cannot show a change "
                    "without this assumption: take at least %zu per side",
                    row->words, times->used[0], times->used[1],
                    bres__runs_wanted(thresholds->runs_change_confidence));
    else if (is_one_sided(thresholds))
        set_verdict(row, BRES_AMBIGUOUS, BRES_REASON_RUNS_INTERVAL_TOO_WIDE,
                    "%s: neither proven slower by more than %.4g%%, nor proven not to be",
                    row->words, 100 * thresholds->runs_min_effect);
    else
        set_verdict(row, BRES_AMBIGUOUS, BRES_REASON_RUNS_INTERVAL_TOO_WIDE,
                    "%s: neither beyond %.4g%% nor within %.4g%%", row->words,
                    100 * thresholds->runs_min_effect, 100 * thresholds->runs_equivalence_margin);
}

bres_status bres__runs_decide(const bres__row_runs *runs, bool has_clock,
                              const bres_thresholds *thresholds, double probability,
                              bres_decision *decision, bres_ratio *ratio, bres_plan *plan)
{
    bres__effect times;
    runs_deciding row = { .runs = runs,
                          .times = &times,
                          .thresholds = thresholds,
                          .has_clock = has_clock,
                          .decision = decision };
    bres_verdict verdict;
    bres_verdict claimed; /* the verdict if the runs sufficed for a change */
    bool usable;
    bres_status status = bres__effect_make(runs, bres__row_run_times, thresholds, &times, &usable);

    if (status != BRES_OK)
        return status;
    if (!usable) {
        decide_too_few(runs, decision);
        return BRES_OK;
    }
    if (runs->stopping.is_sequential)
        return bres__runs_decide_sequential(runs, thresholds, probability, decision, ratio, plan);
    bres__effect_report(&times, runs, BRES_UNIT_SECONDS, thresholds, decision, ratio);
    bres__ratio_words(ratio, row.words);
    verdict = bres__effect_verdict(&times, thresholds);
    claimed = verdict != BRES_AMBIGUOUS ? verdict : span_change(&times.change, thresholds);
    if (claimed != BRES_AMBIGUOUS && !verdict_is_resolved(&times, claimed, thresholds)) {
        set_verdict(&row, BRES_AMBIGUOUS, BRES_REASON_RUNS_WITHOUT_VARIATION,
                    "the ratio is %.5g, but all times of a side are equal: the resolution of the "
                    "clock is unknown",
                    ratio->ratio);
        return BRES_OK;
    }
    if (verdict == BRES_SAME)
        return decide_same(&row, ratio);
    if (verdict != BRES_AMBIGUOUS)
        return decide_change(&row, verdict);
    decide_open(&row, &times);
    if (plan != NULL)
        bres__runs_plan(&times, thresholds, probability, ratio->samples, plan);
    return BRES_OK;
}
