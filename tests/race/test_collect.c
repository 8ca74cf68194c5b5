/* SPDX-License-Identifier: MIT */
/*
 * Runs that are collected without a decision, and races that only decide whether the candidate is
 * slower.
 */
#include "base/fault.h"
#include "support/counted.h"
#include "support/support.h"
#include "support/virtual_clock.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct made_options {
    bres_race_options race;
    bres_command_race_options commands;
} made_options;

static void options_make(made_options *made, int64_t pairs)
{
    bres_race_options_init(&made->race);
    made->race.max_pairs = pairs;
    made->race.max_time = 0;
    made->race.warmup_runs = 0;
    bres_command_race_options_init(&made->commands);
    made->commands.race = &made->race;
    made->commands.flags = BRES_COMMAND_RACE_COLLECT | BRES_COMMAND_RACE_RESUME;
}

static bres_status collect_true(void *context)
{
    made_options options;
    bres_command_race *race;
    bres_status status;

    (void)context;
    options_make(&options, 1);
    options.commands.prepare = "true";
    options.commands.reference_directory = "/";
    options.commands.reference_revision = "r1";
    status = bres_race_commands("true", NULL, &options.commands, &race);
    bres_command_race_free(race);
    return status;
}

Test(race, collect_without_memory)
{
    bres_test_tmpdir_begin();
    bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, collect_true, NULL);
    bres_test_tmpdir_leave();
}

static void meta_expect(const char *path, const char *const *parts)
{
    bres_result *result;

    cr_assert_eq(bres_result_load(path, NULL, &result), BRES_OK, "%s", bres_last_error());
    for (; *parts != NULL; parts++)
        cr_expect_not_null(strstr(bres_result_meta_json(result), *parts), "'%s' is not in %s",
                           *parts, bres_result_meta_json(result));
    bres_result_unref(result);
}

/* Further runs are added to the runs in the directory. */
Test(race, collect_resumes)
{
    char directory[] = "/tmp/benchresult-test-XXXXXX";
    char path[64];
    made_options options;
    bres_command_race *race;
    bres_result *result;

    cr_assert_not_null(mkdtemp(directory));
    for (int64_t pairs = 1; pairs <= 3; pairs++) {
        options_make(&options, pairs);
        options.commands.directory = directory;
        options.commands.reference_revision = "r1";
        cr_assert_eq(bres_race_commands("true", NULL, &options.commands, &race), BRES_OK, "%s",
                     bres_last_error());
        cr_expect_eq(bres_command_race_stop_reason(race), BRES_RACE_PAIRS_OVER);
        cr_expect_eq(bres_command_race_pair_count(race), (uint64_t)pairs);
        cr_expect_eq(bres_command_race_row_count(race), 0);
        cr_expect_eq(bres_command_race_result(race, true, &result), BRES_ERROR_ARGUMENT);
        cr_assert_eq(bres_command_race_result(race, false, &result), BRES_OK);
        bres_result_unref(result);
        bres_command_race_free(race);
    }
    snprintf(path, sizeof path, "%s/run-0003.json", directory);
    meta_expect(path,
                (const char *const[]){ "\"pair\": 2", "\"runs\": 3", "\"place\": 0",
                                       "\"command\": \"true\"", "\"revision\": \"r1\"",
                                       "\"start\": \"20", "\"end\": \"20", "\"host\":", NULL });
    snprintf(path, sizeof path, "%s/race.running", directory);
    cr_expect_neq(access(path, F_OK), 0);
    options.commands.reference_revision = "r2";
    cr_expect_eq(bres_race_commands("true", NULL, &options.commands, &race), BRES_ERROR_CONFLICT);
    options.commands.reference_revision = "r1";
    cr_assert_eq(bres_race_commands("true", NULL, &options.commands, &race), BRES_OK);
    cr_expect_eq(bres_command_race_remove_files(race), BRES_OK);
    bres_command_race_free(race);
}

static bres_result *collected(bool candidate, const char *directory)
{
    made_options options;
    bres_command_race *race;
    bres_result *result;

    options_make(&options, 8);
    options.commands.directory = directory;
    cr_assert_eq(bres_race_commands("true", "true", &options.commands, &race), BRES_OK);
    cr_assert_eq(bres_command_race_result(race, candidate, &result), BRES_OK);
    bres_command_race_free(race);
    return result;
}

