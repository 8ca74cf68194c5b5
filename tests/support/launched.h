/* SPDX-License-Identifier: MIT */
/*
 * What tests of measurements on GPUs share: one state that is measured on the double of the driver,
 * with everything that the measurement told its hooks. The test calls bres_test_gpu_begin() before.
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
    struct CUstream_st *other; /* for a launcher of the test's own */
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

/* A state of benchmark "b" with the default settings but 2 samples and a criterion that is content
 * with any number. The log of the double is empty then. */
void bres_test_launched_begin(bres_test_launched *gpu);
/* The launcher: queues "work" on the stream of the launch. */
bres_status bres_test_launched_launch(bres_launch *launch, void *context);
/* Measures into the state. */
void bres_test_launched_run(bres_test_launched *gpu);
/* Frees everything. */
void bres_test_launched_free(bres_test_launched *gpu);
/* The same; nothing is left in the double then. */
void bres_test_launched_end(bres_test_launched *gpu);

#endif
