/* SPDX-License-Identifier: MIT */
/*
 * Decides whether a stored outcome is good enough for this run, and makes the outcome of a file the
 * outcome of this run.
 */
#include "tune/outcome.h"
#include "tune/previous.h"
#include "tune/record.h"
#include "tune/trial.h"

#include <math.h>

/* Reads the standing of a configuration in a finished run; false if its status is missing. */
static bool state_standing(const bres_state *state, bres__standing *standing)
{
    const bres_summary *summary = bres_state_summary(state, BRES__TAG_STATUS);
    const char *name = summary != NULL ? bres_summary_string(summary) : NULL;
    int64_t is_listed = 0;

    *standing = BRES__STANDING_UNKNOWN;
    (void)bres__get_float64(state, BRES__TAG_TIME, &standing->time);
    (void)bres__get_float64(state, BRES__TAG_LOWER, &standing->lower);
    (void)bres__get_float64(state, BRES__TAG_UPPER, &standing->upper);
    (void)bres__get_int64(state, BRES__TAG_LISTED, &is_listed);
    standing->short_listed = is_listed != 0;
    if (name == NULL || !bres__trial_status_find(name, &standing->status))
        return false;
    if (standing->status > BRES_TRIAL_UNDECIDED)
        standing->chance = 0;
    (void)bres__get_float64(state, BRES__TAG_CHANCE, &standing->chance);
    return true;
}

/* A number from the options or the outcome of the previous run; 0 if it is missing. */
static double previous_number(const bres__previous *previous, const char *key)
{
    double value;

    return bres__json_member_float64(previous->meta, key, &value) ? value : 0;
}

