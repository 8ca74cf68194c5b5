/* SPDX-License-Identifier: MIT */
/*
 * The host's cost of a GPU sample outside of driver calls: the time of isolated samples with a
 * driver that does nothing.
 */
#include <benchresult.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SAMPLES 200000
#define TRIALS  5

static bres_status launch(bres_launch *launch, void *context)
{
    (void)launch;
    (void)context;
    return BRES_OK;
}

/* Selects the driver in the directory of this program. */
static int driver_set(void)
{
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 32);

    if (length <= 0)
        return -1;
    path[length] = '\0';
    strcpy(strrchr(path, '/'), "/libnulldriver.so");
    return setenv("BENCHRESULT_CUDA_LIBRARY", path, 1);
}

/* Seconds of all samples of one measurement. */
static bres_status measure(double *seconds)
{
    bres_measure_options options;
    bres_cuda_options cuda;
    bres_criteria *criteria = NULL;
    bres_criterion *criterion = NULL;
    bres_result *result = NULL;
    bres_subbench *bench;
    bres_state *state;
    bres_status status = bres_criteria_new(&criteria);

    bres_measure_options_init(&options);
    bres_cuda_options_init(&cuda);
    cuda.flags = BRES_CUDA_NO_BATCH;
    options.min_samples = SAMPLES;
    if (status == BRES_OK)
        status = bres_criterion_new(criteria, "sample-count", &criterion);
    options.criterion = criterion;
    if (status == BRES_OK)
        status = bres_result_new(&result);
    if (status == BRES_OK)
        status = bres_result_add_subbench(result, "launch", &bench);
    if (status == BRES_OK)
        status = bres_measure_cuda(launch, NULL, &options, &cuda, bench, &state);
    if (status == BRES_OK)
        bres_summary_float64(bres_state_summary(state, "nv/cold/walltime"), seconds);
    bres_result_unref(result);
    bres_criterion_free(criterion);
    bres_criteria_free(criteria);
    return status;
}

int main(void)
{
    double least = 0;

    if (driver_set() != 0)
        return 2;
    for (int trial = 0; trial < TRIALS; trial++) {
        double seconds = 0;

        if (measure(&seconds) != BRES_OK) {
            fprintf(stderr, "bench_launch: %s\n", bres_last_error());
            return 2;
        }
        if (trial == 0 || seconds < least)
            least = seconds;
    }
    printf("a sample on a GPU, outside of the driver: %.0f ns\n", least / SAMPLES * 1e9);
    return 0;
}
