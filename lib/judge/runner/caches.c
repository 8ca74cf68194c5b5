/* SPDX-License-Identifier: MIT */
#include "judge/runner/caches.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

#define LINE 64

#if defined(__x86_64__)
/* Bit of EBX in CPUID leaf 7. */
#define CLFLUSHOPT (1u << 23)

bool bres__caches_can_evict(void)
{
    unsigned eax;
    unsigned ebx;
    unsigned ecx;
    unsigned edx;

    return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (ebx & CLFLUSHOPT) != 0;
}

__attribute__((target("clflushopt"))) void bres__caches_evict(const void *memory, size_t size)
{
    char *const lines = (char *)(size_t)memory;

    for (size_t at = 0; at < size; at += LINE)
        _mm_clflushopt(lines + at);
    _mm_mfence();
}
#else
bool bres__caches_can_evict(void)
{
    return false;
}

void bres__caches_evict(const void *memory, size_t size)
{
    (void)memory;
    (void)size;
}
#endif

void bres__caches_walk(void *memory, size_t size)
{
    volatile unsigned char *const stream = memory;

    for (size_t at = 0; at < size; at += LINE)
        stream[at]++;
}
