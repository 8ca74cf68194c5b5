/* SPDX-License-Identifier: MIT */
/*
 * Compares the file of a previous run with this run, and restores its samples.
 */
#include "tune/previous.h"
#include "nvbench/journal/record.h"
#include "tune/record.h"
#include "tune/trial.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

bres_status bres__previous_differs(const char *format, ...)
{
    char what[512];
    va_list arguments;

    va_start(arguments, format);
    bres__vformat(what, sizeof(what), format, arguments);
    va_end(arguments);
    return bres__error(BRES_ERROR_CONFLICT, "the previous run differs: %s", what);
}

bres_status bres__previous_text(bres__previous *previous, const char *key, const char **text)
{
    const bres__slice object = { previous->meta, strlen(previous->meta) };
    bres__slice slice;
    bres__cursor cursor;
    bres_status status = bres__json_find(&object, key, &slice);

    *text = "";
    if (status != BRES_OK || slice.data == NULL || slice.data[0] != '"')
        return status;
    cursor = bres__json_cursor(slice.data, slice.length);
    status = bres__json_string(&cursor, &previous->arena, &slice);
    if (status != BRES_OK)
        return status;
    *text = bres__arena_copy(&previous->arena, slice.data, slice.length);
    return *text != NULL ? BRES_OK : bres__error_memory();
}

static bres_status compare_text(bres__previous *previous, const char *key, const char *what,
                                const char *now)
{
    const char *before;
    const bres_status status = bres__previous_text(previous, key, &before);

    now = now != NULL ? now : "";
    if (status == BRES_OK && strcmp(before, now) != 0)
        return bres__previous_differs("%s was '%s', it is '%s'", what, before, now);
    return status;
}

/* Compares the clocks. A file does not name its clock if it is wall time. */
static bres_status compare_clock(const bres_tuner *tuner, bres__previous *previous)
{
    const char *now = bres_clock_kind_name((bres_clock_kind)tuner->options.clock_kind);
    const char *before;
    const bres_status status = bres__previous_text(previous, "clock", &before);

    if (status == BRES_OK && before[0] == '\0')
        before = bres_clock_kind_name(BRES_CLOCK_WALL);
    if (status == BRES_OK && strcmp(before, now) != 0)
        return bres__previous_differs("the clock was '%s', it is '%s'", before, now);
    return status;
}

/* Compares which indices of the space are configurations. */
static bres_status compare_space(const bres_tuner *tuner, bres__previous *previous)
{
    const char *before;
    char now[16];
    const bres_status status = bres__previous_text(previous, "space", &before);

    bres__format(now, sizeof(now), "%08" PRIx32, bres__space_fingerprint(tuner));
    if (status == BRES_OK && strcmp(before, now) != 0)
        return bres__previous_differs("the constraints refuse other configurations");
    return status;
}

/* Finds the parts of the file, and refuses the file of another tuner. */
static bres_status previous_find(const bres_tuner *tuner, bres__previous *previous)
{
    bres__slice meta;

    if (!bres__tuner_meta(previous->result, &meta) ||
        bres_result_subbench_count(previous->result) != 1)
        return bres__error(BRES_ERROR_CONFLICT, "the file is not a result of a tuner");
    previous->meta = meta.data;
    previous->bench = bres_result_subbench_at(previous->result, 0);
    if (strcmp(bres_subbench_name(previous->bench), tuner->options.name) != 0)
        return bres__error(BRES_ERROR_CONFLICT, "the file is a result of the tuner '%s', not '%s'",
                           bres_subbench_name(previous->bench), tuner->options.name);
    return BRES_OK;
}

static bres_status read_stop_reason(bres__previous *previous)
{
    const char *name;
    const bres_status status = bres__previous_text(previous, "stop_reason", &name);

    for (int i = BRES_TUNER_DECIDED; i <= BRES_TUNER_NONE_LEFT && status == BRES_OK; i++) {
        if (strcmp(name, bres_tuner_stop_name((bres_tuner_stop)i)) == 0)
            previous->stop_reason = (bres_tuner_stop)i;
    }
    return status;
}

