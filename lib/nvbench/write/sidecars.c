/* SPDX-License-Identifier: MIT */
/*
 * Writes the samples of a state to sidecars.
 */
#include "nvbench/write/write.h"

#include <string.h>

#define PREFIX_TIMES "nv/json/bin:"
#define PREFIX_RATES "nv/json/freqs-bin:"

static bool has_prefix(const bres_summary *summary, const char *prefix)
{
    const char *tag = summary->shape->tag;

    return tag != NULL && strncmp(tag, prefix, strlen(prefix)) == 0;
}

bool bres__is_sidecar_summary(const bres_summary *summary)
{
    return has_prefix(summary, PREFIX_TIMES) || has_prefix(summary, PREFIX_RATES);
}

static bool has_summary_of(const bres_state *state, const char *prefix)
{
    for (uint32_t i = 0; i < state->summary_count; i++)
        if (has_prefix(bres__summary_at(state, i), prefix))
            return true;
    return false;
}

/* Samples of one kind: in memory, or in a file. */
typedef struct sample_place {
    const bres_result *result;
    const bres__samples *memory;  /* NULL: not in memory */
    const bres__sidecar *sidecar; /* NULL: not in a file */
} sample_place;

static sample_place find_samples(const bres_state *state, int kind)
{
    const bres_state *holder = state->origin != NULL ? state->origin : state;
    const bres__sources *sources = holder->sources;
    sample_place place = { .result = holder->bench->result };

    if (kind == BRES__TIMES) {
        place.memory = atomic_load_explicit(&holder->times, memory_order_acquire);
        place.sidecar = sources != NULL && sources->times.path != NULL ? &sources->times : NULL;
    } else {
        place.memory = atomic_load_explicit(&holder->rates, memory_order_acquire);
        place.sidecar = sources != NULL && sources->rates.path != NULL ? &sources->rates : NULL;
    }
    return place;
}

static bool has_samples(const bres_state *state, int kind)
{
    const sample_place place = find_samples(state, kind);

    /* An empty list of frequencies counts as no list, but an empty list of times is a list. */
    if (place.memory != NULL)
        return kind == BRES__TIMES || place.memory->count != 0;
    return place.sidecar != NULL;
}

bool bres__bench_has_samples(const bres_subbench *bench)
{
    for (size_t i = 0; i < bench->state_count; i++)
        if (has_samples(bench->states[i], BRES__TIMES) ||
            has_samples(bench->states[i], BRES__RATES))
            return true;
    return false;
}

bool bres__has_samples(const bres_result *result)
{
    for (size_t i = 0; i < result->subbench_count; i++)
        if (bres__bench_has_samples(result->subbenches[i]))
            return true;
    return false;
}

static void plan_times(const bres_state *state, bres__sidecar_entry *entry)
{
    entry->tag = BRES__TAG_COLD_TIMES;
    entry->summary = bres__first_summary(state, BRES__TAG_COLD_TIMES);
    if (entry->summary != NULL)
        return;
    entry->summary = bres__first_summary(state, BRES__TAG_CPU_TIMES);
    if (entry->summary != NULL ||
        (!has_summary_of(state, "nv/cold/") && has_summary_of(state, "nv/cpu_only/")))
        entry->tag = BRES__TAG_CPU_TIMES;
}

static void plan_sidecars(const bres_state *state, bres__sidecar_entry entries[BRES__SIDECAR_KINDS])
{
    memset(entries, 0, BRES__SIDECAR_KINDS * sizeof *entries);
    if (has_samples(state, BRES__TIMES))
        plan_times(state, &entries[BRES__TIMES]);
    if (has_samples(state, BRES__RATES)) {
        entries[BRES__RATES].tag = BRES__TAG_COLD_RATES;
        entries[BRES__RATES].summary = bres__first_summary(state, BRES__TAG_COLD_RATES);
    }
}

/* A summary without loaded samples is written unchanged. Its file was missing, or the reader does
 * not use the summary. No new sidecar may get the name of that file. */
