/* SPDX-License-Identifier: MIT */
/* The double of the driver: scripts of kernels, clocks, graphs, and two threads. */
#include "support/fake_bench.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Virtual nanoseconds of one launch. */
static uint64_t launch_time(const fake_bench *bench)
{
    const uint64_t before = fake->now();

    cr_assert_eq(fake_launch(bench->work, bench->stream, NULL), 0);
    cr_assert_eq(cu->cuStreamSynchronize(bench->stream), 0);
    return fake->now() - before;
}

Test(cuda, fake_kernels_take_scripted_times)
{
    static const uint64_t times[] = { 10, 20 };
    uint64_t noise[2][32];
    fake_bench bench;
    size_t high = 0;
    bool varies = false;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    cr_expect_eq(launch_time(&bench), 1000);
    fake_bench_close(&bench);
    for (size_t round = 0; round < 2; round++) {
        fake->reset(1);
        fake_bench_open(&bench, 0);
        fake->noise("work", 500, 100, 42);
        for (size_t i = 0; i < 32; i++) {
            noise[round][i] = launch_time(&bench);
            cr_expect(noise[round][i] >= 400 && noise[round][i] <= 600);
            varies = varies || noise[round][i] != noise[round][0];
        }
        fake->bimodal("work", 100, 200, 0.25, 7);
        for (size_t i = 0; i < 400; i++)
            high += launch_time(&bench) == 200;
        fake_bench_close(&bench);
    }
    cr_expect_eq(memcmp(noise[0], noise[1], sizeof(noise[0])), 0, "one seed, one sequence");
    cr_expect(varies);
    cr_expect(high > 120 && high < 280, "%zu of 800 with probability 1/4", high);
    fake->reset(1);
    fake_bench_open(&bench, 0);
    fake->list("work", times, 2);
    cr_expect_eq(launch_time(&bench), 10);
    cr_expect_eq(launch_time(&bench), 20);
    cr_expect_eq(launch_time(&bench), 20);
    fake_bench_close(&bench);
    fake_cuda_expect_clean();
}

/* Stamps, works, stamps. Returns cycles per nanosecond; 0 if the stamps have no time. */
static double measured_clock(const fake_bench *bench)
{
    uint64_t *stamps = (uint64_t *)fake->memory(bench->address, 64);
    CUdeviceptr first = bench->address;
    CUdeviceptr second = bench->address + 32;

    memset(stamps, 0, 64);
    cr_assert_eq(fake_launch(bench->stamp, bench->stream, (void *[]){ &first }), 0);
    cr_assert_eq(fake_launch(bench->work, bench->stream, NULL), 0);
    cr_assert_eq(fake_launch(bench->stamp, bench->stream, (void *[]){ &second }), 0);
    cr_assert_eq(cu->cuStreamSynchronize(bench->stream), 0);
    if (stamps[4] == stamps[0])
        return 0;
    return (double)(stamps[5] - stamps[1]) / (double)(stamps[4] - stamps[0]);
}

Test(cuda, fake_stamps_tell_the_clock)
{
    static const double mhz[] = { 600, 900, 1400 };
    uint64_t *stamps;
    fake_bench bench;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    fake->constant("work", 100000);
    fake->advance(7); /* the timer does not start at 0 */
    cr_expect_float_eq(measured_clock(&bench), 1.5, 1e-4);
    fake->sm_clock(0, 1000);
    cr_expect_float_eq(measured_clock(&bench), 1.0, 1e-4);
    fake->kernel_clock("work", mhz, 3); /* the kernel has been launched twice before */
    cr_expect_float_eq(measured_clock(&bench), 1.4, 1e-4);
    stamps = (uint64_t *)fake->memory(bench.address, 64);
    fake->timer_step(0, 1024);
    measured_clock(&bench);
    cr_expect_eq(stamps[0] % 1024, 0);
    cr_expect_eq(stamps[4] % 1024, 0);
    fake->sm_hidden(0, 0);
    cr_expect_eq(measured_clock(&bench), 0, "the multiprocessor never runs");
    fake->role("stamp", FAKE_STAMP_SLOTS);
    fake->attribute(0, 16, 2); /* one slot per multiprocessor: the buffer has room for two */
    measured_clock(&bench);
    cr_expect_eq(stamps[0], 0);
    cr_expect_neq(stamps[2], 0, "another one does");
    fake_bench_close(&bench);
    fake_cuda_expect_clean();
}

