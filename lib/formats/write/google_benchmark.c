/* SPDX-License-Identifier: MIT */
/*
 * Writes Google Benchmark's JSON: a record for each sample, or for each aggregate of a state
 * without samples. An unknown time is NaN, because a copy of the other clock's time would be wrong.
 */
#include "formats/google_benchmark/google_benchmark.h"
#include "base/alloc.h"
#include "formats/write/google_check.h"
#include "formats/write/measures.h"

#include <math.h>
#include <string.h>

typedef struct google_writer {
    bres__export *owner;
    bres__json_writer json;
    bres__text name;          /* of the state */
    const bres__slice *label; /* of the state; NULL: none */
    const bres_state *last;   /* last written state; NULL: none */
    int64_t family;           /* index, for names from the source */
    int64_t instance;
    int64_t threads;
    bool has_threads;
    bres__google_check family_check; /* for names from the source */
    double *other;                   /* times of the other clock, by sample */
    bres__measure_names names;       /* of the measures of the state */
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

/* Writes a count of at least 1, limited to INT64_MAX. */
static void put_count(bres__json_writer *json, const char *key, double count)
{
    put_int(json, key, count < (double)INT64_MAX ? (int64_t)round(count) : INT64_MAX);
}

/* Writes a number times 10^tens, in the syntax of Google Benchmark. */
static void put_number(bres__json_writer *json, const char *key, double value, int tens)
{
    bres__json_key(json, key);
    if (isnan(value))
        bres__json_write_literal(json, "NaN");
    else if (isinf(value))
        bres__json_write_literal(json, value < 0 ? "-Infinity" : "Infinity");
    else
        bres__write_scaled(json, value, tens);
}

/* Whether the benchmark or the axis names of a state differ from those of the previous state. */
static bool has_other_axes(const bres_state *before, const bres_state *state)
{
    const size_t count = bres_state_axis_value_count(state);

    if (bres_state_subbench(before) != bres_state_subbench(state) ||
        bres_state_axis_value_count(before) != count)
        return true;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(bres_value_name(bres_state_axis_value_at(before, i)),
                   bres_value_name(bres_state_axis_value_at(state, i))) != 0)
            return true;
    }
    return false;
}

/* The options in a name from the source: the text after the function (the name of the benchmark)
 * and the arguments, without the number of threads. */
static bres__slice options_of(const bres_state *state)
{
    const char *function = bres_subbench_name(bres_state_subbench(state));
    const char *at = bres_state_name(state);
    size_t arguments = bres_state_axis_value_count(state);
    const char *threads;

    if (strncmp(at, function, strlen(function)) != 0)
        return (bres__slice){ "", 0 };
    at += strlen(function);
    threads = strstr(at, "/threads:");
    if (threads != NULL && arguments > 0)
        arguments--;
    for (; arguments > 0 && *at == '/'; arguments--)
        at += 1 + strcspn(at + 1, "/");
    threads = strstr(at, "/threads:");
    return (bres__slice){ at, threads != NULL ? (size_t)(threads - at) : strlen(at) };
}

static bool has_other_options(const bres_state *before, const bres_state *state)
{
    const bres__slice one = options_of(before);
    const bres__slice two = options_of(state);

    return one.length != two.length || memcmp(one.data, two.data, one.length) != 0;
}

/* Whether the reader could not split the names of the family: they are values of the only axis. */
static bool has_whole_names(const bres_state *state)
{
    return bres_state_axis_value_count(state) == 1 && bres_state_axis_value(state, "Name") != NULL;
}

static bool begins_family(const google_writer *writer, const bres_state *state)
{
    return writer->last != NULL && (has_other_axes(writer->last, state) ||
                                    (writer->owner->is_source && !has_whole_names(state) &&
                                     has_other_options(writer->last, state)));
}

/* The number of threads. The extra JSON has it if an argument is also named `threads`. */
static int64_t find_threads(const google_writer *writer, const bres__written *state)
{
    const bres__slice *member =
        writer->owner->is_source ? bres__written_extra(state, 0, "bres/import/threads") : NULL;
    int64_t threads;
    const bool is_known =
        member != NULL ? bres__parse_int64(member->data, member->length, &threads) == BRES__PARSE_OK
                       : bres_value_int64(bres_state_axis_value(state->state, "threads"), &threads);

    return is_known && threads >= 1 ? threads : 1;
}

/* Begins a state and finds its name. Families distinguish equal names from the source, and affect
 * how a reader splits these names. */
