/* SPDX-License-Identifier: MIT */
/*
 * What tests of benchmark programs for GPUs share: a program with a benchmark "gpu", which launches
 * kernel "work" in two states, N=1 and N=2, and one on the CPU, "cpu", of one state. It takes the
 * time of the double of the driver, which the test has begun.
 */
#ifndef BRES_TEST_CUDA_PROGRAM_H
#define BRES_TEST_CUDA_PROGRAM_H

#include <benchresult/harness.h>

/* Change any member between _begin and _run. */
typedef struct bres_test_cuda_program {
    bres_cuda_fn launch; /* NULL: "work" is queued, and no more */
    bres_cpu_fn on_cpu;  /* NULL: a microsecond passes */
    uint64_t launches;   /* of all states and runs */
    bres_cuda_kernel *work;
    char output[4096]; /* the path of the result */
} bres_test_cuda_program;

void bres_test_cuda_program_begin(bres_test_cuda_program *program);
/* Runs it with these options, ended by NULL, behind some that make the runs short and have them in
 * this process. What it prints goes to files. Returns its exit status. */
int bres_test_cuda_program_run(bres_test_cuda_program *program, const char *const *options);
/* Queues "work" on the stream of the launch; `context` is the program. */
bres_status bres_test_cuda_program_launch(bres_launch *launch, void *context);
/* The result; the caller releases it. */
bres_result *bres_test_cuda_program_result(const bres_test_cuda_program *program);
/* Fails the test unless the `meta` section of a result, without blanks, has this in it. */
void bres_test_expect_meta(const bres_result *result, const char *expected);
/* What the last run has printed on its standard output and error; free() it. */
char *bres_test_cuda_program_printed(const bres_test_cuda_program *program);
char *bres_test_cuda_program_errors(const bres_test_cuda_program *program);

#endif
