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

/* The share of the arrangements of `first` values among all whose rank sum statistic is at most
 * `value`. The bits of a number stand for an arrangement. */
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

/* Tables of the tests: the number of values that a confidence of 99 % trims at each end. */
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

/* Twice the rank sum statistic of the values that a set of bits names. */
static size_t twice_statistic(const double *values, size_t count, unsigned set)
{
    size_t twice = 0;

    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            if ((set >> i & 1U) != 0 && (set >> j & 1U) == 0)
                twice += values[i] < values[j] ? 2 : values[i] == values[j];
        }
    }
    return twice;
}

/* The p-value of the first values against the others, by all arrangements. */
static double enumerated_p_value(const double *values, size_t first, size_t count)
{
    const size_t observed = twice_statistic(values, count, (1U << first) - 1);
    double tails[2] = { 0, 0 };
    double all = 0;

    for (unsigned set = 0; set < 1U << count; set++) {
        const size_t twice = twice_statistic(values, count, set);

        if ((size_t)__builtin_popcount(set) != first)
            continue;
        all++;
        tails[0] += twice <= observed;
        tails[1] += twice >= observed;
    }
    return fmin(1, 2 * fmin(tails[0], tails[1]) / all);
}

Test(stats, rank_sum_p_value_by_enumeration)
{
    bres__random random = bres__random_stream(1947, 0);

    for (int trial = 0; trial < 60; trial++) {
        double values[10];
        const size_t count = 2 + bres__random_below(&random, 9);
        const size_t first = 1 + bres__random_below(&random, count - 1);
        double p_value;

        for (size_t i = 0; i < count; i++)
            values[i] = (double)bres__random_below(&random, trial % 2 == 0 ? 4 : 1000);
        bres__sort_float64(values, first);
        bres__sort_float64(values + first, count - first);
        cr_assert_eq(bres__rank_sum_p_value(values, first, values + first, count - first, &p_value),
                     BRES_OK);
        cr_assert_float_eq(p_value, enumerated_p_value(values, first, count), 1e-12, "trial %d",
                           trial);
    }
}

/* Nine values and more: as SciPy computes it. */
Test(stats, rank_sum_p_value_of_many)
{
    double a[10];
    double b[10];
    double p_value;

    for (int i = 0; i < 10; i++) {
        a[i] = i;
        b[i] = 10 + i;
    }
    cr_assert_eq(bres__rank_sum_p_value(a, 10, b, 10, &p_value), BRES_OK);
    cr_expect_float_eq(p_value, 0.0001826717911095504, 1e-15, "%.17g", p_value);
    b[0] = 9;
    cr_assert_eq(bres__rank_sum_p_value(b, 10, a, 10, &p_value), BRES_OK);
    cr_expect_float_eq(p_value, 0.00021101981687501504, 1e-15, "%.17g", p_value);
    for (int i = 0; i < 10; i++)
        a[i] = b[i] = 1;
    cr_assert_eq(bres__rank_sum_p_value(a, 10, b, 10, &p_value), BRES_OK);
    cr_expect_eq(p_value, 1);
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
    double p_value;

    bres__faults_arm(BRES__FAULT_ALLOC, 1, false);
    cr_expect_eq(bres__rank_sum_distribution(5, 5, &made), BRES_ERROR_MEMORY);
    bres__faults_arm(BRES__FAULT_ALLOC, 1, false);
    cr_expect_eq(bres__signed_rank_distribution(8, &made), BRES_ERROR_MEMORY);
    for (int tied = 0; tied < 2; tied++) {
        bres__faults_arm(BRES__FAULT_ALLOC, 1, false);
        cr_expect_eq(
            bres__rank_sum_p_value((double[]){ 1, 2 }, 2, (double[]){ 3 - tied }, 1, &p_value),
            BRES_ERROR_MEMORY);
    }
    bres__faults_arm(0, 0, false);
}

/* The expected shares come from two million sets of normal values. */
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
