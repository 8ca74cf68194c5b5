/* SPDX-License-Identifier: MIT */
/* Benchmark programs without a driver, with an old driver, or without permission. */
#include "support/cuda_program.h"
#include "support/gpu.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define MS UINT64_C(1000000)

/* Runs the program; returns the result, which the caller releases. */
static bres_result *run(bres_test_cuda_program *program)
{
    bres_test_cuda_program_begin(program);
    cr_assert_eq(bres_test_cuda_program_run(program, (const char *const[]){ NULL }), 0);
    return bres_test_cuda_program_result(program);
}

static const bres_state *state_at(const bres_result *result, size_t bench, size_t index)
{
    return bres_subbench_state_at(bres_result_subbench_at(result, bench), index);
}

/* Expects that the states for GPUs are skipped for a reason that contains `reason`, and that the
 * state on the CPU is measured. */
static void expect_skipped(const char *reason, const char *what)
{
    bres_test_cuda_program program;
    bres_result *result = run(&program);
    char *log = bres_test_cuda_program_errors(&program);

    for (size_t i = 0; i < 2; i++) {
        const bres_state *state = state_at(result, 0, i);

        cr_expect_str_eq(bres_state_name(state), i == 0 ? "N=1" : "N=2");
        cr_assert(bres_state_is_skipped(state), "%s", what);
        cr_expect_not_null(strstr(bres_state_skip_reason(state), reason), "%s: %s", what,
                           bres_state_skip_reason(state));
    }
    cr_expect_not_null(strstr(log, reason), "%s: the log is\n%s", what, log);
    cr_expect_not(bres_state_is_skipped(state_at(result, 1, 0)), "%s", what);
    cr_expect_not_null(bres_state_summary(state_at(result, 1, 0), "nv/cpu_only/sample_size"));
    cr_expect_eq(bres_result_device_count(result), 0);
    free(log);
    bres_result_unref(result);
}

Test(harness, cuda_states_are_skipped_without_a_gpu)
{
    bres_test_gpu_begin(0);
    expect_skipped("CUDA_ERROR_NO_DEVICE", "no device");
    bres_test_gpu_begin(1);
    fake->stub(true);
    expect_skipped("stub", "the stub library of a toolkit");
    bres_test_gpu_begin(1);
    fake_cuda_absent();
    expect_skipped("/nonexistent/libcuda.so.1", "no library");
}

/* Whether the library needs a symbol. It does not call cuEventSynchronize, and needs only one of
 * the two functions that load a module. */
static bool is_needed(size_t symbol)
{
    const char *name = fake_cuda_symbols[symbol];

    return symbol < fake_cuda_required_count && strcmp(name, "cuEventSynchronize") != 0 &&
           strcmp(name, "cuModuleLoadData") != 0 && strcmp(name, "cuModuleLoadDataEx") != 0;
}

/* A driver that lacks an optional symbol lacks at most a feature. */
Test(harness, cuda_states_with_drivers_of_any_age)
{
    for (size_t i = 0; i < fake_cuda_symbol_count; i++) {
        const char *symbol = fake_cuda_symbols[i];
        bres_test_cuda_program program;
        bres_result *result;

        bres_test_gpu_begin_without(symbol, 1);
        fake->constant("work", MS);
        if (is_needed(i)) {
            expect_skipped(symbol, symbol);
            continue;
        }
        result = run(&program);
        for (size_t k = 0; k < 2; k++)
            cr_expect_not_null(bres_state_summary(state_at(result, 0, k), "nv/batch/sample_size"),
                               "%s: %s", symbol, bres_state_skip_reason(state_at(result, 0, k)));
        bres_result_unref(result);
        fake_cuda_expect_clean();
    }
}

