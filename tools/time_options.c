/* SPDX-License-Identifier: MIT */
/*
 * The command line of benchresult time.
 */
#include "time.h"

#include "base/number/number.h"

#include <stdlib.h>
#include <string.h>

#define ERROR_RATE 0.05

/* Refuses an option of hyperfine, and suggests the equivalent option in `data`. */
static bres_status take_foreign(bres__command *command, const bres__option *option,
                                const char *value, void *target)
{
    (void)value;
    (void)target;
    return bres__command_refuse(command, BRES_ERROR_KEY,
                                "unknown option '--%s' (did you mean '%s'?)", option->name,
                                (const char *)option->data);
}

/* Adds a hook: COMMAND for all commands, or @NAME=COMMAND for the command NAME. */
static bres_status take_hook(bres__command *command, const bres__option *option, const char *value,
                             void *target)
{
    struct timing *timing = target;
    const char *equals = value[0] == '@' ? strchr(value, '=') : NULL;
    struct time_hook *hooks;
    struct time_hook hook = { .kind = (bres_timing_hook)option->value, .command = value };

    if (value[0] == '@' && equals == NULL)
        return bres__option_refuse(command, option, BRES_ERROR_VALUE,
                                   "'%s' has no command (expected COMMAND or @NAME=COMMAND)",
                                   value);
    hooks = realloc(timing->hooks, (timing->hook_count + 1) * sizeof *hooks);
    if (hooks == NULL)
        return bres__command_refuse(command, BRES_ERROR_MEMORY, "out of memory");
    timing->hooks = hooks;
    if (equals != NULL) {
        hook.name = strndup(value + 1, (size_t)(equals - value - 1));
        hook.command = equals + 1;
        if (hook.name == NULL)
            return bres__command_refuse(command, BRES_ERROR_MEMORY, "out of memory");
    }
    hooks[timing->hook_count++] = hook;
    return BRES_OK;
}

/* Takes exit statuses separated by commas; without a value, all exit statuses. */
static bres_status take_statuses(bres__command *command, const bres__option *option,
                                 const char *value, void *target)
{
    struct timing *timing = target;

    if (value == NULL) {
        timing->options.flags |= BRES_TIMING_IGNORE_FAILURE;
        return BRES_OK;
    }
    for (const char *next = value; next != NULL;) {
        const size_t length = strcspn(next, ",");
        int64_t status;

        if (bres__parse_int64(next, length, &status) != BRES__PARSE_OK || status < 1 ||
            status > 255 || timing->status_count == 256)
            return bres__option_refuse(command, option, BRES_ERROR_VALUE,
                                       "'%s' is not a list of exit statuses (expected 1 to 255, "
                                       "with commas between them)",
                                       value);
        timing->statuses[timing->status_count++] = (int)status;
        next = next[length] == ',' ? next + length + 1 : NULL;
    }
    return BRES_OK;
}

static bres_status take_output(bres__command *command, const bres__option *option,
                               const char *value, void *target)
{
    static const char *const kinds[] = { "null", "inherit", NULL, "pipe" };
    struct timing *timing = target;

    (void)command;
    (void)option;
    timing->options.output = BRES_TIMING_OUTPUT_FILE;
    for (uint32_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i] != NULL && strcmp(kinds[i], value) == 0)
            timing->options.output = i;
    }
    timing->options.output_file = timing->options.output == BRES_TIMING_OUTPUT_FILE ? value : NULL;
    return BRES_OK;
}

static bres_status take_shell(bres__command *command, const bres__option *option, const char *value,
                              void *target)
{
    struct timing *timing = target;

    (void)command;
    (void)option;
    timing->options.shell = strcmp(value, "none") == 0 ? NULL : value;
    return BRES_OK;
}

#define AT(member) .target = offsetof(struct timing, member)
#define FOREIGN(word, meant)                                                                       \
    {                                                                                              \
        .name = word, .operand = "VALUE", .action = take_foreign, .data = (meant)                  \
    }
#define HOOK(word, letter_, kind_, text)                                                           \
    {                                                                                              \
        .name = word, .letter = (letter_), .operand = "COMMAND", .help = text,                     \
        .action = take_hook, .value = (kind_)                                                      \
    }

static const bres__choices sorts = {
    .noun = "order",
    .list = (const bres__choice[]){ { "median", BRES_TIMING_SORT_MEDIAN },
                                    { "command", BRES_TIMING_SORT_COMMAND },
                                    { NULL, 0 } },
};

