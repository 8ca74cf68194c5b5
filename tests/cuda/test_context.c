/* SPDX-License-Identifier: MIT */
#include "cuda/cuda.h"
#include "support/gpu.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

static CUcontext current(void)
{
    CUcontext context = NULL;

    cu->cuCtxGetCurrent(&context);
    return context;
}

Test(cuda, context_is_retained_once_and_released)
{
    bres__cuda_context *first;
    bres__cuda_context *second;
    bres__cuda_context *other;

    bres_test_gpu_begin(2);
    cr_assert_eq(bres__cuda_context_open(1, &first), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres__cuda_context_open(1, &second), BRES_OK);
    cr_assert_eq(bres__cuda_context_open(0, &other), BRES_OK);
    cr_expect_eq(first, second);
    cr_expect_neq(first, other);
    cr_expect_eq(fake->retained(1), 1);
    cr_expect_eq(bres__cuda_context_device(first), 1);
    cr_expect_gt(bres__cuda_context_info(first)->sm_count, 0);
    cr_expect_eq(bres__cuda_context_check(first), BRES_OK);
    bres__cuda_context_close(first);
    cr_expect_eq(fake->retained(1), 1);
    bres__cuda_context_close(other);
    bres__cuda_context_close(second);
    bres__cuda_context_close(NULL);
    cr_expect_eq(fake->retained(1), 0);
    cr_expect_eq(fake->retained(0), 0);
    fake_cuda_expect_clean();
}

Test(cuda, contexts_are_found_and_closed_in_any_order)
{
    bres__cuda_context *contexts[3];
    bres__cuda_context *again;

    bres_test_gpu_begin(3);
    for (int i = 0; i < 3; i++)
        cr_assert_eq(bres__cuda_context_open(i, &contexts[i]), BRES_OK);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(bres__cuda_context_open(i, &again), BRES_OK);
        cr_expect_eq(again, contexts[i], "device %d", i);
        bres__cuda_context_close(again);
    }
    bres__cuda_context_close(contexts[1]);
    bres__cuda_context_close(contexts[0]);
    cr_expect_eq(fake->retained(2), 1);
    bres__cuda_context_close(contexts[2]);
    fake_cuda_expect_clean();
}

Test(cuda, context_that_was_current_is_put_back)
{
    bres__cuda_context *context;
    CUcontext users = NULL;
    CUcontext own;
    void *previous;

    bres_test_gpu_begin(2);
    cr_assert_eq(bres__cuda_context_open(0, &context), BRES_OK);
    cr_assert_eq(bres__cuda_context_enter(context, &previous), BRES_OK);
    cr_expect_null(previous);
    own = current();
    cr_expect_not_null(own);
    bres__cuda_context_leave(context, previous);
    cr_expect_null(current());

    cr_assert_eq(cu->cuDevicePrimaryCtxRetain(&users, 1), 0);
    cu->cuCtxSetCurrent(users);
    cr_assert_eq(bres__cuda_context_enter(context, &previous), BRES_OK);
    cr_expect_eq(current(), own);
    /* The measured code has set another context. */
    cu->cuCtxSetCurrent(users);
    cr_assert_eq(bres__cuda_context_enter(context, &(void *){ NULL }), BRES_OK);
    cr_expect_eq(current(), own);
    bres__cuda_context_leave(context, previous);
    cr_expect_eq(current(), users);

    fake->fail("cuCtxSetCurrent", 1, 999, true);
    cr_expect_eq(bres__cuda_context_enter(context, &previous), BRES_ERROR_CUDA);
    cr_expect_eq(current(), users, "an enter that failed leaves the context as it was");
    bres__cuda_context_close(context);
    cu->cuCtxSetCurrent(NULL);
    cu->cuDevicePrimaryCtxRelease_v2(1);
    fake_cuda_expect_clean();
}

