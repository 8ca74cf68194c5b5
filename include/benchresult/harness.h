/* SPDX-License-Identifier: MIT */
/*
 * Benchmark programs: declare benchmarks and their axes, measure each state until a stopping
 * criterion is met, and write results in NVBench's format.
 *
 * A suite holds benchmarks. A benchmark has a body and axes. A state is one combination of axis
 * values. The body prepares the data of one state, and calls one of the functions bres_run_exec_*()
 * once to measure. A suite, its benchmarks and the run of a body belong to one thread.
 *
 * Programs need not check each declaration: the suite keeps the first failure, and bres_main()
 * reports it. Functions that return a status return BRES_ERROR_ARGUMENT for a NULL handle or
 * required pointer, and may return BRES_ERROR_MEMORY. Times are in seconds. Since 0.1.
 */
#ifndef BENCHRESULT_HARNESS_H
#define BENCHRESULT_HARNESS_H

#include <benchresult/build.h>
#include <benchresult/criterion.h>
#include <benchresult/cuda.h>
#include <benchresult/measure.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bres_suite bres_suite; /* benchmarks and the criteria that they can use */
typedef struct bres_bench bres_bench; /* a benchmark: a body and axes */
typedef struct bres_run bres_run; /* a state while its body runs; not a run of a whole program */

/* The body of a benchmark, called once for each state. If it returns an error, the state fails: it
 * is recorded as skipped, with bres_last_error() as the reason. To give a reason of its own, a body
 * calls bres_run_skip(), or returns bres_measure_fail(). */
typedef bres_status (*bres_bench_fn)(bres_run *run, void *context);

/* Creates an empty suite; NULL if memory runs out. Pass the suite to bres_main(), or free it. */
BRES_API bres_suite *bres_suite_new(void);
/* Frees a suite and its benchmarks. NULL is ignored. */
BRES_API void bres_suite_free(bres_suite *suite);
/* The stopping criteria of the suite; a program can register more. Borrowed. */
BRES_API bres_criteria *bres_suite_criteria(bres_suite *suite);
/* Sets the clock; NULL: the system's clock. The struct is copied. The target of its `user` pointer
 * must stay valid as long as the suite. */
BRES_API bres_status bres_suite_set_clock(bres_suite *suite, const bres_clock *clock);

/* Adds a benchmark; borrowed from the suite, NULL on failure. The body receives `context`.
 * Errors: BRES_ERROR_ARGUMENT for an empty name or no body, BRES_ERROR_CONFLICT if the suite
 * already has this name. */
BRES_API bres_bench *bres_suite_add(bres_suite *suite, const char *name, bres_bench_fn body,
                                    void *context);

/* Adds an axis of integers. Values are copied, keep their order and may repeat; an axis without
 * values makes a benchmark without states. Among axes other than type axes, the axis added first
 * varies fastest. Errors: BRES_ERROR_CONFLICT if the benchmark already has this name,
 * BRES_ERROR_ARGUMENT. */
BRES_API bres_status bres_bench_add_int64_axis(bres_bench *bench, const char *name,
                                               const int64_t *values, size_t count);
/* Adds an axis of powers of two by their exponents, 0 to 62. Values and errors: see
 * bres_bench_add_int64_axis(). */
BRES_API bres_status bres_bench_add_int64_pow2_axis(bres_bench *bench, const char *name,
                                                    const int64_t *exponents, size_t count);
/* Adds an axis of finite numbers. Values and errors: see bres_bench_add_int64_axis(). */
BRES_API bres_status bres_bench_add_float64_axis(bres_bench *bench, const char *name,
                                                 const double *values, size_t count);
/* Adds an axis of UTF-8 texts. Values and errors: see bres_bench_add_int64_axis(). */
BRES_API bres_status bres_bench_add_string_axis(bres_bench *bench, const char *name,
                                                const char *const *values, size_t count);
/* Adds an axis of types, by their names. `descriptions` and each description may be NULL. Type axes
 * come before all other axes and vary slowest. Among several type axes, the axis added last varies
 * fastest. A state records the index of its type configuration. The command line can select types,
 * but not add types. Errors: see bres_bench_add_int64_axis(); BRES_ERROR_CONFLICT also for a type
 * that is named twice. */
BRES_API bres_status bres_bench_add_type_axis(bres_bench *bench, const char *name,
                                              const char *const *names,
                                              const char *const *descriptions, size_t count);
/* Adds an axis with the values first, first + stride, ... up to and including `last`; empty if
 * `last` is below `first`. BRES_ERROR_ARGUMENT for a stride that is not above 0, or more than
 * 1,000,000 values. */
