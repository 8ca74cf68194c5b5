/* SPDX-License-Identifier: MIT */
#include "judge/builtin.h"
#include "judge/reference.h"

static const bres_problem_parameter parameters[] = {
    { "input", BRES_TYPE_ELEMENT, BRES_ROLE_INPUT, BRES_PARAMETER_POINTER | BRES_PARAMETER_CONST,
      BRES_FILL_UNIFORM, -1, 1 },
    { "output", BRES_TYPE_ELEMENT, BRES_ROLE_OUTPUT, BRES_PARAMETER_POINTER, 0, 0, 0 },
    { "N", BRES_TYPE_SIZE, BRES_ROLE_EXTRA, 0, 0, 0, 0 },
};

enum { N, DIM_COUNT };

static const char *const dim_names[DIM_COUNT] = { "N" };
static const uint32_t extents[] = { BRES__DIM(N), BRES__DIM(N), BRES__DIM(N) };

static const bres__case_row rows[] = {
    { .sets = BRES__ON_CPU, .dims = { 1 << 18 } },
    { .sets = BRES__ON_CPU, .dims = { 1 << 19 } },
    { .sets = BRES__ON_CPU, .dims = { 1 << 20 } },
    { .sets = BRES__ON_CUDA, .dims = { 1 << 19 } },
    { .sets = BRES__ON_CUDA, .dims = { 1 << 20 } },
    { .sets = BRES__ON_CPU, .checked = true, .dims = { 0 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 1 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 31 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 33 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 1023 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 65537 } },
    { .sets = BRES__ON_BOTH, .checked = true, .jitter = BRES__DIM(N), .dims = { 100000 } },
    { .sets = BRES__AS_A_SAMPLE, .dims = { 8 } },
};

static const bres__problem_facts facts = {
    .dim_names = dim_names,
    .dim_count = DIM_COUNT,
    .rows = rows,
    .row_count = sizeof(rows) / sizeof(*rows),
    .extents = extents,
    .tolerance = { .relative = 2e-5, .absolute = 1e-2 },
    .terms = BRES__DIM(N),
    .full_terms = 1 << 20,
};

static bres_status reference(const bres_problem *problem, const bres_problem_case *test_case,
                             const void *const *inputs, void *const *outputs)
{
    const bres_data_type type = (bres_data_type)test_case->type;
    double sum = 0;

    (void)problem;
    for (size_t i = 0; i < (size_t)test_case->dims[N]; i++) {
        sum += bres__real_get(type, inputs[0], i);
        bres__real_set(type, outputs[0], i, sum);
    }
    return BRES_OK;
}

static uint64_t flops(const bres_problem *problem, const bres_problem_case *test_case)
{
    (void)problem;
    return test_case->dims[N] == 0 ? 0 : test_case->dims[N] - 1;
}

const bres_problem bres__problem_cumsum = {
    BRES__BUILTIN(facts),
    .name = "cumsum",
    .title = "the prefix sum: each output is the sum of the inputs up to it",
    .parameters = parameters,
    .parameter_count = sizeof(parameters) / sizeof(*parameters),
    .types = BRES_TYPE_BIT(BRES_TYPE_FLOAT32) | BRES_TYPE_BIT(BRES_TYPE_FLOAT64),
    .fill = bres__builtin_fill,
    .reference = reference,
    .flops = flops,
};
