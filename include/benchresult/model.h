/* SPDX-License-Identifier: MIT */
/*
 * The model: a result has devices and benchmarks; a benchmark has axes and states; a state has axis
 * values, summaries, samples and frequencies.
 *
 * Ownership: a bres_result has a reference count. All other handles, texts and arrays are borrowed
 * and valid until the last reference to the result is released. bres_state_release_samples() frees
 * samples earlier.
 *
 * Thread safety: a loaded or merged result never changes, so that any number of threads may call
 * these functions on this result at the same time; bres_state_release_samples() has an additional
 * condition. Only one thread may use a result under construction (benchresult/build.h).
 *
 * Errors: for a NULL handle, getters return NULL, 0 or false, and functions with a status return
 * BRES_ERROR_ARGUMENT. For an index out of range, getters return NULL, or 0 if they return a
 * number. A chain of calls therefore needs only one check, at its end. Functions that return bool
 * write through their pointer only if they return true. Since 0.1.
 */
#ifndef BENCHRESULT_MODEL_H
#define BENCHRESULT_MODEL_H

#include <benchresult/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bres_result bres_result;         /* one file, or merged files */
typedef struct bres_device bres_device;         /* an entry of the devices section */
typedef struct bres_subbench bres_subbench;     /* one benchmark of a result */
typedef struct bres_axis bres_axis;             /* an axis of a benchmark */
typedef struct bres_axis_value bres_axis_value; /* a declared value of an axis */
typedef struct bres_state bres_state;           /* one measured configuration of a benchmark */
typedef struct bres_summary bres_summary;       /* a quantity of a state, with named fields */
typedef struct bres_value bres_value; /* the value of a state on an axis, or a field of a summary */

/* Adds a reference and returns the same handle. Thread-safe. */
BRES_API bres_result *bres_result_ref(bres_result *result);
/* Releases a reference. The release of the last reference frees the result and everything that is
 * borrowed from it. NULL is ignored. Thread-safe. */
BRES_API void bres_result_unref(bres_result *result);

/* Returns the path or name of the loaded file; NULL for a result that a program built. */
BRES_API const char *bres_result_path(const bres_result *result);
/* Returns the `meta` section as the text of one JSON object; NULL if missing. */
BRES_API const char *bres_result_meta_json(const bres_result *result);
/* Returns the version of the file layout, such as "1.0.0" (`meta.version.json.string`); NULL if
 * missing. */
BRES_API const char *bres_result_file_version(const bres_result *result);
/* Returns the unknown members of the root as the text of one JSON object; NULL if all members are
 * known. */
BRES_API const char *bres_result_extra_json(const bres_result *result);

/* Returns the number of devices. A repeated id counts once. */
BRES_API size_t bres_result_device_count(const bres_result *result);
/* Returns the device at this index, in file order; NULL if out of range. If the file repeats an id,
 * the device has the index of the first record and the content of the last record. */
BRES_API const bres_device *bres_result_device_at(const bres_result *result, size_t index);
/* Returns the device with this id; NULL if the file does not describe the device. */
BRES_API const bres_device *bres_result_device(const bres_result *result, int64_t id);

/* Returns the number of benchmarks, including benchmarks with the same name. */
BRES_API size_t bres_result_subbench_count(const bres_result *result);
/* Returns the benchmark at this index, in file order; NULL if out of range. */
BRES_API const bres_subbench *bres_result_subbench_at(const bres_result *result, size_t index);
/* Returns the last benchmark with this name; NULL if not found. */
BRES_API const bres_subbench *bres_result_subbench(const bres_result *result, const char *name);

/* Returns the id that benchmarks and states use for the device. */
BRES_API int64_t bres_device_id(const bres_device *device);
/* Returns the name of the device. */
BRES_API const char *bres_device_name(const bres_device *device);
/* Returns the complete device object as JSON text, with the members of the file. */
BRES_API const char *bres_device_json(const bres_device *device);
/* Stores an integer of the device object, such as "number_of_sms"; true if the member `key` is an
 * integer that fits in int64_t. */
