/* SPDX-License-Identifier: MIT */
#include "truth/common/noise.h"

#include <math.h>

#define CLOCK_STEP 32e-9

static const double pi = 3.14159265358979323846;

/* The Box-Muller transform. */
double truth_normal(bres__random *random)
{
    const double radius = sqrt(-2 * log(1 - bres__random_unit(random)));

    return radius * cos(2 * pi * bres__random_unit(random));
}

/* A number between two positive numbers, uniform in the logarithm. */
static double draw_scale(bres__random *random, double lower, double upper)
{
    return lower * pow(upper / lower, bres__random_unit(random));
}

truth_state truth_state_draw(bres__random *random)
{
    truth_state state;

    state.center = draw_scale(random, 5e-6, 5e-3);
    state.noise = draw_scale(random, 0.001, 0.02);
    state.outliers = 0.05 * bres__random_unit(random);
    return state;
}

void truth_shift_pair(bres__random *random, double deviation, double correlation, double factors[2])
{
    const double common = sqrt(correlation) * truth_normal(random);

    for (int i = 0; i < 2; i++)
        factors[i] = exp(deviation * (common + sqrt(1 - correlation) * truth_normal(random)));
}

/* With mean 0, standard deviation 1 and a long right tail: half of the variance is normal, half
 * exponential. */
static double draw_skewed(bres__random *random)
{
    const double waiting = -log(1 - bres__random_unit(random));

    return (truth_normal(random) + waiting - 1) / sqrt(2);
}

void truth_samples(bres__random *random, const truth_state *state, double factor, float *samples,
                   size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double time = state->center * factor * exp(state->noise * draw_skewed(random));

        if (bres__random_unit(random) < state->outliers)
            time *= 1 + bres__random_unit(random);
        samples[i] = (float)(fmax(1, round(time / CLOCK_STEP)) * CLOCK_STEP);
    }
}

double truth_student3(bres__random *random)
{
    double squares = 0;

    for (int i = 0; i < 3; i++) {
        const double value = truth_normal(random);

        squares += value * value;
    }
    return truth_normal(random) / sqrt(squares);
}

double truth_two_modes(bres__random *random)
{
    const double mode = bres__random_unit(random) < 0.5 ? -1 : 1;

    return mode + 0.05 * truth_normal(random);
}
