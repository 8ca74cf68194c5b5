/* SPDX-License-Identifier: MIT */
/*
 * JMH's JSON: benchmarks in modes, with the scores of several forks. Each fork is a process and
 * therefore a run. A throughput is converted to a time, and also kept as a rate.
 */
#include "formats/jmh/jmh.h"

#include "base/alloc.h"
#include "base/text/index.h"

#include <string.h>

static bool jmh_detect(const bres__input *input)
{
    return bres__shape_has(&input->text, "0/jmhVersion") ||
           (bres__shape_has(&input->text, "0/benchmark") &&
            bres__shape_has(&input->text, "0/primaryMetric"));
}

/* Keys of facts about the virtual machine and JMH. */
static const char *const fact_keys[] = { "jmhVersion", "jdkVersion", "vmName", "vmVersion" };

#define FACT_COUNT (sizeof(fact_keys) / sizeof(*fact_keys))

typedef struct jmh_reader {
    bres__import *import;
    bres__node records;
    double room;              /* samples that histograms may still be expanded into */
    bool differs[FACT_COUNT]; /* the records differ in the fact */
    bres__index states;       /* by benchmark and axis values */
    uint32_t *runs;           /* runs so far, by position in `states`; bres__free() */
    size_t capacity;
} jmh_reader;

/* Adds a number as an axis, unless it is 1, as in most benchmarks. */
static void put_count_axis(const bres__node *node, const char *key, bres__draft_state *state)
{
    bres__node member;

    if (bres__node_find(node, key, &member) && strcmp(bres__node_as_text(&member), "1") != 0)
        bres__draft_axis_value(state, key, BRES__AXIS_TYPED, bres__node_as_text(&member));
}

/* Adds the axes. They must not depend on the other records of the file: a comparison pairs the
 * states of files with different selections of benchmarks. */
static void put_axes(const bres__jmh_record *record, bres__draft_state *state)
{
    bres__members_walk walk = { 0 };
    bres__node params;

    if (bres__node_find(record->node, "params", &params))
        walk.object = &params;
    while (walk.object != NULL && bres__members_next(&walk))
        bres__draft_axis_value(state, walk.member.key, BRES__AXIS_TYPED,
                               bres__node_as_text(&walk.member));
    bres__draft_axis_value(state, "mode", BRES__AXIS_TEXT, record->mode);
    put_count_axis(record->node, "threads", state);
    if (strcmp(record->mode, "ss") == 0)
        put_count_axis(record->node, "measurementBatchSize", state);
}

static bres__draft_state *state_make(const jmh_reader *reader, const bres__jmh_record *record)
{
    static const char *const known[] = { "benchmark",        "params",     "primaryMetric",
                                         "secondaryMetrics", "jmhVersion", "jdkVersion",
                                         "vmName",           "vmVersion",  NULL };
    bres__draft_state *state = bres__draft_begin(&reader->import->draft);

    /* JMH does not name states: the axes distinguish the states of a benchmark. A benchmark name in
     * the options replaces JMH's name, which the state then keeps. */
    if (reader->import->options.bench != NULL)
        bres__draft_name(state, record->benchmark);
    put_axes(record, state);
    bres__node_keep_others(record->node, known, state);
    for (size_t i = 0; i < FACT_COUNT; i++) {
        bres__node member;

        if (reader->differs[i] && bres__node_find(record->node, fact_keys[i], &member)) {
            const bres__slice json = bres__node_json(&member);

            bres__draft_extra(state, fact_keys[i], json.data, json.length);
        }
    }
    return state;
}

static void state_add(const jmh_reader *reader, const bres__jmh_record *record,
                      bres__draft_state *state)
{
    const char *bench = reader->import->options.bench;

    bres__draft_add(state, bench != NULL ? bench : record->benchmark);
}

/* Adds the state as the next run. In a file that was joined from several files, more than one
 * record can have forks of the same state. */
static bres_status state_add_run(jmh_reader *reader, const bres__jmh_record *record,
                                 bres__draft_state *state)
{
    bres__text *key = &reader->states.key;
    size_t position;

    if (state == NULL)
        return bres__error_memory();
    bres__json_quote(key, record->benchmark, strlen(record->benchmark));
    for (const bres__draft_axis *value = state->axes; value != NULL; value = value->next) {
        bres__json_quote(key, value->axis, strlen(value->axis));
        bres__json_quote(key, value->text, strlen(value->text));
    }
    if (!bres__index_take(&reader->states, &position) ||
        !bres__array_reserve_zeroed(&reader->runs, &reader->capacity, position + 1,
                                    sizeof(*reader->runs)))
        return bres__error_memory();
    bres__draft_run(state, reader->runs[position]++);
    state_add(reader, record, state);
    return BRES_OK;
}

