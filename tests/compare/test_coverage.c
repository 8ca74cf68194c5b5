/* SPDX-License-Identifier: MIT */
/*
 * Coverage: the numbered cases, and agreement with a literal implementation of the definition.
 */
#include "compare/evidence/coverage.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VALUES_MAX 4096

/* An array under construction. */
typedef struct values {
    float values[VALUES_MAX];
    size_t count;
} values;

static void put(values *array, float value, size_t times)
{
    while (times-- > 0) {
        cr_assert_lt(array->count, VALUES_MAX);
        array->values[array->count++] = value;
    }
}

/* The coverage of two arrays, computed by the library's own functions. */
static bres__coverage cover(const values *x, const values *y, const bres_thresholds *thresholds)
{
    const values *const arrays[2] = { x, y };
    bres__scratch scratch;
    bres__evidence evidence = { .scratch = &scratch };
    bres__support supports[2];
    bres__coverage coverage;

    bres__scratch_init(&scratch);
    for (int i = 0; i < 2; i++) {
        evidence.sides[i].times.values = arrays[i]->values;
        evidence.sides[i].times.count = arrays[i]->count;
    }
    for (int i = 0; i < 2; i++)
        cr_assert_eq(bres__bulk_sort(&evidence, i, false), BRES_OK);
    for (int i = 0; i < 2; i++)
        bres__bulk_deduplicate(&evidence, i, &supports[i]);
    bres__cover(&supports[0], &supports[1], thresholds, &coverage);
    bres__scratch_free(&scratch);
    return coverage;
}

static bool passes(const bres__coverage *coverage)
{
    return coverage->samples_pass && coverage->support_passes;
}

static bres_thresholds limits(void)
{
    bres_thresholds thresholds;

    bres_thresholds_init(&thresholds);
    return thresholds;
}

/* Case 81: the logarithms differ by more than log1p(0.005), although only through rounding. */
Test(compare, coverage_at_the_tolerance)
{
    static const float pairs[][2] = { { 1000, 1005 }, { 200, 201 } };
    const bres_thresholds thresholds = limits();

    for (size_t i = 0; i < 2; i++) {
        values x = { .count = 0 };
        values y = { .count = 0 };
        bres__coverage coverage;

        put(&x, pairs[i][0], 1);
        put(&y, pairs[i][1], 1);
        coverage = cover(&x, &y, &thresholds);
        cr_assert_eq(coverage.samples[0], 0, "case 81: %g", (double)pairs[i][0]);
    }
}

/* Cases 82 and 83. */
Test(compare, coverage_of_samples_and_support)
{
    bres_thresholds thresholds = limits();
    values x = { .count = 0 };
    values y = { .count = 0 };
    bres__coverage coverage;

    put(&x, 1, 97);
    put(&x, 2, 3);
    put(&y, 1, 1);
    coverage = cover(&x, &y, &thresholds);
    cr_assert_eq(coverage.samples[0], 0.97, "case 82");
    cr_assert_eq(coverage.support[0], 0.5, "case 82");
    cr_assert(coverage.samples_pass && !coverage.support_passes, "case 82");

    x.count = y.count = 0;
    for (int i = 0; i < 4; i++) {
        put(&x, 1 + .001f * (float)i, 1);
        put(&y, 1 + .001f * (float)i, 1);
    }
    put(&x, 1.3f, 1);
    thresholds.bulk_sample_coverage = .8;
    coverage = cover(&x, &y, &thresholds);
    cr_assert_eq(coverage.support[0], 0.8, "case 83");
    cr_assert(passes(&coverage), "case 83");
}

static bres__coverage with_outliers(size_t outliers, const bres_thresholds *thresholds)
{
    values x = { .count = 0 };
    values y = { .count = 0 };

    put(&x, 1, 2000);
    for (size_t i = 0; i < outliers; i++)
        put(&x, 2 + (float)i, 1);
    put(&y, 1, 1);
    return cover(&x, &y, thresholds);
}

/* Cases 84 and 88. */
Test(compare, coverage_leaves_out_rare_values)
{
    bres_thresholds thresholds = limits();
    bres__coverage coverage = with_outliers(15, &thresholds);

    cr_assert_eq(coverage.support[0], 1, "case 84: 15 outliers");
    cr_assert(passes(&coverage), "case 84: 15 outliers");
    coverage = with_outliers(25, &thresholds);
    cr_assert_eq(coverage.support[0], 1.0 / 26, "case 84: 25 outliers");
    cr_assert(!coverage.support_passes, "case 84: 25 outliers");

    thresholds.bulk_rare_sample_fraction = 0;
    coverage = with_outliers(15, &thresholds);
    cr_assert_eq(coverage.support[0], 1.0 / 16, "case 88: sample_fraction");
    thresholds = limits();
    thresholds.bulk_rare_max_removed_fraction = 0;
    coverage = with_outliers(15, &thresholds);
    cr_assert_eq(coverage.support[0], 1.0 / 16, "case 88: max_removed_sample_fraction");
}

