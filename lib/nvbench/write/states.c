/* SPDX-License-Identifier: MIT */
/*
 * The states of a benchmark, which several threads write in parts. Each part is a text of its own,
 * and a few parts are written at a time, so that the document is never held whole.
 */
#include "base/threads/parallel.h"
#include "nvbench/write/write.h"

/* States of a part. */
#define PART_STATES      64
/* That are written before their texts are taken over. */
#define PARTS_PER_WORKER 4

typedef struct states_job {
    const bres__write *write;
    const bres_subbench *bench;
    size_t first;      /* part of these */
    bres__text *texts; /* by part, from the first one on */
} states_job;

static bres_status write_some(bres__write *write, const bres_subbench *bench, size_t begin,
                              size_t end)
{
    bres_status status = BRES_OK;

    for (size_t i = begin; i < end && status == BRES_OK; i++) {
        status = bres__write_state(write, bench->states[i]);
        if (status == BRES_OK)
            status = bres__write_flush(write, BRES__WRITE_TEXT);
    }
    return status;
}

static bres_status part_write(void *context, size_t worker, size_t number)
{
    const states_job *job = context;
    const size_t begin = (job->first + number) * PART_STATES;
    const size_t left = job->bench->state_count - begin;
    bres__write part = *job->write;
    bres_status status;

    (void)worker;
    part.output = NULL;
    part.text = job->texts[number];
    part.json.text = &part.text;
    part.json.empty = begin == 0;
    bres__text_clear(&part.text);
    status =
        write_some(&part, job->bench, begin, begin + (left < PART_STATES ? left : PART_STATES));
    job->texts[number] = part.text;
    return status;
}

static bres_status write_parts(bres__write *write, states_job *job, size_t parts, size_t workers)
{
    bres__ordered_job ordered = {
        .work = part_write, .context = job, .batch = 1, .workers = workers
    };
    bres_status status = BRES_OK;
    size_t end;

    for (; job->first < parts && status == BRES_OK; job->first += ordered.count) {
        const size_t left = parts - job->first;

        ordered.count = left < workers * PARTS_PER_WORKER ? left : workers * PARTS_PER_WORKER;
        status = bres__ordered_run(&ordered, &end);
        for (size_t i = 0; i < ordered.count && status == BRES_OK; i++) {
            bres__text_append(&write->text, job->texts[i].data, job->texts[i].length);
            status = bres__write_flush(write, BRES__WRITE_TEXT);
        }
    }
    return status;
}

bres_status bres__write_bench_states(bres__write *write, const bres_subbench *bench)
{
    const size_t parts = (bench->state_count + PART_STATES - 1) / PART_STATES;
    const size_t workers = bres__ordered_workers(write->threads, parts, 1);
    /* Files of samples are numbered in the order of the states. */
    const bool in_order = write->sidecars == BRES__SIDECARS_MAKE && bres__bench_has_samples(bench);
    states_job job = { .write = write, .bench = bench };
    bres_status status;

    if (workers < 2 || parts < 2 || in_order)
        return write_some(write, bench, 0, bench->state_count);
    job.texts = bres__calloc(workers * PARTS_PER_WORKER, sizeof(*job.texts));
    if (job.texts == NULL)
        return bres__error_memory();
    status = write_parts(write, &job, parts, workers);
    write->json.empty = false;
    for (size_t i = 0; i < workers * PARTS_PER_WORKER; i++)
        bres__text_free(&job.texts[i]);
    bres__free(job.texts);
    return status;
}
