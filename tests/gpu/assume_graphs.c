/* SPDX-License-Identifier: MIT */
/* Assumptions 46 to 51: graphs. */
#include "gpu/check.h"

#define RELAXED 2

static void bench_open_graphs(gpu_bench *bench)
{
    NEED_FUNCTION(cuStreamBeginCapture_v2);
    NEED_FUNCTION(cuGraphInstantiateWithFlags);
    bench_open(bench);
}

/* Captures a graph that sets the first word to 5 and adds 1 to both words. */
static CUgraph capture(const gpu_bench *bench)
{
    CUgraph graph = NULL;

    NEED(cu->cuStreamBeginCapture_v2(bench->stream, RELAXED));
    NEED(cu->cuMemsetD8Async(bench_word(bench, WORD_ONE), 5, 4, bench->stream));
    bench_store(bench, bench->stream, WORD_ONE, 5);
    bench_add(bench, bench->stream, WORD_ONE);
    bench_add(bench, bench->stream, WORD_TWO);
    NEED(cu->cuStreamEndCapture(bench->stream, &graph));
    return graph;
}

static CUgraphExec instantiate(CUgraph graph)
{
    CUgraphExec executable = NULL;

    NEED(cu->cuGraphInstantiateWithFlags(&executable, graph, 0));
    return executable;
}

static void expect_words(const gpu_bench *bench, uint32_t one, uint32_t two)
{
    check_that(bench->words[WORD_ONE] == one && bench->words[WORD_TWO] == two,
               "the words are %u and %u, not %u and %u", bench->words[WORD_ONE],
               bench->words[WORD_TWO], one, two);
}

static void capturing(void)
{
    CUgraphExec executable;
    gpu_bench bench;

    bench_open_graphs(&bench);
    executable = instantiate(capture(&bench));
    NEED(cu->cuCtxSynchronize());
    expect_words(&bench, 0, 0);
    for (int i = 0; i < 3; i++)
        NEED(cu->cuGraphLaunch(executable, bench.second));
    NEED(cu->cuCtxSynchronize());
    expect_words(&bench, 6, 3);
}

static void spoiling(void)
{
    CUgraph graph = (CUgraph)(uintptr_t)1;
    gpu_bench bench;

    bench_open_graphs(&bench);
    EXPECT(cu->cuStreamBeginCapture_v2(NULL, RELAXED), CUDA_CAPTURE_UNSUPPORTED);
    NEED(cu->cuStreamBeginCapture_v2(bench.stream, RELAXED));
    EXPECT(cu->cuStreamQuery(bench.stream), CUDA_CAPTURE_UNSUPPORTED);
    EXPECT(cu->cuStreamEndCapture(bench.stream, &graph), CUDA_CAPTURE_INVALIDATED);
    check_that(graph == NULL, "a spoilt capture gives a graph");
    NEED(cu->cuStreamBeginCapture_v2(bench.stream, RELAXED));
    EXPECT(cu->cuStreamSynchronize(bench.stream), CUDA_CAPTURE_UNSUPPORTED);
    EXPECT(cu->cuStreamEndCapture(bench.stream, &graph), CUDA_CAPTURE_INVALIDATED);
    EXPECT(cu->cuStreamSynchronize(bench.stream), 0);
}

static void begin_and_end(void)
{
    CUgraph graph;
    gpu_bench bench;

    bench_open_graphs(&bench);
    EXPECT(cu->cuStreamEndCapture(bench.stream, &graph), CUDA_ILLEGAL_STATE);
    NEED(cu->cuStreamBeginCapture_v2(bench.stream, RELAXED));
    EXPECT(cu->cuStreamBeginCapture_v2(bench.stream, RELAXED), CUDA_ILLEGAL_STATE);
    EXPECT(cu->cuStreamEndCapture(bench.stream, &graph), 0);
}

static void captured_event(void)
{
    float milliseconds;
    CUgraph graph;
    gpu_bench bench;

    bench_open_graphs(&bench);
    NEED(cu->cuEventRecord(bench.end, bench.second));
    NEED(cu->cuStreamBeginCapture_v2(bench.stream, RELAXED));
    NEED(cu->cuEventRecord(bench.start, bench.stream));
    NEED(cu->cuStreamEndCapture(bench.stream, &graph));
    NEED(cu->cuCtxSynchronize());
    EXPECT(cu->cuEventQuery(bench.start), CUDA_CAPTURED_EVENT);
    EXPECT(cu->cuEventSynchronize(bench.start), CUDA_CAPTURED_EVENT);
    EXPECT(cu->cuEventElapsedTime(&milliseconds, bench.start, bench.end), CUDA_CAPTURED_EVENT);
}

/* Nanoseconds that one launch takes on the device. */
static double launch_time(const gpu_bench *bench, CUgraphExec executable)
{
    NEED(cu->cuEventRecord(bench->start, bench->stream));
    NEED(cu->cuGraphLaunch(executable, bench->stream));
    NEED(cu->cuEventRecord(bench->end, bench->stream));
    NEED(cu->cuStreamSynchronize(bench->stream));
    return bench_elapsed(bench->start, bench->end);
}

/* Compares the shortest of several first launches, because each launch can be disturbed. */
static void first_launch(void)
{
    double times[2] = { 1e18, 1e18 };
    CUgraph graph;
    gpu_bench bench;

    bench_open_graphs(&bench);
    NEED_FUNCTION(cuGraphUpload);
    graph = capture(&bench);
    launch_time(&bench, instantiate(graph));
    for (int i = 0; i < 20; i++) {
        CUgraphExec executable = instantiate(graph);
        double time;

        if (i % 2 != 0)
            NEED(cu->cuGraphUpload(executable, bench.stream));
        NEED(cu->cuStreamSynchronize(bench.stream));
        time = launch_time(&bench, executable);
        times[i % 2] = time < times[i % 2] ? time : times[i % 2];
    }
    check_note("a first launch takes %.1f us, when it was uploaded %.1f us", times[0] / 1e3,
               times[1] / 1e3);
    check_that(times[1] < times[0], "the upload saved nothing");
}

static void destroyed_graph(void)
{
    CUgraphExec executable;
    CUgraph graph;
    gpu_bench bench;

    bench_open_graphs(&bench);
    graph = capture(&bench);
    executable = instantiate(graph);
    NEED(cu->cuGraphDestroy(graph));
    EXPECT(cu->cuGraphLaunch(executable, bench.stream), 0);
    NEED(cu->cuCtxSynchronize());
    expect_words(&bench, 6, 1);
}

const gpu_check assume_graphs[] = {
    { "46", "a capture records, its graph runs", capturing },
    { "47", "captures that are spoilt", spoiling },
    { "48", "beginning and ending a capture", begin_and_end },
    { "49", "an event that was captured", captured_event },
    { "50", "the first launch of a graph", first_launch },
    { "51", "destroying a graph that was instantiated", destroyed_graph },
    CHECK_END,
};
