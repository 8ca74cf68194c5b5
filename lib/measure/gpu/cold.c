/* SPDX-License-Identifier: MIT */
/*
 * Isolated samples: warm-ups, and the loop that takes samples until they are enough. Between the
 * readings of a sample nothing is allocated or reported.
 */
#include "measure/gpu/cold.h"

/* A launcher that waits for the GPU gets no blocking kernel, because it would wait forever. */
void bres__cold_init(bres__cold *cold, bres_launch *launch, const bres__cuda_body *body,
                     const bres__gpu *gpu, const bres__settings *settings,
                     const bres__measure_hooks *hooks)
{
    const bool waits = (body->flags & BRES_CUDA_SYNC) != 0;

    *cold = (bres__cold){
        .sampling = {
            .settings = settings,
            .clock = launch->clock,
            .hooks = hooks,
            .block_size = 1,
        },
        .launch = launch,
        .body = body,
        .gpu = gpu,
        .blocking = !waits && !settings->no_blocking && !settings->run_once,
        .threshold = waits ? 0 : settings->throttle_threshold,
        .delay = settings->throttle_recovery_delay,
    };
}

/* The flags of every sample and warm-up, without the blocking kernel. */
static unsigned cold_flags(const bres__cold *cold)
{
    return cold->sampling.settings->run_once ? BRES__LAUNCH_PROFILED : BRES__LAUNCH_STAMPED;
}

/* The first launch may load code, which would wait for a blocked stream. So at least one warm-up
 * comes first, and warm-ups are not blocked. */
bres_status bres__cold_warm_up(const bres__cold *cold, double *last)
{
    const bres__sampling *sampling = &cold->sampling;
    const bres__settings *settings = sampling->settings;
    const bres_clock *clock = sampling->clock;
    const uint64_t limit = bres__nanoseconds(settings->max_warmup_time);
    const int64_t runs = settings->warmup_runs > 0 ? settings->warmup_runs : 1;
    const uint64_t start = clock->now(clock->user);
    bres_status status;

    *last = -1;
    if (settings->run_once)
        return BRES_OK;
    status = bres__cuda_helpers_warm_up(cold->launch->helpers, cold->launch->stream);
    for (int64_t run = 0; run < runs && status == BRES_OK; run++) {
        bres__trial trial;
        uint64_t now;

        if (bres__sampling_is_interrupted(sampling))
            break;
        status = bres__launch_execute(cold->launch, cold->body, cold_flags(cold), &trial);
        if (status == BRES_OK)
            *last = trial.gpu;
        now = clock->now(clock->user);
        if (limit != 0 && now > start && now - start > limit)
            break;
    }
    return status;
}

bres_status bres__cold_take(bres__cold *cold, size_t index, double *seconds, bool *taken)
{
    const unsigned flags = cold_flags(cold) | (cold->blocking ? BRES__LAUNCH_BLOCKED : 0u);
    bool overrun = false;
    bres__trial trial;
    bres_status status;

    *taken = false;
    if (!BRES__RESERVE(&cold->cpu, &cold->cpu_capacity, index + 1) ||
        !BRES__RESERVE(&cold->clocks, &cold->clocks_capacity, index + 1))
        return bres__error_memory();
    status = bres__launch_execute(cold->launch, cold->body, flags, &trial);
    if (status == BRES_OK)
        status = bres__cold_check_streams(cold, &overrun);
    if (status != BRES_OK || bres__cold_discards(cold, &trial))
        return status;
    cold->discarded_in_a_row = 0;
    cold->cpu[index] = trial.cpu;
    cold->clocks[index] = (double)trial.clock;
    cold->clock_unknown = cold->clock_unknown || trial.clock == 0;
    cold->overrun += overrun;
    *seconds = trial.gpu;
    *taken = true;
    return BRES_OK;
}

static bres_status cold_sample(bres__cold *cold)
{
    bres__sampling *sampling = &cold->sampling;
    double seconds = 0;
    bool taken;
    bres_status status;

    if (!BRES__RESERVE(&sampling->samples, &sampling->capacity, sampling->count + 1))
        return bres__error_memory();
    status = bres__cold_take(cold, sampling->count, &seconds, &taken);
    if (status == BRES_OK && taken)
        status = bres_criterion_add(sampling->criterion, seconds);
    if (status != BRES_OK || !taken)
        return status;
    sampling->measured += seconds;
    sampling->executions++;
    sampling->samples[sampling->count++] = seconds;
    return BRES_OK;
}

/* If the device has never reached the clock threshold until the timeout, samples are then taken at
 * any clock. */
static bool cold_begin_grace(bres__cold *cold)
{
    const int64_t least = cold->sampling.settings->min_samples;

    if (cold->sampling.count != 0 || cold->discarded == 0)
        return false;
    cold->grace = least > 1 ? least : 1;
    cold->grace_left = cold->grace;
    return true;
}

/* true: no further sample. */
static bool cold_decide(bres__cold *cold, uint64_t timeout)
{
    bres__sampling *sampling = &cold->sampling;

    if (cold->grace != 0)
        return --cold->grace_left == 0;
    if (bres__sampling_is_finished(sampling, timeout))
        return !sampling->timed_out || !cold_begin_grace(cold);
    return false;
}

bres_status bres__cold_run(bres__cold *cold)
{
    bres__sampling *sampling = &cold->sampling;
    const bres_clock *clock = sampling->clock;
    const uint64_t timeout = bres__nanoseconds(sampling->settings->timeout);
    uint64_t last = clock->now(clock->user);
    bres_status status = BRES_OK;

    sampling->next_progress = BRES__PROGRESS_INTERVAL;
    while (status == BRES_OK && !bres__sampling_is_interrupted(sampling)) {
        status = cold_sample(cold);
        if (cold->now > last)
            sampling->elapsed += cold->now - last;
        last = cold->now;
        if (status == BRES_OK && cold_decide(cold, timeout))
            break;
        bres__sampling_report(sampling);
    }
    bres__cold_ask_reasons(cold);
    return status;
}

void bres__cold_free(bres__cold *cold)
{
    bres__free(cold->clocks);
    bres__free(cold->cpu);
    bres__free(cold->sampling.samples);
}
