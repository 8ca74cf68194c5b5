/* SPDX-License-Identifier: MIT */
/*
 * Access to devices.
 */
#include "model/model.h"

int64_t bres_device_id(const bres_device *device)
{
    return device != NULL ? device->id : 0;
}

const char *bres_device_name(const bres_device *device)
{
    return device != NULL ? device->name : NULL;
}

const char *bres_device_json(const bres_device *device)
{
    return device != NULL ? device->json : NULL;
}

bool bres_device_int64(const bres_device *device, const char *key, int64_t *value)
{
    return device != NULL && key != NULL && bres__json_member_int64(device->json, key, value);
}

bool bres_device_float64(const bres_device *device, const char *key, double *value)
{
    return device != NULL && key != NULL && bres__json_member_float64(device->json, key, value);
}
