/* SPDX-License-Identifier: MIT */
#include "judge/problem/builtin.h"
#include "judge/problem/reference.h"

#include <math.h>

/* Index of the parameter. */
#define SHAPE 3

/* A shape of fewer than three dimensions is padded with ones. */
enum { D0, D1, D2, NDIM, DIM };

#define TENSOR (BRES__DIM(D0) | BRES__DIM(D1) | BRES__DIM(D2))

static const bres_problem_parameter parameters[] = {
    BRES__INPUT_ARRAY("input", BRES_FILL_UNIFORM, -3, 3),
    BRES__INPUT_VALUE("dim", BRES_TYPE_INT32),
    BRES__OUTPUT_ARRAY("output"),
    { "shape", BRES_TYPE_SIZE, BRES_ROLE_EXTRA, BRES_PARAMETER_POINTER | BRES_PARAMETER_CONST, 0, 0,
      0 },
    BRES__EXTRA_SIZE("ndim"),
};

static const char *const dim_names[] = { "d0", "d1", "d2", "ndim", "dim" };
static const uint32_t extents[] = { TENSOR, BRES__DIM(DIM), TENSOR, BRES__DIM(NDIM),
                                    BRES__DIM(NDIM) };

static const bres__case_row rows[] = {
    { BRES__TIMED(BRES__ON_CPU, 16, 128, 256, 3, 1), .name = "16 x 128 x 256 along 1" },
    { BRES__TIMED(BRES__ON_CPU, 1000, 700, 1, 2, 1), .name = "1000 x 700 along 1" },
    { BRES__TIMED(BRES__ON_CPU, 64, 100, 150, 3, 0), .name = "64 x 100 x 150 along 0" },
    { BRES__TIMED(BRES__ON_CUDA, 64, 128, 512, 3, 1), .name = "64 x 128 x 512 along 1" },
    { BRES__TIMED(BRES__ON_CUDA, 4096, 2048, 1, 2, 1), .name = "4096 x 2048 along 1" },
    { BRES__TIMED(BRES__ON_CUDA, 256, 128, 256, 3, 0), .name = "256 x 128 x 256 along 0" },
    { BRES__CHECKED(BRES__ON_CPU, 0, 5, 1, 2, 1), .name = "0 x 5 along 1" },
    { BRES__CHECKED(BRES__ON_BOTH, 1, 1, 1, 1, 0), .name = "1 along 0" },
    { BRES__CHECKED(BRES__ON_BOTH, 1023, 1, 1, 1, 0), .name = "1023 along 0" },
    { BRES__CHECKED(BRES__ON_BOTH, 31, 1, 1, 2, 1), .name = "31 x 1 along 1" },
    { BRES__CHECKED(BRES__ON_BOTH, 31, 33, 1, 2, 0), .name = "31 x 33 along 0" },
    { BRES__CHECKED(BRES__ON_BOTH, 7, 13, 97, 3, 2), .name = "7 x 13 x 97 along 2" },
    { BRES__NEAR(TENSOR, 20, 40, 60, 3, 1), .name = "near 20 x 40 x 60 along 1" },
    { BRES__SPECIAL(50, 101, 1, 2, 1), .name = "50 x 101 along 1" },
    { BRES__SAMPLE(2, 3, 1, 2, 1), .name = "2 x 3 along 1" },
};

/* Tighter than usual for this problem: small probabilities are compared by their relative error, so
 * that inputs rounded to half the precision do not pass. */
static const bres__problem_spec facts = {
    BRES__CASES(dim_names, rows, extents),
    .tolerance = { .relative = 2e-4, .absolute = 1e-6 },
};

/* The elements of a slice are `step` apart. The largest element is subtracted from all elements, so
 * that no exponential overflows. */
static void slice_softmax(bres_data_type type, const void *input, void *output, size_t first,
                          size_t step, size_t length)
{
    double largest = -(double)INFINITY;
    double sum = 0;

    for (size_t i = 0; i < length; i++)
        largest = fmax(largest, bres__real_get(type, input, first + i * step));
    for (size_t i = 0; i < length; i++)
        sum += exp(bres__real_get(type, input, first + i * step) - largest);
    for (size_t i = 0; i < length; i++) {
        const double x = bres__real_get(type, input, first + i * step);

        bres__real_set(type, output, first + i * step, exp(x - largest) / sum);
    }
}

static bres_status reference(const bres_problem *problem, const bres_problem_case *test_case,
                             const void *const *inputs, void *const *outputs)
{
    const size_t dim = (size_t)test_case->dims[DIM];
    const size_t length = (size_t)test_case->dims[dim];
    size_t outer = 1;
    size_t inner = 1;

    (void)problem;
    for (size_t d = 0; d < NDIM; d++) {
        outer *= d < dim ? (size_t)test_case->dims[d] : 1;
        inner *= d > dim ? (size_t)test_case->dims[d] : 1;
    }
    for (size_t i = 0; i < outer * inner; i++)
        slice_softmax((bres_data_type)test_case->type, inputs[0], outputs[0],
                      i / inner * inner * length + i % inner, inner, length);
    return BRES_OK;
}

static bool fill(const bres_problem *problem, const bres_problem_case *test_case, size_t parameter,
                 uint64_t seed, void *elements)
{
    size_t *shape = elements;

    if (parameter != SHAPE)
        return bres__builtin_fill(problem, test_case, parameter, seed, elements);
    for (size_t d = 0; d < (size_t)test_case->dims[NDIM]; d++)
        shape[d] = (size_t)test_case->dims[d];
    return true;
}

static uint64_t flops(const bres_problem *problem, const bres_problem_case *test_case)
{
    const uint64_t length = test_case->dims[test_case->dims[DIM]];
    const size_t count = problem->element_count(problem, test_case, 0);
    const uint64_t factors[] = { length == 0 ? 0 : count / length, 5 * length - 2 };

    return bres__product(factors, sizeof(factors) / sizeof(*factors));
}

const bres_problem bres__problem_softmax = {
    BRES__BUILTIN(parameters, facts),
    .name = "softmax",
    .title = "exp(x) over the sum of exp(x) along one dimension",
    .types = BRES__FLOAT32_AND_FLOAT64,
    .fill = fill,
    .reference = reference,
    .flops = flops,
};
