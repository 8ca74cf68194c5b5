/* SPDX-License-Identifier: MIT */
#include "cuda/cuda.h"
#include "support/gpu.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

#define LIMIT_NS UINT64_C(30000000000)

typedef struct fixture {
    bres__cuda_context *context;
    bres_cuda_stream *stream;
    bres_cuda_buffer *buffer; /* filling it is the measured work */
    bres__cuda_helpers *helpers;
    struct CUstream_st *handle;
    void *previous;
} fixture;

static void fixture_open(fixture *f, int device)
{
    /* A stamp of 0 ns counts as missing. */
    fake->advance(1000);
    cr_assert_eq(bres__cuda_context_open(device, &f->context), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres__cuda_context_enter(f->context, &f->previous), BRES_OK);
    cr_assert_eq(bres_cuda_stream_new(device, &f->stream), BRES_OK);
    cr_assert_eq(bres_cuda_buffer_new(device, 16, &f->buffer), BRES_OK);
    cr_assert_eq(bres__cuda_helpers_open(f->context, &f->helpers), BRES_OK, "%s",
                 bres_last_error());
    f->handle = bres_cuda_stream_handle(f->stream);
}

static void fixture_close(fixture *f)
{
    bres__cuda_helpers_close(f->helpers);
    bres_cuda_buffer_free(f->buffer);
    bres_cuda_stream_free(f->stream);
    bres__cuda_context_leave(f->context, f->previous);
    bres__cuda_context_close(f->context);
}

