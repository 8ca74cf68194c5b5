/* SPDX-License-Identifier: MIT */
/*
 * The source of the race of a timing: hooks, warm-up and runs.
 */
#include "base/file/file.h"
#include "race/time/time.h"

#include <inttypes.h>
#include <stdarg.h>

/* Nanoseconds between two reports of the progress. */
#define PROGRESS_INTERVAL UINT64_C(200000000)

/* Reports what the timing does before its rounds. */
static void report(bres_timing *timing, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void report(bres_timing *timing, const char *format, ...)
{
    va_list arguments;

    if (timing->options.progress == NULL)
        return;
    va_start(arguments, format);
    bres__vformat(timing->message, sizeof(timing->message), format, arguments);
    va_end(arguments);
    bres__time_rows_update(timing);
    timing->options.progress(timing->options.progress_user, timing);
}

/* Ends the timing without an error if a command has failed or was interrupted. Running out of
 * memory stays an error. */
static bres_status run_refused(bres_timing *timing, const bres__time_row *row, const char *what,
                               bres_status status)
{
    if (status == BRES_OK || status == BRES_ERROR_MEMORY)
        return status;
    if (timing->race.stop_reason != 0)
        return BRES_OK;
    if (bres__race_is_interrupted(&timing->race)) {
        timing->race.stop_reason = BRES_RACE_INTERRUPTED;
        return BRES_OK;
    }
    timing->race.stop_reason = BRES_RACE_FAILED;
    bres__time_failure_message(what, &row->figures, row->count, bres_last_error(), timing->message,
                               sizeof(timing->message));
    return BRES_OK;
}

static bres_status hooks_run(bres_timing *timing, bres_timing_hook kind, const bres__time_row *row)
{
    static const char *const names[] = { "setup", "prepare", "conclude", "cleanup" };

    return run_refused(timing, row, names[kind], bres__time_run_hooks(timing, kind, row));
}

/* One run with its hooks. It does not count if the race was stopped. */
static bres_status row_run(bres_timing *timing, const bres__time_row *row, bres__time_run *run)
{
    bres_status status = hooks_run(timing, BRES_TIMING_PREPARE, row);

    if (status != BRES_OK || timing->race.stop_reason != 0)
        return status;
    status = run_refused(timing, row, NULL, bres__time_run_command(timing, row, run));
    return status == BRES_OK ? hooks_run(timing, BRES_TIMING_CONCLUDE, row) : status;
}

static bres_status source_measure(void *user, unsigned side, bool *taken)
{
    bres_timing *timing = user;
    bres__time_row *row = &timing->rows[side];
    bres__time_run run;
    bres_status status;

    if (row->count == 0)
        report(timing, "run 1 of '%s'", row->label);
    status = row_run(timing, row, &run);
    *taken = true;
    return status == BRES_OK && timing->race.stop_reason == 0
               ? bres__time_row_keep(timing, row, &run)
               : status;
}

static bres_status source_time(void *user, const bres__race_row *comparison, unsigned side,
                               double *seconds)
{
    (void)comparison;
    *seconds = ((const bres_timing *)user)->rows[side].last;
    return BRES_OK;
}

static void source_report(void *user)
{
    bres_timing *timing = user;

    timing->message[0] = '\0';
    bres__time_rows_update(timing);
    timing->options.progress(timing->options.progress_user, timing);
}

/* A requested number of runs replaces the decisions. */
static bool source_wants(void *user, unsigned side)
{
    const bres_timing *timing = user;
    const bres__time_row *row = &timing->rows[side];

    if (timing->options.runs > 0)
        return row->count < (size_t)timing->options.runs;
    return row->count < (size_t)timing->race_options.min_pairs ||
           !bres__time_row_is_precise(timing, row);
}

static bool has_hook(const bres_timing *timing, bres_timing_hook kind)
{
    for (size_t i = 0; i < timing->hook_count; i++) {
        if (timing->hooks[i].kind == kind)
            return true;
    }
    return false;
}

static bres_status timing_set_up(bres_timing *timing)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < timing->row_count && timing->race.stop_reason == 0; i++) {
        timing->rows[i].is_set_up = true;
        if (has_hook(timing, BRES_TIMING_SETUP))
            report(timing, "set-up of '%s'", timing->rows[i].label);
        status = hooks_run(timing, BRES_TIMING_SETUP, &timing->rows[i]);
        if (status != BRES_OK)
            return status;
    }
    return status;
}

