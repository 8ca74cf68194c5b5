/* SPDX-License-Identifier: MIT */
/* Assumptions 25 to 32: memory. */
#include "gpu/check.h"

#include <stdlib.h>
#include <string.h>

#define SMALL ((size_t)1 << 20)
#define BIG   ((size_t)64 << 20)

static void allocating(void)
{
    CUdeviceptr address;
    size_t total;
    gpu_bench bench;

    bench_open_context(&bench);
    NEED(cu->cuDeviceTotalMem_v2(&total, bench.device));
    EXPECT(cu->cuMemAlloc_v2(&address, 0), CUDA_INVALID_VALUE);
    EXPECT(cu->cuMemAlloc_v2(&address, total + SMALL), CUDA_OUT_OF_MEMORY);
    EXPECT(cu->cuMemAlloc_v2(&address, SMALL), 0);
}

static void freeing(void)
{
    CUdeviceptr address;
    void *host;
    gpu_bench bench;

    bench_open(&bench);
    NEED(cu->cuMemAlloc_v2(&address, SMALL));
    NEED(cu->cuMemHostAlloc(&host, SMALL, 2));
    bench_spin(&bench, bench.stream, 20 * MILLISECOND);
    NEED(cu->cuEventRecord(bench.end, bench.stream));
    EXPECT(cu->cuEventQuery(bench.end), CUDA_NOT_READY);
    NEED(cu->cuMemFree_v2(address));
    EXPECT(cu->cuEventQuery(bench.end), 0);
    bench_spin(&bench, bench.stream, 20 * MILLISECOND);
    NEED(cu->cuEventRecord(bench.end, bench.stream));
    NEED(cu->cuMemFreeHost(host));
    EXPECT(cu->cuEventQuery(bench.end), 0);
    EXPECT(cu->cuMemFree_v2(0), 0);
    EXPECT(cu->cuMemFree_v2(address), CUDA_INVALID_VALUE);
    EXPECT(cu->cuMemFreeHost(&bench), CUDA_INVALID_VALUE);
}

static void copying(void)
{
    const uint32_t seven = 7;
    uint32_t word = 0;
    CUdeviceptr address;
    gpu_bench bench;

    bench_open(&bench);
    NEED(cu->cuMemAlloc_v2(&address, SMALL));
    bench_spin(&bench, bench.blocking, 5 * MILLISECOND);
    NEED(bench_try_store(&bench, bench.blocking, address, 5));
    NEED(cu->cuMemcpyDtoH_v2(&word, address, sizeof(word)));
    check_that(word == 5, "a copy did not wait for a blocking stream: %u", word);
    bench_spin(&bench, bench.blocking, 5 * MILLISECOND);
    NEED(bench_try_store(&bench, bench.blocking, address, 6));
    NEED(cu->cuMemcpyHtoD_v2(address, &seven, sizeof(seven)));
    NEED(cu->cuMemcpyDtoH_v2(&word, address, sizeof(word)));
    check_that(word == 7, "a copy to the device has not arrived: %u", word);
}

static void ranges(void)
{
    CUdeviceptr address;
    char *host = malloc(SMALL + 1);
    gpu_bench bench;

    bench_open(&bench);
    check_that(host != NULL, "no memory");
    NEED(cu->cuMemAlloc_v2(&address, SMALL));
    EXPECT(cu->cuMemsetD8Async(address, 0, SMALL + 1, bench.stream), CUDA_INVALID_VALUE);
    EXPECT(cu->cuMemcpyDtoH_v2(host, address, SMALL + 1), CUDA_INVALID_VALUE);
    EXPECT(cu->cuMemcpyHtoD_v2(address + 1, host, SMALL), CUDA_INVALID_VALUE);
    free(host);
    NEED(cu->cuCtxSynchronize());
    NEED(cu->cuMemAlloc_v2(&address, BIG));
    NEED(cu->cuMemFree_v2(address));
    NEED(bench_try_store(&bench, bench.stream, address, 1));
    EXPECT(cu->cuStreamSynchronize(bench.stream), CUDA_ILLEGAL_ADDRESS);
}

static void mapped_address(void)
{
    CUdeviceptr address = 0;
    void *host;
    gpu_bench bench;

    bench_open(&bench);
    check_note("a mapped word's address on the device is %s",
               bench.address == (uintptr_t)bench.words ? "that of the host" : "another");
    NEED(cu->cuMemHostAlloc(&host, SMALL, 0));
    EXPECT_EITHER(cu->cuMemHostGetDevicePointer_v2(&address, host, 0), CUDA_INVALID_VALUE, 0);
    EXPECT(cu->cuMemHostGetDevicePointer_v2(&address, &bench, 0), CUDA_INVALID_VALUE);
}

static void new_host_memory(void)
{
    unsigned char *host;
    size_t set = 0;
    void *memory;
    gpu_bench bench;

    bench_open_context(&bench);
    NEED(cu->cuMemHostAlloc(&memory, SMALL, 2));
    host = memory;
    for (size_t i = 0; i < SMALL; i++)
        set += host[i] != 0;
    check_note("%zu of %zu bytes of new host memory are not zero", set, SMALL);
    memset(host, 1, SMALL);
}

static void mapped_memory(void)
{
    gpu_bench bench;

    bench_open(&bench);
    bench_block(&bench, bench.stream, HELD);
    bench_store(&bench, bench.stream, WORD_ONE, 3);
    EXPECT(cu->cuStreamQuery(bench.stream), CUDA_NOT_READY);
    bench_release(&bench);
    NEED(cu->cuStreamSynchronize(bench.stream));
    check_that(bench.words[WORD_EXPIRED] == 0, "a kernel did not see what the host wrote");
    check_that(bench.words[WORD_ONE] == 3, "the host does not see what a kernel wrote");
}

static void registering(void)
{
    void *pages;
    gpu_bench bench;

    bench_open_context(&bench);
    NEED(posix_memalign(&pages, 65536, 131072));
    NEED(cu->cuMemHostRegister_v2(pages, 131072, 2));
    EXPECT(cu->cuMemHostRegister_v2(pages, 131072, 2), CUDA_ALREADY_REGISTERED);
    EXPECT(cu->cuMemHostRegister_v2((char *)pages + 65536, 65536, 2), CUDA_ALREADY_REGISTERED);
    EXPECT(cu->cuMemHostUnregister(pages), 0);
    EXPECT(cu->cuMemHostUnregister(pages), CUDA_NOT_REGISTERED);
    free(pages);
}

static void persisting_lines(void)
{
    int major;
    gpu_bench bench;

    bench_open_context(&bench);
    NEED_FUNCTION(cuCtxResetPersistingL2Cache);
    NEED(cu->cuDeviceGetAttribute(&major, 75, bench.device));
    EXPECT(cu->cuCtxResetPersistingL2Cache(), major < 8 ? CUDA_NOT_SUPPORTED : 0);
}

const gpu_check assume_memory[] = {
    { "25", "allocating nothing, and too much", allocating },
    { "26", "freeing waits", freeing },
    { "27", "copies run in the legacy default stream", copying },
    { "28", "ranges that are not of an allocation, and freed memory", ranges },
    { "29", "the device's address of host memory", mapped_address },
    { "30", "what is in new host memory", new_host_memory },
    { "31", "mapped memory shows what the other side wrote", mapped_memory },
    { "32", "registering twice", registering },
    { "52", "resetting lines that persist in the L2 cache", persisting_lines },
    CHECK_END,
};