static bres_status begin_state(google_writer *writer, const bres__written *state)
{
    const bres_value *threads = bres_state_axis_value(state->state, "threads");
    const bool is_source = writer->owner->is_source;

    writer->threads = find_threads(writer, state);
    /* Without the axis, the number of threads of a name with "/threads:" is unknown. */
    writer->has_threads =
        threads != NULL || !is_source || strstr(bres_state_name(state->state), "/threads:") == NULL;
    writer->instance++;
    if (begins_family(writer, state->state)) {
        writer->owner->misread += bres__google_check_end(&writer->family_check);
        writer->family++;
        writer->instance = 0;
    }
    writer->last = state->state;
    writer->label = bres__written_extra(state, 0, "bres/import/label");
    bres__text_clear(&writer->name);
    if (is_source)
        bres__text_puts(&writer->name, bres_state_name(state->state));
    else
        bres__write_name(&writer->name, state, ':');
    if (writer->name.failed)
        return bres__error_memory();
    if (!is_source) {
        bool is_alike;
        const bool known =
            bres__google_check_made(&writer->name, (double)writer->threads, state, &is_alike);

        writer->owner->misread += known && !is_alike;
        return known ? bres__export_claim(writer->owner, &writer->name, state->state)
                     : bres__error_memory();
    }
    writer->owner->written++;
    return bres__google_check_add(&writer->family_check, &writer->name,
                                  writer->has_threads ? (double)writer->threads : NAN, state->state)
               ? BRES_OK
               : bres__error_memory();
}

/* Writes the members of all records. `aggregate` NULL: a sample. `repetitions` NaN: unknown. */
static void begin_record(google_writer *writer, const char *aggregate, bool is_ratio,
                         double repetitions)
{
    bres__json_writer *json = &writer->json;
    const size_t length = writer->name.length;

    bres__json_begin(json, '{');
    if (aggregate != NULL)
        bres__text_printf(&writer->name, "_%s", aggregate);
    put_text(json, "name", bres__write_string_of(&writer->name));
    if (aggregate != NULL && !writer->name.failed)
        writer->name.data[writer->name.length = length] = '\0';
    if (writer->owner->is_source) {
        put_int(json, "family_index", writer->family);
        put_int(json, "per_family_instance_index", writer->instance);
    }
    put_text(json, "run_name", bres__write_string_of(&writer->name));
    put_text(json, "run_type", aggregate != NULL ? "aggregate" : "iteration");
    if (repetitions >= 1)
        put_count(json, "repetitions", repetitions);
    if (writer->has_threads)
        put_int(json, "threads", writer->threads);
    if (aggregate != NULL) {
        put_text(json, "aggregate_name", aggregate);
        put_text(json, "aggregate_unit", is_ratio ? "percentage" : "time");
    }
}

static void put_label(google_writer *writer)
{
    if (writer->label == NULL)
        return;
    bres__json_key(&writer->json, "label");
    bres__json_write_raw(&writer->json, writer->label->data, writer->label->length);
}

static void put_failure(google_writer *writer, const bres__written *state)
{
    bres__json_writer *json = &writer->json;
    const char *reason = bres_state_skip_reason(state->state);

    begin_record(writer, NULL, false, 1);
    put_int(json, "repetition_index", 0);
    bres__json_key(json, "error_occurred");
    bres__json_write_literal(json, "true");
    put_text(json, "error_message", reason != NULL ? reason : "skipped");
    put_int(json, "iterations", 1);
    put_number(json, "real_time", 0, 0);
    put_number(json, "cpu_time", 0, 0);
    put_text(json, "time_unit", "ns");
    bres__json_end(json, '}');
}

/* Sample `i` of the state is sample `own` of its run. */
static void put_sample(google_writer *writer, const bres__written *state, size_t i,
                       const bres__run_measures *measures, size_t own)
{
    bres__json_writer *json = &writer->json;

    begin_record(writer, NULL, false, (double)state->count);
    put_int(json, "repetition_index", (int64_t)i);
    /* The library counts the iterations of all threads. */
    put_count(json, "iterations", state->executions[i] * (double)writer->threads);
    for (int of_cpu = 0; of_cpu <= 1; of_cpu++) {
        const char *key = of_cpu != 0 ? "cpu_time" : "real_time";

        if ((of_cpu != 0) != state->of_cpu) {
            put_number(json, key, writer->other[i], 9);
            continue;
        }
        bres__json_key(json, key);
        bres__write_sample(json, state->times[i], 9);
    }
    put_text(json, "time_unit", "ns");
    for (size_t m = 0; m < measures->count; m++)
        put_number(json, measures->list[m].name, measures->list[m].values[own], 0);
    put_label(writer);
    bres__json_end(json, '}');
}

/* Whether a reader would take the measure for a known member, or for another rate. */
static bool is_refused(const char *tag, const char *name)
{
    const bres__measure *rate = bres__google_rate(name);

    return bres__google_has_member(name) || (rate != NULL && strcmp(rate->tag, tag) != 0);
}

/* Writes the samples of a run, whose first sample has the index *first in the state. */
static bres_status put_run(google_writer *writer, const bres__written *state, size_t run,
                           size_t *first)
{
    bres__run_measures measures = { .count = 0 };
    bres_status status = bres__run_measures_find(&measures, state, run);

    for (size_t i = 0; i < measures.count && status == BRES_OK; i++) {
        bres__run_measure *measure = &measures.list[i];

        if (!bres__measure_names_find(&writer->names, measure->tag,
                                      bres__measure_name_of(measure->tag), &measure->name))
            status = bres__error_memory();
    }
    for (size_t i = 0; i < measures.sample_count && status == BRES_OK; i++)
        put_sample(writer, state, (*first)++, &measures, i);
    bres__run_measures_free(&measures);
    return status;
}

