/* SPDX-License-Identifier: MIT */
/*
 * The default rule where a clock ticks: averages decide what medians cannot.
 */
#ifndef BRES_COMPARE_DECIDE_AVERAGES_H
#define BRES_COMPARE_DECIDE_AVERAGES_H

#include "compare/decide/decide.h"
#include "compare/evidence/average.h"

typedef struct bres__averages {
    bres__average sides[2];
    double step;           /* the larger one, relative to the smaller average; 0: no clock ticks */
    double difference;     /* of the averages, relative to the smaller one */
    double error;          /* standard error of `difference` */
    bool is_coarse;        /* the step is above the margin: SAME needs the averages */
    bool decide_same;      /* they prove that the times are the same */
    bool peaks_allow_same; /* the samples beside a common peak do not stand against SAME */
    bool peaks_contradict; /* they prove that the times differ by more than the margin */
    bool differ;           /* they prove that the times differ by more than the margin */
    const char *missing;   /* what they lack for that; NULL: nothing */
} bres__averages;

/* Finds the steps of both clocks, and compares the peaks of both sides. */
void bres__averages_find_steps(bres__evidence *evidence, const bres__support *supports,
                               const bres_thresholds *thresholds, bres__averages *averages);
/* Computes the averages, if a clock ticks: what they differ by, and whether they prove that the
 * times are the same. */
void bres__averages_prove(bres__evidence *evidence, const bres__support *supports,
                          const bres_thresholds *thresholds, bres__averages *averages);
/* Whether the cycles of the samples agree, as far as averages can tell. */
bool bres__averages_confirm_cycles(const bres__averages *averages, const bres__support *supports,
                                   const bres_thresholds *thresholds, double *difference);
/* The same by the clock rate of each side. */
bool bres__averages_confirm_clocks(const bres__averages *averages, const double *clocks,
                                   const bres_thresholds *thresholds, double *difference);
/* Sets the verdict of a pair whose clock is too coarse. */
bres_status bres__decide_below_resolution(const bres__averages *averages,
                                          const bres_thresholds *thresholds,
                                          bres_decision *decision);

#endif
