/* SPDX-License-Identifier: MIT */
/*
 * stdrel: finished when the relative standard deviation (noise) of all samples is small, or has
 * been stable over a window.
 */
#include "criterion/criteria.h"
#include "stats/online.h"
#include "stats/ring.h"
#include "stats/stats.h"

#include <math.h>

#define STDREL_WINDOW      512u /* noise values that the stability check examines */
#define STDREL_WINDOW_MIN  64u  /* the stability check needs more values than this */
#define STDREL_CHECK_EVERY 16u  /* samples between checks; a check scans the window */
#define STDREL_STABLE      0.05 /* relative deviation of a stable window */

typedef struct stdrel {
    double max_noise;
    double min_time;
    bres__online samples;
    bres__ring noises;
    size_t invalid; /* consecutive samples after which the noise was undefined */
    bool finished;  /* updated with each sample, so that a query is cheap */
    double window[STDREL_WINDOW];
} stdrel;

static bres_status stdrel_start(void *state, const bres_criterion *criterion, void *user)
{
    stdrel *self = state;

    (void)user;
    bres__ring_init(&self->noises, self->window, STDREL_WINDOW);
    (void)bres_criterion_float64(criterion, "max-noise", &self->max_noise);
    (void)bres_criterion_float64(criterion, "min-time", &self->min_time);
    return BRES_OK;
}

static bool stdrel_is_stable(const stdrel *self)
{
    const bres__ring *ring = &self->noises;
    const size_t to_end = bres__ring_to_end(ring);
    bres__online noises = { 0 };
    double limit;

    if (ring->count <= STDREL_WINDOW_MIN || self->samples.count % STDREL_CHECK_EVERY != 0)
        return false;
    bres__online_add_all(&noises, ring->values + ring->oldest, to_end);
    bres__online_add_all(&noises, ring->values, ring->count - to_end);
    limit = STDREL_STABLE * noises.mean;
    return isfinite(noises.mean) && isfinite(noises.variance) && noises.variance < limit * limit;
}

/* `noise` is NULL if the noise is undefined after the newest sample. */
static bool stdrel_decide(const stdrel *self, const double *noise)
{
    if (self->invalid >= BRES__CRITERION_INVALID_MAX)
        return true;
    if (self->samples.mean * (double)self->samples.count <= self->min_time || noise == NULL)
        return false;
    return *noise < self->max_noise || stdrel_is_stable(self);
}

static void stdrel_add(void *state, double seconds, void *user)
{
    stdrel *self = state;
    double noise;
    bool valid;

    (void)user;
    bres__online_add(&self->samples, seconds);
    if (self->samples.count < BRES__NOISE_MIN)
        return;
    valid =
        bres__relative(sqrt(bres__online_unbiased(&self->samples)), self->samples.mean, &noise) &&
        isfinite(noise);
    if (valid)
        bres__ring_push(&self->noises, noise);
    self->invalid = valid ? 0 : self->invalid + 1;
    self->finished = stdrel_decide(self, valid ? &noise : NULL);
}

static bool stdrel_is_finished(const void *state, void *user)
{
    (void)user;
    return ((const stdrel *)state)->finished;
}

static const bres_parameter stdrel_parameters[] = {
    BRES__PARAMETER_REAL("max-noise", "stop below this relative standard deviation", 0.005),
    BRES__PARAMETER_REAL("min-time", "smallest total time of the samples in seconds", 0.5),
};

const bres__builtin bres__builtin_stdrel = {
    .definition = { .size = sizeof(bres_criterion_definition),
                    .name = "stdrel",
                    .description = "the relative standard deviation is small, or stable",
                    .parameters = stdrel_parameters,
                    .parameter_count = 2,
                    .state_size = sizeof(stdrel),
                    .start = stdrel_start,
                    .add = stdrel_add,
                    .is_finished = stdrel_is_finished },
};
