/* SPDX-License-Identifier: MIT */
/*
 * A draft becomes a result: states, samples, summaries, and the meta section.
 */
#include "formats/axis_columns.h"
#include "formats/formats.h"
#include "model/model.h"
#include "stats/stats.h"

#include <inttypes.h>
#include <math.h>

/* Appends a member of the extra JSON with a list of numbers. */
static void extra_put_list(bres__draft_state *draft, const char *key, const double *values,
                           size_t count)
{
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };

    bres__json_begin(&json, '[');
    for (size_t i = 0; i < count; i++)
        bres__json_write_float64(&json, values[i]);
    bres__json_end(&json, ']');
    if (!text.failed)
        bres__draft_extra(draft, key, text.data, text.length);
    draft->draft->failed |= text.failed;
    bres__text_free(&text);
}

static bool executions_are_equal(const bres__draft_state *draft)
{
    for (size_t i = 1; i < draft->count; i++) {
        if (draft->executions[i] != draft->executions[0])
            return false;
    }
    return true;
}

static bres_status state_put_block_size(bres__draft_state *draft, bres_state *state)
{
    static const bres__summary_texts texts = { "block_size", "Block Size",
                                               "Executions that a sample is made of.", NULL,
                                               BRES__HIDDEN };
    bres__summaries set;

    if (!executions_are_equal(draft)) {
        extra_put_list(draft, "block_sizes", draft->executions, draft->count);
        return BRES_OK;
    }
    if (!(draft->executions[0] > 1 && draft->executions[0] < (double)INT64_MAX))
        return BRES_OK;
    set = bres__summaries_begin(state, "bres/cpu_batch/");
    bres__summaries_add_int64(&set, &texts, (int64_t)draft->executions[0]);
    return bres__summaries_end(&set);
}

/* The samples become binary32; their median stays as exact as the file has it. */
static bres_status state_put_center(const bres__draft_state *draft, bres_state *state)
{
    static const bres__summary_texts texts = {
        "center", "Median Center",
        "Median of the samples; of an even number, the mean of the two in the middle.", "duration",
        BRES__HIDDEN
    };
    bres__summaries set = bres__summaries_begin(state, "bres/median/");
    double *values = bres__calloc(draft->count, sizeof(*values));

    if (values == NULL)
        return bres__error_memory();
    memcpy(values, draft->times, draft->count * sizeof(*values));
    bres__summaries_add_float64(&set, &texts, bres__median(values, draft->count));
    bres__free(values);
    return bres__summaries_end(&set);
}

static bres_status state_put_samples(bres__draft_state *draft, bres_state *state)
{
    bres_times times;
    bres_status status;

    if (draft->count == 0)
        return BRES_OK;
    bres_times_init(&times);
    times.count = draft->count;
    times.cpu = draft->times;
    times.walltime = NAN;
    times.elements = draft->elements;
    times.global_bytes = draft->bytes;
    status = bres_state_add_cpu_only_summaries(state, &times);
    if (status == BRES_OK)
        status = state_put_center(draft, state);
    return status == BRES_OK ? state_put_block_size(draft, state) : status;
}

/* The column header of a measure: the last part of its tag, of a counter its whole name. */
static const char *measure_name(const char *tag)
{
    static const char counter[] = "bres/import/counter/";
    const char *slash = strrchr(tag, '/');

    if (strncmp(tag, counter, strlen(counter)) == 0)
        return tag + strlen(counter);
    return slash != NULL ? slash + 1 : tag;
}

static bres_status series_median(const bres__series *series, double *median)
{
    double *sorted = bres__calloc(series->count, sizeof(*sorted));
    bres__quartiles quartiles;

    if (sorted == NULL)
        return bres__error_memory();
    memcpy(sorted, series->values, series->count * sizeof(*sorted));
    bres__sort_float64(sorted, series->count);
    bres__quartiles_of_sorted(sorted, series->count, &quartiles);
    bres__free(sorted);
    *median = quartiles.median;
    return BRES_OK;
}

