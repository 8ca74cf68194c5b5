/* SPDX-License-Identifier: MIT */
/*
 * Benchmark programs and measurements: declare benchmarks and their axes, measure each state until
 * a stopping criterion says that there are enough samples, write NVBench-compatible results.
 *
 * A suite holds benchmarks; a benchmark is a body and axes; a state is one value of each axis. The
 * body prepares the data of one state and calls one of bres_run_exec_*() once, which measures.
 * A suite, its benchmarks and what a body gets belong to one thread.
 *
 * Programs need not check each declaration: the first one that fails is kept in the suite, and
 * bres_main() reports it. Functions that are given NULL for a handle report BRES_ERROR_ARGUMENT.
 */
#ifndef BENCHRESULT_HARNESS_H
#define BENCHRESULT_HARNESS_H

#include <benchresult/build.h>
#include <benchresult/criterion.h>
#include <benchresult/cuda.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bres_suite bres_suite;
typedef struct bres_bench bres_bench;
typedef struct bres_run bres_run;
typedef struct bres_stopwatch bres_stopwatch;
typedef struct bres_launch bres_launch;

/* The body of a benchmark, called once for each state. A failure marks the state as skipped, with
 * the thread's error as its reason. */
typedef bres_status (*bres_bench_fn)(bres_run *run, void *context);
/* One execution of what is measured. */
typedef void (*bres_cpu_fn)(void *context);
/* One execution that brackets the part that counts with bres_stopwatch_start() and _stop(). */
typedef void (*bres_cpu_timed_fn)(bres_stopwatch *watch, void *context);
/* `count` executions in a row: for what is too short for the clock. */
typedef void (*bres_cpu_batch_fn)(void *context, uint64_t count);
/* Queues one execution on the stream of the launch (bres_launch_stream()) and does not wait for it.
 * A failure ends the measurement, with the thread's error as its reason. */
typedef bres_status (*bres_cuda_fn)(bres_launch *launch, void *context);

/* A new, empty suite; NULL without memory. Give it to bres_main(), or free it. */
BRES_API bres_suite *bres_suite_new(void);
BRES_API void bres_suite_free(bres_suite *suite);
/* The stopping criteria that the suite knows, for registering more. Borrowed. */
BRES_API bres_criteria *bres_suite_criteria(bres_suite *suite);
/* Measures by another clock; NULL: the system's. Copied; what its `user` points to must outlive the
 * suite. */
BRES_API bres_status bres_suite_set_clock(bres_suite *suite, const bres_clock *clock);

/* Adds a benchmark; borrowed from the suite, NULL when it fails. `context` is handed to the body.
 * Errors: BRES_ERROR_ARGUMENT (an empty name, no body), BRES_ERROR_CONFLICT (a name that is there
 * already), BRES_ERROR_MEMORY. */
BRES_API bres_bench *bres_suite_add(bres_suite *suite, const char *name, bres_bench_fn body,
                                    void *context);

/* Adds an axis. Values are copied, in their order; values may repeat, and an axis without values
 * makes a benchmark without states. Of several axes the one added first changes fastest. Texts are
 * UTF-8, numbers of float64 finite.
 * Errors: BRES_ERROR_CONFLICT for a name that the benchmark has already, BRES_ERROR_ARGUMENT. */
BRES_API bres_status bres_bench_add_int64_axis(bres_bench *bench, const char *name,
                                               const int64_t *values, size_t count);
/* The values are 2 to the power of each exponent, 0 to 62. */
BRES_API bres_status bres_bench_add_int64_pow2_axis(bres_bench *bench, const char *name,
                                                    const int64_t *exponents, size_t count);
BRES_API bres_status bres_bench_add_float64_axis(bres_bench *bench, const char *name,
                                                 const double *values, size_t count);
BRES_API bres_status bres_bench_add_string_axis(bres_bench *bench, const char *name,
                                                const char *const *values, size_t count);
/* The values first, first + stride, ... up to and with `last`; none when `last` is below `first`.
 * A stride that is not above zero, and more than 1,000,000 values are BRES_ERROR_ARGUMENT. */
