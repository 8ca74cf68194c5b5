/* SPDX-License-Identifier: MIT */
/*
 * One turn: a configuration is chosen and prepared, somebody measures it, and what came of it is
 * checked, written and told to the search, in this order. So what the search has heard of is on the
 * disk, and what is wrong is never heard of.
 */
#include "report/report.h"
#include "tune/tune.h"

#include <string.h>

/* --- Time and interruption -------------------------------------------------------------------- */

double bres__tuner_elapsed(bres_tuner *tuner)
{
    const uint64_t now = tuner->clock.now(tuner->clock.user);

    if (now > tuner->last)
        tuner->elapsed += now - tuner->last;
    tuner->last = now;
    return tuner->elapsed_before + (double)tuner->elapsed * 1e-9;
}

double bres__tuner_turn_timeout(bres_tuner *tuner, double timeout)
{
    const double left = tuner->options.max_time - bres__tuner_elapsed(tuner);

    if (tuner->options.max_time == 0 || left > timeout)
        return timeout;
    return left > 0 ? left : 0;
}

bool bres__tuner_is_interrupted(void *user)
{
    bres_tuner *tuner = user;
    const bres_tuner_options *options = &tuner->options;
    const bool busy = tuner->busy;

    tuner->busy = true;
    if (!tuner->interrupted && options->is_interrupted != NULL)
        tuner->interrupted = options->is_interrupted(options->interrupt_user);
    tuner->busy = busy;
    return tuner->interrupted;
}

bool bres__tuner_is_stopped(void *user)
{
    const bres_tuner *tuner = user;

    return tuner->suite->status != BRES_OK || bres__tuner_is_interrupted(user);
}

bool bres__tuner_is_over(bres_tuner *tuner)
{
    const double limit = tuner->options.max_time;

    return bres__tuner_is_interrupted(tuner) || (limit != 0 && bres__tuner_elapsed(tuner) >= limit);
}

/* --- Functions of the caller ------------------------------------------------------------------ */

bres_status bres_tuner_set_prepare(bres_tuner *tuner, bres_tuner_prepare_fn prepare,
                                   bres_tuner_release_fn release, void *context)
{
    const bres_status status = bres__tuner_check(tuner, false, "bres_tuner_set_prepare");

    if (status != BRES_OK)
        return status;
    tuner->prepare = prepare;
    tuner->release = release;
    tuner->prepare_context = context;
    return BRES_OK;
}

bres_status bres_tuner_set_check(bres_tuner *tuner, bres_tuner_prepare_fn check, void *context)
{
    const bres_status status = bres__tuner_check(tuner, false, "bres_tuner_set_check");

    if (status != BRES_OK)
        return status;
    tuner->check = check;
    tuner->check_context = context;
    return BRES_OK;
}

const char *bres__tuner_reason(bres_status status)
{
    const char *reason = bres_last_error();

    return reason[0] != '\0' ? reason : bres_status_name(status);
}

/* Calls one that may fail. *failed is its status; what is returned is that of the run. */
static bres_status tuner_call(bres_tuner *tuner, bres_tuner_prepare_fn fn, void *context,
                              bres_trial *trial, bres_status *failed)
{
    /* An older error is not the function's. */
    bres__error_restore(&(bres__error_record){ .offset = -1 });
    tuner->busy = true;
    *failed = fn(trial, context);
    tuner->busy = false;
    return tuner->suite->status;
}

static void trial_release(bres_trial *trial)
{
    bres_tuner *tuner = trial->tuner;

    trial->prepared = false;
    tuner->busy = true;
    tuner->release(trial, tuner->prepare_context);
    tuner->busy = false;
}

/* Releases what will not be measured again. */
static void tuner_release_done(bres_tuner *tuner)
{
    size_t kept = 0;

    for (size_t i = 0; i < tuner->prepared_count; i++) {
        bres_trial *trial = tuner->prepared[i];

        if (trial->reason == NULL && !bres__search_is_out(tuner->search, trial->config))
            tuner->prepared[kept++] = trial;
        else
            trial_release(trial);
    }
    tuner->prepared_count = kept;
}

