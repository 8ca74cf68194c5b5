/* SPDX-License-Identifier: MIT */
#include "judge/problem/builtin.h"
#include "judge/problems/correlation.h"

static const bres_problem_parameter parameters[] = {
    BRES__INPUT_ARRAY("A", BRES_FILL_UNIFORM, -1, 1),
    BRES__INPUT_ARRAY("B", BRES_FILL_UNIFORM, -1, 1),
    BRES__OUTPUT_ARRAY("C"),
    BRES__EXTRA_SIZE("H"),
    BRES__EXTRA_SIZE("W"),
    BRES__EXTRA_SIZE("Kh"),
    BRES__EXTRA_SIZE("Kw"),
};

enum { H, W, KH, KW, DIM_COUNT };

#define IMAGE  (BRES__DIM(H) | BRES__DIM(W))
#define KERNEL (BRES__DIM(KH) | BRES__DIM(KW))

static const char *const dim_names[DIM_COUNT] = { "H", "W", "Kh", "Kw" };
static const uint32_t extents[] = { IMAGE,        KERNEL,        IMAGE,        BRES__DIM(H),
                                    BRES__DIM(W), BRES__DIM(KH), BRES__DIM(KW) };

static const bres__case_row rows[] = {
    { .sets = BRES__ON_CPU, .dims = { 512, 512, 7, 7 } },
    { .sets = BRES__ON_CPU, .dims = { 512, 512, 11, 11 } },
    { .sets = BRES__ON_CPU, .dims = { 1024, 768, 5, 5 } },
    { .sets = BRES__ON_CUDA, .dims = { 2048, 2048, 9, 9 } },
    { .sets = BRES__ON_CUDA, .dims = { 2048, 1024, 15, 15 } },
    { .sets = BRES__ON_CUDA, .dims = { 4096, 2048, 7, 7 } },
    { .sets = BRES__ON_CPU, .checked = true, .dims = { 0, 5, 3, 3 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 1, 1, 1, 1 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 1, 1, 3, 5 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 31, 33, 3, 3 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 33, 31, 9, 1 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 1, 1023, 5, 5 } },
    { .sets = BRES__ON_BOTH, .checked = true, .dims = { 101, 103, 1, 7 } },
    { .sets = BRES__ON_BOTH, .checked = true, .jitter = IMAGE, .dims = { 120, 90, 5, 3 } },
    { .sets = BRES__AS_A_SAMPLE, .dims = { 3, 4, 3, 3 } },
};

static const bres__problem_spec facts = {
    BRES__CASES(dim_names, rows, extents),
    .tolerance = { .relative = 2e-4, .absolute = 1e-3 },
    .terms = KERNEL,
    .full_terms = 81,
    .operations = 2,
    .work = IMAGE | KERNEL,
};

static bres_status reference(const bres_problem *problem, const bres_problem_case *test_case,
                             const void *const *inputs, void *const *outputs)
{
    const bres__correlation sizes = {
        .height = (size_t)test_case->dims[H],
        .width = (size_t)test_case->dims[W],
        .kernel_height = (size_t)test_case->dims[KH],
        .kernel_width = (size_t)test_case->dims[KW],
    };

    (void)problem;
    return bres__correlate(&sizes, (bres_data_type)test_case->type, inputs, outputs[0]);
}

const bres_problem bres__problem_conv_2d = {
    BRES__BUILTIN(parameters, facts),
    .name = "conv-2d",
    .title = "the cross-correlation with a Kh x Kw kernel of odd sizes, padded with zeros",
    .types = BRES__FLOAT32_AND_FLOAT64,
    .fill = bres__builtin_fill,
    .reference = reference,
    .flops = bres__builtin_flops,
};
