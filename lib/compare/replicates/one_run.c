/* SPDX-License-Identifier: MIT */
/*
 * One run per side, with a known variation between runs. The difference of the logarithms of the
 * two typical times is normal. Its error has three parts: the known variation of both runs, the
 * errors of the medians, and the step of the clock. The margins and the test of the cycles are the
 * same as for replicates.
 */
#include "compare/replicates/one_run.h"
#include "compare/decide/decide.h"

#include "stats/distribution.h"

#include <math.h>

/* The difference of the logarithms of two typical values, candidate minus reference. */
typedef struct difference {
    double mean;
    double error;  /* standard error */
    double within; /* standard error of one typical value by its samples */
} difference;

/* The typical values of both sides. */
typedef struct one_run {
    bres__row_run runs[2];
    const bres_thresholds *thresholds;
} one_run;

static bres_status run_read(bres__evidence *evidence, int side, bool by_median, bres__row_run *run)
{
    bres__evidence alone = *evidence;
    bres_status status;

    alone.sides[0] = evidence->sides[side];
    status = bres__row_run_read(&alone, by_median, run);
    /* The side owns the samples that were read. */
    evidence->sides[side] = alone.sides[0];
    return status;
}

/* Both sides are summarized in the same way: by medians, or by means if a side has no median. */
static bres_status runs_read(bres__evidence *evidence, bres__row_run runs[2])
{
    bool by_median = true;
    bres_status status;

    do {
        status = run_read(evidence, BRES__REFERENCE, by_median, &runs[0]);
        if (status == BRES_OK)
            status = run_read(evidence, BRES__CANDIDATE, by_median, &runs[1]);
        if (status != BRES_OK || runs[0].by_mean == runs[1].by_mean || !by_median)
            return status;
        by_median = false;
    } while (true);
}

/* Returns false if a side lacks the value. */
static bool difference_make(const one_run *pair, bres__run_value_fn summary_of, difference *made)
{
    const bres__run_summary *reference = summary_of(&pair->runs[BRES__REFERENCE]);
    const bres__run_summary *candidate = summary_of(&pair->runs[BRES__CANDIDATE]);
    const double variation = pair->thresholds->run_variation;
    const double samples =
        reference->error * reference->error + candidate->error * candidate->error;
    const double steps = reference->step * reference->step + candidate->step * candidate->step;

    if (!reference->known || !candidate->known)
        return false;
    made->mean = log(candidate->center) - log(reference->center);
    made->error = sqrt(2 * variation * variation + samples + steps / 12);
    made->within = sqrt(samples / 2);
    return true;
}

static double half_width(const difference *made, double confidence)
{
    return made->error * bres__student_quantile((1 - confidence) / 2, INFINITY);
}

static bool is_within_margin(const difference *made, const bres_thresholds *thresholds)
{
    const bool one_sided = thresholds->rule == BRES_RULE_NOT_SLOWER;

    return (one_sided ? made->mean : fabs(made->mean)) +
               half_width(made, thresholds->runs_equivalence_confidence) <
           log1p(thresholds->runs_equivalence_margin);
}

static bres_verdict verdict_of(const difference *made, const bres_thresholds *thresholds)
{
    const double least = log1p(thresholds->runs_min_effect);
    const double half = half_width(made, thresholds->runs_change_confidence);

    if (made->mean - half > least)
        return BRES_SLOW;
    if (made->mean + half < -least && thresholds->rule != BRES_RULE_NOT_SLOWER)
        return BRES_FAST;
    return is_within_margin(made, thresholds) ? BRES_SAME : BRES_AMBIGUOUS;
}

static void ratio_fill(const one_run *pair, const difference *made, bres_ratio *ratio)
{
    const bres_thresholds *thresholds = pair->thresholds;
    const double half = half_width(made, thresholds->runs_change_confidence);
    const double narrow = half_width(made, thresholds->runs_equivalence_confidence);
    const double beyond = (fabs(made->mean) - log1p(thresholds->runs_min_effect)) / made->error;
    const uint64_t samples[2] = { pair->runs[0].samples, pair->runs[1].samples };

    ratio->ratio = exp(made->mean);
    ratio->lower = exp(made->mean - half);
    ratio->upper = exp(made->mean + half);
    ratio->confidence = thresholds->runs_change_confidence;
    ratio->equivalence_lower = exp(made->mean - narrow);
    ratio->equivalence_upper = exp(made->mean + narrow);
    ratio->equivalence_confidence = thresholds->runs_equivalence_confidence;
    ratio->within = made->within;
    ratio->between = thresholds->run_variation;
    ratio->spread = made->error;
    ratio->p_value = fmin(1, 2 * bres__student_tail(beyond, INFINITY));
    ratio->q_value = ratio->p_value;
    ratio->samples = samples[0] < samples[1] ? samples[0] : samples[1];
    ratio->reference_runs = 1;
    ratio->candidate_runs = 1;
    ratio->run_variation = thresholds->run_variation;
}

/* The ends of the differences follow from those of the ratio. */
static void difference_fill(const bres_ratio *ratio, bres_decision *decision)
{
    bres_difference *made = &decision->difference;

    made->has |= BRES_HAS_DIFFERENCE_INTERVAL | BRES_HAS_CHANGE_INTERVAL;
    made->lower = decision->reference.center * (ratio->lower - 1);
    made->upper = decision->reference.center * (ratio->upper - 1);
    made->change_lower = bres__symmetric_change(ratio->lower, 1);
    made->change_upper = bres__symmetric_change(ratio->upper, 1);
}

