/* SPDX-License-Identifier: MIT */
/*
 * The plan as a shell command: the recorded commands of both sides in alternation, with new names
 * for their result files.
 */
#include "compare/replicates/replicates.h"
#include "model/build/build.h"

#include <inttypes.h>
#include <string.h>

/* The command of a side: the one that a race was given, otherwise the recorded arguments without
 * the options for result files. */
typedef struct side_command {
    bres__text line; /* for the shell */
    bool known;
    bool is_race;
    bool names_benchmark; /* it already selects benchmarks */
    char benchmark[256];  /* the last of these */
} side_command;

static const char *const side_names[2] = { "ref", "cmp" };

/* Whether the word is an option with a result file as its argument. */
static bool option_is_output(const char *word, size_t length)
{
    static const char *const names[] = { "--json", "--jsonbin", "--csv", "--md", "--markdown" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strlen(names[i]) == length && memcmp(word, names[i], length) == 0)
            return true;
    }
    return false;
}

static bool option_is_benchmark(const char *word, size_t length)
{
    return (length == 2 && memcmp(word, "-b", 2) == 0) ||
           (length == 11 && memcmp(word, "--benchmark", 11) == 0);
}

/* Appends a text for the shell, within quotes that the caller writes. */
static void put_quoted(bres__text *line, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            bres__text_puts(line, "'\\''");
        else
            bres__text_putc(line, *text);
    }
}

/* Appends a word as the shell reads it back. */
static void put_word(bres__text *text, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_@%+=:,./-";

    if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
        bres__text_puts(text, word);
        return;
    }
    bres__text_putc(text, '\'');
    put_quoted(text, word);
    bres__text_putc(text, '\'');
}

/* Adds an argument; *skip: it is the file of the last option. */
static void command_add_argument(side_command *command, const char *word, bool *skip)
{
    const size_t length = strcspn(word, "=");

    if (command->names_benchmark && command->benchmark[0] == '\0')
        bres__format(command->benchmark, sizeof(command->benchmark), "%s", word);
    if (*skip) {
        *skip = false;
        return;
    }
    if (option_is_output(word, length)) {
        *skip = word[length] == '\0';
        return;
    }
    if (option_is_benchmark(word, length)) {
        command->names_benchmark = true;
        bres__format(command->benchmark, sizeof(command->benchmark), "%s",
                     word[length] == '=' ? word + length + 1 : "");
    }
    if (command->line.length > 0)
        bres__text_putc(&command->line, ' ');
    put_word(&command->line, word);
}

/* Reads the list of arguments in the meta section. Anything but a list of strings is no command. */
static bres_status command_read(side_command *command, const char *list, bres__arena *arena)
{
    bres__cursor cursor = bres__json_cursor(list, strlen(list));
    bres_status status = bres__json_enter(&cursor, '[');
    bool first = true;
    bool more = true;
    bool skip = false;

    while (status == BRES_OK) {
        bres__slice slice;
        const char *word;

        status = bres__json_next_element(&cursor, &first, &more);
        if (status != BRES_OK || !more)
            break;
        if (bres__json_peek(&cursor) != BRES__JSON_STRING)
            return BRES_OK;
        status = bres__json_string(&cursor, arena, &slice);
        if (status != BRES_OK)
            break;
        word = bres__arena_copy(arena, slice.data, slice.length);
        if (word == NULL)
            return bres__error_memory();
        command_add_argument(command, word, &skip);
    }
    command->known = status == BRES_OK && command->line.length > 0;
    return status == BRES_ERROR_MEMORY ? status : BRES_OK;
}

/* The command that a race was given for this side; *found is NULL if the result is not of a race.
 */
