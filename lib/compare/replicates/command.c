/* SPDX-License-Identifier: MIT */
/*
 * The commands that the results record, and the command of a race between them.
 */
#include "compare/replicates/command.h"
#include "model/build/build.h"

#include <string.h>

const char *const bres__side_names[2] = { "ref", "cmp" };

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

void bres__put_quoted(bres__text *line, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            bres__text_puts(line, "'\\''");
        else
            bres__text_putc(line, *text);
    }
}

void bres__put_word(bres__text *text, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_@%+=:,./-";

    if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
        bres__text_puts(text, word);
        return;
    }
    bres__text_putc(text, '\'');
    bres__put_quoted(text, word);
    bres__text_putc(text, '\'');
}

/* Adds an argument. *skip: the argument is the file of the previous option, and is left out. */
static void command_add_argument(bres__side_command *command, const char *word, bool *skip)
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
    bres__put_word(&command->line, word);
}

/* Reads the list of arguments in the meta section. The command remains unknown if the value is not
 * a list of strings. */
static bres_status command_read(bres__side_command *command, const char *list, bres__arena *arena)
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

/* Finds the command that was given to a race for this side; *found is NULL without a race. */
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

static bres_status command_find(bres__side_command *command, const bres_comparison *comparison,
                                int side)
{
    const char *meta = comparison->sets[side].runs[0].result->meta;
    bres__arena arena = { 0 };
    const char *list = NULL;
    const char *raced = NULL;
    bres_status status = race_command_find(meta, &arena, &raced);

    command->is_race = raced != NULL;
    command->known = command->is_race;
    if (command->is_race)
        bres__put_word(&command->line, raced);
    else if (status == BRES_OK && meta != NULL)
        status = bres__member_text(meta, "argv", &arena, &list);
    if (status == BRES_OK && list != NULL && list[0] == '[')
        status = command_read(command, list, &arena);
    bres__arena_free(&arena);
    if (status == BRES_OK && command->line.failed)
        status = bres__error_memory();
    return status;
}

bres_status bres__side_commands_find(bres__side_command commands[2],
                                     const bres_comparison *comparison)
{
    bres_status status = command_find(&commands[0], comparison, BRES__REFERENCE);

    if (status == BRES_OK)
        status = command_find(&commands[1], comparison, BRES__CANDIDATE);
    /* A race needs the commands of both sides. */
    for (int side = 0; side < 2; side++)
        commands[side].known &= !commands[side].is_race || commands[1 - side].is_race;
    /* The same command on both sides: only the user knows how the two differed. */
    if (status == BRES_OK && commands[0].known && commands[1].known && !commands[0].is_race &&
        strcmp(commands[0].line.data, commands[1].line.data) == 0)
        commands[0].known = commands[1].known = false;
    return status;
}

void bres__side_commands_free(bres__side_command commands[2])
{
    bres__text_free(&commands[0].line);
    bres__text_free(&commands[1].line);
}

/* Appends a side of a race as one word. The race replaces {} by the result file. */
static void put_raced(bres__text *line, const bres__side_command *command, const char *variable)
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
            bres__put_word(line, word.data);
    }
    bres__text_free(&word);
}

bres_status bres__race_command(bres_comparison *comparison, const char **command)
{
    bres__side_command commands[2] = { { .known = false }, { .known = false } };
    bres__text line = { 0 };
    bres_status status = bres__side_commands_find(commands, comparison);

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
    bres__side_commands_free(commands);
    return status;
}
