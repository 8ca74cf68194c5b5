/* SPDX-License-Identifier: MIT */
/*
 * The options of a measurement: their defaults and ranges.
 */
#include "timer/timing.h"

#define OPTIONS_FIRST_SIZE (offsetof(bres_timer_options, reserved2) + sizeof(int32_t))

_Static_assert(offsetof(bres_timer_options, reserved3) + sizeof(uint32_t) ==
                   sizeof(bres_timer_options),
               "the options have no padding");

#define DEFAULT_NUMBER          UINT64_C(1000000)
#define DEFAULT_THRESHOLD       0.1
#define DEFAULT_MAX_SEARCH_TIME 60.0
/* Value of a time that stands for the default of the method. */
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

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_timer_options, flags, ALL_FLAGS),
    BRES__OPTION_RESERVED(bres_timer_options, reserved),
    BRES__OPTION_RESERVED(bres_timer_options, reserved2),
    BRES__OPTION_ENUM(bres_timer_options, clock_kind, BRES_CLOCK_PROCESS),
    BRES__OPTION_RESERVED(bres_timer_options, reserved3),
    BRES__OPTION_COUNT(bres_timer_options, number, 1, INT64_MAX),
    BRES__OPTION_REAL(bres_timer_options, min_run_time, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_timer_options, max_run_time, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_timer_options, threshold, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_timer_options, max_search_time, BRES__RANGE_NOT_NEGATIVE),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_timer_options, OPTIONS_FIRST_SIZE, option_fields);

static bres_status flags_match(const bres_timer_options *options, const bres_timer *timer)
{
    const uint32_t flags = options->flags;

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

static bres_status clock_kind_matches(const bres_timer_options *options, const bres_timer *timer)
{
    if (options->clock_kind != BRES_CLOCK_WALL && (options->flags & BRES_TIMER_CUDA_EVENTS) != 0)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_timer_options.clock_kind is %s, but the times are those of events "
                           "(expected wall)",
                           bres_clock_kind_name((bres_clock_kind)options->clock_kind));
    if (options->clock_kind == BRES_CLOCK_THREAD && timer->command != NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_timer_options.clock_kind is thread, but a command is a process "
                           "(expected wall or process)");
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
    if (status != BRES_OK)
        return status;
    if (full->min_run_time == OF_THE_METHOD)
        full->min_run_time = adaptive ? 0.01 : 0.2;
    if (full->max_run_time == OF_THE_METHOD)
        full->max_run_time = adaptive ? 10 : 0;
    status = bres__options_check(full, &options_type);
    if (status == BRES_OK)
        status = flags_match(full, timer);
    return status == BRES_OK ? clock_kind_matches(full, timer) : status;
}