static bres_status race_command_find(const char *meta, bres__arena *arena, const char **found)
{
    static const char *const keys[] = { "benchresult", "race", "command" };
    const char *member = meta;
    bres_status status = BRES_OK;
    bres__cursor cursor;
    bres__slice slice;

    *found = NULL;
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]) && status == BRES_OK; i++) {
        if (member == NULL || member[0] != '{')
            return BRES_OK;
        status = bres__member_text(member, keys[i], arena, &member);
    }
    if (status != BRES_OK || member == NULL || member[0] != '"')
        return status;
    cursor = bres__json_cursor(member, strlen(member));
    status = bres__json_string(&cursor, arena, &slice);
    if (status != BRES_OK)
        return status == BRES_ERROR_MEMORY ? status : BRES_OK;
    *found = bres__arena_copy(arena, slice.data, slice.length);
    return *found != NULL ? BRES_OK : bres__error_memory();
}

static bres_status command_find(side_command *command, const bres_comparison *comparison, int side)
{
    const char *meta = comparison->sets[side].runs[0].result->meta;
    bres__arena arena = { 0 };
    const char *list = NULL;
    const char *raced = NULL;
    bres_status status = race_command_find(meta, &arena, &raced);

    command->is_race = raced != NULL;
    command->known = command->is_race;
    if (command->is_race)
        put_word(&command->line, raced);
    else if (status == BRES_OK && meta != NULL)
        status = bres__member_text(meta, "argv", &arena, &list);
    if (status == BRES_OK && list != NULL && list[0] == '[')
        status = command_read(command, list, &arena);
    bres__arena_free(&arena);
    if (status == BRES_OK && command->line.failed)
        status = bres__error_memory();
    return status;
}

/* The options that select the state of a row, each with a blank before it. A command that already
 * names benchmarks takes axes for the last of them. */
static void put_selection(bres__text *line, const side_command *command, const bres_row *row)
{
    const bres_state *state = row->candidate;
    const char *benchmark = bres_subbench_name(bres_state_subbench(state));
    bres__text value = { 0 };

    if (!command->names_benchmark) {
        bres__text_puts(line, " -b ");
        put_word(line, benchmark);
    } else if (strcmp(command->benchmark, benchmark) != 0) {
        return;
    }
    for (size_t i = 0; i < bres_state_point_count(state); i++) {
        const char *axis = bres_state_point_axis_at(state, i);

        bres__text_clear(&value);
        bres__text_printf(&value, "%s=%s", axis, bres_state_point_text(state, axis));
        bres__text_puts(line, " -a ");
        line->failed |= value.failed;
        if (!value.failed)
            put_word(line, value.data);
    }
    bres__text_free(&value);
}

/* One execution of a side. An unknown command is a shell variable. */
static void put_execution(bres__text *line, const side_command *command, int side,
                          const bres_row *row, size_t plan)
{
    if (command->known)
        bres__text_puts(line, command->line.data);
    else
        bres__text_puts(line, side == BRES__REFERENCE ? "$REF" : "$CMP");
    put_selection(line, command, row);
    if (row->plan->variance_source == BRES_VARIANCE_SAMPLES && row->plan->samples > 0)
        bres__text_printf(line, " --min-samples %" PRIu64, row->plan->samples);
    bres__text_printf(line, " --jsonbin more%zu-$i-%s.json; ", plan, side_names[side]);
}

/* A side of a race is one word. A program that writes results takes a selection of states. */
static void put_raced(bres__text *line, const side_command *command, const bres_row *row)
{
    const char *word = command->line.data;
    bres__text selection = { 0 };

    if (strstr(word, "{}") == NULL || strstr(word, " -b ") != NULL ||
        strstr(word, "--benchmark") != NULL) {
        bres__text_puts(line, word);
        return;
    }
    put_selection(&selection, command, row);
    line->failed |= selection.failed;
    /* A word with {} is in quotes. */
    bres__text_append(line, word, strlen(word) - 1);
    if (!selection.failed)
        put_quoted(line, selection.data);
    bres__text_putc(line, '\'');
    bres__text_free(&selection);
}

