/* SPDX-License-Identifier: MIT */
/*
 * Rank tests against enumeration, and the test of an outlier against simulation.
 */
#include "base/error.h"
#include "base/fault.h"
#include "base/random.h"
#include "stats/robust/outlier.h"
#include "stats/robust/rank_test.h"
#include "stats/stats.h"

#include <criterion/criterion.h>
#include <math.h>

#define VALUES_MAX 8

/* Arrangements of `first` values among all, as sets of bits, with a rank sum statistic of at most
 * `value`; and all arrangements. */
static double share_of_sums(size_t first, size_t second, uint64_t value)
{
    size_t below = 0;
    size_t all = 0;

    for (unsigned set = 0; set < 1U << (first + second); set++) {
        uint64_t statistic = 0;
        size_t seen = 0;

        for (size_t i = 0; i < first + second; i++) {
            if ((set >> i & 1U) != 0)
                seen++;
            else
                statistic += seen;
        }
        if (seen != first)
            continue;
        all++;
        below += statistic <= value;
    }
    return (double)below / (double)all;
}

Test(stats, rank_sum_distribution)
{
    for (size_t first = 1; first <= 5; first++) {
        for (size_t second = 1; second <= 6; second++) {
            bres__rank_distribution made;

            cr_assert_eq(bres__rank_sum_distribution(first, second, &made), BRES_OK);
            for (uint64_t value = 0; value <= first * second; value++)
                cr_assert_float_eq(bres__rank_below(&made, value),
                                   share_of_sums(first, second, value), 1e-12, "%zu %zu %d", first,
                                   second, (int)value);
            bres__rank_distribution_free(&made);
            cr_assert_float_eq(bres__rank_sum_smallest(first, second),
                               fmin(1, 2 * share_of_sums(first, second, 0)), 1e-12);
        }
    }
}

Test(stats, signed_rank_distribution)
{
    for (size_t count = 1; count <= 9; count++) {
        bres__rank_distribution made;

        cr_assert_eq(bres__signed_rank_distribution(count, &made), BRES_OK);
        for (uint64_t value = 0; value <= count * (count + 1) / 2; value++) {
            size_t below = 0;

            for (unsigned set = 0; set < 1U << count; set++) {
                uint64_t statistic = 0;

                for (size_t i = 0; i < count; i++)
                    statistic += (set >> i & 1U) != 0 ? i + 1 : 0;
                below += statistic <= value;
            }
            cr_assert_float_eq(bres__rank_below(&made, value),
                               (double)below / (double)(1U << count), 1e-12);
        }
        bres__rank_distribution_free(&made);
    }
    cr_assert_float_eq(bres__signed_rank_smallest(8), 2. / 256, 1e-15);
    cr_assert_eq(bres__signed_rank_smallest(1), 1);
}

/* Where the exact distribution ends, the normal one continues. */
Test(stats, rank_distributions_of_many)
{
    bres__rank_distribution exact;
    bres__rank_distribution normal;

    cr_assert_eq(bres__rank_sum_distribution(100, 100, &exact), BRES_OK);
    cr_assert_not_null(exact.below);
    cr_assert_eq(bres__rank_sum_distribution(1000, 1000, &normal), BRES_OK);
    cr_assert_null(normal.below);
    cr_assert_float_eq(bres__rank_below(&exact, 3946), 0.005, 1e-4);
    cr_assert_float_eq(bres__rank_below(&normal, 466745), 0.005, 1e-4);
    cr_assert_eq(bres__rank_trim(&exact, 0.005), 3949);
    cr_assert_eq(bres__rank_trim(&exact, 0), 0);
    bres__rank_distribution_free(&exact);
    cr_assert_eq(bres__signed_rank_distribution(100, &exact), BRES_OK);
    normal = exact;
    normal.below = NULL;
    for (uint64_t value = 1500; value < 2500; value += 100)
        cr_assert_float_eq(bres__rank_below(&normal, value), bres__rank_below(&exact, value), 1e-3);
    bres__rank_distribution_free(&exact);
}

