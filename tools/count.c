/* SPDX-License-Identifier: MIT */
/*
 * benchresult count: the instructions that a command executes.
 */
#include "count.h"

#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    OPTION_TOGGLE,
    OPTION_REPEAT,
    OPTION_BASELINE,
    OPTION_INCLUSIVE,
    OPTION_ALL,
    OPTION_FORMAT,
    OPTION_OUTPUT,
    OPTION_JSON,
    OPTION_KEEP,
    OPTION_HELP,
    OPTION_COUNT
};

static const struct tool_option known[OPTION_COUNT] = {
    [OPTION_TOGGLE] = { "toggle", 0, "FUNCTION", "count only while this function runs" },
    [OPTION_REPEAT] = { "repeat", 0, "N", "run the command N times; default 1" },
    [OPTION_BASELINE] = { "baseline", 0, "FILE", "what changed since this profile" },
    [OPTION_INCLUSIVE] = { "inclusive", 0, NULL, "functions with those that they call" },
    [OPTION_ALL] = { "all", 0, NULL, "all functions, not the first 20 alone" },
    [OPTION_FORMAT] = { "format", 0, "FORMAT", "markdown (the default) or json" },
    [OPTION_OUTPUT] = { "output", 'o', "FILE", "write the report to this file; '-': stdout" },
    [OPTION_JSON] = { "json", 0, "FILE", "write the counts as a result file, too" },
    [OPTION_KEEP] = { "keep", 0, "FILE", "keep the profile of the (first) run" },
    [OPTION_HELP] = { "help", 'h', NULL, "print this and exit" },
};

struct count {
    struct count_report report;
    struct count_runs runs;
    bres_callgrind_options collect;
    bres_profile *baseline;
    size_t repeats;
    bool as_json;
    const char *output; /* NULL: the standard error */
    const char *json;
    bool help;
};

static void count_help(void)
{
    puts("usage: benchresult count [OPTION]... [--] COMMAND [ARGUMENT]...\n"
         "Run a command under callgrind and print how many instructions each of its\n"
         "functions executed. What the command reads and prints is its own: the report\n"
         "goes to the standard error.\n"
         "\n"
         "Options:");
    tool_options_help(known, OPTION_COUNT);
    puts("\n"
         "In FUNCTION, * and ? stand for any text and any character.");
}

/* --- Options ---------------------------------------------------------------------------------- */

static int count_set_repeats(struct count *count, const char *text)
{
    const size_t length = strlen(text);

    count->repeats = 0;
    if (length > 0 && length <= 6 && strspn(text, "0123456789") == length)
        count->repeats = strtoul(text, NULL, 10);
    if (count->repeats == 0)
        return tool_usage_error("count", "option '--repeat': '%s' is no number of runs", text);
    return TOOL_DONE;
}

static int count_set_format(struct count *count, const char *name)
{
    if (strcmp(name, "markdown") != 0 && strcmp(name, "json") != 0)
        return tool_usage_error("count", "unknown format '%s': expected markdown or json", name);
    count->as_json = strcmp(name, "json") == 0;
    return TOOL_DONE;
}

static int count_set_option(struct count *count, int option, const char *value)
{
    int status = TOOL_DONE;

    switch (option) {
    case OPTION_TOGGLE:
        count->report.toggle = value;
        break;
    case OPTION_REPEAT:
        status = count_set_repeats(count, value);
        break;
    case OPTION_BASELINE:
        count->report.baseline_file = value;
        break;
    case OPTION_INCLUSIVE:
        count->report.inclusive = true;
        break;
    case OPTION_ALL:
        count->report.all = true;
        break;
    case OPTION_FORMAT:
        status = count_set_format(count, value);
        break;
    case OPTION_OUTPUT:
        count->output = value;
        break;
    case OPTION_JSON:
        count->json = value;
        break;
    case OPTION_KEEP:
        count->collect.keep_path = value;
        break;
    case OPTION_HELP:
        count->help = true;
        break;
    default:
        status = TOOL_REFUSED;
        break;
    }
    return status;
}

