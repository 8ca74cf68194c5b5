/* SPDX-License-Identifier: MIT */
/*
 * The number of iterations of a block. It stays the same for the whole probe, so that all blocks
 * and all runs do the same work.
 */
#include "measure/clock_facts.h"
#include "race/probe/probe.h"

#include <math.h>

/* A block lasts at least this many clock steps, because thresholds are tenths of a percent. */
#define BLOCK_STEPS      1000
/* Seconds of the longest block. A clock that needs longer blocks is too coarse. */
#define BLOCK_MOST       0.02
/* Blocks that are tried; the fastest counts, because a stop of the process must not make blocks
 * seem long. */
#define TRIALS           5
/* A block of at least this fraction of the target is long enough to extrapolate from. */
#define ENOUGH           0.25
#define ITERATIONS_FIRST UINT64_C(64)
#define ITERATIONS_MOST  (UINT64_C(1) << 40)

static bres_status fastest_block(bres_probe *probe, bres_probe_work work, uint64_t iterations,
                                 double *seconds)
{
    const bres__work_size size = { .iterations = iterations, .blocks = TRIALS };
    bres__work_times *times = &probe->times[work];
    const bres_status status = probe->source->measure(probe->source->user, work, &size, times);

    *seconds = INFINITY;
    for (size_t i = 0; status == BRES_OK && i < times->count; i++)
        *seconds = fmin(*seconds, times->blocks[i]);
    return status;
}

static bres_status work_calibrate(bres_probe *probe, bres_probe_work work, double target)
{
    uint64_t iterations = ITERATIONS_FIRST;
    double seconds;
    bres_status status = fastest_block(probe, work, iterations, &seconds);

    while (status == BRES_OK && seconds < ENOUGH * target && iterations < ITERATIONS_MOST &&
           bres__probe_elapsed(probe) < probe->options.max_time) {
        iterations *= 2;
        status = fastest_block(probe, work, iterations, &seconds);
    }
    if (status != BRES_OK)
        return status;
    if (!(seconds > 0) || !(seconds < INFINITY)) {
        probe->coarse = true;
        seconds = target;
    }
    probe->sizes[work].iterations = (uint64_t)fmax(1, round((double)iterations * target / seconds));
    probe->block_seconds[work] = target;
    return bres__probe_check_interrupt(probe);
}

bres_status bres__probe_calibrate(bres_probe *probe)
{
    bres__clock_facts facts;
    double target;
    bres_status status = BRES_OK;

    bres__clock_measure(&probe->source->clock, &facts);
    probe->resolution = facts.resolution;
    target = fmax(BRES__PROBE_BLOCK, BLOCK_STEPS * facts.resolution);
    if (!(facts.resolution > 0) || target > BLOCK_MOST) {
        probe->coarse = true;
        return BRES_OK;
    }
    for (int work = 0; work < BRES_PROBE_WORKS && status == BRES_OK; work++)
        status = work_calibrate(probe, (bres_probe_work)work, target);
    return status;
}
