/* SPDX-License-Identifier: MIT */
/*
 * The confidence intervals of an effect. By default they hold for any shape of the variation
 * between runs:
 *
 * Pairs: the interval follows from the signed ranks of their log ratios. If the pairs are too few
 * for a change at the wanted level, they are judged as independent runs.
 *
 * Independent runs: the rank sum test assumes equal variation on both sides, Welch's interval
 * assumes normal variation. The interval covers both, so that a change is proven under either
 * assumption. Runs too few for the rank sum test never prove a change.
 *
 * Pairs that are correlated with their neighbours: the interval also covers the interval of the
 * mean of an autoregression.
 *
 * Sides measured one after the other: the interval also covers the intervals of the difference in a
 * model with linear drift, for independent and for correlated neighbours.
 */
#include "compare/replicates/replicates.h"

#include "stats/distribution.h"
#include "stats/robust/rank_test.h"
#include "stats/stats.h"

#include <math.h>

/* Levels that need more runs per side have no practical use. */
#define RUNS_WANTED_MAX 1000u

/* If one side varies more and has only two runs, both are too often beyond all runs of the other
 * side. */
#define SIDE_RUNS_MIN 3u

bool bres__ranks_suffice(size_t reference_runs, size_t candidate_runs, double confidence)
{
    return reference_runs >= SIDE_RUNS_MIN && candidate_runs >= SIDE_RUNS_MIN &&
           bres__rank_sum_smallest(reference_runs, candidate_runs) <= 1 - confidence;
}

bool bres__pairs_suffice(size_t pairs, double confidence)
{
    return bres__signed_rank_smallest(pairs) <= 1 - confidence;
}

size_t bres__runs_wanted(double confidence)
{
    size_t wanted = 2;

    while (wanted < RUNS_WANTED_MAX && !bres__ranks_suffice(wanted, wanted, confidence))
        wanted++;
    return wanted;
}

bres__span bres__span_around(double center, double half_width)
{
    return (bres__span){ .lower = center - half_width, .upper = center + half_width };
}

bres__span bres__span_cover(bres__span a, bres__span b)
{
    return (bres__span){ .lower = fmin(a.lower, b.lower), .upper = fmax(a.upper, b.upper) };
}

double bres__effect_floor_half_width(const bres__effect *effect, double confidence)
{
    return effect->error_floor > 0
               ? effect->error_floor * bres__student_quantile((1 - confidence) / 2, INFINITY)
               : 0;
}

/* Sorted values: the log ratios of pairs in values[0], or the logs of both sides. */
typedef struct rank_values {
    double *values[2];
    size_t counts[2];
    bool paired;
    bres__rank_distribution distribution;
} rank_values;

double bres__row_run_log(const bres__row_runs *runs, bres__run_value_fn summary_of, int side,
                         size_t index)
{
    return log(summary_of(&runs->runs[side][index])->center);
}

/* `room` has space for a value of each run. */
static bres_status ranks_collect(const bres__row_runs *runs, bres__run_value_fn summary_of,
                                 double *room, rank_values *ranks)
{
    *ranks = (rank_values){ .values = { room, room + runs->counts[0] }, .paired = runs->paired };
    for (int side = 0; side < (runs->paired ? 1 : 2); side++) {
        for (size_t i = 0; i < runs->counts[side]; i++) {
            double value;

            if (!bres__row_run_is_used(runs, summary_of, side, i))
                continue;
            value = bres__row_run_log(runs, summary_of, side, i);
            if (runs->paired)
                value = bres__row_run_log(runs, summary_of, 1, i) - value;
            ranks->values[side][ranks->counts[side]++] = value;
        }
        bres__sort_float64(ranks->values[side], ranks->counts[side]);
    }
    return runs->paired ? bres__signed_rank_distribution(ranks->counts[0], &ranks->distribution)
                        : bres__rank_sum_distribution(ranks->counts[0], ranks->counts[1],
                                                      &ranks->distribution);
}

static uint64_t ranks_total(const rank_values *ranks)
{
    const uint64_t first = ranks->counts[0];

    return ranks->paired ? first * (first + 1) / 2 : first * ranks->counts[1];
}

