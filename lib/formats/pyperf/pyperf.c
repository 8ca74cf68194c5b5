/* SPDX-License-Identifier: MIT */
/*
 * pyperf's JSON: benchmarks, with the values of several processes. Each process is a run.
 */
#include "formats/tree.h"

#include "base/alloc.h"
#include "base/text/index.h"

#include <math.h>
#include <string.h>

static bool pyperf_detect(const bres__input *input)
{
    return bres__shape_has(&input->text, "version") &&
           bres__shape_is(&input->text, "benchmarks/0/runs", BRES__JSON_ARRAY);
}

/* Levels of metadata, from the outermost to the innermost. Inner levels take precedence. */
enum { OF_FILE, OF_BENCH, OF_RUN, LEVELS };

/* A key of the benchmarks' metadata. */
typedef struct pyperf_key {
    const char *first; /* first value of the key */
    size_t equal;      /* benchmarks with this value */
} pyperf_key;

typedef struct pyperf_survey {
    bres__index keys;
    pyperf_key *entries; /* by position */
    size_t capacity;
} pyperf_survey;

typedef struct pyperf_reader {
    bres__import *import;
    bres__node root;
    bres__node benches;
    bool is_old;                 /* version 5 or 6: warm-ups are not divided by the loops */
    bres__node metadata[LEVELS]; /* NULL values: none */
    pyperf_survey survey;
    bres__index names; /* of the benchmarks so far */
} pyperf_reader;

static bool reader_find(const pyperf_reader *reader, const char *key, bres__node *value)
{
    for (size_t level = LEVELS; level-- > 0;) {
        if (bres__node_find(&reader->metadata[level], key, value))
            return true;
    }
    return false;
}

/* A number of the metadata; 1 if it is missing. */
static double reader_number(const pyperf_reader *reader, const char *key)
{
    double value = 1;
    bres__node node;

    if (!reader_find(reader, key, &node) || bres__node_float64(&node, &value) != BRES_OK)
        return 1;
    return value;
}

/* Keys with a known meaning, which do not become axes. A trailing '*' matches any suffix. */
static const char *const known_keys[] = {
    "name",
    "unit",
    "loops",
    "inner_loops",
    "duration",
    "calibrate_loops",
    "uptime",
    "recalibrate_loops",
    "mem_max_rss",
    "mem_peak_pagefile_usage",
    "load_avg_1min",
    "date",
    "command_max_rss",
    "boot_time",
    "aslr",
    "hostname",
    "cpu_*",
    "perf_version",
    "platform",
    "python_*",
    "timeit_*",
    "timer",
    "runnable_threads",
    "tags",
    "description",
    "command",
    "calibrate_warmups",
    "recalibrate_warmups",
    "values",
    "warmups",
    "project",
    "hooks",
    "performance_version",
    NULL,
};

static void bench_find_metadata(const bres__node *bench, bres__node *metadata)
{
    if (!bres__node_find(bench, "metadata", metadata))
        bres__node_find(bench, "common_metadata", metadata);
}

/* Counts, for each key of the benchmarks' metadata, how many benchmarks have its first value. */
static bool reader_survey(pyperf_reader *reader)
{
    pyperf_survey *survey = &reader->survey;

    for (size_t i = 0; i < bres__node_count(&reader->benches); i++) {
        const bres__node bench = bres__node_at(&reader->benches, i);
        bres__node metadata;
        bres__members_walk walk = { .object = &metadata };

        bench_find_metadata(&bench, &metadata);
        while (bres__members_next(&walk)) {
            const char *key = walk.member.key;
            const char *text = bres__node_as_text(&walk.member);
            const size_t known = survey->keys.count;
            pyperf_key *entry;
            size_t position;

            if (!bres__array_reserve_zeroed(&survey->entries, &survey->capacity, known + 1,
                                            sizeof(*survey->entries)) ||
                !bres__index_add(&survey->keys, key, strlen(key), &position))
                return false;
            entry = &survey->entries[position];
            if (survey->keys.count != known)
                entry->first = bres__arena_strdup(&reader->import->draft.arena, text);
            if (entry->first == NULL)
                return false;
            entry->equal += strcmp(entry->first, text) == 0;
        }
    }
    return true;
}

/* Whether the benchmarks of the file differ in the key. */
static bool key_varies(const pyperf_reader *reader, const char *key)
{
    const size_t position = bres__index_find(&reader->survey.keys, key, strlen(key));

    return reader->survey.entries[position].equal != bres__node_count(&reader->benches);
}

/* Adds an axis for each key in which the benchmarks of the file differ, except for keys that pyperf
 * itself writes. */
