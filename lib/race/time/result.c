/* SPDX-License-Identifier: MIT */
/*
 * A timing as a result: a state for each row.
 */
#include "measure/beside.h"
#include "measure/meta.h"
#include "model/model.h"
#include "race/time/time.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define BENCHMARK "command"

#define HIDDEN(tag, name, description, hint)                                                       \
    {                                                                                              \
        tag, name, description, hint, BRES__HIDDEN                                                 \
    }

static const bres__summary_texts text_lower =
    HIDDEN("lower", "Median, Lower",
           "Lower end of the confidence interval of the median, valid whenever the timing ends.",
           "duration");
static const bres__summary_texts text_upper =
    HIDDEN("upper", "Median, Upper", "Upper end of this interval.", "duration");
static const bres__summary_texts text_user =
    HIDDEN("user", "User", "Mean CPU time of a run in user mode.", "duration");
static const bres__summary_texts text_system =
    HIDDEN("system", "System", "Mean CPU time of a run in the kernel.", "duration");
static const bres__summary_texts text_memory =
    HIDDEN("peak_memory", "Peak Memory", "Largest resident set of a run.", "bytes");
static const bres__summary_texts text_voluntary = HIDDEN(
    "voluntary_switches", "Waits", "Mean number of context switches of a run to wait.", NULL);
static const bres__summary_texts text_involuntary =
    HIDDEN("involuntary_switches", "Preemptions",
           "Mean number of context switches of a run by preemption.", NULL);
static const bres__summary_texts text_failures =
    HIDDEN("failures", "Failures", "Runs that failed and count.", NULL);
static const bres__summary_texts text_statuses =
    HIDDEN("exit_statuses", "Exit", "Exit statuses that occurred, 128 + n for signal n.", NULL);
static const bres__summary_texts text_command =
    HIDDEN("command", "Command", "The command with the values of the axes in it.", NULL);
static const bres__summary_texts text_shell =
    HIDDEN("shell", "Shell", "Time of the shell alone, which was subtracted.", "duration");

/* The type that all values of an axis have. */
static bres_kind axis_kind(const bres__time_axis *axis)
{
    bool are_whole = true;
    bool are_numbers = true;

    for (size_t i = 0; i < axis->count; i++) {
        const size_t length = strlen(axis->values[i]);
        int64_t whole;
        double number;

        are_whole =
            are_whole && bres__parse_int64(axis->values[i], length, &whole) == BRES__PARSE_OK;
        are_numbers = are_numbers &&
                      bres__parse_float64(axis->values[i], length, &number) == BRES__PARSE_OK &&
                      isfinite(number);
    }
    if (are_whole)
        return BRES_KIND_INT64;
    return are_numbers ? BRES_KIND_FLOAT64 : BRES_KIND_STRING;
}

static bres_status numbers_add(bres_subbench *bench, const bres__time_axis *axis, bool are_whole)
{
    int64_t *whole = bres__calloc(axis->count, sizeof(*whole));
    double *numbers = bres__calloc(axis->count, sizeof(*numbers));
    bres_status status = whole != NULL && numbers != NULL ? BRES_OK : bres__error_memory();

    for (size_t i = 0; i < axis->count && status == BRES_OK; i++) {
        const size_t length = strlen(axis->values[i]);

        (void)bres__parse_int64(axis->values[i], length, &whole[i]);
        (void)bres__parse_float64(axis->values[i], length, &numbers[i]);
    }
    if (status == BRES_OK)
        status = are_whole
                     ? bres_subbench_add_int64_axis(bench, axis->name, whole, axis->count)
                     : bres_subbench_add_float64_axis(bench, axis->name, numbers, axis->count);
    bres__free(whole);
    bres__free(numbers);
    return status;
}

static bres_status axis_add(bres_subbench *bench, const bres__time_axis *axis)
{
    const bres_kind kind = axis_kind(axis);

    return kind == BRES_KIND_STRING
               ? bres_subbench_add_string_axis(bench, axis->name, (const char *const *)axis->values,
                                               axis->count)
               : numbers_add(bench, axis, kind == BRES_KIND_INT64);
}

static bres_status axes_add(const bres_timing *timing, bres_subbench *bench)
{
    const char **names = bres__calloc(timing->command_count, sizeof(*names));
    bres_status status = names != NULL ? BRES_OK : bres__error_memory();

    for (size_t i = 0; i < timing->command_count && status == BRES_OK; i++)
        names[i] = timing->commands[i].name;
    if (status == BRES_OK)
        status = bres_subbench_add_string_axis(bench, BRES__TIME_COMMAND_AXIS, names,
                                               timing->command_count);
    for (size_t i = 0; i < timing->axis_count && status == BRES_OK; i++)
        status = axis_add(bench, &timing->axes[i]);
    bres__free(names);
    return status;
}

static bres_status value_add(bres_state *state, const bres__time_axis *axis, const char *text)
{
    const size_t length = strlen(text);
    int64_t whole;
    double number;

    switch (axis_kind(axis)) {
    case BRES_KIND_INT64:
        (void)bres__parse_int64(text, length, &whole);
        return bres_state_add_axis_int64(state, axis->name, whole);
    case BRES_KIND_FLOAT64:
        (void)bres__parse_float64(text, length, &number);
        return bres_state_add_axis_float64(state, axis->name, number);
    default:
        return bres_state_add_axis_string(state, axis->name, text);
    }
}

