/* SPDX-License-Identifier: MIT */
/*
 * What the search knows about each configuration, and their order.
 */
#ifndef BRES_TUNE_SEARCH_STANDING_H
#define BRES_TUNE_SEARCH_STANDING_H

#include "tune/search/search.h"

#include <math.h>

/* The level of confidence intervals of times. */
#define BRES__STANDING_CONFIDENCE 0.95
/* The probability that the short list has a configuration within the margin of the fastest one. */
#define BRES__SHORT_LIST_LEVEL    0.90

typedef struct bres__standing {
    bres_trial_status status;
    double time;  /* seconds: the statistic that ranks; NaN: unknown */
    double lower; /* its confidence interval; 0 and infinite: unknown */
    double upper;
    double chance;     /* that it is the fastest one; NaN: unknown */
    bool short_listed; /* false for all configurations: unknown */
} bres__standing;

/* The standing of an undecided configuration whose time is unknown. */
#define BRES__STANDING_UNKNOWN                                                                     \
    (bres__standing)                                                                               \
    {                                                                                              \
        BRES_TRIAL_UNDECIDED, NAN, 0, INFINITY, NAN, false                                         \
    }

/* Lists the configurations that have samples and have not failed, the best first. *best_count: how
 * many of them are in the reported set. The list is valid until the next call that changes the
 * search. Ignores the samples of an incomplete round. */
size_t bres__search_order(bres__search *search, const size_t **configs, size_t *best_count);
/* The status of a configuration, and what is known about its time. Call bres__search_order() first
 * if the search has changed. */
bres_trial_status bres__search_status(const bres__search *search, size_t config);
bres__standing bres__search_standing(bres__search *search, size_t config);

#endif
