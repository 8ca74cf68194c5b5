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
    double median;    /* mid-rank: interpolated within a step */
} bres__average;

/* `step`: of the clock; 0: none, the median is a sample. */
void bres__average_of(const bres__support *support, double step, bres__average *average);

/* The most frequent value, and the samples beside it. */
typedef struct bres__peak {
    double value;
    double share;  /* of the samples: 0 to 1 */
    double mean;   /* of the samples beside the peak */
    double error;  /* standard error of `mean` */
    bool is_alone; /* most samples beside the peak are more than one divisor away */
} bres__peak;

/* `divisor`: of the clock. */
void bres__peak_of(const bres__support *support, double divisor, bres__peak *peak);

#endif
