/* SPDX-License-Identifier: MIT */
/*
 * Whether the tolerances of the built-in problems distinguish right from wrong.
 */
#include "judge/problem/element.h"
#include "support/support.h"
#include "support/trial.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const bres_data_type reals[] = { BRES_TYPE_FLOAT32, BRES_TYPE_FLOAT64 };

/* Whether a case is timed. The tests below use cases that are only checked. Long tests also use
 * timed cases, which are large. */
static bool case_is_timed(const bres_problem *problem, bres_data_type type, size_t index)
{
    bres_problem_case test_case;

    cr_assert_eq(bres_problem_make_case(problem, BRES_CASES_CPU, type, index, 0, &test_case),
                 BRES_OK);
    return (test_case.flags & BRES_CASE_CHECK_ONLY) == 0;
}

/* A copy of the output; free() it. */
static void *output_copy(const bres_test_trial *trial)
{
    const size_t size =
        trial->counts[trial->output] * bres_data_type_size(trial->types[trial->output]);
    void *copy = malloc(size + 1);

    memcpy(copy, trial->arrays[trial->output], size);
    return copy;
}

/* How many outputs are refused when the inputs are rounded to another type. */
static uint64_t refused_when_rounded(const bres_problem *problem, bres_data_type type, size_t index,
                                     bres_data_type less)
{
    bres_test_trial trial = bres_test_trial_make(problem, BRES_CASES_CPU, type, index, 3 + index);
    uint64_t wrong;
    void *right;

    cr_assert_eq(bres_test_trial_reference(&trial), BRES_OK);
    right = output_copy(&trial);
    cr_expect_eq(bres_test_trial_verify(&trial, right).wrong, 0, "%s, %s", problem->name,
                 trial.test_case.name);
    bres_test_trial_round(&trial, less);
    cr_assert_eq(bres_test_trial_reference(&trial), BRES_OK);
    wrong = bres_test_trial_verify(&trial, right).wrong;
    free(right);
    bres_test_trial_free(&trial);
    return wrong;
}

/* Inputs that are rounded to the next smaller type give outputs that are refused. The inputs of a
 * histogram are whole numbers, which the smaller type can hold. */
Test(judge, tolerances_refuse_less_precision)
{
    for (size_t p = 0; p < bres_problem_count(); p++) {
        const bres_problem *problem = bres_problem_at(p);

        for (size_t t = 0; t < 2 && strcmp(problem->name, "histogram") != 0; t++) {
            const bres_data_type less = t == 0 ? BRES_TYPE_FLOAT16 : BRES_TYPE_FLOAT32;
            uint64_t refused = 0;

            for (size_t c = 0; c < problem->case_count(problem, BRES_CASES_CPU); c++) {
                if (!case_is_timed(problem, reals[t], c))
                    refused += refused_when_rounded(problem, reals[t], c, less);
                else if (bres_test_long())
                    cr_expect_gt(refused_when_rounded(problem, reals[t], c, less), 0, "%s %zu",
                                 problem->name, c);
            }
            cr_expect_gt(refused, 0, "%s, %s", problem->name, bres_data_type_name(reals[t]));
        }
    }
}

/* A single wrong element is refused, even the last one. */
Test(judge, tolerances_refuse_one_element)
{
    for (size_t p = 0; p < bres_problem_count(); p++) {
        const bres_problem *problem = bres_problem_at(p);

        for (size_t c = 0; c < problem->case_count(problem, BRES_CASES_CPU); c++) {
            bres_test_trial trial;
            size_t last;
            float *wrong;

            if (case_is_timed(problem, BRES_TYPE_FLOAT32, c))
                continue;
            trial = bres_test_trial_make(problem, BRES_CASES_CPU, BRES_TYPE_FLOAT32, c, c);
            cr_assert_eq(bres_test_trial_reference(&trial), BRES_OK);
            wrong = output_copy(&trial);
            last = trial.counts[trial.output] - 1;
            if (last != SIZE_MAX) {
                wrong[last] = wrong[last] * 1.001f + 0.05f;
                const bres_verification found = bres_test_trial_verify(&trial, wrong);

                cr_expect(found.wrong == 1 && found.first.index == last, "%s, %s: %s",
                          problem->name, trial.test_case.name, found.message);
            }
            free(wrong);
            bres_test_trial_free(&trial);
        }
    }
}

/* The simplest solutions, with sums in the order of the indices. */

static void plain_matrix(size_t m, size_t n, size_t k, const float *a, const float *b, float *c)
{
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++) {
            float sum = 0;

            for (size_t x = 0; x < k; x++)
                sum += a[i * k + x] * b[x * n + j];
            c[i * n + j] = sum;
        }
    }
}

static void plain_convolution(const uint64_t dims[4], const float *a, const float *b, float *c)
{
    const long h = (long)dims[0];
    const long w = (long)dims[1];
    const long kh = (long)dims[2];
    const long kw = (long)dims[3];

    for (long i = 0; i < h * w; i++) {
        float sum = 0;

        for (long y = i / w - kh / 2; y <= i / w + kh / 2; y++) {
            for (long x = i % w - kw / 2; x <= i % w + kw / 2; x++) {
                if (y >= 0 && y < h && x >= 0 && x < w)
                    sum += a[y * w + x] * b[(y - i / w + kh / 2) * kw + x - i % w + kw / 2];
            }
        }
        c[i] = sum;
    }
}

