/* SPDX-License-Identifier: MIT */
/*
 * Writes hyperfine's JSON, which cannot express failed commands or CPU times of single executions.
 * States that were skipped, or lack a mean wall time, are left out.
 */
#include "base/alloc.h"
#include "formats/write/write.h"

#include <math.h>
#include <string.h>

typedef struct hyperfine_writer {
    bres__export *owner;
    bres__json_writer json;
} hyperfine_writer;

static void put_seconds(bres__json_writer *json, const char *key, double seconds)
{
    if (isnan(seconds))
        return;
    bres__json_key(json, key);
    bres__json_write_float64(json, seconds);
}

static void put_statistic(bres__json_writer *json, const char *key, const bres__written *state,
                          double seconds)
{
    if (isnan(seconds))
        return;
    bres__json_key(json, key);
    bres__write_statistic(json, state, seconds, 0);
}

static void put_times(bres__json_writer *json, const bres__written *state)
{
    bres__json_key(json, "times");
    bres__json_begin(json, '[');
    for (size_t i = 0; i < state->count; i++)
        bres__write_sample(json, state->times[i], 0);
    bres__json_end(json, ']');
}

/* Writes the exit codes of a run. `codes` is a list, or one code for all executions. */
static void put_run_exit_codes(bres__json_writer *json, const bres__slice *codes, size_t count)
{
    bres__cursor cursor = bres__json_unchecked_cursor(codes->data, codes->length);
    bres__json_walk walk;
    bres__slice code = *codes;

    if (codes->data[0] == '[') {
        walk = bres__json_walk_list(&cursor);
        while (bres__json_walk_pass(&walk, &code))
            bres__json_write_raw(json, code.data, code.length);
    } else {
        for (size_t i = 0; i < count; i++)
            bres__json_write_raw(json, code.data, code.length);
    }
}

/* Writes the exit codes, if those of all runs are known; null: a signal ended the execution. */
static void put_exit_codes(bres__json_writer *json, const bres__written *state)
{
    static const char key[] = "bres/import/exit_status";

    for (size_t i = 0; i < state->run_count; i++) {
        if (bres__written_extra(state, i, key) == NULL)
            return;
    }
    bres__json_key(json, "exit_codes");
    bres__json_begin(json, '[');
    for (size_t i = 0; i < state->run_count; i++) {
        const float *times;
        size_t count;

        /* The samples have been read before, so this cannot fail. */
        if (bres_state_samples(state->runs[i], &times, &count) != BRES_OK)
            count = 0;
        put_run_exit_codes(json, bres__written_extra(state, i, key), count);
    }
    bres__json_end(json, ']');
}

/* Whether at least one run has the counter, and all runs that have it count bytes. */
static bool is_of_bytes(const bres__written *state, const char *tag)
{
    bool found = false;

    for (size_t i = 0; i < state->run_count; i++) {
        const bres_summary *summary = bres_state_summary(state->runs[i], tag);
        const char *unit = bres_value_string(bres_summary_field(summary, "unit"));

        if (summary != NULL && (unit == NULL || strcmp(unit, "B") != 0))
            return false;
        found = found || summary != NULL;
    }
    return found;
}

/* Writes the memory use of each execution, which an import of the format stores as a counter. */
static bres_status put_memory(bres__json_writer *json, const bres__written *state)
{
    static const char tag[] = "bres/import/counter/memory_usage";
    double *sizes;
    size_t known = 0;

    if (!is_of_bytes(state, tag))
        return BRES_OK;
    sizes = bres__calloc(state->count, sizeof(*sizes));
    if (sizes == NULL)
        return bres__error_memory();
    bres__write_series(state, tag, sizes);
    while (known < state->count && isfinite(sizes[known]))
        known++;
    if (known == state->count) {
        bres__json_key(json, "memory_usage_byte");
        bres__json_begin(json, '[');
        for (size_t i = 0; i < state->count; i++) {
            char number[BRES__NUMBER_SIZE];

            bres__format_float64(number, sizes[i], BRES__FLOAT_VALUE);
            bres__json_write_literal(json, number);
        }
        bres__json_end(json, ']');
    } else {
        bres__export_lose(state->owner, "memory sizes of states that lack sizes of executions", 1);
    }
    bres__free(sizes);
    return BRES_OK;
}