static void on_run(const fake_run *run, void *user)
{
    uint64_t *seen = user;

    seen[0] = run->argument_count;
    memcpy(seen + 1, run->arguments, 3 * sizeof(*seen));
    seen[4] = run->index;
    seen[5] = run->end - run->start;
    seen[6] = run->grid[0];
}

Test(cuda, fake_callbacks_see_a_run)
{
    const char bytes[8] = "1234567";
    uint64_t seen[7] = { 0 };
    double number = 0.5;
    uint32_t small = 0xfffffff0u;
    void *parameters[] = { &small, &number, (void *)(uintptr_t)bytes };
    fake_bench bench;
    CUfunction typed;
    CUmodule module;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    cr_expect_eq(cu->cuModuleGetFunction(&typed, bench.module, "type"), CUDA_NOT_FOUND);
    cr_expect_eq(cu->cuModuleGetFunction(&typed, bench.module, "typed"), 0);
    cr_expect_eq(cu->cuModuleLoadData(&module, "PTX"), CUDA_INVALID_PTX);
    fake->callback("typed", on_run, seen);
    cr_expect_eq(fake_launch(typed, bench.stream, NULL), CUDA_INVALID_VALUE);
    cr_expect_eq(fake_launch(typed, bench.stream, parameters), 0);
    cr_expect_eq(seen[0], 0, "it has not ended");
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), 0);
    cr_expect_eq(seen[0], 3);
    cr_expect_eq(seen[1], small);
    cr_expect_eq(memcmp(&seen[2], &number, 8), 0);
    cr_expect_eq(memcmp(&seen[3], bytes, 8), 0);
    cr_expect_eq(seen[4], 0);
    cr_expect_eq(seen[5], 1000);
    cr_expect_eq(seen[6], 4);
    cr_expect_eq(cu->cuModuleUnload(bench.module), 0);
    cr_expect_eq(fake_launch(typed, bench.stream, parameters), CUDA_INVALID_HANDLE);
    fake_bench_close(&bench);
    cr_expect_str_eq(fake->leaks(), "");
}

static CUresult launch_with_shared(const fake_bench *bench, unsigned bytes)
{
    return cu->cuLaunchKernel(bench->work, 1, 1, 1, 1, 1, 1, bytes, bench->stream, NULL, NULL);
}

Test(cuda, fake_kernels_have_the_shared_memory_that_is_left)
{
    fake_bench bench;
    int value = -1;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    fake->attribute(0, 8, 1000);
    fake->attribute(0, 97, 3000);
    fake->static_shared("work", 400);
    cr_expect_eq(cu->cuFuncGetAttribute(&value, 1, bench.work), 0);
    cr_expect_eq(value, 400);
    cr_expect_eq(cu->cuFuncGetAttribute(&value, 8, bench.work), 0);
    cr_expect_eq(value, 600);
    cr_expect_eq(launch_with_shared(&bench, 600), 0);
    cr_expect_eq(launch_with_shared(&bench, 601), CUDA_INVALID_VALUE);
    cr_expect_eq(cu->cuFuncSetAttribute(bench.work, 8, 2601), CUDA_INVALID_VALUE);
    cr_expect_eq(cu->cuFuncSetAttribute(bench.work, 8, -1), CUDA_INVALID_VALUE);
    cr_expect_eq(cu->cuFuncSetAttribute(bench.work, 1, 100), CUDA_INVALID_VALUE);
    cr_expect_eq(cu->cuFuncSetAttribute(NULL, 8, 100), CUDA_INVALID_HANDLE);
    cr_expect_eq(cu->cuFuncSetAttribute(bench.work, 8, 2600), 0);
    cr_expect_eq(launch_with_shared(&bench, 2600), 0);
    cr_expect_eq(launch_with_shared(&bench, 2601), CUDA_INVALID_VALUE);
    fake->static_shared("work", 1001);
    cr_expect_eq(cu->cuFuncSetAttribute(bench.work, 8, 0), 0);
    cr_expect_eq(launch_with_shared(&bench, 1), CUDA_INVALID_VALUE);
    fake_bench_close(&bench);
    fake_cuda_expect_clean();
}

