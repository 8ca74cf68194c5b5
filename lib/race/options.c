/* SPDX-License-Identifier: MIT */
#include "race/race.h"

#include "base/clock.h"

#include <math.h>
#include <stddef.h>

/* Size of the struct in its first published version. */
#define OPTIONS_FIRST_SIZE (offsetof(bres_race_options, log_user) + sizeof(void *))

_Static_assert(offsetof(bres_race_options, reserved2) + sizeof(uint32_t) ==
                   sizeof(bres_race_options),
               "the options have no padding");

void bres_race_options_init(bres_race_options *options)
{
    if (options == NULL)
        return;
    *options = (bres_race_options){
        .size = sizeof(*options),
        .error_rate = 0.01,
        .min_effect = 0.005,
        .equivalence_margin = 0.01,
        .max_time = 10,
        .max_pairs = 1000,
        .min_pairs = 10,
        .warmup_runs = 1,
    };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_race_options, flags, BRES_RACE_NOT_SLOWER),
    BRES__OPTION_RESERVED(bres_race_options, reserved),
    BRES__OPTION_ENUM(bres_race_options, clock_kind, BRES_CLOCK_PROCESS),
    BRES__OPTION_RESERVED(bres_race_options, reserved2),
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

/* Checks the fields against each other. */
static bres_status options_check(const bres_race_options *options)
{
    if (options->equivalence_margin > 0 && options->equivalence_margin < options->min_effect)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_race_options.equivalence_margin is %g (expected 0, or at least "
                           "min_effect, %g): no change between the two could be decided",
                           options->equivalence_margin, options->min_effect);
    if ((options->flags & BRES_RACE_NOT_SLOWER) != 0 &&
        options->equivalence_margin != options->min_effect)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_race_options.equivalence_margin is %g (expected min_effect, %g, "
                           "with BRES_RACE_NOT_SLOWER)",
                           options->equivalence_margin, options->min_effect);
    if (options->max_time == 0 && options->max_pairs == 0)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_race_options: max_time and max_pairs are both 0, no limit: the "
                           "race might never end");
    return BRES_OK;
}

void bres__race_start_time(bres__race *race)
{
    race->last = race->clock.now(race->clock.user);
}

bres_status bres__race_open(bres__race *race, const bres_race_options *given)
{
    bres_race_options *options = &race->options;
    bres_status status;

    *race = (bres__race){ .rows = NULL };
    bres_race_options_init(options);
    status = bres__options_take(options, given, &options_type);
    if (status == BRES_OK)
        status = options_check(options);
    if (status == BRES_OK)
        status = bres__clock_load(&race->clock, options->clock);
    if (status == BRES_OK)
        status = bres__race_set_sides(race, BRES__RACE_SIDES);
    if (status != BRES_OK)
        return status;
    race->order_generator = bres__random_stream(options->seed, 0);
    bres__race_start_time(race);
    return BRES_OK;
}