static double ranks_at(const rank_values *ranks, uint64_t place)
{
    if (ranks->paired)
        return bres__average_at(ranks->values[0], ranks->counts[0], place);
    return bres__difference_at(ranks->values[0], ranks->counts[0], ranks->values[1],
                               ranks->counts[1], place);
}

static uint64_t ranks_below(const rank_values *ranks, double limit)
{
    if (ranks->paired)
        return bres__averages_below(ranks->values[0], ranks->counts[0], limit);
    return bres__differences_below(ranks->values[0], ranks->counts[0], ranks->values[1],
                                   ranks->counts[1], limit);
}

/* The estimate of Hodges and Lehmann: the median of all differences or averages. */
static double ranks_estimate(const rank_values *ranks)
{
    const uint64_t total = ranks_total(ranks);

    return (ranks_at(ranks, (total + 1) / 2) + ranks_at(ranks, total / 2 + 1)) / 2;
}

static bres__span ranks_span(const rank_values *ranks, double confidence)
{
    const uint64_t trim = bres__rank_trim(&ranks->distribution, (1 - confidence) / 2);

    if (trim == 0)
        return (bres__span){ .lower = -INFINITY, .upper = INFINITY };
    return (bres__span){ .lower = ranks_at(ranks, trim),
                         .upper = ranks_at(ranks, ranks_total(ranks) + 1 - trim) };
}

/* The two-sided p-value of a difference beyond the margin on the side of the estimate. */
static double ranks_p_value(const rank_values *ranks, double margin)
{
    const uint64_t total = ranks_total(ranks);
    const double above = bres__rank_below(&ranks->distribution, ranks_below(ranks, margin));
    /* Values equal to the margin count against a change. */
    const uint64_t below_margin = ranks_below(ranks, nextafter(-margin, -INFINITY));
    const double below = bres__rank_below(&ranks->distribution, total - below_margin);

    return fmin(1, 2 * fmin(above, below));
}

static double floor_p_value(const bres__effect *effect, double margin)
{
    const double distance = fabs(effect->estimate) - margin;

    if (effect->error_floor > 0)
        return fmin(1, 2 * bres__student_tail(distance / effect->error_floor, INFINITY));
    return distance > 0 ? 0 : 1;
}

/* A change must be larger than the part that drift may explain. */
static double p_value_margin(const bres__effect *effect, const bres_thresholds *thresholds)
{
    return log1p(thresholds->runs_min_effect) + fabs(effect->drift_shift);
}

/* Enough pairs: signed ranks alone. */
static void effect_take_pairs(const rank_values *ranks, const bres_thresholds *thresholds,
                              bres__effect *effect)
{
    const double change = thresholds->runs_change_confidence;
    const double same = thresholds->runs_equivalence_confidence;
    const double margin = p_value_margin(effect, thresholds);

    effect->estimate = ranks_estimate(ranks);
    effect->change = bres__span_cover(
        ranks_span(ranks, change),
        bres__span_around(effect->estimate, bres__effect_floor_half_width(effect, change)));
    effect->same = bres__span_cover(
        ranks_span(ranks, same),
        bres__span_around(effect->estimate, bres__effect_floor_half_width(effect, same)));
    effect->p_value = fmax(ranks_p_value(ranks, margin), floor_p_value(effect, margin));
}

/* Enough independent runs: ranks and Welch's interval, which already includes the floor. */
static void effect_take_sides(const rank_values *ranks, const bres_thresholds *thresholds,
                              bres__effect *effect)
{
    effect->estimate = ranks_estimate(ranks);
    if (effect->may_differ)
        effect->change =
            bres__span_cover(effect->change, ranks_span(ranks, thresholds->runs_change_confidence));
    if (effect->may_differ || effect->may_pass)
        effect->same = bres__span_cover(effect->same,
                                        ranks_span(ranks, thresholds->runs_equivalence_confidence));
}

