/* SPDX-License-Identifier: MIT */
/*
 * Writes the states of a benchmark in parts, on several threads. Each thread has the text of one
 * part at a time, so that the whole document is never in memory.
 */
#include "base/threads/parallel.h"
#include "nvbench/write/write.h"

/* States of a part. */
#define PART_STATES 64

typedef struct states_job {
    bres__write *write;
    bres__write part; /* the initial write of each part */
    const bres_subbench *bench;
    bres__text *texts; /* by worker: of its part */
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
    const size_t begin = number * PART_STATES;
    const size_t left = job->bench->state_count - begin;
    bres__write part = job->part;
    bres_status status;

    part.text = job->texts[worker];
    part.json.text = &part.text;
    part.json.empty = begin == 0;
    bres__text_clear(&part.text);
    status =
        write_some(&part, job->bench, begin, begin + (left < PART_STATES ? left : PART_STATES));
    job->texts[worker] = part.text;
    return status;
}

/* Appends a part to the parts before it. */
static bres_status part_collect(void *context, size_t worker, size_t number)
{
    const states_job *job = context;
    const bres__text *part = &job->texts[worker];
    bres_status status = bres__write_flush(job->write, 0);

    (void)number;
    if (status != BRES_OK)
        return status;
    if (job->write->output != NULL)
        bres__output_write(job->write->output, part->data, part->length);
    else
        bres__text_append(&job->write->text, part->data, part->length);
    return bres__write_flush(job->write, 0);
}

bres_status bres__write_bench_states(bres__write *write, const bres_subbench *bench)
{
    const size_t parts = (bench->state_count + PART_STATES - 1) / PART_STATES;
    const size_t workers = bres__ordered_workers(write->threads, parts, 1);
    /* Files of samples are numbered in the order of the states. */
    const bool in_order = write->sidecars == BRES__SIDECARS_MAKE && bres__bench_has_samples(bench);
    states_job job = { .write = write, .part = *write, .bench = bench };
    const bres__ordered_job ordered = { .work = part_write,
                                        .collect = part_collect,
                                        .context = &job,
                                        .count = parts,
                                        .batch = 1,
                                        .workers = workers };
    bres_status status;
    size_t end;

    if (workers < 2 || parts < 2 || in_order)
        return write_some(write, bench, 0, bench->state_count);
    job.part.output = NULL;
    job.texts = bres__calloc(workers, sizeof(*job.texts));
    if (job.texts == NULL)
        return bres__error_memory();
    status = bres__ordered_run(&ordered, &end);
    write->json.empty = false;
    for (size_t i = 0; i < workers; i++)
        bres__text_free(&job.texts[i]);
    bres__free(job.texts);
    return status;
}
