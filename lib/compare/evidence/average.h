/* SPDX-License-Identifier: MIT */
/*
 * The averages of a set of samples: where a clock ticks, they tell more than a median, which moves
 * in whole steps.
 */
#ifndef BRES_COMPARE_EVIDENCE_AVERAGE_H
#define BRES_COMPARE_EVIDENCE_AVERAGE_H

#include "compare/evidence/coverage.h"

typedef struct bres__average {
    double mean;      /* of all samples */
    double center;    /* mean without outliers */
    double deviation; /* standard deviation without outliers */
    double error;     /* standard error of `center` */
} bres__average;

/* `step`: of the clock; 0: none. */
void bres__average_of(const bres__support *support, double step, bres__average *average);
/* The mid-rank median: interpolated within a step; with `step` 0 a sample. */
double bres__average_median(const bres__support *support, double step);

/* The number of distinct values that lie between the dominant steps, and less than one from the
 * most frequent value; 0 if the dominant step is the only one. */
size_t bres__average_between_steps(const bres__support *support, const bres__clock_step *step);

/* The most frequent value, and the samples beside it. */
typedef struct bres__peak {
    double value;
    double mean;   /* of the samples beside the peak */
    double error;  /* standard error of `mean` */
    bool is_alone; /* most samples beside the peak are more than one divisor away */
} bres__peak;

/* `divisor`: of the clock. */
void bres__peak_of(const bres__support *support, double divisor, bres__peak *peak);

#endif
