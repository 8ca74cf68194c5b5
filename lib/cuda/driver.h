/* SPDX-License-Identifier: MIT */
/*
 * Definitions that the files of this room share: the driver's functions, the context and streams.
 *
 * Results are the driver's CUresult, 0 for success. Contexts, streams, events, modules, functions
 * and graphs are opaque pointers; addresses on the device have 64 bits.
 */
#ifndef BRES_CUDA_DRIVER_H
#define BRES_CUDA_DRIVER_H

#include "cuda/cuda.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

/* Results that the code distinguishes. */
enum {
    BRES__CUDA_SUCCESS = 0,
    BRES__CUDA_INVALID_VALUE = 1,
    BRES__CUDA_OUT_OF_MEMORY = 2,
    BRES__CUDA_NO_DEVICE = 100,
    BRES__CUDA_NOT_FOUND = 500,
    BRES__CUDA_NOT_READY = 600,
    BRES__CUDA_NOT_SUPPORTED = 801
};

/* The members have the names of the driver's functions without the version suffix; symbols.c has
 * the exported names. */
struct bres__cuda_driver {
    struct bres__cuda_driver *next;
    void *library;
    char *path; /* from the environment; "" for the usual names */
    pid_t process;
    int version;
    int device_count;

    int (*cuInit)(unsigned flags);
    int (*cuDriverGetVersion)(int *version);
    int (*cuDeviceGetCount)(int *count);
    int (*cuDeviceGet)(int *device, int ordinal);
    int (*cuDeviceGetName)(char *name, int size, int device);
    int (*cuDeviceGetAttribute)(int *value, int attribute, int device);
    int (*cuDeviceTotalMem)(size_t *bytes, int device);
    int (*cuDevicePrimaryCtxRetain)(void **context, int device);
    int (*cuDevicePrimaryCtxRelease)(int device);
    int (*cuCtxSetCurrent)(void *context);
    int (*cuCtxGetCurrent)(void **context);
    int (*cuStreamCreate)(struct CUstream_st **stream, unsigned flags);
    int (*cuStreamDestroy)(struct CUstream_st *stream);
    int (*cuStreamSynchronize)(struct CUstream_st *stream);
    int (*cuEventCreate)(void **event, unsigned flags);
    int (*cuEventDestroy)(void *event);
    int (*cuEventRecord)(void *event, struct CUstream_st *stream);
    int (*cuEventQuery)(void *event);
    int (*cuEventElapsedTime)(float *milliseconds, void *start, void *stop);
    int (*cuMemAlloc)(uint64_t *address, size_t size);
    int (*cuMemFree)(uint64_t address);
    int (*cuMemsetD8Async)(uint64_t address, unsigned char byte, size_t count,
                           struct CUstream_st *stream);
    int (*cuMemHostAlloc)(void **memory, size_t size, unsigned flags);
    int (*cuMemFreeHost)(void *memory);
    int (*cuMemHostGetDevicePointer)(uint64_t *address, void *memory, unsigned flags);
    int (*cuModuleGetFunction)(void **function, void *module, const char *name);
    int (*cuModuleUnload)(void *module);
    int (*cuLaunchKernel)(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                          unsigned block_x, unsigned block_y, unsigned block_z,
                          unsigned shared_bytes, struct CUstream_st *stream, void **arguments,
                          void **extra);

    /* At least one of these two functions is not NULL. */
    int (*cuModuleLoadDataEx)(void **module, const void *image, unsigned count, int *options,
                              void **values);
    int (*cuModuleLoadData)(void **module, const void *image);

