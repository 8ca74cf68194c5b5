/* SPDX-License-Identifier: MIT */
#include "measure/options.h"

#include "base/clock.h"
#include "model/model.h"

#include <stddef.h>
#include <string.h>

/* Size of bres_measure_options in its first published version. */
#define OPTIONS_FIRST_SIZE (offsetof(bres_measure_options, log_user) + sizeof(void *))

_Static_assert(offsetof(bres_measure_options, reserved2) + sizeof(uint32_t) ==
                   sizeof(bres_measure_options),
               "the options have no padding");

void bres_measure_options_init(bres_measure_options *options)
{
    bres__settings settings;

    if (options == NULL)
        return;
    bres__settings_init(&settings);
    *options = (bres_measure_options){
        .size = sizeof(*options),
        .min_samples = settings.min_samples,
        .warmup_runs = settings.warmup_runs,
        .max_warmup_time = settings.max_warmup_time,
        .skip_time = settings.skip_time,
        .timeout = settings.timeout,
    };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_measure_options, flags,
                      BRES_MEASURE_RUN_ONCE | BRES_MEASURE_SHORT_BLOCKS),
    BRES__OPTION_RESERVED(bres_measure_options, reserved),
    BRES__OPTION_ENUM(bres_measure_options, clock_kind, BRES_CLOCK_PROCESS),
    BRES__OPTION_RESERVED(bres_measure_options, reserved2),
    BRES__OPTION_AT_LEAST(bres_measure_options, elements, 0),
    BRES__OPTION_AT_LEAST(bres_measure_options, global_bytes, 0),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_measure_options, OPTIONS_FIRST_SIZE, option_fields);

/* Copies the options about the measurement itself to the settings. */
static bres_status options_settings(const bres_measure_options *options, bres__settings *settings)
{
    bres_status status;

    settings->run_once = (options->flags & BRES_MEASURE_RUN_ONCE) != 0;
    settings->short_blocks = (options->flags & BRES_MEASURE_SHORT_BLOCKS) != 0;
    settings->clock_kind = options->clock_kind;
    status = bres__settings_set_int64(settings, "min_samples", options->min_samples);
    if (status == BRES_OK)
        status = bres__settings_set_int64(settings, "cold_warmup_runs", options->warmup_runs);
    if (status == BRES_OK)
        status = bres__settings_set_float64(settings, "cold_max_warmup_walltime",
                                            options->max_warmup_time);
    if (status == BRES_OK)
        status = bres__settings_set_float64(settings, "skip_time", options->skip_time);
    if (status == BRES_OK)
        status = bres__settings_set_float64(settings, "timeout", options->timeout);
    if (status == BRES_OK && options->criterion != NULL)
        status = bres_criterion_copy(options->criterion, &settings->criterion);
    return status;
}

bres_status bres__measure_options_load(const bres_measure_options *given,
                                       bres_measure_options *options, bres__settings *settings,
                                       bres_clock *clock)
{
    bres_status status;

    bres_measure_options_init(options);
    bres__settings_init(settings);
    status = bres__options_take(options, given, &options_type);
    if (status == BRES_OK && options->axis_count != 0 && options->axes == NULL)
        status = bres__error(BRES_ERROR_ARGUMENT,
                             "bres_measure_options.axes is NULL (expected %zu axis values)",
                             options->axis_count);
    if (status == BRES_OK)
        status = options_settings(options, settings);
    if (status == BRES_OK)
        status = bres__clock_load(clock, options->clock);
    return status;
}

static bres_status state_add_axis(bres_state *state, const bres_subbench *bench,
                                  const bres_axis_setting *setting)
{
    const bres_axis *axis;

    if (setting->string != NULL)
        return bres_state_add_axis_string(state, setting->axis, setting->string);
    axis = setting->axis != NULL ? bres_subbench_axis(bench, setting->axis) : NULL;
    if (axis != NULL && strcmp(bres_axis_type(axis), "float64") == 0)
        return bres_state_add_axis_float64(state, setting->axis, setting->float64);
    return bres_state_add_axis_int64(state, setting->axis, setting->int64);
}

bres_status bres__measure_axes_put(bres_state *state, const bres_subbench *bench,
                                   const bres_axis_setting *axes, size_t count)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; status == BRES_OK && i < count; i++)
        status = state_add_axis(state, bench, &axes[i]);
    return status;
}

bres_status bres__measure_options_put(bres_state *state, const bres_subbench *bench,
                                      const bres_measure_options *options,
                                      const bres__settings *settings)
{
    const bres_status status = bres__settings_put_state(settings, state);

    return status == BRES_OK
               ? bres__measure_axes_put(state, bench, options->axes, options->axis_count)
               : status;
}

bres_status bres__clock_kind_check_gpu(uint32_t clock_kind, const char *option)
{
    if (clock_kind == BRES_CLOCK_WALL)
        return BRES_OK;
    return bres__error(BRES_ERROR_ARGUMENT, "%s is %s, but a GPU is measured (expected wall)",
                       option, bres_clock_kind_name((bres_clock_kind)clock_kind));
}

static void caller_log(void *user, bres_log_level level, const char *message)
{
    const bres__measure_caller *caller = user;

    caller->options->log(caller->options->log_user, level, message);
}

static bool caller_is_interrupted(void *user)
{
    bres__measure_caller *caller = user;

    caller->interrupted =
        caller->interrupted || caller->options->is_interrupted(caller->options->interrupt_user);
    return caller->interrupted;
}

bres__measure_hooks bres__measure_caller_hooks(bres__measure_caller *caller)
{
    return (bres__measure_hooks){
        .log = caller->options->log != NULL ? caller_log : NULL,
        .interrupted = caller->options->is_interrupted != NULL ? caller_is_interrupted : NULL,
        .user = caller,
    };
}

bres_status bres__measure_caller_end(const bres__measure_caller *caller, bres_status status)
{
    if (status != BRES_OK || !caller->interrupted)
        return status;
    return bres__error(BRES_ERROR_INTERRUPTED, "the measurement was interrupted");
}