/* Options end where the command begins: what follows is its own. */
static int count_parse(struct count *count, char **arguments)
{
    struct tool_options options = { "count", known, OPTION_COUNT, arguments, false };
    const char *value;
    int option;

    while ((option = tool_options_next(&options, &value)) != TOOL_OPTIONS_END) {
        int status;

        if (option == TOOL_OPTIONS_OPERAND) {
            count->report.arguments = (const char *const *)(options.next - 1);
            return TOOL_DONE;
        }
        status = count_set_option(count, option, value);
        if (status != TOOL_DONE || count->help)
            return status;
    }
    return tool_usage_error("count", "no COMMAND given");
}

/* --- Running ---------------------------------------------------------------------------------- */

static void count_warn(void *user, bres_log_level level, const char *message)
{
    (void)user;
    if (level == BRES_LOG_WARNING)
        tool_say("warning: %s", message);
}

static int count_load_baseline(struct count *count)
{
    bres_profile_options options;

    if (count->report.baseline_file == NULL)
        return TOOL_DONE;
    bres_profile_options_init(&options);
    options.log = count_warn;
    if (bres_profile_load(count->report.baseline_file, &options, &count->baseline) != BRES_OK)
        return tool_error("%s", bres_last_error());
    count->report.baseline = count->baseline;
    return TOOL_DONE;
}

/* After a signal there is no further run. One that the command ended by has no message: whoever
 * sent it knows. */
static int count_collect(struct count *count)
{
    struct count_runs *runs = &count->runs;

    runs->runs = calloc(count->repeats, sizeof *runs->runs);
    if (runs->runs == NULL)
        return tool_error("out of memory");
    while (runs->count < count->repeats && !count_signals_caught()) {
        if (bres_callgrind_collect_command(count->report.arguments, count->report.toggle,
                                           &count->collect, &runs->exit_status,
                                           &runs->runs[runs->count]) != BRES_OK)
            return count_signals_caught() ? TOOL_REFUSED : tool_error("%s", bres_last_error());
        runs->count++;
        count->collect.keep_path = NULL;
    }
    return runs->count > 0 ? TOOL_DONE : TOOL_REFUSED;
}

static int count_write_report(const struct count *count)
{
    char *text = NULL;
    size_t length;
    int status = count->as_json ? count_report_json(&count->report, &text, &length)
                                : count_report_markdown(&count->report, &text, &length);

    if (status == TOOL_DONE && count->output != NULL)
        status = tool_write(count->output, text, length);
    else if (status == TOOL_DONE)
        fwrite(text, 1, length, stderr);
    free(text);
    return status;
}

static int count_run(struct count *count)
{
    int status = count_load_baseline(count);

    if (status != TOOL_DONE)
        return status;
    count_signals_catch();
    status = count_collect(count);
    /* First: who reads the report may have gone. */
    if (status == TOOL_DONE && count->json != NULL)
        status = count_write_result(&count->report, count->json);
    return status == TOOL_DONE ? count_write_report(count) : status;
}

int count_main(char **arguments)
{
    struct count count = { .repeats = 1 };
    int status;

    count.report.runs = &count.runs;
    bres_callgrind_options_init(&count.collect);
    count.collect.num_threads = 0;
    count.collect.timeout = 0.0;
    count.collect.log = count_warn;
    count.collect.signal = count_signals_pass;
    status = count_parse(&count, arguments);
    if (status == TOOL_DONE && count.help)
        count_help();
    else if (status == TOOL_DONE)
        status = count_run(&count);
    for (size_t i = 0; i < count.runs.count; i++)
        bres_callgrind_free(count.runs.runs[i]);
    free(count.runs.runs);
    bres_profile_free(count.baseline);
    count_signals_end();
    return status;
}
