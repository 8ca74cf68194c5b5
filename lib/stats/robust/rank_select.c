/* SPDX-License-Identifier: MIT */
/*
 * Selects by position among all differences of two sets, and among all averages of two values,
 * without storing them. Rounding preserves the order of differences and of averages, so a walk
 * along both sorted sets counts exactly. A position is found by bisecting the bit patterns of
 * doubles.
 */
#include "stats/robust/rank_test.h"

#include <string.h>

#define SIGN_BIT (UINT64_C(1) << 63)

uint64_t bres__differences_below(const double *a, size_t a_count, const double *b, size_t b_count,
                                 double limit)
{
    uint64_t below = 0;
    size_t j = 0;

    for (size_t i = 0; i < a_count; i++) {
        while (j < b_count && b[j] - a[i] <= limit)
            j++;
        below += j;
    }
    return below;
}

uint64_t bres__averages_below(const double *values, size_t count, double limit)
{
    uint64_t below = 0;
    size_t end = count; /* the average of v[i] with each value before `end` is at most the limit */

    for (size_t i = 0; i < count; i++) {
        while (end > i && (values[i] + values[end - 1]) / 2 > limit)
            end--;
        if (end <= i)
            break;
        below += end - i;
    }
    return below;
}

/* An integer that sorts in the order of the doubles. */
static uint64_t key_of(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof(bits));
    return (bits & SIGN_BIT) != 0 ? ~bits : bits | SIGN_BIT;
}

static double key_value(uint64_t key)
{
    const uint64_t bits = (key & SIGN_BIT) != 0 ? key & ~SIGN_BIT : ~key;
    double value;

    memcpy(&value, &bits, sizeof(value));
    return value;
}

double bres__difference_at(const double *a, size_t a_count, const double *b, size_t b_count,
                           uint64_t place)
{
    uint64_t lower = key_of(b[0] - a[a_count - 1]);
    uint64_t upper = key_of(b[b_count - 1] - a[0]);

    while (lower < upper) {
        const uint64_t middle = lower + (upper - lower) / 2;

        if (bres__differences_below(a, a_count, b, b_count, key_value(middle)) >= place)
            upper = middle;
        else
            lower = middle + 1;
    }
    return key_value(lower);
}

double bres__average_at(const double *values, size_t count, uint64_t place)
{
    uint64_t lower = key_of(values[0]);
    uint64_t upper = key_of(values[count - 1]);

    while (lower < upper) {
        const uint64_t middle = lower + (upper - lower) / 2;

        if (bres__averages_below(values, count, key_value(middle)) >= place)
            upper = middle;
        else
            lower = middle + 1;
    }
    return key_value(lower);
}
