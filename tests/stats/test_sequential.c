/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "base/random.h"
#include "stats/sequential/sequential.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static const bres__sequential_options defaults = { 0.01, 0.005, 0.02, 0, false, 0, 0 };

static void add(bres__sequential *self, double log_ratio)
{
    cr_assert(bres__sequential_reserve(self));
    bres__sequential_add(self, log_ratio);
}

/* Adds pairs with the ratios in turn until a decision; returns the number of pairs, or 0 if `most`
 * pairs do not decide. */
static size_t race(bres__sequential *self, const double *ratios, size_t count, size_t most)
{
    for (size_t i = 0; i < most; i++) {
        add(self, log(ratios[i % count]));
        if (bres__sequential_decide(self) != BRES__SEQUENTIAL_OPEN)
            return i + 1;
    }
    return 0;
}

typedef struct row {
    const char *name;
    double ratios[4];
    size_t count;
    bres__sequential_options options;
    bres__sequential_verdict verdict;
    size_t pairs;
} row;

#define ONE_SIDED(rate, same_rate)                                                                 \
    {                                                                                              \
        rate, 0.03, 0.03, 0, true, same_rate, 0                                                    \
    }

static const row rows[] = {
    { "equal pairs", { 1 }, 1, { 0.01, 0.005, 0.02, 0, false, 0, 0 }, BRES__SEQUENTIAL_SAME, 10 },
    { "3 % more", { 1.03 }, 1, { 0.01, 0.005, 0.02, 0, false, 0, 0 }, BRES__SEQUENTIAL_MORE, 10 },
    { "3 % less",
      { 1 / 1.03 },
      1,
      { 0.01, 0.005, 0.02, 0, false, 0, 0 },
      BRES__SEQUENTIAL_LESS,
      10 },
    { "twice as much", { 2 }, 1, { 0.01, 0.005, 0.02, 0, false, 0, 0 }, BRES__SEQUENTIAL_MORE, 10 },
    { "within both margins",
      { 1.012 },
      1,
      { 0.01, 0.005, 0.02, 0, false, 0, 0 },
      BRES__SEQUENTIAL_SAME,
      11 },
    { "on the margin of change",
      { 1.005 },
      1,
      { 0.01, 0.005, 0.02, 0, false, 0, 0 },
      BRES__SEQUENTIAL_SAME,
      10 },
    { "on the margin of same",
      { 1.02 },
      1,
      { 0.01, 0.02, 0.02, 0, false, 0, 0 },
      BRES__SEQUENTIAL_OPEN,
      0 },
    { "one margin, below",
      { 1.01 },
      1,
      { 0.01, 0.02, 0.02, 0, false, 0, 0 },
      BRES__SEQUENTIAL_SAME,
      11 },
    { "nothing is the same",
      { 1 },
      1,
      { 0.01, 0.005, 0, 0, false, 0, 0 },
      BRES__SEQUENTIAL_OPEN,
      0 },
    { "any change matters",
      { 1.0001 },
      1,
      { 0.01, 0, 0, 0, false, 0, 0 },
      BRES__SEQUENTIAL_MORE,
      16 },
    { "a lower error rate",
      { 1 },
      1,
      { 1e-6, 0.005, 0.02, 0, false, 0, 0 },
      BRES__SEQUENTIAL_SAME,
      24 },
    { "a minimum of pairs",
      { 1 },
      1,
      { 0.01, 0.005, 0.02, 30, false, 0, 0 },
      BRES__SEQUENTIAL_SAME,
      30 },
    { "symmetric noise",
      { 1.01, 1 / 1.01 },
      2,
      { 0.01, 0.005, 0.02, 0, false, 0, 0 },
      BRES__SEQUENTIAL_SAME,
      11 },
    { "an outlier in four",
      { 1.03, 1.03, 1.03, 0.1 },
      4,
      { 0.01, 0.005, 0.02, 0, false, 0, 0 },
      BRES__SEQUENTIAL_MORE,
      51 },
    { "one-sided, equal", { 1 }, 1, ONE_SIDED(0.01, 0.01), BRES__SEQUENTIAL_SAME, 9 },
    { "one-sided, half as much", { 0.5 }, 1, ONE_SIDED(0.01, 0.01), BRES__SEQUENTIAL_SAME, 9 },
    { "one-sided, 6 % more", { 1.06 }, 1, ONE_SIDED(0.01, 0.01), BRES__SEQUENTIAL_MORE, 9 },
    { "one-sided, on the margin", { 1.03 }, 1, ONE_SIDED(0.01, 0.01), BRES__SEQUENTIAL_OPEN, 0 },
    { "one-sided, a shared rate", { 1.06 }, 1, ONE_SIDED(1e-6, 0.01), BRES__SEQUENTIAL_MORE, 22 },
    { "one-sided, both ends", { 1 }, 1, ONE_SIDED(1e-6, 0.01), BRES__SEQUENTIAL_SAME, 22 },
    { "too noisy", { 2, 0.5 }, 2, { 0.01, 0.005, 0.02, 0, false, 0, 0 }, BRES__SEQUENTIAL_OPEN, 0 },
};

