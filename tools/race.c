/* SPDX-License-Identifier: MIT */
/*
 * benchresult race: runs two programs in alternation until each state is decided.
 */
#include "race.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int charts_name(struct race *race)
{
    static const struct tool_chart_names defaults = { "benchresult-race.svg",
                                                      "benchresult-race-{benchmark}-{device}.svg" };
    const struct tool_chart_names given = { race->plot_output, race->along_output };

    return tool_charts_name(&race->plot, race->draws_summary, given, defaults);
}

static int race_check(struct race *race)
{
    if (race->reference == NULL || race->candidate == NULL)
        return tool_usage_error(race_program.name, "--ref COMMAND and --cmp COMMAND are needed");
    if (race->options.max_time == 0 && race->options.max_pairs == 0)
        return tool_usage_error(race_program.name,
                                "--max-time 0 needs --max-pairs: the race might never end");
    if (race->result == NULL &&
        ((race->commands.flags & BRES_COMMAND_RACE_RESUME) != 0 || race->keep))
        return tool_usage_error(race_program.name, "--resume and --keep need --json or --jsonbin");
    return charts_name(race);
}

static void on_progress(void *user, const bres_command_race *running)
{
    struct race *race = user;

    progress_show(&race->progress, "pair %" PRIu64 ": %zu of %zu rows decided, %.0f s",
                  bres_command_race_pair_count(running), bres_command_race_decided_count(running),
                  bres_command_race_row_count(running), bres_command_race_seconds(running));
}

/* Returns the file name of one side, such as FILE-ref.json for FILE.json. The caller frees it with
 * free(). NULL, with a message, if memory runs out. */
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

/* Checks the outputs before the first pair, and loads the requested states. */
static int outputs_check(struct race *race, const char *reference, const char *candidate)
{
    const struct tool_outputs outputs = {
        .files = { tool_output_name(race->output), race->plot.summary_path, race->plot.along_path },
        .results = { reference, candidate },
    };
    int status = tool_outputs_check_each_other(&outputs);

    if (status == TOOL_DONE && race->states_file != NULL)
        status = tool_compared_load(race->states_file, 0, &outputs, &race->states);
    race->commands.states = race->states;
    return status;
}

static int files_prepare(struct race *race)
{
    char *reference = race->result != NULL ? result_name(race->result, "ref") : NULL;
    char *candidate = race->result != NULL ? result_name(race->result, "cmp") : NULL;
    int status = TOOL_REFUSED;

    if (race->result == NULL || (reference != NULL && candidate != NULL))
        status = outputs_check(race, reference, candidate);
    free(reference);
    free(candidate);
    return status;
}

static int race_prepare(struct race *race)
{
    if (files_prepare(race) != TOOL_DONE)
        return TOOL_REFUSED;
    race->commands.race = &race->options;
    race->commands.signal = tool_signals_pass;
    race->commands.progress = on_progress;
    race->commands.progress_user = race;
    race->options.is_interrupted = tool_signals_interrupted;
    race->options.log = progress_log;
    race->options.log_user = &race->progress;
    race->plot.log = progress_log;
    race->plot.log_user = &race->progress;
    if (race->result != NULL) {
        if (asprintf(&race->directory, "%s.partial", race->result) < 0) {
            race->directory = NULL;
            return tool_error("out of memory");
        }
        race->commands.directory = race->directory;
    }
    return TOOL_DONE;
}

static int side_write(const struct race *race, bool candidate)
{
    char *name = result_name(race->result, candidate ? "cmp" : "ref");
    bres_result *result = NULL;
    bres_write_options write;
    bres_status status;

    if (name == NULL)
        return TOOL_REFUSED;
    bres_write_options_init(&write);
    write.flags = race->write_flags;
    status = bres_command_race_result(race->race, candidate, &result);
    if (status == BRES_OK)
        status = bres_result_write(result, name, &write);
    bres_result_unref(result);
    free(name);
    return status == BRES_OK ? TOOL_DONE : tool_library_error();
}

/* Writes both results, then removes the directory of the runs, unless the race can be continued or
 * --keep is given. */
static int results_write(struct race *race)
{
    const bres_race_stop end = bres_command_race_stop_reason(race->race);
    const bool broken = end == BRES_RACE_FAILED || end == BRES_RACE_INTERRUPTED;
    int status = TOOL_DONE;

    if (race->result == NULL)
        return TOOL_DONE;
    if (bres_command_race_pair_count(race->race) > 0) {
        status = side_write(race, false);
        if (status == TOOL_DONE)
            status = side_write(race, true);
    }
    if (status == TOOL_DONE && broken)
        tool_say("%" PRIu64 " pairs are in '%s'; --resume continues the race",
                 bres_command_race_pair_count(race->race), race->directory);
    if (status != TOOL_DONE || broken || race->keep)
        return status;
    return bres_command_race_remove_files(race->race) == BRES_OK ? TOOL_DONE : tool_library_error();
}

/* Returns the exit status. */
static int race_judge(const struct race *race)
{
    const size_t total = bres_command_race_row_count(race->race);
    size_t tripped = 0;
    size_t undecided = 0;

    if (bres_command_race_stop_reason(race->race) == BRES_RACE_INTERRUPTED)
        return 128 + tool_signals_caught();
    if (bres_command_race_stop_reason(race->race) == BRES_RACE_FAILED)
        return tool_error("%s", bres_command_race_message(race->race));
    for (size_t i = 0; i < total; i++) {
        const bres_race_outcome *row = bres_command_race_row_at(race->race, i);

        tripped += (race->fail_on & BRES_VERDICT_BIT(row->verdict)) != 0;
        undecided += row->verdict == BRES_AMBIGUOUS;
    }
    if (tripped == 0)
        return tool_judge_undecided(race->undecided, race->fail_on, undecided, total);
    tool_say("--fail-on: %zu of %zu rows", tripped, total);
    return TOOL_TRIPPED;
}

static int race_run(struct race *race)
{
    int status = race_check(race);
    bres_status raced;

    if (status == TOOL_DONE)
        status = race_prepare(race);
    if (status != TOOL_DONE)
        return status;
    tool_signals_catch(TOOL_SIGNALS_ONCE | TOOL_SIGNALS_HANGUP);
    raced = bres_race_commands(race->reference, race->candidate, &race->commands, &race->race);
    tool_signals_release();
    progress_clear(&race->progress);
    if (raced != BRES_OK)
        return tool_library_error();
    status = race_report(race);
    if (status == TOOL_DONE)
        status = results_write(race);
    return status == TOOL_DONE ? race_judge(race) : status;
}

int race_main(char **arguments)
{
    struct race race;
    int status;

    race_arguments_init(&race);
    if (tool_parse(&race_program, arguments, &race, &status))
        status = race_run(&race);
    bres_command_race_free(race.race);
    bres_result_unref(race.states);
    free(race.directory);
    return status;
}
