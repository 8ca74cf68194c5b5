/* SPDX-License-Identifier: MIT */
/*
 * Measurements: executes a function on the CPU, or a launcher on a GPU, until a stopping criterion
 * is met, and adds the samples as a state to a result under construction. Benchmark programs
 * (benchresult/harness.h), races, timers and the tuner measure the same kinds of functions.
 *
 * Times are in seconds. Threads that measure into different results are independent of each other.
 * On GPUs, each of these threads needs its own device. Functions return BRES_ERROR_ARGUMENT if a
 * required pointer is NULL. Since 0.1.
 */
#ifndef BENCHRESULT_MEASURE_H
#define BENCHRESULT_MEASURE_H

#include <benchresult/build.h>
#include <benchresult/criterion.h>
#include <benchresult/cuda.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Measures the timed part of an execution. Borrowed by a bres_cpu_timed_fn. */
typedef struct bres_stopwatch bres_stopwatch;
/* One execution on a GPU. Borrowed by a bres_cuda_fn. */
typedef struct bres_launch bres_launch;

/* One execution of the measured function. The function must return: longjmp(), a C++ exception and
 * the end of the thread must not leave it. The same holds for the function types below. */
typedef void (*bres_cpu_fn)(void *context);
/* One execution, which calls bres_stopwatch_start() before its timed part and bres_stopwatch_stop()
 * after it. */
typedef void (*bres_cpu_timed_fn)(bres_stopwatch *watch, void *context);
/* `count` consecutive executions, for functions that are too short for the clock. */
typedef void (*bres_cpu_batch_fn)(void *context, uint64_t count);
/* `count` consecutive executions on one of several threads; `thread` counts from 0. */
typedef void (*bres_cpu_thread_fn)(void *context, uint32_t thread, uint64_t count);
/* A launcher: queues one execution on bres_launch_stream() and does not wait for it. An error
 * ends the measurement, with bres_last_error() as the reason. */
typedef bres_status (*bres_cuda_fn)(bres_launch *launch, void *context);

/* Starts the stopwatch. If an execution has several timed parts, their sum counts. */
BRES_API void bres_stopwatch_start(bres_stopwatch *watch);
/* Stops the stopwatch. */
BRES_API void bres_stopwatch_stop(bres_stopwatch *watch);

/* Keeps the compiler from removing the computation of a scalar or a pointer, or writes to the
 * memory that the pointer points to. */
#define BRES_KEEP(value) __asm__ volatile("" : : "g"(value) : "memory")
/* Keeps the compiler from removing writes to memory, or from keeping values in registers. */
#define BRES_CLOBBER()   __asm__ volatile("" : : : "memory")

/* The launcher calls bres_launch_start() and bres_launch_stop(). Disables batches. */
#define BRES_CUDA_TIMED    UINT32_C(1)
/* The launcher waits for the GPU. Disables the blocking kernel, the check of the clock rate, and
 * batches. */
#define BRES_CUDA_SYNC     UINT32_C(2)
/* The launcher does not support many consecutive calls. Disables batches. */
#define BRES_CUDA_NO_BATCH UINT32_C(4)

/* The stream to queue the execution on. Borrowed. */
BRES_API struct CUstream_st *bres_launch_stream(const bres_launch *launch);
/* The device of the launch; -1 for NULL. */
BRES_API int bres_launch_device(const bres_launch *launch);
/* Starts the timed part of an execution, once per execution. Waits for the work queued before.
 * BRES_ERROR_STATE unless the launcher is measured with BRES_CUDA_TIMED. */
BRES_API bres_status bres_launch_start(bres_launch *launch);
/* Ends the timed part of an execution, once per execution. Errors: those of bres_launch_start(). */
BRES_API bres_status bres_launch_stop(bres_launch *launch);

/* An axis value of the state that is measured. The benchmark must have the axis. */
typedef struct bres_axis_setting {
    const char *axis;   /* the name of the axis */
    const char *string; /* not NULL: the value on an axis of strings or types */
    double float64;     /* the value on an axis of float64 */
    int64_t int64;      /* the value on an axis of int64, not the exponent */
} bres_axis_setting;

/* Measures one execution without warm-up: for profilers. */
#define BRES_MEASURE_RUN_ONCE     UINT32_C(1)
/* bres_measure_cpu_batched() chooses block sizes by the rule of bres_measure_cpu(). */
#define BRES_MEASURE_SHORT_BLOCKS UINT32_C(2)

