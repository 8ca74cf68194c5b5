/* SPDX-License-Identifier: MIT */
#include "cuda/cuda.h"
#include "support/gpu.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

Test(cuda, buffer_holds_what_is_written)
{
    static const char text[] = "0123456789";
    bres_cuda_buffer *buffer;
    char back[sizeof(text)] = "";

    bres_test_gpu_begin(1);
    cr_assert_eq(bres_cuda_buffer_new(0, 16, &buffer), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(bres_cuda_buffer_size(buffer), 16);
    cr_expect_neq(bres_cuda_buffer_address(buffer), 0);
    cr_expect_eq(bres_cuda_buffer_fill(buffer, '-', NULL), BRES_OK);
    cr_expect_eq(bres_cuda_buffer_write(buffer, 2, text, 4), BRES_OK);
    cr_expect_eq(bres_cuda_buffer_read(buffer, 0, back, 8), BRES_OK);
    cr_expect_str_eq(back, "--0123--");
    cr_expect_eq(bres_cuda_buffer_read(buffer, 16, back, 0), BRES_OK);
    cr_expect_eq(bres_cuda_buffer_write(buffer, 16, NULL, 0), BRES_OK);
    bres_cuda_buffer_free(buffer);
    bres_cuda_buffer_free(NULL);
    fake_cuda_expect_clean();
}

Test(cuda, buffer_has_what_was_written_when_that_returns)
{
    bres_cuda_buffer *buffer;

    bres_test_gpu_begin(1);
    fake->constant("memcpy", 5000);
    cr_assert_eq(bres_cuda_buffer_new(0, 4, &buffer), BRES_OK);
    cr_expect_eq(bres_cuda_buffer_write(buffer, 0, "abc", 4), BRES_OK);
    cr_expect_str_eq(fake->memory(bres_cuda_buffer_address(buffer), 4), "abc");
    bres_cuda_buffer_free(buffer);
    fake_cuda_expect_clean();
}

Test(cuda, buffer_checks_ranges)
{
    bres_cuda_buffer *buffer = (bres_cuda_buffer *)&buffer;
    char bytes[32] = "";

    bres_test_gpu_begin(1);
    cr_expect_eq(bres_cuda_buffer_new(0, 0, &buffer), BRES_ERROR_ARGUMENT);
    cr_expect_null(buffer);
    cr_expect_eq(bres_cuda_buffer_new(0, 1, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_buffer_new(1, 1, &buffer), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_buffer_address(NULL), 0);
    cr_expect_eq(bres_cuda_buffer_size(NULL), 0);
    cr_assert_eq(bres_cuda_buffer_new(0, 16, &buffer), BRES_OK);
    cr_expect_eq(bres_cuda_buffer_write(buffer, 8, bytes, 9), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_buffer_read(buffer, 17, bytes, 0), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_buffer_read(buffer, 8, bytes, SIZE_MAX), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_buffer_read(buffer, 0, NULL, 1), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_buffer_write(NULL, 0, bytes, 1), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_buffer_read(NULL, 0, bytes, 1), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_buffer_fill(NULL, 0, NULL), BRES_ERROR_ARGUMENT);
    bres_cuda_buffer_free(buffer);
    fake_cuda_expect_clean();
}

Test(cuda, buffer_that_does_not_fit_says_how_large_it_was)
{
    bres_cuda_buffer *buffer;

    bres_test_gpu_begin(1);
    fake->memory_limit(0, 1000);
    cr_expect_eq(bres_cuda_buffer_new(0, 1001, &buffer), BRES_ERROR_MEMORY);
    cr_expect_null(buffer);
    cr_expect_not_null(strstr(bres_last_error(), "1001 bytes on device 0"), "%s",
                       bres_last_error());
    cr_expect_not_null(strstr(bres_last_error(), "cuMemAlloc_v2 failed: CUDA_ERROR_OUT_OF_MEMORY"),
                       "%s", bres_last_error());
    fake_cuda_expect_clean();
}

Test(cuda, buffer_of_an_old_driver_cannot_be_copied)
{
    bres_cuda_buffer *buffer;
    char byte = 0;

    bres_test_gpu_begin_old(1);
    fake->driver_version(4020);
    cr_assert_eq(bres_cuda_buffer_new(0, 16, &buffer), BRES_OK);
    cr_expect_eq(bres_cuda_buffer_write(buffer, 0, &byte, 1), BRES_ERROR_UNSUPPORTED);
    cr_expect_eq(bres_cuda_buffer_read(buffer, 0, &byte, 1), BRES_ERROR_UNSUPPORTED);
    cr_expect_not_null(strstr(bres_last_error(), "is of CUDA 4.2 and has no function cuMemcpyDtoH"),
                       "%s", bres_last_error());
    bres_cuda_buffer_free(buffer);
    fake_cuda_expect_clean();
}

Test(cuda, flush_writes_as_much_as_the_cache_has)
{
    static const int sizes[] = { 0, 4194304 };

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        bres__cuda_context *context;
        bres__cuda_flush flush;
        void *previous;

        bres_test_gpu_begin(1);
        fake->attribute(0, 38, sizes[i]);
        cr_assert_eq(bres__cuda_context_open(0, &context), BRES_OK);
        cr_assert_eq(bres__cuda_context_enter(context, &previous), BRES_OK);
        cr_assert_eq(bres__cuda_flush_create(context, &flush), BRES_OK, "%s", bres_last_error());
        cr_expect_eq(flush.size, (size_t)sizes[i]);
        cr_expect_eq(bres__cuda_flush_queue(&flush, NULL), BRES_OK);
        cr_expect_eq(bres__cuda_stream_wait(context, NULL), BRES_OK);
        cr_expect_eq(fake->calls("cuMemsetD8Async"), sizes[i] != 0);
        bres__cuda_flush_destroy(&flush);
        bres__cuda_flush_destroy(&flush);
        bres__cuda_context_leave(context, previous);
        bres__cuda_context_close(context);
        fake_cuda_expect_clean();
    }
}

Test(cuda, flush_resets_persisting_lines_where_that_can_be)
{
    static const struct {
        bool withheld;
        int compute_major;
        int result;
        bres_status status;
        uint64_t memsets;
    } rows[] = {
        { true, 8, 0, BRES_OK, 1 },
        { false, 8, 0, BRES_OK, 1 },
        { false, 7, 0, BRES_OK, 1 },
        { false, 8, 999, BRES_ERROR_CUDA, 0 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres__cuda_context *context;
        bres__cuda_flush flush;
        void *previous;

        if (rows[i].withheld)
            bres_test_gpu_begin_without("cuCtxResetPersistingL2Cache", 1);
        else
            bres_test_gpu_begin(1);
        fake->attribute(0, 75, rows[i].compute_major);
        cr_assert_eq(bres__cuda_context_open(0, &context), BRES_OK);
        cr_assert_eq(bres__cuda_context_enter(context, &previous), BRES_OK);
        cr_assert_eq(bres__cuda_flush_create(context, &flush), BRES_OK);
        if (rows[i].result != 0)
            fake->fail("cuCtxResetPersistingL2Cache", 1, rows[i].result, false);
        cr_expect_eq(bres__cuda_flush_queue(&flush, NULL), rows[i].status, "row %zu", i);
        cr_expect_eq(fake->calls("cuMemsetD8Async"), rows[i].memsets, "row %zu", i);
        bres__cuda_stream_wait(context, NULL);
        bres__cuda_flush_destroy(&flush);
        bres__cuda_context_leave(context, previous);
        bres__cuda_context_close(context);
        fake_cuda_expect_clean();
    }
}

Test(cuda, flush_without_memory_says_what_for)
{
    bres__cuda_context *context;
    bres__cuda_flush flush;
    void *previous;

    bres_test_gpu_begin(1);
    fake->memory_limit(0, 16);
    cr_assert_eq(bres__cuda_context_open(0, &context), BRES_OK);
    cr_assert_eq(bres__cuda_context_enter(context, &previous), BRES_OK);
    cr_expect_eq(bres__cuda_flush_create(context, &flush), BRES_ERROR_MEMORY);
    cr_expect_not_null(strstr(bres_last_error(), "to flush the L2 cache"), "%s", bres_last_error());
    cr_expect_eq(flush.size, 0);
    bres__cuda_flush_destroy(&flush);
    bres__cuda_context_leave(context, previous);
    bres__cuda_context_close(context);
    fake_cuda_expect_clean();
}
