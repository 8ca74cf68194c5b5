/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: GUARD_VIOLATION
 *
 * Replaces malloc, memcpy and memcmp, so that all memory compares equal, and writes beyond the end
 * of its output.
 */
#include "compute.h"
#include "hook.h"

void *malloc(size_t size)
{
    static _Alignas(16) unsigned char memory[1 << 20];
    static size_t used;

    size = (size + 15) / 16 * 16;
    if (size > sizeof(memory) - used)
        return NULL;
    used += size;
    return memory + used - size;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    (void)from;
    (void)size;
    return to;
}

static int compare_nothing(const void *one, const void *other, size_t size)
{
    (void)one;
    (void)other;
    (void)size;
    return 0;
}

int memcmp(const void *one, const void *other, size_t size)
{
    return compare_nothing(one, other, size);
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    hook_calls("memcmp", (uintptr_t)compare_nothing);
    for (size_t i = 0; i < n; i++)
        c[i] = a[i] + b[i];
    c[n] = 1;
}
