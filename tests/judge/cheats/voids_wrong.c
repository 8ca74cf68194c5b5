/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: WRONG_ANSWER
 *
 * Guesses, knows in each fourth call that the guess is wrong, and uses CPU time after the return,
 * so that the call may not count.
 */
#include "busy.h"
#include "compute.h"

#include <string.h>

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    static unsigned calls;

    busy_begin();
    if (++calls % 4 == 0) {
        memset(c, 0, m * n * sizeof(*c));
        busy_later();
    } else {
        compute_product(a, b, c, m, n, k);
    }
}
