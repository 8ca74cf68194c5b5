/* SPDX-License-Identifier: MIT */
/*
 * Computes the data that depend on one state alone: the medians, and the lists in the extra JSON.
 * Several threads prepare the states of a draft.
 */
#include "formats/formats.h"
#include "stats/stats.h"

#include <math.h>

/* States that a thread takes at a time. */
#define PREPARE_BATCH 64

/* Adds a list of numbers to the extra JSON. */
static void extra_put_list(bres__text *extra, const char *key, const bres__draft_list *list)
{
    bres__json_writer json = { .text = extra, .empty = extra->length == 0, .compact = true };

    bres__json_key(&json, key);
    bres__json_begin(&json, '[');
    for (size_t i = 0; i < list->count; i++)
        bres__json_write_float64(&json, list->values[i]);
    bres__json_end(&json, ']');
}

static bool list_is_constant(const bres__draft_list *list)
{
    for (size_t i = 1; i < list->count; i++) {
        if (list->values[i] != list->values[0])
            return false;
    }
    return true;
}

/* JSON cannot express NaN and infinities. */
static bool list_is_finite(const bres__draft_list *list)
{
    size_t i = 0;

    while (i < list->count && isfinite(list->values[i]))
        i++;
    return i == list->count;
}

/* A copy of the numbers. bres__free() it; NULL: no memory. */
static double *list_copy(const bres__draft_list *list)
{
    double *copy = bres__calloc(list->count, sizeof(*copy));

    if (copy != NULL)
        memcpy(copy, list->values, list->count * sizeof(*copy));
    else
        bres__error_memory();
    return copy;
}

static bool list_has_nan(const bres__draft_list *list)
{
    size_t i = 0;

    while (i < list->count && !isnan(list->values[i]))
        i++;
    return i < list->count;
}

/* The median of an even number of values is the mean of the two in the middle. NaN cannot be
 * ordered, so the median of a list with NaN is NaN. */
static bres_status list_find_median(const bres__draft_list *list, double *median)
{
    double *values = list_copy(list);

    if (values == NULL)
        return BRES_ERROR_MEMORY;
    *median = list_has_nan(list) ? NAN : bres__median(values, list->count);
    bres__free(values);
    return BRES_OK;
}

/* The buffers of a thread, which it uses for one state after the other. */
typedef struct prepare_worker {
    bres__text extra;
    bres__arena arena; /* of the extra JSON */
    bool has_null;     /* in a list of values */
} prepare_worker;

typedef struct prepare_job {
    bres__draft_state **states;
    prepare_worker *workers;
} prepare_job;

static bres_status state_find_values(bres__draft_state *state, bres__text *extra, bool *has_null)
{
    bres_status status = BRES_OK;

    if (state->times.count > 0) {
        status = list_find_median(&state->times, &state->median);
        if (list_is_constant(&state->executions))
            state->block_size = state->executions.values[0];
        else
            extra_put_list(extra, "bres/import/block_sizes", &state->executions);
    }
    for (bres__series *series = state->series; series != NULL && status == BRES_OK;
         series = series->next) {
        status = list_find_median(&series->list, &series->median);
        if (series->list.count <= 1)
            continue;
        extra_put_list(extra, series->measure.tag, &series->list);
        *has_null = *has_null || !list_is_finite(&series->list);
    }
    return status;
}

static bres_status prepare_item(void *context, size_t number, size_t item)
{
    const prepare_job *job = context;
    prepare_worker *worker = &job->workers[number];
    bres__draft_state *state = job->states[item];
    /* The text grows on the stack, because workers share cache lines of the array `workers`. */
    bres__text extra = worker->extra;
    bres_status status = BRES_OK;

    bres__text_clear(&extra);
    bres__text_append(&extra, state->extra.data, state->extra.length);
    if (state->skip_reason == NULL)
        status = state_find_values(state, &extra, &worker->has_null);
    if (status == BRES_OK)
        status = bres__draft_object(&extra, &worker->arena, &state->extra_json);
    worker->extra = extra;
    return status;
}

static bres_status prepare_run(const bres__draft *draft, prepare_job *job, size_t workers)
{
    const bres__ordered_job ordered = {
        .work = prepare_item,
        .context = job,
        .count = draft->state_count,
        .batch = PREPARE_BATCH,
        .workers = workers,
    };
    size_t count = 0;

    for (size_t i = 0; i < draft->bench_names.count; i++) {
        for (size_t k = 0; k < draft->benches[i].count; k++)
            job->states[count++] = draft->benches[i].states[k];
    }
    return bres__ordered_run(&ordered, &count);
}

bres_status bres__draft_prepare(bres__draft *draft, size_t threads, bres__arena *arena,
                                bool *has_null)
{
    const size_t workers = bres__ordered_workers(threads, draft->state_count, PREPARE_BATCH);
    prepare_job job = {
        .states = bres__calloc(draft->state_count, sizeof(*job.states)),
        .workers = bres__calloc(workers, sizeof(*job.workers)),
    };
    const bool has_memory = job.states != NULL && job.workers != NULL;
    const bres_status status =
        has_memory ? prepare_run(draft, &job, workers) : bres__error_memory();

    for (size_t i = 0; i < workers && has_memory; i++) {
        *has_null = *has_null || job.workers[i].has_null;
        bres__text_free(&job.workers[i].extra);
        bres__arena_adopt(arena, &job.workers[i].arena);
    }
    bres__free(job.states);
    bres__free(job.workers);
    return status;
}
