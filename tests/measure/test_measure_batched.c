/* SPDX-License-Identifier: MIT */
#include "support/measured.h"

#include <criterion/criterion.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define SECOND       INT64_C(1000000000)

static void begin(bres_test_measured *measured, const int64_t *durations, size_t count)
{
    bres_test_measured_begin(measured, durations, count);
    measured->body =
        (bres__cpu_body){ .batched = bres_test_body_run_batch, .context = &measured->script };
    bres_test_measured_set_criterion(measured, "sample-count", "target-samples=20");
}

static int64_t block_size_of(const bres_state *state)
{
    return (int64_t)bres_test_summary_value(state, "bres/cpu_batch/block_size");
}

typedef struct batch_row {
    int64_t duration; /* of an execution; nanoseconds */
    uint64_t overhead;
    uint64_t cost;
    uint64_t tick;
    int64_t min_samples;
    double timeout;
    int64_t block_size;
} batch_row;

/* A reading of 25 ns is a ten-thousandth of 250 us, which is the limit. */
static const batch_row rows[] = {
    { 10, 0, 25, 1, 10, 15, 100000 },
    { 1000, 0, 25, 1, 10, 15, 1000 },
    { 100000, 0, 25, 1, 10, 15, 10 },
    { 249974, 0, 25, 1, 10, 15, 10 },
    { 249975, 0, 25, 1, 10, 15, 1 },
    { SECOND, 0, 25, 1, 10, 15, 1 },
    /* The overhead of a block counts, too. */
    { 10, 250000, 25, 1, 10, 15, 1 },
    /* A block takes a thousand steps of a coarse clock. */
    { 101000, 0, 5, 1000, 10, 15, 10 },
    { 1000, 0, 5, 100000, 10, 1e6, 100000 },
    /* min_samples blocks must fit into the timeout. */
    { 10, 0, 25, 1, 10, 1e-3, 1000 },
    { 10, 0, 25, 1, 1000, 1e-3, 10 },
    { 1000, 0, 25, 1, 10, 0, 1 },
};

Test(measure, batched_blocks_are_as_large_as_they_must_be)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        const batch_row *row = &rows[i];
        bres_test_measured measured;
        double block;

        begin(&measured, &row->duration, 1);
        measured.script.overhead = row->overhead;
        measured.time.cost = row->cost;
        measured.time.tick = row->tick;
        measured.settings.min_samples = row->min_samples;
        measured.settings.timeout = row->timeout;
        bres_test_measured_run(&measured);
        cr_assert_eq(measured.status, BRES_OK, "row %zu: %s", i, bres_last_error());
        cr_expect_eq(block_size_of(measured.state), row->block_size, "row %zu: %lld", i,
                     (long long)block_size_of(measured.state));
        block = (double)row->duration * (double)row->block_size + (double)row->overhead +
                (double)row->cost;
        if (row->tick == 1)
            cr_expect_eq(measured.samples[0], (float)(block * 1e-9 / (double)row->block_size),
                         "row %zu", i);
        bres_test_measured_end(&measured);
    }
}

/* A system that supports the counts and counts nothing. */
static bool no_counts(void *user, bres__os_counts *counts, uint64_t *migrations)
{
    (void)user;
    if (counts != NULL)
        *counts = (bres__os_counts){ 0 };
    else
        *migrations = 0;
    return true;
}

Test(measure, batched_summaries)
{
    static const int64_t duration = 1000;
    static const char *const tags[] = {
        "nv/cpu_only/sample_size",
        "nv/cpu_only/time/cpu/min",
        "nv/cpu_only/time/cpu/max",
        "nv/cpu_only/time/cpu/mean",
        "nv/cpu_only/time/cpu/stdev/absolute",
        "nv/cpu_only/time/cpu/stdev/relative",
        "nv/cpu_only/time/cpu/q1",
        "nv/cpu_only/time/cpu/median",
        "nv/cpu_only/time/cpu/q3",
        "nv/cpu_only/time/cpu/iqr/absolute",
        "nv/cpu_only/time/cpu/iqr/relative",
        "nv/cpu_only/bw/item_rate",
        "nv/cpu_only/walltime",
        "bres/cpu_batch/block_size",
        "bres/cpu_batch/overhead",
        "bres/median/lower",
        "bres/median/upper",
        "bres/clock/kind",
        "bres/clock/other/kind",
        "bres/clock/other/median",
        "bres/clock/other/mean",
        "bres/os/observed_samples",
        "bres/os/involuntary_switches",
        "bres/os/voluntary_switches",
        "bres/os/page_faults",
        "bres/os/preempted_samples",
        "bres/os/migrations",
    };
    const double sample = 1000025 * 1e-9 / 1000;
    bres_test_measured measured;

    begin(&measured, &duration, 1);
    measured.time.cost = 25;
    measured.elements = 3;
    bres__os_counts_set(no_counts, NULL);
    bres_test_measured_run(&measured);
    bres__os_counts_set(NULL, NULL);
    cr_assert_eq(measured.status, BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_state_summary_count(measured.state), COUNT(tags));
    for (size_t i = 0; i < COUNT(tags); i++)
        cr_expect_str_eq(bres_summary_tag(bres_state_summary_at(measured.state, i)), tags[i]);
    cr_expect_eq(bres_summary_kind(bres_state_summary(measured.state, "bres/cpu_batch/block_size")),
                 BRES_KIND_INT64);
    for (size_t i = 13; i < COUNT(tags); i++)
        cr_expect(bres_summary_is_hidden(bres_state_summary_at(measured.state, i)), "%s", tags[i]);
    cr_expect_float_eq(bres_test_summary_value(measured.state, "bres/cpu_batch/overhead"),
                       25e-9 / 1000025e-9, 1e-12);
    /* In every summary, a sample is the time of one execution. */
    cr_expect_eq(bres_test_summary_value(measured.state, tags[0]), 20);
    cr_expect_eq(bres_test_summary_value(measured.state, tags[5]), 0);
    cr_expect_eq(bres_test_summary_value(measured.state, tags[7]), sample);
    cr_expect_eq(bres_test_summary_value(measured.state, tags[11]), 3 / sample);
    cr_expect_float_eq(bres_test_summary_value(measured.state, tags[12]), 20 * 1000050e-9, 1e-12);
    /* A warm-up, blocks of 1, 10 and 100 executions, three blocks of 1000, and the samples. */
    cr_expect_eq(measured.script.executions, 1 + 111 + 3000 + 20000);
    bres_test_measured_end(&measured);
}

