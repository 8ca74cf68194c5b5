/* SPDX-License-Identifier: MIT */
/*
 * GPUs in the passport of a run.
 */
#include "support/gpu.h"
#include "support/support.h"
#include "system/gpu.h"

#include <criterion/criterion.h>
#include <string.h>

static fake_nvml_state *begin(bool old, bres__nvml_device **nvml)
{
    fake_nvml_state *state;

    bres_test_gpu_begin(1);
    state = bres_test_nvml_begin(old);
    state->persistence = 1;
    state->power_limit = 700000;
    state->highest_clock = 1980;
    state->temperature = 45;
    state->processes = 2;
    state->reasons = BRES__NVML_SOFTWARE_POWER;
    cr_assert_eq(bres__nvml_open(0, nvml), BRES_OK, "%s", bres_last_error());
    return state;
}

static void expect_json(const bres__gpu_state *first, const bres__gpu_state *last,
                        const char *expected)
{
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };

    bres__json_begin(&json, '{');
    bres__gpu_state_put(&json, first, last);
    bres__json_end(&json, '}');
    cr_assert(!text.failed);
    cr_expect_str_eq(text.data, expected, "%s", text.data);
    bres__text_free(&text);
}

Test(system, gpu_state_is_complete)
{
    bres__nvml_device *nvml;
    fake_nvml_state *state = begin(false, &nvml);
    bres__gpu_state first;
    bres__gpu_state last;

    bres__gpu_state_read(nvml, &first);
    state->temperature = 80;
    state->processes = 0;
    state->reasons = 0;
    bres__gpu_state_read(nvml, &last);
    expect_json(&first, &last,
                "{\"persistence\":true,\"ecc\":false,\"power_limit\":700.0,"
                "\"highest_sm_clock\":1980000000.0,"
                "\"begin\":{\"temperature\":45.0,\"processes\":2,"
                "\"throttle_reasons\":\"software power cap\"},"
                "\"end\":{\"temperature\":80.0,\"processes\":0,\"throttle_reasons\":\"none\"}}");
    bres__nvml_close(nvml);
}

Test(system, gpu_of_an_old_library_is_unknown)
{
    bres__nvml_device *nvml;
    bres__gpu_state state;

    begin(true, &nvml);
    bres__error(BRES_ERROR_KEY, "an earlier error");
    bres__gpu_state_read(nvml, &state);
    cr_expect_str_eq(bres_last_error(), "an earlier error");
    expect_json(&state, &state, "{\"begin\":{},\"end\":{}}");
    bres__nvml_close(nvml);
    bres__gpu_state_read(NULL, &state);
    expect_json(&state, &state, "{}");
}

/* One value that cannot be read does not hide the others. */
Test(system, gpu_values_are_missing_one_by_one)
{
    static const struct {
        const char *function;
        const char *key;
    } rows[] = {
        { "nvmlDeviceGetPersistenceMode", "persistence" },
        { "nvmlDeviceGetEccMode", "ecc" },
        { "nvmlDeviceGetEnforcedPowerLimit", "power_limit" },
        { "nvmlDeviceGetMaxClockInfo", "highest_sm_clock" },
        { "nvmlDeviceGetTemperature", "temperature" },
        { "nvmlDeviceGetComputeRunningProcesses_v3", "processes" },
        { "nvmlDeviceGetCurrentClocksThrottleReasons", "throttle_reasons" },
    };
    bres__nvml_device *nvml;
    fake_nvml_state *library = begin(false, &nvml);

    library->result = 3;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres__text text = { 0 };
        bres__json_writer json = { .text = &text, .empty = true, .compact = true };
        bres__gpu_state state;

        library->failing = rows[i].function;
        bres__gpu_state_read(nvml, &state);
        bres__json_begin(&json, '{');
        bres__gpu_state_put(&json, &state, &state);
        bres__json_end(&json, '}');
        for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++)
            cr_expect_eq(strstr(text.data, rows[k].key) == NULL, k == i, "%s without %s: %s",
                         rows[k].key, rows[i].function, text.data);
        bres__text_free(&text);
    }
    bres__nvml_close(nvml);
}

static bres_status put_once(void *context)
{
    const bres__gpu_state *state = context;
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };
    bres_status status;

    bres__json_begin(&json, '{');
    bres__gpu_state_put(&json, state, state);
    bres__json_end(&json, '}');
    status = text.failed ? bres__error_memory() : BRES_OK;
    bres__text_free(&text);
    return status;
}

Test(system, gpu_state_survives_failing_allocations)
{
    bres__nvml_device *nvml;
    bres__gpu_state state;

    begin(false, &nvml);
    bres__gpu_state_read(nvml, &state);
    bres__nvml_close(nvml);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, put_once, &state);
}
