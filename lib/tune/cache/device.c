/* SPDX-License-Identifier: MIT */
/*
 * The device that an answer is for, and its driver.
 */
#include "tune/cache/cache.h"

#include <benchresult/cuda.h>

static void text_copy(char *copy, size_t size, const char *text)
{
    bres__format(copy, size, "%s", text != NULL ? text : "");
}

bres_status bres__cache_device_name(int32_t cuda_device, const bres__machine *machine,
                                    bres__cache_device *device)
{
    const char *driver = bres__machine_text(machine, BRES__FACT_GPU_DRIVER);
    bres_cuda_device_info info;
    bres_status status;

    *device = (bres__cache_device){ .name = "" };
    if (cuda_device < 0) {
        text_copy(device->name, sizeof(device->name),
                  bres__machine_text(machine, BRES__FACT_PROCESSOR));
        return BRES_OK;
    }
    bres_cuda_device_info_init(&info);
    status = bres_cuda_device_query(cuda_device, &info);
    if (status != BRES_OK)
        return status;
    text_copy(device->name, sizeof(device->name), info.name);
    if (driver != NULL)
        text_copy(device->driver, sizeof(device->driver), driver);
    else
        bres__format(device->driver, sizeof(device->driver), "CUDA %d.%d",
                     (int)info.driver_version / 1000, (int)info.driver_version % 1000 / 10);
    return BRES_OK;
}
