/* SPDX-License-Identifier: MIT */
/*
 * Room model: the structs behind the handles. Texts are borrowed from the result's arena unless a
 * comment says otherwise; a loaded result shares equal texts.
 *
 * The model keeps values as the file has them: it stores a value's text and JSON kind, and parses
 * numbers on demand. So nothing is lost between reading and writing, and a comparison can judge
 * malformed values itself.
 *
 * An array whose capacity is not 0 was made by bres__array_reserve() and is freed with the result.
 * An array whose capacity is 0 is in an arena.
 */
#ifndef BRES_MODEL_MODEL_H
#define BRES_MODEL_MODEL_H

#include "base/base.h"

#include <benchresult/build.h>
#include <benchresult/filter.h>
#include <stdatomic.h>
#include <sys/types.h>
#include <time.h>

/* A JSON value as the file has it: for a string its decoded content, otherwise its literal text
 * (for arrays and objects, the whole text). The text is NULL when MISSING. */
typedef struct bres__scalar {
    const char *text;
    bres__json_kind json;
} bres__scalar;

/* The content of a scalar that is a string; NULL for any other kind. */
const char *bres__scalar_string(const bres__scalar *scalar);
/* Whether the scalar is not MISSING, null, false, 0, "" or an empty container. */
bool bres__scalar_as_bool(const bres__scalar *scalar);

/* Name, declared type and unknown keys of a named value; shared by all values in which these are
 * equal. */
typedef struct bres__field {
    const char *name; /* NULL only in a lenient load */
    bres__scalar type;
    const char *extra; /* object text or NULL */
} bres__field;

struct bres_value {
    const bres__field *field;
    const char *text; /* string content or JSON literal; NULL when `json` is MISSING */
    uint8_t json;     /* bres__json_kind of "value" */
    uint8_t kind;     /* bres_kind by the declared type; ABSENT when malformed */
};

/* The result of bres__value_classify() when the type is at fault. */
#define BRES__EXPECTED_TYPE "the type int64, float64 or string"

/* Determines the kind of a value from its type and text. Returns NULL if the value is well formed.
 * Otherwise sets *kind to ABSENT and returns the expectation ("an int64", "a float64", "a string",
 * BRES__EXPECTED_TYPE). A missing value is ABSENT and well formed here; the reader reports it. */
const char *bres__value_classify(const bres__scalar *type, bres__json_kind json, const char *text,
                                 bres_kind *kind);

/* The constant part of a summary, shared by all summaries in which it is equal. */
typedef struct bres__summary_shape {
    const char *tag; /* NULL only in a lenient load */
    bres__scalar name;
    bres__scalar description;
    bres__scalar hint;
    bres__scalar hide;
    const char *extra; /* object text or NULL */
} bres__summary_shape;

struct bres_summary {
    const bres__summary_shape *shape;
    bres_value *fields;
    uint32_t field_count;
    uint8_t data_json; /* MISSING, NULL or ARRAY */
    bool is_open;      /* the first member of a bres__open_summary */
};

/* A summary of a result under construction. A separate struct, so that loaded summaries do not need
 * the pointer. */
typedef struct bres__open_summary {
    bres_summary summary;
    bres_state *state;
} bres__open_summary;

/* The file with samples. Set by the reader. */
typedef struct bres__sidecar {
    const char *path; /* resolved; NULL: no file to read */
    uint64_t count;   /* of recorded values */
    bool loose;       /* accept up to three bytes after the last value */
    bool is_known;    /* the members below are set; they detect that the file has changed */
    ino_t inode;
    struct timespec modified;
} bres__sidecar;

/* Samples in memory: one allocation. */
typedef struct bres__samples {
    size_t count;
    float values[];
} bres__samples;

/* The two sidecars of a state. A NULL path and the count 0 mean no sidecar. */
typedef struct bres__sources {
    bres__sidecar times;
    bres__sidecar rates;
} bres__sources;