static void reader_put_axes(const pyperf_reader *reader, bres__draft_state *state)
{
    bres__members_walk walk = { .object = &reader->metadata[OF_BENCH] };

    if ((reader->import->options.flags & BRES_IMPORT_VERBATIM_NAMES) != 0)
        return;
    while (bres__members_next(&walk)) {
        const bres__json_kind kind = bres__node_kind(&walk.member);

        if (kind != BRES__JSON_OBJECT && kind != BRES__JSON_ARRAY &&
            !bres__draft_key_is_in(walk.member.key, known_keys) &&
            key_varies(reader, walk.member.key))
            bres__draft_axis_value(state, walk.member.key, BRES__AXIS_TYPED,
                                   bres__node_as_text(&walk.member));
    }
}

/* Adds the values of a run: times, or counts of bytes or of anything else. */
static bres_status reader_put_values(const pyperf_reader *reader, const bres__node *values,
                                     bres__draft_state *state)
{
    const double executions = reader_number(reader, "loops") * reader_number(reader, "inner_loops");
    const char *unit = "second";
    bres_status status = BRES_OK;
    bres__node node;

    if (reader_find(reader, "unit", &node))
        unit = bres__node_as_text(&node);
    for (size_t i = 0; i < bres__node_count(values) && status == BRES_OK; i++) {
        const bres__node value = bres__node_at(values, i);
        double number = 0;

        status = bres__node_float64(&value, &number);
        if (status == BRES_OK && !(isfinite(number) && number > 0))
            return bres__node_fault(&value, BRES_ERROR_VALUE,
                                    bres__range_text(BRES__RANGE_POSITIVE), "%s",
                                    bres__node_as_text(&value));
        if (strcmp(unit, "second") == 0)
            bres__draft_sample(state, number, executions);
        else
            bres__draft_counter(state, "value", strcmp(unit, "byte") == 0 ? "B" : unit,
                                BRES__BETTER_LOWER, number);
    }
    return status;
}

/* Keeps the warm-up values, in seconds of one execution, as later versions write them. */
static void reader_put_warmups(const pyperf_reader *reader, const bres__node *run,
                               bres__draft_state *state)
{
    const double inner = reader_number(reader, "inner_loops");
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };
    bres__node warmups;

    if (!bres__node_find(run, "warmups", &warmups))
        return;
    bres__json_begin(&json, '[');
    for (size_t i = 0; i < bres__node_count(&warmups); i++) {
        const bres__node warmup = bres__node_at(&warmups, i);
        double pair[2] = { NAN, NAN };

        for (size_t part = 0; part < 2 && part < bres__node_count(&warmup); part++) {
            const bres__node number = bres__node_at(&warmup, part);

            if (bres__node_float64(&number, &pair[part]) != BRES_OK)
                pair[part] = NAN;
        }
        bres__json_begin(&json, '[');
        bres__json_write_float64(&json, pair[0]);
        bres__json_write_float64(&json, reader->is_old ? pair[1] / (pair[0] * inner) : pair[1]);
        bres__json_end(&json, ']');
    }
    bres__json_end(&json, ']');
    state->draft->failed |= text.failed;
    if (!text.failed)
        bres__draft_extra(state, "warmups", text.data, text.length);
    bres__text_free(&text);
}

/* Reads a run. A run that calibrated the loops has no values and does not become a state. */
static bres_status reader_read_run(pyperf_reader *reader, const bres__node *run, const char *name,
                                   uint32_t *number)
{
    static const char *const known[] = { "values", "samples", "warmups", NULL };
    bres__draft_state *state;
    bres__node values;
    bool found;
    bres_status status;

    bres__node_find(run, "metadata", &reader->metadata[OF_RUN]);
    status = bres__node_optional(run, "values", BRES__JSON_ARRAY, &values, &found);
    if (status == BRES_OK && !found)
        status = bres__node_optional(run, "samples", BRES__JSON_ARRAY, &values, &found);
    if (status != BRES_OK || !found || bres__node_count(&values) == 0)
        return status;
    state = bres__draft_begin(&reader->import->draft);
    if (state == NULL)
        return bres__error_memory();
    status = reader_put_values(reader, &values, state);
    if (status != BRES_OK)
        return status;
    bres__draft_name(state, name);
    reader_put_axes(reader, state);
    reader_put_warmups(reader, run, state);
    bres__node_keep_others(run, known, state);
    bres__draft_run(state, (*number)++);
    bres__draft_add(state, name);
    return BRES_OK;
}

/* Finds the name of a benchmark, which must be unique in the file. */
static bres_status reader_find_name(pyperf_reader *reader, const bres__node *bench,
                                    const char **name)
{
    const size_t known = reader->names.count;
    size_t position;
    bres__node node;

    *name = reader_find(reader, "name", &node) ? bres__node_text(&node) : NULL;
    if (*name == NULL)
        return bres__node_fault(bench, BRES_ERROR_KEY, "a text 'name' in the metadata",
                                "this is a pyperf file without the name of the benchmark");
    if (!bres__index_add(&reader->names, *name, strlen(*name), &position))
        return bres__error_memory();
    if (reader->names.count == known)
        return bres__node_fault(bench, BRES_ERROR_VALUE, "a name of its own for each benchmark",
                                "a second benchmark has the name '%.80s'", *name);
    return BRES_OK;
}

