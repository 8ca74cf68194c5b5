/* SPDX-License-Identifier: MIT */
/* Which stored outcome a tuner reuses, and which run it continues. */
#include "base/fault.h"
#include "support/support.h"
#include "support/tuned.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* A file, and the options of a run that uses it. */
typedef struct reused {
    bres_test_tuned tuned;
    char path[2200];
} reused;

static reused reused_make(void)
{
    reused made;

    snprintf(made.path, sizeof(made.path), "%s/tiles.json", bres_test_directory());
    return made;
}

static void reused_begin(reused *self, uint32_t flags)
{
    bres_test_tuned_begin(&self->tuned);
    self->tuned.options.path = self->path;
    self->tuned.options.flags = flags;
}

/* Times that are equal within half a percent: without a margin, they are never decided. */
static void reused_begin_equal(reused *self, uint32_t flags)
{
    reused_begin(self, flags);
    for (size_t i = 0; i < BRES_TEST_TUNED_PLACES; i++)
        self->tuned.duration[i] = 500000;
    self->tuned.options.equivalence_margin = 0;
}

/* Runs the tuner; returns the number of executions. */
static uint64_t run(reused *self)
{
    uint64_t executions;

    bres_test_tuned_new(&self->tuned);
    OK(bres_test_tuned_run(&self->tuned));
    executions = self->tuned.executions;
    bres_test_tuned_free(&self->tuned);
    return executions;
}

Test(tune, reuse_takes_what_is_decided)
{
    reused self = reused_make();

    reused_begin(&self, 0);
    cr_expect_gt(run(&self), 0);
    reused_begin(&self, BRES_TUNER_REUSE);
    cr_expect_eq(run(&self), 0);
    /* The proofs hold at a larger error rate, but not at a smaller one. */
    reused_begin(&self, BRES_TUNER_REUSE);
    self.tuned.options.error_rate = 0.1;
    cr_expect_eq(run(&self), 0);
    reused_begin(&self, BRES_TUNER_REUSE);
    self.tuned.options.error_rate = 1e-6;
    cr_expect_gt(run(&self), 0);
    reused_begin(&self, BRES_TUNER_REUSE);
    self.tuned.options.error_rate = 1e-6;
    cr_expect_eq(run(&self), 0);
}

Test(tune, reuse_takes_ties_within_its_margin)
{
    static const struct {
        double margin;
        bool taken;
    } rows[] = { { 0.02, true }, { 0.01, true }, { 0.008, false }, { 0.02, true } };
    reused self = reused_make();

    for (size_t i = 0; i <= sizeof(rows) / sizeof(*rows); i++) {
        reused_begin_equal(&self, BRES_TUNER_REUSE);
        self.tuned.options.equivalence_margin = i == 0 ? 0.01 : rows[i - 1].margin;
        cr_expect_eq(run(&self) == 0, i != 0 && rows[i - 1].taken, "row %zu", i);
    }
}

/* The use of a file that a run with a smaller budget has left. */
Test(tune, reuse_if_an_outcome_is_good_enough)
{
    static const struct {
        uint32_t reuse_if;
        int64_t left;
        bool taken;
    } rows[] = {
        { BRES_TUNER_REUSE_DECIDED, 1, false },  { BRES_TUNER_REUSE_DECIDED, 6, false },
        { BRES_TUNER_REUSE_FEW_LEFT, 1, false }, { BRES_TUNER_REUSE_FEW_LEFT, 5, false },
        { BRES_TUNER_REUSE_FEW_LEFT, 6, true },  { BRES_TUNER_REUSE_ANY, 1, true },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        reused self = reused_make();
        uint64_t samples;

        reused_begin_equal(&self, 0);
        self.tuned.options.max_samples = 12;
        cr_expect_gt(run(&self), 0);
        reused_begin_equal(&self, BRES_TUNER_REUSE);
        self.tuned.options.max_samples = 30;
        self.tuned.options.reuse_if = rows[i].reuse_if;
        self.tuned.options.reuse_left = rows[i].left;
        bres_test_tuned_new(&self.tuned);
        OK(bres_test_tuned_run(&self.tuned));
        samples = bres_tuner_sample_count(self.tuned.tuner);
        cr_expect_eq(samples, rows[i].taken ? 12 : 30, "row %zu: %d samples", i, (int)samples);
        cr_expect_eq(self.tuned.executions == 0, rows[i].taken, "row %zu", i);
        bres_test_tuned_free(&self.tuned);
    }
}

/* A larger budget of any kind continues the run, the same budget does not. */
Test(tune, reuse_continues_with_a_larger_budget)
{
    for (unsigned kind = 0; kind < 3; kind++) {
        reused self = reused_make();
        uint64_t before = 0;

        for (unsigned step = 0; step < 4; step++) {
            const unsigned size = 1 + step / 2;
            uint64_t samples;

            reused_begin_equal(&self, BRES_TUNER_REUSE);
            if (kind == 0)
                self.tuned.options.max_time = 0.02 * size;
            else if (kind == 1)
                self.tuned.options.max_samples = 12 * size;
            else
                self.tuned.options.trial_samples = 4 * size;
            bres_test_tuned_new(&self.tuned);
            OK(bres_test_tuned_run(&self.tuned));
            samples = bres_tuner_sample_count(self.tuned.tuner);
            cr_expect_eq(self.tuned.executions == 0, step % 2 == 1, "kind %u, step %u", kind, step);
            cr_expect_eq(samples == before, step % 2 == 1, "kind %u, step %u", kind, step);
            cr_expect_geq(samples, before);
            before = samples;
            bres_test_tuned_free(&self.tuned);
        }
        unlink(self.path);
    }
}

