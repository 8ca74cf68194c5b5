/* SPDX-License-Identifier: MIT */
/*
 * Both convolution problems; the 1-D convolution has an image of one row.
 */
#include "base/base.h"
#include "judge/problem/builtin.h"
#include "judge/problem/reference.h"

/* Sizes of an image and of the kernel that is moved over it, in elements. */
typedef struct correlation {
    size_t height;
    size_t width;
    size_t kernel_height;
    size_t kernel_width;
} correlation;

/* sums[i] += kernel[0] * input[i - kernel_count / 2] + ... */
static void row_add(double *restrict sums, const double *restrict input, size_t count,
                    const double *kernel, size_t kernel_count)
{
    const size_t padding = kernel_count / 2;

    for (size_t k = 0; k < kernel_count; k++) {
        /* sums[i] has a term only if i + k - padding is an index of the input. */
        const size_t before = k < padding ? padding - k : 0;
        const size_t behind = k > padding ? k - padding : 0;

        if (before + behind < count)
            bres__reals_add(sums + before, input + behind, kernel[k], count - before - behind);
    }
}

/* Computes a row of the output: each row of the kernel meets a row of the image, or padding. */
static void row_correlate(const correlation *sizes, size_t row, const double *image,
                          const double *kernel, double *sums)
{
    const size_t padding = sizes->kernel_height / 2;

    memset(sums, 0, sizes->width * sizeof(*sums));
    for (size_t y = 0; y < sizes->kernel_height; y++) {
        const size_t padded = row + y;

        if (padded >= padding && padded - padding < sizes->height)
            row_add(sums, image + (padded - padding) * sizes->width, sizes->width,
                    kernel + y * sizes->kernel_width, sizes->kernel_width);
    }
}

/* Computes the cross-correlation of inputs[0], an image, with inputs[1], a kernel. The image is
 * padded with zeros by half of the kernel's size. BRES_ERROR_MEMORY. */
static bres_status correlate(const correlation *sizes, bres_data_type type,
                             const void *const *inputs, void *output)
{
    double *image = bres__reals_load(type, inputs[0], sizes->height * sizes->width);
    double *kernel = bres__reals_load(type, inputs[1], sizes->kernel_height * sizes->kernel_width);
    double *sums = bres__reals_zero(sizes->width);
    const bool failed = image == NULL || kernel == NULL || sums == NULL;

    for (size_t row = 0; !failed && row < sizes->height; row++) {
        row_correlate(sizes, row, image, kernel, sums);
        bres__reals_store(type, output, row * sizes->width, sums, sizes->width);
    }
    bres__free(sums);
    bres__free(kernel);
    bres__free(image);
    return failed ? bres__error_memory() : BRES_OK;
}

static const bres_problem_parameter conv_1d_parameters[] = {
    BRES__INPUT_ARRAY("A", BRES_FILL_UNIFORM, -1, 1),
    BRES__INPUT_ARRAY("B", BRES_FILL_UNIFORM, -1, 1),
    BRES__OUTPUT_ARRAY("C"),
    BRES__EXTRA_SIZE("N"),
    BRES__EXTRA_SIZE("K"),
};

enum { N, K };

static const char *const conv_1d_dim_names[] = { "N", "K" };
static const uint32_t conv_1d_extents[] = { BRES__DIM(N), BRES__DIM(K), BRES__DIM(N), BRES__DIM(N),
                                            BRES__DIM(K) };

static const bres__case_row conv_1d_rows[] = {
    { BRES__TIMED(BRES__ON_CPU, 65536, 127) },
    { BRES__TIMED(BRES__ON_CPU, 32768, 511) },
    { BRES__TIMED(BRES__ON_CPU, 16384, 1023) },
    { BRES__TIMED(BRES__ON_CUDA, 65536, 2047) },
    { BRES__TIMED(BRES__ON_CUDA, 131072, 4095) },
    { BRES__TIMED(BRES__ON_CUDA, 65536, 8191) },
    { BRES__CHECKED(BRES__ON_CPU, 0, 3) },
    { BRES__CHECKED(BRES__ON_BOTH, 1, 1) },
    { BRES__CHECKED(BRES__ON_BOTH, 1, 33) },
    { BRES__CHECKED(BRES__ON_BOTH, 31, 33) },
    { BRES__CHECKED(BRES__ON_BOTH, 33, 31) },
    { BRES__CHECKED(BRES__ON_BOTH, 1023, 3) },
    { BRES__CHECKED(BRES__ON_BOTH, 4099, 127) },
    { BRES__NEAR(BRES__DIM(N), 5000, 65) },
    { BRES__SAMPLE(6, 3) },
};

static const bres__problem_spec conv_1d_facts = {
    BRES__CASES(conv_1d_dim_names, conv_1d_rows, conv_1d_extents),
    .tolerance = { .relative = 2e-4, .absolute = 5e-3 },
    .terms = BRES__DIM(K),
    .full_terms = 8191,
};

