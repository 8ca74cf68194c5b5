/* SPDX-License-Identifier: MIT */
/*
 * benchresult compare: its command line.
 */
#include "compare.h"
#include "options.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPTION_BENCHMARK,
    OPTION_AXIS,
    OPTION_REFERENCE_DEVICES,
    OPTION_COMPARE_DEVICES,
    OPTION_IGNORE_DEVICES,
    OPTION_ALLOW_MISSING,
    OPTION_METRIC,
    OPTION_COUNT_TOLERANCE,
    OPTION_RULE,
    OPTION_PAIRED,
    OPTION_UNPAIRED,
    OPTION_FDR,
    OPTION_FDR_ANY,
    OPTION_MARGIN,
    OPTION_SAME_WIDTH,
    OPTION_PRESET,
    OPTION_CONFIG,
    OPTION_DUMP_CONFIG,
    OPTION_FORMAT,
    OPTION_DISPLAY,
    OPTION_THRESHOLD_DIFF,
    OPTION_COLOR,
    OPTION_NO_COLOR,
    OPTION_OUTPUT,
    OPTION_FAIL_ON,
    OPTION_FAIL_ON_MISSING,
    OPTION_PLOT,
    OPTION_PLOT_OUTPUT,
    OPTION_PLOT_ALONG,
    OPTION_PLOT_ALONG_OUTPUT,
    OPTION_DARK,
    OPTION_PYTHON,
    OPTION_REF,
    OPTION_CMP,
    OPTION_CONFINE,
    OPTION_HELP,
    OPTION_COUNT
};

static const struct tool_option known[OPTION_COUNT] = {
    [OPTION_BENCHMARK] = { "benchmark", 'b', "NAME", "compare this benchmark only; repeatable" },
    [OPTION_AXIS] = { "axis", 'a', "FILTER", "compare the states it selects; repeatable" },
    [OPTION_REFERENCE_DEVICES] = { "reference-devices", 0, "IDS", "'all' or ids such as 0,1" },
    [OPTION_COMPARE_DEVICES] = { "compare-devices", 0, "IDS", "the same for CMP" },
    [OPTION_IGNORE_DEVICES] = { "ignore-devices", 0, NULL, "allow device sections to differ" },
    [OPTION_ALLOW_MISSING] = { "allow-missing", 0, NULL, "list states without a partner" },
    [OPTION_METRIC] = { "metric", 0, "NAME", "auto (the default), gpu, cpu, batch, instructions" },
    [OPTION_COUNT_TOLERANCE] = { "count-tolerance", 0, "PERCENT",
                                 "counts that differ by no more are SAME" },
    [OPTION_RULE] = { "rule", 0, "NAME", "default, or legacy: means and noise alone" },
    [OPTION_PAIRED] = { "paired", 0, NULL, "several runs: pair them in their order" },
    [OPTION_UNPAIRED] = { "unpaired", 0, NULL, "several runs: take them as independent" },
    [OPTION_FDR] = { "fdr", 0, "PERCENT", "of FAST and SLOW rows this share may be false" },
    [OPTION_FDR_ANY] = { "fdr-any", 0, NULL, "--fdr however rows are related" },
    [OPTION_MARGIN] = { "min-effect", 0, "PERCENT", "several runs: less does not matter" },
    [OPTION_SAME_WIDTH] = { "equivalence-margin", 0, "PERCENT",
                            "several runs: SAME is within this" },
    [OPTION_PRESET] = { "preset", 0, "NAME", "thresholds: default, strict or permissive" },
    [OPTION_CONFIG] = { "config", 0, "FILE", "thresholds from a TOML file" },
    [OPTION_DUMP_CONFIG] = { "dump-config", 0, NULL, "print the thresholds as TOML and exit" },
    [OPTION_FORMAT] = { "format", 0, "FORMAT", "markdown (the default), csv, json or junit" },
    [OPTION_DISPLAY] = { "display", 0, "NAME", "intervals (default), simple, explain, legacy" },
    [OPTION_THRESHOLD_DIFF] = { "threshold-diff", 0, "PERCENT", "hide smaller differences" },
    [OPTION_COLOR] = { "color", 0, "WHEN", "auto (the default), always or never" },
    [OPTION_NO_COLOR] = { "no-color", 0, NULL, "mark the status by a picture, not a colour" },
    [OPTION_OUTPUT] = { "output", 'o', "FILE", "write to this file, not to standard output" },
    [OPTION_FAIL_ON] = { "fail-on", 0, "WORDS", "exit 1 on: same,fast,slow,ambiguous,unknown" },
    [OPTION_FAIL_ON_MISSING] = { "fail-on-missing", 0, NULL, "exit 1 when a partner is missing" },
    [OPTION_PLOT] = { "plot", 0, NULL, "draw a chart of the differences" },
    [OPTION_PLOT_OUTPUT] = { "plot-output", 0, "FILE", "where: .svg, .png or .pdf" },
    [OPTION_PLOT_ALONG] = { "plot-along", 0, "AXIS", "draw charts of times along an axis" },
    [OPTION_PLOT_ALONG_OUTPUT] = { "plot-along-output", 0, "FILE",
                                   "where, with {benchmark}, {device}, ..." },
    [OPTION_DARK] = { "dark", 0, NULL, "draw the chart light on dark" },
    [OPTION_PYTHON] = { "bulk-debug-python", 0, "FILE", "write a script that loads the samples" },
    [OPTION_REF] = { "ref", 0, "FILE", "the reference's runs: files or directories" },
    [OPTION_CMP] = { "cmp", 0, "FILE", "the candidate's runs, likewise" },
    [OPTION_CONFINE] = { "confine", 0, NULL, "refuse samples outside of a file's directory" },
    [OPTION_HELP] = { "help", 'h', NULL, "print this and exit" },
};

