/* SPDX-License-Identifier: MIT */
/*
 * A trend over time: the median of the slopes between all points (Theil 1950, Sen 1968), and the
 * rank test of Mann (1945) and Kendall against the hypothesis of no trend.
 */
#ifndef BRES_STATS_TREND_H
#define BRES_STATS_TREND_H

#include <benchresult/base.h>
#include <stddef.h>

typedef struct bres__trend {
    double slope; /* 0 without two different moments */
    double p;     /* probability of such a trend by chance, if values are independent; two-sided */
} bres__trend;

/* The trend of values measured at the times `moments`. Errors: BRES_ERROR_MEMORY. */
bres_status bres__trend_of(const double *moments, const double *values, size_t count,
                           bres__trend *trend);

#endif
