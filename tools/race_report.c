/* SPDX-License-Identifier: MIT */
/*
 * The report of a race, and its charts. The race itself writes markdown and JSON. The other formats
 * and the charts come from a comparison of the race's results, which decides by the rule of the
 * race.
 */
#include "race.h"
#include "undecided.h"

static bool is_compared(const struct race *race)
{
    return race->format == BRES_FORMAT_CSV || race->format == BRES_FORMAT_CSV_SAFE ||
           race->format == BRES_FORMAT_JUNIT;
}

static int own_report_write(const struct race *race)
{
    size_t length;
    char *text;
    int status;

    if (bres_command_race_report(race->race, (bres_format)race->format, &text, &length) != BRES_OK)
        return tool_library_error();
    status = tool_write(race->output, text, length);
    bres_string_free(text);
    return status;
}

static int compared_report_write(const struct race *race, const bres_compared *compared)
{
    bres_compare_report_options options;
    size_t length;
    char *text;
    int status;

    bres_compare_report_options_init(&options);
    options.format = race->format;
    if (race->fail_on != 0)
        options.fail_on = race->fail_on;
    if (race->undecided == TOOL_UNDECIDED_FAIL)
        options.flags |= BRES_REPORT_FAIL_ON_UNDECIDED;
    if (bres_compare_report(compared, 1, &options, &text, &length) != BRES_OK)
        return tool_library_error();
    status = tool_write(race->output, text, length);
    bres_string_free(text);
    return status;
}

/* Compares the results of both sides with the settings of the race. */
static bres_status results_compare(const struct race *race, bres_comparison **comparison)
{
    bres_result *results[2] = { NULL, NULL };
    bres_compare_options options;
    bres_thresholds thresholds;
    bres_status status = BRES_OK;

    bres_thresholds_init(&thresholds);
    thresholds.runs_min_effect = race->options.min_effect;
    thresholds.runs_equivalence_margin = race->options.equivalence_margin;
    thresholds.runs_change_confidence = 1 - race->options.error_rate;
    bres_compare_options_init(&options);
    options.thresholds = &thresholds;
    options.flags = BRES_COMPARE_IGNORE_DEVICES | BRES_COMPARE_ALLOW_MISSING;
    for (int side = 0; side < 2 && status == BRES_OK; side++)
        status = bres_command_race_result(race->race, side == 1, &results[side]);
    if (status == BRES_OK)
        status = bres_compare(&results[0], 1, &results[1], 1, &options, comparison);
    bres_result_unref(results[0]);
    bres_result_unref(results[1]);
    return status;
}

static int compared_write(const struct race *race)
{
    const bool draws = race->plot.summary_path != NULL || race->plot.along_path != NULL;
    bres_compared compared = { .reference = race->reference, .candidate = race->candidate };
    bres_comparison *comparison = NULL;
    int status = TOOL_DONE;

    /* Without a pair, the race has failed; its exit status and its message say so. */
    if ((!draws && !is_compared(race)) || bres_command_race_pair_count(race->race) == 0)
        return TOOL_DONE;
    if (results_compare(race, &comparison) != BRES_OK)
        return tool_library_error();
    compared.comparison = comparison;
    if (is_compared(race))
        status = compared_report_write(race, &compared);
    if (status == TOOL_DONE && draws && bres_compare_plot(&compared, 1, &race->plot) != BRES_OK)
        status = tool_library_error();
    bres_comparison_free(comparison);
    return status;
}

int race_report(const struct race *race)
{
    const int status = is_compared(race) ? TOOL_DONE : own_report_write(race);

    return status == TOOL_DONE ? compared_write(race) : status;
}
