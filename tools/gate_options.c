/* SPDX-License-Identifier: MIT */
/*
 * The command line of benchresult gate.
 */
#include "gate.h"

#include <string.h>

static bres_status side_add(bres__command *command, struct gate *gate, const char *text)
{
    return bres__option_list_add(&gate->sides[gate->side], text)
               ? BRES_OK
               : bres__command_refuse(command, BRES_ERROR_MEMORY, "out of memory");
}

static bres_status take_side(bres__command *command, const bres__option *option, const char *value,
                             void *target)
{
    struct gate *gate = target;

    gate->side = option->value;
    return side_add(command, gate, value);
}

static bres_status take_operand(bres__command *command, const char *text, void *target)
{
    struct gate *gate = target;

    if (gate->side == GATE_SIDES)
        return bres__command_refuse(command, BRES_ERROR_ARGUMENT,
                                    "'%s' stands before --ref and --cmp", text);
    return side_add(command, gate, text);
}

#define AT(member)   .target = offsetof(struct gate, member)
#define TEXT(member) .operand = "FILE", .kind = BRES__OPTION_TEXT, AT(member)

static const bres__option options[] = {
    { .heading = "Sides",
      .name = "ref",
      .operand = "COMMAND|FILES",
      .help = "the reference: a command, or results and directories of results",
      .action = take_side,
      .value = GATE_REFERENCE },
    { .name = "cmp",
      .operand = "COMMAND|FILES",
      .help = "the candidate; '{}' in a command stands for its result file",
      .action = take_side,
      .value = GATE_CANDIDATE },
    { .name = "baseline", .help = "a result as the reference", TEXT(baseline) },
    COMPARE_OPTION_LENIENT(AT(load_flags)),
    { .name = "update-baseline",
      .help = "replace the baseline with the candidate's results if the gate passes; write it if "
              "it is missing",
      .kind = BRES__OPTION_FLAG,
      AT(updates_baseline) },
    { .name = "runs",
      .operand = "N",
      .help = "runs of a command if the other side is not a command",
      .initial = "10",
      .kind = BRES__OPTION_INT64,
      .min = 1,
      AT(runs) },
    { .name = "warmup-runs",
      .operand = "N",
      .help = "warm-up runs of each command before the first run that counts",
      .initial = "0",
      .kind = BRES__OPTION_INT64,
      AT(race.warmup_runs) },
    TOOL_OPTION_FROM("read the results of the commands as", AT(commands.result_format)),
    TOOL_OPTION_TIMEOUT(AT(commands.timeout)),
    TOOL_OPTION_SEED(AT(race.seed)),
    { .heading = "Decision",
      .name = "max-slowdown",
      .operand = "PERCENT",
      .help = "the largest slowdown that passes",
      .initial = "3",
      .kind = BRES__OPTION_PERCENT,
      AT(max_slowdown) },
    { .name = "max-time",
      .operand = "DURATION",
      .help = "end the race after this wall time, such as 90s; 0: no limit",
      .initial = "10m",
      .kind = BRES__OPTION_DURATION,
      AT(max_time) },
    { .name = "error-rate",
      .operand = "PERCENT",
      .help = "largest probability of a false alarm, and of a slower row that passes",
      .initial = "1",
      .kind = BRES__OPTION_PERCENT,
      .max = 49,
      AT(error_rate) },
    { .name = "run-variation",
      .operand = "PERCENT",
      .help = "known variation between runs; auto: as recorded by the candidate",
      .action = compare_take_run_variation,
      AT(variation) },
    { .name = "undecided",
      .operand = "WORD",
      .help = "undecided rows (warn: print a line; fail: exit with status 3):",
      .initial = "fail",
      .kind = BRES__OPTION_CHOICE,
      .choices = &tool_undecided_words,
      AT(undecided) },
    { .heading = "Output", .name = "junit", .help = "write the rows as JUnit XML", TEXT(junit) },
    { .name = "json", .help = "write the comparison as JSON", TEXT(json) },
    { .name = "markdown-comment",
      .help = "write a comment for a pull request, with the worst rows first",
      TEXT(comment) },
    TOOL_OPTION_OUTPUT("write the table to this file instead of the standard output", AT(output)),
    TOOL_OPTION_QUIET(AT(progress.quiet)),
    TOOL_OPTION_VERBOSE(AT(progress.verbose)),
    TOOL_OPTION_HELP,
    { .name = NULL },
};

const struct tool_program gate_program = {
    .name = "gate",
    .forms = (const char *const[]){ "[OPTION]... --ref COMMAND|FILES --cmp COMMAND|FILES",
                                    "[OPTION]... --baseline FILE --cmp COMMAND|FILES", NULL },
    .about = "Pass if no benchmark of a candidate is slower than allowed.",
    .options = options,
    .notes = "Exit status: 0 passed; 1 a row is slower; 2 wrong usage, or a command failed;\n"
             "3 a row is undecided, with --undecided fail; 129, 130 or 143 after a\n"
             "signal.\n",
    .operand = take_operand,
};

void gate_arguments_init(struct gate *gate)
{
    *gate = (struct gate){
        .side = GATE_SIDES,
        .max_slowdown = 0.03,
        .error_rate = 0.01,
        .max_time = 600,
        .runs = 10,
        .undecided = TOOL_UNDECIDED_FAIL,
    };
    bres_race_options_init(&gate->race);
    gate->race.warmup_runs = 0;
    bres_command_race_options_init(&gate->commands);
}