static bres_status conv_1d_reference(const bres_problem *problem,
                                     const bres_problem_case *test_case, const void *const *inputs,
                                     void *const *outputs)
{
    const correlation sizes = {
        .height = 1,
        .width = (size_t)test_case->dims[N],
        .kernel_height = 1,
        .kernel_width = (size_t)test_case->dims[K],
    };

    (void)problem;
    return correlate(&sizes, (bres_data_type)test_case->type, inputs, outputs[0]);
}

static uint64_t conv_1d_flops(const bres_problem *problem, const bres_problem_case *test_case)
{
    const uint64_t factors[] = { test_case->dims[N], 2 * test_case->dims[K] - 1 };

    (void)problem;
    return bres__product(factors, sizeof(factors) / sizeof(*factors));
}

const bres_problem bres__problem_conv_1d = {
    BRES__BUILTIN(conv_1d_parameters, conv_1d_facts),
    .name = "conv-1d",
    .title = "the cross-correlation with a kernel of odd length K, padded with K / 2 zeros",
    .types = BRES__FLOAT32_AND_FLOAT64,
    .fill = bres__builtin_fill,
    .reference = conv_1d_reference,
    .flops = conv_1d_flops,
};

static const bres_problem_parameter conv_2d_parameters[] = {
    BRES__INPUT_ARRAY("A", BRES_FILL_UNIFORM, -1, 1),
    BRES__INPUT_ARRAY("B", BRES_FILL_UNIFORM, -1, 1),
    BRES__OUTPUT_ARRAY("C"),
    BRES__EXTRA_SIZE("H"),
    BRES__EXTRA_SIZE("W"),
    BRES__EXTRA_SIZE("Kh"),
    BRES__EXTRA_SIZE("Kw"),
};

enum { H, W, KH, KW };

#define IMAGE  (BRES__DIM(H) | BRES__DIM(W))
#define KERNEL (BRES__DIM(KH) | BRES__DIM(KW))

static const char *const conv_2d_dim_names[] = { "H", "W", "Kh", "Kw" };
static const uint32_t conv_2d_extents[] = { IMAGE,        KERNEL,        IMAGE,        BRES__DIM(H),
                                            BRES__DIM(W), BRES__DIM(KH), BRES__DIM(KW) };

static const bres__case_row conv_2d_rows[] = {
    { BRES__TIMED(BRES__ON_CPU, 512, 512, 7, 7) },
    { BRES__TIMED(BRES__ON_CPU, 512, 512, 11, 11) },
    { BRES__TIMED(BRES__ON_CPU, 1024, 768, 5, 5) },
    { BRES__TIMED(BRES__ON_CUDA, 2048, 2048, 9, 9) },
    { BRES__TIMED(BRES__ON_CUDA, 2048, 1024, 15, 15) },
    { BRES__TIMED(BRES__ON_CUDA, 4096, 2048, 7, 7) },
    { BRES__CHECKED(BRES__ON_CPU, 0, 5, 3, 3) },
    { BRES__CHECKED(BRES__ON_BOTH, 1, 1, 1, 1) },
    { BRES__CHECKED(BRES__ON_BOTH, 1, 1, 3, 5) },
    { BRES__CHECKED(BRES__ON_BOTH, 31, 33, 3, 3) },
    { BRES__CHECKED(BRES__ON_BOTH, 33, 31, 9, 1) },
    { BRES__CHECKED(BRES__ON_BOTH, 1, 1023, 5, 5) },
    { BRES__CHECKED(BRES__ON_BOTH, 101, 103, 1, 7) },
    { BRES__NEAR(IMAGE, 120, 90, 5, 3) },
    { BRES__SAMPLE(3, 4, 3, 3) },
};

static const bres__problem_spec conv_2d_facts = {
    BRES__CASES(conv_2d_dim_names, conv_2d_rows, conv_2d_extents),
    .tolerance = { .relative = 2e-4, .absolute = 1e-3 },
    .terms = KERNEL,
    .full_terms = 81,
    .operations = 2,
    .work = IMAGE | KERNEL,
};

static bres_status conv_2d_reference(const bres_problem *problem,
                                     const bres_problem_case *test_case, const void *const *inputs,
                                     void *const *outputs)
{
    const correlation sizes = {
        .height = (size_t)test_case->dims[H],
        .width = (size_t)test_case->dims[W],
        .kernel_height = (size_t)test_case->dims[KH],
        .kernel_width = (size_t)test_case->dims[KW],
    };

    (void)problem;
    return correlate(&sizes, (bres_data_type)test_case->type, inputs, outputs[0]);
}

const bres_problem bres__problem_conv_2d = {
    BRES__USUAL_BUILTIN(conv_2d_parameters, conv_2d_facts),
    .name = "conv-2d",
    .title = "the cross-correlation with a Kh x Kw kernel of odd sizes, padded with zeros",
    .reference = conv_2d_reference,
};
