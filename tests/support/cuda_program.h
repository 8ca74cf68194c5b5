/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of benchmark programs for GPUs: a program with a benchmark "gpu", which
 * launches kernel "work" in two states, N=1 and N=2, and a CPU benchmark, "cpu", with one state.
 * Its clock is that of the fake driver, which the test must have begun.
 */
#ifndef BRES_TEST_CUDA_PROGRAM_H
#define BRES_TEST_CUDA_PROGRAM_H

#include <benchresult/harness.h>

/* Change any member between _begin and _run. */
typedef struct bres_test_cuda_program {
    bres_cuda_fn launch; /* by default only queues "work" */
    bres_cpu_fn on_cpu;  /* by default takes a microsecond */
    uint64_t launches;   /* of all states and runs */
    bres_cuda_kernel *work;
    char output[4096]; /* the path of the result */
} bres_test_cuda_program;

void bres_test_cuda_program_begin(bres_test_cuda_program *program);
/* Runs the program with options that make the runs short and keep them in this process, followed by
 * these options, ended by NULL. Its output goes to files. Returns its exit status. */
int bres_test_cuda_program_run(bres_test_cuda_program *program, const char *const *options);
/* Queues "work" on the stream of the launch; `context` is the program. */
bres_status bres_test_cuda_program_launch(bres_launch *launch, void *context);
/* The result; the caller releases it. */
bres_result *bres_test_cuda_program_result(const bres_test_cuda_program *program);
/* Fails the test unless the `meta` section of a result, without blanks, contains this text. */
void bres_test_expect_meta(const bres_result *result, const char *expected);
/* The standard output and standard error of the last run; free() them. */
char *bres_test_cuda_program_printed(const bres_test_cuda_program *program);
char *bres_test_cuda_program_errors(const bres_test_cuda_program *program);

#endif
