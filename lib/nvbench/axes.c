/* SPDX-License-Identifier: MIT */
/*
 * The axes of a benchmark.
 */
#include "nvbench/tree.h"

#include <stdio.h>

/* Where an axis is, for messages. */
typedef struct axis_place {
    const bres__load *load;
    const char *at;
    char path[128];
} axis_place;

static bres_status complain(const axis_place *place, bres_status status, const char *expected,
                            const char *message, const char *found)
{
    return bres__load_complain(place->load, status, place->at, expected, place->path, message,
                               found);
}

/* Members of an object but those of the NULL-ended list, as an object text; NULL for none. */
static bres_status other_members(json_object *object, const char *const *known, bres__arena *arena,
                                 const char **text)
{
    json_object *rest = NULL;
    bres_status status = BRES_OK;

    *text = NULL;
    json_object_object_foreach(object, key, value)
    {
        const char *const *name = known;

        while (*name != NULL && strcmp(*name, key) != 0)
            name++;
        if (*name != NULL)
            continue;
        if (rest == NULL)
            rest = json_object_new_object();
        if (rest == NULL || json_object_object_add(rest, key, json_object_get(value)) != 0) {
            status = bres__error_memory();
            break;
        }
    }
    if (status == BRES_OK && rest != NULL) {
        *text = bres__tree_text(rest, arena);
        status = *text == NULL ? bres__error_memory() : BRES_OK;
    }
    json_object_put(rest);
    return status;
}

/* A required string member. In a lenient load a missing or wrong one becomes "". */
static bres_status required_string(const axis_place *place, json_object *object, const char *key,
                                   bres__arena *arena, const char **text)
{
    json_object *node = NULL;

    *text = "";
    if (!json_object_object_get_ex(object, key, &node))
        return complain(place, BRES_ERROR_KEY, key, "the key '%s' is missing", key);
    if (!json_object_is_type(node, json_type_string))
        return complain(place, BRES_ERROR_KIND, "a string", "expected a string, found %s",
                        bres__json_kind_name(bres__tree_kind(node, true)));
    *text = bres__tree_text(node, arena);
    return *text == NULL ? bres__error_memory() : BRES_OK;
}

static bres_status read_axis_value(const axis_place *place, json_object *object, bres__arena *arena,
                                   bres_axis_value *value)
{
    static const char *const known[] = { "input_string", "description", "value", "is_active",
                                         NULL };
    json_object *node = NULL;
    bres__scalar number;
    bool present;
    bres_status status;

    status = required_string(place, object, "input_string", arena, &value->input_string);
    if (status != BRES_OK)
        return status;
    present = json_object_object_get_ex(object, "description", &node);
    status = bres__tree_scalar(node, present, arena, &value->description);
    if (status != BRES_OK)
        return status;
    present = json_object_object_get_ex(object, "is_active", &node);
    status = bres__tree_scalar(node, present, arena, &value->is_active);
    if (status != BRES_OK)
        return status;
    present = json_object_object_get_ex(object, "value", &node);
    status = bres__tree_scalar(node, present, arena, &number);
    value->json = (uint8_t)number.json;
    value->text = number.text;
    return status != BRES_OK ? status : other_members(object, known, arena, &value->extra);
}

static bres_status read_axis_values(axis_place *place, json_object *list, bres__arena *arena,
                                    bres_axis *axis)
{
    size_t count = json_object_array_length(list);
    size_t stem = strlen(place->path);

    axis->values = bres__arena_calloc(arena, count, sizeof *axis->values);
    if (axis->values == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < count; i++) {
        json_object *entry = json_object_array_get_idx(list, i);
        bres_status status;

        snprintf(place->path + stem, sizeof place->path - stem, ".values[%zu]", i);
        if (!json_object_is_type(entry, json_type_object))
            status = complain(place, BRES_ERROR_KIND, "an object", "expected an object, found %s",
                              bres__json_kind_name(bres__tree_kind(entry, true)));
        else
            status = read_axis_value(place, entry, arena, &axis->values[axis->value_count++]);
        if (status != BRES_OK)
            return status;
    }
    place->path[stem] = '\0';
    return BRES_OK;
}

