/* SPDX-License-Identifier: MIT */
#include "stats/stats.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static uint64_t sort_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

typedef enum sort_shape {
    SORT_RANDOM,
    SORT_FEW_UNIQUE,
    SORT_EQUAL,
    SORT_ASCENDING,
    SORT_DESCENDING,
    SORT_ORGAN_PIPE,
    SORT_SAWTOOTH,
    SORT_EXTREMES,
    SORT_SHAPES
} sort_shape;

static double sort_value(sort_shape shape, size_t i, size_t count, uint64_t *state)
{
    static const double extremes[] = { -INFINITY, INFINITY, 0.0, -0.0, NAN, -NAN, 1e-310, -1e300 };

    switch (shape) {
    case SORT_RANDOM:
        return (double)(int64_t)sort_random(state);
    case SORT_FEW_UNIQUE:
        return (double)(sort_random(state) % 5);
    case SORT_ASCENDING:
        return (double)i;
    case SORT_DESCENDING:
        return (double)(count - i);
    case SORT_ORGAN_PIPE:
        return (double)(i < count / 2 ? i : count - i);
    case SORT_SAWTOOTH:
        return (double)(i % 17);
    case SORT_EXTREMES:
        return extremes[sort_random(state) % 8];
    default:
        return 0.5;
    }
}

/* Sorts NaN after all other values. */
static int sort_compare(const void *left, const void *right)
{
    const double a = *(const double *)left;
    const double b = *(const double *)right;

    if (isnan(a) || isnan(b))
        return (isnan(a) != 0) - (isnan(b) != 0);
    return (a > b) - (a < b);
}

static bool sort_same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static void sort_check(sort_shape shape, size_t count, uint64_t *state)
{
    double *expected = malloc((count + 1) * sizeof(double));
    double *doubles = malloc((count + 1) * sizeof(double));
    size_t negative_zeros = 0;

    for (size_t i = 0; i < count; i++) {
        doubles[i] = sort_value(shape, i, count, state);
        expected[i] = doubles[i];
        negative_zeros += doubles[i] == 0 && signbit(doubles[i]);
    }
    doubles[count] = -1e308;
    qsort(expected, count, sizeof(double), sort_compare);
    bres__sort_float64(doubles, count);
    for (size_t i = 0; i < count; i++) {
        cr_assert(sort_same(doubles[i], expected[i]), "shape %d, %zu values, place %zu", shape,
                  count, i);
        negative_zeros -= doubles[i] == 0 && signbit(doubles[i]);
    }
    cr_assert_eq(negative_zeros, 0, "zeros of both signs are kept");
    cr_assert(doubles[count] == -1e308, "nothing beyond is touched");
    free(expected);
    free(doubles);
}

Test(stats, sort_agrees_with_qsort)
{
    static const size_t large[] = { 127, 128, 129, 1000, 4096, 50000 };
    uint64_t state = 88172645463325252u;

    for (int shape = 0; shape < SORT_SHAPES; shape++) {
        for (size_t count = 0; count < 60; count++)
            sort_check((sort_shape)shape, count, &state);
        for (size_t i = 0; i < sizeof(large) / sizeof(large[0]); i++)
            sort_check((sort_shape)shape, large[i], &state);
    }
}

Test(stats, sort_of_every_permutation)
{
    enum { COUNT = 6 };

    for (size_t code = 0; code < 46656; code++) {
        double values[COUNT];
        size_t rest = code;

        for (size_t i = 0; i < COUNT; i++, rest /= 6)
            values[i] = rest % 6 == 5 ? NAN : (double)(rest % 6);
        bres__sort_float64(values, COUNT);
        for (size_t i = 1; i < COUNT; i++)
            cr_assert(values[i - 1] <= values[i] || isnan(values[i]), "code %zu", code);
    }
}

/* Orders that are hard for the choice of a pivot, and arrays with many equal values. */
Test(stats, select_puts_a_rank_in_its_place)
{
    enum { COUNT = 1000 };

    for (size_t order = 0; order < 5; order++) {
        for (size_t rank = 0; rank < COUNT; rank += 37) {
            double values[COUNT];
            double sorted[COUNT];

            for (size_t i = 0; i < COUNT; i++) {
                const size_t places[] = { i, COUNT - i, i * 7919 % COUNT, i % 3, i ^ 1 };

                sorted[i] = values[i] = (double)places[order];
            }
            bres__sort_float64(sorted, COUNT);
            bres__select_float64(values, COUNT, rank);
            cr_assert_eq(values[rank], sorted[rank], "order %zu, rank %zu", order, rank);
            for (size_t i = 0; i < COUNT; i++)
                cr_assert(i < rank ? values[i] <= values[rank] : values[i] >= values[rank]);
        }
    }
}
