/* SPDX-License-Identifier: MIT */
/* Kernels that nvcc has compiled, from a file beside the program. */
#include "gpu/measure.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIDE 512u

/* The path of ../kernels/NAME, relative to the program's directory. */
static void beside_program(const char *name, char path[PATH_MAX])
{
    char program[PATH_MAX / 2];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);

    check_that(length > 0, "the program does not know where it is");
    program[length > 0 ? length : 0] = '\0';
    if (strrchr(program, '/') != NULL)
        *strrchr(program, '/') = '\0';
    snprintf(path, PATH_MAX, "%s/../kernels/%s", program, name);
}

/* c = a * b for SIDE x SIDE matrices of small integers, so that nothing is rounded. */
typedef struct gpu_product {
    bres_cuda_buffer *buffers[3];
    float *a;
    float *b;
    float *c;
    uint64_t addresses[3];
    uint32_t side;
} gpu_product;

static void product_open(gpu_product *product)
{
    const size_t count = (size_t)SIDE * SIDE;

    product->side = SIDE;
    product->a = malloc(3 * count * sizeof(float));
    check_that(product->a != NULL, "no memory");
    if (product->a == NULL)
        check_end();
    product->b = product->a + count;
    product->c = product->b + count;
    for (size_t i = 0; i < count; i++) {
        product->a[i] = (float)(i % 7) - 3;
        product->b[i] = (float)(i % 11) - 5;
    }
    for (int i = 0; i < 3; i++) {
        session_need(
            bres_cuda_buffer_new(check_device, count * sizeof(float), &product->buffers[i]),
            "allocating");
        session_need(bres_cuda_buffer_write(product->buffers[i], 0, product->a + (size_t)i * count,
                                            count * sizeof(float)),
                     "copying");
        product->addresses[i] = bres_cuda_buffer_address(product->buffers[i]);
    }
}

/* Checks some of the elements, spread over the matrix. */
static void product_expect(gpu_product *product, const char *kernel)
{
    const size_t bytes = (size_t)SIDE * SIDE * sizeof(float);
    unsigned wrong = 0;

    session_need(bres_cuda_buffer_read(product->buffers[2], 0, product->c, bytes), "copying");
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i += 997) {
        const float *row = product->a + i / SIDE * SIDE;
        float sum = 0;

        for (size_t k = 0; k < SIDE; k++)
            sum += row[k] * product->b[k * SIDE + i % SIDE];
        wrong += fabsf(sum - product->c[i]) > 0;
    }
    check_that(wrong == 0, "%s: %u numbers are wrong", kernel, wrong);
}

static void matmul(void)
{
    static const unsigned tiles[] = { 8, 16, 32 };
    char path[PATH_MAX];
    bres_cuda_module *module = NULL;
    gpu_product product;
    gpu_session session;

    beside_program("matmul.fatbin", path);
    if (access(path, R_OK) != 0)
        check_skip("there is no %s: nvcc was not there to compile it", path);
    session_open(&session, 20);
    session_need(bres_cuda_module_load_file(check_device, path, &module), "loading");
    product_open(&product);
    for (size_t i = 0; i < sizeof(tiles) / sizeof(tiles[0]); i++) {
        const unsigned tile = tiles[i];
        kernel_launch launch = {
            .geometry = { .grid = { SIDE / tile, SIDE / tile }, .block = { tile, tile } },
            .arguments = { &product.addresses[0], &product.addresses[1], &product.addresses[2],
                           &product.side },
        };
        double seconds;
        char name[32];

        snprintf(name, sizeof(name), "matmul_%u", tile);
        session_need(bres_cuda_module_kernel(module, name, &launch.kernel), name);
        session_need(bres_cuda_buffer_fill(product.buffers[2], 0, NULL), "filling");
        seconds = session_number(session_measure(&session, kernel_launch_queue, &launch),
                                 "nv/cold/time/gpu/median");
        product_expect(&product, name);
        check_note("%s: %.1f us, %.0f GFLOP/s", name, seconds * 1e6,
                   2.0 * SIDE * SIDE * SIDE / seconds / 1e9);
    }
}

const gpu_check measure_matmul[] = {
    { "matmul", "products of matrices by kernels that nvcc has compiled", matmul },
    CHECK_END,
};
