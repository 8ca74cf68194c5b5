/* SPDX-License-Identifier: MIT */
/*
 * Student's t distribution, for confidence intervals and tests of means. Accurate to about 1e-12,
 * relative in the tails. Allocates no memory.
 */
#ifndef BRES_STATS_DISTRIBUTION_H
#define BRES_STATS_DISTRIBUTION_H

/* The probability of a value above `t`. `freedom` is the degrees of freedom, > 0 and not
 * necessarily an integer; INFINITY gives the normal distribution. */
double bres__student_tail(double t, double freedom);
/* The value that is exceeded with the probability `tail`, 0 to 1; infinite for 0 and 1. */
double bres__student_quantile(double tail, double freedom);

#endif
