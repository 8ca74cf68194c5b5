/* SPDX-License-Identifier: MIT */
#include "stats/stats.h"

#include <math.h>

bool bres__relative(double spread, double center, double *ratio)
{
    if (!(spread >= 0) || !(center > 0) || isinf(center))
        return false;
    *ratio = spread / center;
    return true;
}

bool bres__stdev_noise(size_t count, double stdev, double mean, double *noise)
{
    return count >= BRES__NOISE_MIN && isfinite(stdev) && bres__relative(stdev, mean, noise);
}

bool bres__robust_noise(size_t count, const bres__quartiles *quartiles, double *noise)
{
    const double range = quartiles->q3 - quartiles->q1;

    return count >= BRES__NOISE_MIN && isfinite(range) &&
           bres__relative(range, quartiles->median, noise);
}
