/* SPDX-License-Identifier: MIT */
/* A benchmark program: transposes a matrix in blocks of several sizes. tune.sh chooses one.
 * Run as: transpose -q --stopping-criterion sample-count --target-samples 20 */
#include <benchresult.h>

#define SIDE 512

static float from[SIDE * SIDE], to[SIDE * SIDE];

static void transpose(void *context)
{
    const int block = *(const int *)context;

    for (int i = 0; i < SIDE; i += block)
        for (int j = 0; j < SIDE; j += block)
            for (int k = i; k < i + block; k++)
                for (int l = j; l < j + block; l++)
                    to[l * SIDE + k] = from[k * SIDE + l];
    BRES_KEEP(&to[0]);
}

static bres_status body(bres_run *run, void *context)
{
    int block = (int)bres_run_int64(run, "Block");

    (void)context;
    if (block < 1 || SIDE % block != 0) {
        bres_run_skip(run, "the blocks do not fill the matrix");
        return BRES_OK;
    }
    for (int i = 0; i < SIDE * SIDE; i++)
        from[i] = (float)i;
    bres_run_add_reads(run, sizeof from, NULL);
    bres_run_add_writes(run, sizeof to, NULL);
    return bres_run_exec_cpu(run, transpose, &block);
}

static void declare(bres_suite *suite)
{
    bres_bench *bench = bres_suite_add(suite, "transpose", body, NULL);

    bres_bench_add_int64_axis(bench, "Block", (const int64_t[]){ 1, 8, 32, 512 }, 4);
}

BRES_MAIN(declare)
