/* SPDX-License-Identifier: MIT */
#include "race/carry.h"
#include "race/race.h"
#include "stats/robust/median.h"
#include "stats/stats.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Size of the struct in its first published version. */
#define OUTCOME_FIRST_SIZE (offsetof(bres_race_outcome, candidate_time_upper) + sizeof(double))

_Static_assert(OUTCOME_FIRST_SIZE == sizeof(bres_race_outcome), "the outcome has no padding");

/* An effect of the order is reported if its p-value is below this. */
#define ORDER_EFFECT_P 0.01

void bres_race_outcome_init(bres_race_outcome *outcome)
{
    if (outcome == NULL)
        return;
    *outcome = (bres_race_outcome){
        .size = sizeof(*outcome),
        .verdict = BRES_AMBIGUOUS,
        .upper = INFINITY,
        .reference_carry_over_p = 1,
        .candidate_carry_over_p = 1,
        .order_effect_p = 1,
    };
}

bres_status bres__race_outcome_check(bres_race_outcome *outcome)
{
    if (outcome == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the outcome of the race is NULL");
    if (outcome->size != OUTCOME_FIRST_SIZE)
        return bres__error(BRES_ERROR_VERSION,
                           "bres_race_outcome: size is %zu (expected %zu): was it initialized?",
                           outcome->size, OUTCOME_FIRST_SIZE);
    bres_race_outcome_init(outcome);
    return BRES_OK;
}

const char *bres_race_stop_name(bres_race_stop reason)
{
    switch (reason) {
    case BRES_RACE_DECIDED:
        return "decided";
    case BRES_RACE_TIME_OVER:
        return "time over";
    case BRES_RACE_PAIRS_OVER:
        return "pairs over";
    case BRES_RACE_INTERRUPTED:
        return "interrupted";
    case BRES_RACE_FAILED:
        return "failed";
    }
    return "unknown stop reason";
}

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

bres__race_figures bres__race_figures_of(const bres_race_outcome *outcome)
{
    return (bres__race_figures){
        .verdict = (bres_verdict)outcome->verdict,
        .pairs = outcome->pairs,
        .discarded = outcome->discarded,
        .ratio = outcome->ratio,
        .lower = outcome->lower,
        .upper = outcome->upper,
        .plan_verdict = (bres_verdict)outcome->plan_verdict,
        .plan_pairs = outcome->plan_pairs,
        .times = { { outcome->reference_time, outcome->reference_time_lower,
                     outcome->reference_time_upper },
                   { outcome->candidate_time, outcome->candidate_time_lower,
                     outcome->candidate_time_upper } },
    };
}

static void put_message(const bres__sequential *sequential, bres_race_outcome *outcome)
{
    const bres__sequential_options *options = &sequential->options;
    bres__race_figures figures = bres__race_figures_of(outcome);
    const bres__race_limits limits = {
        .error_rate = options->error_rate,
        .min_effect = options->min_effect,
        .equivalence_margin = options->equivalence_margin,
        .not_slower = options->one_sided,
    };

    figures.resolution = sequential->resolution;
    bres__race_row_message(&figures, &limits, outcome->message, sizeof outcome->message);
}

void bres__race_row_set_verdict(bres__race_row *row)
{
    const bres__sequential *sequential = &row->sequential;
    bres_race_outcome *outcome = &row->outcome;
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

/* `scratch` has room for the times of one side. */
static void side_median(const bres__race_row *row, unsigned side, double *scratch,
                        bres__median_interval *median)
{
    const size_t count = row->sequential.count;

    memcpy(scratch, row->seconds[side], count * sizeof(*scratch));
    bres__sort_float64(scratch, count);
    bres__median_interval_of(scratch, count, 1 - row->sequential.options.error_rate, median);
    median->lower = fmax(median->lower, 0);
}

bres_status bres__race_row_set_times(bres__race_row *row)
{
    bres_race_outcome *outcome = &row->outcome;
    bres__median_interval median;
    double *scratch;

    if (row->sequential.count == 0)
        return BRES_OK;
    scratch = bres__malloc(row->sequential.count * sizeof(*scratch));
    if (scratch == NULL)
        return bres__error_memory();
    side_median(row, BRES__RACE_REFERENCE, scratch, &median);
    outcome->reference_time = median.value;
    outcome->reference_time_lower = median.lower;
    outcome->reference_time_upper = median.upper;
    side_median(row, BRES__RACE_CANDIDATE, scratch, &median);
    outcome->candidate_time = median.value;
    outcome->candidate_time_lower = median.lower;
    outcome->candidate_time_upper = median.upper;
    bres__free(scratch);
    return BRES_OK;
}

static void warn(const bres__race *race, const char *message)
{
    if (race->options.log != NULL)
        race->options.log(race->options.log_user, BRES_LOG_WARNING, message);
}

/* Whether the verdict also holds for sides that are measured alone, without carry-over. */
static bool verdict_outlives(const bres_race_options *options, const bres_race_outcome *outcome,
                             double bias)
{
    const double lower = log(outcome->lower) - bias;
    const double upper = log(outcome->upper) - bias;

    switch (outcome->verdict) {
    case BRES_FAST:
        return upper < -log1p(options->min_effect);
    case BRES_SLOW:
        return lower > log1p(options->min_effect);
    case BRES_SAME:
        return upper < log1p(options->equivalence_margin) &&
               (lower > -log1p(options->equivalence_margin) ||
                (options->flags & BRES_RACE_NOT_SLOWER) != 0);
    default:
        return true;
    }
}

static void take_carry_over(const bres__race *race, const bres__carry_over *carry_over,
                            bres_race_outcome *outcome)
{
    char message[256];

    outcome->reference_carry_over = expm1(carry_over->effect[BRES__RACE_REFERENCE]);
    outcome->reference_carry_over_p = carry_over->p[BRES__RACE_REFERENCE];
    outcome->candidate_carry_over = expm1(carry_over->effect[BRES__RACE_CANDIDATE]);
    outcome->candidate_carry_over_p = carry_over->p[BRES__RACE_CANDIDATE];
    outcome->carries_over = carry_over->found;
    if (!carry_over->found)
        return;
    bres__race_carry_over_message(expm1(carry_over->bias), message, sizeof message);
    warn(race, message);
    if (verdict_outlives(&race->options, outcome, carry_over->bias))
        return;
    outcome->verdict = BRES_AMBIGUOUS;
    bres__race_carried_message(outcome->ratio, exp(-carry_over->bias), outcome->message,
                               sizeof outcome->message);
}

bres_status bres__race_row_set_carry_over(const bres__race *race, bres__race_row *row)
{
    const double limit = log1p(race->options.min_effect);
    const bres__race_pairs pairs = {
        .seconds = { row->seconds[BRES__RACE_REFERENCE], row->seconds[BRES__RACE_CANDIDATE] },
        .order = row->order,
        .count = row->sequential.count,
    };
    bres__carry_over carry_over;
    bres__order_effect order;
    char message[256];
    bres_status status = bres__race_carry_over(&pairs, limit, &carry_over);

    if (status == BRES_OK)
        status = bres__race_order_effect(&pairs, &order);
    if (status != BRES_OK)
        return status;
    take_carry_over(race, &carry_over, &row->outcome);
    row->outcome.order_effect = expm1(order.effect);
    row->outcome.order_effect_p = order.p;
    if (order.p < ORDER_EFFECT_P && fabs(order.effect) > limit) {
        bres__race_order_message(expm1(order.effect), message, sizeof message);
        warn(race, message);
    }
    return BRES_OK;
}
