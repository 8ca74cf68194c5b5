/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "judge/problem/builtin.h"
#include "judge/problem/fill.h"
#include "judge/problem/reference.h"

enum { BINS, HEIGHT, WIDTH };

static const bres_problem_parameter parameters[] = {
    BRES__INPUT_ARRAY("image", BRES_FILL_INTEGERS, 0, 63),
    BRES__INPUT_VALUE("num_bins", BRES_TYPE_INT32),
    BRES__OUTPUT_ARRAY("histogram"),
    BRES__EXTRA_SIZE("height"),
    BRES__EXTRA_SIZE("width"),
};

static const char *const dim_names[] = { "bins", "height", "width" };
static const uint32_t extents[] = {
    BRES__DIM(HEIGHT) | BRES__DIM(WIDTH),
    BRES__DIM(BINS),
    BRES__DIM(BINS),
    BRES__DIM(HEIGHT),
    BRES__DIM(WIDTH),
};

static const bres__case_row rows[] = {
    { BRES__TIMED(BRES__ON_CPU, 64, 1024, 1024) },
    { BRES__TIMED(BRES__ON_CPU, 128, 1200, 1600) },
    { BRES__TIMED(BRES__ON_CPU, 256, 2048, 1024) },
    { BRES__TIMED(BRES__ON_CUDA, 64, 2048, 2048) },
    { BRES__TIMED(BRES__ON_CUDA, 128, 2048, 4096) },
    { BRES__TIMED(BRES__ON_CUDA, 256, 4096, 4096) },
    { BRES__CHECKED(BRES__ON_CPU, 64, 0, 5) },
    { BRES__CHECKED(BRES__ON_BOTH, 1, 31, 33) },
    { BRES__CHECKED(BRES__ON_BOTH, 64, 1, 1) },
    { BRES__CHECKED(BRES__ON_BOTH, 33, 1, 1023) },
    { BRES__CHECKED(BRES__ON_BOTH, 257, 101, 103) },
    { BRES__NEAR(BRES__DIM(HEIGHT) | BRES__DIM(WIDTH), 100, 200, 300) },
    { BRES__SPECIAL(128, 100, 107) },
    { BRES__SAMPLE(4, 2, 6) },
};

static const bres__problem_spec facts = {
    BRES__CASES(dim_names, rows, extents),
    .operations = 4,
    .work = BRES__DIM(HEIGHT) | BRES__DIM(WIDTH),
};

/* The case determines the range of the pixels. Special pixels have fractions, and some are outside
 * the bins: a solution must clamp before it truncates. */
static bool fill(const bres_problem *problem, const bres_problem_case *test_case, size_t parameter,
                 uint64_t seed, void *elements)
{
    const bres_data_type type = (bres_data_type)test_case->type;
    const size_t count = problem->element_count(problem, test_case, parameter);
    const double bins = (double)test_case->dims[BINS];
    const bres__filling filling =
        test_case->has_distribution
            ? (bres__filling){ (bres_distribution)test_case->distribution, -8, bins + 8 }
            : (bres__filling){ BRES_FILL_INTEGERS, 0, bins - 1 };
    bres__random random = bres__random_secret_stream(seed, parameter);

    if (test_case->set != BRES_CASES_SAMPLE) {
        bres__fill(&filling, type, &random, elements, count);
        return true;
    }
    for (size_t i = 0; i < count; i++)
        bres__real_set(type, elements, i, (double)(i % ((size_t)bins + 1)));
    return true;
}

static bres_status reference(const bres_problem *problem, const bres_problem_case *test_case,
                             const void *const *inputs, void *const *outputs)
{
    const bres_data_type type = (bres_data_type)test_case->type;
    const size_t count = problem->element_count(problem, test_case, 0);
    const size_t bins = (size_t)test_case->dims[BINS];
    double *counts = bres__reals_zero(bins);

    if (counts == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < count; i++) {
        const double last = (double)(bins - 1);
        double pixel = bres__real_get(type, inputs[0], i);

        pixel = pixel < 0 ? 0 : pixel;
        counts[(size_t)(pixel > last ? last : pixel)]++;
    }
    bres__reals_store(type, outputs[0], 0, counts, bins);
    bres__free(counts);
    return BRES_OK;
}

const bres_problem bres__problem_histogram = {
    BRES__BUILTIN(parameters, facts),
    .name = "histogram",
    .title = "how many pixels are in each bin: clamped to [0, num_bins - 1], then truncated",
    .types = BRES_TYPE_BIT(BRES_TYPE_FLOAT32),
    .fill = fill,
    .reference = reference,
    .flops = bres__builtin_flops,
};
