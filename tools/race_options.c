/* SPDX-License-Identifier: MIT */
#include "options.h"
#include "race.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPTION_REF,
    OPTION_CMP,
    OPTION_STATES_FROM,
    OPTION_MAX_TIME,
    OPTION_MAX_PAIRS,
    OPTION_MIN_PAIRS,
    OPTION_ERROR_RATE,
    OPTION_MIN_CHANGE,
    OPTION_SAME_WIDTH,
    OPTION_SEED,
    OPTION_TIMEOUT,
    OPTION_WARMUP_RUNS,
    OPTION_SHOW_OUTPUT,
    OPTION_JSON,
    OPTION_JSONBIN,
    OPTION_RESUME,
    OPTION_KEEP,
    OPTION_FAIL_ON,
    OPTION_FORMAT,
    OPTION_OUTPUT,
    OPTION_QUIET,
    OPTION_HELP,
    OPTION_COUNT
};

static const struct tool_option known[OPTION_COUNT] = {
    [OPTION_REF] = { "ref", 0, "COMMAND", "the reference; '{}': its result file" },
    [OPTION_CMP] = { "cmp", 0, "COMMAND", "the candidate" },
    [OPTION_STATES_FROM] = { "states-from", 0, "FILE", "only states that this result has" },
    [OPTION_MAX_TIME] = { "max-time", 0, "SECONDS", "default 600; 0: no limit" },
    [OPTION_MAX_PAIRS] = { "max-pairs", 0, "N", "default 1000; 0: no limit" },
    [OPTION_MIN_PAIRS] = { "min-pairs", 0, "N", "before anything is decided; default 10" },
    [OPTION_ERROR_RATE] = { "error-rate", 0, "PERCENT", "of wrong decisions; default 1" },
    [OPTION_MIN_CHANGE] = { "min-effect", 0, "PERCENT", "that matters; default 0.5" },
    [OPTION_SAME_WIDTH] = { "equivalence-margin", 0, "PERCENT", "within which is SAME; default 2" },
    [OPTION_SEED] = { "seed", 0, "N", "of the order within pairs; default 0" },
    [OPTION_TIMEOUT] = { "timeout", 0, "SECONDS", "for one run; default 0: no limit" },
    [OPTION_WARMUP_RUNS] = { "warmup-runs", 0, "N", "that do not count; default 0" },
    [OPTION_SHOW_OUTPUT] = { "show-output", 0, NULL, "let the commands print" },
    [OPTION_JSON] = { "json", 0, "FILE", "write all runs to FILE-ref, FILE-cmp" },
    [OPTION_JSONBIN] = { "jsonbin", 0, "FILE", "the same with their samples" },
    [OPTION_RESUME] = { "resume", 0, NULL, "go on with the race in FILE.partial" },
    [OPTION_KEEP] = { "keep", 0, NULL, "keep FILE.partial in any case" },
    [OPTION_FAIL_ON] = { "fail-on", 0, "WORDS", "exit 1 on: same,fast,slow,ambiguous" },
    [OPTION_FORMAT] = { "format", 0, "FORMAT", "markdown (the default) or json" },
    [OPTION_OUTPUT] = { "output", 'o', "FILE", "write the report to this file" },
    [OPTION_QUIET] = { "quiet", 'q', NULL, "no progress line" },
    [OPTION_HELP] = { "help", 'h', NULL, "print this and exit" },
};

void race_options_help(void)
{
    tool_options_help(known, OPTION_COUNT);
}

/* --- Values ----------------------------------------------------------------------------------- */

static int count_take(int option, const char *text, uint64_t *value)
{
    const size_t length = strlen(text);

    if (length == 0 || length > 18 || strspn(text, "0123456789") != length)
        return tool_usage_error("race", "option '--%s': '%s' is no number of at least 0",
                                known[option].name, text);
    *value = strtoull(text, NULL, 10);
    return TOOL_DONE;
}

static int int64_take(int option, const char *text, int64_t *value)
{
    uint64_t count = 0;
    const int status = count_take(option, text, &count);

    *value = (int64_t)count;
    return status;
}

/* What is out of range the library refuses. */
static int number_take(int option, const char *text, double scale, double *value)
{
    char *end;

    *value = strtod(text, &end) / scale;
    if (end == text || *end != '\0' || strpbrk(text, "xX(") != NULL)
        return tool_usage_error("race", "option '--%s': '%s' is no number", known[option].name,
                                text);
    return TOOL_DONE;
}

static int format_take(struct race_arguments *arguments, const char *name)
{
    if (strcmp(name, "markdown") != 0 && strcmp(name, "json") != 0)
        return tool_usage_error("race", "unknown format '%s': expected markdown or json", name);
    arguments->format = strcmp(name, "json") == 0 ? BRES_FORMAT_JSON : BRES_FORMAT_MARKDOWN;
    return TOOL_DONE;
}

