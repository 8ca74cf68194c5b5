/* SPDX-License-Identifier: MIT */
/*
 * entropy: finished when new samples add little information. A window holds the entropy of all
 * samples after each of the latest samples. The criterion finishes when a line fitted to the window
 * is nearly flat (max-angle) and fits well enough (min-r2).
 */
#include "stats/entropy.h"

#include "criterion/criteria.h"
#include "stats/regression.h"
#include "stats/ring.h"

#include <math.h>

#define ENTROPY_WINDOW 299u

typedef struct entropy {
    double max_angle;
    double min_r2;
    bres__entropy samples;
    bres__regression line; /* through the window, at x = 0, 1, ... */
    bres__ring entropies;
    double window[ENTROPY_WINDOW];
} entropy;

static bres_status entropy_start(void *state, const bres_criterion *criterion, void *user)
{
    entropy *self = state;

    (void)user;
    bres__ring_init(&self->entropies, self->window, ENTROPY_WINDOW);
    (void)bres_criterion_float64(criterion, "max-angle", &self->max_angle);
    (void)bres_criterion_float64(criterion, "min-r2", &self->min_r2);
    return BRES_OK;
}

static bres_status entropy_reserve(void *state, void *user)
{
    (void)user;
    return bres__entropy_reserve(&((entropy *)state)->samples) ? BRES_OK : BRES_ERROR_MEMORY;
}

static void entropy_add(void *state, double seconds, void *user)
{
    entropy *self = state;
    double bits;

    (void)user;
    bres__entropy_add(&self->samples, seconds);
    bits = self->samples.bits;
    if (bres__ring_is_full(&self->entropies))
        bres__regression_slide(&self->line, bres__ring_at(&self->entropies, 0), bits);
    else
        bres__regression_add(&self->line, (double)self->entropies.count, bits);
    bres__ring_push(&self->entropies, bits);
}

/* Finishes only after an even number of samples, as in NVBench. */
static bool entropy_is_finished(const void *state, void *user)
{
    const entropy *self = state;
    double slope;
    double r2;

    (void)user;
    if (self->entropies.count < 2 || self->samples.count % 2 != 0)
        return false;
    slope = bres__regression_slope(&self->line);
    if (!isfinite(slope) || bres__slope_degrees(slope) > self->max_angle)
        return false;
    r2 = bres__regression_r2(&self->line);
    return isfinite(r2) && r2 >= self->min_r2;
}

static void entropy_clear(void *state, void *user)
{
    (void)user;
    bres__entropy_free(&((entropy *)state)->samples);
}

static const bres_parameter entropy_parameters[] = {
    { .name = "max-angle",
      .description = "largest entropy slope in degrees",
      .kind = BRES_KIND_FLOAT64,
      .float64 = 0.048 },
    { .name = "min-r2",
      .description = "smallest fraction of the variance that the line explains",
      .kind = BRES_KIND_FLOAT64,
      .float64 = 0.36 },
};

const bres__builtin bres__builtin_entropy = {
    .definition = { .size = sizeof(bres_criterion_definition),
                    .name = "entropy",
                    .description = "the entropy of the samples has stopped rising",
                    .parameters = entropy_parameters,
                    .parameter_count = 2,
                    .state_size = sizeof(entropy),
                    .start = entropy_start,
                    .reserve = entropy_reserve,
                    .add = entropy_add,
                    .is_finished = entropy_is_finished,
                    .clear = entropy_clear },
};
