/* SPDX-License-Identifier: MIT */
/*
 * The small parts of a file: meta and devices. The result keeps their texts unchanged. Only members
 * that have their own getter are decoded.
 */
#include "nvbench/nvbench.h"

#include <stdio.h>

/* Decodes a string value into the arena of the result. */
static bres_status string_decode(bres_result *result, const bres__slice *value, const char **string)
{
    bres__cursor cursor = bres__json_unchecked_cursor(value->data, value->length);
    bres__slice content;
    bres_status status = bres__json_string(&cursor, &result->arena, &content);

    if (status != BRES_OK)
        return status;
    *string = bres__arena_copy(&result->arena, content.data, content.length);
    return *string == NULL ? bres__error_memory() : BRES_OK;
}

/* Reads `version.json.string` of the metadata, if it is a string. */
static bres_status version_read(bres_result *result, const bres__slice *meta)
{
    static const char *const steps[] = { "version", "json", "string" };
    bres__slice value = *meta;

    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const bres__slice object = value;
        bres_status status;

        if (bres__json_kind_at(&object) != BRES__JSON_OBJECT)
            return BRES_OK;
        status = bres__json_find(&object, steps[i], &value);
        if (status != BRES_OK || value.data == NULL)
            return status;
    }
    return bres__json_kind_at(&value) == BRES__JSON_STRING
               ? string_decode(result, &value, &result->version)
               : BRES_OK;
}

static bres_status meta_read(const bres__load *load, const bres__slice *meta)
{
    bres_result *result = load->result;
    bres__json_kind kind;

    if (meta->data == NULL)
        return BRES_OK;
    kind = bres__json_kind_at(meta);
    if (kind == BRES__JSON_NULL) {
        result->meta_json = BRES__JSON_NULL;
        return BRES_OK;
    }
    if (kind != BRES__JSON_OBJECT)
        return bres__load_fault(load, BRES_ERROR_KIND, meta->data, "an object", "meta",
                                "expected an object, found %s", bres__json_kind_name(kind));
    result->meta_json = BRES__JSON_OBJECT;
    result->meta = bres__arena_copy(&result->arena, meta->data, meta->length);
    return result->meta == NULL ? bres__error_memory() : version_read(result, meta);
}

/* An id is an integer, or a string that holds one. */
static bres_status id_decode(const bres__slice *value, int64_t *id, bool *valid)
{
    const bres__json_kind kind = bres__json_kind_at(value);
    bres__cursor cursor = bres__json_unchecked_cursor(value->data, value->length);
    bres__arena arena = { 0 };
    bres__slice digits = *value;
    bres_status status = BRES_OK;

    if (kind == BRES__JSON_STRING)
        status = bres__json_string(&cursor, &arena, &digits);
    *valid = status == BRES_OK && (kind == BRES__JSON_STRING || kind == BRES__JSON_INTEGER) &&
             bres__parse_int64(digits.data, digits.length, id) == BRES__PARSE_OK;
    bres__arena_free(&arena);
    return status;
}

static bres_status device_read(const bres__load *load, const bres__slice *text, const char *path)
{
    bres_result *result = load->result;
    const bres__json_kind kind = bres__json_kind_at(text);
    bres__slice id;
    bres__slice name;
    bres_device device = { 0 };
    bres_status status;
    bool valid;

    if (kind != BRES__JSON_OBJECT)
        return bres__load_fault(load, BRES_ERROR_KIND, text->data, "an object", path,
                                "expected an object, found %s", bres__json_kind_name(kind));
    status = bres__json_find(text, "id", &id);
    if (status == BRES_OK)
        status = bres__json_find(text, "name", &name);
    if (status != BRES_OK)
        return status;
    if (id.data == NULL || name.data == NULL)
        return bres__load_fault(load, BRES_ERROR_KEY, text->data, "the keys 'id' and 'name'", path,
                                "the device has no '%s'", id.data == NULL ? "id" : "name");
    status = id_decode(&id, &device.id, &valid);
    if (status != BRES_OK)
        return status;
    if (!valid)
        return bres__load_fault(load, BRES_ERROR_VALUE, text->data, "an int64", path,
                                "the device id is %.*s", bres__quoted_part(&id), id.data);
    if (bres__json_kind_at(&name) != BRES__JSON_STRING)
        return bres__load_fault(load, BRES_ERROR_KIND, text->data, "a string", path,
                                "the name of the device is %s",
                                bres__json_kind_name(bres__json_kind_at(&name)));
    status = string_decode(result, &name, &device.name);
    if (status != BRES_OK)
        return status;
    device.json = bres__arena_copy(&result->arena, text->data, text->length);
    return device.json == NULL ? bres__error_memory() : bres__result_put_device(result, &device);
}

static bres_status devices_read(const bres__load *load, const bres__slice *devices)
{
    bres__cursor cursor;
    bres__json_kind kind;
    bres__json_walk walk;
    bres__slice device;

    if (devices->data == NULL)
        return BRES_OK;
    kind = bres__json_kind_at(devices);
    load->result->devices_json = (uint8_t)kind;
    if (kind == BRES__JSON_NULL)
        return BRES_OK;
    if (kind != BRES__JSON_ARRAY) {
        load->result->devices_json = BRES__JSON_MISSING;
        return bres__load_fault(load, BRES_ERROR_KIND, devices->data, "a list", "devices",
                                "expected a list, found %s", bres__json_kind_name(kind));
    }
    cursor = bres__json_unchecked_cursor(devices->data, devices->length);
    walk = bres__json_walk_list(&cursor);
    for (size_t i = 0; bres__json_walk_pass(&walk, &device); i++) {
        char path[64];

        snprintf(path, sizeof path, "devices[%zu]", i);
        walk.status = device_read(load, &device, path);
    }
    return walk.status;
}

bres_status bres__read_parts(const bres__load *load, const bres__document *document)
{
    const bres_status status = meta_read(load, &document->meta);

    return status != BRES_OK ? status : devices_read(load, &document->devices);
}
