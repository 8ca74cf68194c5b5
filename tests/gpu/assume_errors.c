/* SPDX-License-Identifier: MIT */
/* Assumptions 41 to 45: errors. */
#include "gpu/check.h"

#define BIG ((size_t)64 << 20)

static void sticky(void)
{
    CUdeviceptr address;
    CUstream stream;
    float milliseconds;
    size_t size;
    gpu_bench bench;

    bench_open(&bench);
    NEED(cu->cuEventRecord(bench.start, bench.stream));
    NEED(cu->cuEventRecord(bench.end, bench.stream));
    bench_kill(&bench);
    EXPECT(cu->cuStreamSynchronize(bench.second), CUDA_ILLEGAL_ADDRESS);
    EXPECT(cu->cuStreamQuery(bench.second), CUDA_ILLEGAL_ADDRESS);
    EXPECT(cu->cuEventQuery(bench.start), CUDA_ILLEGAL_ADDRESS);
    EXPECT(cu->cuEventElapsedTime(&milliseconds, bench.start, bench.end), CUDA_ILLEGAL_ADDRESS);
    EXPECT(cu->cuCtxSynchronize(), CUDA_ILLEGAL_ADDRESS);
    EXPECT(cu->cuMemAlloc_v2(&address, 4096), CUDA_ILLEGAL_ADDRESS);
    EXPECT(cu->cuStreamCreate(&stream, 0), CUDA_ILLEGAL_ADDRESS);
    EXPECT(cu->cuMemGetInfo_v2(&size, &size), CUDA_ILLEGAL_ADDRESS);
}

static void dead_context(void)
{
    CUdeviceptr address;
    gpu_bench bench;

    bench_open(&bench);
    NEED(cu->cuMemAlloc_v2(&address, 4096));
    bench_kill(&bench);
    EXPECT(bench_try_store(&bench, bench.second, bench_word(&bench, WORD_ONE), 1),
           CUDA_ILLEGAL_ADDRESS);
    check_that(bench.words[WORD_ONE] == 0, "a kernel has run in a dead context");
    EXPECT(cu->cuMemFree_v2(address), CUDA_ILLEGAL_ADDRESS);
    EXPECT(cu->cuEventDestroy_v2(bench.start), CUDA_ILLEGAL_ADDRESS);
    EXPECT(cu->cuModuleUnload(bench.kernels), CUDA_ILLEGAL_ADDRESS);
    EXPECT(cu->cuStreamDestroy_v2(bench.stream), CUDA_ILLEGAL_ADDRESS);
}

static void other_devices(void)
{
    CUcontext context;
    CUdeviceptr address;
    int count;

    NEED(cu->cuDeviceGetCount(&count));
    for (int i = 0; i < count; i++) {
        CUdevice device;

        if (i == check_device)
            continue;
        NEED(cu->cuDeviceGet(&device, i));
        NEED(cu->cuDevicePrimaryCtxRetain(&context, device));
        NEED(cu->cuCtxSetCurrent(context));
        EXPECT(cu->cuMemAlloc_v2(&address, 4096), 0);
        NEED(cu->cuDevicePrimaryCtxRelease_v2(device));
    }
}

static void recovery(void)
{
    CUcontext context;
    CUdeviceptr address;
    CUdevice device;
    int number;
    gpu_bench bench;

    bench_open(&bench);
    bench_kill(&bench);
    EXPECT(cu->cuInit(0), 0);
    EXPECT(cu->cuDriverGetVersion(&number), 0);
    EXPECT(cu->cuDeviceGetCount(&number), 0);
    EXPECT(cu->cuDeviceGet(&device, check_device), 0);
    EXPECT(cu->cuDeviceGetAttribute(&number, 16, device), 0);
    EXPECT(cu->cuDevicePrimaryCtxRetain(&context, bench.device), 0);
    EXPECT(cu->cuDevicePrimaryCtxRelease_v2(bench.device), 0);
    EXPECT(cu->cuCtxSetCurrent(NULL), 0);
    EXPECT(cu->cuCtxSetCurrent(bench.context), 0);
    EXPECT(cu->cuCtxSetCurrent(NULL), 0);
    other_devices();
    NEED(cu->cuCtxSetCurrent(NULL));
    EXPECT(cu->cuDevicePrimaryCtxRelease_v2(bench.device), 0);
    NEED(cu->cuDevicePrimaryCtxRetain(&context, bench.device));
    NEED(cu->cuCtxSetCurrent(context));
    EXPECT(cu->cuMemAlloc_v2(&address, 4096), 0);
    EXPECT(cu->cuCtxSynchronize(), 0);
}

/* A dead context answers no query: the free memory of the next context shows the release. */
static void failing_release(void)
{
    CUdeviceptr address;
    size_t before;
    size_t after;
    size_t total;
    gpu_bench bench;

    bench_open(&bench);
    NEED(cu->cuMemGetInfo_v2(&before, &total));
    NEED(cu->cuMemAlloc_v2(&address, BIG));
    bench_kill(&bench);
    EXPECT(cu->cuMemFree_v2(address), CUDA_ILLEGAL_ADDRESS);
    NEED(cu->cuCtxSetCurrent(NULL));
    cu->cuDevicePrimaryCtxRelease_v2(bench.device);
    bench_open(&bench);
    NEED(cu->cuMemGetInfo_v2(&after, &total));
    check_that(after + BIG / 2 > before, "%zu bytes were free before, %zu are now", before, after);
    NEED(cu->cuMemAlloc_v2(&address, BIG));
    EXPECT(cu->cuMemFree_v2(address), 0);
}

static void failing_call(void)
{
    CUdeviceptr address = 0;
    uint32_t word = 1;
    CUdeviceptr target;
    void *parameters[] = { &target, &word };
    size_t before;
    size_t after;
    size_t total;
    gpu_bench bench;

    bench_open(&bench);
    target = bench_word(&bench, WORD_ONE);
    NEED(cu->cuMemGetInfo_v2(&before, &total));
    EXPECT(cu->cuMemAlloc_v2(&address, total + BIG), CUDA_OUT_OF_MEMORY);
    NEED(cu->cuMemGetInfo_v2(&after, &total));
    check_that(after + BIG / 2 > before, "an allocation that failed has taken memory");
    EXPECT(cu->cuLaunchKernel(bench.store, 0, 1, 1, 1, 1, 1, 0, bench.stream, parameters, NULL),
           CUDA_INVALID_VALUE);
    EXPECT(cu->cuStreamSynchronize(bench.stream), 0);
    check_that(bench.words[WORD_ONE] == 0, "a launch that failed has run");
    bench_store(&bench, bench.stream, WORD_ONE, 2);
    EXPECT(cu->cuStreamSynchronize(bench.stream), 0);
    check_that(bench.words[WORD_ONE] == 2, "after a launch that failed nothing runs");
}

const gpu_check assume_errors[] = {
    { "41", "the error of a kernel stays", sticky },
    { "42", "in a dead context nothing runs", dead_context },
    { "43", "what works beside and after a dead context", recovery },
    { "44", "a release that fails has released", failing_release },
    { "45", "a call that fails has done nothing", failing_call },
    CHECK_END,
};
