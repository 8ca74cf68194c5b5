/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "judge/problem/builtin.h"
#include "judge/problem/multiply.h"

static const bres_problem_parameter parameters[] = {
    BRES__INPUT_ARRAY("input_a", BRES_FILL_UNIFORM, -1, 1),
    BRES__INPUT_ARRAY("input_b", BRES_FILL_UNIFORM, -1, 1),
    BRES__OUTPUT_ARRAY("output_c"),
    BRES__EXTRA_SIZE("m"),
    BRES__EXTRA_SIZE("n"),
    BRES__EXTRA_SIZE("k"),
};

enum { M, N, K };

static const char *const dim_names[] = { "m", "n", "k" };
static const uint32_t extents[] = {
    BRES__DIM(M) | BRES__DIM(K),
    BRES__DIM(K) | BRES__DIM(N),
    BRES__DIM(M) | BRES__DIM(N),
    BRES__DIM(M),
    BRES__DIM(N),
    BRES__DIM(K),
};

static const bres__case_row rows[] = {
    { BRES__TIMED(BRES__ON_CPU, 192, 192, 192) },
    { BRES__TIMED(BRES__ON_CPU, 256, 256, 256) },
    { BRES__TIMED(BRES__ON_CPU, 320, 240, 280) },
    { BRES__TIMED(BRES__ON_CUDA, 512, 512, 512) },
    { BRES__TIMED(BRES__ON_CUDA, 1024, 1024, 1024) },
    { BRES__TIMED(BRES__ON_CUDA, 2048, 512, 1024) },
    { BRES__CHECKED(BRES__ON_CPU, 0, 5, 7) },
    { BRES__CHECKED(BRES__ON_CPU, 5, 7, 0) },
    { BRES__CHECKED(BRES__ON_BOTH, 1, 1, 1) },
    { BRES__CHECKED(BRES__ON_BOTH, 31, 33, 17) },
    { BRES__CHECKED(BRES__ON_BOTH, 1, 1023, 64) },
    { BRES__CHECKED(BRES__ON_BOTH, 127, 1, 1023) },
    { BRES__CHECKED(BRES__ON_BOTH, 97, 101, 103) },
    { BRES__NEAR(BRES__DIM(M) | BRES__DIM(N) | BRES__DIM(K), 120, 90, 110) },
    { BRES__SAMPLE(2, 3, 2) },
};

static const bres__problem_spec facts = {
    BRES__CASES(dim_names, rows, extents),
    .tolerance = { .relative = 2e-4, .absolute = 5e-3 },
    .terms = BRES__DIM(K),
    .full_terms = 4096,
    .operations = 2,
    .work = BRES__DIM(M) | BRES__DIM(N) | BRES__DIM(K),
};

static bres_status reference(const bres_problem *problem, const bres_problem_case *test_case,
                             const void *const *inputs, void *const *outputs)
{
    const uint64_t *dims = test_case->dims;

    (void)problem;
    return bres__matrices_multiply((bres_data_type)test_case->type, inputs[0], inputs[1],
                                   outputs[0], (size_t)dims[M], (size_t)dims[N], (size_t)dims[K])
               ? BRES_OK
               : bres__error_memory();
}

const bres_problem bres__problem_matrix_multiplication = {
    BRES__USUAL_BUILTIN(parameters, facts),
    .name = "matrix-multiplication",
    .title = "the product of an m x k and a k x n matrix",
    .reference = reference,
};
