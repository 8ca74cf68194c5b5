/* SPDX-License-Identifier: MIT */
/* Assumptions 11 to 18: streams. */
#include "gpu/check.h"

#include <math.h>

/* Waits for a kernel on a separate stream, so that all work that is able to run has had time to. */
static void let_run(const gpu_bench *bench)
{
    bench_spin(bench, bench->third, MILLISECOND);
    NEED(cu->cuStreamSynchronize(bench->third));
}

static void expect_word(const gpu_bench *bench, int word, uint32_t value, const char *when)
{
    check_that(bench->words[word] == value, "%s the word is %u, not %u", when, bench->words[word],
               value);
}

static void release_and_wait(const gpu_bench *bench)
{
    bench_release(bench);
    NEED(cu->cuCtxSynchronize());
    check_that(bench->words[WORD_EXPIRED] == 0, "what held the stream up was not released in time");
}

static void order_in_stream(void)
{
    gpu_bench bench;

    bench_open(&bench);
    bench_spin(&bench, bench.stream, MILLISECOND);
    bench_store(&bench, bench.stream, WORD_ONE, 10);
    for (int i = 0; i < 100; i++)
        bench_add(&bench, bench.stream, WORD_ONE);
    NEED(cu->cuStreamSynchronize(bench.stream));
    expect_word(&bench, WORD_ONE, 110, "after operations in a row");
    bench_block(&bench, bench.stream, HELD);
    bench_store(&bench, bench.second, WORD_TWO, 1);
    EXPECT(cu->cuStreamSynchronize(bench.second), 0);
    expect_word(&bench, WORD_TWO, 1, "beside a stream that is held up");
    EXPECT(cu->cuStreamQuery(bench.stream), CUDA_NOT_READY);
    release_and_wait(&bench);
}

/* Work on `legacy` waits for `blocking`, and later work on another blocking stream waits for
 * `legacy`; non-blocking streams run meanwhile. */
static void order_of_legacy(gpu_bench *bench, CUstream legacy, CUstream blocking)
{
    for (int i = 0; i < WORD_COUNT; i++)
        bench->words[i] = 0;
    bench_block(bench, blocking, HELD);
    bench_store(bench, legacy, WORD_ONE, 1);
    bench_store(bench, bench->blocking, WORD_TWO, 1);
    let_run(bench);
    expect_word(bench, WORD_ONE, 0, "while a blocking stream is held up");
    expect_word(bench, WORD_TWO, 0, "while the legacy default stream is held up");
    release_and_wait(bench);
    expect_word(bench, WORD_ONE, 1, "at the end");
    expect_word(bench, WORD_TWO, 1, "at the end");
}

static void legacy_stream(void)
{
    gpu_bench bench;
    CUstream other;

    bench_open(&bench);
    NEED(cu->cuStreamCreate(&other, 0));
    order_of_legacy(&bench, NULL, other);
    order_of_legacy(&bench, CUDA_STREAM_LEGACY, other);
    order_of_legacy(&bench, NULL, CUDA_STREAM_PER_THREAD);
}

static void wait_for_event(void)
{
    gpu_bench bench;

    bench_open(&bench);
    bench_block(&bench, bench.stream, HELD);
    NEED(cu->cuEventRecord(bench.start, bench.stream));
    NEED(cu->cuStreamWaitEvent(bench.second, bench.start, 0));
    bench_store(&bench, bench.second, WORD_ONE, 1);
    NEED(cu->cuEventRecord(bench.start, bench.third));
    let_run(&bench);
    expect_word(&bench, WORD_ONE, 0, "before the event");
    release_and_wait(&bench);
    expect_word(&bench, WORD_ONE, 1, "after the event");
    bench.words[WORD_FLAG] = 0;
    NEED(cu->cuStreamWaitEvent(bench.second, bench.end, 0));
    bench_store(&bench, bench.second, WORD_ONE, 2);
    EXPECT(cu->cuStreamSynchronize(bench.second), 0);
    expect_word(&bench, WORD_ONE, 2, "after an event that was never recorded");
}

