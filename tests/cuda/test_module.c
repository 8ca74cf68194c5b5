/* SPDX-License-Identifier: MIT */
#include "cuda/cuda.h"
#include "support/gpu.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const bres_cuda_geometry one_thread;

static bres_cuda_module *module_load(void)
{
    bres_cuda_module *module = NULL;

    cr_assert_eq(bres_cuda_module_load(0, bres_test_ptx, strlen(bres_test_ptx), &module), BRES_OK,
                 "%s", bres_last_error());
    return module;
}

typedef struct seen {
    unsigned grid[3];
    unsigned block[3];
    uint64_t arguments[3];
    size_t argument_count;
} seen;

static void see(const fake_run *run, void *user)
{
    seen *what = user;

    memcpy(what->grid, run->grid, sizeof(what->grid));
    memcpy(what->block, run->block, sizeof(what->block));
    what->argument_count = run->argument_count;
    for (size_t i = 0; i < run->argument_count && i < 3; i++)
        what->arguments[i] = run->arguments[i];
}

Test(cuda, kernel_gets_geometry_and_arguments)
{
    const bres_cuda_geometry geometry = { .grid = { 7, 0, 3 }, .block = { 32, 4 } };
    uint32_t a = 42;
    double b = 0.5;
    uint64_t c = UINT64_C(0x123456789abc);
    uint64_t b_bits;
    void *arguments[] = { &a, &b, &c };
    bres_cuda_kernel *kernel;
    bres_cuda_kernel *again;
    bres_cuda_module *module;
    bres_cuda_stream *stream;
    seen what = { .argument_count = 0 };

    bres_test_gpu_begin(1);
    fake->callback("typed", see, &what);
    module = module_load();
    cr_assert_eq(bres_cuda_module_kernel(module, "typed", &kernel), BRES_OK);
    cr_assert_eq(bres_cuda_module_kernel(module, "typed", &again), BRES_OK);
    cr_expect_eq(kernel, again);
    cr_assert_eq(bres_cuda_stream_new(0, &stream), BRES_OK);
    cr_expect_eq(
        bres_cuda_kernel_launch(kernel, &geometry, bres_cuda_stream_handle(stream), arguments),
        BRES_OK, "%s", bres_last_error());
    cr_expect_eq(bres_cuda_stream_synchronize(stream), BRES_OK);
    bres_cuda_stream_free(stream);
    bres_cuda_module_free(module);
    bres_cuda_module_free(NULL);
    memcpy(&b_bits, &b, sizeof(b_bits));
    cr_expect_arr_eq(what.grid, ((unsigned[]){ 7, 1, 3 }), sizeof(what.grid));
    cr_expect_arr_eq(what.block, ((unsigned[]){ 32, 4, 1 }), sizeof(what.block));
    cr_expect_eq(what.argument_count, 3);
    cr_expect_arr_eq(what.arguments, ((uint64_t[]){ 42, b_bits, c }), sizeof(what.arguments));
    fake_cuda_expect_clean();
}

Test(cuda, module_that_does_not_compile_says_what_the_compiler_said)
{
    bres_cuda_module *module;

    bres_test_gpu_begin(1);
    cr_expect_eq(bres_cuda_module_load(0, "nonsense", 8, &module), BRES_ERROR_CUDA);
    cr_expect_null(module);
    cr_expect_not_null(strstr(bres_last_error(), "CUDA_ERROR_INVALID_PTX (218)"), "%s",
                       bres_last_error());
    cr_expect_not_null(strstr(bres_last_error(), "ptxas fatal"), "%s", bres_last_error());
    bres_test_gpu_begin_without("cuModuleLoadDataEx", 1);
    cr_expect_eq(bres_cuda_module_load(0, "nonsense", 8, &module), BRES_ERROR_CUDA);
    bres_cuda_module_free(module_load());
    cr_expect_eq(fake->calls("cuModuleLoadData"), 2);
    fake_cuda_expect_clean();
}

Test(cuda, module_is_loaded_from_a_file)
{
    bres_cuda_module *module;
    char path[4096];

    bres_test_gpu_begin(1);
    snprintf(path, sizeof(path), "%s/work.ptx", bres_test_directory());
    cr_expect_eq(bres_cuda_module_load_file(0, path, &module), BRES_ERROR_NO_FILE);
    cr_expect_null(module);
    bres_test_write_file(path, bres_test_ptx, strlen(bres_test_ptx));
    cr_expect_eq(bres_cuda_module_load_file(0, path, &module), BRES_OK, "%s", bres_last_error());
    bres_cuda_module_free(module);
    bres_test_write_file(path, "nonsense", 8);
    cr_expect_eq(bres_cuda_module_load_file(0, path, &module), BRES_ERROR_CUDA);
    cr_expect_str_eq(bres_last_error_file(), path);
    bres_test_write_file(path, "", 0);
    cr_expect_eq(bres_cuda_module_load_file(0, path, &module), BRES_ERROR_CUDA);
    cr_assert_eq(truncate(path, (off_t)(1 << 30) + 1), 0);
    cr_expect_eq(bres_cuda_module_load_file(0, path, &module), BRES_ERROR_LIMIT);
    cr_expect_eq(bres_cuda_module_load_file(0, bres_test_directory(), &module), BRES_ERROR_IO);
    cr_expect_null(module);
    fake_cuda_expect_clean();
}

