/* SPDX-License-Identifier: MIT */
/*
 * The model: a BenchmarkResult maps names to SubBenchmarkResults, which list states; a state
 * carries axis values, summaries, samples and frequencies.
 *
 * Ownership: a bres_result is counted; everything else is borrowed from it and lives as long as
 * it does. Using a sub-handle after the last reference has gone is the caller's fault.
 *
 * Threads: a result that was loaded never changes, so any number of threads may call the
 * functions of this header on it at once; bres_state_release_samples() has its own condition. A
 * result that is being built (benchresult/build.h) belongs to one thread.
 *
 * NULL: a getter given a NULL handle returns NULL, 0, false or BRES_ERROR_ARGUMENT, and an index
 * out of range gives NULL, so that a chain of look-ups needs one check at its end.
 */
#ifndef BENCHRESULT_MODEL_H
#define BENCHRESULT_MODEL_H

#include <benchresult/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bres_result bres_result;     /* BenchmarkResult: one file, or a merge of several */
typedef struct bres_device bres_device;     /* one entry of the devices section */
typedef struct bres_subbench bres_subbench; /* SubBenchmarkResult: one benchmark */
typedef struct bres_axis bres_axis;         /* one axis of a benchmark */
typedef struct bres_axis_value bres_axis_value; /* one value that an axis declares */
typedef struct bres_state bres_state;           /* SubBenchmarkState: one measured configuration */
typedef struct bres_summary bres_summary;       /* one summary of a state */
typedef struct bres_value bres_value; /* a named value: of a state's axis, or in a summary */

/* Takes one more reference and returns the same handle. Thread-safe. */
BRES_API bres_result *bres_result_ref(bres_result *result);
/* Gives a reference back; the last one frees the result and all that was borrowed from it. */
BRES_API void bres_result_unref(bres_result *result);

/* The path or name it was loaded from; NULL when it was built. */
BRES_API const char *bres_result_path(const bres_result *result);
/* The `meta` section as JSON text; NULL when there is none. */
BRES_API const char *bres_result_meta_json(const bres_result *result);
/* The file version, `meta.version.json.string`; NULL when the file has none. */
BRES_API const char *bres_result_file_version(const bres_result *result);
/* The root's keys that are no part of the format, as the text of one JSON object; NULL when there
 * are none. */
BRES_API const char *bres_result_extra_json(const bres_result *result);

/* Devices in file order; a repeated id keeps its place and takes the last record. */
BRES_API size_t bres_result_device_count(const bres_result *result);
BRES_API const bres_device *bres_result_device_at(const bres_result *result, size_t index);
/* The device with this id; NULL when the file does not describe it. */
BRES_API const bres_device *bres_result_device(const bres_result *result, int64_t id);

/* Benchmarks in file order; of a repeated name each is here. */
BRES_API size_t bres_result_subbench_count(const bres_result *result);
BRES_API const bres_subbench *bres_result_subbench_at(const bres_result *result, size_t index);
/* The benchmark of this name, the last one when the name repeats; NULL when there is none. */
BRES_API const bres_subbench *bres_result_subbench(const bres_result *result, const char *name);

BRES_API int64_t bres_device_id(const bres_device *device);
BRES_API const char *bres_device_name(const bres_device *device);
/* The whole device object as JSON text, every key as given. */
BRES_API const char *bres_device_json(const bres_device *device);
/* A number of the device object, such as "global_memory_bus_bandwidth" (bytes per second): true
 * when the key is there and its value is an integer, or any number, in range. */
BRES_API bool bres_device_int64(const bres_device *device, const char *key, int64_t *value);
BRES_API bool bres_device_float64(const bres_device *device, const char *key, double *value);

