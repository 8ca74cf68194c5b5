/* SPDX-License-Identifier: MIT */
/* Assumptions 19 to 24: events. */
#include "gpu/check.h"

#include <math.h>
#include <time.h>

static void time_of_event(void)
{
    CUevent third;
    double between;
    double length;
    gpu_bench bench;

    bench_open(&bench);
    NEED(cu->cuEventCreate(&third, 0));
    bench_block(&bench, bench.stream, HELD);
    NEED(cu->cuEventRecord(bench.start, bench.stream));
    NEED(cu->cuEventRecord(bench.end, bench.stream));
    bench_spin(&bench, bench.stream, 5 * MILLISECOND);
    NEED(cu->cuEventRecord(third, bench.stream));
    bench_release(&bench);
    NEED(cu->cuStreamSynchronize(bench.stream));
    between = bench_elapsed(bench.start, bench.end);
    length = bench_elapsed(bench.end, third);
    check_note("two events in a row: %.0f ns; around 5 ms: %.0f ns", between, length);
    check_that(between < 10e3, "recording an event takes too long");
    check_that(length >= 5e6 && length < 5.1e6, "an event is not at the end of what was before it");
}

static void never_recorded(void)
{
    gpu_bench bench;

    bench_open(&bench);
    EXPECT(cu->cuEventQuery(bench.start), 0);
    EXPECT(cu->cuEventSynchronize(bench.start), 0);
}

static void elapsed_codes(void)
{
    CUevent untimed;
    float milliseconds = -1;
    gpu_bench bench;

    bench_open(&bench);
    NEED(cu->cuEventCreate(&untimed, 2));
    EXPECT(cu->cuEventElapsedTime(&milliseconds, bench.start, bench.end), CUDA_INVALID_HANDLE);
    NEED(cu->cuEventRecord(bench.start, bench.stream));
    bench_block(&bench, bench.stream, HELD);
    NEED(cu->cuEventRecord(untimed, bench.stream));
    NEED(cu->cuEventRecord(bench.end, bench.stream));
    EXPECT(cu->cuEventElapsedTime(&milliseconds, bench.start, bench.end), CUDA_NOT_READY);
    bench_release(&bench);
    NEED(cu->cuStreamSynchronize(bench.stream));
    EXPECT(cu->cuEventElapsedTime(&milliseconds, bench.start, untimed), CUDA_INVALID_HANDLE);
    EXPECT(cu->cuEventElapsedTime(&milliseconds, bench.start, bench.end), 0);
    check_that(milliseconds > 0, "%g ms elapsed", (double)milliseconds);
}

#define STEPS     32
/* Nanoseconds; twice the resolution that NVIDIA documents. */
#define STEP_MOST 1000.0

static void event_step(void)
{
    double lengths[STEPS];
    double step = INFINITY;
    CUevent third;
    gpu_bench bench;

    bench_open(&bench);
    NEED(cu->cuEventCreate(&third, 0));
    for (int i = 0; i < STEPS; i++) {
        double whole;

        NEED(cu->cuEventRecord(bench.start, bench.stream));
        bench_spin(&bench, bench.stream, 20000 + (uint64_t)i * 1009);
        NEED(cu->cuEventRecord(bench.end, bench.stream));
        bench_spin(&bench, bench.stream, 20000);
        NEED(cu->cuEventRecord(third, bench.stream));
        NEED(cu->cuStreamSynchronize(bench.stream));
        lengths[i] = bench_elapsed(bench.start, bench.end);
        whole = bench_elapsed(bench.start, third);
        check_that(fabs(whole - lengths[i] - bench_elapsed(bench.end, third)) < 1,
                   "an elapsed time is not the sum of its parts");
    }
    for (int i = 0; i < STEPS; i++) {
        for (int j = 0; j < i; j++) {
            const double difference = fabs(lengths[i] - lengths[j]);

            step = difference > 0.5 && difference < step ? difference : step;
        }
    }
    check_note("the smallest difference of two event times is %.0f ns", step);
    check_that(step <= STEP_MOST, "that is more than %.0f ns", STEP_MOST);
}

static void later_record(void)
{
    gpu_bench bench;

    bench_open(&bench);
    NEED(cu->cuEventRecord(bench.start, bench.stream));
    NEED(cu->cuEventSynchronize(bench.start));
    EXPECT(cu->cuEventQuery(bench.start), 0);
    bench_block(&bench, bench.stream, HELD);
    NEED(cu->cuEventRecord(bench.start, bench.stream));
    EXPECT(cu->cuEventQuery(bench.start), CUDA_NOT_READY);
    bench_release(&bench);
    NEED(cu->cuEventSynchronize(bench.start));
    EXPECT(cu->cuEventQuery(bench.start), 0);
}

static void elapsed_after_fault(void)
{
    const struct timespec pause = { .tv_nsec = 20 * (long)MILLISECOND };
    float one = -1;
    float other = -2;
    gpu_bench bench;

    bench_open(&bench);
    NEED_FUNCTION(cuEventElapsedTime_v2);
    NEED(cu->cuEventRecord(bench.start, bench.stream));
    bench_spin(&bench, bench.stream, MILLISECOND);
    NEED(cu->cuEventRecord(bench.end, bench.stream));
    NEED(cu->cuStreamSynchronize(bench.stream));
    NEED(cu->cuEventElapsedTime(&one, bench.start, bench.end));
    NEED(cu->cuEventElapsedTime_v2(&other, bench.start, bench.end));
    check_that(one == other, "the two functions say %g and %g ms", (double)one, (double)other);
    /* Sleeps, because each driver call that detects the failure of the kernel also reports it. */
    NEED(bench_try_store(&bench, bench.stream, 64, 1));
    nanosleep(&pause, NULL);
    EXPECT(cu->cuEventElapsedTime_v2(&other, bench.start, bench.end), 0);
    EXPECT(cu->cuEventElapsedTime(&one, bench.start, bench.end), CUDA_ILLEGAL_ADDRESS);
}

const gpu_check assume_events[] = {
    { "19", "the time of an event", time_of_event },
    { "20", "an event that was never recorded", never_recorded },
    { "21", "what the elapsed time of events can be", elapsed_codes },
    { "22", "the steps of event times", event_step },
    { "23", "recording an event again", later_record },
    { "24", "the newer function for the elapsed time", elapsed_after_fault },
    CHECK_END,
};
