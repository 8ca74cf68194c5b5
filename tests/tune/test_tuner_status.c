/* SPDX-License-Identifier: MIT */
/* The status of each configuration: in the tuner, in its result, and in a reused result. */
#include "support/measured.h"
#include "support/support.h"
#include "support/tuned.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

static bool refuse_last(const bres_trial *trial, void *context)
{
    (void)context;
    return bres_trial_index(trial) != 5;
}

/* One of each status: 3 and 0 are equal, 4 fails, 5 is excluded. */
static void run_mixed(bres_test_tuned *tuned, const char *path, uint32_t flags)
{
    bres_test_tuned_begin(tuned);
    tuned->duration[0] = tuned->duration[3];
    tuned->refused_check = 1u << 4;
    tuned->options.path = path;
    tuned->options.flags = flags;
    bres_test_tuned_new(tuned);
    bres_tuner_add_constraint(tuned->tuner, refuse_last, NULL);
    OK(bres_test_tuned_run(tuned));
}

static uint64_t count(const bres_test_tuned *tuned, bres_trial_status status)
{
    return bres_tuner_status_count(tuned->tuner, status);
}

/* Removes the blanks, which a loaded result keeps from its file. */
static void remove_blanks(char *text)
{
    size_t kept = 0;

    for (size_t i = 0; text[i] != '\0'; i++) {
        if (strchr(" \n", text[i]) == NULL)
            text[kept++] = text[i];
    }
    text[kept] = '\0';
}

static void check_mixed(const bres_test_tuned *tuned)
{
    char *meta = strdup(bres_result_meta_json(bres_tuner_result(tuned->tuner)));

    cr_assert_eq(bres_tuner_stop_reason(tuned->tuner), BRES_TUNER_TIED, "%s",
                 bres_tuner_message(tuned->tuner));
    cr_expect_eq(count(tuned, BRES_TRIAL_BEST), 1);
    cr_expect_eq(count(tuned, BRES_TRIAL_TIED), 1);
    cr_expect_eq(count(tuned, BRES_TRIAL_UNDECIDED), 0);
    cr_expect_eq(count(tuned, BRES_TRIAL_ELIMINATED), 2);
    cr_expect_eq(count(tuned, BRES_TRIAL_FAILED), 1);
    cr_expect_eq(count(tuned, BRES_TRIAL_EXCLUDED), 1);
    cr_expect_eq(count(tuned, (bres_trial_status)6), 0);
    cr_expect_eq(bres_tuner_best_count(tuned->tuner), 2);
    cr_expect_not_null(strstr(bres_tuner_message(tuned->tuner),
                              ": 1 best, 1 tied, 2 eliminated, 1 failed, 1 excluded, "),
                       "%s", bres_tuner_message(tuned->tuner));
    remove_blanks(meta);
    cr_expect_not_null(strstr(meta, "\"statuses\":{\"best\":1,\"tied\":1,\"undecided\":0,"
                                    "\"eliminated\":2,\"failed\":1,\"excluded\":1},"),
                       "%s", meta);
    free(meta);
}

Test(tune, status_names)
{
    static const char *const names[] = { "best",       "tied",   "undecided",
                                         "eliminated", "failed", "excluded" };

    for (int i = 0; i < 6; i++)
        cr_expect_str_eq(bres_trial_status_name((bres_trial_status)i), names[i]);
    cr_expect_str_eq(bres_trial_status_name((bres_trial_status)6), "unknown");
    cr_expect_str_eq(bres_trial_status_name((bres_trial_status)-1), "unknown");
    cr_expect_eq(bres_tuner_status_count(NULL, BRES_TRIAL_BEST), 0);
}

Test(tune, status_of_each_configuration)
{
    char path[2200];
    bres_test_tuned tuned;

    snprintf(path, sizeof(path), "%s/tiles.json", bres_test_directory());
    run_mixed(&tuned, path, 0);
    check_mixed(&tuned);
    bres_test_tuned_free(&tuned);
    /* The stored outcome is the same. */
    run_mixed(&tuned, path, BRES_TUNER_REUSE);
    cr_expect_eq(tuned.executions, 0);
    check_mixed(&tuned);
    bres_test_tuned_free(&tuned);
}

