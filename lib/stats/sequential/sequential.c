/* SPDX-License-Identifier: MIT */
#include "stats/sequential/sequential.h"

#include "base/alloc.h"
#include "stats/sequential/bet.h"
#include "stats/stats.h"

#include <math.h>

/* Small fractions win slowly where noise hides the effect, large fractions win at once where it
 * does not. The largest fraction gets the largest part, because it determines the smallest number
 * of pairs that can prove a verdict. */
const double bres__sequential_fractions[BRES__SEQUENTIAL_FRACTIONS] = {
    0.03, 0.08, 0.2, 0.4, 0.7, 0.98,
};
const double bres__sequential_weights[BRES__SEQUENTIAL_FRACTIONS] = {
    0.1, 0.1, 0.15, 0.15, 0.2, 0.3,
};

/* Minimum number of pairs to compute a scale, and the scale before that. */
#define SCALE_FIRST_PAIRS 6u
#define SCALE_FIRST       0.01
/* Smallest scale, used for pairs that are all equal. */
#define SCALE_MIN         1e-9
/* Ratio of the scale to the median absolute deviation. The scale is then 1.5 standard deviations of
 * normal noise. */
#define SCALE_OF_DISTANCE 2.2
/* A resolution that falls by less than this factor is not worth settling all bets again. */
#define RESOLUTION_FALL   0.75

bool bres__sequential_reserve_all(bres__sequential *self, size_t pairs)
{
    return BRES__RESERVE(&self->ratios, &self->ratio_capacity, pairs) &&
           BRES__RESERVE(&self->scales, &self->scale_capacity, pairs) &&
           BRES__RESERVE(&self->scratch, &self->scratch_capacity, pairs);
}

bool bres__sequential_reserve(bres__sequential *self)
{
    return bres__sequential_reserve_all(self, self->count + 1);
}

void bres__sequential_free(bres__sequential *self)
{
    bres__free(self->ratios);
    bres__free(self->scales);
    bres__free(self->scratch);
    *self = (bres__sequential){ .options = self->options };
}

/* Computes the scale from the previous pairs only, and only if their number has grown by half since
 * the last time. */
static void scale_update(bres__sequential *self)
{
    double median;

    if (self->count < SCALE_FIRST_PAIRS) {
        self->scale = SCALE_FIRST;
        return;
    }
    if (self->count < self->scaled + self->scaled / 2)
        return;
    for (size_t i = 0; i < self->count; i++)
        self->scratch[i] = self->ratios[i];
    median = bres__median(self->scratch, self->count);
    for (size_t i = 0; i < self->count; i++)
        self->scratch[i] = fabs(self->ratios[i] - median);
    self->scale = fmax(SCALE_OF_DISTANCE * bres__median(self->scratch, self->count), SCALE_MIN);
    self->scaled = self->count;
}

double bres__sequential_center(const bres__sequential *self, bres__sequential_test test)
{
    const bres__sequential_options *options = &self->options;

    switch (test) {
    case BRES__SEQUENTIAL_ABOVE_CHANGE:
        return log1p(options->min_effect) + self->resolution;
    case BRES__SEQUENTIAL_BELOW_CHANGE:
        return -log1p(options->min_effect) - self->resolution;
    case BRES__SEQUENTIAL_ABOVE_SAME:
        return -log1p(options->equivalence_margin) + self->resolution;
    default:
        return log1p(options->equivalence_margin) - self->resolution;
    }
}

double bres__sequential_side(bres__sequential_test test)
{
    return test == BRES__SEQUENTIAL_ABOVE_CHANGE || test == BRES__SEQUENTIAL_ABOVE_SAME ? 1 : -1;
}

/* Settles the bets on a pair. */
static void wealth_add(bres__sequential *self, size_t pair)
{
    for (unsigned test = 0; test < BRES__SEQUENTIAL_TESTS; test++) {
        const double center = bres__sequential_center(self, (bres__sequential_test)test);
        const double gain = bres__sequential_side((bres__sequential_test)test) *
                            tanh((self->ratios[pair] - center) / self->scales[pair]);

        for (unsigned i = 0; i < BRES__SEQUENTIAL_FRACTIONS; i++)
            self->wealth[test][i] += log1p(bres__sequential_fractions[i] * gain);
    }
}

