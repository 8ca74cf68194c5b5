/* SPDX-License-Identifier: MIT */
/*
 * JMH's JSON: benchmarks in modes, with the scores of several forks. Each fork is a process, and so
 * a run. A throughput becomes a time, and is kept as a rate.
 */
#include "formats/tree.h"

#include <math.h>
#include <string.h>

/* Above this number of samples a histogram of the mode `sample` is kept as it is. */
#define SAMPLES_MAX 100000

static bool jmh_detect(const bres__input *input)
{
    return bres__shape_has(&input->text, "0/jmhVersion") ||
           (bres__shape_has(&input->text, "0/benchmark") &&
            bres__shape_has(&input->text, "0/primaryMetric"));
}

typedef struct jmh_reader {
    bres__import *import;
    bres__node records;
    bool has_modes;   /* several of them */
    bool has_threads; /* several counts of them */
} jmh_reader;

/* One record of the file. */
typedef struct jmh_record {
    const bres__node *node;
    const char *benchmark;
    const char *mode;
    bres__node metric;
    const char *unit; /* of the score */
    double seconds;   /* of one unit of time */
    double batch;     /* executions of a score in the mode `ss` */
    bool is_rate;
} jmh_record;

static const struct {
    const char *name;
    double seconds;
} time_units[] = {
    { "ns", 1e-9 }, { "us", 1e-6 }, { "ms", 1e-3 },   { "s", 1 },
    { "min", 60 },  { "hr", 3600 }, { "day", 86400 },
};

static bres_status record_read_unit(jmh_record *record)
{
    const char *name = record->unit;
    size_t length = strlen(name);

    record->is_rate = strncmp(name, "ops/", 4) == 0;
    if (record->is_rate)
        name += 4;
    else if (length > 3 && strcmp(name + length - 3, "/op") == 0)
        length -= 3;
    for (size_t i = 0; i < sizeof(time_units) / sizeof(*time_units); i++) {
        record->seconds = time_units[i].seconds;
        if (record->is_rate ? strcmp(name, time_units[i].name) == 0
                            : length == strlen(time_units[i].name) &&
                                  strncmp(name, time_units[i].name, length) == 0)
            return BRES_OK;
    }
    return bres__node_fault(&record->metric, BRES_ERROR_VALUE,
                            "ops/TIME or TIME/op, where TIME is ns, us, ms, s, min, hr or day",
                            "unknown scoreUnit '%s'", record->unit);
}

static bres_status record_open(const bres__node *node, jmh_record *record)
{
    bres__node member;
    bool found = false;
    bres_status status = bres__node_read_text(node, "benchmark", &record->benchmark);

    record->node = node;
    record->batch = 1;
    if (status == BRES_OK)
        status = bres__node_read_text(node, "mode", &record->mode);
    if (status == BRES_OK)
        status = bres__node_require(node, "primaryMetric", BRES__JSON_OBJECT, &record->metric);
    if (status == BRES_OK)
        status = bres__node_read_text(&record->metric, "scoreUnit", &record->unit);
    if (status == BRES_OK)
        status = record_read_unit(record);
    if (status == BRES_OK && strcmp(record->mode, "ss") == 0)
        status =
            bres__node_optional(node, "measurementBatchSize", BRES__JSON_REAL, &member, &found);
    if (status == BRES_OK && found)
        status = bres__node_float64(&member, &record->batch);
    if (!(record->batch >= 1))
        record->batch = 1;
    return status;
}

static void put_member_axis(const bres__node *node, const char *key, bres__draft_state *state)
{
    bres__node member;

    if (bres__node_find(node, key, &member))
        bres__draft_axis_value(state, key, BRES__AXIS_TYPED, bres__node_as_text(&member));
}

