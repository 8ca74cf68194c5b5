/* SPDX-License-Identifier: MIT */
/* A tuner that measures on the CPU, in virtual time. */
#include "base/fault.h"
#include "support/measured.h"
#include "support/support.h"
#include "support/tuned.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

static const char *status_of(const bres_test_tuned *tuned, int64_t place)
{
    const bres_state *state = bres_test_tuned_state(tuned, place);

    return state != NULL ? bres_summary_string(bres_state_summary(state, "bres/tune/status")) : "";
}

Test(tune, tuner_cpu_finds_the_fastest)
{
    bres_test_tuned tuned;
    const bres_state *state;
    uint64_t samples = 0;

    bres_test_tuned_begin(&tuned);
    bres_test_tuned_new(&tuned);
    OK(bres_test_tuned_run(&tuned));
    cr_expect_eq(bres_tuner_stop_reason(tuned.tuner), BRES_TUNER_DECIDED, "%s",
                 bres_tuner_message(tuned.tuner));
    cr_expect_str_eq(bres_test_tuned_winner(&tuned), "X=10 Y=b");
    cr_expect_eq(bres_tuner_best_count(tuned.tuner), 1);
    cr_expect_eq(bres_tuner_measured_count(tuned.tuner), 6);
    cr_expect_eq(bres_tuner_remaining_count(tuned.tuner), 1);
    for (unsigned i = 0; i < BRES_TEST_TUNED_PLACES; i++) {
        const double expected = (double)tuned.duration[i] * 1e-9;

        cr_expect_eq(tuned.prepared[i], 1);
        cr_expect_eq(tuned.checked[i], 1);
        state = bres_test_tuned_state(&tuned, i);
        cr_assert_not_null(state);
        cr_expect_str_eq(status_of(&tuned, i), i == 3 ? "best" : "eliminated");
        cr_expect_float_eq(bres_test_summary_value(state, "nv/cpu_only/time/cpu/median"), expected,
                           0.006 * expected);
        cr_expect_gt(bres_test_summary_value(state, "nv/cpu_only/walltime"), 0);
        samples += (uint64_t)bres_test_summary_value(state, "nv/cpu_only/sample_size");
    }
    /* Ranks follow the times. */
    cr_expect_eq(bres_test_summary_value(bres_test_tuned_state(&tuned, 3), "bres/tune/rank"), 1);
    cr_expect_eq(bres_test_summary_value(bres_test_tuned_state(&tuned, 4), "bres/tune/rank"), 2);
    cr_expect_eq(bres_test_summary_value(bres_test_tuned_state(&tuned, 5), "bres/tune/rank"), 6);
    cr_expect_eq(samples, bres_tuner_sample_count(tuned.tuner));
    cr_expect_gt(tuned.batches, 6);
    cr_expect_str_eq(tuned.log, "");
    /* A tuner that has ended does not run again. */
    cr_expect_eq(bres_test_tuned_run(&tuned), BRES_ERROR_STATE);
    bres_test_tuned_free(&tuned);
}

Test(tune, tuner_cpu_says_in_meta_what_it_did)
{
    bres_test_tuned tuned;
    const char *meta;

    bres_test_tuned_begin(&tuned);
    tuned.options.kernel_hash = "abc";
    tuned.options.seed = UINT64_MAX;
    bres_test_tuned_new(&tuned);
    OK(bres_test_tuned_run(&tuned));
    meta = bres_result_meta_json(bres_tuner_result(tuned.tuner));
    cr_assert_not_null(meta);
    cr_expect_not_null(strstr(meta, "\"strategy\":\"elimination\",\"seed\":18446744073709551615,"),
                       "%s", meta);
    cr_expect_not_null(strstr(meta, "\"configs\":6,\"space\":\""), "%s", meta);
    cr_expect_not_null(
        strstr(meta, "\"kernel_hash\":\"abc\",\"stop_reason\":\"decided\",\"message\":\""), "%s",
        meta);
    cr_expect_not_null(strstr(meta, "\"best\":{\"config\":3,\"name\":\"X=10 Y=b\"},"
                                    "\"set\":[{\"config\":3,\"name\":\"X=10 Y=b\"}]}"),
                       "%s", meta);
    bres_test_tuned_free(&tuned);
}

