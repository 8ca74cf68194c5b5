/* SPDX-License-Identifier: MIT */
/*
 * Merges whole results. See merge.h for the memory that a merged result owns.
 */
#include "model/merge/merge.h"

#include <inttypes.h>
#include <string.h>

/* The inputs of an input that is itself a merge replace that input. */
static bres_status merge_add_sources(bres__merge *merge, bres_result *input, size_t *capacity)
{
    bres_result *result = merge->result;
    bres_result *const *sources = input->source_count != 0 ? input->sources : &input;
    const size_t count = input->source_count != 0 ? input->source_count : 1;

    if (!BRES__RESERVE(&result->sources, capacity, result->source_count + count))
        return bres__error_memory();
    for (size_t i = 0; i < count; i++)
        result->sources[result->source_count++] = bres_result_ref(sources[i]);
    return BRES_OK;
}

static bres_status merge_sources(bres__merge *merge)
{
    bres_status status = BRES_OK;
    size_t capacity = 0;

    for (size_t i = 0; i < merge->count && status == BRES_OK; i++)
        status = merge_add_sources(merge, merge->inputs[i], &capacity);
    return status;
}

/* The first input that has this device. */
static size_t merge_device_input(const bres__merge *merge, int64_t id)
{
    size_t input = 0;

    while (bres_result_device(merge->inputs[input], id) == NULL)
        input++;
    return input;
}

static bres_status merge_devices(bres__merge *merge)
{
    bres_result *result = merge->result;

    for (size_t i = 0; i < merge->count; i++) {
        const bres_result *input = merge->inputs[i];

        /* MISSING, NULL and ARRAY are in this order. */
        if (input->devices_json > result->devices_json)
            result->devices_json = input->devices_json;
        for (size_t d = 0; d < input->device_count; d++) {
            const bres_device *device = input->devices[d];
            const bres_device *present = bres_result_device(result, device->id);
            bres_status status;
            bool equal = true;

            if (present == NULL)
                status = bres__result_put_device(result, device);
            else
                status = bres__json_equal_text(present->json, device->json, &equal);
            if (!equal && status == BRES_OK)
                return bres__merge_conflict(merge, merge_device_input(merge, device->id), i,
                                            "device %" PRId64, device->id);
            if (status != BRES_OK)
                return status;
        }
    }
    return BRES_OK;
}

static bres_status merge_extra(bres__merge *merge)
{
    bres__merge_object *objects =
        bres__arena_calloc(&merge->scratch, merge->count, sizeof(*objects));

    if (objects == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < merge->count; i++)
        objects[i] = (bres__merge_object){ .text = merge->inputs[i]->extra, .input = i };
    return bres__merge_objects(merge, objects, merge->count, NULL, "the result",
                               &merge->result->extra);
}

/* The merged benchmarks of one name. */
typedef struct group_name {
    bres__merge_group *first;
    bres__merge_group **next; /* where to link the next occurrence in `input` */
    size_t input;
} group_name;

typedef struct group_list {
    bres__merge_group *first;
    bres__merge_group **end;
    bres__merge_part **parts_end; /* where to link the next part of the merge */
    bres__map by_name;
} group_list;

/* NULL: out of memory. */
static group_name *groups_find_name(bres__merge *merge, group_list *groups, const char *name)
{
    group_name *found = bres__map_get(&groups->by_name, name, strlen(name));

    if (found != NULL)
        return found;
    found = bres__arena_calloc(&merge->scratch, 1, sizeof(*found));
    if (found == NULL || !bres__map_set(&groups->by_name, name, strlen(name), found))
        return NULL;
    found->next = &found->first;
    return found;
}

static bres_status groups_add(bres__merge *merge, group_list *groups, const bres_subbench *bench,
                              size_t input)
{
    bres__merge_part *part = bres__arena_calloc(&merge->scratch, 1, sizeof(*part));
    group_name *name = groups_find_name(merge, groups, bench->name);
    bres__merge_group *group;

    if (part == NULL || name == NULL)
        return bres__error_memory();
    if (name->input != input) {
        name->input = input;
        name->next = &name->first;
    }
    group = *name->next;
    if (group == NULL) {
        group = bres__arena_calloc(&merge->scratch, 1, sizeof(*group));
        if (group == NULL)
            return bres__error_memory();
        group->name = bench->name;
        group->end = &group->parts;
        *name->next = group;
        *groups->end = group;
        groups->end = &group->next;
    }
    name->next = &group->same_name;
    part->bench = bench;
    part->input = input;
    part->group = group;
    *groups->parts_end = part;
    groups->parts_end = &part->following;
    *group->end = part;
    group->end = &part->next;
    group->part_count++;
    return BRES_OK;
}

static bres_status merge_subbenches(bres__merge *merge)
{
    group_list groups = { 0 };
    bres_status status = BRES_OK;

    groups.end = &groups.first;
    groups.parts_end = &merge->parts;
    for (size_t i = 0; i < merge->count; i++) {
        const bres_result *input = merge->inputs[i];

        for (size_t b = 0; b < input->subbench_count && status == BRES_OK; b++)
            status = groups_add(merge, &groups, input->subbenches[b], i);
    }
    bres__map_free(&groups.by_name);
    if (status == BRES_OK)
        status = bres__merge_number(merge);
    for (const bres__merge_group *group = groups.first; group != NULL && status == BRES_OK;
         group = group->next)
        status = bres__merge_subbench(merge, group);
    return status;
}

bres_status bres_result_merge(bres_result *const *results, size_t count, bres_result **merged)
{
    bres__merge merge = { .inputs = results, .count = count };
    bres_status status;

    if (merged == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_result_merge: merged is NULL");
    *merged = NULL;
    if (results == NULL || count == 0)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_result_merge: no result given");
    for (size_t i = 0; i < count; i++) {
        if (results[i] == NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "bres_result_merge: result %zu is NULL", i + 1);
    }
    merge.result = bres__result_new();
    if (merge.result == NULL)
        return BRES_ERROR_MEMORY;
    status = merge_sources(&merge);
    if (status == BRES_OK)
        status = merge_devices(&merge);
    if (status == BRES_OK)
        status = merge_extra(&merge);
    if (status == BRES_OK)
        status = merge_subbenches(&merge);
    if (status == BRES_OK)
        status = bres__merge_meta(&merge);
    bres__arena_free(&merge.scratch);
    if (status != BRES_OK) {
        bres_result_unref(merge.result);
        return status;
    }
    merge.result->frozen = true;
    *merged = merge.result;
    return BRES_OK;
}
