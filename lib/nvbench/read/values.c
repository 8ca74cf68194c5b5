/* SPDX-License-Identifier: MIT */
/*
 * Named values: {"name", "type", "value"}, in the data of a summary and as axis values of a state.
 */
#include "nvbench/nvbench.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void write_path(const bres__decoder *decoder, const char *member, char *path, size_t size)
{
    int n = snprintf(path, size, "benchmarks[%zu].states[%zu]", decoder->bench_index,
                     decoder->state_index);

    if (decoder->summary_index >= 0)
        n += snprintf(path + n, size - (size_t)n, ".summaries[%ld]", decoder->summary_index);
    if (decoder->field_index >= 0)
        n += snprintf(path + n, size - (size_t)n, ".%s[%ld]", decoder->list, decoder->field_index);
    if (member != NULL)
        snprintf(path + n, size - (size_t)n, ".%s", member);
}

static bres_status keep_warning(bres__decoder *decoder, const char *path, const char *message,
                                bool of_missing_file)
{
    bres__warning *warning;

    if (!BRES__RESERVE(&decoder->warnings, &decoder->warning_capacity, decoder->warning_count + 1))
        return bres__error_memory();
    warning = &decoder->warnings[decoder->warning_count];
    warning->order = decoder->order;
    warning->path = bres__arena_strdup(&decoder->warning_texts, path);
    warning->message = bres__arena_strdup(&decoder->warning_texts, message);
    warning->of_missing_file = of_missing_file;
    if (warning->path == NULL || warning->message == NULL)
        return bres__error_memory();
    decoder->warning_count++;
    return BRES_OK;
}

bres_status bres__decoder_warn(bres__decoder *decoder, const char *format, ...)
{
    char message[512];
    char path[160];
    va_list arguments;

    if (decoder->load->options.log == NULL)
        return BRES_OK;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    write_path(decoder, NULL, path, sizeof path);
    return keep_warning(decoder, path, message, false);
}

bres_status bres__decoder_warn_missing(bres__decoder *decoder, const char *file)
{
    char message[512];
    char path[160];

    if (decoder->load->options.log == NULL)
        return BRES_OK;
    snprintf(message, sizeof message, "%s: the file is missing, its samples are left out", file);
    write_path(decoder, NULL, path, sizeof path);
    return keep_warning(decoder, path, message, true);
}

bres_status bres__decoder_fault(bres__decoder *decoder, bres_status status, const char *at,
                                const char *expected, const char *member, const char *format, ...)
{
    char message[512];
    char path[160];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    write_path(decoder, member, path, sizeof path);
    if ((decoder->load->options.flags & BRES_LOAD_LENIENT) != 0)
        return decoder->load->options.log == NULL ? BRES_OK
                                                  : keep_warning(decoder, path, message, false);
    bres__error(status, "%s", message);
    bres__error_set_path("%s", path);
    bres__error_set_expected(expected);
    if (at != NULL)
        bres__error_set_offset(at - decoder->cursor.start);
    return status;
}

bres_status bres__decode_any(bres__decoder *decoder, bres__json_kind *kind, bres__slice *slice)
{
    bres__cursor *cursor = &decoder->cursor;

    *kind = bres__json_peek(cursor);
    if (*kind == BRES__JSON_ARRAY || *kind == BRES__JSON_OBJECT)
        return bres__json_skip(cursor, slice);
    return bres__json_scalar(cursor, &decoder->scratch, kind, slice);
}

bres_status bres__decode_scalar(bres__decoder *decoder, bres__scalar *scalar)
{
    bres__slice slice;
    bres_status status = bres__decode_any(decoder, &scalar->json, &slice);

    if (status != BRES_OK)
        return status;
    scalar->text = bres__intern_text(decoder, slice.data, slice.length);
    return scalar->text == NULL ? bres__error_memory() : BRES_OK;
}

bres_status bres__decode_extra(bres__decoder *decoder, bres__unknown_members *members,
                               const bres__slice *key)
{
    bres__slice value;
    bres_status status = bres__json_skip(&decoder->cursor, &value);

    if (status == BRES_OK)
        bres__unknown_members_add(members, key, &value);
    return status;
}

