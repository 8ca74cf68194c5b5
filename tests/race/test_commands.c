/* SPDX-License-Identifier: MIT */
/* Races of whole commands. */
#include "base/fault.h"
#include "support/counted.h"
#include "support/support.h"

#include <benchresult/race.h>
#include <criterion/criterion.h>
#include <string.h>

static bres_status race_true(void *context)
{
    bres_command_race_options options;
    bres_race_options race;
    bres_command_race *made;
    bres_result *result = NULL;
    bres_status status;
    size_t length;
    char *text = NULL;

    (void)context;
    bres_race_options_init(&race);
    race.max_pairs = 1;
    race.warmup_runs = 0;
    bres_command_race_options_init(&options);
    options.race = &race;
    status = bres_race_commands("true", "true", &options, &made);
    cr_assert_eq(made != NULL, status == BRES_OK);
    if (status != BRES_OK)
        return status;
    status = bres_command_race_result(made, true, &result);
    cr_assert_eq(result != NULL, status == BRES_OK);
    if (status == BRES_OK)
        status = bres_command_race_report(made, BRES_FORMAT_JSON, &text, &length);
    if (status == BRES_OK) {
        bres_string_free(text);
        status = bres_command_race_report(made, BRES_FORMAT_MARKDOWN, &text, &length);
    }
    cr_assert_eq(text != NULL, status == BRES_OK);
    bres_string_free(text);
    bres_result_unref(result);
    bres_command_race_free(made);
    return status;
}

/* A race keeps its directory until it is asked to remove it, and the removal may fail. */
Test(race, race_commands_without_memory)
{
    bres_test_tmpdir_begin();
    bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, race_true, NULL);
    bres_test_tmpdir_leave();
}

Test(race, race_commands_refuse)
{
    bres_command_race_options options;
    bres_race_options race;
    bres_command_race *made = NULL;
    bres_result *result;
    size_t length;
    char *text;

    cr_expect_eq(bres_race_commands("true", "true", NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_race_commands(NULL, "true", NULL, &made), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_race_commands("true", NULL, NULL, &made), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_race_commands("true", "", NULL, &made), BRES_ERROR_SYNTAX);
    cr_expect_eq(bres_race_commands("true {}", "true", NULL, &made), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_race_commands("true", "/no/such/program", NULL, &made), BRES_ERROR_NO_FILE);
    bres_command_race_options_init(&options);
    options.flags = 8;
    cr_expect_eq(bres_race_commands("true", "true", &options, &made), BRES_ERROR_ARGUMENT);
    options.flags = 0;
    options.timeout = -1;
    cr_expect_eq(bres_race_commands("true", "true", &options, &made), BRES_ERROR_ARGUMENT);
    options.timeout = 0;
    bres_race_options_init(&race);
    race.error_rate = 2;
    options.race = &race;
    cr_expect_eq(bres_race_commands("true", "true", &options, &made), BRES_ERROR_ARGUMENT);
    cr_expect_null(made);

    /* A race whose command fails has no pair. */
    cr_assert_eq(bres_race_commands("true", "false", NULL, &made), BRES_OK);
    cr_expect_eq(bres_command_race_stop_reason(made), BRES_RACE_FAILED);
    cr_expect_str_eq(bres_command_race_message(made),
                     "pair 1, the candidate: 'false' ended with exit status 1");
    cr_expect_eq(bres_command_race_row_count(made), 0);
    cr_expect_null(bres_command_race_row_at(made, 0));
    cr_expect_null(bres_command_race_row_bench(made, 0));
    cr_expect_null(bres_command_race_row_state(made, 0));
    cr_expect_eq(bres_command_race_result(made, false, &result), BRES_ERROR_STATE);
    cr_expect_eq(bres_command_race_result(made, false, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_command_race_result(NULL, false, &result), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_command_race_report(made, BRES_FORMAT_PYTHON, &text, &length),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_command_race_report(NULL, BRES_FORMAT_JSON, &text, &length),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_command_race_report(made, BRES_FORMAT_JSON, NULL, &length),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_command_race_remove_files(NULL), BRES_ERROR_ARGUMENT);
    bres_command_race_free(made);
    bres_command_race_free(NULL);
    cr_expect_eq(bres_command_race_stop_reason(NULL), 0);
    cr_expect_eq(bres_command_race_pair_count(NULL), 0);
    cr_expect_str_eq(bres_command_race_message(NULL), "");
}