/* Adds a skipped state for a benchmark without values, so that it does not disappear. */
static void reader_add_without_values(const pyperf_reader *reader, const char *name)
{
    bres__draft_state *state = bres__draft_begin(&reader->import->draft);

    bres__draft_name(state, name);
    reader_put_axes(reader, state);
    bres__draft_skip(state, "no process of the benchmark has values");
    bres__draft_add(state, name);
}

static bres_status reader_read_bench(pyperf_reader *reader, const bres__node *bench)
{
    const char *name = NULL;
    uint32_t number = 0;
    bres__node runs;
    bres_status status;

    bench_find_metadata(bench, &reader->metadata[OF_BENCH]);
    reader->metadata[OF_RUN] = (bres__node){ .import = reader->import };
    status = bres__node_require(bench, "runs", BRES__JSON_ARRAY, &runs);
    if (status == BRES_OK)
        status = reader_find_name(reader, bench, &name);
    if (status != BRES_OK)
        return status;
    for (size_t i = 0; i < bres__node_count(&runs) && status == BRES_OK; i++) {
        const bres__node run = bres__node_at(&runs, i);

        status =
            bres__import_tolerate(reader->import, reader_read_run(reader, &run, name, &number));
    }
    if (status == BRES_OK && number == 0)
        reader_add_without_values(reader, name);
    if (status == BRES_OK && reader->metadata[OF_BENCH].value != NULL) {
        const bres__slice json = bres__node_json(&reader->metadata[OF_BENCH]);

        bres__draft_bench_extra(&reader->import->draft, name, "metadata", json.data, json.length);
    }
    return status;
}

static bres_status reader_read_version(pyperf_reader *reader)
{
    bres__node version;
    const char *text;

    if (!bres__node_find(&reader->root, "version", &version))
        return bres__node_fault(&reader->root, BRES_ERROR_KEY, NULL,
                                "this is a pyperf file without 'version'");
    text = bres__node_as_text(&version);
    reader->is_old = strcmp(text, "5") == 0 || strcmp(text, "6") == 0;
    if (!reader->is_old && strcmp(text, "1.0") != 0)
        return bres__node_fault(&version, BRES_ERROR_VERSION, "5, 6 or 1.0", "unknown version '%s'",
                                text);
    bres__draft_provenance(&reader->import->draft, "format_version", text);
    return BRES_OK;
}

static void reader_put_provenance(const pyperf_reader *reader)
{
    static const char *const host_keys[] = { "boot_time",        "cpu_*",    "hostname",
                                             "load_avg_1min",    "platform", "python_executable",
                                             "runnable_threads", "uptime",   NULL };
    bres__draft *draft = &reader->import->draft;
    const bres__node *metadata = &reader->metadata[OF_FILE];
    bres__node value;

    if (metadata->value != NULL) {
        const bres__slice json = bres__node_json(metadata);

        bres__draft_facts(draft, &json, host_keys);
    }
    if (reader_find(reader, "perf_version", &value))
        bres__draft_provenance(draft, "tool_version", bres__node_as_text(&value));
    if (reader_find(reader, "date", &value))
        bres__draft_provenance(draft, "time", bres__node_as_text(&value));
}

static bres_status pyperf_read(bres__import *import)
{
    pyperf_reader reader = { .import = import };
    bres_status status = bres__tree_open(import, &reader.root);

    if (status == BRES_OK)
        status = reader_read_version(&reader);
    if (status == BRES_OK)
        status = bres__node_require(&reader.root, "benchmarks", BRES__JSON_ARRAY, &reader.benches);
    for (size_t level = 0; level < LEVELS; level++)
        reader.metadata[level] = (bres__node){ .import = import };
    if (status == BRES_OK)
        bres__node_find(&reader.root, "metadata", &reader.metadata[OF_FILE]);
    if (status == BRES_OK && !reader_survey(&reader))
        status = bres__error_memory();
    for (size_t i = 0; status == BRES_OK && i < bres__node_count(&reader.benches); i++) {
        const bres__node bench = bres__node_at(&reader.benches, i);

        status = bres__import_tolerate(import, reader_read_bench(&reader, &bench));
        if (i == 0 && status == BRES_OK)
            reader_put_provenance(&reader);
    }
    bres__index_free(&reader.survey.keys);
    bres__free(reader.survey.entries);
    bres__index_free(&reader.names);
    bres__tree_close(&reader.root);
    return status;
}

const bres__file_format bres__format_of_pyperf = {
    .name = "pyperf",
    .tool = "pyperf",
    .detect = pyperf_detect,
    .read = pyperf_read,
};
