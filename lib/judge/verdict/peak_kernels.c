/* SPDX-License-Identifier: MIT */
/*
 * Loops that keep a processor busy with nothing but arithmetic, or with nothing but its first-level
 * cache, in the widths that it may have.
 *
 * They are written out for each width. Contraction is off, so that fused instructions come from
 * intrinsics alone; and one body for the widest vectors, which compilers split where registers are
 * narrower, is half as fast there with gcc, which splits them by way of the stack.
 */
#include "judge/verdict/peak.h"

#include <benchresult/harness.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Eight chains: what depends on each other takes four cycles, and two are begun in each. */
#define CHAINS      8
#define CHAIN_STEPS 16384

#define ARRAY_FLOATS 2048
#define ARRAY_ROUNDS 512
/* Arrays at a distance of a multiple of 4 KiB would get in each other's way. */
#define ARRAY_STRIDE (ARRAY_FLOATS + 80)

_Static_assert(3 * ARRAY_STRIDE <= BRES__PEAK_FLOATS, "three arrays fit");

/* Where the instructions are not known: a processor may have fused ones, and up to four times as
 * wide ones as every processor has. */
#define PLAIN_ALLOWANCE 8.0

#define PLAIN_FLOATS 4
typedef float plain_vector __attribute__((vector_size(4 * PLAIN_FLOATS), may_alias));

/* Each element tends to 1, whatever it was. */
static void plain_flops(float *memory)
{
    plain_vector *const v = (plain_vector *)(void *)memory;
    const plain_vector half = { 0.5F, 0.5F, 0.5F, 0.5F };
    plain_vector v0 = v[0], v1 = v[1], v2 = v[2], v3 = v[3];
    plain_vector v4 = v[4], v5 = v[5], v6 = v[6], v7 = v[7];

    for (unsigned step = 0; step < CHAIN_STEPS; step++) {
        v0 = v0 * half + half;
        v1 = v1 * half + half;
        v2 = v2 * half + half;
        v3 = v3 * half + half;
        v4 = v4 * half + half;
        v5 = v5 * half + half;
        v6 = v6 * half + half;
        v7 = v7 * half + half;
    }
    v[0] = v0, v[1] = v1, v[2] = v2, v[3] = v3;
    v[4] = v4, v[5] = v5, v[6] = v6, v[7] = v7;
}

/* The third array is the sum of the two before it. */
static void plain_bytes(float *memory)
{
    const plain_vector *const a = (const plain_vector *)(void *)memory;
    const plain_vector *const b = (const plain_vector *)(void *)(memory + ARRAY_STRIDE);
    plain_vector *const c = (plain_vector *)(void *)(memory + 2 * ARRAY_STRIDE);

    for (unsigned round = 0; round < ARRAY_ROUNDS; round++) {
        for (size_t i = 0; i < ARRAY_FLOATS / PLAIN_FLOATS; i += 4) {
            c[i] = a[i] + b[i];
            c[i + 1] = a[i + 1] + b[i + 1];
            c[i + 2] = a[i + 2] + b[i + 2];
            c[i + 3] = a[i + 3] + b[i + 3];
        }
        BRES_CLOBBER();
    }
}

#if defined(__x86_64__)
#define AVX_FLOATS 8
__attribute__((target("avx2,fma"))) static void avx_flops(float *memory)
{
    __m256 *const v = (__m256 *)(void *)memory;
    const __m256 half = _mm256_set1_ps(0.5F);
    __m256 v0 = v[0], v1 = v[1], v2 = v[2], v3 = v[3];
    __m256 v4 = v[4], v5 = v[5], v6 = v[6], v7 = v[7];

    for (unsigned step = 0; step < CHAIN_STEPS; step++) {
        v0 = _mm256_fmadd_ps(v0, half, half);
        v1 = _mm256_fmadd_ps(v1, half, half);
        v2 = _mm256_fmadd_ps(v2, half, half);
        v3 = _mm256_fmadd_ps(v3, half, half);
        v4 = _mm256_fmadd_ps(v4, half, half);
        v5 = _mm256_fmadd_ps(v5, half, half);
        v6 = _mm256_fmadd_ps(v6, half, half);
        v7 = _mm256_fmadd_ps(v7, half, half);
    }
    v[0] = v0, v[1] = v1, v[2] = v2, v[3] = v3;
    v[4] = v4, v[5] = v5, v[6] = v6, v[7] = v7;
}