BRES_API bres_status bres_bench_add_int64_range(bres_bench *bench, const char *name, int64_t first,
                                                int64_t last, int64_t stride);
/* Adds an axis of powers of two by a range of exponents. Values and errors: see
 * bres_bench_add_int64_range(). */
BRES_API bres_status bres_bench_add_int64_pow2_range(bres_bench *bench, const char *name,
                                                     int64_t first, int64_t last, int64_t stride);
/* Adds an axis with the numbers first, first + stride, ... up to last + stride / 2: despite
 * rounding errors, 0 to 1 with a stride of 0.1 has eleven values. Errors: see
 * bres_bench_add_int64_range(). */
BRES_API bres_status bres_bench_add_float64_range(bres_bench *bench, const char *name, double first,
                                                  double last, double stride);

/* Adds the axis "Threads" of integers for bres_run_exec_cpu_threads(): `first`, the powers of two
 * above it, and `last`, which is at least `first`. A `last` of 0 stands for the number of CPUs that
 * the program may use. Errors: see bres_bench_add_int64_range(). */
BRES_API bres_status bres_bench_add_threads_axis(bres_bench *bench, int64_t first, int64_t last);

/* Sets the number of samples before the first test of the criterion; at least 1, default 10. This
 * setting and the settings below apply to all states of the benchmark. The command line can change
 * them, except for bres_bench_set_cuda() and bres_bench_set_lenient(); the body of a state can
 * change a setting that has a function bres_run_set_*(). Errors: BRES_ERROR_ARGUMENT for a value
 * out of range. */
BRES_API bres_status bres_bench_set_min_samples(bres_bench *bench, int64_t count);
/* Sets the number of executions before the first sample; at least 0, default 1. On a GPU, 0
 * means 1. */
BRES_API bres_status bres_bench_set_warmup_runs(bres_bench *bench, int64_t count);
/* Sets the seconds after which no further warm-up begins; default -1: no limit. */
BRES_API bres_status bres_bench_set_max_warmup_time(bres_bench *bench, double seconds);
/* Skips states whose last warm-up took less than this time in seconds; -1 (default): skip none. */
BRES_API bres_status bres_bench_set_skip_time(bres_bench *bench, double seconds);
/* Sets the seconds after which a state ends, regardless of its criterion; default 15. */
BRES_API bres_status bres_bench_set_timeout(bres_bench *bench, double seconds);
/* Measures one execution without warm-up: for profilers. Default false. */
BRES_API bres_status bres_bench_set_run_once(bres_bench *bench, bool run_once);
/* Sets the clock of the samples; default BRES_CLOCK_WALL. Limits of time are always wall time. GPUs
 * ignore the setting. BRES_ERROR_ARGUMENT for an unknown kind. */
BRES_API bres_status bres_bench_set_clock_kind(bres_bench *bench, bres_clock_kind kind);
/* Sets the stopping criterion; default "stdrel". The benchmark takes ownership, also on failure. */
BRES_API bres_status bres_bench_set_criterion(bres_bench *bench, bres_criterion *criterion);

/* Runs the benchmark on GPUs: once on each device, or on the devices that the command line names.
 * Only bodies of such benchmarks may call bres_run_exec_cuda*(). Default false. */
BRES_API bres_status bres_bench_set_cuda(bres_bench *bench, bool cuda);
/* Makes the state fail only if the body returns an error, for bindings whose bodies raise
 * exceptions. Such a body can measure several times or not at all. Each measurement replaces the
 * previous measurement; settings can change in between. If a body skips its state and returns an
 * error, the reason is that of bres_run_skip(). Default false. */
BRES_API bres_status bres_bench_set_lenient(bres_bench *bench, bool lenient);
/* Sets the total GPU time of the launches of a batch, in seconds; above 0, default 0.5. This
 * setting and the settings below apply to GPUs only. */
BRES_API bres_status bres_bench_set_batch_target_time(bres_bench *bench, double seconds);
/* Takes isolated samples only. Default false. */
BRES_API bres_status bres_bench_set_no_batch(bres_bench *bench, bool no_batch);
/* Discards samples whose clock rate is below this fraction of the default rate; default 0.75. 0:
 * discard none. */
BRES_API bres_status bres_bench_set_throttle_threshold(bres_bench *bench, double fraction);
/* Sets the seconds to wait after a discarded sample; default 0.05, not negative. After several
 * discarded samples the wait is longer. */
BRES_API bres_status bres_bench_set_throttle_recovery_delay(bres_bench *bench, double seconds);
/* Sets the seconds for which the stream may be blocked while a sample is queued; default 30. 0: no
 * limit. */
