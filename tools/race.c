/* SPDX-License-Identifier: MIT */
/*
 * benchresult race: two programs in alternation until it is decided which is faster.
 */
#include "race.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A race without options of its own. */
#define MAX_TIME 600

struct race {
    struct race_arguments arguments;
    bres_result *states;
    bres_command_race *race;
    char *directory;
    bool drawn; /* a progress line stands on the terminal */
};

static void race_help(void)
{
    puts("usage: benchresult race [OPTION]... --ref COMMAND --cmp COMMAND\n"
         "Run two benchmark programs in alternation, in random order within each pair,\n"
         "until each of their states is decided: faster, slower, or the same. '{}' in a\n"
         "command stands for the result file that it is to write, such as in\n"
         "'./bench --jsonbin {}'; without it, whole commands are timed.\n"
         "\n"
         "Options:");
    race_options_help();
    puts("\n"
         "A COMMAND is split into words as a shell does it; no shell is called.\n"
         "Exit status: 0 done; 1 what --fail-on asks for; 2 refused, or a command has\n"
         "failed; 130 or 143 after a signal.");
}

/* --- While it runs ---------------------------------------------------------------------------- */

static void line_clear(struct race *race)
{
    if (race->drawn)
        fputs("\r\033[K", stderr);
    race->drawn = false;
}

static void on_progress(void *user, const bres_command_race *running)
{
    struct race *race = user;

    if (race->arguments.quiet || !isatty(STDERR_FILENO))
        return;
    line_clear(race);
    fprintf(stderr, "pair %" PRIu64 ": %zu of %zu rows decided, %.0f s",
            bres_command_race_pair_count(running), bres_command_race_decided_count(running),
            bres_command_race_row_count(running), bres_command_race_seconds(running));
    race->drawn = true;
}

static void on_log(void *user, bres_log_level level, const char *message)
{
    line_clear(user);
    tool_say("%s%s", level == BRES_LOG_WARNING ? "warning: " : "", message);
}

static bool is_interrupted(void *user)
{
    (void)user;
    return race_signals_caught() != 0;
}

/* --- Before and after ------------------------------------------------------------------------- */

/* FILE.json becomes FILE-ref.json; free() it. NULL, with a message: no memory. */
static char *result_name(const char *file, const char *side)
{
    const char *slash = strrchr(file, '/');
    const char *dot = strrchr(slash != NULL ? slash : file, '.');
    const size_t length = dot != NULL ? (size_t)(dot - file) : strlen(file);
    char *name;

    if (asprintf(&name, "%.*s-%s%s", (int)length, file, side, file + length) >= 0)
        return name;
    tool_error("out of memory");
    return NULL;
}

static int race_prepare(struct race *race)
{
    struct race_arguments *arguments = &race->arguments;
    bres_load_options load;

    arguments->commands.race = &arguments->race;
    arguments->commands.signal = race_signals_pass;
    arguments->commands.progress = on_progress;
    arguments->commands.progress_user = race;
    arguments->race.is_interrupted = is_interrupted;
    arguments->race.log = on_log;
    arguments->race.log_user = race;
    if (arguments->result != NULL) {
        if (asprintf(&race->directory, "%s.partial", arguments->result) < 0) {
            race->directory = NULL;
            return tool_error("out of memory");
        }
        arguments->commands.directory = race->directory;
    }
    if (arguments->states == NULL)
        return TOOL_DONE;
    bres_load_options_init(&load);
    load.flags = BRES_LOAD_LENIENT;
    if (bres_result_load(arguments->states, &load, &race->states) != BRES_OK)
        return tool_error("%s", bres_last_error());
    arguments->commands.states = race->states;
    return TOOL_DONE;
}