Test(tune, tuner_cpu_reports_ties)
{
    bres_test_tuned tuned;

    bres_test_tuned_begin(&tuned);
    tuned.duration[0] = tuned.duration[3];
    bres_test_tuned_new(&tuned);
    OK(bres_test_tuned_run(&tuned));
    cr_expect_eq(bres_tuner_stop_reason(tuned.tuner), BRES_TUNER_TIED);
    cr_expect_eq(bres_tuner_best_count(tuned.tuner), 2, "%s", bres_tuner_message(tuned.tuner));
    for (size_t i = 0; i < 2; i++) {
        const bres_state *state = bres_tuner_best_at(tuned.tuner, i);

        cr_expect_str_eq(bres_summary_string(bres_state_summary(state, "bres/tune/status")),
                         i == 0 ? "best" : "tied");
    }
    bres_test_tuned_free(&tuned);
}

Test(tune, tuner_cpu_leaves_out_what_fails)
{
    bres_test_tuned tuned;

    bres_test_tuned_begin(&tuned);
    tuned.refused_prepare = 1u << 3;
    tuned.refused_check = 1u << 4;
    bres_test_tuned_new(&tuned);
    OK(bres_test_tuned_run(&tuned));
    cr_expect_str_eq(bres_test_tuned_winner(&tuned), "X=30 Y=a");
    cr_expect_str_eq(status_of(&tuned, 3), "failed");
    cr_expect_str_eq(status_of(&tuned, 4), "failed");
    cr_expect_eq(tuned.executed[3], 0);
    cr_expect_not_null(
        strstr(bres_state_skip_reason(bres_test_tuned_state(&tuned, 3)), "it does not compile"));
    cr_expect_not_null(
        strstr(bres_state_skip_reason(bres_test_tuned_state(&tuned, 4)), "element 3 is wrong"));
    bres_test_tuned_free(&tuned);
}

Test(tune, tuner_cpu_leaves_out_what_says_that_it_failed)
{
    bres_test_tuned tuned;
    unsigned out = 0;

    bres_test_tuned_begin(&tuned);
    tuned.fail_execution = 7;
    bres_test_tuned_new(&tuned);
    OK(bres_test_tuned_run(&tuned));
    for (unsigned i = 0; i < BRES_TEST_TUNED_PLACES; i++) {
        const bres_state *state = bres_test_tuned_state(&tuned, i);

        if (!bres_state_is_skipped(state))
            continue;
        out++;
        cr_expect_not_null(strstr(bres_state_skip_reason(state), "the device is on fire"));
    }
    cr_expect_eq(out, 1);
    bres_test_tuned_free(&tuned);
}

Test(tune, tuner_cpu_with_nothing_left)
{
    bres_test_tuned tuned;

    bres_test_tuned_begin(&tuned);
    tuned.refused_prepare = 0x3f;
    bres_test_tuned_new(&tuned);
    OK(bres_test_tuned_run(&tuned));
    cr_expect_eq(bres_tuner_stop_reason(tuned.tuner), BRES_TUNER_NONE_LEFT);
    cr_expect_eq(bres_tuner_best_count(tuned.tuner), 0);
    cr_expect_not_null(
        strstr(bres_result_meta_json(bres_tuner_result(tuned.tuner)), "\"best\":null,\"set\":[]"));
    bres_test_tuned_free(&tuned);
}

Test(tune, tuner_cpu_with_a_clock_that_steps_back)
{
    bres_test_tuned tuned;

    bres_test_tuned_begin(&tuned);
    tuned.time.now = UINT64_C(1) << 62;
    tuned.step_back = 2000000;
    bres_test_tuned_new(&tuned);
    OK(bres_test_tuned_run(&tuned));
    cr_expect_eq(bres_tuner_stop_reason(tuned.tuner), BRES_TUNER_NONE_LEFT);
    cr_expect_not_null(strstr(bres_state_skip_reason(bres_test_tuned_state(&tuned, 0)),
                              "the clock stepped backwards"));
    bres_test_tuned_free(&tuned);
}

