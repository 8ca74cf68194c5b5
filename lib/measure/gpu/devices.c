/* SPDX-License-Identifier: MIT */
/*
 * The devices of a program.
 */
#include "measure/gpu/devices.h"
#include "report/report.h"

#include <string.h>

bres_status bres__gpus_find(bres__gpus *gpus, const bres_clock *clock)
{
    const char *reason;

    *gpus = (bres__gpus){ .clock = clock };
    if (!bres_cuda_available(&reason)) {
        bres__format(gpus->reason, sizeof(gpus->reason), "%s", reason);
        return bres_last_error_status() == BRES_ERROR_MEMORY ? BRES_ERROR_MEMORY : BRES_OK;
    }
    gpus->count = (size_t)bres_cuda_device_count();
    gpus->items = bres__calloc(gpus->count, sizeof(*gpus->items));
    if (gpus->items == NULL) {
        gpus->count = 0;
        return bres__error_memory();
    }
    for (size_t i = 0; i < gpus->count; i++)
        gpus->items[i].device = (int)i;
    return BRES_OK;
}

/* Measures the launch overhead in the device's context, and then restores the previous context. */
bres_status bres__gpu_open(bres__gpu *gpu, const bres_clock *clock)
{
    void *previous;
    bres_status status = bres__cuda_context_open(gpu->device, &gpu->context);

    if (status == BRES_OK)
        status = bres__cuda_context_enter(gpu->context, &previous);
    if (status != BRES_OK)
        return status;
    status = bres__launch_overhead_measure(gpu->context, clock, &gpu->overhead);
    gpu->overhead_known = status == BRES_OK;
    bres__cuda_context_leave(gpu->context, previous);
    return status;
}

/* Opens the management library, which reports throttle reasons and clocks; measurements do not need
 * it. Errors: BRES_ERROR_MEMORY. */
static bres_status nvml_open(bres__gpu *gpu)
{
    bres__error_record record;
    bres_status status;

    bres__error_save(&record);
    status = bres__nvml_open(gpu->device, &gpu->nvml);
    if (status == BRES_ERROR_MEMORY)
        return status;
    bres__error_restore(&record);
    bres__gpu_state_read(gpu->nvml, &gpu->state);
    return BRES_OK;
}

bres_status bres__gpus_open(bres__gpus *gpus, int device, bres__gpu **gpu)
{
    bres__gpu *found;
    bres_status status;

    *gpu = NULL;
    if (device < 0 || (size_t)device >= gpus->count)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "unknown device %d: the driver has %zu, numbered from 0", device,
                           gpus->count);
    found = &gpus->items[device];
    if (found->context != NULL) {
        status = bres__cuda_context_check(found->context);
        if (status != BRES_OK)
            return status;
    } else {
        status = bres__gpu_open(found, gpus->clock);
        /* A dead device stays open, so that its other states detect that. */
        if (status != BRES_OK && found->context != NULL &&
            !bres__cuda_context_is_dead(found->context)) {
            bres__cuda_context_close(found->context);
            found->context = NULL;
        }
        if (status == BRES_OK)
            status = nvml_open(found);
        if (status != BRES_OK)
            return status;
    }
    *gpu = found;
    return BRES_OK;
}

bres_status bres__gpu_put_result(int device, bres_result *result)
{
    bres_cuda_device_info info;
    char *json = NULL;
    bres_status status;

    bres_cuda_device_info_init(&info);
    status = bres_cuda_device_query(device, &info);
    if (status == BRES_OK)
        status = bres_cuda_device_json(device, &json);
    if (status == BRES_OK)
        status = bres_result_add_device(result, device, info.name, json, NULL);
    bres_string_free(json);
    return status;
}

bres_status bres__gpus_put_result(const bres__gpus *gpus, bres_result *result)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < gpus->count && status == BRES_OK; i++)
        status = bres__gpu_put_result(gpus->items[i].device, result);
    return status;
}

bres_status bres__gpus_put_json(const bres__gpus *gpus, bres__text *text)
{
    bres__json_writer json = { .text = text, .empty = true };
    bres_status status = BRES_OK;

    bres__json_begin(&json, '{');
    bres__json_key(&json, "devices");
    bres__json_begin(&json, '[');
    for (size_t i = 0; i < gpus->count && status == BRES_OK; i++) {
        char *device = NULL;

        status = bres_cuda_device_json(gpus->items[i].device, &device);
        if (status == BRES_OK)
            bres__json_write_raw(&json, device, strlen(device));
        bres_string_free(device);
    }
    bres__json_end(&json, ']');
    bres__json_end(&json, '}');
    bres__text_putc(text, '\n');
    return status;
}

/* The clocks at the end of the program; null where the management library does not report them. */
static void put_clocks(const bres__gpu *gpu, bres__json_writer *json)
{
    double sm = 0;
    double memory = 0;
    const bool known = gpu->nvml != NULL && bres__nvml_clocks(gpu->nvml, &sm, &memory) == BRES_OK;

    bres__json_put_real(json, "sm_clock", known, sm);
    bres__json_put_real(json, "memory_clock", known, memory);
}

static void put_state(const bres__gpu *gpu, bres__json_writer *json)
{
    bres__gpu_state now;

    bres__gpu_state_read(gpu->nvml, &now);
    bres__gpu_state_put(json, &gpu->state, &now);
}

void bres__gpus_put_metadata(const bres__gpus *gpus, bres__json_writer *json)
{
    bres__json_key(json, "gpus");
    bres__json_begin(json, '[');
    for (size_t i = 0; i < gpus->count; i++) {
        const bres__gpu *gpu = &gpus->items[i];

        if (!gpu->overhead_known)
            continue;
        bres__json_begin(json, '{');
        bres__json_put_count(json, "device", (size_t)gpu->device);
        bres__json_put_real(json, "event_step", gpu->overhead.event_step > 0,
                            gpu->overhead.event_step);
        bres__json_put_real(json, "empty_events", true, gpu->overhead.empty_events);
        bres__json_put_real(json, "empty_kernel", true, gpu->overhead.empty_kernel);
        bres__json_put_real(json, "launch", true, gpu->overhead.launch);
        bres__json_put_real(json, "synchronize", gpu->overhead.synchronize >= 0,
                            gpu->overhead.synchronize);
        put_state(gpu, json);
        put_clocks(gpu, json);
        bres__json_end(json, '}');
    }
    bres__json_end(json, ']');
}

bres_status bres__gpus_report_changes(const bres__gpus *gpus,
                                      void (*report)(void *context, const char *message),
                                      void *context)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < gpus->count && status == BRES_OK; i++) {
        const bres__gpu *gpu = &gpus->items[i];
        bres__gpu_state now;

        if (gpu->nvml == NULL)
            continue;
        bres__gpu_state_read(gpu->nvml, &now);
        status = bres__gpu_report_changes(gpu->device, &gpu->state, &now, report, context);
    }
    return status;
}

static void gpu_close(bres__gpu *gpu)
{
    bres__nvml_close(gpu->nvml);
    bres__cuda_context_close(gpu->context);
}

void bres__gpus_close(bres__gpus *gpus)
{
    for (size_t i = 0; i < gpus->count; i++)
        gpu_close(&gpus->items[i]);
    bres__free(gpus->items);
    *gpus = (bres__gpus){ .count = 0 };
}