static bres_status state_put_series(bres__draft_state *draft, const bres__series *series,
                                    bres_state *state)
{
    static const char prefix[] = "bres/import/";
    static const char *const better[] = { NULL, "lower", "higher" };
    const bres__measure *measure = &series->measure;
    bres_summary *summary = NULL;
    double median = NAN;
    bres_status status = series_median(series, &median);

    if (status == BRES_OK)
        status = bres_state_add_summary(state, measure->tag, &summary);
    if (status == BRES_OK)
        status =
            bres_summary_set_texts(summary, measure_name(measure->tag), NULL, measure->hint, NULL);
    if (status == BRES_OK)
        status = bres_summary_set_float64(summary, "value", median);
    if (status == BRES_OK && measure->unit != NULL)
        status = bres_summary_set_string(summary, "unit", measure->unit);
    if (status == BRES_OK && better[measure->better] != NULL)
        status = bres_summary_set_string(summary, "better", better[measure->better]);
    if (status == BRES_OK && series->count > 1)
        extra_put_list(draft, measure->tag + strlen(prefix), series->values, series->count);
    return status;
}

/* Closes the members of an object and copies it; NULL members: *json is NULL. */
static bres_status members_close(const bres__text *members, bres__arena *arena, const char **json)
{
    bres__text text = { 0 };

    *json = NULL;
    if (members->length == 0)
        return BRES_OK;
    bres__text_putc(&text, '{');
    bres__text_append(&text, members->data, members->length);
    bres__text_putc(&text, '}');
    if (!text.failed)
        *json = bres__arena_copy(arena, text.data, text.length);
    bres__text_free(&text);
    return *json != NULL ? BRES_OK : bres__error_memory();
}

static bres_status state_put_measures(bres__draft_state *draft, bres_state *state)
{
    bres_status status = state_put_samples(draft, state);

    for (const bres__series *series = draft->series; series != NULL && status == BRES_OK;
         series = series->next)
        status = state_put_series(draft, series, state);
    return status;
}

static bres_status state_finish(bres__draft_state *draft, const bres__axis_columns *set,
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
        status = members_close(&draft->extra, arena, &state->extra);
    if (status == BRES_OK && draft->name != NULL) {
        state->name = bres__arena_strdup(arena, draft->name);
        status = state->name != NULL ? BRES_OK : bres__error_memory();
    }
    return status;
}

static bres_status bench_finish(bres__draft_bench *draft, bres_result *result)
{
    bres_subbench *bench = NULL;
    bres__axis_columns set = { 0 };
    bres_status status = bres_result_add_subbench(result, draft->name, &bench);

    for (size_t i = 0; i < draft->count && status == BRES_OK; i++) {
        for (const bres__draft_axis *value = draft->states[i]->axes;
             value != NULL && status == BRES_OK; value = value->next)
            status = bres__axis_columns_add(&set, value);
    }
    if (status == BRES_OK)
        status = bres__axis_columns_declare(&set, bench);
    if (status == BRES_OK)
        status = members_close(&draft->extra, &result->arena, &bench->extra);
    for (size_t i = 0; i < draft->count && status == BRES_OK; i++)
        status = state_finish(draft->states[i], &set, bench);
    bres__axis_columns_free(&set);
    return status;
}

static void put_text(bres__json_writer *json, const char *key, const char *value)
{
    bres__json_key(json, key);
    bres__json_write_string(json, value);
}

/* A list or an object of which the elements are given with commas between them. */
static void put_elements(bres__text *text, const bres__text *elements)
{
    if (elements->length != 0) {
        bres__text_putc(text, ',');
        bres__text_append(text, elements->data, elements->length);
    }
}

/* A member with such elements, if there are any. */
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
    bres_status status;

    if (draft->failed)
        return bres__error_memory();
    if (draft->state_count > import->load.max_states)
        return bres__import_fault(import, BRES_ERROR_LIMIT, NULL, NULL, NULL,
                                  "more than %" PRIu64 " states", import->load.max_states);
    status = bres_result_new(&made);
    for (size_t i = 0; i < draft->bench_names.count && status == BRES_OK; i++)
        status = bench_finish(&draft->benches[i], made);
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
