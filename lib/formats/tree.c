/* SPDX-License-Identifier: MIT */
#include "formats/tree.h"

#include <json.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>

/* Rejects syntax that json-c accepts beyond JSON, such as leading zeros: results must be JSON. */
static bres_status check_json(const bres__import *import, const bres__slice *text)
{
    bres__cursor cursor = bres__json_cursor(text->data, text->length);
    bres_status status;

    cursor.max_depth = import->load.max_depth;
    cursor.max_string = import->load.max_string;
    status = bres__json_skip(&cursor, NULL);
    return status == BRES_OK ? bres__json_finish(&cursor) : status;
}

/* The text must be valid JSON. */
static bres_status make_tree(const bres__import *import, const bres__slice *text,
                             struct json_object **value)
{
    struct json_tokener *tokener;
    enum json_tokener_error error;

    if (text->length >= INT_MAX)
        return bres__error(BRES_ERROR_LIMIT, "the JSON text is larger than 2 GiB");
    /* json-c also counts the values in the innermost container as a level. */
    tokener = json_tokener_new_ex((int)import->load.max_depth + 1);
    if (tokener == NULL)
        return bres__error_memory();
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
    /* The NUL after the text ends a number that is the whole text. */
    *value = json_tokener_parse_ex(tokener, text->data, (int)text->length);
    error = json_tokener_get_error(tokener);
    json_tokener_free(tokener);
    return error == json_tokener_success
               ? BRES_OK
               : bres__error(BRES_ERROR_SYNTAX, "not JSON: %s", json_tokener_error_desc(error));
}

bres_status bres__tree_parse(const bres__import *import, const bres__slice *text, const char *name,
                             bres__node *root)
{
    bres_status status = check_json(import, text);

    *root = (bres__node){ .import = import };
    if (status == BRES_OK)
        status = make_tree(import, text, &root->value);
    if (status != BRES_OK)
        bres__error_set_file(name != NULL ? name : import->input.name);
    return status;
}

bres_status bres__tree_open(const bres__import *import, bres__node *root)
{
    return bres__tree_parse(import, &import->input.text, NULL, root);
}

void bres__tree_close(bres__node *root)
{
    json_object_put(root->value);
    root->value = NULL;
}

bres__json_kind bres__node_kind(const bres__node *node)
{
    switch (json_object_get_type(node->value)) {
    case json_type_boolean:
        return json_object_get_boolean(node->value) ? BRES__JSON_TRUE : BRES__JSON_FALSE;
    case json_type_double:
        return BRES__JSON_REAL;
    case json_type_int:
        return BRES__JSON_INTEGER;
    case json_type_object:
        return BRES__JSON_OBJECT;
    case json_type_array:
        return BRES__JSON_ARRAY;
    case json_type_string:
        return BRES__JSON_STRING;
    default:
        return BRES__JSON_NULL;
    }
}

bool bres__node_find(const bres__node *node, const char *key, bres__node *member)
{
    struct json_object *value = NULL;

    *member = (bres__node){ .import = node->import, .parent = node, .key = key };
    if (!json_object_is_type(node->value, json_type_object) ||
        !json_object_object_get_ex(node->value, key, &value) || value == NULL)
        return false;
    member->value = value;
    return true;
}

static bool node_is(const bres__node *node, bres__json_kind kind)
{
    const bres__json_kind found = bres__node_kind(node);

    return found == kind || (kind == BRES__JSON_REAL && found == BRES__JSON_INTEGER);
}

static bres_status node_check_kind(const bres__node *node, bres__json_kind kind)
{
    if (node_is(node, kind))
        return BRES_OK;
    return bres__node_fault(node, BRES_ERROR_KIND, bres__json_kind_name(kind), "%s",
                            bres__json_kind_name(bres__node_kind(node)));
}

bres_status bres__node_optional(const bres__node *node, const char *key, bres__json_kind kind,
                                bres__node *member, bool *found)
{
    *found = bres__node_find(node, key, member);
    return *found ? node_check_kind(member, kind) : BRES_OK;
}

bres_status bres__node_require(const bres__node *node, const char *key, bres__json_kind kind,
                               bres__node *member)
{
    if (!bres__node_find(node, key, member))
        return bres__node_fault(node, BRES_ERROR_KEY, NULL, "this is a %s file without '%s'",
                                node->import->format->name, key);
    return node_check_kind(member, kind);
}

