/* SPDX-License-Identifier: MIT */
/* Times, rates and clocks that are known beforehand. */
#include "gpu/measure.h"

#include <math.h>

#define MEDIAN     "nv/cold/time/gpu/median"
/* The resolution of events that NVIDIA documents, in nanoseconds. */
#define RESOLUTION 500.0
#define THREADS    256u

/* The step of the device's nanosecond clock, in nanoseconds. */
static double clock_step(const gpu_bench *bench)
{
    CUdeviceptr address = bench_word(bench, WORD_ONE);
    void *parameters[] = { &address };

    NEED(cu->cuLaunchKernel(bench->tick, 1, 1, 1, 1, 1, 1, 0, bench->stream, parameters, NULL));
    NEED(cu->cuStreamSynchronize(bench->stream));
    return bench->words[WORD_ONE];
}

/* The median time in nanoseconds that the library measures for a spinning kernel. */
static double spin_median(gpu_session *session, uint64_t length)
{
    kernel_launch spin = { .kernel = session_kernel(session, "spin"), .arguments = { &length } };

    return session_number(session_measure(session, kernel_launch_queue, &spin), MEDIAN) * 1e9;
}

/* Every time includes the time that events measure around an empty kernel: not an error. */
static void spin(void)
{
    static const uint64_t lengths[] = { 1000, 10000, 100000, 1000000, 10000000 };
    double empty;
    double step;
    gpu_session session;

    session_open(&session, 50);
    step = fmax(RESOLUTION, clock_step(&session.bench));
    empty = spin_median(&session, 0);
    check_note("around an empty kernel: %.0f ns; resolution: %.0f ns", empty, step);
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        const double length = (double)lengths[i];
        const double median = spin_median(&session, lengths[i]);

        check_note("%.0f ns: %.0f ns measured, %.0f more than empty", length, median,
                   median - empty);
        check_that(fabs(median - empty - length) <= fmax(0.02 * length, step),
                   "that differs by more than 2 %% and %.0f ns", step);
    }
}

/* A copy between two buffers of equal size. */
typedef struct gpu_copy {
    kernel_launch launch;
    uint64_t from;
    uint64_t to;
    bres_cuda_buffer *buffers[2];
} gpu_copy;

static void copying_open(gpu_session *session, gpu_copy *copying, uint64_t size)
{
    *copying = (gpu_copy){ .launch = { .kernel = session_kernel(session, "copy") } };
    for (int i = 0; i < 2; i++) {
        session_need(bres_cuda_buffer_new(check_device, size, &copying->buffers[i]), "allocating");
        session_need(bres_cuda_buffer_fill(copying->buffers[i], 0, NULL), "filling");
    }
    copying->from = bres_cuda_buffer_address(copying->buffers[0]);
    copying->to = bres_cuda_buffer_address(copying->buffers[1]);
    copying->launch.arguments[0] = &copying->from;
    copying->launch.arguments[1] = &copying->to;
    copying->launch.geometry.grid[0] = (uint32_t)(size / 16 / THREADS);
    copying->launch.geometry.block[0] = THREADS;
}

static bres_cuda_device_info device_info(void)
{
    bres_cuda_device_info info;

    bres_cuda_device_info_init(&info);
    session_need(bres_cuda_device_query(check_device, &info), "asking the device");
    return info;
}

/* The size is a multiple of what a block copies, far above the L2 cache if the memory allows. */
static void bandwidth(void)
{
    const uint64_t block = 16 * THREADS;
    bres_cuda_device_info info;
    gpu_copy copying;
    uint64_t size;
    double rate;
    gpu_session session;

    session_open(&session, 50);
    info = device_info();
    if (info.memory_bandwidth <= 0)
        check_skip("the driver does not tell the memory's peak rate");
    size = info.l2_size * 16 > ((uint64_t)256 << 20) ? info.l2_size * 16 : (uint64_t)256 << 20;
    size = (size > info.memory_size / 8 ? info.memory_size / 8 : size) / block * block;
    copying_open(&session, &copying, size);
    rate = 2 * (double)size /
           session_number(session_measure(&session, kernel_launch_queue, &copying.launch), MEDIAN);
    check_note("copying %.0f MiB: %.1f GB/s of %.1f GB/s, %.1f %%", (double)size / (1 << 20),
               rate / 1e9, info.memory_bandwidth / 1e9, rate / info.memory_bandwidth * 100);
    check_that(rate >= 0.5 * info.memory_bandwidth && rate <= 1.05 * info.memory_bandwidth,
               "that is not between 50 %% and 105 %% of the peak");
}

static void cold_cache(void)
{
    const uint64_t block = 16 * THREADS;
    const bres_state *state;
    bres_cuda_device_info info;
    gpu_copy copying;
    double cold;
    double batch;
    gpu_session session;

    session_open(&session, 50);
    info = device_info();
    if (info.l2_size < 16 * block)
        check_skip("the device has no L2 cache to speak of");
    copying_open(&session, &copying, info.l2_size / 8 / block * block);
    session.cuda.flags = 0;
    session.cuda.batch_target_time = 0.01;
    state = session_measure(&session, kernel_launch_queue, &copying.launch);
    cold = session_number(state, MEDIAN);
    batch = session_number(state, "nv/batch/time/gpu/mean");
    check_note("copying %.2f MiB: %.0f ns with an empty cache of %.2f MiB, %.0f ns in a row",
               (double)info.l2_size / 8 / (1 << 20), cold * 1e9, (double)info.l2_size / (1 << 20),
               batch * 1e9);
    check_that(cold > batch, "an isolated sample is not slower");
}

/* Hertz; the clock of a device that runs a kernel is never below this. */
#define CLOCK_LEAST 100e6

static void clocks(void)
{
    uint64_t length = MILLISECOND;
    kernel_launch spin = { .arguments = { &length } };
    const float *rates = NULL;
    const bres_state *state;
    size_t count = 0;
    double most;
    gpu_session session;

    session_open(&session, 50);
    spin.kernel = session_kernel(&session, "spin");
    most = device_info().sm_clock * 1.02;
    state = session_measure(&session, kernel_launch_queue, &spin);
    session_need(bres_state_frequencies(state, &rates, &count), "clock rates");
    check_that(count == 50, "%zu of 50 samples have a clock rate", count);
    for (size_t i = 0; i < count; i++)
        check_that((double)rates[i] > CLOCK_LEAST && (double)rates[i] < most, "a clock of %.1f MHz",
                   (double)rates[i] / 1e6);
    check_note("mean clock %.1f MHz, default %.1f MHz",
               session_number(state, "nv/cold/sm_clock_rate/mean") / 1e6,
               device_info().sm_clock / 1e6);
}

const gpu_check measure_times[] = {
    { "spin", "kernels of a known length, 1 us to 10 ms", spin },
    { "bandwidth", "a copy beside the memory's peak rate", bandwidth },
    { "cold", "isolated samples have an empty L2 cache", cold_cache },
    { "clocks", "the clock is within the device's limits", clocks },
    CHECK_END,
};
