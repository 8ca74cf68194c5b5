/* SPDX-License-Identifier: MIT */
/*
 * The outcome and the progress of a tuner: the order of its configurations, and the standing of
 * each.
 */
#include "tune/outcome.h"
#include "tune/search/search.h"
#include "tune/trial.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/* Size of the first published bres_trial_outcome. */
#define OUTCOME_FIRST_SIZE (offsetof(bres_trial_outcome, chance) + sizeof(double))

_Static_assert(OUTCOME_FIRST_SIZE == sizeof(bres_trial_outcome), "the outcome has no padding");

void bres__tuner_unrank(bres_tuner *tuner)
{
    tuner->is_ranked = false;
}

/* Lists the trials without a rank, in the order of the space: failed trials, or measured trials
 * whose samples do not count yet. */
static void list_unranked(bres_tuner *tuner, bool failed)
{
    for (size_t i = 0; i < tuner->config_count; i++) {
        bres_trial *trial = tuner->trials[i];

        if (trial == NULL || trial->rank != 0 || (trial->reason != NULL) != failed)
            continue;
        if (failed || trial->count != 0)
            tuner->listed[tuner->listed_count++] = trial;
    }
}

void bres__tuner_rank(bres_tuner *tuner)
{
    const size_t *configs;
    size_t count;

    if (tuner->is_ranked || tuner->listed == NULL || tuner->search == NULL)
        return;
    for (size_t i = 0; i < tuner->listed_count; i++)
        tuner->listed[i]->rank = 0;
    count = bres__search_order(tuner->search, &configs, &tuner->best_count);
    for (size_t i = 0; i < count; i++) {
        tuner->listed[i] = tuner->trials[configs[i]];
        tuner->listed[i]->rank = i + 1;
    }
    tuner->listed_count = count;
    list_unranked(tuner, false);
    list_unranked(tuner, true);
    tuner->is_ranked = true;
}

uint64_t bres__tuner_short_list_count(const bres_tuner *tuner)
{
    uint64_t count = 0;

    for (size_t i = 0; i < tuner->listed_count; i++)
        count += bres__trial_standing(tuner->listed[i]).short_listed;
    return count;
}

bres_trial_status bres__trial_status(const bres_trial *trial)
{
    const bres_tuner *tuner = trial->tuner;

    return tuner->adopted ? trial->standing.status
                          : bres__search_status(tuner->search, trial->config);
}

bres__standing bres__trial_standing(const bres_trial *trial)
{
    const bres_tuner *tuner = trial->tuner;

    return tuner->adopted ? trial->standing : bres__search_standing(tuner->search, trial->config);
}

uint64_t bres__tuner_count(bres_tuner *tuner, uint64_t counts[BRES__TRIAL_STATUSES])
{
    uint64_t unmeasured;

    for (size_t i = 0; i < BRES__TRIAL_STATUSES; i++)
        counts[i] = 0;
    bres__tuner_rank(tuner);
    if (!tuner->is_ranked)
        return 0;
    for (size_t i = 0; i < tuner->listed_count; i++)
        counts[bres__trial_status(tuner->listed[i])]++;
    unmeasured = tuner->config_count - tuner->listed_count;
    counts[BRES_TRIAL_UNDECIDED] += unmeasured;
    counts[BRES_TRIAL_EXCLUDED] = tuner->index_count - tuner->config_count;
    return unmeasured;
}

void bres__tuner_put_counts(bres_tuner *tuner, bres__text *text)
{
    uint64_t counts[BRES__TRIAL_STATUSES];
    const uint64_t unmeasured = bres__tuner_count(tuner, counts);

    counts[BRES_TRIAL_UNDECIDED] -= unmeasured;
    for (size_t i = 0; i < BRES__TRIAL_STATUSES; i++) {
        if (counts[i] != 0)
            bres__text_printf(text, "%" PRIu64 " %s, ", counts[i],
                              bres_trial_status_name((bres_trial_status)i));
        if (i == BRES_TRIAL_UNDECIDED && unmeasured != 0)
            bres__text_printf(text, "%" PRIu64 " not measured, ", unmeasured);
    }
    bres__text_printf(text, "%" PRIu64 " samples", tuner->sample_count);
}

void bres_trial_outcome_init(bres_trial_outcome *outcome)
{
    if (outcome == NULL)
        return;
    *outcome = (bres_trial_outcome){
        .size = sizeof(*outcome),
        .status = BRES_TRIAL_UNDECIDED,
        .time = NAN,
        .upper = INFINITY,
        .chance = NAN,
    };
}

/* Copies the members for which the caller's struct has room. */
static void outcome_give(bres_trial_outcome *outcome, const bres_trial_outcome *full)
{
    memcpy(outcome, full, full->size < sizeof(*full) ? full->size : sizeof(*full));
}

/* Resets the caller's struct and *full, whose `size` is that of the caller's struct. */
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
    outcome->chance = standing.chance;
    outcome->short_listed = standing.short_listed;
}

/* Refuses a query before the search has been made. */
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
    if (!bres__space_find(tuner, index, &config)) {
        full.status = BRES_TRIAL_EXCLUDED;
        full.chance = 0;
    } else if (tuner->trials[config] != NULL) {
        outcome_fill(&full, tuner->trials[config]);
    }
    outcome_give(outcome, &full);
    return BRES_OK;
}

uint64_t bres_tuner_status_count(const bres_tuner *tuner, bres_trial_status status)
{
    uint64_t counts[BRES__TRIAL_STATUSES];

    if (tuner == NULL || (size_t)status >= BRES__TRIAL_STATUSES)
        return 0;
    (void)bres__tuner_count((bres_tuner *)tuner, counts);
    return counts[status];
}

size_t bres_tuner_trial_count(const bres_tuner *tuner)
{
    if (tuner == NULL)
        return 0;
    bres__tuner_rank((bres_tuner *)tuner);
    return tuner->listed_count;
}

const bres_trial *bres_tuner_trial_at(const bres_tuner *tuner, size_t index)
{
    return index < bres_tuner_trial_count(tuner) ? tuner->listed[index] : NULL;
}

size_t bres_tuner_best_count(const bres_tuner *tuner)
{
    if (tuner == NULL)
        return 0;
    bres__tuner_rank((bres_tuner *)tuner);
    return tuner->best_count;
}

const bres_trial *bres_tuner_best_trial_at(const bres_tuner *tuner, size_t index)
{
    return index < bres_tuner_best_count(tuner) ? tuner->listed[index] : NULL;
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
    if (tuner->adopted)
        return tuner->quality.left != UINT64_MAX ? tuner->quality.left : tuner->best_count;
    return tuner->search != NULL ? bres__search_remaining(tuner->search) : tuner->config_count;
}

uint64_t bres_tuner_sample_count(const bres_tuner *tuner)
{
    return tuner != NULL ? tuner->sample_count : 0;
}

bool bres_tuner_is_cached(const bres_tuner *tuner)
{
    return tuner != NULL && tuner->is_cached;
}

bres_result *bres_tuner_result(const bres_tuner *tuner)
{
    return tuner != NULL && tuner->phase == BRES__TUNER_ENDED ? tuner->result : NULL;
}
