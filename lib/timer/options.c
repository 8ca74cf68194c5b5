/* SPDX-License-Identifier: MIT */
/*
 * The options of a measurement: their defaults and ranges.
 */
#include "timer/timing.h"

#include <inttypes.h>
#include <math.h>

#define OPTIONS_FIRST_SIZE (offsetof(bres_timer_options, reserved2) + sizeof(int32_t))

_Static_assert(OPTIONS_FIRST_SIZE == sizeof(bres_timer_options), "the options have no padding");

#define DEFAULT_NUMBER          UINT64_C(1000000)
#define DEFAULT_THRESHOLD       0.1
#define DEFAULT_MAX_SEARCH_TIME 60.0
/* Of a time: the default of the method. */
#define OF_THE_METHOD           (-1.0)

#define ALL_FLAGS (BRES_TIMER_SUBTRACT_CALL | BRES_TIMER_HAS_STREAM | BRES_TIMER_CUDA_EVENTS)

void bres_timer_options_init(bres_timer_options *options)
{
    if (options == NULL)
        return;
    *options = (bres_timer_options){
        .size = sizeof(*options),
        .number = DEFAULT_NUMBER,
        .min_run_time = OF_THE_METHOD,
        .max_run_time = OF_THE_METHOD,
        .threshold = DEFAULT_THRESHOLD,
        .max_search_time = DEFAULT_MAX_SEARCH_TIME,
    };
}

static bres_status option_refuse(const char *name, double value)
{
    return bres__error(BRES_ERROR_ARGUMENT,
                       "bres_timer_options: %s is %g, it must be finite and not negative", name,
                       value);
}

static bres_status times_check(const bres_timer_options *options)
{
    const struct {
        const char *name;
        double value;
        bool has_default;
    } times[] = {
        { "min_run_time", options->min_run_time, true },
        { "max_run_time", options->max_run_time, true },
        { "threshold", options->threshold, false },
        { "max_search_time", options->max_search_time, false },
    };

    for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++) {
        const bool is_default = times[i].has_default && times[i].value == OF_THE_METHOD;

        if (!is_default && !(isfinite(times[i].value) && times[i].value >= 0))
            return option_refuse(times[i].name, times[i].value);
    }
    return BRES_OK;
}

static bres_status flags_check(const bres_timer_options *options, const bres_timer *timer)
{
    const uint32_t flags = options->flags;
    const bres_status status = bres__options_check_flags(flags, ALL_FLAGS, "bres_timer_options");

    if (status != BRES_OK)
        return status;
    if ((flags & BRES_TIMER_CUDA_EVENTS) != 0 && (flags & BRES_TIMER_HAS_STREAM) == 0)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_timer_options: BRES_TIMER_CUDA_EVENTS needs a stream");
    if ((flags & BRES_TIMER_SUBTRACT_CALL) != 0 && timer->plain == NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_timer_options: BRES_TIMER_SUBTRACT_CALL is for functions that "
                           "are called for each execution");
    if ((timer->command != NULL || timer->timed != NULL) &&
        ((flags & BRES_TIMER_HAS_STREAM) != 0 || options->synchronize != NULL))
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_timer_options: a %s has no stream and no synchronize",
                           timer->command != NULL ? "command" : "timed function");
    return BRES_OK;
}

bres_status bres__timer_options_load(bres_timer_options *full, const bres_timer_options *given,
                                     const bres_timer *timer, bres_timing_method method)
{
    const bool adaptive = method == BRES_TIMING_ADAPTIVE;
    bres_status status;

    bres_timer_options_init(full);
    status =
        bres__options_load(full, sizeof(*full), given, OPTIONS_FIRST_SIZE, "bres_timer_options");
    if (status == BRES_OK)
        status = flags_check(full, timer);
    if (status == BRES_OK)
        status = times_check(full);
    if (status != BRES_OK)
        return status;
    if (full->reserved != 0 || full->reserved2 != 0)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_timer_options: a reserved member is not 0");
    if (full->number == 0 || full->number > INT64_MAX)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_timer_options: number is %" PRIu64 ", it must be from 1 to 2^63-1",
                           full->number);
    if (full->min_run_time == OF_THE_METHOD)
        full->min_run_time = adaptive ? 0.01 : 0.2;
    if (full->max_run_time == OF_THE_METHOD)
        full->max_run_time = adaptive ? 10 : 0;
    return BRES_OK;
}
