/* SPDX-License-Identifier: MIT */
/*
 * A decision on paired measurements that may be looked at after every pair: is the center of the
 * pairs' log ratios above a margin, below it, or near zero?
 *
 * The method is a bet against symmetry. Let x be log(candidate / reference) of a pair, measured in
 * an order that a coin has chosen, and t a supposed center. When t is the center, x - t is as
 * likely to be y as -y, whatever has been measured before. A player who stakes the share c of what
 * it has on the odd, bounded function g(x - t) = tanh((x - t) / s), with c and s chosen before x is
 * known, has after n pairs the wealth W(t) = prod(1 + c g(x[i] - t)): a nonnegative martingale, so
 * that it ever reaches 1 / a with a probability of at most a (Ville 1939). The shares are mixed
 * over a few values of c; s follows the pairs before. W falls with t, so what it refutes is a
 * range: all t below the lower end of the interval are refuted at the error a, as all above the
 * upper end are by the player who stakes on the other side; a is half of the error rate each. The
 * interval covers the center at all times at once (Howard, Ramdas, McAuliffe and Sekhon 2021;
 * Waudby-Smith and Ramdas 2024), and every decision is read off it. No variance need be known, none
 * need exist; an outlier counts as one pair. For two sides that are the same, the symmetry is that
 * of the coin: no assumption about noise, drift or dependence is left.
 *
 * A state machine without clock and randomness: the same is decided from the same.
 */
#ifndef BRES_STATS_SEQUENTIAL_H
#define BRES_STATS_SEQUENTIAL_H

#include <stdbool.h>
#include <stddef.h>

typedef enum bres__sequential_verdict {
    BRES__SEQUENTIAL_OPEN, /* nothing is proven */
    BRES__SEQUENTIAL_SAME, /* the ratio is within the width of "same" */
    BRES__SEQUENTIAL_LESS, /* below one, by more than the smallest change that matters */
    BRES__SEQUENTIAL_MORE
} bres__sequential_verdict;

typedef struct bres__sequential_options {
    double error_rate; /* in (0, 1): how often any of the decisions, ever, may be wrong */
    double min_effect; /* >= 0: a ratio above 1 + this, or below 1 / (1 + this), is a change */
    double
        equivalence_margin; /* a ratio within 1 + this and 1 / (1 + this) is the same; 0: none is */
    size_t min_pairs;       /* before these nothing is decided */
    bool one_sided; /* decide only between MORE and "at most 1 + equivalence_margin", which is SAME.
                       Only one of them can be wrong: MORE at most at error_rate, SAME at
                       same_error_rate */
    double same_error_rate; /* in (0, 1); of one_sided only */
} bres__sequential_options;

/* What is tested after every pair: a supposed center, from one side. */
typedef enum bres__sequential_test {
    BRES__SEQUENTIAL_ABOVE_CHANGE, /* it is above log(1 + min_effect) */
    BRES__SEQUENTIAL_BELOW_CHANGE, /* below -log(1 + min_effect) */
    BRES__SEQUENTIAL_ABOVE_SAME,   /* above -log(1 + equivalence_margin) */
    BRES__SEQUENTIAL_BELOW_SAME,   /* below log(1 + equivalence_margin) */
    BRES__SEQUENTIAL_TESTS
} bres__sequential_test;

/* Shares that are staked. */
#define BRES__SEQUENTIAL_SHARES 6u

/* All zero and the options is empty. */
typedef struct bres__sequential {
    bres__sequential_options options;
    double *ratios; /* logarithms of the pairs' ratios */
    double *scales; /* s of each pair */
    double *spare;
    size_t ratio_capacity;
    size_t scale_capacity;
    size_t spare_capacity;
    size_t count;
    size_t scaled; /* pairs that the scale in use comes from */
    double scale;
    double wealth[BRES__SEQUENTIAL_TESTS][BRES__SEQUENTIAL_SHARES]; /* logarithms */
} bres__sequential;

/* Makes room for one more pair; false: no memory, nothing has changed. */
bool bres__sequential_reserve(bres__sequential *self);
/* Makes room for so many pairs in all. */
bool bres__sequential_reserve_all(bres__sequential *self, size_t pairs);
/* Adds the logarithm of a pair's ratio, finite, for which there is room. */
void bres__sequential_add(bres__sequential *self, double log_ratio);
/* Forgets the pairs and keeps their room. */
void bres__sequential_clear(bres__sequential *self);
void bres__sequential_free(bres__sequential *self);

/* What is proven by the pairs so far. A change comes first: a ratio that is proven to be above the
 * smallest change and within the width of "same" is a change. */
bres__sequential_verdict bres__sequential_decide(const bres__sequential *self);

/* Whether one of the tests alone is proven; each may be wrong in half of the error rate. */
bool bres__sequential_proves(const bres__sequential *self, bres__sequential_test test);

/* The center of the pairs' log ratios and the interval that covers it, at all times at once, but
 * for the error rate; infinite ends as long as too few pairs say anything. The center is where the
 * bets are fair, a robust mean: it always lies in the interval. 0 without pairs. */
typedef struct bres__sequential_estimate {
    double center;
    double lower;
    double upper;
} bres__sequential_estimate;

void bres__sequential_estimate_of(const bres__sequential *self,
                                  bres__sequential_estimate *estimate);

/* Two-sided: at most the probability of such evidence, after any number of pairs, for a change
 * beyond the smallest one that matters if there is none. 1 without pairs. */
double bres__sequential_p_value(const bres__sequential *self);

/* What further pairs like those so far would prove first, and how many of them: none when it is
 * proven, or nothing can be said. */
typedef struct bres__sequential_plan {
    bres__sequential_verdict verdict;
    double pairs;
} bres__sequential_plan;

void bres__sequential_plan_of(const bres__sequential *self, bres__sequential_plan *plan);

#endif
