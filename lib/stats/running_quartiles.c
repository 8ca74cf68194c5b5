/* SPDX-License-Identifier: MIT */
#include "stats/running.h"

#include <math.h>

bool bres__running_quartiles_reserve(bres__running_quartiles *running)
{
    for (unsigned q = 0; q < 3; q++) {
        if (!bres__running_rank_reserve(&running->ranks[q]))
            return false;
    }
    return true;
}

/* The rank of quartile q (0 to 2) of `count` values, rounded down; *quarters is the remainder. */
static size_t quartile_rank(size_t count, unsigned q, unsigned *quarters)
{
    const size_t last = count - 1;

    *quarters = (unsigned)(last % 4 * (q + 1) % 4);
    return last / 4 * (q + 1) + last % 4 * (q + 1) / 4;
}

void bres__running_quartiles_add(bres__running_quartiles *running, double value)
{
    running->count++;
    for (unsigned q = 0; q < 3; q++) {
        unsigned quarters;
        const size_t rank = running->by_rank ? bres__percentile_rank(running->count, 25 * (q + 1))
                                             : quartile_rank(running->count, q, &quarters);

        bres__running_rank_add(&running->ranks[q], value, rank);
    }
}

static double quartile_get(const bres__running_quartiles *running, unsigned q)
{
    const bres__running_rank *rank = &running->ranks[q];
    unsigned quarters = 0;

    if (!running->by_rank)
        quartile_rank(running->count, q, &quarters);
    return bres__interpolate(bres__running_rank_value(rank), bres__running_rank_next(rank),
                             0.25 * quarters);
}

void bres__running_quartiles_get(const bres__running_quartiles *running, bres__quartiles *quartiles)
{
    if (running->count == 0) {
        *quartiles = (bres__quartiles){ .q1 = NAN, .median = NAN, .q3 = NAN };
        return;
    }
    quartiles->q1 = quartile_get(running, 0);
    quartiles->median = quartile_get(running, 1);
    quartiles->q3 = quartile_get(running, 2);
}

void bres__running_quartiles_free(bres__running_quartiles *running)
{
    for (unsigned q = 0; q < 3; q++)
        bres__running_rank_free(&running->ranks[q]);
    running->count = 0;
}