/* Case 85: a value is rare if it occurs less than max(2, ceil(0.001 * N)) times. */
Test(compare, coverage_of_what_is_just_rare)
{
    static const struct {
        size_t common;
        double support;
    } rows[] = { { 1999, 1 }, { 1998, 0.5 } };
    const bres_thresholds thresholds = limits();

    for (size_t i = 0; i < 2; i++) {
        values x = { .count = 0 };
        values y = { .count = 0 };
        bres__coverage coverage;

        put(&x, 1, rows[i].common);
        put(&x, 1.1f, 2);
        put(&y, 1, 1);
        coverage = cover(&x, &y, &thresholds);
        cr_assert_eq(coverage.support[0], rows[i].support, "case 85: %zu", rows[i].common);
    }
}

/* Rare values are removed up to and including the limit, but never all values. */
Test(compare, coverage_at_the_limit_of_what_is_left_out)
{
    bres_thresholds thresholds = limits();
    values x = { .count = 0 };
    values y = { .count = 0 };
    bres__coverage coverage;

    put(&x, 1, 99);
    put(&x, 2, 1);
    put(&y, 1, 1);
    thresholds.bulk_rare_sample_fraction = .02;
    coverage = cover(&x, &y, &thresholds);
    cr_assert_eq(coverage.support[0], 1);

    x.count = 0;
    put(&x, 1, 2);
    put(&x, 2, 2);
    thresholds.bulk_rare_sample_fraction = 1;
    thresholds.bulk_rare_max_removed_fraction = 1;
    coverage = cover(&x, &y, &thresholds);
    cr_assert_eq(coverage.support[0], 0.5);
}

/* Products that are equal in binary32 are distinguished. */
Test(compare, coverage_of_cycles_is_exact)
{
    static const float times[] = { 1 + 0x1p-23f, 1 + 0x1p-22f };
    static const float rates[] = { 1 + 0x1p-23f, 1 };
    bres__scratch scratch;
    bres__evidence evidence = { .scratch = &scratch };
    bres__support support;

    bres__scratch_init(&scratch);
    evidence.sides[0].times.values = times;
    evidence.sides[0].rates.values = rates;
    evidence.sides[0].times.count = 2;
    cr_assert_eq(bres__bulk_sort(&evidence, 0, true), BRES_OK);
    bres__bulk_deduplicate(&evidence, 0, &support);
    cr_assert_eq(support.distinct, 2);
    cr_assert_eq(support.total, 2);
}

/* Cases 86 and 87: nothing is removed if all values are rare, or if each value occurs once. */
Test(compare, coverage_keeps_support_that_is_rare_everywhere)
{
    const bres_thresholds thresholds = limits();
    values x = { .count = 0 };
    values y = { .count = 0 };
    bres__coverage coverage;

    for (int i = 0; i < 1500; i++)
        put(&x, 1 + .02f * (float)i, 2);
    for (size_t i = 0; i < 1500; i++)
        put(&y, x.values[i], 1);
    coverage = cover(&x, &y, &thresholds);
    cr_assert_eq(coverage.samples[0], coverage.support[0], "case 86: %g", coverage.support[0]);
    cr_assert_lt(coverage.support[0], 1, "case 86");

    x.count = y.count = 0;
    put(&x, 1, 1);
    put(&x, 1.001f, 1);
    put(&x, 1.2f, 1);
    put(&y, 1, 1);
    coverage = cover(&x, &y, &thresholds);
    cr_assert_eq(coverage.support[0], 2.0 / 3, "case 87");
}

/* Cases 89 and 90. */
Test(compare, coverage_at_the_ends_of_the_thresholds)
{
    bres_thresholds thresholds = limits();
    values x = { .count = 0 };
    values y = { .count = 0 };
    bres__coverage coverage;

    put(&x, 1, 3);
    put(&y, 2, 3);
    thresholds.bulk_sample_coverage = 0;
    thresholds.bulk_support_coverage = 0;
    coverage = cover(&x, &y, &thresholds);
    cr_assert(passes(&coverage), "case 89");
    cr_assert_eq(coverage.severity, 0, "case 89");

    thresholds = limits();
    thresholds.same_center_relative = 0;
    coverage = cover(&x, &x, &thresholds);
    cr_assert_eq(coverage.samples[0], 1, "case 90");
}

static uint64_t random_state;

static uint64_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static double next_unit(void)
{
    return (double)(next_random() >> 11) * 0x1p-53;
}

/* Values on a grid with spacing `step`, so that some distances are close to the tolerance. */
static void fill(values *array, size_t count, double center, double spread, double step)
{
    array->count = 0;
    for (size_t i = 0; i < count; i++) {
        double value = center * (1 + spread * (next_unit() - .5));

        if (next_unit() < .02)
            value *= 1 + next_unit();
        put(array, (float)(floor(value / step) * step), 1);
    }
}