    /* NULL if the driver lacks the function. */
    int (*cuGetErrorName)(int result, const char **name);
    int (*cuDeviceGetPCIBusId)(char *text, int size, int device);
    int (*cuCtxSynchronize)(void);
    int (*cuCtxResetPersistingL2Cache)(void);
    int (*cuEventElapsedTime_v2)(float *milliseconds, void *start, void *stop);
    int (*cuMemcpyHtoD)(uint64_t to, const void *from, size_t size);
    int (*cuMemcpyDtoH)(void *to, uint64_t from, size_t size);
    int (*cuFuncSetAttribute)(void *function, int attribute, int value);
    int (*cuProfilerStart)(void);
    int (*cuProfilerStop)(void);
    int (*cuStreamBeginCapture)(struct CUstream_st *stream, int mode);
    int (*cuStreamEndCapture)(struct CUstream_st *stream, void **graph);
    int (*cuGraphInstantiate)(struct CUgraphExec_st **executable, void *graph,
                              unsigned long long flags);
    int (*cuGraphUpload)(struct CUgraphExec_st *executable, struct CUstream_st *stream);
    int (*cuGraphLaunch)(struct CUgraphExec_st *executable, struct CUstream_st *stream);
    int (*cuGraphExecDestroy)(struct CUgraphExec_st *executable);
    int (*cuGraphDestroy)(void *graph);
};

struct bres__cuda_context {
    struct bres__cuda_context *next;
    const bres__cuda_driver *driver;
    size_t references;
    void *handle;
    int device;                 /* its index */
    int device_handle;          /* the driver's */
    pthread_mutex_t death_lock; /* protects the next two members */
    char death[512];            /* what killed it; set once, before `dead` */
    atomic_bool dead;
    pthread_mutex_t helper_lock; /* protects the next three members until they are set */
    void *module;                /* the helper kernels */
    void *block;
    void *stamp;
    bres_cuda_device_info info;
};

/* Stores the address of a library's symbol, or NULL, in the function pointer at `function`; false
 * if the library lacks the symbol. */
bool bres__cuda_find_symbol(void *library, const char *name, void *function);
/* Fills in the functions. The message of BRES_ERROR_NO_DEVICE names a missing required symbol. */
bres_status bres__cuda_resolve(bres__cuda_driver *driver);

/* Makes the error BRES_ERROR_UNSUPPORTED: the driver is too old and lacks the function. */
bres_status bres__cuda_missing(const bres__cuda_driver *driver, const char *function);

/* The driver's handle of a device. BRES_ERROR_ARGUMENT for an index that is out of range. */
bres_status bres__cuda_device_find(const bres__cuda_driver *driver, int device, int *handle);
/* Fills in all properties of a device. */
bres_status bres__cuda_device_ask(const bres__cuda_driver *driver, int device,
                                  bres_cuda_device_info *info);

/* Writes a description of a result other than 0: the call, the result's name and code, and its
 * meaning. */
void bres__cuda_describe(const bres__cuda_driver *driver, int result, const char *call, char *text,
                         size_t size);
/* Makes an error from a result other than 0. */
bres_status bres__cuda_failed(const bres__cuda_driver *driver, int result, const char *call);
/* The same for a call in a context; a sticky result marks the context as dead. */
bres_status bres__cuda_context_failed(bres__cuda_context *context, int result, const char *call);

static inline bres_status bres__cuda_result(bres__cuda_context *context, int result,
                                            const char *call)
{
    return result == BRES__CUDA_SUCCESS ? BRES_OK
                                        : bres__cuda_context_failed(context, result, call);
}

struct bres_cuda_stream {
    bres__cuda_context *context; /* opened */
    struct CUstream_st *handle;
    bool owned; /* destroyed with this object */
};

/* Allocates a zeroed object whose first member is the opened context of the device; *object is NULL
 * after a failure. */
bres_status bres__cuda_object_new(int device, size_t size, void **object);
/* Releases the driver's resources of a handle, in its context. */
typedef void (*bres__cuda_release_fn)(const bres__cuda_driver *driver, void *handle);
/* Calls `release` in the context, even in a dead one, and closes the context. `release` may be
 * NULL; `context` may then be NULL, too. Does not change the error record. */
void bres__cuda_context_dispose(bres__cuda_context *context, bres__cuda_release_fn release,
                                void *handle);

/* Loads an image into the current context; an image that is a text must end with NUL. */
bres_status bres__cuda_load_image(bres__cuda_context *context, const void *image, void **module);

/* The PTX text of the helper kernels. */
extern const char bres__cuda_helper_ptx[];
/* Unloads the helper kernels from the context `handle`. */
void bres__cuda_helpers_unload(const bres__cuda_driver *driver, void *handle);

#endif
