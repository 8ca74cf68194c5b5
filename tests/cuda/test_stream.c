/* SPDX-License-Identifier: MIT */
#include "cuda/cuda.h"
#include "support/gpu.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

Test(cuda, stream_is_destroyed_once_and_a_view_never)
{
    bres_cuda_stream *stream;
    bres_cuda_stream *view;

    bres_test_gpu_begin(1);
    cr_assert_eq(bres_cuda_stream_new(0, &stream), BRES_OK, "%s", bres_last_error());
    cr_expect_not_null(bres_cuda_stream_handle(stream));
    cr_assert_eq(bres__cuda_stream_view(0, bres_cuda_stream_handle(stream), &view), BRES_OK);
    cr_expect_eq(bres_cuda_stream_handle(view), bres_cuda_stream_handle(stream));
    cr_expect_eq(bres_cuda_stream_synchronize(view), BRES_OK);
    bres_cuda_stream_free(view);
    cr_expect_eq(fake->live(FAKE_STREAM), 1);
    bres_cuda_stream_free(stream);
    bres_cuda_stream_free(NULL);
    cr_expect_eq(fake->live(FAKE_STREAM), 0);
    cr_expect_null(bres_cuda_stream_handle(NULL));
    cr_expect_eq(bres_cuda_stream_new(0, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_stream_new(-1, &stream), BRES_ERROR_ARGUMENT);
    cr_expect_null(stream);
    cr_expect_eq(bres_cuda_stream_synchronize(NULL), BRES_ERROR_ARGUMENT);
    fake_cuda_expect_clean();
}

/* Times a kernel of 12345 ns. */
static void time_kernel(bool newer)
{
    bres__cuda_events events;
    bres_cuda_module *module;
    bres_cuda_kernel *kernel;
    bres__cuda_context *context;
    double seconds = -1;
    void *previous;

    fake->constant("work", 12345);
    cr_assert_eq(bres_cuda_module_load(0, bres_test_ptx, strlen(bres_test_ptx), &module), BRES_OK);
    cr_assert_eq(bres_cuda_module_kernel(module, "work", &kernel), BRES_OK);
    cr_assert_eq(bres__cuda_context_open(0, &context), BRES_OK);
    cr_assert_eq(bres__cuda_context_enter(context, &previous), BRES_OK);
    cr_assert_eq(bres__cuda_events_create(context, &events), BRES_OK);
    cr_expect_eq(bres__cuda_events_start(&events, NULL), BRES_OK);
    cr_expect_eq(
        bres_cuda_kernel_launch(kernel, &(bres_cuda_geometry){ { 0 }, { 0 }, 0 }, NULL, NULL),
        BRES_OK, "%s", bres_last_error());
    cr_expect_eq(bres__cuda_events_stop(&events, NULL), BRES_OK);
    cr_expect_eq(bres__cuda_events_elapsed(&events, &seconds), BRES_ERROR_CUDA);
    cr_expect_not_null(strstr(bres_last_error(), "CUDA_ERROR_NOT_READY"), "%s", bres_last_error());
    cr_expect_eq(seconds, 0);
    cr_expect(!bres__cuda_context_is_dead(context));
    cr_expect_eq(bres__cuda_stream_wait(context, NULL), BRES_OK);
    cr_expect_eq(bres__cuda_events_elapsed(&events, &seconds), BRES_OK, "%s", bres_last_error());
    cr_expect_float_eq(seconds, 12345e-9, 1e-12);
    cr_expect_eq(fake->calls("cuEventElapsedTime_v2"), newer);
    cr_expect_eq(fake->calls("cuEventElapsedTime"), !newer);
    bres__cuda_events_destroy(&events);
    bres__cuda_events_destroy(&events);
    bres__cuda_context_leave(context, previous);
    bres__cuda_context_close(context);
    bres_cuda_module_free(module);
    fake_cuda_expect_clean();
}

Test(cuda, events_time_a_kernel_with_any_driver)
{
    bres_test_gpu_begin(1);
    time_kernel(true);
    bres_test_gpu_begin_old(1);
    time_kernel(false);
}
