/* SPDX-License-Identifier: MIT */
#include "judge/problems/correlation.h"

#include "base/base.h"
#include "judge/problem/reference.h"

/* sums[i] += kernel[0] * input[i - kernel_count / 2] + ... */
static void row_add(double *restrict sums, const double *restrict input, size_t count,
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

/* A row of the output: each row of the kernel meets a row of the image, or padding. */
static void row_correlate(const bres__correlation *sizes, size_t row, const double *image,
                          const double *kernel, double *sums)
{
    const size_t padding = sizes->kernel_height / 2;

    memset(sums, 0, sizes->width * sizeof(*sums));
    for (size_t y = 0; y < sizes->kernel_height; y++) {
        const size_t padded = row + y;

        if (padded >= padding && padded - padding < sizes->height)
            row_add(sums, image + (padded - padding) * sizes->width, sizes->width,
                    kernel + y * sizes->kernel_width, sizes->kernel_width);
    }
}

bres_status bres__correlate(const bres__correlation *sizes, bres_data_type type,
                            const void *const *inputs, void *output)
{
    double *image = bres__reals_load(type, inputs[0], sizes->height * sizes->width);
    double *kernel = bres__reals_load(type, inputs[1], sizes->kernel_height * sizes->kernel_width);
    double *sums = bres__reals_zero(sizes->width);
    const bool failed = image == NULL || kernel == NULL || sums == NULL;

    for (size_t row = 0; !failed && row < sizes->height; row++) {
        row_correlate(sizes, row, image, kernel, sums);
        bres__reals_store(type, output, row * sizes->width, sums, sizes->width);
    }
    bres__free(sums);
    bres__free(kernel);
    bres__free(image);
    return failed ? bres__error_memory() : BRES_OK;
}
