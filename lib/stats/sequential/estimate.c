/* SPDX-License-Identifier: MIT */
/*
 * Results beside the decision: center, confidence interval, p-value, and the number of further
 * pairs for a decision.
 */
#include "stats/sequential/bet.h"

#include <math.h>

/* Bisection steps; enough for double precision. */
#define BISECTIONS   60u
/* The pairs so far predict further pairs only roughly, so the plan adds half as many. Most races
 * that follow the plan are then decided. */
#define PLAN_RESERVE 1.5
/* Distance from the outermost pair, in scales, at which tanh rounds to 1 for every pair. */
#define FAR          20
/* Number of wealth factors per logarithm. A factor is at least 0.02, so the product does not
 * underflow. */
#define FACTORS      64u

/* A range with every pair and every center that tanh distinguishes from infinity. */
static void range_of(const bres__sequential *self, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < self->count; i++) {
        *low = fmin(*low, self->ratios[i] - FAR * self->scales[i]);
        *high = fmax(*high, self->ratios[i] + FAR * self->scales[i]);
    }
}

/* Adds the logarithms of the factors to the wealth, and sets the factors to 1. */
static void factors_move(double *factors, double *wealth)
{
    for (unsigned k = 0; k < BRES__SEQUENTIAL_FRACTIONS; k++) {
        wealth[k] += log(factors[k]);
        factors[k] = 1;
    }
}

/* A function that falls as the hypothetical center grows. For `side` 0, it is the sum of the gains
 * of the bettor above the center. For 1 and -1, it is `side` times the logarithm of the wealth of
 * the bettor above or below the center, relative to the limit of refutation. */
static double curve_at(const bres__sequential *self, double center, int side)
{
    double wealth[BRES__SEQUENTIAL_FRACTIONS] = { 0 };
    double factors[BRES__SEQUENTIAL_FRACTIONS] = { 1, 1, 1, 1, 1, 1 };
    double gains = 0;

    for (size_t i = 0; i < self->count; i++) {
        const double gain = tanh((self->ratios[i] - center) / self->scales[i]);

        gains += gain;
        for (unsigned k = 0; side != 0 && k < BRES__SEQUENTIAL_FRACTIONS; k++)
            factors[k] *= 1 + bres__sequential_fractions[k] * side * gain;
        if ((i + 1) % FACTORS == 0 || i + 1 == self->count)
            factors_move(factors, wealth);
    }
    if (side == 0)
        return gains;
    return side * (bres__sequential_wealth(wealth) - bres__sequential_limit(self, side));
}

/* The zero of the curve between `low`, where the curve is not negative, and `high`. */
static double curve_root(const bres__sequential *self, double low, double high, int side)
{
    for (unsigned i = 0; i < BISECTIONS; i++) {
        const double middle = low + (high - low) / 2;

        if (curve_at(self, middle, side) >= 0)
            low = middle;
        else
            high = middle;
    }
    return low + (high - low) / 2;
}

void bres__sequential_estimate_of(const bres__sequential *self, bres__sequential_estimate *estimate)
{
    double low;
    double high;

    *estimate = (bres__sequential_estimate){ .lower = -INFINITY, .upper = INFINITY };
    if (self->count == 0)
        return;
    range_of(self, &low, &high);
    estimate->center = curve_root(self, low, high, 0);
    if (curve_at(self, low, 1) >= 0)
        estimate->lower = curve_root(self, low, estimate->center, 1) - self->resolution;
    if (curve_at(self, high, -1) <= 0)
        estimate->upper = curve_root(self, estimate->center, high, -1) + self->resolution;
}

double bres__sequential_p_value(const bres__sequential *self)
{
    const double above = bres__sequential_wealth(self->wealth[BRES__SEQUENTIAL_ABOVE_CHANGE]);
    const double below = bres__sequential_wealth(self->wealth[BRES__SEQUENTIAL_BELOW_CHANGE]);

    return fmin(1, 2 * exp(-fmax(above, below)));
}

/* The mean growth of each bet fraction's log wealth per pair, for pairs like those so far and the
 * latest scale. */
static void test_growth(const bres__sequential *self, bres__sequential_test test, double *growth)
{
    const double center = bres__sequential_center(self, test);
    const double side = bres__sequential_side(test);

    for (unsigned k = 0; k < BRES__SEQUENTIAL_FRACTIONS; k++)
        growth[k] = 0;
    for (size_t i = 0; i < self->count; i++) {
        const double gain = side * tanh((self->ratios[i] - center) / self->scale);

        for (unsigned k = 0; k < BRES__SEQUENTIAL_FRACTIONS; k++)
            growth[k] += log1p(bres__sequential_fractions[k] * gain) / (double)self->count;
    }
}

/* The number of further pairs like those so far that would prove a test; infinite if none would. */
static double test_pairs(const bres__sequential *self, bres__sequential_test test)
{
    const double limit = bres__sequential_limit(self, bres__sequential_side(test));
    double growth[BRES__SEQUENTIAL_FRACTIONS];
    double least = INFINITY;

    if (bres__sequential_wealth(self->wealth[test]) >= limit)
        return 0;
    test_growth(self, test, growth);
    for (unsigned k = 0; k < BRES__SEQUENTIAL_FRACTIONS; k++) {
        const double missing = limit - log(bres__sequential_weights[k]) - self->wealth[test][k];

        if (growth[k] > 0)
            least = fmin(least, fmax(missing / growth[k], 0));
    }
    return least;
}

void bres__sequential_plan_of(const bres__sequential *self, bres__sequential_plan *plan)
{
    double least = INFINITY;
    double pairs[BRES__SEQUENTIAL_TESTS];
    double same;

    *plan = (bres__sequential_plan){ BRES__SEQUENTIAL_OPEN, 0 };
    if (self->count == 0 || bres__sequential_decide(self) != BRES__SEQUENTIAL_OPEN)
        return;
    for (unsigned test = 0; test < BRES__SEQUENTIAL_TESTS; test++)
        pairs[test] = test_pairs(self, (bres__sequential_test)test);
    if (self->options.one_sided) {
        pairs[BRES__SEQUENTIAL_ABOVE_SAME] = 0;
        pairs[BRES__SEQUENTIAL_BELOW_CHANGE] = INFINITY;
    }
    same = fmax(pairs[BRES__SEQUENTIAL_ABOVE_SAME], pairs[BRES__SEQUENTIAL_BELOW_SAME]);
    least = fmin(same,
                 fmin(pairs[BRES__SEQUENTIAL_ABOVE_CHANGE], pairs[BRES__SEQUENTIAL_BELOW_CHANGE]));
    if (!isfinite(least))
        return;
    if (least >= pairs[BRES__SEQUENTIAL_ABOVE_CHANGE])
        plan->verdict = BRES__SEQUENTIAL_MORE;
    else if (least >= pairs[BRES__SEQUENTIAL_BELOW_CHANGE])
        plan->verdict = BRES__SEQUENTIAL_LESS;
    else
        plan->verdict = BRES__SEQUENTIAL_SAME;
    least = fmax(PLAN_RESERVE * least, (double)self->options.min_pairs - (double)self->count);
    plan->pairs = fmax(ceil(least), 1);
}
