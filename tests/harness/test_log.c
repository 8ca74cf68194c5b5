/* SPDX-License-Identifier: MIT */
#include "harness/run/log.h"
#include "harness/run/progress.h"
#include "support/support.h"
#include "support/virtual_clock.h"

#include <benchresult/build.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)

/* A log that writes to a file, and states to log. */
typedef struct stage {
    char path[4096];
    int fd;
    bres__log log;
    bres_test_clock time;
    bres_clock clock;
    bres_result *result;
    bres_state *state;
} stage;

static void stage_open(stage *s, bool quiet, bool color)
{
    static const int64_t sizes[] = { 20 };
    bres_subbench *bench;

    *s = (stage){ .time = { .now = 5 * SECOND } };
    snprintf(s->path, sizeof s->path, "%s/log", bres_test_directory());
    s->fd = open(s->path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    cr_assert_geq(s->fd, 0);
    bres__log_open(&s->log, s->fd, quiet, color);
    s->clock = bres_test_clock_of(&s->time);
    cr_assert_eq(bres_result_new(&s->result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(s->result, "copy", &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_pow2_axis(bench, "Elements", sizes, 1), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(bench, &s->state), BRES_OK);
    cr_assert_eq(bres_state_add_axis_int64(s->state, "Elements", 1 << 20), BRES_OK);
}

/* Ends the log and compares its text. */
static void stage_expect(stage *s, const char *expected)
{
    char *text;

    bres__log_free(&s->log);
    close(s->fd);
    text = bres_test_read_file(s->path, NULL);
    cr_expect_str_eq(text, expected);
    free(text);
    bres_result_unref(s->result);
}

static void add_number(bres_state *state, const char *tag, double number)
{
    bres_summary *summary;

    cr_assert_eq(bres_state_add_summary(state, tag, &summary), BRES_OK);
    cr_assert_eq(bres_summary_set_float64(summary, "value", number), BRES_OK);
}

static void add_measurement(bres_state *state, double count, double mean, double walltime)
{
    add_number(state, "nv/cpu_only/sample_size", count);
    add_number(state, "nv/cpu_only/time/cpu/mean", mean);
    add_number(state, "nv/cpu_only/walltime", walltime);
}

Test(harness, log_has_a_line_for_each_event)
{
    stage s;

    stage_open(&s, false, false);
    bres__progress_start(&s.log.progress, &s.clock, 24, 24);
    bres__log_begin_state(&s.log, 3, s.state);
    bres__log_line(&s.log, BRES__STATUS_WARN, "only %d samples", 5);
    add_measurement(s.state, 5, 0.0123456, 0.5);
    bres__log_end_state(&s.log, s.state, false);
    bres__log_begin_state(&s.log, 4, s.state);
    bres_state_set_skipped(s.state, "too\nlarge\033[2J");
    bres__log_end_state(&s.log, s.state, false);
    bres__log_begin_state(&s.log, 5, s.state);
    bres__log_end_state(&s.log, s.state, true);
    bres__log_line(&s.log, BRES__STATUS_INFO, "the end");
    stage_expect(&s, "Run:  [3/24] copy [Elements=2^20]\n"
                     "Warn: only 5 samples\n"
                     "Pass: 12.346 ms mean, 5 samples, 61.728 ms measured, 500.000 ms in all\n"
                     "Run:  [4/24] copy [Elements=2^20]\n"
                     "Skip: too\\nlarge\\x1B[2J\n"
                     "Run:  [5/24] copy [Elements=2^20]\n"
                     "Fail: too\\nlarge\\x1B[2J\n"
                     "Info: the end\n");
}

Test(harness, log_says_nothing_when_quiet)
{
    stage s;

    stage_open(&s, true, false);
    bres__log_begin_state(&s.log, 1, s.state);
    bres__log_line(&s.log, BRES__STATUS_WARN, "odd");
    bres__log_end_state(&s.log, s.state, false);
    stage_expect(&s, "");
}

Test(harness, log_colors_the_tags)
{
    stage s;

    stage_open(&s, false, true);
    bres__log_line(&s.log, BRES__STATUS_WARN, "odd");
    stage_expect(&s, "\033[33mWarn:\033[0m odd\n");
}

Test(harness, log_passes_a_state_without_standard_summaries)
{
    stage s;

    stage_open(&s, false, false);
    bres__log_end_state(&s.log, s.state, false);
    stage_expect(&s, "Pass: done\n");
}

/* On a terminal the progress line replaces Run and Pass. Run is printed only for a state with other
 * lines. */
Test(harness, log_on_a_terminal)
{
    stage s;

    stage_open(&s, false, false);
    s.log.progress.fd = s.fd;
    bres__progress_start(&s.log.progress, &s.clock, 24, 24);
    bres__log_begin_state(&s.log, 1, s.state);
    s.time.now += SECOND;
    bres__log_end_state(&s.log, s.state, false);
    bres__log_begin_state(&s.log, 2, s.state);
    bres__log_line(&s.log, BRES__STATUS_WARN, "odd");
    bres__log_line(&s.log, BRES__STATUS_WARN, "odder");
    bres__log_end_state(&s.log, s.state, false);
    stage_expect(&s, "\r\033[K[1/24] copy [Elements=2^20]  0 s"
                     "\r\033[K[2/24] copy [Elements=2^20]  1 s, about 23 s left"
                     "\r\033[KRun:  [2/24] copy [Elements=2^20]\n"
                     "Warn: odd\n"
                     "Warn: odder\n");
}

/* A state with a negative duration must not spoil the estimate. */
Test(harness, progress_with_a_clock_that_goes_back)
{
    stage s;

    stage_open(&s, false, false);
    s.log.progress.fd = s.fd;
    bres__progress_start(&s.log.progress, &s.clock, 2, 2);
    bres__progress_end_state(&s.log.progress);
    s.time.now -= SECOND;
    bres__progress_update(&s.log.progress, 1, -1);
    bres__progress_clear(&s.log.progress);
    stage_expect(&s, "\r\033[K[0/2]   1 samples  0 s, about 0 s left"
                     "\r\033[K");
}

Test(harness, progress_is_drawn_ten_times_a_second)
{
    stage s;

    stage_open(&s, false, false);
    s.log.progress.fd = s.fd;
    bres__progress_start(&s.log.progress, &s.clock, 1, 1);
    for (int64_t i = 0; i < 250; i++) {
        bres__progress_update(&s.log.progress, i, -1);
        s.time.now += SECOND / 1000;
    }
    bres__progress_clear(&s.log.progress);
    bres__progress_clear(&s.log.progress);
    stage_expect(&s, "\r\033[K[0/1]   0 s"
                     "\r\033[K[0/1]   100 samples  0 s"
                     "\r\033[K[0/1]   200 samples  0 s"
                     "\r\033[K");
}

Test(harness, progress_is_for_terminals)
{
    stage s;

    setenv("TERM", "xterm", 1);
    stage_open(&s, false, false);
    cr_expect_eq(s.log.progress.fd, -1, "a file is no terminal");
    bres__progress_start(&s.log.progress, &s.clock, 1, 1);
    bres__progress_update(&s.log.progress, 1, 0.5);
    stage_expect(&s, "");
}