/* Runs that do not count. */
static bres_status timing_warm_up(bres_timing *timing)
{
    const int64_t count = timing->race_options.warmup_runs;
    bres_status status = BRES_OK;
    bres__time_run run;

    for (int64_t i = 0; i < count && status == BRES_OK; i++) {
        for (size_t j = 0; j < timing->row_count && status == BRES_OK; j++) {
            if (timing->race.stop_reason != 0 || bres__race_is_interrupted(&timing->race))
                return BRES_OK;
            report(timing, "run %" PRId64 " of %" PRId64 " to warm up, '%s'", i + 1, count,
                   timing->rows[j].label);
            status = row_run(timing, &timing->rows[j], &run);
        }
    }
    return status;
}

/* Runs all cleanups, even after a failure. Keeps the first failure. */
static bres_status timing_clean_up(bres_timing *timing, bres_status before)
{
    bres__error_record record;
    bres_status kept = before;

    bres__error_save(&record);
    for (size_t i = 0; i < timing->row_count; i++) {
        const bres__time_row *row = &timing->rows[i];
        const bres_race_stop stop_reason = timing->race.stop_reason;
        bres_status status;

        if (!row->is_set_up)
            continue;
        status = bres__time_run_hooks(timing, BRES_TIMING_CLEANUP, row);
        if (status == BRES_OK || kept != BRES_OK || stop_reason == BRES_RACE_FAILED)
            continue;
        timing->race.stop_reason = 0;
        kept = run_refused(timing, row, "cleanup", status);
        bres__error_save(&record);
    }
    bres__error_restore(&record);
    return kept;
}

static bres_status path_check(const char *path)
{
    struct stat status;

    return path == NULL || bres__stat(path, &status) == 0 ? BRES_OK
                                                          : bres__error_system("open", path);
}

/* The first round has no time limit: each command runs at least once. */
static bres_status rounds_run(bres_timing *timing, const bres__race_source *source)
{
    bres_status status = BRES_OK;

    bres__race_start_time(&timing->race);
    if (timing->race.stop_reason == 0)
        status = bres__race_run_round(&timing->race, source);
    return status == BRES_OK ? bres__race_run(&timing->race, source) : status;
}

static bres_status timing_measure(bres_timing *timing)
{
    const bres__race_source source = {
        .user = timing,
        .measure = source_measure,
        .time = source_time,
        .report = timing->options.progress != NULL ? source_report : NULL,
        .report_interval = PROGRESS_INTERVAL,
    };
    bres_status status = timing_set_up(timing);

    if (status == BRES_OK)
        status = timing_warm_up(timing);
    if (status == BRES_OK)
        status = rounds_run(timing, &source);
    return timing_clean_up(timing, status);
}

static void timing_put_message(bres_timing *timing)
{
    bres__time_message_figures figures = {
        .stop_reason = timing->race.stop_reason == BRES_RACE_PAIRS_OVER
                           ? "done"
                           : bres_race_stop_name(timing->race.stop_reason),
        .seconds = bres_timing_seconds(timing),
        .rows = timing->row_count,
        .precision = timing->options.precision,
        .comparisons = timing->race.row_count,
        .decided = timing->race.decided,
    };

    if (timing->race.stop_reason == BRES_RACE_FAILED)
        return;
    for (size_t i = 0; i < timing->row_count; i++) {
        figures.runs += timing->rows[i].count;
        figures.precise += bres__time_row_is_precise(timing, &timing->rows[i]);
    }
    bres__time_message(&figures, timing->message, sizeof(timing->message));
}

bres_status bres_timing_run(bres_timing *timing)
{
    bres_status status;

    if (timing == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_timing_run: timing is NULL");
    if (timing->was_run)
        return bres__error(BRES_ERROR_STATE, "bres_timing_run: the timing was run");
    timing->was_run = true;
    status = bres__time_rows_make(timing);
    if (status == BRES_OK)
        status = path_check(timing->options.directory);
    if (status == BRES_OK)
        status = path_check(timing->options.input);
    if (status != BRES_OK)
        return status;
    timing->race.is_wanted = source_wants;
    timing->race.wanted_user = timing;
    timing->race.refines = true;
    if (timing->options.shell != NULL) {
        report(timing, "times an empty command in the shell");
        status = bres__time_measure_shell(timing);
    }
    if (status == BRES_OK)
        status = timing_measure(timing);
    if (status != BRES_OK)
        return status;
    if (timing->options.runs > 0 && timing->race.stop_reason == BRES_RACE_DECIDED)
        timing->race.stop_reason = BRES_RACE_PAIRS_OVER;
    bres__time_rows_update(timing);
    timing_put_message(timing);
    return BRES_OK;
}