/* A clock that is too coarse, or stands still, gives times of 0. */
Test(tune, tuner_cpu_with_a_clock_that_stands_still)
{
    bres_test_tuned tuned;

    bres_test_tuned_begin(&tuned);
    tuned.time.cost = 0;
    memset(tuned.duration, 0, sizeof(tuned.duration));
    tuned.duration[0] = 1;
    tuned.options.max_samples = 50;
    tuned.options.measure = NULL;
    bres_test_tuned_new(&tuned);
    tuned.interrupt_after = 100000;
    OK(bres_test_tuned_run(&tuned));
    cr_expect_neq(bres_tuner_stop_reason(tuned.tuner), BRES_TUNER_RUNNING);
    bres_test_tuned_free(&tuned);
}

/* Queries an unknown parameter, either in the function or after a batch. */
typedef struct asking {
    bres_test_tuned *tuned;
    bool after_a_batch;
    unsigned executions;
    unsigned batches;
} asking;

static void ask_for_unknown(const bres_trial *trial, void *context)
{
    asking *self = context;

    self->executions++;
    if (!self->after_a_batch)
        (void)bres_trial_int64(trial, "Z");
    else
        bres_test_tuned_execute(trial, self->tuned);
}

static void ask_after_batch(void *context, const bres_tuner *tuner)
{
    asking *self = context;

    (void)tuner;
    self->batches++;
    (void)bres_trial_int64(bres_tuner_best_trial_at(self->tuned->tuner, 0), "Z");
}

/* The run fails at once, even without a clock that could end a batch, and from either place. */
Test(tune, tuner_cpu_ends_at_the_first_unknown_parameter)
{
    for (unsigned after = 0; after < 2; after++) {
        bres_test_tuned tuned;
        asking self = { .tuned = &tuned, .after_a_batch = after == 1 };

        bres_test_tuned_begin(&tuned);
        tuned.time.cost = after;
        if (self.after_a_batch) {
            tuned.options.progress = ask_after_batch;
            tuned.options.progress_user = &self;
        }
        bres_test_tuned_new(&tuned);
        cr_expect_eq(bres_tuner_run_cpu(tuned.tuner, ask_for_unknown, &self), BRES_ERROR_KEY);
        cr_expect_not_null(strstr(bres_last_error(), "'Z'"), "%s", bres_last_error());
        if (!self.after_a_batch)
            cr_expect_eq(self.executions, 1, "%u executions", self.executions);
        cr_expect_leq(self.batches, 7, "%u batches", self.batches);
        cr_expect_null(bres_tuner_result(tuned.tuner));
        bres_test_tuned_free(&tuned);
    }
}

Test(tune, tuner_cpu_ends_with_its_budgets)
{
    static const struct {
        double max_time;
        int64_t max_samples;
        int64_t trial_samples;
        bres_tuner_stop end;
    } cases[] = {
        { 0.01, 0, 200, BRES_TUNER_TIME_OVER },
        { 0, 20, 200, BRES_TUNER_SAMPLES_OVER },
        { 0, 0, 5, BRES_TUNER_COMPLETE },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bres_test_tuned tuned;
        uint64_t start;

        bres_test_tuned_begin(&tuned);
        for (unsigned k = 0; k < BRES_TEST_TUNED_PLACES; k++)
            tuned.duration[k] = 500000;
        tuned.options.max_time = cases[i].max_time;
        tuned.options.max_samples = cases[i].max_samples;
        tuned.options.trial_samples = cases[i].trial_samples;
        tuned.options.equivalence_margin = 0;
        bres_test_tuned_new(&tuned);
        start = tuned.time.now;
        OK(bres_test_tuned_run(&tuned));
        cr_expect_eq(bres_tuner_stop_reason(tuned.tuner), cases[i].end, "case %zu: %s", i,
                     bres_tuner_message(tuned.tuner));
        if (cases[i].max_time != 0)
            cr_expect_lt(tuned.time.now - start, 12000000, "case %zu", i);
        if (cases[i].max_samples != 0)
            cr_expect_leq(bres_tuner_sample_count(tuned.tuner), 20, "case %zu", i);
        bres_test_tuned_free(&tuned);
    }
}