bres_status bres__decode_take_extra(bres__decoder *decoder, bres__unknown_members *members,
                                    const char **extra)
{
    const char *object;
    size_t length;

    *extra = NULL;
    if (bres__unknown_members_is_empty(members))
        return BRES_OK;
    object = bres__unknown_members_text(members, &length);
    if (object != NULL)
        *extra = bres__intern_text(decoder, object, length);
    bres__unknown_members_clear(members);
    return *extra == NULL ? bres__error_memory() : BRES_OK;
}

bool bres__decode_next_object(bres__decoder *decoder, bres__json_walk *walk, long *index)
{
    while (bres__json_walk_next(walk)) {
        const bres__json_kind kind = bres__json_peek(walk->cursor);
        const char *at = walk->cursor->next;

        ++*index;
        if (kind == BRES__JSON_OBJECT)
            return true;
        walk->status = bres__json_skip(walk->cursor, NULL);
        if (walk->status == BRES_OK)
            walk->status =
                bres__decoder_fault(decoder, BRES_ERROR_KIND, at, "an object", NULL,
                                    "expected an object, found %s", bres__json_kind_name(kind));
    }
    return false;
}

/* Decodes the text of a value. It gets its own copy, because values rarely repeat. */
static bres_status decode_text(bres__decoder *decoder, bres_value *value)
{
    bres__json_kind kind;
    bres__slice slice;
    bres_status status = bres__decode_any(decoder, &kind, &slice);

    if (status != BRES_OK)
        return status;
    value->json = (uint8_t)kind;
    value->text = bres__arena_copy(&decoder->arena, slice.data, slice.length);
    return value->text == NULL ? bres__error_memory() : BRES_OK;
}

static bres_status decode_name(bres__decoder *decoder, bres__field *field)
{
    bres__scalar name;
    bres_status status = bres__decode_scalar(decoder, &name);

    if (status == BRES_OK)
        field->name = bres__scalar_string(&name);
    return status;
}

static bres_status decode_input(bres__decoder *decoder, const bres__slice *key, const char **input)
{
    bres__cursor again = decoder->cursor;
    bres__scalar scalar;
    bres_status status = bres__decode_scalar(decoder, &scalar);

    if (status != BRES_OK)
        return status;
    *input = scalar.json == BRES__JSON_STRING ? scalar.text : NULL;
    /* The model has no member for the input string of a state, so it is also kept as text. */
    decoder->cursor = again;
    return bres__decode_extra(decoder, &decoder->field_members, key);
}

/* Checks a summary's value against its declared type. */
static bres_status judge_value(bres__decoder *decoder, const char *at, bres_value *value)
{
    const bres__field *field = value->field;
    const char *tag = decoder->tag != NULL ? decoder->tag : "";
    const char *expected;
    bres_kind kind = BRES_KIND_ABSENT;

    if (field->name == NULL)
        return bres__decoder_fault(decoder, BRES_ERROR_VALUE, at, "a string", "name",
                                   "summary '%s': the name of a data entry is missing or of "
                                   "the wrong type",
                                   tag);
    if (value->json == BRES__JSON_MISSING)
        return bres__decoder_fault(decoder, BRES_ERROR_VALUE, at, "the key 'value'", NULL,
                                   "summary '%s': field '%s' has no value", tag, field->name);
    expected = bres__value_classify(&field->type, value->json, value->text, &kind);
    value->kind = (uint8_t)kind;
    if (expected == NULL)
        return BRES_OK;
    if (strcmp(expected, BRES__EXPECTED_TYPE) == 0)
        return bres__decoder_fault(decoder, BRES_ERROR_VALUE, at, expected, "type",
                                   "summary '%s': field '%s' has the unsupported type '%s'", tag,
                                   field->name, field->type.text != NULL ? field->type.text : "");
    return bres__decoder_fault(decoder, BRES_ERROR_VALUE, at, expected, "value",
                               "summary '%s': field '%s': the value '%.200s' is not %s", tag,
                               field->name, value->text, expected);
}

