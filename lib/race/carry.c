/* SPDX-License-Identifier: MIT */
/*
 * Carry-over: a block takes longer because of the block before it. The first block of a pair
 * follows the last block of the previous pair. The order of pairs is drawn, so the side of that
 * block is random. Second blocks always follow the other side; comparing them with first blocks
 * would mistake an effect of the place in the pair for carry-over. So the tests use only first
 * blocks. They subtract from the log time of a block the mean of the surrounding first blocks of
 * its side, which removes slow changes. A rank test compares two groups (Mann and Whitney 1947,
 * normal approximation), so that an outlier counts as one value.
 *
 * Three tests share the significance level. Two of them, one per side, compare the blocks of a side
 * after the other side with its blocks after its own side. The third compares the blocks of both
 * sides after the candidate with the blocks of both sides after the reference; it needs half as
 * many pairs, and finds the carry-over that shifts the ratio most.
 */
#include "race/carry.h"

#include "race/race.h"
#include "stats/stats.h"

#include <math.h>

/* Fewest values in a group for a test. */
#define GROUP_MIN 10u
/* Number of first blocks before a block, and after it, whose mean is subtracted. The mean of only
 * the nearest blocks would include more of the carry-over to them. */
#define AROUND    4u

/* Significance level of the test of both sides, and of the test of each side. All three tests
 * together err in at most 1 %. */
#define LEVEL_BOTH  0.005
#define LEVEL_SIDE  0.001
/* The fraction of blocks that follow the other side: all second blocks, and half of the first. */
#define AFTER_OTHER 0.75

/* Values of two groups, and room for all of them. */
typedef struct rank_test {
    double *values[2];
    size_t count[2];
    double *all;
} rank_test;

static bool rank_test_open(rank_test *self, size_t count)
{
    *self = (rank_test){ .count = { 0, 0 } };
    self->all = bres__calloc(count, 3 * sizeof(*self->all));
    if (self->all == NULL)
        return false;
    self->values[0] = self->all + count;
    self->values[1] = self->all + 2 * count;
    return true;
}

static void rank_test_add(rank_test *self, unsigned group, double value)
{
    self->values[group][self->count[group]++] = value;
}

/* The rank sum of the first group; tied values get their mean rank. *ties is the sum of t^3 - t
 * over all runs of t equal values. The values must be sorted. */
static double rank_test_rank_sum(const rank_test *self, size_t total, double *ties)
{
    double sum = 0;
    size_t place = 0;

    *ties = 0;
    for (size_t i = 0; i < total;) {
        size_t end = i;
        double equal;

        while (end < total && self->all[end] == self->all[i])
            end++;
        equal = (double)(end - i);
        *ties += equal * equal * equal - equal;
        for (; place < self->count[0] && self->values[0][place] == self->all[i]; place++)
            sum += (double)i + (equal + 1) / 2;
        i = end;
    }
    return sum;
}

/* The two-sided p-value of the rank test. The groups must be sorted. */
static double rank_test_p(rank_test *self)
{
    const double first = (double)self->count[0];
    const double second = (double)self->count[1];
    const double total = first + second;
    double ties;
    double excess;
    double variance;

    for (size_t i = 0; i < self->count[0]; i++)
        self->all[i] = self->values[0][i];
    for (size_t i = 0; i < self->count[1]; i++)
        self->all[self->count[0] + i] = self->values[1][i];
    bres__sort_float64(self->all, self->count[0] + self->count[1]);
    excess =
        rank_test_rank_sum(self, self->count[0] + self->count[1], &ties) - first * (total + 1) / 2;
    variance = first * second / 12 * (total + 1 - ties / (total * (total - 1)));
    return variance > 0 ? erfc(fabs(excess) / sqrt(2 * variance)) : 1;
}

/* Compares the first group with the second; effect 0 and p-value 1 if a group is too small. */
static void rank_test_compare(rank_test *self, double *effect, double *p)
{
    *effect = 0;
    *p = 1;
    if (self->count[0] < GROUP_MIN || self->count[1] < GROUP_MIN)
        return;
    *effect = bres__median(self->values[0], self->count[0]) -
              bres__median(self->values[1], self->count[1]);
    *p = rank_test_p(self);
}

static unsigned first_side(const char *order, size_t pair)
{
    return order[pair] == 'R' ? BRES__RACE_REFERENCE : BRES__RACE_CANDIDATE;
}

/* The side that the first block of a pair follows; not for pair 0. */
static unsigned side_before(const char *order, size_t pair)
{
    return 1 - first_side(order, pair - 1);
}

