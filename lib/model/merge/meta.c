/* SPDX-License-Identifier: MIT */
/*
 * Merging: the meta section is that of the first input, with the list of all inputs' sections as
 * `benchresult.merged`.
 */
#include "model/build/build.h"
#include "model/merge/merge.h"

#include <string.h>

/* The list that an input which is itself a merge, or was written by one, has in its meta section;
 * NULL when it has none. */
static bres_status meta_find_list(const char *meta, bres__arena *arena, const char **list)
{
    const char *own;
    bres_status status;

    *list = NULL;
    if (meta == NULL)
        return BRES_OK;
    status = bres__member_text(meta, "benchresult", arena, &own);
    if (status == BRES_OK && own != NULL)
        status = bres__member_text(own, "merged", arena, list);
    if (status == BRES_OK && *list != NULL && (*list)[0] != '[')
        *list = NULL;
    return status;
}

static bres_status meta_write_elements(bres__json_writer *writer, const char *list)
{
    bres__cursor cursor = bres__json_unchecked_cursor(list, strlen(list));
    bres__json_walk walk = bres__json_walk_list(&cursor);
    bres__slice element;

    while (bres__json_walk_pass(&walk, &element))
        bres__json_write_raw(writer, element.data, element.length);
    return walk.status;
}

static bres_status meta_write_input(bres__merge *merge, const char *meta, bres__json_writer *writer)
{
    const char *list;
    bres_status status = meta_find_list(meta, &merge->scratch, &list);

    if (status != BRES_OK)
        return status;
    if (list != NULL)
        return meta_write_elements(writer, list);
    if (meta != NULL)
        bres__json_write_raw(writer, meta, strlen(meta));
    else
        bres__json_write_literal(writer, "null");
    return BRES_OK;
}

bres_status bres__merge_meta(bres__merge *merge)
{
    static const char *const replaced[] = { "benchresult", NULL };
    const char *first = merge->inputs[0]->meta;
    bres__text text = { 0 };
    bres__json_writer writer = { .text = &text, .empty = true, .compact = true };
    bres_status status = BRES_OK;

    bres__json_begin(&writer, '{');
    if (first != NULL)
        bres__json_write_members(&writer, first, replaced);
    bres__json_key(&writer, "benchresult");
    bres__json_begin(&writer, '{');
    bres__json_key(&writer, "merged");
    bres__json_begin(&writer, '[');
    for (size_t i = 0; i < merge->count && status == BRES_OK; i++)
        status = meta_write_input(merge, merge->inputs[i]->meta, &writer);
    bres__json_end(&writer, ']');
    bres__json_end(&writer, '}');
    bres__json_end(&writer, '}');
    if (status == BRES_OK && !text.failed)
        merge->result->meta = bres__arena_copy(&merge->result->arena, text.data, text.length);
    if (status == BRES_OK && merge->result->meta == NULL)
        status = bres__error_memory();
    bres__text_free(&text);
    merge->result->version = merge->inputs[0]->version;
    return status;
}