static void wealth_clear(bres__sequential *self)
{
    for (unsigned test = 0; test < BRES__SEQUENTIAL_TESTS; test++) {
        for (unsigned i = 0; i < BRES__SEQUENTIAL_FRACTIONS; i++)
            self->wealth[test][i] = 0;
    }
}

void bres__sequential_clear(bres__sequential *self)
{
    self->count = 0;
    self->scaled = 0;
    self->resolution = 0;
    self->shown = (bres__resolution){ .smallest = 0 };
    wealth_clear(self);
}

void bres__sequential_add(bres__sequential *self, double log_ratio)
{
    scale_update(self);
    self->ratios[self->count] = log_ratio;
    self->scales[self->count] = self->scale;
    wealth_add(self, self->count++);
}

/* Moves the centers and settles all bets again. */
static void resolution_set(bres__sequential *self, double resolution)
{
    if (self->count > 0 && resolution >= RESOLUTION_FALL * self->resolution)
        return;
    self->resolution = resolution;
    wealth_clear(self);
    for (size_t i = 0; i < self->count; i++)
        wealth_add(self, i);
}

void bres__sequential_add_times(bres__sequential *self, double reference, double candidate)
{
    const double step = self->options.clock_step;
    double resolution = step > 0 ? log1p(step / fmin(reference, candidate)) : INFINITY;

    bres__resolution_add(&self->shown, reference, candidate);
    if (self->count > 0) {
        bres__resolution_add(&self->shown, reference, self->last[0]);
        bres__resolution_add(&self->shown, candidate, self->last[1]);
    }
    if (self->shown.smallest > 0)
        resolution = fmin(resolution, log1p(self->shown.smallest));
    resolution_set(self, resolution);
    self->last[0] = reference;
    self->last[1] = candidate;
    bres__sequential_add(self, log(candidate / reference));
}

double bres__sequential_wealth(const double *wealth)
{
    double largest = wealth[0];
    double sum = 0;

    for (unsigned i = 1; i < BRES__SEQUENTIAL_FRACTIONS; i++)
        largest = fmax(largest, wealth[i]);
    for (unsigned i = 0; i < BRES__SEQUENTIAL_FRACTIONS; i++)
        sum += bres__sequential_weights[i] * exp(wealth[i] - largest);
    return largest + log(sum);
}

double bres__sequential_limit(const bres__sequential *self, double side)
{
    const bres__sequential_options *options = &self->options;

    if (options->one_sided)
        return -log(side > 0 ? options->error_rate : options->same_error_rate);
    return log(2 / options->error_rate);
}

bool bres__sequential_proves(const bres__sequential *self, bres__sequential_test test)
{
    return self->count > 0 && self->count >= self->options.min_pairs &&
           bres__sequential_wealth(self->wealth[test]) >=
               bres__sequential_limit(self, bres__sequential_side(test));
}

/* Whether this many pairs can refute centers far below them: the interval then has a lower end. */
static bool is_bounded_below(const bres__sequential *self)
{
    double wealth[BRES__SEQUENTIAL_FRACTIONS];

    for (unsigned i = 0; i < BRES__SEQUENTIAL_FRACTIONS; i++)
        wealth[i] = (double)self->count * log1p(bres__sequential_fractions[i]);
    return bres__sequential_wealth(wealth) >= bres__sequential_limit(self, 1);
}

bres__sequential_verdict bres__sequential_decide(const bres__sequential *self)
{
    if (bres__sequential_proves(self, BRES__SEQUENTIAL_ABOVE_CHANGE))
        return BRES__SEQUENTIAL_MORE;
    if (!self->options.one_sided && bres__sequential_proves(self, BRES__SEQUENTIAL_BELOW_CHANGE))
        return BRES__SEQUENTIAL_LESS;
    return bres__sequential_proves(self, BRES__SEQUENTIAL_BELOW_SAME) &&
                   (self->options.one_sided
                        ? is_bounded_below(self)
                        : bres__sequential_proves(self, BRES__SEQUENTIAL_ABOVE_SAME))
               ? BRES__SEQUENTIAL_SAME
               : BRES__SEQUENTIAL_OPEN;
}