BRES_API bool bres_device_int64(const bres_device *device, const char *key, int64_t *value);
/* Stores a number of the device object, such as "global_memory_bus_bandwidth" (bytes per second);
 * true if the member `key` is a number. */
BRES_API bool bres_device_float64(const bres_device *device, const char *key, double *value);

/* Returns the name of the benchmark. */
BRES_API const char *bres_subbench_name(const bres_subbench *bench);
/* Returns the number of devices that the benchmark ran on; 0 for a CPU-only benchmark. */
BRES_API size_t bres_subbench_device_count(const bres_subbench *bench);
/* Returns the device id at this index, in file order; 0 if out of range. */
BRES_API int64_t bres_subbench_device_id_at(const bres_subbench *bench, size_t index);
/* Returns the number of axes. */
BRES_API size_t bres_subbench_axis_count(const bres_subbench *bench);
/* Returns the axis at this index, in file order; NULL if out of range. */
BRES_API const bres_axis *bres_subbench_axis_at(const bres_subbench *bench, size_t index);
/* Returns the last axis with this bres_axis_name(); NULL if not found. */
BRES_API const bres_axis *bres_subbench_axis(const bres_subbench *bench, const char *name);
/* Returns the number of states, including skipped states. */
BRES_API size_t bres_subbench_state_count(const bres_subbench *bench);
/* Returns the state at this index, in file order; NULL if out of range. */
BRES_API const bres_state *bres_subbench_state_at(const bres_subbench *bench, size_t index);
/* Returns the last state with this bres_state_point_name(); NULL if not found. Takes time
 * proportional to the number of states. */
BRES_API const bres_state *bres_subbench_state(const bres_subbench *bench, const char *point_name);
/* Stores a numeric setting, such as "timeout" (seconds) or "min_samples"; true if the setting
 * exists and is a number. */
BRES_API bool bres_subbench_setting(const bres_subbench *bench, const char *key, double *value);
/* Returns the settings and the unknown members as the text of one JSON object; NULL if the
 * benchmark has neither. */
BRES_API const char *bres_subbench_extra_json(const bres_subbench *bench);

/* Returns the name of the axis, without flags. */
BRES_API const char *bres_axis_name(const bres_axis *axis);
/* Returns the declared type, usually "type", "int64", "float64" or "string"; NULL if missing. */
BRES_API const char *bres_axis_type(const bres_axis *axis);
/* Returns the declared flags, usually "pow2" (power-of-two axis) or ""; "" if missing. */
BRES_API const char *bres_axis_flags(const bres_axis *axis);
/* Returns the name with its flags, such as "Elements[pow2]". */
BRES_API const char *bres_axis_full_name(const bres_axis *axis);
/* Returns the number of declared values. */
BRES_API size_t bres_axis_value_count(const bres_axis *axis);
/* Returns the declared value at this index, in file order; NULL if out of range. */
BRES_API const bres_axis_value *bres_axis_value_at(const bres_axis *axis, size_t index);
/* Returns the unknown members as the text of one JSON object; NULL if all members are known. */
BRES_API const char *bres_axis_extra_json(const bres_axis *axis);

/* Returns the user's input for this value: the exponent on a power-of-two axis, the short name on a
 * type axis. NULL is possible only after a load with BRES_LOAD_LENIENT. */
BRES_API const char *bres_axis_value_input_string(const bres_axis_value *value);
/* Returns the description of the value, such as "2^20 = 1048576" or ""; NULL if missing. */
BRES_API const char *bres_axis_value_description(const bres_axis_value *value);
/* Returns false for an inactive value of a type axis, which has no states. Returns true if the file
 * does not record this. */
BRES_API bool bres_axis_value_is_active(const bres_axis_value *value);
/* Returns the kind of the value; BRES_KIND_ABSENT on a type axis. The form of the JSON number
 * decides between BRES_KIND_INT64 and BRES_KIND_FLOAT64. */