Test(cuda, module_text_needs_no_end)
{
    const size_t size = strlen(bres_test_ptx);
    char *text = malloc(size);
    bres_cuda_module *module;

    bres_test_gpu_begin(1);
    cr_assert_not_null(text);
    memcpy(text, bres_test_ptx, size);
    cr_expect_eq(bres_cuda_module_load(0, text, size, &module), BRES_OK, "%s", bres_last_error());
    bres_cuda_module_free(module);
    free(text);
    fake_cuda_expect_clean();
}

Test(cuda, module_and_kernel_check_arguments)
{
    bres_cuda_module *module;
    bres_cuda_kernel *kernel;

    bres_test_gpu_begin(1);
    cr_expect_eq(bres_cuda_module_load(0, NULL, 1, &module), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_module_load(0, "x", 0, &module), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_module_load(0, "x", 1, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_module_load(9, "x", 1, &module), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_module_load_file(0, NULL, &module), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_module_load_file(0, "x", NULL), BRES_ERROR_ARGUMENT);
    module = module_load();
    cr_expect_eq(bres_cuda_module_kernel(NULL, "work", &kernel), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_module_kernel(module, NULL, &kernel), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_module_kernel(module, "work", NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_module_kernel(module, "absent", &kernel), BRES_ERROR_KEY);
    cr_expect_null(kernel);
    cr_expect_not_null(strstr(bres_last_error(), "'absent'"), "%s", bres_last_error());
    cr_assert_eq(bres_cuda_module_kernel(module, "work", &kernel), BRES_OK);
    cr_expect_eq(bres_cuda_kernel_launch(NULL, &one_thread, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_kernel_launch(kernel, NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
    fake->fail("cuLaunchKernel", 1, 701, false);
    cr_expect_eq(bres_cuda_kernel_launch(kernel, &one_thread, NULL, NULL), BRES_ERROR_CUDA);
    cr_expect_not_null(strstr(bres_last_error(), "kernel 'work'"), "%s", bres_last_error());
    bres_cuda_module_free(module);
    fake_cuda_expect_clean();
}

static bres_status launch_with_shared(bres_cuda_kernel *kernel, uint32_t bytes)
{
    const bres_cuda_geometry geometry = { .shared_bytes = bytes };

    return bres_cuda_kernel_launch(kernel, &geometry, NULL, NULL);
}

Test(cuda, kernel_asks_for_shared_memory)
{
    bres_cuda_module *module;
    bres_cuda_kernel *kernel;

    bres_test_gpu_begin(1);
    /* By default a block has 48 KiB of shared memory, of which this kernel uses 40 KiB
     * statically. */
    fake->static_shared("work", 40960);
    module = module_load();
    cr_assert_eq(bres_cuda_module_kernel(module, "work", &kernel), BRES_OK);
    cr_expect_eq(launch_with_shared(kernel, 0), BRES_OK);
    cr_expect_eq(fake->calls("cuFuncSetAttribute"), 0);
    cr_expect_eq(launch_with_shared(kernel, 20480), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(launch_with_shared(kernel, 4096), BRES_OK);
    cr_expect_eq(launch_with_shared(kernel, 20480), BRES_OK);
    cr_expect_eq(fake->calls("cuFuncSetAttribute"), 1, "it is asked for once");
    cr_expect_eq(launch_with_shared(kernel, 60416), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(launch_with_shared(kernel, 60417), BRES_ERROR_CUDA);
    cr_expect_not_null(strstr(bres_last_error(), "60417 bytes of shared memory"), "%s",
                       bres_last_error());
    cr_expect_eq(launch_with_shared(kernel, UINT32_MAX), BRES_ERROR_ARGUMENT);
    cr_expect_eq(launch_with_shared(kernel, 60416), BRES_OK, "a refusal changes nothing");
    cr_expect_eq(fake->launches("work"), 6);
    bres_cuda_module_free(module);
    fake_cuda_expect_clean();
}

Test(cuda, kernel_cannot_ask_an_old_driver_for_shared_memory)
{
    bres_cuda_module *module;
    bres_cuda_kernel *kernel;

    bres_test_gpu_begin_without("cuFuncSetAttribute", 1);
    module = module_load();
    cr_assert_eq(bres_cuda_module_kernel(module, "work", &kernel), BRES_OK);
    cr_expect_eq(launch_with_shared(kernel, 49152), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(launch_with_shared(kernel, 49153), BRES_ERROR_UNSUPPORTED);
    cr_expect_not_null(strstr(bres_last_error(), "cuFuncSetAttribute"), "%s", bres_last_error());
    bres_cuda_module_free(module);
    fake_cuda_expect_clean();
}
