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
    state->sm_clock = 1980;
    state->memory_clock = 2619;
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
    state->sm_clock = 1500;
    state->temperature = 80;
    state->processes = 0;
    state->reasons = 0;
    bres__gpu_state_read(nvml, &last);
    expect_json(&first, &last,
                "{\"persistence\":true,\"ecc\":false,\"power_limit\":700.0,"
                "\"highest_sm_clock\":1980000000.0,"
                "\"begin\":{\"temperature\":45.0,\"processes\":2,\"sm_clock\":1980000000.0,"
                "\"memory_clock\":2619000000.0,\"throttle_reasons\":\"software power cap\"},"
                "\"end\":{\"temperature\":80.0,\"processes\":0,\"sm_clock\":1500000000.0,"
                "\"memory_clock\":2619000000.0,\"throttle_reasons\":\"none\"}}");
    bres__nvml_close(nvml);
}

static void log_line(void *context, const char *message)
{
    bres__text *log = context;

    bres__text_puts(log, message);
    bres__text_puts(log, "\n");
}

Test(system, gpu_changes_are_reported)
{
    bres__nvml_device *nvml;
    fake_nvml_state *state = begin(false, &nvml);
    bres__text log = { 0 };
    bres__gpu_state first;
    bres__gpu_state last;

    state->reasons = BRES__NVML_IDLE;
    bres__gpu_state_read(nvml, &first);
    cr_assert_eq(bres__gpu_report_changes(0, &first, &first, log_line, &log), BRES_OK);
    cr_expect_eq(log.length, 0);
    state->persistence = 0;
    state->power_limit = 350000;
    state->processes = 3;
    state->reasons = BRES__NVML_CLOCKS_SETTING;
    bres__gpu_state_read(nvml, &last);
    cr_assert_eq(bres__gpu_report_changes(0, &first, &last, log_line, &log), BRES_OK);
    cr_expect_str_eq(log.data,
                     "GPU 0: persistence changed during the run: it was on, and is now off\n"
                     "GPU 0: the power limit changed during the run: it was 700 W, and is now 350 "
                     "W\n"
                     "GPU 0: the lock of the clocks changed during the run: it was off, and is now "
                     "on\n"
                     "GPU 0: 3 processes computed on it at the end of the run, and 2 at the "
                     "beginning\n");
    bres__text_clear(&log);
    last = (bres__gpu_state){ .is_known = false };
    cr_assert_eq(bres__gpu_report_changes(0, &first, &last, log_line, &log), BRES_OK);
    cr_expect_eq(log.length, 0, "a state that is unknown has not changed");
    bres__text_free(&log);
    bres__nvml_close(nvml);
}

Test(system, gpu_changes_are_in_the_result)
{
    bres__nvml_device *nvml;
    fake_nvml_state *state = begin(false, &nvml);
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };
    bres__gpu_state first;
    bres__gpu_state last;

    bres__gpu_state_read(nvml, &first);
    state->ecc = 1;
    bres__gpu_state_read(nvml, &last);
    bres__json_begin(&json, '{');
    bres__gpu_state_put(&json, &first, &last);
    bres__json_end(&json, '}');
    cr_expect_not_null(strstr(text.data, ",\"changed\":{\"ecc\":{\"begin\":false,\"end\":true}}}"),
                       "%s", text.data);
    bres__text_free(&text);
    bres__nvml_close(nvml);
}

Test(system, locked_clocks_are_guessed_from_the_reasons)
{
    static const struct {
        uint64_t reasons;
        int locked;
    } rows[] = {
        { BRES__NVML_CLOCKS_SETTING, 1 },
        { BRES__NVML_CLOCKS_SETTING | BRES__NVML_IDLE, 1 },
        { BRES__NVML_IDLE, 0 },
        { 0, BRES__NVML_UNKNOWN },
        { BRES__NVML_SOFTWARE_POWER, BRES__NVML_UNKNOWN },
    };
    bres__gpu_state state = { .is_known = true, .has_reasons = true };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        state.reasons = rows[i].reasons;
        cr_expect_eq(bres__gpu_is_locked(&state), rows[i].locked, "row %zu", i);
    }
    state.has_reasons = false;
    cr_expect_eq(bres__gpu_is_locked(&state), BRES__NVML_UNKNOWN);
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
        { "nvmlDeviceGetClockInfo", "memory_clock" },
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
