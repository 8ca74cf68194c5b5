/* SPDX-License-Identifier: MIT */
#include "judge/problem/builtin.h"
#include "judge/problem/reference.h"

#include <math.h>

static const bres_problem_parameter parameters[] = {
    BRES__INPUT_ARRAY("X", BRES_FILL_NORMAL, 0, 1),
    BRES__INPUT_ARRAY("gamma", BRES_FILL_UNIFORM, 0.5, 1.5),
    BRES__INPUT_ARRAY("beta", BRES_FILL_UNIFORM, -0.5, 0.5),
    BRES__OUTPUT_ARRAY("Y"),
    BRES__EXTRA_SIZE("B"),
    BRES__EXTRA_SIZE("F"),
    BRES__EXTRA_SIZE("D1"),
    BRES__EXTRA_SIZE("D2"),
};

#define EPSILON 1e-5
#define GAMMA   1 /* index of the parameter */

enum { B, F, D1, D2 };

#define SLICE (BRES__DIM(F) | BRES__DIM(D1) | BRES__DIM(D2))

static const char *const dim_names[] = { "B", "F", "D1", "D2" };
static const uint32_t extents[] = {
    BRES__DIM(B) | SLICE, SLICE,        SLICE,         BRES__DIM(B) | SLICE,
    BRES__DIM(B),         BRES__DIM(F), BRES__DIM(D1), BRES__DIM(D2),
};

static const bres__case_row rows[] = {
    { BRES__TIMED(BRES__ON_CPU, 32, 16, 32, 32) },
    { BRES__TIMED(BRES__ON_CPU, 8, 32, 64, 64) },
    { BRES__TIMED(BRES__ON_CPU, 16, 64, 32, 32) },
    { BRES__TIMED(BRES__ON_CUDA, 32, 64, 32, 32) },
    { BRES__TIMED(BRES__ON_CUDA, 16, 64, 64, 64) },
    { BRES__CHECKED(BRES__ON_CPU, 0, 3, 5, 7) },
    { BRES__CHECKED(BRES__ON_BOTH, 1, 1, 1, 1) },
    { BRES__CHECKED(BRES__ON_BOTH, 31, 1, 1, 1) },
    { BRES__CHECKED(BRES__ON_BOTH, 33, 1, 31, 1) },
    { BRES__CHECKED(BRES__ON_BOTH, 2, 3, 11, 31) },
    { BRES__CHECKED(BRES__ON_BOTH, 7, 1, 1, 1023) },
    { BRES__CHECKED(BRES__ON_BOTH, 3, 5, 13, 17) },
    { BRES__NEAR(BRES__DIM(B) | SLICE, 10, 9, 17, 24) },
    { BRES__SAMPLE(2, 2, 2, 1) },
};

static const bres__problem_spec facts = {
    BRES__CASES(dim_names, rows, extents),
    .tolerance = { .relative = 2e-4, .absolute = 1e-4 },
    .operations = 14,
    .work = BRES__DIM(B) | SLICE,
};

/* Normalizes one of the B slices: `count` elements from `first` on. */
static void normalize(bres_data_type type, const void *const *inputs, size_t first, size_t count,
                      void *output)
{
    double mean = 0;
    double variance = 0;

    for (size_t i = 0; i < count; i++)
        mean += bres__real_get(type, inputs[0], first + i);
    mean /= (double)count;
    for (size_t i = 0; i < count; i++) {
        const double difference = bres__real_get(type, inputs[0], first + i) - mean;

        variance += difference * difference;
    }
    variance /= (double)count;
    for (size_t i = 0; i < count; i++) {
        const double difference = bres__real_get(type, inputs[0], first + i) - mean;

        bres__real_set(type, output, first + i,
                       difference / sqrt(variance + EPSILON) * bres__real_get(type, inputs[1], i) +
                           bres__real_get(type, inputs[2], i));
    }
}

static bres_status reference(const bres_problem *problem, const bres_problem_case *test_case,
                             const void *const *inputs, void *const *outputs)
{
    const bres_data_type type = (bres_data_type)test_case->type;
    const size_t count = problem->element_count(problem, test_case, GAMMA);

    for (size_t b = 0; b < (size_t)test_case->dims[B]; b++)
        normalize(type, inputs, b * count, count, outputs[0]);
    return BRES_OK;
}

const bres_problem bres__problem_layer_norm = {
    BRES__USUAL_BUILTIN(parameters, facts),
    .name = "layer-norm",
    .title = "(x - mean) / sqrt(variance + 1e-5) * gamma + beta over (F, D1, D2), biased",
    .reference = reference,
};
