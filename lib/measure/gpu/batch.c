/* SPDX-License-Identifier: MIT */
/*
 * Launches in a row, without a flush of the L2 cache and without waiting between them. The size of
 * a batch is predicted from the previous batches, so that the target time is reached. Each batch is
 * at least twice as large as the previous one, unless that would be too much for the target or the
 * timeout.
 */
#include "measure/gpu/batch.h"
#include "measure/seconds.h"
#include "model/model.h"

#include <inttypes.h>
#include <math.h>

/* Launches that certainly fit into the queue of a blocked stream. */
#define BATCH_BLOCKED 2
/* The least size of a batch, unless min_samples is smaller. */
#define BATCH_FLOOR   4
/* Makes the first batch too long rather than too short. */
#define BATCH_MARGIN  0.95
/* 2 to the power of 63, the first number that does not fit in int64. */
#define INT64_END     9223372036854775808.0

int64_t bres__batch_predict(double target, double each, int64_t low, int64_t fallback)
{
    double count;

    if (low < 1)
        low = 1;
    if (fallback < 1)
        fallback = 1;
    if (!isfinite(target) || !isfinite(each) || target <= 0 || each <= 0)
        return fallback;
    count = target / each;
    if (!isfinite(count) || count >= INT64_END)
        return fallback;
    return count <= (double)low ? low : (int64_t)count;
}

/* The number of these executions that fit into the rest of the timeout. */
static int64_t batch_cap(double rest, double each, int64_t size)
{
    return rest <= 0 ? 1 : bres__batch_predict(rest, each, 1, size);
}

static int64_t batch_floor(const bres__batch *batch)
{
    return batch->min_samples < BATCH_FLOOR ? batch->min_samples : BATCH_FLOOR;
}

static int64_t batch_grow(const bres__batch *batch, int64_t size)
{
    const int64_t floor = batch_floor(batch);
    const int64_t base = size > floor ? size : floor;

    return base > INT64_MAX / 2 ? INT64_MAX : 2 * base;
}

/* The size of the next batch, predicted from all previous ones. */
static int64_t batch_next(const bres__batch *batch, int64_t size)
{
    const double rest = batch->settings->batch_target_time - batch->measured;
    int64_t fallback = batch->min_samples;

    if (rest <= 0)
        fallback = batch->min_samples - batch->samples;
    return bres__batch_predict(rest, batch->measured / (double)batch->samples,
                               batch_grow(batch, size), fallback);
}

static bres_status launch_times(bres_launch *launch, const bres__cuda_body *body, int64_t count)
{
    bres_status status = BRES_OK;

    for (int64_t i = 0; i < count && status == BRES_OK; i++)
        status = bres__launch_call(launch, body);
    return status;
}

/* Queues the launches between the events; if `blocked`, the first of them while the stream is
 * blocked. */
static bres_status batch_queue(bres_launch *launch, const bres__cuda_body *body, int64_t size,
                               bool blocked)
{
    const int64_t first = !blocked ? 0 : size < BATCH_BLOCKED ? size : BATCH_BLOCKED;
    bres_status status = bres__launch_enter(launch);

    bres__cuda_helpers_reset(launch->helpers);
    if (status == BRES_OK && blocked)
        status = bres__launch_block(launch);
    if (status == BRES_OK) {
        launch->pending |= BRES__LAUNCH_START;
        status = bres__cuda_events_start(&launch->events, launch->stream);
    }
    if (status == BRES_OK)
        status = launch_times(launch, body, first);
    if (status == BRES_OK && blocked)
        status = bres__launch_release(launch);
    if (status == BRES_OK)
        status = launch_times(launch, body, size - first);
    if (status == BRES_OK)
        status = bres__launch_enter(launch);
    return status == BRES_OK ? bres__cuda_events_stop(&launch->events, launch->stream) : status;
}

static bres_status batch_execute(bres_launch *launch, const bres__cuda_body *body, int64_t size,
                                 bool blocked, double *seconds)
{
    bres_status status;

    launch->timed = false;
    launch->status = BRES_OK;
    launch->phase = BRES__LAUNCH_UNBRACKETED;
    status = batch_queue(launch, body, size, blocked);
    if (status == BRES_OK)
        status = bres__cuda_stream_wait(launch->context, launch->stream);
    if (status != BRES_OK)
        bres__launch_clean(launch);
    launch->pending = 0;
    return status == BRES_OK ? bres__cuda_events_elapsed(&launch->events, seconds) : status;
}

