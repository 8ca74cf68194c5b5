/* SPDX-License-Identifier: MIT */
#include "stats/online.h"

#include <math.h>

static inline void online_add(bres__online *online, double value)
{
    const double distance = value - online->mean;

    online->count++;
    if (online->count == 1) {
        online->mean = value;
    } else if (online->count == 2) {
        const double half = 0.5 * (online->mean - value);

        online->mean = 0.5 * (online->mean + value);
        online->variance = half * half;
    } else {
        const double share = 1.0 / (double)online->count;
        const double square = distance * distance;

        online->mean += share * distance;
        online->variance += share * ((square - online->variance) - share * square);
    }
}

void bres__online_add(bres__online *online, double value)
{
    online_add(online, value);
}

/* Faster, because the local copy stays in registers. */
void bres__online_add_all(bres__online *online, const double *values, size_t count)
{
    bres__online sum = *online;

    for (size_t i = 0; i < count; i++)
        online_add(&sum, values[i]);
    *online = sum;
}

double bres__online_unbiased(const bres__online *online)
{
    if (online->count < 2 || !(online->variance >= 0))
        return NAN;
    return online->variance / (1.0 - 1.0 / (double)online->count);
}