Test(cuda, context_is_dead_after_a_fault_until_all_have_closed_it)
{
    static const int sticky[] = { 226, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721 };

    for (size_t i = 0; i < sizeof(sticky) / sizeof(sticky[0]); i++) {
        bres_cuda_stream *stream = NULL;
        bres_cuda_buffer *buffer = NULL;
        bres__cuda_context *context;

        bres_test_gpu_begin(2);
        cr_assert_eq(bres__cuda_context_open(0, &context), BRES_OK);
        cr_assert_eq(bres_cuda_stream_new(0, &stream), BRES_OK);
        fake->fault(0, sticky[i]);
        cr_expect_eq(bres_cuda_stream_synchronize(stream), BRES_ERROR_CUDA, "%d", sticky[i]);
        cr_expect(bres__cuda_context_is_dead(context));
        fake->clear_log();
        cr_expect_eq(bres_cuda_buffer_new(0, 16, &buffer), BRES_ERROR_CUDA);
        cr_expect_null(buffer);
        cr_expect_not_null(strstr(bres_last_error(), "cuStreamSynchronize failed: CUDA_ERROR_"),
                           "%s", bres_last_error());
        cr_expect_not_null(strstr(bres_last_error(), "device 0"), "%s", bres_last_error());
        cr_expect_eq(fake->calls("cuMemAlloc_v2"), 0);
        cr_expect_eq(bres_cuda_buffer_new(1, 16, &buffer), BRES_OK, "the other device works");
        bres_cuda_buffer_free(buffer);
        bres_cuda_stream_free(stream);
        cr_expect_eq(fake->calls("cuStreamDestroy_v2"), 1);
        bres__cuda_context_close(context);
        cr_expect_eq(fake->retained(0), 0);
        cr_assert_eq(bres__cuda_context_open(0, &context), BRES_OK);
        cr_expect(!bres__cuda_context_is_dead(context));
        bres__cuda_context_close(context);
    }
}

Test(cuda, context_waits_where_the_driver_can)
{
    bres__cuda_context *context;
    void *previous;

    bres_test_gpu_begin(1);
    cr_assert_eq(bres__cuda_context_open(0, &context), BRES_OK);
    cr_assert_eq(bres__cuda_context_enter(context, &previous), BRES_OK);
    cr_expect_eq(bres__cuda_context_synchronize(context), BRES_OK);
    cr_expect_eq(bres__cuda_profiler_start(context), BRES_OK);
    cr_expect(fake->profiling());
    cr_expect_eq(bres__cuda_profiler_stop(context), BRES_OK);
    cr_expect(!fake->profiling());
    bres__cuda_context_leave(context, previous);
    bres__cuda_context_close(context);
    fake_cuda_expect_clean();

    bres_test_gpu_begin_old(1);
    cr_assert_eq(bres__cuda_context_open(0, &context), BRES_OK);
    cr_assert_eq(bres__cuda_context_enter(context, &previous), BRES_OK);
    cr_expect_eq(bres__cuda_context_synchronize(context), BRES_ERROR_UNSUPPORTED);
    cr_expect_not_null(strstr(bres_last_error(), "cuCtxSynchronize"), "%s", bres_last_error());
    cr_expect_eq(bres__cuda_profiler_start(context), BRES_OK);
    cr_expect_eq(bres__cuda_profiler_stop(context), BRES_OK);
    bres__cuda_context_leave(context, previous);
    bres__cuda_context_close(context);
    fake_cuda_expect_clean();
}

static void *use_helpers(void *unused)
{
    bres__cuda_context *context = NULL;
    bres__cuda_helpers *helpers = NULL;
    void *previous;

    (void)unused;
    cr_assert_eq(bres__cuda_context_open(0, &context), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres__cuda_context_enter(context, &previous), BRES_OK);
    cr_expect_eq(bres__cuda_helpers_open(context, &helpers), BRES_OK, "%s", bres_last_error());
    bres__cuda_helpers_close(helpers);
    bres__cuda_context_leave(context, previous);
    bres__cuda_context_close(context);
    return NULL;
}

Test(cuda, context_is_shared_by_threads)
{
    bres__cuda_context *context;
    pthread_t threads[4];

    bres_test_gpu_begin(1);
    cr_assert_eq(bres__cuda_context_open(0, &context), BRES_OK);
    for (int i = 0; i < 4; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, use_helpers, NULL), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    cr_expect_eq(fake->calls("cuDevicePrimaryCtxRetain"), 1);
    cr_expect_eq(fake->made(FAKE_MODULE), 1, "the kernels are loaded once");
    bres__cuda_context_close(context);
    fake_cuda_expect_clean();

    /* Without an open context, each thread may be the first to open it and the last to close it. */
    for (int i = 0; i < 4; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, use_helpers, NULL), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    cr_expect_eq(fake->retained(0), 0);
    fake_cuda_expect_clean();
}