static void put_parameter(bres__json_writer *json, const char *name, const char *value)
{
    bres__json_key(json, name);
    bres__json_write_string(json, value != NULL ? value : "null");
}

/* The axis that the reader made from the command. A parameter may be named "Command", too. */
static const char *command_axis(const bres_state *state)
{
    return bres_state_axis_value(state, "Command#2") != NULL ? "Command#2" : "Command";
}

/* Writes the axes, except for the command of a hyperfine import, as parameters. */
static void put_parameters(hyperfine_writer *writer, const bres__written *state)
{
    bres__json_writer *json = &writer->json;
    char axis[BRES__FREE_AXIS_SIZE];
    bool has_begun = false;

    for (size_t i = 0; i < bres_state_axis_value_count(state->state) + 1; i++) {
        const bres_value *value = i == 0 ? NULL : bres_state_axis_value_at(state->state, i - 1);

        if (value == NULL && state->device == NULL)
            continue;
        if (value != NULL && writer->owner->is_source &&
            strcmp(bres_value_name(value), command_axis(state->state)) == 0)
            continue;
        if (!has_begun) {
            bres__json_key(json, "parameters");
            bres__json_begin(json, '{');
            has_begun = true;
        }
        if (value == NULL)
            put_parameter(json, bres__write_free_axis(state, "Device", axis), state->device);
        else
            put_parameter(json, bres_value_name(value), bres_value_text(value));
    }
    if (has_begun)
        bres__json_end(json, '}');
}

static bres_status put_command(hyperfine_writer *writer, const bres__written *state)
{
    bres__text name = { 0 };
    bres_status status = BRES_OK;

    if (writer->owner->is_source) {
        /* hyperfine's own files can have two entries for a command, so the name is not claimed. */
        bres__text_puts(&name, bres_state_name(state->state));
        writer->owner->written++;
    } else {
        bres__write_name(&name, state, '=');
        status = bres__export_claim(writer->owner, &name, state->state);
    }
    if (name.failed)
        status = bres__error_memory();
    if (status == BRES_OK) {
        bres__json_begin(&writer->json, '{');
        bres__json_key(&writer->json, "command");
        bres__json_write_string(&writer->json, bres__write_string_of(&name));
    }
    bres__text_free(&name);
    return status;
}

static bres_status put_result(hyperfine_writer *writer, const bres__written *state)
{
    bres__json_writer *json = &writer->json;
    bres_status status;

    if (state->has_aggregates && state->run_count > 1)
        return bres__export_leave_out(writer->owner, "with aggregates of replicates");
    if (isnan(state->mean))
        return bres__export_leave_out(writer->owner, "without a mean time");
    status = put_command(writer, state);
    if (status != BRES_OK)
        return status;
    put_statistic(json, "mean", state, state->mean);
    bres__json_key(json, "stddev");
    bres__json_write_float64(json, state->stdev); /* null if it is unknown */
    put_statistic(json, "median", state, state->median);
    if (state->run_count == 1) {
        put_seconds(json, "user", bres__write_value(state->state, "bres/import/user_time"));
        put_seconds(json, "system", bres__write_value(state->state, "bres/import/system_time"));
    }
    put_statistic(json, "min", state, state->min);
    put_statistic(json, "max", state, state->max);
    if (state->count != 0) {
        put_times(json, state);
        put_exit_codes(json, state);
        status = put_memory(json, state);
    }
    put_parameters(writer, state);
    bres__json_end(json, '}');
    return status;
}

static bres_status put_state(void *user, const bres__written *state)
{
    hyperfine_writer *writer = user;

    if (state->run_count == 0)
        return bres__export_leave_out(writer->owner, "that were skipped");
    if (state->of_cpu)
        return bres__export_leave_out(writer->owner, "with CPU times as samples");
    bres__export_join_runs(writer->owner, state);
    return put_result(writer, state);
}

bres_status bres__write_hyperfine(bres__export *self)
{
    hyperfine_writer writer = { .owner = self, .json = { .text = &self->text, .empty = true } };
    bres_status status;

    bres__json_begin(&writer.json, '{');
    bres__json_key(&writer.json, "results");
    bres__json_begin(&writer.json, '[');
    status = bres__write_states(self, put_state, &writer);
    bres__json_end(&writer.json, ']');
    bres__json_end(&writer.json, '}');
    bres__text_putc(&self->text, '\n');
    return status;
}
