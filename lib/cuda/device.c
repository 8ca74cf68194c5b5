/* SPDX-License-Identifier: MIT */
/*
 * Properties of devices.
 */
#include "cuda/driver.h"

#include <string.h>

/* Size of the struct in its first published version. */
#define INFO_FIRST_SIZE (offsetof(bres_cuda_device_info, pci_bus_id) + 32)

_Static_assert(offsetof(bres_cuda_device_info, name) == sizeof(size_t) + 104, "part of the ABI");
_Static_assert(sizeof(bres_cuda_device_info) == INFO_FIRST_SIZE, "no padding at the end");

/* Numbers of the driver's attributes. */
enum {
    ATTRIBUTE_THREADS_PER_BLOCK = 1,
    ATTRIBUTE_SHARED_PER_BLOCK = 8,
    ATTRIBUTE_REGISTERS_PER_BLOCK = 12,
    ATTRIBUTE_SM_CLOCK = 13,
    ATTRIBUTE_SM_COUNT = 16,
    ATTRIBUTE_TIME_LIMIT = 17,
    ATTRIBUTE_ECC = 32,
    ATTRIBUTE_MEMORY_CLOCK = 36,
    ATTRIBUTE_MEMORY_BUS_WIDTH = 37,
    ATTRIBUTE_L2_SIZE = 38,
    ATTRIBUTE_THREADS_PER_SM = 39,
    ATTRIBUTE_COMPUTE_MAJOR = 75,
    ATTRIBUTE_COMPUTE_MINOR = 76,
    ATTRIBUTE_SHARED_PER_SM = 81,
    ATTRIBUTE_REGISTERS_PER_SM = 82,
    ATTRIBUTE_BLOCKS_PER_SM = 106
};

/* Queries attributes until a query fails. */
typedef struct inquiry {
    const bres__cuda_driver *driver;
    int device;
    int result;
} inquiry;

/* Queries an attribute; 0 if the driver does not know it or has no value for it. */
static int32_t inquiry_ask(inquiry *asked, int attribute)
{
    int value = 0;

    if (asked->result != BRES__CUDA_SUCCESS)
        return 0;
    asked->result = asked->driver->cuDeviceGetAttribute(&value, attribute, asked->device);
    if (asked->result == BRES__CUDA_INVALID_VALUE) {
        asked->result = BRES__CUDA_SUCCESS;
        value = 0;
    }
    return value > 0 ? value : 0;
}

static bres_status info_ask_attributes(bres_cuda_device_info *info, inquiry *asked)
{
    info->sm_clock = 1e3 * inquiry_ask(asked, ATTRIBUTE_SM_CLOCK);
    info->memory_clock = 1e3 * inquiry_ask(asked, ATTRIBUTE_MEMORY_CLOCK);
    info->memory_bus_width = inquiry_ask(asked, ATTRIBUTE_MEMORY_BUS_WIDTH);
    info->memory_bandwidth = 2 * info->memory_clock * (info->memory_bus_width / 8.0);
    info->l2_size = (uint64_t)inquiry_ask(asked, ATTRIBUTE_L2_SIZE);
    info->shared_per_sm = (uint64_t)inquiry_ask(asked, ATTRIBUTE_SHARED_PER_SM);
    info->shared_per_block = (uint64_t)inquiry_ask(asked, ATTRIBUTE_SHARED_PER_BLOCK);
    info->compute_major = inquiry_ask(asked, ATTRIBUTE_COMPUTE_MAJOR);
    info->compute_minor = inquiry_ask(asked, ATTRIBUTE_COMPUTE_MINOR);
    info->sm_count = inquiry_ask(asked, ATTRIBUTE_SM_COUNT);
    info->blocks_per_sm = inquiry_ask(asked, ATTRIBUTE_BLOCKS_PER_SM);
    info->threads_per_sm = inquiry_ask(asked, ATTRIBUTE_THREADS_PER_SM);
    info->threads_per_block = inquiry_ask(asked, ATTRIBUTE_THREADS_PER_BLOCK);
    info->registers_per_sm = inquiry_ask(asked, ATTRIBUTE_REGISTERS_PER_SM);
    info->registers_per_block = inquiry_ask(asked, ATTRIBUTE_REGISTERS_PER_BLOCK);
    info->ecc = inquiry_ask(asked, ATTRIBUTE_ECC) != 0;
    info->time_limit = inquiry_ask(asked, ATTRIBUTE_TIME_LIMIT) != 0;
    if (asked->result != BRES__CUDA_SUCCESS)
        return bres__cuda_failed(asked->driver, asked->result, "cuDeviceGetAttribute");
    return BRES_OK;
}

bres_status bres__cuda_device_find(const bres__cuda_driver *driver, int device, int *handle)
{
    int result;

    *handle = 0;
    if (device < 0 || device >= driver->device_count)
        return bres__error(BRES_ERROR_ARGUMENT, "unknown device %d: the driver has %d, from 0",
                           device, driver->device_count);
    result = driver->cuDeviceGet(handle, device);
    if (result != BRES__CUDA_SUCCESS)
        return bres__cuda_failed(driver, result, "cuDeviceGet");
    return BRES_OK;
}

