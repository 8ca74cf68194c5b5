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

    if (meta == NULL || !BRES__RESERVE(&inputs->metadata, &inputs->capacity, inputs->count + 1))
        return bres__error_memory();
    return bres__run_member(meta, "benchresult", '{', arena, &inputs->metadata[inputs->count++]);
}

bres_status bres__run_inputs_read(bres__run_inputs *inputs, const bres_result *result,
                                  bres__arena *arena)
{
    const char *list = NULL;
    const char *own;
    bres_status status = bres__run_member(result->meta, "benchresult", '{', arena, &own);
    bres__cursor cursor;
    bres__json_walk walk;
    bres__slice element;

    inputs->count = 0;
    if (status == BRES_OK)
        status = bres__run_member(own, "merged", '[', arena, &list);
    inputs->is_merged = list != NULL;
    if (status != BRES_OK || list == NULL)
        return status;
    cursor = bres__json_unchecked_cursor(list, strlen(list));
    walk = bres__json_walk_list(&cursor);
    while (status == BRES_OK && bres__json_walk_pass(&walk, &element))
        status = inputs_add(inputs, &element, arena);
    return status == BRES_OK ? walk.status : status;
}

static int int64_order(const void *a, const void *b)
{
    const int64_t first = *(const int64_t *)a;
    const int64_t second = *(const int64_t *)b;

    return (first > second) - (first < second);
}

/* Whether each input has the number of a pair, and no two inputs the same one. */
static bres_status inputs_are_pairs(const bres__run_inputs *inputs, bres__arena *arena,
                                    bool *are_pairs)
{
    int64_t *pairs = bres__arena_calloc(arena, inputs->count, sizeof(*pairs));

    if (pairs == NULL)
        return bres__error_memory();
    *are_pairs = true;
    for (size_t i = 0; i < inputs->count && *are_pairs; i++)
        *are_pairs = inputs->metadata[i] != NULL &&
                     bres__json_member_int64(inputs->metadata[i], "pair", &pairs[i]);
    if (!*are_pairs)
        return BRES_OK;
    qsort(pairs, inputs->count, sizeof(*pairs), int64_order);
    for (size_t i = 1; i < inputs->count; i++)
        *are_pairs = *are_pairs && pairs[i] != pairs[i - 1];
    return BRES_OK;
}

bres_status bres__run_inputs_match(const bres__run_inputs *inputs, size_t end, bres__arena *arena,
                                   bool *match)
{
    *match = inputs->count == end;
    return inputs->count > end ? inputs_are_pairs(inputs, arena, match) : BRES_OK;
}