BRES_API bres_kind bres_axis_value_kind(const bres_axis_value *value);
/* Stores the integer; true if the kind is BRES_KIND_INT64. */
BRES_API bool bres_axis_value_int64(const bres_axis_value *value, int64_t *number);
/* Stores the number; true if the kind is BRES_KIND_FLOAT64 or BRES_KIND_INT64. */
BRES_API bool bres_axis_value_float64(const bres_axis_value *value, double *number);
/* Returns the text of a string value; NULL for any other kind. */
BRES_API const char *bres_axis_value_string(const bres_axis_value *value);
/* Returns the unknown members as the text of one JSON object; NULL if all members are known. */
BRES_API const char *bres_axis_value_extra_json(const bres_axis_value *value);

/* Returns the benchmark of the state. */
BRES_API const bres_subbench *bres_state_subbench(const bres_state *state);
/* Returns the `name` of the state in the file, such as "Device=0 Elements=2^20". */
BRES_API const char *bres_state_name(const bres_state *state);
/* Returns the point of the state: `Axis[flags]=text` for each axis, joined by one space, without
 * the device. The text is the input string of the axis value; on a power-of-two axis the exponent.
 * Returns the name of the state if the state has no axis values. */
BRES_API const char *bres_state_point_name(const bres_state *state);
/* Returns the number of parts of the point, one for each axis. */
BRES_API size_t bres_state_point_count(const bres_state *state);
/* Returns the full axis name of the part at this index; NULL if out of range. */
BRES_API const char *bres_state_point_axis_at(const bres_state *state, size_t index);
/* Returns the text of the part at this index; NULL if out of range. */
BRES_API const char *bres_state_point_text_at(const bres_state *state, size_t index);
/* Returns the text for the axis with this full name; NULL if the point has no such axis. */
BRES_API const char *bres_state_point_text(const bres_state *state, const char *axis_full_name);
/* Stores the device id; true if the state has a device. A CPU-only state has no device. */
BRES_API bool bres_state_device(const bres_state *state, int64_t *id);
/* Stores the index of the state's type configuration (the values of its type axes); true if the
 * file records the index. */
BRES_API bool bres_state_type_config_index(const bres_state *state, int64_t *index);
/* Returns the index of the state's run among the runs of the same configuration, from 0; 0 if the
 * file does not record a run. */
BRES_API uint32_t bres_state_run(const bres_state *state);
/* Returns whether the state was skipped. */
BRES_API bool bres_state_is_skipped(const bres_state *state);
/* Returns the reason why the state was skipped; NULL if missing. */
BRES_API const char *bres_state_skip_reason(const bres_state *state);
/* Stores a numeric setting of the state; true if the setting exists and is a number. */
BRES_API bool bres_state_setting(const bres_state *state, const char *key, double *value);
/* Returns the settings and the unknown members as the text of one JSON object; NULL if the state
 * has neither. */
BRES_API const char *bres_state_extra_json(const bres_state *state);

/* Returns the number of axis values. */
BRES_API size_t bres_state_axis_value_count(const bres_state *state);
/* Returns the axis value at this index, in file order; NULL if out of range. */
BRES_API const bres_value *bres_state_axis_value_at(const bres_state *state, size_t index);
/* Returns the last value for the axis with this bres_axis_name(); NULL if not found. */
BRES_API const bres_value *bres_state_axis_value(const bres_state *state, const char *axis);

/* Returns the number of summaries, including summaries with the same tag. */
BRES_API size_t bres_state_summary_count(const bres_state *state);
/* Returns the summary at this index, in file order; NULL if out of range. */
BRES_API const bres_summary *bres_state_summary_at(const bres_state *state, size_t index);
/* Returns the last summary with this tag; NULL if not found. */
BRES_API const bres_summary *bres_state_summary(const bres_state *state, const char *tag);

/* A summary and its field `value` in one record. A language binding can read the record in one call
 * instead of one call for each member. The layout never changes. */
