/* SPDX-License-Identifier: MIT */
/*
 * The probe on synthetic machines, in virtual time.
 */
#include "support/probed.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

Test(race, probe_of_a_quiet_machine)
{
    bres_test_probed s;

    bres_test_probed_open(&s, 0.002);
    bres_test_probed_measure(&s);
    cr_expect_eq(s.outcome->fitness, BRES_PROBE_FIT_1, "%s", s.outcome->message);
    cr_expect_eq(s.outcome->findings, 0);
    cr_expect_eq(s.outcome->runs, 64);
    cr_expect_eq(s.outcome->pairs, 10);
    cr_expect_eq(s.outcome->limit, s.outcome->detectable_effect);
    /* 3.25 * sqrt(2) * 0.2 % / sqrt(10) + 0.5 % = 0.79 %, and the largest of three estimates. */
    cr_expect_float_eq(s.outcome->detectable_effect, 0.0082, 0.0008);
    /* 2.66 * sqrt(2) * 0.2 % + 0.5 % = 1.25 %. */
    cr_expect_float_eq(s.outcome->one_run_effect, 0.0132, 0.0016);
    cr_expect_float_eq(s.outcome->run_variation, 0.0022, 0.0004);
    cr_expect_eq(strncmp(s.outcome->message, "on this machine, now, 10 pairs detect 0.", 39), 0,
                 "%s", s.outcome->message);
    cr_expect_not_null(strstr(s.outcome->message, " %; one run per side detects 1."), "%s",
                       s.outcome->message);
    cr_expect_leq(s.outcome->seconds, 10);
    cr_expect_eq(s.outcome->waiting, 0);
    cr_expect(isnan(s.outcome->steal) && isnan(s.outcome->cpu_pressure));
    cr_expect(bres_probe_is_fit(s.probe, 0.01));
    cr_expect_not(bres_probe_is_fit(s.probe, 0.005));
    bres_probe_free(s.probe);
}

Test(race, probe_figures_of_each_work)
{
    bres_test_probed s;

    bres_test_probed_open(&s, 0);
    s.machine.deviation[BRES_PROBE_MEMORY] = 0.01;
    bres_test_probed_measure(&s);
    cr_expect_eq(s.outcome->detectable_effect,
                 bres_probe_race_of(s.probe, BRES_PROBE_MEMORY)->detectable_effect,
                 "the largest of all work");
    cr_expect_eq(s.outcome->one_run_effect,
                 bres_probe_race_of(s.probe, BRES_PROBE_MEMORY)->one_run_effect);
    for (int work = 0; work < BRES_PROBE_WORKS; work++) {
        const bres_probe_race *race = bres_probe_race_of(s.probe, (bres_probe_work)work);

        cr_assert_not_null(race);
        cr_expect_eq(race->size, sizeof(*race));
        cr_expect_eq(race->runs, 64);
        cr_expect_float_eq(race->time, 1e-3, 5e-5);
        cr_expect_lt(fabs(race->correlation), 0.4);
        cr_expect_gt(race->drift_p, 0.001);
        if (work == BRES_PROBE_MEMORY)
            cr_expect_float_eq(race->variation, 0.01, 0.003);
        else
            cr_expect_lt(race->variation, 0.001);
    }
    for (int work = 0; work < 2; work++) {
        const bres_probe_idle *idle = bres_probe_idle_of(s.probe, (bres_probe_work)work);

        cr_assert_not_null(idle);
        cr_expect_eq(idle->size, sizeof(*idle));
        cr_expect_float_eq((double)idle->blocks, 1000, 5);
        cr_expect_float_eq(idle->floor, 1e-3, 5e-6);
        cr_expect(idle->median_ratio > 1 && idle->median_ratio < 1.001);
        cr_expect(idle->p99_ratio > idle->median_ratio && idle->p99_ratio < 1.003);
        cr_expect_eq(idle->slow_share, 0);
        cr_expect_lt(idle->longest_gap, 5e-6);
        cr_expect_eq(idle->waiting, 0);
        cr_expect_lt(idle->lost, 1e-4);
    }
    cr_expect_null(bres_probe_idle_of(s.probe, BRES_PROBE_SYSTEM_CALLS));
    cr_expect_null(bres_probe_race_of(s.probe, (bres_probe_work)3));
    bres_probe_free(s.probe);
}

