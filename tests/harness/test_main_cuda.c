/* SPDX-License-Identifier: MIT */
/* bres_main() with benchmarks for GPUs, on the double of the driver: the states, and their
 * devices. */
#include "support/cuda_program.h"
#include "support/gpu.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MS UINT64_C(1000000)

static void begin(bres_test_cuda_program *program, int devices)
{
    bres_test_gpu_begin(devices);
    fake->constant("work", MS);
    bres_test_cuda_program_begin(program);
}

/* `options` are words with blanks between. */
static int run(bres_test_cuda_program *program, const char *options)
{
    const char *words[16] = { NULL };
    char *text = strdup(options);
    size_t count = 0;
    int status;

    for (char *rest = NULL, *word = strtok_r(text, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    status = bres_test_cuda_program_run(program, words);
    free(text);
    return status;
}

static const bres_state *state_at(const bres_result *result, size_t bench, size_t index)
{
    return bres_subbench_state_at(bres_result_subbench_at(result, bench), index);
}

/* The states of both benchmarks, one per line: its name, and "skipped" if it was skipped. */
static void expect_states(const bres_result *result, const char *expected)
{
    char text[1024] = "";

    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        for (size_t i = 0; i < bres_subbench_state_count(bench); i++) {
            const bres_state *state = bres_subbench_state_at(bench, i);
            const size_t used = strlen(text);

            snprintf(text + used, sizeof(text) - used, "%s: %s%s\n", bres_subbench_name(bench),
                     bres_state_name(state), bres_state_is_skipped(state) ? " skipped" : "");
        }
    }
    cr_expect_str_eq(text, expected, "the states are\n%s", text);
}

static void expect_text(char *text, const char *expected)
{
    cr_expect_not_null(strstr(text, expected), "'%s' is not in\n%s", expected, text);
    free(text);
}

Test(harness, cuda_devices_are_outermost)
{
    bres_test_cuda_program program;
    bres_result *result;

    begin(&program, 2);
    cr_assert_eq(run(&program, ""), 0);
    result = bres_test_cuda_program_result(&program);
    cr_expect_eq(bres_result_device_count(result), 2);
    cr_expect_eq(bres_subbench_device_count(bres_result_subbench_at(result, 0)), 2);
    cr_expect_eq(bres_subbench_device_count(bres_result_subbench_at(result, 1)), 0);
    expect_states(result, "gpu: Device=0 N=1\ngpu: Device=0 N=2\n"
                          "gpu: Device=1 N=1\ngpu: Device=1 N=2\ncpu: \n");
    bres_result_unref(result);
    fake_cuda_expect_clean();
}

Test(harness, cuda_devices_of_the_command_line)
{
    bres_test_cuda_program program;
    bres_result *result;

    begin(&program, 3);
    cr_assert_eq(run(&program, "-d 2,0"), 0);
    result = bres_test_cuda_program_result(&program);
    expect_states(result, "gpu: Device=2 N=1\ngpu: Device=2 N=2\n"
                          "gpu: Device=0 N=1\ngpu: Device=0 N=2\ncpu: \n");
    bres_result_unref(result);
    /* Devices do not affect a benchmark on the CPU. */
    cr_assert_eq(run(&program, "-b cpu -d [0:7]"), 0);
    result = bres_test_cuda_program_result(&program);
    expect_states(result, "cpu: \n");
    bres_result_unref(result);
    cr_expect_eq(run(&program, "-d 3"), 2);
    expect_text(bres_test_cuda_program_errors(&program),
                "benchmark 'gpu' cannot run on device 3 (3 devices, counted from 0)");
    fake_cuda_expect_clean();
}

Test(harness, cuda_states_of_a_dead_device_are_skipped)
{
    bres_test_cuda_program program;
    bres_result *result;

    begin(&program, 2);
    /* In the second sample of the first state. */
    fake->kernel_fault("work", 2, 700);
    cr_assert_eq(run(&program, ""), 0);
    result = bres_test_cuda_program_result(&program);
    expect_states(result, "gpu: Device=0 N=1 skipped\ngpu: Device=0 N=2 skipped\n"
                          "gpu: Device=1 N=1\ngpu: Device=1 N=2\ncpu: \n");
    cr_expect_not_null(
        strstr(bres_state_skip_reason(state_at(result, 0, 1)), "device 0 cannot be used any more"),
        "%s", bres_state_skip_reason(state_at(result, 0, 1)));
    bres_result_unref(result);
}

/* The launch overhead of a device that was used is measured once and recorded. */
Test(harness, cuda_floor_is_in_the_metadata)
{
    bres_test_cuda_program program;
    bres_result *result;

    begin(&program, 2);
    fake->cost("cuCtxSynchronize", 3000);
    cr_assert_eq(run(&program, "-d 1"), 0);
    result = bres_test_cuda_program_result(&program);
    bres_test_expect_meta(result, "\"gpus\":[{\"device\":1,\"event_step\":2.49999");
    bres_test_expect_meta(result, "\"empty_events\":2.49999");
    bres_test_expect_meta(result, "\"empty_kernel\":4.99999");
    bres_test_expect_meta(result, "\"launch\":2.5000000000000002e-08,"
                                  "\"synchronize\":3.0250000000000003e-06,"
                                  "\"sm_clock\":null,\"memory_clock\":null}]");
    /* Two for each state, and two for the launch overhead. */
    cr_expect_eq(fake->made(FAKE_EVENT), 2 * 2 + 2);
    bres_result_unref(result);
}

Test(harness, cuda_clocks_are_in_the_metadata)
{
    bres_test_cuda_program program;
    fake_nvml_state *nvml;
    bres_result *result;

    begin(&program, 1);
    nvml = bres_test_nvml_begin(false);
    nvml->sm_clock = 1410;
    nvml->memory_clock = 1215;
    nvml->power_limit = 300000;
    nvml->temperature = 40;
    nvml->processes = 1;
    cr_assert_eq(run(&program, "-d 0"), 0);
    result = bres_test_cuda_program_result(&program);
    bres_test_expect_meta(result, "\"sm_clock\":1410000000.0,\"memory_clock\":1215000000.0}]");
    bres_test_expect_meta(result, "\"power_limit\":300.0,");
    bres_test_expect_meta(result, "\"end\":{\"temperature\":40.0,\"processes\":1,"
                                  "\"sm_clock\":1410000000.0,\"memory_clock\":1215000000.0,"
                                  "\"throttle_reasons\":\"none\"}");
    cr_expect_eq(nvml->users, 0);
    bres_result_unref(result);
}

Test(harness, cuda_lists)
{
    bres_test_cuda_program program;

    begin(&program, 2);
    cr_assert_eq(run(&program, "--help"), 0);
    cr_assert_eq(run(&program, "-b gpu --version"), 0);
    cr_assert_eq(run(&program, "--jsonlist-benches"), 0);
    cr_expect_eq(fake->calls(NULL), 0, "the driver was opened in vain");
    cr_assert_eq(run(&program, "--list"), 0);
    expect_text(bres_test_cuda_program_printed(&program),
                "# Devices\n\n* [0] Fake GPU\n* [1] Fake GPU\n\n# Benchmarks\n\n"
                "## [0] gpu (4 configurations)");
    expect_text(bres_test_cuda_program_printed(&program), "## [1] cpu (1 configurations)");
    cr_assert_eq(run(&program, "--jsonlist-devices"), 0);
    expect_text(bres_test_cuda_program_printed(&program), "\"number_of_sms\"");
    bres_test_gpu_begin(0);
    cr_assert_eq(run(&program, "--list"), 0);
    expect_text(bres_test_cuda_program_printed(&program), "# Devices\n\nNone: ");
    expect_text(bres_test_cuda_program_printed(&program), "## [0] gpu (2 configurations)");
    cr_assert_eq(run(&program, "--jsonlist-devices"), 0);
    expect_text(bres_test_cuda_program_printed(&program), "\"devices\": []");
}

static void crash(void *context)
{
    (void)context;
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
}

/* The driver is open when the state on the CPU starts, but the state has its own process. */
Test(harness, cuda_states_on_the_cpu_are_isolated)
{
    bres_test_cuda_program program;
    bres_result *result;

    begin(&program, 1);
    program.on_cpu = crash;
    cr_assert_eq(run(&program, "--isolate"), 0);
    result = bres_test_cuda_program_result(&program);
    expect_states(result, "gpu: Device=0 N=1\ngpu: Device=0 N=2\ncpu:  skipped\n");
    cr_expect_str_eq(bres_state_skip_reason(state_at(result, 1, 0)),
                     "killed by signal 6 (Aborted)");
    bres_test_expect_meta(result, "\"isolated\":true");
    bres_result_unref(result);
    /* States on a GPU are not isolated. */
    cr_assert_eq(run(&program, "--isolate -b gpu"), 0);
    result = bres_test_cuda_program_result(&program);
    bres_test_expect_meta(result, "\"isolated\":false");
    bres_result_unref(result);
    fake_cuda_expect_clean();
}

Test(harness, cuda_states_in_shards)
{
    static const struct {
        const char *options;
        const char *states;
    } rows[] = {
        { "--shard 0/2", "gpu: Device=0 N=1\ngpu: Device=1 N=1\ncpu: \n" },
        { "--shard 1/2", "gpu: Device=0 N=2\ngpu: Device=1 N=2\n" },
    };
    bres_test_cuda_program program;

    begin(&program, 2);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_result *result;

        cr_assert_eq(run(&program, rows[i].options), 0, "%s", rows[i].options);
        result = bres_test_cuda_program_result(&program);
        expect_states(result, rows[i].states);
        bres_result_unref(result);
    }
    fake_cuda_expect_clean();
}

