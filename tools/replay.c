/* SPDX-License-Identifier: MIT */
/*
 * benchresult replay: where stopping criteria would have ended measurements.
 */
#include "replay.h"

#include "request.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTION_CRITERION,
    OPTION_PARAM,
    OPTION_MIN_SAMPLES,
    OPTION_RAW,
    OPTION_BENCHMARK,
    OPTION_AXIS,
    OPTION_FORMAT,
    OPTION_OUTPUT,
    OPTION_LENIENT,
    OPTION_CONFINE,
    OPTION_HELP,
    OPTION_COUNT
};

static const struct tool_option known[OPTION_COUNT] = {
    [OPTION_CRITERION] = { "criterion", 'c', "NAME", "a stopping criterion; repeatable" },
    [OPTION_PARAM] = { "param", 'p', "NAME=VALUE", "set it in the criterion before; repeatable" },
    [OPTION_MIN_SAMPLES] = { "min-samples", 0, "N", "samples before it is asked; default 10" },
    [OPTION_RAW] = { "raw", 0, "TYPE", "FILE holds seconds alone, as f64 or f32" },
    [OPTION_BENCHMARK] = { "benchmark", 'b', "NAME", "replay this benchmark only; repeatable" },
    [OPTION_AXIS] = { "axis", 'a', "FILTER", "replay the states it selects; repeatable" },
    [OPTION_FORMAT] = { "format", 0, "FORMAT", "markdown (the default) or json" },
    [OPTION_OUTPUT] = { "output", 'o', "FILE", "write to this file, not to standard output" },
    [OPTION_LENIENT] = { "lenient", 0, NULL, "load malformed values as absent, with warnings" },
    [OPTION_CONFINE] = { "confine", 0, NULL, "refuse samples outside of a file's directory" },
    [OPTION_HELP] = { "help", 'h', NULL, "print this and exit" },
};

struct replay {
    struct tool_request request;
    enum replay_input kind;
    bres_replay_options report;
    bres_criteria *known;
    bres_criterion **criteria;
    size_t criterion_count;
};

static void help_parameter(const bres_parameter *parameter)
{
    char value[32] = "";

    if (parameter->kind == BRES_KIND_INT64)
        snprintf(value, sizeof value, "%" PRId64, parameter->int64);
    else if (parameter->kind == BRES_KIND_FLOAT64)
        snprintf(value, sizeof value, "%g", parameter->float64);
    printf("      %s=%s%*s  %s\n", parameter->name, value,
           (int)(22 - strlen(parameter->name) - strlen(value)), "", parameter->description);
}

static void replay_help(const struct replay *replay)
{
    puts("usage: benchresult replay [OPTION]... -c NAME [-p NAME=VALUE]... FILE\n"
         "Print where stopping criteria would have ended the measurements whose samples\n"
         "FILE has, and what time that would have saved. '-' as FILE is the standard\n"
         "input.\n"
         "\n"
         "Options:");
    tool_options_help(known, OPTION_COUNT);
    puts("\n"
         "FILTER is NAME=VALUE, NAME=[VALUE,...] or NAME[pow2]=EXPONENT. Before the first\n"
         "-b it applies to every benchmark, after a -b to that benchmark.\n"
         "\n"
         "Criteria, and their parameters with defaults:");
    for (size_t i = 0; i < bres_criteria_count(replay->known); i++) {
        const bres_criterion_definition *definition = bres_criteria_at(replay->known, i);

        printf("  %-14s %s\n", definition->name, definition->description);
        for (size_t p = 0; p < definition->parameter_count; p++)
            help_parameter(&definition->parameters[p]);
    }
}

static int replay_add_criterion(struct replay *replay, const char *expression)
{
    bres_criterion **grown =
        realloc(replay->criteria, (replay->criterion_count + 1) * sizeof *replay->criteria);

    if (grown == NULL)
        return tool_error("out of memory");
    replay->criteria = grown;
    if (bres_criterion_new(replay->known, expression, &grown[replay->criterion_count]) != BRES_OK)
        return tool_usage_error("replay", "%s", bres_last_error());
    replay->criterion_count++;
    return TOOL_DONE;
}

static int replay_set_parameter(struct replay *replay, const char *setting)
{
    const char *equals = strchr(setting, '=');
    int status = TOOL_DONE;
    char *name;

    if (replay->criterion_count == 0)
        return tool_usage_error("replay", "'--param %s' needs a --criterion before it", setting);
    if (equals == NULL)
        return tool_usage_error("replay", "'--param %s': expected NAME=VALUE", setting);
    name = strndup(setting, (size_t)(equals - setting));
    if (name == NULL)
        return tool_error("out of memory");
    if (bres_criterion_set_text(replay->criteria[replay->criterion_count - 1], name, equals + 1) !=
        BRES_OK)
        status = tool_usage_error("replay", "'--param %s': %s", setting, bres_last_error());
    free(name);
    return status;
}

