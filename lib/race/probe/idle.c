/* SPDX-License-Identifier: MIT */
/*
 * The idle test: blocks of the same work, one after the other. On a machine without other work all
 * blocks take about the same time.
 */
#include "race/probe/probe.h"
#include "stats/stats.h"

#include <math.h>

/* Seconds of the idle test, and its largest share of the probe's time. */
#define IDLE_SECONDS 2.0
#define IDLE_SHARE   0.25
/* A block is slow if it takes more than this multiple of the fastest block. */
#define SLOW_RATIO   1.005

/* The time by which blocks are longer than the median. This includes stops that the system may not
 * count for this process, such as those of a hypervisor. */
static double blocks_excess(const bres__work_times *times)
{
    double limit;
    double excess = 0;

    if (times->count == 0)
        return 0;
    limit = SLOW_RATIO * times->blocks[bres__percentile_rank(times->count, 50)];
    for (size_t i = 0; i < times->count; i++)
        excess += fmax(0, times->blocks[i] - limit);
    return excess;
}

void bres__probe_time_add(bres__probe_time *sum, bres_probe_work work, bres__work_times *times)
{
    bres__sort_float64(times->blocks, times->count);
    sum->wall += times->wall;
    sum->cpu += times->cpu;
    sum->wait += times->wait;
    sum->switches += times->switches;
    if (work == BRES_PROBE_SPIN) {
        sum->spin += times->wall;
        sum->excess += blocks_excess(times);
    }
}

double bres__probe_waiting(const bres__probe_time *time)
{
    return time->wait >= 0 && time->cpu > 0 ? time->wait / time->cpu : NAN;
}

/* fmax() prefers a number to NaN. */
double bres__probe_lost(const bres__probe_time *time)
{
    const double off_cpu =
        time->cpu >= 0 && time->wall > 0 ? fmax(0, 1 - time->cpu / time->wall) : NAN;

    return fmax(off_cpu, time->spin > 0 ? time->excess / time->spin : NAN);
}

void bres__probe_idle_set(bres_probe_idle *idle, const bres__work_times *times,
                          const bres__probe_time *time)
{
    const double *blocks = times->blocks;
    const size_t count = times->count;
    size_t slow = 0;

    *idle = (bres_probe_idle){ .size = sizeof(*idle), .blocks = count };
    if (count == 0)
        return;
    idle->floor = blocks[0];
    for (size_t i = 0; i < count; i++)
        slow += blocks[i] > idle->floor * SLOW_RATIO;
    idle->median_ratio = blocks[bres__percentile_rank(count, 50)] / idle->floor;
    idle->p99_ratio = blocks[bres__percentile_rank(count, 99)] / idle->floor;
    idle->slow_share = (double)slow / (double)count;
    idle->longest_gap = blocks[count - 1] - idle->floor;
    idle->waiting = bres__probe_waiting(time);
    idle->lost = bres__probe_lost(time);
    idle->involuntary_switches = time->switches;
}

static void idle_take(bres_probe *probe, bres_probe_work work)
{
    bres__work_times *times = &probe->times[work];
    bres__probe_time time = { .wall = 0 };

    bres__probe_time_add(&time, work, times);
    bres__probe_time_add(&probe->in_idle, work, times);
    bres__probe_idle_set(&probe->idle[work], times, &time);
}

bres_status bres__probe_idle_measure(bres_probe *probe)
{
    const double seconds = fmin(IDLE_SECONDS, IDLE_SHARE * probe->options.max_time);
    bres_status status = BRES_OK;

    for (int work = 0; work < BRES__IDLE_WORKS && status == BRES_OK; work++) {
        const bres__work_size size = {
            .iterations = probe->sizes[work].iterations,
            .blocks = BRES__WORK_BLOCKS_MAX,
            .max_time = seconds / BRES__IDLE_WORKS,
        };

        status = probe->source->measure(probe->source->user, (bres_probe_work)work, &size,
                                        &probe->times[work]);
        if (status != BRES_OK)
            break;
        idle_take(probe, (bres_probe_work)work);
        status = bres__probe_check_interrupt(probe);
    }
    return status;
}
