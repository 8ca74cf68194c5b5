/* SPDX-License-Identifier: MIT */
/*
 * The management library, NVML. Each handle opens the library again: the library counts its users
 * itself, and the functions here are called rarely.
 */
#include "cuda/driver.h"

#include <dlfcn.h>
#include <stdlib.h>

#define NVML_VARIABLE "BENCHRESULT_NVML_LIBRARY"
#define NVML_NAME     "libnvidia-ml.so.1"

/* The library's numbers. */
enum { NVML_SUCCESS = 0, NVML_NOT_SUPPORTED = 3, NVML_NO_PERMISSION = 4, NVML_TOO_SMALL = 7 };
enum { NVML_CLOCK_SM = 1, NVML_CLOCK_MEMORY = 2 };
enum { NVML_SENSOR_GPU = 0 };
/* Placeholder for the highest rate that the device keeps within its power limit. */
#define NVML_LIMIT_POWER 0xffffff01u

struct bres__nvml_device {
    void *library;
    bool initialized;
    void *device;
    int (*nvmlInit)(void);
    int (*nvmlShutdown)(void);
    int (*nvmlDeviceGetHandleByPciBusId)(const char *bus_id, void **device);
    /* NULL if the library lacks the function. */
    const char *(*nvmlErrorString)(int result);
    int (*nvmlDeviceGetClockInfo)(void *device, int clock, unsigned *megahertz);
    int (*nvmlDeviceGetCurrentClocksThrottleReasons)(void *device, unsigned long long *reasons);
    int (*nvmlDeviceGetPersistenceMode)(void *device, int *mode);
    int (*nvmlDeviceGetEccMode)(void *device, int *current, int *pending);
    int (*nvmlDeviceGetEnforcedPowerLimit)(void *device, unsigned *milliwatts);
    int (*nvmlDeviceGetMaxClockInfo)(void *device, int clock, unsigned *megahertz);
    int (*nvmlDeviceGetTemperature)(void *device, int sensor, unsigned *celsius);
    int (*nvmlDeviceGetComputeRunningProcesses)(void *device, unsigned *count, void *processes);
    int (*nvmlDeviceSetPersistenceMode)(void *device, int mode);
    int (*nvmlDeviceSetGpuLockedClocks)(void *device, unsigned lowest, unsigned highest);
    int (*nvmlDeviceResetGpuLockedClocks)(void *device);
};

static bool nvml_resolve(bres__nvml_device *nvml)
{
    const struct {
        const char *name;
        void *function;
        bool required;
    } symbols[] = {
        { "nvmlInit_v2", &nvml->nvmlInit, true },
        { "nvmlShutdown", &nvml->nvmlShutdown, true },
        { "nvmlDeviceGetHandleByPciBusId_v2", &nvml->nvmlDeviceGetHandleByPciBusId, true },
        { "nvmlErrorString", &nvml->nvmlErrorString, false },
        { "nvmlDeviceGetClockInfo", &nvml->nvmlDeviceGetClockInfo, false },
        { "nvmlDeviceGetCurrentClocksThrottleReasons",
          &nvml->nvmlDeviceGetCurrentClocksThrottleReasons, false },
        { "nvmlDeviceGetPersistenceMode", &nvml->nvmlDeviceGetPersistenceMode, false },
        { "nvmlDeviceGetEccMode", &nvml->nvmlDeviceGetEccMode, false },
        { "nvmlDeviceGetEnforcedPowerLimit", &nvml->nvmlDeviceGetEnforcedPowerLimit, false },
        { "nvmlDeviceGetMaxClockInfo", &nvml->nvmlDeviceGetMaxClockInfo, false },
        { "nvmlDeviceGetTemperature", &nvml->nvmlDeviceGetTemperature, false },
        { "nvmlDeviceGetComputeRunningProcesses_v3", &nvml->nvmlDeviceGetComputeRunningProcesses,
          false },
        { "nvmlDeviceSetPersistenceMode", &nvml->nvmlDeviceSetPersistenceMode, false },
        { "nvmlDeviceSetGpuLockedClocks", &nvml->nvmlDeviceSetGpuLockedClocks, false },
        { "nvmlDeviceResetGpuLockedClocks", &nvml->nvmlDeviceResetGpuLockedClocks, false },
    };
    bool complete = true;

    for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++) {
        if (!bres__cuda_find_symbol(nvml->library, symbols[i].name, symbols[i].function) &&
            symbols[i].required)
            complete = false;
    }
    return complete;
}

static bres_status nvml_load(bres__nvml_device *nvml)
{
    const char *path = secure_getenv(NVML_VARIABLE);

    /* For dlopen(), an empty name means the program itself. */
    if (path == NULL || path[0] == '\0')
        path = NVML_NAME;
    nvml->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (nvml->library == NULL) {
        const char *reason = dlerror();

        return bres__error(BRES_ERROR_UNSUPPORTED, "cannot open the NVIDIA management library: %s",
                           reason != NULL ? reason : "unknown reason");
    }
    if (!nvml_resolve(nvml))
        return bres__error(BRES_ERROR_UNSUPPORTED,
                           "the NVIDIA management library is too old: it lacks the functions that "
                           "find a device");
    return BRES_OK;
}

