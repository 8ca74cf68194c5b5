/* SPDX-License-Identifier: MIT */
/*
 * Changes settings of the devices, through NVML. A program that changes them does nothing else.
 */
#include "harness/cli/arguments.h"
#include "harness/cli/operand.h"
#include "harness/cli/program.h"
#include "measure/gpu/devices.h"

static bres_status nvml_lock(bres__nvml_device *nvml, int device, bres__clock_lock lock)
{
    bres_cuda_device_info info;
    bres_status status;

    if (lock == BRES__CLOCK_UNLOCKED)
        return bres__nvml_unlock_clock(nvml);
    if (lock == BRES__CLOCK_BASE)
        return bres__nvml_lock_clock_base(nvml);
    bres_cuda_device_info_init(&info);
    status = bres_cuda_device_query(device, &info);
    return status == BRES_OK ? bres__nvml_lock_clock(nvml, info.sm_clock) : status;
}

static bres_status device_apply(const bres__invocation *invocation, int device)
{
    bres__nvml_device *nvml = NULL;
    bres_status status = bres__nvml_open(device, &nvml);

    if (status == BRES_OK && invocation->persistence != BRES__PERSISTENCE_KEPT)
        status = bres__nvml_set_persistence(nvml, invocation->persistence == BRES__PERSISTENCE_ON);
    if (status == BRES_OK && invocation->clock_lock != BRES__CLOCK_KEPT)
        status = nvml_lock(nvml, device, invocation->clock_lock);
    if (status != BRES_OK)
        bres__error_prefix("device %d", device);
    bres__nvml_close(nvml);
    return status;
}

bres_status bres__device_settings_apply(const bres__invocation *invocation, const bres__gpus *gpus)
{
    bres__device_ids list = { .ids = NULL };
    bres_status status = BRES_OK;

    if (gpus->count == 0)
        return bres__error(BRES_ERROR_NO_DEVICE, "%s", gpus->reason);
    if (invocation->devices != NULL)
        status = bres__device_ids_read(&list, invocation->devices);
    for (size_t i = 0; i < gpus->count && list.count == 0 && status == BRES_OK; i++)
        status = device_apply(invocation, (int)i);
    for (size_t i = 0; i < list.count && status == BRES_OK; i++)
        status = device_apply(invocation, list.ids[i]);
    bres__free(list.ids);
    return status;
}
