/* SPDX-License-Identifier: MIT */
/*
 * gpu-check-runtime [DEVICE]: kernels, streams and graphs of the CUDA runtime, measured by the
 * library. The runtime is linked statically. Exit status: 0 if no check failed, 1 if a check
 * failed, 77 if the runtime has no device.
 */
#include <benchresult.h>

#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LENGTH 100000ull /* ns */

static unsigned failures;

static void expect(bool good, const char *what)
{
    printf("%s  %s\n", good ? "pass" : "FAIL", what);
    failures += !good;
}

static void need(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    printf("FAIL  %s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

static void need_ok(bres_status status, const char *what)
{
    if (status == BRES_OK)
        return;
    printf("FAIL  %s: %s\n", what, bres_last_error());
    exit(1);
}

static __global__ void spin(unsigned long long ns)
{
    unsigned long long start;
    unsigned long long now;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    do {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    } while (now - start < ns);
}

/* --- Launchers -------------------------------------------------------------------------------- */

static bres_status launch_result(void)
{
    const cudaError_t error = cudaGetLastError();

    if (error != cudaSuccess)
        printf("      %s\n", cudaGetErrorString(error));
    return error == cudaSuccess ? BRES_OK : BRES_ERROR_CUDA;
}

static bres_status launch_kernel(bres_launch *launch, void *)
{
    spin<<<1, 1, 0, bres_launch_stream(launch)>>>(LENGTH);
    return launch_result();
}

static bres_status launch_graph(bres_launch *launch, void *context)
{
    cudaGraphLaunch(*(cudaGraphExec_t *)context, bres_launch_stream(launch));
    return launch_result();
}

static bres_status launch_view(bres_launch *launch, void *context)
{
    return bres_cuda_graph_launch((bres_cuda_graph *)context, bres_launch_stream(launch));
}

/* The longer kernel is on a stream that the library does not know. */
static bres_status launch_astray(bres_launch *launch, void *context)
{
    spin<<<1, 1, 0, bres_launch_stream(launch)>>>(LENGTH / 10);
    spin<<<1, 1, 0, *(cudaStream_t *)context>>>(20 * LENGTH);
    return launch_result();
}

/* --- Measuring -------------------------------------------------------------------------------- */

struct session {
    bres_result *result;
    bres_subbench *bench;
    bres_measure_options options;
    bres_cuda_options cuda;
};

static void session_open(session *session, int device)
{
    need_ok(bres_result_new(&session->result), "making a result");
    need_ok(bres_result_add_subbench(session->result, "runtime", &session->bench),
            "making a benchmark");
    bres_measure_options_init(&session->options);
    session->options.min_samples = 50;
    session->options.timeout = 1;
    bres_cuda_options_init(&session->cuda);
    session->cuda.flags = BRES_CUDA_NO_BATCH;
    session->cuda.device = device;
}

static bres_state *measure(session *session, bres_cuda_fn launch, void *context)
{
    bres_state *state = nullptr;

    need_ok(bres_measure_cuda(launch, context, &session->options, &session->cuda, session->bench,
                              &state),
            "measuring");
    return state;
}

static void expect_length(bres_state *state, double ns, const char *what)
{
    double median = 0;

    bres_summary_float64(bres_state_summary(state, "nv/cold/time/gpu/median"), &median);
    printf("      %s: %.0f ns\n", what, median * 1e9);
    /* Events around an empty kernel are a few microseconds apart, too. */
    expect(fabs(median * 1e9 - ns) < 0.02 * ns + 10e3, what);
}

static void check_kernel(session *session)
{
    cudaStream_t stream;

    expect_length(measure(session, launch_kernel, nullptr), LENGTH, "a kernel of the runtime");
    need(cudaStreamCreate(&stream), "cudaStreamCreate");
    session->cuda.has_stream = 1;
    session->cuda.stream = stream;
    expect_length(measure(session, launch_kernel, nullptr), LENGTH, "on a stream of the runtime");
    session->cuda.has_stream = 0;
    need(cudaStreamDestroy(stream), "cudaStreamDestroy: the stream is still the program's");
}

static void check_graph(session *session)
{
    bres_cuda_graph *view = nullptr;
    cudaGraphExec_t executable;
    cudaStream_t stream;
    cudaGraph_t graph;

    need(cudaStreamCreate(&stream), "cudaStreamCreate");
    need(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "capturing");
    for (int i = 0; i < 3; i++)
        spin<<<1, 1, 0, stream>>>(LENGTH);
    need(cudaStreamEndCapture(stream, &graph), "capturing");
    need(cudaGraphInstantiateWithFlags(&executable, graph, 0), "instantiating");
    need(cudaGraphUpload(executable, stream), "uploading");
    need(cudaStreamSynchronize(stream), "waiting");
    expect_length(measure(session, launch_graph, &executable), 3 * LENGTH,
                  "a graph of the runtime");
    need_ok(bres_cuda_graph_view(session->cuda.device, executable, &view), "bres_cuda_graph_view");
    expect_length(measure(session, launch_view, view), 3 * LENGTH, "the same graph as a view");
    bres_cuda_graph_free(view);
    need(cudaGraphExecDestroy(executable), "cudaGraphExecDestroy: the graph is the program's");
    need(cudaGraphDestroy(graph), "cudaGraphDestroy");
    need(cudaStreamDestroy(stream), "cudaStreamDestroy");
}

static void check_streams(session *session)
{
    static const char tag[] = "bres/cold/other_streams";
    bres_state *state = nullptr;
    cudaStream_t stream;

    need(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreate");
    expect(bres_state_summary(measure(session, launch_kernel, nullptr), tag) == nullptr,
           "a kernel on the right stream is not suspected");
    expect(bres_state_summary(measure(session, launch_astray, &stream), tag) != nullptr,
           "a kernel on another stream is noticed");
    session->cuda.strict_streams = 1;
    expect(bres_measure_cuda(launch_astray, &stream, &session->options, &session->cuda,
                             session->bench, &state) == BRES_ERROR_VALUE,
           "a kernel on another stream is an error when streams are strict");
    session->cuda.strict_streams = 0;
    need(cudaDeviceSynchronize(), "waiting");
    need(cudaStreamDestroy(stream), "cudaStreamDestroy");
}

int main(int argc, char **argv)
{
    const int device = argc > 1 ? atoi(argv[1]) : 0;
    session session = {};
    cudaError_t error = cudaSetDevice(device);

    /* The runtime initializes at the first call that needs it, here cudaFree(). */
    if (error == cudaSuccess)
        error = cudaFree(nullptr);
    if (error != cudaSuccess) {
        printf("no CUDA device for the runtime: nothing was checked\n%s\n",
               cudaGetErrorString(error));
        return 77;
    }
    session_open(&session, device);
    check_kernel(&session);
    check_graph(&session);
    check_streams(&session);
    bres_result_unref(session.result);
    printf("gpu-check-runtime: %u failed\n", failures);
    return failures != 0;
}
