/* SPDX-License-Identifier: MIT */
#include "judge/problem/fill.h"

#include "base/base.h"
#include "judge/problem/element.h"

#include <math.h>

/* Whether an integer type can hold a whole number, given as a double. Numbers from 2^64 on are
 * compared as doubles, because they cannot be converted. */
static bool whole_fits(double value, bres_data_type type)
{
    if (value >= 0)
        return value < 0x1p64 && (uint64_t)value <= bres__data_type_info(type)->max;
    return value >= (double)bres__data_type_info(type)->min;
}

static bres_status fill_check_integers(const bres__filling *filling, bres_data_type type,
                                       const char *name)
{
    const double first = filling->first;
    const double second = filling->second;

    if (floor(first) != first || floor(second) != second || first > second || first < -0x1p53 ||
        second > 0x1p53)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "parameter '%s' is filled with integers from %g to %g: expected two "
                           "whole numbers of at most 2^53, the smaller one first",
                           name, first, second);
    if (!bres__data_type_is_real(type) && (!whole_fits(first, type) || !whole_fits(second, type)))
        return bres__error(BRES_ERROR_ARGUMENT,
                           "parameter '%s' is filled with integers from %g to %g, which %s cannot "
                           "hold",
                           name, first, second, bres_data_type_name(type));
    return BRES_OK;
}

bres_status bres__fill_check(const bres__filling *filling, bres_data_type type, const char *name)
{
    if (!isfinite(filling->first) || !isfinite(filling->second))
        return bres__error(BRES_ERROR_ARGUMENT, "parameter '%s': first and second must be finite",
                           name);
    if (filling->distribution == BRES_FILL_INTEGERS)
        return fill_check_integers(filling, type, name);
    if (!bres__data_type_is_real(type))
        return bres__error(BRES_ERROR_ARGUMENT,
                           "parameter '%s': unsupported distribution for %s (expected integers)",
                           name, bres_data_type_name(type));
    switch (filling->distribution) {
    case BRES_FILL_NORMAL:
        if (filling->second >= 0)
            return BRES_OK;
        return bres__error(BRES_ERROR_ARGUMENT,
                           "parameter '%s': the standard deviation is %g (expected at least 0)",
                           name, filling->second);
    case BRES_FILL_UNIFORM:
    case BRES_FILL_SPECIAL:
        if (filling->first < filling->second)
            return BRES_OK;
        return bres__error(BRES_ERROR_ARGUMENT,
                           "parameter '%s': the range from %g to below %g is empty", name,
                           filling->first, filling->second);
    default:
        return bres__error(BRES_ERROR_ARGUMENT, "parameter '%s': unknown distribution %d", name,
                           (int)filling->distribution);
    }
}

/* The largest number of the type that is less than a finite value. */
static double real_below(bres_data_type type, double value)
{
    if (type == BRES_TYPE_FLOAT64)
        return nextafter(value, -(double)INFINITY);
    if (type == BRES_TYPE_FLOAT32) {
        const float nearest = (float)value;

        return (double)nearest < value ? (double)nearest
                                       : (double)nextafterf(nearest, -(float)INFINITY);
    }
    const uint16_t nearest = bres__half_from_double(value);

    if (bres__half_to_double(nearest) < value)
        return bres__half_to_double(nearest);
    /* The next number towards minus infinity: away from zero for a negative one. */
    if (nearest == 0)
        return -0x1p-24;
    return bres__half_to_double((uint16_t)(nearest & 0x8000u ? nearest + 1 : nearest - 1));
}

/* Maps the top bits of a random number to [first, second): 53 bits for float64, so that a solution
 * that computes in float32 gives different results; otherwise 24 bits. If rounding to the type
 * reaches `second`, `last` replaces it, the number below it. */
static double uniform_value(const bres__filling *filling, bres_data_type type, double last,
                            uint64_t draw)
{
    const double fraction =
        type == BRES_TYPE_FLOAT64 ? (double)(draw >> 11) * 0x1p-53 : (double)(draw >> 40) * 0x1p-24;
    const double value = filling->first + (filling->second - filling->first) * fraction;

    return value > last ? last : value;
}