/* How to measure. Initialize with bres_measure_options_init(), then change what you need. */
typedef struct bres_measure_options {
    size_t size;            /* set by bres_measure_options_init() */
    uint32_t flags;         /* BRES_MEASURE_* bits */
    uint32_t reserved;      /* 0 */
    int64_t min_samples;    /* samples before the first check of the criterion; default 10, at least
                               1 */
    int64_t warmup_runs;    /* executions before the first sample; default 1; on a GPU, 0 means 1 */
    double max_warmup_time; /* seconds; default -1: no limit */
    double skip_time; /* seconds; the state is skipped if its last warm-up took less time; default
                         -1: never */
    double timeout;   /* seconds; default 15 */
    const bres_criterion *criterion; /* copied; default NULL: stdrel */
    const bres_clock *clock;         /* default NULL: the system's clock */
    int64_t elements;                /* items that an execution processes; default 0: unknown */
    int64_t global_bytes;            /* bytes that an execution reads and writes; default 0: unknown
                                      */
    const bres_axis_setting *axes;   /* axis values of the state */
    size_t axis_count;               /* the number of axis values */
    bres_log_fn log;                 /* receives warnings; default NULL: no callback */
    void *log_user;                  /* for log */
    bool (*is_interrupted)(void *user); /* called between samples; true ends the measurement with
                                           BRES_ERROR_INTERRUPTED; default NULL: no callback */
    void *interrupt_user;               /* for is_interrupted */
    uint32_t clock_kind; /* a bres_clock_kind: the clock of the samples, and of the warm-up that is
                            compared with skip_time; other limits of time are always wall time;
                            default BRES_CLOCK_WALL */
    uint32_t reserved2;  /* 0 */
} bres_measure_options;

/* Writes the defaults. NULL is ignored. */
BRES_API void bres_measure_options_init(bres_measure_options *options);

/*
 * Measures a function as a new state of a benchmark under construction (benchresult/build.h). The
 * state is borrowed from the result and ready for bres_compare_states(). If the last warm-up took
 * less than the skip time, the state is added as skipped. `options` may be NULL.
 * A function that is shorter than a thousand readings of the clock is called in blocks: a sample is
 * the time of a block divided by the number of its calls. A slower function is called once per
 * sample. Errors: BRES_ERROR_ARGUMENT; BRES_ERROR_VERSION for options of unknown size;
 * BRES_ERROR_KEY or BRES_ERROR_KIND for an axis value that the benchmark does not accept;
 * BRES_ERROR_CONFLICT for an axis with two values; BRES_ERROR_STATE for a result that cannot
 * change; BRES_ERROR_VALUE if the clock gives no usable times, the criterion refuses its
 * parameters, or the function calls bres_measure_fail(); BRES_ERROR_INTERRUPTED; BRES_ERROR_MEMORY.
 * After an error no state is added.
 */
BRES_API bres_status bres_measure_cpu(bres_cpu_fn fn, void *context,
                                      const bres_measure_options *options, bres_subbench *bench,
                                      bres_state **state);
/* Measures a batched function in the same way, in blocks of powers of ten. Errors: those of
 * bres_measure_cpu(). */
BRES_API bres_status bres_measure_cpu_batched(bres_cpu_batch_fn fn, void *context,
                                              const bres_measure_options *options,
                                              bres_subbench *bench, bres_state **state);

/*
 * Reports the failure of a callback that cannot return a status. The CPU or timer measurement that
 * called the callback on this thread ends after the current execution or block, and fails with
 * BRES_ERROR_VALUE and this reason. The reason is copied. Returns BRES_ERROR_VALUE, so that
 * callbacks with a status can end with `return bres_measure_fail("...")`.
 */
BRES_API bres_status bres_measure_fail(const char *reason);

/* How to measure on a GPU. Initialize with bres_cuda_options_init(), then change what you need. */
typedef struct bres_cuda_options {
    size_t size;                    /* set by bres_cuda_options_init() */
    uint32_t flags;                 /* BRES_CUDA_* bits */
    int32_t device;                 /* default 0 */
    struct CUstream_st *stream;     /* stream of the measurement if has_stream is not 0; borrowed */
    int32_t has_stream;             /* not 0: measure on `stream`; default 0: on its own stream */
    int32_t strict_streams;         /* not 0: fail if other streams are busy; default 0 */
    double batch_target_time;       /* seconds of GPU time that a batch takes; default 0.5 */
    double throttle_threshold;      /* discard samples whose clock rate is below this fraction of
                                       the default rate; default 0.75; 0: discard none */
    double throttle_recovery_delay; /* seconds to wait after a discarded sample; default 0.05 */
    double blocking_limit;          /* seconds for which a stream may be blocked; default 30; 0: no
                                       limit */
} bres_cuda_options;

/* Writes the defaults. NULL is ignored. */
BRES_API void bres_cuda_options_init(bres_cuda_options *options);

/*
 * Measures a launcher as a new state of a benchmark under construction: isolated samples, each
 * with an empty L2 cache, then batches of consecutive launches. The state has the device's id;
 * bres_cuda_device_json() describes the device. `options` and `cuda` may be NULL.
 * Errors: those of bres_measure_cpu(); BRES_ERROR_CUDA if a call of the driver fails, or if the
 * launcher waited for the GPU although the stream was blocked; BRES_ERROR_NO_DEVICE; those of the
 * launcher. After an error no state is added, even if only the batches failed.
 */
BRES_API bres_status bres_measure_cuda(bres_cuda_fn fn, void *context,
                                       const bres_measure_options *options,
                                       const bres_cuda_options *cuda, bres_subbench *bench,
                                       bres_state **state);

#ifdef __cplusplus
}
#endif

#endif
