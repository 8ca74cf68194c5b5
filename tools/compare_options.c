/* SPDX-License-Identifier: MIT */
/*
 * The command line of benchresult compare.
 */
#include "compare.h"
#include "undecided.h"

#include <string.h>
#include <strings.h>

static bres_status add_path(bres__command *command, struct compare_arguments *arguments,
                            const char *path)
{
    return bres__option_list_add(&arguments->paths[arguments->side], path)
               ? BRES_OK
               : bres__command_refuse(command, BRES_ERROR_MEMORY, "out of memory");
}

static bres_status take_path(bres__command *command, const char *text, void *target)
{
    return add_path(command, target, text);
}

/* --ref and --cmp apply to their path and to the operands that follow. */
static bres_status take_side(bres__command *command, const bres__option *option, const char *value,
                             void *target)
{
    struct compare_arguments *arguments = target;

    arguments->side = (enum compare_side)option->value;
    return add_path(command, arguments, value);
}

static bres_status take_benchmark(bres__command *command, const bres__option *option,
                                  const char *value, void *target)
{
    struct compare_arguments *arguments = target;

    if (!bres__option_list_add(&arguments->benchmarks, value))
        return bres__command_refuse(command, BRES_ERROR_MEMORY, "out of memory");
    return tool_take_benchmark(command, option, value, &arguments->filter);
}

/* Excludes the Python script, which has its own option, --bulk-debug-python. */
static uint32_t formats_of(uint32_t report)
{
    return tool_report_formats(report) & ~BRES_FORMAT_BIT(BRES_FORMAT_PYTHON);
}

/* Whether the text is `all`, or ids separated by commas. */
static bool are_devices(const char *text)
{
    static const char blanks[] = " \t\n\v\f\r";
    const char *next = text + strspn(text, blanks);

    if (strncasecmp(next, "all", 3) == 0 && next[3 + strspn(next + 3, blanks)] == '\0')
        return true;
    for (;;) {
        size_t digits;

        next += strspn(next, blanks);
        next += *next == '+';
        digits = strspn(next, "0123456789");
        next += digits + strspn(next + digits, blanks);
        if (digits == 0 || (*next != ',' && *next != '\0'))
            return false;
        if (*next++ == '\0')
            return true;
    }
}

static bres_status take_devices(bres__command *command, const bres__option *option,
                                const char *value, void *target)
{
    const char **devices = target;

    if (!are_devices(value))
        return bres__option_refuse(command, option, BRES_ERROR_VALUE,
                                   "'%s' is neither 'all' nor a list of device ids", value);
    *devices = value;
    return BRES_OK;
}

bres_status compare_take_run_variation(bres__command *command, const bres__option *option,
                                       const char *value, void *target)
{
    static const bres__option percent = {
        .name = "run-variation", .operand = "PERCENT", .kind = BRES__OPTION_PERCENT, .max = 100
    };
    struct compare_variation *variation = target;

    (void)option;
    variation->is_auto = strcmp(value, "auto") == 0;
    variation->is_given = true;
    variation->value = 0;
    return variation->is_auto ? BRES_OK
                              : bres__option_apply(command, &percent, value, &variation->value);
}

static const bres__choice metric_list[] = {
    { "auto", BRES_METRIC_AUTO },
    { "gpu", BRES_METRIC_GPU },
    { "cpu", BRES_METRIC_CPU },
    { "batch", BRES_METRIC_BATCH },
    { "instructions", BRES_METRIC_INSTRUCTIONS },
    { NULL, 0 },
};
static const bres__choices metrics = { .noun = "metric", .list = metric_list };
static const bres__choice rule_list[] = { { "default", BRES_RULE_DEFAULT },
                                          { "nvbench", BRES_RULE_NVBENCH },
                                          { "legacy", BRES_RULE_LEGACY },
                                          { "not-slower", BRES_RULE_NOT_SLOWER },
                                          { NULL, 0 } };
