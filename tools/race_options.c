/* SPDX-License-Identifier: MIT */
/*
 * The command line of benchresult race.
 */
#include "race.h"

#include <string.h>

/* Default of --max-time in seconds. */
#define MAX_TIME 600

static bres_status take_result(bres__command *command, const bres__option *option,
                               const char *value, void *target)
{
    struct race *race = target;

    if (race->result != NULL)
        return bres__option_refuse(command, option, BRES_ERROR_ARGUMENT,
                                   "--json and --jsonbin can be given once");
    if (value[0] == '\0' || strcmp(value, "-") == 0)
        return bres__option_refuse(command, option, BRES_ERROR_VALUE,
                                   "'%s' is not a file name (expected a name for the two results)",
                                   value);
    race->result = value;
    race->write_flags = option->value;
    return BRES_OK;
}

#define AT(member) .target = offsetof(struct race, member)

static const bres__choice clock_kind_list[] = { { "wall", BRES_CLOCK_WALL },
                                                { "process", BRES_CLOCK_PROCESS },
                                                { NULL, 0 } };
static const bres__choices clock_kind_choices = { .noun = "clock", .list = clock_kind_list };

static const bres__option options[] = {
    { .heading = "Programs",
      .name = "ref",
      .operand = "COMMAND",
      .help = "the reference; '{}' stands for its result file",
      .kind = BRES__OPTION_TEXT,
      AT(reference) },
    { .name = "cmp",
      .operand = "COMMAND",
      .help = "the candidate",
      .kind = BRES__OPTION_TEXT,
      AT(candidate) },
    { .name = "states-from",
      .operand = "FILE",
      .help = "race only the states of this result",
      .kind = BRES__OPTION_TEXT,
      AT(states_file) },
    TOOL_OPTION_FROM("read the results of the commands as", AT(commands.result_format)),
    TOOL_OPTION_TIMEOUT(AT(commands.timeout)),
    { .name = "warmup-runs",
      .operand = "N",
      .help = "runs of each program before the first pair, which do not count",
      .initial = "0",
      .kind = BRES__OPTION_INT64,
      AT(options.warmup_runs) },
    { .name = "clock",
      .operand = "CLOCK",
      .help =
          "time of a whole command (process: CPU time of its process and of the children that it "
          "has waited for):",
      .initial = "wall",
      .kind = BRES__OPTION_CHOICE,
      .choices = &clock_kind_choices,
      AT(options.clock_kind) },
    { .name = "show-output",
      .help = "show the output of the commands",
      .kind = BRES__OPTION_BITS,
      .value = BRES_COMMAND_RACE_SHOW_OUTPUT,
      AT(commands.flags) },
    { .heading = "Decision",
      .name = "max-time",
      .operand = "DURATION",
      .help = "begin no pair after this wall time, such as 90s; 0: no limit",
      .initial = "10m",
      .kind = BRES__OPTION_DURATION,
      AT(options.max_time) },
    { .name = "max-pairs",
      .operand = "N",
      .help = "end the race after this number of pairs; 0: no limit",
      .initial = "1000",
      .kind = BRES__OPTION_INT64,
      AT(options.max_pairs) },
    { .name = "min-pairs",
      .operand = "N",
      .help = "smallest number of pairs before a decision",
      .initial = "10",
      .kind = BRES__OPTION_INT64,
      AT(options.min_pairs) },
    { .name = "error-rate",
      .operand = "PERCENT",
      .help = "largest probability of a wrong verdict",
      .initial = "1",
      .kind = BRES__OPTION_PERCENT,
      AT(options.error_rate) },
    { .name = "min-effect",
      .operand = "PERCENT",
      .help = "smallest change that matters",
      .initial = "0.5",
      .kind = BRES__OPTION_PERCENT,
      AT(options.min_effect) },
    { .name = "equivalence-margin",
      .operand = "PERCENT",
      .help = "report SAME when the change is within PERCENT",
      .initial = "1",
      .kind = BRES__OPTION_PERCENT,
      AT(options.equivalence_margin) },
    TOOL_OPTION_SEED(AT(options.seed)),
    { .name = "fail-on",
      .operand = "VERDICTS",
      .help = "exit with status 1 if a state has one of these verdicts (comma-separated):",
      .kind = BRES__OPTION_CHOICES,
      .choices = TOOL_VERDICTS(BRES_VERDICT_BIT(BRES_SAME) | BRES_VERDICT_BIT(BRES_FAST) |
                               BRES_VERDICT_BIT(BRES_SLOW) | BRES_VERDICT_BIT(BRES_AMBIGUOUS)),
      AT(fail_on) },
    TOOL_OPTION_UNDECIDED(AT(undecided)),
    { .heading = "Output",
      .name = "json",
      .operand = "FILE",
      .help = "write a result file for each side: for a.json, a-ref.json and a-cmp.json",
      .action = take_result,
      .value = BRES_WRITE_NO_SIDECARS },
    { .name = "jsonbin",
      .operand = "FILE",
      .help = "like --json, with the samples in sidecar files",
      .action = take_result },
    { .name = "resume",
      .help = "continue the race in FILE.partial",
      .kind = BRES__OPTION_BITS,
      .value = BRES_COMMAND_RACE_RESUME,
      AT(commands.flags) },
    { .name = "keep",
      .help = "keep FILE.partial when the race has ended",
      .kind = BRES__OPTION_FLAG,
      AT(keep) },
    TOOL_OPTION_FORMAT(TOOL_FORMATS(.set = BRES_FORMAT_BIT(BRES_FORMAT_MARKDOWN) |
                                           BRES_FORMAT_BIT(BRES_FORMAT_CSV) |
                                           BRES_FORMAT_BIT(BRES_FORMAT_CSV_SAFE) |
                                           BRES_FORMAT_BIT(BRES_FORMAT_JSON) |
                                           BRES_FORMAT_BIT(BRES_FORMAT_JUNIT)),
                       AT(format)),
    TOOL_OPTION_OUTPUT("write the report to this file instead of the standard output", AT(output)),
    { .name = "plot",
      .help = "draw a chart of the changes with gnuplot",
      .kind = BRES__OPTION_FLAG,
      AT(draws_summary) },
    { .name = "plot-output",
      .operand = "FILE",
      .help = "name of that chart (default benchresult-race.svg)",
      .kind = BRES__OPTION_TEXT,
      AT(plot_output) },
    { .name = "plot-along",
      .operand = "AXIS",
      .help = "draw the times along this axis, one chart for each benchmark",
      .kind = BRES__OPTION_TEXT,
      AT(plot.along_axis) },
    { .name = "plot-along-output",
      .operand = "FILE",
      .help = "files of these charts, with placeholders such as {benchmark}",
      .kind = BRES__OPTION_TEXT,
      AT(along_output) },
    TOOL_OPTION_QUIET(AT(progress.quiet)),
    TOOL_OPTION_VERBOSE(AT(progress.verbose)),
    TOOL_OPTION_HELP,
    { .name = NULL },
};

