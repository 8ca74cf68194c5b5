/* SPDX-License-Identifier: MIT */
/*
 * Building results: from the values of a program, from measured samples, or by merging results.
 *
 * Ownership: returned handles are borrowed from the result and valid until the result is freed. The
 * functions copy all texts and arrays.
 *
 * Thread safety: only one thread may use a result under construction.
 *
 * Errors: BRES_ERROR_ARGUMENT if a required pointer is NULL or a text is not UTF-8,
 * BRES_ERROR_MEMORY, and BRES_ERROR_STATE for a change of a loaded or merged result. After an error
 * the result is unchanged and out-parameters are NULL. Since 0.1.
 */
#ifndef BENCHRESULT_BUILD_H
#define BENCHRESULT_BUILD_H

#include <benchresult/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes an empty result. The caller owns *result and releases it with bres_result_unref(). */
BRES_API bres_status bres_result_new(bres_result **result);

/* Sets the `meta` section to the text of one JSON object. By default the writer records only its
 * own version. Errors: BRES_ERROR_SYNTAX, BRES_ERROR_KIND. */
BRES_API bres_status bres_result_set_meta_json(bres_result *result, const char *json);

/* Adds a device. `json` is the text of one JSON object with further members, or NULL. `id` and
 * `name` replace the members "id" and "name" of this object. `device` may be NULL. Errors:
 * BRES_ERROR_CONFLICT if the id exists; BRES_ERROR_SYNTAX, BRES_ERROR_KIND. */
BRES_API bres_status bres_result_add_device(bres_result *result, int64_t id, const char *name,
                                            const char *json, const bres_device **device);

/* Adds a benchmark. Names may repeat. */
BRES_API bres_status bres_result_add_subbench(bres_result *result, const char *name,
                                              bres_subbench **bench);
/* Adds the device with this id to the benchmark. A CPU-only benchmark has no devices. */
BRES_API bres_status bres_subbench_add_device(bres_subbench *bench, int64_t id);
/* Sets an integer setting, such as "min_samples", and replaces an earlier value. Errors:
 * BRES_ERROR_ARGUMENT for a key that the file format reserves, such as "name" or "states". */
BRES_API bres_status bres_subbench_set_int64(bres_subbench *bench, const char *key, int64_t value);
/* Sets a setting, such as "timeout" (seconds), and replaces an earlier value. Errors: see
 * bres_subbench_set_int64(). */
BRES_API bres_status bres_subbench_set_float64(bres_subbench *bench, const char *key, double value);

/* Adds an axis with `count` integers. Tables show axes in the order of these calls. Errors:
 * BRES_ERROR_CONFLICT if the benchmark has an axis of this name. */
BRES_API bres_status bres_subbench_add_int64_axis(bres_subbench *bench, const char *name,
                                                  const int64_t *values, size_t count);
/* Adds a power-of-two axis: the values are 2 to the power of each exponent, 0 to 63. For the
 * exponent 63 the value is INT64_MIN, because 2^63 does not fit. Errors: BRES_ERROR_CONFLICT if the
 * benchmark has an axis of this name. */
BRES_API bres_status bres_subbench_add_pow2_axis(bres_subbench *bench, const char *name,
                                                 const int64_t *exponents, size_t count);
/* Adds an axis with `count` doubles. Errors: BRES_ERROR_CONFLICT if the benchmark has an axis of
 * this name. */
BRES_API bres_status bres_subbench_add_float64_axis(bres_subbench *bench, const char *name,
                                                    const double *values, size_t count);
/* Adds an axis with `count` strings. Errors: BRES_ERROR_CONFLICT if the benchmark has an axis of
 * this name. */
BRES_API bres_status bres_subbench_add_string_axis(bres_subbench *bench, const char *name,
                                                   const char *const *values, size_t count);
/* Adds an axis of types with these names. `descriptions` and each description may be NULL. Errors:
 * BRES_ERROR_CONFLICT if the benchmark has an axis of this name. */
BRES_API bres_status bres_subbench_add_type_axis(bres_subbench *bench, const char *name,
                                                 const char *const *names,
                                                 const char *const *descriptions, size_t count);

/* Adds a state. The name of the state consists of its device and its axis values, in the order of
 * the calls that add them. */
BRES_API bres_status bres_subbench_add_state(bres_subbench *bench, bres_state **state);
/* Sets the device id of the state. */
BRES_API bres_status bres_state_set_device(bres_state *state, int64_t id);
/* Sets the index of the state's type configuration (the values of its type axes). */
BRES_API bres_status bres_state_set_type_config_index(bres_state *state, int64_t index);
/* Sets the number of this run among the runs of the same configuration, counted from 0. */
BRES_API bres_status bres_state_set_run(bres_state *state, uint32_t run);
/* Sets an integer setting of the state; see bres_subbench_set_int64(). */
BRES_API bres_status bres_state_set_int64(bres_state *state, const char *key, int64_t value);
/* Sets a setting of the state; see bres_subbench_set_float64(). */
BRES_API bres_status bres_state_set_float64(bres_state *state, const char *key, double value);
/* Sets the value of the state on an integer axis of its benchmark; on a power-of-two axis the value
 * itself, not the exponent. Errors: BRES_ERROR_KEY if the benchmark has no such axis,
 * BRES_ERROR_KIND if the type of the axis does not match, BRES_ERROR_CONFLICT if the state has a
 * value on this axis. */
