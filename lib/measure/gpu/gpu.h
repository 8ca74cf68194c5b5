/* SPDX-License-Identifier: MIT */
/*
 * Room harness: the parts of a measurement on a GPU. launch.c brackets one execution; cold.c and
 * its neighbours take isolated samples, batch.c launches in a row; measure_cuda.c calls them and
 * makes summaries of what they give. gpus.c has the devices of a program, launch_floor.c what
 * nothing costs on them.
 */
#ifndef BRES_MEASURE_GPU_GPU_H
#define BRES_MEASURE_GPU_GPU_H

#include "cuda/cuda.h"
#include "measure/measure.h"

/* --- What nothing costs ----------------------------------------------------------------------- */

/* Seconds, each but the step the median of several. */
typedef struct bres__launch_floor {
    double event_step;   /* the least by which two readings of events differ; 0: none does */
    double empty_events; /* between two events without anything between them */
    double empty_kernel; /* between two events around a kernel that ends at once */
    double launch;       /* of the host, for queueing a kernel */
    double synchronize;  /* of the host, for waiting for an idle device; negative: the driver
                            cannot */
} bres__launch_floor;

/* The context is current. */
bres_status bres__launch_floor_measure(bres__cuda_context *context, const bres_clock *clock,
                                       bres__launch_floor *floor);

/* --- The devices of a program ----------------------------------------------------------------- */

/* A device that is kept open from its first state to the end of the program: what kills it is then
 * known to all of its states. */
struct bres__gpu {
    int device;
    bres__cuda_context *context; /* NULL: not open yet */
    bres__nvml_device *nvml;     /* NULL: the management library cannot be asked */
    bres__launch_floor floor;
    bool floor_known;
};

/* Opens a device that is not open, and finds out its floor. After a failure, too, the context is to
 * be closed. */
bres_status bres__gpu_open(bres__gpu *gpu, const bres_clock *clock);
/* Adds a device, with all that the driver says of it, to the result. */
bres_status bres__gpu_put_result(int device, bres_result *result);

struct bres__gpus {
    const bres_clock *clock; /* borrowed */
    bres__gpu *items;        /* by the number of the device */
    size_t count;
    char reason[512]; /* why there is none */
};

/* Looks which devices there are; that there is none is no error. Once for a program. */
bres_status bres__gpus_find(bres__gpus *gpus, const bres_clock *clock);
/* Opens a device and finds out its floor, at the first call. A dead one is BRES_ERROR_CUDA. */
bres_status bres__gpus_open(bres__gpus *gpus, int device, bres__gpu **gpu);
/* Adds all devices to the result. */
bres_status bres__gpus_put_result(const bres__gpus *gpus, bres_result *result);
/* Appends a list of them, as Markdown, or why there is none. */
bres_status bres__gpus_put_list(const bres__gpus *gpus, bres__text *text);
/* Appends {"devices": [...]} and a newline, with all facts. */
bres_status bres__gpus_put_json(const bres__gpus *gpus, bres__text *text);
/* Writes "gpus": [...], what nothing costs on those that were used, into an object. */
void bres__gpus_put_facts(const bres__gpus *gpus, bres__json_writer *json);
/* Closes all. All zero is a valid start. */
void bres__gpus_close(bres__gpus *gpus);

/* --- One execution ---------------------------------------------------------------------------- */

#define BRES__CUDA_FLAGS (BRES_CUDA_TIMED | BRES_CUDA_SYNC | BRES_CUDA_NO_BATCH)

/* What is launched. */
typedef struct bres__cuda_body {
    bres_cuda_fn launch;
    void *context;
    uint32_t flags; /* BRES_CUDA_* */
} bres__cuda_body;

/* What is queued around an execution. */
typedef enum bres__launch_extra {
    BRES__LAUNCH_BLOCKED = 1,  /* the blocking kernel before it */
    BRES__LAUNCH_STAMPED = 2,  /* clock stamps on both sides */
    BRES__LAUNCH_PROFILED = 4, /* a profiler sees it */
    BRES__LAUNCH_START = 8     /* the start event; only in what is armed */
} bres__launch_extra;

typedef enum bres__launch_phase {
    BRES__LAUNCH_IDLE,
    BRES__LAUNCH_RUNNING,
    BRES__LAUNCH_ENDED,
    BRES__LAUNCH_UNBRACKETED /* of a batch: there is nothing to start and stop */
} bres__launch_phase;