BRES_API bres_status bres_bench_add_int64_range(bres_bench *bench, const char *name, int64_t first,
                                                int64_t last, int64_t stride);
BRES_API bres_status bres_bench_add_int64_pow2_range(bres_bench *bench, const char *name,
                                                     int64_t first, int64_t last, int64_t stride);
/* `last` is met within half a stride, so that 0, 1, 0.1 has eleven values. */
BRES_API bres_status bres_bench_add_float64_range(bres_bench *bench, const char *name, double first,
                                                  double last, double stride);

/* Settings of all states of a benchmark; the command line and the body of a state can change them.
 * A value out of range is BRES_ERROR_ARGUMENT. */

/* Samples that are taken before the criterion is asked; default 10, at least 1. */
BRES_API bres_status bres_bench_set_min_samples(bres_bench *bench, int64_t count);
/* Executions before the first sample; default 1, at least 0. */
BRES_API bres_status bres_bench_set_warmup_runs(bres_bench *bench, int64_t count);
/* Seconds after which no more warm-up is begun; default -1: no limit. */
BRES_API bres_status bres_bench_set_max_warmup_time(bres_bench *bench, double seconds);
/* States whose last warm-up took less than this many seconds are skipped; default -1: none. */
BRES_API bres_status bres_bench_set_skip_time(bres_bench *bench, double seconds);
/* Seconds after which a state ends whatever its criterion says; default 15. */
BRES_API bres_status bres_bench_set_timeout(bres_bench *bench, double seconds);
/* One execution, without warm-up: for profilers. */
BRES_API bres_status bres_bench_set_run_once(bres_bench *bench, bool run_once);
/* The stopping criterion; default "stdrel". The benchmark owns it from now on, also on failure. */
BRES_API bres_status bres_bench_set_criterion(bres_bench *bench, bres_criterion *criterion);

/* The benchmark runs on GPUs: once on each device, or on those that the command line names. Its
 * bodies call bres_run_exec_cuda*(), and no others do. Default false. */
BRES_API bres_status bres_bench_set_cuda(bres_bench *bench, bool cuda);

/* Settings that count on GPUs only. */

/* Seconds of GPU time that the launches of a batch take together; default 0.5, above 0. */
BRES_API bres_status bres_bench_set_batch_target_time(bres_bench *bench, double seconds);
/* No batches, only isolated samples. */
BRES_API bres_status bres_bench_set_no_batch(bres_bench *bench, bool no_batch);
/* Samples at a lower clock than this part of the default one are discarded; default 0.75. 0: none.
 */
BRES_API bres_status bres_bench_set_throttle_threshold(bres_bench *bench, double fraction);
/* Seconds to wait after a discarded sample, more after several; default 0.05, not negative. */
BRES_API bres_status bres_bench_set_throttle_recovery_delay(bres_bench *bench, double seconds);
/* Seconds that the stream may be held up while a sample is queued; default 30. 0: any time. */
BRES_API bres_status bres_bench_set_blocking_limit(bres_bench *bench, double seconds);
/* Work that still runs, on any stream, when a sample has ended makes the state fail, instead of
 * being told in a summary. */
BRES_API bres_status bres_bench_set_strict_streams(bres_bench *bench, bool strict);

/* The state's name, such as "Elements=2^20 T=F32". Borrowed. */
BRES_API const char *bres_run_name(const bres_run *run);
/* The state as it is being built: for further summaries (benchresult/build.h). Borrowed. */
BRES_API bres_state *bres_run_state(bres_run *run);

/* The state's value on an axis. An axis that the benchmark does not have, or of another type, makes
 * the state fail, and the value is 0 or "". */