static uint64_t previous_count(const bres__previous *previous, const char *key)
{
    const double value = previous_number(previous, key);

    return value >= 0 && value < 0x1p63 ? (uint64_t)value : 0;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Reads the quality; returns whether the run has a best configuration. */
static bool previous_rate(const bres_tuner *tuner, bres__previous *previous)
{
    bres__quality *quality = &previous->quality;
    bool found = false;

    *quality = (bres__quality){
        .stop_reason = previous->stop_reason,
        .error_rate = previous_number(previous, "error_rate"),
        .equivalence_margin = previous_number(previous, "equivalence_margin"),
        .elapsed = previous_number(previous, "elapsed"),
        .samples = previous_count(previous, "samples"),
        .trial_samples = previous_count(previous, "trial_samples"),
        .left = tuner->config_count,
    };
    if (quality->stop_reason == BRES_TUNER_SAMPLES_OVER)
        quality->samples = larger(quality->samples, previous_count(previous, "max_samples"));
    for (size_t i = 0; i < bres_subbench_state_count(previous->bench); i++) {
        bres__standing standing;

        if (!state_standing(bres_subbench_state_at(previous->bench, i), &standing))
            continue;
        found = found || standing.status == BRES_TRIAL_BEST;
        quality->left -= standing.status > BRES_TRIAL_UNDECIDED && quality->left > 0;
    }
    return found;
}

bool bres__previous_suffices(const bres_tuner *tuner, bres__previous *previous)
{
    return previous_rate(tuner, previous) && previous->stop_reason != BRES_TUNER_RUNNING &&
           previous->stop_reason != BRES_TUNER_INTERRUPTED &&
           bres__quality_suffices(tuner, &previous->quality);
}

/* Whether the outcome is decided by proofs that are as strict as this run requires. */
static bool is_decided(const bres_tuner_options *options, const bres__quality *quality)
{
    if (quality->error_rate == 0 || quality->error_rate > options->error_rate)
        return false;
    return quality->stop_reason == BRES_TUNER_DECIDED ||
           (quality->stop_reason == BRES_TUNER_TIED &&
            quality->equivalence_margin <= options->equivalence_margin);
}

/* Whether the stored run has used up the budget of this run. */
static bool is_spent(const bres_tuner_options *options, const bres__quality *quality)
{
    if (options->max_time > 0 && quality->elapsed >= options->max_time)
        return true;
    if (options->max_samples > 0 && quality->samples >= (uint64_t)options->max_samples)
        return true;
    return quality->stop_reason == BRES_TUNER_COMPLETE &&
           quality->trial_samples >= (uint64_t)options->trial_samples;
}

bool bres__quality_suffices(const bres_tuner *tuner, const bres__quality *quality)
{
    const bres_tuner_options *options = &tuner->options;

    if (options->reuse_if == BRES_TUNER_REUSE_ANY || is_decided(options, quality) ||
        is_spent(options, quality))
        return true;
    return options->reuse_if == BRES_TUNER_REUSE_FEW_LEFT &&
           quality->left <= (uint64_t)options->reuse_left;
}

bres__quality bres__tuner_quality(bres_tuner *tuner)
{
    const bres_tuner_options *options = &tuner->options;

    if (tuner->adopted)
        return tuner->quality;
    return (bres__quality){
        .stop_reason = tuner->stop_reason,
        .error_rate = options->error_rate,
        .equivalence_margin = options->equivalence_margin,
        .elapsed = tuner->elapsed_before + (double)tuner->elapsed * 1e-9,
        .samples = tuner->stop_reason == BRES_TUNER_SAMPLES_OVER
                       ? larger(tuner->sample_count, (uint64_t)options->max_samples)
                       : tuner->sample_count,
        .trial_samples = (uint64_t)options->trial_samples,
        .left = bres_tuner_remaining_count(tuner),
    };
}

/* Puts a configuration at its rank, unless it has failed. */
static bres_status adopt_rank(bres_tuner *tuner, bres_trial *trial)
{
    int64_t rank;

    if (trial->standing.status == BRES_TRIAL_FAILED)
        return BRES_OK;
    if (!bres__get_int64(trial->state, BRES__TAG_RANK, &rank) || rank < 1 ||
        (uint64_t)rank > tuner->config_count || tuner->listed[rank - 1] != NULL)
        return bres__previous_differs("'%s' has no rank", bres_state_name(trial->state));
    trial->rank = (uint64_t)rank;
    tuner->listed[rank - 1] = trial;
    tuner->listed_count++;
    tuner->best_count += trial->standing.status <= BRES_TRIAL_UNDECIDED;
    return BRES_OK;
}

static bres_status adopt_state(bres_tuner *tuner, const bres_state *state)
{
    bres_trial *trial = NULL;
    float const *times;
    bres_status status = bres__previous_trial(tuner, state, &trial);

    if (status == BRES_OK)
        status = bres_state_samples(state, &times, &trial->count);
    if (status == BRES_OK && trial->state != NULL)
        status = bres__previous_differs("it has '%s' twice", bres_state_name(state));
    if (status != BRES_OK)
        return status;
    tuner->measured_count += trial->count != 0;
    tuner->sample_count += trial->count;
    trial->state = (bres_state *)state;
    return state_standing(state, &trial->standing)
               ? adopt_rank(tuner, trial)
               : bres__previous_differs("'%s' has no status", bres_state_name(state));
}

/* Whether the ranks have no gap, and the reported set comes first. */
static bres_status adopt_check(const bres_tuner *tuner)
{
    for (size_t i = 0; i < tuner->listed_count; i++) {
        if (tuner->listed[i] == NULL)
            return bres__previous_differs("rank %zu is missing", i + 1);
        if ((tuner->listed[i]->standing.status <= BRES_TRIAL_UNDECIDED) != (i < tuner->best_count))
            return bres__previous_differs("rank %zu has the wrong status", i + 1);
    }
    return BRES_OK;
}

static bres_status adopt_states(bres_tuner *tuner, const bres_subbench *bench)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < bres_subbench_state_count(bench) && status == BRES_OK; i++)
        status = adopt_state(tuner, bres_subbench_state_at(bench, i));
    if (status == BRES_OK)
        status = adopt_check(tuner);
    if (status != BRES_OK)
        return status;
    for (size_t i = 0; i < tuner->config_count; i++) {
        if (tuner->trials[i] != NULL && tuner->trials[i]->rank == 0)
            tuner->listed[tuner->listed_count++] = tuner->trials[i];
    }
    return BRES_OK;
}

bres_status bres__previous_adopt(bres_tuner *tuner, bres__previous *previous)
{
    const char *message = "";
    bres_status status = bres__previous_text(previous, "message", &message);

    if (status == BRES_OK)
        bres__text_puts(&tuner->message, message);
    if (status == BRES_OK && tuner->message.failed)
        status = bres__error_memory();
    if (status == BRES_OK)
        status = adopt_states(tuner, previous->bench);
    tuner->is_ranked = true;
    tuner->adopted = true;
    if (status != BRES_OK) {
        tuner->listed_count = 0;
        tuner->best_count = 0;
        return status;
    }
    tuner->stop_reason = previous->stop_reason;
    tuner->quality = previous->quality;
    tuner->result = bres_result_ref((bres_result *)previous->result);
    tuner->phase = BRES__TUNER_ENDED;
    return BRES_OK;
}
