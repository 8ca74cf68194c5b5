/* SPDX-License-Identifier: MIT */
/* The double of the driver itself, on which other tests rely. */
#include "support/fake_bench.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* Records an event, launches, records another and waits. Returns the nanoseconds between the
 * events. */
static long measure(const fake_bench *bench)
{
    float ms = -1;

    cr_assert_eq(cu->cuEventRecord(bench->start, bench->stream), 0);
    cr_assert_eq(fake_launch(bench->work, bench->stream, NULL), 0);
    cr_assert_eq(cu->cuEventRecord(bench->end, bench->stream), 0);
    cr_assert_eq(cu->cuStreamSynchronize(bench->stream), 0);
    cr_assert_eq(cu->cuEventElapsedTime(&ms, bench->start, bench->end), 0);
    return lround((double)ms * 1e6);
}

Test(cuda, fake_exports_what_it_lists)
{
    fake_cuda_begin_old(1);
    cr_expect_not_null(cu->cuInit);
    cr_expect_not_null(cu->cuStreamCreate);
    cr_expect_null(cu->cuStreamQuery);
    cr_expect_null(cu->cuCtxSynchronize);
    fake_cuda_begin_without("cuEventQuery", 1);
    cr_expect_null(cu->cuEventQuery);
    cr_expect_not_null(cu->cuEventRecord);
    cr_expect_eq(cu->cuInit(0), 0);
    fake_cuda_begin(1);
    for (size_t i = 0; i < fake_cuda_symbol_count; i++) {
        void *function;

        memcpy(&function, (const char *)cu + i * sizeof(function), sizeof(function));
        cr_expect_not_null(function, "symbol %zu", i);
    }
    cr_expect_lt(fake_cuda_required_count, fake_cuda_symbol_count);
}

Test(cuda, fake_starts_as_told)
{
    CUcontext context;
    const char *name = NULL;
    int value = 0;

    fake_cuda_begin(0);
    cr_expect_eq(cu->cuDeviceGetCount(&value), CUDA_NOT_INITIALIZED);
    cr_expect_eq(cu->cuInit(0), CUDA_NO_DEVICE);
    fake->stub(true);
    cr_expect_eq(cu->cuInit(0), CUDA_STUB_LIBRARY);
    fake->stub(false);
    cr_expect_eq(fake->device("Other GPU"), 0);
    cr_expect_eq(cu->cuInit(0), 0);
    cr_expect_eq(cu->cuDeviceGetCount(&value), 0);
    cr_expect_eq(value, 1);
    cr_expect_eq(cu->cuDeviceGet(&value, 1), CUDA_INVALID_DEVICE);
    fake->attribute(0, 38, 12345);
    cr_expect_eq(cu->cuDeviceGetAttribute(&value, 38, 0), 0);
    cr_expect_eq(value, 12345);
    cr_expect_eq(cu->cuDeviceGetAttribute(&value, 2, 0), CUDA_INVALID_VALUE);
    cr_expect_eq(cu->cuGetErrorName(700, &name), 0);
    cr_expect_str_eq(name, "CUDA_ERROR_ILLEGAL_ADDRESS");
    cr_expect_eq(cu->cuGetErrorName(12345, &name), CUDA_INVALID_VALUE);
    cr_expect_null(name);
    cr_expect_eq(cu->cuDevicePrimaryCtxRetain(&context, 0), 0);
    cr_expect_str_eq(fake->leaks(), "c0");
    cr_expect_eq(cu->cuDevicePrimaryCtxRelease_v2(0), 0);
    fake_cuda_expect_clean();
}

Test(cuda, fake_time_passes_by_costs_sleeps_and_waits)
{
    fake_bench bench;
    bres_clock clock;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    clock = fake_cuda_clock();
    cr_expect_eq(fake->now(), 0);
    fake->cost(NULL, 100);
    fake->cost("cuLaunchKernel", 3000);
    fake->constant("work", 50000);
    fake->clear_log();
    cr_expect_eq(fake_launch(bench.work, bench.stream, NULL), 0);
    cr_expect_eq(fake->now(), 3000);
    cr_expect_eq(cu->cuStreamQuery(bench.stream), CUDA_NOT_READY);
    cr_expect_eq(fake->now(), 3100);
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), 0);
    cr_expect_eq(fake->now(), 53000);
    cr_expect_eq(cu->cuStreamQuery(bench.stream), 0);
    clock.sleep(clock.user, 1000);
    fake->clock_cost(20);
    cr_expect_eq(clock.now(clock.user), 54100);
    cr_expect_eq(clock.now(clock.user), 54120);
    fake->advance(860);
    cr_expect_eq(fake->now(), 55000);
    fake_cuda_expect_lines(NULL, "cuLaunchKernel work s1\n"
                                 "cuStreamQuery s1 = 600\n"
                                 "cuStreamSynchronize s1\n"
                                 "cuStreamQuery s1\n"
                                 "sleep 1000\n"
                                 "clock\n"
                                 "clock\n");
    fake_cuda_expect_lines("sleep cuLaunchKernel", "cuLaunchKernel work s1\nsleep 1000\n");
    fake_cuda_expect_lines("-clock -cuStreamQuery", "cuLaunchKernel work s1\n"
                                                    "cuStreamSynchronize s1\n"
                                                    "sleep 1000\n");
    cr_expect_eq(fake->calls("cuStreamQuery"), 2);
    fake_bench_close(&bench);
    fake_cuda_expect_clean();
}

