/* SPDX-License-Identifier: MIT */
#include "report/pivot/section.h"
#include "model/merge/inputs.h"
#include "model/model.h"

#include <string.h>

static bres_status sections_read(const bres_result *result, bres__run_inputs *inputs,
                                 bres__arena *arena, bres__result_sections *sections)
{
    const bres_status status = bres__run_inputs_read(inputs, result, arena);
    bres__run_input *items;

    if (status != BRES_OK)
        return status;
    sections->is_merged = inputs->is_merged;
    sections->by_run = inputs->has_runs;
    sections->count = inputs->is_merged ? inputs->count : 1;
    items = bres__arena_calloc(arena, sections->count, sizeof(*items));
    if (items == NULL)
        return bres__error_memory();
    sections->inputs = items;
    if (!inputs->is_merged)
        return bres__run_member(result->meta, "benchresult", '{', arena, &items[0].metadata);
    if (inputs->count > 0)
        memcpy(items, inputs->items, inputs->count * sizeof(*items));
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
    bres__free(inputs.items);
    return status;
}

bool bres__sections_next(const bres__result_sections *results, const bres__pivot_entry *entry,
                         size_t *position, const char **section)
{
    const bres__result_sections *result = &results[entry->result];
    const uint32_t run = entry->state->run;

    while (*position < result->count) {
        const bres__run_input *input = &result->inputs[(*position)++];

        if (result->by_run && (run < input->run || run - input->run >= input->runs))
            continue;
        *section = input->metadata;
        return true;
    }
    return false;
}

bool bres__sections_are_same(const bres__result_sections *results, const bres__pivot_entry *one,
                             const bres__pivot_entry *two)
{
    return one->result == two->result &&
           (!results[one->result].by_run || one->state->run == two->state->run);
}