BRES_API int64_t bres_run_int64(bres_run *run, const char *axis);
BRES_API double bres_run_float64(bres_run *run, const char *axis);
BRES_API const char *bres_run_string(bres_run *run, const char *axis);
/* The same, with a value for benchmarks that do not have the axis. */
BRES_API int64_t bres_run_int64_or(bres_run *run, const char *axis, int64_t fallback);
BRES_API double bres_run_float64_or(bres_run *run, const char *axis, double fallback);
BRES_API const char *bres_run_string_or(bres_run *run, const char *axis, const char *fallback);

/* What one execution processes: items, and bytes read from and written to memory. Sums of several
 * calls count; with a column (not NULL) the number is also a summary of its own. Before exec.
 * Errors: BRES_ERROR_ARGUMENT when the sum does not fit in int64, BRES_ERROR_STATE after exec. */
BRES_API bres_status bres_run_add_elements(bres_run *run, uint64_t count, const char *column);
BRES_API bres_status bres_run_add_reads(bres_run *run, uint64_t bytes, const char *column);
BRES_API bres_status bres_run_add_writes(bres_run *run, uint64_t bytes, const char *column);

/* Settings of this state alone; as for the benchmark. BRES_ERROR_STATE after exec. */
BRES_API bres_status bres_run_set_min_samples(bres_run *run, int64_t count);
BRES_API bres_status bres_run_set_warmup_runs(bres_run *run, int64_t count);
BRES_API bres_status bres_run_set_skip_time(bres_run *run, double seconds);
BRES_API bres_status bres_run_set_timeout(bres_run *run, double seconds);
BRES_API bres_status bres_run_set_criterion(bres_run *run, bres_criterion *criterion);
BRES_API bres_status bres_run_set_batch_target_time(bres_run *run, double seconds);
BRES_API bres_status bres_run_set_no_batch(bres_run *run, bool no_batch);
BRES_API bres_status bres_run_set_throttle_threshold(bres_run *run, double fraction);
BRES_API bres_status bres_run_set_throttle_recovery_delay(bres_run *run, double seconds);
BRES_API bres_status bres_run_set_blocking_limit(bres_run *run, double seconds);
BRES_API bres_status bres_run_set_strict_streams(bres_run *run, bool strict);

/* The device that the state runs on, whose primary context is current in the body; -1 for a
 * benchmark on the CPU. */
BRES_API int bres_run_device(const bres_run *run);
/* The stream that the state is measured on, made at the first call; borrowed. Errors:
 * BRES_ERROR_STATE for a benchmark on the CPU, and those of bres_cuda_stream_new(). */
BRES_API bres_status bres_run_stream(bres_run *run, struct CUstream_st **stream);
/* Measures on a stream of the body's own, which must live until the body returns and is never
 * destroyed here; NULL is the legacy default stream. BRES_ERROR_STATE after exec. */
BRES_API bres_status bres_run_set_stream(bres_run *run, struct CUstream_st *stream);

/* Marks the state as skipped. NULL and "" become "skipped"; the first reason stays. A later exec
 * does nothing; what was measured before stays in the file, but leaves the tables. */
BRES_API void bres_run_skip(bres_run *run, const char *reason);

/*
 * Measures: warm-ups, then samples until there are min-samples and the criterion is finished, or
 * the timeout is over. Adds the standard "nv/cpu_only" summaries and the samples to the state.
 * Seconds of the suite's clock.
 * Errors: BRES_ERROR_STATE when the state has been measured already (what it has stays);
 * BRES_ERROR_VALUE when the clock steps backwards or the stopwatch was never started and stopped,
 * too often for it to be an accident; BRES_ERROR_MEMORY. A failure makes the state fail even when
 * the body goes on.
 */
BRES_API bres_status bres_run_exec_cpu(bres_run *run, bres_cpu_fn fn, void *context);
BRES_API bres_status bres_run_exec_cpu_timed(bres_run *run, bres_cpu_timed_fn fn, void *context);
/* One sample is a block of executions, divided by their number. The size of blocks grows by powers
 * of ten until the clock's cost is lost in it. The criterion is given the times of whole blocks, so
 * that its minimum of measured time is one. Adds `bres/cpu_batch/...` beside the standard set. */
