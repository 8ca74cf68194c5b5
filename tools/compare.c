/* SPDX-License-Identifier: MIT */
/*
 * benchresult compare: whether a candidate got faster, slower or stayed the same.
 */
#include "compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static void compare_help(void)
{
    puts("usage: benchresult compare [OPTION]... REF CMP\n"
         "       benchresult compare [OPTION]... --ref RUN... --cmp RUN...\n"
         "Compare two result files, or the files of the same name in two directories, or\n"
         "several runs of the one with several of the other.\n"
         "\n"
         "Options:");
    compare_options_help();
    puts("\n"
         "FILTER is NAME=VALUE, NAME=[VALUE,...] or NAME[pow2]=EXPONENT. Before the first\n"
         "-b it applies to every benchmark, after a -b to that benchmark.\n"
         "--threshold-diff hides rows by the difference over the reference. Change and\n"
         "%C Diff divide by the smaller time: twice the time is +100%, half of it -100%.\n"
         "Runs that were taken in alternation decide most; files say when they were taken.\n"
         "Exit status: 0 done; 1 what --fail-on or --fail-on-missing asks for; 2 refused,\n"
         "or nothing matched.");
}

static int library_error(void)
{
    return tool_error("%s", bres_last_error());
}

/* --- What is compared ----------------------------------------------------------------------- */

/* Two operands, or sets of runs behind --ref and --cmp. */
static int sides_find(struct compare *compare)
{
    const struct compare_paths *paths = compare->arguments.paths;
    const struct compare_paths *operands = &paths[COMPARE_OPERANDS];
    const size_t references = paths[COMPARE_REFERENCES].count;
    const size_t candidates = paths[COMPARE_CANDIDATES].count;

    if (references + candidates == 0) {
        if (operands->count != 2)
            return tool_usage_error("compare",
                                    "expected REF and CMP, two files or two "
                                    "directories, got %zu",
                                    operands->count);
        return compare_pairs_find(&compare->pairs, operands->paths[0], operands->paths[1]);
    }
    if (operands->count > 0)
        return tool_usage_error("compare", "'%s' is neither behind --ref nor behind --cmp",
                                operands->paths[0]);
    if (references == 0 || candidates == 0)
        return tool_usage_error("compare", "--ref and --cmp need each other");
    return compare_pairs_of_runs(&compare->pairs, &paths[COMPARE_REFERENCES],
                                 &paths[COMPARE_CANDIDATES]);
}

/* --- Comparing ------------------------------------------------------------------------------ */

static void warn(void *user, bres_log_level level, const char *message)
{
    (void)user;
    tool_say("%s%s", level == BRES_LOG_WARNING ? "warning: " : "", message);
}

/* Whether to write in colour to a stream that is this descriptor. */
static bool color_wanted(const struct compare_arguments *arguments, int fd)
{
    const char *refused = getenv("NO_COLOR");

    if (arguments->no_color || arguments->color == COMPARE_COLOR_NEVER)
        return false;
    if (arguments->color == COMPARE_COLOR_ALWAYS)
        return true;
    return (refused == NULL || refused[0] == '\0') && isatty(fd);
}

/* A difference that was asked to be ignored is less of a warning than one that was not. */
static void print_device_difference(const struct compare *compare, const struct compare_pair *pair)
{
    const char *difference = bres_comparison_device_difference(pair->comparison);
    const bool ignored = (compare->arguments.compare_flags & BRES_COMPARE_IGNORE_DEVICES) != 0;
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
    /* Lines, in which nothing commands a terminal. */
    fprintf(stderr, "'\n%s", difference);
    if (difference[strlen(difference) - 1] != '\n')
        fputc('\n', stderr);
}

/* A file that is compared with itself is read once, and complained of once. */
static bool pair_is_one_file(const struct compare_pair *pair)
{
    return pair->runs[0].count == 1 && pair->runs[1].count == 1 &&
           strcmp(pair->runs[0].files[0], pair->runs[1].files[0]) == 0;
}

static bool runs_load(struct compare_runs *runs, const bres_load_options *load)
{
    for (size_t i = 0; i < runs->count; i++) {
        if (bres_result_load(runs->files[i], load, &runs->results[i]) != BRES_OK)
            return false;
    }
    return true;
}

static bool pair_load(struct compare_pair *pair, const bres_load_options *load)
{
    if (!runs_load(&pair->runs[0], load))
        return false;
    if (!pair_is_one_file(pair))
        return runs_load(&pair->runs[1], load);
    pair->runs[1].results[0] = bres_result_ref(pair->runs[0].results[0]);
    return true;
}