/* Makes an error from a result other than 0. */
static bres_status nvml_failed(const bres__nvml_device *nvml, int result, const char *call)
{
    const char *text = nvml->nvmlErrorString != NULL ? nvml->nvmlErrorString(result) : NULL;

    if (result == NVML_NO_PERMISSION)
        return bres__error(BRES_ERROR_UNSUPPORTED,
                           "%s failed: no permission; only the administrator may do this", call);
    return bres__error(result == NVML_NOT_SUPPORTED ? BRES_ERROR_UNSUPPORTED : BRES_ERROR_CUDA,
                       "%s failed: %s (NVML error %d)", call, text != NULL ? text : "unknown error",
                       result);
}

static bres_status nvml_result(const bres__nvml_device *nvml, int result, const char *call)
{
    return result == NVML_SUCCESS ? BRES_OK : nvml_failed(nvml, result, call);
}

static bres_status nvml_missing(const char *function)
{
    return bres__error(BRES_ERROR_UNSUPPORTED,
                       "the NVIDIA management library is too old: it has no function %s", function);
}

static bres_status nvml_find(bres__nvml_device *nvml, const char *bus_id)
{
    bres_status status = nvml_load(nvml);

    if (status != BRES_OK)
        return status;
    status = nvml_result(nvml, nvml->nvmlInit(), "nvmlInit_v2");
    if (status != BRES_OK)
        return status;
    nvml->initialized = true;
    return nvml_result(nvml, nvml->nvmlDeviceGetHandleByPciBusId(bus_id, &nvml->device),
                       "nvmlDeviceGetHandleByPciBusId_v2");
}

bres_status bres__nvml_open(int device, bres__nvml_device **nvml)
{
    const bres__cuda_driver *driver;
    bres_cuda_device_info info;
    bres__nvml_device *made;
    bres_status status;

    *nvml = NULL;
    status = bres__cuda_driver_get(&driver);
    if (status == BRES_OK)
        status = bres__cuda_device_ask(driver, device, &info);
    if (status != BRES_OK)
        return status;
    if (info.pci_bus_id[0] == '\0')
        return bres__error(BRES_ERROR_UNSUPPORTED,
                           "the NVIDIA driver does not report the PCI address of device %d, so the "
                           "management library cannot identify it",
                           device);
    made = bres__calloc(1, sizeof(*made));
    if (made == NULL)
        return bres__error_memory();
    status = nvml_find(made, info.pci_bus_id);
    if (status != BRES_OK) {
        bres__nvml_close(made);
        return status;
    }
    *nvml = made;
    return BRES_OK;
}

void bres__nvml_close(bres__nvml_device *nvml)
{
    if (nvml == NULL)
        return;
    if (nvml->initialized)
        nvml->nvmlShutdown();
    if (nvml->library != NULL)
        dlclose(nvml->library);
    bres__free(nvml);
}

bres_status bres__nvml_clocks(bres__nvml_device *nvml, double *sm, double *memory)
{
    unsigned sm_megahertz = 0;
    unsigned memory_megahertz = 0;
    bres_status status;

    *sm = 0;
    *memory = 0;
    if (nvml->nvmlDeviceGetClockInfo == NULL)
        return nvml_missing("nvmlDeviceGetClockInfo");
    status =
        nvml_result(nvml, nvml->nvmlDeviceGetClockInfo(nvml->device, NVML_CLOCK_SM, &sm_megahertz),
                    "nvmlDeviceGetClockInfo");
    if (status == BRES_OK)
        status = nvml_result(
            nvml, nvml->nvmlDeviceGetClockInfo(nvml->device, NVML_CLOCK_MEMORY, &memory_megahertz),
            "nvmlDeviceGetClockInfo");
    if (status != BRES_OK)
        return status;
    *sm = 1e6 * sm_megahertz;
    *memory = 1e6 * memory_megahertz;
    return BRES_OK;
}

bres_status bres__nvml_throttle_reasons(bres__nvml_device *nvml, uint64_t *reasons)
{
    unsigned long long bits = 0;
    bres_status status;

    *reasons = 0;
    if (nvml->nvmlDeviceGetCurrentClocksThrottleReasons == NULL)
        return nvml_missing("nvmlDeviceGetCurrentClocksThrottleReasons");
    status = nvml_result(nvml, nvml->nvmlDeviceGetCurrentClocksThrottleReasons(nvml->device, &bits),
                         "nvmlDeviceGetCurrentClocksThrottleReasons");
    if (status == BRES_OK)
        *reasons = bits;
    return status;
}

