/* SPDX-License-Identifier: MIT */
/*
 * Turns a draft into a result: states, samples, summaries, and the meta section.
 */
#include "formats/axis_columns.h"
#include "formats/formats.h"
#include "model/model.h"

#include <inttypes.h>
#include <math.h>

static bres_status state_put_block_size(const bres__draft_state *draft, bres_state *state)
{
    static const bres__summary_texts texts = { "block_size", "Block Size",
                                               "Executions that a sample is made of.", NULL,
                                               BRES__HIDDEN };
    bres__summaries set;

    if (!(draft->block_size > 1 && draft->block_size < (double)INT64_MAX))
        return BRES_OK;
    set = bres__summaries_begin(state, "bres/cpu_batch/");
    bres__summaries_add_int64(&set, &texts, (int64_t)draft->block_size);
    return bres__summaries_end(&set);
}

/* Samples are stored as binary32; the median keeps the precision of the file. */
static bres_status state_put_center(const bres__draft_state *draft, bres_state *state)
{
    static const bres__summary_texts texts = {
        "center", "Median Center",
        "Median of the samples; of an even number, the mean of the two in the middle.", "duration",
        BRES__HIDDEN
    };
    bres__summaries set = bres__summaries_begin(state, "bres/median/");

    bres__summaries_add_float64(&set, &texts, draft->median);
    return bres__summaries_end(&set);
}

static bres_status state_put_samples(const bres__draft_state *draft, bres_state *state)
{
    bres_times times;
    bres_status status;

    if (draft->times.count == 0)
        return BRES_OK;
    bres_times_init(&times);
    times.count = draft->times.count;
    times.cpu = draft->times.values;
    times.walltime = NAN;
    times.elements = draft->elements;
    times.global_bytes = draft->bytes;
    status = bres_state_add_cpu_only_summaries(state, &times);
    if (status == BRES_OK)
        status = state_put_center(draft, state);
    return status == BRES_OK ? state_put_block_size(draft, state) : status;
}

/* The column header of a measure: its tag without the kind of the measure. */
static const char *measure_name(const char *tag)
{
    static const char *const prefixes[] = { "bres/import/counter/", "bres/import/rate/",
                                            "bres/import/aggregate/", "bres/import/time/",
                                            "bres/import/" };

    for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++) {
        if (strncmp(tag, prefixes[i], strlen(prefixes[i])) == 0)
            return tag + strlen(prefixes[i]);
    }
    return tag;
}

static bres_status state_put_series(const bres__series *series, bres_state *state)
{
    static const char *const better[] = { NULL, "lower", "higher" };
    const bres__measure *measure = &series->measure;
    bres_summary *summary = NULL;
    bres_status status = bres_state_add_summary(state, measure->tag, &summary);

    if (status == BRES_OK)
        status =
            bres_summary_set_texts(summary, measure_name(measure->tag), NULL, measure->hint, NULL);
    if (status == BRES_OK)
        status = bres_summary_set_float64(summary, "value", series->median);
    if (status == BRES_OK && measure->unit != NULL)
        status = bres_summary_set_string(summary, "unit", measure->unit);
    if (status == BRES_OK && better[measure->better] != NULL)
        status = bres_summary_set_string(summary, "better", better[measure->better]);
    return status;
}

static bres_status state_put_measures(const bres__draft_state *draft, bres_state *state)
{
    bres_status status = state_put_samples(draft, state);

    for (const bres__series *series = draft->series; series != NULL && status == BRES_OK;
         series = series->next)
        status = state_put_series(series, state);
    return status;
}

