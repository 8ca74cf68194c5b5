/* SPDX-License-Identifier: MIT */
/*
 * One batch: the search chooses a configuration, which is noted in the journal, prepared and
 * measured. Its samples are checked, written to the journal and passed to the search, in this
 * order. The journal therefore has all samples that the search knows, and wrong samples reach
 * neither of them.
 */
#include "tune/batch.h"
#include "tune/callbacks.h"
#include "tune/journal.h"
#include "tune/outcome.h"
#include "tune/search/search.h"
#include "tune/trial.h"

const char *bres__tuner_reason(bres_status status)
{
    const char *reason = bres_last_error();

    return reason[0] != '\0' ? reason : bres_status_name(status);
}

static void tuner_report_progress(bres_tuner *tuner)
{
    if (tuner->options.progress == NULL)
        return;
    tuner->busy = true;
    tuner->options.progress(tuner->options.progress_user, tuner);
    tuner->busy = false;
}

bres_status bres__tuner_fail(bres_tuner *tuner, bres_trial *trial, const char *reason)
{
    bres_status status =
        bres__trial_set_reason(trial, reason != NULL && reason[0] != '\0' ? reason : "it failed");

    if (status == BRES_OK)
        status = bres__journal_batch(trial, 0, 0);
    if (status != BRES_OK)
        return status;
    bres__tuner_release_eliminated(tuner);
    tuner_report_progress(tuner);
    return BRES_OK;
}

bres_status bres__tuner_next(bres_tuner *tuner, bres_trial **trial, size_t *samples)
{
    *trial = NULL;
    for (;;) {
        bres_trial *found = NULL;
        bres_status failed = BRES_OK;
        size_t config;
        bres_status status;

        if (bres__tuner_is_interrupted(tuner) &&
            bres__search_stop_reason(tuner->search) == BRES_TUNER_RUNNING)
            bres__search_stop(tuner->search, BRES_TUNER_INTERRUPTED);
        if (tuner->suite->status != BRES_OK)
            return bres__tuner_status(tuner);
        bres__tuner_unrank(tuner);
        if (!bres__search_next(tuner->search, bres__tuner_elapsed(tuner), &config, samples))
            return bres__tuner_finish(tuner);
        status = bres__tuner_trial(tuner, config, &found);
        if (status == BRES_OK)
            status = bres__journal_note_batch(found);
        if (status == BRES_OK)
            status = bres__trial_prepare(found, &failed);
        if (status == BRES_OK && failed == BRES_OK)
            *trial = found;
        else if (status == BRES_OK)
            status = bres__tuner_fail(tuner, found, bres__tuner_reason(failed));
        if (status != BRES_OK || *trial != NULL)
            return status;
    }
}

/* Appends the samples of a batch to those of the trial, in binary32. */
static bres_status trial_append_batch(bres_trial *trial, const bres__batch *batch)
{
    float *narrow = bres__calloc(2 * batch->count, sizeof(*narrow));
    bres_status status;

    if (narrow == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < batch->count; i++) {
        narrow[i] = (float)batch->seconds[i];
        narrow[batch->count + i] = batch->clocks != NULL ? (float)batch->clocks[i] : 0;
    }
    status = bres__trial_append(trial, narrow, batch->clocks != NULL ? narrow + batch->count : NULL,
                                batch->count);
    bres__free(narrow);
    return status;
}

bres_status bres__tuner_take(bres_tuner *tuner, bres_trial *trial, const bres__batch *batch)
{
    bres_status failed;
    bres_status status;

    if (batch->count == 0) {
        bres__journal_drop_note(tuner);
        return BRES_OK;
    }
    status = bres__trial_check(trial, &failed);
    if (status == BRES_OK && failed != BRES_OK)
        return bres__tuner_fail(tuner, trial, bres__tuner_reason(failed));
    if (status != BRES_OK)
        return status;
    trial->block_size = batch->block_size;
    trial->walltime += batch->walltime;
    status = trial_append_batch(trial, batch);
    if (status == BRES_OK)
        status = bres__journal_batch(trial, batch->count, batch->walltime);
    if (status == BRES_OK)
        status = bres__trial_tell(trial, batch->count);
    if (status != BRES_OK)
        return status;
    bres__tuner_release_eliminated(tuner);
    tuner_report_progress(tuner);
    return BRES_OK;
}

bres_status bres__tuner_take_cpu(bres_tuner *tuner, bres_trial *trial, const bres__batch *batch)
{
    if (batch->count != 0 || bres__tuner_is_over(tuner))
        return bres__tuner_take(tuner, trial, batch);
    return bres__tuner_fail(tuner, trial, "no measurable execution before the timeout");
}

bres_status bres__tuner_run(bres_tuner *tuner, bres__tuner_batch_fn measure, void *user)
{
    bres_trial *trial;
    size_t samples = 0;
    bres_status status = bres__tuner_next(tuner, &trial, &samples);

    while (status == BRES_OK && trial != NULL) {
        status = measure(user, trial, samples);
        if (status == BRES_OK)
            status = bres__tuner_next(tuner, &trial, &samples);
    }
    bres__journal_drop_note(tuner);
    return status;
}
