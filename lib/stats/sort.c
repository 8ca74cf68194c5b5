/* SPDX-License-Identifier: MIT */
#include "stats/stats.h"

#include <math.h>

/* Shorter ranges are sorted by insertion. */
#define SORT_INSERTION_MAX 24u
/* Ranges from here on take the median of nine. */
#define SORT_NINTHER_MIN   128u

#define SORT_VALUE double
#define SORT(name) float64_##name
#include "stats/sort_of.h"
#undef SORT
#undef SORT_VALUE

#define SORT_VALUE float
#define SORT(name) float32_##name
#include "stats/sort_of.h"
#undef SORT
#undef SORT_VALUE

void bres__sort_float64(double *values, size_t count)
{
    float64_all(values, count);
}

void bres__sort_float32(float *values, size_t count)
{
    float32_all(values, count);
}