BRES_API bres_status bres_run_exec_cpu_batched(bres_run *run, bres_cpu_batch_fn fn, void *context);

/* How a launcher wants to be measured. */
#define BRES_CUDA_TIMED    UINT32_C(1) /* it brackets the part that counts */
#define BRES_CUDA_SYNC     UINT32_C(2) /* it waits for the GPU */
#define BRES_CUDA_NO_BATCH UINT32_C(4) /* it cannot be launched many times in a row */

/*
 * Measures on the GPU: isolated samples, each with an empty L2 cache, then launches in a row. While
 * a sample is queued a kernel holds up the stream, so that the cost of launching is in no GPU time;
 * a launcher that waits meanwhile would wait for ever, and has to say BRES_CUDA_SYNC. Adds the
 * standard "nv/cold" and "nv/batch" summaries, and the samples, to the state.
 * Errors: BRES_ERROR_STATE when the benchmark is not one of bres_bench_set_cuda(), or the state has
 * been measured already; BRES_ERROR_CUDA when a call of the driver fails, or the launcher has
 * waited behind the blocked stream; BRES_ERROR_ARGUMENT for an unknown flag; those of the launcher;
 * BRES_ERROR_MEMORY. A failure makes the state fail even when the body goes on.
 */
BRES_API bres_status bres_run_exec_cuda(bres_run *run, bres_cuda_fn fn, void *context);
/* The launcher calls bres_launch_start() and bres_launch_stop() around what counts. No batches. */
BRES_API bres_status bres_run_exec_cuda_timed(bres_run *run, bres_cuda_fn fn, void *context);
/* The same with BRES_CUDA_* flags. SYNC leaves out the blocking kernel, the judgement of the clock
 * rate and the batches, TIMED the batches. */
BRES_API bres_status bres_run_exec_cuda_with(bres_run *run, bres_cuda_fn fn, void *context,
                                             uint32_t flags);

/* The stream that one execution is queued on, and its device. */
BRES_API struct CUstream_st *bres_launch_stream(const bres_launch *launch);
BRES_API int bres_launch_device(const bres_launch *launch);
/* Begin and end the part of an execution that counts, once in each: for launchers that are TIMED,
 * else BRES_ERROR_STATE. What has been queued before the start is waited for. */
BRES_API bres_status bres_launch_start(bres_launch *launch);
BRES_API bres_status bres_launch_stop(bres_launch *launch);

/* The measured part of an execution. Start and stop once in each; of several parts the sum counts.
 */
BRES_API void bres_stopwatch_start(bres_stopwatch *watch);
BRES_API void bres_stopwatch_stop(bres_stopwatch *watch);

/* The compiler must have this value computed, and what it points to written. Scalars and pointers.
 */
#define BRES_KEEP(value) __asm__ volatile("" : : "g"(value) : "memory")
/* The compiler must have all memory written, and read it again. */
#define BRES_CLOBBER()   __asm__ volatile("" : : : "memory")

/* One value of the state that is measured; the benchmark must have the axis. */
typedef struct bres_axis_setting {
    const char *axis;
    const char *string; /* not NULL: a string (or type) axis */
    double float64;     /* of a float64 axis */
    int64_t int64;      /* of an int64 axis; the value, not the exponent */
} bres_axis_setting;

#define BRES_MEASURE_RUN_ONCE UINT32_C(1)

/* How to measure. Initialise with bres_measure_options_init(), then change what you need. */
typedef struct bres_measure_options {
    size_t size;                     /* set by bres_measure_options_init() */
    uint32_t flags;                  /* BRES_MEASURE_* bits */
    uint32_t reserved;               /* 0 */
    int64_t min_samples;             /* default 10 */
    int64_t warmup_runs;             /* default 1 */
    double max_warmup_time;          /* seconds; default -1: no limit */
    double skip_time;                /* seconds; default -1: never */
    double timeout;                  /* seconds; default 15 */
    const bres_criterion *criterion; /* copied; default NULL: stdrel */
    const bres_clock *clock;         /* default NULL: the system's */
    int64_t elements;                /* items that one execution processes; default 0: unknown */
    int64_t global_bytes;            /* bytes that one reads and writes; default 0: unknown */
    const bres_axis_setting *axes;   /* `axis_count` values of the state */
    size_t axis_count;
    bres_log_fn log; /* receives warnings (timeout, too few samples); default NULL: nobody */
    void *log_user;
    bool (*is_interrupted)(void *user); /* asked between samples: true ends the measurement with
                                           BRES_ERROR_INTERRUPTED; default NULL: nobody is */
    void *interrupt_user;
} bres_measure_options;