void bres__nvml_put_reasons(bres__text *text, uint64_t reasons)
{
    static const struct {
        uint64_t bit;
        const char *name;
    } names[] = {
        { BRES__NVML_IDLE, "idle" },
        { BRES__NVML_CLOCKS_SETTING, "clocks set by an application" },
        { BRES__NVML_SOFTWARE_POWER, "software power cap" },
        { BRES__NVML_HARDWARE, "hardware slowdown" },
        { BRES__NVML_SYNC_BOOST, "sync boost" },
        { BRES__NVML_SOFTWARE_THERMAL, "software thermal slowdown" },
        { BRES__NVML_HARDWARE_THERMAL, "hardware thermal slowdown" },
        { BRES__NVML_POWER_BRAKE, "power brake" },
        { BRES__NVML_DISPLAY_CLOCKS, "clocks of a display" },
    };
    const char *separator = "";

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if ((reasons & names[i].bit) == 0)
            continue;
        bres__text_printf(text, "%s%s", separator, names[i].name);
        reasons &= ~names[i].bit;
        separator = ", ";
    }
    if (reasons != 0)
        bres__text_printf(text, "%sunknown reason 0x%llx", separator, (unsigned long long)reasons);
    else if (separator[0] == '\0')
        bres__text_puts(text, "none");
}

/* Asks for the processes without a buffer: the library then reports their number. */
static int64_t nvml_process_count(const bres__nvml_device *nvml)
{
    unsigned count = 0;
    int result;

    if (nvml->nvmlDeviceGetComputeRunningProcesses == NULL)
        return BRES__NVML_UNKNOWN;
    result = nvml->nvmlDeviceGetComputeRunningProcesses(nvml->device, &count, NULL);
    return result == NVML_SUCCESS || result == NVML_TOO_SMALL ? (int64_t)count : BRES__NVML_UNKNOWN;
}

void bres__nvml_read(const bres__nvml_device *nvml, bres__nvml_facts *facts)
{
    unsigned number = 0;
    int pending = 0;
    int mode = 0;

    *facts = (bres__nvml_facts){
        .persistence = BRES__NVML_UNKNOWN,
        .ecc = BRES__NVML_UNKNOWN,
        .power_limit = BRES__NVML_UNKNOWN,
        .highest_sm_clock = BRES__NVML_UNKNOWN,
        .temperature = BRES__NVML_UNKNOWN,
        .processes = nvml_process_count(nvml),
    };
    if (nvml->nvmlDeviceGetPersistenceMode != NULL &&
        nvml->nvmlDeviceGetPersistenceMode(nvml->device, &mode) == NVML_SUCCESS)
        facts->persistence = mode != 0;
    if (nvml->nvmlDeviceGetEccMode != NULL &&
        nvml->nvmlDeviceGetEccMode(nvml->device, &mode, &pending) == NVML_SUCCESS)
        facts->ecc = mode != 0;
    if (nvml->nvmlDeviceGetEnforcedPowerLimit != NULL &&
        nvml->nvmlDeviceGetEnforcedPowerLimit(nvml->device, &number) == NVML_SUCCESS)
        facts->power_limit = 1e-3 * number;
    if (nvml->nvmlDeviceGetMaxClockInfo != NULL &&
        nvml->nvmlDeviceGetMaxClockInfo(nvml->device, NVML_CLOCK_SM, &number) == NVML_SUCCESS)
        facts->highest_sm_clock = 1e6 * number;
    if (nvml->nvmlDeviceGetTemperature != NULL &&
        nvml->nvmlDeviceGetTemperature(nvml->device, NVML_SENSOR_GPU, &number) == NVML_SUCCESS)
        facts->temperature = number;
}

bres_status bres__nvml_set_persistence(bres__nvml_device *nvml, bool on)
{
    if (nvml->nvmlDeviceSetPersistenceMode == NULL)
        return nvml_missing("nvmlDeviceSetPersistenceMode");
    return nvml_result(nvml, nvml->nvmlDeviceSetPersistenceMode(nvml->device, on ? 1 : 0),
                       "nvmlDeviceSetPersistenceMode");
}

static bres_status nvml_lock(bres__nvml_device *nvml, unsigned clock)
{
    if (nvml->nvmlDeviceSetGpuLockedClocks == NULL)
        return nvml_missing("nvmlDeviceSetGpuLockedClocks");
    return nvml_result(nvml, nvml->nvmlDeviceSetGpuLockedClocks(nvml->device, clock, clock),
                       "nvmlDeviceSetGpuLockedClocks");
}

bres_status bres__nvml_lock_clock(bres__nvml_device *nvml, double hertz)
{
    if (!(hertz >= 1e6 && hertz <= 1e12))
        return bres__error(BRES_ERROR_ARGUMENT,
                           "%g hertz is not a clock rate (expected 1e6 to 1e12)", hertz);
    return nvml_lock(nvml, (unsigned)(hertz / 1e6 + 0.5));
}

bres_status bres__nvml_lock_clock_base(bres__nvml_device *nvml)
{
    return nvml_lock(nvml, NVML_LIMIT_POWER);
}

bres_status bres__nvml_unlock_clock(bres__nvml_device *nvml)
{
    if (nvml->nvmlDeviceResetGpuLockedClocks == NULL)
        return nvml_missing("nvmlDeviceResetGpuLockedClocks");
    return nvml_result(nvml, nvml->nvmlDeviceResetGpuLockedClocks(nvml->device),
                       "nvmlDeviceResetGpuLockedClocks");
}
