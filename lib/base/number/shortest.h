/* SPDX-License-Identifier: MIT */
#ifndef BRES_BASE_SHORTEST_H
#define BRES_BASE_SHORTEST_H

#include <stdint.h>

/* The number of powers of five that fit in 64 bits. */
#define BRES__FIVES 28
extern const uint64_t bres__fives[BRES__FIVES];

/* The most digits that a double needs. */
#define BRES__SHORTEST_MAX 17

/* A positive double as d.ddd * 10^exponent, without trailing zeros. */
typedef struct bres__decimal {
    char digits[BRES__SHORTEST_MAX + 1]; /* no NUL at the end */
    int count;
    int exponent;
} bres__decimal;

/* The shortest digits that read back as `value`, a finite number above 0. Among several decimals of
 * that length, gives the nearest. */
void bres__shortest(bres__decimal *decimal, double value);
/* The same for a binary32 number. */
void bres__shortest_float32(bres__decimal *decimal, float value);

#endif