void bres__tuner_release_all(bres_tuner *tuner)
{
    bres__error_record record;

    bres__error_save(&record);
    for (size_t i = 0; i < tuner->prepared_count; i++)
        trial_release(tuner->prepared[i]);
    tuner->prepared_count = 0;
    bres__error_restore(&record);
}

static bres_status trial_prepare(bres_trial *trial)
{
    bres_tuner *tuner = trial->tuner;
    bres_status failed = BRES_OK;
    bres_status status = BRES_OK;
    void *array = tuner->prepared;

    if (trial->prepared)
        return BRES_OK;
    if (!bres__array_reserve(&array, &tuner->prepared_capacity, tuner->prepared_count + 1,
                             sizeof(trial)))
        return bres__error_memory();
    tuner->prepared = array;
    if (tuner->prepare != NULL)
        status = tuner_call(tuner, tuner->prepare, tuner->prepare_context, trial, &failed);
    trial->prepared = failed == BRES_OK;
    if (trial->prepared && tuner->release != NULL)
        tuner->prepared[tuner->prepared_count++] = trial;
    if (status != BRES_OK)
        return bres__tuner_status(tuner);
    return failed == BRES_OK ? BRES_OK : bres__tuner_fail(tuner, trial, bres__tuner_reason(failed));
}

/* --- Samples of a trial ----------------------------------------------------------------------- */

/* Makes room for more samples. */
static bres_status trial_reserve(bres_trial *trial, size_t count)
{
    void *times = trial->times;
    void *rates = trial->rates;
    bool reserved;

    reserved = bres__array_reserve(&times, &trial->times_capacity, trial->count + count,
                                   sizeof(*trial->times));
    trial->times = times;
    reserved = reserved && bres__array_reserve(&rates, &trial->rates_capacity, trial->count + count,
                                               sizeof(*trial->rates));
    trial->rates = rates;
    return reserved ? BRES_OK : bres__error_memory();
}

bres_status bres__trial_append(bres_trial *trial, const float *times, const float *rates,
                               size_t count)
{
    bres_tuner *tuner = trial->tuner;
    const bres_status status = trial_reserve(trial, count);

    if (status != BRES_OK || count == 0)
        return status;
    memcpy(trial->times + trial->count, times, count * sizeof(*times));
    if (rates != NULL)
        memcpy(trial->rates + trial->count, rates, count * sizeof(*rates));
    trial->unclocked = trial->unclocked || rates == NULL;
    tuner->measured_count += trial->count == 0;
    tuner->sample_count += count;
    trial->count += count;
    return BRES_OK;
}

bres_status bres__trial_tell(bres_trial *trial, size_t count)
{
    bres_tuner *tuner = trial->tuner;
    void *array = tuner->narrowed;

    if (!bres__array_reserve(&array, &tuner->narrowed_capacity, count, sizeof(*tuner->narrowed)))
        return bres__error_memory();
    tuner->narrowed = array;
    for (size_t i = 0; i < count; i++)
        tuner->narrowed[i] = (double)trial->times[trial->count - count + i];
    return bres__search_tell(tuner->search, trial->config, tuner->narrowed, count);
}

/* The samples of a turn, narrowed, behind those that the trial has, and not counted yet. */
static bres_status trial_append_turn(bres_trial *trial, const bres__turn *turn)
{
    float *narrow = bres__calloc(2 * turn->count, sizeof(*narrow));
    bres_status status;

    if (narrow == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < turn->count; i++) {
        narrow[i] = (float)turn->seconds[i];
        narrow[turn->count + i] = turn->clocks != NULL ? (float)turn->clocks[i] : 0;
    }
    status = bres__trial_append(trial, narrow, turn->clocks != NULL ? narrow + turn->count : NULL,
                                turn->count);
    bres__free(narrow);
    return status;
}

/* --- The turn --------------------------------------------------------------------------------- */

