/* SPDX-License-Identifier: MIT */
/*
 * The averages of a set of samples. If the clock has a visible step, they show more than a median,
 * which moves in whole steps.
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

/* Computes the averages. `step` is that of the clock; 0: none. */
void bres__average_of(const bres__support *support, double step, bres__average *average);
/* The mid-rank median: interpolated within a step; with `step` 0, the sample median. */
double bres__average_median(const bres__support *support, double step);

/* The number of distinct values between dominant steps that are less than one dominant step from
 * the most frequent value; 0 if the clock has no finer step. */
size_t bres__average_between_steps(const bres__support *support, const bres__clock_step *step);

/* The most frequent value (the peak) and all other samples. */
typedef struct bres__peak {
    double value;
    double mean;   /* of the other samples */
    double error;  /* standard error of `mean` */
    bool is_alone; /* most other samples are more than one divisor from the peak */
} bres__peak;

/* `divisor` is that of the clock. */
void bres__peak_of(const bres__support *support, double divisor, bres__peak *peak);

#endif