BRES_API bres_status bres_bench_set_blocking_limit(bres_bench *bench, double seconds);
/* Makes a state fail if other streams are busy after a sample. By default, a summary counts the
 * samples after which the device was still busy. */
BRES_API bres_status bres_bench_set_strict_streams(bres_bench *bench, bool strict);

/* The state's name, such as "Elements=2^20 T=F32". Borrowed. */
BRES_API const char *bres_run_name(const bres_run *run);
/* The state under construction, for example to add summaries (benchresult/build.h). Borrowed. */
BRES_API bres_state *bres_run_state(bres_run *run);

/* The state's value on an axis of integers. If the benchmark does not have the axis, or has it with
 * another type, the state fails and the value is 0. */
BRES_API int64_t bres_run_int64(bres_run *run, const char *axis);
/* The state's value on an axis of numbers. Failures: see bres_run_int64(). */
BRES_API double bres_run_float64(bres_run *run, const char *axis);
/* The state's value on an axis of texts or types, borrowed. Failures: see bres_run_int64(); the
 * value is then "". */
BRES_API const char *bres_run_string(bres_run *run, const char *axis);
/* The name of the state's type on an axis of types, borrowed. Failures: see bres_run_string(). */
BRES_API const char *bres_run_type(bres_run *run, const char *axis);
/* The index of the state's type among all declared types of an axis, even if the command line
 * selects only some types. Failures: see bres_run_int64(). */
BRES_API size_t bres_run_type_index(bres_run *run, const char *axis);
/* The state's value on an axis of integers, or `fallback` if the benchmark does not have the axis.
 */
BRES_API int64_t bres_run_int64_or(bres_run *run, const char *axis, int64_t fallback);
/* The state's value on an axis of numbers, or `fallback`; see bres_run_int64_or(). */
BRES_API double bres_run_float64_or(bres_run *run, const char *axis, double fallback);
/* The state's value on an axis of texts, or `fallback`, borrowed; see bres_run_int64_or(). */
BRES_API const char *bres_run_string_or(bres_run *run, const char *axis, const char *fallback);

/* Declares items that one execution processes. The body may call the function before or after the
 * measurement. Several calls add up; the rates are computed after the body has returned. If
 * `column` is neither NULL nor "", the number also becomes a separate summary, in front of the
 * summaries of the measurement. Errors: BRES_ERROR_ARGUMENT if the sum does not fit in int64. */
BRES_API bres_status bres_run_add_elements(bres_run *run, uint64_t count, const char *column);
/* Replaces the sum of bres_run_add_elements(). BRES_ERROR_ARGUMENT if the count does not fit in
 * int64. */
BRES_API bres_status bres_run_set_elements(bres_run *run, uint64_t count);
/* Declares bytes that one execution reads from memory; see bres_run_add_elements(). */
BRES_API bres_status bres_run_add_reads(bres_run *run, uint64_t bytes, const char *column);
/* Declares bytes that one execution writes to memory; see bres_run_add_elements(). */
BRES_API bres_status bres_run_add_writes(bres_run *run, uint64_t bytes, const char *column);
/* Adds a summary with a size in bytes, such as the peak use of memory, before or after the
 * measurement. `name` is the header of its column; NULL or "": the summary is hidden. `description`
 * may be NULL. Errors: BRES_ERROR_ARGUMENT for an empty tag or a size that does not fit in int64.
 */
BRES_API bres_status bres_run_add_buffer_size(bres_run *run, uint64_t bytes, const char *tag,
                                              const char *name, const char *description);
/* Adds a summary of the program, before or after the measurement. The functions of
 * benchresult/build.h set its values. *summary is borrowed. The tags of a state should differ: use
 * a prefix such as "app/". Errors: BRES_ERROR_ARGUMENT for an empty tag. */
BRES_API bres_status bres_run_summary(bres_run *run, const char *tag, bres_summary **summary);

/* Works like bres_bench_set_min_samples() for this state alone. After the measurement, the
 * functions bres_run_set_*() fail with BRES_ERROR_STATE, except bres_run_set_elements(). */
BRES_API bres_status bres_run_set_min_samples(bres_run *run, int64_t count);
/* Works like bres_bench_set_warmup_runs() for this state alone. */
BRES_API bres_status bres_run_set_warmup_runs(bres_run *run, int64_t count);
/* Works like bres_bench_set_max_warmup_time() for this state alone. */
BRES_API bres_status bres_run_set_max_warmup_time(bres_run *run, double seconds);
/* Works like bres_bench_set_run_once() for this state alone. */
BRES_API bres_status bres_run_set_run_once(bres_run *run, bool run_once);
/* Works like bres_bench_set_skip_time() for this state alone. */
BRES_API bres_status bres_run_set_skip_time(bres_run *run, double seconds);
/* Works like bres_bench_set_timeout() for this state alone. */
BRES_API bres_status bres_run_set_timeout(bres_run *run, double seconds);
/* Works like bres_bench_set_criterion() for this state alone. The state takes ownership of the
 * criterion, also on failure. */
