/* SPDX-License-Identifier: MIT */
/*
 * Display values.
 */
#include "report/value.h"
#include "model/model.h"

#include <string.h>

void bres__display_summary(bres__display_value *display, const bres_summary *summary)
{
    display->kind = bres_summary_kind(summary);
    switch (display->kind) {
    case BRES_KIND_INT64:
        bres_summary_int64(summary, &display->number);
        break;
    case BRES_KIND_FLOAT64:
        bres_summary_float64(summary, &display->real);
        break;
    case BRES_KIND_STRING:
        display->string = bres_summary_string(summary);
        break;
    default:
        display->kind = BRES_KIND_NULL;
        break;
    }
}

bool bres__axis_shows_powers(const bres_axis *axis)
{
    const char *type = bres_axis_type(axis);

    return type != NULL && strcmp(type, "int64") == 0 && strcmp(bres_axis_flags(axis), "pow2") == 0;
}

int bres__exponent_of(int64_t value)
{
    uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
    int exponent = -1;

    for (; magnitude != 0; magnitude >>= 1)
        exponent++;
    return exponent;
}

/* The type that decides how the value of an axis is shown; never NULL. */
static const char *axis_shown_type(const bres_axis *axis, const bres_value *value)
{
    const char *type = bres_value_type(value);

    if (bres__axis_shows_powers(axis))
        return "int64";
    if (type == NULL)
        type = bres_axis_type(axis);
    return type != NULL ? type : "string";
}

void bres__display_axis(bres__display_value *display, const bres_axis *axis,
                        const bres_value *value)
{
    const bres__scalar type = { axis_shown_type(axis, value), BRES__JSON_STRING };
    bres_value typed = *value;
    bres_kind kind;

    display->kind = BRES_KIND_ABSENT;
    if (value->json == BRES__JSON_MISSING)
        return;
    /* Null, lists and objects become blanks. A lenient load warns about lists and objects. */
    display->kind = BRES_KIND_NULL;
    display->string = bres__value_key(value->json, value->text, display->buffer);
    if (value->json == BRES__JSON_NULL || display->string == NULL)
        return;
    display->kind = BRES_KIND_STRING;
    bres__value_classify(&type, value->json, value->text, &kind);
    typed.kind = (uint8_t)kind;
    if (bres_value_int64(&typed, &display->number))
        display->kind = BRES_KIND_INT64;
    else if (bres_value_float64(&typed, &display->real))
        display->kind = BRES_KIND_FLOAT64;
}

void bres__display_put_plain(bres__text *text, const bres__display_value *display)
{
    char number[BRES__NUMBER_SIZE];

    switch (display->kind) {
    case BRES_KIND_INT64:
        bres__text_append(text, number, bres__format_int64(number, display->number));
        break;
    case BRES_KIND_FLOAT64:
        bres__text_append(text, number,
                          bres__format_float64(number, display->real, BRES__FLOAT_VALUE));
        break;
    case BRES_KIND_STRING:
        bres__text_puts(text, display->string);
        break;
    default:
        break;
    }
}

void bres__display_parameter(bres__display_value *display, const bres_criterion *criterion,
                             const char *name)
{
    *display = (bres__display_value){ .kind = bres_criterion_parameter_kind(criterion, name) };
    (void)bres_criterion_int64(criterion, name, &display->number);
    (void)bres_criterion_float64(criterion, name, &display->real);
    display->string = bres_criterion_string(criterion, name);
}
