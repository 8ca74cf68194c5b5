/* SPDX-License-Identifier: MIT */
/*
 * Problems that apply one function to each element.
 */
#include "judge/problem/builtin.h"
#include "judge/problem/element.h"

#include <math.h>

static bres_status reference(const bres_problem *problem, const bres_problem_case *test_case,
                             const void *const *inputs, void *const *outputs)
{
    const bres__problem_spec *facts = problem->user;
    const bres_data_type type = (bres_data_type)test_case->type;
    const size_t count = problem->element_count(problem, test_case, 0);
    const bres_problem_parameter *second = &problem->parameters[1];
    const bool has_second = second->role == BRES_ROLE_INPUT;
    const size_t step = second->flags & BRES_PARAMETER_POINTER ? 1 : 0;

    for (size_t i = 0; i < count; i++) {
        const double x = bres__real_get(type, inputs[0], i);
        const double y = has_second ? bres__real_get(type, inputs[1], i * step) : 0;

        bres__real_set(type, outputs[0], i, facts->elementwise(x, y));
    }
    return BRES_OK;
}

enum { N, M };

#define MATRIX (BRES__DIM(N) | BRES__DIM(M))

static const char *const dim_names[] = { "n", "m" };

/* Extents of input, output, n and m. */
static const uint32_t extents[] = { MATRIX, MATRIX, BRES__DIM(N), BRES__DIM(M) };

/* The real number is leaky relu's alpha. */
static const bres__case_row rows[] = {
    { BRES__TIMED(BRES__ON_CPU, 1024, 1024), .real = 0.01 },
    { BRES__TIMED(BRES__ON_CPU, 1536, 1024), .real = 0.05 },
    { BRES__TIMED(BRES__ON_CPU, 2048, 1024), .real = 0.2 },
    { BRES__TIMED(BRES__ON_CUDA, 2048, 2048), .real = 0.01 },
    { BRES__TIMED(BRES__ON_CUDA, 4096, 2048), .real = 0.05 },
    { BRES__TIMED(BRES__ON_CUDA, 4096, 4096), .real = 0.2 },
    { BRES__CHECKED(BRES__ON_CPU, 0, 5), .real = 0.01 },
    { BRES__CHECKED(BRES__ON_BOTH, 1, 1), .real = 0.1 },
    { BRES__CHECKED(BRES__ON_BOTH, 1, 31), .real = 0.01 },
    { BRES__CHECKED(BRES__ON_BOTH, 33, 1), .real = 0.05 },
    { BRES__CHECKED(BRES__ON_BOTH, 31, 33), .real = 0.01 },
    { BRES__CHECKED(BRES__ON_BOTH, 1, 1023), .real = 0.2 },
    { BRES__CHECKED(BRES__ON_BOTH, 251, 257), .real = 0.1 },
    { BRES__NEAR(MATRIX, 300, 200), .real = 0.01 },
    { BRES__SPECIAL(100, 103), .real = 0.01 },
    { BRES__SAMPLE(2, 4), .real = 0.5 },
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
    BRES__USUAL_BUILTIN(relu_parameters, relu_facts),
    .name = "relu",
    .title = "max(x, 0)",
    .reference = reference,
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
    BRES__USUAL_BUILTIN(leaky_relu_parameters, leaky_relu_facts),
    .name = "leaky-relu",
    .title = "x where it is positive, else alpha * x",
    .reference = reference,
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
    BRES__USUAL_BUILTIN(gelu_parameters, gelu_facts),
    .name = "gelu",
    .title = "0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))",
    .reference = reference,
};

static const bres_problem_parameter sum_parameters[] = {
    BRES__INPUT_ARRAY("d_input1", BRES_FILL_UNIFORM, -1, 1),
    BRES__INPUT_ARRAY("d_input2", BRES_FILL_UNIFORM, -1, 1),
    BRES__OUTPUT_ARRAY("d_output"),
    BRES__EXTRA_SIZE("n"),
};

static const char *const sum_dim_names[] = { "n" };
static const uint32_t sum_extents[] = { BRES__DIM(N), BRES__DIM(N), BRES__DIM(N), BRES__DIM(N) };

static const bres__case_row sum_rows[] = {
    { BRES__TIMED(BRES__ON_CPU, 1 << 20) },
    { BRES__TIMED(BRES__ON_CPU, 1 << 21) },
    { BRES__TIMED(BRES__ON_CPU, 1 << 22) },
    { BRES__TIMED(BRES__ON_CUDA, 1 << 22) },
    { BRES__TIMED(BRES__ON_CUDA, 1 << 23) },
    { BRES__TIMED(BRES__ON_CUDA, 1 << 24) },
    { BRES__CHECKED(BRES__ON_CPU, 0) },
    { BRES__CHECKED(BRES__ON_BOTH, 1) },
    { BRES__CHECKED(BRES__ON_BOTH, 31) },
    { BRES__CHECKED(BRES__ON_BOTH, 33) },
    { BRES__CHECKED(BRES__ON_BOTH, 1023) },
    { BRES__CHECKED(BRES__ON_BOTH, 65537) },
    { BRES__NEAR(BRES__DIM(N), 100000) },
    { BRES__SPECIAL(10007) },
    { BRES__SAMPLE(8) },
};

static double sum(double x, double y)
{
    return x + y;
}

static const bres__problem_spec sum_facts = {
    BRES__CASES(sum_dim_names, sum_rows, sum_extents),
    .tolerance = { .relative = 2e-4, .absolute = 1e-4 },
    .elementwise = sum,
    .operations = 1,
    .work = BRES__DIM(N),
};

const bres_problem bres__problem_vector_addition = {
    BRES__USUAL_BUILTIN(sum_parameters, sum_facts),
    .name = "vector-addition",
    .title = "the sum of two vectors",
    .reference = reference,
};
