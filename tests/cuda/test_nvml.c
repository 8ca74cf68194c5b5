/* SPDX-License-Identifier: MIT */
#include "cuda/cuda.h"
#include "support/gpu.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Starts the doubles of the driver and of NVML, which have the same device. */
static fake_nvml_state *begin(bool old)
{
    bres_test_gpu_begin(1);
    return bres_test_nvml_begin(old);
}

static bres__nvml_device *nvml_open(void)
{
    bres__nvml_device *nvml = NULL;

    cr_assert_eq(bres__nvml_open(0, &nvml), BRES_OK, "%s", bres_last_error());
    return nvml;
}

Test(cuda, nvml_tells_and_sets_clocks)
{
    fake_nvml_state *state = begin(false);
    bres__nvml_device *nvml = nvml_open();
    double memory = 0;
    uint64_t reasons = 1;
    double sm = 0;

    state->sm_clock = 1410;
    state->memory_clock = 1215;
    state->reasons = 0x44;
    cr_expect_eq(bres__nvml_clocks(nvml, &sm, &memory), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(sm, 1.41e9);
    cr_expect_eq(memory, 1.215e9);
    cr_expect_eq(bres__nvml_throttle_reasons(nvml, &reasons), BRES_OK);
    cr_expect_eq(reasons, BRES__NVML_SOFTWARE_POWER | BRES__NVML_HARDWARE_THERMAL);
    cr_expect_eq(bres__nvml_set_persistence(nvml, true), BRES_OK);
    cr_expect_eq(state->persistence, 1);
    cr_expect_eq(bres__nvml_set_persistence(nvml, false), BRES_OK);
    cr_expect_eq(state->persistence, 0);
    cr_expect_eq(bres__nvml_lock_clock(nvml, 1.9804e9), BRES_OK);
    cr_expect_eq(state->lowest, 1980);
    cr_expect_eq(state->highest, 1980);
    cr_expect_eq(bres__nvml_lock_clock(nvml, -1), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres__nvml_lock_clock_base(nvml), BRES_OK);
    cr_expect_eq(state->lowest, 0xffffff01u);
    cr_expect_eq(state->highest, 0xffffff01u);
    cr_expect_eq(bres__nvml_unlock_clock(nvml), BRES_OK);
    cr_expect_eq(state->highest, 0);
    bres__nvml_close(nvml);
    bres__nvml_close(NULL);
    cr_expect_eq(state->users, 0);
}

Test(cuda, nvml_reasons_have_words)
{
    static const struct {
        uint64_t reasons;
        const char *words;
    } rows[] = {
        { 0, "none" },
        { 1, "idle" },
        { 0x44, "software power cap, hardware thermal slowdown" },
        { 0x1000, "unknown reason 0x1000" },
        { 0x408, "hardware slowdown, unknown reason 0x400" },
        { 0x1b2,
          "clocks set by an application, sync boost, software thermal slowdown, power brake, "
          "clocks of a display" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres__text text = { 0 };

        bres__nvml_put_reasons(&text, rows[i].reasons);
        cr_expect_str_eq(text.data, rows[i].words, "%s", text.data);
        bres__text_free(&text);
    }
}

Test(cuda, nvml_that_cannot_be_had_says_why)
{
    bres__nvml_device *nvml;
    fake_nvml_state *state = begin(false);

    state->failing = "nvmlInit_v2";
    state->result = 9;
    cr_expect_eq(bres__nvml_open(0, &nvml), BRES_ERROR_CUDA);
    cr_expect_null(nvml);
    cr_expect_str_eq(bres_last_error(), "nvmlInit_v2 failed: The double says no (NVML error 9)");
    state->failing = NULL;
    state->bus_id = "elsewhere";
    cr_expect_eq(bres__nvml_open(0, &nvml), BRES_ERROR_CUDA);
    cr_expect_eq(state->users, 0);
    cr_expect_eq(bres__nvml_open(1, &nvml), BRES_ERROR_ARGUMENT);
    setenv("BENCHRESULT_NVML_LIBRARY", "/nowhere/libnvidia-ml.so.1", 1);
    cr_expect_eq(bres__nvml_open(0, &nvml), BRES_ERROR_UNSUPPORTED);
    cr_expect_not_null(strstr(bres_last_error(), "/nowhere/libnvidia-ml.so.1"), "%s",
                       bres_last_error());
    setenv("BENCHRESULT_NVML_LIBRARY", "", 1);
    cr_expect_neq(bres__nvml_open(0, &nvml), BRES_OK);
    cr_expect_null(strstr(bres_last_error(), "too old"), "it is looked for by its usual name: %s",
                   bres_last_error());
    setenv("BENCHRESULT_NVML_LIBRARY", "libm.so.6", 1);
    cr_expect_eq(bres__nvml_open(0, &nvml), BRES_ERROR_UNSUPPORTED);
    bres_test_gpu_begin_without("cuDeviceGetPCIBusId", 1);
    cr_expect_eq(bres__nvml_open(0, &nvml), BRES_ERROR_UNSUPPORTED);
    cr_expect_null(nvml);
}

/* Calls each function once and expects the status `expected` from all of them. */
static void expect_refused(bres__nvml_device *nvml, bres_status expected, const char *why)
{
    uint64_t reasons = 1;
    double memory = 1;
    double sm = 1;
    const bres_status statuses[] = {
        bres__nvml_clocks(nvml, &sm, &memory),  bres__nvml_throttle_reasons(nvml, &reasons),
        bres__nvml_set_persistence(nvml, true), bres__nvml_lock_clock(nvml, 1e9),
        bres__nvml_lock_clock_base(nvml),       bres__nvml_unlock_clock(nvml),
    };

    for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++)
        cr_expect_eq(statuses[i], expected, "function %zu", i);
    cr_expect_not_null(strstr(bres_last_error(), why), "%s", bres_last_error());
    cr_expect_eq(sm, 0);
    cr_expect_eq(memory, 0);
    cr_expect_eq(reasons, 0);
}

Test(cuda, nvml_of_an_old_driver_lacks_functions)
{
    fake_nvml_state *state = begin(true);
    bres__nvml_device *nvml = nvml_open();

    expect_refused(nvml, BRES_ERROR_UNSUPPORTED,
                   "too old: it has no function nvmlDeviceResetGpuLockedClocks");
    bres__nvml_close(nvml);
    cr_expect_eq(state->users, 0);
    state->failing = "nvmlInit_v2";
    state->result = 5;
    cr_expect_eq(bres__nvml_open(0, &nvml), BRES_ERROR_CUDA);
    cr_expect_not_null(strstr(bres_last_error(), "unknown error (NVML error 5)"), "%s",
                       bres_last_error());
}

Test(cuda, nvml_without_permission_says_so)
{
    fake_nvml_state *state = begin(false);
    bres__nvml_device *nvml = nvml_open();
    const struct {
        const char *function;
        bres_status (*call)(bres__nvml_device *nvml);
    } rows[] = {
        { "nvmlDeviceSetGpuLockedClocks", bres__nvml_lock_clock_base },
        { "nvmlDeviceResetGpuLockedClocks", bres__nvml_unlock_clock },
    };
    double clock;

    state->result = 4;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        state->failing = rows[i].function;
        cr_expect_eq(rows[i].call(nvml), BRES_ERROR_UNSUPPORTED);
        cr_expect_not_null(strstr(bres_last_error(), "no permission"), "%s", bres_last_error());
        cr_expect_not_null(strstr(bres_last_error(), rows[i].function), "%s", bres_last_error());
    }
    state->failing = "nvmlDeviceGetClockInfo";
    state->result = 3;
    cr_expect_eq(bres__nvml_clocks(nvml, &clock, &clock), BRES_ERROR_UNSUPPORTED);
    state->result = 15;
    cr_expect_eq(bres__nvml_clocks(nvml, &clock, &clock), BRES_ERROR_CUDA);
    bres__nvml_close(nvml);
}

static bres_status open_once(void *context)
{
    bres__nvml_device *nvml;
    bres_status status;

    (void)context;
    bres__cuda_forget();
    status = bres__nvml_open(0, &nvml);
    cr_assert_eq(nvml != NULL, status == BRES_OK);
    bres__nvml_close(nvml);
    return status;
}

Test(cuda, nvml_survives_every_failing_allocation)
{
    begin(false);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, open_once, NULL);
}