/* Reads a sidecar into *samples, which the model then owns (bres__free). Set by the reader. */
typedef bres_status (*bres__load_samples_fn)(const bres_result *result,
                                             const bres__sidecar *sidecar, bres__samples **samples);

/* One part of a state's point: the full axis name and the text of the value. */
typedef struct bres__point {
    const char *axis;
    const char *text;
} bres__point;

struct bres_state {
    const bres_subbench *bench;
    const char *name;
    const char *point_name; /* NULL: the same as name */
    const char *extra;      /* settings and unknown keys, object text or NULL */
    bres_value *axis_values;
    bres__point *points;
    bres_summary *summaries;       /* of a state that was read, consecutive in memory */
    bres_summary **open_summaries; /* of a state under construction; if not NULL, use this array */
    const bres__sources *sources;  /* NULL: no sidecars */
    const bres_state *origin;      /* in a merged result: the state that holds the samples */
    _Atomic(bres__samples *) times;
    _Atomic(bres__samples *) rates;
    bres__scalar skip_reason;
    int64_t device;
    int64_t type_config_index;
    uint32_t axis_value_count;
    uint32_t point_count;
    uint32_t summary_count;
    uint32_t summary_capacity;
    uint32_t run;
    uint8_t device_json; /* MISSING, NULL or INTEGER */
    uint8_t type_config_index_json;
    uint8_t axis_values_json; /* MISSING, NULL or ARRAY */
    uint8_t summaries_json;
    uint8_t skipped_json;     /* MISSING, NULL, FALSE or TRUE */
    bool has_run;             /* the file has the key `run` */
    bool unnamed;             /* a lenient load found no name; the name is "" */
    atomic_bool keep_samples; /* do not release the samples: they exist only in memory */
};

/* The summary at `index`, which must be less than the number of summaries. */
static inline const bres_summary *bres__summary_at(const bres_state *state, size_t index)
{
    return state->open_summaries != NULL ? state->open_summaries[index] : &state->summaries[index];
}

struct bres_axis_value {
    const char *input_string; /* NULL only in a lenient load */
    bres__scalar description;
    bres__scalar is_active;
    const char *text; /* of `value`, as in bres_value */
    const char *extra;
    uint8_t json; /* of `value` */
};

struct bres_axis {
    const char *name;
    const char *full_name;
    bres__scalar type;
    bres__scalar flags;
    const char *extra;
    bres_axis_value *values;
    size_t value_count;
    bres__map inputs; /* text of a value, or input string -> input string; used for points */
    const bres_axis *previous; /* previous axis of the same name in the benchmark; NULL: none */
    const bres_axis *jump;     /* an earlier axis of the same name; few jumps reach any of them */
    size_t occurrence;         /* number of axes with the same name before this axis */
    size_t index;              /* in the benchmark */
};

struct bres_subbench {
    bres_result *result;
    const char *name;
    const char *extra; /* settings and unknown keys, object text or NULL */
    int64_t *devices;
    size_t device_count;
    size_t device_capacity;
    bres_axis **axes;
    size_t axis_count;
    size_t axis_capacity;
    bres__map axis_by_name; /* name -> the last axis of that name */
    bres_state **states;
    size_t state_count;
    size_t state_capacity;
    uint8_t devices_json; /* MISSING, NULL or ARRAY */
    uint8_t axes_json;
    bool unnamed; /* as in bres_state */
};

struct bres_device {
    int64_t id;
    const char *name;
    const char *json; /* the whole object */
};

struct bres_result {
    atomic_size_t references;
    bres__arena arena;
    const char *path;        /* as given; NULL when built */
    const char *directory;   /* absolute path in which the reader finds sidecars; NULL: none */
    const char *confinement; /* real path of the directory that must contain sidecars; NULL: any */
    const char *meta;        /* object text or NULL */
    const char *version;
    const char *extra;
    bres_device **devices;
    size_t device_count;
    size_t device_capacity;
    bres__map device_by_id; /* the bytes of an id -> the device */
    bres_subbench **subbenches;
    size_t subbench_count;
    size_t subbench_capacity;
    bres__map by_name;     /* name -> the last benchmark of that name */
    bres_result **sources; /* the inputs of a merged result, each with a reference */
    size_t source_count;
    bres__load_samples_fn load_samples;
    uint8_t meta_json;    /* MISSING, NULL or OBJECT */
    uint8_t devices_json; /* MISSING, NULL or ARRAY */
    bool frozen;          /* loaded or merged: never changes */
};

