/* SPDX-License-Identifier: MIT */
/* Says where its arrays are. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

void solution(int what, const float *in, float *out, size_t n);

void solution(int what, const float *in, float *out, size_t n)
{
    const uint64_t places[] = { (uint64_t)(uintptr_t)in, (uint64_t)(uintptr_t)out };

    (void)what;
    (void)n;
    memcpy(out, places, sizeof(places));
}