bres_status bres__previous_compare(const bres_tuner *tuner, const bres_result *result,
                                   bres__previous *previous, bool *related)
{
    bres_status status;

    *previous = (bres__previous){ .result = result };
    status = previous_find(tuner, previous);
    *related = status == BRES_OK;
    if (status == BRES_OK)
        status = bres__journal_compare_heads(result, tuner->head);
    if (status == BRES_OK)
        status = compare_space(tuner, previous);
    /* The processor may be unknown. */
    if (status == BRES_OK && tuner->processor != NULL)
        status = compare_text(previous, "processor", "the processor", tuner->processor);
    if (status == BRES_OK)
        status = compare_clock(tuner, previous);
    if (status == BRES_OK)
        status =
            compare_text(previous, "kernel_hash", "the kernel hash", tuner->options.kernel_hash);
    if (status == BRES_OK)
        status = compare_text(previous, "command", "the command", tuner->command);
    return status == BRES_OK ? read_stop_reason(previous) : status;
}

bres_status bres__previous_trial(bres_tuner *tuner, const bres_state *state, bres_trial **trial)
{
    int64_t index;
    size_t config;

    if (!bres__get_int64(state, BRES__TAG_CONFIG, &index) || index < 0 ||
        !bres__space_find(tuner, (uint64_t)index, &config))
        return bres__previous_differs("'%s' is not a configuration", bres_state_name(state));
    return bres__tuner_trial(tuner, config, trial);
}

/* Restores times and counters from a record, or from a finished state. */
static void trial_restore_times(bres_trial *trial, const bres_state *state)
{
    static const char *const tags[] = { BRES__TAG_WALLTIME, "nv/cpu_only/walltime",
                                        "nv/cold/walltime" };
    bres_tuner *tuner = trial->tuner;
    double elapsed;
    double walltime;
    int64_t size;

    for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
        if (bres__get_float64(state, tags[i], &walltime)) {
            trial->walltime += walltime;
            break;
        }
    }
    if (bres__get_float64(state, BRES__TAG_ELAPSED, &elapsed) && elapsed > tuner->elapsed_before)
        tuner->elapsed_before = elapsed;
    if (bres__get_int64(state, BRES__TAG_BLOCK_SIZE, &size) && size > 0)
        trial->block_size = (uint64_t)size;
    if (trial->batches <= bres_state_run(state))
        trial->batches = bres_state_run(state) + 1;
}

/* Refuses wrong times, which could appear to be the fastest. */
static bres_status check_times(const bres_state *state, const float *times, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(times[i]) || times[i] < 0)
            return bres__error(
                BRES_ERROR_VALUE,
                "the previous run's sample %zu of '%s' is %g (expected a finite time of "
                "0 or more seconds)",
                i, bres_state_name(state), (double)times[i]);
    }
    return BRES_OK;
}

static bres_status trial_restore(bres_trial *trial, const bres_state *state)
{
    const float *times;
    const float *rates;
    size_t count;
    size_t rate_count;
    bres_status status = bres_state_samples(state, &times, &count);

    if (status == BRES_OK)
        status = check_times(state, times, count);
    if (status == BRES_OK)
        status = bres_state_frequencies(state, &rates, &rate_count);
    if (status == BRES_OK)
        status = bres__trial_append(trial, times, rate_count != 0 ? rates : NULL, count);
    if (status != BRES_OK)
        return status;
    trial_restore_times(trial, state);
    if (bres_state_is_skipped(state)) {
        const char *reason = bres_state_skip_reason(state);

        return bres__trial_set_reason(trial, reason != NULL ? reason : "failed");
    }
    /* Without samples, the record is the note of a batch that has not ended. */
    return count != 0 ? bres__trial_tell(trial, count)
                      : bres__trial_set_reason(trial, "ended the process");
}

bres_status bres__previous_restore(bres_tuner *tuner, const bres_subbench *bench)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < bres_subbench_state_count(bench) && status == BRES_OK; i++) {
        const bres_state *state = bres_subbench_state_at(bench, i);
        bres_trial *trial = NULL;

        status = bres__previous_trial(tuner, state, &trial);
        if (status == BRES_OK)
            status = trial_restore(trial, state);
    }
    return status;
}
