/* SPDX-License-Identifier: MIT */
#include "race/race.h"

#include <inttypes.h>
#include <math.h>

/* A carry-over is called one when both sides' chance together is below. */
#define CARRY_OVER_P (0.01 / BRES__RACE_SIDES)

static bres_verdict verdict_of(bres__sequential_verdict verdict)
{
    switch (verdict) {
    case BRES__SEQUENTIAL_SAME:
        return BRES_SAME;
    case BRES__SEQUENTIAL_LESS:
        return BRES_FAST;
    case BRES__SEQUENTIAL_MORE:
        return BRES_SLOW;
    case BRES__SEQUENTIAL_OPEN:
        break;
    }
    return BRES_AMBIGUOUS;
}

/* --- The sentence ----------------------------------------------------------------------------- */

static void put_numbers(const bres_race_outcome *outcome, double error_rate, char *text,
                        size_t size)
{
    if (isfinite(outcome->upper) && outcome->lower > 0)
        bres__format(text, size, "ratio %.4f (%.4f to %.4f, %g %%) after %" PRIu64 " pairs",
                     outcome->ratio, outcome->lower, outcome->upper, 100 * (1 - error_rate),
                     outcome->pairs);
    else
        bres__format(text, size, "ratio %.4f after %" PRIu64 " pair%s, too few for an interval",
                     outcome->ratio, outcome->pairs, outcome->pairs == 1 ? "" : "s");
}

static void put_message(const bres__sequential *sequential, bres_race_outcome *outcome)
{
    const bres__sequential_options *options = &sequential->options;
    const size_t size = sizeof(outcome->message);
    char numbers[128];

    put_numbers(outcome, options->error_rate, numbers, sizeof(numbers));
    if (outcome->pairs == 0)
        bres__format(outcome->message, size, "no pair was measured");
    else if (outcome->verdict == BRES_SAME)
        bres__format(outcome->message, size, "%s: the same within %g %%", numbers,
                     100 * options->equivalence_margin);
    else if (outcome->verdict != BRES_AMBIGUOUS)
        bres__format(outcome->message, size, "%s: %s by more than %g %%", numbers,
                     outcome->verdict == BRES_FAST ? "faster" : "slower",
                     100 * options->min_effect);
    else if (outcome->plan_pairs > 0)
        bres__format(outcome->message, size,
                     "%s: not decided; about %" PRIu64 " more such pairs would show %s", numbers,
                     outcome->plan_pairs, bres_verdict_name(outcome->plan_verdict));
    else
        bres__format(outcome->message, size, "%s: not decided, and more such pairs would not do",
                     numbers);
}

/* --- The numbers ------------------------------------------------------------------------------ */

void bres__race_put_decision(const bres__sequential *sequential, bres_race_outcome *outcome)
{
    bres__sequential_estimate estimate;
    bres__sequential_plan plan;

    outcome->pairs = sequential->count;
    outcome->verdict = verdict_of(bres__sequential_decide(sequential));
    bres__sequential_estimate_of(sequential, &estimate);
    bres__sequential_plan_of(sequential, &plan);
    outcome->ratio = sequential->count > 0 ? exp(estimate.center) : 0;
    outcome->lower = exp(estimate.lower);
    outcome->upper = exp(estimate.upper);
    outcome->plan_verdict = plan.pairs > 0 ? verdict_of(plan.verdict) : 0;
    outcome->plan_pairs = plan.pairs < 1e18 ? (uint64_t)plan.pairs : UINT64_C(1) << 60;
    put_message(sequential, outcome);
}

static void put_carry_over(const bres__race *race, bres_race_outcome *outcome)
{
    const double limit = log1p(race->options.min_effect);
    bres__carry_over sides[BRES__RACE_SIDES];

    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        bres__race_carry_over(race->seconds[side], race->order, race->count, side, &sides[side]);
        if (sides[side].p < CARRY_OVER_P && fabs(sides[side].effect) > limit)
            outcome->carries_over = 1;
    }
    outcome->reference_carry_over = expm1(sides[BRES__RACE_REFERENCE].effect);
    outcome->reference_carry_over_p = sides[BRES__RACE_REFERENCE].p;
    outcome->candidate_carry_over = expm1(sides[BRES__RACE_CANDIDATE].effect);
    outcome->candidate_carry_over_p = sides[BRES__RACE_CANDIDATE].p;
    outcome->order_effect = expm1(bres__race_order_effect(race->seconds[BRES__RACE_REFERENCE],
                                                          race->seconds[BRES__RACE_CANDIDATE],
                                                          race->order, race->count));
}

static void warn_of_carry_over(const bres__race *race, const bres_race_outcome *outcome)
{
    char message[256];

    if (outcome->carries_over == 0 || race->options.log == NULL)
        return;
    bres__format(message, sizeof(message),
                 "a block takes longer or shorter after one of the other side: the reference by "
                 "%+.2f %%, the candidate by %+.2f %%; alone their times may differ by more or "
                 "less than in this race",
                 100 * outcome->reference_carry_over, 100 * outcome->candidate_carry_over);
    race->options.log(race->options.log_user, BRES_LOG_WARNING, message);
}

void bres__race_conclude(const bres__race *race, bres_race_outcome *outcome)
{
    bres__race_put_decision(&race->sequential, outcome);
    outcome->end = race->end;
    outcome->discarded = race->discarded;
    outcome->block_size = race->block_size;
    outcome->seconds = (double)race->elapsed * 1e-9;
    put_carry_over(race, outcome);
    warn_of_carry_over(race, outcome);
}
