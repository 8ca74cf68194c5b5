/* SPDX-License-Identifier: MIT */
/*
 * benchresult time: times of whole commands.
 */
#include "time.h"

#include "base/text/cut.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TIME      60
/* Columns of a label in the progress line. */
#define LABEL_COLUMNS 30

/* The distance of the farther end of the interval, as a percentage of the median; infinite: too few
 * runs. */
static double row_precision(const bres_timing_row *row)
{
    const double above = row->median_upper - row->median;
    const double below = row->median - row->median_lower;

    return 100 * (above > below ? above : below) / row->median;
}

/* The row whose interval is the widest says how far the timing is. */
static const bres_timing_row *widest_row(const bres_timing *timing)
{
    const bres_timing_row *widest = NULL;

    for (size_t i = 0; i < bres_timing_row_count(timing); i++) {
        const bres_timing_row *row = bres_timing_row_at(timing, i);

        if (row->runs > 0 && (widest == NULL || !(row_precision(row) <= row_precision(widest))))
            widest = row;
    }
    return widest;
}

static void on_progress(void *user, const bres_timing *running)
{
    struct timing *timing = user;
    const bres_timing_row *row = widest_row(running);
    char precision[32] = "";
    bres__text label = { 0 };

    if (row == NULL)
        return;
    if (isfinite(row->median_upper))
        snprintf(precision, sizeof precision, " +- %.2g %%", row_precision(row));
    bres__text_put_cut(&label, row->label, LABEL_COLUMNS);
    if (!label.failed)
        progress_show(&timing->progress, "%.0f s, run %" PRIu64 " of '%s': %.4g ms%s",
                      bres_timing_seconds(running), row->runs, label.data, 1e3 * row->median,
                      precision);
    bres__text_free(&label);
}

static int timing_check(const struct timing *timing)
{
    if (timing->commands.count == 0)
        return tool_usage_error(time_program.name, "no COMMAND given");
    if (timing->names.count > timing->commands.count)
        return tool_usage_error(time_program.name,
                                "there are %zu names for %zu commands (expected at most one -n "
                                "for each)",
                                timing->names.count, timing->commands.count);
    if (timing->race.max_time == 0 && timing->race.max_pairs == 0 && timing->options.runs == 0)
        return tool_usage_error(time_program.name,
                                "--max-time 0 needs --runs or --max-runs: the timing might never "
                                "end");
    return TOOL_DONE;
}

static bres_status timing_fill(const struct timing *timing)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < timing->axis_count && status == BRES_OK; i++) {
        const struct time_axis *axis = &timing->axes[i];

        status = bres_timing_add_axis(timing->timing, axis->name, (const char *const *)axis->values,
                                      axis->count);
    }
    for (size_t i = 0; i < timing->commands.count && status == BRES_OK; i++)
        status = bres_timing_add_command(timing->timing,
                                         i < timing->names.count ? timing->names.items[i] : NULL,
                                         timing->commands.items[i]);
    for (size_t i = 0; i < timing->hook_count && status == BRES_OK; i++) {
        const struct time_hook *hook = &timing->hooks[i];

        status = bres_timing_add_hook(timing->timing, hook->kind, hook->name, hook->command);
    }
    return status;
}

/* A number of runs that was asked for has no limit of time by default. */
static bres_status timing_make(struct timing *timing)
{
    bres_timing_options *options = &timing->options;
    bres_status status;

    if (timing->race.max_time < 0)
        timing->race.max_time = options->runs > 0 ? 0 : MAX_TIME;
    timing->race.is_interrupted = tool_signals_interrupted;
    timing->race.log = progress_log;
    timing->race.log_user = &timing->progress;
    options->race = &timing->race;
    options->environment = timing->environment.items;
    options->ignored_statuses = timing->statuses;
    options->ignored_status_count = timing->status_count;
    options->signal = tool_signals_pass;
    options->progress = on_progress;
    options->progress_user = timing;
    status = bres_timing_new(options, &timing->timing);
    return status == BRES_OK ? timing_fill(timing) : status;
}

static int report_write(const struct timing *timing)
{
    size_t length;
    char *text;
    int status;

    if (bres_timing_report(timing->timing, (bres_format)timing->format, &text, &length) != BRES_OK)
        return tool_library_error();
    status = tool_write(timing->report, text, length);
    bres_string_free(text);
    return status;
}

static int result_write(const struct timing *timing)
{
    bres_result *result = NULL;
    bres_write_options write;
    bres_status status;

    if (timing->result == NULL)
        return TOOL_DONE;
    bres_write_options_init(&write);
    write.flags = timing->write_flags;
    status = bres_timing_result(timing->timing, &result);
    if (status == BRES_OK)
        status = bres_result_write(result, timing->result, &write);
    bres_result_unref(result);
    return status == BRES_OK ? TOOL_DONE : tool_library_error();
}

static bool has_runs(const bres_timing *timing)
{
    for (size_t i = 0; i < bres_timing_row_count(timing); i++) {
        if (bres_timing_row_at(timing, i)->runs > 0)
            return true;
    }
    return false;
}

/* What the exit status says. */
static int timing_judge(const struct timing *timing)
{
    switch (bres_timing_stop_reason(timing->timing)) {
    case BRES_RACE_INTERRUPTED:
        return 128 + tool_signals_caught();
    case BRES_RACE_FAILED:
        return tool_error("%s", bres_timing_message(timing->timing));
    default:
        return TOOL_DONE;
    }
}

static int timing_run(struct timing *timing)
{
    int status = timing_check(timing);
    bres_status timed;

    if (status != TOOL_DONE)
        return status;
    timed = timing_make(timing);
    if (timed == BRES_OK) {
        tool_signals_catch(TOOL_SIGNALS_ONCE | TOOL_SIGNALS_HANGUP);
        timed = bres_timing_run(timing->timing);
    }
    progress_clear(&timing->progress);
    if (timed == BRES_ERROR_SYNTAX)
        return tool_error("%s (--shell sh runs the commands in a shell)", bres_last_error());
    if (timed != BRES_OK)
        return tool_library_error();
    if (has_runs(timing->timing)) {
        status = report_write(timing);
        if (status == TOOL_DONE)
            status = result_write(timing);
    }
    return status == TOOL_DONE ? timing_judge(timing) : status;
}

static void timing_free(struct timing *timing)
{
    bres_timing_free(timing->timing);
    for (size_t i = 0; i < timing->axis_count; i++) {
        for (size_t j = 0; j < timing->axes[i].count; j++)
            free(timing->axes[i].values[j]);
        free(timing->axes[i].values);
        free(timing->axes[i].name);
    }
    free(timing->axes);
    for (size_t i = 0; i < timing->hook_count; i++)
        free(timing->hooks[i].name);
    free(timing->hooks);
    bres__option_list_free(&timing->commands);
    bres__option_list_free(&timing->names);
    bres__option_list_free(&timing->environment);
}

int time_main(char **arguments)
{
    struct timing timing;
    int status;

    time_arguments_init(&timing);
    if (tool_parse(&time_program, arguments, &timing, &status))
        status = timing_run(&timing);
    timing_free(&timing);
    return status;
}