static bool batch_is_interrupted(const bres__batch *batch)
{
    return batch->hooks->interrupted != NULL && batch->hooks->interrupted(batch->hooks->user);
}

/* Predicts the first size and its limit from one unblocked launch. */
static bres_status batch_warm_up(const bres__batch *batch, int64_t *size, int64_t *cap)
{
    const bres__settings *settings = batch->settings;
    const bres_clock *clock = batch->clock;
    const uint64_t start = clock->now(clock->user);
    double gpu = 0;
    double host;
    const bres_status status = batch_execute(batch->launch, batch->body, 1, false, &gpu);
    const uint64_t end = clock->now(clock->user);

    host = end > start ? bres__seconds(end - start) : 0;
    *size = bres__batch_predict(settings->batch_target_time, BATCH_MARGIN * gpu, batch_floor(batch),
                                batch->min_samples);
    *cap = batch_cap(settings->timeout, host, *size);
    return status;
}

static bool batch_is_enough(const bres__batch *batch)
{
    return batch->measured >= batch->settings->batch_target_time &&
           batch->samples >= batch->min_samples;
}

bres_status bres__batch_run(bres__batch *batch)
{
    const double timeout = batch->settings->timeout;
    const bres_clock *clock = batch->clock;
    uint64_t last;
    int64_t size;
    int64_t cap;
    bres_status status;

    if (batch->min_samples < 1)
        batch->min_samples = 1;
    status = batch_warm_up(batch, &size, &cap);
    last = clock->now(clock->user);
    while (status == BRES_OK && !batch_is_interrupted(batch)) {
        double seconds = 0;
        uint64_t now;

        if (size > cap)
            size = cap;
        status = batch_execute(batch->launch, batch->body, size, batch->blocking, &seconds);
        if (status != BRES_OK)
            break;
        batch->measured += seconds;
        batch->samples += size;
        now = clock->now(clock->user);
        if (now > last)
            batch->elapsed += now - last;
        last = now;
        if (batch_is_enough(batch))
            break;
        batch->timed_out = bres__seconds(batch->elapsed) > timeout;
        if (batch->timed_out)
            break;
        size = batch_next(batch, size);
        cap = batch_cap(timeout - bres__seconds(batch->elapsed),
                        bres__seconds(batch->elapsed) / (double)batch->samples, size);
    }
    return status;
}

static const bres__summary_texts samples_texts = { "sample_size", "Samples",
                                                   "Launches of all batches.", "sample_size",
                                                   NULL };
static const bres__summary_texts mean_texts = { "time/gpu/mean", "Batch GPU",
                                                "Mean GPU time of launches in a row.", "duration",
                                                NULL };
static const bres__summary_texts walltime_texts = { "walltime", "Walltime",
                                                    "Time that the batches took.", "duration",
                                                    BRES__HIDDEN };

bres_status bres__batch_add_summaries(const bres__batch *batch, bres_state *state)
{
    bres__summaries set = bres__summaries_begin(state, "nv/batch/");

    if (batch->samples == 0)
        return BRES_OK;
    bres__summaries_add_int64(&set, &samples_texts, batch->samples);
    bres__summaries_add_float64(&set, &mean_texts, batch->measured / (double)batch->samples);
    bres__summaries_add_float64(&set, &walltime_texts, bres__seconds(batch->elapsed));
    return bres__summaries_end(&set);
}

void bres__batch_warn(const bres__batch *batch)
{
    const bres__settings *settings = batch->settings;
    char message[256];

    if (!batch->timed_out || batch->hooks->log == NULL)
        return;
    if (batch->samples < batch->min_samples) {
        bres__format(message, sizeof(message),
                     "timeout of %g s: %" PRId64 " launches in batches, fewer than %" PRId64,
                     settings->timeout, batch->samples, batch->min_samples);
        batch->hooks->log(batch->hooks->user, BRES_LOG_WARNING, message);
    }
    if (batch->measured < settings->batch_target_time) {
        bres__format(message, sizeof(message),
                     "timeout of %g s: the batches took %g s, less than the %g s of "
                     "batch-target-time",
                     settings->timeout, batch->measured, settings->batch_target_time);
        batch->hooks->log(batch->hooks->user, BRES_LOG_WARNING, message);
    }
}
