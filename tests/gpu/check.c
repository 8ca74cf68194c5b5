/* SPDX-License-Identifier: MIT */
/* Shared by the checks: the driver, verdicts, and a device with streams, events and kernels. */
#include "gpu/check.h"

#include "cuda/driver.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static check_driver driver;
static bool failed;

check_driver *cu = &driver;
int check_device;

#define SYMBOL(name) { #name, offsetof(check_driver, name) },
static const struct {
    const char *name;
    size_t offset;
} symbols[] = { FAKE_SYMBOLS(SYMBOL, SYMBOL) };

bool check_driver_open(void)
{
    const char *path = getenv("BENCHRESULT_CUDA_LIBRARY");
    const bool named = path != NULL && path[0] != '\0';
    void *library = dlopen(named ? path : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);

    if (library == NULL && !named)
        library = dlopen("libcuda.so", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        return false;
    for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++) {
        void *const address = dlsym(library, symbols[i].name);

        memcpy((char *)&driver + symbols[i].offset, &address, sizeof(address));
    }
    return true;
}

void check_end(void)
{
    fflush(stdout);
    _exit(failed ? CHECK_FAILED : CHECK_PASSED);
}

void check_code(int code, int expected, int another, const char *call, const char *file, int line)
{
    if (code == expected || code == another)
        return;
    failed = true;
    printf("      %s:%d: %s gave %d where %d", file, line, call, code, expected);
    if (another != expected)
        printf(" or %d", another);
    printf(" is assumed\n");
}

void check_need(int code, const char *call, const char *file, int line)
{
    check_code(code, 0, 0, call, file, line);
    if (code != 0)
        check_end();
}

static void say(const char *format, va_list arguments)
{
    printf("      ");
    vprintf(format, arguments);
    printf("\n");
}

void check_that(bool good, const char *format, ...)
{
    va_list arguments;

    if (good)
        return;
    failed = true;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

void check_note(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

void check_skip(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    fflush(stdout);
    _exit(failed ? CHECK_FAILED : CHECK_SKIPPED);
}

void bench_open_context(gpu_bench *bench)
{
    memset(bench, 0, sizeof(*bench));
    NEED(cu->cuInit(0));
    NEED(cu->cuDeviceGet(&bench->device, check_device));
    NEED(cu->cuDevicePrimaryCtxRetain(&bench->context, bench->device));
    NEED(cu->cuCtxSetCurrent(bench->context));
}

static void bench_load(gpu_bench *bench)
{
    NEED(cu->cuModuleLoadData(&bench->helpers, bres__cuda_helper_ptx));
    NEED(cu->cuModuleGetFunction(&bench->block, bench->helpers, "block"));
    NEED(cu->cuModuleGetFunction(&bench->stamp, bench->helpers, "stamp"));
    NEED(cu->cuModuleLoadData(&bench->kernels, check_ptx));
    NEED(cu->cuModuleGetFunction(&bench->spin, bench->kernels, "spin"));
    NEED(cu->cuModuleGetFunction(&bench->store, bench->kernels, "store"));
    NEED(cu->cuModuleGetFunction(&bench->add, bench->kernels, "add"));
    NEED(cu->cuModuleGetFunction(&bench->tick, bench->kernels, "tick"));
}

void bench_open_cold(gpu_bench *bench)
{
    const size_t size = WORD_COUNT * sizeof(uint32_t);
    void *words;

    bench_open_context(bench);
    NEED(cu->cuDeviceGetAttribute(&bench->sm_count, 16, bench->device));
    NEED(cu->cuStreamCreate(&bench->stream, 1));
    NEED(cu->cuStreamCreate(&bench->second, 1));
    NEED(cu->cuStreamCreate(&bench->third, 1));
    NEED(cu->cuStreamCreate(&bench->blocking, 0));
    NEED(cu->cuEventCreate(&bench->start, 0));
    NEED(cu->cuEventCreate(&bench->end, 0));
    NEED(cu->cuMemHostAlloc(&words, size, 2));
    NEED(cu->cuMemHostGetDevicePointer_v2(&bench->address, words, 0));
    memset(words, 0, size);
    bench->words = words;
    bench_load(bench);
}

void bench_open(gpu_bench *bench)
{
    CUdeviceptr address;
    void *parameters[] = { &address };

    bench_open_cold(bench);
    address = bench_word(bench, WORD_ONE);
    bench_release(bench);
    bench_block(bench, bench->stream, 1);
    bench_spin(bench, bench->stream, 0);
    bench_store(bench, bench->stream, WORD_ONE, 0);
    bench_add(bench, bench->stream, WORD_ONE);
    bench_stamp(bench, bench->stream, bench->address, 0);
    NEED(cu->cuLaunchKernel(bench->tick, 1, 1, 1, 1, 1, 1, 0, bench->stream, parameters, NULL));
    NEED(cu->cuStreamSynchronize(bench->stream));
    for (int i = 0; i < WORD_COUNT; i++)
        bench->words[i] = 0;
}

CUdeviceptr bench_word(const gpu_bench *bench, int word)
{
    return bench->address + (CUdeviceptr)word * sizeof(uint32_t);
}

static CUresult launch(CUfunction function, unsigned blocks, CUstream stream, void **parameters)
{
    return cu->cuLaunchKernel(function, blocks, 1, 1, 1, 1, 1, 0, stream, parameters, NULL);
}

void bench_block(const gpu_bench *bench, CUstream stream, uint64_t limit)
{
    CUdeviceptr flag = bench_word(bench, WORD_FLAG);
    CUdeviceptr expired = bench_word(bench, WORD_EXPIRED);
    void *parameters[] = { &flag, &expired, &limit };

    NEED(launch(bench->block, 1, stream, parameters));
}

void bench_release(const gpu_bench *bench)
{
    bench->words[WORD_FLAG] = 1;
    __sync_synchronize();
}

void bench_spin(const gpu_bench *bench, CUstream stream, uint64_t ns)
{
    void *parameters[] = { &ns };

    NEED(launch(bench->spin, 1, stream, parameters));
}

CUresult bench_try_store(const gpu_bench *bench, CUstream stream, CUdeviceptr address,
                         uint32_t value)
{
    void *parameters[] = { &address, &value };

    return launch(bench->store, 1, stream, parameters);
}

void bench_store(const gpu_bench *bench, CUstream stream, int word, uint32_t value)
{
    NEED(bench_try_store(bench, stream, bench_word(bench, word), value));
}

void bench_add(const gpu_bench *bench, CUstream stream, int word)
{
    CUdeviceptr address = bench_word(bench, word);
    void *parameters[] = { &address };

    NEED(launch(bench->add, 1, stream, parameters));
}

void bench_stamp(const gpu_bench *bench, CUstream stream, CUdeviceptr slots, unsigned blocks)
{
    uint32_t count = blocks == 0 ? 0 : (uint32_t)bench->sm_count;
    void *parameters[] = { &slots, &count };

    NEED(launch(bench->stamp, blocks == 0 ? 1 : blocks, stream, parameters));
}

double bench_elapsed(CUevent start, CUevent end)
{
    float milliseconds = 0;

    NEED(cu->cuEventElapsedTime(&milliseconds, start, end));
    return (double)milliseconds * 1e6;
}

void bench_kill(const gpu_bench *bench)
{
    NEED(bench_try_store(bench, bench->stream, 64, 1));
    EXPECT(cu->cuStreamSynchronize(bench->stream), CUDA_ILLEGAL_ADDRESS);
}