/* The criterion gets the 1 ms of a block, not the 1 us of its sample: 500 blocks are above
 * min-time. */
Test(measure, batched_criterion_gets_what_was_measured)
{
    static const int64_t duration = 1000;
    bres_test_measured measured;

    begin(&measured, &duration, 1);
    bres_test_measured_set_criterion(&measured, "stdrel", NULL);
    measured.time.cost = 20;
    bres_test_measured_run(&measured);
    cr_assert_eq(measured.status, BRES_OK, "%s", bres_last_error());
    cr_expect_eq(measured.count, 500);
    cr_expect_str_empty(measured.log);
    bres_test_measured_end(&measured);

    begin(&measured, &duration, 1);
    bres_test_measured_set_criterion(&measured, "stdrel", NULL);
    measured.time.cost = 20;
    measured.settings.timeout = 0.2005;
    bres_test_measured_run(&measured);
    cr_expect_eq(measured.count, 201);
    cr_expect_str_eq(measured.log, "timeout of 0.2005 s: 0.201004 s were measured, less than "
                                   "min-time (0.5 s)\n");
    bres_test_measured_end(&measured);
}

Test(measure, batched_once)
{
    static const int64_t duration = 10;
    bres_test_measured measured;

    begin(&measured, &duration, 1);
    measured.settings.run_once = true;
    bres_test_measured_run(&measured);
    cr_assert_eq(measured.status, BRES_OK, "%s", bres_last_error());
    cr_expect_eq(measured.script.executions, 1);
    cr_expect_eq(measured.count, 1);
    cr_expect_eq(block_size_of(measured.state), 1);
    bres_test_measured_end(&measured);
}

Test(measure, batched_warm_ups_are_single_executions)
{
    static const int64_t duration = 2000;
    bres_test_measured measured;

    begin(&measured, &duration, 1);
    measured.settings.warmup_runs = 3;
    measured.settings.skip_time = 3e-6;
    bres_test_measured_run(&measured);
    cr_expect_eq(measured.status, BRES_OK);
    cr_expect(measured.skipped);
    cr_expect_eq(measured.script.executions, 3);
    cr_expect_eq(bres_state_summary_count(measured.state), 0);
    bres_test_measured_end(&measured);
}

Test(measure, batched_search_can_be_interrupted)
{
    static const int64_t duration = 10;
    bres_test_measured measured;

    begin(&measured, &duration, 1);
    measured.time.cost = 25;
    measured.interrupt_after = 100;
    bres_test_measured_run(&measured);
    cr_expect_eq(measured.status, BRES_OK, "%s", bres_last_error());
    cr_expect_eq(measured.script.executions, 1 + 1 + 10 + 100);
    cr_expect_eq(measured.count, 0);
    cr_expect_eq(bres_test_summary_value(measured.state, "nv/cpu_only/sample_size"), 0);
    cr_expect_eq(bres_state_summary_count(measured.state), 3, "no block size");
    cr_expect_str_empty(measured.log);
    bres_test_measured_end(&measured);
}

Test(measure, batched_search_ends_when_the_clock_runs_backwards)
{
    static const int64_t duration = -1;
    bres_test_measured measured;

    begin(&measured, &duration, 1);
    measured.time.now = SECOND;
    bres_test_measured_run(&measured);
    cr_expect_eq(measured.status, BRES_ERROR_VALUE);
    cr_expect_str_eq(bres_last_error(), "64 executions in a row gave no time, the last because the "
                                        "clock stepped backwards");
    cr_expect_eq(measured.script.executions, 1 + 64);
    cr_expect_eq(bres_state_summary_count(measured.state), 0);
    bres_test_measured_end(&measured);
}

/* A state that has samples already accepts no more. */
Test(measure, batched_failure_adds_nothing)
{
    static const int64_t duration = 100000;
    bres_test_measured measured;
    size_t count;

    begin(&measured, &duration, 1);
    bres_test_measured_run(&measured);
    cr_assert_eq(measured.status, BRES_OK, "%s", bres_last_error());
    count = bres_state_summary_count(measured.state);
    bres_test_measured_run(&measured);
    cr_expect_eq(measured.status, BRES_ERROR_CONFLICT);
    cr_expect_eq(bres_state_summary_count(measured.state), count);
    bres_test_measured_end(&measured);
}
