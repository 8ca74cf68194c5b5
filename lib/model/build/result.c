/* SPDX-License-Identifier: MIT */
/*
 * Builds a result: its meta section, devices and benchmarks.
 */
#include "model/build/build.h"

#include <inttypes.h>
#include <string.h>

bres_status bres_result_new(bres_result **result)
{
    bres_result *made;

    if (result == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_result_new: result is NULL");
    *result = NULL;
    made = bres__result_new();
    if (made == NULL)
        return BRES_ERROR_MEMORY;
    made->devices_json = BRES__JSON_ARRAY;
    *result = made;
    return BRES_OK;
}

/* The string `version.json.string` of a meta section; NULL when it is missing. */
static bres_status meta_find_version(const char *meta, bres__arena *arena, const char **version)
{
    static const char *const steps[] = { "version", "json", "string" };
    const char *text = meta;
    bres_status status = BRES_OK;
    bres__cursor cursor;
    bres__slice slice;

    *version = NULL;
    for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
        status = bres__member_text(text, steps[i], arena, &text);
        if (status != BRES_OK || text == NULL)
            return status;
    }
    if (text[0] != '"')
        return BRES_OK;
    cursor = bres__json_cursor(text, strlen(text));
    status = bres__json_string(&cursor, arena, &slice);
    if (status != BRES_OK)
        return status;
    *version = bres__arena_copy(arena, slice.data, slice.length);
    return *version != NULL ? BRES_OK : bres__error_memory();
}

bres_status bres_result_set_meta_json(bres_result *result, const char *json)
{
    bres_status status = bres__result_check_open(result);
    const char *version;
    const char *meta;

    if (status == BRES_OK)
        status = bres__check_text(json, "the meta section");
    if (status == BRES_OK)
        status = bres__json_check_object(json);
    if (status != BRES_OK)
        return status;
    meta = bres__arena_strdup(&result->arena, json);
    if (meta == NULL)
        return bres__error_memory();
    status = meta_find_version(meta, &result->arena, &version);
    if (status != BRES_OK)
        return status;
    result->meta = meta;
    result->version = version;
    return BRES_OK;
}

/* NULL: out of memory. */
static const char *device_make_json(const bres_device *device, const char *others,
                                    bres__arena *arena)
{
    static const char *const own[] = { "id", "name", NULL };
    bres__text text = { 0 };
    bres__json_writer writer = { .text = &text, .empty = true, .compact = true };
    const char *json = NULL;

    bres__json_begin(&writer, '{');
    bres__json_key(&writer, "id");
    bres__json_write_int64(&writer, device->id);
    bres__json_key(&writer, "name");
    bres__json_write_string(&writer, device->name);
    if (others != NULL)
        bres__json_write_members(&writer, others, own);
    bres__json_end(&writer, '}');
    if (!text.failed)
        json = bres__arena_copy(arena, text.data, text.length);
    bres__text_free(&text);
    return json;
}

bres_status bres_result_add_device(bres_result *result, int64_t id, const char *name,
                                   const char *json, const bres_device **device)
{
    bres_status status = bres__result_check_open(result);
    bres_device made = { .id = id };

    if (device != NULL)
        *device = NULL;
    if (status == BRES_OK)
        status = bres__check_text(name, "the name of the device");
    if (status == BRES_OK && json != NULL)
        status = bres__check_text(json, "the JSON text of the device");
    if (status == BRES_OK && json != NULL)
        status = bres__json_check_object(json);
    if (status != BRES_OK)
        return status;
    if (bres_result_device(result, id) != NULL)
        return bres__error(BRES_ERROR_CONFLICT, "the result has a device %" PRId64 " already", id);
    made.name = bres__arena_strdup(&result->arena, name);
    if (made.name == NULL)
        return bres__error_memory();
    made.json = device_make_json(&made, json, &result->arena);
    if (made.json == NULL)
        return bres__error_memory();
    status = bres__result_put_device(result, &made);
    if (status == BRES_OK && device != NULL)
        *device = bres_result_device(result, id);
    return status;
}

bres_status bres_result_add_subbench(bres_result *result, const char *name, bres_subbench **bench)
{
    bres_subbench *made;
    const char *copy;
    bres_status status;

    if (bench == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_result_add_subbench: bench is NULL");
    *bench = NULL;
    status = bres__result_check_open(result);
    if (status == BRES_OK)
        status = bres__check_text(name, "the name of the benchmark");
    if (status != BRES_OK)
        return status;
    copy = bres__arena_strdup(&result->arena, name);
    if (copy == NULL)
        return bres__error_memory();
    made = bres__result_append_subbench(result, copy);
    if (made == NULL)
        return BRES_ERROR_MEMORY;
    /* NVBench writes null for empty lists. */
    made->devices_json = BRES__JSON_NULL;
    made->axes_json = BRES__JSON_NULL;
    *bench = made;
    return BRES_OK;
}

bres_status bres_subbench_add_device(bres_subbench *bench, int64_t id)
{
    const bres_status status = bres__subbench_check_open(bench);

    if (status != BRES_OK)
        return status;
    for (size_t i = 0; i < bench->device_count; i++) {
        if (bench->devices[i] == id)
            return BRES_OK;
    }
    if (!BRES__RESERVE(&bench->devices, &bench->device_capacity, bench->device_count + 1))
        return bres__error_memory();
    bench->devices[bench->device_count++] = id;
    bench->devices_json = BRES__JSON_ARRAY;
    return BRES_OK;
}