Test(stats, sequential_decisions)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        bres__sequential self = { .options = rows[i].options };
        const size_t pairs = race(&self, rows[i].ratios, rows[i].count, 300);

        cr_expect_eq(bres__sequential_decide(&self), rows[i].verdict, "%s: %d", rows[i].name,
                     (int)bres__sequential_decide(&self));
        cr_expect_eq(pairs, rows[i].pairs, "%s: %zu pairs", rows[i].name, pairs);
        bres__sequential_free(&self);
    }
}

Test(stats, sequential_without_pairs)
{
    bres__sequential self = { .options = defaults };
    bres__sequential_estimate estimate;
    bres__sequential_plan plan;

    cr_expect_eq(bres__sequential_decide(&self), BRES__SEQUENTIAL_OPEN);
    bres__sequential_estimate_of(&self, &estimate);
    cr_expect_eq(estimate.center, 0);
    cr_expect(isinf(estimate.lower) && estimate.lower < 0);
    cr_expect(isinf(estimate.upper) && estimate.upper > 0);
    bres__sequential_plan_of(&self, &plan);
    cr_expect_eq(plan.pairs, 0);
    bres__sequential_free(&self);
}

/* After every pair, the decision agrees with the interval. */
Test(stats, sequential_interval_agrees_with_the_decision)
{
    for (unsigned seed = 0; seed < 40; seed++) {
        bres__sequential self = { .options = defaults };
        bres__random random = { .state = seed };
        const double change = 0.03 * bres__random_unit(&random);

        for (unsigned i = 0; i < 60; i++) {
            bres__sequential_estimate estimate;
            bres__sequential_verdict expected = BRES__SEQUENTIAL_OPEN;

            add(&self, change + 0.04 * (bres__random_unit(&random) - 0.5));
            bres__sequential_estimate_of(&self, &estimate);
            cr_assert(estimate.lower <= estimate.center && estimate.center <= estimate.upper,
                      "seed %u, pair %u: %g %g %g", seed, i, estimate.lower, estimate.center,
                      estimate.upper);
            if (estimate.lower >= log1p(0.005))
                expected = BRES__SEQUENTIAL_MORE;
            else if (estimate.upper <= -log1p(0.005))
                expected = BRES__SEQUENTIAL_LESS;
            else if (estimate.lower >= -log1p(0.02) && estimate.upper <= log1p(0.02))
                expected = BRES__SEQUENTIAL_SAME;
            cr_assert_eq(bres__sequential_decide(&self), expected, "seed %u, pair %u", seed, i);
        }
        bres__sequential_free(&self);
    }
}

/* Exchanging the sides exchanges the decision. */
Test(stats, sequential_is_symmetric)
{
    bres__sequential one = { .options = defaults };
    bres__sequential other = { .options = defaults };
    bres__sequential_estimate ones;
    bres__sequential_estimate others;
    bres__random random = { .state = 5 };

    for (unsigned i = 0; i < 50; i++) {
        const double ratio = 0.01 + 0.1 * (bres__random_unit(&random) - 0.5);

        add(&one, ratio);
        add(&other, -ratio);
    }
    bres__sequential_estimate_of(&one, &ones);
    bres__sequential_estimate_of(&other, &others);
    cr_expect_float_eq(ones.center, -others.center, 1e-12);
    cr_expect_float_eq(ones.lower, -others.upper, 1e-12);
    cr_expect_float_eq(ones.upper, -others.lower, 1e-12);
    bres__sequential_free(&one);
    bres__sequential_free(&other);
}

/* Pairs of equal sides, which differ only at random, with a check after each pair. Every decision
 * other than SAME is wrong, and the error rate must hold for any number of checks. */
