/* SPDX-License-Identifier: MIT */
/*
 * A benchmark of a file without its states: name, devices, axes and unknown members.
 */
#include "nvbench/nvbench.h"

#include <stdio.h>

static bres_status read_bench_name(const bres__load *load, const bres__bench_text *text,
                                   size_t index, bres__arena *arena, const char **name)
{
    bres__cursor cursor = bres__load_cursor(load);
    bres__slice slice;
    bres__json_kind kind;
    char path[64];
    bres_status status;

    *name = "";
    snprintf(path, sizeof path, "benchmarks[%zu]", index);
    if (text->name.data == NULL)
        return bres__load_fault(load, BRES_ERROR_KEY, text->begin, "the key 'name'", path,
                                "the benchmark has no name");
    snprintf(path, sizeof path, "benchmarks[%zu].name", index);
    cursor.next = text->name.data;
    cursor.end = cursor.next + text->name.length;
    kind = bres__json_peek(&cursor);
    if (kind != BRES__JSON_STRING)
        return bres__load_fault(load, BRES_ERROR_KIND, text->name.data, "a string", path,
                                "expected a string, found %s", bres__json_kind_name(kind));
    status = bres__json_string(&cursor, arena, &slice);
    if (status != BRES_OK) {
        bres__error_set_file(load->name);
        return status;
    }
    *name = bres__arena_copy(arena, slice.data, slice.length);
    return *name == NULL ? bres__error_memory() : BRES_OK;
}

static bres_status read_device_ids(const bres__load *load, const bres__bench_text *text,
                                   size_t index, bres_subbench *bench)
{
    bres__cursor cursor;
    bres__json_kind kind;
    char path[96];
    bres__json_walk walk;
    bres__slice slice;

    if (text->devices.data == NULL)
        return BRES_OK;
    cursor = bres__json_cursor(text->devices.data, text->devices.length);
    kind = bres__json_peek(&cursor);
    bench->devices_json = (uint8_t)kind;
    if (kind == BRES__JSON_NULL)
        return BRES_OK;
    if (kind != BRES__JSON_ARRAY) {
        bench->devices_json = BRES__JSON_MISSING;
        snprintf(path, sizeof path, "benchmarks[%zu].devices", index);
        return bres__load_fault(load, BRES_ERROR_KIND, text->devices.data, "a list", path,
                                "expected a list, found %s", bres__json_kind_name(kind));
    }
    cursor.max_depth = load->options.max_depth;
    cursor.max_string = load->options.max_string;
    walk = bres__json_walk_list(&cursor);
    for (size_t i = 0; bres__json_walk_pass(&walk, &slice); i++) {
        int64_t id;

        if (bres__json_kind_at(&slice) != BRES__JSON_INTEGER ||
            bres__parse_int64(slice.data, slice.length, &id) != BRES__PARSE_OK) {
            snprintf(path, sizeof path, "benchmarks[%zu].devices[%zu]", index, i);
            walk.status =
                bres__load_fault(load, BRES_ERROR_KIND, slice.data, "an int64", path,
                                 "the device id is %.*s", bres__quoted_part(&slice), slice.data);
            continue;
        }
        if (!BRES__RESERVE(&bench->devices, &bench->device_capacity, bench->device_count + 1))
            return bres__error_memory();
        bench->devices[bench->device_count++] = id;
    }
    return walk.status;
}

bres_status bres__read_bench(const bres__load *load, const bres__bench_text *text, size_t index)
{
    bres_result *result = load->result;
    bres_subbench *bench;
    const char *name;
    char path[64];
    bres_status status;

    status = read_bench_name(load, text, index, &result->arena, &name);
    if (status != BRES_OK)
        return status;
    bench = bres__result_append_subbench(result, name);
    if (bench == NULL)
        return BRES_ERROR_MEMORY;
    bench->unnamed = text->name.data == NULL || text->name.data[0] != '"';
    if (text->extra != NULL) {
        bench->extra = bres__arena_strdup(&result->arena, text->extra);
        if (bench->extra == NULL)
            return bres__error_memory();
    }
    status = read_device_ids(load, text, index, bench);
    if (status == BRES_OK)
        status = bres__read_axes(load, text, index, bench);
    if (status != BRES_OK || text->has_states)
        return status;
    snprintf(path, sizeof path, "benchmarks[%zu]", index);
    return bres__load_fault(load, BRES_ERROR_KEY, text->begin, "the key 'states'", path,
                            "the benchmark has no states");
}
