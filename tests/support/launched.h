/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of measurements on GPUs: one state that is measured on the fake driver, and
 * everything that the measurement reported to its hooks. The test first calls
 * bres_test_gpu_begin().
 */
#ifndef BRES_TEST_LAUNCHED_H
#define BRES_TEST_LAUNCHED_H

#include "measure/gpu/measure.h"
#include "support/gpu.h"

/* Change any member between _begin and _run. */
typedef struct bres_test_launched {
    bres_clock clock;
    bres__gpus gpus;
    bres__gpu *gpu; /* device 0 */
    bres_cuda_module *module;
    bres_cuda_kernel *work; /* the kernel "work" */
    bres_cuda_stream *stream;
    bres__cuda_body body; /* bres_test_launched_launch() */
    bres__settings settings;
    bres__measure_hooks hooks;
    struct CUstream_st *other; /* for a launcher that the test supplies */
    uint64_t interrupt_after;  /* launches; 0: never */
    uint64_t launches;
    bres_result *result;
    bres_subbench *bench;
    bres_state *state;

    bres_status status;
    bool skipped;
    char reason[BRES__SKIP_REASON];
    char log[4096]; /* warnings, each with a newline */
    size_t count;   /* of samples in the state */
    const float *samples;
} bres_test_launched;

/* A state of benchmark "b" with the default settings except for 2 samples and a criterion that
 * accepts any number of samples. Empties the log of the fake driver. */
void bres_test_launched_begin(bres_test_launched *gpu);
/* The launcher: queues "work" on the stream of the launch. */
bres_status bres_test_launched_launch(bres_launch *launch, void *context);
/* Measures into the state. */
void bres_test_launched_run(bres_test_launched *gpu);
/* Frees everything. */
void bres_test_launched_free(bres_test_launched *gpu);
/* Frees everything; fails the test if the fake driver has seen leaked objects or misuse. */
void bres_test_launched_end(bres_test_launched *gpu);

#endif
