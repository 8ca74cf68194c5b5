/* SPDX-License-Identifier: MIT */
/*
 * The plan as a shell command: the recorded commands of both sides in alternation, with new names
 * for their result files, and the comparison of these files.
 */
#include "compare/replicates/command.h"

#include <inttypes.h>
#include <string.h>

/* Pairs of a race for a plan of one run per side. */
#define PAIRS_OF_RACE 8u

/* Appends the options that select the state of a row, each after a blank. A command that already
 * names benchmarks gets the axes only if the last of its benchmarks is that of the row. */
static void put_selection(bres__text *line, const bres__side_command *command, const bres_row *row)
{
    const bres_state *state = row->candidate;
    const char *benchmark = bres_subbench_name(bres_state_subbench(state));
    bres__text value = { 0 };

    if (!command->names_benchmark) {
        bres__text_puts(line, " -b ");
        bres__put_word(line, benchmark);
    } else if (strcmp(command->benchmark, benchmark) != 0) {
        return;
    }
    for (size_t i = 0; i < bres_state_point_count(state); i++) {
        const char *axis = bres_state_point_axis_at(state, i);
        const char *text = bres_state_point_text_at(state, i);

        /* Programs accept no empty value. */
        if (text[0] == '\0')
            continue;
        bres__text_clear(&value);
        bres__text_printf(&value, "%s=%s", axis, text);
        bres__text_puts(line, " -a ");
        line->failed |= value.failed;
        if (!value.failed)
            bres__put_word(line, value.data);
    }
    bres__text_free(&value);
}

/* Appends the command of a side, or a shell variable if the command is unknown. */
static void put_command(bres__text *line, const bres__side_command *command, int side)
{
    if (command->known)
        bres__text_puts(line, command->line.data);
    else
        bres__text_puts(line, side == BRES__REFERENCE ? "$REF" : "$CMP");
}

/* Appends one execution of a side, which writes the file of the plan with this infix. */
static void put_execution(bres__text *line, const bres__side_command *command, int side,
                          const bres_row *row, size_t plan, const char *infix)
{
    put_command(line, command, side);
    put_selection(line, command, row);
    if (row->plan->variance_source != BRES_VARIANCE_RUNS && row->plan->samples > 0)
        bres__text_printf(line, " --min-samples %" PRIu64, row->plan->samples);
    bres__text_printf(line, " --jsonbin more%zu-%s%s.json; ", plan, infix, bres__side_names[side]);
}

/* Appends a side of a race, which is one word. Adds a selection of states if the program writes
 * results and selects no benchmark. */
static void put_raced(bres__text *line, const bres__side_command *command, const bres_row *row)
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
        bres__put_quoted(line, selection.data);
    bres__text_putc(line, '\'');
    bres__text_free(&selection);
}

/* A race measures its own pairs, in random order. */
static void put_race(bres__text *line, const bres__side_command *commands, const bres_row *row,
                     size_t plan, size_t first, uint32_t pairs)
{
    for (int side = 0; side < 2; side++) {
        bres__text_printf(line, side == 0 ? "benchresult race --%s " : " --%s ",
                          bres__side_names[side]);
        put_raced(line, &commands[side], row);
    }
    bres__text_printf(line,
                      " --min-pairs %" PRIu32 " --max-pairs %" PRIu32
                      " --max-time 0 --jsonbin more%zu-%zu.json",
                      pairs, pairs, plan, first);
}

static void put_loop(bres__text *line, const bres__side_command *commands, const bres_row *row,
                     size_t plan, size_t first)
{
    bres__text_printf(line, "for i in $(seq %zu %zu); do ", first, first + row->plan->runs - 1);
    for (int side = 0; side < 2; side++)
        put_execution(line, &commands[side], side, row, plan, "$i-");
    bres__text_puts(line, "done");
}

static void put_clock_lock(bres__text *line, const bres__side_command *commands, const char *rate)
{
    put_command(line, &commands[BRES__CANDIDATE], BRES__CANDIDATE);
    bres__text_printf(line, " --lock-gpu-clocks %s", rate);
}

/* With one run per side: appends a new run of each side, or pairs of runs, and their comparison. */
static void put_pair(bres__text *line, const bres__side_command *commands, const bres_row *row,
                     size_t plan)
{
    const bool locks = row->plan->variance_source == BRES_VARIANCE_CLOCK_RATE;

    if (commands[0].is_race && commands[1].is_race) {
        put_race(line, commands, row, plan, 1, PAIRS_OF_RACE);
        bres__text_printf(line, " && benchresult compare more%zu-1-ref.json more%zu-1-cmp.json",
                          plan, plan);
        return;
    }
    if (row->plan->runs == 0) {
        for (int side = 0; side < 2; side++)
            put_execution(line, &commands[side], side, row, plan, "");
        bres__text_printf(line, "benchresult compare more%zu-ref.json more%zu-cmp.json", plan,
                          plan);
        return;
    }
    if (locks) {
        put_clock_lock(line, commands, "base");
        bres__text_puts(line, "; ");
    }
    put_loop(line, commands, row, plan, 1);
    if (locks) {
        bres__text_puts(line, "; ");
        put_clock_lock(line, commands, "reset");
    }
    bres__text_printf(line,
                      "; benchresult compare --paired --ref more%zu-?-ref.json --cmp "
                      "more%zu-?-cmp.json",
                      plan, plan);
}

/* Appends the comparison of the present and the new results; nothing if a present result has no
 * file. */
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
        bres__text_printf(line, " --%s", bres__side_names[side]);
        for (size_t i = 0; i < comparison->sets[side].result_count; i++) {
            bres__text_putc(line, ' ');
            bres__put_word(line, comparison->sets[side].results[i]->path);
        }
        if (of_race)
            bres__text_printf(line, " more%zu-%zu-%s.json", plan, runs + 1, bres__side_names[side]);
        else
            bres__text_printf(line, " more%zu-*-%s.json", plan, bres__side_names[side]);
    }
}

static void put_replicates(bres__text *line, const bres_comparison *comparison,
                           const bres__side_command *commands, const bres_row *row, size_t plan)
{
    const bool of_race = commands[0].is_race && commands[1].is_race;
    const size_t runs =
        row->run_counts[0] > row->run_counts[1] ? row->run_counts[0] : row->run_counts[1];

    /* Numbers continue after the present runs, so that each plan writes new files. */
    if (of_race)
        put_race(line, commands, row, plan, runs + 1, row->plan->runs);
    else
        put_loop(line, commands, row, plan, runs + 1);
    put_compare(line, comparison, of_race, plan, runs);
}

/* Sets the command of a row's plan. Each plan has its own files: `plan` is its number, counted from
 * 1. */
static bres_status row_command(bres_comparison *comparison, const bres__side_command *commands,
                               bres_row *row, size_t plan, bres__text *line)
{
    bres__text_clear(line);
    if (comparison->has_replicates)
        put_replicates(line, comparison, commands, row, plan);
    else
        put_pair(line, commands, row, plan);
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

bres_status bres__rows_command(bres_comparison *comparison)
{
    bres__side_command commands[2] = { { .known = false }, { .known = false } };
    bres__text line = { 0 };
    size_t plans = 0;
    bres_status status = bres__side_commands_find(commands, comparison);

    for (size_t i = 0; i < comparison->row_count && status == BRES_OK; i++) {
        bres_row *row = &comparison->rows[i];

        if (row_is_measurable(comparison, row))
            status = row_command(comparison, commands, row, ++plans, &line);
    }
    bres__text_free(&line);
    bres__side_commands_free(commands);
    return status;
}
