/* SPDX-License-Identifier: MIT */
/*
 * A model of a device for the checks of tests/gpu: the double of the driver, with kernels that have
 * the effects and times of the kernels in check_ptx, and with an L2 cache and a memory of known
 * rates. The model links to the double and overrides some of its functions.
 *
 * The environment variable GPU_MODEL makes the model another device, or a driver that the double
 * does not know: words such as `spin=110`, or `cuEventQuery:600=0`, which makes the function return
 * 0 instead of 600.
 */
#include "fakecuda/driver.h"
#include "fakecuda/fakecuda.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TIMER_STEP    32
#define EVENT_STEP    500
/* Nanoseconds that a kernel takes in addition to its work. */
#define EMPTY_KERNEL  2000
#define PEAK_RATE     320.0 /* bytes per nanosecond, of the double's device */
#define CACHE_RATE    1600.0
#define CACHE_SIZE    4194304u
/* The double's device works in virtual time. cuCtxSynchronize() sleeps for the virtual time that it
 * has waited, but only if this is at least WAIT_LEAST_NS, and for at most WAIT_MOST_NS. */
#define WAIT_LEAST_NS 500000u
#define WAIT_MOST_NS  20000000u

static const fake_control *fake;

static uint64_t setting(const char *key, uint64_t otherwise)
{
    const char *at = getenv("GPU_MODEL");
    const size_t length = strlen(key);

    for (; at != NULL && *at != '\0'; at += strcspn(at, " "), at += strspn(at, " ")) {
        if (strncmp(at, key, length) == 0 && at[length] == '=')
            return strtoull(at + length + 1, NULL, 10);
    }
    return otherwise;
}

/* The code that GPU_MODEL makes a function return instead of `code`. */
static CUresult tampered(const char *function, CUresult code)
{
    char key[96];

    if (getenv("GPU_MODEL") == NULL)
        return code;
    snprintf(key, sizeof(key), "%s:%d", function, code);
    return (CUresult)setting(key, (uint64_t)code);
}

static uint32_t *word_of(const fake_run *run)
{
    uint32_t *word = fake->memory(run->arguments[0], sizeof(*word));

    if (word == NULL)
        fake->fault(run->device, CUDA_ILLEGAL_ADDRESS);
    return word;
}

static void run_store(const fake_run *run, void *user)
{
    uint32_t *word = word_of(run);

    (void)user;
    if (word != NULL && setting("store", 1) != 0)
        *word = (uint32_t)run->arguments[1];
}

static void run_add(const fake_run *run, void *user)
{
    uint32_t *word = word_of(run);

    (void)user;
    if (word != NULL)
        (*word)++;
}

static void run_tick(const fake_run *run, void *user)
{
    uint32_t *word = word_of(run);

    (void)user;
    if (word != NULL)
        *word = TIMER_STEP;
}

__attribute__((constructor)) static void begin(void)
{
    const uint64_t limit = setting("limit", 0);

    fake = fake_control_get();
    fake->log(false);
    fake->cost(NULL, 1000);
    fake->timer_step(0, TIMER_STEP);
    fake->event_step(setting("step", EVENT_STEP));
    fake->queue_depth(setting("depth", 1024));
    fake->sm_clock(0, (double)setting("mhz", 1500));
    fake->role("stamp", setting("stamps", 1) != 0 ? FAKE_STAMP_SLOTS : FAKE_STAMP);
    fake->constant("graph", setting("graph", 20000));
    fake->static_shared("shared", 1024);
    fake->callback("store", run_store, NULL);
    fake->callback("add", run_add, NULL);
    fake->callback("tick", run_tick, NULL);
    if (limit != 0) {
        fake->attribute(0, 17, 1);
        fake->time_limit(0, limit);
    }
}

/* Finds the double's function of this name. */
static void next(const char *name, void *function)
{
    void *const address = dlsym(RTLD_NEXT, name);

    if (address == NULL)
        abort();
    memcpy(function, &address, sizeof(address));
}

