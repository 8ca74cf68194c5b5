/* SPDX-License-Identifier: MIT */
/*
 * The search decides which configuration is measured next, which configurations are active, and
 * when to stop. It knows configurations by number and has neither a clock nor callbacks: the same
 * samples in the same order always lead to the same decisions.
 */
#ifndef BRES_TUNE_SEARCH_SEARCH_H
#define BRES_TUNE_SEARCH_SEARCH_H

#include "base/base.h"

#include <benchresult/tune.h>

typedef struct bres__search_options {
    bres_tuner_strategy strategy;
    size_t config_count;    /* numbered in the order of the space */
    uint64_t max_samples;   /* of all configurations together; 0: no limit */
    uint64_t trial_samples; /* limit for one configuration */
    double max_time;        /* seconds; 0: no limit */
    double equivalence_margin;
    double error_rate;
    uint64_t seed;
    const bres_thresholds *thresholds; /* NULL: the default */
} bres__search_options;

typedef struct bres__search bres__search;

bres_status bres__search_new(const bres__search_options *options, bres__search **search);
void bres__search_free(bres__search *search);
/* Sets the configurations to measure first, best first. Call it before the first request. */
bres_status bres__search_prefer(bres__search *search, const size_t *configs, size_t count);
/* The configuration to measure next, and how many samples; false: the search has stopped.
 * `elapsed`: seconds since the beginning. */
bool bres__search_next(bres__search *search, double elapsed, size_t *config, size_t *samples);
/* Adds samples of a configuration, in the order of measurement. Their number and the configuration
 * may differ from the request, as they do for samples of a previous run. BRES_ERROR_MEMORY: nothing
 * was added. */
bres_status bres__search_tell(bres__search *search, size_t config, const double *seconds,
                              size_t count);
/* Marks the configuration as failed. */
void bres__search_fail(bres__search *search, size_t config);
/* Stops the search for the caller's reason, unless it has already stopped. */
void bres__search_stop(bres__search *search, bres_tuner_stop reason);

bres_tuner_stop bres__search_stop_reason(const bres__search *search);
/* The reported set, as bres_tuner_best_at() has it; valid until the next call that changes
 * the search. */
size_t bres__search_best(bres__search *search, const size_t **configs);
/* Whether the configuration has neither failed nor been eliminated. An eliminated configuration
 * becomes active again if the leader that eliminated it fails or turns out to be slower. */
bool bres__search_is_active(const bres__search *search, size_t config);
/* How many configurations are active. */
size_t bres__search_remaining(const bres__search *search);
/* Appends the reason why the search has stopped, in words. */
void bres__search_message(const bres__search *search, bres__text *message);

#endif
