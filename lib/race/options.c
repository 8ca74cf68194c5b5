/* SPDX-License-Identifier: MIT */
#include "race/race.h"

#include "base/clock.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>

/* Of the struct as it was first published. */
#define OPTIONS_FIRST_SIZE (offsetof(bres_race_options, log_user) + sizeof(void *))

_Static_assert(OPTIONS_FIRST_SIZE == sizeof(bres_race_options), "the options have no padding");

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

static bres_status real_error(const char *name, double value, const char *expected)
{
    return bres__error(BRES_ERROR_ARGUMENT, "bres_race_options: %s is %g, it must be %s", name,
                       value, expected);
}

static bres_status count_error(const char *name, int64_t value, int64_t least)
{
    return bres__error(BRES_ERROR_ARGUMENT,
                       "bres_race_options: %s is %" PRId64 ", it must be at least %" PRId64, name,
                       value, least);
}

static bres_status options_check_judgement(const bres_race_options *options)
{
    if (!(options->error_rate > 0 && options->error_rate < 1))
        return real_error("error_rate", options->error_rate, "above 0 and below 1");
    if (!(options->min_effect >= 0 && isfinite(options->min_effect)))
        return real_error("min_effect", options->min_effect, "finite and not negative");
    if (!(options->equivalence_margin >= 0 && isfinite(options->equivalence_margin)))
        return real_error("equivalence_margin", options->equivalence_margin,
                          "finite and not negative");
    if (options->equivalence_margin > 0 && options->equivalence_margin < options->min_effect)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_race_options: equivalence_margin is %g, it must be 0 or at least "
                           "min_effect, %g: a change between the two could never be decided",
                           options->equivalence_margin, options->min_effect);
    return BRES_OK;
}

static bres_status options_check_budget(const bres_race_options *options)
{
    if (!(options->max_time >= 0 && isfinite(options->max_time)))
        return real_error("max_time", options->max_time, "finite and not negative");
    if (options->max_pairs < 0)
        return count_error("max_pairs", options->max_pairs, 0);
    if (options->max_time == 0 && options->max_pairs == 0)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_race_options: max_time and max_pairs are both 0, no limit: the "
                           "race might never end");
    if (options->min_pairs < 1)
        return count_error("min_pairs", options->min_pairs, 1);
    if (options->warmup_runs < 0)
        return count_error("warmup_runs", options->warmup_runs, 0);
    if (options->elements < 0)
        return count_error("elements", options->elements, 0);
    if (options->global_bytes < 0)
        return count_error("global_bytes", options->global_bytes, 0);
    return BRES_OK;
}

static bres_status options_check(const bres_race_options *options)
{
    bres_status status = bres__options_check_flags(options->flags, 0, "bres_race_options");

    if (status == BRES_OK && options->reserved != 0)
        status = bres__error(BRES_ERROR_ARGUMENT,
                             "bres_race_options: reserved is %" PRIu32 ", it must be 0",
                             options->reserved);
    if (status == BRES_OK)
        status = options_check_judgement(options);
    return status == BRES_OK ? options_check_budget(options) : status;
}

bres_status bres__race_open(bres__race *race, const bres_race_options *given)
{
    bres_race_options *options = &race->options;
    bres_status status;

    *race = (bres__race){ .rows = NULL };
    bres_race_options_init(options);
    status = bres__options_load(options, sizeof(*options), given, OPTIONS_FIRST_SIZE,
                                "bres_race_options");
    if (status == BRES_OK)
        status = options_check(options);
    if (status == BRES_OK)
        status = bres__clock_load(&race->clock, options->clock);
    if (status != BRES_OK)
        return status;
    race->order_generator = bres__random_stream(options->seed, 0);
    race->last = race->clock.now(race->clock.user);
    return BRES_OK;
}
