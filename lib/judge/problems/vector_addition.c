/* SPDX-License-Identifier: MIT */
#include "judge/problem/builtin.h"

static const bres_problem_parameter parameters[] = {
    BRES__INPUT_ARRAY("d_input1", BRES_FILL_UNIFORM, -1, 1),
    BRES__INPUT_ARRAY("d_input2", BRES_FILL_UNIFORM, -1, 1),
    BRES__OUTPUT_ARRAY("d_output"),
    BRES__EXTRA_SIZE("n"),
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

static const bres__problem_spec facts = {
    BRES__CASES(dim_names, rows, extents),
    .tolerance = { .relative = 2e-4, .absolute = 1e-4 },
    .elementwise = sum,
    .operations = 1,
    .work = BRES__DIM(N),
};

const bres_problem bres__problem_vector_addition = {
    BRES__BUILTIN(parameters, facts),  .name = "vector-addition",
    .title = "the sum of two vectors", .types = BRES__FLOAT32_AND_FLOAT64,
    .fill = bres__builtin_fill,        .reference = bres__elementwise_reference,
    .flops = bres__builtin_flops,
};
