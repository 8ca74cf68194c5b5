/* SPDX-License-Identifier: MIT */
#include "race/race.h"

#include "base/clock.h"

#include <math.h>
#include <stddef.h>

/* Of the structs as they were first published. */
#define OPTIONS_FIRST_SIZE (offsetof(bres_race_options, log_user) + sizeof(void *))
#define OUTCOME_FIRST_SIZE (offsetof(bres_race_outcome, message) + 256)

_Static_assert(OPTIONS_FIRST_SIZE == sizeof(bres_race_options), "the options have no padding");
_Static_assert(OUTCOME_FIRST_SIZE == sizeof(bres_race_outcome), "the outcome has no padding");

void bres_race_options_init(bres_race_options *options)
{
    if (options == NULL)
        return;
    *options = (bres_race_options){
        .size = sizeof(*options),
        .error_rate = 0.01,
        .min_effect = 0.005,
        .equivalence_margin = 0.02,
        .max_time = 10,
        .max_pairs = 1000,
        .min_pairs = 10,
        .warmup_runs = 1,
    };
}

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
    };
}

bres_status bres__race_outcome_check(bres_race_outcome *outcome)
{
    if (outcome == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the outcome of the race is NULL");
    if (outcome->size != OUTCOME_FIRST_SIZE)
        return bres__error(BRES_ERROR_VERSION,
                           "bres_race_outcome: size is %zu (expected %zu): was it initialised?",
                           outcome->size, OUTCOME_FIRST_SIZE);
    bres_race_outcome_init(outcome);
    return BRES_OK;
}

const char *bres_race_stop_name(bres_race_stop end)
{
    switch (end) {
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
    return "unknown end";
}

/* --- Ranges ----------------------------------------------------------------------------------- */

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_race_options, flags, 0),
    BRES__OPTION_RESERVED(bres_race_options, reserved),
    BRES__OPTION_REAL(bres_race_options, error_rate, BRES__RANGE_PROBABILITY),
    BRES__OPTION_REAL(bres_race_options, min_effect, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_race_options, equivalence_margin, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_race_options, max_time, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_AT_LEAST(bres_race_options, max_pairs, 0),
    BRES__OPTION_AT_LEAST(bres_race_options, min_pairs, 1),
    BRES__OPTION_AT_LEAST(bres_race_options, warmup_runs, 0),
    BRES__OPTION_AT_LEAST(bres_race_options, elements, 0),
    BRES__OPTION_AT_LEAST(bres_race_options, global_bytes, 0),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_race_options, OPTIONS_FIRST_SIZE, option_fields);

/* What fields must be together. */
static bres_status options_check(const bres_race_options *options)
{
    if (options->equivalence_margin > 0 && options->equivalence_margin < options->min_effect)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_race_options.equivalence_margin is %g (expected 0, or at least "
                           "min_effect, %g): no change between the two could be decided",
                           options->equivalence_margin, options->min_effect);
    if (options->max_time == 0 && options->max_pairs == 0)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_race_options: max_time and max_pairs are both 0, no limit: the "
                           "race might never end");
    return BRES_OK;
}

/* --- Sides ------------------------------------------------------------------------------------ */

static bool racer_is_right(const bres_race_side *racer, bool cuda)
{
    const bool on_cpu = racer->cpu != NULL || racer->cpu_batch != NULL;

    return cuda ? racer->cuda != NULL && !on_cpu
                : on_cpu && racer->cuda == NULL && (racer->cpu == NULL || racer->cpu_batch == NULL);
}

bres_status bres__racers_check(const char *function, const bres_race_side *const *racers, bool cuda)
{
    static const char *const sides[] = { "reference", "candidate" };

    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        const bres_race_side *racer = racers[side];

        if (racer == NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "%s: the %s is NULL", function, sides[side]);
        if (!racer_is_right(racer, cuda))
            return bres__error(BRES_ERROR_ARGUMENT,
                               "%s: the %s needs one function %s, and no other", function,
                               sides[side], cuda ? "for the GPU" : "on the CPU");
        if (racer->axis_count != 0 && racer->axes == NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "%s: the %s has %zu axis values that are NULL",
                               function, sides[side], racer->axis_count);
    }
    return BRES_OK;
}

/* --- Opening ---------------------------------------------------------------------------------- */

bres_status bres__race_open(bres__race *race, const bres_race_options *given)
{
    bres_race_options *options = &race->options;
    bres_status status;

    *race = (bres__race){ .block_size = 1 };
    bres_race_options_init(options);
    status = bres__options_take(options, given, &options_type);
    if (status == BRES_OK)
        status = options_check(options);
    if (status == BRES_OK)
        status = bres__clock_load(&race->clock, options->clock);
    if (status != BRES_OK)
        return status;
    race->sequential.options = (bres__sequential_options){
        .error_rate = options->error_rate,
        .min_effect = options->min_effect,
        .equivalence_margin = options->equivalence_margin,
        .min_pairs = (size_t)options->min_pairs,
    };
    race->coin = bres__random_stream(options->seed, 0);
    race->last = race->clock.now(race->clock.user);
    return BRES_OK;
}

void bres__race_free(bres__race *race)
{
    bres__sequential_free(&race->sequential);
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++)
        bres__free(race->seconds[side]);
    bres__free(race->order);
}
