/* SPDX-License-Identifier: MIT */
/*
 * The kinds of clocks, and the values that are read beside the samples.
 */
#include "support/measured.h"

#include <criterion/criterion.h>
#include <string.h>
#include <sys/mman.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define US           INT64_C(1000)
#define MS           INT64_C(1000000)
#define SAMPLES      20

/* A function that computes, sleeps, and has other threads compute. */
typedef struct worker {
    bres_test_clock *clock;
    uint64_t computes;
    uint64_t sleeps;
    uint64_t others;
    uint64_t executions;
} worker;

static void work(void *context)
{
    worker *self = context;

    self->executions++;
    self->clock->now += self->computes + self->sleeps;
    self->clock->slept += self->sleeps;
    self->clock->other_threads += self->others;
}

static void begin(bres_test_measured *measured, worker *self, bres_clock_kind kind)
{
    bres_test_measured_begin(measured, NULL, 0);
    bres_test_measured_set_criterion(measured, "sample-count", "target-samples=20");
    self->clock = &measured->time;
    measured->body = (bres__cpu_body){ .plain = work, .context = self };
    measured->settings.clock_kind = (uint32_t)kind;
}

static const char *text_of(const bres_state *state, const char *tag)
{
    const char *text =
        bres_value_string(bres_summary_field(bres_state_summary(state, tag), "value"));

    return text != NULL ? text : "";
}

typedef struct kind_row {
    bres_clock_kind kind;
    double sample; /* seconds */
    const char *other_kind;
    double other;
} kind_row;

static const kind_row kind_rows[] = {
    { BRES_CLOCK_WALL, 5e-3, "thread", 2e-3 },
    { BRES_CLOCK_THREAD, 2e-3, "wall", 5e-3 },
    { BRES_CLOCK_PROCESS, 6e-3, "wall", 5e-3 },
};

Test(measure, clock_kinds_measure_wall_time_and_cpu_time)
{
    for (size_t i = 0; i < COUNT(kind_rows); i++) {
        const kind_row *row = &kind_rows[i];
        worker self = { .computes = 2 * MS, .sleeps = 3 * MS, .others = 4 * MS };
        bres_test_measured measured;

        begin(&measured, &self, row->kind);
        bres_test_measured_run(&measured);
        cr_assert_eq(measured.status, BRES_OK, "%s", bres_last_error());
        cr_expect_eq(measured.samples[0], (float)row->sample, "row %zu", i);
        cr_expect_str_eq(text_of(measured.state, "bres/clock/kind"),
                         bres_clock_kind_name(row->kind));
        cr_expect_str_eq(text_of(measured.state, "bres/clock/other/kind"), row->other_kind);
        cr_expect_float_eq(bres_test_summary_value(measured.state, "bres/clock/other/median"),
                           row->other, 1e-12, "row %zu", i);
        cr_expect_float_eq(bres_test_summary_value(measured.state, "bres/clock/other/mean"),
                           row->other, 1e-12, "row %zu", i);
        cr_expect_float_eq(bres_test_summary_value(measured.state, "nv/cpu_only/walltime"),
                           SAMPLES * 5e-3, 1e-9, "row %zu: time is wall time", i);
        bres_test_measured_end(&measured);
    }
}

/* The other clock's times do not contain the cost of the readings. */
Test(measure, other_clock_is_without_the_cost_of_its_reading)
{
    static const bres_clock_kind kinds[] = { BRES_CLOCK_WALL, BRES_CLOCK_THREAD };

    for (size_t i = 0; i < COUNT(kinds); i++) {
        worker self = { .computes = 2 * MS };
        bres_test_measured measured;

        begin(&measured, &self, kinds[i]);
        measured.time.cost = 20;
        measured.time.processor_cost = 300;
        bres_test_measured_run(&measured);
        cr_expect_float_eq(bres_test_summary_value(measured.state, "bres/clock/other/median"), 2e-3,
                           1e-12, "kind %zu", i);
        bres_test_measured_end(&measured);
    }
}

typedef struct end_row {
    worker worker;
    uint64_t cost;
    uint64_t tick; /* of CPU time */
    double timeout;
    int64_t block_size;
    uint64_t most; /* upper limit of executions */
} end_row;

/* A measurement ends even if CPU time hardly advances. */
static const end_row end_rows[] = {
    /* 300 us of CPU time are needed, but 0.1 s of wall time is reached first: by 32 sleeps. */
    { { .computes = 2 * US, .sleeps = 5 * MS }, 300, 1, 15, 32, 1 + 31 + 3 * 32 + 20 * 32 },
    { { .computes = 0, .sleeps = 5 * MS }, 300, 1, 15, 32, 1 + 31 + 3 * 32 + 20 * 32 },
    { { .computes = 2 * US, .sleeps = 1000 * MS }, 300, 1, 15, 1, 1 + 3 + 16 },
    /* Steps of 4 ms: a block of a thousand steps would take too long. */
    { { .computes = MS }, 300, 4 * MS, 15, 128, 1 + 127 + 3 * 128 + 20 * 128 },
    { { .computes = 10 * US }, 300, 4 * MS, 1, 8192, 1 + 16383 + 13 * 8192 },
};

