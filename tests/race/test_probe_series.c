/* SPDX-License-Identifier: MIT */
/*
 * The figures of a race, calculated by hand, and the work of this process.
 */
#include "race/probe/probe.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RUNS 40

/* The race with typical times of 1 ms * exp(logs), one run per second. */
static bres_probe_race race_of(const double *logs, size_t count, double step)
{
    double times[RUNS];
    double moments[RUNS];
    const bres__probe_series series = { times, moments, count, step };
    bres_probe_options options;
    bres_probe_race race;

    for (size_t i = 0; i < count; i++) {
        times[i] = 1e-3 * exp(logs[i]);
        moments[i] = (double)i;
    }
    bres_probe_options_init(&options);
    cr_assert_eq(bres__probe_race_set(&series, &options, &race), BRES_OK);
    return race;
}

Test(race, probe_effects_by_hand)
{
    double logs[RUNS];
    bres_probe_race race;

    /* -a, a, -a, a, ...: each difference is 2 a, the correlation is -39/40. */
    for (int i = 0; i < RUNS; i++)
        logs[i] = i % 2 == 0 ? -0.001 : 0.001;
    race = race_of(logs, RUNS, 0);
    cr_expect_float_eq(race.time, 1e-3, 1e-9);
    cr_expect_float_eq(race.variation, 0.001 * sqrt(40.0 / 39), 1e-9);
    cr_expect_float_eq(race.correlation, -39.0 / 40, 1e-9);
    cr_expect_float_eq(race.detectable_effect, expm1(3.2498355 * 0.002 / sqrt(10)) + 0.005, 1e-8);
    /* 39 degrees of freedom. */
    cr_expect_float_eq(race.one_run_effect,
                       expm1(2.7079132 * sqrt(2) * 0.001 * sqrt(40.0 / 39)) + 0.005, 1e-8);
    /* Two long modes: neighboring runs are alike, but single runs are not. */
    for (int i = 0; i < RUNS; i++)
        logs[i] = i < RUNS / 2 ? -0.01 : 0.01;
    race = race_of(logs, RUNS, 0);
    cr_expect_lt(race.detectable_effect, 0.01);
    cr_expect_gt(race.one_run_effect, 0.15, "two independent values: nothing is known");
    cr_expect_lt(race.drift_p, 0.001);
}

Test(race, probe_drift_by_hand)
{
    double logs[RUNS];
    bres_probe_race race;

    for (int i = 0; i < RUNS; i++)
        logs[i] = 0.0001 * i;
    race = race_of(logs, RUNS, 0);
    cr_expect_float_eq(race.drift, expm1(0.006), 1e-9, "per minute");
    cr_expect_lt(race.drift_p, 1e-6);
}

/* For runs without differences, only the step of the clock limits the precision. */
Test(race, probe_of_equal_runs)
{
    const double logs[RUNS] = { 0 };
    const bres_probe_race exact = race_of(logs, RUNS, 0);
    const bres_probe_race ticked = race_of(logs, RUNS, 0.01);
    bres_probe_options options;

    bres_probe_options_init(&options);
    cr_expect_eq(exact.detectable_effect, 0.005);
    cr_expect_eq(exact.drift, 0);
    cr_expect_float_eq(ticked.variation, 0.01 / sqrt(12), 1e-12);
    cr_expect_gt(ticked.detectable_effect, 0.009);
    /* The quantiles of t, with 37 degrees of freedom, and of the normal distribution. */
    cr_expect_float_eq(bres__probe_run_variation(&ticked, &options),
                       0.01 / sqrt(12) * 2.7154 / 2.5758, 2e-6);
}

Test(race, probe_of_too_few_runs)
{
    const double logs[RUNS] = { 0 };

    for (size_t count = 0; count < BRES__PROBE_RUNS_MIN; count += BRES__PROBE_RUNS_MIN - 1) {
        const bres_probe_race race = race_of(logs, count, 0);

        cr_expect_eq(race.runs, count);
        cr_expect(isnan(race.detectable_effect) && isnan(race.one_run_effect) &&
                  isnan(race.variation) && isnan(race.drift));
    }
    cr_expect_not(isnan(race_of(logs, BRES__PROBE_RUNS_MIN, 0).detectable_effect));
}

/* The real work; its duration is not tested. */
Test(race, probe_work_of_this_process)
{
    const bres__work_size size = { .iterations = 100, .blocks = 7 };
    const bres__work_size limited = { .iterations = 1, .blocks = 7, .max_time = 1e-9 };

    for (int kind = 0; kind < BRES_PROBE_WORKS; kind++) {
        bres__work_times times;
        bres__work work;

        cr_assert(bres__work_times_open(&times));
        cr_assert_eq(bres__work_open(&work, (bres_probe_work)kind), BRES_OK);
        bres__work_execute(&work, &size, &times);
        cr_expect_eq(times.count, 7);
        cr_expect_gt(times.wall, 0);
        cr_expect_geq(times.cpu, 0);
        bres__work_execute(&work, &limited, &times);
        cr_expect_leq(times.count, 7);
        cr_expect_geq(times.count, 1);
        bres__work_close(&work);
        bres__work_times_free(&times);
    }
}

