/* SPDX-License-Identifier: MIT */
/* A benchmark program: compares the cost of a chain of small kernels on a GPU, launched one by one
 * and as a graph.
 * Run as: cuda_graph -q --markdown stdout --min-samples 3 --timeout 1 */
#include <benchresult.h>
#include <string.h>

#define COUNT   (1u << 16)
#define THREADS 256u

/* Thread i adds 1 to element i. */
static const char ptx[] = ".version 6.0\n"
                          ".target sm_50\n"
                          ".address_size 64\n"
                          ".visible .entry step(.param .u64 data)\n"
                          "{\n"
                          "    .reg .b32 %block, %size, %thread, %i, %value;\n"
                          "    .reg .b64 %a, %offset;\n"
                          "    mov.u32 %block, %ctaid.x;\n"
                          "    mov.u32 %size, %ntid.x;\n"
                          "    mov.u32 %thread, %tid.x;\n"
                          "    mad.lo.u32 %i, %block, %size, %thread;\n"
                          "    mul.wide.u32 %offset, %i, 4;\n"
                          "    ld.param.u64 %a, [data];\n"
                          "    add.u64 %a, %a, %offset;\n"
                          "    ld.global.u32 %value, [%a];\n"
                          "    add.u32 %value, %value, 1;\n"
                          "    st.global.u32 [%a], %value;\n"
                          "    ret;\n"
                          "}\n";

typedef struct chain {
    bres_cuda_module *module;
    bres_cuda_kernel *kernel;
    bres_cuda_buffer *data;
    bres_cuda_stream *capture; /* where the graph is recorded */
    bres_cuda_graph *graph;
    int64_t steps;
} chain;

/* Queues the steps; each step depends on the previous step. */
static bres_status queue_steps(const chain *c, struct CUstream_st *stream)
{
    static const bres_cuda_geometry geometry = { .grid = { COUNT / THREADS },
                                                 .block = { THREADS } };
    uint64_t data = bres_cuda_buffer_address(c->data);
    void *arguments[] = { &data };
    bres_status status = BRES_OK;

    for (int64_t i = 0; i < c->steps && status == BRES_OK; i++)
        status = bres_cuda_kernel_launch(c->kernel, &geometry, stream, arguments);
    return status;
}

static bres_status launch_steps(bres_launch *launch, void *context)
{
    return queue_steps(context, bres_launch_stream(launch));
}

static bres_status launch_graph(bres_launch *launch, void *context)
{
    const chain *c = context;

    return bres_cuda_graph_launch(c->graph, bres_launch_stream(launch));
}

static bres_status prepare(chain *c, int device, struct CUstream_st *stream)
{
    bres_status status = bres_cuda_module_load(device, ptx, strlen(ptx), &c->module);

    if (status == BRES_OK)
        status = bres_cuda_module_kernel(c->module, "step", &c->kernel);
    if (status == BRES_OK)
        status = bres_cuda_buffer_new(device, COUNT * 4, &c->data);
    if (status == BRES_OK)
        status = bres_cuda_buffer_fill(c->data, 0, stream);
    return status;
}

/* Records the steps and uploads the graph, so that the first launch does not include the upload. */
static bres_status record(chain *c, int device, struct CUstream_st *stream)
{
    bres_status status = bres_cuda_stream_new(device, &c->capture);

    if (status == BRES_OK)
        status = bres_cuda_graph_capture(c->capture);
    if (status == BRES_OK)
        status = queue_steps(c, bres_cuda_stream_handle(c->capture));
    if (status == BRES_OK)
        status = bres_cuda_graph_finish(c->capture, &c->graph);
    return status == BRES_OK ? bres_cuda_graph_upload(c->graph, stream) : status;
}

static bres_status body(bres_run *run, void *context)
{
    const bool graph = strcmp(bres_run_string(run, "Launched"), "graph") == 0;
    const int device = bres_run_device(run);
    chain c = { .steps = bres_run_int64(run, "Steps") };
    struct CUstream_st *stream;
    bres_status status = bres_run_stream(run, &stream);

    (void)context;
    bres_run_add_elements(run, (uint64_t)c.steps * COUNT, NULL);
    if (status == BRES_OK)
        status = prepare(&c, device, stream);
    if (status == BRES_OK && graph)
        status = record(&c, device, stream);
    if (status == BRES_OK)
        status = bres_run_exec_cuda(run, graph ? launch_graph : launch_steps, &c);
    bres_cuda_graph_free(c.graph);
    bres_cuda_stream_free(c.capture);
    bres_cuda_buffer_free(c.data);
    bres_cuda_module_free(c.module);
    return status;
}

static void declare(bres_suite *suite)
{
    bres_bench *bench = bres_suite_add(suite, "chain", body, NULL);

    bres_bench_set_cuda(bench, true);
    bres_bench_add_string_axis(bench, "Launched", (const char *const[]){ "one by one", "graph" },
                               2);
    bres_bench_add_int64_axis(bench, "Steps", (const int64_t[]){ 4, 16 }, 2);
}

BRES_MAIN(declare)
