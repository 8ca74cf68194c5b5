/* SPDX-License-Identifier: MIT */
/*
 * Deciding the rows on several threads. What comes of it does not depend on them: rows are handed
 * out in order, so that all before a failing one are decided and the first error is known.
 */
#include "compare/comparison.h"

/* Rows that a thread takes at once: few, for reading their files takes most of the time. */
#define ROWS_AT_ONCE 16u

/* What the threads share. */
typedef struct rows_job {
    bres_comparison *comparison;
    const bres_compare_options *options;
    atomic_size_t next;
    atomic_size_t end; /* the first row that failed: those from here on are not wanted */
    struct rows_worker *workers;
} rows_job;

typedef struct rows_worker {
    bres__scratch scratch;
    bres__warning_list warnings;
    bres__arena messages;
    bres__error_record error; /* of the row `failed` */
    size_t failed;
} rows_worker;

static bres_status row_keep(bres_row *row, const bres_decision *decision, bres__arena *messages)
{
    row->message = bres__arena_strdup(messages, decision->message);
    if (row->message == NULL)
        return bres__error_memory();
    row->verdict = decision->verdict;
    row->reason = decision->reason;
    row->severity = decision->severity;
    row->reference_estimate = decision->reference;
    row->candidate_estimate = decision->candidate;
    row->difference = decision->difference;
    return BRES_OK;
}

static bres_status row_decide(const rows_job *job, rows_worker *worker, bres_row *row)
{
    const bres_compare_options *options = job->options;
    bres_decision decision = { .size = sizeof(decision) };
    bres__evidence evidence = {
        .legacy = (options->flags & BRES_COMPARE_LEGACY_RULE) != 0,
        .count_tolerance = options->count_tolerance,
        .scratch = &worker->scratch,
        .warnings = options->log != NULL ? &worker->warnings : NULL,
    };
    bres_status status = bres__evidence_collect(&evidence, row->reference, row->candidate,
                                                (bres_metric)options->metric);

    if (status == BRES_OK)
        status = bres__decide(&evidence, &job->comparison->thresholds, &decision);
    if (status == BRES_OK)
        status = row_keep(row, &decision, &worker->messages);
    bres__evidence_free(&evidence);
    return status;
}

static void worker_fail(rows_job *job, rows_worker *worker, size_t row)
{
    size_t end = atomic_load(&job->end);

    bres__error_save(&worker->error);
    worker->failed = row;
    while (row < end && !atomic_compare_exchange_weak(&job->end, &end, row))
        ;
}

static void worker_run(void *context, size_t index)
{
    rows_job *job = context;
    rows_worker *worker = &job->workers[index];
    bres_comparison *comparison = job->comparison;
    size_t row;

    while ((row = atomic_fetch_add(&job->next, ROWS_AT_ONCE)) < atomic_load(&job->end)) {
        for (size_t i = 0; i < ROWS_AT_ONCE && row < atomic_load(&job->end); i++, row++) {
            worker->warnings.row = row;
            if (row_decide(job, worker, &comparison->rows[row]) != BRES_OK) {
                worker_fail(job, worker, row);
                return;
            }
        }
    }
}

static size_t worker_count(const bres_comparison *comparison, const bres_compare_options *options)
{
    const size_t most = comparison->row_count / ROWS_AT_ONCE + 1;
    const size_t wanted = options->threads != 0 ? options->threads : bres__online_cpus();

    return wanted < most ? wanted : most;
}

/* Takes over what a worker has made. */
static bres_status worker_end(bres_comparison *comparison, rows_worker *worker,
                              bres__warning_list *warnings)
{
    bres_status status = bres__warnings_join(warnings, &worker->warnings);

    bres__arena_adopt(&comparison->arena, &worker->messages);
    bres__warnings_free(&worker->warnings);
    bres__scratch_free(&worker->scratch);
    return status;
}

bres_status bres__rows_decide(bres_comparison *comparison, const bres_compare_options *options)
{
    const size_t count = worker_count(comparison, options);
    rows_worker *workers = bres__calloc(count, sizeof(*workers));
    rows_job job = { .comparison = comparison, .options = options, .workers = workers };
    bres__warning_list warnings = { 0 };
    bres__error_record error = { .status = BRES_OK };
    bres__error_record kept;
    bres_status status = BRES_OK;
    size_t end;

    if (workers == NULL)
        return bres__error_memory();
    atomic_init(&job.next, 0);
    atomic_init(&job.end, comparison->row_count);
    /* The calling thread is a worker, too: its error record is that of all of them in the end. */
    bres__error_save(&kept);
    bres__parallel(count, worker_run, &job);
    bres__error_restore(&kept);
    end = atomic_load(&job.end);
    for (size_t i = 0; i < count; i++) {
        bres_status ended = worker_end(comparison, &workers[i], &warnings);

        if (workers[i].failed == end && workers[i].error.status != BRES_OK)
            error = workers[i].error;
        if (status == BRES_OK)
            status = ended;
    }
    bres__free(workers);
    if (status == BRES_OK && options->log != NULL)
        status = bres__warnings_report(&warnings, end, options->log, options->log_user);
    bres__warnings_free(&warnings);
    if (error.status != BRES_OK) {
        bres__error_restore(&error);
        status = error.status;
    }
    return status;
}
