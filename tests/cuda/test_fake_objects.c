/* SPDX-License-Identifier: MIT */
/* The double of the driver: creation and release of objects, and failures. */
#include "support/fake_bench.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

Test(cuda, fake_memory_is_counted_and_holds_bytes)
{
    fake_bench bench;
    CUdeviceptr address;
    CUdeviceptr second;
    unsigned char bytes[16];
    size_t free_bytes = 0;
    size_t total = 0;

    fake_cuda_begin(1);
    fake->memory_limit(0, 1000);
    fake_bench_open(&bench, 0);
    cr_expect_eq(cu->cuMemAlloc_v2(&address, 0), CUDA_INVALID_VALUE);
    cr_expect_eq(cu->cuMemAlloc_v2(&address, 600), 0);
    cr_expect_eq(cu->cuMemAlloc_v2(&second, 401), CUDA_OUT_OF_MEMORY);
    cr_expect_eq(cu->cuMemGetInfo_v2(&free_bytes, &total), 0);
    cr_expect_eq(free_bytes, 400);
    cr_expect_eq(total, 1000);

    fake->clear_log();
    cr_expect_eq(cu->cuMemsetD8Async(address, 0x11, 600, bench.stream), 0);
    cr_expect_eq(cu->cuMemsetD32Async(address + 4, 0x22222222, 1, bench.stream), 0);
    cr_expect_eq(cu->cuMemcpyHtoD_v2(address + 8, "abcd", 4), 0);
    cr_expect_eq(cu->cuMemcpyDtoH_v2(bytes, address + 2, 10), 0);
    cr_expect_eq(memcmp(bytes,
                        "\x11\x11\x22\x22\x22\x22"
                        "abcd",
                        10),
                 0);
    cr_expect_eq(memcmp(fake->memory(address + 8, 4), "abcd", 4), 0);
    cr_expect_null(fake->memory(address, 601));
    cr_expect_eq(cu->cuMemsetD8Async(address, 0, 601, bench.stream), CUDA_INVALID_VALUE);
    fake_cuda_expect_lines(NULL, "cuMemsetD8Async m1 17 600 s1\n"
                                 "cuMemsetD32Async m1 572662306 1 s1\n"
                                 "cuMemcpyHtoD_v2 m1 4\n"
                                 "cuMemcpyDtoH_v2 m1 10\n"
                                 "cuMemsetD8Async ? 0 601 s1 = 1\n");
    cr_expect_eq(cu->cuMemFree_v2(address + 1), CUDA_INVALID_VALUE);
    cr_expect_str_eq(fake->leaks(), "s1 e2 e1 m1 h1 module1 c0", "leaks are %s", fake->leaks());
    cr_expect_eq(cu->cuMemFree_v2(address), 0);
    cr_expect_eq(cu->cuMemFree_v2(address), CUDA_INVALID_VALUE);
    cr_expect_str_eq(fake->misuse(), "m1 is gone\n");
    cr_expect_eq(cu->cuMemFree_v2(0), 0);
    fake_bench_close(&bench);
    cr_expect_str_eq(fake->leaks(), "");
}

Test(cuda, fake_copies_to_the_device_end_later)
{
    char bytes[4] = "old";
    fake_bench bench;
    CUdeviceptr address;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    fake->constant("memcpy", 5000);
    cr_assert_eq(cu->cuMemAlloc_v2(&address, 4), 0);
    cr_expect_eq(cu->cuMemcpyHtoD_v2(address, "new", 4), 0);
    cr_expect_eq(fake->now(), 0);
    cr_expect_str_eq(fake->memory(address, 4), "");
    cr_expect_eq(cu->cuStreamSynchronize(NULL), 0);
    cr_expect_eq(fake->now(), 5000);
    cr_expect_str_eq(fake->memory(address, 4), "new");
    cr_expect_eq(cu->cuMemcpyDtoH_v2(bytes, address, 4), 0);
    cr_expect_eq(fake->now(), 10000);
    cr_expect_str_eq(bytes, "new");
    /* Freeing memory waits for pending work. */
    cr_expect_eq(cu->cuMemcpyHtoD_v2(address, "end", 4), 0);
    cr_expect_eq(cu->cuMemFree_v2(address), 0);
    cr_expect_eq(fake->now(), 15000);
    fake_bench_close(&bench);
    fake_cuda_expect_clean();
}

