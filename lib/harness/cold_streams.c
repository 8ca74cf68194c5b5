/* SPDX-License-Identifier: MIT */
/*
 * Work that the events of a sample do not see: what a launcher has put on another stream. When the
 * stream of the sample has been waited for, waiting for all of the device takes no longer than it
 * does for an idle one, or something was still running.
 */
#include "harness/gpu.h"

/* How much longer than for an idle device it may take: clocks and schedulers are not exact. */
#define STREAMS_FACTOR  2
#define STREAMS_SECONDS 10e-6

bres_status bres__cold_check_streams(bres__cold *cold)
{
    const bres_clock *clock = cold->sampling.clock;
    const uint64_t start = clock->now(clock->user);
    const bres_status status = bres__cuda_context_synchronize(cold->launch->context);
    const uint64_t end = clock->now(clock->user);

    cold->now = end;
    if (status != BRES_OK)
        return status == BRES_ERROR_UNSUPPORTED ? BRES_OK : status;
    if (end > start &&
        bres__seconds(end - start) > STREAMS_FACTOR * cold->floor->synchronize + STREAMS_SECONDS)
        cold->overrun++;
    return BRES_OK;
}

bres_status bres__cold_judge_streams(const bres__cold *cold)
{
    if (!cold->sampling.settings->strict_streams || !bres__cold_has_overrun(cold))
        return BRES_OK;
    return bres__error(BRES_ERROR_VALUE,
                       "after the end of %zu of %zu samples something was still running on the "
                       "device: the launcher puts work on another stream than bres_launch_stream()",
                       cold->overrun, cold->sampling.count);
}
