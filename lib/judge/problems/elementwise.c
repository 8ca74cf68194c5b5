/* SPDX-License-Identifier: MIT */
/*
 * Problems of one function for each element of an n x m matrix.
 */
#include "judge/problem/builtin.h"

#include <math.h>

enum { N, M, DIM_COUNT };

#define MATRIX (BRES__DIM(N) | BRES__DIM(M))

static const char *const dim_names[DIM_COUNT] = { "n", "m" };

/* Of input, output, n and m. */
static const uint32_t extents[] = { MATRIX, MATRIX, BRES__DIM(N), BRES__DIM(M) };

/* The real number is leaky relu's alpha. */
static const bres__case_row rows[] = {
    { .sets = BRES__ON_CPU, .dims = { 1024, 1024 }, .real = 0.01 },
    { .sets = BRES__ON_CPU, .dims = { 1536, 1024 }, .real = 0.05 },
    { .sets = BRES__ON_CPU, .dims = { 2048, 1024 }, .real = 0.2 },
    { .sets = BRES__ON_CUDA, .dims = { 2048, 2048 }, .real = 0.01 },
    { .sets = BRES__ON_CUDA, .dims = { 4096, 2048 }, .real = 0.05 },
    { .sets = BRES__ON_CUDA, .dims = { 4096, 4096 }, .real = 0.2 },
    { .sets = BRES__ON_CPU, .checked = true, .dims = { 0, 5 }, .real = 0.01 },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 1, 1 }, .real = 0.1 },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 1, 31 }, .real = 0.01 },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 33, 1 }, .real = 0.05 },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 31, 33 }, .real = 0.01 },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 1, 1023 }, .real = 0.2 },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 251, 257 }, .real = 0.1 },
    { .sets = BRES__ON_BOTH,
      .checked = true,
      .jitter = MATRIX,
      .dims = { 300, 200 },
      .real = 0.01 },
    { .sets = BRES__ON_BOTH, .checked = true, .special = true, .dims = { 100, 103 }, .real = 0.01 },
    { .sets = BRES__AS_A_SAMPLE, .dims = { 2, 4 }, .real = 0.5 },
};

static const bres_problem_parameter relu_parameters[] = {
    BRES__INPUT_ARRAY("input", BRES_FILL_UNIFORM, -1, 1),
    BRES__OUTPUT_ARRAY("output"),
    BRES__EXTRA_SIZE("n"),
    BRES__EXTRA_SIZE("m"),
};

static double relu(double x, double y)
{
    (void)y;
    return x > 0 ? x : 0;
}

static const bres__problem_spec relu_facts = {
    BRES__CASES(dim_names, rows, extents),
    .tolerance = { .relative = 6e-5, .absolute = 3e-5 },
    .elementwise = relu,
    .operations = 1,
    .work = MATRIX,
};

const bres_problem bres__problem_relu = {
    BRES__BUILTIN(relu_parameters, relu_facts),
    .name = "relu",
    .title = "max(x, 0)",
    .types = BRES__FLOAT32_AND_FLOAT64,
    .fill = bres__builtin_fill,
    .reference = bres__elementwise_reference,
    .flops = bres__builtin_flops,
};

static const bres_problem_parameter leaky_relu_parameters[] = {
    BRES__INPUT_ARRAY("input", BRES_FILL_UNIFORM, -1, 1),
    BRES__INPUT_VALUE("alpha", BRES_TYPE_ELEMENT),
    BRES__OUTPUT_ARRAY("output"),
    BRES__EXTRA_SIZE("n"),
    BRES__EXTRA_SIZE("m"),
};

static const uint32_t leaky_relu_extents[] = { MATRIX, 0, MATRIX, BRES__DIM(N), BRES__DIM(M) };

static double leaky_relu(double x, double alpha)
{
    return x > 0 ? x : alpha * x;
}

static const bres__problem_spec leaky_relu_facts = {
    BRES__CASES(dim_names, rows, leaky_relu_extents),
    .real_name = "alpha",
    .tolerance = { .relative = 1e-4, .absolute = 1e-6 },
    .elementwise = leaky_relu,
    .operations = 1,
    .work = MATRIX,
};

const bres_problem bres__problem_leaky_relu = {
    BRES__BUILTIN(leaky_relu_parameters, leaky_relu_facts),
    .name = "leaky-relu",
    .title = "x where it is positive, else alpha * x",
    .types = BRES__FLOAT32_AND_FLOAT64,
    .fill = bres__builtin_fill,
    .reference = bres__elementwise_reference,
    .flops = bres__builtin_flops,
};

static const bres_problem_parameter gelu_parameters[] = {
    BRES__INPUT_ARRAY("input", BRES_FILL_UNIFORM, -4, 4),
    BRES__OUTPUT_ARRAY("output"),
    BRES__EXTRA_SIZE("n"),
    BRES__EXTRA_SIZE("m"),
};

static double gelu(double x, double y)
{
    static const double root = 0.797884560802865356; /* of 2 / pi */

    (void)y;
    return 0.5 * x * (1 + tanh(root * (x + 0.044715 * x * x * x)));
}

static const bres__problem_spec gelu_facts = {
    BRES__CASES(dim_names, rows, extents),
    .tolerance = { .relative = 1e-4, .absolute = 2e-5 },
    .elementwise = gelu,
    .operations = 24,
    .work = MATRIX,
};

const bres_problem bres__problem_gelu = {
    BRES__BUILTIN(gelu_parameters, gelu_facts),
    .name = "gelu",
    .title = "0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))",
    .types = BRES__FLOAT32_AND_FLOAT64,
    .fill = bres__builtin_fill,
    .reference = bres__elementwise_reference,
    .flops = bres__builtin_flops,
};
