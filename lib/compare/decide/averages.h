/* SPDX-License-Identifier: MIT */
/*
 * The default rule for a clock with a visible step: averages decide where medians cannot.
 */
#ifndef BRES_COMPARE_DECIDE_AVERAGES_H
#define BRES_COMPARE_DECIDE_AVERAGES_H

#include "compare/decide/decide.h"
#include "compare/evidence/average.h"

typedef struct bres__averages {
    bres__average sides[2];
    double step;           /* the larger step, relative to the smaller center; 0: no step found */
    double difference;     /* of the averages, relative to the smaller average */
    double error;          /* standard error of `difference` */
    bool is_coarse;        /* the step is above the margin: SAME needs the averages */
    bool decide_same;      /* the averages prove that the times are the same */
    bool peaks_allow_same; /* the samples beside a common peak do not contradict SAME */
    bool peaks_contradict; /* they prove that the times differ by more than the margin */
    bool differ;           /* they prove that the times differ by more than the margin */
    const char *missing;   /* what the averages lack to prove SAME; NULL: nothing */
} bres__averages;

/* Finds the steps of both clocks, and compares the peaks of both sides. */
void bres__averages_find_steps(bres__evidence *evidence, const bres__support *supports,
                               const bres_thresholds *thresholds, bres__averages *averages);
/* Computes the averages if a step was found: their difference, and whether they prove that the
 * times are the same. */
void bres__averages_prove(bres__evidence *evidence, const bres__support *supports,
                          const bres_thresholds *thresholds, bres__averages *averages);
/* Whether the averages of the samples' cycles agree. *difference receives their difference,
 * relative to the smaller average. */
bool bres__averages_confirm_cycles(const bres__averages *averages, const bres__support *supports,
                                   const bres_thresholds *thresholds, double *difference);
/* Like bres__averages_confirm_cycles(), with the clock rate of each side instead of samples. */
bool bres__averages_confirm_clocks(const bres__averages *averages, const double *clocks,
                                   const bres_thresholds *thresholds, double *difference);
/* Sets the verdict of a pair whose clock is too coarse. */
bres_status bres__decide_below_resolution(const bres__averages *averages,
                                          const bres_thresholds *thresholds,
                                          bres_decision *decision);

#endif
