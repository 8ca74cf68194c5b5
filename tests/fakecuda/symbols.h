/* SPDX-License-Identifier: MIT */
/*
 * The driver symbols that the double exports. REQUIRED symbols are in every driver; an old driver
 * may lack OPTIONAL ones. mk/fakecuda.mk reads this list, too, one symbol per line.
 */
#ifndef FAKE_SYMBOLS_H
#define FAKE_SYMBOLS_H

#define FAKE_SYMBOLS(REQUIRED, OPTIONAL)                                                           \
    REQUIRED(cuInit)                                                                               \
    REQUIRED(cuDriverGetVersion)                                                                   \
    OPTIONAL(cuGetErrorName)                                                                       \
    OPTIONAL(cuGetErrorString)                                                                     \
    REQUIRED(cuDeviceGetCount)                                                                     \
    REQUIRED(cuDeviceGet)                                                                          \
    REQUIRED(cuDeviceGetName)                                                                      \
    REQUIRED(cuDeviceGetAttribute)                                                                 \
    REQUIRED(cuDeviceTotalMem_v2)                                                                  \
    OPTIONAL(cuDeviceGetUuid_v2)                                                                   \
    OPTIONAL(cuDeviceGetPCIBusId)                                                                  \
    REQUIRED(cuDevicePrimaryCtxRetain)                                                             \
    REQUIRED(cuDevicePrimaryCtxRelease_v2)                                                         \
    REQUIRED(cuCtxSetCurrent)                                                                      \
    REQUIRED(cuCtxGetCurrent)                                                                      \
    OPTIONAL(cuCtxPushCurrent_v2)                                                                  \
    OPTIONAL(cuCtxPopCurrent_v2)                                                                   \
    OPTIONAL(cuCtxGetDevice)                                                                       \
    OPTIONAL(cuDevicePrimaryCtxGetState)                                                           \
    OPTIONAL(cuCtxSynchronize)                                                                     \
    OPTIONAL(cuCtxResetPersistingL2Cache)                                                          \
    REQUIRED(cuStreamCreate)                                                                       \
    REQUIRED(cuStreamDestroy_v2)                                                                   \
    REQUIRED(cuStreamSynchronize)                                                                  \
    OPTIONAL(cuStreamQuery)                                                                        \
    OPTIONAL(cuStreamGetCtx)                                                                       \
    OPTIONAL(cuStreamIsCapturing)                                                                  \
    OPTIONAL(cuStreamWaitEvent)                                                                    \
    REQUIRED(cuEventCreate)                                                                        \
    REQUIRED(cuEventDestroy_v2)                                                                    \
    REQUIRED(cuEventRecord)                                                                        \
    REQUIRED(cuEventSynchronize)                                                                   \
    REQUIRED(cuEventQuery)                                                                         \
    REQUIRED(cuEventElapsedTime)                                                                   \
    OPTIONAL(cuEventElapsedTime_v2)                                                                \
    REQUIRED(cuMemAlloc_v2)                                                                        \
    REQUIRED(cuMemFree_v2)                                                                         \
    REQUIRED(cuMemsetD8Async)                                                                      \
    OPTIONAL(cuMemsetD32Async)                                                                     \
    OPTIONAL(cuMemcpyHtoD_v2)                                                                      \
    OPTIONAL(cuMemcpyDtoH_v2)                                                                      \
    OPTIONAL(cuMemGetInfo_v2)                                                                      \
    REQUIRED(cuMemHostAlloc)                                                                       \
    REQUIRED(cuMemFreeHost)                                                                        \
    REQUIRED(cuMemHostGetDevicePointer_v2)                                                         \
    OPTIONAL(cuMemHostRegister_v2)                                                                 \
    OPTIONAL(cuMemHostUnregister)                                                                  \
    REQUIRED(cuModuleLoadDataEx)                                                                   \
    REQUIRED(cuModuleLoadData)                                                                     \
    REQUIRED(cuModuleGetFunction)                                                                  \
    REQUIRED(cuModuleUnload)                                                                       \
    REQUIRED(cuLaunchKernel)                                                                       \
    OPTIONAL(cuFuncGetAttribute)                                                                   \
    OPTIONAL(cuFuncSetAttribute)                                                                   \
    OPTIONAL(cuModuleGetLoadingMode)                                                               \
    OPTIONAL(cuProfilerStart)                                                                      \
    OPTIONAL(cuProfilerStop)                                                                       \
    OPTIONAL(cuStreamBeginCapture_v2)                                                              \
    OPTIONAL(cuStreamEndCapture)                                                                   \
    OPTIONAL(cuGraphInstantiateWithFlags)                                                          \
    OPTIONAL(cuGraphUpload)                                                                        \
    OPTIONAL(cuGraphLaunch)                                                                        \
    OPTIONAL(cuGraphExecDestroy)                                                                   \
    OPTIONAL(cuGraphDestroy)                                                                       \
    OPTIONAL(cuStreamWriteValue32_v2)                                                              \
    OPTIONAL(cuStreamWaitValue32_v2)

#endif
