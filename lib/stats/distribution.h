/* SPDX-License-Identifier: MIT */
/*
 * Distributions that intervals and tests are made of. Accurate to about 1e-12, relative in the
 * tails; nothing allocates.
 */
#ifndef BRES_STATS_DISTRIBUTION_H
#define BRES_STATS_DISTRIBUTION_H

/* Student's t with `freedom` degrees of freedom, > 0 and not necessarily whole; INFINITY is the
 * normal distribution. The probability of a value above `t`. */
double bres__student_tail(double t, double freedom);
/* The value that has the probability `tail`, 0 to 1, above it: infinite at 0 and 1. */
double bres__student_quantile(double tail, double freedom);

/* Chi-squared with `freedom` degrees of freedom, > 0: the probability of a value below `x`. */
double bres__chi_squared_below(double x, double freedom);
/* The value that has the probability `below`, 0 to 1, below it. */
double bres__chi_squared_quantile(double below, double freedom);

#endif
