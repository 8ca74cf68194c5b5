/* SPDX-License-Identifier: MIT */
/*
 * Merges JSON objects and reports conflicts.
 */
#include "model/merge/merge.h"

#include <string.h>

/* The name of an input in messages; `buffer` is for an input without a path. */
static const char *merge_input_name(const bres__merge *merge, size_t input, char buffer[48])
{
    const char *path = bres_result_path(merge->inputs[input]);

    if (path != NULL)
        return path;
    bres__format(buffer, 48, "result %zu", input + 1);
    return buffer;
}

bres_status bres__merge_conflict(const bres__merge *merge, size_t first, size_t second,
                                 const char *format, ...)
{
    char what[512];
    char first_buffer[48];
    char second_buffer[48];
    va_list arguments;

    va_start(arguments, format);
    bres__vformat(what, sizeof(what), format, arguments);
    va_end(arguments);
    return bres__error(BRES_ERROR_CONFLICT, "%s differs between %s and %s", what,
                       merge_input_name(merge, first, first_buffer),
                       merge_input_name(merge, second, second_buffer));
}

typedef struct merge_member {
    const char *key;
    bres__slice value;
    size_t input; /* the first input that has the member */
} merge_member;

typedef struct merge_members {
    bres__merge *merge;
    const char *except;
    const char *owner;
    bres__index index;   /* of the keys */
    merge_member *items; /* by position */
    size_t capacity;
} merge_members;

static bres_status members_append(merge_members *members, const bres__slice *key,
                                  const bres__slice *value, size_t input)
{
    const char *copy = bres__arena_copy(&members->merge->scratch, key->data, key->length);
    size_t position;

    if (copy == NULL ||
        !BRES__RESERVE(&members->items, &members->capacity, members->index.count + 1) ||
        !bres__index_add(&members->index, copy, key->length, &position))
        return bres__error_memory();
    members->items[position] = (merge_member){ .key = copy, .value = *value, .input = input };
    return BRES_OK;
}

static bres_status members_add(merge_members *members, size_t input, const bres__slice *key,
                               const bres__slice *value)
{
    const size_t position = bres__index_find(&members->index, key->data, key->length);
    const merge_member *member;
    bres_status status;
    bool equal;

    if (position == BRES__INDEX_NONE)
        return members_append(members, key, value, input);
    member = &members->items[position];
    status = bres__json_equal(&member->value, value, &equal);
    if (status != BRES_OK || equal)
        return status;
    return bres__merge_conflict(members->merge, member->input, input, "the key '%s' of %s",
                                member->key, members->owner);
}

static bool members_leave_out(const merge_members *members, const bres__slice *key)
{
    return members->except != NULL && key->length == strlen(members->except) &&
           memcmp(key->data, members->except, key->length) == 0;
}

static bres_status members_add_object(merge_members *members, const bres__merge_object *object)
{
    const bres__slice text = { object->text, strlen(object->text) };
    bres__json_members added = { .count = 0 };
    bres_status status = bres__json_members_read(&added, &text);

    for (size_t i = 0; i < added.count && status == BRES_OK; i++) {
        if (!members_leave_out(members, &added.keys[i]))
            status = members_add(members, object->input, &added.keys[i], &added.values[i]);
    }
    bres__json_members_free(&added);
    return status;
}

static bres_status members_write(const merge_members *members, const char **joined)
{
    bres__text text = { 0 };
    bres__json_writer writer = { .text = &text, .empty = true, .compact = true };

    if (members->index.count == 0)
        return BRES_OK;
    bres__json_begin(&writer, '{');
    for (size_t i = 0; i < members->index.count; i++) {
        bres__json_key(&writer, members->items[i].key);
        bres__json_write_raw(&writer, members->items[i].value.data, members->items[i].value.length);
    }
    bres__json_end(&writer, '}');
    if (!text.failed)
        *joined = bres__arena_copy(&members->merge->result->arena, text.data, text.length);
    bres__text_free(&text);
    return *joined != NULL ? BRES_OK : bres__error_memory();
}

bres_status bres__merge_objects(bres__merge *merge, const bres__merge_object *objects, size_t count,
                                const char *except, const char *owner, const char **joined)
{
    merge_members members = { .merge = merge, .except = except, .owner = owner };
    bres_status status = BRES_OK;

    *joined = NULL;
    for (size_t i = 0; i < count && status == BRES_OK; i++) {
        if (objects[i].text != NULL)
            status = members_add_object(&members, &objects[i]);
    }
    if (status == BRES_OK)
        status = members_write(&members, joined);
    bres__index_free(&members.index);
    bres__free(members.items);
    return status;
}
