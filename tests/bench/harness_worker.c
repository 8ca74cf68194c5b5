/* SPDX-License-Identifier: MIT */
/*
 * The worker of bench_harness.py: measures a body with STEPS steps (bodies.h), in single executions
 * or in blocks. Prints the nanoseconds per execution, as the median of the samples and as the total
 * cost including the measurement, and the block size.
 *
 * usage: harness_worker plain|batched STEPS SAMPLES
 */
#include "bodies.h"

#include <benchresult.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bres_status measure(const char *kind, struct body *body, int64_t samples,
                           bres_subbench *bench, bres_state **state)
{
    bres_criteria *criteria = NULL;
    bres_criterion *criterion = NULL;
    bres_measure_options options;
    bres_status status;

    bres_measure_options_init(&options);
    status = bres_criteria_new(&criteria);
    if (status == BRES_OK)
        status = bres_criterion_new(criteria, "stdrel", &criterion);
    if (status == BRES_OK)
        status = bres_criterion_set_float64(criterion, "max-noise", 1e9);
    if (status == BRES_OK)
        status = bres_criterion_set_float64(criterion, "min-time", 0);
    options.criterion = criterion;
    options.min_samples = samples;
    if (status == BRES_OK)
        status = strcmp(kind, "plain") == 0
                     ? bres_measure_cpu(body_run, body, &options, bench, state)
                     : bres_measure_cpu_batched(body_run_batch, body, &options, bench, state);
    bres_criterion_free(criterion);
    bres_criteria_free(criteria);
    return status;
}

static double value_of(const bres_state *state, const char *tag, double otherwise)
{
    double value;

    return bres_summary_float64(bres_state_summary(state, tag), &value) ? value : otherwise;
}

int main(int argc, char **argv)
{
    bres_result *result = NULL;
    bres_subbench *bench;
    bres_state *state;
    struct body body = { 0, 1 };
    int64_t samples;
    bres_status status;

    if (argc != 4) {
        fprintf(stderr, "usage: harness_worker plain|batched STEPS SAMPLES\n");
        return 2;
    }
    body.steps = strtoull(argv[2], NULL, 10);
    samples = strtoll(argv[3], NULL, 10);
    status = bres_result_new(&result);
    if (status == BRES_OK)
        status = bres_result_add_subbench(result, "bodies", &bench);
    if (status == BRES_OK)
        status = measure(argv[1], &body, samples, bench, &state);
    if (status == BRES_OK)
        printf("%.4f %.4f %.0f\n", 1e9 * value_of(state, "nv/cpu_only/time/cpu/median", 0),
               1e9 * value_of(state, "nv/cpu_only/walltime", 0) /
                   (value_of(state, "nv/cpu_only/sample_size", 0) *
                    value_of(state, "bres/cpu_batch/block_size", 1)),
               value_of(state, "bres/cpu_batch/block_size", 1));
    else
        fprintf(stderr, "%s\n", bres_last_error());
    bres_result_unref(result);
    return status == BRES_OK ? 0 : 2;
}
