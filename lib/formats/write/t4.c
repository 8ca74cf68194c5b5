/* SPDX-License-Identifier: MIT */
/*
 * Writes T4, the exchange format of tuners: a configuration for each state, with its times or the
 * reason why it has no times.
 */
#include "base/alloc.h"
#include "formats/write/measures.h"

#include <math.h>
#include <string.h>

typedef struct t4_writer {
    bres__export *owner;
    bres__json_writer json;
    bool has_benches; /* the result has several benchmarks */
} t4_writer;

static const char *pass_digits(const char *text)
{
    while (*text >= '0' && *text <= '9')
        text++;
    return text;
}

/* Whether the text is a number in the grammar of RFC 8259. */
static bool is_json_number(const char *text)
{
    const char *digits = text + (*text == '-');
    const char *next = pass_digits(digits);

    if (next == digits || (*digits == '0' && next != digits + 1))
        return false;
    if (*next == '.') {
        digits = next + 1;
        next = pass_digits(digits);
        if (next == digits)
            return false;
    }
    if (*next == 'e' || *next == 'E') {
        digits = next + 1 + (next[1] == '+' || next[1] == '-');
        next = pass_digits(digits);
        if (next == digits)
            return false;
    }
    return *next == '\0';
}

static void put_text(bres__json_writer *json, const char *key, const char *value)
{
    bres__json_key(json, key);
    bres__json_write_string(json, value);
}

/* Writes the values of the axes, and the benchmark and the device if there are several. */
static void put_configuration(const t4_writer *writer, const bres__written *state, bres__text *text)
{
    bres__json_writer json = { .text = text, .empty = true, .compact = true };
    char axis[BRES__FREE_AXIS_SIZE];

    bres__json_begin(&json, '{');
    if (writer->has_benches)
        put_text(&json, bres__write_free_axis(state, "Benchmark", axis), state->bench);
    if (state->device != NULL)
        put_text(&json, bres__write_free_axis(state, "Device", axis), state->device);
    for (size_t i = 0; i < bres_state_axis_value_count(state->state); i++) {
        const bres_value *value = bres_state_axis_value_at(state->state, i);
        const char *content = bres_value_text(value);

        bres__json_key(&json, bres_value_name(value));
        if (content == NULL)
            bres__json_write_literal(&json, "null");
        else if (bres_value_kind(value) != BRES_KIND_STRING && is_json_number(content))
            bres__json_write_literal(&json, content);
        else
            bres__json_write_string(&json, content);
    }
    bres__json_end(&json, '}');
}

static void put_runtimes(bres__json_writer *json, const bres__written *state)
{
    bres__json_key(json, "times");
    bres__json_begin(json, '{');
    bres__json_key(json, "runtimes");
    bres__json_begin(json, '[');
    for (size_t i = 0; i < state->count; i++)
        bres__write_sample(json, state->times[i], 3);
    for (size_t i = 0; i < state->gpu_count && state->count == 0; i++)
        bres__write_scaled(json, state->gpu[i], 3);
    bres__json_end(json, ']');
    bres__json_end(json, '}');
}

/* T4's word for the reason why a configuration has no times, or "correct". */
static const char *invalidity_of(const bres__written *state)
{
    static const char *const reasons[][2] = {
        { "timeout", "timeout" },
        { "compile", "compile" },
        { "correctness", "correctness" },
        { "constraints", "constraints" },
        { "CompilationFailedConfig", "compile" },
        { "InvalidConfig", "constraints" },
    };
    const char *reason = bres_state_skip_reason(state->state);

    if (state->run_count != 0)
        return "correct";
    for (size_t i = 0; reason != NULL && i < sizeof(reasons) / sizeof(*reasons); i++) {
        if (strcmp(reason, reasons[i][0]) == 0)
            return reasons[i][1];
    }
    return "runtime";
}

static void put_time(bres__json_writer *json, const bres__written *state)
{
    bres__json_begin(json, '{');
    put_text(json, "name", "time");
    bres__json_key(json, "value");
    bres__write_statistic(json, state, state->mean, 3);
    put_text(json, "unit", "milliseconds");
    bres__json_end(json, '}');
}

static void put_counter(bres__json_writer *json, const char *name, double value, const char *unit)
{
    bres__json_begin(json, '{');
    put_text(json, "name", name);
    bres__json_key(json, "value");
    bres__json_write_float64(json, value);
    if (unit != NULL)
        put_text(json, "unit", unit);
    bres__json_end(json, '}');
}

