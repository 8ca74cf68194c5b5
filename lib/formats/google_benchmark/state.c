/* SPDX-License-Identifier: MIT */
/*
 * The records of one state: its samples, aggregates and counters, and the axes in its name.
 */
#include "formats/google_benchmark/google_benchmark.h"

#include <math.h>
#include <string.h>

/* Seconds of a time in this unit: what the number is divided by; NaN: an unknown unit. */
static double unit_divisor(const char *unit)
{
    static const struct {
        const char *name;
        double divisor;
    } units[] = { { "ns", 1e9 }, { "us", 1e6 }, { "ms", 1e3 }, { "s", 1 } };

    for (size_t i = 0; unit != NULL && i < sizeof(units) / sizeof(*units); i++) {
        if (strcmp(units[i].name, unit) == 0)
            return units[i].divisor;
    }
    return unit == NULL ? 1e9 : NAN;
}

static bres_status record_fault(const bres__import *import, const bres__google_record *record,
                                bres_status status, const char *member, const char *expected,
                                const char *message)
{
    char path[128];

    bres__format(path, sizeof(path), "benchmarks[%zu].%s", record->index, member);
    return bres__import_fault(import, status, path, NULL, expected, "%s", message);
}

static bres_status record_put_sample(const bres__import *import, const bres__google_record *record,
                                     bres__draft_state *state)
{
    static const bres__measure other[] = {
        { "bres/import/cpu_time", "duration", NULL, BRES__BETTER_LOWER },
        { "bres/import/wall_time", "duration", NULL, BRES__BETTER_LOWER },
    };
    const bool of_cpu = (import->options.flags & BRES_IMPORT_CPU_TIME) != 0;
    const double divisor = unit_divisor(record->time_unit);
    const double threads = record->threads > 1 ? record->threads : 1;
    const double time = of_cpu ? record->cpu_time : record->real_time;
    const double second = of_cpu ? record->real_time : record->cpu_time;

    if (isnan(divisor))
        return record_fault(import, record, BRES_ERROR_VALUE, "time_unit", "ns, us, ms or s",
                            record->time_unit);
    if (!isfinite(time))
        return record_fault(import, record, BRES_ERROR_KEY, of_cpu ? "cpu_time" : "real_time",
                            "a finite number",
                            "this is a google-benchmark file without a time here");
    bres__draft_sample(state, time / divisor,
                       record->iterations > 0 ? record->iterations / threads : 1);
    if (isfinite(second))
        bres__draft_value(state, &other[of_cpu], second / divisor);
    return BRES_OK;
}

static void record_put_counters(const bres__google_record *record, bres__draft_state *state)
{
    static const bres__measure rates[] = {
        { "bres/import/rate/bytes_per_second", "byte_rate", "B/s", BRES__BETTER_HIGHER },
        { "bres/import/rate/items_per_second", "item_rate", "1/s", BRES__BETTER_HIGHER },
    };

    for (const bres__google_counter *counter = record->counters; counter != NULL;
         counter = counter->next) {
        if (strcmp(counter->key, "bytes_per_second") == 0)
            bres__draft_value(state, &rates[0], counter->value);
        else if (strcmp(counter->key, "items_per_second") == 0)
            bres__draft_value(state, &rates[1], counter->value);
        else
            bres__draft_counter(state, counter->key, NULL, BRES__BETTER_UNKNOWN, counter->value);
    }
}

/* The aggregates of the library itself, which follow from samples. */
static const struct {
    const char *name;
    const char *tag;
    bool is_ratio;
} aggregates[] = {
    { "mean", "bres/import/time/mean", false },
    { "median", "bres/import/time/median", false },
    { "stddev", "bres/import/time/stdev", false },
    { "cv", "bres/import/time/cv", true },
};

/* Adds an aggregate that does not follow from the samples. */
static bres_status record_put_aggregate(const bres__import *import,
                                        const bres__google_record *record, bool has_samples,
                                        bres__draft_state *state)
{
    const bool is_ratio = record->rare->aggregate_unit != NULL &&
                          strcmp(record->rare->aggregate_unit, "percentage") == 0;
    const double divisor = unit_divisor(record->time_unit);
    const double time =
        (import->options.flags & BRES_IMPORT_CPU_TIME) != 0 ? record->cpu_time : record->real_time;
    const size_t count = sizeof(aggregates) / sizeof(*aggregates);
    bres__text tag = { 0 };
    size_t known = 0;

    while (known < count && strcmp(aggregates[known].name, record->rare->aggregate_name) != 0)
        known++;
    if (known < count && has_samples)
        return BRES_OK;
    if (isnan(divisor) && !is_ratio)
        return record_fault(import, record, BRES_ERROR_VALUE, "time_unit", "ns, us, ms or s",
                            record->time_unit);
    if (known < count)
        bres__text_puts(&tag, aggregates[known].tag);
    else
        bres__text_printf(&tag, "bres/import/aggregate/%s", record->rare->aggregate_name);
    if (!tag.failed)
        bres__draft_value(
            state,
            &(bres__measure){ .tag = tag.data, .hint = is_ratio ? "percentage" : "duration" },
            is_ratio ? time : time / divisor);
    state->draft->failed |= tag.failed;
    bres__text_free(&tag);
    return BRES_OK;
}

static const char *group_find_failure(const bres__google_group *set)
{
    for (size_t i = 0; i < set->count; i++) {
        const bres__google_record *record = set->records[i];

        if (record->failed)
            return record->rare->error_message != NULL ? record->rare->error_message : "error";
        if (record->skipped)
            return record->rare->skip_message != NULL ? record->rare->skip_message : "skipped";
    }
    return NULL;
}