static bres_status state_finish(const bres__draft_state *draft, const bres__axis_columns *set,
                                bres_subbench *bench)
{
    bres__arena *arena = &bench->result->arena;
    bres_state *state = NULL;
    bres_status status = bres_subbench_add_state(bench, &state);

    if (status == BRES_OK)
        status = bres__axis_columns_put(draft, set, state);
    if (status == BRES_OK && draft->has_run)
        status = bres_state_set_run(state, draft->run);
    if (status == BRES_OK)
        status = draft->skip_reason != NULL ? bres_state_set_skipped(state, draft->skip_reason)
                                            : state_put_measures(draft, state);
    if (status == BRES_OK)
        state->extra = draft->extra_json;
    if (status == BRES_OK && draft->name != NULL) {
        state->name = bres__arena_strdup(arena, draft->name);
        status = state->name != NULL ? BRES_OK : bres__error_memory();
    }
    return status;
}

/* Sets the extra JSON. Members with the same key become KEY, KEY#2, and so on. */
static bres_status bench_put_extra(const bres__draft_bench *draft, bres_subbench *bench)
{
    bres__text text = { 0 };
    bres__text key = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };
    bres__index keys = { 0 };
    size_t *counts = NULL; /* by position in `keys` */
    size_t capacity = 0;
    bres_status status = BRES_OK;

    for (const bres__draft_member *member = draft->extra; member != NULL && status == BRES_OK;
         member = member->next) {
        size_t position;

        if (!bres__index_add(&keys, member->key, strlen(member->key), &position) ||
            !bres__array_reserve_zeroed(&counts, &capacity, position + 1, sizeof(*counts))) {
            status = bres__error_memory();
            break;
        }
        bres__text_clear(&key);
        bres__text_printf(&key, "bres/import/%s", member->key);
        if (++counts[position] > 1)
            bres__text_printf(&key, "#%zu", counts[position]);
        bres__json_key(&json, key.failed ? "" : key.data);
        bres__json_write_raw(&json, member->json, strlen(member->json));
    }
    text.failed |= key.failed;
    if (status == BRES_OK)
        status = bres__draft_object(&text, &bench->result->arena, &bench->extra);
    bres__free(counts);
    bres__index_free(&keys);
    bres__text_free(&key);
    bres__text_free(&text);
    return status;
}

static bres_status bench_finish(const bres__draft_bench *draft, bres_result *result,
                                bres_subbench **made)
{
    bres__axis_columns set = { 0 };
    bres_status status = bres_result_add_subbench(result, draft->name, made);
    bres_subbench *bench = *made;

    for (size_t i = 0; i < draft->count && status == BRES_OK; i++) {
        for (const bres__draft_axis *value = draft->states[i]->axes;
             value != NULL && status == BRES_OK; value = value->next)
            status = bres__axis_columns_add(&set, value);
    }
    if (status == BRES_OK)
        status = bres__axis_columns_declare(&set, bench);
    if (status == BRES_OK)
        status = bench_put_extra(draft, bench);
    for (size_t i = 0; i < draft->count && status == BRES_OK; i++)
        status = state_finish(draft->states[i], &set, bench);
    bres__axis_columns_free(&set);
    return status;
}

/* Several threads make the benchmarks of a draft. Each thread makes them in its own result. */
typedef struct finish_job {
    const bres__draft *draft;
    bres_result **results;   /* by worker */
    bres_subbench **benches; /* in the order of the draft */
} finish_job;

static bres_status finish_item(void *context, size_t worker, size_t item)
{
    const finish_job *job = context;

    return bench_finish(&job->draft->benches[item], job->results[worker], &job->benches[item]);
}

static bres_status finish_benches(const bres__draft *draft, size_t threads, bres_result *result)
{
    const size_t count = draft->bench_names.count;
    /* A thread pays off only for many states. */
    const size_t useful = bres__ordered_workers(threads, draft->state_count, 64);
    const size_t workers = bres__ordered_workers(useful, count, 1);
    finish_job job = {
        .draft = draft,
        .results = bres__calloc(workers, sizeof(bres_result *)),
        .benches = bres__calloc(count, sizeof(bres_subbench *)),
    };
    const bres__ordered_job ordered = {
        .work = finish_item, .context = &job, .count = count, .batch = 1, .workers = workers
    };
    bres_status status =
        job.results != NULL && job.benches != NULL ? BRES_OK : bres__error_memory();
    size_t end;

    for (size_t i = 0; i < workers && status == BRES_OK; i++)
        status = bres_result_new(&job.results[i]);
    if (status == BRES_OK)
        status = bres__ordered_run(&ordered, &end);
    if (status == BRES_OK)
        status = bres__result_take_subbenches(result, job.benches, count, job.results, workers);
    for (size_t i = 0; i < workers && job.results != NULL; i++)
        bres_result_unref(job.results[i]);
    bres__free(job.results);
    bres__free(job.benches);
    return status;
}