Test(cuda, fake_events_have_the_times_of_their_stream)
{
    static const uint64_t times[] = { 1234567, 700, 2000 };
    fake_bench bench;
    CUevent untimed;
    float ms = -1;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    fake->list("work", times, 3);
    cr_expect_eq(cu->cuEventQuery(bench.start), 0);
    cr_expect_eq(cu->cuEventElapsedTime(&ms, bench.start, bench.end), CUDA_INVALID_HANDLE);
    cr_expect_eq(measure(&bench), 1234567);
    cr_expect_eq(measure(&bench), 700);
    fake->event_step(500);
    /* From 1235267 to 1237267, both rounded down to multiples of 500. */
    cr_expect_eq(measure(&bench), 2000);
    fake->constant("work", 300);
    cr_expect_eq(measure(&bench), 500);
    cr_expect_eq(measure(&bench), 0);
    cr_expect_eq(fake_launch(bench.work, bench.stream, NULL), 0);
    cr_expect_eq(cu->cuEventRecord(bench.end, bench.stream), 0);
    cr_expect_eq(cu->cuEventQuery(bench.end), CUDA_NOT_READY);
    cr_expect_eq(cu->cuEventElapsedTime(&ms, bench.start, bench.end), CUDA_NOT_READY);
    cr_expect_eq(cu->cuEventElapsedTime_v2(&ms, bench.start, bench.end), CUDA_NOT_READY);
    cr_expect_eq(cu->cuEventSynchronize(bench.end), 0);
    cr_expect_eq(cu->cuEventElapsedTime_v2(&ms, bench.start, bench.end), 0);
    cr_expect_eq(cu->cuEventCreate(&untimed, 2), 0);
    cr_expect_eq(cu->cuEventRecord(untimed, bench.stream), 0);
    cr_expect_eq(cu->cuEventElapsedTime(&ms, bench.start, untimed), CUDA_INVALID_HANDLE);
    cr_expect_eq(cu->cuEventDestroy_v2(untimed), 0);
    fake_bench_close(&bench);
    fake_cuda_expect_clean();
}

/* A wait or a query of an event refers to its last record before the call, on any stream. */
Test(cuda, fake_events_can_be_recorded_again_elsewhere)
{
    fake_bench bench;
    CUstream other;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    cr_assert_eq(cu->cuStreamCreate(&other, 1), 0);
    cr_expect_eq(fake_launch_block(&bench, bench.stream, 0), 0);
    cr_expect_eq(cu->cuEventRecord(bench.end, bench.stream), 0);
    cr_expect_eq(cu->cuStreamWaitEvent(other, bench.end, 0), 0);
    cr_expect_eq(cu->cuEventRecord(bench.end, NULL), 0);
    cr_expect_eq(cu->cuEventQuery(bench.end), 0);
    cr_expect_eq(cu->cuStreamQuery(other), CUDA_NOT_READY);
    bench.words[0] = 1;
    cr_expect_eq(cu->cuStreamSynchronize(other), 0);
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), 0);
    cr_expect_eq(cu->cuEventQuery(bench.end), 0);
    cr_expect_eq(cu->cuStreamDestroy_v2(other), 0);
    fake_bench_close(&bench);
    fake_cuda_expect_clean();
}

/* Queues 1000 ns on the first stream and then on the second one. Returns when the second one
 * ends. */
static uint64_t two_streams(const fake_bench *bench, CUstream first, CUstream second)
{
    const uint64_t before = fake->now();

    cr_assert_eq(fake_launch(bench->work, first, NULL), 0);
    cr_assert_eq(fake_launch(bench->work, second, NULL), 0);
    cr_assert_eq(cu->cuStreamSynchronize(second), 0);
    cr_assert_eq(cu->cuCtxSynchronize(), 0);
    return fake->now() - before;
}

