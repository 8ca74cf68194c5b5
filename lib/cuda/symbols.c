/* SPDX-License-Identifier: MIT */
/*
 * The driver's functions by their exported names. A name without a suffix is often an older
 * function with other types, so each function is looked up with the suffix of its version.
 */
#include "cuda/driver.h"

#include <dlfcn.h>
#include <string.h>

typedef struct symbol {
    const char *name;
    size_t offset; /* of the member of bres__cuda_driver */
} symbol;

#define MEMBER(member) offsetof(bres__cuda_driver, member)

static const symbol required_symbols[] = {
    { "cuInit", MEMBER(cuInit) },
    { "cuDriverGetVersion", MEMBER(cuDriverGetVersion) },
    { "cuDeviceGetCount", MEMBER(cuDeviceGetCount) },
    { "cuDeviceGet", MEMBER(cuDeviceGet) },
    { "cuDeviceGetName", MEMBER(cuDeviceGetName) },
    { "cuDeviceGetAttribute", MEMBER(cuDeviceGetAttribute) },
    { "cuDeviceTotalMem_v2", MEMBER(cuDeviceTotalMem) },
    { "cuDevicePrimaryCtxRetain", MEMBER(cuDevicePrimaryCtxRetain) },
    { "cuDevicePrimaryCtxRelease_v2", MEMBER(cuDevicePrimaryCtxRelease) },
    { "cuCtxSetCurrent", MEMBER(cuCtxSetCurrent) },
    { "cuCtxGetCurrent", MEMBER(cuCtxGetCurrent) },
    { "cuStreamCreate", MEMBER(cuStreamCreate) },
    { "cuStreamDestroy_v2", MEMBER(cuStreamDestroy) },
    { "cuStreamSynchronize", MEMBER(cuStreamSynchronize) },
    { "cuEventCreate", MEMBER(cuEventCreate) },
    { "cuEventDestroy_v2", MEMBER(cuEventDestroy) },
    { "cuEventRecord", MEMBER(cuEventRecord) },
    { "cuEventQuery", MEMBER(cuEventQuery) },
    { "cuEventElapsedTime", MEMBER(cuEventElapsedTime) },
    { "cuMemAlloc_v2", MEMBER(cuMemAlloc) },
    { "cuMemFree_v2", MEMBER(cuMemFree) },
    { "cuMemsetD8Async", MEMBER(cuMemsetD8Async) },
    { "cuMemHostAlloc", MEMBER(cuMemHostAlloc) },
    { "cuMemFreeHost", MEMBER(cuMemFreeHost) },
    { "cuMemHostGetDevicePointer_v2", MEMBER(cuMemHostGetDevicePointer) },
    { "cuModuleGetFunction", MEMBER(cuModuleGetFunction) },
    { "cuModuleUnload", MEMBER(cuModuleUnload) },
    { "cuLaunchKernel", MEMBER(cuLaunchKernel) },
};

static const symbol optional_symbols[] = {
    { "cuModuleLoadDataEx", MEMBER(cuModuleLoadDataEx) },
    { "cuModuleLoadData", MEMBER(cuModuleLoadData) },
    { "cuGetErrorName", MEMBER(cuGetErrorName) },
    { "cuDeviceGetPCIBusId", MEMBER(cuDeviceGetPCIBusId) },
    { "cuCtxSynchronize", MEMBER(cuCtxSynchronize) },
    { "cuCtxResetPersistingL2Cache", MEMBER(cuCtxResetPersistingL2Cache) },
    { "cuEventElapsedTime_v2", MEMBER(cuEventElapsedTime_v2) },
    { "cuMemcpyHtoD_v2", MEMBER(cuMemcpyHtoD) },
    { "cuMemcpyDtoH_v2", MEMBER(cuMemcpyDtoH) },
    { "cuFuncSetAttribute", MEMBER(cuFuncSetAttribute) },
    { "cuProfilerStart", MEMBER(cuProfilerStart) },
    { "cuProfilerStop", MEMBER(cuProfilerStop) },
    { "cuStreamBeginCapture_v2", MEMBER(cuStreamBeginCapture) },
    { "cuStreamEndCapture", MEMBER(cuStreamEndCapture) },
    { "cuGraphInstantiateWithFlags", MEMBER(cuGraphInstantiate) },
    { "cuGraphUpload", MEMBER(cuGraphUpload) },
    { "cuGraphLaunch", MEMBER(cuGraphLaunch) },
    { "cuGraphExecDestroy", MEMBER(cuGraphExecDestroy) },
    { "cuGraphDestroy", MEMBER(cuGraphDestroy) },
};

/* POSIX guarantees that a function pointer fits into a data pointer; C lacks the conversion. */
bool bres__cuda_find_symbol(void *library, const char *name, void *function)
{
    void *const address = dlsym(library, name);

    memcpy(function, &address, sizeof(address));
    return address != NULL;
}

static bool symbol_resolve(bres__cuda_driver *driver, const symbol *wanted)
{
    return bres__cuda_find_symbol(driver->library, wanted->name, (char *)driver + wanted->offset);
}

bres_status bres__cuda_resolve(bres__cuda_driver *driver)
{
    for (size_t i = 0; i < sizeof(required_symbols) / sizeof(required_symbols[0]); i++) {
        if (!symbol_resolve(driver, &required_symbols[i]))
            return bres__error(BRES_ERROR_NO_DEVICE,
                               "the NVIDIA driver cannot be used: it has no function %s",
                               required_symbols[i].name);
    }
    for (size_t i = 0; i < sizeof(optional_symbols) / sizeof(optional_symbols[0]); i++)
        symbol_resolve(driver, &optional_symbols[i]);
    if (driver->cuModuleLoadDataEx == NULL && driver->cuModuleLoadData == NULL)
        return bres__error(BRES_ERROR_NO_DEVICE,
                           "the NVIDIA driver cannot be used: it has neither cuModuleLoadDataEx "
                           "nor cuModuleLoadData");
    return BRES_OK;
}

bres_status bres__cuda_missing(const bres__cuda_driver *driver, const char *function)
{
    return bres__error(BRES_ERROR_UNSUPPORTED,
                       "the NVIDIA driver is too old: it is of CUDA %d.%d and has no function %s",
                       driver->version / 1000, driver->version % 1000 / 10, function);
}