size_t bres__node_count(const bres__node *node)
{
    if (json_object_is_type(node->value, json_type_array))
        return json_object_array_length(node->value);
    if (json_object_is_type(node->value, json_type_object))
        return (size_t)json_object_object_length(node->value);
    return 0;
}

bres__node bres__node_at(const bres__node *node, size_t index)
{
    return (bres__node){ .import = node->import,
                         .parent = node,
                         .index = index,
                         .value = json_object_array_get_idx(node->value, index) };
}

bool bres__members_next(bres__members_walk *walk)
{
    const struct lh_entry *entry = walk->entry;

    if (!walk->begun && json_object_is_type(walk->object->value, json_type_object))
        entry = json_object_get_object(walk->object->value)->head;
    else if (entry != NULL)
        entry = entry->next;
    walk->begun = true;
    walk->entry = entry;
    if (entry == NULL)
        return false;
    walk->member = (bres__node){ .import = walk->object->import,
                                 .parent = walk->object,
                                 .key = lh_entry_k(entry),
                                 .value = lh_entry_v(entry) };
    return true;
}

bres_status bres__node_float64(const bres__node *node, double *value)
{
    const bres_status status = node_check_kind(node, BRES__JSON_REAL);

    if (status == BRES_OK)
        *value = json_object_get_double(node->value);
    return status;
}

bres_status bres__node_read_float64(const bres__node *node, const char *key, double *value)
{
    bres__node member;
    const bres_status status = bres__node_require(node, key, BRES__JSON_REAL, &member);

    return status == BRES_OK ? bres__node_float64(&member, value) : status;
}

bres_status bres__node_read_duration(const bres__node *node, const char *key, double *value)
{
    bres__node member;
    bres_status status = bres__node_require(node, key, BRES__JSON_REAL, &member);

    if (status == BRES_OK)
        status = bres__node_float64(&member, value);
    if (status == BRES_OK && !(isfinite(*value) && *value >= 0))
        status =
            bres__node_fault(&member, BRES_ERROR_VALUE, bres__range_text(BRES__RANGE_NOT_NEGATIVE),
                             "%s", bres__node_as_text(&member));
    return status;
}

const char *bres__node_text(const bres__node *node)
{
    return json_object_is_type(node->value, json_type_string) ? json_object_get_string(node->value)
                                                              : NULL;
}

bres_status bres__node_read_text(const bres__node *node, const char *key, const char **text)
{
    bres__node member;
    const bres_status status = bres__node_require(node, key, BRES__JSON_STRING, &member);

    if (status == BRES_OK)
        *text = bres__node_text(&member);
    return status;
}

const char *bres__node_as_text(const bres__node *node)
{
    const char *text = bres__node_text(node);

    return text != NULL ? text : bres__node_json(node).data;
}

bres__slice bres__node_json(const bres__node *node)
{
    size_t length = 0;
    const char *text = json_object_to_json_string_length(
        node->value, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE, &length);

    /* json-c returns NULL if memory runs out. */
    return text != NULL ? (bres__slice){ text, length } : (bres__slice){ "null", 4 };
}

void bres__node_keep_others(const bres__node *node, const char *const *known,
                            bres__draft_state *state)
{
    bres__members_walk walk = { .object = node };

    while (bres__members_next(&walk)) {
        bres__slice json;

        if (bres__draft_key_is_in(walk.member.key, known))
            continue;
        json = bres__node_json(&walk.member);
        bres__draft_extra(state, walk.member.key, json.data, json.length);
    }
}

/* Appends the path of the node, such as "benchmarks[3].stats". */
static void place_put(bres__text *place, const bres__node *node)
{
    if (node->parent == NULL)
        return;
    place_put(place, node->parent);
    if (node->key == NULL)
        bres__text_printf(place, "[%zu]", node->index);
    else
        bres__text_printf(place, "%s%s", place->length != 0 ? "." : "", node->key);
}

bres_status bres__node_fault(const bres__node *node, bres_status status, const char *expected,
                             const char *format, ...)
{
    bres__text place = { 0 };
    char message[512];
    va_list arguments;

    va_start(arguments, format);
    bres__vformat(message, sizeof(message), format, arguments);
    va_end(arguments);
    place_put(&place, node);
    bres__import_fault(node->import, status, place.failed || place.length == 0 ? NULL : place.data,
                       NULL, expected, "%s", message);
    bres__text_free(&place);
    return status;
}