static bres__draft_state *state_make(const jmh_reader *reader, const jmh_record *record)
{
    static const char *const known[] = { "benchmark",        "params",     "primaryMetric",
                                         "secondaryMetrics", "jmhVersion", "jdkVersion",
                                         "vmName",           "vmVersion",  NULL };
    bres__draft_state *state = bres__draft_begin(&reader->import->draft);
    bres__members_walk walk = { 0 };
    bres__node params;

    bres__draft_name(state, record->benchmark);
    if (bres__node_find(record->node, "params", &params))
        walk.object = &params;
    while (walk.object != NULL && bres__members_next(&walk))
        bres__draft_axis_value(state, walk.member.key, BRES__AXIS_TYPED,
                               bres__node_as_text(&walk.member));
    if (reader->has_modes)
        bres__draft_axis_value(state, "mode", BRES__AXIS_TEXT, record->mode);
    if (reader->has_threads)
        put_member_axis(record->node, "threads", state);
    bres__node_keep_others(record->node, known, state);
    return state;
}

static void state_add(const jmh_reader *reader, const jmh_record *record, bres__draft_state *state)
{
    const char *bench = reader->import->options.bench;

    bres__draft_add(state, bench != NULL ? bench : record->benchmark);
}

/* Adds a score `count` times. */
static bres_status put_score(const jmh_record *record, const bres__node *node, double score,
                             double count, bres__draft_state *state)
{
    const double seconds =
        record->is_rate ? record->seconds / score : score * record->seconds / record->batch;

    if (!(score >= 0) || !isfinite(seconds))
        return bres__node_fault(
            node, BRES_ERROR_VALUE,
            bres__range_text(record->is_rate ? BRES__RANGE_POSITIVE : BRES__RANGE_NOT_NEGATIVE),
            "%s", bres__node_as_text(node));
    for (double i = 0; i < count; i++)
        bres__draft_sample(state, seconds, record->batch);
    if (record->is_rate)
        bres__draft_value(state,
                          &(bres__measure){ .tag = "bres/import/rate/operations",
                                            .unit = record->unit,
                                            .better = BRES__BETTER_HIGHER },
                          score);
    return BRES_OK;
}

/* The text that stands for a number that is not finite; NULL: another value. */
static const char *text_of_infinite(const bres__node *node)
{
    const char *text = bres__node_text(node);

    return text != NULL && (strcmp(text, "NaN") == 0 || strcmp(text, "+INF") == 0 ||
                            strcmp(text, "-INF") == 0)
               ? text
               : NULL;
}

/* Skips the state if its score is not finite: no execution has ended, for example. */
static bool skip_infinite(const bres__node *score, bres__draft_state *state)
{
    const char *text = text_of_infinite(score);
    char reason[64];

    if (text == NULL)
        return false;
    bres__format(reason, sizeof(reason), "the score is %s", text);
    bres__draft_skip(state, reason);
    return true;
}

static bres_status put_scores(const jmh_record *record, const bres__node *fork,
                              bres__draft_state *state)
{
    bres_status status = BRES_OK;

    if (bres__node_count(fork) == 0)
        return bres__node_fault(fork, BRES_ERROR_VALUE, "at least one score", "the fork is empty");
    for (size_t i = 0; i < bres__node_count(fork) && status == BRES_OK; i++) {
        const bres__node node = bres__node_at(fork, i);
        double score = 0;

        if (skip_infinite(&node, state))
            return BRES_OK;
        status = bres__node_float64(&node, &score);
        if (status == BRES_OK)
            status = put_score(record, &node, score, 1, state);
    }
    return status;
}

/* One [value, count] of a histogram. */
static bres_status read_bin(const bres__node *bin, double *value, double *count)
{
    bres__node part;
    bres_status status;

    if (bres__node_count(bin) != 2)
        return bres__node_fault(bin, BRES_ERROR_VALUE, "[value, count]", "%s",
                                bres__node_as_text(bin));
    part = bres__node_at(bin, 0);
    status = bres__node_float64(&part, value);
    part = bres__node_at(bin, 1);
    if (status == BRES_OK)
        status = bres__node_float64(&part, count);
    if (status == BRES_OK && !(*count >= 0 && *count < 9e15))
        return bres__node_fault(&part, BRES_ERROR_VALUE, bres__range_text(BRES__RANGE_NOT_NEGATIVE),
                                "%s", bres__node_as_text(&part));
    return status;
}

