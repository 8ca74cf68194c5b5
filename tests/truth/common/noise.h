/* SPDX-License-Identifier: MIT */
/*
 * Synthetic times with known true values. Shares no code with the decisions of the library.
 */
#ifndef BRES_TRUTH_NOISE_H
#define BRES_TRUTH_NOISE_H

#include "base/random.h"

#include <stddef.h>

/* A configuration of a benchmark: its time and the distribution of its samples. */
typedef struct truth_state {
    double center;   /* seconds: 5 us to 5 ms, each decade as likely as the next */
    double noise;    /* standard deviation of samples, relative: 0.1 % to 2 % */
    double outliers; /* share of samples that take up to twice as long: at most 5 % */
} truth_state;

/* The correlation of the shifts of the two runs of an interleaved pair. */
#define TRUTH_CORRELATION 0.9

double truth_normal(bres__random *random);
truth_state truth_state_draw(bres__random *random);
/* Draws the factors of all times in two runs: log-normal, with this standard deviation of the
 * logarithm and this correlation. */
void truth_shift_pair(bres__random *random, double deviation, double correlation,
                      double factors[2]);
/* The samples of a run: right-skewed around the center times `factor`, in whole steps of 32 ns. */
void truth_samples(bres__random *random, const truth_state *state, double factor, float *samples,
                   size_t count);

/* Student's t with three degrees of freedom, scaled to a standard deviation of 1. */
double truth_student3(bres__random *random);
/* Two modes, -1 and 1, each with a standard deviation of 0.05. */
double truth_two_modes(bres__random *random);

#endif