/* Too few pairs for signed ranks: a change needs the evidence of independent runs. */
static bres_status effect_take_unpaired(const bres__row_runs *runs, bres__run_value_fn summary_of,
                                        const bres_thresholds *thresholds, bres__effect *effect)
{
    bres__row_runs unpaired = *runs;
    bres__effect sides;
    bool usable;
    bres_status status;

    unpaired.paired = false;
    unpaired.places[0] = unpaired.places[1] = NULL;
    unpaired.drift_shift = 0;
    status = bres__effect_make(&unpaired, summary_of, thresholds, &sides, &usable);
    if (status != BRES_OK)
        return status;
    effect->may_differ = sides.may_differ;
    effect->may_pass = sides.may_pass;
    effect->p_value = fmax(effect->p_value, sides.p_value);
    if (sides.may_differ)
        effect->change = bres__span_cover(sides.change, effect->same);
    return BRES_OK;
}

static bres_status effect_set_ranks(const bres__row_runs *runs, bres__run_value_fn summary_of,
                                    const bres_thresholds *thresholds, double *room,
                                    bres__effect *effect)
{
    const double confidence = thresholds->runs_change_confidence;
    rank_values ranks;
    bres_status status;

    if (runs->paired && !bres__pairs_suffice(effect->pairs, confidence))
        return effect_take_unpaired(runs, summary_of, thresholds, effect);
    status = ranks_collect(runs, summary_of, room, &ranks);
    if (status != BRES_OK)
        return status;
    effect->may_differ =
        runs->paired || bres__ranks_suffice(effect->used[0], effect->used[1], confidence);
    effect->may_pass =
        thresholds->rule == BRES_RULE_NOT_SLOWER &&
        (runs->paired || bres__ranks_suffice(effect->used[0], effect->used[1],
                                             thresholds->runs_equivalence_confidence));
    if (runs->paired) {
        effect_take_pairs(&ranks, thresholds, effect);
    } else {
        effect->p_value =
            fmax(effect->p_value, ranks_p_value(&ranks, p_value_margin(effect, thresholds)));
        if (effect->may_differ || effect->may_pass)
            effect_take_sides(&ranks, thresholds, effect);
    }
    bres__rank_distribution_free(&ranks.distribution);
    return BRES_OK;
}

static void effect_take_student(const bres_thresholds *thresholds, bres__effect *effect)
{
    effect->estimate = effect->mean;
    effect->change = bres__span_around(
        effect->mean, bres__effect_half_width(effect, thresholds->runs_change_confidence));
    effect->same = bres__span_around(
        effect->mean, bres__effect_half_width(effect, thresholds->runs_equivalence_confidence));
    effect->p_value = bres__effect_p_value(effect, p_value_margin(effect, thresholds));
}

/* The intervals cover the difference with and without the drift. */
static void effect_allow_drift(bres__effect *effect)
{
    bres__span *spans[2] = { &effect->change, &effect->same };

    for (int i = 0; i < 2; i++)
        *spans[i] = bres__span_cover(
            *spans[i], (bres__span){ .lower = spans[i]->lower - effect->drift_shift,
                                     .upper = spans[i]->upper - effect->drift_shift });
}

bres_status bres__effect_set_intervals(const bres__row_runs *runs, bres__run_value_fn summary_of,
                                       const bres_thresholds *thresholds, bres__effect *effect)
{
    const bool has_pairs =
        effect->pairs > 0 && bres__pairs_suffice(effect->pairs, thresholds->runs_change_confidence);
    bres_status status = BRES_OK;
    double *room;

    effect->drift_shift = runs->drift_shift;
    /* Enough pairs need no interval by Student's t. */
    if (effect->assumes_normal || !has_pairs)
        effect_take_student(thresholds, effect);
    effect->may_differ = true;
    effect->may_pass = true;
    if (!effect->assumes_normal) {
        room = bres__calloc(runs->counts[0] + runs->counts[1], sizeof(*room));
        if (room == NULL)
            return bres__error_memory();
        status = effect_set_ranks(runs, summary_of, thresholds, room, effect);
        bres__free(room);
    }
    if (status == BRES_OK && has_pairs)
        status = bres__effect_allow_correlation(runs, summary_of, thresholds, effect);
    if (status == BRES_OK && runs->places[0] != NULL)
        status = bres__effect_allow_trend(runs, summary_of, thresholds, effect);
    effect_allow_drift(effect);
    return status;
}
