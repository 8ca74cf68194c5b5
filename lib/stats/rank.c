/* SPDX-License-Identifier: MIT */
#include "stats/stats.h"

#include <math.h>

/* Computes the whole hundreds of count-1 separately, to avoid overflow. */
size_t bres__percentile_rank(size_t count, unsigned percent)
{
    const size_t last = count - 1;

    return last / 100 * percent + (last % 100 * percent + 50) / 100;
}

void bres__quartiles_of_sorted(const double *values, size_t count, bres__quartiles *quartiles)
{
    if (count == 0 || isnan(values[count - 1])) {
        *quartiles = (bres__quartiles){ .q1 = NAN, .median = NAN, .q3 = NAN };
        return;
    }
    quartiles->q1 = values[bres__percentile_rank(count, 25)];
    quartiles->median = values[bres__percentile_rank(count, 50)];
    quartiles->q3 = values[bres__percentile_rank(count, 75)];
}

double bres__median(double *values, size_t count)
{
    bres__sort_float64(values, count);
    return count % 2 == 1 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

double bres__interpolate(double lower, double upper, double fraction)
{
    if (fraction < 0.5)
        return lower + fraction * (upper - lower);
    return upper - (1 - fraction) * (upper - lower);
}