static void plain_cumsum(size_t n, const float *input, float *output)
{
    float sum = 0;

    for (size_t i = 0; i < n; i++)
        output[i] = sum += input[i];
}

static void plain_softmax(size_t length, size_t step, const float *input, float *output)
{
    float largest = input[0];
    float sum = 0;

    for (size_t i = 0; i < length; i++)
        largest = fmaxf(largest, input[i * step]);
    for (size_t i = 0; i < length; i++)
        sum += output[i * step] = expf(input[i * step] - largest);
    for (size_t i = 0; i < length; i++)
        output[i * step] /= sum;
}

static void plain_layer_norm(size_t count, const float *x, const float *gamma, const float *beta,
                             float *y)
{
    float mean = 0;
    float variance = 0;

    for (size_t i = 0; i < count; i++)
        mean += x[i];
    mean /= (float)count;
    for (size_t i = 0; i < count; i++)
        variance += (x[i] - mean) * (x[i] - mean);
    variance /= (float)count;
    for (size_t i = 0; i < count; i++)
        y[i] = (x[i] - mean) / sqrtf(variance + 1e-5f) * gamma[i] + beta[i];
}

static void plain_gelu(size_t count, const float *input, float *output)
{
    for (size_t i = 0; i < count; i++) {
        const float x = input[i];

        output[i] = 0.5f * x * (1 + tanhf(0.7978846f * (x + 0.044715f * x * x * x)));
    }
}

static void plain_solution(const bres_test_trial *trial, float *output)
{
    const char *name = trial->problem->name;
    const uint64_t *dims = trial->test_case.dims;
    const float *a = trial->arrays[0];
    const float *b = trial->arrays[1];

    if (strcmp(name, "matrix-multiplication") == 0)
        plain_matrix(dims[0], dims[1], dims[2], a, b, output);
    else if (strcmp(name, "matrix-vector") == 0)
        plain_matrix(dims[0], 1, dims[1], a, b, output);
    else if (strcmp(name, "conv-1d") == 0)
        plain_convolution((const uint64_t[]){ 1, dims[0], 1, dims[1] }, a, b, output);
    else if (strcmp(name, "conv-2d") == 0)
        plain_convolution(dims, a, b, output);
    else if (strcmp(name, "cumsum") == 0)
        plain_cumsum(dims[0], a, output);
    else if (strcmp(name, "gelu") == 0)
        plain_gelu(trial->counts[0], a, output);
    else if (strcmp(name, "softmax") == 0) {
        size_t step = 1;

        for (size_t d = dims[4] + 1; d < 3; d++)
            step *= dims[d];
        for (size_t i = 0; i < trial->counts[0] / dims[dims[4]]; i++)
            plain_softmax(dims[dims[4]], step, a + i / step * step * dims[dims[4]] + i % step,
                          output + i / step * step * dims[dims[4]] + i % step);
    } else {
        for (size_t i = 0; i < dims[0]; i++)
            plain_layer_norm(trial->counts[1], a + i * trial->counts[1], b, trial->arrays[2],
                             output + i * trial->counts[1]);
    }
}

/* An honest solution is accepted even at a quarter of the tolerance. */
Test(judge, tolerances_accept_plain_solutions)
{
    static const char *const names[] = { "conv-1d",       "conv-2d",
                                         "cumsum",        "gelu",
                                         "softmax",       "layer-norm",
                                         "matrix-vector", "matrix-multiplication" };

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        const bres_problem *problem;

        cr_assert_eq(bres_problem_find(names[i], &problem), BRES_OK);
        for (size_t c = 0; c < problem->case_count(problem, BRES_CASES_CPU); c++) {
            bres_test_trial trial;
            bres_verification found;
            bres_tolerance tolerance;
            float *output;

            if (!bres_test_long() && c > 0 && case_is_timed(problem, BRES_TYPE_FLOAT32, c))
                continue;
            trial = bres_test_trial_make(problem, BRES_CASES_CPU, BRES_TYPE_FLOAT32, c, 17 + c);
            output = output_copy(&trial);
            plain_solution(&trial, output);
            cr_assert_eq(bres_test_trial_reference(&trial), BRES_OK);
            tolerance = problem->tolerance(problem, &trial.test_case, trial.output);
            tolerance.relative /= 4;
            tolerance.absolute /= 4;
            bres_verification_init(&found);
            cr_assert_eq(bres_verify(names[i], BRES_TYPE_FLOAT32, trial.arrays[trial.output],
                                     output, trial.counts[trial.output], &tolerance, &found),
                         BRES_OK);
            cr_expect_eq(found.wrong, 0, "%s, %s: %s, at most %g", names[i], trial.test_case.name,
                         found.message, found.max_difference);
            free(output);
            bres_test_trial_free(&trial);
        }
    }
}
