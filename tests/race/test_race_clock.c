/* SPDX-License-Identifier: MIT */
/* Races by wall time and by CPU time. */
#include "support/measured.h"

#include <benchresult/race.h>
#include <criterion/criterion.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define MS           UINT64_C(1000000)

/* A function that computes and sleeps. */
typedef struct side_work {
    bres_test_clock *clock;
    uint64_t computes;
    uint64_t sleeps;
} side_work;

static void work(void *context)
{
    const side_work *self = context;

    self->clock->now += self->computes + self->sleeps;
    self->clock->slept += self->sleeps;
}

typedef struct clock_row {
    bres_clock_kind kind;
    bres_verdict verdict;
    double candidate; /* seconds */
    double other;
} clock_row;

/* The candidate computes less and sleeps longer. */
static const clock_row rows[] = {
    { BRES_CLOCK_WALL, BRES_SLOW, 6e-3, 1e-3 },
    { BRES_CLOCK_THREAD, BRES_FAST, 1e-3, 6e-3 },
    { BRES_CLOCK_PROCESS, BRES_FAST, 1e-3, 6e-3 },
};

Test(race, race_is_decided_by_its_clock)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_clock time = { .now = MS, .cost = 25, .processor_cost = 300 };
        const bres_clock clock = bres_test_clock_of(&time);
        side_work works[2] = { { &time, 2 * MS, MS }, { &time, MS, 5 * MS } };
        bres_race_side sides[2] = { { .cpu = work, .context = &works[0] },
                                    { .cpu = work, .context = &works[1] } };
        bres_race_options options;
        bres_race_outcome outcome;
        bres_result *result;
        bres_subbench *bench;

        cr_assert_eq(bres_result_new(&result), BRES_OK);
        cr_assert_eq(bres_result_add_subbench(result, "b", &bench), BRES_OK);
        sides[1].bench = bench;
        bres_race_options_init(&options);
        options.clock = &clock;
        options.clock_kind = (uint32_t)rows[i].kind;
        bres_race_outcome_init(&outcome);
        cr_assert_eq(bres_race(&sides[0], &sides[1], &options, &outcome), BRES_OK, "row %zu: %s", i,
                     bres_last_error());
        cr_expect_eq(outcome.verdict, rows[i].verdict, "row %zu: %s", i, outcome.message);
        cr_expect_float_eq(outcome.candidate_time, rows[i].candidate, 1e-6, "row %zu: %g", i,
                           outcome.candidate_time);
        cr_expect_float_eq(bres_test_summary_value(outcome.candidate, "bres/clock/other/median"),
                           rows[i].other, 1e-6, "row %zu", i);
        cr_expect_str_eq(
            bres_summary_string(bres_state_summary(outcome.candidate, "bres/clock/kind")),
            bres_clock_kind_name(rows[i].kind));
        bres_result_unref(result);
    }
}

/* max_time is wall time, which passes although CPU time does not. */
Test(race, race_by_cpu_time_ends_by_wall_time)
{
    bres_test_clock time = { .now = MS, .cost = 25, .processor_cost = 300 };
    const bres_clock clock = bres_test_clock_of(&time);
    side_work works[2] = { { &time, 0, 500 * MS }, { &time, 1000, 500 * MS } };
    const bres_race_side sides[2] = { { .cpu = work, .context = &works[0] },
                                      { .cpu = work, .context = &works[1] } };
    bres_race_options options;
    bres_race_outcome outcome;

    bres_race_options_init(&options);
    options.clock = &clock;
    options.clock_kind = BRES_CLOCK_THREAD;
    options.max_time = 5;
    bres_race_outcome_init(&outcome);
    cr_assert_eq(bres_race(&sides[0], &sides[1], &options, &outcome), BRES_OK, "%s",
                 bres_last_error());
    cr_expect_eq(outcome.stop_reason, BRES_RACE_TIME_OVER);
    cr_expect_lt(outcome.seconds, 6);
}

static bres_status race_commands(const char *reference, const char *candidate, bres_clock_kind kind,
                                 bres_command_race **made)
{
    bres_command_race_options options;
    bres_race_options race;

    bres_race_options_init(&race);
    race.max_pairs = 2;
    race.clock_kind = (uint32_t)kind;
    bres_command_race_options_init(&options);
    options.race = &race;
    return bres_race_commands(reference, candidate, &options, made);
}

/* A shell whose child computes has the CPU time of the child. */
Test(race, race_of_commands_by_cpu_time)
{
    static const char counts[] = "sh -c '(i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done); :'";
    bres_command_race *made = NULL;
    bres_result *result = NULL;
    const bres_state *state;
    const bres_race_outcome *row;

    cr_assert_eq(race_commands("sh -c :", counts, BRES_CLOCK_PROCESS, &made), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(bres_command_race_pair_count(made), 2, "%s", bres_command_race_message(made));
    row = bres_command_race_row_at(made, 0);
    cr_expect_gt(row->candidate_time, row->reference_time);
    cr_assert_eq(bres_command_race_result(made, true, &result), BRES_OK);
    state = bres_subbench_state_at(bres_result_subbench_at(result, 0), 0);
    cr_expect_str_eq(bres_summary_string(bres_state_summary(state, "bres/clock/kind")), "process");
    cr_expect_str_eq(bres_summary_string(bres_state_summary(state, "bres/clock/other/kind")),
                     "wall");
    cr_expect_eq(bres_test_summary_value(state, "bres/clock/other/median"),
                 bres_test_summary_value(state, "nv/cpu_only/walltime"));
    bres_result_unref(result);
    bres_command_race_free(made);
}

Test(race, race_of_commands_refuses_clocks_that_they_do_not_have)
{
    bres_command_race *made = NULL;

    cr_expect_eq(race_commands("true", "true", BRES_CLOCK_THREAD, &made), BRES_ERROR_ARGUMENT);
    cr_expect_str_eq(bres_last_error(), "the clock is thread, but a command is a process (expected "
                                        "wall or process)");
    cr_expect_eq(race_commands("true {}", "true {}", BRES_CLOCK_PROCESS, &made),
                 BRES_ERROR_ARGUMENT);
    cr_expect_str_eq(bres_last_error(),
                     "the clock is process, but the programs measure themselves (expected wall; "
                     "benchmark programs have the option --clock)");
    cr_expect_eq(race_commands("true", "true", (bres_clock_kind)3, &made), BRES_ERROR_ARGUMENT);
    cr_expect_null(made);
}
