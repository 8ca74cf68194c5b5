/* SPDX-License-Identifier: MIT */
/*
 * Status texts of a benchmark program; the tests of harness compare its lists and its log.
 */
#include "report/bench/bench.h"

#include <benchresult/build.h>
#include <criterion/criterion.h>
#include <stdio.h>

#define SECOND UINT64_C(1000000000)

static void expect_line(const bres__progress_line *line, size_t columns, const char *expected)
{
    bres__text text = { 0 };

    bres__progress_line_put(&text, line, columns);
    cr_assert_not(text.failed);
    cr_expect_str_eq(text.data != NULL ? text.data : "", expected, "%zu columns: '%s'", columns,
                     text.data);
    bres__text_free(&text);
}

Test(report, progress_line_fits_the_terminal)
{
    static const struct {
        const char *name;
        size_t columns;
        const char *line;
    } rows[] = {
        { "copy [N=1]", 79,
          "[7/10] copy [N=1]  12 samples, noise 2.50%  1 min 40 s, about 2 min "
          "30 s left" },
        { "copy [Elements=2^20]", 78,
          "[7/10] copy [Eleme  12 samples, noise 2.50%  1 min 40 s, "
          "about 2 min 30 s left" },
        { "copy [Elements=2^20]", 74, "[7/10] copy [Elements=2^20]" },
        { "copy [Elements=2^20]", 20, "[7/10] copy [Element" },
        { "copy [Elements=2^20]", 1, "[" },
        /* characters of two columns, which are shown whole or not at all */
        { "\xE8\x84\xB1\xE8\x84\xB1\xE8\x84\xB1", 10, "[7/10] \xE8\x84\xB1" },
    };
    bres__progress_line line = { .index = 7,
                                 .count = 10,
                                 .ended = 4,
                                 .to_run = 10,
                                 .samples = 12,
                                 .noise = 0.025,
                                 .elapsed = 100 * SECOND };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        line.state = rows[i].name;
        expect_line(&line, rows[i].columns, rows[i].line);
    }
}

Test(report, progress_line_says_what_is_known)
{
    bres__progress_line line = {
        .index = 1, .count = 2, .to_run = 2, .noise = -1, .state = "", .elapsed = 59 * SECOND
    };

    expect_line(&line, 79, "[1/2]   59 s");
    line.samples = 1;
    line.elapsed = 3600 * SECOND;
    expect_line(&line, 79, "[1/2]   1 samples  1 h 00 min");
    line.ended = 1;
    line.elapsed = 60 * SECOND;
    expect_line(&line, 79, "[1/2]   1 samples  1 min 00 s, about 1 min 00 s left");
}

static void add_number(bres_state *state, const char *tag, double number)
{
    bres_summary *summary;

    cr_assert_eq(bres_state_add_summary(state, tag, &summary), BRES_OK);
    cr_assert_eq(bres_summary_set_float64(summary, "value", number), BRES_OK);
}

/* A launcher has isolated samples and batches. */
Test(report, status_has_a_pass_line_for_each_measurement)
{
    bres_result *result;
    bres_subbench *bench;
    bres_state *state;
    bres__text text = { 0 };

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "copy", &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    add_number(state, "nv/cold/sample_size", 2000);
    add_number(state, "nv/cold/time/gpu/mean", 7.5e-7);
    add_number(state, "nv/cold/walltime", 1.25);
    add_number(state, "nv/batch/sample_size", 40);
    add_number(state, "nv/batch/time/gpu/mean", 1e-6);
    bres__status_put_pass(&text, false, state);
    cr_expect_str_eq(text.data,
                     "Pass: 750.000 ns mean, 2000 samples, 1.500 ms measured, 1.250 s in all\n");
    add_number(state, "nv/batch/walltime", 0.5);
    bres__text_clear(&text);
    bres__status_put_pass(&text, true, state);
    cr_expect_str_eq(text.data,
                     "\033[32mPass:\033[0m 750.000 ns mean, 2000 samples, 1.500 ms measured, "
                     "1.250 s in all\n"
                     "\033[32mPass:\033[0m 1.000 us mean, 40 launches in a row, 40.000 us "
                     "measured, 500.000 ms in all\n");
    bres__text_free(&text);
    bres_result_unref(result);
}

/* 100 blocks of 1000 executions: their time is the time of all executions, and so less than the
 * time of the whole measurement. */
Test(report, status_counts_executions)
{
    bres_result *result;
    bres_subbench *bench;
    bres_state *state;
    bres__text text = { 0 };

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "copy", &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    add_number(state, "nv/cpu_only/sample_size", 100);
    add_number(state, "nv/cpu_only/time/cpu/mean", 8.1e-9);
    add_number(state, "nv/cpu_only/time/cpu/median", 8e-9);
    add_number(state, "nv/cpu_only/walltime", 820e-6);
    add_number(state, "bres/cpu_batch/block_size", 1000);
    bres__status_put_pass(&text, false, state);
    add_number(state, "bres/os/preempted_samples", 3);
    bres__status_put_pass(&text, false, state);
    cr_expect_str_eq(text.data, "Pass: 8.000 ns median, 100 samples of 1000 executions, 810.000 us "
                                "measured, 820.000 us in all\n"
                                "Pass: 8.000 ns median, 100 samples of 1000 executions "
                                "(3 preempted), 810.000 us measured, 820.000 us in all\n");
    bres__text_free(&text);
    bres_result_unref(result);
}

Test(report, status_shows_no_mean_far_from_the_median_alone)
{
    static const char *const prefixes[] = { "nv/cpu_only", "nv/cold" };
    static const char *const units[] = { "cpu", "gpu" };
    static const char *const expected[] = {
        "Pass: 79.000 ns median (mean 494.000 ns), 10 samples, 4.940 us measured, 1.000 s in all\n",
        "Pass: 494.000 ns mean (median 79.000 ns), 10 samples, 4.940 us measured, 1.000 s in all\n"
    };

    for (size_t i = 0; i < 2; i++) {
        char tags[4][64];
        bres_result *result;
        bres_subbench *bench;
        bres_state *state;
        bres__text text = { 0 };

        snprintf(tags[0], sizeof tags[0], "%s/sample_size", prefixes[i]);
        snprintf(tags[1], sizeof tags[1], "%s/time/%s/mean", prefixes[i], units[i]);
        snprintf(tags[2], sizeof tags[2], "%s/time/%s/median", prefixes[i], units[i]);
        snprintf(tags[3], sizeof tags[3], "%s/walltime", prefixes[i]);
        cr_assert_eq(bres_result_new(&result), BRES_OK);
        cr_assert_eq(bres_result_add_subbench(result, "copy", &bench), BRES_OK);
        cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
        add_number(state, tags[0], 10);
        add_number(state, tags[1], 494e-9);
        add_number(state, tags[2], 79e-9);
        add_number(state, tags[3], 1);
        bres__status_put_pass(&text, false, state);
        cr_expect_str_eq(text.data, expected[i]);
        bres__text_free(&text);
        bres_result_unref(result);
    }
}
