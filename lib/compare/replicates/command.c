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
} side_command;

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
    for (; *word != '\0'; word++) {
        if (*word == '\'')
            bres__text_puts(text, "'\\''");
        else
            bres__text_putc(text, *word);
    }
    bres__text_putc(text, '\'');
}

/* Adds an argument; *skip: it is the file of the last option. */
static void command_add_argument(side_command *command, const char *word, bool *skip)
{
    const size_t length = strcspn(word, "=");

    if (*skip) {
        *skip = false;
        return;
    }
    if (option_is_output(word, length)) {
        *skip = word[length] == '\0';
        return;
    }
    command->names_benchmark |= option_is_benchmark(word, length);
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
static bres_status race_command_find(const bres_result *result, bres__arena *arena,
                                     const char **found)
{
    static const char *const keys[] = { "benchresult", "race", "command" };
    const char *member;
    bres_status status =
        bres__meta_member(result, keys, sizeof(keys) / sizeof(keys[0]), arena, &member);
    bres__cursor cursor;
    bres__slice slice;

    *found = NULL;
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
    const bres_result *result = comparison->sets[side].runs[0].result;
    bres__arena arena = { 0 };
    const char *list = NULL;
    const char *raced = NULL;
    bres_status status = race_command_find(result, &arena, &raced);

    command->is_race = raced != NULL;
    command->known = command->is_race;
    if (command->is_race)
        put_word(&command->line, raced);
    else if (status == BRES_OK)
        status = bres__meta_member(result, (const char *const[]){ "argv" }, 1, &arena, &list);
    if (status == BRES_OK && list != NULL && list[0] == '[')
        status = command_read(command, list, &arena);
    bres__arena_free(&arena);
    if (status == BRES_OK && command->line.failed)
        status = bres__error_memory();
    return status;
}

/* The command of a side. An unknown one is a shell variable. */
static void put_command(bres__text *line, const side_command *command, int side)
{
    if (command->known)
        bres__text_puts(line, command->line.data);
    else
        bres__text_puts(line, side == BRES__REFERENCE ? "$REF" : "$CMP");
}

/* Pairs of a race for a plan of one run per side. */
#define PAIRS_OF_RACE 8u

/* One execution of a side, into the file with this suffix. */
static void put_execution(bres__text *line, const side_command *command, int side,
                          const bres_row *row, const char *suffix)
{
    const char *file = side == BRES__REFERENCE ? "ref" : "cmp";
    const char *benchmark = bres_subbench_name(bres_state_subbench(row->candidate));

    put_command(line, command, side);
    if (!command->names_benchmark) {
        bres__text_puts(line, " -b ");
        put_word(line, benchmark);
    }
    if (row->plan->variance_source != BRES_VARIANCE_RUNS && row->plan->samples > 0)
        bres__text_printf(line, " --min-samples %" PRIu64, row->plan->samples);
    bres__text_printf(line, " --jsonbin %s-more%s.json", file, suffix);
}

/* A race measures its own pairs, in random order. */
static void put_race(bres__text *line, const side_command *commands, uint32_t pairs, size_t number)
{
    bres__text_printf(line,
                      "benchresult race --ref %s --cmp %s --min-pairs %" PRIu32
                      " --max-pairs %" PRIu32 " --max-time 0 --jsonbin more-%zu.json",
                      commands[0].line.data, commands[1].line.data, pairs, pairs, number);
}

static void put_loop(bres__text *line, const side_command *commands, const bres_row *row,
                     size_t runs)
{
    bres__text_printf(line, "for i in $(seq %zu %zu); do ", runs + 1, runs + row->plan->runs);
    for (int side = 0; side < 2; side++) {
        put_execution(line, &commands[side], side, row, "-$i");
        bres__text_puts(line, "; ");
    }
    bres__text_puts(line, "done");
}

static void put_clock_lock(bres__text *line, const side_command *commands, const char *rate)
{
    put_command(line, &commands[BRES__CANDIDATE], BRES__CANDIDATE);
    bres__text_printf(line, " --lock-gpu-clocks %s", rate);
}

/* With one run per side: a new run of each side, or pairs of runs, and their comparison. */
static void put_pair(bres__text *line, const side_command *commands, const bres_row *row)
{
    const bool locks = row->plan->variance_source == BRES_VARIANCE_CLOCK_RATE;

    if (commands[0].is_race && commands[1].is_race) {
        put_race(line, commands, PAIRS_OF_RACE, 1);
        return;
    }
    if (row->plan->runs == 0) {
        put_execution(line, &commands[0], BRES__REFERENCE, row, "");
        bres__text_puts(line, "; ");
        put_execution(line, &commands[1], BRES__CANDIDATE, row, "");
        bres__text_puts(line, "; benchresult compare ref-more.json cmp-more.json");
        return;
    }
    if (locks) {
        put_clock_lock(line, commands, "base");
        bres__text_puts(line, "; ");
    }
    put_loop(line, commands, row, 0);
    if (locks) {
        bres__text_puts(line, "; ");
        put_clock_lock(line, commands, "reset");
    }
    bres__text_puts(line, "; benchresult compare --paired --ref ref-more-?.json --cmp "
                          "cmp-more-?.json");
}

static bres_status row_command(bres_comparison *comparison, const side_command *commands,
                               bres_row *row, bres__text *line)
{
    const size_t runs =
        row->run_counts[0] > row->run_counts[1] ? row->run_counts[0] : row->run_counts[1];

    /* Numbers continue after the present runs, so that each plan writes new files. */
    bres__text_clear(line);
    if (!comparison->has_replicates)
        put_pair(line, commands, row);
    else if (commands[0].is_race && commands[1].is_race)
        put_race(line, commands, row->plan->runs, runs + 1);
    else
        put_loop(line, commands, row, runs);
    if (line->failed)
        return bres__error_memory();
    row->plan->command = bres__arena_strdup(&comparison->arena, line->data);
    return row->plan->command != NULL ? BRES_OK : bres__error_memory();
}

/* Whether the plan of a row asks for a measurement. */
static bool row_is_measurable(const bres_comparison *comparison, const bres_row *row)
{
    return row->plan != NULL &&
           (row->plan->runs > 0 || (!comparison->has_replicates && row->plan->samples > 0));
}

/* Finds the commands of both sides. The caller frees the lines, even after a failure. */
static bres_status commands_find(side_command commands[2], const bres_comparison *comparison)
{
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
    return status;
}

static void commands_free(side_command commands[2])
{
    bres__text_free(&commands[0].line);
    bres__text_free(&commands[1].line);
}

/* A side of a race as one word. A race replaces {} by its file. */
static void put_raced(bres__text *line, const side_command *command, const char *variable)
{
    bres__text word = { 0 };

    if (!command->known) {
        bres__text_printf(line, "\"%s --jsonbin {}\"", variable);
    } else if (command->is_race) {
        bres__text_puts(line, command->line.data); /* it is one word already */
    } else {
        bres__text_printf(&word, "%s --jsonbin {}", command->line.data);
        line->failed |= word.failed;
        if (!word.failed)
            put_word(line, word.data);
    }
    bres__text_free(&word);
}

bres_status bres__race_command(bres_comparison *comparison, const char **command)
{
    side_command commands[2] = { { .known = false }, { .known = false } };
    bres__text line = { 0 };
    bres_status status = commands_find(commands, comparison);

    *command = NULL;
    if (status == BRES_OK) {
        bres__text_puts(&line, "benchresult race --ref ");
        put_raced(&line, &commands[0], "$REF");
        bres__text_puts(&line, " --cmp ");
        put_raced(&line, &commands[1], "$CMP");
        bres__text_puts(&line, " --jsonbin race.json");
        *command = line.failed ? NULL : bres__arena_strdup(&comparison->arena, line.data);
        status = *command != NULL ? BRES_OK : bres__error_memory();
    }
    bres__text_free(&line);
    commands_free(commands);
    return status;
}

bres_status bres__rows_command(bres_comparison *comparison)
{
    side_command commands[2] = { { .known = false }, { .known = false } };
    bres__text line = { 0 };
    bres_status status = commands_find(commands, comparison);

    for (size_t i = 0; i < comparison->row_count && status == BRES_OK; i++) {
        bres_row *row = &comparison->rows[i];

        if (row_is_measurable(comparison, row))
            status = row_command(comparison, commands, row, &line);
    }
    bres__text_free(&line);
    commands_free(commands);
    return status;
}
