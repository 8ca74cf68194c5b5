/* SPDX-License-Identifier: MIT */
#include "report/pivot/section.h"
#include "model/merge/inputs.h"
#include "model/model.h"

#include <string.h>

static uint32_t highest_run(const bres_result *result)
{
    uint32_t highest = 0;

    for (size_t b = 0; b < result->subbench_count; b++) {
        const bres_subbench *bench = result->subbenches[b];

        for (size_t i = 0; i < bench->state_count; i++)
            highest = bench->states[i]->run > highest ? bench->states[i]->run : highest;
    }
    return highest;
}

static bres_status sections_read(const bres_result *result, bres__run_inputs *inputs,
                                 bres__arena *arena, bres__result_sections *sections)
{
    bres_status status = bres__run_inputs_read(inputs, result, arena);

    if (status == BRES_OK && inputs->is_merged)
        status = bres__run_inputs_match(inputs, (size_t)highest_run(result) + 1, arena,
                                        &sections->by_run);
    if (status != BRES_OK)
        return status;
    sections->is_merged = inputs->is_merged;
    sections->count = inputs->is_merged ? inputs->count : 1;
    sections->items = bres__arena_calloc(arena, sections->count, sizeof(*sections->items));
    if (sections->items == NULL)
        return bres__error_memory();
    if (!inputs->is_merged)
        return bres__run_member(result->meta, "benchresult", '{', arena, &sections->items[0]);
    if (inputs->count > 0)
        memcpy(sections->items, inputs->metadata, inputs->count * sizeof(*sections->items));
    return BRES_OK;
}

bres_status bres__sections_make(const bres__pivot *pivot, bres__arena *arena,
                                bres__result_sections **made)
{
    bres__run_inputs inputs = { .count = 0 };
    bres_status status = BRES_OK;

    *made = bres__arena_calloc(arena, pivot->count, sizeof(**made));
    if (*made == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < pivot->count && status == BRES_OK; i++)
        status = sections_read(pivot->results[i], &inputs, arena, &(*made)[i]);
    bres__free(inputs.metadata);
    return status;
}

bres__sections bres__sections_of(const bres__result_sections *results,
                                 const bres__pivot_entry *entry)
{
    const bres__result_sections *result = &results[entry->result];

    return result->by_run ? (bres__sections){ result->items + entry->state->run, 1 }
                          : (bres__sections){ result->items, result->count };
}
