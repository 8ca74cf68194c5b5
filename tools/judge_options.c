/* SPDX-License-Identifier: MIT */
/*
 * The command line of benchresult judge.
 */
#include "judge.h"
#include "options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTION_PROBLEM,
    OPTION_LIST,
    OPTION_STARTER,
    OPTION_PROTOTYPE,
    OPTION_SAMPLE,
    OPTION_CHECK,
    OPTION_FIRST,
    OPTION_TYPE,
    OPTION_BACKEND,
    OPTION_DEVICE,
    OPTION_COMPILER,
    OPTION_FLAG,
    OPTION_ENV,
    OPTION_MIN_SAMPLES,
    OPTION_MAX_SAMPLES,
    OPTION_MAX_CV,
    OPTION_CV_OF,
    OPTION_MIN_TIME,
    OPTION_LONG_TIME,
    OPTION_VERIFY,
    OPTION_SEED,
    OPTION_TIME_LIMIT,
    OPTION_COMPILE_TIME_LIMIT,
    OPTION_MEMORY_LIMIT,
    OPTION_FILE_SIZE_LIMIT,
    OPTION_CACHE_SIZE,
    OPTION_PEAK_FLOPS,
    OPTION_PEAK_BANDWIDTH,
    OPTION_JSON,
    OPTION_JSONBIN,
    OPTION_FORMAT,
    OPTION_QUIET,
    OPTION_HELP,
    OPTION_COUNT
};

static const struct tool_option known[OPTION_COUNT] = {
    [OPTION_PROBLEM] = { "problem", 'p', "NAME", "the problem that FILE solves" },
    [OPTION_LIST] = { "list", 'l', NULL, "list the problems and exit" },
    [OPTION_STARTER] = { "starter", 0, "LANG", "print a source to begin with: c, c++ or cuda" },
    [OPTION_PROTOTYPE] = { "prototype", 0, "LANG", "print the declaration of the function" },
    [OPTION_SAMPLE] = { "sample", 0, NULL, "call it once, with a small case, and show all of it" },
    [OPTION_CHECK] = { "check", 0, NULL, "check, do not time" },
    [OPTION_FIRST] = { "first", 0, NULL, "the first case alone" },
    [OPTION_TYPE] = { "type", 't', "TYPE", "data type, such as float32" },
    [OPTION_BACKEND] = { "backend", 0, "NAME", "cpu, or cuda: the default for a .cu file" },
    [OPTION_DEVICE] = { "device", 'd', "N", "which GPU; default 0" },
    [OPTION_COMPILER] = { "compiler", 0, "PROGRAM", "instead of cc, c++ or nvcc" },
    [OPTION_FLAG] = { "flag", 0, "FLAG", "for the compiler, instead of -O2; may repeat" },
    [OPTION_ENV] = { "env", 0, "NAME", "a variable that the solution sees; may repeat" },
    [OPTION_MIN_SAMPLES] = { "min-samples", 0, "N", "default 5" },
    [OPTION_MAX_SAMPLES] = { "max-samples", 0, "N", "default 20" },
    [OPTION_MAX_CV] = { "max-cv", 0, "X", "variation at which it ends; default 0.01" },
    [OPTION_CV_OF] = { "cv-of", 0, "WHAT", "variation of rates (the default) or of times" },
    [OPTION_MIN_TIME] = { "min-time", 0, "S", "that samples add up to; default 0.1" },
    [OPTION_LONG_TIME] = { "long-time", 0, "S", "of a call with a fixed number; default 1" },
    [OPTION_VERIFY] = { "verify", 0, "FRACTION", "of the timed calls; default 1: all" },
    [OPTION_SEED] = { "seed", 0, "N", "for the inputs of timed calls; default: secret" },
    [OPTION_TIME_LIMIT] = { "time-limit", 0, "S", "for a case; default: the problem's" },
    [OPTION_COMPILE_TIME_LIMIT] = { "compile-time-limit", 0, "S", "default 60" },
    [OPTION_MEMORY_LIMIT] = { "memory-limit", 0, "BYTES",
                              "beside the arrays; default 4G; 0: none" },
    [OPTION_FILE_SIZE_LIMIT] = { "file-size-limit", 0, "BYTES", "default 0" },
    [OPTION_CACHE_SIZE] = { "cache-size", 0, "BYTES", "to stream through before a call" },
    [OPTION_PEAK_FLOPS] = { "peak-flops", 0, "X", "of the machine; 0: unknown" },
    [OPTION_PEAK_BANDWIDTH] = { "peak-bandwidth", 0, "X", "bytes per second; 0: unknown" },
    [OPTION_JSON] = { "json", 0, "FILE", "write the verdict as a result file" },
    [OPTION_JSONBIN] = { "jsonbin", 0, "FILE", "the same, with its samples" },
    [OPTION_FORMAT] = { "format", 0, "FORMAT", "markdown (the default), or json: events, verdict" },
    [OPTION_QUIET] = { "quiet", 'q', NULL, "print nothing but errors" },
    [OPTION_HELP] = { "help", 'h', NULL, "print this and exit" },
};

