/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "judge/builtin.h"
#include "judge/reference.h"

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

static const char *const dim_names[DIM_COUNT] = { "H", "W", "Kh", "Kw" };
static const uint32_t extents[] = { BRES__DIM(H) | BRES__DIM(W),
                                    BRES__DIM(KH) | BRES__DIM(KW),
                                    BRES__DIM(H) | BRES__DIM(W),
                                    BRES__DIM(H),
                                    BRES__DIM(W),
                                    BRES__DIM(KH),
                                    BRES__DIM(KW) };

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
    { .sets = BRES__ON_BOTH,
      .checked = true,
      .jitter = BRES__DIM(H) | BRES__DIM(W),
      .dims = { 120, 90, 5, 3 } },
    { .sets = BRES__AS_A_SAMPLE, .dims = { 3, 4, 3, 3 } },
};

static const bres__problem_facts facts = {
    .dim_names = dim_names,
    .dim_count = DIM_COUNT,
    .rows = rows,
    .row_count = sizeof(rows) / sizeof(*rows),
    .extents = extents,
    .tolerance = { .relative = 2e-4, .absolute = 1e-3 },
    .terms = BRES__DIM(KH) | BRES__DIM(KW),
    .full_terms = 81,
};

/* A row of the output: each row of the kernel meets a row of the input, or padding. */
static void correlate_row(const bres_problem_case *test_case, size_t row, const double *input,
                          const double *kernel, double *sums)
{
    const size_t h = (size_t)test_case->dims[H];
    const size_t w = (size_t)test_case->dims[W];
    const size_t kh = (size_t)test_case->dims[KH];
    const size_t kw = (size_t)test_case->dims[KW];

    memset(sums, 0, w * sizeof(*sums));
    for (size_t y = 0; y < kh; y++) {
        const size_t padded = row + y;

        if (padded >= kh / 2 && padded - kh / 2 < h)
            bres__reals_correlate(sums, input + (padded - kh / 2) * w, w, kernel + y * kw, kw);
    }
}

static bres_status reference(const bres_problem *problem, const bres_problem_case *test_case,
                             const void *const *inputs, void *const *outputs)
{
    const bres_data_type type = (bres_data_type)test_case->type;
    const size_t h = (size_t)test_case->dims[H];
    const size_t w = (size_t)test_case->dims[W];
    double *input = bres__reals_load(type, inputs[0], h * w);
    double *kernel = bres__reals_load(type, inputs[1],
                                      (size_t)test_case->dims[KH] * (size_t)test_case->dims[KW]);
    double *sums = bres__reals_zero(w);
    const bool failed = input == NULL || kernel == NULL || sums == NULL;

    (void)problem;
    for (size_t row = 0; !failed && row < h; row++) {
        correlate_row(test_case, row, input, kernel, sums);
        bres__reals_store(type, outputs[0], row * w, sums, w);
    }
    bres__free(sums);
    bres__free(kernel);
    bres__free(input);
    return failed ? bres__error_memory() : BRES_OK;
}

static uint64_t flops(const bres_problem *problem, const bres_problem_case *test_case)
{
    const uint64_t factors[] = { 2, test_case->dims[H], test_case->dims[W], test_case->dims[KH],
                                 test_case->dims[KW] };

    (void)problem;
    return bres__product(factors, sizeof(factors) / sizeof(*factors));
}

const bres_problem bres__problem_conv_2d = {
    BRES__BUILTIN(parameters, facts),
    .name = "conv-2d",
    .title = "the cross-correlation with a Kh x Kw kernel of odd sizes, padded with zeros",
    .types = BRES__FLOAT32_AND_FLOAT64,
    .fill = bres__builtin_fill,
    .reference = reference,
    .flops = flops,
};
