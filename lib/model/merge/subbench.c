/* SPDX-License-Identifier: MIT */
/*
 * Merges one benchmark with its device ids, settings and other keys.
 */
#include "model/merge/merge.h"

#include <string.h>

/* MISSING, NULL and ARRAY are in this order, so the merged result has a list if an input has it. */
static void merge_list_kind(uint8_t *merged, uint8_t added)
{
    if (added > *merged)
        *merged = added;
}

/* Adds the ids that the merged benchmark lacks; `known` has the ids that it has. */
static bres_status merge_part_ids(const bres_subbench *part, bres_subbench *bench, bres__map *known)
{
    for (size_t i = 0; i < part->device_count; i++) {
        const char *id = (const char *)&part->devices[i];

        if (bres__map_get(known, id, sizeof(int64_t)) != NULL)
            continue;
        if (!BRES__RESERVE(&bench->devices, &bench->device_capacity, bench->device_count + 1) ||
            !bres__map_set(known, id, sizeof(int64_t), bench))
            return bres__error_memory();
        bench->devices[bench->device_count++] = part->devices[i];
    }
    merge_list_kind(&bench->devices_json, part->devices_json);
    merge_list_kind(&bench->axes_json, part->axes_json);
    return BRES_OK;
}

static bres_status merge_device_ids(const bres__merge_group *group, bres_subbench *bench)
{
    bres__map known = { 0 };
    bres_status status = BRES_OK;

    for (const bres__merge_part *part = group->parts; part != NULL && status == BRES_OK;
         part = part->next)
        status = merge_part_ids(part->bench, bench, &known);
    bres__map_free(&known);
    return status;
}

static bool group_has_index(const bres__merge_group *group)
{
    bres__slice slice;

    for (const bres__merge_part *part = group->parts; part != NULL; part = part->next) {
        if (part->bench->extra != NULL && bres__json_member(part->bench->extra, "index", &slice))
            return true;
    }
    return false;
}

/* Sets the index of the benchmark, because it differs between the inputs and the merged result. */
static bres_status merge_index(bres__merge *merge, bres_subbench *bench)
{
    bres__text text = { 0 };
    bres__json_writer writer = { .text = &text, .empty = true, .compact = true };
    const char *extra = NULL;

    bres__json_begin(&writer, '{');
    bres__json_key(&writer, "index");
    bres__json_write_int64(&writer, (int64_t)(merge->result->subbench_count - 1));
    if (bench->extra != NULL)
        bres__json_write_members(&writer, bench->extra, NULL);
    bres__json_end(&writer, '}');
    if (!text.failed)
        extra = bres__arena_copy(&merge->result->arena, text.data, text.length);
    bres__text_free(&text);
    if (extra == NULL)
        return bres__error_memory();
    bench->extra = extra;
    return BRES_OK;
}

static bres_status merge_settings(bres__merge *merge, const bres__merge_group *group,
                                  bres_subbench *bench)
{
    bres__merge_object *objects =
        bres__arena_calloc(&merge->scratch, group->part_count, sizeof(*objects));
    size_t count = 0;
    char owner[256];
    bres_status status;

    if (objects == NULL)
        return bres__error_memory();
    for (const bres__merge_part *part = group->parts; part != NULL; part = part->next)
        objects[count++] = (bres__merge_object){ .text = part->bench->extra, .input = part->input };
    bres__format(owner, sizeof(owner), "benchmark '%s'", group->name);
    status = bres__merge_objects(merge, objects, count, "index", owner, &bench->extra);
    if (status == BRES_OK && group_has_index(group))
        status = merge_index(merge, bench);
    return status;
}

bres_status bres__merge_subbench(bres__merge *merge, const bres__merge_group *group)
{
    bres_subbench *bench = bres__result_append_subbench(merge->result, group->name);
    bres_status status;

    if (bench == NULL)
        return BRES_ERROR_MEMORY;
    status = merge_device_ids(group, bench);
    if (status == BRES_OK)
        status = merge_settings(merge, group, bench);
    if (status == BRES_OK)
        status = bres__merge_axes(merge, group, bench);
    if (status == BRES_OK)
        status = bres__merge_states(merge, group, bench);
    return status;
}
