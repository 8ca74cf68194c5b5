/* SPDX-License-Identifier: MIT */
/*
 * Access to axes and the values that they declare.
 */
#include "model/model.h"

#include <string.h>

bool bres__axis_is_pow2(const bres_axis *axis)
{
    return strcmp(bres_axis_flags(axis), "pow2") == 0;
}

const char *bres_axis_name(const bres_axis *axis)
{
    return axis != NULL ? axis->name : NULL;
}

const char *bres_axis_type(const bres_axis *axis)
{
    return axis != NULL ? bres__scalar_string(&axis->type) : NULL;
}

const char *bres_axis_flags(const bres_axis *axis)
{
    const char *flags;

    if (axis == NULL)
        return NULL;
    flags = bres__scalar_string(&axis->flags);
    return flags != NULL ? flags : "";
}

const char *bres_axis_full_name(const bres_axis *axis)
{
    return axis != NULL ? axis->full_name : NULL;
}

size_t bres_axis_value_count(const bres_axis *axis)
{
    return axis != NULL ? axis->value_count : 0;
}

const bres_axis_value *bres_axis_value_at(const bres_axis *axis, size_t index)
{
    return index < bres_axis_value_count(axis) ? &axis->values[index] : NULL;
}

const char *bres_axis_extra_json(const bres_axis *axis)
{
    return axis != NULL ? axis->extra : NULL;
}

const char *bres_axis_value_input_string(const bres_axis_value *value)
{
    return value != NULL ? value->input_string : NULL;
}

const char *bres_axis_value_description(const bres_axis_value *value)
{
    return value != NULL ? bres__scalar_string(&value->description) : NULL;
}

bool bres_axis_value_is_active(const bres_axis_value *value)
{
    return value != NULL && value->is_active.json != BRES__JSON_FALSE;
}

bres_kind bres_axis_value_kind(const bres_axis_value *value)
{
    int64_t integer;

    switch (value != NULL ? (bres__json_kind)value->json : BRES__JSON_MISSING) {
    case BRES__JSON_NULL:
        return BRES_KIND_NULL;
    case BRES__JSON_INTEGER:
        /* An integer beyond 64 bits is still a number. */
        return bres_axis_value_int64(value, &integer) ? BRES_KIND_INT64 : BRES_KIND_FLOAT64;
    case BRES__JSON_REAL:
        return BRES_KIND_FLOAT64;
    case BRES__JSON_STRING:
        return BRES_KIND_STRING;
    default:
        return BRES_KIND_ABSENT;
    }
}

bool bres_axis_value_int64(const bres_axis_value *value, int64_t *number)
{
    int64_t integer;

    if (value == NULL || value->json != BRES__JSON_INTEGER ||
        bres__parse_int64(value->text, strlen(value->text), &integer) != BRES__PARSE_OK)
        return false;
    *number = integer;
    return true;
}

bool bres_axis_value_float64(const bres_axis_value *value, double *number)
{
    int64_t integer;

    if (bres_axis_value_int64(value, &integer)) {
        *number = (double)integer;
        return true;
    }
    return bres_axis_value_kind(value) == BRES_KIND_FLOAT64 &&
           bres__parse_float64(value->text, strlen(value->text), number) == BRES__PARSE_OK;
}

const char *bres_axis_value_string(const bres_axis_value *value)
{
    return bres_axis_value_kind(value) == BRES_KIND_STRING ? value->text : NULL;
}

const char *bres_axis_value_extra_json(const bres_axis_value *value)
{
    return value != NULL ? value->extra : NULL;
}
