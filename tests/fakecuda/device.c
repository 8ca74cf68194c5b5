/* SPDX-License-Identifier: MIT */
/* Start-up, error names, and device properties. */
#include "fake.h"

#include <stdio.h>
#include <string.h>

struct error {
    CUresult code;
    const char *name;
    const char *text;
};

static const struct error errors[] = {
    { 0, "CUDA_SUCCESS", "no error" },
    { 1, "CUDA_ERROR_INVALID_VALUE", "invalid argument" },
    { 2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory" },
    { 3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error" },
    { 34, "CUDA_ERROR_STUB_LIBRARY", "CUDA driver is a stub library" },
    { 46, "CUDA_ERROR_DEVICE_UNAVAILABLE", "device is busy or unavailable" },
    { 100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected" },
    { 101, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal" },
    { 201, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context" },
    { 209, "CUDA_ERROR_NO_BINARY_FOR_GPU", "no kernel image is available" },
    { 218, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed" },
    { 222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the PTX version is too new" },
    { 400, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle" },
    { 401, "CUDA_ERROR_ILLEGAL_STATE", "the operation cannot be performed in this state" },
    { 500, "CUDA_ERROR_NOT_FOUND", "named symbol not found" },
    { 600, "CUDA_ERROR_NOT_READY", "device not ready" },
    { 700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered" },
    { 702, "CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated" },
    { 712, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED", "host memory is registered already" },
    { 713, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED", "host memory is not registered" },
    { 719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure" },
    { 801, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported" },
    { 803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "driver and library versions differ" },
    { 900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "not permitted while a stream captures" },
    { 901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED", "the capture was invalidated" },
    { 907, "CUDA_ERROR_CAPTURED_EVENT", "the event was last recorded in a capture" },
    { 999, "CUDA_ERROR_UNKNOWN", "unknown error" },
};

static const struct error *error_find(CUresult code)
{
    for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
        if (errors[i].code == code)
            return &errors[i];
    }
    return NULL;
}

CUresult cuInit(unsigned flags)
{
    CUresult code = call_enter(SYMBOL_cuInit, NEED_NOTHING);

    if (code == CUDA_OK && flags != 0)
        code = CUDA_INVALID_VALUE;
    if (code == CUDA_OK && world.devices == NULL)
        code = CUDA_NO_DEVICE;
    if (code == CUDA_OK)
        world.initialized = true;
    return call_leave(code);
}

CUresult cuDriverGetVersion(int *version)
{
    CUresult code = call_enter(SYMBOL_cuDriverGetVersion, NEED_NOTHING);

    if (code == CUDA_OK)
        *version = world.version;
    return call_leave(code);
}

/* Begins a call that asks for the name or text of an error; *error is NULL for an unknown code. */
static CUresult error_enter(enum symbol symbol, CUresult asked, const struct error **error)
{
    const CUresult code = call_enter(symbol, NEED_NOTHING);

    call_note("%d", asked);
    *error = code == CUDA_OK ? error_find(asked) : NULL;
    return code == CUDA_OK && *error == NULL ? CUDA_INVALID_VALUE : code;
}

CUresult cuGetErrorName(CUresult asked, const char **name)
{
    const struct error *error;
    const CUresult code = error_enter(SYMBOL_cuGetErrorName, asked, &error);

    *name = error != NULL ? error->name : NULL;
    return call_leave(code);
}

CUresult cuGetErrorString(CUresult asked, const char **text)
{
    const struct error *error;
    const CUresult code = error_enter(SYMBOL_cuGetErrorString, asked, &error);

    *text = error != NULL ? error->text : NULL;
    return call_leave(code);
}

CUresult cuDeviceGetCount(int *count)
{
    CUresult code = call_enter(SYMBOL_cuDeviceGetCount, NEED_INIT);

    if (code == CUDA_OK) {
        *count = 0;
        for (const struct device *device = world.devices; device != NULL; device = device->next)
            (*count)++;
    }
    return call_leave(code);
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    CUresult code = call_enter(SYMBOL_cuDeviceGet, NEED_INIT);

    call_note("%d", ordinal);
    if (code == CUDA_OK && world_device(ordinal) == NULL)
        code = CUDA_INVALID_DEVICE;
    if (code == CUDA_OK)
        *device = ordinal;
    return call_leave(code);
}

/* Begins a call that asks for a property of a device. */
static CUresult fact_enter(enum symbol symbol, CUdevice ordinal, struct device **device)
{
    const CUresult code = call_enter(symbol, NEED_INIT);

    call_note("%d", ordinal);
    *device = world_device(ordinal);
    return code == CUDA_OK && *device == NULL ? CUDA_INVALID_DEVICE : code;
}

CUresult cuDeviceGetName(char *name, int size, CUdevice ordinal)
{
    struct device *device;
    CUresult code = fact_enter(SYMBOL_cuDeviceGetName, ordinal, &device);

    if (code == CUDA_OK && size <= 0)
        code = CUDA_INVALID_VALUE;
    if (code == CUDA_OK)
        snprintf(name, (size_t)size, "%s", device->name);
    return call_leave(code);
}

CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice ordinal)
{
    struct device *device;
    CUresult code = fact_enter(SYMBOL_cuDeviceGetAttribute, ordinal, &device);

    call_note("%d", attribute);
    if (code == CUDA_OK &&
        (attribute <= 0 || attribute >= ATTRIBUTE_COUNT || device->attributes[attribute] < 0))
        code = CUDA_INVALID_VALUE;
    if (code == CUDA_OK)
        *value = device->attributes[attribute];
    return call_leave(code);
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice ordinal)
{
    struct device *device;
    const CUresult code = fact_enter(SYMBOL_cuDeviceTotalMem_v2, ordinal, &device);

    if (code == CUDA_OK)
        *bytes = (size_t)device->memory_total;
    return call_leave(code);
}

CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice ordinal)
{
    struct device *device;
    const CUresult code = fact_enter(SYMBOL_cuDeviceGetUuid_v2, ordinal, &device);

    if (code == CUDA_OK) {
        for (size_t i = 0; i < sizeof(uuid->bytes); i++)
            uuid->bytes[i] = (char)(16 * ordinal + (int)i);
    }
    return call_leave(code);
}

CUresult cuDeviceGetPCIBusId(char *text, int size, CUdevice ordinal)
{
    struct device *device;
    CUresult code = fact_enter(SYMBOL_cuDeviceGetPCIBusId, ordinal, &device);

    if (code == CUDA_OK && size < 13)
        code = CUDA_INVALID_VALUE;
    if (code == CUDA_OK)
        snprintf(text, (size_t)size, "0000:%02X:00.0", (unsigned)(ordinal + 1) & 0xffu);
    return call_leave(code);
}
