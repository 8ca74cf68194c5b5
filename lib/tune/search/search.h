/* SPDX-License-Identifier: MIT */
/*
 * The search: which configuration is measured next, which are still in doubt, and when it ends. It
 * knows configurations by their numbers alone, has no clock of its own and calls nobody back: what
 * it is told is all that it goes by, so that the same is decided from the same.
 */
#ifndef BRES_TUNE_SEARCH_SEARCH_H
#define BRES_TUNE_SEARCH_SEARCH_H

#include "base/base.h"

#include <benchresult/tune.h>

typedef struct bres__search_options {
    bres_tuner_strategy strategy;
    size_t config_count;    /* numbered in the order of the space */
    uint64_t max_samples;   /* of all together; 0: no limit */
    uint64_t trial_samples; /* at most of one */
    double max_time;        /* seconds; 0: no limit */
    double equivalence_margin;
    double error_rate;
    uint64_t seed;
    const bres_thresholds *thresholds; /* NULL: the default */
} bres__search_options;

typedef struct bres__search bres__search;

bres_status bres__search_new(const bres__search_options *options, bres__search **search);
void bres__search_free(bres__search *search);
/* The configuration to measure next, and how many samples of it; false: it has ended. `elapsed`:
 * seconds since the beginning. */
bool bres__search_next(bres__search *search, double elapsed, size_t *config, size_t *samples);
/* Samples of a configuration, in measuring order; of any number, and of any configuration, such as
 * those of an earlier run. BRES_ERROR_MEMORY: nothing has been added. */
bres_status bres__search_tell(bres__search *search, size_t config, const double *seconds,
                              size_t count);
/* The configuration is out. */
void bres__search_fail(bres__search *search, size_t config);
/* It ends for a reason that the search does not know. */
void bres__search_end(bres__search *search, bres_tuner_stop end);

bres_tuner_stop bres__search_ended(const bres__search *search);
/* The reported set, as bres_tuner_best_at() has it; valid until the next call that changes it. It
 * is worked out when it is asked for. */
size_t bres__search_best(bres__search *search, const size_t **configs);
/* The configuration will not be asked for again, unless the leader that it is behind fails. */
bool bres__search_is_out(const bres__search *search, size_t config);
size_t bres__search_remaining(const bres__search *search);
/* A sentence for people, with numbers. */
void bres__search_message(const bres__search *search, bres__text *message);

#endif