static const bres__choices rules = { .noun = "rule", .list = rule_list };
static const bres__choice preset_list[] = {
    { "default", 1 }, { "strict", 2 }, { "permissive", 3 }, { NULL, 0 }
};
static const bres__choices presets = { .noun = "preset", .list = preset_list };
static const bres__choice display_list[] = {
    { "intervals", BRES_DISPLAY_INTERVALS },
    { "simple", BRES_DISPLAY_SIMPLE },
    { "explain", BRES_DISPLAY_EXPLAIN },
    { "legacy", BRES_DISPLAY_LEGACY },
    { NULL, 0 },
};
static const bres__choices displays = { .noun = "display", .list = display_list };
static const bres__choice color_list[] = { { "auto", COMPARE_COLOR_AUTO },
                                           { "always", COMPARE_COLOR_ALWAYS },
                                           { "never", COMPARE_COLOR_NEVER },
                                           { NULL, 0 } };
static const bres__choices colors = { .noun = "condition", .list = color_list };

static const char *column_name(uint32_t column)
{
    return bres_compare_column_name((bres_compare_column)column);
}

/* All columns except the columns in `set`. */
static uint32_t columns_without(uint32_t set)
{
    return bres_compare_columns() & ~set;
}

static const bres__choices columns = {
    .noun = "column",
    .name_of = column_name,
    .set = BRES_COLUMN_BIT(BRES_COMPARE_COLUMN_DEFAULT),
    .set_of = columns_without,
};
static const bres__choices sort_columns = {
    .noun = "column",
    .name_of = column_name,
    .set =
        BRES_COLUMN_BIT(BRES_COMPARE_COLUMN_DEFAULT) | BRES_COLUMN_BIT(BRES_COMPARE_COLUMN_REASON),
    .set_of = columns_without,
};

#define AT(member)          .target = offsetof(struct compare_arguments, member)
#define TEXT(label, member) .operand = (label), .kind = BRES__OPTION_TEXT, AT(member)
#define PERCENT(member)     .operand = "PERCENT", .kind = BRES__OPTION_PERCENT, AT(member)
#define CHOICE(label, known, member)                                                               \
    .operand = (label), .kind = BRES__OPTION_CHOICE, .choices = &(known), AT(member)
#define SWITCH(flag)    .kind = BRES__OPTION_BITS, .value = (flag), AT(options.flags)
#define SIDE(number)    .operand = "RUN", .action = take_side, .value = (number)
#define DEVICES(member) .operand = "IDS", .action = take_devices, AT(options.member)