/* Blocks the stream, queues 5 us of work between two stamps, and releases the stream. */
static void sample(fixture *f)
{
    bres__cuda_helpers_reset(f->helpers);
    cr_assert_eq(bres__cuda_block(f->helpers, f->handle, LIMIT_NS), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(bres__cuda_stamp_queue(f->helpers, BRES__CUDA_STAMP_START, f->handle), BRES_OK);
    cr_assert_eq(bres_cuda_buffer_fill(f->buffer, 1, f->handle), BRES_OK);
    cr_assert_eq(bres__cuda_stamp_queue(f->helpers, BRES__CUDA_STAMP_STOP, f->handle), BRES_OK);
    bres__cuda_release(f->helpers);
    cr_assert_eq(bres__cuda_stream_wait(f->context, f->handle), BRES_OK, "%s", bres_last_error());
}

Test(cuda, helpers_block_release_and_tell_the_clock)
{
    static const fake_role roles[] = { FAKE_STAMP, FAKE_STAMP_SLOTS };

    for (size_t i = 0; i < sizeof(roles) / sizeof(roles[0]); i++) {
        float hertz = 0;
        fixture f;

        bres_test_gpu_begin(1);
        fake->role("stamp", roles[i]);
        fake->constant("memset", 5000);
        fake->sm_clock(0, 1500);
        fixture_open(&f, 0);
        cr_assert_eq(bres__cuda_helpers_warm_up(f.helpers, f.handle), BRES_OK, "%s",
                     bres_last_error());
        cr_expect_eq(fake->launches("block"), 1);
        cr_expect_eq(fake->launches("stamp"), 2);
        cr_expect(!bres__cuda_clock_rate(f.helpers, &hertz), "nothing of the warm-up is left");
        sample(&f);
        cr_expect(!bres__cuda_block_expired(f.helpers));
        cr_expect(bres__cuda_clock_rate(f.helpers, &hertz));
        cr_expect_float_eq(hertz, 1.5e9, 1e6, "%g", (double)hertz);
        fake->sm_clock(0, 900);
        sample(&f);
        cr_expect(bres__cuda_clock_rate(f.helpers, &hertz));
        cr_expect_float_eq(hertz, 0.9e9, 1e6, "%g", (double)hertz);
        fixture_close(&f);
        fake_cuda_expect_clean();
    }
}

Test(cuda, helpers_take_the_clock_from_any_multiprocessor_that_both_stamps_have)
{
    float hertz = 0;
    fixture f;

    bres_test_gpu_begin(1);
    fake->attribute(0, 16, 4);
    fake->role("stamp", FAKE_STAMP_SLOTS);
    fake->constant("memset", 5000);
    fake->sm_clock(0, 1200);
    fake->sm_hidden(0, 0);
    fake->sm_hidden(0, 1);
    fixture_open(&f, 0);
    sample(&f);
    cr_expect(bres__cuda_clock_rate(f.helpers, &hertz));
    cr_expect_float_eq(hertz, 1.2e9, 1e6);
    fake->sm_hidden(0, 2);
    fake->sm_hidden(0, 3);
    sample(&f);
    cr_expect(!bres__cuda_clock_rate(f.helpers, &hertz), "no multiprocessor was seen");
    fixture_close(&f);
    fake_cuda_expect_clean();
}

Test(cuda, helpers_know_no_clock_without_time_between)
{
    float hertz = 0;
    fixture f;

    bres_test_gpu_begin(1);
    fake->timer_step(0, 1000000);
    fixture_open(&f, 0);
    sample(&f);
    cr_expect(!bres__cuda_clock_rate(f.helpers, &hertz));
    cr_expect_eq(hertz, 0);
    fixture_close(&f);
}

Test(cuda, helpers_notice_that_the_limit_has_passed)
{
    fixture f;

    bres_test_gpu_begin(1);
    fixture_open(&f, 0);
    bres__cuda_helpers_reset(f.helpers);
    cr_assert_eq(bres__cuda_block(f.helpers, f.handle, 1000000), BRES_OK);
    cr_expect(!bres__cuda_block_expired(f.helpers));
    /* A launcher must not wait like this. */
    cr_expect_eq(bres__cuda_stream_wait(f.context, f.handle), BRES_OK);
    bres__cuda_release(f.helpers);
    cr_expect(bres__cuda_block_expired(f.helpers));
    cr_expect_geq(fake->now(), 1000000);
    sample(&f);
    cr_expect(!bres__cuda_block_expired(f.helpers), "the next sample begins anew");
    fixture_close(&f);
    fake_cuda_expect_clean();
}

Test(cuda, helpers_in_use_load_nothing_after_a_blocked_stream)
{
    for (int warm = 0; warm < 2; warm++) {
        fixture f;

        bres_test_gpu_begin(1);
        fake->lazy_loading(true);
        fixture_open(&f, 0);
        if (warm)
            cr_assert_eq(bres__cuda_helpers_warm_up(f.helpers, f.handle), BRES_OK);
        sample(&f);
        cr_expect_eq(bres__cuda_block_expired(f.helpers), !warm);
        fixture_close(&f);
        fake_cuda_expect_clean();
    }
}

Test(cuda, helpers_are_loaded_once_for_a_context)
{
    bres__cuda_helpers *second;
    fixture f;

    bres_test_gpu_begin(1);
    fixture_open(&f, 0);
    cr_assert_eq(bres__cuda_helpers_open(f.context, &second), BRES_OK);
    cr_expect_eq(fake->made(FAKE_MODULE), 1);
    cr_expect_eq(fake->live(FAKE_HOST_MEMORY), 2);
    bres__cuda_helpers_close(second);
    bres__cuda_helpers_close(NULL);
    fixture_close(&f);
    cr_expect_eq(fake->live(FAKE_MODULE), 0);
    fake_cuda_expect_clean();
}

Test(cuda, helpers_work_where_the_number_of_multiprocessors_is_unknown)
{
    fixture f;

    bres_test_gpu_begin(1);
    fake->attribute(0, 16, 0);
    fixture_open(&f, 0);
    sample(&f);
    fixture_close(&f);
}

static void *measure_device(void *ordinal)
{
    fixture f;

    fake->own_clock();
    fixture_open(&f, *(const int *)ordinal);
    for (int i = 0; i < 50; i++)
        sample(&f);
    fixture_close(&f);
    return NULL;
}

Test(cuda, helpers_serve_two_devices_from_two_threads)
{
    int ordinals[] = { 0, 1 };
    pthread_t threads[2];

    bres_test_gpu_begin(2);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, measure_device, &ordinals[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    fake_cuda_expect_clean();
}