void judge_options_help(void)
{
    tool_options_help(known, OPTION_COUNT);
}

/* --- Values ----------------------------------------------------------------------------------- */

static int value_wrong(int option, const char *value, const char *expected)
{
    return tool_usage_error("judge", "option '--%s': '%s' is no %s", known[option].name, value,
                            expected);
}

static int take_word(int option, const char *const *words, const char *value, uint32_t *index)
{
    for (uint32_t i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], value) == 0) {
            *index = i;
            return TOOL_DONE;
        }
    }
    return tool_usage_error("judge", "option '--%s': unknown '%s'; see --help", known[option].name,
                            value);
}

static int take_whole(int option, const char *value, uint64_t max, uint64_t *number)
{
    char *end;
    unsigned long long parsed;

    if (value[0] < '0' || value[0] > '9')
        return value_wrong(option, value, "whole number");
    parsed = strtoull(value, &end, 0);
    if (*end != '\0' || parsed > max)
        return value_wrong(option, value, "number in range");
    *number = parsed;
    return TOOL_DONE;
}

static int take_count(int option, const char *value, int64_t *count)
{
    uint64_t number = 0;
    const int status = take_whole(option, value, INT32_MAX, &number);

    *count = (int64_t)number;
    return status;
}

/* A number of bytes, or of K, M or G, each 1024 of the one before. */
static int take_bytes(int option, const char *value, uint64_t *bytes)
{
    static const char *const units[] = { "", "K", "M", "G", NULL };
    const size_t digits = strspn(value, "0123456789");
    char number[24] = "";
    unsigned unit = 0;
    int status;

    while (units[unit] != NULL && strcmp(units[unit], value + digits) != 0)
        unit++;
    if (units[unit] == NULL || digits == 0 || digits >= sizeof number)
        return value_wrong(option, value, "number of bytes");
    memcpy(number, value, digits);
    status = take_whole(option, number, UINT64_MAX >> (10 * unit), bytes);
    *bytes <<= 10 * unit;
    return status;
}

static int take_number(int option, const char *value, double *number)
{
    char *end;

    *number = strtod(value, &end);
    if (end == value || *end != '\0' || !isfinite(*number) || *number < 0)
        return value_wrong(option, value, "number from 0 on");
    return TOOL_DONE;
}

/* To the library 0 is to measure; here it is to know nothing. */
static int take_peak(int option, const char *value, double *peak)
{
    const int status = take_number(option, value, peak);

    if (status == TOOL_DONE && *peak == 0)
        *peak = -1;
    return status;
}

static int take_type(const char *value, uint32_t *type)
{
    bres_data_type found;

    if (bres_data_type_find(value, &found) != BRES_OK)
        return tool_usage_error("judge", "%s", bres_last_error());
    *type = (uint32_t)found;
    return TOOL_DONE;
}

static int list_add(const char ***list, size_t *count, const char *word)
{
    const char **grown = realloc(*list, (*count + 2) * sizeof *grown);

    if (grown == NULL)
        return tool_error("out of memory");
    *list = grown;
    grown[(*count)++] = word;
    grown[*count] = NULL;
    return TOOL_DONE;
}

/* --- Options ---------------------------------------------------------------------------------- */

static const char *const languages[] = { "c", "c++", "cuda", NULL };
static const char *const backends[] = { "cpu", "cuda", NULL };
static const char *const formats[] = { "markdown", "json", NULL };
static const char *const variations[] = { "rates", "times", NULL };

static int set_code(struct judge_arguments *arguments, enum judge_wish wish, int option,
                    const char *value)
{
    arguments->wish = wish;
    return take_word(option, languages, value, &arguments->language);
}

static int set_format(struct judge_arguments *arguments, const char *value)
{
    uint32_t format = 0;
    const int status = take_word(OPTION_FORMAT, formats, value, &format);

    arguments->as_json = format == 1;
    return status;
}

static int set_variation(struct judge_arguments *arguments, const char *value)
{
    uint32_t of_times = 0;
    const int status = take_word(OPTION_CV_OF, variations, value, &of_times);

    arguments->options.flags &= ~BRES_JUDGE_CV_OF_TIMES;
    arguments->options.flags |= of_times == 1 ? BRES_JUDGE_CV_OF_TIMES : 0;
    return status;
}

static int set_device(bres_judge_options *options, const char *value)
{
    int64_t device = 0;
    const int status = take_count(OPTION_DEVICE, value, &device);

    options->device = (int32_t)device;
    return status;
}

