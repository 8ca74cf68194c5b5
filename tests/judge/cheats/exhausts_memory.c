/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: RUNTIME_ERROR
 *
 * Takes memory until there is none, and then what it got with it.
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
