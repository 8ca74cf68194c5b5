/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: RUNTIME_ERROR
 *
 * Allocates memory until malloc() fails, and then uses the NULL that it returned.
 */
#include "compute.h"

#include <stdlib.h>

#define PIECE (64u << 20)

void solution(const float *a, const float *b, float *c, size_t n)
{
    volatile char *piece;

    compute_sum(a, b, c, n);
    do {
        piece = malloc(PIECE);
        piece[PIECE - 1] = 1;
    } while (piece != NULL);
}