Test(cuda, fake_host_memory_has_an_address_on_the_device)
{
    uint32_t own[4] = { 0 };
    fake_bench bench;
    CUdeviceptr address = 0;
    void *plain;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    cr_expect_neq(bench.address, (uintptr_t)bench.words);
    cr_expect_eq(cu->cuMemHostAlloc(&plain, 16, 0), 0);
    cr_expect_eq(cu->cuMemHostGetDevicePointer_v2(&address, plain, 0), CUDA_INVALID_VALUE);
    cr_expect_eq(cu->cuMemFreeHost(plain), 0);
    cr_expect_eq(cu->cuMemHostUnregister(own), CUDA_NOT_REGISTERED);
    cr_expect_eq(cu->cuMemHostRegister_v2(own, sizeof(own), 2), 0);
    cr_expect_eq(cu->cuMemHostRegister_v2(own + 1, 4, 2), CUDA_ALREADY_REGISTERED);
    cr_expect_eq(cu->cuMemHostGetDevicePointer_v2(&address, own, 0), 0);
    cr_expect_eq(cu->cuMemsetD32Async(address + 4, 5, 2, bench.stream), 0);
    cr_expect_eq(own[1], 5);
    cr_expect_eq(own[3], 0);
    cr_expect_eq(cu->cuMemHostUnregister(own), 0);
    cr_expect_eq(cu->cuMemFreeHost(own), CUDA_INVALID_VALUE);
    fake_bench_close(&bench);
    cr_expect_str_eq(fake->leaks(), "");
}

Test(cuda, fake_kernels_die_on_memory_that_is_gone)
{
    fake_bench bench;
    void *words;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    words = (void *)(uintptr_t)bench.words;
    bench.address = (uintptr_t)words; /* a host address is not a device address */
    cr_expect_eq(fake_launch_block(&bench, bench.stream, 0), 0);
    cr_expect_eq(cu->cuEventRecord(bench.end, bench.stream), 0, "nobody has asked yet");
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), CUDA_ILLEGAL_ADDRESS);
    cr_expect_eq(cu->cuEventRecord(bench.end, bench.stream), CUDA_ILLEGAL_ADDRESS);
    fake_bench_close(&bench);
    fake_cuda_expect_clean();
}

Test(cuda, fake_faults_surface_at_the_next_wait_and_stay)
{
    fake_bench bench;
    CUdeviceptr address;
    CUcontext context;

    fake_cuda_begin(2);
    fake_bench_open(&bench, 0);
    fake->kernel_fault("work", 1, CUDA_LAUNCH_FAILED);
    cr_expect_eq(fake_launch(bench.work, bench.stream, NULL), 0);
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), 0);
    cr_expect_eq(fake_launch(bench.work, bench.stream, NULL), 0);
    fake->advance(2000);
    cr_expect_eq(cu->cuMemAlloc_v2(&address, 16), 0);
    cr_expect_eq(cu->cuEventQuery(bench.end), CUDA_LAUNCH_FAILED);
    cr_expect_eq(cu->cuMemAlloc_v2(&address, 16), CUDA_LAUNCH_FAILED);
    cr_expect_eq(cu->cuCtxSynchronize(), CUDA_LAUNCH_FAILED);
    cr_expect_eq(cu->cuMemFree_v2(address), CUDA_LAUNCH_FAILED);
    cr_expect_eq(cu->cuDevicePrimaryCtxRetain(&context, 1), 0, "another device lives");
    cr_expect_eq(cu->cuCtxPushCurrent_v2(context), 0);
    cr_expect_eq(cu->cuMemAlloc_v2(&address, 16), 0);
    cr_expect_eq(cu->cuMemFree_v2(address), 0);
    cr_expect_eq(cu->cuCtxPopCurrent_v2(NULL), 0);
    cr_expect_eq(cu->cuDevicePrimaryCtxRelease_v2(1), 0);
    fake_bench_close(&bench);
    fake_cuda_expect_clean();
    fake_bench_open(&bench, 0); /* a new context is alive */
    fake->time_limit(0, 5000);
    cr_expect_eq(fake_launch_block(&bench, bench.stream, 5000), 0);
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), 0, "its own limit is not beyond");
    cr_expect_eq(fake_launch_block(&bench, bench.stream, 0), 0);
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), CUDA_LAUNCH_TIMEOUT);
    fake_bench_close(&bench);
    fake_bench_open(&bench, 0);
    fake->fault(0, CUDA_LAUNCH_FAILED);
    cr_expect_eq(cu->cuStreamQuery(bench.stream), CUDA_LAUNCH_FAILED);
    fake_bench_close(&bench);
    fake_cuda_expect_clean();
}

