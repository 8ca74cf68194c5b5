/* SPDX-License-Identifier: MIT */
/*
 * The values of one state: its samples, and the aggregates that cannot be computed from the
 * samples, each with the time of the other clock and the counters.
 */
#include "formats/google_benchmark/google_benchmark.h"

#include <math.h>
#include <string.h>

/* The divisor that converts a time in this unit to seconds; NaN: unknown unit. NULL is ns. */
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

static bool is_of_cpu(const bres__import *import)
{
    return (import->options.flags & BRES_IMPORT_CPU_TIME) != 0;
}

static bres_status record_fault(const bres__import *import, const bres__google_record *record,
                                bres_status status, const char *member, const char *expected,
                                const char *message)
{
    char path[128];

    bres__format(path, sizeof(path), "benchmarks[%zu].%s", record->index, member);
    return bres__import_fault(import, status, path, NULL, expected, "%s", message);
}

/* Reports a fault of the time that would become a sample or an aggregate. */
static bres_status record_time_fault(const bres__import *import, const bres__google_record *record,
                                     double time, bres__range range)
{
    char number[BRES__NUMBER_SIZE];

    bres__format(number, sizeof(number), "%g", time);
    return record_fault(import, record, isfinite(time) ? BRES_ERROR_VALUE : BRES_ERROR_KEY,
                        is_of_cpu(import) ? "cpu_time" : "real_time", bres__range_text(range),
                        isfinite(time) ? number : "the time is missing or not finite");
}

static bres_status record_unit_fault(const bres__import *import, const bres__google_record *record)
{
    return record_fault(import, record, BRES_ERROR_VALUE, "time_unit", "ns, us, ms or s",
                        record->time_unit);
}

/* The times of a record: by the clock of the samples, and by the other clock. */
typedef struct record_times {
    double time;
    double other; /* NaN: unknown */
    bres__measure other_measure;
} record_times;

static record_times record_find_times(const bres__import *import, const bres__google_record *record)
{
    const bool of_cpu = is_of_cpu(import);

    return (record_times){
        .time = of_cpu ? record->cpu_time : record->real_time,
        .other = of_cpu ? record->real_time : record->cpu_time,
        .other_measure = { .tag = of_cpu ? "bres/import/wall_time" : "bres/import/cpu_time",
                           .hint = "duration",
                           .better = BRES__BETTER_LOWER },
    };
}

static bres_status record_put_sample(const bres__import *import, const bres__google_record *record,
                                     bres__draft_state *state)
{
    const record_times times = record_find_times(import, record);
    const double divisor = unit_divisor(record->time_unit);
    const double threads = fmax(1, bres__google_record_threads(record));

    if (isnan(divisor))
        return record_unit_fault(import, record);
    if (!bres__range_has(BRES__RANGE_NOT_NEGATIVE, times.time))
        return record_time_fault(import, record, times.time, BRES__RANGE_NOT_NEGATIVE);
    bres__draft_sample(state, times.time / divisor,
                       record->iterations > 0 ? record->iterations / threads : 1);
    if (isfinite(times.other))
        bres__draft_value(state, &times.other_measure, times.other / divisor);
    return BRES_OK;
}

const bres__measure *bres__google_rate(const char *counter)
{
    static const bres__measure rates[] = {
        { "bres/import/rate/bytes_per_second", "byte_rate", "B/s", BRES__BETTER_HIGHER },
        { "bres/import/rate/items_per_second", "item_rate", "1/s", BRES__BETTER_HIGHER },
    };

    for (size_t i = 0; i < sizeof(rates) / sizeof(*rates); i++) {
        if (strcmp(counter, strrchr(rates[i].tag, '/') + 1) == 0)
            return &rates[i];
    }
    return NULL;
}

static void record_put_counters(const bres__google_record *record, bres__draft_state *state)
{
    for (const bres__google_counter *counter = record->counters; counter != NULL;
         counter = counter->next) {
        const bres__measure *rate = bres__google_rate(counter->key);

        if (rate != NULL)
            bres__draft_value(state, rate, counter->value);
        else
            bres__draft_counter(state, counter->key, NULL, BRES__BETTER_UNKNOWN, counter->value);
    }
}

/* The library's own aggregates, which can be computed from samples. */
static const struct {
    const char *name;
    const char *tag_name;
} aggregates[] = {
    { "mean", "mean" },
    { "median", "median" },
    { "stddev", "stdev" },
    { "cv", "cv" },
};

