/* SPDX-License-Identifier: MIT */
/*
 * Numbers that may be absent, intervals, and the elementary rules of the decision on them.
 */
#ifndef BRES_COMPARE_EVIDENCE_RULES_H
#define BRES_COMPARE_EVIDENCE_RULES_H

#include "base/base.h"

#include <benchresult/compare.h>

/* A number that may be absent; one that is present may be infinite or NaN. */
typedef struct bres__number {
    bool present;
    double value;
} bres__number;

/* Whether the number is present, finite and > 0. */
bool bres__number_is_positive(const bres__number *number);
/* Whether the number is present, finite and >= 0. */
bool bres__number_is_usable(const bres__number *number);

/* 0 < lower <= center <= upper < infinity. */
typedef struct bres__interval {
    double lower;
    double center;
    double upper;
} bres__interval;

/* false when the three numbers do not make an interval. */
bool bres__interval_make(double lower, double center, double upper, bres__interval *interval);
/* Multiplies all three by `factor`; false when the products do not make an interval. */
bool bres__interval_scale(const bres__interval *interval, double factor, bres__interval *scaled);

/* (a - b) / min(a, b). */
double bres__symmetric_change(double a, double b);
/* The dispersion as a fraction of the center: absent unless dispersion >= 0 and the center is
 * finite and > 0. */
bres__number bres__relative_dispersion(const bres__number *dispersion, const bres__number *center);

/* BRES_FAST or BRES_SLOW when the gap between the intervals is at least `relative`, otherwise
 * BRES_UNKNOWN. *distance is the symmetric change between the ends that face each other, 0 when the
 * intervals touch or overlap. */
bres_verdict bres__gap(const bres__interval *reference, const bres__interval *candidate,
                       double relative, double *distance);
/* |symmetric change| of the centers. */
double bres__center_distance(const bres__interval *reference, const bres__interval *candidate);
/* The fraction of the narrower interval that the other one covers, 0 to 1. */
double bres__overlap(const bres__interval *reference, const bres__interval *candidate);

#endif
