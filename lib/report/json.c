/* SPDX-License-Identifier: MIT */
/*
 * Writing members of JSON objects, and values.
 */
#include "report/json.h"

#include <math.h>
#include <string.h>

void bres__json_put_text(bres__json_writer *writer, const char *key, const char *text)
{
    bres__json_key(writer, key);
    if (text != NULL)
        bres__json_write_string(writer, text);
    else
        bres__json_write_literal(writer, "null");
}

void bres__json_put_bool(bres__json_writer *writer, const char *key, bool value)
{
    bres__json_key(writer, key);
    bres__json_write_literal(writer, value ? "true" : "false");
}

void bres__json_put_count(bres__json_writer *writer, const char *key, size_t count)
{
    bres__json_key(writer, key);
    bres__json_write_int64(writer, (int64_t)count);
}

static void write_real(bres__json_writer *writer, double value)
{
    char number[BRES__NUMBER_SIZE];

    if (isfinite(value)) {
        bres__json_write_float64(writer, value);
    } else {
        bres__format_float64(number, value, BRES__FLOAT_VALUE);
        bres__json_write_string(writer, number);
    }
}

void bres__json_put_real(bres__json_writer *writer, const char *key, bool present, double value)
{
    bres__json_key(writer, key);
    if (present)
        write_real(writer, value);
    else
        bres__json_write_literal(writer, "null");
}

void bres__put_valid(bres__text *text, const char *string)
{
    size_t left = strlen(string);

    while (left > 0) {
        const size_t length = bres__utf8_valid(string, left);

        bres__text_append(text, string, length);
        if (length == left)
            break;
        bres__text_puts(text, "\xEF\xBF\xBD");
        string += length + 1;
        left -= length + 1;
    }
}

bres_status bres__json_put_path(bres__json_writer *writer, const char *key, const char *path,
                                bres__text *scratch)
{
    bres__text_clear(scratch);
    if (path != NULL)
        bres__put_valid(scratch, path);
    if (scratch->failed)
        return bres__error_memory();
    bres__json_put_text(writer, key, scratch->length > 0 ? scratch->data : path);
    return BRES_OK;
}

void bres__json_put_display(bres__json_writer *writer, const bres__display_value *display)
{
    switch (display->kind) {
    case BRES_KIND_INT64:
        bres__json_write_int64(writer, display->number);
        break;
    case BRES_KIND_FLOAT64:
        write_real(writer, display->real);
        break;
    case BRES_KIND_STRING:
        bres__json_write_string(writer, display->string);
        break;
    default:
        bres__json_write_literal(writer, "null");
        break;
    }
}

bres_status bres__json_put_axis_values(bres__json_writer *writer, bres__ordered_map *scratch,
                                       const bres_state *state)
{
    const bres_status status = bres__list_axis_values(scratch, state);

    if (status != BRES_OK)
        return status;
    bres__json_key(writer, "axis_values");
    bres__json_begin(writer, '{');
    for (size_t i = 0; i < scratch->count; i++) {
        const bres_value *value = scratch->items[i];
        const char *name = bres_value_name(value);
        bres__display_value display;

        bres__display_axis(&display, bres_subbench_axis(bres_state_subbench(state), name), value);
        bres__json_key(writer, name);
        bres__json_put_display(writer, &display);
    }
    bres__json_end(writer, '}');
    return BRES_OK;
}

/* true when an earlier parameter has the same name: parts of a combination may share a name. */
static bool is_repeated(const bres_criterion *criterion, size_t index)
{
    const char *name = bres_criterion_parameter_at(criterion, index);

    for (size_t i = 0; i < index; i++) {
        if (strcmp(bres_criterion_parameter_at(criterion, i), name) == 0)
            return true;
    }
    return false;
}

void bres__json_put_criterion(bres__json_writer *writer, const bres_criterion *criterion)
{
    bres__json_put_text(writer, "criterion", bres_criterion_name(criterion));
    bres__json_key(writer, "parameters");
    bres__json_begin(writer, '{');
    for (size_t i = 0; i < bres_criterion_parameter_count(criterion); i++) {
        const char *name = bres_criterion_parameter_at(criterion, i);
        bres__display_value display;

        if (is_repeated(criterion, i))
            continue;
        bres__display_parameter(&display, criterion, name);
        bres__json_key(writer, name);
        bres__json_put_display(writer, &display);
    }
    bres__json_end(writer, '}');
}