static int pair_compare(const struct compare *compare, struct compare_pair *pair)
{
    const struct compare_arguments *arguments = &compare->arguments;
    bres_load_options load;
    bres_compare_options options;

    bres_load_options_init(&load);
    load.flags = BRES_LOAD_LENIENT | arguments->load_flags;
    /* The comparison itself speaks of what it misses, but does not know why samples were refused.
     */
    if ((arguments->load_flags & BRES_LOAD_CONFINE) != 0)
        load.log = warn;
    bres_compare_options_init(&options);
    options.flags = arguments->compare_flags;
    options.metric = arguments->metric;
    options.count_tolerance = arguments->count_tolerance / 100;
    options.false_discovery_rate = arguments->false_discovery_rate / 100;
    options.thresholds = &compare->thresholds;
    options.filter = compare->filter;
    options.reference_devices = arguments->reference_devices;
    options.candidate_devices = arguments->candidate_devices;
    options.log = warn;
    if (!pair_load(pair, &load) ||
        bres_compare(pair->runs[0].results, pair->runs[0].count, pair->runs[1].results,
                     pair->runs[1].count, &options, &pair->comparison) != BRES_OK)
        return library_error();
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

/* --- Reporting ------------------------------------------------------------------------------ */

static int report_write(const struct compare *compare, bres_format format, const char *path)
{
    const struct compare_arguments *arguments = &compare->arguments;
    const bool to_terminal = path == NULL || strcmp(path, "-") == 0;
    bres_compare_report_options options;
    size_t length;
    char *text;
    int status;

    bres_compare_report_options_init(&options);
    options.format = format;
    options.display = arguments->display;
    options.threshold_diff = arguments->threshold_diff / 100;
    if (arguments->fail_on != 0)
        options.fail_on = arguments->fail_on;
    if (arguments->fail_on_missing)
        options.flags |= BRES_REPORT_FAIL_ON_MISSING;
    options.missing_files = compare->pairs.missing;
    options.missing_file_count = compare->pairs.missing_count;
    if (arguments->no_color)
        options.color = BRES_COLOR_EMOJI;
    else if (color_wanted(arguments, to_terminal ? STDOUT_FILENO : -1))
        options.color = BRES_COLOR_ANSI;
    if (bres_compare_report(compare->compared, compare->pairs.count, &options, &text, &length) !=
        BRES_OK)
        return library_error();
    status = tool_write(path, text, length);
    bres_string_free(text);
    return status;
}

static int charts_draw(struct compare *compare)
{
    const struct compare_arguments *arguments = &compare->arguments;

    if (!arguments->plot && arguments->plot_along == NULL)
        return TOOL_DONE;
    compare->plot.filter = compare->filter;
    compare->plot.threshold_diff = arguments->threshold_diff / 100;
    compare->plot.flags = arguments->dark ? BRES_PLOT_DARK : 0;
    compare->plot.log = warn;
    return bres_compare_plot(compare->compared, compare->pairs.count, &compare->plot) == BRES_OK
               ? TOOL_DONE
               : library_error();
}

static int python_write(const struct compare *compare)
{
    const char *path = compare->arguments.python;

    if (path == NULL)
        return TOOL_DONE;
    return report_write(compare, BRES_FORMAT_PYTHON, strcasecmp(path, "stdout") == 0 ? NULL : path);
}

/* --- The command ---------------------------------------------------------------------------- */

static int dump_config(const struct compare *compare)
{
    char *text;
    int status;

    if (bres_thresholds_dump(&compare->thresholds, compare->preset, &text) != BRES_OK)
        return library_error();
    status = tool_write(compare->arguments.output, text, strlen(text));
    bres_string_free(text);
    return status;
}

static int compare_run(struct compare *compare)
{
    int status = compare_prepare(compare);

    if (status != TOOL_DONE)
        return status;
    if (compare->arguments.dump_config)
        return dump_config(compare);
    status = sides_find(compare);
    if (status == TOOL_DONE)
        status = pairs_compare(compare);
    if (status == TOOL_DONE)
        status = report_write(compare, (bres_format)compare->arguments.format,
                              compare->arguments.output);
    if (status == TOOL_DONE)
        status = charts_draw(compare);
    if (status == TOOL_DONE)
        status = python_write(compare);
    return status == TOOL_DONE
               ? compare_judge(&compare->arguments, &compare->pairs, compare->filter)
               : status;
}

int compare_main(char **arguments)
{
    struct compare compare = { .arguments = { .min_effect = -1, .equivalence_margin = -1 } };
    int status = compare_parse(&compare.arguments, arguments);

    bres_plot_options_init(&compare.plot);
    if (status == TOOL_DONE && compare.arguments.help)
        compare_help();
    else if (status == TOOL_DONE)
        status = compare_run(&compare);
    free(compare.compared);
    compare_pairs_free(&compare.pairs);
    bres_filter_free(compare.filter);
    compare_arguments_free(&compare.arguments);
    return status;
}
