/* SPDX-License-Identifier: MIT */
/* Picks a tile shape: each point of a square becomes the mean of its four neighbours, tile by tile,
 * so that data shared by two rows are still in the cache. With a file as its argument, the program
 * resumes an interrupted run.
 * Run as: tune_stencil */
#include <benchresult.h>
#include <stdio.h>
#include <string.h>

#define SIDE 1024 /* points of a row without its two borders */
#define ROW  (SIDE + 2)

typedef struct stencil {
    float from[ROW * ROW];
    float to[ROW * ROW];
    float expected[ROW * ROW];
} stencil;

static stencil problem;

static void smooth_tile(const float *from, float *to, int x0, int x1, int y0, int y1)
{
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) {
            const float *at = &from[y * ROW + x];

            to[y * ROW + x] = 0.25f * (at[-1] + at[1] + at[-ROW] + at[ROW]);
        }
}

/* The measured function: one pass over the square. */
static void smooth(const bres_trial *trial, void *context)
{
    stencil *s = context;
    const int width = (int)bres_trial_int64(trial, "TILE_X");
    const int height = (int)bres_trial_int64(trial, "TILE_Y");

    for (int y = 1; y <= SIDE; y += height)
        for (int x = 1; x <= SIDE; x += width)
            smooth_tile(s->from, s->to, x, x + width, y, y + height);
    BRES_CLOBBER();
}

/* Whether a tile and its borders fit into half of a first-level cache. */
static bool fits(const bres_trial *trial, void *context)
{
    const int64_t width = bres_trial_int64(trial, "TILE_X");
    const int64_t height = bres_trial_int64(trial, "TILE_Y");

    (void)context;
    return 2 * (width + 2) * (height + 2) * (int64_t)sizeof(float) <= 16 * 1024;
}

static bres_status clear(bres_trial *trial, void *context)
{
    stencil *s = context;

    (void)trial;
    memset(s->to, 0, sizeof s->to);
    return BRES_OK;
}

/* A tile shape with a different output fails. */
static bres_status check(bres_trial *trial, void *context)
{
    const stencil *s = context;

    (void)trial;
    return memcmp(s->to, s->expected, sizeof s->to) == 0
               ? BRES_OK
               : bres_measure_fail("it differs from a pass without tiles");
}

int main(int argc, char **argv)
{
    bres_tuner_options options;
    bres_tuner *tuner;

    for (int i = 0; i < ROW * ROW; i++)
        problem.from[i] = (float)(i % 251);
    smooth_tile(problem.from, problem.expected, 1, SIDE + 1, 1, SIDE + 1);

    bres_tuner_options_init(&options);
    options.name = "stencil";
    options.max_time = 2;
    options.equivalence_margin = 0.02;
    if (argc > 1) {
        options.path = argv[1];
        options.flags = BRES_TUNER_RESUME;
    }
    tuner = bres_tuner_new(&options);
    bres_tuner_add_int64(tuner, "TILE_X", (const int64_t[]){ 1, 8, 512 }, 3);
    bres_tuner_add_int64(tuner, "TILE_Y", (const int64_t[]){ 1, 64 }, 2);
    bres_tuner_add_constraint(tuner, fits, NULL);
    bres_tuner_set_prepare(tuner, clear, NULL, &problem);
    bres_tuner_set_check(tuner, check, &problem);
    if (bres_tuner_run_cpu(tuner, smooth, &problem) != BRES_OK) {
        fprintf(stderr, "%s\n", bres_last_error());
        bres_tuner_free(tuner);
        return 1;
    }
    for (size_t i = 0; i < bres_tuner_best_count(tuner); i++)
        puts(bres_state_name(bres_tuner_best_at(tuner, i)));
    puts(bres_tuner_message(tuner));
    bres_tuner_free(tuner);
    return 0;
}
