/* SPDX-License-Identifier: MIT */
/*
 * The JSON of Google Benchmark: a record for each sample, or for each aggregate of a state without
 * samples. Its CPU time is NaN where the result has none: a copy of the wall time would be false.
 */
#include "formats/write/write.h"

#include <math.h>

typedef struct google_writer {
    bres__json_writer json;
    bres__text name; /* of the state */
} google_writer;

static void put_text(bres__json_writer *json, const char *key, const char *value)
{
    bres__json_key(json, key);
    bres__json_write_string(json, value);
}

static void put_int(bres__json_writer *json, const char *key, int64_t value)
{
    bres__json_key(json, key);
    bres__json_write_int64(json, value);
}

/* A time in nanoseconds. */
static void put_time(bres__json_writer *json, const char *key, double seconds)
{
    bres__json_key(json, key);
    if (isnan(seconds))
        bres__json_write_literal(json, "NaN");
    else
        bres__json_write_float64(json, seconds * 1e9);
}

/* The members that all records have. `aggregate` NULL: a sample. */
static void begin_record(google_writer *writer, const char *aggregate, size_t repetitions)
{
    bres__json_writer *json = &writer->json;
    const size_t length = writer->name.length;

    bres__json_begin(json, '{');
    if (aggregate != NULL)
        bres__text_printf(&writer->name, "_%s", aggregate);
    put_text(json, "name", writer->name.failed ? "" : writer->name.data);
    if (!writer->name.failed)
        writer->name.data[writer->name.length = length] = '\0';
    put_text(json, "run_name", writer->name.failed ? "" : writer->name.data);
    put_text(json, "run_type", aggregate != NULL ? "aggregate" : "iteration");
    put_int(json, "repetitions", (int64_t)repetitions);
    put_int(json, "threads", 1);
    if (aggregate != NULL) {
        put_text(json, "aggregate_name", aggregate);
        put_text(json, "aggregate_unit", "time");
    }
}

static void end_record(google_writer *writer, int64_t iterations, double seconds, double cpu)
{
    put_int(&writer->json, "iterations", iterations);
    put_time(&writer->json, "real_time", seconds);
    put_time(&writer->json, "cpu_time", cpu);
    put_text(&writer->json, "time_unit", "ns");
    bres__json_end(&writer->json, '}');
}

static void put_failure(google_writer *writer, const bres__written *state)
{
    const char *reason = bres_state_skip_reason(state->state);

    begin_record(writer, NULL, 1);
    put_int(&writer->json, "repetition_index", 0);
    bres__json_key(&writer->json, "error_occurred");
    bres__json_write_literal(&writer->json, "true");
    put_text(&writer->json, "error_message", reason != NULL ? reason : "skipped");
    end_record(writer, 1, 0, 0);
}

static void put_aggregate(google_writer *writer, const char *name, double seconds)
{
    if (isnan(seconds))
        return;
    begin_record(writer, name, 1);
    end_record(writer, 1, seconds, NAN);
}

static bres_status put_state(void *user, const bres__written *state)
{
    google_writer *writer = user;
    const double cpu = bres__write_value(state->state, "bres/import/cpu_time");

    bres__text_clear(&writer->name);
    bres__write_name(&writer->name, state, ':');
    if (bres_state_is_skipped(state->state))
        put_failure(writer, state);
    for (size_t i = 0; i < state->count; i++) {
        begin_record(writer, NULL, state->count);
        put_int(&writer->json, "repetition_index", (int64_t)i);
        end_record(writer, (int64_t)state->executions, (double)state->times[i], cpu);
    }
    if (state->count == 0) {
        put_aggregate(writer, "mean", state->mean);
        put_aggregate(writer, "median", state->median);
        put_aggregate(writer, "stddev", state->stdev);
    }
    return writer->name.failed ? bres__error_memory() : BRES_OK;
}

bres_status bres__write_google_benchmark(const bres_result *result, bres__text *text)
{
    google_writer writer = { .json = { .text = text, .empty = true } };
    bres_status status;

    bres__json_begin(&writer.json, '{');
    bres__json_key(&writer.json, "context");
    bres__json_begin(&writer.json, '{');
    put_text(&writer.json, "executable", "benchresult");
    put_int(&writer.json, "json_schema_version", 1);
    bres__json_end(&writer.json, '}');
    bres__json_key(&writer.json, "benchmarks");
    bres__json_begin(&writer.json, '[');
    status = bres__write_states(result, put_state, &writer);
    bres__json_end(&writer.json, ']');
    bres__json_end(&writer.json, '}');
    bres__text_putc(text, '\n');
    bres__text_free(&writer.name);
    return status;
}
