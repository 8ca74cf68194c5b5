/* SPDX-License-Identifier: MIT */
/*
 * Logarithmic axes of charts. The functions calculate with logarithms where a ratio of values could
 * overflow.
 */
#include "report/plot/axis.h"

#include <math.h>

/* The values that can be drawn, and the ends that an axis can have. */
#define PLACE_MIN 1e-300
#define PLACE_MAX 1e300
#define AXIS_MIN  1e-305
#define AXIS_MAX  1e305

/* Up to EQUAL_DECADES tics are at equal distances, up to ROUND_DECADES at 1, 2 and 5 times powers
 * of ten. A longer axis has tics at no more than POWERS_MAX powers of ten. */
#define EQUAL_DECADES 0.7
#define ROUND_DECADES 8
#define POWERS_MAX    20

bool bres__plot_has_place(double value)
{
    return value >= PLACE_MIN && value <= PLACE_MAX;
}

void bres__plot_range_add(bres__plot_range *range, double value)
{
    if (value < range->low)
        range->low = value;
    if (value > range->high)
        range->high = value;
}

static double range_decades(const bres__plot_range *range)
{
    return log10(range->high) - log10(range->low);
}

/* Adds a twentieth of the length at both ends; at least 2 %. */
void bres__plot_range_widen(bres__plot_range *range)
{
    const double factor = pow(10, fmax(range_decades(range) / 20, log10(1.02)));

    range->low = fmax(range->low / factor, AXIS_MIN);
    range->high = fmin(range->high * factor, AXIS_MAX);
}

double bres__plot_range_place(const bres__plot_range *range, double value)
{
    return (log10(value) - log10(range->low)) / range_decades(range);
}

void bres__plot_put_range(bres__text *script, char axis, const bres__plot_range *range)
{
    bres__text_printf(script, "set %crange [%.9g:%.9g]\n", axis, range->low, range->high);
}

static void put_tic(bres__text *script, char axis, double tic)
{
    bres__text_printf(script, "set %ctics add (\"%.6g\" %.9g)\n", axis, tic, tic);
}

/* The next number above a positive one that is 1, 2 or 5 times a power of ten. */
static double next_round(double value)
{
    const double power = pow(10, floor(log10(value) + 1e-9));
    const double digit = value / power;

    return (digit < 1.5 ? 2 : digit < 4 ? 5 : 10) * power;
}

static void put_equal_tics(bres__text *script, char axis, const bres__plot_range *range)
{
    const double step = next_round((range->high - range->low) / 8);

    for (double tic = ceil(range->low / step) * step; tic <= range->high; tic += step)
        put_tic(script, axis, tic);
}

static void put_power_tics(bres__text *script, char axis, const bres__plot_range *range)
{
    const double step = ceil(range_decades(range) / POWERS_MAX);
    const double last = log10(range->high);

    for (double power = ceil(log10(range->low) / step) * step; power <= last; power += step)
        put_tic(script, axis, pow(10, power));
}

void bres__plot_put_tics(bres__text *script, char axis, const bres__plot_range *range)
{
    const double decades = range_decades(range);

    bres__text_printf(script, "set %ctics ()\n", axis);
    if (decades < EQUAL_DECADES) {
        put_equal_tics(script, axis, range);
    } else if (decades > ROUND_DECADES) {
        put_power_tics(script, axis, range);
    } else {
        for (double tic = next_round(range->low); tic <= range->high; tic = next_round(tic))
            put_tic(script, axis, tic);
    }
}