Test(tune, tuner_cpu_is_interrupted)
{
    bres_test_tuned tuned;

    for (uint64_t after = 1; after < 40; after++) {
        bres_test_tuned_begin(&tuned);
        tuned.interrupt_after = after;
        bres_test_tuned_new(&tuned);
        OK(bres_test_tuned_run(&tuned));
        if (bres_tuner_stop_reason(tuned.tuner) != BRES_TUNER_INTERRUPTED)
            cr_expect_gt(after, 20);
        else
            cr_expect_leq(tuned.executions, after + 1);
        cr_expect_not_null(bres_tuner_result(tuned.tuner));
        bres_test_tuned_free(&tuned);
    }
}

Test(tune, tuner_cpu_refuses_calls_from_inside)
{
    bres_test_tuned tuned;

    bres_test_tuned_begin(&tuned);
    tuned.call_back = true;
    bres_test_tuned_new(&tuned);
    OK(bres_test_tuned_run(&tuned));
    cr_expect_eq(bres_tuner_stop_reason(tuned.tuner), BRES_TUNER_DECIDED);
    cr_expect_eq(bres_tuner_run_cpu(tuned.tuner, NULL, NULL), BRES_ERROR_STATE);
    bres_test_tuned_free(&tuned);
}

Test(tune, tuner_cpu_times_short_functions_in_blocks)
{
    bres_test_tuned tuned;
    const bres_state *state;

    bres_test_tuned_begin(&tuned);
    for (unsigned i = 0; i < BRES_TEST_TUNED_PLACES; i++)
        tuned.duration[i] /= 1000;
    bres_test_tuned_new(&tuned);
    OK(bres_test_tuned_run(&tuned));
    cr_expect_str_eq(bres_test_tuned_winner(&tuned), "X=10 Y=b");
    state = bres_test_tuned_state(&tuned, 3);
    cr_expect_eq(bres_test_summary_value(state, "bres/tune/block_size"), 1000);
    cr_expect_float_eq(bres_test_summary_value(state, "nv/cpu_only/time/cpu/median"), 500e-9, 5e-9);
    /* Three trials of each size, once; a warm-up and a block for each batch and sample. */
    cr_expect_lt(tuned.executed[3], 3 * 1111 + 1001 * 200);
    bres_test_tuned_free(&tuned);
}

/* A warm-up and the samples, without a search for the block size. */
Test(tune, tuner_cpu_does_not_search_with_long_functions)
{
    bres_test_tuned tuned;
    const bres_state *state;

    bres_test_tuned_begin(&tuned);
    for (unsigned i = 0; i < BRES_TEST_TUNED_PLACES; i++)
        tuned.duration[i] *= 1000;
    tuned.options.max_samples = 6;
    bres_test_tuned_new(&tuned);
    OK(bres_test_tuned_run(&tuned));
    state = bres_test_tuned_state(&tuned, 3);
    cr_expect_eq(bres_test_summary_value(state, "bres/tune/block_size"), 1);
    cr_expect_leq(tuned.executions, 12);
    bres_test_tuned_free(&tuned);
}

static bres_status run_small(void *context)
{
    bres_test_tuned tuned;
    bres_status status;

    (void)context;
    bres_test_tuned_begin(&tuned);
    tuned.options.max_samples = 12;
    tuned.options.kernel_hash = "abc";
    tuned.refused_check = 1;
    bres_test_tuned_new(&tuned);
    status = tuned.made == BRES_OK ? bres_test_tuned_run(&tuned) : tuned.made;
    if (status == BRES_OK)
        cr_expect_null(
            strstr(bres_result_meta_json(bres_tuner_result(tuned.tuner)), "\"name\":\"\""),
            "a configuration has no name");
    else
        cr_expect_null(bres_tuner_result(tuned.tuner));
    bres_test_tuned_free(&tuned);
    return status;
}

Test(tune, tuner_cpu_survives_every_failing_allocation)
{
    /* A configuration that cannot be measured fails with the reason. */
    bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, run_small, NULL);
}