/* RESUME protects the file, REUSE saves measurements, and both together do both. */
Test(tune, reuse_and_resume_together)
{
    static const struct {
        uint32_t flags;
        bres_status status; /* with another kernel */
        bool taken;         /* with the same kernel */
    } rows[] = {
        { BRES_TUNER_RESUME, BRES_ERROR_CONFLICT, false },
        { BRES_TUNER_REUSE, BRES_OK, true },
        { BRES_TUNER_RESUME | BRES_TUNER_REUSE, BRES_ERROR_CONFLICT, true },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        reused self = reused_make();

        reused_begin_equal(&self, 0);
        self.tuned.options.max_samples = 12;
        cr_expect_gt(run(&self), 0);
        reused_begin_equal(&self, rows[i].flags);
        self.tuned.options.max_samples = 30;
        self.tuned.options.reuse_if = BRES_TUNER_REUSE_ANY;
        cr_expect_eq(run(&self) == 0, rows[i].taken, "row %zu", i);
        reused_begin_equal(&self, rows[i].flags);
        self.tuned.options.max_samples = 30;
        self.tuned.options.kernel_hash = "another";
        bres_test_tuned_new(&self.tuned);
        cr_expect_eq(bres_test_tuned_run(&self.tuned), rows[i].status, "row %zu", i);
        cr_expect_eq(self.tuned.log[0] != '\0', rows[i].status == BRES_OK, "row %zu", i);
        bres_test_tuned_free(&self.tuned);
        unlink(self.path);
    }
}

/* The journal of an unfinished run has no reusable outcome: with both flags the run continues. */
Test(tune, reuse_and_resume_continue_a_journal)
{
    reused self = reused_make();
    bres_trial *trial;
    const double seconds[] = { 1e-3, 1e-3 };

    reused_begin(&self, BRES_TUNER_RESUME | BRES_TUNER_REUSE);
    bres_test_tuned_new(&self.tuned);
    OK(bres_tuner_ask(self.tuned.tuner, &trial, NULL));
    OK(bres_tuner_tell(self.tuned.tuner, trial, seconds, 2));
    bres_test_tuned_free(&self.tuned);
    reused_begin(&self, BRES_TUNER_RESUME | BRES_TUNER_REUSE);
    self.tuned.options.kernel_hash = "another";
    bres_test_tuned_new(&self.tuned);
    cr_expect_eq(bres_test_tuned_run(&self.tuned), BRES_ERROR_CONFLICT);
    bres_test_tuned_free(&self.tuned);
    reused_begin(&self, BRES_TUNER_RESUME | BRES_TUNER_REUSE);
    bres_test_tuned_new(&self.tuned);
    OK(bres_tuner_finish(self.tuned.tuner));
    cr_expect_eq(bres_tuner_sample_count(self.tuned.tuner), 2);
    bres_test_tuned_free(&self.tuned);
}

Test(tune, reuse_options_are_checked)
{
    bres_tuner_options options;

    bres_tuner_options_init(&options);
    cr_expect_eq(options.reuse_if, BRES_TUNER_REUSE_DECIDED);
    options.reuse_if = BRES_TUNER_REUSE_ANY + 1;
    cr_expect_null(bres_tuner_new(&options));
    cr_expect_not_null(strstr(bres_last_error(), "reuse_if"), "%s", bres_last_error());
    options.reuse_if = BRES_TUNER_REUSE_ANY;
    options.reuse_left = 0;
    cr_expect_null(bres_tuner_new(&options));
    cr_expect_not_null(strstr(bres_last_error(), "reuse_left"), "%s", bres_last_error());
}

static bres_status continue_swept(void *context)
{
    reused *self = context;
    char journal[2300];
    bres_status status;

    snprintf(journal, sizeof(journal), "%s.partial", self->path);
    unlink(journal);
    unlink(self->path);
    reused_begin_equal(self, 0);
    self->tuned.options.max_samples = 6;
    bres_test_tuned_new(&self->tuned);
    status = self->tuned.made == BRES_OK ? bres_test_tuned_run(&self->tuned) : self->tuned.made;
    bres_test_tuned_free(&self->tuned);
    if (status != BRES_OK)
        return status;
    reused_begin_equal(self, BRES_TUNER_REUSE);
    self->tuned.options.max_samples = 12;
    bres_test_tuned_new(&self->tuned);
    status = self->tuned.made == BRES_OK ? bres_test_tuned_run(&self->tuned) : self->tuned.made;
    bres_test_tuned_free(&self->tuned);
    return status;
}

Test(tune, reuse_survives_every_failing_allocation)
{
    reused self = reused_make();

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, continue_swept, &self);
}
