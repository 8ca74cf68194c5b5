/* SPDX-License-Identifier: MIT */
/*
 * Decoding all states on several threads. Each thread takes the next few states, and keeps what it
 * makes in an arena of its own, which the result takes over; what is said to the caller, the error
 * of the first faulty state and the warnings, does not depend on who decoded what.
 */
#include "nvbench/nvbench.h"

#include <stdatomic.h>
#include <stdlib.h>

/* States that a thread takes at a time: enough to make the shared counter cheap. */
#define BATCH       32
/* However many are asked for: each costs memory, and none of them would help any more. */
#define THREADS_MAX 256

typedef struct decode_worker {
    bres__decoder decoder;
    bres_status status;
    size_t failed_at; /* number of the state that failed; SIZE_MAX when none has */
    bres__error_record error;
} decode_worker;

typedef struct decode_job {
    const bres__load *load;
    const bres__document *document;
    size_t *first_states; /* number of each benchmark's first state; one more at the end */
    decode_worker *workers;
    size_t worker_count;
    atomic_size_t next;
    atomic_size_t limit; /* states from here on need not be decoded: an earlier one has failed */
} decode_job;

void bres__decoder_init(bres__decoder *decoder, const bres__load *load)
{
    *decoder = (bres__decoder){ .load = load, .summary_index = -1, .field_index = -1 };
    decoder->cursor = bres__json_cursor(load->text, load->size);
    decoder->cursor.max_depth = load->options.max_depth;
    decoder->cursor.max_string = load->options.max_string;
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

/* Makes `limit` at most `number`. */
static void lower_limit(decode_job *job, size_t number)
{
    size_t seen = atomic_load(&job->limit);

    while (number < seen && !atomic_compare_exchange_weak(&job->limit, &seen, number))
        ;
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

static bres_status decode_one(decode_job *job, bres__decoder *decoder, size_t number)
{
    size_t bench_index = find_bench(job, number);
    size_t index = number - job->first_states[bench_index];
    bres_subbench *bench = job->load->result->subbenches[bench_index];

    decoder->bench_index = bench_index;
    decoder->state_index = index;
    decoder->order = number;
    return bres__decode_state(decoder, bench, &job->document->benches[bench_index].states[index],
                              &bench->states[index]);
}

static void decode_batches(void *context, size_t index)
{
    decode_job *job = context;
    decode_worker *worker = &job->workers[index];

    for (;;) {
        size_t begin = atomic_fetch_add(&job->next, BATCH);

        for (size_t number = begin; number < begin + BATCH; number++) {
            if (number >= atomic_load_explicit(&job->limit, memory_order_relaxed))
                return;
            worker->status = decode_one(job, &worker->decoder, number);
            if (worker->status != BRES_OK) {
                worker->failed_at = number;
                bres__error_save(&worker->error);
                lower_limit(job, number);
                return;
            }
        }
    }
}

/* In the order of the states. Those of one state stand in one thread's array, in their order. */
static int compare_warnings(const void *a, const void *b)
{
    const bres__warning *left = *(const bres__warning *const *)a;
    const bres__warning *right = *(const bres__warning *const *)b;

    if (left->order != right->order)
        return left->order < right->order ? -1 : 1;
    return (left > right) - (left < right);
}

static bres_status deliver_warnings(decode_job *job)
{
    const bres__warning **all = NULL;
    size_t count = 0;
    size_t capacity = 0;

    for (size_t i = 0; i < job->worker_count; i++) {
        bres__decoder *decoder = &job->workers[i].decoder;

        if (!bres__array_reserve((void **)&all, &capacity, count + decoder->warning_count,
                                 sizeof *all)) {
            bres__free(all);
            return bres__error_memory();
        }
        for (size_t k = 0; k < decoder->warning_count; k++)
            all[count++] = &decoder->warnings[k];
    }
    if (count > 0)
        qsort(all, count, sizeof *all, compare_warnings);
    for (size_t i = 0; i < count; i++)
        bres__load_warn(job->load, all[i]->path, all[i]->message);
    bres__free(all);
    return BRES_OK;
}

static bres_status finish(decode_job *job)
{
    decode_worker *first = NULL;

    for (size_t i = 0; i < job->worker_count; i++) {
        decode_worker *worker = &job->workers[i];

        if (worker->status != BRES_OK && (first == NULL || worker->failed_at < first->failed_at))
            first = worker;
    }
    if (first != NULL) {
        bres__error_restore(&first->error);
        bres__error_set_file(job->load->name);
        return first->status;
    }
    for (size_t i = 0; i < job->worker_count; i++)
        bres__arena_adopt(&job->load->result->arena, &job->workers[i].decoder.arena);
    return deliver_warnings(job);
}

/* Room for the states of each benchmark, and the numbers of the first ones. */
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
        if (!bres__array_reserve((void **)&bench->states, &bench->state_capacity, count,
                                 sizeof *bench->states))
            return bres__error_memory();
    }
    job->first_states[document->bench_count] = number;
    return BRES_OK;
}

static size_t thread_count(const bres__load *load, const bres__document *document)
{
    size_t wanted = load->options.threads > 0 ? load->options.threads : bres__online_cpus();
    size_t useful = document->state_count / BATCH + 1;

    if (wanted > THREADS_MAX)
        wanted = THREADS_MAX;
    return wanted < useful ? wanted : useful;
}

bres_status bres__decode_states(const bres__load *load, const bres__document *document)
{
    decode_job job = { .load = load, .document = document };
    bres_status status;

    job.worker_count = thread_count(load, document);
    job.workers = bres__calloc(job.worker_count, sizeof *job.workers);
    if (job.workers == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < job.worker_count; i++) {
        job.workers[i].failed_at = SIZE_MAX;
        bres__decoder_init(&job.workers[i].decoder, load);
    }
    atomic_init(&job.next, 0);
    atomic_init(&job.limit, document->state_count);
    status = make_room(&job);
    if (status == BRES_OK) {
        bres__parallel(job.worker_count, decode_batches, &job);
        status = finish(&job);
    }
    /* The states belong to the arenas: only a complete list may be seen. */
    for (size_t i = 0; status == BRES_OK && i < document->bench_count; i++)
        load->result->subbenches[i]->state_count = document->benches[i].state_count;
    for (size_t i = 0; i < job.worker_count; i++)
        bres__decoder_free(&job.workers[i].decoder);
    bres__free(job.workers);
    bres__free(job.first_states);
    return status;
}