static void fill_uniform(const bres__filling *filling, bres_data_type type, bres__random *random,
                         void *elements, size_t count)
{
    const double last = real_below(type, filling->second);

    for (size_t i = 0; i < count; i++)
        bres__real_set(type, elements, i,
                       uniform_value(filling, type, last, bres__random_next(random)));
}

/* Magnitudes that break careless code. The square of a tiny or a large number is still
 * representable; the cube is not. */
#define MAGNITUDES 5 /* zero, the smallest denormal and the largest, a tiny number, a large one */

static const double *magnitudes_of(bres_data_type type)
{
    static const double float64[MAGNITUDES] = { 0, 0x1p-1074, 0x0.fffffffffffffp-1022, 0x1p-511,
                                                0x1p511 };
    static const double float32[MAGNITUDES] = { 0, 0x1p-149, 0x0.fffffep-126, 0x1p-63, 0x1p63 };
    static const double float16[MAGNITUDES] = { 0, 0x1p-24, 0x0.ffcp-14, 0x1p-7, 0x1p7 };

    return type == BRES_TYPE_FLOAT64 ? float64 : type == BRES_TYPE_FLOAT32 ? float32 : float16;
}

/* One random number determines an element. Its low bits select whether the element is special, its
 * kind, and (for magnitudes) its sign. The other kinds are the ends of the range, and a repetition
 * of the previous element. */
static void fill_special(const bres__filling *filling, bres_data_type type, bres__random *random,
                         void *elements, size_t count)
{
    const double *magnitudes = magnitudes_of(type);
    const double last = real_below(type, filling->second);
    double value = filling->first;

    for (size_t i = 0; i < count; i++) {
        const uint64_t draw = bres__random_next(random);
        const unsigned kind = (unsigned)(draw >> 4) % 8;

        if (draw % 16 != 0)
            value = uniform_value(filling, type, last, draw);
        else if (kind < MAGNITUDES)
            value = (draw >> 7) % 2 != 0 ? -magnitudes[kind] : magnitudes[kind];
        else if (kind < MAGNITUDES + 2)
            value = kind == MAGNITUDES ? filling->first : last;
        bres__real_set(type, elements, i, value);
    }
}

/* Box-Muller transform: two uniform numbers make two normal ones. */
static void fill_normal(const bres__filling *filling, bres_data_type type, bres__random *random,
                        void *elements, size_t count)
{
    static const double turn = 6.283185307179586477;

    for (size_t i = 0; i < count; i += 2) {
        /* In (0, 1], for the logarithm. */
        const double radius = sqrt(-2 * log(1 - bres__random_unit(random))) * filling->second;
        const double angle = turn * bres__random_unit(random);

        bres__real_set(type, elements, i, filling->first + radius * cos(angle));
        if (i + 1 < count)
            bres__real_set(type, elements, i + 1, filling->first + radius * sin(angle));
    }
}

static void fill_integers(const bres__filling *filling, bres_data_type type, bres__random *random,
                          void *elements, size_t count)
{
    const int64_t first = (int64_t)filling->first;
    const uint64_t choices = (uint64_t)((int64_t)filling->second - first) + 1;

    for (size_t i = 0; i < count; i++) {
        const int64_t value = first + (int64_t)bres__random_below(random, choices);
        const bres__whole whole = { .magnitude = (uint64_t)(value < 0 ? -value : value),
                                    .negative = value < 0 };

        if (bres__data_type_is_real(type))
            bres__real_set(type, elements, i, (double)value);
        else
            bres__whole_set(type, elements, i, whole);
    }
}

void bres__fill(const bres__filling *filling, bres_data_type type, bres__random *random,
                void *elements, size_t count)
{
    switch (filling->distribution) {
    case BRES_FILL_UNIFORM:
        fill_uniform(filling, type, random, elements, count);
        break;
    case BRES_FILL_NORMAL:
        fill_normal(filling, type, random, elements, count);
        break;
    case BRES_FILL_INTEGERS:
        fill_integers(filling, type, random, elements, count);
        break;
    case BRES_FILL_SPECIAL:
        fill_special(filling, type, random, elements, count);
        break;
    }
}
