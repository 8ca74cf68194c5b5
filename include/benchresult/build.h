/* SPDX-License-Identifier: MIT */
/*
 * Building results: from nothing, from measured samples, and from other results (merge).
 *
 * A result under construction belongs to one thread. The handles that the functions give out are
 * borrowed from the result and stay valid until it is freed. All texts and arrays are copied.
 * Every function that fails leaves the result as it was.
 * Errors of all of them: BRES_ERROR_ARGUMENT (NULL where a value is needed, text that is not
 * UTF-8), BRES_ERROR_MEMORY, and BRES_ERROR_STATE for a result that was loaded or merged.
 */
#ifndef BENCHRESULT_BUILD_H
#define BENCHRESULT_BUILD_H

#include <benchresult/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A new, empty result. The caller owns *result; give it back with bres_result_unref(). */
BRES_API bres_status bres_result_new(bres_result **result);

/* Sets the `meta` section to the text of one JSON object (BRES_ERROR_SYNTAX or BRES_ERROR_KIND
 * otherwise). Without it the writer records its own version alone. */
BRES_API bres_status bres_result_set_meta_json(bres_result *result, const char *json);

/* Adds a device. `json` is the text of one JSON object with further keys, or NULL; `id` and `name`
 * in it are replaced. An id that is there already is BRES_ERROR_CONFLICT. `device` may be NULL. */
BRES_API bres_status bres_result_add_device(bres_result *result, int64_t id, const char *name,
                                            const char *json, const bres_device **device);

/* Adds a benchmark. Names may repeat. */
BRES_API bres_status bres_result_add_subbench(bres_result *result, const char *name,
                                              bres_subbench **bench);
/* Says that the benchmark runs on this device id; none for a CPU-only benchmark. */
BRES_API bres_status bres_subbench_add_device(bres_subbench *bench, int64_t id);
/* A setting such as "min_samples" or "timeout" (seconds). A key that is set already is replaced;
 * a key that belongs to the format ("name", "states", ...) is BRES_ERROR_ARGUMENT. */
BRES_API bres_status bres_subbench_set_int64(bres_subbench *bench, const char *key, int64_t value);
BRES_API bres_status bres_subbench_set_float64(bres_subbench *bench, const char *key, double value);

/* Axes, in the order in which tables show them. A name that the benchmark has already is
 * BRES_ERROR_CONFLICT. */
BRES_API bres_status bres_subbench_add_int64_axis(bres_subbench *bench, const char *name,
                                                  const int64_t *values, size_t count);
/* The values are 2 to the power of each exponent, 0 to 63. */
BRES_API bres_status bres_subbench_add_pow2_axis(bres_subbench *bench, const char *name,
                                                 const int64_t *exponents, size_t count);
BRES_API bres_status bres_subbench_add_float64_axis(bres_subbench *bench, const char *name,
                                                    const double *values, size_t count);
BRES_API bres_status bres_subbench_add_string_axis(bres_subbench *bench, const char *name,
                                                   const char *const *values, size_t count);
/* `descriptions` may be NULL, and so may each of them. */
BRES_API bres_status bres_subbench_add_type_axis(bres_subbench *bench, const char *name,
                                                 const char *const *names,
                                                 const char *const *descriptions, size_t count);

/* Adds a state. Its name is made from the device and the axis values as they are added. */
BRES_API bres_status bres_subbench_add_state(bres_subbench *bench, bres_state **state);
BRES_API bres_status bres_state_set_device(bres_state *state, int64_t id);
BRES_API bres_status bres_state_set_type_config_index(bres_state *state, int64_t index);
BRES_API bres_status bres_state_set_run(bres_state *state, uint32_t run);
BRES_API bres_status bres_state_set_int64(bres_state *state, const char *key, int64_t value);
BRES_API bres_status bres_state_set_float64(bres_state *state, const char *key, double value);
/* The value that this state has on an axis of its benchmark. The axis must be there, of a type that
 * takes the value (a type axis takes a string), and not set yet: BRES_ERROR_KEY, BRES_ERROR_KIND or
 * BRES_ERROR_CONFLICT. On a power-of-two axis `value` is the value, not the exponent. */
BRES_API bres_status bres_state_add_axis_int64(bres_state *state, const char *axis, int64_t value);
BRES_API bres_status bres_state_add_axis_float64(bres_state *state, const char *axis, double value);
BRES_API bres_status bres_state_add_axis_string(bres_state *state, const char *axis,
                                                const char *value);