Test(cuda, fake_graphs_replay_what_was_captured)
{
    fake_bench bench;
    CUgraph graph;
    CUgraphExec exec;
    int status = -1;

    fake_cuda_begin(1);
    fake_bench_open(&bench, 0);
    fake->constant("graph", 700);
    cr_expect_eq(cu->cuStreamEndCapture(bench.stream, &graph), CUDA_ILLEGAL_STATE);
    cr_expect_eq(cu->cuStreamBeginCapture_v2(NULL, 0), CUDA_CAPTURE_UNSUPPORTED);
    cr_expect_eq(cu->cuStreamBeginCapture_v2(bench.stream, 0), 0);
    cr_expect_eq(cu->cuStreamIsCapturing(bench.stream, &status), 0);
    cr_expect_eq(status, 1);
    cr_expect_eq(fake_launch(bench.work, bench.stream, NULL), 0);
    cr_expect_eq(fake_launch(bench.work, bench.stream, NULL), 0);
    cr_expect_eq(cu->cuStreamEndCapture(bench.stream, &graph), 0);
    cr_expect_eq(fake->launches("work"), 0, "nothing has run");
    cr_expect_eq(cu->cuGraphInstantiateWithFlags(&exec, graph, 0), 0);
    cr_expect_eq(cu->cuGraphDestroy(graph), 0);
    cr_expect_eq(cu->cuGraphLaunch(exec, bench.stream), 0);
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), 0);
    cr_expect_eq(fake->now(), 2700);
    cr_expect_eq(cu->cuGraphLaunch(exec, bench.stream), 0);
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), 0);
    cr_expect_eq(fake->now(), 4700, "uploaded once");
    cr_expect_eq(fake->launches("work"), 4);
    cr_expect_eq(cu->cuGraphExecDestroy(exec), 0);

    cr_expect_eq(cu->cuStreamBeginCapture_v2(bench.stream, 0), 0);
    cr_expect_eq(cu->cuEventRecord(bench.end, bench.stream), 0);
    cr_expect_eq(cu->cuEventQuery(bench.end), CUDA_CAPTURED_EVENT);
    cr_expect_eq(cu->cuStreamSynchronize(bench.stream), CUDA_CAPTURE_UNSUPPORTED);
    cr_expect_eq(cu->cuStreamEndCapture(bench.stream, &graph), CUDA_CAPTURE_INVALIDATED);
    cr_expect_null(graph);
    fake_bench_close(&bench);
    fake_cuda_expect_clean();
}

#define SAMPLES 50

struct measurer {
    pthread_t thread;
    CUdevice device;
    double total_ms;
    uint64_t ended;
};

/* Takes each sample as the harness does: queues the work after a blocking kernel, which is then
 * released. */
static void *measure(void *user)
{
    struct measurer *measurer = user;
    fake_bench bench;

    fake->own_clock();
    fake_bench_open(&bench, measurer->device);
    for (int i = 0; i < SAMPLES; i++) {
        float ms = -1;

        bench.words[0] = 0;
        fake_launch_block(&bench, bench.stream, 3000);
        cu->cuEventRecord(bench.start, bench.stream);
        fake_launch(bench.work, bench.stream, NULL);
        cu->cuEventRecord(bench.end, bench.stream);
        bench.words[0] = 1;
        cu->cuStreamSynchronize(bench.stream);
        cu->cuEventElapsedTime(&ms, bench.start, bench.end);
        measurer->total_ms += (double)ms;
    }
    cr_expect_eq(bench.words[1], 0, "no blocker ran out");
    measurer->ended = fake->now();
    fake_bench_close(&bench);
    return NULL;
}

Test(cuda, fake_devices_of_two_threads_do_not_meet)
{
    struct measurer measurers[2] = { { .device = 0 }, { .device = 1 } };
    char *lines;

    fake_cuda_begin(2);
    fake->constant("work", 1000000);
    fake->cost("cuLaunchKernel", 500);
    for (size_t i = 0; i < 2; i++)
        cr_assert_eq(pthread_create(&measurers[i].thread, NULL, measure, &measurers[i]), 0);
    for (size_t i = 0; i < 2; i++)
        pthread_join(measurers[i].thread, NULL);
    for (size_t i = 0; i < 2; i++) {
        cr_expect_float_eq(measurers[i].total_ms, SAMPLES * 1.0, 1e-6, "device %zu", i);
        cr_expect_eq(measurers[i].ended, SAMPLES * 1001000, "device %zu ended at %lu", i,
                     (unsigned long)measurers[i].ended);
    }
    lines = fake->lines("cuEventElapsedTime", 1);
    cr_expect_eq(strlen(lines), SAMPLES * strlen("cuEventElapsedTime e0 e0\n"));
    free(lines);
    fake_cuda_expect_clean();
}
