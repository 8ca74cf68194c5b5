/* SPDX-License-Identifier: MIT */
/*
 * benchresult replay: shows where stopping criteria would have ended measurements.
 */
#include "replay.h"

#include "program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct replay {
    struct tool_input input; /* first, for tool_take_file() */
    bres_filter *filter;     /* NULL: everything */
    const char *output;      /* NULL: the standard output */
    uint32_t kind;           /* an enum replay_input */
    bres_replay_options report;
    bres_criteria *known;
    bres_criterion **criteria;
    size_t criterion_count;
};

static bres_status take_criterion(bres__command *command, const bres__option *option,
                                  const char *value, void *target)
{
    struct replay *replay = target;
    bres_criterion **grown =
        realloc(replay->criteria, (replay->criterion_count + 1) * sizeof *replay->criteria);

    if (grown == NULL)
        return bres__command_refuse(command, BRES_ERROR_MEMORY, "out of memory");
    replay->criteria = grown;
    if (bres_criterion_new(replay->known, value, &grown[replay->criterion_count]) != BRES_OK)
        return bres__option_refuse(command, option, BRES_ERROR_VALUE, "%s", bres_last_error());
    replay->criterion_count++;
    return BRES_OK;
}

static bres_status take_parameter(bres__command *command, const bres__option *option,
                                  const char *value, void *target)
{
    struct replay *replay = target;
    const char *equals = strchr(value, '=');
    bres_status status;
    char *name;

    if (replay->criterion_count == 0)
        return bres__option_refuse(command, option, BRES_ERROR_ARGUMENT,
                                   "'%s' needs a --criterion before it", value);
    if (equals == NULL)
        return bres__option_refuse(command, option, BRES_ERROR_VALUE,
                                   "'%s' has no value (expected NAME=VALUE)", value);
    name = strndup(value, (size_t)(equals - value));
    if (name == NULL)
        return bres__command_refuse(command, BRES_ERROR_MEMORY, "out of memory");
    status =
        bres_criterion_set_text(replay->criteria[replay->criterion_count - 1], name, equals + 1);
    free(name);
    return status == BRES_OK
               ? BRES_OK
               : bres__option_refuse(command, option, status, "'%s': %s", value, bres_last_error());
}

static const bres__choice raw_types[] = { { "f64", REPLAY_FLOAT64 },
                                          { "f32", REPLAY_FLOAT32 },
                                          { NULL, 0 } };

#define AT(member) .target = offsetof(struct replay, member)

static const bres__option options[] = {
    { .heading = "Criteria",
      .name = "criterion",
      .letter = 'c',
      .operand = "NAME",
      .help = "replay this stopping criterion; repeatable",
      .action = take_criterion },
    { .name = "param",
      .letter = 'p',
      .operand = "NAME=VALUE",
      .help = "set a parameter of the preceding criterion; repeatable",
      .action = take_parameter },
    { .name = "min-samples",
      .operand = "N",
      .help = "number of samples before the criterion can stop",
      .initial = "10",
      .kind = BRES__OPTION_UINT64,
      .max = INT64_MAX,
      AT(report.min_samples) },
    TOOL_OPTION_BENCHMARK("replay", AT(filter)),
    TOOL_OPTION_AXIS("replay", AT(filter)),
    TOOL_OPTION_FILTER("replay", AT(filter)),
    { .heading = "Input",
      .name = "raw",
      .operand = "TYPE",
      .help = "read FILE as plain numbers in seconds, of type",
      .kind = BRES__OPTION_CHOICE,
      .choices = &(const bres__choices){ .noun = "type", .list = raw_types },
      AT(kind) },
    TOOL_OPTION_LENIENT(AT(input.load_flags)),
    TOOL_OPTION_CONFINE(AT(input.load_flags)),
    TOOL_OPTION_FORMAT(TOOL_REPORT_FORMATS(BRES_REPORT_REPLAY), .heading = "Output",
                       AT(report.format)),
    TOOL_OPTION_OUTPUT("write to this file instead of the standard output", AT(output)),
    TOOL_OPTION_HELP,
    { .name = NULL },
};

