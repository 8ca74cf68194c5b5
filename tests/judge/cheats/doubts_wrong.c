/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: WRONG_ANSWER
 *
 * Guesses, knows in one call that the guess is wrong, and uses CPU time between the end of the
 * call and the answer to the judge, so that the judge may reject its time.
 */
#include "busy.h"
#include "compute.h"

#include <string.h>

/* This call is a sample, regardless of the number of warm-ups. */
#define SAMPLE 6

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    static unsigned calls;

    if (++calls == SAMPLE) {
        memset(c, 0, m * n * sizeof(*c));
        busy_before_answer();
    } else {
        compute_product(a, b, c, m, n, k);
    }
}