static void put_text(bres__json_writer *json, const char *key, const char *value)
{
    bres__json_key(json, key);
    bres__json_write_string(json, value);
}

/* Appends elements, which are separated by commas, to a container that has elements. */
static void put_elements(bres__text *text, const bres__text *elements)
{
    if (elements->length != 0) {
        bres__text_putc(text, ',');
        bres__text_append(text, elements->data, elements->length);
    }
}

/* Appends a list or an object with the elements, unless it would be empty. */
static void put_container(bres__text *text, const char *key, char bracket,
                          const bres__text *elements)
{
    if (elements->length == 0)
        return;
    bres__text_printf(text, ",\"%s\":%c", key, bracket);
    bres__text_append(text, elements->data, elements->length);
    bres__text_putc(text, bracket == '{' ? '}' : ']');
}

static bres_status meta_finish(const bres__import *import, bres_result *result)
{
    const bres__draft *draft = &import->draft;
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };
    bres_status status;

    bres__text_puts(&text, "{\"version\":{\"json\":{\"major\":1,\"minor\":0,\"patch\":0,"
                           "\"string\":\"1.0.0\"}},\"benchresult\":{\"import\":");
    bres__json_begin(&json, '{');
    put_text(&json, "format", import->format->name);
    put_text(&json, "tool", import->format->tool);
    put_text(&json, "file", import->input.name);
    bres__json_key(&json, "size");
    bres__json_write_int64(&json, (int64_t)import->input.size);
    if (import->input.sha256[0] != '\0')
        put_text(&json, "sha256", import->input.sha256);
    put_elements(&text, &draft->provenance);
    put_container(&text, "config", '{', &draft->config);
    if ((import->options.flags & BRES_IMPORT_OMIT_HOST) == 0)
        put_container(&text, "host", '{', &draft->host);
    put_container(&text, "warnings", '[', &draft->warnings);
    bres__text_putc(&text, '}');
    put_elements(&text, &draft->meta);
    bres__text_puts(&text, "}}");
    status = text.failed ? bres__error_memory() : bres_result_set_meta_json(result, text.data);
    bres__text_free(&text);
    return status;
}

bres_status bres__draft_finish(bres__import *import, bres_result **result)
{
    bres__draft *draft = &import->draft;
    bres_result *made = NULL;
    bool has_null = false;
    bres_status status;

    if (draft->failed)
        return bres__error_memory();
    if (draft->state_count > import->load.max_states)
        return bres__import_fault(import, BRES_ERROR_LIMIT, NULL, NULL, NULL,
                                  "more than %" PRIu64 " states", import->load.max_states);
    status = bres_result_new(&made);
    if (status == BRES_OK)
        status = bres__draft_prepare(draft, import->load.threads, &made->arena, &has_null);
    if (has_null)
        bres__import_warn(import,
                          "%s: values that are not finite are null in the lists of the states",
                          import->input.name);
    if (status == BRES_OK)
        status = finish_benches(draft, import->load.threads, made);
    if (status == BRES_OK)
        status = meta_finish(import, made);
    if (status == BRES_OK && draft->failed)
        status = bres__error_memory();
    if (status == BRES_OK) {
        made->path = bres__arena_strdup(&made->arena, import->input.name);
        status = made->path != NULL ? BRES_OK : bres__error_memory();
    }
    if (status != BRES_OK) {
        bres_result_unref(made);
        return status;
    }
    made->frozen = true;
    *result = made;
    return BRES_OK;
}
