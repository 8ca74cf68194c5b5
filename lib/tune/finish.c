/* SPDX-License-Identifier: MIT */
/*
 * The end of a run: the result, with a state for each configuration that was measured or has
 * failed, in the order of the space.
 */
#include "measure/beside.h"
#include "model/model.h"
#include "tune/callbacks.h"
#include "tune/journal.h"
#include "tune/record.h"
#include "tune/search/search.h"
#include "tune/trial.h"

#include <math.h>
#include <stdlib.h>

/* All samples of a trial, as the standard summaries take them. */
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

typedef struct ranked {
    bres_trial *trial;
    double median;
} ranked;

static int ranked_compare(const void *a, const void *b)
{
    const ranked *left = a;
    const ranked *right = b;

    if (left->median != right->median)
        return left->median < right->median ? -1 : 1;
    return (left->trial->index > right->trial->index) - (left->trial->index < right->trial->index);
}

static const bres__summary_texts status_texts = { BRES__TAG_STATUS, "Tuning",
                                                  "Outcome of the configuration.", NULL, NULL };
static const bres__summary_texts rank_texts = {
    BRES__TAG_RANK, "Rank",
    "Its rank: the winner, those not proven slower, the rest by the median.", NULL, NULL
};

bres_status bres__state_put_outcome(bres_state *state, const char *outcome, size_t rank)
{
    bres__summaries set = bres__summaries_begin(state, "");

    bres__summaries_add_string(&set, &status_texts, outcome);
    if (rank != 0)
        bres__summaries_add_int64(&set, &rank_texts, (int64_t)rank);
    return bres__summaries_end(&set);
}

/* Those that are slower, by their medians; *slower belongs to the caller. */
static bres_status tuner_sort_slower(const bres_tuner *tuner, ranked **slower, size_t *count)
{
    ranked *list = bres__calloc((size_t)tuner->measured_count + 1, sizeof(*list));

    *slower = list;
    *count = 0;
    if (list == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < tuner->config_count; i++) {
        bres_trial *trial = tuner->trials[i];

        if (trial == NULL || trial->count == 0 || trial->reason != NULL || trial->leads)
            continue;
        list[*count].trial = trial;
        if (!bres_state_median(trial->state, &list[*count].median))
            list[*count].median = INFINITY;
        (*count)++;
    }
    qsort(list, *count, sizeof(*list), ranked_compare);
    return BRES_OK;
}

static bres_status tuner_put_outcomes(const bres_tuner *tuner)
{
    ranked *slower = NULL;
    size_t count = 0;
    bres_status status = tuner_sort_slower(tuner, &slower, &count);

    for (size_t i = 0; i < tuner->best_count && status == BRES_OK; i++)
        status =
            bres__state_put_outcome(tuner->best[i]->state, i == 0 ? "winner" : "undecided", i + 1);
    for (size_t i = 0; i < count && status == BRES_OK; i++)
        status = bres__state_put_outcome(slower[i].trial->state, "eliminated",
                                         tuner->best_count + i + 1);
    for (size_t i = 0; i < tuner->config_count && status == BRES_OK; i++) {
        if (tuner->trials[i] != NULL && tuner->trials[i]->reason != NULL)
            status = bres__state_put_outcome(tuner->trials[i]->state, "failed", 0);
    }
    bres__free(slower);
    return status;
}

static bres_status tuner_take_best(bres_tuner *tuner)
{
    const size_t *configs;
    const size_t count = bres__search_best(tuner->search, &configs);

    tuner->best = bres__calloc(count + 1, sizeof(bres_trial *));
    if (tuner->best == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < count; i++) {
        tuner->best[i] = tuner->trials[configs[i]];
        tuner->best[i]->leads = true;
    }
    tuner->best_count = count;
    tuner->stop_reason = bres__search_stop_reason(tuner->search);
    bres__search_message(tuner->search, &tuner->message);
    return tuner->message.failed ? bres__error_memory() : BRES_OK;
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
    return status == BRES_OK ? tuner_put_outcomes(tuner) : status;
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
        status = tuner_take_best(tuner);
    if (status == BRES_OK)
        status = tuner_make_result(tuner);
    if (status == BRES_OK) {
        status = bres__journal_finish(tuner);
        return status == BRES_OK ? bres__tuner_remember(tuner) : status;
    }
    /* A partial result is not handed out. */
    tuner->best_count = 0;
    bres_result_unref(tuner->result);
    tuner->result = NULL;
    return status;
}
