/* SPDX-License-Identifier: MIT */
/* Assumptions 1 to 10: start-up and contexts. */
#include "gpu/check.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define BIG ((size_t)64 << 20)

/* Checks the stub library of a CUDA toolkit; does nothing if the library is missing. */
static void stub_expect(const char *path)
{
    static const char *const names[] = { "cuInit", "cuDriverGetVersion", "cuDeviceGetCount",
                                         "cuCtxGetCurrent", "cuStreamCreate" };
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    int (*function)(void *, void *);
    char room[64];

    if (library == NULL)
        return;
    check_note("the stub library is %s", path);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        void *const address = dlsym(library, names[i]);

        memcpy(&function, &address, sizeof(address));
        check_that(function != NULL && function(room, room) == CUDA_STUB_LIBRARY,
                   "%s of the stub library does not give %d", names[i], CUDA_STUB_LIBRARY);
    }
}

static void no_device(void)
{
    stub_expect("/usr/local/cuda/lib64/stubs/libcuda.so");
    setenv("CUDA_VISIBLE_DEVICES", "", 1);
    EXPECT(cu->cuInit(0), CUDA_NO_DEVICE);
}

static void before_init(void)
{
    CUcontext context;
    CUstream stream;
    CUevent event;
    CUdeviceptr address;
    const char *text;
    int number;

    EXPECT(cu->cuDriverGetVersion(&number), 0);
    EXPECT(cu->cuGetErrorName(0, &text), 0);
    EXPECT(cu->cuGetErrorString(0, &text), 0);
    EXPECT(cu->cuDeviceGetCount(&number), CUDA_NOT_INITIALIZED);
    EXPECT(cu->cuDeviceGet(&number, 0), CUDA_NOT_INITIALIZED);
    EXPECT(cu->cuDevicePrimaryCtxRetain(&context, 0), CUDA_NOT_INITIALIZED);
    EXPECT(cu->cuCtxGetCurrent(&context), CUDA_NOT_INITIALIZED);
    EXPECT(cu->cuCtxSetCurrent(NULL), CUDA_NOT_INITIALIZED);
    EXPECT(cu->cuStreamCreate(&stream, 0), CUDA_NOT_INITIALIZED);
    EXPECT(cu->cuEventCreate(&event, 0), CUDA_NOT_INITIALIZED);
    EXPECT(cu->cuMemAlloc_v2(&address, 4096), CUDA_NOT_INITIALIZED);
}

static void unknown_error(void)
{
    const char *text = "";

    EXPECT(cu->cuGetErrorName(123456, &text), CUDA_INVALID_VALUE);
    check_that(text == NULL, "the name of an unknown error is not NULL");
    text = "";
    EXPECT(cu->cuGetErrorString(123456, &text), CUDA_INVALID_VALUE);
    check_that(text == NULL, "the text of an unknown error is not NULL");
}

static void out_of_range(void)
{
    CUdevice device;
    int count;
    int value;

    NEED(cu->cuInit(0));
    NEED(cu->cuDeviceGetCount(&count));
    EXPECT(cu->cuDeviceGet(&device, count), CUDA_INVALID_DEVICE);
    EXPECT(cu->cuDeviceGet(&device, -1), CUDA_INVALID_DEVICE);
    NEED(cu->cuDeviceGet(&device, check_device));
    EXPECT(cu->cuDeviceGetAttribute(&value, 0, device), CUDA_INVALID_VALUE);
    EXPECT(cu->cuDeviceGetAttribute(&value, 100000, device), CUDA_INVALID_VALUE);
}

static void last_release(void)
{
    size_t before;
    size_t after;
    size_t total;
    CUdeviceptr address;
    CUstream stream;
    gpu_bench bench;

    bench_open_context(&bench);
    NEED(cu->cuMemGetInfo_v2(&before, &total));
    NEED(cu->cuMemAlloc_v2(&address, BIG));
    NEED(cu->cuStreamCreate(&stream, 0));
    NEED(cu->cuDevicePrimaryCtxRelease_v2(bench.device));
    EXPECT(cu->cuMemAlloc_v2(&address, BIG), CUDA_INVALID_CONTEXT);
    EXPECT(cu->cuCtxSetCurrent(bench.context), CUDA_INVALID_CONTEXT);
    cu->cuCtxSetCurrent(NULL);
    NEED(cu->cuDevicePrimaryCtxRetain(&bench.context, bench.device));
    NEED(cu->cuCtxSetCurrent(bench.context));
    NEED(cu->cuMemGetInfo_v2(&after, &total));
    check_that(after + BIG / 2 > before, "%zu bytes were free before, %zu are now", before, after);
}

static void release_unretained(void)
{
    CUdevice device;

    NEED(cu->cuInit(0));
    NEED(cu->cuDeviceGet(&device, check_device));
    EXPECT(cu->cuDevicePrimaryCtxRelease_v2(device), CUDA_INVALID_CONTEXT);
}