Test(cuda, fake_default_streams_wait_for_blocking_ones)
{
    fake_bench bench;
    CUstream other;
    CUstream blocking;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    cr_assert_eq(cu->cuStreamCreate(&other, 1), 0);
    cr_assert_eq(cu->cuStreamCreate(&blocking, 0), 0);
    cr_expect_eq(two_streams(&bench, bench.stream, bench.stream), 2000);
    cr_expect_eq(two_streams(&bench, bench.stream, other), 1000);
    cr_expect_eq(two_streams(&bench, bench.stream, blocking), 1000);
    cr_expect_eq(two_streams(&bench, NULL, bench.stream), 1000);
    cr_expect_eq(two_streams(&bench, NULL, blocking), 2000);
    cr_expect_eq(two_streams(&bench, blocking, NULL), 2000);
    cr_expect_eq(two_streams(&bench, blocking, CUDA_STREAM_LEGACY), 2000);
    cr_expect_eq(two_streams(&bench, CUDA_STREAM_PER_THREAD, NULL), 2000);
    cr_expect_eq(two_streams(&bench, CUDA_STREAM_PER_THREAD, blocking), 1000);
    cr_expect_eq(two_streams(&bench, CUDA_STREAM_PER_THREAD, bench.stream), 1000);

    cr_expect_eq(fake_launch(bench.work, bench.stream, NULL), 0);
    cr_expect_eq(cu->cuEventRecord(bench.end, bench.stream), 0);
    cr_expect_eq(cu->cuStreamWaitEvent(other, bench.end, 0), 0);
    cr_expect_eq(two_streams(&bench, blocking, other), 2000);

    cr_expect_eq(cu->cuStreamDestroy_v2(other), 0);
    cr_expect_eq(cu->cuStreamDestroy_v2(blocking), 0);
    cr_expect_str_eq(fake->misuse(), "");
    cr_expect_eq(cu->cuStreamSynchronize(other), CUDA_INVALID_HANDLE);
    cr_expect_eq(cu->cuStreamDestroy_v2(other), CUDA_INVALID_HANDLE);
    cr_expect_eq(cu->cuStreamDestroy_v2(NULL), CUDA_INVALID_HANDLE);
    cr_expect_str_eq(fake->misuse(), "s2 is gone\ns2 is gone\n");
    cr_expect_eq(fake->made(FAKE_STREAM), 3);
    cr_expect_eq(fake->live(FAKE_STREAM), 1);
    fake_bench_close(&bench);
    cr_expect_str_eq(fake->leaks(), "");
}

Test(cuda, fake_blocker_is_released_or_expires)
{
    fake_bench bench;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    cr_expect_eq(fake_launch_block(&bench, bench.stream, 1000000), 0);
    cr_expect_eq(fake_launch(bench.work, bench.stream, NULL), 0);
    fake->advance(400);
    fake->clear_log();
    bench.words[0] = 1;
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), 0);
    cr_expect_eq(fake->now(), 1400);
    cr_expect_eq(bench.words[1], 0);
    fake_cuda_expect_lines(NULL, "released s1\ncuStreamSynchronize s1\n");

    bench.words[0] = 0;
    cr_expect_eq(fake_launch_block(&bench, bench.stream, 1000000), 0);
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), 0);
    cr_expect_eq(fake->now(), 1001400);
    cr_expect_eq(bench.words[1], 1);
    fake_cuda_expect_lines("expired", "expired s1\n");

    bench.words[1] = 0;
    cr_expect_eq(fake_launch_block(&bench, bench.stream, 5000), 0);
    fake->sleep(5000);
    cr_expect_eq(bench.words[1], 1, "a limit that passed while the host slept");
    fake_bench_close(&bench);
    fake_cuda_expect_clean();
}

Test(cuda, fake_reports_deadlocks_instead_of_hanging)
{
    fake_bench bench;
    char byte = 0;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    cr_expect_eq(fake_launch_block(&bench, bench.stream, 0), 0);
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), CUDA_UNKNOWN);
    cr_expect_eq(fake->deadlocks(), 1);
    cr_expect_eq(cu->cuMemcpyDtoH_v2(&byte, bench.address, 1), 0, "no blocking stream waits");
    bench.words[0] = 1;
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), 0);

    bench.words[0] = 0;
    fake->lazy_loading(true);
    cr_expect_eq(fake_launch_block(&bench, bench.stream, 0), 0);
    fake->lazy_loading(false);
    cr_expect_eq(fake_launch(bench.work, bench.stream, NULL), 0);
    fake->lazy_loading(true);
    fake->queue_depth(2);
    cr_expect_eq(fake_launch(bench.work, bench.stream, NULL), CUDA_UNKNOWN, "a full queue");
    cr_expect_eq(fake_launch(bench.stamp, NULL, (void *[]){ &bench.address }), CUDA_UNKNOWN,
                 "a first launch that loads");
    cr_expect_eq(fake->deadlocks(), 3);
    bench.words[0] = 1;
    fake_bench_close(&bench);
    cr_expect_str_eq(fake->leaks(), "");
}

Test(cuda, fake_stream_values_release_and_wait)
{
    fake_bench bench;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    cr_expect_eq(cu->cuStreamWaitValue32_v2(bench.stream, bench.address, 7, 1), 0);
    cr_expect_eq(fake_launch(bench.work, bench.stream, NULL), 0);
    cr_expect_eq(cu->cuStreamWriteValue32_v2(bench.stream, bench.address + 4, 9, 0), 0);
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), CUDA_UNKNOWN);
    cr_expect_eq(bench.words[1], 0);
    bench.words[0] = 7;
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), 0);
    cr_expect_eq(bench.words[1], 9);
    cr_expect_eq(cu->cuStreamWaitValue32_v2(bench.stream, 12345, 7, 1), CUDA_INVALID_VALUE);
    fake_bench_close(&bench);
    cr_expect_str_eq(fake->leaks(), "");
}