static const bres__option options[] = {
    { .heading = "Commands",
      .name = "command-name",
      .letter = 'n',
      .operand = "NAME",
      .help = "name of a command; the first -n names the first COMMAND",
      .kind = BRES__OPTION_LIST,
      AT(names) },
    { .name = "list",
      .letter = 'L',
      .operand = "NAME=VALUE,...",
      .help = "time the commands with each value in place of {NAME}",
      .action = time_take_list },
    { .name = "range",
      .letter = 'P',
      .operand = "NAME=MIN:MAX[:STEP]",
      .help = "time the commands with each number from MIN to MAX (STEP: default 1)",
      .action = time_take_range },
    { .name = "shell",
      .letter = 'S',
      .operand = "SHELL",
      .help = "run each command in this shell, such as sh, and subtract its cost (default none)",
      .action = take_shell },
    { .name = "input",
      .operand = "FILE",
      .help = "standard input of the commands (default: empty)",
      .kind = BRES__OPTION_TEXT,
      AT(options.input) },
    { .name = "output",
      .operand = "WHERE",
      .help = "output of the commands: null, inherit, pipe, or the name of a file (default null)",
      .action = take_output },
    { .name = "show-output",
      .help = "the same as --output inherit",
      .kind = BRES__OPTION_VALUE,
      .value = BRES_TIMING_OUTPUT_INHERIT,
      AT(options.output) },
    { .name = "env",
      .operand = "NAME=VALUE",
      .help = "variable of the environment of the commands; repeatable",
      .kind = BRES__OPTION_LIST,
      AT(environment) },
    { .name = "cwd",
      .operand = "DIRECTORY",
      .help = "working directory of the commands",
      .kind = BRES__OPTION_TEXT,
      AT(options.directory) },
    { .name = "ignore-failure",
      .letter = 'i',
      .operand = "STATUSES",
      .help = "count runs that fail, or only those with these exit statuses, as in -i1,3",
      .action = take_statuses,
      .is_optional = true },
    { .name = "timeout",
      .operand = "DURATION",
      .help = "end a run that takes longer as a failure; 0: no limit",
      .initial = "0",
      .kind = BRES__OPTION_DURATION,
      AT(options.timeout) },
    HOOK("setup", 's', BRES_TIMING_SETUP, "run by sh once for each command, before all runs"),
    HOOK("prepare", 'p', BRES_TIMING_PREPARE, "run by sh before each run"),
    HOOK("conclude", 'C', BRES_TIMING_CONCLUDE, "run by sh after each run"),
    HOOK("cleanup", 'c', BRES_TIMING_CLEANUP, "run by sh once for each command, after all runs"),
    { .heading = "Runs",
      .name = "warmup",
      .letter = 'w',
      .operand = "N",
      .help = "warm-up runs of each command before the first run that counts",
      .initial = "0",
      .kind = BRES__OPTION_INT64,
      AT(race.warmup_runs) },
    { .name = "runs",
      .letter = 'r',
      .operand = "N",
      .help = "exactly this number of runs of each command, without --max-time",
      .kind = BRES__OPTION_INT64,
      .min = 1,
      AT(options.runs) },
    { .name = "min-runs",
      .letter = 'm',
      .operand = "N",
      .help = "smallest number of runs of each command",
      .initial = "10",
      .kind = BRES__OPTION_INT64,
      .min = 1,
      AT(race.min_pairs) },
    { .name = "max-runs",
      .letter = 'M',
      .operand = "N",
      .help = "largest number of runs of each command; 0: no limit",
      .initial = "0",
      .kind = BRES__OPTION_INT64,
      AT(race.max_pairs) },
    { .name = "max-time",
      .operand = "DURATION",
      .help = "begin no further round after this time, not counting set-up and warm-up; 0: no "
              "limit",
      .initial = "60s",
      .kind = BRES__OPTION_DURATION,
      AT(race.max_time) },
    { .name = "precision",
      .operand = "PERCENT",
      .help = "measure until the confidence interval of each median is this narrow on either side",
      .initial = "1",
      .kind = BRES__OPTION_PERCENT,
      AT(options.precision) },
    { .name = "error-rate",
      .operand = "PERCENT",
      .help = "largest probability that any comparison is wrong; the interval of each median "
              "has the level 100 - PERCENT",
      .initial = "5",
      .kind = BRES__OPTION_PERCENT,
      AT(race.error_rate) },
    { .name = "min-effect",
      .operand = "PERCENT",
      .help = "smallest change that matters",
      .initial = "0.5",
      .kind = BRES__OPTION_PERCENT,
      AT(race.min_effect) },
    { .name = "equivalence-margin",
      .operand = "PERCENT",
      .help = "two commands are tied when their difference is within PERCENT",
      .initial = "1",
      .kind = BRES__OPTION_PERCENT,
      AT(race.equivalence_margin) },
    { .name = "reference",
      .operand = "NAME",
      .help = "compare all commands with this one (default: each with all others)",
      .kind = BRES__OPTION_TEXT,
      AT(options.reference) },
    { .name = "seed",
      .operand = "N",
      .help = "seed of the random order",
      .initial = "0",
      .kind = BRES__OPTION_UINT64,
      AT(race.seed) },
    { .heading = "Output; FILE may be stdout, which is also -, or stderr",
      .name = "json",
      .operand = "FILE",
      .help = "write the result",
      .action = time_take_output,
      .value = TIME_JSON },
    { .name = "jsonbin",
      .operand = "FILE",
      .help = "write the result with the time of each run; not to stdout or stderr",
      .action = time_take_output,
      .value = TIME_JSONBIN },
    { .name = "csv",
      .operand = "FILE",
      .help = "write the report as CSV",
      .action = time_take_output,
      .value = TIME_CSV },
    { .name = "markdown",
      .alias = "md",
      .operand = "FILE",
      .help = "write the report as markdown",
      .action = time_take_output,
      .value = TIME_MARKDOWN },
    TOOL_OPTION_FORMAT(TOOL_REPORT_FORMATS(BRES_REPORT_TIME), AT(format)),
    { .name = "report",
      .letter = 'o',
      .operand = "FILE",
      .help = "write the report to this file instead of the standard output",
      .kind = BRES__OPTION_TEXT,
      AT(report) },
    { .name = "sort",
      .operand = "ORDER",
      .help = "order of the rows of the report:",
      .initial = "median",
      .kind = BRES__OPTION_CHOICE,
      .choices = &sorts,
      AT(sort) },
    TOOL_OPTION_QUIET(AT(progress.quiet)),
    TOOL_OPTION_VERBOSE(AT(progress.verbose)),
    TOOL_OPTION_HELP,
    FOREIGN("export-json", "--json"),
    FOREIGN("export-csv", "--csv"),
    FOREIGN("export-markdown", "--markdown"),
    FOREIGN("parameter-list", "--list NAME=VALUE,..."),
    FOREIGN("parameter-scan", "--range NAME=MIN:MAX[:STEP]"),
    FOREIGN("parameter-step-size", "--range NAME=MIN:MAX:STEP"),
    { .name = NULL },
};

