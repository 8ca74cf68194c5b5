/* SPDX-License-Identifier: MIT */
/* Measures one stencil with tiles of several shapes. Each point of a square becomes the sum of its
 * four neighbours; the square wraps around at its edges.
 * Run as: cuda_tile -q --markdown stdout --min-samples 3 --timeout 1 */
#include "stencil.h"

#include <benchresult.h>
#include <string.h>

typedef struct stencil {
    bres_cuda_module *module;
    bres_cuda_kernel *kernel;
    bres_cuda_buffer *from, *to;
    bres_cuda_geometry geometry;
} stencil;

/* Queues one pass over the square. */
static bres_status queue_stencil(bres_launch *launch, void *context)
{
    stencil *s = context;
    uint64_t from = bres_cuda_buffer_address(s->from);
    uint64_t to = bres_cuda_buffer_address(s->to);
    uint32_t mask = WIDTH - 1;
    void *arguments[] = { &from, &to, &mask };

    return bres_cuda_kernel_launch(s->kernel, &s->geometry, bres_launch_stream(launch), arguments);
}

static bres_status prepare(stencil *s, int device, struct CUstream_st *stream)
{
    const size_t bytes = (size_t)WIDTH * WIDTH * 4;
    bres_status status =
        bres_cuda_module_load(device, stencil_ptx, strlen(stencil_ptx), &s->module);

    if (status == BRES_OK)
        status = bres_cuda_module_kernel(s->module, "stencil", &s->kernel);
    if (status == BRES_OK)
        status = bres_cuda_buffer_new(device, bytes, &s->from);
    if (status == BRES_OK)
        status = bres_cuda_buffer_new(device, bytes, &s->to);
    return status == BRES_OK ? bres_cuda_buffer_fill(s->from, 0, stream) : status;
}

/* The body of the benchmark; a tile is a block of threads. */
static bres_status body(bres_run *run, void *context)
{
    const uint64_t points = (uint64_t)WIDTH * WIDTH;
    const int64_t x = bres_run_int64(run, "TileX");
    const int64_t y = bres_run_int64(run, "TileY");
    bres_cuda_device_info info;
    struct CUstream_st *stream;
    stencil s = { .module = NULL };
    bres_status status;

    (void)context;
    bres_cuda_device_info_init(&info);
    status = bres_cuda_device_query(bres_run_device(run), &info);
    if (status != BRES_OK)
        return status;
    if (x < 1 || y < 1 || WIDTH % x != 0 || WIDTH % y != 0 || x * y > info.threads_per_block) {
        bres_run_skip(run, "the tile does not fit into the square or a block");
        return BRES_OK;
    }
    s.geometry = (bres_cuda_geometry){ .grid = { WIDTH / (uint32_t)x, WIDTH / (uint32_t)y },
                                       .block = { (uint32_t)x, (uint32_t)y } };
    bres_run_add_elements(run, points, NULL);
    bres_run_add_reads(run, points * 4, NULL);
    bres_run_add_writes(run, points * 4, NULL);
    status = bres_run_stream(run, &stream);
    if (status == BRES_OK)
        status = prepare(&s, bres_run_device(run), stream);
    if (status == BRES_OK)
        status = bres_run_exec_cuda(run, queue_stencil, &s);
    bres_cuda_buffer_free(s.to);
    bres_cuda_buffer_free(s.from);
    bres_cuda_module_free(s.module);
    return status;
}

static void declare(bres_suite *suite)
{
    bres_bench *bench = bres_suite_add(suite, "stencil", body, NULL);

    bres_bench_set_cuda(bench, true);
    bres_bench_add_int64_pow2_range(bench, "TileX", 3, 7, 1);
    bres_bench_add_int64_pow2_range(bench, "TileY", 0, 4, 1);
}

BRES_MAIN(declare)