Test(race, probe_waiting_by_the_kernel)
{
    static const char *const unknown[] = { "",   "0 0 0", "0 5 0",  "x 5 1", "7",
                                           "7 ", "7 x 1", "-7 5 1", "7 -5 1" };

    cr_expect_eq(bres__work_wait("7 2500000000 3"), 2.5);
    cr_expect_eq(bres__work_wait("7 0 3"), 0);
    for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++)
        cr_expect(isnan(bres__work_wait(unknown[i])), "row %zu", i);
}

Test(race, probe_memory_walk_visits_all)
{
    bres__work work;
    uint32_t line = 0;
    size_t lines = 0;

    cr_assert_eq(bres__work_open(&work, BRES_PROBE_MEMORY), BRES_OK);
    do {
        line = work.next[line];
        lines++;
    } while (line != 0);
    cr_expect_geq(lines * 64, 2u << 16, "%zu lines of 64 bytes", lines);
    bres__work_close(&work);
}

Test(race, probe_times_as_text)
{
    double blocks[BRES__WORK_BLOCKS_MAX] = { 0.25, 1e-3 };
    double read_blocks[BRES__WORK_BLOCKS_MAX];
    const bres__work_times times = {
        .blocks = blocks, .count = 2, .wall = 0.5, .cpu = 0.4, .wait = NAN, .switches = 3
    };
    const bres__work_times none = { .blocks = blocks };
    bres__work_times read = { .blocks = read_blocks };
    bres__text text = { 0 };
    const char *rest;

    bres__work_times_put(&text, &times);
    bres__work_times_put(&text, &none);
    cr_assert_str_eq(text.data, "0.5 0.4 nan 3 0.25 0.001\n0 0 0 0\n");
    rest = text.data;
    cr_assert(bres__work_times_take(&rest, &read));
    cr_expect(read.wall == 0.5 && read.cpu == 0.4 && isnan(read.wait) && read.switches == 3);
    cr_expect(read.count == 2 && read.blocks[0] == 0.25 && read.blocks[1] == 1e-3);
    cr_assert(bres__work_times_take(&rest, &read));
    cr_expect_eq(read.count, 0);
    cr_expect_not(bres__work_times_take(&rest, &read), "the end");
    bres__text_free(&text);
}

Test(race, probe_times_that_are_damaged)
{
    static const char *const rows[] = { "",
                                        "1",
                                        "1 2 3\n",
                                        "1 2 3 4",
                                        "1 2 3 4 x\n",
                                        "1 2 3 4 -1\n",
                                        "1 2 3 4 5",
                                        "1 2 3 4 nan\n",
                                        "a b c d\n" };
    double blocks[BRES__WORK_BLOCKS_MAX];
    bres__work_times read = { .blocks = blocks };
    bres__text long_line = { 0 };
    const char *rest;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        rest = rows[i];
        cr_expect_not(bres__work_times_take(&rest, &read), "row %zu", i);
    }
    bres__text_puts(&long_line, "1 1 1 1");
    for (size_t i = 0; i <= BRES__WORK_BLOCKS_MAX; i++)
        bres__text_puts(&long_line, " 1");
    bres__text_puts(&long_line, "\n");
    rest = long_line.data;
    cr_expect_not(bres__work_times_take(&rest, &read), "too many blocks");
    bres__text_free(&long_line);
}

/* The helper program, as the race runs it. */
Test(race, probe_run_in_a_process)
{
    const bres__work_size sizes[BRES_PROBE_WORKS] = { { .iterations = 100, .blocks = 3 },
                                                      { .iterations = 200, .blocks = 4 },
                                                      { .iterations = 10, .blocks = 5 } };
    const bres__work_size wrong[BRES_PROBE_WORKS] = { { .iterations = 0, .blocks = 3 } };
    bres__work_times times[BRES_PROBE_WORKS];
    bres__probe_machine *machine;
    bres__probe_counters counters;
    bres__probe_source source;

    for (int kind = 0; kind < BRES_PROBE_WORKS; kind++)
        cr_assert(bres__work_times_open(&times[kind]));
    cr_assert_eq(bres__probe_machine_new(&machine, &source), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(source.run(source.user, sizes, times), BRES_OK, "%s", bres_last_error());
    cr_expect(times[0].count == 3 && times[1].count == 4 && times[2].count == 5);
    cr_expect_gt(times[0].wall, 0);
    cr_assert_eq(source.measure(source.user, BRES_PROBE_MEMORY, &sizes[1], &times[1]), BRES_OK);
    cr_expect_eq(times[1].count, 4);
    cr_expect_eq(source.run(source.user, wrong, times), BRES_ERROR_VALUE);
    cr_expect_not_null(strstr(bres_last_error(), "expected ITERATIONS:BLOCKS"), "%s",
                       bres_last_error());
    source.count(source.user, &counters);
    cr_expect(isnan(counters.steal) && isnan(counters.cpu), "tests see no machine");
    bres__probe_machine_free(machine);
    for (int kind = 0; kind < BRES_PROBE_WORKS; kind++)
        bres__work_times_free(&times[kind]);
}

Test(race, probe_without_the_helper_program)
{
    bres_probe *probe;

    setenv("BENCHRESULT_LIBEXEC", "/nowhere", 1);
    cr_expect_eq(bres_probe_run(NULL, &probe), BRES_ERROR_NO_FILE);
    cr_expect_null(probe);
    cr_expect_not_null(strstr(bres_last_error(), "benchresult-probe-runner"), "%s",
                       bres_last_error());
}
