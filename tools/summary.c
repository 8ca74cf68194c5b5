/* SPDX-License-Identifier: MIT */
/*
 * benchresult summary: the tables of result files.
 */
#include "options.h"
#include "tool.h"

#include <stdio.h>
#include <string.h>

enum {
    OPTION_FORMAT,
    OPTION_BENCHMARK,
    OPTION_AXIS,
    OPTION_OUTPUT,
    OPTION_LENIENT,
    OPTION_CONFINE,
    OPTION_HELP,
    OPTION_COUNT
};

static const struct tool_option known[OPTION_COUNT] = {
    [OPTION_FORMAT] = { "format", 0, "FORMAT", "markdown (the default), csv or json" },
    [OPTION_BENCHMARK] = { "benchmark", 'b', "NAME", "show this benchmark only; repeatable" },
    [OPTION_AXIS] = { "axis", 'a', "FILTER", "show the states that it selects; repeatable" },
    [OPTION_OUTPUT] = { "output", 'o', "FILE", "write to this file, not to standard output" },
    [OPTION_LENIENT] = { "lenient", 0, NULL, "load malformed values as absent, with warnings" },
    [OPTION_CONFINE] = { "confine", 0, NULL, "refuse samples outside of a file's directory" },
    [OPTION_HELP] = { "help", 'h', NULL, "print this and exit" },
};

struct summary {
    struct tool_input input;
    bres_summary_options report;
    bres_filter *filter; /* NULL without -b and -a */
    const char *output;  /* NULL: the standard output */
    bool help;
};

static void summary_help(void)
{
    puts("usage: benchresult summary [OPTION]... FILE...\n"
         "Print the tables of NVBench result files. '-' as FILE is the standard input.\n"
         "\n"
         "Options:");
    tool_options_help(known, OPTION_COUNT);
    puts("\n"
         "FILTER is NAME=VALUE, NAME=[VALUE,...] or NAME[pow2]=EXPONENT. Before the first\n"
         "-b it applies to every benchmark, after a -b to that benchmark.");
}

static int summary_set_format(struct summary *summary, const char *name)
{
    static const struct {
        const char *name;
        bres_format format;
    } formats[] = {
        { "markdown", BRES_FORMAT_MARKDOWN },
        { "csv", BRES_FORMAT_CSV },
        { "json", BRES_FORMAT_JSON },
    };

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (strcmp(name, formats[i].name) == 0) {
            summary->report.format = formats[i].format;
            return TOOL_DONE;
        }
    }
    return tool_usage_error("summary", "unknown format '%s': expected markdown, csv or json", name);
}

static int summary_add_filter(struct summary *summary, int option, const char *value)
{
    bres_status status = BRES_OK;

    if (summary->filter == NULL)
        status = bres_filter_new(&summary->filter);
    if (status == BRES_OK && option == OPTION_BENCHMARK)
        status = bres_filter_add_benchmark(summary->filter, value);
    else if (status == BRES_OK)
        status = bres_filter_add_axis(summary->filter, value);
    return status == BRES_OK ? TOOL_DONE : tool_error("%s", bres_last_error());
}

static int summary_set_option(struct summary *summary, int option, const char *value)
{
    int status = TOOL_DONE;

    switch (option) {
    case OPTION_FORMAT:
        status = summary_set_format(summary, value);
        break;
    case OPTION_BENCHMARK:
    case OPTION_AXIS:
        status = summary_add_filter(summary, option, value);
        break;
    case OPTION_OUTPUT:
        summary->output = value;
        break;
    case OPTION_LENIENT:
        summary->input.load_flags |= BRES_LOAD_LENIENT;
        break;
    case OPTION_CONFINE:
        summary->input.load_flags |= BRES_LOAD_CONFINE;
        break;
    case OPTION_HELP:
        summary->help = true;
        break;
    case TOOL_OPTIONS_OPERAND:
        status = tool_input_add(&summary->input, value);
        break;
    default:
        status = TOOL_REFUSED;
        break;
    }
    return status;
}

static int summary_parse(struct summary *summary, char **arguments)
{
    struct tool_options options = { "summary", known, OPTION_COUNT, arguments, false };
    const char *value;
    int option;

    while ((option = tool_options_next(&options, &value)) != TOOL_OPTIONS_END) {
        const int status = summary_set_option(summary, option, value);

        if (status != TOOL_DONE || summary->help)
            return status;
    }
    if (summary->input.count == 0)
        return tool_usage_error("summary", "no FILE given");
    return TOOL_DONE;
}

static bool summary_selects_any(const struct summary *summary)
{
    for (size_t i = 0; i < summary->input.count; i++) {
        const bres_result *result = summary->input.results[i];

        for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
            const bres_subbench *bench = bres_result_subbench_at(result, b);

            for (size_t s = 0; s < bres_subbench_state_count(bench); s++) {
                if (bres_filter_selects_state(summary->filter, bres_subbench_state_at(bench, s)))
                    return true;
            }
        }
    }
    return false;
}

static int summary_run(struct summary *summary)
{
    size_t length;
    char *text;
    int status = tool_input_load(&summary->input);

    if (status != TOOL_DONE)
        return status;
    if (summary->filter != NULL && !summary_selects_any(summary))
        return tool_error("-b and -a select no state of %s", summary->input.files[0]);
    summary->report.filter = summary->filter;
    if (bres_summary_report(summary->input.results, summary->input.count, &summary->report, &text,
                            &length) != BRES_OK)
        return tool_error("%s", bres_last_error());
    status = tool_write(summary->output, text, length);
    bres_string_free(text);
    return status;
}

int summary_main(char **arguments)
{
    struct summary summary = { .output = NULL };
    int status;

    bres_summary_options_init(&summary.report);
    status = summary_parse(&summary, arguments);
    if (status == TOOL_DONE && summary.help)
        summary_help();
    else if (status == TOOL_DONE)
        status = summary_run(&summary);
    bres_filter_free(summary.filter);
    tool_input_free(&summary.input);
    return status;
}
