/* SPDX-License-Identifier: MIT */
/*
 * The axes of a benchmark. The strict decoder reads them, so that numbers beyond 64 bits keep
 * their text: comparisons use the text of declared values.
 */
#include "nvbench/nvbench.h"

#include <stdio.h>

typedef struct axes_reader {
    bres__decoder decoder;
    /* Where the reader is, for messages: -1 for a level that it is not in. */
    long axis_index;
    long value_index;
    /* Values of the axis that is being read. */
    bres_axis_value *values;
    size_t value_count;
    size_t value_capacity;
} axes_reader;

static bres_status axes_fault(const axes_reader *reader, bres_status status, const char *at,
                              const char *expected, const char *member, const char *message)
{
    char path[160];
    int n = snprintf(path, sizeof path, "benchmarks[%zu].axes", reader->decoder.bench_index);

    if (reader->axis_index >= 0)
        n += snprintf(path + n, sizeof path - (size_t)n, "[%ld]", reader->axis_index);
    if (reader->value_index >= 0)
        n += snprintf(path + n, sizeof path - (size_t)n, ".values[%ld]", reader->value_index);
    if (member != NULL)
        snprintf(path + n, sizeof path - (size_t)n, ".%s", member);
    return bres__load_fault(reader->decoder.load, status, at, expected, path, "%s", message);
}

static bres_status wrong_kind(const axes_reader *reader, const char *at, const char *expected,
                              const char *member, bres__json_kind found)
{
    char message[64];

    snprintf(message, sizeof message, "expected %s, found %s", expected,
             bres__json_kind_name(found));
    return axes_fault(reader, BRES_ERROR_KIND, at, expected, member, message);
}

static bres_status missing_key(const axes_reader *reader, const char *at, const char *key)
{
    char expected[64];
    char message[64];

    snprintf(expected, sizeof expected, "the key '%s'", key);
    snprintf(message, sizeof message, "the key '%s' is missing", key);
    return axes_fault(reader, BRES_ERROR_KEY, at, expected, NULL, message);
}

/* As bres__decode_next_object(). */
static bool next_object(axes_reader *reader, bres__json_walk *walk, long *index)
{
    while (bres__json_walk_next(walk)) {
        const bres__json_kind kind = bres__json_peek(walk->cursor);
        const char *at = walk->cursor->next;

        ++*index;
        if (kind == BRES__JSON_OBJECT)
            return true;
        walk->status = bres__json_skip(walk->cursor, NULL);
        if (walk->status == BRES_OK)
            walk->status = wrong_kind(reader, at, "an object", NULL, kind);
    }
    return false;
}

/* Reads a required string. Sets *found, because the key exists. *text: NULL for another kind. */
static bres_status read_string(axes_reader *reader, const char *member, const char **text,
                               bool *found)
{
    const char *at = bres__value_at(&reader->decoder);
    bres__scalar scalar;
    bres_status status = bres__decode_scalar(&reader->decoder, &scalar);

    *text = NULL;
    *found = true;
    if (status != BRES_OK)
        return status;
    if (scalar.json != BRES__JSON_STRING)
        return wrong_kind(reader, at, "a string", member, scalar.json);
    *text = scalar.text;
    return BRES_OK;
}

static bres_status read_value(axes_reader *reader, bres_axis_value *value)
{
    bres__decoder *decoder = &reader->decoder;
    const char *at = decoder->cursor.next;
    bres__json_walk walk = bres__json_walk_object(&decoder->cursor, &decoder->scratch);
    bool found = false;
    bres_status status;

    *value = (bres_axis_value){ 0 };
    while (bres__json_walk_next(&walk)) {
        bres__scalar number;

        if (bres__slice_is(&walk.key, "input_string")) {
            status = read_string(reader, "input_string", &value->input_string, &found);
        } else if (bres__slice_is(&walk.key, "description")) {
            status = bres__decode_scalar(decoder, &value->description);
        } else if (bres__slice_is(&walk.key, "is_active")) {
            status = bres__decode_scalar(decoder, &value->is_active);
        } else if (bres__slice_is(&walk.key, "value")) {
            status = bres__decode_scalar(decoder, &number);
            if (status == BRES_OK) {
                value->json = (uint8_t)number.json;
                value->text = number.text;
            }
        } else {
            status = bres__decode_extra(decoder, &decoder->field_members, &walk.key);
        }
        walk.status = status;
    }
    status = walk.status;
    if (status == BRES_OK && !found)
        status = missing_key(reader, at, "input_string");
    if (status == BRES_OK)
        status = bres__decode_take_extra(decoder, &decoder->field_members, &value->extra);
    return status;
}