/* Checks the summaries of a configuration. */
static void check_state(const bres_test_tuned *tuned, int64_t place, const char *status, int rank)
{
    const bres_state *state = bres_test_tuned_state(tuned, place);
    const double seconds = (double)tuned->duration[place] * 1e-9;
    double time;

    cr_assert_not_null(state);
    cr_expect_str_eq(bres_summary_string(bres_state_summary(state, "bres/tune/status")), status);
    if (rank == 0) {
        cr_expect_null(bres_state_summary(state, "bres/tune/rank"));
        cr_expect_null(bres_state_summary(state, "bres/tune/time"));
        return;
    }
    cr_expect_eq(bres_test_summary_value(state, "bres/tune/rank"), rank);
    time = bres_test_summary_value(state, "bres/tune/time");
    cr_expect_float_eq(time, seconds, 0.006 * seconds);
    cr_expect_leq(bres_test_summary_value(state, "bres/tune/time/lower"), time);
    cr_expect_geq(bres_test_summary_value(state, "bres/tune/time/upper"), time);
}

Test(tune, status_in_the_result)
{
    bres_test_tuned tuned;
    int64_t best;

    run_mixed(&tuned, NULL, 0);
    best = (int64_t)bres_trial_index(bres_tuner_best_trial_at(tuned.tuner, 0));
    cr_assert(best == 0 || best == 3);
    check_state(&tuned, best, "best", 1);
    check_state(&tuned, 3 - best, "tied", 2);
    check_state(&tuned, 2, "eliminated", 3);
    check_state(&tuned, 1, "eliminated", 4);
    check_state(&tuned, 4, "failed", 0);
    cr_expect_null(bres_test_tuned_state(&tuned, 5));
    bres_test_tuned_free(&tuned);
}

static bres_trial_outcome query(const bres_test_tuned *tuned, uint64_t place)
{
    bres_trial_outcome outcome;

    bres_trial_outcome_init(&outcome);
    OK(bres_tuner_query(tuned->tuner, place, &outcome));
    return outcome;
}

/* A budget that decides nothing: neither equal times nor a lack of samples are a proof. */
Test(tune, status_is_tied_only_with_a_proof)
{
    bres_test_tuned tuned;
    const char *message;

    bres_test_tuned_begin(&tuned);
    tuned.options.max_samples = 4;
    for (size_t i = 0; i < BRES_TEST_TUNED_PLACES; i++)
        tuned.duration[i] = 500000;
    bres_test_tuned_new(&tuned);
    cr_expect_eq(count(&tuned, BRES_TRIAL_UNDECIDED), 0, "not begun");
    OK(bres_test_tuned_run(&tuned));
    message = bres_tuner_message(tuned.tuner);
    cr_expect_eq(count(&tuned, BRES_TRIAL_BEST), 1);
    cr_expect_eq(count(&tuned, BRES_TRIAL_TIED), 0);
    cr_expect_eq(count(&tuned, BRES_TRIAL_UNDECIDED), 5);
    cr_expect_str_eq(message, "the budget of 4 samples is used up: 1 best, 3 undecided, "
                              "2 not measured, 4 samples");
    cr_expect(isnan(query(&tuned, 0).chance) && query(&tuned, 0).short_listed == 0);
    cr_expect_null(strstr(bres_result_meta_json(bres_tuner_result(tuned.tuner)), "short_list"));
    bres_test_tuned_free(&tuned);
}

/* The tuner and its result report the same about a configuration. */
static void check_outcome(const bres_test_tuned *tuned, const bres_trial *trial)
{
    const bres_trial_outcome outcome = query(tuned, bres_trial_index(trial));
    const bres_state *state = bres_test_tuned_state(tuned, (int64_t)bres_trial_index(trial));
    bres_trial_outcome same;

    bres_trial_outcome_init(&same);
    OK(bres_trial_query(trial, &same));
    cr_expect(same.rank == outcome.rank && same.status == outcome.status);
    cr_expect_str_eq(bres_summary_string(bres_state_summary(state, "bres/tune/status")),
                     bres_trial_status_name((bres_trial_status)outcome.status));
    if (outcome.status == BRES_TRIAL_FAILED) {
        cr_expect_str_eq(outcome.reason, bres_state_skip_reason(state));
        cr_expect(isnan(outcome.time) && outcome.lower == 0 && isinf(outcome.upper));
        cr_expect_eq(outcome.rank, 0);
        cr_expect(outcome.chance == 0 && outcome.short_listed == 0);
        cr_expect_null(bres_state_summary(state, "bres/tune/chance"));
        return;
    }
    cr_expect_eq(outcome.chance, bres_test_summary_value(state, "bres/tune/chance"));
    cr_expect_eq((double)outcome.short_listed,
                 bres_test_summary_value(state, "bres/tune/short_listed"));
    cr_expect_null(outcome.reason);
    cr_expect_eq((double)outcome.samples,
                 bres_test_summary_value(state, "nv/cpu_only/sample_size"));
    cr_expect_eq((double)outcome.rank, bres_test_summary_value(state, "bres/tune/rank"));
    cr_expect_eq(outcome.time, bres_test_summary_value(state, "bres/tune/time"));
    cr_expect_eq(outcome.lower, bres_test_summary_value(state, "bres/tune/time/lower"));
    cr_expect_eq(outcome.upper, bres_test_summary_value(state, "bres/tune/time/upper"));
}