/* A race measures its own pairs, in random order. */
static void put_race(bres__text *line, const side_command *commands, const bres_row *row,
                     size_t plan, size_t runs)
{
    const uint32_t pairs = row->plan->runs;

    for (int side = 0; side < 2; side++) {
        bres__text_printf(line, side == 0 ? "benchresult race --%s " : " --%s ", side_names[side]);
        put_raced(line, &commands[side], row);
    }
    bres__text_printf(line,
                      " --min-pairs %" PRIu32 " --max-pairs %" PRIu32
                      " --max-time 0 --jsonbin more%zu-%zu.json",
                      pairs, pairs, plan, runs + 1);
}

static void put_loop(bres__text *line, const side_command *commands, const bres_row *row,
                     size_t plan, size_t runs)
{
    bres__text_printf(line, "for i in $(seq %zu %zu); do ", runs + 1, runs + row->plan->runs);
    for (int side = 0; side < 2; side++)
        put_execution(line, &commands[side], side, row, plan);
    bres__text_puts(line, "done");
}

/* Compares the present results and the new ones. Nothing if a present result has no file. */
static void put_compare(bres__text *line, const bres_comparison *comparison, bool of_race,
                        size_t plan, size_t runs)
{
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < comparison->sets[side].result_count; i++) {
            if (comparison->sets[side].results[i]->path == NULL)
                return;
        }
    }
    bres__text_puts(line, of_race ? " && benchresult compare --allow-missing"
                                  : "; benchresult compare --allow-missing");
    for (int side = 0; side < 2; side++) {
        bres__text_printf(line, " --%s", side_names[side]);
        for (size_t i = 0; i < comparison->sets[side].result_count; i++) {
            bres__text_putc(line, ' ');
            put_word(line, comparison->sets[side].results[i]->path);
        }
        if (of_race)
            bres__text_printf(line, " more%zu-%zu-%s.json", plan, runs + 1, side_names[side]);
        else
            bres__text_printf(line, " more%zu-*-%s.json", plan, side_names[side]);
    }
}

/* Each plan has files of its own: `plan` is its number, counted from 1. */
static bres_status row_command(bres_comparison *comparison, const side_command *commands,
                               bres_row *row, size_t plan, bres__text *line)
{
    const bool of_race = commands[0].is_race && commands[1].is_race;
    const size_t runs =
        row->run_counts[0] > row->run_counts[1] ? row->run_counts[0] : row->run_counts[1];

    /* Numbers continue after the present runs, so that each plan writes new files. */
    bres__text_clear(line);
    if (of_race)
        put_race(line, commands, row, plan, runs);
    else
        put_loop(line, commands, row, plan, runs);
    put_compare(line, comparison, of_race, plan, runs);
    if (line->failed)
        return bres__error_memory();
    row->plan->command = bres__arena_strdup(&comparison->arena, line->data);
    return row->plan->command != NULL ? BRES_OK : bres__error_memory();
}

bres_status bres__rows_command(bres_comparison *comparison)
{
    side_command commands[2] = { { .known = false }, { .known = false } };
    bres__text line = { 0 };
    size_t plans = 0;
    bres_status status = command_find(&commands[0], comparison, BRES__REFERENCE);

    if (status == BRES_OK)
        status = command_find(&commands[1], comparison, BRES__CANDIDATE);
    /* A race needs both sides. */
    for (int side = 0; side < 2; side++)
        commands[side].known &= !commands[side].is_race || commands[1 - side].is_race;
    /* The same command on both sides: only the user knows how the two differed. */
    if (status == BRES_OK && commands[0].known && commands[1].known && !commands[0].is_race &&
        strcmp(commands[0].line.data, commands[1].line.data) == 0)
        commands[0].known = commands[1].known = false;
    for (size_t i = 0; i < comparison->row_count && status == BRES_OK; i++) {
        bres_row *row = &comparison->rows[i];

        if (row->plan != NULL && row->plan->runs > 0)
            status = row_command(comparison, commands, row, ++plans, &line);
    }
    bres__text_free(&line);
    bres__text_free(&commands[0].line);
    bres__text_free(&commands[1].line);
    return status;
}