static void wait_for_legacy(void)
{
    gpu_bench bench;

    bench_open(&bench);
    bench_block(&bench, bench.blocking, HELD);
    bench_store(&bench, bench.blocking, WORD_ONE, 1);
    EXPECT(cu->cuStreamQuery(NULL), CUDA_NOT_READY);
    bench_release(&bench);
    EXPECT(cu->cuStreamSynchronize(NULL), 0);
    expect_word(&bench, WORD_ONE, 1, "after waiting for the legacy default stream");
}

static void destroy_stream(void)
{
    gpu_bench bench;

    bench_open(&bench);
    bench_block(&bench, bench.stream, HELD);
    bench_store(&bench, bench.stream, WORD_ONE, 1);
    EXPECT(cu->cuStreamDestroy_v2(bench.stream), 0);
    check_that(bench.words[WORD_EXPIRED] == 0, "destroying a stream waited for its work");
    expect_word(&bench, WORD_ONE, 0, "right after destroying the stream");
    release_and_wait(&bench);
    expect_word(&bench, WORD_ONE, 1, "at the end of a destroyed stream");
}

static void destroyed(void)
{
    gpu_bench bench;

    bench_open(&bench);
    NEED(cu->cuEventDestroy_v2(bench.start));
    EXPECT(cu->cuEventRecord(bench.start, bench.second), CUDA_INVALID_HANDLE);
    EXPECT(cu->cuEventQuery(bench.start), CUDA_INVALID_HANDLE);
    EXPECT(cu->cuStreamDestroy_v2(NULL), CUDA_INVALID_HANDLE);
    EXPECT(cu->cuStreamDestroy_v2(CUDA_STREAM_LEGACY), CUDA_INVALID_HANDLE);
    EXPECT(cu->cuStreamDestroy_v2(CUDA_STREAM_PER_THREAD), CUDA_INVALID_HANDLE);
    NEED(cu->cuStreamDestroy_v2(bench.stream));
    EXPECT(cu->cuEventRecord(bench.end, bench.stream), CUDA_INVALID_HANDLE);
    EXPECT(cu->cuStreamQuery(bench.stream), CUDA_INVALID_HANDLE);
}

static void side_by_side(void)
{
    const double length = 10 * MILLISECOND;
    CUevent start;
    double first;
    double both;
    gpu_bench bench;

    bench_open(&bench);
    NEED(cu->cuEventCreate(&start, 0));
    NEED(cu->cuEventRecord(start, bench.stream));
    bench_spin(&bench, bench.stream, 10 * MILLISECOND);
    NEED(cu->cuEventRecord(bench.start, bench.stream));
    bench_spin(&bench, bench.second, 10 * MILLISECOND);
    NEED(cu->cuEventRecord(bench.end, bench.second));
    NEED(cu->cuCtxSynchronize());
    first = bench_elapsed(start, bench.start);
    both = bench_elapsed(start, bench.end);
    check_note("one kernel of 10 ms: %.3f ms, two beside each other: %.3f ms", first / 1e6,
               both / 1e6);
    check_that(fabs(first - length) < 0.05 * length, "a kernel was not as long as it is alone");
    check_that(both < 1.5 * length, "the kernels ran one after the other");
}

#define ENOUGH 4096

static void queue_depth(void)
{
    int count = 0;
    gpu_bench bench;

    bench_open(&bench);
    bench_block(&bench, bench.stream, 500 * MILLISECOND);
    while (count < ENOUGH && bench.words[WORD_EXPIRED] == 0) {
        bench_spin(&bench, bench.stream, 0);
        count++;
    }
    check_note("a stream had room for %d launches", count);
    check_that(count > 1024 - 64 && count < 1024 + 64, "that is not about 1024");
    bench_release(&bench);
    NEED(cu->cuStreamSynchronize(bench.stream));
}

const gpu_check assume_streams[] = {
    { "11", "operations of a stream run in order, streams without", order_in_stream },
    { "12", "order of the legacy default stream and blocking ones", legacy_stream },
    { "13", "waiting for an event", wait_for_event },
    { "14", "waiting for the legacy default stream", wait_for_legacy },
    { "15", "destroying a stream with work", destroy_stream },
    { "16", "destroyed streams and events, and the default stream", destroyed },
    { "17", "kernels beside each other", side_by_side },
    { "18", "room in the queue of a stream", queue_depth },
    CHECK_END,
};