static bres_status read_value_list(axes_reader *reader)
{
    bres__json_walk walk = bres__json_walk_list(&reader->decoder.cursor);

    while (next_object(reader, &walk, &reader->value_index)) {
        if (!BRES__RESERVE(&reader->values, &reader->value_capacity, reader->value_count + 1))
            return bres__error_memory();
        walk.status = read_value(reader, &reader->values[reader->value_count++]);
    }
    reader->value_index = -1;
    return walk.status;
}

static bres_status read_values(axes_reader *reader)
{
    bres__cursor *cursor = &reader->decoder.cursor;
    bres__json_kind kind = bres__json_peek(cursor);
    const char *at = cursor->next;
    bres_status status;

    reader->value_count = 0;
    if (kind == BRES__JSON_ARRAY)
        return read_value_list(reader);
    status = bres__json_skip(cursor, NULL);
    if (status != BRES_OK || kind == BRES__JSON_NULL) /* NVBench's way to write an empty list */
        return status;
    return wrong_kind(reader, at, "a list", "values", kind);
}

static bres_status keep_values(axes_reader *reader, bres_axis *axis)
{
    axis->values =
        bres__arena_calloc(&reader->decoder.arena, reader->value_count, sizeof *axis->values);
    if (axis->values == NULL)
        return bres__error_memory();
    if (reader->value_count > 0)
        memcpy(axis->values, reader->values, reader->value_count * sizeof *axis->values);
    axis->value_count = reader->value_count;
    return BRES_OK;
}

static bres_status read_axis(axes_reader *reader, bres_subbench *bench, bres_axis *axis)
{
    bres__decoder *decoder = &reader->decoder;
    const char *at = decoder->cursor.next;
    bres__json_walk walk = bres__json_walk_object(&decoder->cursor, &decoder->scratch);
    bool has_name = false;
    bool has_values = false;
    bres_status status;

    reader->value_count = 0;
    while (bres__json_walk_next(&walk)) {
        if (bres__slice_is(&walk.key, "name")) {
            status = read_string(reader, "name", &axis->name, &has_name);
        } else if (bres__slice_is(&walk.key, "type")) {
            status = bres__decode_scalar(decoder, &axis->type);
        } else if (bres__slice_is(&walk.key, "flags")) {
            status = bres__decode_scalar(decoder, &axis->flags);
        } else if (bres__slice_is(&walk.key, "values")) {
            has_values = true;
            status = read_values(reader);
        } else {
            status = bres__decode_extra(decoder, &decoder->state_members, &walk.key);
        }
        walk.status = status;
    }
    status = walk.status;
    if (status == BRES_OK && !has_name)
        status = missing_key(reader, at, "name");
    if (status == BRES_OK && !has_values)
        status = missing_key(reader, at, "values");
    if (axis->name == NULL)
        axis->name = "";
    if (status == BRES_OK)
        status = bres__decode_take_extra(decoder, &decoder->state_members, &axis->extra);
    if (status == BRES_OK)
        status = keep_values(reader, axis);
    return status == BRES_OK ? bres__subbench_complete_axis(bench, axis, &decoder->arena) : status;
}

static bres_status read_list(axes_reader *reader, bres_subbench *bench)
{
    bres__json_walk walk = bres__json_walk_list(&reader->decoder.cursor);

    while (next_object(reader, &walk, &reader->axis_index)) {
        bres_axis *axis = bres__subbench_append_axis(bench);

        walk.status = axis != NULL ? read_axis(reader, bench, axis) : BRES_ERROR_MEMORY;
    }
    return walk.status;
}

static bres_status read_axes(axes_reader *reader, const bres__slice *text, bres_subbench *bench)
{
    bres__cursor *cursor = &reader->decoder.cursor;
    bres__json_kind kind;

    cursor->next = text->data;
    cursor->end = text->data + text->length;
    kind = bres__json_peek(cursor);
    if (kind == BRES__JSON_NULL || kind == BRES__JSON_ARRAY)
        bench->axes_json = (uint8_t)kind;
    if (kind == BRES__JSON_ARRAY)
        return read_list(reader, bench);
    if (kind == BRES__JSON_NULL)
        return BRES_OK;
    if (kind == BRES__JSON_OBJECT)
        return bres__load_old_layout(reader->decoder.load, text->data, "benchmarks[%zu].axes",
                                     reader->decoder.bench_index);
    return wrong_kind(reader, text->data, "a list", NULL, kind);
}

bres_status bres__read_axes(const bres__load *load, const bres__bench_text *text, size_t index,
                            bres_subbench *bench)
{
    axes_reader reader = { .axis_index = -1, .value_index = -1 };
    bres_status status;

    if (text->axes.data == NULL)
        return BRES_OK;
    bres__decoder_init(&reader.decoder, load);
    reader.decoder.bench_index = index;
    status = read_axes(&reader, &text->axes, bench);
    bres__arena_adopt(&bench->result->arena, &reader.decoder.arena);
    bres__decoder_free(&reader.decoder);
    bres__free(reader.values);
    return status;
}
