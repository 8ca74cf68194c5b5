/* SPDX-License-Identifier: MIT */
#include "judge/problem/builtin.h"
#include "judge/problems/correlation.h"

static const bres_problem_parameter parameters[] = {
    BRES__INPUT_ARRAY("A", BRES_FILL_UNIFORM, -1, 1),
    BRES__INPUT_ARRAY("B", BRES_FILL_UNIFORM, -1, 1),
    BRES__OUTPUT_ARRAY("C"),
    BRES__EXTRA_SIZE("N"),
    BRES__EXTRA_SIZE("K"),
};

enum { N, K, DIM_COUNT };

static const char *const dim_names[DIM_COUNT] = { "N", "K" };
static const uint32_t extents[] = { BRES__DIM(N), BRES__DIM(K), BRES__DIM(N), BRES__DIM(N),
                                    BRES__DIM(K) };

static const bres__case_row rows[] = {
    { .sets = BRES__ON_CPU, .dims = { 65536, 127 } },
    { .sets = BRES__ON_CPU, .dims = { 32768, 511 } },
    { .sets = BRES__ON_CPU, .dims = { 16384, 1023 } },
    { .sets = BRES__ON_CUDA, .dims = { 65536, 2047 } },
    { .sets = BRES__ON_CUDA, .dims = { 131072, 4095 } },
    { .sets = BRES__ON_CUDA, .dims = { 65536, 8191 } },
    { .sets = BRES__ON_CPU, .checked = true, .dims = { 0, 3 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 1, 1 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 1, 33 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 31, 33 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 33, 31 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 1023, 3 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 4099, 127 } },
    { .sets = BRES__ON_BOTH, .checked = true, .jitter = BRES__DIM(N), .dims = { 5000, 65 } },
    { .sets = BRES__AS_A_SAMPLE, .dims = { 6, 3 } },
};

static const bres__problem_spec facts = {
    BRES__CASES(dim_names, rows, extents),
    .tolerance = { .relative = 2e-4, .absolute = 5e-3 },
    .terms = BRES__DIM(K),
    .full_terms = 8191,
};

/* An image of one row. */
static bres_status reference(const bres_problem *problem, const bres_problem_case *test_case,
                             const void *const *inputs, void *const *outputs)
{
    const bres__correlation sizes = {
        .height = 1,
        .width = (size_t)test_case->dims[N],
        .kernel_height = 1,
        .kernel_width = (size_t)test_case->dims[K],
    };

    (void)problem;
    return bres__correlate(&sizes, (bres_data_type)test_case->type, inputs, outputs[0]);
}

static uint64_t flops(const bres_problem *problem, const bres_problem_case *test_case)
{
    const uint64_t factors[] = { test_case->dims[N], 2 * test_case->dims[K] - 1 };

    (void)problem;
    return bres__product(factors, sizeof(factors) / sizeof(*factors));
}

const bres_problem bres__problem_conv_1d = {
    BRES__BUILTIN(parameters, facts),
    .name = "conv-1d",
    .title = "the cross-correlation with a kernel of odd length K, padded with K / 2 zeros",
    .types = BRES__FLOAT32_AND_FLOAT64,
    .fill = bres__builtin_fill,
    .reference = reference,
    .flops = flops,
};