/* The number of collected pairs was fixed in advance, so a comparison does not need the interval of
 * a race. */
Test(race, collect_is_compared_with_a_fixed_number)
{
    char directory[] = "/tmp/benchresult-test-XXXXXX";
    bres_result *sides[2];
    bres_comparison *comparison;
    char command[64];

    cr_assert_not_null(mkdtemp(directory));
    sides[0] = collected(false, directory);
    sides[1] = collected(true, directory);
    cr_assert_eq(bres_compare(&sides[0], 1, &sides[1], 1, NULL, &comparison), BRES_OK, "%s",
                 bres_last_error());
    cr_expect(bres_comparison_is_paired(comparison));
    cr_expect_not(bres_comparison_is_sequential(comparison));
    bres_comparison_free(comparison);
    bres_result_unref(sides[0]);
    bres_result_unref(sides[1]);
    snprintf(command, sizeof command, "rm -r %s", directory);
    cr_expect_eq(system(command), 0);
}

Test(race, collect_refuses)
{
    made_options options;
    bres_command_race *race;

    options_make(&options, 0);
    options.race.max_time = 1;
    cr_expect_eq(bres_race_commands("true", NULL, &options.commands, &race), BRES_ERROR_ARGUMENT);
    options_make(&options, 1);
    options.commands.cooldown = -1;
    cr_expect_eq(bres_race_commands("true", NULL, &options.commands, &race), BRES_ERROR_ARGUMENT);
    options_make(&options, 1);
    options.commands.result_format = "pyref";
    cr_expect_eq(bres_race_commands("true", NULL, &options.commands, &race), BRES_ERROR_KEY);
    options_make(&options, 1);
    options.commands.prepare = "a | b";
    cr_expect_eq(bres_race_commands("true", NULL, &options.commands, &race), BRES_ERROR_SYNTAX);
    options.commands.prepare = "false";
    cr_assert_eq(bres_race_commands("true", NULL, &options.commands, &race), BRES_OK);
    cr_expect_eq(bres_command_race_stop_reason(race), BRES_RACE_FAILED);
    bres_command_race_free(race);
    options_make(&options, 1);
    options.race.flags = BRES_RACE_NOT_SLOWER;
    options.commands.flags = 0;
    cr_expect_eq(bres_race_commands("true", "true", &options.commands, &race), BRES_ERROR_ARGUMENT);
}

Test(race, not_slower_verdicts)
{
    static const int64_t ms = 1000000;
    static const struct {
        int64_t step;
        bres_verdict verdict;
        const char *part;
    } rows[] = {
        { 500000, BRES_SAME, "not slower by more than 3 %" },
        { 1000000, BRES_SAME, "not slower by more than 3 %" },
        { 1060000, BRES_SLOW, "slower by more than 3 %" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_test_clock time = { .now = 1000000, .cost = 25 };
        const bres_clock clock = bres_test_clock_of(&time);
        bres_test_body bodies[2] = { { .clock = &time, .durations = &ms, .count = 1 },
                                     { .clock = &time, .durations = &rows[i].step, .count = 1 } };
        const bres_race_side reference = { .cpu = bres_test_body_run, .context = &bodies[0] };
        const bres_race_side candidate = { .cpu = bres_test_body_run, .context = &bodies[1] };
        bres_race_options options;
        bres_race_outcome outcome;

        bres_race_options_init(&options);
        bres_race_outcome_init(&outcome);
        options.clock = &clock;
        options.flags = BRES_RACE_NOT_SLOWER;
        options.min_effect = options.equivalence_margin = 0.03;
        cr_assert_eq(bres_race(&reference, &candidate, &options, &outcome), BRES_OK, "%s",
                     bres_last_error());
        cr_expect_eq(outcome.verdict, rows[i].verdict, "%s", outcome.message);
        cr_expect_eq(outcome.stop_reason, BRES_RACE_DECIDED);
        cr_expect_not_null(strstr(outcome.message, rows[i].part), "%s", outcome.message);
    }
}
