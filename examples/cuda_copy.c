/* SPDX-License-Identifier: MIT */
/* A benchmark program for GPUs without any CUDA header: copies numbers of four bytes, on the GPU
 * and on the CPU.
 * Run as: cuda_copy -q --markdown stdout --min-samples 3 --timeout 1 */
#include <benchresult.h>
#include <stdlib.h>
#include <string.h>

/* Thread i copies element i. */
static const char ptx[] = ".version 6.0\n"
                          ".target sm_50\n"
                          ".address_size 64\n"
                          ".visible .entry copy(.param .u64 from, .param .u64 to)\n"
                          "{\n"
                          "    .reg .b32 %block, %size, %thread, %i, %value;\n"
                          "    .reg .b64 %a, %b, %offset;\n"
                          "    mov.u32 %block, %ctaid.x;\n"
                          "    mov.u32 %size, %ntid.x;\n"
                          "    mov.u32 %thread, %tid.x;\n"
                          "    mad.lo.u32 %i, %block, %size, %thread;\n"
                          "    mul.wide.u32 %offset, %i, 4;\n"
                          "    ld.param.u64 %a, [from];\n"
                          "    ld.param.u64 %b, [to];\n"
                          "    add.u64 %a, %a, %offset;\n"
                          "    add.u64 %b, %b, %offset;\n"
                          "    ld.global.u32 %value, [%a];\n"
                          "    st.global.u32 [%b], %value;\n"
                          "    ret;\n"
                          "}\n";

typedef struct copy {
    bres_cuda_module *module;
    bres_cuda_kernel *kernel;
    bres_cuda_buffer *from, *to;
    bres_cuda_geometry geometry;
} copy;

/* Queues one copy. */
static bres_status queue_copy(bres_launch *launch, void *context)
{
    copy *c = context;
    uint64_t from = bres_cuda_buffer_address(c->from);
    uint64_t to = bres_cuda_buffer_address(c->to);
    void *arguments[] = { &from, &to };

    return bres_cuda_kernel_launch(c->kernel, &c->geometry, bres_launch_stream(launch), arguments);
}

static bres_status prepare(copy *c, int device, struct CUstream_st *stream, size_t bytes)
{
    bres_status status = bres_cuda_module_load(device, ptx, strlen(ptx), &c->module);

    if (status == BRES_OK)
        status = bres_cuda_module_kernel(c->module, "copy", &c->kernel);
    if (status == BRES_OK)
        status = bres_cuda_buffer_new(device, bytes, &c->from);
    if (status == BRES_OK)
        status = bres_cuda_buffer_new(device, bytes, &c->to);
    if (status == BRES_OK)
        status = bres_cuda_buffer_fill(c->from, 1, stream);
    return status;
}

/* The body: prepares and measures a state. */
static bres_status body(bres_run *run, void *context)
{
    const uint64_t count = (uint64_t)bres_run_int64(run, "Elements");
    const uint32_t threads = (uint32_t)bres_run_int64(run, "Threads");
    copy c = { .geometry = { .block = { threads } } };
    struct CUstream_st *stream;
    bres_status status = bres_run_stream(run, &stream);

    (void)context;
    if (threads == 0 || count == 0 || count % threads != 0 || count > UINT32_MAX) {
        bres_run_skip(run, "Elements must be a multiple of Threads, below 2^32");
        return BRES_OK;
    }
    c.geometry.grid[0] = (uint32_t)(count / threads);
    if (status == BRES_OK)
        status = prepare(&c, bres_run_device(run), stream, count * 4);
    bres_run_add_elements(run, count, NULL);
    bres_run_add_reads(run, count * 4, NULL);
    bres_run_add_writes(run, count * 4, NULL);
    if (status == BRES_OK)
        status = bres_run_exec_cuda(run, queue_copy, &c);
    bres_cuda_buffer_free(c.to);
    bres_cuda_buffer_free(c.from);
    bres_cuda_module_free(c.module);
    return status;
}

typedef struct cpu_copy {
    void *from, *to;
    size_t bytes;
} cpu_copy;

static void execute(void *context)
{
    cpu_copy *c = context;

    memcpy(c->to, c->from, c->bytes);
    BRES_CLOBBER();
}

static bres_status body_on_cpu(bres_run *run, void *context)
{
    const uint64_t count = (uint64_t)bres_run_int64(run, "Elements");
    cpu_copy c = { .from = calloc(count, 4), .to = calloc(count, 4), .bytes = count * 4 };
    bres_status status = BRES_ERROR_MEMORY;

    (void)context;
    bres_run_add_elements(run, count, NULL);
    bres_run_add_reads(run, c.bytes, NULL);
    bres_run_add_writes(run, c.bytes, NULL);
    if (c.from != NULL && c.to != NULL)
        status = bres_run_exec_cpu(run, execute, &c);
    free(c.to);
    free(c.from);
    return status;
}

static void declare(bres_suite *suite)
{
    bres_bench *bench = bres_suite_add(suite, "copy", body, NULL);

    bres_bench_set_cuda(bench, true);
    bres_bench_add_int64_pow2_range(bench, "Elements", 16, 24, 4);
    bres_bench_add_int64_axis(bench, "Threads", (const int64_t[]){ 128, 256 }, 2);
    bench = bres_suite_add(suite, "cpu_copy", body_on_cpu, NULL);
    bres_bench_add_int64_pow2_range(bench, "Elements", 16, 20, 4);
}

BRES_MAIN(declare)
