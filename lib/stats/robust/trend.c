/* SPDX-License-Identifier: MIT */
#include "stats/robust/trend.h"

#include "base/alloc.h"
#include "base/error.h"
#include "stats/distribution.h"
#include "stats/stats.h"

#include <math.h>
#include <stdint.h>

/* Slopes between all points; `excess` is the number that rise minus the number that fall. */
typedef struct slopes {
    double *values;
    size_t count;
    int64_t excess;
} slopes;

static void slopes_add(slopes *found, double time, double rise)
{
    if (!(time > 0))
        return;
    found->values[found->count++] = rise / time;
    found->excess += (rise > 0) - (rise < 0);
}

/* The normal approximation, with a continuity correction for a statistic that changes in steps of
 * two. Ties make the variance smaller than assumed, so the test is conservative. */
static double excess_p(int64_t excess, size_t count)
{
    const double n = (double)count;
    const double deviation = sqrt(n * (n - 1) * (2 * n + 5) / 18);
    const double beyond = fmax(0, fabs((double)excess) - 1) / deviation;

    return fmin(1, 2 * bres__student_tail(beyond, INFINITY));
}

bres_status bres__trend_of(const double *moments, const double *values, size_t count,
                           bres__trend *trend)
{
    slopes found = { .count = 0 };

    *trend = (bres__trend){ .p = 1 };
    if (count < 2)
        return BRES_OK;
    if (count > SIZE_MAX / count / sizeof(double))
        return bres__error_memory();
    found.values = bres__malloc(count * (count - 1) / 2 * sizeof(double));
    if (found.values == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < count; i++) {
        for (size_t j = i + 1; j < count; j++)
            slopes_add(&found, moments[j] - moments[i], values[j] - values[i]);
    }
    if (found.count > 0) {
        trend->slope = bres__median(found.values, found.count);
        trend->p = excess_p(found.excess, count);
    }
    bres__free(found.values);
    return BRES_OK;
}