/* How it is measured. */
static int set_measuring(bres_judge_options *options, int option, const char *value)
{
    switch (option) {
    case OPTION_MIN_SAMPLES:
        return take_count(option, value, &options->min_samples);
    case OPTION_MAX_SAMPLES:
        return take_count(option, value, &options->max_samples);
    case OPTION_MAX_CV:
        return take_number(option, value, &options->target_cv);
    case OPTION_MIN_TIME:
        return take_number(option, value, &options->min_time);
    case OPTION_LONG_TIME:
        return take_number(option, value, &options->long_time);
    case OPTION_VERIFY:
        return take_number(option, value, &options->verify_fraction);
    case OPTION_SEED:
        options->has_seed = 1;
        return take_whole(option, value, UINT64_MAX, &options->seed);
    case OPTION_TIME_LIMIT:
        return take_number(option, value, &options->time_limit);
    case OPTION_COMPILE_TIME_LIMIT:
        return take_number(option, value, &options->compile_time_limit);
    case OPTION_MEMORY_LIMIT:
        return take_bytes(option, value, &options->memory_limit);
    case OPTION_FILE_SIZE_LIMIT:
        return take_bytes(option, value, &options->file_size_limit);
    case OPTION_CACHE_SIZE:
        return take_bytes(option, value, &options->cache_size);
    case OPTION_PEAK_FLOPS:
        return take_peak(option, value, &options->peak_flops);
    case OPTION_PEAK_BANDWIDTH:
        return take_peak(option, value, &options->peak_bandwidth);
    default: /* TOOL_OPTIONS_ERROR, whose message has been printed */
        return TOOL_REFUSED;
    }
}

/* What is judged. */
static int set_solution(struct judge_arguments *arguments, int option, const char *value)
{
    bres_judge_options *options = &arguments->options;

    switch (option) {
    case OPTION_SAMPLE:
        options->flags |= BRES_JUDGE_SAMPLE_CASE;
        return TOOL_DONE;
    case OPTION_CHECK:
        options->flags |= BRES_JUDGE_CHECK_ONLY;
        return TOOL_DONE;
    case OPTION_FIRST:
        options->flags |= BRES_JUDGE_FIRST_CASE;
        return TOOL_DONE;
    case OPTION_TYPE:
        return take_type(value, &options->type);
    case OPTION_BACKEND:
        arguments->has_backend = true;
        return take_word(option, backends, value, &options->backend);
    case OPTION_DEVICE:
        return set_device(options, value);
    case OPTION_COMPILER:
        options->compiler = value;
        return TOOL_DONE;
    case OPTION_FLAG:
        return list_add(&arguments->flags, &arguments->flag_count, value);
    case OPTION_ENV:
        return list_add(&arguments->variables, &arguments->variable_count, value);
    case OPTION_CV_OF:
        return set_variation(arguments, value);
    default:
        return set_measuring(options, option, value);
    }
}

static int set_option(struct judge_arguments *arguments, int option, const char *value)
{
    switch (option) {
    case OPTION_PROBLEM:
        arguments->problem = value;
        return TOOL_DONE;
    case OPTION_LIST:
        arguments->wish = JUDGE_LIST;
        return TOOL_DONE;
    case OPTION_STARTER:
        return set_code(arguments, JUDGE_STARTER, option, value);
    case OPTION_PROTOTYPE:
        return set_code(arguments, JUDGE_PROTOTYPE, option, value);
    case OPTION_JSON:
        arguments->json = value;
        return TOOL_DONE;
    case OPTION_JSONBIN:
        arguments->jsonbin = value;
        return TOOL_DONE;
    case OPTION_FORMAT:
        return set_format(arguments, value);
    case OPTION_QUIET:
        arguments->quiet = true;
        return TOOL_DONE;
    case OPTION_HELP:
        arguments->wish = JUDGE_HELP;
        return TOOL_DONE;
    default:
        return set_solution(arguments, option, value);
    }
}

/* --- The command line ------------------------------------------------------------------------- */

static int take_operand(struct judge_arguments *arguments, const char *value)
{
    if (arguments->solution != NULL)
        return tool_usage_error("judge", "'%s' and '%s': one FILE is judged at a time",
                                arguments->solution, value);
    arguments->solution = value;
    return TOOL_DONE;
}

/* What was given makes sense together. */
static int check_all(struct judge_arguments *arguments)
{
    const char *end = arguments->solution != NULL ? strrchr(arguments->solution, '.') : NULL;

    if (arguments->wish == JUDGE_LIST)
        return TOOL_DONE;
    if (arguments->problem == NULL)
        return tool_usage_error("judge", "no --problem given");
    if (arguments->wish != JUDGE_VERDICT)
        return TOOL_DONE;
    if (arguments->solution == NULL)
        return tool_usage_error("judge", "no FILE given");
    if (!arguments->has_backend && end != NULL && strcmp(end, ".cu") == 0)
        arguments->options.backend = BRES_BACKEND_CUDA;
    arguments->options.compiler_flags = arguments->flags;
    arguments->options.environment = arguments->variables;
    return TOOL_DONE;
}

int judge_parse(struct judge_arguments *arguments, char **words)
{
    struct tool_options options = { "judge", known, OPTION_COUNT, words, false };
    const char *value;
    int option;

    while ((option = tool_options_next(&options, &value)) != TOOL_OPTIONS_END) {
        const int status = option == TOOL_OPTIONS_OPERAND ? take_operand(arguments, value)
                                                          : set_option(arguments, option, value);

        if (status != TOOL_DONE || arguments->wish == JUDGE_HELP)
            return status;
    }
    return check_all(arguments);
}

void judge_arguments_free(struct judge_arguments *arguments)
{
    free(arguments->flags);
    free(arguments->variables);
}