Test(measure, clock_kinds_end_within_the_timeout)
{
    for (size_t i = 0; i < COUNT(end_rows); i++) {
        const end_row *row = &end_rows[i];
        worker self = row->worker;
        bres_test_measured measured;
        double elapsed;

        begin(&measured, &self, BRES_CLOCK_THREAD);
        measured.time.processor_cost = row->cost;
        measured.time.processor_tick = row->tick;
        measured.settings.timeout = row->timeout;
        bres_test_measured_run(&measured);
        cr_assert_eq(measured.status, BRES_OK, "row %zu: %s", i, bres_last_error());
        cr_expect_eq(bres_test_summary_value(measured.state, "bres/cpu_batch/block_size"),
                     (double)row->block_size, "row %zu: %g", i,
                     bres_test_summary_value(measured.state, "bres/cpu_batch/block_size"));
        cr_expect_leq(self.executions, row->most, "row %zu: %llu", i,
                      (unsigned long long)self.executions);
        elapsed = bres_test_summary_value(measured.state, "nv/cpu_only/walltime");
        cr_expect_leq(elapsed, row->timeout + 1.001, "row %zu: %g s", i, elapsed);
        bres_test_measured_end(&measured);
    }
}

/* Each sample has a voluntary switch and two page faults; every fourth sample is preempted twice.
 * More of all three happen between the samples and do not count. */
typedef struct counted {
    bres__os_counts counts;
    uint64_t readings;
    uint64_t migrations;
    bool unknown;
} counted;

static bool count(void *user, bres__os_counts *counts, uint64_t *migrations)
{
    counted *self = user;
    const bool ends = self->readings % 2 == 1;

    if (counts == NULL) {
        *migrations = self->migrations++;
        return !self->unknown;
    }
    self->readings++;
    if (ends) {
        self->counts.voluntary_switches++;
        self->counts.page_faults += 2;
        self->counts.involuntary_switches += self->readings / 2 % 4 == 0 ? 2 : 0;
    } else {
        self->counts.voluntary_switches += 10;
        self->counts.page_faults += 10;
        self->counts.involuntary_switches += 10;
    }
    *counts = self->counts;
    return !self->unknown;
}

Test(measure, samples_have_context_switches_and_page_faults)
{
    worker self = { .computes = 2 * MS };
    counted counts = { .unknown = false };
    bres_test_measured measured;

    begin(&measured, &self, BRES_CLOCK_WALL);
    bres__os_counts_set(count, &counts);
    bres_test_measured_run(&measured);
    bres__os_counts_set(NULL, NULL);
    cr_expect_eq(bres_test_summary_value(measured.state, "bres/os/voluntary_switches"), SAMPLES);
    cr_expect_eq(bres_test_summary_value(measured.state, "bres/os/page_faults"), 2 * SAMPLES);
    cr_expect_eq(bres_test_summary_value(measured.state, "bres/os/involuntary_switches"),
                 SAMPLES / 4 * 2);
    cr_expect_eq(bres_test_summary_value(measured.state, "bres/os/preempted_samples"), SAMPLES / 4);
    cr_expect_eq(bres_test_summary_value(measured.state, "bres/os/migrations"), 1);
    bres_test_measured_end(&measured);
}

/* Reading the counts takes 4 us for a sample of 1 us. The first 64 samples are observed, later only
 * as many as keep the readings at a quarter of the time. */
static void work_timed(bres_stopwatch *watch, void *context)
{
    bres_stopwatch_start(watch);
    work(context);
    bres_stopwatch_stop(watch);
}

static bool count_slowly(void *user, bres__os_counts *counts, uint64_t *migrations)
{
    bres_test_clock *clock = user;

    if (counts == NULL)
        return false;
    (void)migrations;
    clock->now += 2 * US;
    *counts = (bres__os_counts){ 0 };
    return true;
}

Test(measure, short_samples_are_not_all_observed)
{
    worker self = { .computes = US };
    bres_test_measured measured;
    double observed;

    begin(&measured, &self, BRES_CLOCK_WALL);
    bres_test_measured_set_criterion(&measured, "sample-count", "target-samples=10000");
    measured.body = (bres__cpu_body){ .timed = work_timed, .context = &self };
    bres__os_counts_set(count_slowly, &measured.time);
    bres_test_measured_run(&measured);
    bres__os_counts_set(NULL, NULL);
    cr_assert_eq(measured.count, 10000);
    observed = bres_test_summary_value(measured.state, "bres/os/observed_samples");
    cr_expect_float_eq(observed, 10000.0 / 12, 20, "%g", observed);
    cr_expect_null(bres_state_summary(measured.state, "bres/clock/other/median"),
                   "the stopwatch leaves out a part of the execution");
    cr_expect_null(bres_state_summary(measured.state, "bres/os/migrations"));
    bres_test_measured_end(&measured);
}

Test(measure, samples_without_counts_of_the_system)
{
    worker self = { .computes = 2 * MS };
    counted counts = { .unknown = true };
    bres_test_measured measured;

    begin(&measured, &self, BRES_CLOCK_WALL);
    bres__os_counts_set(count, &counts);
    bres_test_measured_run(&measured);
    bres__os_counts_set(NULL, NULL);
    cr_expect_eq(measured.status, BRES_OK, "%s", bres_last_error());
    for (size_t i = 0; i < bres_state_summary_count(measured.state); i++)
        cr_expect_neq(
            strncmp(bres_summary_tag(bres_state_summary_at(measured.state, i)), "bres/os/", 8), 0);
    bres_test_measured_end(&measured);
}

/* With the real counts of the system: the first access to a page is a page fault. */
static void touch(void *context)
{
    *(volatile char *)context = 1;
}

Test(measure, page_faults_are_those_of_the_system)
{
    const size_t size = 1 << 20;
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    bres_test_measured measured;

    cr_assert_neq(memory, MAP_FAILED);
    bres_test_measured_begin(&measured, NULL, 0);
    measured.body = (bres__cpu_body){ .plain = touch, .context = memory + size / 2 };
    measured.settings.run_once = true;
    bres_test_measured_run(&measured);
    cr_expect_geq(bres_test_summary_value(measured.state, "bres/os/page_faults"), 1);
    bres_test_measured_end(&measured);
    munmap(memory, size);
}
