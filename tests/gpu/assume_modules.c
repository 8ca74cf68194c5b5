/* SPDX-License-Identifier: MIT */
/* Assumptions 33 to 40: modules, launches, and the helper kernels. */
#include "gpu/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void images(void)
{
    char log[512] = "";
    int options[] = { 5, 6 };
    void *values[] = { log, (void *)sizeof(log) };
    CUmodule module;
    gpu_bench bench;

    bench_open_context(&bench);
    EXPECT(cu->cuModuleLoadData(&module, "this is no module"), CUDA_INVALID_PTX);
    EXPECT(cu->cuModuleLoadDataEx(&module, "this is no module", 2, options, values),
           CUDA_INVALID_PTX);
    check_note("the log says: %.200s", log);
    EXPECT(cu->cuModuleLoadData(&module, check_ptx), 0);
}

static void functions(void)
{
    CUfunction function;
    gpu_bench bench;

    bench_open(&bench);
    EXPECT(cu->cuModuleGetFunction(&function, bench.kernels, "nowhere"), CUDA_NOT_FOUND);
    NEED(cu->cuModuleGetFunction(&function, bench.kernels, "spin"));
    check_that(function == bench.spin, "a function has two handles");
}

static CUresult launch_of(const gpu_bench *bench, unsigned grid, unsigned block, unsigned shared)
{
    uint64_t ns = 0;
    void *parameters[] = { &ns };

    return cu->cuLaunchKernel(bench->spin, grid, 1, 1, block, 1, 1, shared, bench->stream,
                              parameters, NULL);
}

static void launches(void)
{
    CUdeviceptr address;
    uint32_t value = 5;
    void *parameters[] = { &address, &value };
    int threads;
    int shared;
    gpu_bench bench;

    bench_open(&bench);
    NEED(cu->cuDeviceGetAttribute(&threads, 1, bench.device));
    NEED(cu->cuDeviceGetAttribute(&shared, 8, bench.device));
    address = bench_word(&bench, WORD_ONE);
    bench_block(&bench, bench.stream, HELD);
    NEED(cu->cuLaunchKernel(bench.store, 1, 1, 1, 1, 1, 1, 0, bench.stream, parameters, NULL));
    value = 6;
    bench_release(&bench);
    NEED(cu->cuStreamSynchronize(bench.stream));
    check_that(bench.words[WORD_ONE] == 5, "a parameter was read after the launch");
    EXPECT(launch_of(&bench, 0, 1, 0), CUDA_INVALID_VALUE);
    EXPECT(launch_of(&bench, 1, 0, 0), CUDA_INVALID_VALUE);
    EXPECT(launch_of(&bench, 1, (unsigned)threads + 1, 0), CUDA_INVALID_VALUE);
    EXPECT(launch_of(&bench, 1, 1, (unsigned)shared + 1), CUDA_INVALID_VALUE);
    EXPECT(launch_of(&bench, 1, (unsigned)threads, 0), 0);
}

/* Bytes of static shared memory that the kernel "shared" declares. */
#define DECLARED 1024

static CUresult launch_shared(const gpu_bench *bench, CUfunction function, int shared)
{
    return cu->cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, (unsigned)shared, bench->stream, NULL,
                              NULL);
}

/* Gets the kernel "shared". Returns how many bytes of dynamic shared memory the limit in a device
 * attribute leaves. */
static int shared_open(gpu_bench *bench, CUfunction *function, int attribute)
{
    int shared = 0;

    bench_open(bench);
    NEED(cu->cuModuleGetFunction(function, bench->kernels, "shared"));
    NEED(cu->cuDeviceGetAttribute(&shared, attribute, bench->device));
    return shared - DECLARED;
}

static void shared_memory(void)
{
    CUfunction function;
    gpu_bench bench;
    const int left = shared_open(&bench, &function, 8);

    EXPECT(launch_shared(&bench, function, left), 0);
    EXPECT(launch_shared(&bench, function, left + 1), CUDA_INVALID_VALUE);
    EXPECT(cu->cuStreamSynchronize(bench.stream), 0);
}

static void more_shared_memory(void)
{
    CUfunction function;
    gpu_bench bench;
    const int left = shared_open(&bench, &function, 97);

    NEED_FUNCTION(cuFuncSetAttribute);
    EXPECT(cu->cuFuncSetAttribute(function, 8, left + 1), CUDA_INVALID_VALUE);
    EXPECT(cu->cuFuncSetAttribute(function, 8, left), 0);
    EXPECT(launch_shared(&bench, function, left), 0);
    EXPECT(launch_shared(&bench, function, left + 1), CUDA_INVALID_VALUE);
    EXPECT(cu->cuStreamSynchronize(bench.stream), 0);
}

static void lazy_loading(void)
{
    int mode = 0;
    gpu_bench bench;

    bench_open_cold(&bench);
    bench_release(&bench);
    bench_block(&bench, bench.stream, 1);
    NEED(cu->cuStreamSynchronize(bench.stream));
    bench.words[WORD_FLAG] = 0;
    bench_block(&bench, bench.stream, 500 * MILLISECOND);
    bench_spin(&bench, bench.second, 0);
    if (cu->cuModuleGetLoadingMode != NULL)
        NEED(cu->cuModuleGetLoadingMode(&mode));
    check_note("loading is %s; a first launch %s for another stream",
               mode == 2   ? "lazy"
               : mode == 1 ? "eager"
                           : "of an unknown kind",
               bench.words[WORD_EXPIRED] != 0 ? "waited" : "did not wait");
    bench_release(&bench);
    EXPECT(cu->cuCtxSynchronize(), 0);
}