static bres_status values_add(const bres_timing *timing, const bres__time_row *row,
                              bres_state *state)
{
    bres_status status =
        bres_state_add_axis_string(state, BRES__TIME_COMMAND_AXIS, row->command->name);

    for (size_t i = 0; i < timing->axis_count && status == BRES_OK; i++) {
        if (row->values[i] != NULL)
            status = value_add(state, &timing->axes[i], row->values[i]);
    }
    return status;
}

static bres_status times_add(const bres__time_row *row, bres_state *state)
{
    const bres__clock_times clocks = {
        .kind = BRES_CLOCK_WALL,
        .other_kind = BRES_CLOCK_PROCESS,
        .other = row->processor,
        .count = row->count,
    };
    bres_times times;
    bres_status status;

    bres_times_init(&times);
    times.count = row->count;
    times.cpu = row->seconds;
    for (size_t i = 0; i < row->count; i++)
        times.walltime += row->seconds[i];
    status = bres_state_add_cpu_only_summaries(state, &times);
    /* This sorts the CPU times; no other code needs their order. */
    return status == BRES_OK ? bres__add_clocks(&clocks, state) : status;
}

static bres_status interval_add(const bres_timing_row *figures, bres_state *state)
{
    bres__summaries set = bres__summaries_begin(state, "bres/median/");

    if (!isfinite(figures->median_upper))
        return BRES_OK;
    bres__summaries_add_float64(&set, &text_lower, figures->median_lower);
    bres__summaries_add_float64(&set, &text_upper, figures->median_upper);
    return bres__summaries_end(&set);
}

static bres_status resources_add(const bres_timing *timing, const bres__time_row *row,
                                 bres_state *state)
{
    const bres_timing_row *figures = &row->figures;
    bres__summaries set = bres__summaries_begin(state, "bres/time/");
    bres__text statuses = { 0 };
    bres_status status;

    bres__time_put_statuses(&statuses, figures);
    if (statuses.failed)
        return bres__error_memory();
    bres__summaries_add_string(&set, &text_command, row->text);
    bres__summaries_add_float64(&set, &text_user, figures->user_time);
    bres__summaries_add_float64(&set, &text_system, figures->system_time);
    bres__summaries_add_int64(&set, &text_memory, (int64_t)figures->peak_memory);
    bres__summaries_add_float64(&set, &text_voluntary, figures->voluntary_switches);
    bres__summaries_add_float64(&set, &text_involuntary, figures->involuntary_switches);
    bres__summaries_add_int64(&set, &text_failures, (int64_t)figures->failures);
    bres__summaries_add_string(&set, &text_statuses, statuses.data);
    if (timing->options.shell != NULL)
        bres__summaries_add_float64(&set, &text_shell, timing->shell.wall);
    status = bres__summaries_end(&set);
    bres__text_free(&statuses);
    return status;
}

static bres_status row_add(const bres_timing *timing, const bres__time_row *row,
                           bres_subbench *bench)
{
    bres_state *state;
    bres_status status = bres_subbench_add_state(bench, &state);

    if (status == BRES_OK)
        status = values_add(timing, row, state);
    if (status == BRES_OK)
        status = times_add(row, state);
    if (status == BRES_OK)
        status = interval_add(&row->figures, state);
    return status == BRES_OK ? resources_add(timing, row, state) : status;
}

static bres_status meta_set(const bres_timing *timing, bres_result *result)
{
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };
    char seed[BRES__NUMBER_SIZE];
    bres_status status;

    bres__format(seed, sizeof(seed), "%" PRIu64, timing->race_options.seed);
    bres__json_begin(&json, '{');
    bres__put_format_version(&json);
    bres__json_key(&json, "benchresult");
    bres__json_begin(&json, '{');
    bres__json_put_text(&json, "version", bres_version());
    bres__json_key(&json, "time");
    bres__json_begin(&json, '{');
    bres__json_put_text(&json, "stop_reason", bres_race_stop_name(timing->race.stop_reason));
    bres__json_put_count(&json, "rounds", timing->race.rounds);
    bres__json_put_text(&json, "seed", seed);
    bres__json_put_real(&json, "error_rate", true, timing->error_rate);
    bres__json_put_real(&json, "precision", true, timing->options.precision);
    bres__json_end(&json, '}');
    bres__json_end(&json, '}');
    bres__json_end(&json, '}');
    status = text.failed ? bres__error_memory() : bres_result_set_meta_json(result, text.data);
    bres__text_free(&text);
    return status;
}

static bool has_runs(const bres_timing *timing)
{
    for (size_t i = 0; i < timing->row_count; i++) {
        if (timing->rows[i].count > 0)
            return true;
    }
    return false;
}

bres_status bres_timing_result(const bres_timing *timing, bres_result **result)
{
    bres_result *made = NULL;
    bres_subbench *bench;
    bres_status status;

    if (result == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_timing_result: result is NULL");
    *result = NULL;
    if (timing == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_timing_result: timing is NULL");
    if (!has_runs(timing))
        return bres__error(BRES_ERROR_STATE, "the timing has no run");
    status = bres_result_new(&made);
    if (status == BRES_OK)
        status = meta_set(timing, made);
    if (status == BRES_OK)
        status = bres_result_add_subbench(made, BENCHMARK, &bench);
    if (status == BRES_OK)
        status = axes_add(timing, bench);
    for (size_t i = 0; i < timing->row_count && status == BRES_OK; i++) {
        if (timing->rows[i].count > 0)
            status = row_add(timing, &timing->rows[i], bench);
    }
    if (status == BRES_OK)
        *result = made;
    else
        bres_result_unref(made);
    return status;
}
