/* SPDX-License-Identifier: MIT */
/*
 * Merging: JSON objects, and what does not agree.
 */
#include "model/merge/merge.h"

#include <inttypes.h>
#include <json-c/json.h>
#include <limits.h>
#include <string.h>

/* An input as messages name it; `buffer` is for one without a path. */
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

/* NULL for the value null, too; *parsed tells. */
static json_object *merge_parse(const bres__slice *text, bool *parsed)
{
    json_tokener *tokener = json_tokener_new_ex(BRES__JSON_MAX_DEPTH + 1);
    json_object *value = NULL;

    *parsed = false;
    if (tokener == NULL || text->length > INT_MAX)
        goto out;
    value = json_tokener_parse_ex(tokener, text->data, (int)text->length);
    /* A number ends where something else begins. */
    if (json_tokener_get_error(tokener) == json_tokener_continue)
        value = json_tokener_parse_ex(tokener, "", 1);
    *parsed = json_tokener_get_error(tokener) == json_tokener_success;
out:
    if (tokener != NULL)
        json_tokener_free(tokener);
    return value;
}

bool bres__merge_same_json(const bres__slice *a, const bres__slice *b)
{
    bool a_parsed;
    bool b_parsed;
    json_object *a_value;
    json_object *b_value;
    bool same;

    if (a->length == b->length && memcmp(a->data, b->data, a->length) == 0)
        return true;
    a_value = merge_parse(a, &a_parsed);
    b_value = merge_parse(b, &b_parsed);
    same = a_parsed && b_parsed && json_object_equal(a_value, b_value);
    json_object_put(a_value);
    json_object_put(b_value);
    return same;
}

bool bres__merge_same_text(const char *a, const char *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    return bres__merge_same_json(&(bres__slice){ .data = a, .length = strlen(a) },
                                 &(bres__slice){ .data = b, .length = strlen(b) });
}

typedef struct merge_member {
    const char *key;
    bres__slice value;
    size_t input; /* that has it first */
    struct merge_member *next;
} merge_member;

typedef struct merge_members {
    bres__merge *merge;
    const char *except;
    const char *owner;
    merge_member *first;
    merge_member **end;
    bres__map by_key;
} merge_members;

static bres_status members_append(merge_members *members, const bres__slice *key,
                                  const bres__slice *value, size_t input)
{
    bres__arena *scratch = &members->merge->scratch;
    merge_member *member = bres__arena_calloc(scratch, 1, sizeof(*member));

    if (member == NULL)
        return bres__error_memory();
    member->key = bres__arena_copy(scratch, key->data, key->length);
    member->value = *value;
    member->input = input;
    if (member->key == NULL || !bres__map_set(&members->by_key, member->key, key->length, member))
        return bres__error_memory();
    *members->end = member;
    members->end = &member->next;
    return BRES_OK;
}

/* Adds one member of `object`. Of a key that repeats in the object the last value counts. */
static bres_status members_add(merge_members *members, const bres__merge_object *object,
                               const bres__slice *key, const bres__slice *value)
{
    merge_member *member = bres__map_get(&members->by_key, key->data, key->length);
    bres__slice last = *value;

    if (member == NULL)
        return members_append(members, key, value, object->input);
    if (member->input == object->input) {
        member->value = *value;
        return BRES_OK;
    }
    if (bres__merge_same_json(&member->value, value) ||
        (bres__json_member(object->text, member->key, &last) &&
         bres__merge_same_json(&member->value, &last)))
        return BRES_OK;
    return bres__merge_conflict(members->merge, member->input, object->input, "the key '%s' of %s",
                                member->key, members->owner);
}

static bool members_leave_out(const merge_members *members, const bres__slice *key)
{
    return members->except != NULL && key->length == strlen(members->except) &&
           memcmp(key->data, members->except, key->length) == 0;
}

static bres_status members_add_object(merge_members *members, const bres__merge_object *object)
{
    bres__cursor cursor = bres__json_cursor(object->text, strlen(object->text));
    bool first = true;
    bool more = true;
    bres_status status;

    /* The text has been checked under the limits of its reader. */
    cursor.max_depth = BRES__JSON_MAX_DEPTH;
    cursor.max_string = UINT64_MAX;
    status = bres__json_enter(&cursor, '{');
    while (status == BRES_OK) {
        bres__slice key;
        bres__slice value;

        status = bres__json_next_member(&cursor, &members->merge->scratch, &first, &more, &key);
        if (status != BRES_OK || !more)
            break;
        status = bres__json_skip(&cursor, &value);
        if (status == BRES_OK && !members_leave_out(members, &key))
            status = members_add(members, object, &key, &value);
    }
    return status;
}

static bres_status members_write(const merge_members *members, const char **joined)
{
    bres__text text = { 0 };
    bres__json_writer writer = { .text = &text, .empty = true, .compact = true };

    if (members->first == NULL)
        return BRES_OK;
    bres__json_begin(&writer, '{');
    for (const merge_member *member = members->first; member != NULL; member = member->next) {
        bres__json_key(&writer, member->key);
        bres__json_write_raw(&writer, member->value.data, member->value.length);
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
    members.end = &members.first;
    for (size_t i = 0; i < count && status == BRES_OK; i++) {
        if (objects[i].text != NULL)
            status = members_add_object(&members, &objects[i]);
    }
    if (status == BRES_OK)
        status = members_write(&members, joined);
    bres__map_free(&members.by_key);
    return status;
}