static void put_parameter(bres__text *text, const bres_parameter *parameter)
{
    char left[80];

    if (parameter->kind == BRES_KIND_INT64)
        snprintf(left, sizeof left, "      %s=%" PRId64, parameter->name, parameter->int64);
    else if (parameter->kind == BRES_KIND_FLOAT64)
        snprintf(left, sizeof left, "      %s=%g", parameter->name, parameter->float64);
    else
        snprintf(left, sizeof left, "      %s=", parameter->name);
    bres__help_put_row(text, BRES__HELP_INDENT, left, parameter->description);
}

static void put_criteria(bres__text *text)
{
    bres_criteria *known;

    if (bres_criteria_new(&known) != BRES_OK) {
        text->failed = true;
        return;
    }
    bres__text_puts(text, "\nCriteria, and their parameters with defaults:\n");
    for (size_t i = 0; i < bres_criteria_count(known); i++) {
        const bres_criterion_definition *definition = bres_criteria_at(known, i);
        char left[80];

        snprintf(left, sizeof left, "  %s", definition->name);
        bres__help_put_row(text, BRES__HELP_INDENT, left, definition->description);
        for (size_t p = 0; p < definition->parameter_count; p++)
            put_parameter(text, &definition->parameters[p]);
    }
    bres_criteria_free(known);
}

static const struct tool_program program = {
    .name = "replay",
    .forms = (const char *const[]){ "[OPTION]... -c NAME [-p NAME=VALUE]... FILE", NULL },
    .about = "Print when stopping criteria would have ended the measurements of FILE, and how much "
             "time this would have saved. '-' as FILE is the standard input.",
    .options = options,
    .notes = TOOL_FILTER_NOTES,
    .put_more = put_criteria,
    .operand = tool_take_file,
};

static int replay_check(const struct replay *replay)
{
    if (replay->criterion_count == 0)
        return tool_usage_error(program.name, "no criterion given: -c NAME is needed");
    if (replay->input.count != 1)
        return tool_usage_error(
            program.name, replay->input.count == 0 ? "no FILE given" : "more than one FILE given");
    if (replay->kind != REPLAY_RESULT && replay->filter != NULL)
        return tool_usage_error(program.name,
                                "-b, -a and --filter select states, and a raw file has no states");
    return TOOL_DONE;
}

static int replay_collect(struct replay *replay, struct replay_streams *streams)
{
    const char *file = replay->input.files[0];
    int status;

    replay->input.outputs.files[0] = tool_output_name(replay->output);
    if (tool_outputs_check(&replay->input.outputs, file) != TOOL_DONE)
        return TOOL_REFUSED;
    if (replay->kind != REPLAY_RESULT) {
        status = replay_streams_add_raw(streams, file, (enum replay_input)replay->kind);
        if (status == TOOL_DONE && streams->count == 0)
            status = tool_error("'%s' has no samples", file);
        return status;
    }
    status = tool_input_load(&replay->input);
    if (status == TOOL_DONE)
        status = replay_streams_add_result(streams, replay->input.results[0], replay->filter);
    if (status != TOOL_DONE)
        return status;
    if (streams->count == 0 && streams->without == 0)
        return tool_error(replay->filter != NULL ? "-b, -a and --filter select no state of %s"
                                                 : "%s has no state",
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
    int status = replay_check(replay);

    if (status == TOOL_DONE)
        status = replay_collect(replay, &streams);
    if (status == TOOL_DONE &&
        bres_replay_report(streams.streams, streams.count, replay->criteria,
                           replay->criterion_count, &replay->report, &text, &length) != BRES_OK)
        status = tool_library_error();
    if (status == TOOL_DONE) {
        status = tool_write(replay->output, text, length);
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
        return tool_library_error();
    if (tool_parse(&program, arguments, &replay, &status))
        status = replay_run(&replay);
    for (size_t i = 0; i < replay.criterion_count; i++)
        bres_criterion_free(replay.criteria[i]);
    free(replay.criteria);
    bres_criteria_free(replay.known);
    bres_filter_free(replay.filter);
    tool_input_free(&replay.input);
    return status;
}
