/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "judge/problem/builtin.h"
#include "judge/problem/reference.h"

static const bres_problem_parameter parameters[] = {
    BRES__INPUT_ARRAY("input_a", BRES_FILL_UNIFORM, -1, 1),
    BRES__INPUT_ARRAY("input_b", BRES_FILL_UNIFORM, -1, 1),
    BRES__OUTPUT_ARRAY("output_c"),
    BRES__EXTRA_SIZE("m"),
    BRES__EXTRA_SIZE("k"),
};

enum { M, K };

static const char *const dim_names[] = { "m", "k" };
static const uint32_t extents[] = { BRES__DIM(M) | BRES__DIM(K), BRES__DIM(K), BRES__DIM(M),
                                    BRES__DIM(M), BRES__DIM(K) };

static const bres__case_row rows[] = {
    { BRES__TIMED(BRES__ON_CPU, 1024, 4096) },
    { BRES__TIMED(BRES__ON_CPU, 2048, 2048) },
    { BRES__TIMED(BRES__ON_CPU, 3000, 1500) },
    { BRES__TIMED(BRES__ON_CUDA, 4096, 4096) },
    { BRES__TIMED(BRES__ON_CUDA, 8192, 4096) },
    { BRES__CHECKED(BRES__ON_CPU, 0, 7) },
    { BRES__CHECKED(BRES__ON_CPU, 5, 0) },
    { BRES__CHECKED(BRES__ON_BOTH, 1, 1) },
    { BRES__CHECKED(BRES__ON_BOTH, 31, 33) },
    { BRES__CHECKED(BRES__ON_BOTH, 33, 1023) },
    { BRES__CHECKED(BRES__ON_BOTH, 1023, 31) },
    { BRES__CHECKED(BRES__ON_BOTH, 997, 1009) },
    { BRES__NEAR(BRES__DIM(M) | BRES__DIM(K), 900, 700) },
    { BRES__SAMPLE(2, 3) },
};

static const bres__problem_spec facts = {
    BRES__CASES(dim_names, rows, extents),
    .tolerance = { .relative = 2e-4, .absolute = 3e-3 },
    .terms = BRES__DIM(K),
    .full_terms = 4096,
    .operations = 2,
    .work = BRES__DIM(M) | BRES__DIM(K),
};

static bres_status reference(const bres_problem *problem, const bres_problem_case *test_case,
                             const void *const *inputs, void *const *outputs)
{
    const bres_data_type type = (bres_data_type)test_case->type;
    const size_t m = (size_t)test_case->dims[M];
    const size_t k = (size_t)test_case->dims[K];
    double *x = bres__reals_load(type, inputs[1], k);

    (void)problem;
    if (x == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < m; i++) {
        double sum = 0;

        for (size_t j = 0; j < k; j++)
            sum += bres__real_get(type, inputs[0], i * k + j) * x[j];
        bres__real_set(type, outputs[0], i, sum);
    }
    bres__free(x);
    return BRES_OK;
}

const bres_problem bres__problem_matrix_vector = {
    BRES__USUAL_BUILTIN(parameters, facts),
    .name = "matrix-vector",
    .title = "the product of an m x k matrix and a vector",
    .reference = reference,
};