static void tuner_tell_progress(bres_tuner *tuner)
{
    if (tuner->options.progress == NULL)
        return;
    tuner->busy = true;
    tuner->options.progress(tuner->options.progress_user, tuner);
    tuner->busy = false;
}

bres_status bres__tuner_next(bres_tuner *tuner, bres_trial **trial, size_t *samples)
{
    *trial = NULL;
    for (;;) {
        bres_trial *found = NULL;
        size_t config;
        bres_status status;

        if (bres__tuner_is_interrupted(tuner) &&
            bres__search_ended(tuner->search) == BRES_TUNER_RUNNING)
            bres__search_end(tuner->search, BRES_TUNER_INTERRUPTED);
        if (tuner->suite->status != BRES_OK)
            return bres__tuner_status(tuner);
        if (!bres__search_next(tuner->search, bres__tuner_elapsed(tuner), &config, samples))
            return bres__tuner_finish(tuner);
        status = bres__tuner_trial(tuner, config, &found);
        if (status == BRES_OK)
            status = trial_prepare(found);
        if (status != BRES_OK)
            return status;
        if (found->reason == NULL) {
            *trial = found;
            return BRES_OK;
        }
    }
}

bres_status bres__trial_set_reason(bres_trial *trial, const char *reason)
{
    bres__text text = { 0 };

    bres__put_valid(&text, reason);
    bres__free(trial->reason);
    trial->reason = bres__text_steal(&text);
    bres__text_free(&text);
    if (trial->reason == NULL)
        return bres__error_memory();
    bres__search_fail(trial->tuner->search, trial->config);
    return BRES_OK;
}

bres_status bres__tuner_fail(bres_tuner *tuner, bres_trial *trial, const char *reason)
{
    bres_status status =
        bres__trial_set_reason(trial, reason != NULL && reason[0] != '\0' ? reason : "it failed");

    if (status == BRES_OK)
        status = bres__journal_turn(trial, 0, 0);
    if (status != BRES_OK)
        return status;
    tuner_release_done(tuner);
    tuner_tell_progress(tuner);
    return BRES_OK;
}

static bres_status trial_check(bres_trial *trial, bool *right)
{
    bres_tuner *tuner = trial->tuner;
    bres_status failed = BRES_OK;
    bres_status status = BRES_OK;

    *right = true;
    if (trial->checked || tuner->check == NULL)
        return BRES_OK;
    trial->checked = true;
    status = tuner_call(tuner, tuner->check, tuner->check_context, trial, &failed);
    if (status != BRES_OK)
        return bres__tuner_status(tuner);
    *right = failed == BRES_OK;
    return *right ? BRES_OK : bres__tuner_fail(tuner, trial, bres__tuner_reason(failed));
}

bres_status bres__tuner_take(bres_tuner *tuner, bres_trial *trial, const bres__turn *turn)
{
    bool right = true;
    bres_status status;

    if (turn->count == 0)
        return BRES_OK;
    status = trial_check(trial, &right);
    if (status != BRES_OK || !right)
        return status;
    trial->block_size = turn->block_size;
    trial->walltime += turn->walltime;
    status = trial_append_turn(trial, turn);
    if (status == BRES_OK)
        status = bres__journal_turn(trial, turn->count, turn->walltime);
    if (status == BRES_OK)
        status = bres__trial_tell(trial, turn->count);
    if (status != BRES_OK)
        return status;
    tuner_release_done(tuner);
    tuner_tell_progress(tuner);
    return BRES_OK;
}

bres_status bres__tuner_run(bres_tuner *tuner, bres__tuner_turn_fn measure, void *user)
{
    bres_trial *trial;
    size_t samples = 0;
    bres_status status = bres__tuner_next(tuner, &trial, &samples);

    while (status == BRES_OK && trial != NULL) {
        status = measure(user, trial, samples);
        if (status == BRES_OK)
            status = bres__tuner_next(tuner, &trial, &samples);
    }
    return status;
}