static const struct compare_word metrics[] = { { "auto", BRES_METRIC_AUTO },
                                               { "gpu", BRES_METRIC_GPU },
                                               { "cpu", BRES_METRIC_CPU },
                                               { "batch", BRES_METRIC_BATCH },
                                               { "instructions", BRES_METRIC_INSTRUCTIONS },
                                               { NULL, 0 } };
static const struct compare_word rules[] = { { "default", 0 },
                                             { "legacy", BRES_COMPARE_LEGACY_RULE },
                                             { NULL, 0 } };
static const struct compare_word presets[] = {
    { "default", 0 }, { "strict", 0 }, { "permissive", 0 }, { NULL, 0 }
};
static const struct compare_word formats[] = { { "markdown", BRES_FORMAT_MARKDOWN },
                                               { "csv", BRES_FORMAT_CSV },
                                               { "json", BRES_FORMAT_JSON },
                                               { "junit", BRES_FORMAT_JUNIT },
                                               { NULL, 0 } };
static const struct compare_word display_names[] = { { "intervals", BRES_DISPLAY_INTERVALS },
                                                     { "simple", BRES_DISPLAY_SIMPLE },
                                                     { "explain", BRES_DISPLAY_EXPLAIN },
                                                     { "legacy", BRES_DISPLAY_LEGACY },
                                                     { NULL, 0 } };
static const struct compare_word colors[] = { { "auto", COMPARE_COLOR_AUTO },
                                              { "always", COMPARE_COLOR_ALWAYS },
                                              { "never", COMPARE_COLOR_NEVER },
                                              { NULL, 0 } };
static const struct compare_word verdicts[] = { { "same", BRES_VERDICT_BIT(BRES_SAME) },
                                                { "fast", BRES_VERDICT_BIT(BRES_FAST) },
                                                { "slow", BRES_VERDICT_BIT(BRES_SLOW) },
                                                { "ambiguous", BRES_VERDICT_BIT(BRES_AMBIGUOUS) },
                                                { "unknown", BRES_VERDICT_BIT(BRES_UNKNOWN) },
                                                { NULL, 0 } };

static int paths_add(struct compare_paths *paths, const char *path)
{
    const char **grown = realloc(paths->paths, (paths->count + 1) * sizeof *grown);

    if (grown == NULL)
        return tool_error("out of memory");
    paths->paths = grown;
    paths->paths[paths->count++] = path;
    return TOOL_DONE;
}

static int filters_add(struct compare_arguments *arguments, bool is_axis, const char *value)
{
    struct compare_filter *grown =
        realloc(arguments->filters, (arguments->filter_count + 1) * sizeof *grown);

    if (grown == NULL)
        return tool_error("out of memory");
    arguments->filters = grown;
    grown[arguments->filter_count++] = (struct compare_filter){ is_axis, value };
    return TOOL_DONE;
}

/* Options for several runs a side. */
static int set_runs(struct compare_arguments *arguments, int option, const char *value)
{
    int status = TOOL_DONE;

    switch (option) {
    case OPTION_PAIRED:
        arguments->compare_flags |= BRES_COMPARE_PAIRED;
        break;
    case OPTION_UNPAIRED:
        arguments->compare_flags |= BRES_COMPARE_UNPAIRED;
        break;
    case OPTION_FDR:
        status = compare_take_percent(known[option].name, value, &arguments->false_discovery_rate);
        break;
    case OPTION_FDR_ANY:
        arguments->compare_flags |= BRES_COMPARE_ANY_DEPENDENCE;
        break;
    case OPTION_MARGIN:
        status = compare_take_percent(known[option].name, value, &arguments->min_effect);
        break;
    case OPTION_SAME_WIDTH:
        status = compare_take_percent(known[option].name, value, &arguments->equivalence_margin);
        break;
    default: /* TOOL_OPTIONS_ERROR, whose message has been printed */
        status = TOOL_REFUSED;
        break;
    }
    return status;
}