/* A machine that is not fit, and the reason. */
typedef struct trouble {
    const char *name;
    void (*make)(bres_test_probed *s);
    uint32_t findings; /* the probe reports all of these */
    uint32_t best;     /* the best fitness class that is correct */
    const char *message;
} trouble;

static void make_busy(bres_test_probed *s)
{
    s->machine.spinners = 2;
}

static void make_uncounted(bres_test_probed *s)
{
    s->machine.spinners = 2;
    s->machine.no_counts = true;
}

static void make_partly_busy(bres_test_probed *s)
{
    s->machine.spinners = 2;
    s->machine.busy_from = 6;
    s->machine.busy_to = 6.5;
}

static void make_one_processor(bres_test_probed *s)
{
    s->machine.processors = 1;
    s->machine.spinners = 1;
}

static void make_limited(bres_test_probed *s)
{
    s->machine.quota = 0.9;
}

static void make_stolen(bres_test_probed *s)
{
    s->machine.stolen = 0.05;
}

static void make_throttled(bres_test_probed *s)
{
    s->machine.step = 0.05;
    s->machine.step_at = 6;
}

static void make_slower_later(bres_test_probed *s)
{
    s->machine.step = 0.03;
    s->machine.step_at = 2.1;
}

static void make_noisy(bres_test_probed *s)
{
    s->machine.noise = 0.01;
}

static void make_varied(bres_test_probed *s)
{
    for (int work = 0; work < BRES_PROBE_WORKS; work++)
        s->machine.deviation[work] = 0.02;
}

Test(race, probe_of_a_disturbed_machine)
{
    static const trouble rows[] = {
        { "two spinners", make_busy, BRES_PROBE_WAITED | BRES_PROBE_LOST, BRES_PROBE_FIT_50,
          "this machine is not fit for 1 % now: the probe waited for a CPU " },
        { "waiting is not counted", make_uncounted, BRES_PROBE_LOST, BRES_PROBE_FIT_50,
          " % of the time was lost" },
        { "busy for half a second", make_partly_busy, BRES_PROBE_WAITED, BRES_PROBE_FIT_2,
          "waited for a CPU" },
        { "one CPU and a spinner", make_one_processor, BRES_PROBE_WAITED, BRES_PROBE_UNFIT,
          "waited for a CPU " },
        { "a quota of the cgroup", make_limited, BRES_PROBE_LOST, BRES_PROBE_FIT_10,
          "10 % of the time was lost" },
        { "stolen, and not reported", make_stolen, BRES_PROBE_LOST, BRES_PROBE_FIT_5,
          " % of the time was lost" },
        { "5 % slower from 6 s on", make_throttled, BRES_PROBE_DRIFTED, BRES_PROBE_FIT_5,
          "the speed changed by " },
        { "3 % slower in the race", make_slower_later, BRES_PROBE_DRIFTED, BRES_PROBE_FIT_5,
          "the speed changed by 3 % during the probe" },
        { "noisy blocks", make_noisy, BRES_PROBE_SLOWED, BRES_PROBE_FIT_2,
          "the median block takes 0.6" },
        { "runs that differ", make_varied, 0, BRES_PROBE_FIT_5,
          "on this machine, now, 10 pairs detect " },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_probed s;

        bres_test_probed_open(&s, 0.0005);
        rows[i].make(&s);
        bres_test_probed_measure(&s);
        cr_expect_eq(s.outcome->findings & rows[i].findings, rows[i].findings, "%s: %x",
                     rows[i].name, s.outcome->findings);
        cr_expect_geq(s.outcome->fitness, rows[i].best, "%s: class %u", rows[i].name,
                      s.outcome->fitness);
        cr_expect_not_null(strstr(s.outcome->message, rows[i].message), "%s: %s", rows[i].name,
                           s.outcome->message);
        cr_expect_not(bres_probe_is_fit(s.probe, 0.01), "%s", rows[i].name);
        bres_probe_free(s.probe);
    }
}