BRES_API void bres_measure_options_init(bres_measure_options *options);

/*
 * Measures a function as a new state of a benchmark that is being built (benchresult/build.h): for
 * loops of your own. *state is borrowed from the result and ready for bres_compare_states(). With
 * an error no state is added; a state that is shorter than skip_time is added as skipped.
 * `options` may be NULL. Results that are built at the same time may be measured into by different
 * threads.
 */
BRES_API bres_status bres_measure_cpu(bres_cpu_fn fn, void *context,
                                      const bres_measure_options *options, bres_subbench *bench,
                                      bres_state **state);
BRES_API bres_status bres_measure_cpu_batched(bres_cpu_batch_fn fn, void *context,
                                              const bres_measure_options *options,
                                              bres_subbench *bench, bres_state **state);

/*
 * Says that a callback has failed, and why; `reason` is copied. The measurement on the CPU, or by a
 * timer, that the calling thread is in ends with the execution, or block, that it is at, and fails
 * with this status and text: for functions that return nothing. Returns BRES_ERROR_VALUE, with the
 * text as the thread's error, for those that return a status: `return bres_measure_fail("...")`.
 */
BRES_API bres_status bres_measure_fail(const char *reason);

/* What counts on GPUs only. Initialise with bres_cuda_options_init(). */
typedef struct bres_cuda_options {
    size_t size;                    /* set by bres_cuda_options_init() */
    uint32_t flags;                 /* BRES_CUDA_* bits */
    int32_t device;                 /* default 0 */
    struct CUstream_st *stream;     /* to be measured on, when there is has_stream */
    int32_t has_stream;             /* default 0: on a stream of its own */
    int32_t strict_streams;         /* default 0; as bres_bench_set_strict_streams() */
    double batch_target_time;       /* seconds; default 0.5 */
    double throttle_threshold;      /* default 0.75 */
    double throttle_recovery_delay; /* seconds; default 0.05 */
    double blocking_limit;          /* seconds; default 30 */
} bres_cuda_options;

BRES_API void bres_cuda_options_init(bres_cuda_options *options);

/* As bres_measure_cpu(), on a GPU, as bres_run_exec_cuda() says. The state has the device's id; add
 * the device with bres_cuda_device_json(). Both options may be NULL. With an error no state is
 * added, not even when the isolated samples were good and the batches failed. Different threads may
 * measure at the same time, each on a device of its own. */
BRES_API bres_status bres_measure_cuda(bres_cuda_fn fn, void *context,
                                       const bres_measure_options *options,
                                       const bres_cuda_options *cuda, bres_subbench *bench,
                                       bres_state **state);

/*
 * Runs a suite as benchresult-bench(7) describes: reads the command line, measures, prints tables,
 * writes files. Takes the suite and frees it; NULL stands for one without memory. Returns the exit
 * status: 0, 2 for what is refused or not possible, 130 or 143 after a signal. Handles SIGINT and
 * SIGTERM while it runs.
 */
BRES_API int bres_main(bres_suite *suite, int argc, char **argv);

/* A main() out of a function that declares: void declare(bres_suite *suite). */
#define BRES_MAIN(declare)                                                                         \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        bres_suite *suite = bres_suite_new();                                                      \
                                                                                                   \
        (declare)(suite);                                                                          \
        return bres_main(suite, argc, argv);                                                       \
    }

#ifdef __cplusplus
}
#endif

#endif