/* The tags of the sidecars, in the order in which the reader searches a state's samples. */
#define BRES__TAG_COLD_TIMES "nv/json/bin:nv/cold/sample_times"
#define BRES__TAG_COLD_RATES "nv/json/freqs-bin:nv/cold/sample_freqs"
#define BRES__TAG_CPU_TIMES  "nv/json/bin:nv/cpu_only/sample_times"

/* Whether the filter allows a single value of the axis. Considers the global axis filters and those
 * of the first mention of the state's benchmark that selects the state. */
bool bres__filter_fixes_axis(const bres_filter *filter, const bres_state *state, const char *axis);
/* Appends the comma-separated global axis filters that allow a single value. */
void bres__filter_put_global(bres__text *text, const bres_filter *filter);

/* An empty result with one reference, not frozen; NULL, with the error set, when out of memory. */
bres_result *bres__result_new(void);
/* Appends an empty benchmark; NULL, with the error set, when out of memory. */
bres_subbench *bres__result_append_subbench(bres_result *result, const char *name);
/* Moves all benchmarks of the owners into a new result, in the order of `benches`. The caller must
 * release the owners afterwards. After BRES_ERROR_MEMORY the owners still have their benchmarks,
 * and the caller must release `result`, too. */
bres_status bres__result_take_subbenches(bres_result *result, bres_subbench *const *benches,
                                         size_t count, bres_result *const *owners,
                                         size_t owner_count);
bres_axis *bres__subbench_append_axis(bres_subbench *bench);
/* Appends a device, or replaces the device with the same id in place. */
bres_status bres__result_put_device(bres_result *result, const bres_device *device);
/* Whether the flags are "pow2". Point names of such an axis come only from the values. */
bool bres__axis_is_pow2(const bres_axis *axis);
/* Fills full_name and the look-up of an axis from its other members. */
bres_status bres__axis_complete(bres_axis *axis, bres__arena *arena);
/* The same for an axis that was appended to the benchmark; also registers the axis by its name. */
bres_status bres__subbench_complete_axis(bres_subbench *bench, bres_axis *axis, bres__arena *arena);
/* The axis of this name that has `occurrence` axes of the same name before it; NULL: none. */
const bres_axis *bres__subbench_find_axis(const bres_subbench *bench, const char *name,
                                          size_t occurrence);
/* bres_state_axis_value() for an axis of the state's benchmark. Needs no search if the state's
 * values are in the order of the axes. */
const bres_value *bres__state_value_on(const bres_state *state, const bres_axis *axis);
/* The text() rule for a value: strings unchanged, integers in decimal, doubles as Python prints
 * them, None, True, False. Doubles are written to `buffer`. NULL for containers. */
const char *bres__value_key(bres__json_kind json, const char *text, char buffer[BRES__NUMBER_SIZE]);
/* A point under construction. */
typedef struct bres__point_draft {
    bres__point *points;
    uint32_t count;
    bres__map places; /* full name of an axis -> its part, for many parts; bres__map_free() it */
} bres__point_draft;

/*
 * Adds the part of an axis value to the point; overwrites the part of a repeated axis in place. The
 * point must have room for one more part. `input_string` belongs to the state's axis value; NULL:
 * it has none. Texts are borrowed from the axis, the value or `input_string`, or made in the arena.
 */
bres_status bres__point_add(bres__point_draft *draft, const bres_axis *axis,
                            const bres_value *value, const char *input_string, bres__arena *arena);
/* The name of a point in the arena, `Axis=Text` joined by blanks; NULL when out of memory. */
const char *bres__point_name(const bres__point *points, uint32_t count, bres__arena *arena);