/* Marks the state as skipped; a NULL or empty reason becomes "skipped". */
BRES_API bres_status bres_state_set_skipped(bres_state *state, const char *reason);

/* Adds a summary. Tags should not repeat; nothing enforces it. */
BRES_API bres_status bres_state_add_summary(bres_state *state, const char *tag,
                                            bres_summary **summary);
/* Each text may be NULL: the key is left out. */
BRES_API bres_status bres_summary_set_texts(bres_summary *summary, const char *name,
                                            const char *description, const char *hint,
                                            const char *hide);
/* Sets a data entry; a name that is set already is replaced. "value" is what tables show. */
BRES_API bres_status bres_summary_set_int64(bres_summary *summary, const char *field,
                                            int64_t value);
BRES_API bres_status bres_summary_set_float64(bres_summary *summary, const char *field,
                                              double value);
BRES_API bres_status bres_summary_set_string(bres_summary *summary, const char *field,
                                             const char *value);

/* Sets the samples: `count` times in seconds, or clock rates in hertz, in measuring order. The
 * writer makes their sidecar and the summary that names it. */
BRES_API bres_status bres_state_set_samples(bres_state *state, const float *times, size_t count);
BRES_API bres_status bres_state_set_frequencies(bres_state *state, const float *rates,
                                                size_t count);

/*
 * What one measurement has recorded, for the standard summaries. Arrays are in measuring order and
 * `count` long; they are read during the call.
 */
typedef struct bres_times {
    size_t size;                  /* set by bres_times_init() */
    size_t count;                 /* samples */
    const double *gpu;            /* seconds; NULL in a CPU-only measurement */
    const double *cpu;            /* seconds; NULL in an isolated one: unknown, left out */
    const double *clocks;         /* SM clock rates in hertz; NULL when they were not recorded */
    double walltime;              /* seconds that the whole measurement took */
    int64_t elements;             /* items that one execution processes; 0 = unknown */
    int64_t global_bytes;         /* bytes that one execution reads and writes; 0 = unknown */
    double peak_bytes_per_second; /* of the device's memory; 0 = unknown, no utilization */
    double default_clock;         /* hertz; 0 = unknown, no clock scaling */
} bres_times;

BRES_API void bres_times_init(bres_times *times);

/*
 * Adds the standard summaries of an isolated ("nv/cold") or a CPU-only ("nv/cpu_only") measurement
 * in NVBench's order, with its names, hints and descriptions of our own, and makes the times the
 * samples of the state (narrowed to float32; the clocks its frequencies). With count 0 there are
 * the sample count and the wall time alone.
 * Statistics: standard deviation with the divisor n-1, +inf below five samples; quartiles by the
 * rank rule round(p/100 * (n-1)), halves up, without interpolation; NaN when any sample is NaN.
 * Errors: BRES_ERROR_ARGUMENT when an array that is needed is NULL, BRES_ERROR_CONFLICT when the
 * state has samples already, BRES_ERROR_VERSION for a struct of unknown size.
 */
BRES_API bres_status bres_state_add_cold_summaries(bres_state *state, const bres_times *times);
BRES_API bres_status bres_state_add_cpu_only_summaries(bres_state *state, const bres_times *times);

/*
 * Merges results in their order: shards (the same benchmarks, other states), replicates (the same
 * states again: kept apart by bres_state_run()) and runs on other devices. The caller owns *merged,
 * which keeps references on the inputs; those must not be changed any more.
 * - Benchmarks match by name and occurrence; states by device, type configuration and axis values.
 *   A state that was there already becomes the next run of it. States are in input order.
 * - Axes of one name must agree in type and flags; their values are united in order.
 * - Each input's `meta` is kept in the list `meta.benchresult.merged`.
 * Merging is associative: ((a, b), c) is (a, b, c).
 * Errors: BRES_ERROR_CONFLICT when a device id, a setting of a benchmark, an axis or an unknown key
 * has another content in another result; the message names both. BRES_ERROR_ARGUMENT when count is
 * 0. BRES_ERROR_LIMIT when a run number does not fit in 32 bits.
 */
BRES_API bres_status bres_result_merge(bres_result *const *results, size_t count,
                                       bres_result **merged);

#ifdef __cplusplus
}
#endif

#endif