/* Tables of the tests: the number of values that 99 % leaves out at each end. */
Test(stats, rank_trim)
{
    static const struct {
        size_t counts[2]; /* the second is 0 for signed ranks */
        uint64_t trim;
    } rows[] = {
        { { 5, 5 }, 1 },  { { 4, 6 }, 1 },    { { 4, 5 }, 0 }, { { 3, 9 }, 1 }, { { 3, 8 }, 0 },
        { { 2, 19 }, 1 }, { { 10, 10 }, 17 }, { { 8, 0 }, 1 }, { { 7, 0 }, 0 }, { { 10, 0 }, 4 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres__rank_distribution made;
        const size_t *counts = rows[i].counts;

        cr_assert_eq(counts[1] > 0 ? bres__rank_sum_distribution(counts[0], counts[1], &made)
                                   : bres__signed_rank_distribution(counts[0], &made),
                     BRES_OK);
        cr_expect_eq(bres__rank_trim(&made, 0.005), rows[i].trim, "row %zu", i);
        bres__rank_distribution_free(&made);
    }
}

static size_t draw_values(bres__random *random, double *values)
{
    const size_t count = 1 + bres__random_below(random, VALUES_MAX);

    /* Few different values, so that many are equal, and both signs. */
    for (size_t i = 0; i < count; i++)
        values[i] = ((double)bres__random_below(random, 7) - 3) * 0.1;
    bres__sort_float64(values, count);
    return count;
}

Test(stats, rank_places)
{
    bres__random random = bres__random_stream(1963, 0);

    for (int trial = 0; trial < 300; trial++) {
        double a[VALUES_MAX];
        double b[VALUES_MAX];
        double all[VALUES_MAX * VALUES_MAX];
        const size_t a_count = draw_values(&random, a);
        const size_t b_count = draw_values(&random, b);
        size_t count = 0;

        for (size_t i = 0; i < a_count; i++) {
            for (size_t j = 0; j < b_count; j++)
                all[count++] = b[j] - a[i];
        }
        bres__sort_float64(all, count);
        for (size_t i = 0; i < count; i++) {
            size_t below = i + 1;

            while (below < count && all[below] <= all[i])
                below++;
            cr_assert_eq(bres__difference_at(a, a_count, b, b_count, i + 1), all[i]);
            cr_assert_eq(bres__differences_below(a, a_count, b, b_count, all[i]), below);
        }
        count = 0;
        for (size_t i = 0; i < a_count; i++) {
            for (size_t j = i; j < a_count; j++)
                all[count++] = (a[i] + a[j]) / 2;
        }
        bres__sort_float64(all, count);
        for (size_t i = 0; i < count; i++) {
            size_t below = i + 1;

            while (below < count && all[below] <= all[i])
                below++;
            cr_assert_eq(bres__average_at(a, a_count, i + 1), all[i]);
            cr_assert_eq(bres__averages_below(a, a_count, all[i]), below);
        }
    }
}

Test(stats, rank_distributions_without_memory)
{
    bres__rank_distribution made;

    bres__faults_arm(BRES__FAULT_ALLOC, 1, false);
    cr_expect_eq(bres__rank_sum_distribution(5, 5, &made), BRES_ERROR_MEMORY);
    bres__faults_arm(BRES__FAULT_ALLOC, 1, false);
    cr_expect_eq(bres__signed_rank_distribution(8, &made), BRES_ERROR_MEMORY);
    bres__faults_arm(0, 0, false);
}

/* Shares of two million sets of normal values. */
Test(stats, outlier_chance)
{
    static const struct {
        size_t count;
        double fraction;
        double chance;
    } rows[] = {
        { 4, .926, .00869 },
        { 5, .821, .01038 },
        { 10, .568, .00975 },
        { 20, .43, .00888 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        cr_expect_float_eq(bres__outlier_chance(rows[i].fraction, rows[i].count), rows[i].chance,
                           2e-4, "%zu: %g", rows[i].count,
                           bres__outlier_chance(rows[i].fraction, rows[i].count));
    cr_expect_eq(bres__outlier_chance(1, 4), 0);
}