#define AGGREGATE_COUNT (sizeof(aggregates) / sizeof(*aggregates))

/* An aggregate that is being added. */
typedef struct aggregate_writer {
    bres__draft_state *state;
    const char *name; /* last part of the tags */
    bool is_ratio;    /* the values are ratios, without a unit */
    bres__text tag;
} aggregate_writer;

/* Adds a value "TAG/NAME". */
static void writer_put(aggregate_writer *writer, const char *tag, bres__measure measure,
                       double value)
{
    bres__text_clear(&writer->tag);
    bres__text_puts(&writer->tag, tag);
    bres__text_putc(&writer->tag, '/');
    bres__text_puts(&writer->tag, writer->name);
    if (writer->is_ratio)
        measure = (bres__measure){ .hint = "percentage" };
    measure.tag = writer->tag.data;
    if (writer->tag.failed)
        writer->state->draft->failed = true;
    else
        bres__draft_value(writer->state, &measure, value);
}

static void writer_put_counters(aggregate_writer *writer, const bres__google_record *record)
{
    bres__text tag = { 0 };

    for (const bres__google_counter *counter = record->counters; counter != NULL;
         counter = counter->next) {
        const bres__measure *rate = bres__google_rate(counter->key);

        bres__text_clear(&tag);
        bres__text_puts(&tag, rate != NULL ? rate->tag : "bres/import/counter/");
        bres__text_puts(&tag, rate != NULL ? "" : counter->key);
        if (tag.failed)
            writer->state->draft->failed = true;
        else
            writer_put(writer, tag.data, rate != NULL ? *rate : (bres__measure){ 0 },
                       counter->value);
    }
    bres__text_free(&tag);
}

/* Adds an aggregate, unless it can be computed from the samples. */
static bres_status record_put_aggregate(const bres__import *import,
                                        const bres__google_record *record, bool has_samples,
                                        bres__draft_state *state)
{
    const char *unit = record->rare->aggregate_unit;
    const record_times times = record_find_times(import, record);
    aggregate_writer writer = { .state = state,
                                .name = record->rare->aggregate_name,
                                .is_ratio = unit != NULL && strcmp(unit, "percentage") == 0 };
    const double divisor = writer.is_ratio ? 1 : unit_divisor(record->time_unit);
    size_t known = 0;

    while (known < AGGREGATE_COUNT && strcmp(aggregates[known].name, writer.name) != 0)
        known++;
    if (known < AGGREGATE_COUNT && has_samples)
        return BRES_OK;
    if (isnan(divisor))
        return record_unit_fault(import, record);
    /* A ratio of times that are all 0 is NaN. */
    if (!isfinite(times.time) && !(writer.is_ratio && isnan(times.time)))
        return record_time_fault(import, record, times.time, BRES__RANGE_FINITE);
    if (known < AGGREGATE_COUNT)
        writer.name = aggregates[known].tag_name;
    writer_put(&writer, known < AGGREGATE_COUNT ? "bres/import/time" : "bres/import/aggregate",
               (bres__measure){ .hint = "duration" }, times.time / divisor);
    if (isfinite(times.other))
        writer_put(&writer, times.other_measure.tag, (bres__measure){ .hint = "duration" },
                   times.other / divisor);
    writer_put_counters(&writer, record);
    bres__text_free(&writer.tag);
    return BRES_OK;
}

bres_status bres__google_group_put_values(bres__import *import, const bres__google_group *set,
                                          bres__draft_state *state, bool *has_values)
{
    const double repetitions = set->records[0]->repetitions;
    bres_status status = BRES_OK;
    bool has_samples = false;

    *has_values = false;
    for (size_t i = 0; i < set->count && status == BRES_OK; i++) {
        if (set->records[i]->is_aggregate)
            continue;
        status = record_put_sample(import, set->records[i], state);
        if (status == BRES_OK) {
            record_put_counters(set->records[i], state);
            has_samples = *has_values = true;
        }
        status = bres__import_tolerate(import, status);
    }
    for (size_t i = 0; i < set->count && status == BRES_OK; i++) {
        if (!set->records[i]->is_aggregate)
            continue;
        status = record_put_aggregate(import, set->records[i], has_samples, state);
        *has_values |= status == BRES_OK;
        status = bres__import_tolerate(import, status);
    }
    if (status == BRES_OK && *has_values && !has_samples && repetitions > 0)
        bres__draft_value(state, &(bres__measure){ .tag = "bres/import/sample_size" }, repetitions);
    return status;
}
