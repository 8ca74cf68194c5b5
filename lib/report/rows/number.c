/* SPDX-License-Identifier: MIT */
/*
 * Numbers of a comparison as tables show them.
 */
#include "report/rows/number.h"

#include <math.h>

#define NOTHING "n/a"

static const bres__scale of_times[] = {
    { 1, " s" }, { 1e3, " ms" }, { 1e6, " us" }, { 1e9, " ns" }
};
static const bres__scale of_counts[] = {
    { 1e-9, " G" }, { 1e-6, " M" }, { 1e-3, " K" }, { 1, "" }
};

const bres__scale *bres__scale_for(uint32_t unit, const double *values, size_t count)
{
    const bool times = unit == BRES_UNIT_SECONDS;
    const bres__scale *scale = times ? of_times : of_counts;
    const bres__scale *last = times ? &of_times[3] : &of_counts[3];
    double largest = 0;

    for (size_t i = 0; i < count; i++) {
        if (isfinite(values[i]) && fabs(values[i]) > largest)
            largest = fabs(values[i]);
    }
    while (scale < last && largest * scale->factor < 1)
        scale++;
    return scale;
}

const char *bres__variance_source_name(uint32_t source)
{
    static const char *const names[] = {
        [BRES_VARIANCE_SAMPLES] = "samples",
        [BRES_VARIANCE_RUNS] = "runs",
        [BRES_VARIANCE_CLOCK_RATE] = "clock_rate",
        [BRES_VARIANCE_CLOCK_STEP] = "clock_step",
    };

    return source < sizeof(names) / sizeof(names[0]) ? names[source] : NULL;
}

bool bres__scale_is_nanoseconds(const bres__scale *scale)
{
    return scale == &of_times[3];
}

const char *bres__unit_name(uint32_t unit)
{
    return unit == BRES_UNIT_INSTRUCTIONS ? "instructions" : "seconds";
}

int bres__scale_digits(const bres__scale *center, const bres__scale *scale)
{
    const int digits = 3 + 3 * (int)(center - scale);

    return digits > 0 ? digits : 0;
}

bool bres__estimate_is_shown(const bres_estimate *estimate)
{
    return (estimate->has & BRES_HAS_CENTER) != 0 && isfinite(estimate->center) &&
           (estimate->center > 0 || estimate->unit != BRES_UNIT_SECONDS);
}

bool bres__estimate_has_time(const bres_estimate *estimate)
{
    return estimate->unit == BRES_UNIT_SECONDS && bres__estimate_is_shown(estimate);
}

static void put_scaled(bres__text *text, uint32_t unit, double value)
{
    const bres__scale *scale = bres__scale_for(unit, &value, 1);

    bres__text_printf(text, "%.3f%s", value * scale->factor, scale->suffix);
}

void bres__put_center(bres__text *text, const bres_estimate *estimate)
{
    if (bres__estimate_is_shown(estimate))
        put_scaled(text, estimate->unit, estimate->center);
    else
        bres__text_puts(text, NOTHING);
}

void bres__put_center_difference(bres__text *text, const bres_difference *difference)
{
    if ((difference->has & BRES_HAS_DIFFERENCE) != 0 && isfinite(difference->center))
        put_scaled(text, difference->unit, difference->center);
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

void bres__put_step(bres__text *text, const bres_estimate *reference,
                    const bres_estimate *candidate)
{
    if (((reference->has | candidate->has) & BRES_HAS_STEP) != 0)
        bres__text_printf(text, "%.4g ns", fmax(reference->step, candidate->step) * 1e9);
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

    if (bres_row_reason(row) == BRES_REASON_COUNTS_DIFFER)
        bres__put_fraction(text, difference);
    if ((difference->has & BRES_HAS_CHANGE_INTERVAL) == 0)
        return;
    if (bres_row_verdict(row) == BRES_FAST)
        bres__text_printf(text, "<= %+.1f%%", difference->change_upper * 100);
    else if (bres_row_verdict(row) == BRES_SLOW)
        bres__text_printf(text, ">= %+.1f%%", difference->change_lower * 100);
}

/* Digits after the point for about three digits in total, so that tables fit into 80 columns. */
static int percent_digits(double percent)
{
    const double size = fabs(percent);

    if (size >= 99.95)
        return 0;
    return size >= 9.995 ? 1 : 2;
}

static void put_change_digits(bres__text *text, double ratio)
{
    const double percent = 100 * (ratio - 1);

    bres__text_printf(text, "%+.*f", percent_digits(percent), percent);
}

void bres__put_percent_digits(bres__text *text, double percent)
{
    bres__text_printf(text, "%.*f%%", percent_digits(percent), percent);
}

void bres__put_ratio(bres__text *text, const bres_row *row)
{
    const bres_ratio *ratio = bres_row_ratio(row);

    if (ratio == NULL) {
        bres__put_change(text, row);
        return;
    }
    put_change_digits(text, ratio->ratio);
    bres__text_puts(text, "% [");
    put_change_digits(text, ratio->lower);
    bres__text_puts(text, ", ");
    put_change_digits(text, ratio->upper);
    bres__text_putc(text, ']');
}

void bres__put_within(bres__text *text, const bres_row *row)
{
    const bres_ratio *ratio = bres_row_ratio(row);

    put_percent(text, ratio != NULL, ratio != NULL ? ratio->within : 0);
}

void bres__put_between(bres__text *text, const bres_row *row)
{
    const bres_ratio *ratio = bres_row_ratio(row);

    put_percent(text, ratio != NULL, ratio != NULL ? ratio->between : 0);
}

void bres__put_spread(bres__text *text, const bres_row *row)
{
    const bres_ratio *ratio = bres_row_ratio(row);

    put_percent(text, ratio != NULL, ratio != NULL ? ratio->spread : 0);
}
