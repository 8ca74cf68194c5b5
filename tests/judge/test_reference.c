/* SPDX-License-Identifier: MIT */
/*
 * Compares the reference of each problem with another formula for the same result, in long double.
 */
#include "judge/problem/element.h"
#include "support/trial.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

static long double at(const bres_test_trial *trial, size_t parameter, size_t index)
{
    return (long double)bres__real_get(trial->types[parameter], trial->arrays[parameter], index);
}

static size_t dim(const bres_test_trial *trial, size_t index)
{
    return (size_t)trial->test_case.dims[index];
}

static long double vector_addition(const bres_test_trial *trial, size_t i)
{
    return at(trial, 0, i) + at(trial, 1, i);
}

static long double relu(const bres_test_trial *trial, size_t i)
{
    return (at(trial, 0, i) + fabsl(at(trial, 0, i))) / 2;
}

static long double leaky_relu(const bres_test_trial *trial, size_t i)
{
    return fmaxl(at(trial, 0, i), 0) + at(trial, 1, 0) * fminl(at(trial, 0, i), 0);
}

/* By the logistic function: (1 + tanh(u)) / 2 = 1 / (1 + exp(-2 u)). */
static long double gelu(const bres_test_trial *trial, size_t i)
{
    const long double x = at(trial, 0, i);
    const long double u = sqrtl(2 / acosl(-1)) * (x + 0.044715L * powl(x, 3));

    return x == 0 ? 0 : x / (1 + expl(-2 * u));
}

static long double matrix_multiplication(const bres_test_trial *trial, size_t i)
{
    const size_t n = dim(trial, 1);
    const size_t k = dim(trial, 2);
    long double sum = 0;

    for (size_t j = 0; j < k; j++)
        sum += at(trial, 0, i / n * k + j) * at(trial, 1, j * n + i % n);
    return sum;
}

static long double matrix_vector(const bres_test_trial *trial, size_t i)
{
    const size_t k = dim(trial, 1);
    long double sum = 0;

    for (size_t j = k; j-- > 0;)
        sum += at(trial, 0, i * k + j) * at(trial, 1, j);
    return sum;
}

/* Sums over all pairs of an input and a kernel element that contribute to output i. */
static long double conv_1d(const bres_test_trial *trial, size_t i)
{
    const long n = (long)dim(trial, 0);
    const long k = (long)dim(trial, 1);
    long double sum = 0;

    for (long j = 0; j < n; j++) {
        const long place = j - (long)i + k / 2;

        if (place >= 0 && place < k)
            sum += at(trial, 0, (size_t)j) * at(trial, 1, (size_t)place);
    }
    return sum;
}

static long double conv_2d(const bres_test_trial *trial, size_t i)
{
    const long h = (long)dim(trial, 0);
    const long w = (long)dim(trial, 1);
    const long kh = (long)dim(trial, 2);
    const long kw = (long)dim(trial, 3);
    long double sum = 0;

    for (long ky = 0; ky < kh; ky++) {
        for (long kx = 0; kx < kw; kx++) {
            const long y = (long)i / w + ky - kh / 2;
            const long x = (long)i % w + kx - kw / 2;

            if (y >= 0 && y < h && x >= 0 && x < w)
                sum += at(trial, 0, (size_t)(y * w + x)) * at(trial, 1, (size_t)(ky * kw + kx));
        }
    }
    return sum;
}

/* Adds from the last element to the first. */
static long double cumsum(const bres_test_trial *trial, size_t i)
{
    long double sum = 0;

    for (size_t j = i + 1; j-- > 0;)
        sum += at(trial, 0, j);
    return sum;
}

/* Counts the pixels of one bin. The outer bins are unbounded. */
static long double histogram(const bres_test_trial *trial, size_t i)
{
    long double count = 0;

    for (size_t j = 0; j < trial->counts[0]; j++) {
        const long double pixel = at(trial, 0, j);

        count += (i == 0 || pixel >= (long double)i) &&
                 (i + 1 == dim(trial, 0) || pixel < (long double)i + 1);
    }
    return count;
}

/* By differences to element i: 1 / (the sum of exp(x[j] - x[i])). */
static long double softmax(const bres_test_trial *trial, size_t i)
{
    const size_t along = dim(trial, 4);
    const size_t length = dim(trial, along);
    size_t step = 1;
    long double sum = 0;

    for (size_t d = along + 1; d < 3; d++)
        step *= dim(trial, d);
    const size_t place = i / step % length;

    for (size_t j = 0; j < length; j++)
        sum += expl(at(trial, 0, i - place * step + j * step) - at(trial, 0, i));
    return 1 / sum;
}