typedef struct bres_summary_record {
    const bres_summary *summary; /* the summary */
    const void *shape;           /* two summaries of one result with the same pointer have the same
                                    tag, name, hint, description and hide; never NULL */
    int64_t int64;               /* from bres_summary_int64(); 0 for another kind */
    double float64;              /* from bres_summary_float64(); 0 if not a number */
    const char *string;          /* from bres_summary_string(); NULL for another kind */
    uint32_t kind;               /* a bres_kind, from bres_summary_kind() */
    uint32_t field_count;        /* from bres_summary_field_count() */
} bres_summary_record;

/* Fills one record for each summary, starting at index `first`; returns the number of filled
 * records, at most `capacity`. */
BRES_API size_t bres_state_summary_records(const bres_state *state, size_t first,
                                           bres_summary_record *records, size_t capacity);

/* The record of a state has a device id. */
#define BRES_STATE_HAS_DEVICE            UINT32_C(1)
/* The record of a state has the index of a type configuration. */
#define BRES_STATE_HAS_TYPE_CONFIG_INDEX UINT32_C(2)
/* The record of a state has a bandwidth fraction. */
#define BRES_STATE_HAS_BW                UINT32_C(4)
/* bres_state_is_skipped() returns true. */
#define BRES_STATE_IS_SKIPPED            UINT32_C(8)
/* In the file, the member `is_skipped` of the state is null. */
#define BRES_STATE_SKIP_UNKNOWN          UINT32_C(16)
/* In the file, the state has a reason other than null. If `skip_reason` is NULL, this reason is not
 * a string. */
#define BRES_STATE_HAS_SKIP_REASON       UINT32_C(32)

/* The results of the getters of a state in one record. A language binding can read the record in
 * one call instead of one call for each member. A number whose bit is not set in `has` is 0; `run`
 * has no bit. The layout never changes. */
typedef struct bres_state_record {
    const char *name;          /* from bres_state_name() */
    const char *point_name;    /* from bres_state_point_name() */
    const char *skip_reason;   /* from bres_state_skip_reason(); NULL if missing */
    int64_t device;            /* from bres_state_device() */
    int64_t type_config_index; /* from bres_state_type_config_index() */
    double bw;                 /* from bres_state_bw(); 1.0 is the peak bandwidth */
    uint32_t has;              /* BRES_STATE_* bits */
    uint32_t run;              /* from bres_state_run() */
} bres_state_record;

/* Fills the record of a state; with zeros if the state is NULL. */
BRES_API void bres_state_fill_record(const bres_state *state, bres_state_record *record);

/* Stores the median time in seconds; true if the state has a median: the summary
 * `nv/cold/time/gpu/median`, or else `nv/cpu_only/time/cpu/median`. */
BRES_API bool bres_state_median(const bres_state *state, double *seconds);
/* Stores the used fraction of the device's peak memory bandwidth; 1.0 is the peak bandwidth. True
 * if the state has the summary `nv/cold/bw/global/utilization`. */
BRES_API bool bres_state_bw(const bres_state *state, double *fraction);

/*
 * Stores the sample times in seconds, in measuring order, and their number. The samples are the GPU
 * times of an isolated measurement (tags `nv/cold/...`), or the times of a CPU-only measurement
 * (tags `nv/cpu_only/...`). A state is measured in only one of these two ways. The first call reads
 * the sidecar and keeps the samples.
 *
 * A state has no samples if the file names no sidecar, or if the sidecar was missing at the load.
 * *times is then NULL and *count is 0. If the sidecar is empty, *times is not NULL and *count is 0.
 * Both cases are BRES_OK.
 *
 * Errors: BRES_ERROR_SIDECAR if the sidecar does not have the recorded size, was removed or changed
 * after the load, or is not a regular file; BRES_ERROR_IO, BRES_ERROR_MEMORY. A later call tries
 * again.
 */
