/* SPDX-License-Identifier: MIT */
/*
 * A CUDA driver whose calls do nothing and return at once, so that the cost of a measurement with
 * it is the library's own. Handles are addresses that are never read.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SM_COUNT_ATTRIBUTE 16
#define SM_COUNT           132

static char thing;

#define NOTHING(name)                                                                              \
    int name(void);                                                                                \
    int name(void)                                                                                 \
    {                                                                                              \
        return 0;                                                                                  \
    }
#define HANDLE(name)                                                                               \
    int name(void **handle);                                                                       \
    int name(void **handle)                                                                        \
    {                                                                                              \
        *handle = &thing;                                                                          \
        return 0;                                                                                  \
    }
#define NUMBER(name, type, number)                                                                 \
    int name(type *value);                                                                         \
    int name(type *value)                                                                          \
    {                                                                                              \
        *value = number;                                                                           \
        return 0;                                                                                  \
    }

NOTHING(cuInit)
NOTHING(cuDevicePrimaryCtxRelease_v2)
NOTHING(cuCtxSetCurrent)
NOTHING(cuCtxSynchronize)
NOTHING(cuCtxResetPersistingL2Cache)
NOTHING(cuStreamDestroy_v2)
NOTHING(cuStreamSynchronize)
NOTHING(cuEventDestroy_v2)
NOTHING(cuEventRecord)
NOTHING(cuEventSynchronize)
NOTHING(cuEventQuery)
NOTHING(cuMemFree_v2)
NOTHING(cuMemsetD8Async)
NOTHING(cuModuleUnload)
HANDLE(cuDevicePrimaryCtxRetain)
HANDLE(cuCtxGetCurrent)
HANDLE(cuStreamCreate)
HANDLE(cuEventCreate)
HANDLE(cuModuleLoadData)
HANDLE(cuModuleGetFunction)
NUMBER(cuDriverGetVersion, int, 12000)
NUMBER(cuDeviceGetCount, int, 1)
NUMBER(cuDeviceGet, int, 0)
NUMBER(cuDeviceTotalMem_v2, size_t, (size_t)1 << 30)
NUMBER(cuEventElapsedTime, float, 0.01f)
NUMBER(cuMemAlloc_v2, uint64_t, 4096)

/* A launch with a block for each multiprocessor is the clock stamp kernel: writes the first
 * stamp. */
int cuLaunchKernel(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                   void *stream, void **arguments, void **extra);
int cuLaunchKernel(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                   void *stream, void **arguments, void **extra)
{
    static uint64_t clock;
    uint64_t *slot;

    (void)function, (void)grid_y, (void)grid_z, (void)block_x, (void)block_y, (void)block_z;
    (void)shared_bytes, (void)stream, (void)extra;
    if (grid_x != SM_COUNT)
        return 0;
    clock += 1 << 24;
    memcpy(&slot, arguments[0], sizeof(slot));
    slot[0] = clock;
    slot[1] = clock;
    return 0;
}

int cuDeviceGetName(char *name, int size, int device);
int cuDeviceGetName(char *name, int size, int device)
{
    (void)device;
    strncpy(name, "null", (size_t)size);
    return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int device);
int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    (void)device;
    *value = attribute == SM_COUNT_ATTRIBUTE ? SM_COUNT : 1 << 20;
    return 0;
}

int cuMemHostAlloc(void **memory, size_t size, unsigned flags);
int cuMemHostAlloc(void **memory, size_t size, unsigned flags)
{
    (void)flags;
    *memory = malloc(size);
    return *memory != NULL ? 0 : 2;
}

int cuMemFreeHost(void *memory);
int cuMemFreeHost(void *memory)
{
    free(memory);
    return 0;
}

int cuMemHostGetDevicePointer_v2(uint64_t *address, void *memory, unsigned flags);
int cuMemHostGetDevicePointer_v2(uint64_t *address, void *memory, unsigned flags)
{
    (void)flags;
    *address = (uint64_t)(uintptr_t)memory;
    return 0;
}
