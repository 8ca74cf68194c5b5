/* SPDX-License-Identifier: MIT */
/*
 * Detects work that the events of a sample do not see, because the launcher has queued it on
 * another stream. After the wait for the stream of the sample, the wait for the whole device takes
 * longer than for an idle device only if something was still running.
 */
#include "measure/gpu/cold.h"

/* Tolerance for the wait, relative to an idle device, because clocks and schedulers are not
 * exact. */
#define STREAMS_FACTOR  2
#define STREAMS_SECONDS 10e-6

bres_status bres__cold_check_streams(bres__cold *cold, bool *overrun)
{
    const double idle = cold->gpu->overhead.synchronize;
    const bres_clock *clock = cold->sampling.clock;
    bres_launch *launch = cold->launch;
    bres_status status = BRES_OK;
    uint64_t start;

    *overrun = false;
    /* A launcher that brackets its work may queue more on its stream after the end. */
    if (launch->timed)
        status = bres__cuda_stream_wait(launch->context, launch->stream);
    start = clock->now(clock->user);
    cold->now = start;
    if (status != BRES_OK || idle < 0)
        return status;
    status = bres__cuda_context_synchronize(launch->context);
    cold->now = clock->now(clock->user);
    if (cold->now > start)
        *overrun = bres__seconds(cold->now - start) > STREAMS_FACTOR * idle + STREAMS_SECONDS;
    return status;
}

bres_status bres__cold_judge_streams(const bres__cold *cold)
{
    if (!cold->sampling.settings->strict_streams || !bres__cold_has_overrun(cold))
        return BRES_OK;
    return bres__error(BRES_ERROR_VALUE,
                       "the device was still busy after %zu of %zu samples: the launcher uses "
                       "another stream than bres_launch_stream()",
                       cold->overrun, cold->sampling.count);
}
