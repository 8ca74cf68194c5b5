/* SPDX-License-Identifier: MIT */
#include "judge/problem/builtin.h"
#include "judge/problem/fill.h"
#include "judge/problem/reference.h"

static const bres_problem_parameter parameters[] = {
    BRES__INPUT_ARRAY("input", BRES_FILL_UNIFORM, -1, 1),
    BRES__OUTPUT_ARRAY("output"),
    BRES__EXTRA_SIZE("N"),
};

enum { N };

static const char *const dim_names[] = { "N" };
static const uint32_t extents[] = { BRES__DIM(N), BRES__DIM(N), BRES__DIM(N) };

static const bres__case_row rows[] = {
    { BRES__TIMED(BRES__ON_CPU, 1 << 19) },  { BRES__TIMED(BRES__ON_CPU, 1 << 20) },
    { BRES__TIMED(BRES__ON_CPU, 1 << 21) },  { BRES__TIMED(BRES__ON_CUDA, 1 << 20) },
    { BRES__TIMED(BRES__ON_CUDA, 1 << 22) }, { BRES__TIMED(BRES__ON_CUDA, 1 << 23) },
    { BRES__CHECKED(BRES__ON_CPU, 0) },      { BRES__CHECKED(BRES__ON_BOTH, 1) },
    { BRES__CHECKED(BRES__ON_BOTH, 31) },    { BRES__CHECKED(BRES__ON_BOTH, 33) },
    { BRES__CHECKED(BRES__ON_BOTH, 1023) },  { BRES__CHECKED(BRES__ON_BOTH, 65537) },
    { BRES__NEAR(BRES__DIM(N), 100000) },    { BRES__SAMPLE(8) },
};

static const bres__problem_spec facts = {
    BRES__CASES(dim_names, rows, extents),
    .tolerance = { .relative = 2e-4, .absolute = 1e-2 },
    .terms = BRES__DIM(N),
    .full_terms = 1 << 20,
};

/* Fills the input with differences of neighbouring uniform numbers, whose prefix sums stay small.
 * Sums of independent numbers drift away: a careful solution would then lose almost as much by
 * rounding as a solution with half the precision. */
static bool fill(const bres_problem *problem, const bres_problem_case *test_case, size_t parameter,
                 uint64_t seed, void *elements)
{
    const bres_data_type type = (bres_data_type)test_case->type;
    const size_t count = (size_t)test_case->dims[N];
    const bres__filling filling = { BRES_FILL_UNIFORM, -1, 1 };
    bres__random random = bres__random_secret_stream(seed, parameter);

    if (bres__builtin_fill(problem, test_case, parameter, seed, elements))
        return true;
    bres__fill(&filling, type, &random, elements, count);
    for (size_t i = count; i-- > 1;)
        bres__real_set(type, elements, i,
                       bres__real_get(type, elements, i) - bres__real_get(type, elements, i - 1));
    return true;
}

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
    BRES__BUILTIN(parameters, facts),
    .name = "cumsum",
    .title = "the prefix sum: each output is the sum of the inputs up to it",
    .types = BRES__FLOAT32_AND_FLOAT64,
    .fill = fill,
    .reference = reference,
    .flops = flops,
};