Test(stats, sequential_error_rate_holds_at_every_look)
{
    const unsigned races = bres_test_long() ? 4000 : 400;
    bres__random random = { .state = 11 };
    unsigned wrong = 0;

    for (unsigned i = 0; i < races; i++) {
        bres__sequential self = { .options = { 0.2, 0, 0, 0, false, 0, 0 } };

        for (unsigned pair = 0; pair < 200; pair++) {
            const double noise = -log(bres__random_unit(&random) + 1e-300);

            add(&self, bres__random_below(&random, 2) == 1 ? noise * noise : -noise * noise);
            if (bres__sequential_decide(&self) == BRES__SEQUENTIAL_OPEN)
                continue;
            wrong++;
            break;
        }
        bres__sequential_free(&self);
    }
    cr_expect_leq(wrong, races / 5);
    cr_expect_gt(wrong, 0, "the rate that is asked for should show");
}

/* The planned verdict comes within the planned number of pairs, after at least a quarter of it. */
Test(stats, sequential_plan)
{
    static const double ratios[] = { 1.04, 0.99, 1.05, 1 };
    bres__sequential self = { .options = defaults };
    bres__sequential_plan plan;
    size_t pairs;

    cr_assert_eq(race(&self, ratios, COUNT(ratios), 12), 0);
    bres__sequential_plan_of(&self, &plan);
    cr_expect_eq(plan.verdict, BRES__SEQUENTIAL_MORE, "%d", (int)plan.verdict);
    cr_expect(plan.pairs >= 1 && plan.pairs <= 200, "%g pairs", plan.pairs);
    pairs = race(&self, ratios, COUNT(ratios), 1000);
    cr_expect(pairs > 0);
    cr_expect_eq(bres__sequential_decide(&self), BRES__SEQUENTIAL_MORE);
    cr_expect((double)pairs <= plan.pairs && plan.pairs <= 4 * (double)pairs,
              "%zu pairs, planned %g", pairs, plan.pairs);
    bres__sequential_plan_of(&self, &plan);
    cr_expect_eq(plan.pairs, 0, "it is decided");
    bres__sequential_free(&self);
}

/* Times of a clock, in units of its step, or with fine noise. */
typedef struct times_row {
    const char *name;
    double clock_step; /* 0: unknown */
    double noise;      /* of all times, relative */
    double reference;
    double candidates[2]; /* in turn */
    bres__sequential_verdict verdict;
    double resolution;
} times_row;

static const times_row times_rows[] = {
    { "all times are equal", 0, 0, 5, { 5, 5 }, BRES__SEQUENTIAL_OPEN, INFINITY },
    { "one step apart", 0, 0, 5, { 6, 6 }, BRES__SEQUENTIAL_OPEN, 0.18232 },
    { "three steps apart", 0, 0, 5, { 8, 8 }, BRES__SEQUENTIAL_OPEN, 0.47000 },
    { "one and three steps apart", 0, 0, 5, { 6, 8 }, BRES__SEQUENTIAL_MORE, 0.18232 },
    { "many steps, the same", 0, 0, 10000, { 10001, 9999 }, BRES__SEQUENTIAL_SAME, 1e-4 },
    { "many steps, more", 0, 0, 10000, { 10301, 10300 }, BRES__SEQUENTIAL_MORE, 1e-4 },
    { "many steps, less", 0, 0, 10000, { 9700, 9701 }, BRES__SEQUENTIAL_LESS, 1e-4 },
    { "equal times, and a small step", 0.01, 0, 5, { 5, 5 }, BRES__SEQUENTIAL_SAME, 2e-3 },
    { "equal times, and a large step", 1, 0, 5, { 5, 5 }, BRES__SEQUENTIAL_OPEN, 0.18232 },
    { "a difference, and a small step", 0.01, 0, 5, { 6, 6 }, BRES__SEQUENTIAL_MORE, 2e-3 },
    { "noise, the same", 0, 1e-3, 5, { 5, 5 }, BRES__SEQUENTIAL_SAME, 1.38e-5 },
    { "noise, more", 0, 1e-3, 5, { 6, 6 }, BRES__SEQUENTIAL_MORE, 5.3e-5 },
};

static double noisy(bres__random *random, double time, double noise)
{
    return time * (1 + noise * (2 * bres__random_unit(random) - 1));
}

