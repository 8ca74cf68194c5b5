/* SPDX-License-Identifier: MIT */
/*
 * The document around the states.
 */
#include "nvbench/write/write.h"

#include <string.h>

void bres__write_scalar(bres__json_writer *json, const char *key, const bres__scalar *scalar)
{
    if (scalar->json == BRES__JSON_MISSING)
        return;
    bres__json_key(json, key);
    if (scalar->json == BRES__JSON_STRING)
        bres__json_write_string(json, scalar->text);
    else
        bres__json_write_raw(json, scalar->text, strlen(scalar->text));
}

void bres__write_extra(bres__json_writer *json, const char *extra, const char *const *except)
{
    if (extra != NULL)
        bres__json_write_members(json, extra, except);
}

bool bres__write_begin_list(bres__json_writer *json, const char *key, size_t count, uint8_t empty)
{
    if (count == 0 && empty == BRES__JSON_MISSING)
        return false;
    bres__json_key(json, key);
    if (count == 0 && empty == BRES__JSON_NULL) {
        bres__json_write_literal(json, "null");
        return false;
    }
    bres__json_begin(json, '[');
    if (count == 0)
        bres__json_end(json, ']');
    return count != 0;
}

bres_status bres__write_flush(bres__write *write, size_t threshold)
{
    if (write->text.failed)
        return bres__error_memory();
    if (write->output == NULL || write->text.length < threshold)
        return BRES_OK;
    bres__output_write(write->output, write->text.data, write->text.length);
    bres__text_clear(&write->text);
    return BRES_OK;
}

static void write_axis_value(bres__json_writer *json, const bres_axis_value *value)
{
    const bres__scalar content = { value->text, value->json };

    bres__json_begin(json, '{');
    if (value->input_string != NULL) {
        bres__json_key(json, "input_string");
        bres__json_write_string(json, value->input_string);
    }
    bres__write_scalar(json, "description", &value->description);
    bres__write_scalar(json, "value", &content);
    bres__write_scalar(json, "is_active", &value->is_active);
    bres__write_extra(json, value->extra, NULL);
    bres__json_end(json, '}');
}

/* Without values, the list is `[]`, where NVBench writes null, because NVBench's own reader refuses
 * null. The same applies to the states of a benchmark and to the benchmarks. */
static void write_axis(bres__json_writer *json, const bres_axis *axis)
{
    bres__json_begin(json, '{');
    bres__json_key(json, "name");
    bres__json_write_string(json, axis->name);
    bres__write_scalar(json, "type", &axis->type);
    bres__write_scalar(json, "flags", &axis->flags);
    if (bres__write_begin_list(json, "values", axis->value_count, BRES__JSON_ARRAY)) {
        for (size_t i = 0; i < axis->value_count; i++)
            write_axis_value(json, &axis->values[i]);
        bres__json_end(json, ']');
    }
    bres__write_extra(json, axis->extra, NULL);
    bres__json_end(json, '}');
}

void bres__write_axes(bres__json_writer *json, const bres_subbench *bench, uint8_t empty)
{
    if (!bres__write_begin_list(json, "axes", bench->axis_count, empty))
        return;
    for (size_t i = 0; i < bench->axis_count; i++)
        write_axis(json, bench->axes[i]);
    bres__json_end(json, ']');
}

/* A loaded benchmark has the index from its file, or none; any other benchmark gets its position in
 * the result as its index. */
static void write_settings(bres__json_writer *json, const bres_subbench *bench, size_t index)
{
    static const char *const own_index[] = { "index", NULL };
    const bool loaded = bench->result->path != NULL;

    if (!loaded) {
        bres__json_key(json, "index");
        bres__json_write_int64(json, (int64_t)index);
    }
    bres__write_extra(json, bench->extra, loaded ? NULL : own_index);
}

static void write_lists(bres__json_writer *json, const bres_subbench *bench)
{
    if (bres__write_begin_list(json, "devices", bench->device_count, bench->devices_json)) {
        for (size_t i = 0; i < bench->device_count; i++)
            bres__json_write_int64(json, bench->devices[i]);
        bres__json_end(json, ']');
    }
    bres__write_axes(json, bench, bench->axes_json);
}

void bres__write_bench_facts(bres__json_writer *json, const bres_subbench *bench, size_t index)
{
    bres__json_key(json, "name");
    bres__json_write_string(json, bench->name);
    write_settings(json, bench, index);
    write_lists(json, bench);
}

static bres_status write_bench(bres__write *write, const bres_subbench *bench, size_t index)
{
    const size_t state_count = write->without_states ? 0 : bench->state_count;
    bres__json_writer *json = &write->json;

    bres__json_begin(json, '{');
    bres__write_bench_facts(json, bench, index);
    if (bres__write_begin_list(json, "states", state_count, BRES__JSON_ARRAY)) {
        const bres_status status = bres__write_bench_states(write, bench);

        if (status != BRES_OK)
            return status;
        bres__json_end(json, ']');
    }
    bres__json_end(json, '}');
    return bres__write_flush(write, BRES__WRITE_TEXT);
}

static void write_meta(bres__json_writer *json, const bres_result *result)
{
    static const char own[] = "{\"version\":{\"json\":{\"major\":1,\"minor\":0,\"patch\":0,"
                              "\"string\":\"1.0.0\"}}}";
    const char *meta = result->meta;

    if (meta == NULL && result->meta_json == BRES__JSON_NULL)
        meta = "null";
    else if (meta == NULL && result->path == NULL)
        meta = own;
    if (meta == NULL)
        return;
    bres__json_key(json, "meta");
    bres__json_write_raw(json, meta, strlen(meta));
}

static void write_devices(bres__json_writer *json, const bres_result *result)
{
    if (!bres__write_begin_list(json, "devices", result->device_count, result->devices_json))
        return;
    for (size_t i = 0; i < result->device_count; i++)
        bres__json_write_raw(json, result->devices[i]->json, strlen(result->devices[i]->json));
    bres__json_end(json, ']');
}

bres_status bres__write_document(bres__write *write)
{
    const bres_result *result = write->result;
    bres__json_writer *json = &write->json;

    bres__json_begin(json, '{');
    write_meta(json, result);
    write_devices(json, result);
    if (bres__write_begin_list(json, "benchmarks", result->subbench_count, BRES__JSON_ARRAY)) {
        for (size_t i = 0; i < result->subbench_count; i++) {
            bres_status status = write_bench(write, result->subbenches[i], i);

            if (status != BRES_OK)
                return status;
        }
        bres__json_end(json, ']');
    }
    bres__write_extra(json, result->extra, NULL);
    bres__json_end(json, '}');
    bres__text_putc(json->text, '\n');
    return bres__write_flush(write, 0);
}
