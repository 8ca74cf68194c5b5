/* SPDX-License-Identifier: MIT */
#include "solution.h"

#include <math.h>

/* One slice: `length` elements, `stride` apart. */
static void slice(const float *input, float *output, size_t length, size_t stride)
{
    float largest = -INFINITY;
    float sum = 0;

    for (size_t i = 0; i < length; i++)
        largest = fmaxf(largest, input[i * stride]);
    for (size_t i = 0; i < length; i++) {
        output[i * stride] = expf(input[i * stride] - largest);
        sum += output[i * stride];
    }
    for (size_t i = 0; i < length; i++)
        output[i * stride] /= sum;
}

void solution(const float *input, int dim, float *output, const size_t *shape, size_t ndim)
{
    size_t outer = 1;
    size_t inner = 1;

    for (size_t i = 0; i < (size_t)dim; i++)
        outer *= shape[i];
    for (size_t i = (size_t)dim + 1; i < ndim; i++)
        inner *= shape[i];
    for (size_t i = 0; i < outer; i++) {
        for (size_t j = 0; j < inner; j++) {
            const size_t start = i * shape[dim] * inner + j;

            slice(input + start, output + start, shape[dim], inner);
        }
    }
}
