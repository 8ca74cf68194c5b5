/* SPDX-License-Identifier: MIT */
#include "judge/problem/half.h"

#include <math.h>
#include <string.h>

#define SIGN      0x8000u
#define INFINITE  0x7c00u
#define QUIET_NAN 0x7e00u
#define FRACTION  0x03ffu

double bres__half_to_double(uint16_t half)
{
    const unsigned exponent = (half & INFINITE) >> 10;
    const double fraction = half & FRACTION;
    double magnitude;

    if (exponent == 31)
        magnitude = fraction == 0 ? (double)INFINITY : (double)NAN;
    else if (exponent == 0)
        magnitude = fraction * 0x1p-24;
    else
        magnitude = ldexp(fraction + 1024, (int)exponent - 25);
    return half & SIGN ? -magnitude : magnitude;
}

/* The bits of a magnitude below 65520, rounded to nearest, ties to even. */
static unsigned half_from_finite(double magnitude)
{
    int exponent;

    (void)frexp(magnitude, &exponent);
    /* Zero and subnormal numbers, which are below 2^-14, have the unit 2^-24. */
    const int unit = magnitude < 0x1p-14 ? -24 : exponent - 11;
    const double scaled = ldexp(magnitude, -unit);
    double whole = floor(scaled);
    const double rest = scaled - whole;

    if (rest > 0.5 || (rest == 0.5 && fmod(whole, 2) != 0))
        whole += 1;
    /* The leading bit of a normal number adds one to the exponent field, and so does a fraction
     * that was rounded up to the next power of two. */
    return ((unsigned)(unit + 24) << 10) + (unsigned)whole;
}

uint16_t bres__half_from_double(double value)
{
    const unsigned sign = signbit(value) ? SIGN : 0;
    const double magnitude = fabs(value);
    unsigned bits;

    if (isnan(value))
        bits = QUIET_NAN;
    else if (magnitude >= 65520)
        bits = INFINITE;
    else
        bits = half_from_finite(magnitude);
    return (uint16_t)(sign | bits);
}