BRES_API bres_status bres_run_set_criterion(bres_run *run, bres_criterion *criterion);
/* Works like bres_bench_set_batch_target_time() for this state alone. */
BRES_API bres_status bres_run_set_batch_target_time(bres_run *run, double seconds);
/* Works like bres_bench_set_no_batch() for this state alone. */
BRES_API bres_status bres_run_set_no_batch(bres_run *run, bool no_batch);
/* Works like bres_bench_set_throttle_threshold() for this state alone. */
BRES_API bres_status bres_run_set_throttle_threshold(bres_run *run, double fraction);
/* Works like bres_bench_set_throttle_recovery_delay() for this state alone. */
BRES_API bres_status bres_run_set_throttle_recovery_delay(bres_run *run, double seconds);
/* Works like bres_bench_set_blocking_limit() for this state alone. */
BRES_API bres_status bres_run_set_blocking_limit(bres_run *run, double seconds);
/* Works like bres_bench_set_strict_streams() for this state alone. */
BRES_API bres_status bres_run_set_strict_streams(bres_run *run, bool strict);

/* Queues the samples of this state without a kernel that blocks the stream. GPU times can then
 * contain launch overhead. Default false. */
BRES_API bres_status bres_run_set_no_blocking(bres_run *run, bool no_blocking);

/* Reads a setting of the state, as the command line and the body have set it. The keys are
 * "min_samples", "cold_warmup_runs", "cold_max_warmup_walltime", "batch_target_time", "skip_time",
 * "timeout", "throttle_threshold", "throttle_recovery_delay" and "blocking_limit"; "clock_kind", a
 * bres_clock_kind; and, as 0 or 1, "run_once", "no_batch", "no_blocking" and "strict_streams".
 * Returns false, and leaves *value unchanged, for another key or NULL. */
BRES_API bool bres_run_setting(const bres_run *run, const char *key, double *value);
/* The stopping criterion of the state; NULL for the default, "stdrel" with its default parameters.
 * Borrowed until the criterion changes or the body returns. */
BRES_API const bres_criterion *bres_run_criterion(const bres_run *run);

/* The device that the state runs on, whose primary context is current in the body; -1 for a
 * benchmark on the CPU. */
BRES_API int bres_run_device(const bres_run *run);
/* The stream of the measurement, which the first call creates; borrowed. Errors: BRES_ERROR_STATE
 * for a benchmark on the CPU, and those of bres_cuda_stream_new(). */
BRES_API bres_status bres_run_stream(bres_run *run, struct CUstream_st **stream);
/* Measures on a stream that the body owns; NULL is the legacy default stream. The stream must stay
 * valid until the body returns. BRES_ERROR_STATE after the measurement. */
BRES_API bres_status bres_run_set_stream(bres_run *run, struct CUstream_st *stream);

/* Marks the state as skipped. A reason that is NULL or "" is replaced with "skipped". A second call
 * does not change the reason. A later measurement does nothing. Earlier measurements of the state
 * stay in the file, but tables do not show them. */
BRES_API void bres_run_skip(bres_run *run, const char *reason);

/*
 * Measures the state: executes the warm-ups, then takes samples. The measurement ends when it has
 * the minimum number of samples and the criterion is met, or when the timeout is over. Adds the
 * standard "nv/cpu_only" summaries and the samples to the state, in seconds of the suite's clock,
 * and the summaries `bres/cpu_batch/...`, `bres/clock/...` and `bres/os/...`. Adds the rates after
 * the body has returned.
 *
 * A function that takes less time than a thousand readings of the clock is called in blocks, in a
 * loop that costs about a nanosecond per call. A sample is then the time of a block divided by its
 * calls, and the criterion receives the times of whole blocks. Reading the clock costs at most a
 * thousandth of a block, and is not subtracted. A slower function is called once per sample.
 *
 * Errors: BRES_ERROR_STATE if the state has been measured already (its first measurement stays);
 * BRES_ERROR_VALUE if too many consecutive executions have no time, because the clock steps
 * backwards or, with bres_run_exec_cpu_timed(), the function does not use its stopwatch;
 * BRES_ERROR_MEMORY. A failure makes the state fail even if the body continues.
 */
