/* SPDX-License-Identifier: MIT */
/*
 * The small parts of a file: meta and devices. Their texts are kept as they are; json-c reads what
 * has a function of its own. The text has been checked by the cutter, so json-c sees valid JSON
 * only.
 */
#include "nvbench/nvbench.h"

#include <json-c/json.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- Faults --------------------------------------------------------------------------------------
 */

void bres__load_warn(const bres__load *load, const char *path, const char *message)
{
    bres__text text = { 0 };

    if (load->options.log == NULL)
        return;
    bres__text_printf(&text, "%s: %s%s%s", load->name, path, path[0] != '\0' ? ": " : "", message);
    /* Without memory the place is left out, not the warning. */
    bres__log_say(load->options.log, load->options.log_user, BRES_LOG_WARNING,
                  text.failed ? message : text.data);
    bres__text_free(&text);
}

bres_status bres__load_complain(const bres__load *load, bres_status status, const char *at,
                                const char *expected, const char *path, const char *format, ...)
{
    char message[512];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if ((load->options.flags & BRES_LOAD_LENIENT) != 0) {
        bres__load_warn(load, path, message);
        return BRES_OK;
    }
    bres__error(status, "%s", message);
    bres__error_set_file(load->name);
    bres__error_set_path("%s", path);
    bres__error_set_expected(expected);
    if (at != NULL)
        bres__error_set_offset(at - load->text);
    return status;
}

bres_status bres__load_old_layout(const bres__load *load, const char *at, const char *format, ...)
{
    char path[160];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(path, sizeof path, format, arguments);
    va_end(arguments);
    bres__error(BRES_ERROR_VERSION, "expected a list, found an object (the layout of before 2022 "
                                    "is not supported)");
    bres__error_set_file(load->name);
    bres__error_set_path("%s", path);
    bres__error_set_expected("a list");
    bres__error_set_offset(at - load->text);
    return BRES_ERROR_VERSION;
}

/* --- Trees ---------------------------------------------------------------------------------------
 */

/* The tree of a text that has been checked; the caller json_object_put()s it. A JSON null is a NULL
 * tree. An integer beyond 64 bits is cut to them: who needs one looks at the text. */
static bres_status tree_parse(const bres__load *load, const bres__slice *text, json_object **tree)
{
    /* One more level than the cutter allows: json-c counts scalars as one. */
    struct json_tokener *tokener = json_tokener_new_ex((int)load->options.max_depth + 1);
    enum json_tokener_error error;

    *tree = NULL;
    if (tokener == NULL)
        return bres__error_memory();
    if (text->length > INT32_MAX) {
        json_tokener_free(tokener);
        return bres__error(BRES_ERROR_LIMIT, "a part outside the states is larger than 2 GiB");
    }
    *tree = json_tokener_parse_ex(tokener, text->data, (int)text->length);
    error = json_tokener_get_error(tokener);
    if (error == json_tokener_continue) /* a number or literal that could go on */
        *tree = json_tokener_parse_ex(tokener, "", 1);
    error = json_tokener_get_error(tokener);
    json_tokener_free(tokener);
    return error == json_tokener_success ? BRES_OK : bres__error_memory();
}

static bres__json_kind tree_kind(const json_object *node)
{
    switch (json_object_get_type(node)) {
    case json_type_null:
        return BRES__JSON_NULL;
    case json_type_boolean:
        return json_object_get_boolean(node) ? BRES__JSON_TRUE : BRES__JSON_FALSE;
    case json_type_int:
        return BRES__JSON_INTEGER;
    case json_type_double:
        return BRES__JSON_REAL;
    case json_type_string:
        return BRES__JSON_STRING;
    case json_type_array:
        return BRES__JSON_ARRAY;
    case json_type_object:
    default:
        return BRES__JSON_OBJECT;
    }
}

/* Content of a string in the arena; NULL without memory. */
static const char *tree_string(json_object *node, bres__arena *arena)
{
    return bres__arena_copy(arena, json_object_get_string(node),
                            (size_t)json_object_get_string_len(node));
}

/* --- meta ----------------------------------------------------------------------------------------
 */

static bres_status read_version(bres_result *result, json_object *meta)
{
    static const char *const steps[] = { "version", "json", "string" };
    json_object *node = meta;

    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (!json_object_is_type(node, json_type_object) ||
            !json_object_object_get_ex(node, steps[i], &node))
            return BRES_OK;
    if (!json_object_is_type(node, json_type_string))
        return BRES_OK;
    result->version = tree_string(node, &result->arena);
    return result->version == NULL ? bres__error_memory() : BRES_OK;
}

