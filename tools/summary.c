/* SPDX-License-Identifier: MIT */
/*
 * benchresult summary: prints result files as tables.
 */
#include "program.h"

#include <stddef.h>
#include <unistd.h>

struct summary {
    struct tool_input input; /* first, for tool_take_file() */
    bres_filter *filter;     /* NULL: everything */
    const char *output;      /* NULL: the standard output */
    uint32_t columns;        /* 0: the default */
    uint32_t chart;          /* a bres_chart, or NO_CHART */
    const char *chart_path;  /* NULL: DEFAULT_CHART */
    bres_summary_options report;
    bres_plot_options plot;
};

#define NO_CHART      UINT32_MAX
#define DEFAULT_CHART "benchresult-summary.svg"

static const bres__choice chart_list[] = { { "bandwidth", BRES_CHART_BANDWIDTH },
                                           { "throughput", BRES_CHART_THROUGHPUT },
                                           { "distribution", BRES_CHART_DISTRIBUTION },
                                           { NULL, 0 } };
static const bres__choices charts = { .noun = "chart", .list = chart_list };

#define DISTRIBUTION                                                                               \
    (BRES_COLUMN_BIT(BRES_COLUMN_MEDIAN) | BRES_COLUMN_BIT(BRES_COLUMN_P5) |                       \
     BRES_COLUMN_BIT(BRES_COLUMN_P95) | BRES_COLUMN_BIT(BRES_COLUMN_HISTOGRAM))
#define TIME_SPENT                                                                                 \
    (BRES_COLUMN_BIT(BRES_COLUMN_SET_UP) | BRES_COLUMN_BIT(BRES_COLUMN_WARM_UP) |                  \
     BRES_COLUMN_BIT(BRES_COLUMN_MEASURING) | BRES_COLUMN_BIT(BRES_COLUMN_TOTAL))

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
    { .name = "distribution",
      .help = "show the distribution of the samples: percentiles and a histogram",
      .kind = BRES__OPTION_BITS,
      .value = DISTRIBUTION,
      AT(columns) },
    { .name = "time-spent",
      .help = "show the time that each state took: set-up, warm-up and measuring",
      .kind = BRES__OPTION_BITS,
      .value = TIME_SPENT,
      AT(columns) },
    { .name = "sort",
      .operand = "COLUMN",
      .help = "sort the states by this column, the smallest first:",
      .kind = BRES__OPTION_CHOICE,
      .choices = TOOL_SORT_COLUMNS,
      AT(report.sort) },
    { .name = "descending",
      .help = "sort the largest first",
      .kind = BRES__OPTION_BITS,
      .value = BRES_SUMMARY_DESCENDING,
      AT(report.flags) },
    { .name = "top",
      .operand = "N",
      .help = "show only the first N states of each table",
      .kind = BRES__OPTION_UINT32,
      .min = 1,
      AT(report.top) },
    TOOL_OPTION_OUTPUT("write to this file instead of the standard output", AT(output)),
    { .heading = "Charts",
      .name = "plot",
      .operand = "CHART",
      .help = "draw a chart of the states instead of printing tables:",
      .kind = BRES__OPTION_CHOICE,
      .choices = &charts,
      AT(chart) },
    { .name = "plot-output",
      .operand = "FILE",
      .help = "file of the chart, .svg, .png or .pdf",
      .initial = DEFAULT_CHART,
      .kind = BRES__OPTION_TEXT,
      AT(chart_path) },
    { .name = "dark",
      .help = "draw the chart in light colors on a dark background",
      .kind = BRES__OPTION_BITS,
      .value = BRES_PLOT_DARK,
      AT(plot.flags) },
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

static void say(void *user, bres_log_level level, const char *message)
{
    (void)user;
    tool_say("%s%s", level == BRES_LOG_WARNING ? "warning: " : "", message);
}

static int chart_draw(struct summary *summary)
{
    summary->plot.log = say;
    if (bres_summary_plot(summary->input.results, summary->input.count, (bres_chart)summary->chart,
                          &summary->report, &summary->plot) != BRES_OK)
        return tool_library_error();
    return TOOL_DONE;
}

/* Refuses wrong names of charts before files are loaded. */
static int chart_name(struct summary *summary)
{
    if (summary->chart == NO_CHART)
        return summary->chart_path == NULL
                   ? TOOL_DONE
                   : tool_usage_error(program.name, "--plot-output needs --plot");
    summary->plot.summary_path = summary->chart_path != NULL ? summary->chart_path : DEFAULT_CHART;
    return bres_plot_check(&summary->plot) == BRES_OK ? TOOL_DONE : tool_library_error();
}

static int summary_run(struct summary *summary)
{
    struct tool_input *input = &summary->input;
    size_t length;
    char *text;
    int status;

    if (input->count == 0)
        return tool_usage_error(program.name, "no FILE given");
    status = chart_name(summary);
    if (summary->chart == NO_CHART)
        input->outputs.files[0] = tool_output_name(summary->output);
    else
        input->outputs.files[0] = summary->plot.summary_path;
    if (status == TOOL_DONE)
        status = tool_input_load(input);
    if (status != TOOL_DONE)
        return status;
    if (summary->filter != NULL && !tool_input_has_states(input, summary->filter))
        return tool_error("-b, -a and --filter select no state of %s", input->files[0]);
    summary->report.filter = summary->filter;
    if (tool_is_standard_output(summary->output))
        summary->report.width = tool_terminal_width(STDOUT_FILENO);
    if (summary->chart != NO_CHART)
        return chart_draw(summary);
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
    struct summary summary = { .chart = NO_CHART };
    int status;

    bres_summary_options_init(&summary.report);
    bres_plot_options_init(&summary.plot);
    if (tool_parse(&program, arguments, &summary, &status))
        status = summary_run(&summary);
    bres_filter_free(summary.filter);
    tool_input_free(&summary.input);
    return status;
}