static bres_status take_command(bres__command *command, const char *text, void *target)
{
    struct timing *timing = target;

    return bres__option_list_add(&timing->commands, text)
               ? BRES_OK
               : bres__command_refuse(command, BRES_ERROR_MEMORY, "out of memory");
}

const struct tool_program time_program = {
    .name = "time",
    .forms = (const char *const[]){ "[OPTION]... COMMAND...", NULL },
    .about = "Time whole commands, one or many in random alternation, until the median of each is "
             "known to 1 % and their order is decided, or the time is over. Each COMMAND is one "
             "argument, in quotes.",
    .options = options,
    .notes = "--setup, --prepare, --conclude and --cleanup are repeatable; with @NAME=COMMAND\n"
             "they apply to the command NAME only. A COMMAND is split into words as a shell\n"
             "does it; pipes, redirections, variables, patterns such as *.c and assignments\n"
             "need --shell sh.\n"
             "Exit status: 0 done; 2 wrong usage, or a command failed; 129, 130 or 143 after\n"
             "a signal.\n",
    .operand = take_command,
};

void time_arguments_init(struct timing *timing)
{
    *timing = (struct timing){ .timing = NULL };
    bres_race_options_init(&timing->race);
    timing->race.error_rate = ERROR_RATE;
    timing->race.max_time = TIME_NOT_GIVEN;
    timing->race.min_pairs = TIME_NOT_GIVEN;
    timing->race.max_pairs = 0;
    timing->race.warmup_runs = 0;
    bres_timing_options_init(&timing->options);
}
