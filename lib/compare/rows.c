/* SPDX-License-Identifier: MIT */
/*
 * Decides the rows on several threads. The result does not depend on the number of threads: rows
 * are assigned in order, so every row before a failing row is decided and the first error is known.
 */
#include "compare/rows.h"
#include "compare/decide/decide.h"
#include "compare/replicates/one_run.h"

/* Rows that a thread takes at once: a small number, because reading their files takes most of the
 * time. */
#define ROWS_AT_ONCE 16u

/* The state that the threads share. */
typedef struct rows_job {
    bres_comparison *comparison;
    const bres_compare_options *options;
    struct rows_worker *workers;
} rows_job;

typedef struct rows_worker {
    bres__scratch scratch;
    bres__warning_list warnings;
    bres__arena messages;
    bres__row_run *runs; /* room for the runs of a row */
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

/* Makes the plan of an undecided row with one run per side. */
static bres_status row_plan_pair(const bres__evidence *evidence, const bres_decision *decision,
                                 bres__arena *arena, bres_row *row)
{
    bres_plan plan;

    if (!bres__pair_plan(evidence, decision, &plan))
        return BRES_OK;
    row->plan = bres__arena_alloc(arena, sizeof(*row->plan), _Alignof(bres_plan));
    if (row->plan == NULL)
        return bres__error_memory();
    *row->plan = plan;
    return BRES_OK;
}

/* Decides a row by its two states. */
static bres_status row_decide_pair(const rows_job *job, rows_worker *worker, bres_row *row,
                                   bres_decision *decision)
{
    bres_ratio ratio = { .size = sizeof(ratio) };
    const bres_compare_options *options = job->options;
    bres__evidence evidence = {
        .count_tolerance = options->count_tolerance,
        .scratch = &worker->scratch,
        .warnings = options->log != NULL ? &worker->warnings : NULL,
    };
    bres_status status = bres__evidence_collect(&evidence, row->reference, row->candidate,
                                                (bres_metric)options->metric);

    for (int i = 0; i < 2 && status == BRES_OK && bres__samples_are_required(options); i++)
        status = bres__side_require(&evidence.sides[i], evidence.warnings);
    if (status == BRES_OK)
        status = bres__decide_one_run(&evidence, &job->comparison->thresholds, decision, &ratio);
    if (status == BRES_OK)
        status = row_plan_pair(&evidence, decision, &worker->messages, row);
    bres__evidence_free(&evidence);
    return status == BRES_OK ? bres__row_keep_ratio(row, &ratio, &worker->messages) : status;
}

/* The array for the logarithms of a row's typical times; NULL: not wanted. */
static double *row_logs(const bres_comparison *comparison, size_t number)
{
    return comparison->logs != NULL
               ? comparison->logs + number * (comparison->sets[0].count + comparison->sets[1].count)
               : NULL;
}

static bres_status row_decide(void *context, size_t index, size_t number)
{
    const rows_job *job = context;
    rows_worker *worker = &job->workers[index];
    bres_row *row = &job->comparison->rows[number];
    const bres_compare_options *options = job->options;
    const bres__row_context row_context = {
        .scratch = &worker->scratch,
        .warnings = options->log != NULL ? &worker->warnings : NULL,
        .arena = &worker->messages,
        .runs = worker->runs,
        .logs = row_logs(job->comparison, number),
    };
    bres_decision decision = { .size = sizeof(decision) };
    bres_status status;

    worker->warnings.row = number;
    if (job->comparison->has_replicates)
        status = bres__row_decide_runs(job->comparison, options, row, &row_context, &decision);
    else
        status = row_decide_pair(job, worker, row, &decision);
    return status == BRES_OK ? row_keep(row, &decision, &worker->messages) : status;
}

/* Takes over the messages and warnings of a worker. */
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

/* Allocates the array of each worker for the runs of a row. */
static bool workers_prepare(const bres_comparison *comparison, rows_worker *workers, size_t count)
{
    const size_t references = comparison->sets[BRES__REFERENCE].count;
    const size_t candidates = comparison->sets[BRES__CANDIDATE].count;

    for (size_t i = 0; i < count && comparison->has_replicates; i++) {
        if (references > SIZE_MAX - candidates)
            return false;
        workers[i].runs = bres__calloc(references + candidates, sizeof(bres__row_run));
        if (workers[i].runs == NULL)
            return false;
    }
    return true;
}

bool bres__samples_are_required(const bres_compare_options *options)
{
    return (options->flags & BRES_COMPARE_REQUIRE_SAMPLES) != 0;
}

bres_status bres__rows_decide(bres_comparison *comparison, const bres_compare_options *options)
{
    rows_job job = { .comparison = comparison, .options = options };
    bres__ordered_job rows = {
        .work = row_decide,
        .context = &job,
        .count = comparison->row_count,
        .batch = ROWS_AT_ONCE,
        .workers = bres__ordered_workers(options->threads, comparison->row_count, ROWS_AT_ONCE),
    };
    bres__warning_list warnings = { 0 };
    bres__error_record error;
    bres_status decided = BRES_OK;
    bres_status status = BRES_OK; /* of all steps except the rows */
    size_t end = 0;

    job.workers = bres__calloc(rows.workers, sizeof(*job.workers));
    if (job.workers == NULL)
        return bres__error_memory();
    if (workers_prepare(comparison, job.workers, rows.workers))
        decided = bres__ordered_run(&rows, &end);
    else
        status = bres__error_memory();
    bres__error_save(&error);
    for (size_t i = 0; i < rows.workers; i++) {
        const bres_status ended = worker_end(comparison, &job.workers[i], &warnings);

        if (status == BRES_OK)
            status = ended;
    }
    bres__free(job.workers);
    if (status == BRES_OK && options->log != NULL)
        status = bres__warnings_report(&warnings, end, options->log, options->log_user);
    bres__warnings_free(&warnings);
    if (decided != BRES_OK) {
        bres__error_restore(&error);
        status = decided;
    }
    return status;
}
