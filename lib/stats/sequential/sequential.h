/* SPDX-License-Identifier: MIT */
/*
 * A sequential decision on paired measurements, valid after every pair: is the center of the pairs'
 * log ratios above a margin, below it, or near zero?
 *
 * The method is a betting test of symmetry. Let x be log(candidate / reference) of a pair, measured
 * in random order, and t a hypothetical center. If t is the center, then, given all previous
 * measurements, x - t is as likely to be y as -y. A bettor stakes the fraction c of the current
 * wealth on the odd, bounded function g(x - t) = tanh((x - t) / s), with c and s chosen before x is
 * known. After n pairs the wealth is W(t) = prod(1 + c g(x[i] - t)). This is a nonnegative
 * martingale, so that the probability that W(t) ever reaches 1 / a is at most a (Ville 1939). The
 * test mixes several bet fractions c; s depends on the previous pairs only.
 *
 * W falls as t grows, so the refuted centers form a range: W refutes all t below the lower end of
 * the confidence interval at the error a. The bettor on the other side refutes all t above the
 * upper end. By default, a is half of the error rate for each. The interval covers the center at
 * all times simultaneously (Howard, Ramdas, McAuliffe and Sekhon 2021; Waudby-Smith and Ramdas
 * 2024), and every decision follows from it. The variance need not be known, nor even exist; an
 * outlier counts as one pair. If both sides are the same, the random order alone provides the
 * symmetry: no assumption about noise, drift or dependence remains.
 *
 * The step of a clock moves all ratios alike, so that more pairs do not average it out. Two times
 * that differ are at least one step apart, and rounding moves a ratio by at most one step. So the
 * smallest difference of times, or the step if it is known, is the resolution: every test must hold
 * at a center that is moved by the resolution, and the interval is wider by it. If all times are
 * equal and the step is unknown, nothing is proven.
 *
 * A state machine without clock and randomness: the same input gives the same decisions.
 */
#ifndef BRES_STATS_SEQUENTIAL_SEQUENTIAL_H
#define BRES_STATS_SEQUENTIAL_SEQUENTIAL_H

#include "stats/resolution.h"

#include <stddef.h>

typedef enum bres__sequential_verdict {
    BRES__SEQUENTIAL_OPEN, /* nothing is proven */
    BRES__SEQUENTIAL_SAME, /* the ratio is within the equivalence margin */
    BRES__SEQUENTIAL_LESS, /* the ratio is below 1 / (1 + min_effect) */
    BRES__SEQUENTIAL_MORE  /* the ratio is above 1 + min_effect */
} bres__sequential_verdict;

typedef struct bres__sequential_options {
    double error_rate; /* in (0, 1): the probability that any decision, at any time, is wrong */
    double min_effect; /* >= 0: a ratio above 1 + this, or below 1 / (1 + this), is a change */
    double equivalence_margin; /* a ratio from 1 / (1 + this) to 1 + this is SAME; 0: no ratio */
    size_t min_pairs;          /* no decision before this many pairs */
    bool one_sided; /* decide only between MORE and "at most 1 + equivalence_margin", which is SAME.
                       Only one of them can be wrong: MORE with a probability of at most error_rate,
                       SAME of at most same_error_rate */
    double same_error_rate; /* in (0, 1); for one_sided only */
    double clock_step;      /* of the times; 0: unknown, so that only the times show it */
} bres__sequential_options;

/* The one-sided tests after every pair, by the statement that each can prove. */
typedef enum bres__sequential_test {
    BRES__SEQUENTIAL_ABOVE_CHANGE, /* the center is above log(1 + min_effect) */
    BRES__SEQUENTIAL_BELOW_CHANGE, /* the center is below -log(1 + min_effect) */
    BRES__SEQUENTIAL_ABOVE_SAME,   /* the center is above -log(1 + equivalence_margin) */
    BRES__SEQUENTIAL_BELOW_SAME,   /* the center is below log(1 + equivalence_margin) */
    BRES__SEQUENTIAL_TESTS
} bres__sequential_test;

/* The number of bet fractions. */
#define BRES__SEQUENTIAL_FRACTIONS 6u

/* All zero except `options` is an empty state. */
typedef struct bres__sequential {
    bres__sequential_options options;
    double *ratios;  /* logarithms of the pairs' ratios */
    double *scales;  /* s of each pair */
    double *scratch; /* of one computation */
    size_t ratio_capacity;
    size_t scale_capacity;
    size_t scratch_capacity;
    size_t count;
    size_t scaled; /* number of pairs from which `scale` was computed */
    double scale;
    bres__resolution shown; /* by the times */
    double resolution;      /* a log ratio; 0: pairs without times; infinite: all times are equal */
    double last[2];         /* the times of the last pair */
    double wealth[BRES__SEQUENTIAL_TESTS][BRES__SEQUENTIAL_FRACTIONS]; /* logarithms */
} bres__sequential;

/* Makes room for one more pair. Returns false, with nothing changed, when out of memory. */
bool bres__sequential_reserve(bres__sequential *self);
/* Makes room for `pairs` pairs in total. */
bool bres__sequential_reserve_all(bres__sequential *self, size_t pairs);
/* Adds the logarithm of a pair's ratio, which must be finite. The caller has made room for it. */
void bres__sequential_add(bres__sequential *self, double log_ratio);
/* Adds a pair of times, which must be positive and finite. Times and bare ratios do not mix. */
void bres__sequential_add_times(bres__sequential *self, double reference, double candidate);
/* Removes the pairs and keeps their memory. */
void bres__sequential_clear(bres__sequential *self);
void bres__sequential_free(bres__sequential *self);

/* The verdict that the pairs so far prove. A change takes precedence: a ratio that is proven to be
 * above 1 + min_effect and within the equivalence margin is a change. */
bres__sequential_verdict bres__sequential_decide(const bres__sequential *self);

/* Whether the pairs so far prove a single test. The error rate of one test is half of the error
 * rate; if one_sided, it is the error rate of its side. */
bool bres__sequential_proves(const bres__sequential *self, bres__sequential_test test);

/* The center of the pairs' log ratios and its confidence interval, which covers the center at all
 * times simultaneously, except at the error rate. An end is infinite while the pairs are too few to
 * bound it. The center is a robust mean, the value at which the gains of the bets sum to zero. It
 * always lies in the interval and is 0 without pairs. */
typedef struct bres__sequential_estimate {
    double center;
    double lower;
    double upper;
} bres__sequential_estimate;

void bres__sequential_estimate_of(const bres__sequential *self,
                                  bres__sequential_estimate *estimate);

/* The two-sided p-value, valid after any number of pairs: an upper bound for the probability of
 * such evidence of a change beyond min_effect if no such change exists. 1 without pairs. */
double bres__sequential_p_value(const bres__sequential *self);

/* The verdict that further pairs like those so far would prove first, and the number of such pairs.
 * OPEN and 0 if a verdict is already proven or no prediction is possible. */
typedef struct bres__sequential_plan {
    bres__sequential_verdict verdict;
    double pairs;
} bres__sequential_plan;

void bres__sequential_plan_of(const bres__sequential *self, bres__sequential_plan *plan);

#endif
