/* SPDX-License-Identifier: MIT */
#include "stats/robust/outlier.h"

#include <math.h>

/* Beyond this distance from 0, the normal density is negligible. */
#define NORMAL_END 9.0
#define STEPS      240

static double normal_density(double value)
{
    return 0.3989422804014327 * exp(-value * value / 2);
}

static double normal_below(double value)
{
    return erfc(-value / sqrt(2)) / 2;
}

/*
 * With the largest value x and the smallest x - v, all others lie between x - v and x - g v. So the
 * probability for one extreme is
 *     n (n - 1) * integral of p(x) p(x - v) (P(x - g v) - P(x - v))^(n - 2) over x and v > 0,
 * with the normal density p and distribution P. The integrand vanishes at all ends except v = 0,
 * where it is smooth, so that the trapezoidal rule is exact enough.
 */
double bres__outlier_chance(double gap_fraction, size_t count)
{
    const double step = 2 * NORMAL_END / STEPS;
    const double values = (double)count;
    double sum = 0;

    if (!(gap_fraction < 1))
        return 0;
    for (int i = 0; i <= STEPS; i++) {
        const double largest = -NORMAL_END + step * i;

        for (int j = 1; j <= STEPS; j++) {
            const double range = step * j;
            const double between =
                normal_below(largest - gap_fraction * range) - normal_below(largest - range);

            if (between > 0)
                sum += normal_density(largest) * normal_density(largest - range) *
                       pow(between, values - 2);
        }
    }
    return fmin(1, 2 * values * (values - 1) * sum * step * step);
}
