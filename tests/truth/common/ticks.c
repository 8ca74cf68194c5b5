/* SPDX-License-Identifier: MIT */
#include "truth/common/ticks.h"

#include "truth/common/noise.h"

#include <math.h>

static double clock_read(bres__random *random, const truth_clock *clock, double time)
{
    double step = clock->step;

    if (!(step > 0))
        return time;
    if (bres__random_unit(random) < clock->fine)
        step /= 32;
    if (clock->by == TRUTH_TICKS_PHASE)
        return floor(time / step + bres__random_unit(random)) * step;
    return round(time / step) * step;
}

void truth_ticking_samples(bres__random *random, const truth_clock *clock, double center,
                           double noise, float *samples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const double time = center * (1 + noise * truth_normal(random));

        samples[i] = (float)clock_read(random, clock, time);
    }
}
