/* SPDX-License-Identifier: MIT */
/*
 * The computations that the cheats share.
 */
#ifndef BRES_TEST_CHEATS_COMPUTE_H
#define BRES_TEST_CHEATS_COMPUTE_H

#include <stddef.h>
#include <stdint.h>

static inline void compute_product(const float *a, const float *b, float *c, size_t m, size_t n,
                                   size_t k)
{
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (size_t l = 0; l < k; l++) {
            for (size_t j = 0; j < n; j++)
                c[i * n + j] += a[i * k + l] * b[l * n + j];
        }
    }
}

static inline void compute_sum(const float *a, const float *b, float *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

/* The arguments of a matrix multiplication. */
typedef struct product {
    const float *a;
    const float *b;
    float *c;
    size_t m;
    size_t n;
    size_t k;
} product;

static inline void compute(const product *work)
{
    compute_product(work->a, work->b, work->c, work->m, work->n, work->k);
}

#endif
