/* SPDX-License-Identifier: MIT */
/*
 * Names and axis values in a comparison's report.
 */
#include "report/rows/name.h"
#include "base/visible.h"
#include "model/model.h"

#include <string.h>

static void put_int64(bres__text *text, bool as_power, int64_t value)
{
    if (as_power && value > 0 && (value & (value - 1)) == 0)
        bres__text_printf(text, "2^%d", bres__exponent_of(value));
    else
        bres__text_printf(text, "%lld", (long long)value);
}

void bres__put_axis_value(bres__text *text, const bres_axis *axis, const bres_state *state)
{
    const bres_value *value = bres__state_value_on(state, axis);
    const char *type = bres_axis_type(axis);
    const char *given;
    int64_t integer;
    double real;

    if (value == NULL || value->json == BRES__JSON_NULL || value->text == NULL)
        return;
    given = value->text;
    if (type != NULL && strcmp(type, "int64") == 0 &&
        bres__parse_int64(given, strlen(given), &integer) == BRES__PARSE_OK)
        put_int64(text, bres__axis_shows_powers(axis), integer);
    else if (type != NULL && strcmp(type, "float64") == 0 &&
             bres__parse_float64(given, strlen(given), &real) == BRES__PARSE_OK)
        bres__text_printf(text, "%.5g", real);
    else
        bres__put_cell(text, given);
}

bool bres__device_number(const bres_device *device, int64_t *id)
{
    if (device == NULL)
        return false;
    *id = bres_device_id(device);
    return true;
}

void bres__put_file(bres__text *text, const bres_compared *compared, size_t pairs)
{
    if (pairs < 2 || compared->name == NULL)
        return;
    bres__text_puts(text, " (");
    bres__text_puts_visible(text, compared->name);
    bres__text_putc(text, ')');
}
