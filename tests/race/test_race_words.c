/* SPDX-License-Identifier: MIT */
/* Commands as words. */
#include "base/fault.h"
#include "race/commands.h"
#include "support/counted.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* Words with '|' between them; NULL: refused, with this in the message. */
static const struct {
    const char *command;
    const char *words;
    const char *error;
} rows[] = {
    { "a", "a", NULL },
    { "  a\tb \n c  ", "a|b|c", NULL },
    { "a 'b c'", "a|b c", NULL },
    { "a 'b'c\"d\"e", "a|bcde", NULL },
    { "a '' \"\"", "a||", NULL },
    { "a 'x\\y'", "a|x\\y", NULL },
    { "a \"x\\y\\\"\\\\\\$\\`\"", "a|x\\y\"\\$`", NULL },
    { "a x\\ y\\'z", "a|x y'z", NULL },
    { "a '$HOME > x'", "a|$HOME > x", NULL },
    { "./b --jsonbin {} -a T=[F32,F64] *?~#", "./b|--jsonbin|{}|-a|T=[F32,F64]|*?~#", NULL },
    { "", NULL, "a command is empty" },
    { " \t", NULL, "a command is empty" },
    { "a 'b", NULL, "ends within quotes" },
    { "a \"b\\\"", NULL, "ends within quotes" },
    { "a b\\", NULL, "ends within a backslash's character" },
    { "a > b", NULL, "needs a shell for '>'" },
    { "a < b", NULL, "needs a shell for '<'" },
    { "a | b", NULL, "needs a shell for '|'" },
    { "a; b", NULL, "needs a shell for ';'" },
    { "a &", NULL, "needs a shell for '&'" },
    { "a $HOME", NULL, "needs a shell for '$'" },
    { "a `b`", NULL, "needs a shell for '`'" },
    { "(a)", NULL, "needs a shell for '('" },
};

static void join(const bres__words *words, char *joined, size_t size)
{
    joined[0] = '\0';
    for (size_t i = 0; i < words->count; i++) {
        strncat(joined, i > 0 ? "|" : "", size - strlen(joined) - 1);
        strncat(joined, words->items[i], size - strlen(joined) - 1);
    }
}

Test(race, race_words)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        bres__words words = { 0 };
        const bres_status status = bres__words_split(rows[i].command, &words);
        char joined[256];

        if (rows[i].words != NULL) {
            cr_assert_eq(status, BRES_OK, "<%s>: %s", rows[i].command, bres_last_error());
            join(&words, joined, sizeof(joined));
            cr_expect_str_eq(joined, rows[i].words, "<%s>: %s", rows[i].command, joined);
            cr_expect_null(words.items[words.count]);
        } else {
            cr_expect_eq(status, BRES_ERROR_SYNTAX, "<%s>", rows[i].command);
            cr_expect_not_null(strstr(bres_last_error(), rows[i].error), "<%s>: %s",
                               rows[i].command, bres_last_error());
        }
        bres__words_free(&words);
    }
}

Test(race, race_words_have_places)
{
    bres__words words = { 0 };
    bres__words filled = { 0 };
    char joined[256];

    cr_assert_eq(bres__words_split("a --json={} {}{} b", &words), BRES_OK);
    cr_expect(bres__words_has_place(&words));
    cr_assert_eq(bres__words_put(&words, "/t/1", &filled), BRES_OK);
    join(&filled, joined, sizeof(joined));
    cr_expect_str_eq(joined, "a|--json=/t/1|/t/1/t/1|b");
    cr_expect(!bres__words_has_place(&filled));
    bres__words_free(&filled);
    bres__words_free(&words);
}

static bres_status split_and_put(void *context)
{
    bres__words words = { 0 };
    bres__words filled = { 0 };
    bres_status status = bres__words_split("a 'b' {} d", &words);

    (void)context;
    if (status == BRES_OK)
        status = bres__words_put(&words, "path", &filled);
    bres__words_free(&filled);
    bres__words_free(&words);
    return status;
}

Test(race, race_words_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, split_and_put, NULL);
}

/* --- Whole commands --------------------------------------------------------------------------- */

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

/* A race leaves its directory until it is told to remove it, which may be what fails. */
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
    options.flags = 4;
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

    /* A command that fails leaves a race without a pair. */
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
    cr_expect_eq(bres_command_race_report(made, BRES_FORMAT_CSV, &text, &length),
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