Test(harness, cuda_states_with_an_old_driver)
{
    bres_test_cuda_program program;
    bres_result *result;

    bres_test_gpu_begin_old(1);
    fake->constant("work", MS);
    result = run(&program);
    cr_expect_not(bres_state_is_skipped(state_at(result, 0, 1)), "%s",
                  bres_state_skip_reason(state_at(result, 0, 1)));
    /* Without a call that waits for the device, other streams cannot be checked. */
    bres_test_expect_meta(result, "\"synchronize\":null");
    cr_expect_null(bres_state_summary(state_at(result, 0, 1), "bres/cold/other_streams"));
    bres_result_unref(result);
    fake_cuda_expect_clean();
}

static void set(bres_test_cuda_program *program, const char *option, const char *operand,
                int expected, const char *message)
{
    char *errors;

    cr_expect_eq(bres_test_cuda_program_run(
                     program, (const char *const[]){ "-d", "0", option, operand, NULL }),
                 expected, "%s %s", option, operand);
    errors = bres_test_cuda_program_errors(program);
    cr_expect_not_null(strstr(errors, message), "%s %s: %s", option, operand, errors);
    free(errors);
    cr_expect_eq(program->launches, 0);
}

Test(harness, cuda_device_settings)
{
    bres_test_cuda_program program;
    fake_nvml_state *nvml;

    bres_test_gpu_begin(1);
    fake->attribute(0, 13, 1500000);
    nvml = bres_test_nvml_begin(false);
    bres_test_cuda_program_begin(&program);
    set(&program, "--pm", "1", 0, "");
    cr_expect_eq(nvml->persistence, 1);
    set(&program, "--persistence-mode", "0", 0, "");
    cr_expect_eq(nvml->persistence, 0);
    set(&program, "--lgc", "max", 0, "");
    cr_expect_eq(nvml->lowest, 1500);
    cr_expect_eq(nvml->highest, 1500);
    set(&program, "--lock-gpu-clocks", "reset", 0, "");
    cr_expect_eq(nvml->highest, 0);
    set(&program, "--lgc", "tdp", 0, "");
    cr_expect_neq(nvml->highest, 0);
    cr_expect_eq(nvml->users, 0);
    set(&program, "--pm", "2", 2,
        "option '--persistence-mode': unknown mode '2' (expected 0 or 1)");
    set(&program, "--lgc", "fast", 2,
        "option '--lock-gpu-clocks': unknown rate 'fast' (expected base, max or reset)");
    fake_cuda_expect_clean();
}

Test(harness, cuda_device_settings_that_are_refused)
{
    static const struct {
        const char *option;
        const char *operand;
        const char *function;
    } rows[] = {
        { "--pm", "1", "nvmlDeviceSetPersistenceMode" },
        { "--lgc", "base", "nvmlDeviceSetGpuLockedClocks" },
        { "--lgc", "max", "nvmlDeviceSetGpuLockedClocks" },
        { "--lgc", "reset", "nvmlDeviceResetGpuLockedClocks" },
    };
    enum { NO_PERMISSION = 4 };
    bres_test_cuda_program program;
    fake_nvml_state *nvml;

    bres_test_gpu_begin(1);
    bres_test_cuda_program_begin(&program);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        nvml = bres_test_nvml_begin(false);
        nvml->failing = rows[i].function;
        nvml->result = NO_PERMISSION;
        set(&program, rows[i].option, rows[i].operand, 2, "permission");
        set(&program, rows[i].option, rows[i].operand, 2, "device 0: ");
        cr_expect_eq(nvml->users, 0);
        bres_test_nvml_begin(true);
        set(&program, rows[i].option, rows[i].operand, 2, rows[i].function);
        setenv("BENCHRESULT_NVML_LIBRARY", "/nonexistent", 1);
        set(&program, rows[i].option, rows[i].operand, 2, "/nonexistent");
    }
    /* A driver without devices, and no driver. */
    bres_test_gpu_begin(0);
    set(&program, "--pm", "1", 2, "CUDA_ERROR_NO_DEVICE");
    fake_cuda_absent();
    set(&program, "--pm", "1", 2, "/nonexistent/libcuda.so.1");
}
