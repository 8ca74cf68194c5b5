/* SPDX-License-Identifier: MIT */
/*
 * benchresult time: times whole commands.
 */
#include "time.h"

#include "base/text/cut.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TIME      60
#define MIN_RUNS      10
/* Columns of a label in the progress line. */
#define LABEL_COLUMNS 30

/* The distance from the median to the farther end of its confidence interval, as a percentage of
 * the median; infinite with too few runs. */
static double row_precision(const bres_timing_row *row)
{
    const double above = row->median_upper - row->median;
    const double below = row->median - row->median_lower;

    return 100 * (above > below ? above : below) / row->median;
}

/* The row with the widest interval, for the progress line; NULL before the first run. */
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

static void show_row(struct timing *timing, const bres_timing *running, const bres_timing_row *row)
{
    char precision[32] = "";
    char limit[32] = "";
    bres__text label = { 0 };

    if (isfinite(row->median_upper))
        snprintf(precision, sizeof precision, " +- %.2g %%", row_precision(row));
    if (timing->race.max_time > 0)
        snprintf(limit, sizeof limit, " of %g", timing->race.max_time);
    bres__text_put_cut(&label, row->label, LABEL_COLUMNS);
    if (!label.failed)
        progress_show(&timing->progress, "%.0f%s s, run %" PRIu64 " of '%s': %.4g ms%s",
                      bres_timing_seconds(running), limit, row->runs, label.data, 1e3 * row->median,
                      precision);
    bres__text_free(&label);
}

static void on_progress(void *user, const bres_timing *running)
{
    struct timing *timing = user;
    const char *message = bres_timing_message(running);
    const bres_timing_row *row = widest_row(running);

    if (message[0] != '\0')
        progress_show(&timing->progress, "%s", message);
    else if (row != NULL)
        show_row(timing, running, row);
}

/* Refuses limits that contradict each other. */
static int limits_check(const struct timing *timing)
{
    const bres_race_options *race = &timing->race;

    if (timing->options.runs > 0 && (race->min_pairs != TIME_NOT_GIVEN || race->max_pairs > 0))
        return tool_usage_error(time_program.name, "--runs is the exact number of runs; it cannot "
                                                   "be used with --min-runs or --max-runs");
    if (race->max_pairs > 0 && race->min_pairs > race->max_pairs)
        return tool_usage_error(time_program.name,
                                "--min-runs %" PRId64 " is above --max-runs %" PRId64,
                                race->min_pairs, race->max_pairs);
    if (race->max_time == 0 && race->max_pairs == 0 && timing->options.runs == 0)
        return tool_usage_error(time_program.name,
                                "--max-time 0 needs --runs or --max-runs: the timing might never "
                                "end");
    return TOOL_DONE;
}

static int timing_check(const struct timing *timing)
{
    if (timing->commands.count == 0)
        return tool_usage_error(time_program.name, "no COMMAND given");
    if (timing->names.count > timing->commands.count)
        return tool_usage_error(time_program.name,
                                "there are %zu names for %zu command%s (expected at most one -n "
                                "for each)",
                                timing->names.count, timing->commands.count,
                                timing->commands.count == 1 ? "" : "s");
    return limits_check(timing);
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

/* Makes the timing from the options. With --runs, the timing has no time limit by default. */
static bres_status timing_make(struct timing *timing)
{
    bres_timing_options *options = &timing->options;
    bres_status status;

    if (timing->race.max_time < 0)
        timing->race.max_time = options->runs > 0 ? 0 : MAX_TIME;
    if (timing->race.min_pairs == TIME_NOT_GIVEN)
        timing->race.min_pairs = MIN_RUNS;
    /* A progress line would mix with the output. */
    if (options->output == BRES_TIMING_OUTPUT_INHERIT)
        timing->progress.quiet = true;
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

static bool has_runs(const bres_timing *timing)
{
    for (size_t i = 0; i < bres_timing_row_count(timing); i++) {
        if (bres_timing_row_at(timing, i)->runs > 0)
            return true;
    }
    return false;
}

/* Prints the message of a failed run, with a hint to options that help. */
static int failure_say(const char *message)
{
    const bool is_run = strncmp(message, "run ", strlen("run ")) == 0;
    const bool ignorable = is_run && (strstr(message, " ended with exit status ") != NULL ||
                                      strstr(message, " was killed by signal ") != NULL);

    return tool_error("%s%s", message,
                      ignorable ? " (--show-output shows what it prints; --ignore-failure counts "
                                  "runs that fail)"
                                : "");
}

/* Reports a failure, or writes the outputs. After a failure, the results of earlier runs are not
 * written. */
static int timing_finish(const struct timing *timing)
{
    const bres_race_stop reason = bres_timing_stop_reason(timing->timing);
    int status = TOOL_DONE;

    if (reason == BRES_RACE_FAILED)
        return failure_say(bres_timing_message(timing->timing));
    if (has_runs(timing->timing))
        status = time_outputs_write(timing);
    else
        tool_say("interrupted before the first run ended");
    if (status == TOOL_DONE && reason == BRES_RACE_INTERRUPTED)
        return 128 + tool_signals_caught();
    return status;
}

/* Prints an error of the library in terms of the command line. */
static int refuse(bres_status status)
{
    static const char reference[] = "reference: ";
    const char *message = bres_last_error();

    if (status == BRES_ERROR_KEY && strncmp(message, reference, strlen(reference)) == 0)
        return tool_usage_error(time_program.name, "option '--reference': %s",
                                message + strlen(reference));
    if (status == BRES_ERROR_CONFLICT)
        return tool_usage_error(time_program.name, "%s (-n NAME, --command-name NAME)", message);
    return tool_error("%s", message);
}

static int timing_run(struct timing *timing)
{
    int status = timing_check(timing);
    bres_status timed;

    if (status == TOOL_DONE)
        status = time_outputs_check(timing);
    if (status != TOOL_DONE)
        return status;
    timed = timing_make(timing);
    if (timed == BRES_OK) {
        tool_signals_catch(TOOL_SIGNALS_ONCE | TOOL_SIGNALS_HANGUP);
        timed = bres_timing_run(timing->timing);
        tool_signals_release();
    }
    progress_clear(&timing->progress);
    return timed == BRES_OK ? timing_finish(timing) : refuse(timed);
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
    free(timing->outputs);
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
