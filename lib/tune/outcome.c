/* SPDX-License-Identifier: MIT */
/*
 * What a tuner has found, and how far it is.
 */
#include "tune/ranking.h"
#include "tune/search/search.h"
#include "tune/trial.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/* Of bres_trial_outcome as it was first published. */
#define OUTCOME_FIRST_SIZE (offsetof(bres_trial_outcome, reason) + sizeof(const char *))

_Static_assert(OUTCOME_FIRST_SIZE == sizeof(bres_trial_outcome), "the outcome has no padding");

void bres_trial_outcome_init(bres_trial_outcome *outcome)
{
    if (outcome == NULL)
        return;
    *outcome = (bres_trial_outcome){
        .size = sizeof(*outcome),
        .status = BRES_TRIAL_UNDECIDED,
        .time = NAN,
        .upper = INFINITY,
    };
}

/* Copies what the struct of the caller has room for. */
static void outcome_give(bres_trial_outcome *outcome, const bres_trial_outcome *full)
{
    memcpy(outcome, full, full->size < sizeof(*full) ? full->size : sizeof(*full));
}

/* Resets the struct of a caller, and *full, which keeps its size. */
static bres_status outcome_begin(bres_trial_outcome *outcome, bres_trial_outcome *full,
                                 const char *function)
{
    bres_status status;

    if (outcome == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: outcome is NULL", function);
    status =
        bres__options_load(full, sizeof(*full), outcome, OUTCOME_FIRST_SIZE, "bres_trial_outcome");
    if (status != BRES_OK)
        return status;
    bres_trial_outcome_init(full);
    full->size = outcome->size;
    outcome_give(outcome, full);
    return BRES_OK;
}

static const char *trial_reason(const bres_trial *trial)
{
    return trial->tuner->adopted ? bres_state_skip_reason(trial->state) : trial->reason;
}

static void outcome_fill(bres_trial_outcome *outcome, const bres_trial *trial)
{
    bres__standing standing;

    bres__tuner_rank(trial->tuner);
    standing = bres__trial_standing(trial);
    outcome->status = (uint32_t)standing.status;
    outcome->rank = trial->rank;
    outcome->samples = trial->count;
    outcome->time = standing.time;
    outcome->lower = standing.lower;
    outcome->upper = standing.upper;
    outcome->reason = trial_reason(trial);
}

/* Before the search is made, nothing is known. */
static bres_status query_check(const bres_tuner *tuner, const char *function)
{
    return tuner->search != NULL
               ? BRES_OK
               : bres__error(BRES_ERROR_STATE, "%s: the tuner does not run yet", function);
}

bres_status bres_trial_query(const bres_trial *trial, bres_trial_outcome *outcome)
{
    bres_trial_outcome full;
    bres_status status = outcome_begin(outcome, &full, "bres_trial_query");

    if (status == BRES_OK && trial == NULL)
        status = bres__error(BRES_ERROR_ARGUMENT, "bres_trial_query: trial is NULL");
    if (status == BRES_OK)
        status = query_check(trial->tuner, "bres_trial_query");
    if (status != BRES_OK)
        return status;
    outcome_fill(&full, trial);
    outcome_give(outcome, &full);
    return BRES_OK;
}

static bres_status index_check(const bres_tuner *tuner, uint64_t index)
{
    if (tuner == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_query: the tuner is NULL");
    if (tuner->search != NULL && index >= tuner->index_count)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_tuner_query: index is %" PRIu64 " (expected less than %" PRIu64
                           ")",
                           index, tuner->index_count);
    return query_check(tuner, "bres_tuner_query");
}

bres_status bres_tuner_query(const bres_tuner *tuner, uint64_t index, bres_trial_outcome *outcome)
{
    bres_trial_outcome full;
    size_t config;
    bres_status status = outcome_begin(outcome, &full, "bres_tuner_query");

    if (status == BRES_OK)
        status = index_check(tuner, index);
    if (status != BRES_OK)
        return status;
    if (!bres__space_find(tuner, index, &config))
        full.status = BRES_TRIAL_EXCLUDED;
    else if (tuner->trials[config] != NULL)
        outcome_fill(&full, tuner->trials[config]);
    outcome_give(outcome, &full);
    return BRES_OK;
}

bres_tuner_stop bres_tuner_stop_reason(const bres_tuner *tuner)
{
    return tuner != NULL ? tuner->stop_reason : BRES_TUNER_RUNNING;
}

const char *bres_tuner_message(const bres_tuner *tuner)
{
    return tuner != NULL && tuner->message.data != NULL ? tuner->message.data : "";
}

const bres_state *bres_tuner_best_at(const bres_tuner *tuner, size_t index)
{
    const bres_trial *trial = bres_tuner_best_trial_at(tuner, index);

    return trial != NULL ? trial->state : NULL;
}

uint64_t bres_tuner_config_count(const bres_tuner *tuner)
{
    return tuner != NULL ? tuner->config_count : 0;
}

uint64_t bres_tuner_measured_count(const bres_tuner *tuner)
{
    return tuner != NULL ? tuner->measured_count : 0;
}

uint64_t bres_tuner_remaining_count(const bres_tuner *tuner)
{
    if (tuner == NULL)
        return 0;
    if (tuner->phase == BRES__TUNER_RUNS && tuner->search != NULL)
        return bres__search_remaining(tuner->search);
    return tuner->phase == BRES__TUNER_ENDED ? tuner->best_count : tuner->config_count;
}

uint64_t bres_tuner_sample_count(const bres_tuner *tuner)
{
    return tuner != NULL ? tuner->sample_count : 0;
}

bres_result *bres_tuner_result(const bres_tuner *tuner)
{
    return tuner != NULL && tuner->phase == BRES__TUNER_ENDED ? tuner->result : NULL;
}
