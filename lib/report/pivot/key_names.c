/* SPDX-License-Identifier: MIT */
/*
 * The error for an unknown key, which names all keys of the results.
 */
#include "model/model.h"
#include "report/pivot/key.h"

#include <string.h>

static const char *const fixed_names[] = { "benchmark", "device", "file" };
#define FIXED_COUNT (sizeof(fixed_names) / sizeof(fixed_names[0]))

/* The keys found so far. */
typedef struct key_names {
    bres__names known;
    bres__index seen;
    bres__arena arena; /* the names, and decoded keys */
} key_names;

static void names_add(key_names *names, const char *name, size_t length)
{
    const size_t before = names->seen.count;
    const char *copy = bres__arena_copy(&names->arena, name, length);
    size_t position;

    if (copy == NULL || !bres__index_add(&names->seen, copy, length, &position))
        names->known.list.failed = true;
    else if (position == before)
        bres__names_add(&names->known, copy);
}

/* Adds the names of the scalar members of an object that have this prefix, without the prefix. */
static void names_add_members(key_names *names, const bres__slice *object, const char *prefix)
{
    const size_t length = strlen(prefix);
    bres__cursor cursor = bres__json_unchecked_cursor(object->data, object->length);
    bres__json_walk walk = bres__json_walk_object(&cursor, &names->arena);
    bres__slice value;

    while (bres__json_walk_pass(&walk, &value)) {
        const bres__json_kind kind = bres__json_kind_at(&value);

        if (kind != BRES__JSON_OBJECT && kind != BRES__JSON_ARRAY && kind != BRES__JSON_NULL &&
            walk.key.length > length && memcmp(walk.key.data, prefix, length) == 0)
            names_add(names, walk.key.data + length, walk.key.length - length);
    }
    names->known.list.failed |= walk.status != BRES_OK;
}

static void names_add_axes(key_names *names, const bres_subbench *bench)
{
    for (size_t a = 0; a < bres_subbench_axis_count(bench); a++) {
        const char *axis = bres_axis_name(bres_subbench_axis_at(bench, a));

        if (axis == NULL)
            continue;
        axis = bres__pivot_axis_key(axis);
        names_add(names, axis, strlen(axis));
    }
}

static void names_add_meta(key_names *names, const char *meta)
{
    for (const char *const *place = bres__pivot_meta_places; *place != NULL; place++) {
        bres__slice object;

        if (bres__pivot_meta_value(meta, *place, &names->arena, &object) != BRES_OK)
            names->known.list.failed = true;
        else if (object.data != NULL && bres__json_kind_at(&object) == BRES__JSON_OBJECT)
            names_add_members(names, &object, "");
    }
}

bres_status bres__pivot_key_unknown(bres_result *const *results, size_t count, const char *name)
{
    key_names names = { .known.nearest.unknown = name };
    bres_status status;

    for (size_t i = 0; i < FIXED_COUNT; i++)
        names_add(&names, fixed_names[i], strlen(fixed_names[i]));
    for (size_t i = 0; i < count; i++) {
        for (size_t b = 0; b < bres_result_subbench_count(results[i]); b++)
            names_add_axes(&names, bres_result_subbench_at(results[i], b));
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t b = 0; b < bres_result_subbench_count(results[i]); b++) {
            const char *extra = bres_subbench_extra_json(bres_result_subbench_at(results[i], b));

            if (extra != NULL)
                names_add_members(&names, &(bres__slice){ extra, strlen(extra) },
                                  BRES__PIVOT_IMPORT_PREFIX);
        }
        if (bres_result_meta_json(results[i]) != NULL)
            names_add_meta(&names, bres_result_meta_json(results[i]));
    }
    status = bres__names_error(&names.known, "no result has a key '%s'", name);
    bres__index_free(&names.seen);
    bres__arena_free(&names.arena);
    return status;
}