static int replay_set_min_samples(struct replay *replay, const char *text)
{
    const size_t length = strlen(text);

    if (length == 0 || length > 18 || strspn(text, "0123456789") != length)
        return tool_usage_error("replay", "option '--min-samples': '%s' is no number of samples",
                                text);
    replay->report.min_samples = strtoull(text, NULL, 10);
    return TOOL_DONE;
}

static int replay_set_raw(struct replay *replay, const char *type)
{
    if (strcmp(type, "f64") != 0 && strcmp(type, "f32") != 0)
        return tool_usage_error("replay", "unknown type '%s' of raw numbers: expected f64 or f32",
                                type);
    replay->kind = strcmp(type, "f64") == 0 ? REPLAY_FLOAT64 : REPLAY_FLOAT32;
    return TOOL_DONE;
}

static int replay_set_format(struct replay *replay, const char *name)
{
    if (strcmp(name, "markdown") != 0 && strcmp(name, "json") != 0)
        return tool_usage_error("replay", "unknown format '%s': expected markdown or json", name);
    replay->report.format = strcmp(name, "json") == 0 ? BRES_FORMAT_JSON : BRES_FORMAT_MARKDOWN;
    return TOOL_DONE;
}

static int replay_set_option(void *user, int option, const char *value)
{
    struct replay *replay = user;

    switch (option) {
    case OPTION_CRITERION:
        return replay_add_criterion(replay, value);
    case OPTION_PARAM:
        return replay_set_parameter(replay, value);
    case OPTION_MIN_SAMPLES:
        return replay_set_min_samples(replay, value);
    case OPTION_RAW:
        return replay_set_raw(replay, value);
    default:
        return replay_set_format(replay, value);
    }
}

static int replay_parse(struct replay *replay, char **arguments)
{
    static const struct tool_syntax syntax = { "replay", known, OPTION_COUNT, replay_set_option };
    const struct tool_request *request = &replay->request;
    const int status = tool_request_parse(&replay->request, &syntax, arguments, replay);

    if (status != TOOL_DONE || request->help)
        return status;
    if (replay->criterion_count == 0)
        return tool_usage_error("replay", "no criterion given: -c NAME is needed");
    if (request->input.count != 1)
        return tool_usage_error("replay", request->input.count == 0 ? "no FILE given"
                                                                    : "more than one FILE given");
    if (replay->kind != REPLAY_RESULT && request->filter != NULL)
        return tool_usage_error("replay", "-b and -a select states, which a raw file has none of");
    return TOOL_DONE;
}

static int replay_collect(struct replay *replay, struct replay_streams *streams)
{
    const char *file = replay->request.input.files[0];
    int status;

    if (replay->kind != REPLAY_RESULT) {
        status = replay_streams_add_raw(streams, file, replay->kind);
        if (status == TOOL_DONE && streams->count == 0)
            status = tool_error("'%s' has no samples", file);
        return status;
    }
    status = tool_input_load(&replay->request.input);
    if (status == TOOL_DONE)
        status = replay_streams_add_result(streams, replay->request.input.results[0],
                                           replay->request.filter);
    if (status != TOOL_DONE)
        return status;
    if (streams->count == 0 && streams->without == 0)
        return tool_error(replay->request.filter != NULL ? "-b and -a select no state of %s"
                                                         : "there is no state in %s",
                          file);
    if (streams->count == 0)
        return tool_error("no state of %s has samples", file);
    if (streams->without != 0)
        tool_say("note: %zu of %zu states have no samples", streams->without,
                 streams->without + streams->count);
    return TOOL_DONE;
}

static int replay_run(struct replay *replay)
{
    struct replay_streams streams = { .count = 0 };
    size_t length;
    char *text;
    int status = replay_collect(replay, &streams);

    if (status == TOOL_DONE &&
        bres_replay_report(streams.streams, streams.count, replay->criteria,
                           replay->criterion_count, &replay->report, &text, &length) != BRES_OK)
        status = tool_error("%s", bres_last_error());
    if (status == TOOL_DONE) {
        status = tool_write(replay->request.output, text, length);
        bres_string_free(text);
    }
    replay_streams_free(&streams);
    return status;
}

int replay_main(char **arguments)
{
    struct replay replay = { .kind = REPLAY_RESULT };
    int status;

    bres_replay_options_init(&replay.report);
    if (bres_criteria_new(&replay.known) != BRES_OK)
        return tool_error("%s", bres_last_error());
    status = replay_parse(&replay, arguments);
    if (status == TOOL_DONE && replay.request.help)
        replay_help(&replay);
    else if (status == TOOL_DONE)
        status = replay_run(&replay);
    for (size_t i = 0; i < replay.criterion_count; i++)
        bres_criterion_free(replay.criteria[i]);
    free(replay.criteria);
    bres_criteria_free(replay.known);
    tool_request_free(&replay.request);
    return status;
}