static bres_status read_axis(axis_place *place, json_object *object, bres_axis *axis,
                             bres__arena *arena)
{
    static const char *const known[] = { "name", "type", "flags", "values", NULL };
    json_object *node = NULL;
    bool present;
    bres_status status = required_string(place, object, "name", arena, &axis->name);

    if (status != BRES_OK)
        return status;
    present = json_object_object_get_ex(object, "type", &node);
    status = bres__tree_scalar(node, present, arena, &axis->type);
    if (status != BRES_OK)
        return status;
    present = json_object_object_get_ex(object, "flags", &node);
    status = bres__tree_scalar(node, present, arena, &axis->flags);
    if (status != BRES_OK)
        return status;
    if (!json_object_object_get_ex(object, "values", &node))
        status = complain(place, BRES_ERROR_KEY, "the key 'values'", "the key '%s' is missing",
                          "values");
    else if (json_object_is_type(node, json_type_array))
        status = read_axis_values(place, node, arena, axis);
    else if (node != NULL) /* NVBench writes null for an axis without values */
        status = complain(place, BRES_ERROR_KIND, "a list", "'values': expected a list, found %s",
                          bres__json_kind_name(bres__tree_kind(node, true)));
    if (status == BRES_OK)
        status = other_members(object, known, arena, &axis->extra);
    return status != BRES_OK ? status : bres__axis_complete(axis, arena);
}

static bres_status read_axis_list(axis_place *place, json_object *list, size_t index,
                                  bres_subbench *bench)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < json_object_array_length(list) && status == BRES_OK; i++) {
        json_object *entry = json_object_array_get_idx(list, i);
        bres_axis *axis;

        snprintf(place->path, sizeof place->path, "benchmarks[%zu].axes[%zu]", index, i);
        if (!json_object_is_type(entry, json_type_object)) {
            status = complain(place, BRES_ERROR_KIND, "an object", "expected an object, found %s",
                              bres__json_kind_name(bres__tree_kind(entry, true)));
            continue;
        }
        axis = bres__subbench_append_axis(bench);
        if (axis == NULL)
            return BRES_ERROR_MEMORY;
        status = read_axis(place, entry, axis, &bench->result->arena);
    }
    return status;
}

bres_status bres__read_axes(const bres__load *load, const bres__bench_text *text, size_t index,
                            bres_subbench *bench)
{
    axis_place place = { .load = load, .at = text->axes.data };
    json_object *tree = NULL;
    bres__json_kind kind;
    bres_status status;

    bench->axes_json = BRES__JSON_MISSING;
    if (text->axes.data == NULL)
        return BRES_OK;
    status = bres__tree_parse(load, &text->axes, true, &tree);
    if (status != BRES_OK)
        return status;
    kind = bres__tree_kind(tree, true);
    snprintf(place.path, sizeof place.path, "benchmarks[%zu].axes", index);
    if (kind == BRES__JSON_ARRAY || kind == BRES__JSON_NULL)
        bench->axes_json = (uint8_t)kind;
    if (kind == BRES__JSON_ARRAY) {
        status = read_axis_list(&place, tree, index, bench);
    } else if (kind == BRES__JSON_OBJECT) {
        status = bres__error(BRES_ERROR_VERSION, "expected a list, found an object (the layout of "
                                                 "before 2022 is not supported)");
        bres__error_set_file(load->name);
        bres__error_set_path("%s", place.path);
    } else if (kind != BRES__JSON_NULL) {
        status = complain(&place, BRES_ERROR_KIND, "a list", "expected a list, found %s",
                          bres__json_kind_name(kind));
    }
    json_object_put(tree);
    return status;
}
