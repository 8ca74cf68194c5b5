/* SPDX-License-Identifier: MIT */
/*
 * benchresult summary: the tables of result files.
 */
#include "request.h"

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
    struct tool_request request;
    bres_summary_options report;
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

/* The format is the only option of its own. */
static int summary_set_format(void *user, int option, const char *name)
{
    static const struct {
        const char *name;
        bres_format format;
    } formats[] = {
        { "markdown", BRES_FORMAT_MARKDOWN },
        { "csv", BRES_FORMAT_CSV },
        { "json", BRES_FORMAT_JSON },
    };
    struct summary *summary = user;

    (void)option;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (strcmp(name, formats[i].name) == 0) {
            summary->report.format = formats[i].format;
            return TOOL_DONE;
        }
    }
    return tool_usage_error("summary", "unknown format '%s': expected markdown, csv or json", name);
}

static int summary_parse(struct summary *summary, char **arguments)
{
    static const struct tool_syntax syntax = { "summary", known, OPTION_COUNT, summary_set_format };
    const int status = tool_request_parse(&summary->request, &syntax, arguments, summary);

    if (status != TOOL_DONE || summary->request.help)
        return status;
    if (summary->request.input.count == 0)
        return tool_usage_error("summary", "no FILE given");
    return TOOL_DONE;
}

static bool request_selects_any(const struct tool_request *request)
{
    for (size_t i = 0; i < request->input.count; i++) {
        const bres_result *result = request->input.results[i];

        for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
            const bres_subbench *bench = bres_result_subbench_at(result, b);

            for (size_t s = 0; s < bres_subbench_state_count(bench); s++) {
                if (bres_filter_selects_state(request->filter, bres_subbench_state_at(bench, s)))
                    return true;
            }
        }
    }
    return false;
}

static int summary_run(struct summary *summary)
{
    const struct tool_request *request = &summary->request;
    const struct tool_input *input = &request->input;
    size_t length;
    char *text;
    int status = tool_input_load(&summary->request.input);

    if (status != TOOL_DONE)
        return status;
    if (request->filter != NULL && !request_selects_any(request))
        return tool_error("-b and -a select no state of %s", input->files[0]);
    summary->report.filter = request->filter;
    if (bres_summary_report(input->results, input->count, &summary->report, &text, &length) !=
        BRES_OK)
        return tool_error("%s", bres_last_error());
    status = tool_write(request->output, text, length);
    bres_string_free(text);
    return status;
}

int summary_main(char **arguments)
{
    struct summary summary = { .request = { .output = NULL } };
    int status;

    bres_summary_options_init(&summary.report);
    status = summary_parse(&summary, arguments);
    if (status == TOOL_DONE && summary.request.help)
        summary_help();
    else if (status == TOOL_DONE)
        status = summary_run(&summary);
    tool_request_free(&summary.request);
    return status;
}
