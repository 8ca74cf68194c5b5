/* SPDX-License-Identifier: MIT */
/* Picks a tile shape on a GPU. A tile is a block of threads. Each point of a square becomes the sum
 * of its four neighbours; the square wraps around at its edges.
 * Run as: tune_cuda */
#include "stencil.h"

#include <benchresult.h>
#include <stdio.h>
#include <string.h>

typedef struct stencil {
    bres_cuda_module *module;
    bres_cuda_kernel *kernel;
    bres_cuda_buffer *from, *to;
    int64_t threads; /* the most that a block can have */
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
        status = bres_cuda_module_load(0, stencil_ptx, strlen(stencil_ptx), &s->module);
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
