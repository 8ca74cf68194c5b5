/* SPDX-License-Identifier: MIT */
#include "judge/builtin.h"

static const bres_problem_parameter parameters[] = {
    { "d_input1", BRES_TYPE_ELEMENT, BRES_ROLE_INPUT, BRES_PARAMETER_POINTER | BRES_PARAMETER_CONST,
      BRES_FILL_UNIFORM, -1, 1 },
    { "d_input2", BRES_TYPE_ELEMENT, BRES_ROLE_INPUT, BRES_PARAMETER_POINTER | BRES_PARAMETER_CONST,
      BRES_FILL_UNIFORM, -1, 1 },
    { "d_output", BRES_TYPE_ELEMENT, BRES_ROLE_OUTPUT, BRES_PARAMETER_POINTER, 0, 0, 0 },
    { "n", BRES_TYPE_SIZE, BRES_ROLE_EXTRA, 0, 0, 0, 0 },
};

enum { N, DIM_COUNT };

static const char *const dim_names[DIM_COUNT] = { "n" };
static const uint32_t extents[] = { BRES__DIM(N), BRES__DIM(N), BRES__DIM(N), BRES__DIM(N) };

static const bres__case_row rows[] = {
    { .sets = BRES__ON_CPU, .dims = { 1 << 20 } },
    { .sets = BRES__ON_CPU, .dims = { 1 << 21 } },
    { .sets = BRES__ON_CPU, .dims = { 1 << 22 } },
    { .sets = BRES__ON_CUDA, .dims = { 1 << 22 } },
    { .sets = BRES__ON_CUDA, .dims = { 1 << 23 } },
    { .sets = BRES__ON_CUDA, .dims = { 1 << 24 } },
    { .sets = BRES__ON_CPU, .checked = true, .dims = { 0 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 1 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 31 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 33 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 1023 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 65537 } },
    { .sets = BRES__ON_BOTH, .checked = true, .jitter = BRES__DIM(N), .dims = { 100000 } },
    { .sets = BRES__ON_BOTH, .checked = true, .special = true, .dims = { 10007 } },
    { .sets = BRES__AS_A_SAMPLE, .dims = { 8 } },
};

static double sum(double x, double y)
{
    return x + y;
}

static const bres__problem_facts facts = {
    .dim_names = dim_names,
    .dim_count = DIM_COUNT,
    .rows = rows,
    .row_count = sizeof(rows) / sizeof(*rows),
    .extents = extents,
    .tolerance = { .relative = 2e-4, .absolute = 1e-4 },
    .elementwise = sum,
    .operations = 1,
};

const bres_problem bres__problem_vector_addition = {
    BRES__BUILTIN(facts),
    .name = "vector-addition",
    .title = "the sum of two vectors",
    .parameters = parameters,
    .parameter_count = sizeof(parameters) / sizeof(*parameters),
    .types = BRES_TYPE_BIT(BRES_TYPE_FLOAT32) | BRES_TYPE_BIT(BRES_TYPE_FLOAT64),
    .fill = bres__builtin_fill,
    .reference = bres__elementwise_reference,
    .flops = bres__elementwise_flops,
};