/* Stamps of all multiprocessors. Not freed: the process of the check ends. */
typedef struct gpu_stamps {
    uint64_t *slots;
    CUdeviceptr address;
} gpu_stamps;

static gpu_stamps stamps_new(const gpu_bench *bench)
{
    const size_t size = (size_t)bench->sm_count * 16;
    gpu_stamps stamps = { NULL, 0 };
    void *memory;

    NEED(cu->cuMemHostAlloc(&memory, size, 2));
    NEED(cu->cuMemHostGetDevicePointer_v2(&stamps.address, memory, 0));
    memset(memory, 0, size);
    stamps.slots = memory;
    return stamps;
}

static void multiprocessors(void)
{
    int reached = 0;
    gpu_stamps all;
    gpu_stamps one;
    gpu_bench bench;

    bench_open(&bench);
    all = stamps_new(&bench);
    one = stamps_new(&bench);
    bench_stamp(&bench, bench.stream, all.address, (unsigned)bench.sm_count);
    bench_stamp(&bench, bench.stream, one.address, 1);
    NEED(cu->cuStreamSynchronize(bench.stream));
    for (int i = 0; i < bench.sm_count; i++)
        reached += all.slots[2 * i] != 0;
    check_note("%d blocks reached %d of %d multiprocessors", bench.sm_count, reached,
               bench.sm_count);
    check_that(reached == bench.sm_count, "not all of them");
    check_that(one.slots[0] != 0, "a single block did not run on multiprocessor 0");
}

static void helper_block(void)
{
    double length;
    gpu_bench bench;

    bench_open(&bench);
    bench_block(&bench, bench.stream, HELD);
    bench_release(&bench);
    NEED(cu->cuStreamSynchronize(bench.stream));
    check_that(bench.words[WORD_EXPIRED] == 0, "the limit was over before it was");
    bench.words[WORD_FLAG] = 0;
    NEED(cu->cuEventRecord(bench.start, bench.stream));
    bench_block(&bench, bench.stream, 20 * MILLISECOND);
    NEED(cu->cuEventRecord(bench.end, bench.stream));
    NEED(cu->cuStreamSynchronize(bench.stream));
    check_that(bench.words[WORD_EXPIRED] == 1, "the limit was not noticed");
    length = bench_elapsed(bench.start, bench.end);
    check_that(fabs(length - 20e6) < 0.02 * 20e6, "a limit of 20 ms came after %.3f ms",
               length / 1e6);
}

static void device_clocks(void)
{
    CUdeviceptr address;
    void *parameters[] = { &address };
    double low = INFINITY;
    double high = 0;
    double events;
    gpu_stamps from;
    gpu_stamps to;
    gpu_bench bench;

    bench_open(&bench);
    from = stamps_new(&bench);
    to = stamps_new(&bench);
    address = bench_word(&bench, WORD_ONE);
    NEED(cu->cuLaunchKernel(bench.tick, 1, 1, 1, 1, 1, 1, 0, bench.stream, parameters, NULL));
    NEED(cu->cuEventRecord(bench.start, bench.stream));
    bench_stamp(&bench, bench.stream, from.address, (unsigned)bench.sm_count);
    bench_spin(&bench, bench.stream, 20 * MILLISECOND);
    bench_stamp(&bench, bench.stream, to.address, (unsigned)bench.sm_count);
    NEED(cu->cuEventRecord(bench.end, bench.stream));
    NEED(cu->cuStreamSynchronize(bench.stream));
    events = bench_elapsed(bench.start, bench.end);
    for (int i = 0; i < bench.sm_count; i++) {
        const double ns = (double)(to.slots[2 * i] - from.slots[2 * i]);
        const double hertz = (double)(to.slots[2 * i + 1] - from.slots[2 * i + 1]) / ns * 1e9;

        if (from.slots[2 * i] == 0 || to.slots[2 * i] == 0)
            continue;
        check_that(fabs(ns - events) < 0.01 * events,
                   "multiprocessor %d counted %.0f ns where events count %.0f", i, ns, events);
        low = fmin(low, hertz);
        high = fmax(high, hertz);
    }
    check_note("the nanosecond clock has steps of %u ns, the multiprocessors run at %.1f to %.1f "
               "MHz",
               bench.words[WORD_ONE], low / 1e6, high / 1e6);
    check_that(high > 0, "no multiprocessor was seen twice");
    check_that(high - low < 0.01 * high, "the multiprocessors have different clocks");
}

/* Seconds; longer than the time limit for kernels on any system. */
#define TOO_LONG 60

static void time_limit(void)
{
    int limited;
    gpu_bench bench;

    bench_open(&bench);
    NEED(cu->cuDeviceGetAttribute(&limited, 17, bench.device));
    if (!limited)
        check_skip("the device has no time limit");
    bench_spin(&bench, bench.stream, TOO_LONG * 1000 * MILLISECOND);
    EXPECT(cu->cuStreamSynchronize(bench.stream), CUDA_LAUNCH_TIMEOUT);
    EXPECT(cu->cuStreamSynchronize(bench.second), CUDA_LAUNCH_TIMEOUT);
}

const gpu_check assume_modules[] = {
    { "33", "images that can be loaded", images },
    { "34", "functions of a module", functions },
    { "35", "parameters and geometry of a launch", launches },
    { "53", "dynamic shared memory beside declared one", shared_memory },
    { "54", "more dynamic shared memory", more_shared_memory },
    { "36", "the first launch of a function", lazy_loading },
    { "37", "blocks reach the multiprocessors", multiprocessors },
    { "38", "the blocking kernel and its limit", helper_block },
    { "39", "the device's clocks", device_clocks },
    { "40", "the time limit of a device", time_limit },
    CHECK_END,
};
