/* SPDX-License-Identifier: MIT */
/*
 * Numbers with units: how a table shows a value according to the hint of its summary.
 */
#include "report/value.h"

#include <math.h>
#include <string.h>

/* A value of at least `from` is multiplied by `factor` and shown with `suffix`. */
struct unit_step {
    double from;
    double factor;
    const char *suffix;
};

/* A unit for a hint. Steps are in descending order; the last one is for all other values and NaN.
 */
struct unit {
    const char *hint;
    struct unit_step steps[6];
    int count;
    int digits; /* after the point */
    const char *csv_suffix;
};

static const struct unit units[] = {
    { "duration",
      { { 1.0, 1.0, " s" }, { 1e-3, 1e3, " ms" }, { 1e-6, 1e6, " us" }, { 0.0, 1e9, " ns" } },
      4,
      3,
      " (sec)" },
    { "item_rate",
      { { 1e15, 1e-15, "P" },
        { 1e12, 1e-12, "T" },
        { 1e9, 1e-9, "G" },
        { 1e6, 1e-6, "M" },
        { 1e3, 1e-3, "K" },
        { 0.0, 1.0, "" } },
      6,
      3,
      " (elem/sec)" },
    { "frequency",
      { { 1e9, 1e-9, " GHz" }, { 1e6, 1e-6, " MHz" }, { 1e3, 1e-3, " KHz" }, { 0.0, 1.0, " Hz" } },
      4,
      3,
      "" },
    { "bytes",
      { { 0x1p30, 0x1p-30, " GiB" },
        { 0x1p20, 0x1p-20, " MiB" },
        { 0x1p10, 0x1p-10, " KiB" },
        { 0.0, 1.0, " B" } },
      4,
      3,
      " (bytes)" },
    { "byte_rate",
      { { 1e15, 1e-15, " PB/s" },
        { 1e12, 1e-12, " TB/s" },
        { 1e9, 1e-9, " GB/s" },
        { 1e6, 1e-6, " MB/s" },
        { 1e3, 1e-3, " KB/s" },
        { 0.0, 1.0, " B/s" } },
      6,
      3,
      " (bytes/sec)" },
    { "percentage", { { 0.0, 100.0, "%" } }, 1, 2, "" },
};

static const struct unit *unit_find(const char *hint)
{
    for (size_t i = 0; hint != NULL && i < sizeof units / sizeof *units; i++) {
        if (strcmp(hint, units[i].hint) == 0)
            return &units[i];
    }
    return NULL;
}

const char *bres__units_csv_suffix(const char *hint)
{
    const struct unit *unit = unit_find(hint);

    return unit != NULL ? unit->csv_suffix : "";
}

/* Removes the sign of a NaN, which printf would show. */
static double unsigned_nan(double value)
{
    return isnan(value) ? fabs(value) : value;
}

static void unit_append(bres__text *text, const struct unit *unit, double value)
{
    const struct unit_step *step = unit->steps;

    while (step < unit->steps + unit->count - 1 && !(value >= step->from))
        step++;
    value = unsigned_nan(value * step->factor);
    bres__text_printf(text, fabs(value) < BRES__FIXED_END || isinf(value) ? "%.*f%s" : "%.*e%s",
                      unit->digits, value, step->suffix);
}

/* Gets the value as a number. Returns false if it is a string that is not a number. */
static bool display_number(const bres__display_value *display, double *number)
{
    if (display->kind == BRES_KIND_INT64)
        *number = (double)display->number;
    else if (display->kind == BRES_KIND_FLOAT64)
        *number = display->real;
    else
        return bres__parse_float64(display->string, strlen(display->string), number) ==
               BRES__PARSE_OK;
    return true;
}

static bool sample_size_append(bres__text *text, const bres__display_value *display)
{
    int64_t integer = display->number;
    double number;

    if (display->kind == BRES_KIND_INT64 ||
        (display->kind == BRES_KIND_STRING &&
         bres__parse_int64(display->string, strlen(display->string), &integer) == BRES__PARSE_OK)) {
        bres__text_printf(text, "%lldx", (long long)integer);
        return true;
    }
    if (!display_number(display, &number) || !isfinite(number))
        return false;
    /* Adding zero removes the sign of a negative zero. */
    bres__text_printf(text, "%.0fx", trunc(number) + 0.0);
    return true;
}

void bres__display_put_generic(bres__text *text, const bres__display_value *display)
{
    if (display->kind == BRES_KIND_FLOAT64)
        bres__text_printf(text, "%.5g", unsigned_nan(display->real));
    else
        bres__display_put_plain(text, display);
}

bool bres__display_put_with_unit(bres__text *text, const bres__display_value *display,
                                 const char *hint)
{
    const struct unit *unit = unit_find(hint);
    double number;

    if (display->kind == BRES_KIND_NULL || display->kind == BRES_KIND_ABSENT)
        return true;
    if (hint != NULL && strcmp(hint, "sample_size") == 0)
        return sample_size_append(text, display);
    if (unit == NULL) {
        bres__display_put_generic(text, display);
        return true;
    }
    if (!display_number(display, &number))
        return false;
    unit_append(text, unit, number);
    return true;
}
