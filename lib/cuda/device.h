/* SPDX-License-Identifier: MIT */
/*
 * Devices within the room, by their index in the driver.
 */
#ifndef BRES_CUDA_DEVICE_H
#define BRES_CUDA_DEVICE_H

#include "cuda/driver.h"

/* The driver's handle of a device. BRES_ERROR_ARGUMENT for an index that is out of range. */
bres_status bres__cuda_device_find(const bres__cuda_driver *driver, int device, int *handle);
/* Fills in all that is known. */
bres_status bres__cuda_device_ask(const bres__cuda_driver *driver, int device,
                                  bres_cuda_device_info *info);

#endif