__attribute__((target("avx2"))) static void avx_bytes(float *memory)
{
    const __m256 *const a = (const __m256 *)(void *)memory;
    const __m256 *const b = (const __m256 *)(void *)(memory + ARRAY_STRIDE);
    __m256 *const c = (__m256 *)(void *)(memory + 2 * ARRAY_STRIDE);

    for (unsigned round = 0; round < ARRAY_ROUNDS; round++) {
        for (size_t i = 0; i < ARRAY_FLOATS / AVX_FLOATS; i += 4) {
            c[i] = _mm256_add_ps(a[i], b[i]);
            c[i + 1] = _mm256_add_ps(a[i + 1], b[i + 1]);
            c[i + 2] = _mm256_add_ps(a[i + 2], b[i + 2]);
            c[i + 3] = _mm256_add_ps(a[i + 3], b[i + 3]);
        }
        BRES_CLOBBER();
    }
}

#define AVX512_FLOATS 16
__attribute__((target("avx512f"))) static void avx512_flops(float *memory)
{
    __m512 *const v = (__m512 *)(void *)memory;
    const __m512 half = _mm512_set1_ps(0.5F);
    __m512 v0 = v[0], v1 = v[1], v2 = v[2], v3 = v[3];
    __m512 v4 = v[4], v5 = v[5], v6 = v[6], v7 = v[7];

    for (unsigned step = 0; step < CHAIN_STEPS; step++) {
        v0 = _mm512_fmadd_ps(v0, half, half);
        v1 = _mm512_fmadd_ps(v1, half, half);
        v2 = _mm512_fmadd_ps(v2, half, half);
        v3 = _mm512_fmadd_ps(v3, half, half);
        v4 = _mm512_fmadd_ps(v4, half, half);
        v5 = _mm512_fmadd_ps(v5, half, half);
        v6 = _mm512_fmadd_ps(v6, half, half);
        v7 = _mm512_fmadd_ps(v7, half, half);
    }
    v[0] = v0, v[1] = v1, v[2] = v2, v[3] = v3;
    v[4] = v4, v[5] = v5, v[6] = v6, v[7] = v7;
}

__attribute__((target("avx512f"))) static void avx512_bytes(float *memory)
{
    const __m512 *const a = (const __m512 *)(void *)memory;
    const __m512 *const b = (const __m512 *)(void *)(memory + ARRAY_STRIDE);
    __m512 *const c = (__m512 *)(void *)(memory + 2 * ARRAY_STRIDE);

    for (unsigned round = 0; round < ARRAY_ROUNDS; round++) {
        for (size_t i = 0; i < ARRAY_FLOATS / AVX512_FLOATS; i += 4) {
            c[i] = _mm512_add_ps(a[i], b[i]);
            c[i + 1] = _mm512_add_ps(a[i + 1], b[i + 1]);
            c[i + 2] = _mm512_add_ps(a[i + 2], b[i + 2]);
            c[i + 3] = _mm512_add_ps(a[i + 3], b[i + 3]);
        }
        BRES_CLOBBER();
    }
}
#endif

static size_t kernels_add(bres__peak_kernel *kernels, size_t capacity, size_t count,
                          bres__peak_kernel kernel)
{
    if (count < capacity)
        kernels[count++] = kernel;
    return count;
}

size_t bres__peak_flops_kernels(bres__peak_kernel *kernels, size_t capacity)
{
    const double chains = 2.0 * CHAINS * CHAIN_STEPS; /* operations if vectors had one element */
    size_t count = 0;

#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        count = kernels_add(
            kernels, capacity, count,
            (bres__peak_kernel){ "avx512 flops", chains * AVX512_FLOATS, avx512_flops });
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        count = kernels_add(kernels, capacity, count,
                            (bres__peak_kernel){ "avx2 flops", chains * AVX_FLOATS, avx_flops });
#endif
    return kernels_add(
        kernels, capacity, count,
        (bres__peak_kernel){ "flops", chains * PLAIN_FLOATS * PLAIN_ALLOWANCE, plain_flops });
}

size_t bres__peak_bytes_kernels(bres__peak_kernel *kernels, size_t capacity)
{
    const double bytes = 3.0 * sizeof(float) * ARRAY_FLOATS * ARRAY_ROUNDS;
    size_t count = 0;

#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        count = kernels_add(kernels, capacity, count,
                            (bres__peak_kernel){ "avx512 bytes", bytes, avx512_bytes });
    if (__builtin_cpu_supports("avx2"))
        count = kernels_add(kernels, capacity, count,
                            (bres__peak_kernel){ "avx2 bytes", bytes, avx_bytes });
#endif
    return kernels_add(kernels, capacity, count,
                       (bres__peak_kernel){ "bytes", bytes * PLAIN_ALLOWANCE, plain_bytes });
}