static void check_outcomes(const bres_test_tuned *tuned)
{
    double chances = 0;
    uint32_t listed = 0;

    cr_assert_eq(bres_tuner_trial_count(tuned->tuner), 5);
    for (size_t i = 0; i < 5; i++) {
        const bres_trial *trial = bres_tuner_trial_at(tuned->tuner, i);

        cr_assert_not_null(trial);
        check_outcome(tuned, trial);
        cr_expect_eq(query(tuned, bres_trial_index(trial)).rank, i < 4 ? i + 1 : 0);
        chances += query(tuned, bres_trial_index(trial)).chance;
        listed += query(tuned, bres_trial_index(trial)).short_listed;
    }
    cr_expect_float_eq(chances, 1, 1e-12);
    cr_expect_eq(listed, 1);
    cr_expect_not_null(
        strstr(bres_result_meta_json(bres_tuner_result(tuned->tuner)), "\"short_list\""));
    cr_expect_eq(query(tuned, 5).chance, 0);
    cr_expect_null(bres_tuner_trial_at(tuned->tuner, 5));
    cr_expect_eq(query(tuned, 5).status, BRES_TRIAL_EXCLUDED);
}

Test(tune, outcome_of_each_configuration)
{
    char path[2200];
    bres_test_tuned tuned;

    snprintf(path, sizeof(path), "%s/tiles.json", bres_test_directory());
    run_mixed(&tuned, path, 0);
    check_outcomes(&tuned);
    bres_test_tuned_free(&tuned);
    run_mixed(&tuned, path, BRES_TUNER_REUSE);
    check_outcomes(&tuned);
    bres_test_tuned_free(&tuned);
}

/* The trial of a constraint has no outcome yet. */
static bool query_early(const bres_trial *trial, void *context)
{
    bres_trial_outcome outcome;

    bres_trial_outcome_init(&outcome);
    cr_expect_eq(bres_trial_query(trial, &outcome), BRES_ERROR_STATE);
    cr_expect_eq(bres_tuner_query(context, 0, &outcome), BRES_ERROR_STATE);
    cr_expect_eq(outcome.status, BRES_TRIAL_UNDECIDED);
    return true;
}

