/* SPDX-License-Identifier: MIT */
/*
 * The results of a gate, from a race of two commands, runs of one command, or files.
 */
#include "gate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether the side is a command. Otherwise it is files: the baseline, several operands, or one
 * operand that is a directory or has the name of a result. */
static bool side_is_command(const struct gate *gate, unsigned side)
{
    const bres__option_list *list = &gate->sides[side];
    const char *first = list->items[0];
    const char *point = strrchr(first, '.');
    struct stat status;

    if (list->count > 1 || (side == GATE_REFERENCE && gate->baseline != NULL) ||
        (stat(first, &status) == 0 && S_ISDIR(status.st_mode)))
        return false;
    return point == NULL || strcmp(point, ".json") != 0 || strchr(first, ' ') != NULL;
}

static void on_progress(void *user, const bres_command_race *running)
{
    struct gate *gate = user;

    if ((gate->commands.flags & BRES_COMMAND_RACE_COLLECT) != 0)
        progress_show(&gate->progress, "run %" PRIu64 " of %" PRId64,
                      bres_command_race_pair_count(running), gate->race.max_pairs);
    else
        progress_show(&gate->progress, "pair %" PRIu64 ": %zu of %zu rows decided, %.0f s",
                      bres_command_race_pair_count(running),
                      bres_command_race_decided_count(running),
                      bres_command_race_row_count(running), bres_command_race_seconds(running));
}

/* Returns a hint if the command is a regular file that is not executable, probably a result of
 * another tool; otherwise "". */
static const char *file_hint(const char *command)
{
    struct stat status;

    return command != NULL && stat(command, &status) == 0 && S_ISREG(status.st_mode) &&
                   access(command, X_OK) != 0
               ? " (one argument is a command unless it is a directory or its name ends in .json; "
                 "several are files)"
               : "";
}

/* Runs both commands in alternation or, if `candidate` is NULL, only the reference. Stores the race
 * as the race of `side`. */
static int commands_run(struct gate *gate, const char *reference, const char *candidate,
                        unsigned side)
{
    bres_command_race **race = &gate->races[side];
    const char *hint = file_hint(*file_hint(reference) != '\0' ? reference : candidate);
    bres_race_stop stop;
    bres_status status;

    gate->commands.race = &gate->race;
    gate->commands.signal = tool_signals_pass;
    gate->commands.progress = on_progress;
    gate->commands.progress_user = gate;
    gate->race.is_interrupted = tool_signals_interrupted;
    gate->race.log = progress_log;
    gate->race.log_user = &gate->progress;
    tool_signals_catch(TOOL_SIGNALS_ONCE | TOOL_SIGNALS_HANGUP);
    status = bres_race_commands(reference, candidate, &gate->commands, race);
    tool_signals_release();
    progress_clear(&gate->progress);
    if (status != BRES_OK)
        return tool_error("%s%s", bres_last_error(), hint);
    stop = bres_command_race_stop_reason(*race);
    if (stop == BRES_RACE_INTERRUPTED)
        return 128 + tool_signals_caught();
    if (stop == BRES_RACE_FAILED)
        return tool_error("%s%s", bres_command_race_message(*race), hint);
    if (bres_command_race_pair_count(*race) == 0)
        return tool_error("--max-time is over before the first pair: give it more time");
    return TOOL_DONE;
}

/* Stores the merged runs of a command as the only result of a side. */
static int result_keep(struct gate *gate, unsigned side, const bres_command_race *race,
                       bool candidate)
{
    struct compare_runs *runs = &gate->results[side];
    const int status = compare_runs_add(runs, strdup(gate->sides[side].items[0]));

    if (status != TOOL_DONE)
        return status;
    return bres_command_race_result(race, candidate, &runs->results[0]) == BRES_OK
               ? TOOL_DONE
               : tool_library_error();
}

static int race_run(struct gate *gate)
{
    int status;

    gate->race.flags = BRES_RACE_NOT_SLOWER;
    gate->race.min_effect = gate->max_slowdown;
    gate->race.equivalence_margin = gate->max_slowdown;
    gate->race.error_rate = gate->error_rate;
    gate->race.max_time = gate->max_time;
    gate->race.max_pairs = gate->max_time > 0 ? 0 : gate->race.max_pairs;
    status = commands_run(gate, gate->sides[GATE_REFERENCE].items[0],
                          gate->sides[GATE_CANDIDATE].items[0], GATE_REFERENCE);
    for (unsigned side = 0; side < GATE_SIDES && status == TOOL_DONE; side++)
        status = result_keep(gate, side, gate->races[GATE_REFERENCE], side == GATE_CANDIDATE);
    return status;
}

static int command_run(struct gate *gate, unsigned side)
{
    int status;

    gate->commands.flags |= BRES_COMMAND_RACE_COLLECT;
    gate->race.max_pairs = gate->runs;
    gate->race.max_time = gate->max_time;
    status = commands_run(gate, gate->sides[side].items[0], NULL, side);
    return status == TOOL_DONE ? result_keep(gate, side, gate->races[side], false) : status;
}

static struct tool_outputs outputs_list(const struct gate *gate)
{
    return (struct tool_outputs){
        .files = { tool_output_name(gate->output), gate->junit, gate->json, gate->comment },
        .results = { gate->updates_baseline ? gate->baseline : NULL },
        .in_place = true,
    };
}

static int files_load(struct gate *gate, unsigned side)
{
    struct compare_runs *runs = &gate->results[side];
    const struct tool_outputs outputs = outputs_list(gate);
    const int status = compare_runs_find(runs, &gate->sides[side]);

    return status == TOOL_DONE ? compare_runs_load(runs, gate->load_flags, &outputs) : status;
}

/* Whether the side is a baseline that does not exist yet and will be written. */
static bool side_is_missing(const struct gate *gate, unsigned side)
{
    return side == GATE_REFERENCE && gate->sides[side].count == 0;
}

int gate_measure(struct gate *gate)
{
    const struct tool_outputs outputs = outputs_list(gate);
    int status = tool_outputs_check_each_other(&outputs);

    if (status != TOOL_DONE)
        return status;
    if (!side_is_missing(gate, GATE_REFERENCE) && side_is_command(gate, GATE_REFERENCE) &&
        side_is_command(gate, GATE_CANDIDATE))
        return race_run(gate);
    for (unsigned side = 0; side < GATE_SIDES && status == TOOL_DONE; side++) {
        if (side_is_missing(gate, side))
            continue;
        status = side_is_command(gate, side) ? command_run(gate, side) : files_load(gate, side);
    }
    return status;
}