static size_t count_of(const values *array, float value)
{
    size_t count = 0;

    for (size_t i = 0; i < array->count; i++)
        count += array->values[i] == value;
    return count;
}

static bool is_first(const values *array, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (array->values[i] == array->values[index])
            return false;
    }
    return true;
}

/* Whether a value of the array has at least this count. */
static bool naive_some_count(const values *array, double least)
{
    for (size_t i = 0; i < array->count; i++) {
        if ((double)count_of(array, array->values[i]) >= least)
            return true;
    }
    return false;
}

/* Values with fewer occurrences than this are removed; 0: all values stay. */
static double naive_least_count(const values *array, const bres_thresholds *thresholds)
{
    const double total = (double)array->count;
    const double least = fmax(2, ceil(thresholds->bulk_rare_sample_fraction * total));
    size_t removed = 0;

    if (thresholds->bulk_rare_sample_fraction <= 0 ||
        thresholds->bulk_rare_max_removed_fraction <= 0 || !naive_some_count(array, 2) ||
        !naive_some_count(array, least))
        return 0;
    for (size_t i = 0; i < array->count; i++)
        removed += (double)count_of(array, array->values[i]) < least;
    return (double)removed / total > thresholds->bulk_rare_max_removed_fraction ? 0 : least;
}

static void naive_cover(const values *array, const values *other, const bres_thresholds *thresholds,
                        double *samples, double *support)
{
    const double tolerance = log1p(thresholds->same_center_relative);
    const double least = naive_least_count(array, thresholds);
    size_t covered = 0;
    size_t kept = 0;
    size_t kept_covered = 0;

    for (size_t i = 0; i < array->count; i++) {
        bool near = false;

        for (size_t j = 0; j < other->count; j++)
            near = near ||
                   fabs(log((double)array->values[i]) - log((double)other->values[j])) <= tolerance;
        covered += near;
        if (!is_first(array, i) || (double)count_of(array, array->values[i]) < least)
            continue;
        kept++;
        kept_covered += near;
    }
    *samples = (double)covered / (double)array->count;
    *support = (double)kept_covered / (double)kept;
}

Test(compare, coverage_agrees_with_the_definition)
{
    const int rounds = bres_test_long() ? 20000 : 2000;

    random_state = 88172645463325252u;
    for (int round = 0; round < rounds; round++) {
        static values arrays[2];
        bres_thresholds thresholds = limits();
        const double center = exp(20 * (next_unit() - .5));
        const double step = center * pow(10, -1 - 4 * next_unit());
        bres__coverage coverage;

        thresholds.same_center_relative = pow(10, -1 - 4 * next_unit());
        thresholds.bulk_rare_sample_fraction = .2 * next_unit();
        thresholds.bulk_rare_max_removed_fraction = .3 * next_unit();
        for (int i = 0; i < 2; i++)
            fill(&arrays[i], 1 + (size_t)(40 * next_unit()), center, .2 * next_unit(), step);
        coverage = cover(&arrays[0], &arrays[1], &thresholds);
        for (int i = 0; i < 2; i++) {
            double samples;
            double support;

            naive_cover(&arrays[i], &arrays[1 - i], &thresholds, &samples, &support);
            cr_assert_eq(coverage.samples[i], samples, "round %d: samples %.17g, %.17g", round,
                         coverage.samples[i], samples);
            cr_assert_eq(coverage.support[i], support, "round %d: support %.17g, %.17g", round,
                         coverage.support[i], support);
        }
    }
}

/* Distances equal to the tolerance or a few roundings away from it: the logarithms decide. */
Test(compare, coverage_near_the_tolerance_agrees_with_the_definition)
{
    random_state = 12345;
    for (int round = 0; round < 3000; round++) {
        static values arrays[2];
        bres_thresholds thresholds = limits();
        bres__coverage coverage;
        double samples;
        double support;
        float value = (float)exp(60 * (next_unit() - .5));
        float other;

        arrays[0].count = arrays[1].count = 0;
        other = (float)((double)value * 1.005);
        for (int step = (int)(next_unit() * 5) - 2; step != 0; step += step < 0 ? 1 : -1)
            other = nextafterf(other, step < 0 ? 0 : INFINITY);
        thresholds.same_center_relative = (double)other / (double)value - 1;
        put(&arrays[0], value, 1);
        put(&arrays[1], other, 1);
        coverage = cover(&arrays[0], &arrays[1], &thresholds);
        naive_cover(&arrays[0], &arrays[1], &thresholds, &samples, &support);
        cr_assert_eq(coverage.samples[0], samples, "round %d: %.9g %.9g", round, (double)value,
                     (double)other);
        cr_assert_eq(coverage.samples[1], samples, "round %d: %.9g %.9g", round, (double)value,
                     (double)other);
    }
}
