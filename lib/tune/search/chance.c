/* SPDX-License-Identifier: MIT */
/*
 * Splits the distribution of the lowest number into cells of low probability. In each cell, the
 * numbers share the probability in proportion to their hazards: how much the logarithms of their
 * survival functions fall. The sum of these logarithms is the logarithm of the survival function of
 * the lowest number. The chances therefore add up to 1, and equal numbers have equal chances.
 */
#include "tune/search/chance.h"

#include <math.h>

#define CELLS         128u
#define PI            3.141592653589793
/* Each refinement makes the cells up to `CELLS` times narrower. */
#define REFINEMENTS   4
/* A number is assumed to be within this many deviations of its center. */
#define FAR           8.0
/* Gives numbers without an error a distribution, too. */
#define DEVIATION_MIN 1e-9

typedef struct lowest_grid {
    double places[CELLS + 1];    /* ascend */
    double survivals[CELLS + 1]; /* log probability that the lowest number is above the place */
} lowest_grid;

static double belief_deviation(const bres__belief *belief)
{
    return fmax(belief->deviation, DEVIATION_MIN);
}

/* The logarithm of the probability that the number is above `place`. */
static double belief_survival(const bres__belief *belief, double place)
{
    const double z = (place - belief->center) / (belief_deviation(belief) * sqrt(2));

    return z < 0 ? log1p(-0.5 * erfc(-z)) : log(0.5 * erfc(z));
}

static void grid_measure(lowest_grid *grid, const bres__belief *beliefs, size_t count)
{
    for (size_t k = 0; k <= CELLS; k++) {
        grid->survivals[k] = 0;
        for (size_t i = 0; i < count; i++)
            grid->survivals[k] += belief_survival(&beliefs[i], grid->places[k]);
    }
}

/* Spans the range in which the lowest number is practically certain to be. */
static void grid_begin(lowest_grid *grid, const bres__belief *beliefs, size_t count)
{
    double low = INFINITY;
    double high = INFINITY;

    for (size_t i = 0; i < count; i++) {
        low = fmin(low, beliefs[i].center - FAR * belief_deviation(&beliefs[i]));
        high = fmin(high, beliefs[i].center + FAR * belief_deviation(&beliefs[i]));
    }
    for (size_t k = 0; k <= CELLS; k++)
        grid->places[k] = low + (high - low) * (double)k / CELLS;
    grid_measure(grid, beliefs, count);
}

/* Moves the inner places, by linear interpolation. The cells at both ends have little probability,
 * because the hazards change most there. */
static void grid_refine(lowest_grid *grid, const bres__belief *beliefs, size_t count)
{
    const lowest_grid old = *grid;
    const double first = exp(old.survivals[0]);
    const double last = exp(old.survivals[CELLS]);
    size_t cell = 0;

    for (size_t k = 1; k < CELLS; k++) {
        const double wanted = first + (last - first) * (1 - cos(PI * (double)k / CELLS)) / 2;
        double upper;
        double lower;

        while (cell + 1 < CELLS && exp(old.survivals[cell + 1]) > wanted)
            cell++;
        upper = exp(old.survivals[cell]);
        lower = exp(old.survivals[cell + 1]);
        grid->places[k] = old.places[cell];
        if (upper > lower)
            grid->places[k] += (old.places[cell + 1] - old.places[cell]) *
                               fmin((upper - wanted) / (upper - lower), 1);
    }
    grid_measure(grid, beliefs, count);
}

static double belief_chance(const bres__belief *belief, const lowest_grid *grid)
{
    double before = belief_survival(belief, grid->places[0]);
    double chance = 0;

    for (size_t k = 0; k < CELLS; k++) {
        const double after = belief_survival(belief, grid->places[k + 1]);
        const double fall = grid->survivals[k] - grid->survivals[k + 1];

        if (fall > 0)
            chance +=
                (exp(grid->survivals[k]) - exp(grid->survivals[k + 1])) * (before - after) / fall;
        before = after;
    }
    return chance;
}

void bres__chance_lowest(bres__belief *beliefs, size_t count)
{
    lowest_grid grid;
    double sum = 0;

    if (count == 0)
        return;
    grid_begin(&grid, beliefs, count);
    for (int i = 0; i < REFINEMENTS; i++)
        grid_refine(&grid, beliefs, count);
    for (size_t i = 0; i < count; i++) {
        beliefs[i].chance = belief_chance(&beliefs[i], &grid);
        sum += beliefs[i].chance;
    }
    for (size_t i = 0; i < count; i++)
        beliefs[i].chance /= sum;
}
