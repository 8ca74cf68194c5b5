/* SPDX-License-Identifier: MIT */
/*
 * Names and meanings of the driver's results, and the errors that are made from them.
 */
#include "cuda/driver.h"

typedef struct meaning {
    int result;
    const char *name;
    const char *text; /* a clause */
} meaning;

/* Faults of kernels and devices, after which the context is dead: every further call in it fails.
 */
static const meaning faults[] = {
    { 226, "CUDA_ERROR_CONTAINED", "the device has contained a fault of its memory or links" },
    { 700, "CUDA_ERROR_ILLEGAL_ADDRESS", "a kernel read or wrote where it may not" },
    { 702, "CUDA_ERROR_LAUNCH_TIMEOUT",
      "a kernel ran longer than the system allows on this device" },
    { 710, "CUDA_ERROR_ASSERT", "an assertion in a kernel failed" },
    { 714, "CUDA_ERROR_HARDWARE_STACK_ERROR", "a kernel used more stack than it has" },
    { 715, "CUDA_ERROR_ILLEGAL_INSTRUCTION", "a kernel executed an illegal instruction" },
    { 716, "CUDA_ERROR_MISALIGNED_ADDRESS", "a kernel used an address that is not aligned" },
    { 717, "CUDA_ERROR_INVALID_ADDRESS_SPACE",
      "a kernel used an address of another kind of memory" },
    { 718, "CUDA_ERROR_INVALID_PC", "a kernel jumped where there is no code" },
    { 719, "CUDA_ERROR_LAUNCH_FAILED", "a kernel broke off" },
    { 721, "CUDA_ERROR_TENSOR_MEMORY_LEAK", "a kernel did not give back its tensor memory" },
};

/* Other results that a benchmark may get. */
static const meaning refusals[] = {
    { BRES__CUDA_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "an argument is out of its range" },
    { BRES__CUDA_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "memory is exhausted" },
    { 3, "CUDA_ERROR_NOT_INITIALIZED",
      "the driver is not initialized, or was so before this process was forked" },
    { 34, "CUDA_ERROR_STUB_LIBRARY",
      "the library is the toolkit's stub for linking, not a driver" },
    { 46, "CUDA_ERROR_DEVICE_UNAVAILABLE",
      "the device is in use by another process or in a compute mode that forbids this" },
    { BRES__CUDA_NO_DEVICE, "CUDA_ERROR_NO_DEVICE",
      "no NVIDIA GPU was found, or CUDA_VISIBLE_DEVICES hides it" },
    { 101, "CUDA_ERROR_INVALID_DEVICE", "unknown device" },
    { 200, "CUDA_ERROR_INVALID_IMAGE", "the image is not a module" },
    { 201, "CUDA_ERROR_INVALID_CONTEXT", "no context is current, or it is no longer valid" },
    { 209, "CUDA_ERROR_NO_BINARY_FOR_GPU", "the module has no code for this device" },
    { 218, "CUDA_ERROR_INVALID_PTX", "the PTX does not compile" },
    { 222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the PTX is newer than the driver" },
    { 400, "CUDA_ERROR_INVALID_HANDLE", "a handle is not, or no longer, valid" },
    { BRES__CUDA_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "unknown name" },
    { BRES__CUDA_NOT_READY, "CUDA_ERROR_NOT_READY", "work is still running" },
    { 701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
      "a block has more threads, registers or shared memory than there are" },
    { 712, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED", "host memory is registered already" },
    { 713, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED", "host memory is not registered" },
    { BRES__CUDA_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED",
      "this driver or device cannot do that" },
    { 803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
      "libcuda and the driver in the kernel have different versions" },
    { 900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "this cannot be captured" },
    { 901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED", "an earlier error has spoilt the capture" },
    { 999, "CUDA_ERROR_UNKNOWN", "the driver does not say more" },
};

static const meaning *table_find(const meaning *table, size_t count, int result)
{
    for (size_t i = 0; i < count; i++) {
        if (table[i].result == result)
            return &table[i];
    }
    return NULL;
}

static const meaning *fault_find(int result)
{
    return table_find(faults, sizeof(faults) / sizeof(faults[0]), result);
}

static const meaning *meaning_find(int result)
{
    const meaning *fault = fault_find(result);

    if (fault != NULL)
        return fault;
    return table_find(refusals, sizeof(refusals) / sizeof(refusals[0]), result);
}

void bres__cuda_describe(const bres__cuda_driver *driver, int result, const char *call, char *text,
                         size_t size)
{
    const meaning *known = meaning_find(result);
    const char *name = NULL;

    if (known != NULL) {
        bres__format(text, size, "%s failed: %s (%d): %s", call, known->name, result, known->text);
        return;
    }
    if (driver->cuGetErrorName == NULL ||
        driver->cuGetErrorName(result, &name) != BRES__CUDA_SUCCESS || name == NULL)
        name = "unknown error";
    bres__format(text, size, "%s failed: %s (%d)", call, name, result);
}

static bres_status result_status(int result)
{
    if (result == BRES__CUDA_OUT_OF_MEMORY)
        return BRES_ERROR_MEMORY;
    return result == BRES__CUDA_NOT_SUPPORTED ? BRES_ERROR_UNSUPPORTED : BRES_ERROR_CUDA;
}

bres_status bres__cuda_failed(const bres__cuda_driver *driver, int result, const char *call)
{
    char text[512];

    bres__cuda_describe(driver, result, call, text, sizeof(text));
    return bres__error(result_status(result), "%s", text);
}

/* Records only the first fault, because it explains the others. */
static void context_kill(bres__cuda_context *context, int result, const char *call)
{
    pthread_mutex_lock(&context->death_lock);
    if (!atomic_load(&context->dead)) {
        bres__cuda_describe(context->driver, result, call, context->death, sizeof(context->death));
        atomic_store(&context->dead, true);
    }
    pthread_mutex_unlock(&context->death_lock);
}

bres_status bres__cuda_context_failed(bres__cuda_context *context, int result, const char *call)
{
    if (fault_find(result) != NULL)
        context_kill(context, result, call);
    return bres__cuda_failed(context->driver, result, call);
}
