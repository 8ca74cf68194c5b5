/* SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdint.h>

void solution(double *out, float f, double d, uint16_t h, int i, uint8_t b, uint32_t u, uint64_t l,
              size_t z);

void solution(double *out, float f, double d, uint16_t h, int i, uint8_t b, uint32_t u, uint64_t l,
              size_t z)
{
    out[0] = (double)f;
    out[1] = d;
    out[2] = h;
    out[3] = i;
    out[4] = b;
    out[5] = u;
    out[6] = (double)l;
    out[7] = (double)z;
}
