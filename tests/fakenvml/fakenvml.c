/* SPDX-License-Identifier: MIT */
/*
 * The double's functions. With FAKE_NVML_OLD the library has only the functions that find a device.
 */
#include "fakenvml.h"

#include <stdbool.h>
#include <string.h>

#define API __attribute__((visibility("default")))

enum { SUCCESS = 0, INVALID_ARGUMENT = 2, NOT_FOUND = 6, TOO_SMALL = 7 };
enum { CLOCK_SM = 1, CLOCK_MEMORY = 2 };

API fake_nvml_state fake_nvml;

static int device;

/* The result that this call returns. */
static int outcome(const char *function)
{
    if (fake_nvml.failing != NULL && strcmp(fake_nvml.failing, function) == 0)
        return fake_nvml.result;
    return SUCCESS;
}

API int nvmlInit_v2(void);
API int nvmlShutdown(void);
API int nvmlDeviceGetHandleByPciBusId_v2(const char *bus_id, void **handle);

int nvmlInit_v2(void)
{
    const int result = outcome("nvmlInit_v2");

    fake_nvml.users += result == SUCCESS;
    return result;
}

int nvmlShutdown(void)
{
    fake_nvml.users--;
    return SUCCESS;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *bus_id, void **handle)
{
    if (fake_nvml.bus_id == NULL || strcmp(fake_nvml.bus_id, bus_id) != 0)
        return NOT_FOUND;
    *handle = &device;
    return outcome("nvmlDeviceGetHandleByPciBusId_v2");
}

#ifndef FAKE_NVML_OLD

API const char *nvmlErrorString(int result);
API int nvmlDeviceGetClockInfo(void *handle, int clock, unsigned *megahertz);
API int nvmlDeviceGetCurrentClocksThrottleReasons(void *handle, unsigned long long *reasons);
API int nvmlDeviceGetPersistenceMode(void *handle, int *mode);
API int nvmlDeviceGetEccMode(void *handle, int *current, int *pending);
API int nvmlDeviceGetEnforcedPowerLimit(void *handle, unsigned *milliwatts);
API int nvmlDeviceGetMaxClockInfo(void *handle, int clock, unsigned *megahertz);
API int nvmlDeviceGetTemperature(void *handle, int sensor, unsigned *celsius);
API int nvmlDeviceGetComputeRunningProcesses_v3(void *handle, unsigned *count, void *processes);
API int nvmlDeviceSetPersistenceMode(void *handle, int mode);
API int nvmlDeviceSetGpuLockedClocks(void *handle, unsigned lowest, unsigned highest);
API int nvmlDeviceResetGpuLockedClocks(void *handle);

/* The outcome of a call about a device. */
static int outcome_for(const void *handle, const char *function)
{
    return handle == &device ? outcome(function) : INVALID_ARGUMENT;
}

const char *nvmlErrorString(int result)
{
    return result == SUCCESS ? "Success" : "The double says no";
}

int nvmlDeviceGetClockInfo(void *handle, int clock, unsigned *megahertz)
{
    if (clock != CLOCK_SM && clock != CLOCK_MEMORY)
        return INVALID_ARGUMENT;
    *megahertz = clock == CLOCK_SM ? fake_nvml.sm_clock : fake_nvml.memory_clock;
    return outcome_for(handle, "nvmlDeviceGetClockInfo");
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void *handle, unsigned long long *reasons)
{
    *reasons = fake_nvml.reasons;
    return outcome_for(handle, "nvmlDeviceGetCurrentClocksThrottleReasons");
}

int nvmlDeviceGetPersistenceMode(void *handle, int *mode)
{
    *mode = fake_nvml.persistence;
    return outcome_for(handle, "nvmlDeviceGetPersistenceMode");
}

int nvmlDeviceGetEccMode(void *handle, int *current, int *pending)
{
    *current = fake_nvml.ecc;
    *pending = !fake_nvml.ecc;
    return outcome_for(handle, "nvmlDeviceGetEccMode");
}

int nvmlDeviceGetEnforcedPowerLimit(void *handle, unsigned *milliwatts)
{
    *milliwatts = fake_nvml.power_limit;
    return outcome_for(handle, "nvmlDeviceGetEnforcedPowerLimit");
}

int nvmlDeviceGetMaxClockInfo(void *handle, int clock, unsigned *megahertz)
{
    if (clock != CLOCK_SM)
        return INVALID_ARGUMENT;
    *megahertz = fake_nvml.highest_clock;
    return outcome_for(handle, "nvmlDeviceGetMaxClockInfo");
}

int nvmlDeviceGetTemperature(void *handle, int sensor, unsigned *celsius)
{
    if (sensor != 0)
        return INVALID_ARGUMENT;
    *celsius = fake_nvml.temperature;
    return outcome_for(handle, "nvmlDeviceGetTemperature");
}

int nvmlDeviceGetComputeRunningProcesses_v3(void *handle, unsigned *count, void *processes)
{
    const int result = outcome_for(handle, "nvmlDeviceGetComputeRunningProcesses_v3");
    const bool fits = processes != NULL && *count >= fake_nvml.processes;

    *count = fake_nvml.processes;
    return result == SUCCESS && fake_nvml.processes > 0 && !fits ? TOO_SMALL : result;
}

int nvmlDeviceSetPersistenceMode(void *handle, int mode)
{
    fake_nvml.persistence = mode;
    return outcome_for(handle, "nvmlDeviceSetPersistenceMode");
}

int nvmlDeviceSetGpuLockedClocks(void *handle, unsigned lowest, unsigned highest)
{
    fake_nvml.lowest = lowest;
    fake_nvml.highest = highest;
    return outcome_for(handle, "nvmlDeviceSetGpuLockedClocks");
}

int nvmlDeviceResetGpuLockedClocks(void *handle)
{
    fake_nvml.lowest = 0;
    fake_nvml.highest = 0;
    return outcome_for(handle, "nvmlDeviceResetGpuLockedClocks");
}

#endif