static CUcontext current_context(void)
{
    CUcontext context = NULL;

    NEED(cu->cuCtxGetCurrent(&context));
    return context;
}

static void *new_thread(void *unused)
{
    (void)unused;
    check_that(current_context() == NULL, "a new thread has a current context");
    return NULL;
}

static void stack_of_contexts(void)
{
    CUcontext popped;
    pthread_t thread;
    gpu_bench bench;

    bench_open_context(&bench);
    check_that(pthread_create(&thread, NULL, new_thread, NULL) == 0 &&
                   pthread_join(thread, NULL) == 0,
               "no thread can be made");
    NEED(cu->cuCtxPushCurrent_v2(bench.context));
    NEED(cu->cuCtxSetCurrent(NULL));
    check_that(current_context() == bench.context, "NULL took more than the top of the stack");
    NEED(cu->cuCtxSetCurrent(bench.context));
    NEED(cu->cuCtxPopCurrent_v2(&popped));
    check_that(popped == bench.context, "another context was popped");
    check_that(current_context() == NULL, "setting the context did not replace the top");
}

static void without_context(void)
{
    CUcontext context = (CUcontext)(uintptr_t)1;
    CUdeviceptr address;
    CUdevice device;
    CUstream stream;
    CUevent event;
    size_t size;

    NEED(cu->cuInit(0));
    EXPECT(cu->cuCtxGetCurrent(&context), 0);
    check_that(context == NULL, "there is a current context");
    EXPECT(cu->cuCtxGetDevice(&device), CUDA_INVALID_CONTEXT);
    EXPECT(cu->cuCtxPopCurrent_v2(&context), CUDA_INVALID_CONTEXT);
    EXPECT(cu->cuCtxSynchronize(), CUDA_INVALID_CONTEXT);
    EXPECT(cu->cuStreamCreate(&stream, 0), CUDA_INVALID_CONTEXT);
    EXPECT(cu->cuEventCreate(&event, 0), CUDA_INVALID_CONTEXT);
    EXPECT(cu->cuMemAlloc_v2(&address, 4096), CUDA_INVALID_CONTEXT);
    EXPECT(cu->cuMemGetInfo_v2(&size, &size), CUDA_INVALID_CONTEXT);
}

static void objects_without_context(void)
{
    gpu_bench bench;

    bench_open(&bench);
    NEED(cu->cuCtxSetCurrent(NULL));
    EXPECT_EITHER(cu->cuStreamQuery(bench.stream), CUDA_INVALID_CONTEXT, 0);
    EXPECT_EITHER(cu->cuStreamSynchronize(bench.stream), CUDA_INVALID_CONTEXT, 0);
    EXPECT_EITHER(cu->cuEventQuery(bench.start), CUDA_INVALID_CONTEXT, 0);
    EXPECT_EITHER(cu->cuEventSynchronize(bench.start), CUDA_INVALID_CONTEXT, 0);
    EXPECT_EITHER(cu->cuEventDestroy_v2(bench.start), CUDA_INVALID_CONTEXT, 0);
    EXPECT_EITHER(cu->cuStreamDestroy_v2(bench.stream), CUDA_INVALID_CONTEXT, 0);
}

/* Makes the context of a device other than the checked device current. */
static void context_of_another(void)
{
    CUcontext context;
    CUdevice device;
    int count;

    NEED(cu->cuDeviceGetCount(&count));
    if (count < 2)
        check_skip("there is only one device");
    NEED(cu->cuDeviceGet(&device, check_device == 0 ? 1 : 0));
    NEED(cu->cuDevicePrimaryCtxRetain(&context, device));
    NEED(cu->cuCtxSetCurrent(context));
}

static void work_in_other_context(void)
{
    gpu_bench bench;

    bench_open(&bench);
    context_of_another();
    EXPECT_EITHER(cu->cuEventRecord(bench.start, bench.stream), CUDA_INVALID_HANDLE, 0);
    EXPECT_EITHER(bench_try_store(&bench, bench.stream, bench_word(&bench, WORD_ONE), 1),
                  CUDA_INVALID_HANDLE, 0);
}

const gpu_check assume_start[] = {
    { "1", "start-up without a device, and of the stub library", no_device },
    { "2", "calls before start-up", before_init },
    { "3", "errors that do not exist", unknown_error },
    { "4", "devices and attributes that do not exist", out_of_range },
    { "5", "the last release of a primary context", last_release },
    { "6", "releasing what is not retained", release_unretained },
    { "7", "the stack of current contexts", stack_of_contexts },
    { "8", "calls without a current context", without_context },
    { "9", "streams and events without a current context", objects_without_context },
    { "10", "work for a stream of another context", work_in_other_context },
    CHECK_END,
};
