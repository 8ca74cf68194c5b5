/* SPDX-License-Identifier: MIT */
/* bres_main() with benchmarks for GPUs, on the double of the driver. */
#include "harness/program.h"
#include "support/gpu.h"
#include "support/support.h"

#include <benchresult/nvbench.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bres_status launch(bres_launch *launch, void *context)
{
    static const bres_cuda_geometry geometry = { .grid = { 1, 1, 1 } };

    return bres_cuda_kernel_launch(context, &geometry, bres_launch_stream(launch), NULL);
}

static bres_status body(bres_run *run, void *context)
{
    bres_cuda_module *module = NULL;
    bres_cuda_kernel *kernel = NULL;
    struct CUstream_st *stream;
    bres_status status;

    (void)context;
    bres_run_add_elements(run, 1000, NULL);
    bres_run_add_reads(run, 4000, NULL);
    status =
        bres_cuda_module_load(bres_run_device(run), bres_test_ptx, strlen(bres_test_ptx), &module);
    if (status == BRES_OK)
        status = bres_cuda_module_kernel(module, "work", &kernel);
    if (status == BRES_OK)
        status = bres_run_stream(run, &stream);
    if (status == BRES_OK)
        status = bres_run_exec_cuda(run, launch, kernel);
    bres_cuda_module_free(module);
    return status;
}

static void tick(void *context)
{
    volatile int *count = context;

    ++*count;
    fake->advance(1000);
}

static bres_status body_on_cpu(bres_run *run, void *context)
{
    return bres_run_exec_cpu(run, tick, context);
}

static int ticks;

/* Runs a program of a benchmark of each kind; `result` may be NULL. */
static int run_program(const char *option, const char *operand, bres_result **result)
{
    const bres_clock clock = fake_cuda_clock();
    bres_suite *suite = bres_suite_new();
    char *argv[] = { "program",
                     "-q",
                     "--min-samples",
                     "5",
                     "--stopping-criterion",
                     "sample-count",
                     "--target-samples",
                     "5",
                     "--json",
                     NULL,
                     NULL,
                     NULL,
                     NULL };
    bres_bench *bench;
    char path[4096];
    int argc = 10;
    int status;

    bres_suite_set_clock(suite, &clock);
    bench = bres_suite_add(suite, "gpu", body, NULL);
    bres_bench_set_cuda(bench, true);
    bres_bench_add_int64_axis(bench, "N", (const int64_t[]){ 1, 2 }, 2);
    bres_suite_add(suite, "cpu", body_on_cpu, &ticks);
    snprintf(path, sizeof(path), "%s/out.json", bres_test_directory());
    argv[9] = path;
    if (option != NULL) {
        argv[argc++] = (char *)(uintptr_t)option;
        argv[argc++] = (char *)(uintptr_t)operand;
    }
    status = bres_main(suite, argc, argv);
    if (result != NULL)
        cr_assert_eq(bres_result_load(path, NULL, result), BRES_OK, "%s", bres_last_error());
    return status;
}

static const bres_state *state_at(const bres_result *result, size_t bench, size_t index)
{
    return bres_subbench_state_at(bres_result_subbench_at(result, bench), index);
}

/* NVBench's tags and their order. */
Test(harness, cuda_states_have_the_tags_of_nvbench)
{
    static const char *const tags[] = {
        "nv/cold/sample_size",
        "nv/cold/walltime",
        "nv/cold/time/cpu/min",
        "nv/cold/time/cpu/max",
        "nv/cold/time/cpu/mean",
        "nv/cold/time/cpu/stdev/absolute",
        "nv/cold/time/cpu/stdev/relative",
        "nv/cold/time/cpu/q1",
        "nv/cold/time/cpu/median",
        "nv/cold/time/cpu/q3",
        "nv/cold/time/cpu/iqr/absolute",
        "nv/cold/time/cpu/iqr/relative",
        "nv/cold/time/gpu/min",
        "nv/cold/time/gpu/max",
        "nv/cold/time/gpu/mean",
        "nv/cold/time/gpu/stdev/absolute",
        "nv/cold/time/gpu/stdev/relative",
        "nv/cold/time/gpu/q1",
        "nv/cold/time/gpu/median",
        "nv/cold/time/gpu/q3",
        "nv/cold/time/gpu/iqr/absolute",
        "nv/cold/time/gpu/iqr/relative",
        "nv/cold/bw/item_rate",
        "nv/cold/bw/global/bytes_per_second",
        "nv/cold/bw/global/utilization",
        "nv/cold/sm_clock_rate/mean",
        "nv/cold/sm_clock_rate/scaling/percent",
        "nv/batch/sample_size",
        "nv/batch/time/gpu/mean",
        "nv/batch/walltime",
    };
    const size_t count = sizeof(tags) / sizeof(tags[0]);
    bres_result *result;
    const bres_state *state;

    bres_test_gpu_begin(1);
    fake->constant("work", 1000000);
    fake->cost("cuLaunchKernel", 1000);
    cr_assert_eq(run_program(NULL, NULL, &result), 0);
    state = state_at(result, 0, 0);
    cr_assert_eq(bres_state_summary_count(state), count);
    for (size_t i = 0; i < count; i++)
        cr_expect_str_eq(bres_summary_tag(bres_state_summary_at(state, i)), tags[i], "summary %zu",
                         i);
    bres_result_unref(result);
    fake_cuda_expect_clean();
}

