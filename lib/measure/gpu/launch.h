/* SPDX-License-Identifier: MIT */
/*
 * One execution on a GPU.
 */
#ifndef BRES_MEASURE_GPU_LAUNCH_H
#define BRES_MEASURE_GPU_LAUNCH_H

#include "cuda/cuda.h"

#include <benchresult/measure.h>

#define BRES__CUDA_FLAGS (BRES_CUDA_TIMED | BRES_CUDA_SYNC | BRES_CUDA_NO_BATCH)

/* The work to launch. */
typedef struct bres__cuda_body {
    bres_cuda_fn launch;
    void *context;
    uint32_t flags; /* BRES_CUDA_* */
} bres__cuda_body;

/* Commands that are queued around an execution. */
typedef enum bres__launch_flag {
    BRES__LAUNCH_BLOCKED = 1,  /* the blocking kernel before it */
    BRES__LAUNCH_STAMPED = 2,  /* clock stamps on both sides */
    BRES__LAUNCH_PROFILED = 4, /* a profiler sees it */
    BRES__LAUNCH_START = 8     /* the start event; only while it is pending */
} bres__launch_flag;

typedef enum bres__launch_phase {
    BRES__LAUNCH_IDLE,
    BRES__LAUNCH_RUNNING,
    BRES__LAUNCH_ENDED,
    BRES__LAUNCH_UNBRACKETED /* in a batch: not started and stopped individually */
} bres__launch_phase;

/* The resources that all samples share, and the current execution. */
struct bres_launch {
    bres__cuda_context *context; /* borrowed, current */
    struct CUstream_st *stream;  /* borrowed */
    const bres_clock *clock;
    bres__cuda_events events;
    bres__cuda_flush flush;
    bres__cuda_helpers *helpers;
    double limit;     /* of the blocking kernel, seconds; 0: none */
    bool timed;       /* the launcher starts and stops */
    unsigned flags;   /* bres__launch_flag bits: queued around the execution */
    unsigned pending; /* bres__launch_flag bits: to be undone after a failure */
    uint64_t start;   /* the host's clock */
    uint64_t stop;
    bres__launch_phase phase;
    bres_status status;       /* of the first start or stop that failed */
    bres__error_record error; /* its record */
};

/* Seconds of one execution. */
typedef struct bres__trial {
    double gpu;
    double cpu;
    float clock; /* hertz; 0: unknown */
} bres__trial;

/* Close the launch even after a failure. */
bres_status bres__launch_open(bres_launch *launch, bres__cuda_context *context,
                              struct CUstream_st *stream, const bres_clock *clock, double limit);
void bres__launch_close(bres_launch *launch);
/* Flushes the L2 cache, executes a body once, and waits for it. After a failure nothing remains
 * queued. */
bres_status bres__launch_execute(bres_launch *launch, const bres__cuda_body *body, unsigned flags,
                                 bres__trial *trial);
/* Calls the launcher; a failure always sets the thread's error. */
bres_status bres__launch_call(bres_launch *launch, const bres__cuda_body *body);
/* Makes the context of the launch current again, in case the launcher has set another. */
bres_status bres__launch_enter(const bres_launch *launch);
/* Queues the blocking kernel. */
bres_status bres__launch_block(bres_launch *launch);
/* Ends the blocking kernel. BRES_ERROR_CUDA if its limit had passed. */
bres_status bres__launch_release(bres_launch *launch);
/* Undoes pending steps and keeps the thread's error. */
void bres__launch_clean(bres_launch *launch);

#endif