/* Calls put_score() for each bin of a fork; without a state it only adds up the counts. */
static bres_status walk_histogram(const jmh_record *record, const bres__node *fork, double *total,
                                  bres__draft_state *state)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < bres__node_count(fork) && status == BRES_OK; i++) {
        const bres__node iteration = bres__node_at(fork, i);

        for (size_t k = 0; k < bres__node_count(&iteration) && status == BRES_OK; k++) {
            const bres__node bin = bres__node_at(&iteration, k);
            double value = 0;
            double count = 0;

            status = read_bin(&bin, &value, &count);
            *total += count;
            if (status == BRES_OK && state != NULL)
                status = put_score(record, &bin, value, count, state);
        }
    }
    return status;
}

static bres_status put_histogram(const jmh_reader *reader, const jmh_record *record,
                                 const bres__node *fork, bres__draft_state *state)
{
    double total = 0;
    bres__slice json;
    bres_status status = walk_histogram(record, fork, &total, NULL);

    if (status == BRES_OK && !(total > 0))
        return bres__node_fault(fork, BRES_ERROR_VALUE, "at least one time",
                                "the histogram of the fork is empty");
    if (status == BRES_OK && total <= SAMPLES_MAX)
        return walk_histogram(record, fork, &total, state);
    json = bres__node_json(fork);
    bres__draft_extra(state, "histogram", json.data, json.length);
    bres__import_warn(reader->import,
                      "%s: a histogram of more than %d samples is kept without samples",
                      reader->import->input.name, SAMPLES_MAX);
    return status;
}

/* A profiler writes NaN for what is not a number, such as a profile of stacks. */
static bool values_are_finite(const bres__node *values)
{
    for (size_t i = 0; i < bres__node_count(values); i++) {
        const bres__node value = bres__node_at(values, i);

        if (text_of_infinite(&value) != NULL)
            return false;
    }
    return true;
}

/* The values of the secondary metrics for one fork. */
static bres_status put_secondary(const jmh_reader *reader, const jmh_record *record, size_t fork,
                                 bres__draft_state *state)
{
    bres__members_walk walk = { 0 };
    bres__node metrics;
    bres__node forks;
    bres_status status = BRES_OK;

    if (!bres__node_find(record->node, "secondaryMetrics", &metrics))
        return BRES_OK;
    walk.object = &metrics;
    while (status == BRES_OK && bres__members_next(&walk)) {
        const char *unit = NULL;
        bres__node member;

        if (bres__node_find(&walk.member, "scoreUnit", &member))
            unit = bres__node_text(&member);
        if (!bres__node_find(&walk.member, "rawData", &forks) || fork >= bres__node_count(&forks))
            continue;
        member = bres__node_at(&forks, fork);
        if (!values_are_finite(&member)) {
            bres__import_warn(reader->import,
                              "%s: a secondary metric whose values are not finite is left out: "
                              "'%.80s'",
                              reader->import->input.name, walk.member.key);
            continue;
        }
        for (size_t i = 0; i < bres__node_count(&member) && status == BRES_OK; i++) {
            const bres__node node = bres__node_at(&member, i);
            double value = 0;

            status = bres__node_float64(&node, &value);
            bres__draft_counter(state, walk.member.key, unit, BRES__BETTER_UNKNOWN, value);
        }
    }
    return status;
}

/* Without raw data the score and its confidence interval are all there is. */
static bres_status read_aggregates(const jmh_reader *reader, const jmh_record *record)
{
    bres__draft_state *state = state_make(reader, record);
    bres__node member;
    double score = 0;
    bres_status status;

    if (bres__node_find(&record->metric, "score", &member) && skip_infinite(&member, state)) {
        state_add(reader, record, state);
        return BRES_OK;
    }
    status = bres__node_read_duration(&record->metric, "score", &score);
    if (status == BRES_OK && record->is_rate)
        bres__draft_value(state,
                          &(bres__measure){ .tag = "bres/import/rate/operations",
                                            .unit = record->unit,
                                            .better = BRES__BETTER_HIGHER },
                          score);
    else if (status == BRES_OK)
        bres__draft_time(state, "mean", score * record->seconds / record->batch);
    if (status == BRES_OK)
        state_add(reader, record, state);
    return status;
}

