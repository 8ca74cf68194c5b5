/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: BENCHMARKED
 *
 * Prints megabytes in the first call: not a violation, but most of the output is lost.
 */
#include "compute.h"

#include <stdio.h>

#define LINES 100000

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    static int is_printed;

    compute_product(a, b, c, m, n, k);
    if (is_printed)
        return;
    is_printed = 1;
    for (unsigned line = 0; line < LINES; line++) {
        puts("this is printed, and so is much more");
        fputs("to both streams\n", stderr);
    }
    fflush(stdout);
}