BRES_API const char *bres_subbench_name(const bres_subbench *bench);
/* Ids of the devices it ran on, in file order; none for a CPU-only benchmark. */
BRES_API size_t bres_subbench_device_count(const bres_subbench *bench);
/* 0 when the index is out of range. */
BRES_API int64_t bres_subbench_device_id_at(const bres_subbench *bench, size_t index);
BRES_API size_t bres_subbench_axis_count(const bres_subbench *bench);
BRES_API const bres_axis *bres_subbench_axis_at(const bres_subbench *bench, size_t index);
/* The axis of this name without flags, the last one when the name repeats. */
BRES_API const bres_axis *bres_subbench_axis(const bres_subbench *bench, const char *name);
BRES_API size_t bres_subbench_state_count(const bres_subbench *bench);
BRES_API const bres_state *bres_subbench_state_at(const bres_subbench *bench, size_t index);
/* The state whose bres_state_point_name() this is, the last one when it repeats. Time grows with
 * the number of states. */
BRES_API const bres_state *bres_subbench_state(const bres_subbench *bench, const char *point_name);
/* A numeric setting such as "timeout" or "min_samples": true when it is there and a number. */
BRES_API bool bres_subbench_setting(const bres_subbench *bench, const char *key, double *value);
/* The keys that have no function of their own here, settings included, as the text of one JSON
 * object; NULL when there are none. */
BRES_API const char *bres_subbench_extra_json(const bres_subbench *bench);

BRES_API const char *bres_axis_name(const bres_axis *axis);
/* "type", "int64", "float64" or "string"; other text as given; NULL when missing. */
BRES_API const char *bres_axis_type(const bres_axis *axis);
/* "" or "pow2"; other text as given. Never NULL but for a NULL axis. */
BRES_API const char *bres_axis_flags(const bres_axis *axis);
/* The name with the flags, `Elements[pow2]`, as bres_state_point_name() has it. */
BRES_API const char *bres_axis_full_name(const bres_axis *axis);
BRES_API size_t bres_axis_value_count(const bres_axis *axis);
BRES_API const bres_axis_value *bres_axis_value_at(const bres_axis *axis, size_t index);
/* Unknown keys as the text of one JSON object; NULL when there are none. */
BRES_API const char *bres_axis_extra_json(const bres_axis *axis);

/* What was typed for it: the exponent on a power-of-two axis, the short name on a type axis. NULL
 * only after a lenient load. */
BRES_API const char *bres_axis_value_input_string(const bres_axis_value *value);
/* May be empty; NULL when missing. */
BRES_API const char *bres_axis_value_description(const bres_axis_value *value);
/* false for an inactive value of a type axis; true when the file does not say. */
BRES_API bool bres_axis_value_is_active(const bres_axis_value *value);
/* INT64 and FLOAT64 by the form of the JSON number; ABSENT on type axes. */
BRES_API bres_kind bres_axis_value_kind(const bres_axis_value *value);
/* true when the kind is this one (an INT64 is also a float64). */
BRES_API bool bres_axis_value_int64(const bres_axis_value *value, int64_t *number);
BRES_API bool bres_axis_value_float64(const bres_axis_value *value, double *number);
/* NULL when the kind is another. */
BRES_API const char *bres_axis_value_string(const bres_axis_value *value);
/* Unknown keys as the text of one JSON object; NULL when there are none. */
BRES_API const char *bres_axis_value_extra_json(const bres_axis_value *value);

/* The benchmark that the state belongs to. */
BRES_API const bres_subbench *bres_state_subbench(const bres_state *state);
/* The file's `name`, such as "Device=0 Elements=2^20". */
BRES_API const char *bres_state_name(const bres_state *state);
/* `Axis[flags]=input string` for each axis, joined by one space, without the device; the file's
 * name when the state has no axis values. */