Test(harness, cuda_devices_are_outermost)
{
    static const char *const names[] = { "Device=0 N=1", "Device=0 N=2", "Device=1 N=1",
                                         "Device=1 N=2" };
    bres_result *result;
    const bres_subbench *bench;

    bres_test_gpu_begin(2);
    fake->constant("work", 1000000);
    cr_assert_eq(run_program(NULL, NULL, &result), 0);
    bench = bres_result_subbench_at(result, 0);
    cr_expect_eq(bres_result_device_count(result), 2);
    cr_expect_eq(bres_subbench_device_count(bench), 2);
    cr_assert_eq(bres_subbench_state_count(bench), 4);
    for (size_t i = 0; i < 4; i++)
        cr_expect_str_eq(bres_state_name(bres_subbench_state_at(bench, i)), names[i]);
    cr_expect_eq(bres_subbench_state_count(bres_result_subbench_at(result, 1)), 1);
    cr_expect_eq(bres_subbench_device_count(bres_result_subbench_at(result, 1)), 0);
    bres_result_unref(result);
    fake_cuda_expect_clean();
}

Test(harness, cuda_devices_of_the_command_line)
{
    bres_result *result;

    bres_test_gpu_begin(3);
    fake->constant("work", 1000000);
    cr_assert_eq(run_program("-d", "2,0", &result), 0);
    cr_assert_eq(bres_subbench_state_count(bres_result_subbench_at(result, 0)), 4);
    cr_expect_str_eq(bres_state_name(state_at(result, 0, 0)), "Device=2 N=1");
    cr_expect_str_eq(bres_state_name(state_at(result, 0, 2)), "Device=0 N=1");
    bres_result_unref(result);
    cr_expect_eq(run_program("-d", "3", NULL), 2);
    fake_cuda_expect_clean();
}

Test(harness, cuda_states_are_skipped_without_a_device)
{
    bres_result *result;
    const bres_state *state;

    bres_test_gpu_begin(0);
    cr_assert_eq(run_program(NULL, NULL, &result), 0);
    state = state_at(result, 0, 1);
    cr_expect_str_eq(bres_state_name(state), "N=2");
    cr_expect(bres_state_is_skipped(state));
    cr_expect_not_null(strstr(bres_state_skip_reason(state), "CUDA_ERROR_NO_DEVICE"), "%s",
                       bres_state_skip_reason(state));
    cr_expect_not(bres_state_is_skipped(state_at(result, 1, 0)));
    bres_result_unref(result);
}

/* The first state's second sample. */
Test(harness, cuda_states_of_a_dead_device_are_skipped)
{
    bres_result *result;

    bres_test_gpu_begin(2);
    fake->constant("work", 1000000);
    fake->kernel_fault("work", 2, 700);
    cr_assert_eq(run_program(NULL, NULL, &result), 0);
    for (size_t i = 0; i < 4; i++)
        cr_expect_eq(bres_state_is_skipped(state_at(result, 0, i)), i < 2, "state %zu", i);
    cr_expect_not_null(
        strstr(bres_state_skip_reason(state_at(result, 0, 1)), "device 0 cannot be used any more"),
        "%s", bres_state_skip_reason(state_at(result, 0, 1)));
    bres_result_unref(result);
}

Test(harness, cuda_device_settings_need_nvml)
{
    bres_test_gpu_begin(1);
    setenv("BENCHRESULT_NVML_LIBRARY", "/nonexistent", 1);
    cr_expect_eq(run_program("--lgc", "base", NULL), 2);
    cr_expect_eq(run_program("--pm", "1", NULL), 2);
}
