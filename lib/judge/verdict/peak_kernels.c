/* SPDX-License-Identifier: MIT */
/*
 * Loops that keep a processor busy with only arithmetic, or with only accesses to its first-level
 * cache, for each vector width that it may have.
 *
 * Each width has its own functions, for two reasons. Contraction is off, so fused instructions come
 * only from intrinsics. And one function for the widest vectors would be half as fast on narrower
 * registers with gcc, which splits vectors by way of the stack.
 */
#include "judge/verdict/peak.h"

#include <benchresult/harness.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Eight chains: a dependent operation takes four cycles, and two operations begin in each cycle. */
#define CHAINS      8
#define CHAIN_STEPS 16384

#define ARRAY_FLOATS 2048
#define ARRAY_ROUNDS 512
/* Accesses to arrays at a distance of a multiple of 4 KiB would conflict. */
#define ARRAY_STRIDE (ARRAY_FLOATS + 80)

_Static_assert(3 * ARRAY_STRIDE <= BRES__PEAK_FLOATS, "three arrays fit");

/* Allowance if the processor's instructions are not known: it may have fused instructions, and
 * vectors up to four times as wide as the vectors that every processor has. */
#define PLAIN_ALLOWANCE 8.0

/* Each element converges to 1 from any initial value. step(v, half) is v * half + half. */
#define CHAINS_RUN(memory, vector, step)                                                           \
    do {                                                                                           \
        vector *const v = (vector *)(void *)(memory);                                              \
        const vector half = (vector){ 0 } + 0.5F;                                                  \
        vector v0 = v[0], v1 = v[1], v2 = v[2], v3 = v[3];                                         \
        vector v4 = v[4], v5 = v[5], v6 = v[6], v7 = v[7];                                         \
                                                                                                   \
        for (unsigned i = 0; i < CHAIN_STEPS; i++) {                                               \
            v0 = step(v0, half);                                                                   \
            v1 = step(v1, half);                                                                   \
            v2 = step(v2, half);                                                                   \
            v3 = step(v3, half);                                                                   \
            v4 = step(v4, half);                                                                   \
            v5 = step(v5, half);                                                                   \
            v6 = step(v6, half);                                                                   \
            v7 = step(v7, half);                                                                   \
        }                                                                                          \
        v[0] = v0, v[1] = v1, v[2] = v2, v[3] = v3;                                                \
        v[4] = v4, v[5] = v5, v[6] = v6, v[7] = v7;                                                \
    } while (0)

/* The third array is the sum of the two before it. */
#define ARRAYS_ADD(memory, vector)                                                                 \
    do {                                                                                           \
        const vector *const a = (const vector *)(void *)(memory);                                  \
        const vector *const b = (const vector *)(void *)((memory) + ARRAY_STRIDE);                 \
        vector *const c = (vector *)(void *)((memory) + 2 * ARRAY_STRIDE);                         \
                                                                                                   \
        for (unsigned round = 0; round < ARRAY_ROUNDS; round++) {                                  \
            for (size_t i = 0; i < sizeof(float) * ARRAY_FLOATS / sizeof(vector); i += 4) {        \
                c[i] = a[i] + b[i];                                                                \
                c[i + 1] = a[i + 1] + b[i + 1];                                                    \
                c[i + 2] = a[i + 2] + b[i + 2];                                                    \
                c[i + 3] = a[i + 3] + b[i + 3];                                                    \
            }                                                                                      \
            BRES_CLOBBER();                                                                        \
        }                                                                                          \
    } while (0)

#define PLAIN_FLOATS        4
#define PLAIN_STEP(v, half) ((v) * (half) + (half))
typedef float plain_vector __attribute__((vector_size(4 * PLAIN_FLOATS), may_alias));

static void plain_flops(float *memory)
{
    CHAINS_RUN(memory, plain_vector, PLAIN_STEP);
}

static void plain_bytes(float *memory)
{
    ARRAYS_ADD(memory, plain_vector);
}

#if defined(__x86_64__)
#define AVX_FLOATS        8
#define AVX_STEP(v, half) _mm256_fmadd_ps(v, half, half)

__attribute__((target("avx2,fma"))) static void avx_flops(float *memory)
{
    CHAINS_RUN(memory, __m256, AVX_STEP);
}

__attribute__((target("avx2"))) static void avx_bytes(float *memory)
{
    ARRAYS_ADD(memory, __m256);
}

#define AVX512_FLOATS        16
#define AVX512_STEP(v, half) _mm512_fmadd_ps(v, half, half)

__attribute__((target("avx512f"))) static void avx512_flops(float *memory)
{
    CHAINS_RUN(memory, __m512, AVX512_STEP);
}

__attribute__((target("avx512f"))) static void avx512_bytes(float *memory)
{
    ARRAYS_ADD(memory, __m512);
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