BRES_API const char *bres_state_point_name(const bres_state *state);
/* The parts of the point: full axis name and text. */
BRES_API size_t bres_state_point_count(const bres_state *state);
BRES_API const char *bres_state_point_axis_at(const bres_state *state, size_t index);
BRES_API const char *bres_state_point_text_at(const bres_state *state, size_t index);
/* The text for this full axis name; NULL when the point has no such axis. */
BRES_API const char *bres_state_point_text(const bres_state *state, const char *axis_full_name);
/* The device id: true when the state has one (CPU-only states have none). */
BRES_API bool bres_state_device(const bres_state *state, int64_t *id);
/* Index in the product of all type axes: true when recorded. */
BRES_API bool bres_state_type_config_index(const bres_state *state, int64_t *index);
/* Which run of the same configuration this is, counted from 0; 0 when the file does not say. */
BRES_API uint32_t bres_state_run(const bres_state *state);
BRES_API bool bres_state_is_skipped(const bres_state *state);
/* NULL when there is none. */
BRES_API const char *bres_state_skip_reason(const bres_state *state);
/* As bres_subbench_setting(), of this state. */
BRES_API bool bres_state_setting(const bres_state *state, const char *key, double *value);
/* As bres_subbench_extra_json(). */
BRES_API const char *bres_state_extra_json(const bres_state *state);

/* Axis values in file order. */
BRES_API size_t bres_state_axis_value_count(const bres_state *state);
BRES_API const bres_value *bres_state_axis_value_at(const bres_state *state, size_t index);
/* By axis name without flags, the last one when it repeats; NULL when there is none. */
BRES_API const bres_value *bres_state_axis_value(const bres_state *state, const char *axis);

/* Summaries in file order, repeated tags included. */
BRES_API size_t bres_state_summary_count(const bres_state *state);
BRES_API const bres_summary *bres_state_summary_at(const bres_state *state, size_t index);
/* The summary with this tag, the last one when the tag repeats; NULL when there is none. */
BRES_API const bres_summary *bres_state_summary(const bres_state *state, const char *tag);

/* A summary and the value that tables show in one record: for bindings, which would otherwise make
 * a call for each part. The layout never changes. */
typedef struct bres_summary_record {
    const bres_summary *summary;
    const void *shape;    /* of one result: the same where tag, name, hint, description and hide
                             were found to be the same; never NULL */
    int64_t int64;        /* as bres_summary_int64(); 0 for another kind */
    double float64;       /* as bres_summary_float64(); 0 for a kind that is no number */
    const char *string;   /* as bres_summary_string() */
    uint32_t kind;        /* a bres_kind: that of the value */
    uint32_t field_count; /* entries that the summary has */
} bres_summary_record;

/* Fills records for the summaries from `first` on, at most `capacity`; returns their number. */
BRES_API size_t bres_state_summary_records(const bres_state *state, size_t first,
                                           bres_summary_record *records, size_t capacity);

/* What is present in a record of a state. */
#define BRES_STATE_HAS_DEVICE            UINT32_C(1)
#define BRES_STATE_HAS_TYPE_CONFIG_INDEX UINT32_C(2)
#define BRES_STATE_HAS_BW                UINT32_C(4)
#define BRES_STATE_IS_SKIPPED            UINT32_C(8)
/* The file has null for `is_skipped`, which says neither true nor false. */
#define BRES_STATE_SKIP_UNKNOWN          UINT32_C(16)
/* `skip_reason` is there and not null; if no string either, bres_state_skip_reason() is NULL. */
#define BRES_STATE_HAS_SKIP_REASON       UINT32_C(32)

/* What the getters above say of a state, in one record: for bindings. A number whose bit is not
 * set is 0. The layout never changes. */
typedef struct bres_state_record {
    const char *name;
    const char *point_name;
    const char *skip_reason;
    int64_t device;
    int64_t type_config_index;
    double bw;    /* as bres_state_bw() */
    uint32_t has; /* BRES_STATE_* bits */
    uint32_t run;
} bres_state_record;

/* Fills the record; of a NULL state with zeros. */
BRES_API void bres_state_fill_record(const bres_state *state, bres_state_record *record);

/* Median time in seconds: `nv/cold/time/gpu/median`, else `nv/cpu_only/time/cpu/median`; true when
 * one of them is a number. */