static bres_status put_samples(google_writer *writer, const bres__written *state)
{
    bres_status status = BRES_OK;
    size_t first = 0;

    writer->other = bres__calloc(state->count, sizeof(*writer->other));
    if (writer->other == NULL)
        return bres__error_memory();
    if (!bres__write_series(state, state->of_cpu ? "bres/import/wall_time" : "bres/import/cpu_time",
                            writer->other))
        for (size_t i = 0; i < state->count; i++)
            writer->other[i] = NAN;
    for (size_t i = 0; i < state->run_count && status == BRES_OK; i++)
        status = put_run(writer, state, i, &first);
    bres__measure_names_free(&writer->names);
    bres__free(writer->other);
    return status;
}

static void put_aggregate(google_writer *writer, const bres__written *state, const char *name,
                          double value, bool is_ratio)
{
    const double repetitions =
        state->gpu_count != 0 ? (double)state->gpu_count : state->aggregate_count;
    const int tens = is_ratio ? 0 : 9;

    if (!isfinite(value))
        return;
    begin_record(writer, name, is_ratio, repetitions);
    if (repetitions >= 1)
        put_count(&writer->json, "iterations", repetitions);
    put_number(&writer->json, "real_time", state->of_cpu ? NAN : value, tens);
    put_number(&writer->json, "cpu_time", state->of_cpu ? value : NAN, tens);
    put_text(&writer->json, "time_unit", "ns");
    put_label(writer);
    bres__json_end(&writer->json, '}');
}

static void put_aggregates(google_writer *writer, const bres__written *state)
{
    static const char prefix[] = "bres/import/aggregate/";
    size_t lost = 0;

    put_aggregate(writer, state, "mean", state->mean, false);
    put_aggregate(writer, state, "median", state->median, false);
    put_aggregate(writer, state, "stddev", state->stdev, false);
    put_aggregate(writer, state, "cv", bres__write_value(state->state, "bres/import/time/cv"),
                  true);
    put_aggregate(writer, state, "min", state->min, false);
    put_aggregate(writer, state, "max", state->max, false);
    for (size_t i = 0; i < bres_state_summary_count(state->state); i++) {
        const bres_summary *summary = bres_state_summary_at(state->state, i);
        const char *tag = bres_summary_tag(summary);
        const char *hint = bres_summary_hint(summary);
        double value;

        lost += bres__measure_name_of(tag) != NULL;
        if (tag != NULL && strncmp(tag, prefix, strlen(prefix)) == 0 &&
            bres_summary_float64(summary, &value))
            put_aggregate(writer, state, tag + strlen(prefix), value,
                          hint != NULL && strcmp(hint, "percentage") == 0);
    }
    bres__export_lose(writer->owner, "counters and rates of states without samples", lost);
}

static bres_status put_state(void *user, const bres__written *state)
{
    google_writer *writer = user;
    bres_status status;

    if (state->has_aggregates && state->run_count > 1)
        return bres__export_leave_out(writer->owner, "with aggregates of replicates");
    if (state->run_count != 0 && state->count + state->gpu_count == 0 && !state->has_aggregates)
        return bres__export_leave_out(writer->owner, "without a time");
    status = begin_state(writer, state);
    if (status != BRES_OK)
        return status;
    bres__export_join_runs(writer->owner, state);
    if (state->run_count == 0)
        put_failure(writer, state);
    else if (state->count != 0)
        status = put_samples(writer, state);
    else
        put_aggregates(writer, state);
    return status;
}

bres_status bres__write_google_benchmark(bres__export *self)
{
    google_writer writer = { .owner = self,
                             .json = { .text = &self->text, .empty = true },
                             .instance = -1,
                             .names = { .is_refused = is_refused } };
    bres_status status;

    self->misread_for = "has only arguments of the form IDENTIFIER:INTEGER that are not options";
    bres__json_begin(&writer.json, '{');
    bres__json_key(&writer.json, "context");
    bres__json_begin(&writer.json, '{');
    put_text(&writer.json, "executable", "benchresult");
    put_int(&writer.json, "json_schema_version", 1);
    bres__json_end(&writer.json, '}');
    bres__json_key(&writer.json, "benchmarks");
    bres__json_begin(&writer.json, '[');
    status = bres__write_states(self, put_state, &writer);
    self->misread += bres__google_check_end(&writer.family_check);
    self->renamed = writer.names.renamed;
    bres__google_check_free(&writer.family_check);
    bres__json_end(&writer.json, ']');
    bres__json_end(&writer.json, '}');
    bres__text_putc(&self->text, '\n');
    bres__text_free(&writer.name);
    return status;
}
