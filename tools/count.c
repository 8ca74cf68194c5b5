/* SPDX-License-Identifier: MIT */
/*
 * benchresult count: counts the instructions that a command executes.
 */
#include "count.h"

#include "program.h"

#include <stddef.h>
#include <stdlib.h>

struct count {
    struct count_report report;
    struct count_runs runs;
    bres_callgrind_options collect;
    bres_profile *baseline;
    uint32_t repeats;
    uint32_t format;    /* a bres_format */
    const char *output; /* NULL: the standard error */
    const char *json;
};

#define AT(member) .target = offsetof(struct count, member)

static const bres__option options[] = {
    { .heading = "Counting",
      .name = "toggle",
      .operand = "FUNCTION",
      .help = "count only while this function runs; '*' and '?' stand for any text and any "
              "character",
      .kind = BRES__OPTION_TEXT,
      AT(report.toggle) },
    { .name = "repeat",
      .operand = "N",
      .help = "run the command N times",
      .initial = "1",
      .kind = BRES__OPTION_UINT32,
      .min = 1,
      .max = 999999,
      AT(repeats) },
    { .heading = "Report",
      .name = "baseline",
      .operand = "FILE",
      .help = "report changes since this callgrind profile",
      .kind = BRES__OPTION_TEXT,
      AT(report.baseline_file) },
    { .name = "inclusive",
      .help = "count a function together with the functions that it calls",
      .kind = BRES__OPTION_FLAG,
      AT(report.inclusive) },
    { .name = "all",
      .help = "print all functions (default: the first 20)",
      .kind = BRES__OPTION_FLAG,
      AT(report.all) },
    TOOL_OPTION_FORMAT(TOOL_TEXT_AND_JSON, .heading = "Output", AT(format)),
    TOOL_OPTION_OUTPUT("write the report to this file; '-': the standard output (default: the "
                       "standard error)",
                       AT(output)),
    { .name = "json",
      .operand = "FILE",
      .help = "also write the counts as a result file",
      .kind = BRES__OPTION_TEXT,
      AT(json) },
    { .name = "keep",
      .operand = "FILE",
      .help = "keep the profile of the first run",
      .kind = BRES__OPTION_TEXT,
      AT(collect.keep_path) },
    TOOL_OPTION_HELP,
    { .name = NULL },
};

/* The first operand begins the command. All words after it belong to the command. */
static bres_status take_command(bres__command *command, const char *text, void *target)
{
    struct count *count = target;

    (void)text;
    count->report.arguments = (const char *const *)(command->next - 1);
    command->next = command->end;
    return BRES_OK;
}

static const struct tool_program program = {
    .name = "count",
    .forms = (const char *const[]){ "[OPTION]... [--] COMMAND [ARGUMENT]...", NULL },
    .about = "Run a command under callgrind and print how many instructions each of its functions "
             "executed. The standard streams belong to the command: the report goes to the "
             "standard error.",
    .options = options,
    .operand = take_command,
};

static int count_check_outputs(const struct count *count)
{
    const struct tool_outputs outputs = { .files = { count->output, count->collect.keep_path },
                                          .results = { count->json } };
    const int status = tool_outputs_check_each_other(&outputs);

    return status == TOOL_DONE && count->report.baseline_file != NULL
               ? tool_outputs_check(&outputs, count->report.baseline_file)
               : status;
}

static int count_load_baseline(struct count *count)
{
    bres_profile_options load;

    if (count->report.baseline_file == NULL)
        return TOOL_DONE;
    bres_profile_options_init(&load);
    load.log = tool_warn;
    if (bres_profile_load(count->report.baseline_file, &load, &count->baseline) != BRES_OK)
        return tool_library_error();
    count->report.baseline = count->baseline;
    return TOOL_DONE;
}

/* Starts no further run after a signal. If a run fails after a signal, prints no message, because
 * the signal is the cause. */
static int count_collect(struct count *count)
{
    struct count_runs *runs = &count->runs;

    runs->runs = calloc(count->repeats, sizeof *runs->runs);
    if (runs->runs == NULL)
        return tool_error("out of memory");
    while (runs->count < count->repeats && tool_signals_caught() == 0) {
        if (bres_callgrind_collect_command(count->report.arguments, count->report.toggle,
                                           &count->collect, &runs->exit_status,
                                           &runs->runs[runs->count]) != BRES_OK)
            return tool_signals_caught() != 0 ? TOOL_REFUSED : tool_library_error();
        runs->count++;
        count->collect.keep_path = NULL;
    }
    return runs->count > 0 ? TOOL_DONE : TOOL_REFUSED;
}

static int count_write_report(const struct count *count)
{
    char *text = NULL;
    size_t length;
    int status = count->format == BRES_FORMAT_JSON
                     ? count_report_json(&count->report, &text, &length)
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
    int status;

    if (count->report.arguments == NULL)
        return tool_usage_error(program.name, "no COMMAND given");
    status = count_check_outputs(count);
    if (status == TOOL_DONE)
        status = count_load_baseline(count);
    if (status != TOOL_DONE)
        return status;
    tool_signals_catch(TOOL_SIGNALS_HANGUP | TOOL_SIGNALS_TERMINAL);
    status = count_collect(count);
    tool_signals_release();
    /* The result file comes first: writing the report fails if its reader has gone. */
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
    count.collect.log = tool_warn;
    count.collect.signal = tool_signals_pass;
    if (tool_parse(&program, arguments, &count, &status))
        status = count_run(&count);
    for (size_t i = 0; i < count.runs.count; i++)
        bres_callgrind_free(count.runs.runs[i]);
    free(count.runs.runs);
    bres_profile_free(count.baseline);
    tool_signals_end();
    return status;
}
