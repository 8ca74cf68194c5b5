/* SPDX-License-Identifier: MIT */
/*
 * Makes states of a result under construction from records.
 */
#include "nvbench/journal/record.h"

/* Makes a decoded state changeable: gives it its own summaries and a list of them, which is freed
 * with the benchmark to which the state is attached. */
static bres_status state_open(bres_state *state, bres__arena *arena)
{
    const size_t count = state->summary_count;
    bres__summary_shape *shapes = bres__arena_calloc(arena, count, sizeof(*shapes));
    bres__open_summary *opened = bres__arena_calloc(arena, count, sizeof(*opened));
    bres_summary **list = NULL;
    size_t capacity = 0;

    if (shapes == NULL || opened == NULL || !BRES__RESERVE(&list, &capacity, count))
        return bres__error_memory();
    for (size_t i = 0; i < count; i++) {
        bres_summary *summary = &opened[i].summary;

        *summary = *bres__summary_at(state, i);
        shapes[i] = *summary->shape;
        summary->shape = &shapes[i];
        summary->is_open = true;
        opened[i].state = state;
        list[i] = summary;
    }
    state->summaries = NULL;
    state->open_summaries = list;
    state->summary_capacity = (uint32_t)capacity;
    return BRES_OK;
}

/* Decodes the state into the result's arena, without the limits that protect readers of files,
 * because the record comes from a process of the same program. */
static bres_status decode_json(const bres__record *record, bres_result *result,
                               const bres_subbench *bench, bres_state **state)
{
    const bres__state_text text = { record->json.data, record->json.length };
    bres__load load = {
        .result = result, .name = "<record>", .text = text.begin, .size = text.length
    };
    bres__decoder decoder;
    bres_status status;

    bres_load_options_init(&load.options);
    load.options.max_string = UINT64_MAX;
    load.options.max_depth = BRES__JSON_MAX_DEPTH;
    bres__decoder_init(&decoder, &load);
    decoder.bench_index = record->bench;
    decoder.state_index = bench->state_count;
    status = bres__decode_state(&decoder, bench, &text, state);
    if (status == BRES_OK)
        bres__arena_adopt(&result->arena, &decoder.arena);
    else
        bres__error_set_file(load.name);
    bres__decoder_free(&decoder);
    return status;
}

static bres_status check_record(const char *data, size_t size, const bres_result *result,
                                bres__record *record)
{
    bres_status status;

    if (data == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the record is NULL");
    status = bres__result_check_open(result);
    if (status != BRES_OK)
        return status;
    if (bres__record_read(data, size, record) != BRES__RECORD_COMPLETE || record->size != size)
        return bres__error(BRES_ERROR_SYNTAX, "the %zu bytes are not a complete record", size);
    if (record->bench >= result->subbench_count)
        return bres__error(BRES_ERROR_SYNTAX,
                           "the record is of benchmark %u, but the result has %zu", record->bench,
                           result->subbench_count);
    return BRES_OK;
}

bres_status bres__journal_decode(const char *record, size_t size, bres_result *result,
                                 bres_state **state)
{
    bres_state *made = NULL;
    bres_subbench *bench;
    bres__record fields;
    bres_status status;

    *state = NULL;
    status = check_record(record, size, result, &fields);
    if (status != BRES_OK)
        return status;
    bench = result->subbenches[fields.bench];
    if (!BRES__RESERVE(&bench->states, &bench->state_capacity, bench->state_count + 1))
        return bres__error_memory();
    status = decode_json(&fields, result, bench, &made);
    if (status != BRES_OK)
        return status;
    status = bres__record_take_samples(&fields, made);
    if (status == BRES_OK)
        status = state_open(made, &result->arena);
    if (status != BRES_OK) {
        bres__free(atomic_load(&made->times));
        bres__free(atomic_load(&made->rates));
        return status;
    }
    bench->states[bench->state_count++] = made;
    *state = made;
    return BRES_OK;
}

/* Does everything that can fail, before a state is moved. */
static bres_status prepare_move(bres_result *from, bres_result *result)
{
    for (size_t b = 0; b < from->subbench_count; b++) {
        const bres_subbench *source = from->subbenches[b];
        bres_subbench *bench = result->subbenches[b];

        if (!BRES__RESERVE(&bench->states, &bench->state_capacity,
                           bench->state_count + source->state_count))
            return bres__error_memory();
        for (size_t s = 0; s < source->state_count; s++) {
            const bres_status status = state_open(source->states[s], &from->arena);

            if (status != BRES_OK)
                return status;
        }
    }
    return BRES_OK;
}

bres_status bres__journal_move_states(bres_result *from, bres_result *result)
{
    const bres_status status = prepare_move(from, result);

    if (status != BRES_OK)
        return status;
    for (size_t b = 0; b < from->subbench_count; b++) {
        bres_subbench *source = from->subbenches[b];
        bres_subbench *bench = result->subbenches[b];

        for (size_t s = 0; s < source->state_count; s++) {
            source->states[s]->bench = bench;
            bench->states[bench->state_count++] = source->states[s];
        }
        source->state_count = 0;
    }
    bres__arena_adopt(&result->arena, &from->arena);
    return BRES_OK;
}
