/* SPDX-License-Identifier: MIT */
/*
 * benchresult compare: decides whether a candidate is faster, slower or equivalent.
 */
#include "compare.h"
#include "undecided.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* The state of the subcommand. */
struct compare {
    struct compare_arguments arguments;
    bres_thresholds thresholds;
    const char *preset; /* the preset on which the thresholds are based */
    struct compare_pairs pairs;
    bres_compared *compared; /* the same pairs, for reports */
};

static int thresholds_find(struct compare *compare)
{
    const struct compare_arguments *arguments = &compare->arguments;
    const char *preset = compare_preset_name(arguments);

    compare->preset = preset != NULL ? preset : "default";
    if (arguments->config == NULL)
        compare->thresholds = *bres_thresholds_preset(compare->preset);
    else if (bres_thresholds_load(&compare->thresholds, arguments->config, preset,
                                  &compare->preset) != BRES_OK)
        return tool_library_error();
    if (arguments->min_effect >= 0)
        compare->thresholds.runs_min_effect = arguments->min_effect;
    if (arguments->equivalence_margin >= 0)
        compare->thresholds.runs_equivalence_margin = arguments->equivalence_margin;
    if (arguments->assume_normal)
        compare->thresholds.runs_assume_normal = 1;
    if (arguments->variation.is_given) {
        compare->thresholds.run_variation = arguments->variation.value;
        compare->thresholds.auto_run_variation = arguments->variation.is_auto;
    }
    if (arguments->rule != COMPARE_RULE_NOT_GIVEN)
        compare->thresholds.rule = arguments->rule;
    return TOOL_DONE;
}

/* The sides are two operands, or sets of runs after --ref and --cmp. */
static int sides_find(struct compare *compare)
{
    const bres__option_list *paths = compare->arguments.paths;
    const bres__option_list *operands = &paths[COMPARE_OPERANDS];
    const size_t references = paths[COMPARE_REFERENCES].count;
    const size_t candidates = paths[COMPARE_CANDIDATES].count;

    if (references + candidates == 0) {
        if (operands->count != 2)
            return tool_usage_error("compare",
                                    "expected REF and CMP, two files or two directories, got %zu",
                                    operands->count);
        return compare_pairs_find(&compare->pairs, operands->items[0], operands->items[1]);
    }
    if (operands->count > 0)
        return tool_usage_error("compare", "'%s' is before --ref and --cmp", operands->items[0]);
    if (references == 0 || candidates == 0)
        return tool_usage_error("compare", "--ref and --cmp need each other");
    return compare_pairs_of_runs(&compare->pairs, &paths[COMPARE_REFERENCES],
                                 &paths[COMPARE_CANDIDATES]);
}

static void warn(void *user, bres_log_level level, const char *message)
{
    (void)user;
    tool_say("%s%s", level == BRES_LOG_WARNING ? "warning: " : "", message);
}

/* Whether to write in color to this descriptor. */
static bool color_wanted(const struct compare_arguments *arguments, int fd)
{
    if (arguments->no_color || arguments->color == COMPARE_COLOR_NEVER)
        return false;
    if (arguments->color == COMPARE_COLOR_ALWAYS)
        return true;
    return tool_terminal_has_color(fd);
}

/* Prints the difference of the device sections; in color, yellow if --ignore-devices is given,
 * otherwise red. */
static void print_device_difference(const struct compare *compare, const struct compare_pair *pair)
{
    const char *difference = bres_comparison_device_difference(pair->comparison);
    const bool ignored = (compare->arguments.options.flags & BRES_COMPARE_IGNORE_DEVICES) != 0;
    const bool color = color_wanted(&compare->arguments, STDERR_FILENO);

    if (difference[0] == '\0')
        return;
    fprintf(stderr, "benchresult: warning: %sdevice sections differ%s: '",
            !color    ? ""
            : ignored ? "\033[33m"
                      : "\033[31m",
            color ? "\033[39m" : "");
    tool_put(stderr, pair->runs[0].files[0]);
    fputs("' and '", stderr);
    tool_put(stderr, pair->runs[1].files[0]);
    /* The library escapes control characters in these lines. */
    fprintf(stderr, "'\n%s", difference);
    if (difference[strlen(difference) - 1] != '\n')
        fputc('\n', stderr);
}

