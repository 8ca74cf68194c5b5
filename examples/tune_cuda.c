/* SPDX-License-Identifier: MIT */
/* Picks a tile shape on a GPU: a tile is a block of threads. Each point of a square becomes the sum
 * of its four neighbours; beyond an edge the square begins again.
 * Run as: tune_cuda */
#include <benchresult.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 2048u /* a power of two */

/* A thread for each point (x, y); mask is WIDTH - 1. */
static const char ptx[] =
    ".version 6.0\n"
    ".target sm_50\n"
    ".address_size 64\n"
    ".visible .entry stencil(.param .u64 from, .param .u64 to, .param .u32 mask)\n"
    "{\n"
    "    .reg .b32 %x, %y, %mask, %width, %block, %size, %i;\n"
    "    .reg .b64 %from, %to, %at;\n"
    "    .reg .f32 %sum, %value;\n"
    "    ld.param.u64 %from, [from];\n"
    "    ld.param.u64 %to, [to];\n"
    "    ld.param.u32 %mask, [mask];\n"
    "    add.u32 %width, %mask, 1;\n"
    "    mov.u32 %block, %ctaid.x;\n"
    "    mov.u32 %size, %ntid.x;\n"
    "    mov.u32 %i, %tid.x;\n"
    "    mad.lo.u32 %x, %block, %size, %i;\n"
    "    mov.u32 %block, %ctaid.y;\n"
    "    mov.u32 %size, %ntid.y;\n"
    "    mov.u32 %i, %tid.y;\n"
    "    mad.lo.u32 %y, %block, %size, %i;\n"
    "    add.u32 %i, %x, 1;\n"
    "    and.b32 %i, %i, %mask;\n"
    "    mad.lo.u32 %i, %y, %width, %i;\n"
    "    mad.wide.u32 %at, %i, 4, %from;\n"
    "    ld.global.f32 %sum, [%at];\n"
    "    add.u32 %i, %x, %mask;\n"
    "    and.b32 %i, %i, %mask;\n"
    "    mad.lo.u32 %i, %y, %width, %i;\n"
    "    mad.wide.u32 %at, %i, 4, %from;\n"
    "    ld.global.f32 %value, [%at];\n"
    "    add.f32 %sum, %sum, %value;\n"
    "    add.u32 %i, %y, 1;\n"
    "    and.b32 %i, %i, %mask;\n"
    "    mad.lo.u32 %i, %i, %width, %x;\n"
    "    mad.wide.u32 %at, %i, 4, %from;\n"
    "    ld.global.f32 %value, [%at];\n"
    "    add.f32 %sum, %sum, %value;\n"
    "    add.u32 %i, %y, %mask;\n"
    "    and.b32 %i, %i, %mask;\n"
    "    mad.lo.u32 %i, %i, %width, %x;\n"
    "    mad.wide.u32 %at, %i, 4, %from;\n"
    "    ld.global.f32 %value, [%at];\n"
    "    add.f32 %sum, %sum, %value;\n"
    "    mad.lo.u32 %i, %y, %width, %x;\n"
    "    mad.wide.u32 %at, %i, 4, %to;\n"
    "    st.global.f32 [%at], %sum;\n"
    "    ret;\n"
    "}\n";

typedef struct stencil {
    bres_cuda_module *module;
    bres_cuda_kernel *kernel;
    bres_cuda_buffer *from, *to;
    int64_t threads; /* that a block can have */
} stencil;

/* Queues one pass over the square. */
static bres_status smooth(bres_launch *launch, const bres_trial *trial, void *context)
{
    stencil *s = context;
    const uint32_t x = (uint32_t)bres_trial_int64(trial, "TILE_X");
    const uint32_t y = (uint32_t)bres_trial_int64(trial, "TILE_Y");
    const bres_cuda_geometry geometry = { .grid = { WIDTH / x, WIDTH / y }, .block = { x, y } };
    uint64_t from = bres_cuda_buffer_address(s->from);
    uint64_t to = bres_cuda_buffer_address(s->to);
    uint32_t mask = WIDTH - 1;
    void *arguments[] = { &from, &to, &mask };

    return bres_cuda_kernel_launch(s->kernel, &geometry, bres_launch_stream(launch), arguments);
}

static bool fits(const bres_trial *trial, void *context)
{
    const stencil *s = context;

    return bres_trial_int64(trial, "TILE_X") * bres_trial_int64(trial, "TILE_Y") <= s->threads;
}

static bres_status load(stencil *s)
{
    const size_t bytes = (size_t)WIDTH * WIDTH * 4;
    bres_cuda_device_info info;
    bres_status status;

    bres_cuda_device_info_init(&info);
    status = bres_cuda_device_query(0, &info);
    s->threads = info.threads_per_block;
    if (status == BRES_OK)
        status = bres_cuda_module_load(0, ptx, strlen(ptx), &s->module);
    if (status == BRES_OK)
        status = bres_cuda_module_kernel(s->module, "stencil", &s->kernel);
    if (status == BRES_OK)
        status = bres_cuda_buffer_new(0, bytes, &s->from);
    if (status == BRES_OK)
        status = bres_cuda_buffer_new(0, bytes, &s->to);
    return status == BRES_OK ? bres_cuda_buffer_fill(s->from, 0, NULL) : status;
}

static bres_status tune(stencil *s)
{
    bres_tuner *tuner = bres_tuner_new(NULL);
    bres_status status;

    bres_tuner_add_int64(tuner, "TILE_X", (const int64_t[]){ 8, 16, 32, 64, 128 }, 5);
    bres_tuner_add_int64(tuner, "TILE_Y", (const int64_t[]){ 1, 2, 4, 8, 16 }, 5);
    bres_tuner_add_constraint(tuner, fits, s);
    status = bres_tuner_run_cuda(tuner, smooth, s, NULL);
    for (size_t i = 0; status == BRES_OK && i < bres_tuner_best_count(tuner); i++)
        puts(bres_state_name(bres_tuner_best_at(tuner, i)));
    if (status == BRES_OK)
        puts(bres_tuner_message(tuner));
    bres_tuner_free(tuner);
    return status;
}

int main(void)
{
    stencil s = { .module = NULL };
    const char *reason;
    bres_status status;

    if (!bres_cuda_available(&reason)) {
        printf("nothing to tune: %s\n", reason);
        return 0;
    }
    status = load(&s);
    if (status == BRES_OK)
        status = tune(&s);
    if (status != BRES_OK)
        fprintf(stderr, "%s\n", bres_last_error());
    bres_cuda_buffer_free(s.to);
    bres_cuda_buffer_free(s.from);
    bres_cuda_module_free(s.module);
    return status == BRES_OK ? 0 : 1;
}
