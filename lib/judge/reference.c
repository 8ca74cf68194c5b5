/* SPDX-License-Identifier: MIT */
#include "judge/reference.h"

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

void bres__reals_correlate(double *restrict sums, const double *restrict input, size_t count,
                           const double *kernel, size_t kernel_count)
{
    const size_t padding = kernel_count / 2;

    for (size_t k = 0; k < kernel_count; k++) {
        /* sums[i] has a term where i + k - padding is an index of the input. */
        const size_t before = k < padding ? padding - k : 0;
        const size_t behind = k > padding ? k - padding : 0;

        if (before + behind < count)
            bres__reals_add(sums + before, input + behind, kernel[k], count - before - behind);
    }
}