/* Whether a file is compared with itself. It is then loaded once, and its warnings appear once. */
static bool pair_is_one_file(const struct compare_pair *pair)
{
    return pair->runs[0].count == 1 && pair->runs[1].count == 1 &&
           strcmp(pair->runs[0].files[0], pair->runs[1].files[0]) == 0;
}

static int pair_load(struct compare_pair *pair, uint32_t flags, const struct tool_outputs *outputs)
{
    const int status = compare_runs_load(&pair->runs[0], flags, outputs);

    if (status != TOOL_DONE || !pair_is_one_file(pair))
        return status != TOOL_DONE ? status : compare_runs_load(&pair->runs[1], flags, outputs);
    pair->runs[1].results[0] = bres_result_ref(pair->runs[0].results[0]);
    return TOOL_DONE;
}

/* The path of the Python script; NULL: the standard output. */
static const char *python_path(const struct compare_arguments *arguments)
{
    return strcasecmp(arguments->python, "stdout") == 0 ? NULL : arguments->python;
}

static struct tool_outputs outputs_list(const struct compare_arguments *arguments)
{
    return (struct tool_outputs){ .files = {
                                      tool_output_name(arguments->output),
                                      arguments->python != NULL ? python_path(arguments) : NULL,
                                      arguments->plot.summary_path,
                                      arguments->plot.along_path,
                                  } };
}

static int pair_compare(const struct compare *compare, struct compare_pair *pair)
{
    const struct compare_arguments *arguments = &compare->arguments;
    const struct tool_outputs outputs = outputs_list(arguments);

    if (pair_load(pair, arguments->load_flags, &outputs) != TOOL_DONE)
        return TOOL_REFUSED;
    if (bres_compare(pair->runs[0].results, pair->runs[0].count, pair->runs[1].results,
                     pair->runs[1].count, &arguments->options, &pair->comparison) != BRES_OK)
        return tool_library_error();
    print_device_difference(compare, pair);
    return TOOL_DONE;
}

static int pairs_compare(struct compare *compare)
{
    struct compare_pairs *pairs = &compare->pairs;
    int status = TOOL_DONE;

    compare->compared = calloc(pairs->count, sizeof *compare->compared);
    if (compare->compared == NULL)
        return tool_error("out of memory");
    for (size_t i = 0; status == TOOL_DONE && i < pairs->count; i++) {
        status = pair_compare(compare, &pairs->pairs[i]);
        compare->compared[i] = (bres_compared){
            .comparison = pairs->pairs[i].comparison,
            .reference = pairs->pairs[i].runs[0].files[0],
            .candidate = pairs->pairs[i].runs[1].files[0],
            .name = pairs->pairs[i].name,
        };
    }
    return status;
}

static int report_write(const struct compare *compare, bres_format format, const char *path)
{
    const struct compare_arguments *arguments = &compare->arguments;
    const int fd = tool_is_standard_output(path) ? STDOUT_FILENO : -1;
    bres_compare_report_options report = arguments->report;
    size_t length;
    char *text;
    int status;

    report.format = format;
    if (arguments->columns != 0)
        report.columns = arguments->columns;
    if (fd == STDOUT_FILENO)
        report.width = tool_terminal_width(fd);
    if (arguments->fail_on != 0)
        report.fail_on = arguments->fail_on;
    if (arguments->undecided == TOOL_UNDECIDED_FAIL)
        report.flags |= BRES_REPORT_FAIL_ON_UNDECIDED;
    report.missing_files = compare->pairs.missing;
    report.missing_file_count = compare->pairs.missing_count;
    if (arguments->no_color)
        report.color = BRES_COLOR_EMOJI;
    else if (color_wanted(arguments, fd))
        report.color = BRES_COLOR_ANSI;
    if (bres_compare_report(compare->compared, compare->pairs.count, &report, &text, &length) !=
        BRES_OK)
        return tool_library_error();
    status = tool_write(path, text, length);
    bres_string_free(text);
    return status;
}

