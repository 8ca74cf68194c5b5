/* SPDX-License-Identifier: MIT */
/*
 * The p-value of the rank sum test, from the exact distribution or the normal approximation. With
 * ties, the exact distribution is that over all arrangements of the given values.
 */
#include "base/alloc.h"
#include "base/error.h"
#include "stats/distribution.h"
#include "stats/robust/rank_test.h"

#include <math.h>

/* Maximum size of the smaller set in the exact test. */
#define EXACT_MAX 8u
/* Maximum size of the larger set in the exact test with ties. */
#define TIED_MAX  50u

/* A walk over both sets in the order of their values. */
typedef struct walk {
    const double *values[2];
    size_t counts[2];
    size_t passed[2]; /* values of each set before the current group of equal values */
    size_t equal[2];  /* values of each set in the current group */
} walk;

static bool walk_next(walk *sets)
{
    double least = INFINITY;

    for (int i = 0; i < 2; i++) {
        sets->passed[i] += sets->equal[i];
        sets->equal[i] = 0;
        if (sets->passed[i] < sets->counts[i])
            least = fmin(least, sets->values[i][sets->passed[i]]);
    }
    for (int i = 0; i < 2; i++) {
        while (sets->passed[i] + sets->equal[i] < sets->counts[i] &&
               sets->values[i][sets->passed[i] + sets->equal[i]] == least)
            sets->equal[i]++;
    }
    return sets->equal[0] + sets->equal[1] > 0;
}

typedef struct ranked {
    double below; /* pairs with a < b, where a pair of equal values counts half */
    double ties;  /* sum of t^3 - t over the groups of t equal values */
} ranked;

static ranked sets_rank(walk sets)
{
    ranked made = { 0 };

    while (walk_next(&sets)) {
        const double group = (double)(sets.equal[0] + sets.equal[1]);

        made.below += (double)sets.equal[1] * ((double)sets.passed[0] + (double)sets.equal[0] / 2);
        made.ties += group * group * group - group;
    }
    return made;
}

/* Adds a group to the arrangements. `ways` counts the arrangements by the number of values of the
 * first set so far and by twice the statistic. Works in descending order, so that no arrangement
 * takes the group twice. */
static void ways_add(double *ways, size_t first, size_t statistics, size_t passed, size_t group)
{
    for (size_t taken = first + 1; taken-- > 0;) {
        for (size_t twice = statistics; twice-- > 0;) {
            double sum = 0;
            double choices = 1; /* ways to choose `k` values of the group for the first set */

            for (size_t k = 0; k <= group && k <= taken; k++) {
                const size_t before = taken - k;
                const size_t added = (group - k) * (2 * before + k);

                if (before <= passed && added <= twice)
                    sum += choices * ways[before * statistics + twice - added];
                choices *= (double)(group - k) / (double)(k + 1);
            }
            ways[taken * statistics + twice] = sum;
        }
    }
}

/* The smaller set is the first one. */
static bres_status tied_p_value(walk sets, double *p_value)
{
    const size_t first = sets.counts[0];
    const size_t statistics = 2 * first * sets.counts[1] + 1;
    const size_t observed = (size_t)(2 * sets_rank(sets).below);
    double *ways = bres__calloc((first + 1) * statistics, sizeof(*ways));
    double tails[3] = { 0, 0, 0 }; /* at most the observed statistic, at least it, all */

    if (ways == NULL)
        return bres__error_memory();
    ways[0] = 1;
    while (walk_next(&sets))
        ways_add(ways, first, statistics, sets.passed[0] + sets.passed[1],
                 sets.equal[0] + sets.equal[1]);
    for (size_t twice = 0; twice < statistics; twice++) {
        const double count = ways[first * statistics + twice];

        tails[0] += twice <= observed ? count : 0;
        tails[1] += twice >= observed ? count : 0;
        tails[2] += count;
    }
    bres__free(ways);
    *p_value = fmin(1, 2 * fmin(tails[0], tails[1]) / tails[2]);
    return BRES_OK;
}

/* The probability of both tails beyond a statistic that is at most the mean. */
static double normal_p_value(double statistic, double a_count, double b_count, double ties)
{
    const double all = a_count + b_count;
    const double variance =
        a_count * b_count / 12 * (all + 1 - (all > 1 ? ties / (all * (all - 1)) : 0));

    if (!(variance > 0))
        return 1;
    return 2 *
           bres__student_tail((a_count * b_count / 2 - statistic - 0.5) / sqrt(variance), INFINITY);
}

bres_status bres__rank_sum_p_value(const double *a, size_t a_count, const double *b, size_t b_count,
                                   double *p_value)
{
    const bool a_is_smaller = a_count <= b_count;
    const walk sets = { .values = { a_is_smaller ? a : b, a_is_smaller ? b : a },
                        .counts = { a_is_smaller ? a_count : b_count,
                                    a_is_smaller ? b_count : a_count } };
    const double pairs = (double)a_count * (double)b_count;
    const ranked made = sets_rank(sets);
    const double statistic = fmin(made.below, pairs - made.below);
    bres__rank_distribution distribution;
    bres_status status;

    *p_value = fmin(1, normal_p_value(statistic, (double)a_count, (double)b_count, made.ties));
    if (sets.counts[0] > EXACT_MAX)
        return BRES_OK;
    if (made.ties > 0)
        return sets.counts[1] <= TIED_MAX ? tied_p_value(sets, p_value) : BRES_OK;
    status = bres__rank_sum_distribution(a_count, b_count, &distribution);
    if (status != BRES_OK)
        return status;
    if (distribution.below != NULL)
        *p_value = fmin(1, 2 * bres__rank_below(&distribution, (uint64_t)statistic));
    bres__rank_distribution_free(&distribution);
    return BRES_OK;
}