/* Words with commas between them. */
static int verdicts_take(struct race_arguments *arguments, const char *names)
{
    static const struct {
        const char *name;
        bres_verdict verdict;
    } words[] = { { "same", BRES_SAME },
                  { "fast", BRES_FAST },
                  { "slow", BRES_SLOW },
                  { "ambiguous", BRES_AMBIGUOUS } };
    const size_t count = sizeof words / sizeof *words;

    for (;;) {
        const size_t length = strcspn(names, ",");
        size_t i = 0;

        while (i < count &&
               (strlen(words[i].name) != length || memcmp(words[i].name, names, length) != 0))
            i++;
        if (i == count)
            return tool_usage_error(
                "race",
                "option '--fail-on': unknown value '%.*s', expected same, fast, "
                "slow, ambiguous",
                (int)length, names);
        arguments->fail_on |= BRES_VERDICT_BIT(words[i].verdict);
        if (names[length] == '\0')
            return TOOL_DONE;
        names += length + 1;
    }
}

static int result_take(struct race_arguments *arguments, const char *file, uint32_t flags)
{
    if (arguments->result != NULL)
        return tool_usage_error("race", "--json and --jsonbin can be given once");
    if (file[0] == '\0' || strcmp(file, "-") == 0)
        return tool_usage_error("race", "the two results need a file's name, not '%s'", file);
    arguments->result = file;
    arguments->write_flags = flags;
    return TOOL_DONE;
}

/* --- Options ---------------------------------------------------------------------------------- */

/* What the race itself is told. */
static int race_set_limit(struct race_arguments *arguments, int option, const char *value)
{
    bres_race_options *race = &arguments->race;

    switch (option) {
    case OPTION_MAX_TIME:
        return number_take(option, value, 1, &race->max_time);
    case OPTION_MAX_PAIRS:
        return int64_take(option, value, &race->max_pairs);
    case OPTION_MIN_PAIRS:
        return int64_take(option, value, &race->min_pairs);
    case OPTION_ERROR_RATE:
        return number_take(option, value, 100, &race->error_rate);
    case OPTION_MIN_CHANGE:
        return number_take(option, value, 100, &race->min_effect);
    case OPTION_SAME_WIDTH:
        return number_take(option, value, 100, &race->equivalence_margin);
    case OPTION_SEED:
        return count_take(option, value, &race->seed);
    case OPTION_TIMEOUT:
        return number_take(option, value, 1, &arguments->commands.timeout);
    case OPTION_WARMUP_RUNS:
        return int64_take(option, value, &race->warmup_runs);
    default:
        return TOOL_REFUSED;
    }
}

static int race_set(struct race_arguments *arguments, int option, const char *value)
{
    switch (option) {
    case OPTION_REF:
        arguments->reference = value;
        return TOOL_DONE;
    case OPTION_CMP:
        arguments->candidate = value;
        return TOOL_DONE;
    case OPTION_STATES_FROM:
        arguments->states = value;
        return TOOL_DONE;
    case OPTION_SHOW_OUTPUT:
        arguments->commands.flags |= BRES_RACE_SHOW_OUTPUT;
        return TOOL_DONE;
    case OPTION_JSON:
        return result_take(arguments, value, BRES_WRITE_NO_SIDECARS);
    case OPTION_JSONBIN:
        return result_take(arguments, value, 0);
    case OPTION_RESUME:
        arguments->commands.flags |= BRES_RACE_RESUME;
        return TOOL_DONE;
    case OPTION_KEEP:
        arguments->keep = true;
        return TOOL_DONE;
    case OPTION_FAIL_ON:
        return verdicts_take(arguments, value);
    case OPTION_FORMAT:
        return format_take(arguments, value);
    case OPTION_OUTPUT:
        arguments->output = value;
        return TOOL_DONE;
    case OPTION_QUIET:
        arguments->quiet = true;
        return TOOL_DONE;
    case OPTION_HELP:
        arguments->help = true;
        return TOOL_DONE;
    default:
        return race_set_limit(arguments, option, value);
    }
}

static int race_check(const struct race_arguments *arguments)
{
    if (arguments->reference == NULL || arguments->candidate == NULL)
        return tool_usage_error("race", "--ref COMMAND and --cmp COMMAND are needed");
    if (arguments->result == NULL &&
        ((arguments->commands.flags & BRES_RACE_RESUME) != 0 || arguments->keep))
        return tool_usage_error("race", "--resume and --keep need --json or --jsonbin");
    return TOOL_DONE;
}

int race_parse(struct race_arguments *arguments, char **line)
{
    struct tool_options options = { "race", known, OPTION_COUNT, line, false };
    const char *value;
    int option;

    while ((option = tool_options_next(&options, &value)) != TOOL_OPTIONS_END) {
        int status;

        if (option == TOOL_OPTIONS_ERROR)
            return TOOL_REFUSED;
        if (option == TOOL_OPTIONS_OPERAND)
            return tool_usage_error("race",
                                    "'%s' is no option: a command is one argument, in "
                                    "quotes",
                                    value);
        status = race_set(arguments, option, value);
        if (status != TOOL_DONE || arguments->help)
            return status;
    }
    return race_check(arguments);
}
