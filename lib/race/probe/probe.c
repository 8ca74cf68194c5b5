/* SPDX-License-Identifier: MIT */
#include "race/probe/probe.h"

#include <math.h>

const char *bres_probe_work_name(bres_probe_work work)
{
    switch (work) {
    case BRES_PROBE_SPIN:
        return "spin";
    case BRES_PROBE_MEMORY:
        return "memory";
    case BRES_PROBE_SYSTEM_CALLS:
        return "system calls";
    }
    return "unknown work";
}

static uint64_t probe_now(const bres_probe *probe)
{
    return probe->source->clock.now(probe->source->clock.user);
}

double bres__probe_elapsed(const bres_probe *probe)
{
    return (double)(probe_now(probe) - probe->begin) * 1e-9;
}

bres_status bres__probe_check_interrupt(const bres_probe *probe)
{
    const bres_probe_options *options = &probe->options;

    if (options->progress != NULL)
        options->progress(options->progress_user,
                          fmin(1, bres__probe_elapsed(probe) / options->max_time));
    if (options->is_interrupted != NULL && options->is_interrupted(options->interrupt_user))
        return bres__error(BRES_ERROR_INTERRUPTED, "the probe was interrupted");
    return BRES_OK;
}

static double share(double end, double begin, double seconds)
{
    return seconds > 0 ? fmax(0, (end - begin) / seconds) : NAN;
}

/* fmax() hides NaN. */
static double share_or_unknown(double end, double begin, double seconds)
{
    return isnan(end) || isnan(begin) ? NAN : share(end, begin, seconds);
}

static void set_load(bres_probe_outcome *outcome, const bres__probe_counters *begin,
                     const bres__probe_counters *end)
{
    const double seconds = outcome->seconds;

    outcome->steal = share_or_unknown(end->steal, begin->steal, seconds);
    outcome->cpu_pressure = share_or_unknown(end->cpu, begin->cpu, seconds);
    outcome->memory_pressure = share_or_unknown(end->memory, begin->memory, seconds);
    outcome->io_pressure = share_or_unknown(end->io, begin->io, seconds);
}

static bres_status probe_measure(bres_probe *probe)
{
    bres_status status = bres__probe_calibrate(probe);
    double begin;

    if (status != BRES_OK || probe->coarse)
        return status;
    begin = bres__probe_elapsed(probe);
    status = bres__probe_idle_measure(probe);
    probe->outcome.idle_seconds = bres__probe_elapsed(probe) - begin;
    if (status == BRES_OK && (probe->options.flags & BRES_PROBE_IDLE_ONLY) == 0)
        status = bres__probe_race_measure(probe);
    return status;
}

static bres_status probe_run(bres_probe *probe)
{
    const bres__probe_source *source = probe->source;
    const bres_probe_idle *spin = &probe->idle[BRES_PROBE_SPIN];
    bres__probe_counters begin;
    bres__probe_counters end;
    bres_status status;

    source->count(source->user, &begin);
    status = probe_measure(probe);
    if (status != BRES_OK)
        return status;
    source->count(source->user, &end);
    probe->outcome.pairs = probe->options.pairs;
    probe->outcome.runs = probe->runs;
    probe->outcome.seconds = bres__probe_elapsed(probe);
    probe->outcome.block_seconds = spin->blocks > 0 ? spin->floor * spin->median_ratio : NAN;
    probe->outcome.clock_resolution = probe->resolution;
    set_load(&probe->outcome, &begin, &end);
    return bres__probe_decide(probe);
}

static bres_status probe_open(bres_probe *probe, const bres__probe_source *source)
{
    probe->source = source;
    probe->begin = probe_now(probe);
    probe->outcome.size = sizeof(probe->outcome);
    for (int work = 0; work < BRES_PROBE_WORKS; work++) {
        bres__probe_race_clear(&probe->race[work]);
        if (!bres__work_times_open(&probe->times[work]))
            return bres__error_memory();
    }
    for (int work = 0; work < BRES__IDLE_WORKS; work++)
        probe->idle[work].size = sizeof(probe->idle[work]);
    return BRES_OK;
}

bres_status bres__probe_run(const bres_probe_options *options, const bres__probe_source *source,
                            bres_probe **probe)
{
    bres_probe *made = bres__calloc(1, sizeof(*made));
    bres_status status;

    *probe = NULL;
    if (made == NULL)
        return bres__error_memory();
    status = bres__probe_options_load(&made->options, options);
    if (status == BRES_OK)
        status = probe_open(made, source);
    if (status == BRES_OK)
        status = probe_run(made);
    if (status == BRES_OK) {
        *probe = made;
        made = NULL; /* the caller owns it now */
    }
    bres_probe_free(made);
    return status;
}

void bres_probe_free(bres_probe *probe)
{
    if (probe == NULL)
        return;
    for (int work = 0; work < BRES_PROBE_WORKS; work++) {
        bres__work_times_free(&probe->times[work]);
        bres__free(probe->medians[work]);
    }
    bres__free(probe->moments);
    bres__free(probe);
}

bres_status bres_probe_run(const bres_probe_options *options, bres_probe **probe)
{
    bres__probe_machine *machine = NULL;
    bres__probe_source source;
    bres_status status;

    if (probe == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_probe_run: probe is NULL");
    *probe = NULL;
    status = bres__probe_machine_new(&machine, &source);
    if (status == BRES_OK)
        status = bres__probe_run(options, &source, probe);
    bres__probe_machine_free(machine);
    if (*probe != NULL)
        (*probe)->source = NULL;
    return status;
}

const bres_probe_outcome *bres_probe_outcome_of(const bres_probe *probe)
{
    return probe != NULL ? &probe->outcome : NULL;
}

const bres_probe_idle *bres_probe_idle_of(const bres_probe *probe, bres_probe_work work)
{
    return probe != NULL && (unsigned)work < BRES__IDLE_WORKS ? &probe->idle[work] : NULL;
}

const bres_probe_race *bres_probe_race_of(const bres_probe *probe, bres_probe_work work)
{
    return probe != NULL && (unsigned)work < BRES_PROBE_WORKS ? &probe->race[work] : NULL;
}

bool bres_probe_is_fit(const bres_probe *probe, double change)
{
    const bres_probe_outcome *outcome = bres_probe_outcome_of(probe);

    return outcome != NULL && !isnan(outcome->detectable_effect) && outcome->limit <= change;
}
