/* SPDX-License-Identifier: MIT */
/*
 * One execution on a GPU, in this order: flush the L2 cache and wait for the stream; read the
 * host's clock; queue the blocking kernel, the first clock stamp and the start event; call the
 * launcher, which queues its work; queue the stop event and the second stamp; release the stream
 * and wait for it; read the clock again. So the GPU time is from event to event and excludes the
 * cost of launching, while the CPU time includes everything.
 *
 * Each step is recorded as pending before its call, because the call may fail after it has queued
 * something.
 */
#include "measure/gpu/launch.h"
#include "measure/seconds.h"

bres_status bres__launch_open(bres_launch *launch, bres__cuda_context *context,
                              struct CUstream_st *stream, const bres_clock *clock, double limit)
{
    bres_status status;

    *launch = (bres_launch){
        .context = context,
        .stream = stream,
        .clock = clock,
        .limit = limit,
        .error = { .offset = -1 },
    };
    status = bres__cuda_events_create(context, &launch->events);
    if (status == BRES_OK)
        status = bres__cuda_flush_create(context, &launch->flush);
    if (status == BRES_OK)
        status = bres__cuda_helpers_open(context, &launch->helpers);
    return status;
}

void bres__launch_close(bres_launch *launch)
{
    bres__cuda_helpers_close(launch->helpers);
    launch->helpers = NULL;
    bres__cuda_flush_destroy(&launch->flush);
    bres__cuda_events_destroy(&launch->events);
}

void bres__launch_clean(bres_launch *launch)
{
    bres__error_record record;

    if (launch->pending == 0)
        return;
    bres__error_save(&record);
    /* The launcher may have left another context current, which may have nothing to wait for. */
    (void)bres__launch_enter(launch);
    if ((launch->pending & BRES__LAUNCH_BLOCKED) != 0)
        bres__cuda_release(launch->helpers);
    if ((launch->pending & (BRES__LAUNCH_BLOCKED | BRES__LAUNCH_STAMPED | BRES__LAUNCH_START)) != 0)
        bres__cuda_stream_wait(launch->context, launch->stream);
    if ((launch->pending & BRES__LAUNCH_PROFILED) != 0)
        bres__cuda_profiler_stop(launch->context);
    launch->pending = 0;
    bres__error_restore(&record);
}

bres_status bres__launch_enter(const bres_launch *launch)
{
    void *previous;

    return bres__cuda_context_enter(launch->context, &previous);
}

bres_status bres__launch_block(bres_launch *launch)
{
    launch->pending |= BRES__LAUNCH_BLOCKED;
    return bres__cuda_block(launch->helpers, launch->stream, bres__nanoseconds(launch->limit));
}

bres_status bres__launch_release(bres_launch *launch)
{
    bres__cuda_release(launch->helpers);
    launch->pending &= ~(unsigned)BRES__LAUNCH_BLOCKED;
    if (!bres__cuda_block_expired(launch->helpers))
        return BRES_OK;
    return bres__error(BRES_ERROR_CUDA,
                       "deadlock: the stream was blocked for more than %g s, the blocking limit, "
                       "before the launcher returned. A launcher that waits for the GPU needs "
                       "BRES_CUDA_SYNC; if it takes that long to queue its work, the limit must be "
                       "higher",
                       launch->limit);
}

static bres_status launch_queue_start(bres_launch *launch)
{
    bres_status status = BRES_OK;

    if ((launch->flags & BRES__LAUNCH_BLOCKED) != 0)
        status = bres__launch_block(launch);
    if (status == BRES_OK && (launch->flags & BRES__LAUNCH_STAMPED) != 0) {
        launch->pending |= BRES__LAUNCH_STAMPED;
        status = bres__cuda_stamp_queue(launch->helpers, BRES__CUDA_STAMP_START, launch->stream);
    }
    if (status == BRES_OK && (launch->flags & BRES__LAUNCH_PROFILED) != 0) {
        launch->pending |= BRES__LAUNCH_PROFILED;
        status = bres__cuda_profiler_start(launch->context);
    }
    if (status == BRES_OK) {
        launch->pending |= BRES__LAUNCH_START;
        status = bres__cuda_events_start(&launch->events, launch->stream);
    }
    return status;
}

static bres_status launch_start(bres_launch *launch)
{
    bres_status status = bres__launch_enter(launch);

    if (status == BRES_OK)
        status = bres__cuda_flush_queue(&launch->flush, launch->stream);
    if (status == BRES_OK)
        status = bres__cuda_stream_wait(launch->context, launch->stream);
    if (status != BRES_OK)
        return status;
    bres__cuda_helpers_reset(launch->helpers);
    launch->phase = BRES__LAUNCH_RUNNING;
    launch->start = launch->clock->now(launch->clock->user);
    return launch_queue_start(launch);
}