static void put_quoted(bres__draft_state *state, const char *key, const char *text)
{
    bres__text quoted = { 0 };

    bres__json_quote(&quoted, text, strlen(text));
    state->draft->failed |= quoted.failed;
    if (!quoted.failed)
        bres__draft_extra(state, key, quoted.data, quoted.length);
    bres__text_free(&quoted);
}

/* Adds the values of all records of the state. */
static bres_status group_put_values(bres__import *import, const bres__google_group *set,
                                    bres__draft_state *state)
{
    const bres__google_record *first = set->records[0];
    bool has_samples = false;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < set->count && status == BRES_OK; i++) {
        const bres__google_record *record = set->records[i];

        if (record->is_aggregate) {
            status = record_put_aggregate(import, record, has_samples, state);
            continue;
        }
        status = record_put_sample(import, record, state);
        record_put_counters(record, state);
        has_samples = true;
    }
    if (status == BRES_OK && !has_samples && first->repetitions > 0)
        bres__draft_value(state, &(bres__measure){ .tag = "bres/import/sample_size" },
                          first->repetitions);
    if (first->label != NULL)
        put_quoted(state, "label", first->label);
    return status;
}

/* The record of a list of benchmarks, which nothing has measured. */
static bool record_is_listed(const bres__google_record *record)
{
    return record->run_type == NULL && isnan(record->real_time) && isnan(record->iterations) &&
           !record->failed && !record->skipped;
}

/* The name of an argument that has none: "arg0", ... */
static void put_argument(bres__text *text, size_t index)
{
    char number[BRES__NUMBER_SIZE];

    bres__format_int64(number, (int64_t)index);
    bres__text_puts(text, "arg");
    bres__text_puts(text, number);
}

static void name_put_axes(const bres__google_name *name, bres__draft_state *state)
{
    size_t at = name->function;
    bres__slice axis;
    bres__slice value;

    for (size_t i = 0; bres__google_name_argument(name, &at, &axis, &value); i++) {
        bres__text texts[2] = { { 0 }, { 0 } };

        if (axis.length != 0)
            bres__text_append(&texts[0], axis.data, axis.length);
        else
            put_argument(&texts[0], i);
        bres__text_append(&texts[1], value.data, value.length);
        if (texts[0].failed || texts[1].failed)
            state->draft->failed = true;
        else
            bres__draft_axis_value(state, texts[0].data, BRES__AXIS_TYPED, texts[1].data);
        bres__text_free(&texts[0]);
        bres__text_free(&texts[1]);
    }
}

/* The number of threads is an axis if the name has it. */
static void group_put_threads(const bres__google_group *set, bres__draft_state *state)
{
    char text[BRES__NUMBER_SIZE];

    if (strstr(set->records[0]->run_name, "/threads:") == NULL || !(set->records[0]->threads > 0))
        return;
    bres__format(text, sizeof(text), "%.0f", set->records[0]->threads);
    bres__draft_axis_value(state, "threads", BRES__AXIS_TYPED, text);
}

/* Adds the complexity that was fitted to a family. */
static void record_put_complexity(const bres__google_record *record, const char *bench,
                                  bres__draft *draft)
{
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };
    const bool is_rms = strcmp(record->rare->aggregate_name, "RMS") == 0;

    bres__json_begin(&json, '{');
    if (is_rms) {
        bres__json_key(&json, "rms");
        bres__json_write_float64(&json, record->rare->rms);
    } else {
        bres__json_key(&json, "big_o");
        bres__json_write_string(&json, record->rare->big_o != NULL ? record->rare->big_o : "");
        bres__json_key(&json, "real_coefficient");
        bres__json_write_float64(&json, record->rare->real_coefficient);
        bres__json_key(&json, "cpu_coefficient");
        bres__json_write_float64(&json, record->rare->cpu_coefficient);
        bres__json_key(&json, "time_unit");
        bres__json_write_string(&json, record->time_unit != NULL ? record->time_unit : "ns");
    }
    bres__json_end(&json, '}');
    draft->failed |= text.failed;
    if (!text.failed)
        bres__draft_bench_extra(draft, bench, is_rms ? "RMS" : "BigO", text.data, text.length);
    bres__text_free(&text);
}

bool bres__google_is_complexity(const bres__google_record *record)
{
    return record->is_aggregate && (strcmp(record->rare->aggregate_name, "BigO") == 0 ||
                                    strcmp(record->rare->aggregate_name, "RMS") == 0);
}

bres_status bres__google_group_read(bres__import *import, const bres__google_group *set,
                                    const bres__google_name *name, const char *bench)
{
    bres__draft_state *state;
    const char *failure = group_find_failure(set);
    bres_status status = BRES_OK;

    if (bres__google_is_complexity(set->records[0])) {
        for (size_t i = 0; i < set->count; i++)
            record_put_complexity(set->records[i], bench, &import->draft);
        return BRES_OK;
    }
    state = bres__draft_begin(&import->draft);
    if (state == NULL)
        return bres__error_memory();
    state->expected = set->count;
    bres__draft_name(state, set->records[0]->run_name);
    if (name != NULL) {
        name_put_axes(name, state);
        group_put_threads(set, state);
    } else {
        bres__draft_axis_value(state, "Name", BRES__AXIS_TEXT, set->records[0]->run_name);
    }
    if (failure != NULL)
        bres__draft_skip(state, failure);
    else if (record_is_listed(set->records[0]))
        bres__draft_skip(state, "listed, not measured");
    else
        status = group_put_values(import, set, state);
    if (status == BRES_OK)
        bres__draft_add(state, bench);
    return bres__import_tolerate(import, status);
}
