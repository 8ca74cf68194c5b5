/* SPDX-License-Identifier: MIT */
/*
 * Matrix multiplication by blocks that stay in the cache.
 */
#include <stddef.h>
#include <string.h>

#define BLOCK 64

static size_t end_of(size_t begin, size_t limit)
{
    return limit - begin < BLOCK ? limit : begin + BLOCK;
}

/* Adds the product of a block of a and a block of b to a block of c. */
static void block_add(const float *a, const float *b, float *c, size_t m, size_t n, size_t k,
                      const size_t begin[3])
{
    for (size_t i = begin[0]; i < end_of(begin[0], m); i++) {
        for (size_t l = begin[2]; l < end_of(begin[2], k); l++) {
            for (size_t j = begin[1]; j < end_of(begin[1], n); j++)
                c[i * n + j] += a[i * k + l] * b[l * n + j];
        }
    }
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    memset(c, 0, m * n * sizeof(*c));
    for (size_t i = 0; i < m; i += BLOCK) {
        for (size_t l = 0; l < k; l += BLOCK) {
            for (size_t j = 0; j < n; j += BLOCK)
                block_add(a, b, c, m, n, k, (const size_t[3]){ i, j, l });
        }
    }
}
