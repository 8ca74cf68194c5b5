/* SPDX-License-Identifier: MIT */
/*
 * Derives the findings about the machine from the figures of a probe.
 */
#include "race/probe/probe.h"

#include <inttypes.h>
#include <math.h>

/* Thresholds of the findings, as fractions. */
#define WAITING_MOST   0.002
#define SLOWED_MOST    1.003
#define LOST_MOST      0.01
#define DRIFT_MOST     0.01
#define STEAL_MOST     0.001
/* Significance level of a drift, and the number of pair variations by which idle test and race may
 * differ. */
#define DRIFT_P        0.001
#define LEVEL_WIDTH    3
/* With a critical finding, the machine is not fit for smaller changes than this. */
#define CRITICAL_LIMIT 0.02

static const struct {
    double change;
    bres_probe_class fitness;
    const char *name;
} classes[] = {
    { 0.01, BRES_PROBE_FIT_1, "fit for 1 %" },      { 0.02, BRES_PROBE_FIT_2, "not fit for 1 %" },
    { 0.05, BRES_PROBE_FIT_5, "not fit for 2 %" },  { 0.1, BRES_PROBE_FIT_10, "not fit for 5 %" },
    { 0.2, BRES_PROBE_FIT_20, "not fit for 10 %" }, { 0.5, BRES_PROBE_FIT_50, "not fit for 20 %" },
};

#define CLASS_COUNT (sizeof(classes) / sizeof(classes[0]))

const char *bres_probe_class_name(bres_probe_class fitness)
{
    for (size_t i = 0; i < CLASS_COUNT; i++) {
        if (classes[i].fitness == fitness)
            return classes[i].name;
    }
    return fitness == BRES_PROBE_UNFIT ? "not fit for 50 %" : "not known";
}

static bres_probe_class class_of(double limit)
{
    if (isnan(limit))
        return BRES_PROBE_UNKNOWN;
    for (size_t i = 0; i < CLASS_COUNT; i++) {
        if (limit <= classes[i].change)
            return classes[i].fitness;
    }
    return BRES_PROBE_UNFIT;
}

/* The change of a work's time over the race due to drift; 0 if the drift is not significant. */
static double drift_change(const bres_probe *probe, const bres_probe_race *race)
{
    const double minutes =
        probe->runs > 1 ? (probe->moments[probe->runs - 1] - probe->moments[0]) / 60 : 0;

    return race->drift_p < DRIFT_P ? fabs(expm1(log1p(race->drift) * minutes)) : 0;
}

/* The change of the spin work's time between idle test and race; 0 if it is at most LEVEL_WIDTH
 * pair variations. */
static double level_change(const bres_probe *probe)
{
    const bres_probe_race *race = &probe->race[BRES_PROBE_SPIN];
    const bres_probe_idle *idle = &probe->idle[BRES_PROBE_SPIN];
    const double change = fabs(race->time / (idle->floor * idle->median_ratio) - 1);

    return change > LEVEL_WIDTH * race->pair_variation ? change : 0;
}

static double largest_drift(const bres_probe *probe)
{
    double change = 0;

    if (probe->runs < BRES__PROBE_RUNS_MIN)
        return 0;
    change = level_change(probe);
    for (int work = 0; work < BRES_PROBE_WORKS; work++)
        change = fmax(change, drift_change(probe, &probe->race[work]));
    return change;
}

static void set_effects(bres_probe *probe)
{
    bres_probe_outcome *outcome = &probe->outcome;

    outcome->detectable_effect = outcome->one_run_effect = outcome->run_variation = NAN;
    if (probe->coarse)
        return;
    for (int work = 0; work < BRES_PROBE_WORKS; work++) {
        const bres_probe_race *race = &probe->race[work];
        const double variation = bres__probe_run_variation(race, &probe->options);

        outcome->detectable_effect = fmax(outcome->detectable_effect, race->detectable_effect);
        outcome->one_run_effect = fmax(outcome->one_run_effect, race->one_run_effect);
        outcome->run_variation = fmax(outcome->run_variation, variation);
    }
}

static void set_findings(bres_probe *probe, double drift)
{
    bres_probe_outcome *outcome = &probe->outcome;
    uint32_t findings = 0;

    if (outcome->waiting > WAITING_MOST)
        findings |= BRES_PROBE_WAITED;
    if (probe->idle[BRES_PROBE_SPIN].median_ratio > SLOWED_MOST)
        findings |= BRES_PROBE_SLOWED;
    if (outcome->lost > LOST_MOST)
        findings |= BRES_PROBE_LOST;
    if (drift > DRIFT_MOST)
        findings |= BRES_PROBE_DRIFTED;
    if (outcome->steal > STEAL_MOST)
        findings |= BRES_PROBE_STOLEN;
    if (probe->coarse)
        findings |= BRES_PROBE_COARSE_CLOCK;
    else if (isnan(outcome->detectable_effect) &&
             (probe->options.flags & BRES_PROBE_IDLE_ONLY) == 0)
        findings |= BRES_PROBE_TOO_SHORT;
    outcome->findings = findings;
}

