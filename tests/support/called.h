/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of the judge's runner: a runner for a solution of build/solutions with the
 * signature (int what, const float *in, float *out, size_t n).
 */
#ifndef BRES_TEST_CALLED_H
#define BRES_TEST_CALLED_H

#include "judge/runner/runner.h"

#define BRES_TEST_CALLED_COUNT  1000
#define BRES_TEST_CALLED_DRIVER "BENCHRESULT_CUDA_LIBRARY"
/* An environment variable that marks the processes of a runner. */
#define BRES_TEST_CALLED_TOKEN  "BRES_TEST_RUNNER_TOKEN"

/* Change any member between _begin and _start. */
typedef struct bres_test_called {
    bres__argument arguments[4];
    bres_judge_options judge;
    bres__runner_options options;
    bres__runner *runner;
    bres__runner_report report;
    char object[512]; /* path */
    char token[64];
} bres_test_called;

/* `name` without ".so". */
void bres_test_called_begin(bres_test_called *called, const char *name, int what);
/* Makes the runner call the solution on a GPU of the fake driver. */
void bres_test_called_on_device(bres_test_called *called);
/* The same with arrays on the host: such a solution may start processes. */
void bres_test_called_with_processes(bres_test_called *called);
/* Starts the runner; fails the test unless the status is BRES_OK and the outcome is `expected`. */
void bres_test_called_start(bres_test_called *called, bres__runner_outcome expected);
/* Fills the input of a set with 0, 1, ..., poisons the output and calls the solution. Fails the
 * test unless the outcome is `expected`. */
void bres_test_called_call(bres_test_called *called, size_t set, bres__runner_outcome expected);
/* Fails the test unless the output of a set is correct. */
void bres_test_called_expect_output(const bres_test_called *called, size_t set);
/* Ends the runner, closes the object, and fails the test if a process is left. */
void bres_test_called_end(bres_test_called *called);
/* The number of processes that have the token. */
size_t bres_test_called_processes(const bres_test_called *called);

#endif
