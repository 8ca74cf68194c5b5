/* SPDX-License-Identifier: MIT */
/*
 * One block: the timed executions, and the untimed setup and teardown.
 */
#include "measure/execution.h"
#include "measure/seconds.h"
#include "timer/command.h"
#include "timer/timing.h"

#include <inttypes.h>
#include <math.h>

/* Does not call a batched function for an empty block, because it may assume at least one
 * execution. */
static void subject_execute(const bres_timer *timer, uint64_t number)
{
    if (timer->plain != NULL)
        bres__repeat(timer->plain, timer->context, number);
    else if (number > 0)
        timer->batched(timer->context, number);
}

static bres_status hook_call(const bres__timing *timing, bres_timer_hook hook)
{
    return hook != NULL ? hook(timing->options.user) : BRES_OK;
}

/* Reads the clock after all work that was begun before is complete. */
static bres_status clock_read(const bres__timing *timing, uint64_t *now)
{
    bres_status status = hook_call(timing, timing->options.synchronize);

    if (status == BRES_OK && timing->stream.context != NULL)
        status = bres__cuda_stream_wait(timing->stream.context, timing->stream.handle);
    *now = timing->clock.now(timing->clock.user);
    return status;
}

/* Wall time is read before and after the readings of the other clock, and only if that clock is not
 * wall time itself. */
static uint64_t wall_read(const bres__timing *timing)
{
    return timing->options.clock_kind != BRES_CLOCK_WALL ? timing->wall.now(timing->wall.user) : 0;
}

static bres_status block_by_clock(bres__timing *timing, uint64_t number, double *seconds)
{
    const uint64_t wall_begin = wall_read(timing);
    uint64_t wall_end;
    uint64_t begin;
    uint64_t end;
    bres_status status = clock_read(timing, &begin);

    if (status != BRES_OK)
        return status;
    subject_execute(timing->timer, number);
    status = clock_read(timing, &end);
    if (status != BRES_OK)
        return status;
    wall_end = wall_read(timing);
    timing->block_wall = bres__seconds(wall_end > wall_begin ? wall_end - wall_begin : 0);
    if (end < begin)
        return bres__error(BRES_ERROR_VALUE,
                           "the clock stepped backwards in a block of %" PRIu64 " executions",
                           number);
    *seconds = bres__seconds(end - begin);
    return BRES_OK;
}

static bres_status block_by_events(bres__timing *timing, uint64_t number, double *seconds)
{
    bres__timer_stream *stream = &timing->stream;
    bres_status status = bres__cuda_events_start(&stream->events, stream->handle);

    if (status != BRES_OK)
        return status;
    subject_execute(timing->timer, number);
    status = bres__cuda_events_stop(&stream->events, stream->handle);
    if (status == BRES_OK)
        status = bres__cuda_stream_wait(stream->context, stream->handle);
    if (status == BRES_OK)
        status = bres__cuda_events_elapsed(&stream->events, seconds);
    return status;
}

/* The time excludes the cost of preparing a process, such as the search for the program. */
static bres_status block_of_command(bres__timing *timing, uint64_t number, double *seconds)
{
    bres__command_time time;
    bres_status status;

    if (number == 0)
        return block_by_clock(timing, 0, seconds);
    status = bres__command_run(timing->timer->command, &timing->wall, number, &time);
    timing->block_wall = bres__seconds(time.wall_ns);
    *seconds = timing->options.clock_kind == BRES_CLOCK_WALL ? timing->block_wall
                                                             : bres__seconds(time.processor_ns);
    return status;
}

static bres_status block_of_timed(bres__timing *timing, uint64_t number, double *seconds)
{
    const bres_timer *timer = timing->timer;
    const uint64_t wall_begin = wall_read(timing);
    const bres_status status = timer->timed(timer->context, number, seconds);
    const uint64_t wall_end = wall_read(timing);

    timing->block_wall = bres__seconds(wall_end > wall_begin ? wall_end - wall_begin : 0);
    if (status != BRES_OK || (isfinite(*seconds) && *seconds >= 0))
        return status;
    return bres__error(BRES_ERROR_VALUE,
                       "a block of %" PRIu64 " executions took %g s by the clock of the function",
                       number, *seconds);
}

static bres_status block_time(bres__timing *timing, uint64_t number, double *seconds)
{
    bres_status status;

    if (timing->timer->command != NULL)
        status = block_of_command(timing, number, seconds);
    else if (timing->timer->timed != NULL)
        status = block_of_timed(timing, number, seconds);
    else if (timing->stream.events.context != NULL)
        status = block_by_events(timing, number, seconds);
    else
        status = block_by_clock(timing, number, seconds);
    if (status == BRES_OK && *seconds < BRES__TIMER_MIN_SECONDS)
        *seconds = BRES__TIMER_MIN_SECONDS;
    if (timing->options.clock_kind == BRES_CLOCK_WALL)
        timing->block_wall = *seconds;
    return status;
}

static bres_status subject_prepare(const bres_timer *timer)
{
    if (timer->setup != NULL)
        timer->setup(NULL);
    return timer->command != NULL ? bres__command_prepare(timer->command) : BRES_OK;
}

/* Calls the teardown even if the block fails; the error of the block then counts. */
bres_status bres__timing_block(bres__timing *timing, uint64_t number, double *seconds)
{
    bres__error_record error;
    bres_status status = hook_call(timing, timing->options.setup);

    *seconds = 0;
    if (status != BRES_OK)
        return status;
    status = subject_prepare(timing->timer);
    if (status == BRES_OK)
        status = block_time(timing, number, seconds);
    if (status == BRES_OK)
        status = bres__failure_status(&timing->failure);
    if (status == BRES_OK)
        return hook_call(timing, timing->options.teardown);
    bres__error_save(&error);
    hook_call(timing, timing->options.teardown);
    bres__error_restore(&error);
    return status;
}
