/* SPDX-License-Identifier: MIT */
/*
 * The journal of a tuning run. The record of a batch is a state of the configuration, with only the
 * samples of that batch, and with the number of the batch as its run. The record of a failure is a
 * skipped state without samples. The records of a configuration together have its samples, in
 * order. While a batch is being measured, the last record is its note, which has neither samples
 * nor a failure.
 *
 * A batch can take less time than a flush to the disk. A record is therefore written to the file
 * immediately, where it survives the process, but the file is flushed only once per second.
 */
#include "tune/journal.h"
#include "tune/record.h"
#include "tune/trial.h"

#include <benchresult/nvbench.h>

/* Seconds between flushes to the disk. */
#define FLUSH_INTERVAL 1.0

/* Replaces the samples of the record by those of the last batch. */
static bres_status record_set_samples(const bres_trial *trial, size_t count)
{
    const size_t first = trial->count - count;
    bres_state *record = trial->record;
    bres_status status;

    /* Drops the samples of the batch before. */
    bres__free(atomic_exchange(&record->times, NULL));
    bres__free(atomic_exchange(&record->rates, NULL));
    if (count == 0)
        return BRES_OK;
    status = bres_state_set_samples(record, trial->times + first, count);
    if (status == BRES_OK && !trial->unclocked)
        status = bres_state_set_frequencies(record, trial->rates + first, count);
    return status;
}

static bres_status record_fill(bres_trial *trial, size_t count, double walltime)
{
    bres_state *record = trial->record;
    bres_status status = record_set_samples(trial, count);

    if (status == BRES_OK)
        status = bres_state_set_run(record, trial->batches);
    if (status == BRES_OK)
        status = bres__put_block_size(record, trial);
    if (status == BRES_OK)
        status = bres__put_float64(record, BRES__TAG_WALLTIME, "Walltime",
                                   "Time that the batch took.", walltime);
    if (status == BRES_OK)
        status = bres__put_float64(record, BRES__TAG_ELAPSED, "Elapsed",
                                   "Time from the beginning to the end of the batch.",
                                   bres__tuner_elapsed(trial->tuner));
    if (status == BRES_OK && trial->reason != NULL)
        status = bres_state_set_skipped(record, trial->reason);
    return status;
}

static bres_status journal_append(bres_tuner *tuner, const bres_state *record)
{
    const double now = bres__tuner_elapsed(tuner);
    const bool flushed = now - tuner->flushed_at >= FLUSH_INTERVAL;

    bres__journal_set_flushed(tuner->journal, flushed);
    if (flushed)
        tuner->flushed_at = now;
    return bres__journal_append(tuner->journal, record);
}

/* Fills the record of a trial. */
static bres_status journal_fill(bres_trial *trial, size_t count, double walltime)
{
    bres_status status = BRES_OK;

    if (trial->record == NULL)
        status = bres__tuner_put_state(trial, trial->tuner->head_bench, &trial->record);
    return status == BRES_OK ? record_fill(trial, count, walltime) : status;
}

bres_status bres__journal_batch(bres_trial *trial, size_t count, double walltime)
{
    bres_tuner *tuner = trial->tuner;
    bres_status status;

    if (tuner->journal == NULL)
        return BRES_OK;
    status = journal_fill(trial, count, walltime);
    if (status == BRES_OK)
        status = journal_append(tuner, trial->record);
    if (status == BRES_OK)
        trial->batches++;
    return status;
}

bres_status bres__journal_note_batch(bres_trial *trial)
{
    bres_tuner *tuner = trial->tuner;
    bres_status status;

    /* Neither an isolated batch nor a command can end this process. */
    if (tuner->journal == NULL || tuner->isolation != NULL || tuner->command != NULL)
        return BRES_OK;
    status = journal_fill(trial, 0, 0);
    return status == BRES_OK ? bres__journal_append_provisional(tuner->journal, trial->record)
                             : status;
}

void bres__journal_drop_note(bres_tuner *tuner)
{
    bres__error_record record;

    if (tuner->journal == NULL)
        return;
    bres__error_save(&record);
    (void)bres__journal_drop_provisional(tuner->journal);
    bres__error_restore(&record);
}

bres_status bres__journal_begin(bres_tuner *tuner)
{
    bres_status status = bres__make_parents(tuner->journal_path);

    if (status == BRES_OK)
        status = bres__journal_make(tuner->journal_path, tuner->head, &tuner->journal);
    for (size_t i = 0; i < tuner->config_count && status == BRES_OK; i++) {
        bres_trial *trial = tuner->trials[i];

        if (trial != NULL && (trial->count != 0 || trial->reason != NULL))
            status = bres__journal_batch(trial, trial->count, trial->walltime);
    }
    return status == BRES_OK ? bres__journal_publish(tuner->journal) : status;
}

bres_status bres__journal_finish(bres_tuner *tuner)
{
    bres__journal *journal = tuner->journal;
    bres_status status;

    if (journal == NULL)
        return BRES_OK;
    status = bres_result_write(tuner->result, tuner->options.path, NULL);
    tuner->journal = NULL;
    if (status == BRES_OK)
        return bres__journal_remove(journal);
    bres__journal_close(journal);
    return status;
}