BRES_API bool bres_state_median(const bres_state *state, double *seconds);
/* Share of the peak memory bandwidth, 1.0 = all of it: `nv/cold/bw/global/utilization`; true when
 * it is there. */
BRES_API bool bres_state_bw(const bres_state *state, double *fraction);

/*
 * Sample times in seconds, in measuring order, read from the sidecar on first use and kept. A
 * state without cold samples has those of its CPU-only measurement. *times is NULL when the state
 * has none (no sidecar recorded, or its file was missing at load), and not NULL with *count 0 when
 * the sidecar is empty; both are BRES_OK.
 * Errors: BRES_ERROR_SIDECAR when the file has another size than recorded, has gone or changed
 * since the load, or is no regular file; BRES_ERROR_IO; BRES_ERROR_MEMORY. A later call tries
 * again.
 */
BRES_API bres_status bres_state_samples(const bres_state *state, const float **times,
                                        size_t *count);
/* SM clock rates in hertz, entry i belonging to sample i; otherwise as bres_state_samples(). A
 * recorded count that is not that of the samples is BRES_ERROR_SIDECAR. */
BRES_API bres_status bres_state_frequencies(const bres_state *state, const float **rates,
                                            size_t *count);
/* Frees what the two functions above have read; the next call reads it again. Only for a caller
 * that knows that nobody uses the arrays. Samples that exist nowhere else are kept. */
BRES_API void bres_state_release_samples(const bres_state *state);

BRES_API const char *bres_summary_tag(const bres_summary *summary);
/* Column header; NULL when missing. */
BRES_API const char *bres_summary_name(const bres_summary *summary);
/* How to show the value: "duration", "percentage", ...; NULL when missing. */
BRES_API const char *bres_summary_hint(const bres_summary *summary);
BRES_API const char *bres_summary_description(const bres_summary *summary);
/* Why tables leave it out; NULL when missing. */
BRES_API const char *bres_summary_hide(const bres_summary *summary);
/* true when `hide` is present and not empty ("", false, 0 and null are empty). */
BRES_API bool bres_summary_is_hidden(const bres_summary *summary);
/* Unknown keys as the text of one JSON object; NULL when there are none. */
BRES_API const char *bres_summary_extra_json(const bres_summary *summary);
/* The data entries in file order. */
BRES_API size_t bres_summary_field_count(const bres_summary *summary);
BRES_API const bres_value *bres_summary_field_at(const bres_summary *summary, size_t index);
/* By name, the last one when it repeats; NULL when there is none. */
BRES_API const bres_value *bres_summary_field(const bres_summary *summary, const char *name);

/* The entry named "value", which is what tables show; as the functions of bres_value below. */
BRES_API bres_kind bres_summary_kind(const bres_summary *summary);
BRES_API bool bres_summary_int64(const bres_summary *summary, int64_t *number);
BRES_API bool bres_summary_float64(const bres_summary *summary, double *number);
BRES_API const char *bres_summary_string(const bres_summary *summary);

/* Axis name, or name of the summary's field. */
BRES_API const char *bres_value_name(const bres_value *value);
/* The declared type, "int64", "float64" or "string"; other text as given; NULL when missing. */
BRES_API const char *bres_value_type(const bres_value *value);
/* What it holds, by its declared type; ABSENT for a NULL value. */
BRES_API bres_kind bres_value_kind(const bres_value *value);
/* true when the kind is INT64. */
BRES_API bool bres_value_int64(const bres_value *value, int64_t *number);
/* true when the kind is FLOAT64 or INT64 (converted to the nearest double). */
BRES_API bool bres_value_float64(const bres_value *value, double *number);
/* NULL when the kind is not STRING. */
BRES_API const char *bres_value_string(const bres_value *value);
/* The value as the file writes it, without the quotes of a JSON string; NULL when ABSENT or NULL.
 */
BRES_API const char *bres_value_text(const bres_value *value);

#ifdef __cplusplus
}
#endif

#endif
