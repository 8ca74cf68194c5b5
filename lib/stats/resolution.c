/* SPDX-License-Identifier: MIT */
#include "stats/resolution.h"

#include <math.h>

/* Differences below this are rounding errors of the numbers, not steps of a clock. */
#define SMALLEST 1e-9

void bres__resolution_add(bres__resolution *self, double a, double b)
{
    const double difference = fabs(a - b) / fmin(a, b);

    if (!(difference >= SMALLEST))
        self->found_equal = true;
    else if (!(self->smallest > 0) || difference < self->smallest)
        self->smallest = difference;
}