static bres_status read_fork(const jmh_reader *reader, const jmh_record *record,
                             const bres__node *fork, bool is_histogram)
{
    bres__draft_state *state = state_make(reader, record);
    bres_status status =
        is_histogram ? put_histogram(reader, record, fork, state) : put_scores(record, fork, state);

    if (status == BRES_OK)
        status = put_secondary(reader, record, fork->index, state);
    if (status != BRES_OK)
        return status;
    bres__draft_run(state, (uint32_t)fork->index);
    state_add(reader, record, state);
    return BRES_OK;
}

static bres_status read_forks(const jmh_reader *reader, const jmh_record *record,
                              const bres__node *forks, bool is_histogram)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < bres__node_count(forks) && status == BRES_OK; i++) {
        const bres__node fork = bres__node_at(forks, i);

        status =
            bres__import_tolerate(reader->import, read_fork(reader, record, &fork, is_histogram));
    }
    return status;
}

static bres_status record_read(const jmh_reader *reader, const bres__node *node)
{
    jmh_record record = { 0 };
    bres__node forks;
    bool found = false;
    bres_status status = record_open(node, &record);

    if (status == BRES_OK)
        status = bres__node_optional(&record.metric, "rawData", BRES__JSON_ARRAY, &forks, &found);
    if (status != BRES_OK || (found && bres__node_count(&forks) != 0))
        return status != BRES_OK ? status : read_forks(reader, &record, &forks, false);
    status =
        bres__node_optional(&record.metric, "rawDataHistogram", BRES__JSON_ARRAY, &forks, &found);
    if (status != BRES_OK || (found && bres__node_count(&forks) != 0))
        return status != BRES_OK ? status : read_forks(reader, &record, &forks, true);
    return read_aggregates(reader, &record);
}

/* Not all records have the same value. */
static bool records_differ(const bres__node *records, const char *key)
{
    const bres__node first = bres__node_at(records, 0);
    bres__node value;
    bres__node other;

    if (!bres__node_find(&first, key, &value))
        return false;
    for (size_t i = 1; i < bres__node_count(records); i++) {
        const bres__node record = bres__node_at(records, i);

        if (bres__node_find(&record, key, &other) &&
            strcmp(bres__node_as_text(&value), bres__node_as_text(&other)) != 0)
            return true;
    }
    return false;
}

/* The facts of the first record: all records of a file are from one virtual machine. */
static void put_provenance(const jmh_reader *reader)
{
    static const char *const keys[] = { "jdkVersion", "vmName", "vmVersion" };
    const bres__node first = bres__node_at(&reader->records, 0);
    bres__node member;
    bres__slice json;

    if (bres__node_find(&first, "jmhVersion", &member))
        bres__draft_provenance(&reader->import->draft, "tool_version", bres__node_as_text(&member));
    for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
        if (!bres__node_find(&first, keys[i], &member))
            continue;
        json = bres__node_json(&member);
        bres__draft_config(&reader->import->draft, keys[i], json.data, json.length);
    }
}

static bres_status jmh_read(bres__import *import)
{
    jmh_reader reader = { .import = import };
    bres_status status = bres__tree_open(import, &reader.records);

    if (status == BRES_OK && (bres__node_kind(&reader.records) != BRES__JSON_ARRAY ||
                              bres__node_count(&reader.records) == 0))
        status = bres__node_fault(&reader.records, BRES_ERROR_KIND, "a list of benchmarks",
                                  "the file has no benchmarks");
    if (status == BRES_OK) {
        reader.has_modes = records_differ(&reader.records, "mode");
        reader.has_threads = records_differ(&reader.records, "threads");
        put_provenance(&reader);
    }
    for (size_t i = 0; status == BRES_OK && i < bres__node_count(&reader.records); i++) {
        const bres__node record = bres__node_at(&reader.records, i);

        status = bres__import_tolerate(import, record_read(&reader, &record));
    }
    if (status == BRES_OK)
        bres__import_warn(import, "%s: a JMH file does not contain benchmarks that failed",
                          import->input.name);
    bres__tree_close(&reader.records);
    return status;
}

const bres__file_format bres__format_of_jmh = {
    .name = "jmh",
    .tool = "JMH",
    .detect = jmh_detect,
    .read = jmh_read,
};
