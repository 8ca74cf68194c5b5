/* SPDX-License-Identifier: MIT */
#include "judge/problem/reference.h"

#include "base/alloc.h"

double *bres__reals_zero(size_t count)
{
    return bres__calloc(count == 0 ? 1 : count, sizeof(double));
}

double *bres__reals_load(bres_data_type type, const void *elements, size_t count)
{
    double *reals = bres__reals_zero(count);

    for (size_t i = 0; reals != NULL && i < count; i++)
        reals[i] = bres__real_get(type, elements, i);
    return reals;
}

void bres__reals_store(bres_data_type type, void *elements, size_t first, const double *reals,
                       size_t count)
{
    for (size_t i = 0; i < count; i++)
        bres__real_set(type, elements, first + i, reals[i]);
}

void bres__reals_add(double *restrict sums, const double *restrict terms, double factor,
                     size_t count)
{
    for (size_t i = 0; i < count; i++)
        sums[i] += factor * terms[i];
}
