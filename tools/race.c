/* SPDX-License-Identifier: MIT */
/*
 * benchresult race: two programs in alternation until one is proven faster.
 */
#include "program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Seconds of a race without --max-time. */
#define MAX_TIME 600

struct race {
    const char *reference; /* commands; NULL: not given, as all texts below */
    const char *candidate;
    const char *states_file;
    const char *result; /* file that the merged results are named after */
    const char *output; /* of the report; NULL: the standard output */
    uint32_t format;    /* a bres_format */
    uint32_t fail_on;   /* BRES_VERDICT_BIT()s */
    uint32_t write_flags;
    bool keep;
    bool quiet;
    bres_race_options options;
    bres_command_race_options commands;
    bres_result *states;
    bres_command_race *race;
    char *directory;
    bool drawn; /* a progress line stands on the terminal */
};

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
    { .name = "timeout",
      .operand = "SECONDS",
      .help = "end a run that takes longer; 0: no limit",
      .initial = "0",
      .kind = BRES__OPTION_FLOAT64,
      AT(commands.timeout) },
    { .name = "warmup-runs",
      .operand = "N",
      .help = "runs of each program before the first pair, which do not count",
      .initial = "0",
      .kind = BRES__OPTION_INT64,
      AT(options.warmup_runs) },
    { .name = "show-output",
      .help = "show the output of the commands",
      .kind = BRES__OPTION_BITS,
      .value = BRES_RACE_SHOW_OUTPUT,
      AT(commands.flags) },
    { .heading = "Decision",
      .name = "max-time",
      .operand = "SECONDS",
      .help = "end the race after this wall time; 0: no limit",
      .initial = "600",
      .kind = BRES__OPTION_FLOAT64,
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
      .initial = "2",
      .kind = BRES__OPTION_PERCENT,
      AT(options.equivalence_margin) },
    { .name = "seed",
      .operand = "N",
      .help = "seed of the random order within pairs",
      .initial = "0",
      .kind = BRES__OPTION_UINT64,
      AT(options.seed) },
    { .name = "fail-on",
      .operand = "VERDICTS",
      .help = "exit with status 1 if a state has one of these verdicts (comma-separated):",
      .kind = BRES__OPTION_CHOICES,
      .choices = TOOL_VERDICTS(BRES_VERDICT_BIT(BRES_SAME) | BRES_VERDICT_BIT(BRES_FAST) |
                               BRES_VERDICT_BIT(BRES_SLOW) | BRES_VERDICT_BIT(BRES_AMBIGUOUS)),
      AT(fail_on) },
    { .heading = "Output",
      .name = "json",
      .operand = "FILE",
      .help = "write all runs to FILE-ref and FILE-cmp",
      .action = take_result,
      .value = BRES_WRITE_NO_SIDECARS },
    { .name = "jsonbin",
      .operand = "FILE",
      .help = "write all runs with their samples to FILE-ref and FILE-cmp",
      .action = take_result },
    { .name = "resume",
      .help = "continue the race in FILE.partial",
      .kind = BRES__OPTION_BITS,
      .value = BRES_RACE_RESUME,
      AT(commands.flags) },
    { .name = "keep",
      .help = "keep FILE.partial when the race has ended",
      .kind = BRES__OPTION_FLAG,
      AT(keep) },
    TOOL_OPTION_FORMAT(TOOL_REPORT_FORMATS(BRES_REPORT_RACE), AT(format)),
    TOOL_OPTION_OUTPUT("write the report to this file instead of the standard output", AT(output)),
    { .name = "quiet",
      .letter = 'q',
      .help = "print no progress line",
      .kind = BRES__OPTION_FLAG,
      AT(quiet) },
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

