/* SPDX-License-Identifier: MIT */
#include "model/merge/inputs.h"
#include "model/build/build.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

bres_status bres__run_member(const char *object, const char *key, char begin, bres__arena *arena,
                             const char **member)
{
    bres_status status = BRES_OK;

    *member = NULL;
    if (object != NULL && object[0] == '{')
        status = bres__member_text(object, key, arena, member);
    if (*member != NULL && (*member)[0] != begin)
        *member = NULL;
    return status;
}

static bres_status inputs_add(bres__run_inputs *inputs, const bres__slice *element,
                              bres__arena *arena)
{
    const char *meta = bres__arena_copy(arena, element->data, element->length);

    if (meta == NULL || !BRES__RESERVE(&inputs->items, &inputs->capacity, inputs->count + 1))
        return bres__error_memory();
    inputs->items[inputs->count] = (bres__run_input){ .metadata = NULL };
    return bres__run_member(meta, "benchresult", '{', arena,
                            &inputs->items[inputs->count++].metadata);
}

/* Reads the first run and the number of runs of an input. Returns false for a text that merging
 * would not have written. */
static bool run_read(bres__run_input *input, const char *element)
{
    int64_t run;
    int64_t runs;

    if (element[0] != '{' || !bres__json_member_int64(element, "run", &run) ||
        !bres__json_member_int64(element, "runs", &runs) || run < 0 || run > UINT32_MAX ||
        runs < 0 || runs > UINT32_MAX - run)
        return false;
    input->run = (uint32_t)run;
    input->runs = (uint32_t)runs;
    return true;
}

/* Reads the runs of the inputs from a list, which has one element for each input. */
static bres_status runs_read(bres__run_inputs *inputs, const char *list, bres__arena *arena)
{
    bres__cursor cursor = bres__json_unchecked_cursor(list, strlen(list));
    bres__json_walk walk = bres__json_walk_list(&cursor);
    bres__slice element;
    size_t count = 0;
    bool valid = true;

    while (valid && bres__json_walk_pass(&walk, &element)) {
        const char *text = bres__arena_copy(arena, element.data, element.length);

        if (text == NULL)
            return bres__error_memory();
        valid = count < inputs->count && run_read(&inputs->items[count++], text);
    }
    inputs->has_runs = valid && count == inputs->count;
    return walk.status;
}

static int int64_order(const void *a, const void *b)
{
    const int64_t first = *(const int64_t *)a;
    const int64_t second = *(const int64_t *)b;

    return (first > second) - (first < second);
}

/* Sets *are_pairs to whether each input has a pair number and all pair numbers differ. */
static bres_status inputs_are_pairs(const bres__run_inputs *inputs, bres__arena *arena,
                                    bool *are_pairs)
{
    int64_t *pairs = bres__arena_calloc(arena, inputs->count, sizeof(*pairs));

    if (pairs == NULL)
        return bres__error_memory();
    *are_pairs = true;
    for (size_t i = 0; i < inputs->count && *are_pairs; i++)
        *are_pairs = inputs->items[i].metadata != NULL &&
                     bres__json_member_int64(inputs->items[i].metadata, "pair", &pairs[i]);
    if (!*are_pairs)
        return BRES_OK;
    qsort(pairs, inputs->count, sizeof(*pairs), int64_order);
    for (size_t i = 1; i < inputs->count; i++)
        *are_pairs = *are_pairs && pairs[i] != pairs[i - 1];
    return BRES_OK;
}

static size_t run_end(const bres_result *result)
{
    uint32_t highest = 0;

    for (size_t b = 0; b < result->subbench_count; b++) {
        const bres_subbench *bench = result->subbenches[b];

        for (size_t i = 0; i < bench->state_count; i++)
            highest = bench->states[i]->run > highest ? bench->states[i]->run : highest;
    }
    return (size_t)highest + 1;
}

/* Guesses the runs of the inputs. If they are shards, which share a run, there are more inputs than
 * runs. Trailing runs without states look the same. Pair numbers distinguish the two cases, because
 * merging gives each new pair a run of its own. */
static bres_status runs_guess(bres__run_inputs *inputs, const bres_result *result,
                              bres__arena *arena)
{
    const size_t end = run_end(result);
    bres_status status = BRES_OK;

    inputs->has_runs = inputs->count == end;
    if (inputs->count > end)
        status = inputs_are_pairs(inputs, arena, &inputs->has_runs);
    for (size_t i = 0; i < inputs->count; i++) {
        inputs->items[i].run = (uint32_t)i;
        inputs->items[i].runs = 1;
    }
    return status;
}

bres_status bres__run_inputs_read(bres__run_inputs *inputs, const bres_result *result,
                                  bres__arena *arena)
{
    const char *list = NULL;
    const char *runs = NULL;
    const char *own;
    bres_status status = bres__run_member(result->meta, "benchresult", '{', arena, &own);
    bres__cursor cursor;
    bres__json_walk walk;
    bres__slice element;

    inputs->count = 0;
    if (status == BRES_OK)
        status = bres__run_member(own, "merged", '[', arena, &list);
    if (status == BRES_OK)
        status = bres__run_member(own, "merged_runs", '[', arena, &runs);
    inputs->has_runs = false;
    inputs->is_merged = list != NULL;
    if (status != BRES_OK || list == NULL)
        return status;
    cursor = bres__json_unchecked_cursor(list, strlen(list));
    walk = bres__json_walk_list(&cursor);
    while (status == BRES_OK && bres__json_walk_pass(&walk, &element))
        status = inputs_add(inputs, &element, arena);
    if (status == BRES_OK)
        status = walk.status;
    if (status == BRES_OK && runs != NULL)
        status = runs_read(inputs, runs, arena);
    return status == BRES_OK && !inputs->has_runs ? runs_guess(inputs, result, arena) : status;
}