bres_status bres__cuda_device_ask(const bres__cuda_driver *driver, int device,
                                  bres_cuda_device_info *info)
{
    inquiry asked = { .driver = driver };
    size_t memory = 0;
    bres_status status = bres__cuda_device_find(driver, device, &asked.device);

    bres_cuda_device_info_init(info);
    if (status != BRES_OK)
        return status;
    asked.result = driver->cuDeviceGetName(info->name, (int)sizeof(info->name), asked.device);
    if (asked.result != BRES__CUDA_SUCCESS)
        return bres__cuda_failed(driver, asked.result, "cuDeviceGetName");
    info->name[sizeof(info->name) - 1] = '\0';
    asked.result = driver->cuDeviceTotalMem(&memory, asked.device);
    if (asked.result != BRES__CUDA_SUCCESS)
        return bres__cuda_failed(driver, asked.result, "cuDeviceTotalMem_v2");
    info->memory_size = memory;
    info->driver_version = driver->version;
    /* Only NVML needs the bus id, so a failure is not an error. */
    if (driver->cuDeviceGetPCIBusId == NULL ||
        driver->cuDeviceGetPCIBusId(info->pci_bus_id, (int)sizeof(info->pci_bus_id),
                                    asked.device) != BRES__CUDA_SUCCESS)
        info->pci_bus_id[0] = '\0';
    return info_ask_attributes(info, &asked);
}

static void put_int(bres__json_writer *json, const char *key, int64_t value)
{
    bres__json_key(json, key);
    bres__json_write_int64(json, value);
}

static void put_info(bres__json_writer *json, int device, const bres_cuda_device_info *info)
{
    const int64_t sm_version = 100 * (int64_t)info->compute_major + 10 * info->compute_minor;

    bres__json_begin(json, '{');
    put_int(json, "id", device);
    bres__json_key(json, "name");
    bres__json_write_string(json, info->name);
    put_int(json, "sm_version", sm_version);
    /* The version for which PTX is compiled: the driver compiles for the device itself. */
    put_int(json, "ptx_version", sm_version);
    put_int(json, "sm_default_clock_rate", (int64_t)info->sm_clock);
    put_int(json, "number_of_sms", info->sm_count);
    put_int(json, "max_blocks_per_sm", info->blocks_per_sm);
    put_int(json, "max_threads_per_sm", info->threads_per_sm);
    put_int(json, "max_threads_per_block", info->threads_per_block);
    put_int(json, "registers_per_sm", info->registers_per_sm);
    put_int(json, "registers_per_block", info->registers_per_block);
    put_int(json, "global_memory_size", (int64_t)info->memory_size);
    put_int(json, "global_memory_bus_peak_clock_rate", (int64_t)info->memory_clock);
    put_int(json, "global_memory_bus_width", info->memory_bus_width);
    put_int(json, "global_memory_bus_bandwidth", (int64_t)info->memory_bandwidth);
    put_int(json, "l2_cache_size", (int64_t)info->l2_size);
    put_int(json, "shared_memory_per_sm", (int64_t)info->shared_per_sm);
    put_int(json, "shared_memory_per_block", (int64_t)info->shared_per_block);
    bres__json_key(json, "ecc_state");
    bres__json_write_literal(json, info->ecc ? "true" : "false");
    bres__json_end(json, '}');
}

void bres_cuda_device_info_init(bres_cuda_device_info *info)
{
    if (info == NULL)
        return;
    memset(info, 0, sizeof(*info));
    info->size = sizeof(*info);
}

bres_status bres_cuda_device_query(int device, bres_cuda_device_info *info)
{
    const bres__cuda_driver *driver;
    bres_cuda_device_info full;
    bres_status status;
    size_t size;

    if (info == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_device_query: info is NULL");
    size = info->size;
    bres_cuda_device_info_init(&full);
    status =
        bres__options_load(&full, sizeof(full), info, INFO_FIRST_SIZE, "bres_cuda_device_info");
    if (status != BRES_OK)
        return status;
    memset(info, 0, size);
    info->size = size;
    status = bres__cuda_driver_get(&driver);
    if (status != BRES_OK)
        return status;
    status = bres__cuda_device_ask(driver, device, &full);
    if (status != BRES_OK)
        return status;
    memcpy(info, &full, size < sizeof(full) ? size : sizeof(full));
    info->size = size;
    return BRES_OK;
}

bres_status bres_cuda_device_json(int device, char **json)
{
    const bres__cuda_driver *driver;
    bres_cuda_device_info info;
    bres__text text = { 0 };
    bres__json_writer writer = { .text = &text, .empty = true };
    bres_status status;

    if (json == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_device_json: json is NULL");
    *json = NULL;
    status = bres__cuda_driver_get(&driver);
    if (status != BRES_OK)
        return status;
    status = bres__cuda_device_ask(driver, device, &info);
    if (status != BRES_OK)
        return status;
    put_info(&writer, device, &info);
    *json = bres__text_steal(&text);
    return *json != NULL ? BRES_OK : bres__error_memory();
}
