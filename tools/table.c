/* SPDX-License-Identifier: MIT */
/*
 * benchresult table: prints the times of states by rows and columns that the user chooses.
 */
#include "program.h"

#include <stddef.h>
#include <unistd.h>

struct table {
    struct tool_input input; /* first, for tool_take_file() */
    bres_filter *filter;     /* NULL: everything */
    bres_table_options report;
    const char *output; /* NULL: the standard output */
};

#define AT(member)          .target = offsetof(struct table, member)
#define TEXT(label, member) .operand = (label), .kind = BRES__OPTION_TEXT, AT(member)

static const bres__option options[] = {
    { .heading = "Table",
      .name = "rows",
      .help = "keys of the rows, separated by commas: benchmark, device, file, an axis, or a key "
              "of the meta section (default: benchmark, device if it varies, each axis that "
              "varies)",
      TEXT("KEYS", report.rows) },
    { .name = "columns",
      .help = "keys of the columns",
      .initial = "file",
      TEXT("KEYS", report.columns) },
    { .name = "reference",
      .help = "compare with the column of these values (default: the first column)",
      TEXT("VALUES", report.reference) },
    { .name = "fdr",
      .operand = "PERCENT",
      .help = "false discovery rate: expected share of wrong cells among all FAST and SLOW cells; "
              "needs several runs (default: each cell is decided alone)",
      .kind = BRES__OPTION_PERCENT,
      AT(report.false_discovery_rate) },
    TOOL_OPTION_BENCHMARK("show", AT(filter)),
    TOOL_OPTION_AXIS("show", AT(filter)),
    TOOL_OPTION_FILTER("show", AT(filter)),
    { .name = "where",
      .help = "use only the states for which a condition holds, such as 'size>1024 AND "
              "benchmark:/json/'",
      TEXT("CONDITION", report.where) },
    TOOL_OPTION_LENIENT(.heading = "Input", AT(input.load_flags)),
    TOOL_OPTION_CONFINE(AT(input.load_flags)),
    TOOL_OPTION_FORMAT(TOOL_REPORT_FORMATS(BRES_REPORT_TABLE), .heading = "Output",
                       AT(report.format)),
    TOOL_OPTION_OUTPUT("write to this file instead of the standard output", AT(output)),
    TOOL_OPTION_HELP,
    { .name = NULL },
};

static const struct tool_program program = {
    .name = "table",
    .forms = (const char *const[]){ "[OPTION]... FILE...", NULL },
    .about = "Print a table of times with their confidence intervals, and compare each "
             "column with the reference column. '-' as FILE is the standard input.",
    .options = options,
    .notes = TOOL_FILTER_NOTES,
    .operand = tool_take_file,
};

static int table_run(struct table *table)
{
    struct tool_input *input = &table->input;
    size_t length;
    char *text;
    int status;

    if (input->count == 0)
        return tool_usage_error(program.name, "no FILE given");
    input->outputs.files[0] = tool_output_name(table->output);
    status = tool_input_load(input);
    if (status != TOOL_DONE)
        return status;
    table->report.filter = table->filter;
    table->report.log = tool_warn;
    if (tool_is_standard_output(table->output))
        table->report.width = tool_terminal_width(STDOUT_FILENO);
    if (bres_table_report(input->results, input->count, &table->report, &text, &length) != BRES_OK)
        return tool_library_error();
    status = tool_write(table->output, text, length);
    bres_string_free(text);
    return status;
}

int table_main(char **arguments)
{
    struct table table = { .filter = NULL };
    int status;

    bres_table_options_init(&table.report);
    if (tool_parse(&program, arguments, &table, &status))
        status = table_run(&table);
    bres_filter_free(table.filter);
    tool_input_free(&table.input);
    return status;
}
