/* SPDX-License-Identifier: MIT */
#include "judge/problem/half.h"

#include <criterion/criterion.h>
#include <math.h>

/* Every binary16 number, by the definition of the format. */
Test(judge, half_of_each_number)
{
    for (unsigned bits = 0; bits <= 0xffff; bits++) {
        const uint16_t half = (uint16_t)bits;
        const int exponent = (int)(bits >> 10 & 31);
        const double fraction = (double)(bits & 1023) / 1024;
        const double value = bres__half_to_double(half);
        double expected;

        if (exponent == 31 && fraction != 0) {
            cr_expect(isnan(value), "%#x is %g", bits, value);
            cr_expect(isnan(bres__half_to_double(bres__half_from_double(value))));
            continue;
        }
        if (exponent == 31)
            expected = (double)INFINITY;
        else if (exponent == 0)
            expected = fraction / 16384;
        else
            expected = (1 + fraction) * pow(2, exponent - 15);
        if (bits >> 15)
            expected = -expected;
        cr_expect(value == expected && !signbit(value) == !signbit(expected), "%#x is %g, not %g",
                  bits, value, expected);
        cr_expect_eq(bres__half_from_double(value), half, "%#x comes back as %#x", bits,
                     bres__half_from_double(value));
    }
}

/* A number between two neighbours becomes the nearer one, and the midpoint the even one. */
Test(judge, half_rounds_to_nearest_even)
{
    for (unsigned bits = 0; bits < 0x7c00; bits++) {
        const uint16_t low = (uint16_t)bits;
        const double a = bres__half_to_double(low);
        /* After the largest number: its successor if the format had no infinity. */
        const double b = bits + 1 == 0x7c00 ? 65536 : bres__half_to_double((uint16_t)(bits + 1));
        const double middle = (a + b) / 2;
        const uint16_t even = (uint16_t)(bits + bits % 2);

        cr_expect_eq(bres__half_from_double(middle), even, "%#x and the next: the middle", bits);
        cr_expect_eq(bres__half_from_double(nextafter(middle, 0)), low, "%#x: below", bits);
        cr_expect_eq(bres__half_from_double(nextafter(middle, 1e9)), low + 1, "%#x: above", bits);
        cr_expect_eq(bres__half_from_double(-middle), even | 0x8000, "-%#x", bits);
    }
}

Test(judge, half_of_what_it_cannot_hold)
{
    static const struct {
        double value;
        uint16_t half;
    } rows[] = {
        { 1e300, 0x7c00 },
        { -1e300, 0xfc00 },
        { (double)INFINITY, 0x7c00 },
        { 1e-300, 0 },
        { -1e-300, 0x8000 },
        { 0x1p-25, 0 },
        { 0x1.8p-25, 1 },
        { -0.0, 0x8000 },
        { (double)NAN, 0x7e00 },
        { 65519.99, 0x7bff },
        { -(double)INFINITY, 0xfc00 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        cr_expect_eq(bres__half_from_double(rows[i].value), rows[i].half, "%g is %#x",
                     rows[i].value, bres__half_from_double(rows[i].value));
}