/* "the ratio is 1.0203, from 0.98 to 1.06 at 99%, with a run variation of 1%": for messages. */
#define WORDS_SIZE 128

static void ratio_words(const bres_ratio *ratio, double lower, double upper, double confidence,
                        char words[WORDS_SIZE])
{
    bres__format(words, WORDS_SIZE,
                 "the ratio is %.5g, from %.5g to %.5g at %.4g%%, with a run variation of %.4g%%",
                 ratio->ratio, lower, upper, 100 * confidence, 100 * ratio->run_variation);
}

static void decide_change(const one_run *pair, bool has_clock, bres_verdict verdict,
                          const char *words, bres_decision *decision)
{
    const bres_thresholds *thresholds = pair->thresholds;
    difference cycles;

    if (!has_clock)
        bres__set_verdict(decision, verdict, BRES_REASON_RUNS_DIFFER, "%s, beyond %.4g%%", words,
                          100 * thresholds->runs_min_effect);
    else if (!difference_make(pair, bres__row_run_cycles, &cycles))
        bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_MISSING_CLOCK_RATE,
                          "%s, but the clock rate to confirm it is missing", words);
    else if (verdict_of(&cycles, thresholds) == verdict)
        bres__set_verdict(decision, verdict, BRES_REASON_RUNS_DIFFER_CONFIRMED_BY_CYCLES,
                          "%s; the cycles differ by %.4g%%", words, 100 * expm1(cycles.mean));
    else
        bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_RUNS_CYCLE_DIFFERENCE_NOT_CONFIRMED,
                          "%s, but the cycles do not confirm it: they differ by %.4g%%", words,
                          100 * expm1(cycles.mean));
}

static void decide_same(const one_run *pair, bool has_clock, const bres_ratio *ratio,
                        bres_decision *decision)
{
    const double margin = 100 * pair->thresholds->runs_equivalence_margin;
    char words[WORDS_SIZE];
    difference cycles;

    ratio_words(ratio, ratio->equivalence_lower, ratio->equivalence_upper,
                ratio->equivalence_confidence, words);
    if (has_clock && difference_make(pair, bres__row_run_cycles, &cycles) &&
        !is_within_margin(&cycles, pair->thresholds))
        bres__set_verdict(
            decision, BRES_AMBIGUOUS, BRES_REASON_RUNS_CYCLE_SAME_NOT_CONFIRMED,
            "the times agree within %.4g%%, but not the cycles: they differ by %.4g%%", margin,
            100 * expm1(cycles.mean));
    else
        bres__set_verdict(decision, BRES_SAME, BRES_REASON_RUNS_AGREE, "%s, %s %.4g%%", words,
                          pair->thresholds->rule == BRES_RULE_NOT_SLOWER ? "not slower by more than"
                                                                         : "within",
                          margin);
}

static void decide_pair(const one_run *pair, bool has_clock, bres_decision *decision,
                        bres_ratio *ratio)
{
    const bres_thresholds *thresholds = pair->thresholds;
    char words[WORDS_SIZE];
    difference times;
    bres_verdict verdict;

    if (!difference_make(pair, bres__row_run_times, &times)) {
        bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_BULK_TIME_DATA_UNUSABLE,
                          "a side has no typical time that can be compared");
        return;
    }
    verdict = verdict_of(&times, thresholds);
    ratio_fill(pair, &times, ratio);
    difference_fill(ratio, decision);
    ratio_words(ratio, ratio->lower, ratio->upper, ratio->confidence, words);
    if (verdict == BRES_SAME)
        decide_same(pair, has_clock, ratio, decision);
    else if (verdict != BRES_AMBIGUOUS)
        decide_change(pair, has_clock, verdict, words, decision);
    else
        bres__set_verdict(decision, verdict, BRES_REASON_RUNS_INTERVAL_TOO_WIDE,
                          "%s: neither beyond %.4g%% nor within %.4g%%", words,
                          100 * thresholds->runs_min_effect,
                          100 * thresholds->runs_equivalence_margin);
}

bres_status bres__decide_one_run(bres__evidence *evidence, const bres_thresholds *thresholds,
                                 bres_decision *decision, bres_ratio *ratio)
{
    one_run pair = { .thresholds = thresholds };
    bres_status status;
    bool done;

    if (!(bres__variation_of(thresholds) > 0) && thresholds->rule != BRES_RULE_NOT_SLOWER)
        return bres__decide(evidence, thresholds, decision);
    status = bres__decide_begin(evidence, thresholds, decision, &done);
    if (status == BRES_OK && !done && !(thresholds->run_variation > 0)) {
        bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_RUNS_TOO_FEW,
                          "one run per side does not show the variation between runs: take more "
                          "runs, or give the run variation");
        return BRES_OK;
    }
    if (status == BRES_OK && !done)
        status = runs_read(evidence, pair.runs);
    if (status == BRES_OK && !done)
        decide_pair(&pair, evidence->has_clock, decision, ratio);
    return status;
}
