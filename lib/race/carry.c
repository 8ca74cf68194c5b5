/* SPDX-License-Identifier: MIT */
/*
 * Carry-over: whether a block takes longer because of what ran before it. The order is drawn, so
 * what stands before a block is chance, and its times after one side and after the other can be
 * compared. Of a time the mean of the same side's in the pairs around is taken away, so that slow
 * changes do not count; the two groups are compared by ranks (Mann and Whitney 1947, by
 * the normal approximation), for which outliers are as good as any other value.
 */
#include "race/carry.h"

#include "race/race.h"
#include "stats/stats.h"

#include <math.h>

/* Fewer in a group say nothing. */
#define GROUP_MIN 8u
/* Pairs on either side of one whose mean is taken away: with the next ones alone, what carried
 * over to them would count. */
#define AROUND    4u

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

/* Sum of the ranks that the first group has among all, ties having the mean of theirs; *ties is the
 * sum of t^3 - t over runs of t equal values. All values are sorted. */
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

/* How likely ranks as far apart are when the groups, which are sorted, are alike. */
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

/* The first group against the second. */
static void rank_test_compare(rank_test *self, bres__carry_over *carry_over)
{
    if (self->count[0] < GROUP_MIN || self->count[1] < GROUP_MIN)
        return;
    carry_over->effect = bres__median(self->values[0], self->count[0]) -
                         bres__median(self->values[1], self->count[1]);
    carry_over->p = rank_test_p(self);
}

/* A block follows a block of its own side when it is the first of its pair, and the last block of
 * the pair before was of that side too. */
static bool follows_itself(const char *order, size_t pair, unsigned side)
{
    const char own = side == BRES__RACE_REFERENCE ? 'R' : 'C';

    return order[pair] == own && order[pair - 1] != own;
}

/* The mean of the logarithms around a pair, without its own. */
static double mean_around(const double *seconds, size_t count, size_t pair)
{
    const size_t first = pair > AROUND ? pair - AROUND : 0;
    const size_t last = count - pair > AROUND ? pair + AROUND : count - 1;
    double sum = 0;

    for (size_t i = first; i <= last; i++)
        sum += i != pair ? log(seconds[i]) : 0;
    return sum / (double)(last - first);
}

bres_status bres__race_carry_over(const double *seconds, const char *order, size_t count,
                                  unsigned side, bres__carry_over *carry_over)
{
    rank_test self;

    *carry_over = (bres__carry_over){ .effect = 0, .p = 1 };
    if (count < 2)
        return BRES_OK;
    if (!rank_test_open(&self, count))
        return bres__error_memory();
    for (size_t i = 1; i < count; i++)
        rank_test_add(&self, follows_itself(order, i, side) ? 1 : 0,
                      log(seconds[i]) - mean_around(seconds, count, i));
    rank_test_compare(&self, carry_over);
    bres__free(self.all);
    return BRES_OK;
}

bres_status bres__race_order_effect(const double *reference, const double *candidate,
                                    const char *order, size_t count, double *effect)
{
    bres__carry_over groups = { .effect = 0, .p = 1 };
    rank_test self;

    *effect = 0;
    if (count == 0)
        return BRES_OK;
    if (!rank_test_open(&self, count))
        return bres__error_memory();
    for (size_t i = 0; i < count; i++)
        rank_test_add(&self, order[i] == 'R' ? 0 : 1, log(candidate[i] / reference[i]));
    rank_test_compare(&self, &groups);
    bres__free(self.all);
    *effect = groups.effect / 2;
    return BRES_OK;
}
