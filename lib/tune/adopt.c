/* SPDX-License-Identifier: MIT */
/*
 * The stored outcome of a finished run: whether it is good enough, and how it becomes the outcome
 * of this run.
 */
#include "tune/outcome.h"
#include "tune/previous.h"
#include "tune/record.h"
#include "tune/trial.h"

#include <math.h>

/* What a finished run says about a configuration; false if it does not say its status. */
static bool state_standing(const bres_state *state, bres__standing *standing)
{
    const bres_summary *summary = bres_state_summary(state, BRES__TAG_STATUS);
    const char *name = summary != NULL ? bres_summary_string(summary) : NULL;

    *standing = (bres__standing){ BRES_TRIAL_UNDECIDED, NAN, 0, INFINITY };
    (void)bres__get_float64(state, BRES__TAG_TIME, &standing->time);
    (void)bres__get_float64(state, BRES__TAG_LOWER, &standing->lower);
    (void)bres__get_float64(state, BRES__TAG_UPPER, &standing->upper);
    return name != NULL && bres__trial_status_find(name, &standing->status);
}

/* The run has stopped by itself and has a best configuration. *left: how many configurations have
 * neither failed nor been eliminated. */
static bool has_best(const bres_tuner *tuner, const bres__previous *previous, uint64_t *left)
{
    bool found = false;

    *left = tuner->config_count;
    for (size_t i = 0; i < bres_subbench_state_count(previous->bench); i++) {
        bres__standing standing;

        if (!state_standing(bres_subbench_state_at(previous->bench, i), &standing))
            continue;
        found = found || standing.status == BRES_TRIAL_BEST;
        *left -= standing.status > BRES_TRIAL_UNDECIDED && *left > 0;
    }
    return found && previous->stop_reason != BRES_TUNER_RUNNING &&
           previous->stop_reason != BRES_TUNER_INTERRUPTED;
}

/* A number of the options or the outcome of the run; 0 if there is none. */
static double previous_number(const bres__previous *previous, const char *key)
{
    double value;

    return bres__json_member_float64(previous->meta, key, &value) ? value : 0;
}

/* By proofs that are as strict as those of this run. */
static bool is_decided(const bres_tuner *tuner, const bres__previous *previous)
{
    const double error_rate = previous_number(previous, "error_rate");
    const double margin = previous_number(previous, "equivalence_margin");

    if (error_rate == 0 || error_rate > tuner->options.error_rate)
        return false;
    return previous->stop_reason == BRES_TUNER_DECIDED ||
           (previous->stop_reason == BRES_TUNER_TIED &&
            margin <= tuner->options.equivalence_margin);
}

/* The budget of this run does not allow a further sample. */
static bool is_spent(const bres_tuner *tuner, const bres__previous *previous)
{
    const bres_tuner_options *options = &tuner->options;

    if (options->max_time > 0 && previous_number(previous, "elapsed") >= options->max_time)
        return true;
    if (options->max_samples > 0 &&
        previous_number(previous, "samples") >= (double)options->max_samples)
        return true;
    return previous->stop_reason == BRES_TUNER_COMPLETE &&
           previous_number(previous, "trial_samples") >= (double)options->trial_samples;
}

bool bres__previous_suffices(const bres_tuner *tuner, const bres__previous *previous)
{
    const bres_tuner_options *options = &tuner->options;
    uint64_t left;

    if (!has_best(tuner, previous, &left))
        return false;
    if (options->reuse_if == BRES_TUNER_REUSE_ANY || is_decided(tuner, previous) ||
        is_spent(tuner, previous))
        return true;
    return options->reuse_if == BRES_TUNER_REUSE_FEW_LEFT && left <= (uint64_t)options->reuse_left;
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
    tuner->result = bres_result_ref((bres_result *)previous->result);
    tuner->phase = BRES__TUNER_ENDED;
    return BRES_OK;
}