/* Adds the given pairs; at most `most`, until a decision. */
static void add_times(bres__sequential *self, const times_row *given, size_t most)
{
    bres__random random = bres__random_stream(7, 0);

    for (size_t i = 0; i < most && bres__sequential_decide(self) == BRES__SEQUENTIAL_OPEN; i++) {
        cr_assert(bres__sequential_reserve(self));
        bres__sequential_add_times(self, noisy(&random, given->reference, given->noise),
                                   noisy(&random, given->candidates[i % 2], given->noise));
    }
}

/* A clock hides differences of less than its step, however many pairs agree. */
Test(stats, sequential_resolution)
{
    for (size_t i = 0; i < COUNT(times_rows); i++) {
        const times_row *given = &times_rows[i];
        bres__sequential self = { .options = defaults };
        bres__sequential_estimate estimate;
        bres__sequential_plan plan;

        self.options.clock_step = given->clock_step;
        add_times(&self, given, 200);
        cr_expect_eq(bres__sequential_decide(&self), given->verdict, "%s", given->name);
        cr_expect(self.resolution == given->resolution ||
                      (self.resolution > 0.9 * given->resolution &&
                       self.resolution < 1.1 * given->resolution),
                  "%s: %g", given->name, self.resolution);
        bres__sequential_estimate_of(&self, &estimate);
        cr_expect_geq(estimate.upper - estimate.center, self.resolution, "%s", given->name);
        cr_expect_geq(estimate.center - estimate.lower, self.resolution, "%s", given->name);
        bres__sequential_plan_of(&self, &plan);
        cr_expect_eq(plan.pairs, 0, "%s: %g", given->name, plan.pairs);
        bres__sequential_free(&self);
    }
}

/* When the resolution falls, the bets on earlier pairs are those of the new resolution. */
Test(stats, sequential_resolution_falls)
{
    const double times[][2] = { { 5000, 5400 }, { 5000, 5400 }, { 5001, 5402 }, { 5004, 5401 } };
    bres__sequential late = { .options = defaults };
    bres__sequential known = { .options = defaults };

    known.options.clock_step = 1;
    for (size_t i = 0; i < COUNT(times); i++) {
        cr_assert(bres__sequential_reserve(&late) && bres__sequential_reserve(&known));
        bres__sequential_add_times(&late, times[i][0], times[i][1]);
        bres__sequential_add_times(&known, times[i][0], times[i][1]);
    }
    cr_expect_float_eq(late.resolution, known.resolution, 1e-7);
    for (unsigned test = 0; test < BRES__SEQUENTIAL_TESTS; test++) {
        for (unsigned i = 0; i < BRES__SEQUENTIAL_FRACTIONS; i++)
            cr_expect_float_eq(late.wealth[test][i], known.wealth[test][i], 1e-4);
    }
    bres__sequential_clear(&late);
    cr_expect_eq(late.resolution, 0);
    bres__sequential_free(&late);
    bres__sequential_free(&known);
}

/* After a clear, the object decides like a new one, and reuses its memory. */
Test(stats, sequential_is_cleared)
{
    bres__sequential self = { .options = defaults };
    const double ratios[] = { 1.03, 1.04 };
    const double *room;
    size_t pairs;

    cr_assert(bres__sequential_reserve_all(&self, 100));
    room = self.ratios;
    pairs = race(&self, ratios, 2, 100);
    cr_assert_gt(pairs, 1);
    cr_assert(bres__sequential_proves(&self, BRES__SEQUENTIAL_ABOVE_CHANGE));
    cr_assert(bres__sequential_proves(&self, BRES__SEQUENTIAL_ABOVE_SAME));
    cr_assert_not(bres__sequential_proves(&self, BRES__SEQUENTIAL_BELOW_SAME));
    bres__sequential_clear(&self);
    cr_assert_eq(bres__sequential_decide(&self), BRES__SEQUENTIAL_OPEN);
    cr_assert_not(bres__sequential_proves(&self, BRES__SEQUENTIAL_ABOVE_CHANGE));
    cr_assert_eq(race(&self, ratios, 2, 100), pairs);
    cr_assert_eq(self.ratios, room);
    bres__sequential_free(&self);
}

static bres_status reserve_once(void *context)
{
    bres__sequential self = { .options = defaults };
    const bool done = bres__sequential_reserve(&self);

    (void)context;
    if (done)
        bres__sequential_add(&self, 0);
    bres__sequential_free(&self);
    return done ? BRES_OK : BRES_ERROR_MEMORY;
}

Test(stats, sequential_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, reserve_once, NULL);
}