Test(race, probe_class_follows_the_load)
{
    uint32_t last = 0;

    for (int spinners = 0; spinners <= 4; spinners++) {
        bres_test_probed s;

        bres_test_probed_open(&s, 0.0005);
        s.machine.spinners = spinners;
        bres_test_probed_measure(&s);
        cr_expect_geq(s.outcome->fitness, last, "%d spinners", spinners);
        cr_expect_eq(s.outcome->fitness == BRES_PROBE_FIT_1, spinners < 2, "%d spinners: %s",
                     spinners, s.outcome->message);
        last = s.outcome->fitness;
        bres_probe_free(s.probe);
    }
}

/* The probe reports when it cannot decide. */
Test(race, probe_does_not_guess)
{
    static const struct {
        const char *name;
        uint64_t tick;
        double max_time;
        uint32_t flags;
        uint32_t findings;
        const char *message;
    } rows[] = {
        { "coarse clock", 10000000, 10, 0, BRES_PROBE_COARSE_CLOCK,
          "not known: the steps of the clock, 0.01 s, are too coarse" },
        { "too little time", 0, 0.8, 0, BRES_PROBE_TOO_SHORT,
          "runs in 0.8 s (expected at least 20): allow more time" },
        { "idle test only", 0, 10, BRES_PROBE_IDLE_ONLY, 0, "not known: the idle test alone" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_probed s;

        bres_test_probed_open(&s, 0.0005);
        s.machine.tick = rows[i].tick;
        s.options.max_time = rows[i].max_time;
        s.options.flags = rows[i].flags;
        bres_test_probed_measure(&s);
        cr_expect_eq(s.outcome->fitness, BRES_PROBE_UNKNOWN, "%s", rows[i].name);
        cr_expect_eq(s.outcome->findings, rows[i].findings, "%s: %x", rows[i].name,
                     s.outcome->findings);
        cr_expect(isnan(s.outcome->detectable_effect) && isnan(s.outcome->one_run_effect) &&
                      isnan(s.outcome->run_variation) && isnan(s.outcome->limit),
                  "%s", rows[i].name);
        cr_expect_not_null(strstr(s.outcome->message, rows[i].message), "%s: %s", rows[i].name,
                           s.outcome->message);
        cr_expect_not(bres_probe_is_fit(s.probe, 1), "%s", rows[i].name);
        cr_expect_lt(s.outcome->seconds, rows[i].max_time + 0.2, "%s", rows[i].name);
        bres_probe_free(s.probe);
    }
}

/* A busy machine is not fit, even without time for the race. */
Test(race, probe_knows_a_busy_machine_soon)
{
    const uint32_t flags[] = { 0, BRES_PROBE_IDLE_ONLY };

    for (size_t i = 0; i < 2; i++) {
        bres_test_probed s;

        bres_test_probed_open(&s, 0.0005);
        s.machine.spinners = 2;
        s.options.max_time = 0.8;
        s.options.flags = flags[i];
        bres_test_probed_measure(&s);
        cr_expect_gt(s.outcome->fitness, BRES_PROBE_FIT_1);
        cr_expect(isnan(s.outcome->detectable_effect));
        cr_expect_not(bres_probe_is_fit(s.probe, 1));
        bres_probe_free(s.probe);
    }
}

/* A clock of 10 us needs longer blocks. */
Test(race, probe_blocks_follow_the_clock)
{
    bres_test_probed s;

    bres_test_probed_open(&s, 0.0005);
    s.machine.tick = 10000;
    bres_test_probed_measure(&s);
    cr_expect_float_eq(s.outcome->clock_resolution, 1e-5, 1e-12);
    cr_expect_float_eq(s.outcome->block_seconds, 0.01, 1e-4);
    cr_expect_eq(s.outcome->fitness, BRES_PROBE_FIT_1, "%s", s.outcome->message);
    bres_probe_free(s.probe);
}