BRES_API bres_status bres_state_add_axis_int64(bres_state *state, const char *axis, int64_t value);
/* Sets the value of the state on a float64 axis. Errors: see bres_state_add_axis_int64(). */
BRES_API bres_status bres_state_add_axis_float64(bres_state *state, const char *axis, double value);
/* Sets the value of the state on a string axis or a type axis. Errors: see
 * bres_state_add_axis_int64(). */
BRES_API bres_status bres_state_add_axis_string(bres_state *state, const char *axis,
                                                const char *value);
/* Marks the state as skipped. The default for a NULL or empty reason is "skipped". */
BRES_API bres_status bres_state_set_skipped(bres_state *state, const char *reason);

/* Adds a summary. Tags of a state should differ; the function does not check this. */
BRES_API bres_status bres_state_add_summary(bres_state *state, const char *tag,
                                            bres_summary **summary);
/* Sets the texts of the summary. The file omits a text that is NULL. */
BRES_API bres_status bres_summary_set_texts(bres_summary *summary, const char *name,
                                            const char *description, const char *hint,
                                            const char *hide);
/* Sets a named value to an integer, and replaces an earlier value. Tables show the value with the
 * name "value". */
BRES_API bres_status bres_summary_set_int64(bres_summary *summary, const char *field,
                                            int64_t value);
/* Sets a named value to a double, and replaces an earlier value. */
BRES_API bres_status bres_summary_set_float64(bres_summary *summary, const char *field,
                                              double value);
/* Sets a named value to a text, and replaces an earlier value. */
BRES_API bres_status bres_summary_set_string(bres_summary *summary, const char *field,
                                             const char *value);

/* Sets the sample times, in seconds and in measuring order. The writer creates the sidecar and the
 * summary that names this file. The function accepts any time, even a negative time or NaN, so that
 * a program can copy every result. */
BRES_API bres_status bres_state_set_samples(bres_state *state, const float *times, size_t count);
/* Sets the clock rates of the multiprocessors in hertz; entry i belongs to sample i. */
BRES_API bres_status bres_state_set_frequencies(bres_state *state, const float *rates,
                                                size_t count);

/* The data of one measurement, for the standard summaries. Arrays have `count` entries in measuring
 * order. The functions read the arrays only during the call. */
typedef struct bres_times {
    size_t size;          /* set by bres_times_init() */
    size_t count;         /* number of samples */
    const double *gpu;    /* GPU times in seconds; NULL in a CPU-only measurement */
    const double *cpu;    /* wall times in seconds that the host measured (NVBench: CPU times). NULL
                             omits their summaries; only an isolated measurement allows NULL */
    const double *clocks; /* clock rates of the multiprocessors in hertz; NULL if unknown */
    double walltime;      /* wall time of the whole measurement in seconds; NaN if unknown: a
                             CPU-only measurement then omits the summary */
    int64_t elements;     /* items that one execution processes; 0 if unknown */
    int64_t global_bytes; /* bytes that one execution reads and writes; 0 if unknown */
    double peak_bytes_per_second; /* of device memory; 0 (unknown) omits the utilization */
    double default_clock;         /* hertz; 0 (unknown) omits the clock scaling */
} bres_times;

/* Sets the size of the struct, and all other members to zero or NULL. */
BRES_API void bres_times_init(bres_times *times);

/*
 * Adds the standard summaries of an isolated measurement ("nv/cold"), with order, names and hints
 * of NVBench. Also stores the GPU times as samples and the clock rates as frequencies of the state,
 * rounded to float32. If `count` is 0, adds only the sample count and the wall time.
 *
 * The standard deviation has the divisor n-1; for fewer than five samples it is positive infinity.
 * Quartiles are samples, without interpolation: of n sorted samples, percentile p is the sample at
 * index round(p/100 * (n-1)), counted from 0, with halves rounded up. If any sample is NaN, the
 * quartiles are NaN.
 *
 * Errors: BRES_ERROR_ARGUMENT if a required array is NULL, BRES_ERROR_CONFLICT if the state has
 * samples, BRES_ERROR_VERSION for a struct of unknown size.
 */
BRES_API bres_status bres_state_add_cold_summaries(bres_state *state, const bres_times *times);
/* Adds the standard summaries of a CPU-only measurement ("nv/cpu_only"), and stores the wall
 * times `cpu` as samples. Statistics and errors: see bres_state_add_cold_summaries(). */
BRES_API bres_status bres_state_add_cpu_only_summaries(bres_state *state, const bres_times *times);

/*
 * Merges `count` results, in the order of the array. They may be shards (different states of the
 * same benchmarks), replicates (the same states) or runs on different devices. The caller owns
 * *merged and releases it with bres_result_unref(). *merged holds references to the inputs, which
 * must not change any more.
 *
 * - Benchmarks match by name, and by order if they have the same name. States match by device, type
 *   configuration and axis values. If several inputs have the same state, the merged result holds
 *   all runs of this state, numbered in the order of the inputs; see bres_state_run(). States keep
 *   the order of the inputs.
 * - Axes with the same name must have the same type and flags. The merged axis has the values of
 *   all inputs, in order of first occurrence.
 * - The list `meta.benchresult.merged` holds the `meta` section of each input.
 * - Merging is associative: merging a and b, and then the result with c, equals merging a, b and c.
 *
 * Errors: BRES_ERROR_ARGUMENT if `count` is 0, BRES_ERROR_LIMIT if a run number does not fit in 32
 * bits, BRES_ERROR_CONFLICT if two results differ in a device with the same id, a setting of a
 * benchmark, an axis or an unknown member; the message names both results.
 */
BRES_API bres_status bres_result_merge(bres_result *const *results, size_t count,
                                       bres_result **merged);

#ifdef __cplusplus
}
#endif

#endif
