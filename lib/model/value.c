/* SPDX-License-Identifier: MIT */
/*
 * Scalars and named values: interprets the text in a file by its declared type.
 */
#include "model/model.h"

#include <math.h>
#include <string.h>

const char *bres__scalar_string(const bres__scalar *scalar)
{
    return scalar->json == BRES__JSON_STRING ? scalar->text : NULL;
}

static bool scalar_is_zero(const char *number)
{
    double value;

    return bres__parse_float64(number, strlen(number), &value) == BRES__PARSE_OK && value == 0;
}

static bool scalar_is_empty_container(const char *text)
{
    const char *inside = text + 1 + strspn(text + 1, " \t\r\n");

    return *inside == ']' || *inside == '}';
}

bool bres__scalar_as_bool(const bres__scalar *scalar)
{
    switch (scalar->json) {
    case BRES__JSON_MISSING:
    case BRES__JSON_NULL:
    case BRES__JSON_FALSE:
        return false;
    case BRES__JSON_TRUE:
        return true;
    case BRES__JSON_INTEGER:
    case BRES__JSON_REAL:
        return !scalar_is_zero(scalar->text);
    case BRES__JSON_STRING:
        return scalar->text[0] != '\0';
    case BRES__JSON_ARRAY:
    case BRES__JSON_OBJECT:
        return !scalar_is_empty_container(scalar->text);
    }
    return false;
}

/* Truncates toward zero, like NVBench's reader. */
static bool value_truncate(double real, int64_t *number)
{
    const double whole = trunc(real);

    if (!(whole >= -0x1p63 && whole < 0x1p63))
        return false;
    *number = (int64_t)whole;
    return true;
}

static bool value_parse_int64(bres__json_kind json, const char *text, int64_t *number)
{
    double real;

    switch (json) {
    case BRES__JSON_STRING:
    case BRES__JSON_INTEGER:
        return bres__parse_int64(text, strlen(text), number) == BRES__PARSE_OK;
    case BRES__JSON_REAL:
        return bres__parse_float64(text, strlen(text), &real) == BRES__PARSE_OK &&
               value_truncate(real, number);
    case BRES__JSON_TRUE:
    case BRES__JSON_FALSE:
        *number = json == BRES__JSON_TRUE;
        return true;
    default:
        return false;
    }
}

static bool value_parse_float64(bres__json_kind json, const char *text, double *number)
{
    switch (json) {
    case BRES__JSON_STRING:
    case BRES__JSON_INTEGER:
    case BRES__JSON_REAL:
        return bres__parse_float64(text, strlen(text), number) == BRES__PARSE_OK;
    case BRES__JSON_TRUE:
    case BRES__JSON_FALSE:
        *number = json == BRES__JSON_TRUE;
        return true;
    default:
        return false;
    }
}

const char *bres__value_classify(const bres__scalar *type, bres__json_kind json, const char *text,
                                 bres_kind *kind)
{
    const char *declared = bres__scalar_string(type);
    int64_t integer;
    double real;

    *kind = BRES_KIND_ABSENT;
    if (json == BRES__JSON_MISSING)
        return NULL;
    if (json == BRES__JSON_NULL) {
        *kind = BRES_KIND_NULL;
        return NULL;
    }
    if (declared == NULL)
        return BRES__EXPECTED_TYPE;
    if (strcmp(declared, "int64") == 0) {
        if (!value_parse_int64(json, text, &integer))
            return "an int64";
        *kind = BRES_KIND_INT64;
    } else if (strcmp(declared, "float64") == 0) {
        if (!value_parse_float64(json, text, &real))
            return "a float64";
        *kind = BRES_KIND_FLOAT64;
    } else if (strcmp(declared, "string") == 0) {
        if (json != BRES__JSON_STRING)
            return "a string";
        *kind = BRES_KIND_STRING;
    } else {
        return BRES__EXPECTED_TYPE;
    }
    return NULL;
}

const char *bres_value_name(const bres_value *value)
{
    return value != NULL ? value->field->name : NULL;
}

const char *bres_value_type(const bres_value *value)
{
    return value != NULL ? bres__scalar_string(&value->field->type) : NULL;
}

bres_kind bres_value_kind(const bres_value *value)
{
    return value != NULL ? (bres_kind)value->kind : BRES_KIND_ABSENT;
}

bool bres_value_int64(const bres_value *value, int64_t *number)
{
    return bres_value_kind(value) == BRES_KIND_INT64 &&
           value_parse_int64((bres__json_kind)value->json, value->text, number);
}

bool bres_value_float64(const bres_value *value, double *number)
{
    int64_t integer;

    if (bres_value_kind(value) == BRES_KIND_FLOAT64)
        return value_parse_float64((bres__json_kind)value->json, value->text, number);
    if (!bres_value_int64(value, &integer))
        return false;
    *number = (double)integer;
    return true;
}

const char *bres_value_string(const bres_value *value)
{
    return bres_value_kind(value) == BRES_KIND_STRING ? value->text : NULL;
}

const char *bres_value_text(const bres_value *value)
{
    const bres_kind kind = bres_value_kind(value);

    return kind != BRES_KIND_ABSENT && kind != BRES_KIND_NULL ? value->text : NULL;
}
