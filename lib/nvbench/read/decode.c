/* SPDX-License-Identifier: MIT */
/*
 * Decodes all states on several threads. Each thread takes the next few states and decodes them
 * into its own arena, which the result takes over. The caller gets the error of the first faulty
 * state, and warnings in the order of the states, regardless of which thread decoded which state.
 */
#include "nvbench/nvbench.h"

#include <stdio.h>
#include <stdlib.h>

/* States that a thread takes at a time: enough to make the shared counter cheap. */
#define BATCH 32

typedef struct decode_job {
    const bres__load *load;
    const bres__document *document;
    size_t *first_states;    /* number of each benchmark's first state; one more at the end */
    bres__decoder *decoders; /* by worker */
    size_t worker_count;
} decode_job;

void bres__decoder_init(bres__decoder *decoder, const bres__load *load)
{
    *decoder = (bres__decoder){ .load = load, .summary_index = -1, .field_index = -1 };
    decoder->cursor = bres__load_cursor(load);
}

void bres__decoder_free(bres__decoder *decoder)
{
    bres__arena_free(&decoder->arena);
    bres__arena_free(&decoder->scratch);
    bres__arena_free(&decoder->warning_texts);
    bres__intern_free(&decoder->intern);
    bres__unknown_members_free(&decoder->state_members);
    bres__unknown_members_free(&decoder->summary_members);
    bres__unknown_members_free(&decoder->field_members);
    bres__free(decoder->values);
    bres__free(decoder->inputs);
    bres__free(decoder->summaries);
    bres__free(decoder->warnings);
}

/* The benchmark of state `number`: the last one that begins at or before it and is not empty. */
static size_t find_bench(const decode_job *job, size_t number)
{
    size_t low = 0;
    size_t high = job->document->bench_count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (job->first_states[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bres_status decode_one(void *context, size_t worker, size_t number)
{
    const decode_job *job = context;
    bres__decoder *decoder = &job->decoders[worker];
    size_t bench_index = find_bench(job, number);
    size_t index = number - job->first_states[bench_index];
    bres_subbench *bench = job->load->result->subbenches[bench_index];

    decoder->bench_index = bench_index;
    decoder->state_index = index;
    decoder->order = number;
    return bres__decode_state(decoder, bench, &job->document->benches[bench_index].states[index],
                              &bench->states[index]);
}

/* Orders warnings by state. The warnings of one state are in the array of one thread, in order. */
static int compare_warnings(const void *a, const void *b)
{
    const bres__warning *left = *(const bres__warning *const *)a;
    const bres__warning *right = *(const bres__warning *const *)b;

    if (left->order != right->order)
        return left->order < right->order ? -1 : 1;
    return (left > right) - (left < right);
}

/* Logs one warning for all missing files. */
static void deliver_missing(const decode_job *job, const bres__warning *first, size_t count)
{
    char others[64] = "";
    char message[640];

    if (count > 1)
        snprintf(others, sizeof others, "; %zu more file%s missing", count - 1,
                 count > 2 ? "s are" : " is");
    snprintf(message, sizeof message, "%s%s", first->message, others);
    bres__load_warn(job->load, first->path, message);
}

static bres_status deliver_warnings(decode_job *job)
{
    const bres__warning **all = NULL;
    size_t count = 0;
    size_t capacity = 0;
    size_t missing = 0;

    for (size_t i = 0; i < job->worker_count; i++) {
        const bres__decoder *decoder = &job->decoders[i];

        if (!BRES__RESERVE(&all, &capacity, count + decoder->warning_count)) {
            bres__free(all);
            return bres__error_memory();
        }
        for (size_t k = 0; k < decoder->warning_count; k++)
            all[count++] = &decoder->warnings[k];
        for (size_t k = 0; k < decoder->warning_count; k++)
            missing += decoder->warnings[k].of_missing_file;
    }
    if (count > 0)
        qsort(all, count, sizeof *all, compare_warnings);
    for (size_t i = 0; i < count; i++) {
        if (!all[i]->of_missing_file)
            bres__load_warn(job->load, all[i]->path, all[i]->message);
        else if (missing > 0)
            deliver_missing(job, all[i], missing);
        missing = all[i]->of_missing_file ? 0 : missing;
    }
    bres__free(all);
    return BRES_OK;
}

/* Makes room for the states of each benchmark, and numbers the first ones. */
static bres_status make_room(decode_job *job)
{
    const bres__document *document = job->document;
    bres_result *result = job->load->result;
    size_t number = 0;

    job->first_states = bres__calloc(document->bench_count + 1, sizeof(size_t));
    if (job->first_states == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < document->bench_count; i++) {
        bres_subbench *bench = result->subbenches[i];
        size_t count = document->benches[i].state_count;

        job->first_states[i] = number;
        number += count;
        if (!BRES__RESERVE(&bench->states, &bench->state_capacity, count))
            return bres__error_memory();
    }
    job->first_states[document->bench_count] = number;
    return BRES_OK;
}

static bres_status decode_all(decode_job *job)
{
    const bres__ordered_job states = {
        .work = decode_one,
        .context = job,
        .count = job->document->state_count,
        .batch = BATCH,
        .workers = job->worker_count,
    };
    size_t end;
    bres_status status = make_room(job);

    if (status != BRES_OK)
        return status;
    status = bres__ordered_run(&states, &end);
    if (status != BRES_OK) {
        bres__error_set_file(job->load->name);
        return status;
    }
    for (size_t i = 0; i < job->worker_count; i++)
        bres__arena_adopt(&job->load->result->arena, &job->decoders[i].arena);
    return deliver_warnings(job);
}

bres_status bres__decode_states(const bres__load *load, const bres__document *document)
{
    decode_job job = { .load = load, .document = document };
    bres_status status;

    job.worker_count = bres__ordered_workers(load->options.threads, document->state_count, BATCH);
    job.decoders = bres__calloc(job.worker_count, sizeof *job.decoders);
    if (job.decoders == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < job.worker_count; i++)
        bres__decoder_init(&job.decoders[i], load);
    status = decode_all(&job);
    /* After a failure, the list is incomplete and its states are freed with the arenas. */
    for (size_t i = 0; status == BRES_OK && i < document->bench_count; i++)
        load->result->subbenches[i]->state_count = document->benches[i].state_count;
    for (size_t i = 0; i < job.worker_count; i++)
        bres__decoder_free(&job.decoders[i]);
    bres__free(job.decoders);
    bres__free(job.first_states);
    return status;
}
