/* SPDX-License-Identifier: MIT */
/*
 * benchresult time: writes the report and the other output files.
 */
#include "time.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Width in columns of a report to the standard output or standard error without a terminal. */
#define USUAL_COLUMNS 80

/* The descriptor of the stream that a path names; -1 if the path is a file. */
static int stream_of(const char *path)
{
    if (tool_is_standard_output(path) || strcmp(path, "stdout") == 0)
        return STDOUT_FILENO;
    return strcmp(path, "stderr") == 0 ? STDERR_FILENO : -1;
}

bres_status time_take_output(bres__command *command, const bres__option *option, const char *value,
                             void *target)
{
    struct timing *timing = target;
    struct time_output *outputs =
        realloc(timing->outputs, (timing->output_count + 1) * sizeof *outputs);

    if (outputs == NULL)
        return bres__command_refuse(command, BRES_ERROR_MEMORY, "out of memory");
    timing->outputs = outputs;
    if (value[0] == '\0')
        return bres__option_refuse(command, option, BRES_ERROR_VALUE, "the file name is empty");
    if (option->value == TIME_JSONBIN && stream_of(value) >= 0)
        return bres__option_refuse(command, option, BRES_ERROR_VALUE,
                                   "'%s' is not a file (the time of each run goes to files beside "
                                   "it)",
                                   value);
    for (size_t i = 0; i < timing->output_count; i++) {
        if (strcmp(outputs[i].path, value) == 0)
            return bres__option_refuse(command, option, BRES_ERROR_CONFLICT,
                                       "'%s' is given to another option, too", value);
    }
    outputs[timing->output_count++] =
        (struct time_output){ .kind = (enum time_output_kind)option->value, .path = value };
    return BRES_OK;
}

/* Refuses an output that would replace the input. "stdout" and "stderr" are not files. */
static int output_check(const char *path, const char *input)
{
    const struct tool_outputs outputs = { .files = { path } };

    return path != NULL && stream_of(path) < 0 ? tool_outputs_check(&outputs, input) : TOOL_DONE;
}

/* Refuses outputs that are the same file: the reports and the output of the commands. */
static int outputs_check_each_other(const struct timing *timing)
{
    const char **files = calloc(timing->output_count + 2, sizeof *files);
    int status;

    if (files == NULL)
        return tool_error("out of memory");
    files[0] = timing->report;
    files[1] = timing->options.output_file;
    for (size_t i = 0; i < timing->output_count; i++)
        files[i + 2] = timing->outputs[i].path;
    for (size_t i = 0; i < timing->output_count + 2; i++) {
        if (files[i] != NULL && stream_of(files[i]) >= 0)
            files[i] = NULL;
    }
    status = tool_files_check(files, timing->output_count + 2);
    free(files);
    return status;
}

int time_outputs_check(const struct timing *timing)
{
    const char *input = timing->options.input;
    int status = outputs_check_each_other(timing);

    if (input == NULL)
        return status;
    if (status == TOOL_DONE)
        status = output_check(timing->report, input);
    if (status == TOOL_DONE)
        status = output_check(timing->options.output_file, input);
    for (size_t i = 0; i < timing->output_count && status == TOOL_DONE; i++)
        status = output_check(timing->outputs[i].path, input);
    return status;
}

static int text_write(int stream, const char *path, const char *text, size_t length)
{
    if (stream != STDERR_FILENO)
        return tool_write(stream < 0 ? path : NULL, text, length);
    fwrite(text, 1, length, stderr);
    return TOOL_DONE;
}

/* Names are shortened only for a stream, never in a file. */
static int report_write(const struct timing *timing, bres_format format, const char *path)
{
    const int stream = stream_of(path);
    const uint32_t terminal = stream >= 0 ? tool_terminal_width(stream) : 0;
    const uint32_t width = terminal > 0 ? terminal : USUAL_COLUMNS;
    size_t length;
    char *text;
    int status;

    if (bres_timing_set_report(timing->timing, (bres_timing_sort)timing->sort,
                               stream >= 0 ? width : 0) != BRES_OK ||
        bres_timing_report(timing->timing, format, &text, &length) != BRES_OK)
        return tool_library_error();
    status = text_write(stream, path, text, length);
    bres_string_free(text);
    return status;
}

static int result_write(const struct timing *timing, const struct time_output *output)
{
    const int stream = stream_of(output->path);
    bres_result *result = NULL;
    bres_write_options write;
    bres_status status;

    bres_write_options_init(&write);
    write.flags = output->kind == TIME_JSON ? BRES_WRITE_NO_SIDECARS : 0;
    status = bres_timing_result(timing->timing, &result);
    if (status == BRES_OK)
        status = stream >= 0 ? bres_result_write_fd(result, stream, &write)
                             : bres_result_write(result, output->path, &write);
    bres_result_unref(result);
    return status == BRES_OK ? TOOL_DONE : tool_library_error();
}

static int output_write(const struct timing *timing, const struct time_output *output)
{
    switch (output->kind) {
    case TIME_CSV:
        return report_write(timing, BRES_FORMAT_CSV, output->path);
    case TIME_MARKDOWN:
        return report_write(timing, BRES_FORMAT_MARKDOWN, output->path);
    default:
        return result_write(timing, output);
    }
}

/* Whether to write the report: not if another output goes to the standard output, unless --report
 * is given. */
static bool has_report(const struct timing *timing)
{
    if (timing->report != NULL)
        return true;
    for (size_t i = 0; i < timing->output_count; i++) {
        if (stream_of(timing->outputs[i].path) == STDOUT_FILENO)
            return false;
    }
    return true;
}

/* Whether to print a newline before the report, because the output of the commands may end without
 * a newline. */
static bool needs_newline(const struct timing *timing)
{
    return timing->options.output == BRES_TIMING_OUTPUT_INHERIT && timing->report == NULL &&
           timing->format == BRES_FORMAT_MARKDOWN;
}

int time_outputs_write(const struct timing *timing)
{
    int status = TOOL_DONE;

    if (has_report(timing) && needs_newline(timing))
        status = tool_write(NULL, "\n", 1);
    if (status == TOOL_DONE && has_report(timing))
        status = report_write(timing, (bres_format)timing->format, timing->report);
    for (size_t i = 0; i < timing->output_count; i++) {
        const int written = output_write(timing, &timing->outputs[i]);

        status = status == TOOL_DONE ? written : status;
    }
    return status;
}