static bres_status judge_axis_value(bres__decoder *decoder, const char *at, bres_value *value)
{
    bres_kind kind = BRES_KIND_ABSENT;

    if (value->field->name == NULL)
        return bres__decoder_fault(decoder, BRES_ERROR_KEY, at, "the key 'name'", NULL,
                                   "the name of an axis value is missing or not a string");
    if (value->json == BRES__JSON_ARRAY || value->json == BRES__JSON_OBJECT)
        return bres__decoder_fault(decoder, BRES_ERROR_KIND, at, "a string", "value",
                                   "the value of axis '%s' is %s", value->field->name,
                                   bres__json_kind_name(value->json));
    bres__value_classify(&value->field->type, value->json, value->text, &kind);
    value->kind = (uint8_t)kind;
    return BRES_OK;
}

/* Caches the members from `begin` to the colon of `value`, which the cursor has passed. Fields are
 * compared by their bytes, padding included. */
static void prefix_keep(bres__decoder *decoder, const char *begin, const bres__field *field)
{
    bres__field_prefix *prefix = &decoder->field_prefix;

    if (!bres__unknown_members_is_empty(&decoder->field_members))
        return;
    prefix->text = (bres__slice){ begin, (size_t)(decoder->cursor.next - begin) };
    memcpy(&prefix->field, field, sizeof prefix->field);
}

/* Decodes one member of an entry that began at `begin`. */
static bres_status decode_value_member(bres__decoder *decoder, const char *begin,
                                       const bres__slice *key, bool judge, bres__field *field,
                                       bres_value *value, const char **input)
{
    if (bres__slice_is(key, "name"))
        return decode_name(decoder, field);
    if (bres__slice_is(key, "type"))
        return bres__decode_scalar(decoder, &field->type);
    if (bres__slice_is(key, "value")) {
        /* At a second `value` member, the prefix would contain the first one. */
        if (judge && value->json == BRES__JSON_MISSING)
            prefix_keep(decoder, begin, field);
        return decode_text(decoder, value);
    }
    if (!judge && bres__slice_is(key, "input_string"))
        return decode_input(decoder, key, input);
    return bres__decode_extra(decoder, &decoder->field_members, key);
}

/* Decodes one entry; the cursor is at its object. */
static bres_status decode_value(bres__decoder *decoder, bool judge, bres_value *value,
                                const char **input)
{
    bres__cursor *cursor = &decoder->cursor;
    const char *at = cursor->next;
    bres__field field;
    bres__json_walk walk = { .cursor = cursor, .arena = &decoder->scratch };
    bres_status status;

    memset(&field, 0, sizeof field);
    *value = (bres_value){ 0 };
    *input = NULL;
    if (judge && bres__decoder_pass_prefix(decoder, &decoder->field_prefix.text)) {
        memcpy(&field, &decoder->field_prefix.field, sizeof field);
        walk.status = decode_text(decoder, value);
    } else {
        walk = bres__json_walk_object(cursor, &decoder->scratch);
    }
    while (bres__json_walk_next(&walk))
        walk.status = decode_value_member(decoder, at, &walk.key, judge, &field, value, input);
    status = walk.status;
    if (status == BRES_OK)
        status = bres__decode_take_extra(decoder, &decoder->field_members, &field.extra);
    if (status != BRES_OK)
        return status;
    value->field = bres__intern_field(decoder, &field);
    if (value->field == NULL)
        return bres__error_memory();
    return judge ? judge_value(decoder, at, value) : judge_axis_value(decoder, at, value);
}

static bool reserve_value(bres__decoder *decoder)
{
    size_t need = decoder->value_count + 1;

    return BRES__RESERVE(&decoder->values, &decoder->value_capacity, need) &&
           BRES__RESERVE(&decoder->inputs, &decoder->input_capacity, need);
}

bres_status bres__decode_values(bres__decoder *decoder, bool judge)
{
    bres__json_walk walk = bres__json_walk_list(&decoder->cursor);

    decoder->value_count = 0;
    decoder->list = judge ? "data" : "axis_values";
    decoder->field_index = -1;
    while (bres__decode_next_object(decoder, &walk, &decoder->field_index)) {
        if (!reserve_value(decoder))
            return bres__error_memory();
        walk.status = decode_value(decoder, judge, &decoder->values[decoder->value_count],
                                   &decoder->inputs[decoder->value_count]);
        decoder->value_count++;
    }
    decoder->field_index = -1;
    return walk.status;
}
