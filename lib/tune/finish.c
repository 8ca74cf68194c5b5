/* SPDX-License-Identifier: MIT */
/*
 * The end of a run: the result, with a state for each configuration that was measured or has
 * failed, in the order of the space.
 */
#include "measure/beside.h"
#include "model/model.h"
#include "tune/callbacks.h"
#include "tune/journal.h"
#include "tune/outcome.h"
#include "tune/record.h"
#include "tune/search/search.h"
#include "tune/trial.h"

#include <math.h>

/* Adds the standard summaries of all samples of a trial. */
static bres_status state_add_times(bres_state *state, const bres_trial *trial)
{
    const bres_tuner *tuner = trial->tuner;
    double *values = bres__calloc(2 * trial->count, sizeof(*values));
    bres_times times;
    bres_status status;

    if (values == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < trial->count; i++) {
        values[i] = (double)trial->times[i];
        if (!trial->unclocked)
            values[trial->count + i] = (double)trial->rates[i];
    }
    bres_times_init(&times);
    times.count = trial->count;
    times.walltime = trial->walltime;
    times.elements = tuner->elements;
    times.global_bytes = tuner->global_bytes;
    if (tuner->cuda) {
        times.gpu = values;
        times.clocks = trial->unclocked ? NULL : values + trial->count;
        status = bres_state_add_cold_summaries(state, &times);
    } else {
        times.cpu = values;
        status = bres_state_add_cpu_only_summaries(state, &times);
    }
    bres__free(values);
    return status;
}

static bres_status result_add_trial(bres_subbench *bench, bres_trial *trial)
{
    bres_state *state = NULL;
    bres_status status = bres__tuner_put_state(trial, bench, &state);

    if (status == BRES_OK)
        status = bres__put_block_size(state, trial);
    if (status == BRES_OK && trial->count != 0)
        status = state_add_times(state, trial);
    if (status == BRES_OK && trial->tuner->options.clock_kind != BRES_CLOCK_WALL)
        status = bres__add_clocks(&(bres__clock_times){ .kind = trial->tuner->options.clock_kind },
                                  state);
    if (status == BRES_OK && trial->reason != NULL)
        status = bres_state_set_skipped(state, trial->reason);
    if (status == BRES_OK)
        trial->state = state;
    return status;
}

static const bres__summary_texts status_texts = { BRES__TAG_STATUS, "Status",
                                                  "Status of the configuration.", NULL, NULL };
static const bres__summary_texts rank_texts = { BRES__TAG_RANK, "Rank",
                                                "Rank of the configuration; the best has rank 1.",
                                                NULL, NULL };
static const bres__summary_texts time_texts = {
    BRES__TAG_TIME, "Time", "Interquartile mean of the times without drift, as a logarithm.",
    "duration", NULL
};
static const bres__summary_texts lower_texts = { BRES__TAG_LOWER, "Time Lower",
                                                 "Lower end of the 95% confidence interval.",
                                                 "duration", BRES__HIDDEN };
static const bres__summary_texts upper_texts = { BRES__TAG_UPPER, "Time Upper",
                                                 "Upper end of the 95% confidence interval.",
                                                 "duration", BRES__HIDDEN };

static const bres__summary_texts chance_texts = {
    BRES__TAG_CHANCE, "Chance", "Probability that the configuration is the fastest one.",
    "percentage", NULL
};
static const bres__summary_texts listed_texts = { BRES__TAG_LISTED, "Short List",
                                                  "1: the configuration is in the 90% short list.",
                                                  NULL, BRES__HIDDEN };

bres_status bres__trial_put_standing(const bres_trial *trial)
{
    const bres__standing standing = bres__trial_standing(trial);
    bres__summaries set = bres__summaries_begin(trial->state, "");

    bres__summaries_add_string(&set, &status_texts, bres_trial_status_name(standing.status));
    if (trial->rank != 0)
        bres__summaries_add_int64(&set, &rank_texts, (int64_t)trial->rank);
    if (isfinite(standing.time))
        bres__summaries_add_float64(&set, &time_texts, standing.time);
    if (isfinite(standing.upper)) {
        bres__summaries_add_float64(&set, &lower_texts, standing.lower);
        bres__summaries_add_float64(&set, &upper_texts, standing.upper);
    }
    if (trial->rank != 0 && !isnan(standing.chance)) {
        bres__summaries_add_float64(&set, &chance_texts, standing.chance);
        bres__summaries_add_int64(&set, &listed_texts, standing.short_listed);
    }
    return bres__summaries_end(&set);
}

static bres_status tuner_put_standings(const bres_tuner *tuner)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < tuner->listed_count && status == BRES_OK; i++)
        status = bres__trial_put_standing(tuner->listed[i]);
    return status;
}

static bres_status tuner_take_outcome(bres_tuner *tuner)
{
    bres__text *message = &tuner->message;

    bres__tuner_unrank(tuner);
    bres__tuner_rank(tuner);
    tuner->stop_reason = bres__search_stop_reason(tuner->search);
    bres__search_message(tuner->search, message);
    bres__text_puts(message, ": ");
    bres__tuner_put_counts(tuner, message);
    return message->failed ? bres__error_memory() : BRES_OK;
}

static bres_status tuner_make_result(bres_tuner *tuner)
{
    bres_subbench *bench = NULL;
    bres_status status = bres_result_new(&tuner->result);

    if (status == BRES_OK)
        status = bres__tuner_put_meta(tuner, tuner->result);
    if (status == BRES_OK)
        status = bres__tuner_put_bench(tuner, tuner->result, &bench);
    for (size_t i = 0; i < tuner->config_count && status == BRES_OK; i++) {
        bres_trial *trial = tuner->trials[i];

        if (trial != NULL && (trial->count != 0 || trial->reason != NULL))
            status = result_add_trial(bench, trial);
    }
    return status == BRES_OK ? tuner_put_standings(tuner) : status;
}

void bres__tuner_warn(void *context, const char *message)
{
    bres_tuner *tuner = context;

    if (tuner->options.log == NULL)
        return;
    tuner->busy = true;
    bres__log_say(tuner->options.log, tuner->options.log_user, BRES_LOG_WARNING, message);
    tuner->busy = false;
}

/* Records the machine at the end of the run, and reports how it changed. */
static bres_status tuner_end_machine(bres_tuner *tuner)
{
    bres__machine_read(bres__system_root(), &tuner->machine_at_end);
    return bres__machine_report_changes(&tuner->machine, &tuner->machine_at_end, bres__tuner_warn,
                                        tuner);
}

bres_status bres__tuner_finish(bres_tuner *tuner)
{
    bres_status status;

    bres__tuner_release_all(tuner);
    tuner->phase = BRES__TUNER_ENDED;
    status = tuner_end_machine(tuner);
    if (status == BRES_OK)
        status = tuner_take_outcome(tuner);
    if (status == BRES_OK)
        status = tuner_make_result(tuner);
    if (status == BRES_OK) {
        status = bres__journal_finish(tuner);
        return status == BRES_OK ? bres__tuner_remember(tuner) : status;
    }
    /* Never returns a partial result. */
    tuner->listed_count = 0;
    tuner->best_count = 0;
    tuner->is_ranked = true;
    bres_result_unref(tuner->result);
    tuner->result = NULL;
    return status;
}