static const bres__option options[] = {
    { .heading = "Selection",
      .name = "ref",
      .help = "runs of the reference: this and the following files or directories",
      SIDE(COMPARE_REFERENCES) },
    { .name = "cmp",
      .help = "runs of the candidate: this and the following files or directories",
      SIDE(COMPARE_CANDIDATES) },
    { .name = "benchmark",
      .letter = 'b',
      .operand = "NAME",
      .help = "compare only this benchmark; repeatable",
      .action = take_benchmark },
    TOOL_OPTION_AXIS("compare", AT(filter)),
    TOOL_OPTION_FILTER("compare", AT(filter)),
    { .name = "reference-devices",
      .help = "devices of the reference: 'all' or ids such as 0,1 (default: all)",
      DEVICES(reference_devices) },
    { .name = "candidate-devices",
      .alias = "compare-devices",
      .help = "devices of the candidate: 'all' or ids such as 0,1 (default: all)",
      DEVICES(candidate_devices) },
    { .name = "ignore-devices",
      .help = "allow device sections to differ",
      SWITCH(BRES_COMPARE_IGNORE_DEVICES) },
    { .name = "allow-missing",
      .help = "list states without a partner instead of refusing them",
      SWITCH(BRES_COMPARE_ALLOW_MISSING) },
    COMPARE_OPTION_LENIENT(AT(load_flags)),
    TOOL_OPTION_CONFINE(AT(load_flags)),
    { .heading = "Decision",
      .name = "metric",
      .help = "value to compare:",
      .initial = "auto",
      CHOICE("NAME", metrics, options.metric) },
    { .name = "rule",
      .help = "decision rule (nvbench: NVBench's, for one run per side; legacy: means and "
              "noise only):",
      .initial = "default",
      CHOICE("NAME", rules, rule) },
    { .name = "preset",
      .help = "thresholds:",
      .initial = "default",
      CHOICE("NAME", presets, preset) },
    { .name = "config", .help = "read thresholds from this TOML file", TEXT("FILE", config) },
    { .name = "dump-config",
      .help = "print the thresholds as TOML and exit",
      .kind = BRES__OPTION_FLAG,
      AT(dump_config) },
    { .name = "count-tolerance",
      .help = "report SAME when counts differ by at most PERCENT",
      .initial = "0",
      PERCENT(options.count_tolerance) },
    { .name = "run-variation",
      .operand = "PERCENT",
      .help = "known variation between runs: the standard deviation of their typical times; auto: "
              "the value in the candidate's results (default: unknown)",
      .action = compare_take_run_variation,
      AT(variation) },
    { .heading = "Replicates",
      .name = "paired",
      .help = "treat the runs as pairs, by their recorded pair numbers, or else in the order of "
              "start times, or else of the files",
      SWITCH(BRES_COMPARE_PAIRED) },
    { .name = "unpaired", .help = "treat the runs as independent", SWITCH(BRES_COMPARE_UNPAIRED) },
    { .name = "assume-normal",
      .help = "decide by Student's t: assumes normal variation between runs, needs fewer runs",
      .kind = BRES__OPTION_FLAG,
      AT(assume_normal) },
    { .name = "min-effect",
      .help = "smallest change that matters (default: from the thresholds)",
      PERCENT(min_effect) },
    { .name = "equivalence-margin",
      .help = "report SAME when the change is within PERCENT (default: from the thresholds)",
      PERCENT(equivalence_margin) },
    { .name = "fdr",
      .help = "false discovery rate: expected share of wrong rows among all FAST and SLOW rows "
              "(default: each row is decided alone)",
      PERCENT(options.false_discovery_rate) },
    { .name = "fdr-any",
      .help = "control the rate of --fdr under any dependence between the rows",
      SWITCH(BRES_COMPARE_ANY_DEPENDENCE) },
    TOOL_OPTION_FORMAT(TOOL_FORMATS(.set = BRES_REPORT_COMPARE, .set_of = formats_of),
                       .heading = "Report", AT(report.format)),
    { .name = "display",
      .help = "columns of the markdown tables:",
      .initial = "intervals",
      CHOICE("NAME", displays, report.display) },
    { .name = "columns",
      .operand = "LIST",
      .help = "show these columns after the axes, separated by commas:",
      .initial = "those of --display",
      .kind = BRES__OPTION_CHOICES,
      .choices = &columns,
      AT(columns) },
    { .name = "sort",
      .help = "sort the rows of each markdown table by this column, the smallest first; status: "
              "the slower rows first:",
      CHOICE("COLUMN", sort_columns, report.sort) },
    { .name = "descending",
      .help = "sort the largest first",
      .kind = BRES__OPTION_BITS,
      .value = BRES_REPORT_DESCENDING,
      AT(report.flags) },
    { .name = "top",
      .operand = "N",
      .help = "show only the first N rows of each markdown table",
      .kind = BRES__OPTION_UINT32,
      .min = 1,
      AT(report.top) },
    { .name = "threshold-diff",
      .help = "hide rows whose times differ by less than PERCENT of the reference",
      .initial = "0",
      PERCENT(report.threshold_diff) },
    { .name = "color",
      .help = "color the verdicts:",
      .initial = "auto",
      CHOICE("WHEN", colors, color) },
    { .name = "no-color",
      .help = "mark the verdict with an emoji instead of a color",
      .kind = BRES__OPTION_FLAG,
      AT(no_color) },
    TOOL_OPTION_OUTPUT("write to this file instead of the standard output", AT(output)),
    { .name = "bulk-debug-python",
      .help = "write a Python script that loads the samples of the rows shown",
      TEXT("FILE", python) },
    { .heading = "Exit status",
      .name = "fail-on",
      .operand = "VERDICTS",
      .help = "exit with status 1 if a row has one of these verdicts (comma-separated):",
      .kind = BRES__OPTION_CHOICES,
      .choices = TOOL_VERDICTS(BRES_VERDICT_BIT(BRES_SAME) | BRES_VERDICT_BIT(BRES_FAST) |
                               BRES_VERDICT_BIT(BRES_SLOW) | BRES_VERDICT_BIT(BRES_AMBIGUOUS) |
                               BRES_VERDICT_BIT(BRES_UNKNOWN)),
      AT(fail_on) },
    TOOL_OPTION_UNDECIDED(AT(undecided)),
    { .name = "fail-on-missing",
      .help = "exit with status 1 if a benchmark, file or state has no partner",
      .kind = BRES__OPTION_BITS,
      .value = BRES_REPORT_FAIL_ON_MISSING,
      AT(report.flags) },
    { .heading = "Charts",
      .name = "plot",
      .help = "draw a chart of the differences",
      .kind = BRES__OPTION_FLAG,
      AT(draws_summary) },
    { .name = "plot-output",
      .help = "file of the chart, .svg, .png or .pdf",
      .initial = "benchresult-compare.svg",
      TEXT("FILE", plot_output) },
    { .name = "plot-along",
      .help = "draw charts of times along this axis",
      TEXT("AXIS", plot.along_axis) },
    { .name = "plot-along-output",
      .help = "files of these charts, with {benchmark}, {device}, {axis} and {pair}",
      TEXT("FILE", along_output) },
    { .name = "dark",
      .help = "draw the chart of the differences in light colors on a dark background",
      .kind = BRES__OPTION_BITS,
      .value = BRES_PLOT_DARK,
      AT(plot.flags) },
    TOOL_OPTION_HELP,
    { .name = NULL },
};

