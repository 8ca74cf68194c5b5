/* SPDX-License-Identifier: MIT */
/*
 * The random choices of a judgement. A solution sees numbers that follow from some choices, and a
 * generator of base/random.h can be run backwards. So each choice is part of a digest, which
 * reveals neither the seed nor another choice. The elements of one input come from a secret stream,
 * whose numbers do not reveal the next numbers.
 */
#ifndef BRES_JUDGE_DRAW_H
#define BRES_JUDGE_DRAW_H

#include "base/random.h"

typedef struct bres__draws {
    uint64_t seed;
    uint64_t count; /* of choices so far */
} bres__draws;

/* The next choice. The same seed gives the same choices on every host. */
uint64_t bres__draw(bres__draws *draws);
/* A generator for one choice. */
static inline bres__random bres__draw_random(bres__draws *draws)
{
    return (bres__random){ .state = bres__draw(draws) };
}

#endif
