/* SPDX-License-Identifier: MIT */
/*
 * Work that the events of a sample do not see: what a launcher has put on another stream. When the
 * stream of the sample has been waited for, waiting for all of the device takes no longer than it
 * does for an idle one, or something was still running.
 */
#include "measure/gpu/cold.h"

/* How much longer than for an idle device it may take: clocks and schedulers are not exact. */
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
    /* A launcher that brackets its work may queue more on its stream behind the end. */
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
