/* SPDX-License-Identifier: MIT */
/*
 * Random numbers for the searches in virtual time (PCG-XSH-RR, O'Neill 2014). The generator is
 * separate, so that no code of the library makes the data that it decides on.
 */
#ifndef BRES_TRUTH_SOURCE_H
#define BRES_TRUTH_SOURCE_H

#include <stdint.h>

typedef struct truth_source {
    uint64_t state;
} truth_source;

truth_source truth_source_make(uint64_t seed);
uint32_t truth_next(truth_source *source);
/* Above 0, below 1. */
double truth_uniform(truth_source *source);
double truth_between(truth_source *source, double low, double high);
/* Standard normal. */
double truth_gauss(truth_source *source);

#endif