static bres_status keep_numbers(bres__write *write, const bres_state *state)
{
    bres__sidecar_entry entries[BRES__SIDECAR_KINDS];

    plan_sidecars(state, entries);
    for (uint32_t i = 0; i < state->summary_count; i++) {
        const bres_summary *summary = bres__summary_at(state, i);
        const char *recorded = bres_value_text(bres_summary_field(summary, "filename"));

        if (!bres__is_sidecar_summary(summary) || recorded == NULL ||
            summary == entries[BRES__TIMES].summary || summary == entries[BRES__RATES].summary)
            continue;
        for (int kind = 0; kind < BRES__SIDECAR_KINDS; kind++) {
            bres_status status = bres__sidecar_set_keep(&write->sets[kind], recorded);

            if (status != BRES_OK)
                return status;
        }
    }
    return BRES_OK;
}

/* *removed: whether the file may be removed. It may have been found by another path than that of
 * the set, even through the folder of the other kind. */
static bres_status is_removed(const bres__write *write, const bres__sidecar *sidecar, bool *removed)
{
    bres_status status = BRES_OK;

    *removed = false;
    if (sidecar == NULL)
        return BRES_OK;
    for (int kind = 0; kind < BRES__SIDECAR_KINDS && status == BRES_OK && !*removed; kind++)
        status = bres__sidecar_set_removes(&write->sets[kind], sidecar->path, removed);
    return status;
}

bres_status bres__prepare_sidecars(bres__write *write, const bres_state *state)
{
    bool removed = false;
    bres_status status =
        write->sidecars == BRES__SIDECARS_MAKE ? keep_numbers(write, state) : BRES_OK;

    for (int kind = 0; kind < BRES__SIDECAR_KINDS && status == BRES_OK && !removed; kind++)
        status = is_removed(write, find_samples(state, kind).sidecar, &removed);
    return status == BRES_OK && removed ? bres__state_pin_samples(state) : status;
}

static bres_status read_samples(const bres_state *state, int kind, bres__sample_set *set)
{
    const sample_place place = find_samples(state, kind);
    bres_status status = BRES_OK;

    if (place.memory == NULL)
        status = place.result->load_samples(place.result, place.sidecar, &set->copies[kind]);
    set->samples[kind] = place.memory != NULL ? place.memory : set->copies[kind];
    return status;
}

bres_status bres__sample_set_read(const bres_state *state, bres__sample_set *set)
{
    const bres__samples *const *samples = set->samples;
    bres_status status = BRES_OK;

    *set = (bres__sample_set){ 0 };
    for (int kind = 0; kind < BRES__SIDECAR_KINDS && status == BRES_OK; kind++)
        if (has_samples(state, kind))
            status = read_samples(state, kind, set);
    if (status != BRES_OK || samples[BRES__TIMES] == NULL || samples[BRES__RATES] == NULL ||
        samples[BRES__TIMES]->count == samples[BRES__RATES]->count)
        return status;
    return bres__error(BRES_ERROR_SIDECAR, "state '%s': %zu samples, but %zu frequencies",
                       state->name, samples[BRES__TIMES]->count, samples[BRES__RATES]->count);
}

void bres__sample_set_free(bres__sample_set *set)
{
    for (int kind = 0; kind < BRES__SIDECAR_KINDS; kind++)
        bres__free(set->copies[kind]);
}

bres_status bres__make_sidecars(bres__write *write, const bres_state *state,
                                bres__sidecar_entry entries[BRES__SIDECAR_KINDS])
{
    bres__sample_set set;
    bres_status status = bres__sample_set_read(state, &set);

    plan_sidecars(state, entries);
    for (int kind = 0; kind < BRES__SIDECAR_KINDS && status == BRES_OK; kind++) {
        const bres__samples *samples = set.samples[kind];

        if (samples == NULL)
            continue;
        entries[kind].count = samples->count;
        status = bres__sidecar_set_add(&write->sets[kind], samples->values, samples->count,
                                       &entries[kind].number);
    }
    bres__sample_set_free(&set);
    return status;
}