const struct tool_program compare_program = {
    .name = "compare",
    .forms = (const char *const[]){ "[OPTION]... REF CMP", "[OPTION]... --ref RUN... --cmp RUN...",
                                    NULL },
    .about = "Decide which states of the candidate CMP are faster, slower or equivalent. Compare "
             "two result files, files with equal names in two directories, or several runs of "
             "each side.",
    .options = options,
    .notes = TOOL_FILTER_NOTES
    "--threshold-diff and %Diff use the difference divided by the reference. Change\n"
    "and %C Diff divide by the smaller time: twice the time is +100%, half of it\n"
    "-100%.\n"
    "With several runs per side, measure both sides in alternation. One run per side\n"
    "does not show the variation between runs: see --run-variation.\n"
    "Exit status: 0 completed; 1 --fail-on or --fail-on-missing applies; 2 wrong\n"
    "usage, an error, or nothing to compare; 3 --undecided fail applies.\n",
    .operand = take_path,
};

void compare_arguments_init(struct compare_arguments *arguments)
{
    *arguments = (struct compare_arguments){ .min_effect = -1,
                                             .equivalence_margin = -1,
                                             .rule = COMPARE_RULE_NOT_GIVEN };
    bres_compare_options_init(&arguments->options);
    bres_compare_report_options_init(&arguments->report);
    bres_plot_options_init(&arguments->plot);
}

void compare_arguments_free(struct compare_arguments *arguments)
{
    for (int side = 0; side < COMPARE_SIDES; side++)
        bres__option_list_free(&arguments->paths[side]);
    bres__option_list_free(&arguments->benchmarks);
    bres_filter_free(arguments->filter);
}

const char *compare_preset_name(const struct compare_arguments *arguments)
{
    return arguments->preset != 0 ? preset_list[arguments->preset - 1].name : NULL;
}
