/* SPDX-License-Identifier: MIT */
/*
 * The command line of benchresult collect.
 */
#include "collect.h"

static bres_status take_word(bres__command *command, const char *text, void *target)
{
    struct collect *collect = target;

    command->only_operands = true;
    return bres__option_list_add(&collect->words, text)
               ? BRES_OK
               : bres__command_refuse(command, BRES_ERROR_MEMORY, "out of memory");
}

#define AT(member)          .target = offsetof(struct collect, member)
#define TEXT(label, member) .operand = (label), .kind = BRES__OPTION_TEXT, AT(member)

static const bres__option options[] = {
    { .heading = "Programs",
      .name = "ref",
      .help = "the reference; '{}' stands for its result file",
      TEXT("COMMAND", commands[COLLECT_REFERENCE]) },
    { .name = "cmp", .help = "the candidate", TEXT("COMMAND", commands[COLLECT_CANDIDATE]) },
    { .name = "ref-checkout",
      .help = "build this revision, and run the reference in it",
      TEXT("REV", revisions[COLLECT_REFERENCE]) },
    { .name = "cmp-checkout",
      .help = "build this revision, and run the candidate in it",
      TEXT("REV", revisions[COLLECT_CANDIDATE]) },
    { .name = "build",
      .help = "a command for the shell, which builds a revision in its work tree",
      TEXT("COMMAND", build) },
    { .heading = "Runs",
      .name = "runs",
      .operand = "N",
      .help = "runs of each side",
      .initial = "10",
      .kind = BRES__OPTION_INT64,
      .min = 1,
      AT(race.max_pairs) },
    { .name = "cooldown",
      .operand = "DURATION",
      .help = "pause before each run, such as 500ms or 10s",
      .initial = "0",
      .kind = BRES__OPTION_DURATION,
      AT(options.cooldown) },
    { .name = "prepare",
      .help = "a command that runs before each run and does not count",
      TEXT("COMMAND", options.prepare) },
    { .name = "warmup-runs",
      .operand = "N",
      .help = "warm-up runs of each program before the first run that counts",
      .initial = "0",
      .kind = BRES__OPTION_INT64,
      AT(race.warmup_runs) },
    TOOL_OPTION_FROM("read the results of the commands as", AT(options.result_format)),
    TOOL_OPTION_TIMEOUT(AT(options.timeout)),
    TOOL_OPTION_SEED(AT(race.seed)),
    { .name = "show-output",
      .help = "show the output of the commands",
      .kind = BRES__OPTION_BITS,
      .value = BRES_COMMAND_RACE_SHOW_OUTPUT,
      AT(options.flags) },
    { .heading = "Output",
      .name = "output",
      .letter = 'o',
      .help = "write a file for each run to this directory; skip runs that it already has",
      TEXT("DIRECTORY", directory) },
    TOOL_OPTION_QUIET(AT(progress.quiet)),
    TOOL_OPTION_VERBOSE(AT(progress.verbose)),
    TOOL_OPTION_HELP,
    { .name = NULL },
};

const struct tool_program collect_program = {
    .name = "collect",
    .forms =
        (const char *const[]){
            "[OPTION]... -o DIRECTORY --ref COMMAND --cmp COMMAND",
            "[OPTION]... -o DIRECTORY -- COMMAND [ARGUMENT]...",
            "[OPTION]... -o DIRECTORY --ref-checkout REV\n"
            "           --cmp-checkout REV [--build COMMAND] -- COMMAND [ARGUMENT]...",
            NULL },
    .about = "Take runs of one or two commands, two in random alternation, one file per run.",
    .options = options,
    .notes = "Exit status: 0 done; 2 wrong usage, or a command failed; 129, 130 or 143 after\n"
             "a signal.\n",
    .operand = take_word,
};

void collect_arguments_init(struct collect *collect)
{
    *collect = (struct collect){ .record = -1 };
    bres_race_options_init(&collect->race);
    collect->race.max_pairs = 10;
    collect->race.max_time = 0;
    collect->race.warmup_runs = 0;
    bres_command_race_options_init(&collect->options);
    collect->options.flags = BRES_COMMAND_RACE_COLLECT | BRES_COMMAND_RACE_RESUME;
}