BRES_API bres_status bres_state_samples(const bres_state *state, const float **times,
                                        size_t *count);
/* Stores the frequencies: the clock rates of the multiprocessors in hertz; entry i belongs to
 * sample i. Otherwise works like bres_state_samples(). BRES_ERROR_SIDECAR also if the number of
 * frequencies differs from the number of samples. */
BRES_API bres_status bres_state_frequencies(const bres_state *state, const float **rates,
                                            size_t *count);
/* Frees the samples and frequencies that the two functions above have read; the next call reads
 * them again. No thread may still use the arrays. Keeps samples that exist only in memory. */
BRES_API void bres_state_release_samples(const bres_state *state);

/* Returns the tag, which identifies the quantity, such as "nv/cold/time/gpu/mean". */
BRES_API const char *bres_summary_tag(const bres_summary *summary);
/* Returns the column header in tables; NULL if missing. */
BRES_API const char *bres_summary_name(const bres_summary *summary);
/* Returns the display format, such as "duration" or "percentage"; NULL if missing. */
BRES_API const char *bres_summary_hint(const bres_summary *summary);
/* Returns a sentence about the summary; NULL if missing. */
BRES_API const char *bres_summary_description(const bres_summary *summary);
/* Returns the reason why tables do not show the summary; NULL if missing. */
BRES_API const char *bres_summary_hide(const bres_summary *summary);
/* Returns true if `hide` is present and not empty; "", false, 0 and null count as empty. */
BRES_API bool bres_summary_is_hidden(const bres_summary *summary);
/* Returns the unknown members as the text of one JSON object; NULL if all members are known. */
BRES_API const char *bres_summary_extra_json(const bres_summary *summary);
/* Returns the number of fields. */
BRES_API size_t bres_summary_field_count(const bres_summary *summary);
/* Returns the field at this index, in file order; NULL if out of range. */
BRES_API const bres_value *bres_summary_field_at(const bres_summary *summary, size_t index);
/* Returns the last field with this name; NULL if not found. */
BRES_API const bres_value *bres_summary_field(const bres_summary *summary, const char *name);

/* Returns the kind of the field `value`, the field that tables show. */
BRES_API bres_kind bres_summary_kind(const bres_summary *summary);
/* Stores the field `value`; true if its kind is BRES_KIND_INT64. */
BRES_API bool bres_summary_int64(const bres_summary *summary, int64_t *number);
/* Stores the field `value`; true if its kind is BRES_KIND_FLOAT64 or BRES_KIND_INT64. */
BRES_API bool bres_summary_float64(const bres_summary *summary, double *number);
/* Returns the text of the field `value`; NULL if its kind is not BRES_KIND_STRING. */
BRES_API const char *bres_summary_string(const bres_summary *summary);

/* Returns the name of the axis, or of the field of the summary. */
BRES_API const char *bres_value_name(const bres_value *value);
/* Returns the declared type, usually "int64", "float64" or "string"; NULL if missing. */
BRES_API const char *bres_value_type(const bres_value *value);
/* Returns the kind of the value, by its declared type; BRES_KIND_ABSENT for a NULL handle. */
BRES_API bres_kind bres_value_kind(const bres_value *value);
/* Stores the integer; true if the kind is BRES_KIND_INT64. */
BRES_API bool bres_value_int64(const bres_value *value, int64_t *number);
/* Stores the number; true if the kind is BRES_KIND_FLOAT64 or BRES_KIND_INT64. Converts an integer
 * to the nearest double. */
BRES_API bool bres_value_float64(const bres_value *value, double *number);
/* Returns the text; NULL if the kind is not BRES_KIND_STRING. */
BRES_API const char *bres_value_string(const bres_value *value);
/* Returns the text of the value in the file, without the quotes of a JSON string; NULL if the kind
 * is BRES_KIND_ABSENT or BRES_KIND_NULL. */
BRES_API const char *bres_value_text(const bres_value *value);

#ifdef __cplusplus
}
#endif

#endif
