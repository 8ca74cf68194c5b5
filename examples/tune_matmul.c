/* SPDX-License-Identifier: MIT */
/* Picks the loop order and the tile sizes of a matrix product. A second run reuses the answer of
 * the first run from the file. A new version of the program should have another kernel hash, so
 * that it is measured again.
 * Run as: tune_matmul build/matmul-tiles.json */
#include <benchresult.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 128

typedef struct product {
    float a[N][N], b[N][N], c[N][N];
    double expected; /* sum of all elements of the product */
} product;

static product problem;

/* The innermost loop runs over a row of B and C, whose elements are adjacent in memory. */
static void tile_ikj(product *p, int k0, int k1, int j0, int j1)
{
    for (int i = 0; i < N; i++)
        for (int k = k0; k < k1; k++)
            for (int j = j0; j < j1; j++)
                p->c[i][j] += p->a[i][k] * p->b[k][j];
}

/* The innermost loop runs over a column of B. */
static void tile_ijk(product *p, int k0, int k1, int j0, int j1)
{
    for (int i = 0; i < N; i++)
        for (int j = j0; j < j1; j++)
            for (int k = k0; k < k1; k++)
                p->c[i][j] += p->a[i][k] * p->b[k][j];
}

static void multiply(const bres_trial *trial, void *context)
{
    product *p = context;
    const int deep = (int)bres_trial_int64(trial, "TILE_K");
    const int wide = (int)bres_trial_int64(trial, "TILE_J");
    const bool ikj = strcmp(bres_trial_string(trial, "ORDER"), "ikj") == 0;

    memset(p->c, 0, sizeof p->c);
    for (int k = 0; k < N; k += deep)
        for (int j = 0; j < N; j += wide)
            (ikj ? tile_ikj : tile_ijk)(p, k, k + deep, j, j + wide);
    BRES_CLOBBER();
}

static bres_status check(bres_trial *trial, void *context)
{
    const product *p = context;
    double sum = 0;

    (void)trial;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += (double)p->c[i][j];
    return fabs(sum - p->expected) <= 1e-4 * fabs(p->expected)
               ? BRES_OK
               : bres_measure_fail("the sum of all elements is wrong");
}

static void fill(product *p)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            p->a[i][j] = (float)((i * 7 + j) % 11);
            p->b[i][j] = (float)((i + j * 5) % 13);
        }
    for (int k = 0; k < N; k++) {
        double column = 0, row = 0;

        for (int i = 0; i < N; i++) {
            column += (double)p->a[i][k];
            row += (double)p->b[k][i];
        }
        p->expected += column * row;
    }
}

int main(int argc, char **argv)
{
    bres_tuner_options options;
    bres_tuner *tuner;

    fill(&problem);
    bres_tuner_options_init(&options);
    options.name = "matmul";
    options.max_time = 2;
    options.equivalence_margin = 0.05;
    if (argc > 1) {
        options.path = argv[1];
        options.flags = BRES_TUNER_REUSE;
        options.kernel_hash = "matmul, first version";
    }
    tuner = bres_tuner_new(&options);
    bres_tuner_add_int64(tuner, "TILE_K", (const int64_t[]){ 1, 8, 128 }, 3);
    bres_tuner_add_int64(tuner, "TILE_J", (const int64_t[]){ 8, 128 }, 2);
    bres_tuner_add_string(tuner, "ORDER", (const char *const[]){ "ikj", "ijk" }, 2);
    bres_tuner_set_check(tuner, check, &problem);
    if (bres_tuner_run_cpu(tuner, multiply, &problem) != BRES_OK) {
        fprintf(stderr, "%s\n", bres_last_error());
        bres_tuner_free(tuner);
        return 1;
    }
    for (size_t i = 0; i < bres_tuner_best_count(tuner); i++)
        puts(bres_trial_name(bres_tuner_best_trial_at(tuner, i)));
    puts(bres_tuner_message(tuner));
    bres_tuner_free(tuner);
    return 0;
}
