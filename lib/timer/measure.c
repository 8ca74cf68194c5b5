/* SPDX-License-Identifier: MIT */
/*
 * A measurement, from its options to the result of its blocks.
 */
#include "report/report.h"
#include "timer/command.h"
#include "timer/timing.h"

/* Opens the resources of the measurement. */
static bres_status timing_open(bres__timing *timing, bres_timing_method method,
                               const bres_timer_options *options)
{
    bres_status status = bres__timer_options_load(&timing->options, options, timing->timer, method);

    if (status == BRES_OK)
        status = bres__clock_load(&timing->wall, timing->options.clock);
    if (status == BRES_OK)
        bres__clock_of_kind(&timing->clock, &timing->wall, timing->options.clock_kind);
    if (status == BRES_OK && timing->options.criterion != NULL)
        status = bres_criterion_copy(timing->options.criterion, &timing->criterion);
    if (status == BRES_OK && timing->criterion != NULL)
        status = bres_criterion_start(timing->criterion);
    if (status == BRES_OK)
        status = bres__timer_stream_open(&timing->stream, &timing->options);
    return status;
}

static void timing_close(bres__timing *timing)
{
    bres__timer_stream_close(&timing->stream);
    bres_criterion_free(timing->criterion);
    bres__running_quartiles_free(&timing->spread);
    bres__free(timing->times);
}

/* The first reading of the clock may take longer, so it comes before the blocks. */
static bres_status timing_execute(bres__timing *timing, bres_timing_method method)
{
    bres_status status;

    timing->clock.now(timing->clock.user);
    status = bres__timing_measure_call(timing);
    if (status != BRES_OK)
        return status;
    bres__failure_watch(&timing->failure);
    status = bres__timing_run(timing, method);
    bres__failure_unwatch(&timing->failure);
    return status;
}

/* Restores the number of threads even after a failure; the first error counts. */
static bres_status timing_execute_in_threads(bres__timing *timing, bres_timing_method method)
{
    const bres_timer_threads_fn set_threads = timing->options.set_threads;
    void *user = timing->options.user;
    bres__error_record error;
    int32_t previous = 0;
    int32_t ours;
    bres_status status;

    if (set_threads == NULL)
        return timing_execute(timing, method);
    status = set_threads(user, timing->timer->spec.num_threads, &previous);
    if (status != BRES_OK)
        return status;
    status = timing_execute(timing, method);
    if (status == BRES_OK)
        return set_threads(user, previous, &ours);
    bres__error_save(&error);
    set_threads(user, previous, &ours);
    bres__error_restore(&error);
    return status;
}

/* Measurements of commands have metadata; so have measurements whose clock is not wall time. */
static bres_status timing_describe(const bres__timing *timing, bres_measurement *measurement)
{
    const bres__command *command = timing->timer->command;
    const bres_clock_kind kind = (bres_clock_kind)timing->options.clock_kind;
    bres__text text = { 0 };
    bres__json_writer writer = { .text = &text, .empty = true, .compact = true };
    bres_status status;

    if (command == NULL && kind == BRES_CLOCK_WALL)
        return BRES_OK;
    bres__json_begin(&writer, '{');
    if (kind != BRES_CLOCK_WALL)
        bres__json_put_text(&writer, "clock", bres_clock_kind_name(kind));
    if (command != NULL)
        bres__command_put(command, &writer);
    bres__json_end(&writer, '}');
    status = text.failed ? bres__error_memory()
                         : bres_measurement_set_metadata_json(measurement, text.data);
    bres__text_free(&text);
    return status;
}

static bres_status timing_finish(const bres__timing *timing, bres_measurement **measurement)
{
    const bres_timer *timer = timing->timer;
    bres_measurement *made;
    bres_status status =
        bres_measurement_new(&timer->spec, timing->number, timing->times, timing->count, &made);

    if (status == BRES_OK)
        status = timing_describe(timing, made);
    if (status == BRES_OK)
        *measurement = made;
    else
        bres_measurement_free(made);
    return status;
}

bres_status bres_timer_measure(bres_timer *timer, bres_timing_method method,
                               const bres_timer_options *options, bres_measurement **measurement)
{
    bres__timing timing = { .timer = timer };
    bres_status status;

    if (measurement == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_timer_measure: measurement is NULL");
    *measurement = NULL;
    if (timer == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_timer_measure: timer is NULL");
    if ((unsigned)method > BRES_TIMING_ADAPTIVE)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_timer_measure: unknown method %d",
                           (int)method);
    status = timing_open(&timing, method, options);
    if (status == BRES_OK)
        status = timing_execute_in_threads(&timing, method);
    if (status == BRES_OK)
        status = timing_finish(&timing, measurement);
    timing_close(&timing);
    return status;
}

static bres_status measure_function(bres_cpu_fn fn, void *context, const bres_task_spec *spec,
                                    bres_timing_method method, const bres_timer_options *options,
                                    bres_measurement **measurement)
{
    bres_timer *timer = NULL;
    bres_status status;

    if (measurement != NULL)
        *measurement = NULL;
    status = bres_timer_new(fn, context, spec, &timer);
    if (status == BRES_OK)
        status = bres_timer_measure(timer, method, options, measurement);
    bres_timer_free(timer);
    return status;
}

bres_status bres_timer_timeit(bres_cpu_fn fn, void *context, const bres_task_spec *spec,
                              const bres_timer_options *options, bres_measurement **measurement)
{
    return measure_function(fn, context, spec, BRES_TIMING_TIMEIT, options, measurement);
}

bres_status bres_timer_blocked_autorange(bres_cpu_fn fn, void *context, const bres_task_spec *spec,
                                         const bres_timer_options *options,
                                         bres_measurement **measurement)
{
    return measure_function(fn, context, spec, BRES_TIMING_BLOCKED, options, measurement);
}

bres_status bres_timer_adaptive_autorange(bres_cpu_fn fn, void *context, const bres_task_spec *spec,
                                          const bres_timer_options *options,
                                          bres_measurement **measurement)
{
    return measure_function(fn, context, spec, BRES_TIMING_ADAPTIVE, options, measurement);
}