/* fmax() ignores an unknown effect (NaN): the limit then follows from the critical findings. */
static double limit_of(const bres_probe *probe, double drift)
{
    const bres_probe_outcome *outcome = &probe->outcome;
    double limit = outcome->detectable_effect;

    if ((outcome->findings & BRES_PROBE_CRITICAL) != 0)
        limit = fmax(limit, CRITICAL_LIMIT);
    if ((outcome->findings & BRES_PROBE_WAITED) != 0)
        limit = fmax(limit, outcome->waiting);
    if ((outcome->findings & BRES_PROBE_LOST) != 0)
        limit = fmax(limit, outcome->lost);
    if ((outcome->findings & BRES_PROBE_DRIFTED) != 0)
        limit = fmax(limit, drift);
    return limit;
}

/* A percentage with two digits. */
static void put_percent(bres__text *text, double fraction)
{
    bres__text_printf(text, 100 * fraction < 9.95 ? "%.2g %%" : "%.0f %%", 100 * fraction);
}

static void put_critical(bres__text *text, const bres_probe *probe, double drift)
{
    const bres_probe_outcome *outcome = &probe->outcome;

    bres__text_puts(text, "this machine is not fit for 1 % now: ");
    if ((outcome->findings & BRES_PROBE_WAITED) != 0) {
        bres__text_puts(text, "the probe waited for a CPU ");
        put_percent(text, outcome->waiting / (1 + outcome->waiting));
        bres__text_puts(text, " of the time");
    } else if ((outcome->findings & BRES_PROBE_LOST) != 0) {
        put_percent(text, outcome->lost);
        bres__text_puts(text, " of the time was lost");
    } else if ((outcome->findings & BRES_PROBE_DRIFTED) != 0) {
        bres__text_puts(text, "the speed changed by ");
        put_percent(text, drift);
        bres__text_puts(text, " during the probe");
    } else {
        bres__text_puts(text, "the median block takes ");
        put_percent(text, probe->idle[BRES_PROBE_SPIN].median_ratio - 1);
        bres__text_puts(text, " longer than the fastest one");
    }
}

static void put_unknown(bres__text *text, const bres_probe *probe)
{
    bres__text_puts(text, "not known: ");
    if (probe->coarse)
        bres__text_printf(text, "the steps of the clock, %.2g s, are too coarse",
                          probe->resolution);
    else if ((probe->options.flags & BRES_PROBE_IDLE_ONLY) != 0)
        bres__text_puts(text, "the idle test alone does not show what the machine detects");
    else
        bres__text_printf(text, "%zu runs in %.3g s (expected at least %u): allow more time",
                          probe->runs, probe->options.max_time, BRES__PROBE_RUNS_MIN);
}

static bres_status set_message(bres_probe *probe, double drift)
{
    bres_probe_outcome *outcome = &probe->outcome;
    bres__text text = { 0 };
    bool failed;

    if ((outcome->findings & BRES_PROBE_CRITICAL) != 0) {
        put_critical(&text, probe, drift);
    } else if (isnan(outcome->detectable_effect)) {
        put_unknown(&text, probe);
    } else {
        bres__text_printf(&text, "on this machine, now, %" PRIu64 " pairs detect ", outcome->pairs);
        put_percent(&text, outcome->detectable_effect);
        bres__text_puts(&text, "; one run per side detects ");
        put_percent(&text, outcome->one_run_effect);
    }
    failed = text.failed;
    if (!failed)
        bres__format(outcome->message, sizeof(outcome->message), "%s", text.data);
    bres__text_free(&text);
    return failed ? bres__error_memory() : BRES_OK;
}

bres_status bres__probe_decide(bres_probe *probe)
{
    bres_probe_outcome *outcome = &probe->outcome;
    double drift;

    set_effects(probe);
    outcome->waiting =
        fmax(bres__probe_waiting(&probe->in_idle), bres__probe_waiting(&probe->in_race));
    outcome->lost = fmax(bres__probe_lost(&probe->in_idle), bres__probe_lost(&probe->in_race));
    outcome->involuntary_switches = probe->in_idle.switches + probe->in_race.switches;
    drift = largest_drift(probe);
    set_findings(probe, drift);
    outcome->limit = limit_of(probe, drift);
    outcome->fitness = class_of(outcome->limit);
    return set_message(probe, drift);
}