/* The variance is the mean of the squares minus the square of the mean. */
static long double layer_norm(const bres_test_trial *trial, size_t i)
{
    const size_t count = trial->counts[1];
    const size_t place = i % count;
    long double sum = 0;
    long double squares = 0;

    for (size_t j = 0; j < count; j++) {
        const long double x = at(trial, 0, i - place + j);

        sum += x;
        squares += x * x;
    }
    const long double mean = sum / (long double)count;
    const long double variance = fmaxl(squares / (long double)count - mean * mean, 0);

    return (at(trial, 0, i) - mean) / sqrtl(variance + 1e-5L) * at(trial, 1, place) +
           at(trial, 2, place);
}

typedef long double (*formula)(const bres_test_trial *trial, size_t i);

/* Selects all elements of a small case, and some of a large one. */
static size_t element_step(size_t count)
{
    return count < 500 ? 1 : count / 97;
}

static void compare(bres_test_trial *trial, formula expected)
{
    const bool single = trial->test_case.type == BRES_TYPE_FLOAT32;
    const size_t p = trial->output;
    const size_t count = trial->counts[p];

    cr_assert_eq(bres_test_trial_reference(trial), BRES_OK, "%s", bres_last_error());
    for (size_t i = 0; i < count; i += element_step(count)) {
        const double right =
            single ? (double)(float)expected(trial, i) : (double)expected(trial, i);
        const double got = (double)at(trial, p, i);
        /* The reference has the rounding errors of its own sums, and is rounded once. */
        const double error = single ? FLT_EPSILON : 4096 * DBL_EPSILON;

        cr_expect(got == right || fabs(got - right) <= error * fmax(fabs(right), single ? 1e-3 : 1),
                  "%s, %s, %s: [%zu] is %.17g, not %.17g", trial->problem->name,
                  trial->test_case.name, single ? "float32" : "float64", i, got, right);
    }
}

static void compare_case(const bres_problem *problem, size_t index, formula expected)
{
    for (bres_data_type type = BRES_TYPE_FLOAT32; type <= BRES_TYPE_FLOAT64; type++) {
        bres_problem_case test_case;
        bres_test_trial trial;

        if ((problem->types & BRES_TYPE_BIT(type)) == 0)
            continue;
        cr_assert_eq(bres_problem_make_case(problem, BRES_CASES_CPU, type, index, 0, &test_case),
                     BRES_OK);
        if ((test_case.flags & BRES_CASE_CHECK_ONLY) == 0)
            continue;
        trial = bres_test_trial_make(problem, BRES_CASES_CPU, type, index, 5 + index);
        compare(&trial, expected);
        bres_test_trial_free(&trial);
    }
}

/* Compares all cases except timed ones, which are larger and otherwise the same. */
Test(judge, references_agree_with_other_formulas)
{
    static const struct {
        const char *problem;
        formula expected;
    } rows[] = {
        { "conv-1d", conv_1d },
        { "conv-2d", conv_2d },
        { "cumsum", cumsum },
        { "gelu", gelu },
        { "histogram", histogram },
        { "layer-norm", layer_norm },
        { "leaky-relu", leaky_relu },
        { "matrix-multiplication", matrix_multiplication },
        { "matrix-vector", matrix_vector },
        { "relu", relu },
        { "softmax", softmax },
        { "vector-addition", vector_addition },
    };

    cr_assert_eq(bres_problem_count(), sizeof(rows) / sizeof(*rows));
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const bres_problem *problem;

        cr_assert_eq(bres_problem_find(rows[i].problem, &problem), BRES_OK);
        for (size_t c = 0; c < problem->case_count(problem, BRES_CASES_CPU); c++)
            compare_case(problem, c, rows[i].expected);
    }
}

/* Sample cases are so small that their outputs can be written down. */
Test(judge, references_of_the_samples)
{
    static const struct {
        const char *problem;
        float outputs[8];
    } rows[] = {
        { "conv-1d", { -8, 14, -20, 26, -32, 17 } },
        { "cumsum", { 1, -1, 2, -2, 3, -3, 4, -4 } },
        { "histogram", { 3, 3, 2, 4 } },
        { "leaky-relu", { 1, -1, 3, -2, 5, -3, 7, -4 } },
        { "matrix-multiplication", { 9, -12, 15, 19, -26, 33 } },
        { "matrix-vector", { 14, -32 } },
        { "relu", { 1, 0, 3, 0, 5, 0, 7, 0 } },
        { "vector-addition", { 2, -4, 6, -8, 10, -12, 14, -16 } },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const bres_problem *problem;
        bres_test_trial trial;

        cr_assert_eq(bres_problem_find(rows[i].problem, &problem), BRES_OK);
        trial = bres_test_trial_make(problem, BRES_CASES_SAMPLE, BRES_TYPE_FLOAT32, 0, 0);
        cr_assert_eq(bres_test_trial_reference(&trial), BRES_OK);
        for (size_t e = 0; e < trial.counts[trial.output]; e++)
            cr_expect_float_eq((float)at(&trial, trial.output, e), rows[i].outputs[e], 1e-6,
                               "%s[%zu] is %Lg", rows[i].problem, e, at(&trial, trial.output, e));
        bres_test_trial_free(&trial);
    }
}
