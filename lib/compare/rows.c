/* SPDX-License-Identifier: MIT */
/*
 * Deciding the rows on several threads. What comes of it does not depend on them: rows are handed
 * out in order, so that all before a failing one are decided and the first error is known.
 */
#include "compare/rows.h"
#include "compare/decide/decide.h"

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
    bres__run *runs;          /* room for those of a row */
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

/* Decides a row by its two states. */
static bres_status row_decide_pair(const rows_job *job, rows_worker *worker, const bres_row *row,
                                   bres_decision *decision)
{
    const bres_compare_options *options = job->options;
    bres__evidence evidence = {
        .legacy = (options->flags & BRES_COMPARE_LEGACY_RULE) != 0,
        .count_tolerance = options->count_tolerance,
        .scratch = &worker->scratch,
        .warnings = options->log != NULL ? &worker->warnings : NULL,
    };
    bres_status status = bres__evidence_collect(&evidence, row->reference, row->candidate,
                                                (bres_metric)options->metric);

    if (status == BRES_OK)
        status = bres__decide(&evidence, &job->comparison->thresholds, decision);
    bres__evidence_free(&evidence);
    return status;
}

static bres_status row_decide(const rows_job *job, rows_worker *worker, bres_row *row)
{
    const bres_compare_options *options = job->options;
    const bres__row_tools tools = {
        .scratch = &worker->scratch,
        .warnings = options->log != NULL ? &worker->warnings : NULL,
        .arena = &worker->messages,
        .runs = worker->runs,
    };
    bres_decision decision = { .size = sizeof(decision) };
    bres_status status;

    if (job->comparison->several)
        status = bres__row_decide_runs(job->comparison, options, row, &tools, &decision);
    else
        status = row_decide_pair(job, worker, row, &decision);
    return status == BRES_OK ? row_keep(row, &decision, &worker->messages) : status;
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
    bres__free(worker->runs);
    return status;
}

/* Room for the runs of a row, where there are several. */
static bool workers_prepare(const bres_comparison *comparison, rows_worker *workers, size_t count)
{
    const size_t references = comparison->sets[BRES__REFERENCE].count;
    const size_t candidates = comparison->sets[BRES__CANDIDATE].count;

    for (size_t i = 0; i < count && comparison->several; i++) {
        if (references > SIZE_MAX - candidates)
            return false;
        workers[i].runs = bres__calloc(references + candidates, sizeof(bres__run));
        if (workers[i].runs == NULL)
            return false;
    }
    return true;
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
    if (!workers_prepare(comparison, workers, count))
        status = bres__error_memory();
    atomic_init(&job.next, 0);
    atomic_init(&job.end, status == BRES_OK ? comparison->row_count : 0);
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