/* Options that say what is compared, and by which rules. */
static int set_comparison(struct compare_arguments *arguments, int option, const char *value)
{
    uint32_t flag = 0;
    int status = TOOL_DONE;

    switch (option) {
    case OPTION_BENCHMARK:
    case OPTION_AXIS:
        status = filters_add(arguments, option == OPTION_AXIS, value);
        break;
    case OPTION_REFERENCE_DEVICES:
        arguments->reference_devices = value;
        break;
    case OPTION_COMPARE_DEVICES:
        arguments->candidate_devices = value;
        break;
    case OPTION_IGNORE_DEVICES:
        arguments->compare_flags |= BRES_COMPARE_IGNORE_DEVICES;
        break;
    case OPTION_ALLOW_MISSING:
        arguments->compare_flags |= BRES_COMPARE_ALLOW_MISSING;
        break;
    case OPTION_METRIC:
        status = compare_take_word(known[option].name, metrics, value, &arguments->metric);
        break;
    case OPTION_COUNT_TOLERANCE:
        status = compare_take_percent(known[option].name, value, &arguments->count_tolerance);
        break;
    case OPTION_RULE:
        status = compare_take_word(known[option].name, rules, value, &flag);
        arguments->compare_flags &= ~BRES_COMPARE_LEGACY_RULE;
        arguments->compare_flags |= flag;
        break;
    case OPTION_PRESET:
        status = compare_take_word(known[option].name, presets, value, &flag);
        arguments->preset = value;
        break;
    case OPTION_CONFIG:
        arguments->config = value;
        break;
    case OPTION_DUMP_CONFIG:
        arguments->dump_config = true;
        break;
    case OPTION_CONFINE:
        arguments->load_flags |= BRES_LOAD_CONFINE;
        break;
    default:
        status = set_runs(arguments, option, value);
        break;
    }
    return status;
}

/* Options that say what is shown, and how. */
static int set_report(struct compare_arguments *arguments, int option, const char *value)
{
    int status = TOOL_DONE;

    switch (option) {
    case OPTION_FORMAT:
        status = compare_take_word(known[option].name, formats, value, &arguments->format);
        break;
    case OPTION_DISPLAY:
        status = compare_take_word(known[option].name, display_names, value, &arguments->display);
        break;
    case OPTION_THRESHOLD_DIFF:
        status = compare_take_percent(known[option].name, value, &arguments->threshold_diff);
        break;
    case OPTION_COLOR:
        status = compare_take_word(known[option].name, colors, value, &arguments->color);
        break;
    case OPTION_NO_COLOR:
        arguments->no_color = true;
        break;
    case OPTION_OUTPUT:
        arguments->output = value;
        break;
    case OPTION_FAIL_ON:
        status = compare_take_words(known[option].name, verdicts, value, &arguments->fail_on);
        break;
    case OPTION_FAIL_ON_MISSING:
        arguments->fail_on_missing = true;
        break;
    case OPTION_PLOT:
        arguments->plot = true;
        break;
    case OPTION_PLOT_OUTPUT:
        arguments->plot_output = value;
        break;
    case OPTION_PLOT_ALONG:
        arguments->plot_along = value;
        break;
    case OPTION_PLOT_ALONG_OUTPUT:
        arguments->plot_along_output = value;
        break;
    case OPTION_DARK:
        arguments->dark = true;
        break;
    case OPTION_PYTHON:
        arguments->python = value;
        break;
    default:
        status = set_comparison(arguments, option, value);
        break;
    }
    return status;
}

int compare_parse(struct compare_arguments *arguments, char **words)
{
    struct tool_options options = { "compare", known, OPTION_COUNT, words, false };
    enum compare_side side = COMPARE_OPERANDS;
    const char *value;
    int option;

    while ((option = tool_options_next(&options, &value)) != TOOL_OPTIONS_END) {
        int status;

        if (option == OPTION_HELP) {
            arguments->help = true;
            return TOOL_DONE;
        }
        if (option == OPTION_REF)
            side = COMPARE_REFERENCES;
        else if (option == OPTION_CMP)
            side = COMPARE_CANDIDATES;
        if (option == TOOL_OPTIONS_OPERAND || option == OPTION_REF || option == OPTION_CMP)
            status = paths_add(&arguments->paths[side], value);
        else
            status = set_report(arguments, option, value);
        if (status != TOOL_DONE)
            return status;
    }
    return TOOL_DONE;
}

void compare_arguments_free(struct compare_arguments *arguments)
{
    for (int side = 0; side < COMPARE_SIDES; side++)
        free(arguments->paths[side].paths);
    free(arguments->filters);
}

void compare_options_help(void)
{
    tool_options_help(known, OPTION_COUNT);
}