static const struct tool_program program = {
    .name = "race",
    .forms = (const char *const[]){ "[OPTION]... --ref COMMAND --cmp COMMAND", NULL },
    .about = "Run two programs in alternation, in random order within each pair, until each of "
             "their states is proven faster, slower or equivalent. '{}' in a command stands for "
             "the result file that the program writes, as in './bench --jsonbin {}'. Without "
             "'{}' the race times whole commands.",
    .options = options,
    .notes = "The race splits a COMMAND into words as a shell does; it calls no shell.\n"
             "Exit status: 0 done; 1 --fail-on applies; 2 wrong usage, or a command failed;\n"
             "130 or 143 after a signal.\n",
    .operand = refuse_operand,
};

static int race_check(const struct race *race)
{
    if (race->reference == NULL || race->candidate == NULL)
        return tool_usage_error(program.name, "--ref COMMAND and --cmp COMMAND are needed");
    if (race->result == NULL && ((race->commands.flags & BRES_RACE_RESUME) != 0 || race->keep))
        return tool_usage_error(program.name, "--resume and --keep need --json or --jsonbin");
    return TOOL_DONE;
}

static void line_clear(struct race *race)
{
    if (race->drawn)
        fputs("\r\033[K", stderr);
    race->drawn = false;
}

static void on_progress(void *user, const bres_command_race *running)
{
    struct race *race = user;

    if (race->quiet || !isatty(STDERR_FILENO))
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
    bres_load_options load;

    race->commands.race = &race->options;
    race->commands.signal = tool_signals_pass;
    race->commands.progress = on_progress;
    race->commands.progress_user = race;
    race->options.is_interrupted = tool_signals_interrupted;
    race->options.log = on_log;
    race->options.log_user = race;
    if (race->result != NULL) {
        if (asprintf(&race->directory, "%s.partial", race->result) < 0) {
            race->directory = NULL;
            return tool_error("out of memory");
        }
        race->commands.directory = race->directory;
    }
    if (race->states_file == NULL)
        return TOOL_DONE;
    bres_load_options_init(&load);
    load.flags = BRES_LOAD_LENIENT;
    if (bres_result_load(race->states_file, &load, &race->states) != BRES_OK)
        return tool_library_error();
    race->commands.states = race->states;
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

/* Writes both results, then removes the runs that they come from, unless the race can be
 * continued. */
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

static int report_write(const struct race *race)
{
    size_t length;
    char *text;
    int status;

    if (bres_command_race_report(race->race, (bres_format)race->format, &text, &length) != BRES_OK)
        return tool_library_error();
    status = tool_write(race->output, text, length);
    bres_string_free(text);
    return status;
}

/* What the exit status says. */
static int race_judge(const struct race *race)
{
    const size_t total = bres_command_race_row_count(race->race);
    size_t tripped = 0;

    if (bres_command_race_stop_reason(race->race) == BRES_RACE_INTERRUPTED)
        return 128 + tool_signals_caught();
    if (bres_command_race_stop_reason(race->race) == BRES_RACE_FAILED)
        return tool_error("%s", bres_command_race_message(race->race));
    for (size_t i = 0; i < total; i++) {
        const bres_race_outcome *row = bres_command_race_row_at(race->race, i);

        tripped += (race->fail_on & BRES_VERDICT_BIT(row->verdict)) != 0;
    }
    if (tripped == 0)
        return TOOL_DONE;
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
    tool_signals_catch(TOOL_SIGNALS_ONCE);
    raced = bres_race_commands(race->reference, race->candidate, &race->commands, &race->race);
    line_clear(race);
    if (raced != BRES_OK)
        return tool_library_error();
    status = results_write(race);
    if (status == TOOL_DONE)
        status = report_write(race);
    return status == TOOL_DONE ? race_judge(race) : status;
}

int race_main(char **arguments)
{
    struct race race = { .states = NULL };
    int status;

    bres_race_options_init(&race.options);
    race.options.max_time = MAX_TIME;
    race.options.warmup_runs = 0;
    bres_command_race_options_init(&race.commands);
    if (tool_parse(&program, arguments, &race, &status))
        status = race_run(&race);
    bres_command_race_free(race.race);
    bres_result_unref(race.states);
    free(race.directory);
    return status;
}