static bres_status read_meta(const bres__load *load, const bres__slice *text)
{
    bres_result *result = load->result;
    json_object *meta = NULL;
    bres_status status;

    if (text->data == NULL)
        return BRES_OK;
    status = tree_parse(load, text, &meta);
    if (status != BRES_OK)
        return status;
    if (meta == NULL) {
        result->meta_json = BRES__JSON_NULL;
        goto out;
    }
    if (!json_object_is_type(meta, json_type_object)) {
        status = bres__load_complain(load, BRES_ERROR_KIND, text->data, "an object", "meta",
                                     "expected an object, found %s",
                                     bres__json_kind_name(tree_kind(meta)));
        goto out;
    }
    result->meta_json = BRES__JSON_OBJECT;
    result->meta = bres__arena_copy(&result->arena, text->data, text->length);
    status = result->meta == NULL ? bres__error_memory() : read_version(result, meta);
out:
    json_object_put(meta);
    return status;
}

/* --- devices -------------------------------------------------------------------------------------
 */

/* An id is an integer, or a string that holds one. json-c cuts an integer to 64 bits, so that its
 * text counts. */
static bool device_id(const char *device, json_object *node, int64_t *id)
{
    if (json_object_is_type(node, json_type_int))
        return bres__json_member_int64(device, "id", id);
    return json_object_is_type(node, json_type_string) &&
           bres__parse_int64(json_object_get_string(node), (size_t)json_object_get_string_len(node),
                             id) == BRES__PARSE_OK;
}

static bres_status read_device(const bres__load *load, const bres__slice *text, json_object *tree,
                               const char *path)
{
    bres_result *result = load->result;
    json_object *id = NULL;
    json_object *name = NULL;
    bres_device device = { 0 };

    if (!json_object_is_type(tree, json_type_object))
        return bres__load_complain(load, BRES_ERROR_KIND, text->data, "an object", path,
                                   "expected an object, found %s",
                                   bres__json_kind_name(tree_kind(tree)));
    if (!json_object_object_get_ex(tree, "id", &id) ||
        !json_object_object_get_ex(tree, "name", &name))
        return bres__load_complain(load, BRES_ERROR_KEY, text->data, "the keys 'id' and 'name'",
                                   path, "the device has no '%s'", id == NULL ? "id" : "name");
    device.json = bres__arena_copy(&result->arena, text->data, text->length);
    if (device.json == NULL)
        return bres__error_memory();
    if (!device_id(device.json, id, &device.id))
        return bres__load_complain(load, BRES_ERROR_VALUE, text->data, "an int64", path,
                                   "the device's id is no int64");
    if (!json_object_is_type(name, json_type_string))
        return bres__load_complain(load, BRES_ERROR_KIND, text->data, "a string", path,
                                   "the device's name is %s",
                                   bres__json_kind_name(tree_kind(name)));
    device.name = tree_string(name, &result->arena);
    if (device.name == NULL)
        return bres__error_memory();
    return bres__result_put_device(result, &device);
}

static bres_status read_devices(const bres__load *load, const bres__slice *text)
{
    bres__cursor cursor;
    bres__json_kind kind;
    bool first = true;
    bool more = true;
    bres_status status;

    if (text->data == NULL)
        return BRES_OK;
    cursor = bres__json_cursor(text->data, text->length);
    kind = bres__json_peek(&cursor);
    load->result->devices_json = (uint8_t)kind;
    if (kind == BRES__JSON_NULL)
        return BRES_OK;
    if (kind != BRES__JSON_ARRAY) {
        load->result->devices_json = BRES__JSON_MISSING;
        return bres__load_complain(load, BRES_ERROR_KIND, text->data, "a list", "devices",
                                   "expected a list, found %s", bres__json_kind_name(kind));
    }
    cursor.max_depth = load->options.max_depth;
    cursor.max_string = load->options.max_string;
    status = bres__json_enter(&cursor, '[');
    for (size_t i = 0; status == BRES_OK; i++) {
        bres__slice element;
        json_object *tree = NULL;
        char path[64];

        status = bres__json_next_element(&cursor, &first, &more);
        if (status != BRES_OK || !more)
            break;
        status = bres__json_skip(&cursor, &element);
        if (status == BRES_OK)
            status = tree_parse(load, &element, &tree);
        snprintf(path, sizeof path, "devices[%zu]", i);
        if (status == BRES_OK)
            status = read_device(load, &element, tree, path);
        json_object_put(tree);
    }
    return status;
}

bres_status bres__read_parts(const bres__load *load, const bres__document *document)
{
    bres_status status = read_meta(load, &document->meta);

    return status != BRES_OK ? status : read_devices(load, &document->devices);
}
