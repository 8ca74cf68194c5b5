/* SPDX-License-Identifier: MIT */
/*
 * The race of a program against itself: one run after the other, each in a separate process. Two
 * consecutive runs correspond to a pair of an interleaved comparison.
 */
#include "race/probe/probe.h"
#include "stats/stats.h"

#include <math.h>

/* Target number of runs; their length follows from the available time. */
#define RUNS_TARGET   64
/* Limits of the blocks of each kind of work in a run, and the least seconds they take. */
#define BLOCKS_LEAST  5
#define BLOCKS_MOST   500
#define WORK_SECONDS  0.015
/* Seconds to start a process, assumed when the length of runs is planned. */
#define START_SECONDS 0.01

static void race_plan(bres_probe *probe)
{
    const double left = probe->options.max_time - bres__probe_elapsed(probe);
    const double run = left / RUNS_TARGET - START_SECONDS;
    const double seconds = fmax(run / BRES_PROBE_WORKS, WORK_SECONDS);

    for (int work = 0; work < BRES_PROBE_WORKS; work++) {
        const double blocks = floor(seconds / probe->block_seconds[work]);

        probe->sizes[work].blocks = (uint64_t)fmin(fmax(blocks, BLOCKS_LEAST), BLOCKS_MOST);
    }
}

/* The typical time of a run; 0: the run has no blocks. */
static double typical_time(bres__work_times *times)
{
    return times->count > 0 ? bres__median(times->blocks, times->count) : 0;
}

static bres_status run_take(bres_probe *probe, double moment)
{
    for (int work = 0; work < BRES_PROBE_WORKS; work++) {
        const double typical = typical_time(&probe->times[work]);

        if (!(typical > 0))
            return bres__error(BRES_ERROR_VALUE, "a run of the probe took no time");
        bres__probe_time_add(&probe->in_race, (bres_probe_work)work, &probe->times[work]);
        probe->medians[work][probe->runs] = typical;
    }
    probe->moments[probe->runs++] = moment;
    return BRES_OK;
}

/* Runs begin only if they will probably end in time. */
static bres_status race_run(bres_probe *probe)
{
    const bres__probe_source *source = probe->source;
    double longest = 0;
    bres_status status = BRES_OK;

    while (status == BRES_OK && probe->runs < RUNS_TARGET) {
        const double begin = bres__probe_elapsed(probe);

        if (begin + longest >= probe->options.max_time)
            break;
        status = source->run(source->user, probe->sizes, probe->times);
        if (status == BRES_OK)
            status = run_take(probe, begin);
        if (status == BRES_OK)
            status = bres__probe_check_interrupt(probe);
        longest = fmax(longest, bres__probe_elapsed(probe) - begin);
    }
    return status;
}

static bres_status race_reserve(bres_probe *probe)
{
    bool done = true;

    for (int work = 0; work < BRES_PROBE_WORKS; work++) {
        probe->medians[work] = bres__calloc(RUNS_TARGET, sizeof(double));
        done = done && probe->medians[work] != NULL;
    }
    probe->moments = bres__calloc(RUNS_TARGET, sizeof(double));
    return done && probe->moments != NULL ? BRES_OK : bres__error_memory();
}

bres_status bres__probe_race_measure(bres_probe *probe)
{
    bres_status status = race_reserve(probe);

    race_plan(probe);
    if (status == BRES_OK)
        status = race_run(probe);
    for (int work = 0; work < BRES_PROBE_WORKS && status == BRES_OK; work++) {
        const bres__probe_series series = {
            .times = probe->medians[work],
            .moments = probe->moments,
            .count = probe->runs,
            .step = probe->resolution / probe->block_seconds[work],
        };

        status = bres__probe_race_set(&series, &probe->options, &probe->race[work]);
    }
    return status;
}