static int charts_name(struct compare_arguments *arguments)
{
    static const struct tool_chart_names defaults = {
        "benchresult-compare.svg", "benchresult-compare-{benchmark}-{device}.svg"
    };
    const struct tool_chart_names given = { arguments->plot_output, arguments->along_output };

    return tool_charts_name(&arguments->plot, arguments->draws_summary, given, defaults);
}

static int charts_draw(struct compare *compare)
{
    struct compare_arguments *arguments = &compare->arguments;
    bres_plot_options *plot = &arguments->plot;

    if (!arguments->draws_summary && plot->along_axis == NULL)
        return TOOL_DONE;
    plot->filter = arguments->filter;
    plot->threshold_diff = arguments->report.threshold_diff;
    plot->log = warn;
    return bres_compare_plot(compare->compared, compare->pairs.count, plot) == BRES_OK
               ? TOOL_DONE
               : tool_library_error();
}

static int python_write(const struct compare *compare)
{
    if (compare->arguments.python == NULL)
        return TOOL_DONE;
    return report_write(compare, BRES_FORMAT_PYTHON, python_path(&compare->arguments));
}

static int dump_config(const struct compare *compare)
{
    char *text;
    int status;

    if (bres_thresholds_dump(&compare->thresholds, compare->preset, &text) != BRES_OK)
        return tool_library_error();
    status = tool_write(compare->arguments.output, text, strlen(text));
    bres_string_free(text);
    return status;
}

static int outputs_check(const struct compare_arguments *arguments)
{
    const struct tool_outputs outputs = outputs_list(arguments);
    const int status = tool_outputs_check_each_other(&outputs);

    return status == TOOL_DONE && arguments->config != NULL
               ? tool_outputs_check(&outputs, arguments->config)
               : status;
}

static int compare_run(struct compare *compare)
{
    struct compare_arguments *arguments = &compare->arguments;
    int status = arguments->dump_config ? TOOL_DONE : charts_name(arguments);

    if (status == TOOL_DONE)
        status = outputs_check(arguments);
    if (status == TOOL_DONE)
        status = thresholds_find(compare);
    if (status == TOOL_DONE && arguments->dump_config)
        return dump_config(compare);
    if (status == TOOL_DONE)
        status = sides_find(compare);
    arguments->options.thresholds = &compare->thresholds;
    /* A gate must not pass if samples could not be read. */
    if (arguments->fail_on != 0 && (compare->thresholds.rule == BRES_RULE_DEFAULT ||
                                    compare->thresholds.rule == BRES_RULE_NOT_SLOWER))
        arguments->options.flags |= BRES_COMPARE_REQUIRE_SAMPLES;
    arguments->options.filter = arguments->filter;
    arguments->options.log = warn;
    if (status == TOOL_DONE)
        status = pairs_compare(compare);
    if (status == TOOL_DONE)
        status = report_write(compare, (bres_format)arguments->report.format, arguments->output);
    if (status == TOOL_DONE)
        status = charts_draw(compare);
    if (status == TOOL_DONE)
        status = python_write(compare);
    return status == TOOL_DONE ? compare_judge(arguments, &compare->pairs) : status;
}

int compare_main(char **arguments)
{
    struct compare compare = { .preset = NULL };
    int status;

    compare_arguments_init(&compare.arguments);
    if (tool_parse(&compare_program, arguments, &compare.arguments, &status))
        status = compare_run(&compare);
    free(compare.compared);
    compare_pairs_free(&compare.pairs);
    compare_arguments_free(&compare.arguments);
    return status;
}
