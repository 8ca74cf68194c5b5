/* SPDX-License-Identifier: MIT */
/*
 * Units of times, and significant digits.
 *
 * torch.utils.benchmark takes logarithms and rounds in single precision. This file does the same to
 * show the same digits: where a table shows fewer decimals than a time has digits, the number is
 * rounded twice, and double precision would sometimes round the other way.
 */
#include "timer/measurement/measurement.h"

#include <float.h>
#include <math.h>

/* The fraction by which a time may be below a unit and still be shown in it. */
#define UNIT_SLACK 1e-6

static const bres__time_unit units[] = {
    { "seconds", "s", 1.0 },
    { "milliseconds", "ms", 1e-3 },
    { "microseconds", "us", 1e-6 },
    { "nanoseconds", "ns", 1e-9 },
};

const bres__time_unit *bres__time_unit_of(double seconds)
{
    const bres__time_unit *unit = units;
    const bres__time_unit *smallest = units + sizeof(units) / sizeof(units[0]) - 1;

    while (unit < smallest && seconds < unit->seconds * (1 - UNIT_SLACK))
        unit++;
    return unit;
}

static bool fits_single(double value)
{
    return fabs(value) >= (double)FLT_MIN && fabs(value) <= (double)FLT_MAX;
}

int bres__digits_before_point(double value)
{
    if (!(value > 0) || !isfinite(value))
        return 0;
    if (!fits_single(value))
        return (int)ceil(log10(value));
    return (int)ceilf((float)log10((double)(float)value));
}

double bres__trim_digits(double value, int digits)
{
    const double scale = pow(10, bres__digits_before_point(value) - digits);
    const double quotient = value / scale;

    if (!fits_single(value) || !fits_single(scale))
        return value > 0 ? rint(quotient) * scale : 0;
    return (double)(rintf((float)quotient) * (float)scale);
}
