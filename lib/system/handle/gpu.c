/* SPDX-License-Identifier: MIT */
/*
 * The GPUs of a public machine.
 */
#include "system/handle/handle.h"

#include <inttypes.h>

/* The management library is optional: gpu->missing records its failure. */
bres_status bres__gpu_read(bres__machine_gpu *gpu, bool last)
{
    const bres__cuda_driver *driver;
    bres__nvml_device *nvml = NULL;
    bres__error_record record;
    bres_status status = bres__cuda_driver_get(&driver);

    if (status != BRES_OK)
        return status;
    if (gpu->device < 0 || gpu->device >= bres_cuda_device_count())
        return bres__error(BRES_ERROR_ARGUMENT,
                           "unknown device %d: the driver has %d, numbered from 0", gpu->device,
                           bres_cuda_device_count());
    bres__error_save(&record);
    status = bres__nvml_open(gpu->device, &nvml);
    if (status == BRES_ERROR_MEMORY)
        return status;
    gpu->missing[0] = '\0';
    if (status != BRES_OK)
        bres__format(gpu->missing, sizeof(gpu->missing), "%s", bres_last_error());
    bres__error_restore(&record);
    bres__gpu_state_read(nvml, &gpu->states[last]);
    bres__nvml_close(nvml);
    return BRES_OK;
}

/* A fact of a GPU that is being added. */
typedef struct gpu_fact {
    const char *key;
    const char *name;
    bool known;
    bool is_flag;
    double number;
    bres_fact_kind kind;
} gpu_fact;

static bres_status fact_add(bres__machine_view *view, int device, const gpu_fact *fact)
{
    char key[64];
    char name[96];
    char value[BRES__NUMBER_SIZE];
    const bres_machine_fact made = {
        .key = key,
        .name = name,
        .value = fact->known ? value : NULL,
        .unknown = fact->known ? NULL : "not reported",
        .kind = (uint32_t)fact->kind,
        .is_number = fact->known,
        .number = fact->known ? fact->number : 0,
    };

    bres__format(key, sizeof(key), "gpu%d/%s", device, fact->key);
    bres__format(name, sizeof(name), "%s of GPU %d", fact->name, device);
    if (fact->is_flag)
        bres__format(value, sizeof(value), "%s", fact->number != 0 ? "on" : "off");
    else
        bres__format_float64(value, fact->number, BRES__FLOAT_VALUE);
    return bres__view_add_fact(view, &made);
}

static bres_status reasons_add(bres__machine_view *view, int device, const bres__gpu_state *state)
{
    bres__text reasons = { 0 };
    char key[64];
    char name[96];
    bres_machine_fact made = {
        .key = key,
        .name = name,
        .unknown = state->has_reasons ? NULL : "not reported",
        .kind = BRES_FACT_GAUGE,
    };
    bres_status status;

    bres__format(key, sizeof(key), "gpu%d/throttle_reasons", device);
    bres__format(name, sizeof(name), "the reasons for the clocks of GPU %d", device);
    if (state->has_reasons)
        bres__nvml_put_reasons(&reasons, state->reasons);
    made.value = reasons.data;
    status = reasons.failed ? bres__error_memory() : bres__view_add_fact(view, &made);
    bres__text_free(&reasons);
    return status;
}

bres_status bres__gpu_add_facts(const bres__machine_gpu *gpu, bool last, bres__machine_view *view)
{
    const bres__gpu_state *state = &gpu->states[last];
    const bool known = state->is_known;
    const double temperature = state->facts.temperature;
    const double processes = (double)state->facts.processes;
    const gpu_fact gauges[] = {
        { "temperature", "the temperature", known && temperature >= 0, false, temperature,
          BRES_FACT_GAUGE },
        { "processes", "the number of processes", known && processes >= 0, false, processes,
          BRES_FACT_GAUGE },
        { "sm_clock", "the clock of the multiprocessors", state->has_clocks, false, state->sm_clock,
          BRES_FACT_GAUGE },
        { "memory_clock", "the clock of the memory", state->has_clocks, false, state->memory_clock,
          BRES_FACT_GAUGE },
    };
    bres__gpu_setting settings[BRES__GPU_SETTINGS];
    bres_status status = BRES_OK;

    bres__gpu_settings(state, settings);
    for (int i = 0; i < BRES__GPU_SETTINGS && status == BRES_OK; i++) {
        const gpu_fact fact = {
            settings[i].key,          settings[i].name,  settings[i].value != BRES__NVML_UNKNOWN,
            settings[i].unit == NULL, settings[i].value, BRES_FACT_SETTING,
        };

        status = fact_add(view, gpu->device, &fact);
    }
    for (size_t i = 0; i < sizeof(gauges) / sizeof(gauges[0]) && status == BRES_OK; i++)
        status = fact_add(view, gpu->device, &gauges[i]);
    return status == BRES_OK ? reasons_add(view, gpu->device, state) : status;
}
