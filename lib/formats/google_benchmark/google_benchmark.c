/* SPDX-License-Identifier: MIT */
/*
 * Google Benchmark's JSON: records of repetitions and of aggregates. The repetitions of one name
 * are the samples of a state.
 */
#include "formats/google_benchmark/google_benchmark.h"

/* Whether the text only lists benchmarks that were not measured: records with only a name. */
static bool text_is_list(const bres__slice *text)
{
    return bres__shape_is(text, "benchmarks/0/name", BRES__JSON_STRING) &&
           bres__shape_members(text, "benchmarks/0") == 1 && bres__shape_members(text, "") == 1;
}

static bool google_benchmark_detect(const bres__input *input)
{
    return (bres__shape_is(&input->text, "context", BRES__JSON_OBJECT) &&
            bres__shape_is(&input->text, "benchmarks", BRES__JSON_ARRAY)) ||
           text_is_list(&input->text);
}

typedef struct google_reader {
    bres__import *import;
    bres__google_records records;
} google_reader;

/* Copies a text of the context to the provenance. */
static bres_status context_put_text(bres__import *import, const bres__slice *context,
                                    const char *member, const char *key)
{
    bres__slice value;
    const bres_status status = bres__json_find(context, member, &value);

    if (status == BRES_OK && value.data != NULL && value.data[0] == '"')
        bres__draft_provenance_json(&import->draft, key, value.data, value.length);
    return status;
}

static bres_status context_check_version(const bres__import *import, const bres__slice *context)
{
    bres__slice version;
    const bres_status status = bres__json_find(context, "json_schema_version", &version);

    if (status != BRES_OK || version.data == NULL || bres__slice_is(&version, "1"))
        return status;
    return bres__import_fault(import, BRES_ERROR_VERSION, "context.json_schema_version", NULL, "1",
                              "unknown schema version %.*s",
                              (int)(version.length < 80 ? version.length : 80), version.data);
}

static bres_status reader_read_context(google_reader *reader)
{
    static const char *const host_keys[] = {
        "host_name",           "executable", "num_cpus", "mhz_per_cpu",
        "cpu_scaling_enabled", "caches",     "load_avg", NULL
    };
    bres__import *import = reader->import;
    const bres__slice *context = &reader->records.context;
    bres__slice build;
    bres_status status;

    bres__draft_provenance(&import->draft, "clock",
                           (import->options.flags & BRES_IMPORT_CPU_TIME) != 0 ? "cpu" : "wall");
    if (context->data == NULL || context->data[0] != '{')
        return BRES_OK;
    status = context_check_version(import, context);
    if (status == BRES_OK)
        status = context_put_text(import, context, "library_version", "tool_version");
    if (status == BRES_OK)
        status = context_put_text(import, context, "date", "time");
    if (status == BRES_OK)
        status = bres__json_find(context, "library_build_type", &build);
    if (status != BRES_OK)
        return status;
    bres__draft_facts(&import->draft, context, host_keys);
    if (build.data != NULL && bres__slice_is(&build, "\"debug\""))
        bres__import_warn(import, "%s: Google Benchmark was built without optimization",
                          import->input.name);
    return BRES_OK;
}

static void reader_warn_of_threads(google_reader *reader)
{
    for (size_t i = 0; i < reader->records.count; i++) {
        if (reader->records.list[i]->threads > 1) {
            bres__import_warn(reader->import,
                              "%s: the time of benchmarks with several threads depends on the "
                              "version of Google Benchmark",
                              reader->import->input.name);
            return;
        }
    }
}

static bres_status google_benchmark_read(bres__import *import)
{
    bres__arena arena = { 0 };
    google_reader reader = { .import = import, .records.arena = &arena };
    bres__google_group *groups = NULL;
    size_t count = 0;
    bres_status status = bres__google_records_read(import, &reader.records);

    if (status == BRES_OK)
        status = reader_read_context(&reader);
    bres__input_free_text(&import->input);
    if (status == BRES_OK)
        status = bres__google_groups_make(&reader.records, &groups, &count);
    if (status == BRES_OK)
        status = bres__google_families_read(import, groups, count);
    if (status == BRES_OK)
        reader_warn_of_threads(&reader);
    bres__free(groups);
    bres__free(reader.records.list);
    bres__arena_free(&arena);
    return status;
}

const bres__file_format bres__format_of_google_benchmark = {
    .name = "google-benchmark",
    .tool = "Google Benchmark",
    .detect = google_benchmark_detect,
    .read = google_benchmark_read,
};