Test(tune, outcome_that_cannot_be_had)
{
    bres_test_tuned tuned;
    bres_trial_outcome outcome;

    bres_trial_outcome_init(NULL);
    bres_trial_outcome_init(&outcome);
    cr_expect_eq(bres_trial_query(NULL, &outcome), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_query(NULL, 0, &outcome), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_trial_count(NULL), 0);
    cr_expect_null(bres_tuner_trial_at(NULL, 0));
    bres_test_tuned_begin(&tuned);
    bres_test_tuned_new(&tuned);
    bres_tuner_add_constraint(tuned.tuner, query_early, tuned.tuner);
    cr_expect_eq(bres_tuner_query(tuned.tuner, 0, &outcome), BRES_ERROR_STATE);
    OK(bres_test_tuned_run(&tuned));
    cr_expect_eq(bres_tuner_query(tuned.tuner, 0, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_query(tuned.tuner, 6, &outcome), BRES_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(bres_last_error(), "index is 6 (expected less than 6)"), "%s",
                       bres_last_error());
    OK(bres_tuner_query(tuned.tuner, 3, &outcome));
    cr_expect_eq(outcome.rank, 1);
    /* A failed query leaves no old values in the outcome. */
    cr_expect_eq(bres_tuner_query(tuned.tuner, 6, &outcome), BRES_ERROR_ARGUMENT);
    cr_expect_eq(outcome.rank, 0);
    outcome.size = 8;
    cr_expect_eq(bres_tuner_query(tuned.tuner, 3, &outcome), BRES_ERROR_VERSION);
    bres_test_tuned_free(&tuned);
}

/* A program that knows a longer struct gets the members that this library knows. */
Test(tune, outcome_of_another_version)
{
    struct {
        bres_trial_outcome outcome;
        uint64_t later;
    } longer = { .later = 0 };
    bres_test_tuned tuned;

    bres_test_tuned_begin(&tuned);
    bres_test_tuned_new(&tuned);
    OK(bres_test_tuned_run(&tuned));
    longer.outcome.size = sizeof(longer);
    OK(bres_tuner_query(tuned.tuner, 3, &longer.outcome));
    cr_expect_eq(longer.outcome.rank, 1);
    cr_expect_eq(longer.outcome.size, sizeof(longer));
    cr_expect_eq(longer.later, 0);
    bres_test_tuned_free(&tuned);
}

/* The statuses while the run continues. */
static void follow(void *user, const bres_tuner *tuner)
{
    uint64_t sum = 0;

    (void)user;
    for (int i = 0; i <= BRES_TRIAL_EXCLUDED; i++)
        sum += bres_tuner_status_count(tuner, (bres_trial_status)i);
    cr_expect_eq(sum, BRES_TEST_TUNED_PLACES);
    cr_expect_eq(bres_tuner_status_count(tuner, BRES_TRIAL_BEST), bres_tuner_best_count(tuner) > 0);
    cr_expect_leq(bres_tuner_best_count(tuner), bres_tuner_remaining_count(tuner));
    for (size_t i = 0; i < bres_tuner_trial_count(tuner); i++) {
        bres_trial_outcome outcome;

        bres_trial_outcome_init(&outcome);
        OK(bres_trial_query(bres_tuner_trial_at(tuner, i), &outcome));
        cr_expect_eq(outcome.status == BRES_TRIAL_BEST, i == 0 && outcome.rank == 1);
        cr_expect(outcome.rank == 0 || outcome.rank == i + 1);
        cr_expect_eq(isnan(outcome.time), outcome.rank == 0);
    }
}

Test(tune, status_at_any_time)
{
    bres_test_tuned tuned;

    bres_test_tuned_begin(&tuned);
    tuned.duration[0] = tuned.duration[3];
    tuned.refused_check = 1u << 4;
    tuned.options.progress = follow;
    bres_test_tuned_new(&tuned);
    OK(bres_test_tuned_run(&tuned));
    cr_expect_eq(count(&tuned, BRES_TRIAL_ELIMINATED), 3);
    bres_test_tuned_free(&tuned);
}

/* Replaces a text of the file by one of the same length. */
static void damage(const char *path, const char *from, const char *to)
{
    size_t size;
    char *content = bres_test_read_file(path, &size);
    char *place = strstr(content, "\"benchmarks\"");

    cr_assert_not_null(place);
    place = strstr(place, from);
    cr_assert_not_null(place, "%s", from);
    memcpy(place, to, strlen(to));
    bres_test_write_file(path, content, size);
    free(content);
}

Test(tune, status_of_a_damaged_file_is_refused)
{
    static const struct {
        const char *from;
        const char *to;
        const char *message;
    } cases[] = {
        { "\"eliminated\"", "\"undecided\" ", "has the wrong status" },
        { "\"eliminated\"", "\"eliminater\"", "has no status" },
        { "\"bres/tune/rank\"", "\"bres/tune/rang\"", "has no rank" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char path[2200];
        bres_test_tuned tuned;

        snprintf(path, sizeof(path), "%s/tiles.json", bres_test_directory());
        remove(path);
        run_mixed(&tuned, path, 0);
        bres_test_tuned_free(&tuned);
        damage(path, cases[i].from, cases[i].to);
        bres_test_tuned_begin(&tuned);
        tuned.options.path = path;
        tuned.options.flags = BRES_TUNER_REUSE;
        bres_test_tuned_new(&tuned);
        bres_tuner_add_constraint(tuned.tuner, refuse_last, NULL);
        cr_expect_eq(bres_test_tuned_run(&tuned), BRES_ERROR_CONFLICT, "case %zu", i);
        cr_expect_not_null(strstr(bres_last_error(), cases[i].message), "case %zu: %s", i,
                           bres_last_error());
        cr_expect_eq(bres_tuner_best_count(tuned.tuner), 0);
        cr_expect_null(bres_tuner_result(tuned.tuner));
        bres_test_tuned_free(&tuned);
    }
}