#define PASS_ON(name, parameters, arguments)                                                       \
    CUresult name parameters                                                                       \
    {                                                                                              \
        __typeof__(&name) function;                                                                \
                                                                                                   \
        next(#name, &function);                                                                    \
        return tampered(#name, function arguments);                                                \
    }

PASS_ON(cuDriverGetVersion, (int *version), (version))
PASS_ON(cuGetErrorName, (CUresult error, const char **name), (error, name))
PASS_ON(cuDeviceGet, (CUdevice * device, int ordinal), (device, ordinal))
PASS_ON(cuDevicePrimaryCtxRelease_v2, (CUdevice device), (device))
PASS_ON(cuCtxSetCurrent, (CUcontext context), (context))
PASS_ON(cuCtxGetCurrent, (CUcontext * context), (context))
PASS_ON(cuCtxGetDevice, (CUdevice * device), (device))
PASS_ON(cuStreamQuery, (CUstream stream), (stream))
PASS_ON(cuStreamSynchronize, (CUstream stream), (stream))
PASS_ON(cuEventRecord, (CUevent event, CUstream stream), (event, stream))
PASS_ON(cuEventQuery, (CUevent event), (event))
PASS_ON(cuEventElapsedTime, (float *milliseconds, CUevent start, CUevent end),
        (milliseconds, start, end))
PASS_ON(cuEventElapsedTime_v2, (float *milliseconds, CUevent start, CUevent end),
        (milliseconds, start, end))
PASS_ON(cuMemAlloc_v2, (CUdeviceptr * address, size_t size), (address, size))
PASS_ON(cuMemFree_v2, (CUdeviceptr address), (address))
PASS_ON(cuMemHostGetDevicePointer_v2, (CUdeviceptr * address, void *memory, unsigned flags),
        (address, memory, flags))
PASS_ON(cuMemHostRegister_v2, (void *memory, size_t size, unsigned flags), (memory, size, flags))
PASS_ON(cuCtxResetPersistingL2Cache, (void), ())
PASS_ON(cuFuncSetAttribute, (CUfunction kernel, int attribute, int value),
        (kernel, attribute, value))
PASS_ON(cuModuleLoadData, (CUmodule * module, const void *image), (module, image))
PASS_ON(cuStreamBeginCapture_v2, (CUstream stream, int mode), (stream, mode))
PASS_ON(cuStreamEndCapture, (CUstream stream, CUgraph *graph), (stream, graph))
PASS_ON(cuGraphLaunch, (CUgraphExec executable, CUstream stream), (executable, stream))

CUresult cuInit(unsigned flags)
{
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    __typeof__(&cuInit) function;

    next("cuInit", &function);
    if (visible != NULL && visible[0] == '\0')
        return tampered("cuInit", CUDA_NO_DEVICE);
    return function(flags);
}

CUresult cuStreamCreate(CUstream *stream, unsigned flags)
{
    __typeof__(&cuStreamCreate) function;
    CUdeviceptr lost;

    next("cuStreamCreate", &function);
    if (setting("leak", 0) != 0)
        cuMemAlloc_v2(&lost, setting("leak", 0));
    return function(stream, flags);
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
    __typeof__(&cuStreamDestroy_v2) function;

    if (setting("destroy", 0) != 0)
        cuStreamSynchronize(stream);
    next("cuStreamDestroy_v2", &function);
    return tampered("cuStreamDestroy_v2", function(stream));
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    __typeof__(&cuStreamWaitEvent) function;

    next("cuStreamWaitEvent", &function);
    return setting("order", 1) != 0 ? function(stream, event, flags) : CUDA_OK;
}

/* Waits as long as a real device would take. */
CUresult cuCtxSynchronize(void)
{
    const uint64_t before = fake->now();
    __typeof__(&cuCtxSynchronize) function;
    uint64_t waited;
    CUresult code;

    next("cuCtxSynchronize", &function);
    code = function();
    waited = fake->now() - before;
    waited = waited > WAIT_MOST_NS ? WAIT_MOST_NS : waited;
    if (setting("wait", 1) != 0 && waited >= WAIT_LEAST_NS)
        nanosleep(&(const struct timespec){ .tv_nsec = (long)waited }, NULL);
    return code;
}

static bool cache_is_warm;

CUresult cuMemsetD8Async(CUdeviceptr address, unsigned char value, size_t count, CUstream stream)
{
    __typeof__(&cuMemsetD8Async) function;

    if (count >= CACHE_SIZE)
        cache_is_warm = false;
    next("cuMemsetD8Async", &function);
    return tampered("cuMemsetD8Async", function(address, value, count, stream));
}

#define FUNCTIONS 256

static struct {
    CUfunction handle;
    char name[32];
} functions[FUNCTIONS];

/* A handle may be reused for another function; the newest name applies. */
CUresult cuModuleGetFunction(CUfunction *handle, CUmodule module, const char *name)
{
    static unsigned count;
    __typeof__(&cuModuleGetFunction) function;
    CUresult code;

    next("cuModuleGetFunction", &function);
    code = function(handle, module, name);
    if (code == CUDA_OK) {
        const unsigned at = count++ % FUNCTIONS;

        functions[at].handle = *handle;
        snprintf(functions[at].name, sizeof(functions[at].name), "%s", name);
        for (unsigned i = 0; i < FUNCTIONS; i++) {
            if (i != at && functions[i].handle == *handle)
                functions[i].handle = NULL;
        }
    }
    return tampered("cuModuleGetFunction", code);
}

static const char *name_of(CUfunction handle)
{
    for (unsigned i = 0; i < FUNCTIONS; i++) {
        if (functions[i].handle == handle)
            return functions[i].name;
    }
    return "";
}

static uint64_t copy_time(uint64_t threads)
{
    const double bytes = 32.0 * (double)threads;
    double rate = PEAK_RATE * (double)setting("rate", 90) / 100;

    if (cache_is_warm && setting("cache", 1) != 0)
        rate = CACHE_RATE;
    cache_is_warm = bytes <= CACHE_SIZE;
    return (uint64_t)(bytes / rate);
}

/* A default stream that waits for no other stream. */
static CUstream lone_stream(void)
{
    static CUstream stream;
    __typeof__(&cuStreamCreate) function;

    next("cuStreamCreate", &function);
    if (stream == NULL)
        function(&stream, 1);
    return stream;
}

CUresult cuLaunchKernel(CUfunction kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void **parameters, void **extra)
{
    const char *name = name_of(kernel);
    __typeof__(&cuLaunchKernel) function;

    if (strcmp(name, "spin") == 0)
        fake->constant(name, EMPTY_KERNEL +
                                 *(const uint64_t *)parameters[0] * setting("spin", 100) / 100);
    else if (strcmp(name, "copy") == 0)
        fake->constant(name, EMPTY_KERNEL + copy_time((uint64_t)grid_x * block_x));
    if (setting("order", 1) == 0 && (stream == NULL || stream == CUDA_STREAM_LEGACY))
        stream = lone_stream();
    next("cuLaunchKernel", &function);
    return tampered("cuLaunchKernel", function(kernel, grid_x, grid_y, grid_z, block_x, block_y,
                                               block_z, shared_bytes, stream, parameters, extra));
}
