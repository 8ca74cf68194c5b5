/* SPDX-License-Identifier: MIT */
/*
 * benchresult collect: takes a fixed number of runs of one or two commands, one file per run.
 */
#include "collect.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A single word is a command line, as for --ref; several words are the arguments of a command. */
int collect_words_join(struct collect *collect)
{
    const bres__option_list *words = &collect->words;
    bres__text text = { 0 };

    if (words->count == 1)
        bres__text_puts(&text, words->items[0]);
    for (size_t i = 0; words->count > 1 && i < words->count; i++) {
        bres__text_puts(&text, i > 0 ? " '" : "'");
        for (const char *at = words->items[i]; *at != '\0'; at++) {
            if (*at == '\'')
                bres__text_puts(&text, "'\\''");
            else
                bres__text_putc(&text, *at);
        }
        bres__text_putc(&text, '\'');
    }
    collect->command = bres__text_steal(&text);
    return collect->command != NULL ? TOOL_DONE : tool_error("out of memory");
}

/* Each requested side without its own --ref or --cmp runs the command after the options. */
static int commands_take(struct collect *collect)
{
    const bool has_two = collect->commands[COLLECT_CANDIDATE] != NULL ||
                         collect->revisions[COLLECT_CANDIDATE] != NULL;
    int status;

    if (collect->words.count > 0) {
        status = collect_words_join(collect);
        if (status != TOOL_DONE)
            return status;
        if (collect->commands[COLLECT_REFERENCE] == NULL)
            collect->commands[COLLECT_REFERENCE] = collect->command;
        if (has_two && collect->commands[COLLECT_CANDIDATE] == NULL)
            collect->commands[COLLECT_CANDIDATE] = collect->command;
    }
    if (collect->commands[COLLECT_REFERENCE] == NULL ||
        (has_two && collect->commands[COLLECT_CANDIDATE] == NULL))
        return tool_usage_error(collect_program.name,
                                "a COMMAND is needed, or --ref COMMAND and --cmp COMMAND");
    return TOOL_DONE;
}

static int collect_check(struct collect *collect)
{
    const bool has_revision = collect->revisions[COLLECT_REFERENCE] != NULL ||
                              collect->revisions[COLLECT_CANDIDATE] != NULL;

    if (collect->directory == NULL)
        return tool_usage_error(collect_program.name, "-o DIRECTORY is needed");
    if (collect->build != NULL && !has_revision)
        return tool_usage_error(collect_program.name,
                                "--build needs --ref-checkout or --cmp-checkout");
    return commands_take(collect);
}

static void on_progress(void *user, const bres_command_race *running)
{
    struct collect *collect = user;
    const double pairs = (double)bres_command_race_pair_count(running);
    const double left = (double)collect->race.max_pairs - pairs;

    progress_show(&collect->progress, "%.0f of %" PRId64 " runs per side, about %.0f s left", pairs,
                  collect->race.max_pairs, bres_command_race_seconds(running) / pairs * left);
}

int collect_commands(struct collect *collect, const char *reference, const char *candidate,
                     bool (*is_interrupted)(void *user), bres_command_race **race)
{
    bres_race_stop stop;
    bres_status status;

    collect->options.race = &collect->race;
    collect->options.signal = tool_signals_pass;
    collect->options.progress = on_progress;
    collect->options.progress_user = collect;
    collect->race.is_interrupted = is_interrupted;
    collect->race.log = progress_log;
    collect->race.log_user = &collect->progress;
    status = bres_race_commands(reference, candidate, &collect->options, race);
    progress_clear(&collect->progress);
    if (status != BRES_OK)
        return tool_library_error();
    stop = bres_command_race_stop_reason(*race);
    if (stop == BRES_RACE_INTERRUPTED)
        return 128 + tool_signals_caught();
    return stop == BRES_RACE_FAILED ? tool_error("%s", bres_command_race_message(*race))
                                    : TOOL_DONE;
}

static void say_count(const struct collect *collect, uint64_t count, bool is_done)
{
    const uint64_t wanted = (uint64_t)collect->race.max_pairs;

    if (count > wanted)
        tool_say("'%s' has %" PRIu64 " runs per side, more than --runs %" PRIu64,
                 collect->directory, count, wanted);
    else
        tool_say("'%s' has %" PRIu64 " of %" PRIu64 " runs per side%s", collect->directory, count,
                 wanted, is_done ? "" : "; the same command takes the others");
}

static int runs_take(struct collect *collect)
{
    bres_command_race *race = NULL;
    int status;

    collect->options.directory = collect->directory;
    collect->options.reference_directory = collect->trees[COLLECT_REFERENCE];
    collect->options.candidate_directory = collect->trees[COLLECT_CANDIDATE];
    collect->options.reference_revision = collect->hashes[COLLECT_REFERENCE];
    collect->options.candidate_revision = collect->hashes[COLLECT_CANDIDATE];
    status =
        collect_commands(collect, collect->commands[COLLECT_REFERENCE],
                         collect->commands[COLLECT_CANDIDATE], tool_signals_interrupted, &race);
    if (race != NULL && !collect->progress.quiet)
        say_count(collect, bres_command_race_pair_count(race), status == TOOL_DONE);
    bres_command_race_free(race);
    return status;
}

static int collect_run(struct collect *collect)
{
    int status = collect_check(collect);
    int removed;

    if (status != TOOL_DONE)
        return status;
    tool_signals_catch(TOOL_SIGNALS_ONCE | TOOL_SIGNALS_HANGUP);
    status = checkout_clean(collect);
    if (status != TOOL_DONE)
        return status;
    status = checkout_make(collect);
    if (status == TOOL_DONE)
        status = runs_take(collect);
    removed = checkout_remove(collect);
    return status == TOOL_DONE ? removed : status;
}

int collect_main(char **arguments)
{
    struct collect collect;
    int status;

    collect_arguments_init(&collect);
    if (tool_parse(&collect_program, arguments, &collect, &status))
        status = collect_run(&collect);
    for (int side = 0; side < COLLECT_SIDES; side++) {
        bres__free(collect.trees[side]);
        bres__free(collect.hashes[side]);
    }
    bres__free(collect.command);
    bres__option_list_free(&collect.words);
    return status;
}