/* Everything that samples use again and again, and the execution that is going on. */
struct bres_launch {
    bres__cuda_context *context; /* borrowed, current */
    struct CUstream_st *stream;  /* borrowed */
    const bres_clock *clock;
    bres__cuda_events events;
    bres__cuda_flush flush;
    bres__cuda_helpers *helpers;
    double limit;    /* of the blocking kernel, seconds; 0: none */
    bool timed;      /* the launcher starts and stops */
    unsigned extras; /* bres__launch_extra that are wanted, */
    unsigned armed;  /* and those that have to be undone when something fails */
    uint64_t start;  /* the host's clock */
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

/* Free it in any case. */
bres_status bres__launch_open(bres_launch *launch, bres__cuda_context *context,
                              struct CUstream_st *stream, const bres_clock *clock, double limit);
void bres__launch_close(bres_launch *launch);
/* Executes a body once, between flushing the L2 cache and waiting. After a failure nothing is
 * queued any more. */
bres_status bres__launch_execute(bres_launch *launch, const bres__cuda_body *body, unsigned extras,
                                 bres__trial *trial);
/* Calls the launcher; a failure always has an error. */
bres_status bres__launch_call(bres_launch *launch, const bres__cuda_body *body);
/* Puts our context back in case that the launcher has set another. */
bres_status bres__launch_enter(const bres_launch *launch);
/* Queues the blocking kernel; releases it, where BRES_ERROR_CUDA says that its limit had passed. */
bres_status bres__launch_block(bres_launch *launch);
bres_status bres__launch_release(bres_launch *launch);
/* Undoes what is armed and keeps the error there is. */
void bres__launch_clean(bres_launch *launch);

/* --- Isolated samples ------------------------------------------------------------------------- */

typedef struct bres__cold {
    bres__sampling sampling; /* its samples are GPU times */
    bres_launch *launch;
    const bres__cuda_body *body;
    const bres__gpu *gpu;
    bool blocking;
    uint64_t now;   /* the host's clock as it was read last */
    double *cpu;    /* seconds; bres__free() */
    double *clocks; /* hertz; bres__free() */
    size_t cpu_capacity;
    size_t clocks_capacity;
    bool clock_unknown; /* of a sample at least */
    /* Throttling: */
    double threshold;   /* 0: not judged */
    double delay;       /* seconds; grows from discard to discard */
    uint64_t discarded; /* trials in all, and in a row */
    uint64_t discarded_in_a_row;
    int64_t unjudged;      /* samples that are taken at any clock, */
    int64_t unjudged_left; /* and those still to come */
    uint64_t reasons;      /* BRES__NVML_* bits: why the clock was low */
    /* Other streams: */
    size_t overrun; /* samples after whose end something was still running */
} bres__cold;

/* Executes before the first sample. *last is the GPU time of the last warm-up, negative without
 * one. */
bres_status bres__cold_warm_up(const bres__cold *cold, double *last);
/* Takes samples until it is enough. */
bres_status bres__cold_run(bres__cold *cold);
/* Says whether a trial is to be discarded, and then waits for the device to recover. */
bool bres__cold_discards(bres__cold *cold, const bres__trial *trial);
/* Asks, where it can be asked, why the clock is low just now, and keeps the reasons. */
void bres__cold_ask_reasons(bres__cold *cold);
/* One sample in so many may be late by accident. */
#define BRES__COLD_RARE 10u

/* Something was still running after as many samples as is no accident. */
static inline bool bres__cold_has_overrun(const bres__cold *cold)
{
    return cold->overrun > cold->sampling.count / BRES__COLD_RARE;
}

/* Waits for all of the device; *overrun when that takes longer than it should. Reads the clock. */
bres_status bres__cold_check_streams(bres__cold *cold, bool *overrun);
/* BRES_ERROR_VALUE when that was too often and the settings are strict about it. */
bres_status bres__cold_judge_streams(const bres__cold *cold);
/* Adds the summaries, all or none. */
bres_status bres__cold_add_summaries(const bres__cold *cold, bres_state *state, int64_t elements,
                                     int64_t global_bytes);
void bres__cold_warn(const bres__cold *cold);
void bres__cold_free(bres__cold *cold);

/* --- Batches ---------------------------------------------------------------------------------- */

typedef struct bres__batch {
    bres_launch *launch;
    const bres__cuda_body *body;
    const bres__settings *settings;
    const bres_clock *clock;
    const bres__measure_hooks *hooks;
    bool blocking;
    int64_t min_samples;
    int64_t samples;
    double measured;  /* seconds of the GPU */
    uint64_t elapsed; /* nanoseconds of the host */
    bool timed_out;
} bres__batch;

/* How many executions of `each` seconds take `target` seconds: at least `low`; `fallback` when
 * there is no saying. */
int64_t bres__batch_predict(double target, double each, int64_t low, int64_t fallback);
bres_status bres__batch_run(bres__batch *batch);
bres_status bres__batch_add_summaries(const bres__batch *batch, bres_state *state);
void bres__batch_warn(const bres__batch *batch);

/* --- The whole -------------------------------------------------------------------------------- */

/* What is measured, how, and into what. */
typedef struct bres__cuda_request {
    const bres__cuda_body *body;
    const bres__gpu *gpu; /* open */
    struct CUstream_st *stream;
    const bres__settings *settings;
    const bres_clock *clock;
    const bres__measure_hooks *hooks;
    bres_state *state;
    int64_t elements;
    int64_t global_bytes;
} bres__cuda_request;

/* Loads what the caller has given, and puts into the settings what belongs there. */
bres_status bres__cuda_options_load(const bres_cuda_options *given, bres_cuda_options *cuda,
                                    bres__settings *settings);
/* Opens the device of the options, and the caller's stream or one of our own. Close what was opened
 * in any case: both are all zero before. */
bres_status bres__cuda_options_open(const bres_cuda_options *cuda, const bres_clock *clock,
                                    bres__gpu *gpu, bres_cuda_stream **stream);
/* As bres__measure_cpu(). */
bres_status bres__measure_cuda(const bres__cuda_request *request, bool *skipped, char *reason);

#endif
