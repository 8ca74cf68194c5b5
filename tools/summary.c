/* SPDX-License-Identifier: MIT */
/*
 * benchresult summary: the tables of result files.
 */
#include "program.h"

#include <stddef.h>

struct summary {
    struct tool_input input; /* first, for tool_take_file() */
    bres_filter *filter;     /* NULL: everything */
    const char *output;      /* NULL: the standard output */
    uint32_t columns;        /* 0: the default */
    bres_summary_options report;
};

#define AT(member) .target = offsetof(struct summary, member)

static const bres__option options[] = {
    TOOL_OPTION_BENCHMARK("show", AT(filter)),
    TOOL_OPTION_AXIS("show", AT(filter)),
    TOOL_OPTION_FILTER("show", AT(filter)),
    TOOL_OPTION_LENIENT(.heading = "Input", AT(input.load_flags)),
    TOOL_OPTION_CONFINE(AT(input.load_flags)),
    TOOL_OPTION_FORMAT(TOOL_REPORT_FORMATS(BRES_REPORT_SUMMARY), .heading = "Output",
                       AT(report.format)),
    { .name = "columns",
      .operand = "LIST",
      .help = "show these columns after the axes, separated by commas:",
      .initial = "default",
      .kind = BRES__OPTION_CHOICES,
      .choices = TOOL_COLUMNS,
      AT(columns) },
    TOOL_OPTION_OUTPUT("write to this file instead of the standard output", AT(output)),
    TOOL_OPTION_HELP,
    { .name = NULL },
};

static const struct tool_program program = {
    .name = "summary",
    .forms = (const char *const[]){ "[OPTION]... FILE...", NULL },
    .about = "Print the tables of NVBench result files. '-' as FILE is the standard input.",
    .options = options,
    .notes = TOOL_FILTER_NOTES,
    .operand = tool_take_file,
};

static int summary_run(struct summary *summary)
{
    struct tool_input *input = &summary->input;
    size_t length;
    char *text;
    int status;

    if (input->count == 0)
        return tool_usage_error(program.name, "no FILE given");
    status = tool_input_load(input);
    if (status != TOOL_DONE)
        return status;
    if (summary->filter != NULL && !tool_input_has_states(input, summary->filter))
        return tool_error("-b, -a and --filter select no state of %s", input->files[0]);
    summary->report.filter = summary->filter;
    if (summary->columns != 0)
        summary->report.columns = summary->columns;
    if (bres_summary_report(input->results, input->count, &summary->report, &text, &length) !=
        BRES_OK)
        return tool_library_error();
    status = tool_write(summary->output, text, length);
    bres_string_free(text);
    return status;
}

int summary_main(char **arguments)
{
    struct summary summary = { .filter = NULL };
    int status;

    bres_summary_options_init(&summary.report);
    if (tool_parse(&program, arguments, &summary, &status))
        status = summary_run(&summary);
    bres_filter_free(summary.filter);
    tool_input_free(&summary.input);
    return status;
}
