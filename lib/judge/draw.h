/* SPDX-License-Identifier: MIT */
/*
 * The random choices of a judgement. A solution sees numbers that follow from some of them, and a
 * generator of base/random.h can be run backwards. So each choice is part of a digest, from which
 * neither the seed nor another choice can be found. The elements of one input come from a secret
 * stream, whose numbers do not tell the next ones.
 */
#ifndef BRES_JUDGE_DRAW_H
#define BRES_JUDGE_DRAW_H

#include "base/random.h"

typedef struct bres__draws {
    uint64_t seed;
    uint64_t count; /* of choices so far */
} bres__draws;

/* The next choice, which the seed decides on every host. */
uint64_t bres__draw(bres__draws *draws);
/* A generator that is good for one choice. */
static inline bres__random bres__draw_random(bres__draws *draws)
{
    return (bres__random){ .state = bres__draw(draws) };
}

#endif