BRES_API bres_status bres_run_exec_cpu(bres_run *run, bres_cpu_fn fn, void *context);
/* Measures only the part of an execution that the function brackets with bres_stopwatch_start() and
 * bres_stopwatch_stop(), one execution per sample. A sample contains the cost of one clock reading,
 * about 20 ns of wall time; `bres/cpu_batch/overhead` is the share of this cost. Otherwise works
 * like bres_run_exec_cpu(). */
BRES_API bres_status bres_run_exec_cpu_timed(bres_run *run, bres_cpu_timed_fn fn, void *context);
/* Measures blocks of executions; a sample is the time of a block divided by its executions. The
 * block size grows by powers of ten until reading the clock costs at most a ten-thousandth of a
 * block. Otherwise works like bres_run_exec_cpu(). */
BRES_API bres_status bres_run_exec_cpu_batched(bres_run *run, bres_cpu_batch_fn fn, void *context);

/*
 * Measures a function on several threads at once; the calling thread is one of them. The threads
 * start together. A sample is the time from the first start to the last end, divided by the number
 * of executions of one thread. One execution includes all threads: declare what all threads
 * together process. The threads that the library starts block signals. All threads read the clock
 * of the suite at the same time, and any thread may call bres_measure_fail(). Adds
 * `bres/threads/...`: the times of the threads, and the skew of their starts. Logs a warning if
 * there are more threads than CPUs. Errors: see bres_run_exec_cpu(); BRES_ERROR_ARGUMENT for fewer
 * than 1 or more than 65,536 threads; BRES_ERROR_IO if a thread cannot be started.
 */
BRES_API bres_status bres_run_exec_cpu_threads(bres_run *run, bres_cpu_thread_fn fn, void *context,
                                               int64_t threads);

/*
 * Measures on the GPU: isolated samples, each with an empty L2 cache, then batches of consecutive
 * launches. A kernel blocks the stream while a sample is queued, so that no GPU time contains
 * launch overhead; a launcher that waits for the GPU therefore needs BRES_CUDA_SYNC. Without this
 * flag, the launcher waits until the blocking limit is over, and the measurement fails. Adds the
 * standard "nv/cold" and "nv/batch" summaries and the samples to the state.
 * Errors: BRES_ERROR_STATE if the benchmark does not run on GPUs, or the state has been measured
 * already; BRES_ERROR_CUDA if a call of the driver fails, or if the launcher waited for the GPU
 * although the stream was blocked; BRES_ERROR_ARGUMENT for an unknown flag; those of the launcher;
 * BRES_ERROR_MEMORY. A failure makes the state fail even if the body continues.
 */
BRES_API bres_status bres_run_exec_cuda(bres_run *run, bres_cuda_fn fn, void *context);
/* Measures only the part of an execution that the launcher brackets with bres_launch_start() and
 * bres_launch_stop(). Does not measure batches. Otherwise works like bres_run_exec_cuda(). */
BRES_API bres_status bres_run_exec_cuda_timed(bres_run *run, bres_cuda_fn fn, void *context);
/* Works like bres_run_exec_cuda(), with BRES_CUDA_* flags. */
BRES_API bres_status bres_run_exec_cuda_with(bres_run *run, bres_cuda_fn fn, void *context,
                                             uint32_t flags);

/*
 * Runs a suite as benchresult-bench(7) describes: reads the command line, measures, prints tables
 * and writes files. Takes the suite and frees it; NULL means that bres_suite_new() failed. Returns
 * the exit status: 0, even if states failed or were skipped; 2 for an error in an option, a
 * declaration or a file; 130 or 143 after a signal. Handles SIGINT, SIGTERM and SIGPIPE while it
 * runs.
 */
BRES_API int bres_main(bres_suite *suite, int argc, char **argv);

/*
 * Runs a suite as bres_main() does, for a process that continues afterwards. All states run in this
 * process. The function returns errors instead of printing them, and leaves signals to the caller.
 * It calls `is_interrupted`, if not NULL, with `user` before each state and between samples; true
 * ends the run. The function then writes the outputs with the states so far, keeps a journal for
 * --resume, and returns BRES_ERROR_INTERRUPTED. *has_run is false if an option such as --help or
 * --list has only printed, or if the command line was refused; `has_run` may be NULL. Takes the
 * suite and frees it. Errors: those of options, declarations and files.
 */
BRES_API bres_status bres_suite_run(bres_suite *suite, int argc, char **argv,
                                    bool (*is_interrupted)(void *user), void *user, bool *has_run);

/* Defines main(). The argument declares the benchmarks: void declare(bres_suite *suite). */
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
