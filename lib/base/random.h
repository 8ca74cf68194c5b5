/* SPDX-License-Identifier: MIT */
/*
 * Random numbers: the same on every host for the same seed (splitmix64, Steele, Lea and Flood
 * 2014), and seeds that nobody can guess.
 */
#ifndef BRES_BASE_RANDOM_H
#define BRES_BASE_RANDOM_H

#include <benchresult/base.h>
#include <stdbool.h>

/* Any state is a valid seed. */
typedef struct bres__random {
    uint64_t state;
    uint64_t other; /* the state of a second generator, if the state is to stay secret */
    bool is_secret;
} bres__random;

/* All 64 bits are random. */
uint64_t bres__random_next(bres__random *random);
/* From 0 to limit - 1, each as likely as the others; `limit` is not 0. */
uint64_t bres__random_below(bres__random *random, uint64_t limit);
/* Uniform in [0, 1): a multiple of 2^-53. */
double bres__random_unit(bres__random *random);
/* A generator for one of several streams of a seed: streams do not overlap in practice. */
bres__random bres__random_stream(uint64_t seed, uint64_t stream);
/* The same, but who sees the numbers does not learn the state, and with it the next numbers: each
 * is combined with one of a second generator. One generator alone can be run backwards. */
bres__random bres__random_secret_stream(uint64_t seed, uint64_t stream);
/* A seed from the system that nobody can guess. BRES_ERROR_IO. */
bres_status bres__random_secret(uint64_t *seed);

#endif