static bres_status refuse_operand(bres__command *command, const char *text, void *target)
{
    (void)target;
    return bres__command_refuse(command, BRES_ERROR_ARGUMENT,
                                "'%s' is not an option (expected each command as one argument, in "
                                "quotes)",
                                text);
}

const struct tool_program race_program = {
    .name = "race",
    .forms = (const char *const[]){ "[OPTION]... --ref COMMAND --cmp COMMAND", NULL },
    .about = "Run two programs in alternation, in random order within each pair, until each of "
             "their states is proven faster, slower or equivalent. '{}' in a command stands for "
             "the result file that the program writes, as in './bench --jsonbin {}'. Without "
             "'{}' the race times whole commands.",
    .options = options,
    .notes = "The race splits a COMMAND into words as a shell does; it calls no shell.\n"
             "Exit status: 0 done; 1 --fail-on applies; 2 wrong usage, or a command failed;\n"
             "3 undecided rows with --undecided fail; 129, 130 or 143 after a signal.\n",
    .operand = refuse_operand,
};

void race_arguments_init(struct race *race)
{
    *race = (struct race){ .states = NULL };
    bres_race_options_init(&race->options);
    race->options.max_time = MAX_TIME;
    race->options.warmup_runs = 0;
    bres_command_race_options_init(&race->commands);
    bres_plot_options_init(&race->plot);
}