/* Sums the log times of up to AROUND first blocks of the same side as the first block of `pair`.
 * Walks from that pair, excluding it, in the direction of `step`; `count` gets the number of
 * blocks. */
static double sum_of_firsts(const bres__race_pairs *pairs, size_t pair, int step, size_t *count)
{
    const unsigned side = first_side(pairs->order, pair);
    double sum = 0;

    *count = 0;
    while (*count < AROUND && (step > 0 ? pair + 1 < pairs->count : pair > 0)) {
        pair = step > 0 ? pair + 1 : pair - 1;
        if (first_side(pairs->order, pair) != side)
            continue;
        sum += log(pairs->seconds[side][pair]);
        ++*count;
    }
    return sum;
}

/* Sets *above to the log time of a first block minus the mean log time of the first blocks around
 * it; false: it is the only first block of its side. */
static bool first_above_others(const bres__race_pairs *pairs, size_t pair, double *above)
{
    const unsigned side = first_side(pairs->order, pair);
    size_t before;
    size_t after;
    double sum = sum_of_firsts(pairs, pair, -1, &before);

    sum += sum_of_firsts(pairs, pair, 1, &after);
    if (before + after == 0)
        return false;
    *above = log(pairs->seconds[side][pair]) - sum / (double)(before + after);
    return true;
}

/* Fills the groups; blocks that follow `side` go to the second group. Takes only first blocks of
 * the side `only`; BRES__RACE_SIDES: of both sides. */
static void groups_fill(rank_test *self, const bres__race_pairs *pairs, unsigned only,
                        unsigned side)
{
    double above;

    self->count[0] = 0;
    self->count[1] = 0;
    for (size_t i = 1; i < pairs->count; i++) {
        if (only != BRES__RACE_SIDES && first_side(pairs->order, i) != only)
            continue;
        if (first_above_others(pairs, i, &above))
            rank_test_add(self, side_before(pairs->order, i) == side ? 1 : 0, above);
    }
}

bool bres__race_carry_over_is_testable(const char *order, size_t count)
{
    size_t after[BRES__RACE_SIDES] = { 0, 0 };

    for (size_t i = 1; i < count; i++)
        after[side_before(order, i)]++;
    return after[0] >= GROUP_MIN && after[1] >= GROUP_MIN;
}

bres_status bres__race_carry_over(const bres__race_pairs *pairs, double limit,
                                  bres__carry_over *carry_over)
{
    rank_test self;
    double after_candidate;
    double p;
    bool found;

    *carry_over = (bres__carry_over){ .p = { 1, 1 } };
    if (pairs->count < 2)
        return BRES_OK;
    if (!rank_test_open(&self, pairs->count))
        return bres__error_memory();
    groups_fill(&self, pairs, BRES__RACE_SIDES, BRES__RACE_REFERENCE);
    rank_test_compare(&self, &after_candidate, &p);
    found = p < LEVEL_BOTH && fabs(after_candidate) > limit;
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        groups_fill(&self, pairs, side, side);
        rank_test_compare(&self, &carry_over->effect[side], &carry_over->p[side]);
        carry_over->found = carry_over->found || (carry_over->p[side] < LEVEL_SIDE &&
                                                  fabs(carry_over->effect[side]) > limit);
    }
    bres__free(self.all);
    if (carry_over->found)
        carry_over->bias = AFTER_OTHER * (carry_over->effect[BRES__RACE_CANDIDATE] -
                                          carry_over->effect[BRES__RACE_REFERENCE]);
    else if (found)
        carry_over->bias = -2 * AFTER_OTHER * after_candidate;
    carry_over->found = carry_over->found || found;
    return BRES_OK;
}

bres_status bres__race_order_effect(const bres__race_pairs *pairs, bres__order_effect *effect)
{
    rank_test self;

    *effect = (bres__order_effect){ .p = 1 };
    if (pairs->count == 0)
        return BRES_OK;
    if (!rank_test_open(&self, pairs->count))
        return bres__error_memory();
    for (size_t i = 0; i < pairs->count; i++)
        rank_test_add(
            &self, first_side(pairs->order, i),
            log(pairs->seconds[BRES__RACE_CANDIDATE][i] / pairs->seconds[BRES__RACE_REFERENCE][i]));
    rank_test_compare(&self, &effect->effect, &effect->p);
    bres__free(self.all);
    effect->effect /= 2;
    return BRES_OK;
}
