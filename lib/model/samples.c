/* SPDX-License-Identifier: MIT */
/*
 * Samples and frequencies: read on first use, released on request.
 *
 * Threads that need the same samples at once may each read them; the first to publish its copy wins
 * and the others drop their copies. So no lock is held while a file is read.
 */
#include "model/model.h"

#include <inttypes.h>
#include <string.h>

bres__samples *bres__samples_new(const float *values, size_t count)
{
    bres__samples *samples;

    if (count > (SIZE_MAX - sizeof(*samples)) / sizeof(*values))
        return NULL;
    samples = bres__malloc(sizeof(*samples) + count * sizeof(*values));
    if (samples == NULL)
        return NULL;
    samples->count = count;
    if (values != NULL && count != 0)
        memcpy(samples->values, values, count * sizeof(*values));
    return samples;
}

/* The location of one kind of samples in memory, and the file to read them from. */
typedef struct samples_place {
    const bres_result *result;
    _Atomic(bres__samples *) *memory;
    const bres__sidecar *sidecar; /* NULL: no file */
} samples_place;

/* The state that holds the samples. Its two pointers to samples and `keep_samples` are the only
 * parts of a result that change after a load. */
static bres_state *samples_holder(const bres_state *state)
{
    return (bres_state *)(state->origin != NULL ? state->origin : state);
}

static const bres__sidecar *samples_file(const bres__sidecar *sidecar)
{
    return sidecar->path != NULL ? sidecar : NULL;
}

static samples_place samples_times(const bres_state *state)
{
    bres_state *holder = samples_holder(state);

    return (samples_place){
        .result = holder->bench->result,
        .memory = &holder->times,
        .sidecar = holder->sources != NULL ? samples_file(&holder->sources->times) : NULL,
    };
}

static samples_place samples_rates(const bres_state *state)
{
    bres_state *holder = samples_holder(state);

    return (samples_place){
        .result = holder->bench->result,
        .memory = &holder->rates,
        .sidecar = holder->sources != NULL ? samples_file(&holder->sources->rates) : NULL,
    };
}

/* *samples is NULL when the state has no samples of this kind. */
static bres_status samples_get(const samples_place *place, const bres__samples **samples)
{
    bres__samples *published = atomic_load_explicit(place->memory, memory_order_acquire);
    bres__samples *loaded = NULL;
    bres_status status;

    if (published == NULL && place->sidecar != NULL) {
        status = place->result->load_samples(place->result, place->sidecar, &loaded);
        if (status != BRES_OK)
            return status;
        if (atomic_compare_exchange_strong_explicit(place->memory, &published, loaded,
                                                    memory_order_acq_rel, memory_order_acquire))
            published = loaded;
        else
            bres__free(loaded);
    }
    *samples = published;
    return BRES_OK;
}

/* false when the state has no samples of this kind. */
static bool samples_count(const samples_place *place, uint64_t *count)
{
    const bres__samples *samples = atomic_load_explicit(place->memory, memory_order_acquire);

    if (samples != NULL)
        *count = samples->count;
    else if (place->sidecar != NULL)
        *count = place->sidecar->count;
    else
        return false;
    return true;
}

static bres_status samples_check_counts(const bres_state *state)
{
    const samples_place times = samples_times(state);
    const samples_place rates = samples_rates(state);
    uint64_t time_count;
    uint64_t rate_count;

    if (!samples_count(&times, &time_count) || !samples_count(&rates, &rate_count) ||
        time_count == rate_count)
        return BRES_OK;
    return bres__error(BRES_ERROR_SIDECAR,
                       "state '%s': %" PRIu64 " samples, but %" PRIu64 " frequencies", state->name,
                       time_count, rate_count);
}

static void samples_give(const bres__samples *samples, const float **values, size_t *count)
{
    if (samples == NULL)
        return;
    *values = samples->values;
    *count = samples->count;
}

bres_status bres_state_samples(const bres_state *state, const float **times, size_t *count)
{
    const bres__samples *samples = NULL;
    samples_place place;
    bres_status status;

    if (times == NULL || count == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_state_samples: times or count is NULL");
    *times = NULL;
    *count = 0;
    if (state == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_state_samples: the state is NULL");
    place = samples_times(state);
    status = samples_get(&place, &samples);
    samples_give(samples, times, count);
    return status;
}

bres_status bres_state_frequencies(const bres_state *state, const float **rates, size_t *count)
{
    const bres__samples *samples = NULL;
    samples_place place;
    bres_status status;

    if (rates == NULL || count == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_state_frequencies: rates or count is NULL");
    *rates = NULL;
    *count = 0;
    if (state == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_state_frequencies: the state is NULL");
    status = samples_check_counts(state);
    if (status != BRES_OK)
        return status;
    place = samples_rates(state);
    status = samples_get(&place, &samples);
    samples_give(samples, rates, count);
    return status;
}

void bres_state_release_samples(const bres_state *state)
{
    bres_state *holder;

    if (state == NULL)
        return;
    holder = samples_holder(state);
    if (atomic_load(&holder->keep_samples))
        return;
    bres__free(atomic_exchange(&holder->times, NULL));
    bres__free(atomic_exchange(&holder->rates, NULL));
}

bres_status bres__state_pin_samples(const bres_state *state)
{
    const samples_place times = samples_times(state);
    const samples_place rates = samples_rates(state);
    const bres__samples *samples;
    bres_status status = samples_get(&times, &samples);

    if (status == BRES_OK)
        status = samples_get(&rates, &samples);
    if (status == BRES_OK)
        atomic_store(&samples_holder(state)->keep_samples, true);
    return status;
}

/* Replaces existing samples. */
static bres_status samples_set(bres_state *state, _Atomic(bres__samples *) *memory,
                               const float *values, size_t count)
{
    bres__samples *samples;

    if (values == NULL && count != 0)
        return bres__error(BRES_ERROR_ARGUMENT, "state '%s': the array of samples is NULL",
                           state->name);
    samples = bres__samples_new(values, count);
    if (samples == NULL)
        return bres__error_memory();
    bres__free(atomic_exchange(memory, samples));
    atomic_store(&state->keep_samples, true);
    return BRES_OK;
}

bres_status bres_state_set_samples(bres_state *state, const float *times, size_t count)
{
    const bres_status status = bres__state_check_open(state);

    return status == BRES_OK ? samples_set(state, &state->times, times, count) : status;
}

bres_status bres_state_set_frequencies(bres_state *state, const float *rates, size_t count)
{
    const bres_status status = bres__state_check_open(state);

    return status == BRES_OK ? samples_set(state, &state->rates, rates, count) : status;
}