/* Writes the counters of a state with one run. A counter `time` of another tool is renamed. */
static void put_counters(bres__json_writer *json, const bres__written *state)
{
    static const char prefix[] = "bres/import/counter/";
    const bool is_source = state->owner->is_source;
    size_t odd = 0;
    size_t rates = 0;

    for (size_t i = 0; i < bres_state_summary_count(state->state); i++) {
        const bres_summary *summary = bres_state_summary_at(state->state, i);
        const char *name = bres__measure_name_of(bres_summary_tag(summary));
        double value;

        if (name == NULL || !bres_summary_float64(summary, &value))
            continue;
        if (strncmp(bres_summary_tag(summary), prefix, strlen(prefix)) != 0)
            rates++;
        else if (!isfinite(value))
            odd++;
        else
            put_counter(json, !is_source && strcmp(name, "time") == 0 ? "time#2" : name, value,
                        bres_value_string(bres_summary_field(summary, "unit")));
    }
    bres__export_lose(state->owner, "counters that are not finite", odd);
    bres__export_lose(state->owner, "rates", rates);
}

static size_t count_measures(const bres_state *run)
{
    size_t count = 0;

    for (size_t i = 0; i < bres_state_summary_count(run); i++)
        count += bres__measure_name_of(bres_summary_tag(bres_state_summary_at(run, i))) != NULL;
    return count;
}

/* Writes the mean time, unless T4 has given a measurement `time`, and the counters. */
static void put_measurements(bres__json_writer *json, const bres__written *state)
{
    static const char time[] = "bres/import/counter/time";

    bres__json_key(json, "measurements");
    bres__json_begin(json, '[');
    if (!isnan(state->mean) &&
        !(state->owner->is_source && bres_state_summary(state->state, time) != NULL))
        put_time(json, state);
    if (state->run_count == 1)
        put_counters(json, state);
    for (size_t i = 0; i < state->run_count && state->run_count > 1; i++)
        bres__export_lose(state->owner, "counters and rates of states with replicates",
                          count_measures(state->runs[i]));
    bres__json_end(json, ']');
}

/* Writes the objectives of the T4 source, or else `time`. */
static void put_objectives(bres__json_writer *json, const bres__written *state)
{
    const bres__slice *list =
        state->owner->is_source ? bres__written_extra(state, 0, "bres/import/objectives") : NULL;

    bres__json_key(json, "objectives");
    if (list != NULL) {
        bres__json_write_raw(json, list->data, list->length);
        return;
    }
    bres__json_begin(json, '[');
    bres__json_write_string(json, "time");
    bres__json_end(json, ']');
}

static void put_result(bres__json_writer *json, const bres__written *state,
                       const bres__text *configuration)
{
    const char *invalidity = invalidity_of(state);

    bres__json_begin(json, '{');
    bres__json_key(json, "configuration");
    bres__json_write_raw(json, configuration->data, configuration->length);
    put_objectives(json, state);
    put_runtimes(json, state);
    put_text(json, "invalidity", invalidity);
    bres__json_key(json, "correctness");
    bres__json_write_int64(json, strcmp(invalidity, "correct") == 0);
    put_measurements(json, state);
    bres__json_end(json, '}');
}

static bres_status put_state(void *user, const bres__written *state)
{
    t4_writer *writer = user;
    bres__text configuration = { 0 };
    bres_status status;

    if (state->run_count != 0 && state->count + state->gpu_count == 0)
        return bres__export_leave_out(writer->owner, "without samples");
    put_configuration(writer, state, &configuration);
    status = bres__export_claim(writer->owner, &configuration, state->state);
    if (status == BRES_OK) {
        bres__export_join_runs(writer->owner, state);
        writer->owner->writes_cpu |= state->count != 0 && state->of_cpu;
        put_result(&writer->json, state, &configuration);
    }
    bres__text_free(&configuration);
    return status;
}

bres_status bres__write_t4(bres__export *self)
{
    t4_writer writer = { .owner = self,
                         .json = { .text = &self->text, .empty = true },
                         .has_benches = bres_result_subbench_count(self->result) > 1 };
    bres_status status;

    bres__json_begin(&writer.json, '{');
    put_text(&writer.json, "schema_version", "1.0.0");
    bres__json_key(&writer.json, "metadata");
    bres__json_begin(&writer.json, '{');
    put_text(&writer.json, "timeunit", "milliseconds");
    bres__json_end(&writer.json, '}');
    bres__json_key(&writer.json, "results");
    bres__json_begin(&writer.json, '[');
    status = bres__write_states(self, put_state, &writer);
    bres__json_end(&writer.json, ']');
    bres__json_end(&writer.json, '}');
    bres__text_putc(&self->text, '\n');
    return status;
}
