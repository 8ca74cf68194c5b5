/* SPDX-License-Identifier: MIT */
/* Primary contexts, and the current context of each thread. */
#include "fake.h"

static struct device *context_find(CUcontext handle)
{
    struct device *device = world.devices;

    while (device != NULL && (CUcontext)(void *)device != handle)
        device = device->next;
    return device;
}

static CUcontext context_handle(struct device *device)
{
    return (CUcontext)(void *)device;
}

static void context_begin(struct device *device)
{
    device->fault = CUDA_OK;
    device->surfaced = false;
    device->legacy = stream_default(device, device, "legacy");
    device->clock = thread_clock();
}

static void context_end(struct device *device)
{
    object_abandon_all(device);
    device->legacy = NULL;
}

static CUresult device_enter(enum symbol symbol, unsigned need, CUdevice ordinal,
                             struct device **device)
{
    const CUresult code = call_enter(symbol, need);

    call_note("%d", ordinal);
    *device = world_device(ordinal);
    return code == CUDA_OK && *device == NULL ? CUDA_INVALID_DEVICE : code;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice ordinal)
{
    struct device *device;
    const CUresult code =
        device_enter(SYMBOL_cuDevicePrimaryCtxRetain, NEED_INIT, ordinal, &device);

    if (code == CUDA_OK) {
        if (device->retained++ == 0)
            context_begin(device);
        *context = context_handle(device);
    }
    return call_leave(code);
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice ordinal)
{
    struct device *device;
    CUresult code =
        device_enter(SYMBOL_cuDevicePrimaryCtxRelease_v2, NEED_INIT | RELEASES, ordinal, &device);

    if (code == CUDA_OK && device->retained == 0) {
        log_misuse("%s is released and not retained", device->label);
        code = CUDA_INVALID_CONTEXT;
    }
    if (code == CUDA_OK && --device->retained == 0)
        context_end(device);
    return call_leave(code);
}

CUresult cuDevicePrimaryCtxGetState(CUdevice ordinal, unsigned *flags, int *active)
{
    struct device *device;
    const CUresult code =
        device_enter(SYMBOL_cuDevicePrimaryCtxGetState, NEED_INIT, ordinal, &device);

    if (code == CUDA_OK) {
        *flags = 0;
        *active = device->retained > 0;
    }
    return call_leave(code);
}

/* Begins a call that takes a context. NULL is accepted only if `null` is true. */
static CUresult context_enter(enum symbol symbol, CUcontext handle, bool null,
                              struct device **device)
{
    const CUresult code = call_enter(symbol, NEED_INIT);

    *device = context_find(handle);
    call_note("%s", *device != NULL ? (*device)->label : handle == NULL ? "none" : "?");
    if (code != CUDA_OK || (handle == NULL && null))
        return code;
    if (*device == NULL || (*device)->retained == 0)
        return CUDA_INVALID_CONTEXT;
    (*device)->clock = thread_clock();
    return CUDA_OK;
}

CUresult cuCtxSetCurrent(CUcontext handle)
{
    struct device *device;
    CUresult code = context_enter(SYMBOL_cuCtxSetCurrent, handle, true, &device);

    if (code == CUDA_OK) {
        thread_pop();
        if (device != NULL)
            thread_push(device);
    }
    return call_leave(code);
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    const CUresult code = call_enter(SYMBOL_cuCtxGetCurrent, NEED_INIT);

    if (code == CUDA_OK)
        *context = context_handle(thread_device());
    return call_leave(code);
}

CUresult cuCtxPushCurrent_v2(CUcontext handle)
{
    struct device *device;
    CUresult code = context_enter(SYMBOL_cuCtxPushCurrent_v2, handle, false, &device);

    if (code == CUDA_OK && !thread_push(device))
        code = CUDA_INVALID_VALUE;
    return call_leave(code);
}

CUresult cuCtxPopCurrent_v2(CUcontext *context)
{
    CUresult code = call_enter(SYMBOL_cuCtxPopCurrent_v2, NEED_INIT);

    if (code == CUDA_OK && thread_device() == NULL)
        code = CUDA_INVALID_CONTEXT;
    if (code == CUDA_OK) {
        struct device *device = thread_pop();

        if (context != NULL)
            *context = context_handle(device);
    }
    return call_leave(code);
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    CUresult code = call_enter(SYMBOL_cuCtxGetDevice, NEED_INIT);

    if (code == CUDA_OK && thread_device() == NULL)
        code = CUDA_INVALID_CONTEXT;
    if (code == CUDA_OK)
        *device = thread_device()->ordinal;
    return call_leave(code);
}

CUresult cuCtxSynchronize(void)
{
    CUresult code = call_enter(SYMBOL_cuCtxSynchronize, NEED_CONTEXT | SURFACES);

    if (code == CUDA_OK)
        code = timeline_wait(device_done, thread_device());
    return call_leave(code);
}

CUresult cuCtxResetPersistingL2Cache(void)
{
    CUresult code = call_enter(SYMBOL_cuCtxResetPersistingL2Cache, NEED_CONTEXT);

    if (code == CUDA_OK && thread_device()->attributes[75] < 8)
        code = CUDA_NOT_SUPPORTED;
    return call_leave(code);
}
