/* SPDX-License-Identifier: MIT */
/*
 * Numbers of a comparison as tables show them.
 */
#include "report/compare.h"

#include <math.h>

#define NOTHING "n/a"

static const bres__time_unit units[] = { { 1, "s" }, { 1e3, "ms" }, { 1e6, "us" } };

const bres__time_unit *bres__time_unit_for(const double *seconds, size_t count)
{
    double largest = 0;

    for (size_t i = 0; i < count; i++) {
        if (isfinite(seconds[i]) && fabs(seconds[i]) > largest)
            largest = fabs(seconds[i]);
    }
    if (largest >= 1)
        return &units[0];
    return largest >= 1e-3 ? &units[1] : &units[2];
}

int bres__time_unit_digits(const bres__time_unit *center, const bres__time_unit *unit)
{
    const int digits = 3 + 3 * (int)(center - unit);

    return digits > 0 ? digits : 0;
}

bool bres__estimate_has_time(const bres_estimate *estimate)
{
    return (estimate->has & BRES_HAS_CENTER) != 0 && isfinite(estimate->center) &&
           estimate->center > 0;
}

static void put_scaled(bres__text *text, double seconds)
{
    const bres__time_unit *unit = bres__time_unit_for(&seconds, 1);

    bres__text_printf(text, "%.3f %s", seconds * unit->factor, unit->name);
}

void bres__put_time(bres__text *text, const bres_estimate *estimate)
{
    if (bres__estimate_has_time(estimate))
        put_scaled(text, estimate->center);
    else
        bres__text_puts(text, NOTHING);
}

void bres__put_time_difference(bres__text *text, const bres_difference *difference)
{
    if ((difference->has & BRES_HAS_DIFFERENCE) != 0 && isfinite(difference->center))
        put_scaled(text, difference->center);
    else
        bres__text_puts(text, NOTHING);
}

static void put_percent(bres__text *text, bool present, double value)
{
    if (!present || isnan(value))
        bres__text_puts(text, NOTHING);
    else if (isinf(value))
        bres__text_puts(text, "inf");
    else
        bres__text_printf(text, "%.2f%%", value * 100);
}

void bres__put_noise(bres__text *text, const bres_estimate *estimate)
{
    put_percent(text, (estimate->has & BRES_HAS_NOISE) != 0, estimate->noise);
}

void bres__put_fraction(bres__text *text, const bres_difference *difference)
{
    put_percent(text, (difference->has & BRES_HAS_FRACTION) != 0, difference->fraction);
}

void bres__put_span(bres__text *text, const bres_estimate *estimate)
{
    if ((estimate->has & BRES_HAS_INTERVAL) != 0)
        bres__text_printf(text, "%.1f%%",
                          (estimate->upper - estimate->lower) / estimate->center * 100);
    else
        bres__text_puts(text, NOTHING);
}

void bres__put_center_change(bres__text *text, const bres_difference *difference)
{
    if ((difference->has & BRES_HAS_CHANGE) != 0)
        bres__text_printf(text, "%+.1f%%", difference->change * 100);
    else
        bres__text_puts(text, NOTHING);
}

void bres__put_change(bres__text *text, const bres_row *row)
{
    const bres_difference *difference = bres_row_difference(row);

    if ((difference->has & BRES_HAS_CHANGE_INTERVAL) == 0)
        return;
    if (bres_row_status(row) == BRES_FAST)
        bres__text_printf(text, "<= %+.1f%%", difference->change_upper * 100);
    else if (bres_row_status(row) == BRES_SLOW)
        bres__text_printf(text, ">= %+.1f%%", difference->change_lower * 100);
}
