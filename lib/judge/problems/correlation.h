/* SPDX-License-Identifier: MIT */
/*
 * The reference of both convolutions.
 */
#ifndef BRES_JUDGE_PROBLEMS_CORRELATION_H
#define BRES_JUDGE_PROBLEMS_CORRELATION_H

#include <benchresult/problem.h>

/* An image and the kernel that is moved over it, in elements. */
typedef struct bres__correlation {
    size_t height;
    size_t width;
    size_t kernel_height;
    size_t kernel_width;
} bres__correlation;

/* The cross-correlation of inputs[0], an image, with inputs[1], a kernel, as if half of the
 * kernel's size in zeros were around the image. BRES_ERROR_MEMORY. */
bres_status bres__correlate(const bres__correlation *sizes, bres_data_type type,
                            const void *const *inputs, void *output);

#endif