Test(cuda, fake_fails_the_call_that_it_is_told_to)
{
    fake_bench bench;
    CUevent event = NULL;
    CUdeviceptr address;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    fake->fail("cuMemAlloc_v2", 2, CUDA_OUT_OF_MEMORY, false);
    cr_expect_eq(cu->cuMemAlloc_v2(&address, 16), 0);
    cr_expect_eq(cu->cuMemFree_v2(address), 0);
    cr_expect_eq(cu->cuMemAlloc_v2(&address, 16), CUDA_OUT_OF_MEMORY);
    cr_expect_eq(fake->failed(), 1);

    fake->fail(NULL, 2, CUDA_UNKNOWN, false);
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), 0);
    cr_expect_eq(cu->cuEventCreate(&event, 0), CUDA_UNKNOWN);
    cr_expect_null(event);
    cr_expect_eq(cu->cuEventCreate(&event, 0), 0);
    cr_expect_eq(fake->failed(), 2);

    fake->fail("cuLaunchKernel", 1, CUDA_UNKNOWN, true);
    cr_expect_eq(fake_launch(bench.work, bench.stream, NULL), CUDA_UNKNOWN);
    cr_expect_eq(fake->launches("work"), 1, "it was queued all the same");
    fake->fail("cuEventDestroy_v2", 1, CUDA_UNKNOWN, false);
    cr_expect_eq(cu->cuEventDestroy_v2(event), CUDA_UNKNOWN);
    cr_expect_eq(fake->live(FAKE_EVENT), 2, "it is gone all the same");
    fake->fail("cuMemAlloc_v2", 1, CUDA_UNKNOWN, false);
    fake->fail_nothing();
    fake_bench_close(&bench);
    cr_expect_eq(fake->failed(), 4);
    fake_cuda_expect_clean();
}

Test(cuda, fake_tells_what_was_not_released)
{
    fake_bench bench;
    CUstream stream;
    CUevent event;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    cr_expect_eq(cu->cuEventCreate(&event, 0), 0);
    cr_expect_eq(cu->cuStreamCreate(&stream, 0), 0);
    cr_expect_eq(fake_launch(bench.work, CUDA_STREAM_PER_THREAD, NULL), 0);
    fake_bench_close(&bench);
    cr_expect_str_eq(fake->leaks(), "s2 e3", "default streams are nobody's: %s", fake->leaks());
    cr_expect_eq(cu->cuDevicePrimaryCtxRelease_v2(0), CUDA_INVALID_CONTEXT);
    cr_expect_str_eq(fake->misuse(), "c0 is released and not retained\n");
    fake->reset(1);
    fake_cuda_expect_clean();
}

static void *other_thread(void *user)
{
    const fake_bench *bench = user;
    CUcontext context = bench->context;

    cr_expect_eq(cu->cuCtxGetCurrent(&context), 0);
    cr_expect_null(context, "each thread has its own");
    cr_expect_eq(cu->cuStreamSynchronize(bench->stream), CUDA_INVALID_CONTEXT);
    cr_expect_eq(cu->cuCtxSetCurrent(bench->context), 0);
    cr_expect_eq(cu->cuStreamSynchronize(bench->stream), 0);
    return NULL;
}

Test(cuda, fake_context_is_current_on_one_thread)
{
    fake_bench bench;
    CUcontext context = NULL;
    pthread_t thread;
    unsigned flags;
    int value = -1;

    fake_cuda_begin(2);
    cr_expect_eq(cu->cuInit(0), 0);
    cr_expect_eq(cu->cuCtxGetDevice(&value), CUDA_INVALID_CONTEXT);
    cr_expect_eq(cu->cuCtxPopCurrent_v2(&context), CUDA_INVALID_CONTEXT);
    fake_bench_open(&bench, 1);
    cr_expect_eq(cu->cuCtxGetDevice(&value), 0);
    cr_expect_eq(value, 1);
    cr_expect_eq(cu->cuDevicePrimaryCtxGetState(0, &flags, &value), 0);
    cr_expect_eq(value, 0);
    cr_expect_eq(fake->retained(1), 1);
    cr_expect_eq(pthread_create(&thread, NULL, other_thread, &bench), 0);
    pthread_join(thread, NULL);
    cr_expect_eq(cu->cuDevicePrimaryCtxRetain(&context, 0), 0);
    cr_expect_eq(cu->cuCtxPushCurrent_v2(context), 0);
    cr_expect_eq(fake_launch(bench.work, bench.stream, NULL), CUDA_INVALID_HANDLE,
                 "a stream of another context");
    cr_expect_eq(cu->cuCtxPopCurrent_v2(&context), 0);
    cr_expect_eq(cu->cuDevicePrimaryCtxRelease_v2(0), 0);
    cr_expect_eq(cu->cuCtxSetCurrent(context), CUDA_INVALID_CONTEXT);
    cr_expect_eq(cu->cuCtxGetDevice(&value), 0);
    cr_expect_eq(value, 1);
    fake_bench_close(&bench);
    cr_expect_eq(cu->cuCtxSynchronize(), CUDA_INVALID_CONTEXT);
    fake_cuda_expect_clean();
}
