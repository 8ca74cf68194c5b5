/* SPDX-License-Identifier: MIT */
/*
 * The distribution that intervals and tests of means are made of. Accurate to about 1e-12,
 * relative in the tails; nothing allocates.
 */
#ifndef BRES_STATS_DISTRIBUTION_H
#define BRES_STATS_DISTRIBUTION_H

/* Student's t with `freedom` degrees of freedom, > 0 and not necessarily whole; INFINITY is the
 * normal distribution. The probability of a value above `t`. */
double bres__student_tail(double t, double freedom);
/* The value that has the probability `tail`, 0 to 1, above it: infinite at 0 and 1. */
double bres__student_quantile(double tail, double freedom);

#endif