/* Reads a record without raw data, which has only the score and other aggregates. */
static bres_status read_aggregates(const jmh_reader *reader, const bres__jmh_record *record)
{
    bres__draft_state *state = state_make(reader, record);
    bres_status status = bres__jmh_put_aggregates(record, state);

    if (status == BRES_OK)
        status = bres__jmh_put_secondary_scores(record, state);
    if (status == BRES_OK)
        state_add(reader, record, state);
    return status;
}

static bres_status read_fork(jmh_reader *reader, const bres__jmh_record *record,
                             const bres__node *fork, bool is_histogram)
{
    bres__draft_state *state = state_make(reader, record);
    bres_status status = is_histogram ? bres__jmh_put_histogram(record, fork, state)
                                      : bres__jmh_put_scores(record, fork, state);

    if (status == BRES_OK)
        status = bres__jmh_put_secondary(record, fork->index, state);
    return status == BRES_OK ? state_add_run(reader, record, state) : status;
}

static bres_status read_forks(jmh_reader *reader, const bres__jmh_record *record,
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

static bres_status record_read(jmh_reader *reader, const bres__node *node)
{
    bres__jmh_record record = { .import = reader->import, .room = &reader->room };
    bres__node forks;
    bool found = false;
    bres_status status = bres__jmh_record_open(node, &record);

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

/* Whether the records differ in the value of the key, or some lack it. */
static bool records_differ(const bres__node *records, const char *key)
{
    const bres__node first = bres__node_at(records, 0);
    bres__node value;
    bres__node other;
    const bool found = bres__node_find(&first, key, &value);

    for (size_t i = 1; i < bres__node_count(records); i++) {
        const bres__node record = bres__node_at(records, i);

        if (bres__node_find(&record, key, &other) != found ||
            (found && strcmp(bres__node_as_text(&value), bres__node_as_text(&other)) != 0))
            return true;
    }
    return false;
}

/* Records a fact that all records agree on. */
static void put_fact(const jmh_reader *reader, const char *key)
{
    const bres__node first = bres__node_at(&reader->records, 0);
    bres__node member;
    bres__slice json;

    if (!bres__node_find(&first, key, &member))
        return;
    if (strcmp(key, "jmhVersion") == 0) {
        bres__draft_provenance(&reader->import->draft, "tool_version", bres__node_as_text(&member));
        return;
    }
    json = bres__node_json(&member);
    bres__draft_config(&reader->import->draft, key, json.data, json.length);
}

/* A file that was joined from several files can have records of different virtual machines. */
static void put_provenance(jmh_reader *reader)
{
    for (size_t i = 0; i < FACT_COUNT; i++) {
        reader->differs[i] = records_differ(&reader->records, fact_keys[i]);
        if (!reader->differs[i])
            put_fact(reader, fact_keys[i]);
        else
            bres__import_warn(reader->import,
                              "%s: the records differ in '%s': each state keeps its own",
                              reader->import->input.name, fact_keys[i]);
    }
}

static bres_status jmh_read(bres__import *import)
{
    jmh_reader reader = { .import = import, .room = BRES__JMH_FILE_SAMPLES_MAX };
    bres_status status = bres__tree_open(import, &reader.records);

    if (status == BRES_OK && (bres__node_kind(&reader.records) != BRES__JSON_ARRAY ||
                              bres__node_count(&reader.records) == 0))
        status = bres__node_fault(&reader.records, BRES_ERROR_KIND, "a list of benchmarks",
                                  "the file has no benchmarks");
    if (status == BRES_OK)
        put_provenance(&reader);
    for (size_t i = 0; status == BRES_OK && i < bres__node_count(&reader.records); i++) {
        const bres__node record = bres__node_at(&reader.records, i);

        status = bres__import_tolerate(import, record_read(&reader, &record));
    }
    if (status == BRES_OK)
        bres__import_warn(import, "%s: a JMH file does not contain benchmarks that failed",
                          import->input.name);
    bres__free(reader.runs);
    bres__index_free(&reader.states);
    bres__tree_close(&reader.records);
    return status;
}

const bres__file_format bres__format_of_jmh = {
    .name = "jmh",
    .tool = "JMH",
    .detect = jmh_detect,
    .read = jmh_read,
};
