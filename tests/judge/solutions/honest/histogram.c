/* SPDX-License-Identifier: MIT */
#include "solution.h"

void solution(const float *image, int num_bins, float *histogram, size_t height, size_t width)
{
    const float last = (float)(num_bins - 1);

    for (int i = 0; i < num_bins; i++)
        histogram[i] = 0;
    for (size_t i = 0; i < height * width; i++) {
        const float pixel = image[i] < 0 ? 0 : (image[i] > last ? last : image[i]);

        histogram[(int)pixel] += 1;
    }
}
