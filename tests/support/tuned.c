/* SPDX-License-Identifier: MIT */
#include "support/tuned.h"

#include <benchresult/harness.h>
#include <benchresult/nvbench.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Checks that a callback cannot change or run the tuner. */
static void call_back(const bres_test_tuned *tuned)
{
    static const int64_t one[] = { 1 };
    bres_tuner *tuner = tuned->tuner;
    bres_trial *trial;

    if (!tuned->call_back)
        return;
    cr_expect_eq(bres_tuner_add_int64(tuner, "Z", one, 1), BRES_ERROR_STATE);
    cr_expect_eq(bres_tuner_run_cpu(tuner, bres_test_tuned_execute, NULL), BRES_ERROR_STATE);
    cr_expect_eq(bres_tuner_ask(tuner, &trial, NULL), BRES_ERROR_STATE);
    cr_expect_eq(bres_tuner_finish(tuner), BRES_ERROR_STATE);
    cr_expect_eq(bres_tuner_stop_reason(tuner), BRES_TUNER_RUNNING);
}

/* Noise of 0 to 0.5 %: a deterministic sequence with a period of 101 executions. */
static int64_t noise(int64_t duration, uint64_t execution)
{
    return duration * (int64_t)(execution * 7919 % 101) / 20000;
}

void bres_test_tuned_execute(const bres_trial *trial, void *context)
{
    bres_test_tuned *tuned = context;
    const uint64_t place = bres_trial_index(trial);
    const int64_t duration = tuned->duration[place];

    tuned->executions++;
    tuned->executed[place]++;
    call_back(tuned);
    if (tuned->executions == tuned->fail_execution)
        bres_measure_fail("the device is on fire");
    tuned->time.now += (uint64_t)(duration + noise(duration, tuned->executions) - tuned->step_back);
}

static bres_status prepare(bres_trial *trial, void *context)
{
    bres_test_tuned *tuned = context;
    const uint64_t place = bres_trial_index(trial);

    call_back(tuned);
    if ((tuned->refused_prepare >> place & 1u) != 0)
        return bres_measure_fail("it does not compile");
    tuned->prepared[place]++;
    bres_trial_set_data(trial, tuned);
    return BRES_OK;
}

static void release(bres_trial *trial, void *context)
{
    bres_test_tuned *tuned = context;

    call_back(tuned);
    cr_expect_eq(bres_trial_data(trial), tuned);
    tuned->released[bres_trial_index(trial)]++;
}

static bres_status check(bres_trial *trial, void *context)
{
    bres_test_tuned *tuned = context;
    const uint64_t place = bres_trial_index(trial);

    call_back(tuned);
    tuned->checked[place]++;
    return (tuned->refused_check >> place & 1u) != 0 ? bres_measure_fail("element 3 is wrong")
                                                     : BRES_OK;
}

static bool is_interrupted(void *user)
{
    const bres_test_tuned *tuned = user;

    call_back(tuned);
    return tuned->interrupt_after != 0 && tuned->executions >= tuned->interrupt_after;
}

static void progress(void *user, const bres_tuner *tuner)
{
    bres_test_tuned *tuned = user;

    tuned->batches++;
    call_back(tuned);
    cr_expect_null(bres_tuner_result(tuner), "a result before the end");
    for (size_t i = 0; i < bres_tuner_best_count(tuner); i++) {
        cr_expect_not_null(bres_tuner_best_trial_at(tuner, i));
        cr_expect_null(bres_tuner_best_at(tuner, i));
    }
}

static void take_log(void *user, bres_log_level level, const char *message)
{
    bres_test_tuned *tuned = user;
    const size_t length = strlen(tuned->log);

    cr_expect_eq(level, BRES_LOG_WARNING);
    snprintf(tuned->log + length, sizeof(tuned->log) - length, "%s\n", message);
}

void bres_test_tuned_begin(bres_test_tuned *tuned)
{
    *tuned = (bres_test_tuned){
        .time = { .now = 1000000, .cost = 20 },
        .duration = { 900000, 800000, 700000, 500000, 600000, 1000000 },
    };
    tuned->clock = bres_test_clock_of(&tuned->time);
    bres_tuner_options_init(&tuned->options);
    tuned->options.clock = &tuned->clock;
    tuned->options.is_interrupted = is_interrupted;
    tuned->options.interrupt_user = tuned;
    tuned->options.progress = progress;
    tuned->options.progress_user = tuned;
    tuned->options.log = take_log;
    tuned->options.log_user = tuned;
}

void bres_test_tuned_new(bres_test_tuned *tuned)
{
    static const int64_t xs[] = { 10, 20, 30 };
    static const char *const ys[] = { "a", "b" };

    tuned->tuner = bres_tuner_new(&tuned->options);
    tuned->made = tuned->tuner != NULL ? BRES_OK : bres_last_error_status();
    bres_tuner_add_int64(tuned->tuner, "X", xs, 3);
    bres_tuner_add_string(tuned->tuner, "Y", ys, 2);
    bres_tuner_set_prepare(tuned->tuner, prepare, release, tuned);
    bres_tuner_set_check(tuned->tuner, check, tuned);
}

bres_status bres_test_tuned_run(bres_test_tuned *tuned)
{
    return bres_tuner_run_cpu(tuned->tuner, bres_test_tuned_execute, tuned);
}

void bres_test_tuned_free(bres_test_tuned *tuned)
{
    bres_tuner_free(tuned->tuner);
    tuned->tuner = NULL;
    for (unsigned i = 0; i < BRES_TEST_TUNED_PLACES; i++)
        cr_expect_eq(tuned->prepared[i], tuned->released[i], "place %u: %u prepared, %u released",
                     i, tuned->prepared[i], tuned->released[i]);
}

const char *bres_test_tuned_winner(const bres_test_tuned *tuned)
{
    return bres_trial_name(bres_tuner_best_trial_at(tuned->tuner, 0));
}

const bres_state *bres_test_tuned_state(const bres_test_tuned *tuned, int64_t place)
{
    const bres_result *result = bres_tuner_result(tuned->tuner);
    const bres_subbench *bench = bres_result_subbench_at(result, 0);

    for (size_t i = 0; i < bres_subbench_state_count(bench); i++) {
        const bres_state *state = bres_subbench_state_at(bench, i);
        int64_t found;

        if (bres_summary_int64(bres_state_summary(state, "bres/tune/config"), &found) &&
            found == place)
            return state;
    }
    return NULL;
}

uint64_t bres_test_tuned_samples(const char *path)
{
    bres_result *result = NULL;
    const bres_subbench *bench;
    uint64_t sum = 0;

    if (access(path, F_OK) != 0)
        return 0;
    cr_assert_eq(bres_result_load(path, NULL, &result), BRES_OK, "%s", bres_last_error());
    bench = bres_result_subbench_at(result, 0);
    for (size_t i = 0; i < bres_subbench_state_count(bench); i++) {
        const float *times;
        size_t count;

        cr_assert_eq(bres_state_samples(bres_subbench_state_at(bench, i), &times, &count), BRES_OK);
        sum += count;
    }
    bres_result_unref(result);
    return sum;
}
