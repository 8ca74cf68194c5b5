/* SPDX-License-Identifier: MIT */
/*
 * Random numbers: reproducible on every host from a seed (splitmix64; Steele, Lea and Flood 2014),
 * and unpredictable seeds.
 */
#ifndef BRES_BASE_RANDOM_H
#define BRES_BASE_RANDOM_H

#include <benchresult/base.h>
#include <stdbool.h>

/* Any state is a valid seed. */
typedef struct bres__random {
    uint64_t state;
    uint64_t other; /* state of the second generator, if `is_secret` */
    bool is_secret;
} bres__random;

/* The finalizer of splitmix64, with the constants of Stafford's variant 13. */
static inline uint64_t bres__random_mixed(uint64_t number)
{
    number = (number ^ (number >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ (number >> 27)) * UINT64_C(0x94d049bb133111eb);
    return number ^ (number >> 31);
}

/* All 64 bits are random. Inline, because the judge draws millions of numbers. */
static inline uint64_t bres__random_next(bres__random *random)
{
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    if (!random->is_secret)
        return bres__random_mixed(random->state);
    random->other += UINT64_C(0xd1342543de82ef95);
    return bres__random_mixed(random->state) ^ bres__random_mixed(random->other);
}

/* Uniform from 0 to limit - 1; `limit` is not 0. */
static inline uint64_t bres__random_below(bres__random *random, uint64_t limit)
{
    /* Rejects the numbers above the largest multiple of `limit` in 2^64, so that every result is
     * equally likely. */
    const uint64_t rest = (UINT64_MAX % limit + 1) % limit;
    uint64_t number;

    do
        number = bres__random_next(random);
    while (number > UINT64_MAX - rest);
    return number % limit;
}

/* Uniform in [0, 1): a multiple of 2^-53. */
double bres__random_unit(bres__random *random);
/* A generator for one of several streams of a seed; in practice streams do not overlap. */
bres__random bres__random_stream(uint64_t seed, uint64_t stream);
/* The same, but its output does not reveal the state and thus the next numbers: each number is
 * combined with one of a second generator. The output of one generator alone can be inverted. */
bres__random bres__random_secret_stream(uint64_t seed, uint64_t stream);
/* Gets an unpredictable seed from the system. Fails with BRES_ERROR_IO. */
bres_status bres__random_secret(uint64_t *seed);

#endif