/* Axis values that a state gets together, so that its name is made only once. */
typedef struct bres__value_set {
    bres_state *state;
    bres_value *values; /* the state's previous values, then the new values */
    uint32_t count;
    bres__point_draft point;
    bres_status status;
} bres__value_set;

/* Makes room for `more` additional values. The state's result must not be frozen. */
bres__value_set bres__value_set_begin(bres_state *state, size_t more);
/* Adds a value on an axis of the benchmark on which the state has no value. The text, which is
 * copied, must have the form that the type of the axis requires. */
void bres__value_set_add(bres__value_set *set, const bres_axis *axis, const char *text);
/* Gives the values to the state. After a failure, leaves the state unchanged and returns the
 * failure. */
bres_status bres__value_set_end(bres__value_set *set);

/* BRES_OK if the result, or the result that owns the part, may be changed. Errors:
 * BRES_ERROR_ARGUMENT for NULL, BRES_ERROR_STATE for a result that was loaded or merged. */
bres_status bres__result_check_open(const bres_result *result);
bres_status bres__subbench_check_open(const bres_subbench *bench);
bres_status bres__state_check_open(const bres_state *state);
/* The texts of a summary. The file omits a text that is NULL; the tag must not be NULL. */
typedef struct bres__summary_texts {
    const char *tag;
    const char *name;
    const char *description;
    const char *hint;
    const char *hide;
} bres__summary_texts;

#define BRES__HIDDEN "Hidden by default."

/* Adds several summaries to a state. After a failure, later additions do nothing. */
typedef struct bres__summaries {
    bres_state *state;
    const char *prefix; /* of each tag */
    bres_status status;
    uint32_t count; /* `summary_count` of the state before */
    uint8_t json;   /* `summaries_json` of the state before */
} bres__summaries;

/* The state must not be NULL. */
bres__summaries bres__summaries_begin(bres_state *state, const char *prefix);
/* Adds a summary without values; NULL after a failure. */
bres_summary *bres__summaries_add(bres__summaries *set, const bres__summary_texts *texts);
/* Adds a summary with its value. */
void bres__summaries_add_int64(bres__summaries *set, const bres__summary_texts *texts,
                               int64_t value);
void bres__summaries_add_float64(bres__summaries *set, const bres__summary_texts *texts,
                                 double value);
void bres__summaries_add_string(bres__summaries *set, const bres__summary_texts *texts,
                                const char *value);
/* Returns the status. After a failure, removes the added summaries. */
bres_status bres__summaries_end(const bres__summaries *set);
/* Moves the added summaries to `index` among the summaries of the state. Call it after
 * bres__summaries_end(). */
void bres__summaries_move(const bres__summaries *set, uint32_t index);

/* The data that one execution processes. */
typedef struct bres__work {
    int64_t elements;     /* 0: unknown */
    int64_t global_bytes; /* read and written; 0: unknown */
} bres__work;

/* Adds rates to each standard measurement of a state that was measured without rates, at NVBench's
 * position. `peak` is the bandwidth of the device memory in bytes per second; 0 omits the
 * utilization. */
bres_status bres__state_add_rates(bres_state *state, const bres__work *work, double peak);

/* Removes a measurement: `count` summaries from index `first`, and the samples. The state's result
 * must not be frozen. */
void bres__state_drop_measurement(bres_state *state, uint32_t first, uint32_t count);
/* Removes a state from a benchmark under construction. The caller must not use the state any
 * more. */
void bres__subbench_drop_state(bres_subbench *bench, bres_state *state);
/* Frees the memory of a state outside the arena. */
void bres__state_free(bres_state *state);
/* New samples with a copy of `values`, or uninitialized if `values` is NULL. Returns NULL when out
 * of memory. */
bres__samples *bres__samples_new(const float *values, size_t count);
/* Keeps the samples of a state in memory permanently, reading them if necessary: for a writer that
 * is about to remove their file. */
bres_status bres__state_pin_samples(const bres_state *state);

#endif