static int side_write(const struct race *race, bool candidate)
{
    const struct race_arguments *arguments = &race->arguments;
    char *name = result_name(arguments->result, candidate ? "cmp" : "ref");
    bres_result *result = NULL;
    bres_write_options write;
    bres_status status;

    if (name == NULL)
        return TOOL_REFUSED;
    bres_write_options_init(&write);
    write.flags = arguments->write_flags;
    status = bres_command_race_result(race->race, candidate, &result);
    if (status == BRES_OK)
        status = bres_result_write(result, name, &write);
    bres_result_unref(result);
    free(name);
    return status == BRES_OK ? TOOL_DONE : tool_error("%s", bres_last_error());
}

/* Both results; then the runs that they come from can go, unless the race can be gone on with. */
static int results_write(struct race *race)
{
    const bres_race_stop end = bres_command_race_stop_reason(race->race);
    const bool broken = end == BRES_RACE_FAILED || end == BRES_RACE_INTERRUPTED;
    int status = TOOL_DONE;

    if (race->arguments.result == NULL)
        return TOOL_DONE;
    if (bres_command_race_pair_count(race->race) > 0) {
        status = side_write(race, false);
        if (status == TOOL_DONE)
            status = side_write(race, true);
    }
    if (status == TOOL_DONE && broken)
        tool_say("%" PRIu64 " pairs are in '%s'; --resume goes on",
                 bres_command_race_pair_count(race->race), race->directory);
    if (status != TOOL_DONE || broken || race->arguments.keep)
        return status;
    return bres_command_race_remove_files(race->race) == BRES_OK
               ? TOOL_DONE
               : tool_error("%s", bres_last_error());
}

static int report_write(const struct race *race)
{
    size_t length;
    char *text;
    int status;

    if (bres_command_race_report(race->race, race->arguments.format, &text, &length) != BRES_OK)
        return tool_error("%s", bres_last_error());
    status = tool_write(race->arguments.output, text, length);
    bres_string_free(text);
    return status;
}

/* What the exit status says. */
static int race_judge(const struct race *race)
{
    const size_t total = bres_command_race_row_count(race->race);
    size_t tripped = 0;

    if (bres_command_race_stop_reason(race->race) == BRES_RACE_INTERRUPTED)
        return 128 + race_signals_caught();
    if (bres_command_race_stop_reason(race->race) == BRES_RACE_FAILED)
        return tool_error("%s", bres_command_race_message(race->race));
    for (size_t i = 0; i < total; i++) {
        const bres_race_outcome *row = bres_command_race_row_at(race->race, i);

        tripped += (race->arguments.fail_on & BRES_VERDICT_BIT(row->verdict)) != 0;
    }
    if (tripped == 0)
        return TOOL_DONE;
    tool_say("--fail-on: %zu of %zu rows", tripped, total);
    return TOOL_TRIPPED;
}

/* --- The command ------------------------------------------------------------------------------ */

static int race_run(struct race *race)
{
    const struct race_arguments *arguments = &race->arguments;
    int status = race_prepare(race);
    bres_status raced;

    if (status != TOOL_DONE)
        return status;
    race_signals_catch();
    raced = bres_race_commands(arguments->reference, arguments->candidate, &arguments->commands,
                               &race->race);
    line_clear(race);
    if (raced != BRES_OK)
        return tool_error("%s", bres_last_error());
    status = results_write(race);
    if (status == TOOL_DONE)
        status = report_write(race);
    return status == TOOL_DONE ? race_judge(race) : status;
}

int race_main(char **arguments)
{
    struct race race = { .states = NULL };
    int status;

    bres_race_options_init(&race.arguments.race);
    race.arguments.race.max_time = MAX_TIME;
    race.arguments.race.warmup_runs = 0;
    bres_command_race_options_init(&race.arguments.commands);
    race.arguments.format = BRES_FORMAT_MARKDOWN;
    status = race_parse(&race.arguments, arguments);
    if (status == TOOL_DONE && race.arguments.help)
        race_help();
    else if (status == TOOL_DONE)
        status = race_run(&race);
    bres_command_race_free(race.race);
    bres_result_unref(race.states);
    free(race.directory);
    return status;
}