static bres_status launch_stop(bres_launch *launch)
{
    bres_status status = bres__launch_enter(launch);

    if (status == BRES_OK)
        status = bres__cuda_events_stop(&launch->events, launch->stream);
    if (status == BRES_OK && (launch->flags & BRES__LAUNCH_STAMPED) != 0)
        status = bres__cuda_stamp_queue(launch->helpers, BRES__CUDA_STAMP_STOP, launch->stream);
    if (status == BRES_OK && (launch->flags & BRES__LAUNCH_BLOCKED) != 0)
        status = bres__launch_release(launch);
    if (status == BRES_OK)
        status = bres__cuda_stream_wait(launch->context, launch->stream);
    if (status == BRES_OK && (launch->flags & BRES__LAUNCH_PROFILED) != 0) {
        launch->pending &= ~(unsigned)BRES__LAUNCH_PROFILED;
        status = bres__cuda_profiler_stop(launch->context);
    }
    if (status != BRES_OK)
        return status;
    launch->stop = launch->clock->now(launch->clock->user);
    launch->pending = 0;
    launch->phase = BRES__LAUNCH_ENDED;
    return BRES_OK;
}

struct CUstream_st *bres_launch_stream(const bres_launch *launch)
{
    return launch != NULL ? launch->stream : NULL;
}

int bres_launch_device(const bres_launch *launch)
{
    return launch != NULL ? bres__cuda_context_device(launch->context) : -1;
}

/* Keeps the first failure, and undoes pending steps at once, because the launcher may continue. */
static bres_status launch_keep(bres_launch *launch, bres_status status)
{
    if (status == BRES_OK)
        return BRES_OK;
    bres__launch_clean(launch);
    if (launch->status == BRES_OK) {
        launch->status = status;
        bres__error_save(&launch->error);
    }
    return status;
}

static bres_status launch_check(const bres_launch *launch, bres__launch_phase expected,
                                const char *function, const char *wrong)
{
    if (launch == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: the launch is NULL", function);
    if (!launch->timed)
        return bres__error(BRES_ERROR_STATE,
                           "%s: the launcher is not measured with BRES_CUDA_TIMED", function);
    if (launch->phase != expected)
        return bres__error(BRES_ERROR_STATE, "%s: %s", function, wrong);
    return BRES_OK;
}

bres_status bres_launch_start(bres_launch *launch)
{
    bres_status status = launch_check(launch, BRES__LAUNCH_IDLE, "bres_launch_start",
                                      "the launch has been started already");

    if (launch == NULL || launch->status != BRES_OK)
        return launch != NULL ? launch->status : status;
    if (status == BRES_OK)
        status = launch_start(launch);
    return launch_keep(launch, status);
}

bres_status bres_launch_stop(bres_launch *launch)
{
    bres_status status =
        launch_check(launch, BRES__LAUNCH_RUNNING, "bres_launch_stop", "the launch is not running");

    if (launch == NULL || launch->status != BRES_OK)
        return launch != NULL ? launch->status : status;
    if (status == BRES_OK)
        status = launch_stop(launch);
    return launch_keep(launch, status);
}

bres_status bres__launch_call(bres_launch *launch, const bres__cuda_body *body)
{
    const bres_status status = body->launch(launch, body->context);

    if (launch->status != BRES_OK) {
        bres__error_restore(&launch->error);
        return launch->status;
    }
    if (status != BRES_OK && bres_last_error_status() != status)
        bres__error(status, "the launcher returned %d (%s)", (int)status, bres_status_name(status));
    return status;
}

static bres_status launch_call_timed(bres_launch *launch, const bres__cuda_body *body)
{
    const bres_status status = bres__launch_call(launch, body);

    if (status != BRES_OK || launch->phase == BRES__LAUNCH_ENDED)
        return status;
    return bres__error(BRES_ERROR_STATE, "the launcher has not called %s",
                       launch->phase == BRES__LAUNCH_IDLE ? "bres_launch_start()"
                                                          : "bres_launch_stop()");
}

static bres_status launch_call_plain(bres_launch *launch, const bres__cuda_body *body)
{
    bres_status status = launch_start(launch);

    if (status == BRES_OK)
        status = bres__launch_call(launch, body);
    return status == BRES_OK ? launch_stop(launch) : status;
}

bres_status bres__launch_execute(bres_launch *launch, const bres__cuda_body *body, unsigned flags,
                                 bres__trial *trial)
{
    bres_status status;

    *trial = (bres__trial){ 0 };
    launch->flags = flags;
    launch->phase = BRES__LAUNCH_IDLE;
    launch->status = BRES_OK;
    launch->timed = (body->flags & BRES_CUDA_TIMED) != 0;
    status = launch->timed ? launch_call_timed(launch, body) : launch_call_plain(launch, body);
    if (status == BRES_OK)
        status = bres__cuda_events_elapsed(&launch->events, &trial->gpu);
    if (status != BRES_OK) {
        bres__launch_clean(launch);
        return status;
    }
    if (launch->stop > launch->start)
        trial->cpu = bres__seconds(launch->stop - launch->start);
    if ((flags & BRES__LAUNCH_STAMPED) != 0)
        bres__cuda_clock_rate(launch->helpers, &trial->clock);
    return BRES_OK;
}