static bres_status launch_and_interrupt(bres_launch *launch, void *context)
{
    const bres_test_cuda_program *program = context;
    const bres_status status = bres_test_cuda_program_launch(launch, context);

    if (program->launches == 26)
        raise(SIGINT);
    return status;
}

/* A state has about a dozen launches: the signal comes in the second or third state. */
Test(harness, cuda_states_are_resumed)
{
    bres_test_cuda_program program;
    bres_result *result;
    uint64_t all;
    uint64_t done;

    begin(&program, 2);
    cr_assert_eq(run(&program, ""), 0);
    all = program.launches;
    begin(&program, 2);
    unlink(program.output);
    program.launch = launch_and_interrupt;
    cr_assert_eq(run(&program, ""), 130);
    cr_expect_eq(access(program.output, F_OK), -1);
    expect_text(bres_test_cuda_program_errors(&program), "2 of 5 states are in '");
    fake_cuda_expect_clean();
    done = all / 2;
    program.launches = 100;
    cr_assert_eq(run(&program, "--resume"), 0);
    cr_expect_eq(program.launches - 100, all - done, "what was done is not done again");
    result = bres_test_cuda_program_result(&program);
    expect_states(result, "gpu: Device=0 N=1\ngpu: Device=0 N=2\n"
                          "gpu: Device=1 N=1\ngpu: Device=1 N=2\ncpu: \n");
    bres_test_expect_meta(result, "\"resumed\":2");
    bres_result_unref(result);
    fake_cuda_expect_clean();
}
