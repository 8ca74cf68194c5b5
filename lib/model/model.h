/* SPDX-License-Identifier: MIT */
/*
 * Room model: the structs behind the handles. Texts are borrowed from the result's arena unless a
 * comment says otherwise; a loaded result shares equal ones.
 *
 * What a file says is kept as it says it: a value's text and JSON kind are the truth, numbers are
 * parsed when asked for. So nothing is lost between reading and writing, and a comparison can judge
 * malformed values itself.
 *
 * An array that has a capacity was made by bres__array_reserve() and is freed with the result; one
 * whose capacity is 0 lies in an arena.
 */
#ifndef BRES_MODEL_MODEL_H
#define BRES_MODEL_MODEL_H

#include "base/base.h"

#include <benchresult/build.h>
#include <benchresult/filter.h>
#include <stdatomic.h>
#include <sys/types.h>
#include <time.h>

/* A JSON scalar as the file has it: for a string its decoded content, otherwise its literal text
 * (arrays and objects: their whole text). NULL text when MISSING. */
typedef struct bres__scalar {
    const char *text;
    bres__json_kind json;
} bres__scalar;

/* Content of a scalar that is a string; NULL for any other. */
const char *bres__scalar_string(const bres__scalar *scalar);
/* Not MISSING, null, false, 0, "" or an empty container. */
bool bres__scalar_as_bool(const bres__scalar *scalar);

/* Name, declared type and unknown keys of a named value: shared by all values alike. */
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

/* What bres__value_classify() expects when the type is the fault. */
#define BRES__EXPECTED_TYPE "the type int64, float64 or string"

/* Finds out the kind that a value has by its type and text. Returns NULL when it is well formed,
 * otherwise what was expected ("an int64", "a float64", "a string", BRES__EXPECTED_TYPE); *kind is
 * then ABSENT. A missing value is ABSENT and well formed here; its reader complains. */
const char *bres__value_classify(const bres__scalar *type, bres__json_kind json, const char *text,
                                 bres_kind *kind);

/* What summaries of one tag have in common: shared by all of them that are alike. */
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

/* A summary of a result that is being built. Others do not pay for the pointer. */
typedef struct bres__open_summary {
    bres_summary summary;
    bres_state *state;
} bres__open_summary;

/* Where samples are: set by the reader. */
typedef struct bres__sidecar {
    const char *path; /* resolved; NULL when there is no file to read */
    uint64_t count;   /* values recorded */
    bool loose;       /* up to three bytes behind the last value are no fault */
    bool is_known;    /* the members below are set: they tell a file that has changed */
    ino_t inode;
    struct timespec modified;
} bres__sidecar;

/* Samples in memory: one allocation. */
typedef struct bres__samples {
    size_t count;
    float values[];
} bres__samples;

/* The two sidecars of a state. A NULL path and count 0 is none. */
typedef struct bres__sources {
    bres__sidecar times;
    bres__sidecar rates;
} bres__sources;

/* Reads a sidecar into *samples, which the model then owns (bres__free). Set by the reader. */
typedef bres_status (*bres__load_samples_fn)(const bres_result *result,
                                             const bres__sidecar *sidecar, bres__samples **samples);

/* One part of a state's point: full axis name and text. */
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
    bres_summary *summaries;       /* of a state that was read, one behind the other */
    bres_summary **open_summaries; /* of a state that is being built; if not NULL, it counts */
    const bres__sources *sources;  /* NULL when nothing is to be read */
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
    bool unnamed;             /* a lenient load found no name: it is "" */
    atomic_bool keep_samples; /* they exist nowhere else */
};

/* The summary at an index, which is less than the number of summaries. */
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
    bres__map inputs; /* text of a value, or input string -> input string: the point's look-up */
    const bres_axis *previous; /* of the same name in the benchmark; NULL: none */
    const bres_axis *jump;     /* an earlier one of the same name: few jumps reach any */
    size_t occurrence;         /* how many axes before this one have its name */
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
    bres__map axis_by_name; /* name -> the last axis of it */
    bres_state **states;
    size_t state_count;
    size_t state_capacity;
    uint8_t devices_json; /* MISSING, NULL or ARRAY */
    uint8_t axes_json;
    bool unnamed; /* as of a state */
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
    const char *directory;   /* absolute, where the reader looks for sidecars; NULL: nowhere */
    const char *confinement; /* real path that no sidecar may leave; NULL: not confined */
    const char *meta;        /* object text or NULL */
    const char *version;
    const char *extra;
    bres_device **devices;
    size_t device_count;
    size_t device_capacity;
    bres__map device_by_id; /* the bytes of an id -> its device */
    bres_subbench **subbenches;
    size_t subbench_count;
    size_t subbench_capacity;
    bres__map by_name;     /* name -> the last benchmark of it */
    bres_result **sources; /* a merged result's inputs, each with a reference */
    size_t source_count;
    bres__load_samples_fn load_samples;
    uint8_t meta_json;    /* MISSING, NULL or OBJECT */
    uint8_t devices_json; /* MISSING, NULL or ARRAY */
    bool frozen;          /* loaded or merged: never changes */
};

/* The tags of the sidecars, in the order in which a state's samples are looked for. */
#define BRES__TAG_COLD_TIMES "nv/json/bin:nv/cold/sample_times"
#define BRES__TAG_COLD_RATES "nv/json/freqs-bin:nv/cold/sample_freqs"
#define BRES__TAG_CPU_TIMES  "nv/json/bin:nv/cpu_only/sample_times"

/* true when the axis has one value in all states that the filter selects like this one. */
bool bres__filter_fixes_axis(const bres_filter *filter, const bres_state *state, const char *axis);
/* Appends the filters with one value that apply to every benchmark, with commas between them. */
void bres__filter_put_global(bres__text *text, const bres_filter *filter);

/* An empty result with one reference, not frozen; NULL, with the error set, without memory. */
bres_result *bres__result_new(void);
/* Appends an empty part; NULL, with the error set, without memory. */
bres_subbench *bres__result_append_subbench(bres_result *result, const char *name);
/* Moves all benchmarks of the owners into a new result, in this order. The caller releases the
 * owners afterwards. After BRES_ERROR_MEMORY the owners still have their benchmarks, and the caller
 * releases `result`, too. */
bres_status bres__result_take_subbenches(bres_result *result, bres_subbench *const *benches,
                                         size_t count, bres_result *const *owners,
                                         size_t owner_count);
bres_axis *bres__subbench_append_axis(bres_subbench *bench);
/* Appends a device, or replaces the one of the same id in its place. */
bres_status bres__result_put_device(bres_result *result, const bres_device *device);
/* The flags are "pow2": point names come from the values alone. */
bool bres__axis_is_pow2(const bres_axis *axis);
/* Fills full_name and the look-up of an axis from its other members. */
bres_status bres__axis_complete(bres_axis *axis, bres__arena *arena);
/* The same for an axis that was appended to the benchmark, which can then be found by its name. */
bres_status bres__subbench_complete_axis(bres_subbench *bench, bres_axis *axis, bres__arena *arena);
/* The axis before which the benchmark has `occurrence` axes of this name; NULL: none. */
const bres_axis *bres__subbench_find_axis(const bres_subbench *bench, const char *name,
                                          size_t occurrence);
/* bres_state_axis_value() for an axis of the state's benchmark; does not search if the state has
 * its values in the order of the axes. */
const bres_value *bres__state_value_on(const bres_state *state, const bres_axis *axis);
/* The text() rule for a value: strings as they are, integers in decimal, doubles as Python prints
 * them, None, True, False. `buffer` is for numbers. NULL for containers. */
const char *bres__value_key(bres__json_kind json, const char *text, char buffer[BRES__NUMBER_SIZE]);
/* A point while its parts come in. */
typedef struct bres__point_draft {
    bres__point *points;
    uint32_t count;
    bres__map places; /* full name of an axis -> its part, once there are many; bres__map_free() */
} bres__point_draft;

/*
 * Adds the part that an axis value makes to the point (room for one more; a repeated axis is
 * overwritten in its place). `input_string` is that of the state's axis value, NULL when it has
 * none. Texts are borrowed from the axis, the value or `input_string`, or made in the arena.
 */
bres_status bres__point_add(bres__point_draft *draft, const bres_axis *axis,
                            const bres_value *value, const char *input_string, bres__arena *arena);
/* The name of a point: `Axis=Text` joined by a blank, in the arena; NULL without memory. */
const char *bres__point_name(const bres__point *points, uint32_t count, bres__arena *arena);

/* Values on axes that a state gets at once, so that it gets its name once. */
typedef struct bres__value_set {
    bres_state *state;
    bres_value *values; /* those that the state had, and the new ones */
    uint32_t count;
    bres__point_draft point;
    bres_status status;
} bres__value_set;

/* Room for so many more values of a state that may be changed. */
bres__value_set bres__value_set_begin(bres_state *state, size_t more);
/* Adds a value on an axis of the benchmark that has none; the text is copied, and is written as the
 * type of the axis demands. */
void bres__value_set_add(bres__value_set *set, const bres_axis *axis, const char *text);
/* Gives the state its values, or nothing after a failure, which it returns. */
bres_status bres__value_set_end(bres__value_set *set);

/* BRES_OK if the result, or the result of the part, may be changed. Errors: BRES_ERROR_ARGUMENT for
 * NULL (parts only), BRES_ERROR_STATE for a result that was loaded or merged. */
bres_status bres__result_check_open(const bres_result *result);
bres_status bres__subbench_check_open(const bres_subbench *bench);
bres_status bres__state_check_open(const bres_state *state);
/* What a summary is called and says of itself. NULL, but for the tag: the file omits it. */
typedef struct bres__summary_texts {
    const char *tag;
    const char *name;
    const char *description;
    const char *hint;
    const char *hide;
} bres__summary_texts;

#define BRES__HIDDEN "Hidden by default."

/* Summaries that are being added to a state; after a failure nothing more is. */
typedef struct bres__summaries {
    bres_state *state;
    const char *prefix; /* of each tag */
    bres_status status;
    uint32_t count; /* of the state before, and what it said of them */
    uint8_t json;
} bres__summaries;

/* The state, which is not NULL, may be changed. */
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
/* Takes all of them back after a failure, and returns it. */
bres_status bres__summaries_end(const bres__summaries *set);
/* Moves all of them to `index` among the summaries of the state, once they have been ended. */
void bres__summaries_move(const bres__summaries *set, uint32_t index);

/* What one execution processes. */
typedef struct bres__work {
    int64_t elements;     /* 0: unknown */
    int64_t global_bytes; /* read and written; 0: unknown */
} bres__work;

/* Adds rates to each standard measurement of a state that was measured without them, in the place
 * that NVBench gives them. `peak` is the bandwidth of the device memory in bytes per second; 0
 * omits the utilization. */
bres_status bres__state_add_rates(bres_state *state, const bres__work *work, double peak);

/* Takes back a measurement: `count` summaries from `first` on, and the samples. The state may be
 * changed. */
void bres__state_drop_measurement(bres_state *state, uint32_t first, uint32_t count);
/* Takes back a state that was added to a benchmark under construction; nobody may use it any more.
 */
void bres__subbench_drop_state(bres_subbench *bench, bres_state *state);
/* Frees what a state has outside the arena. */
void bres__state_free(bres_state *state);
/* New samples holding a copy; NULL without memory. With `values` NULL they are left to be filled.
 */
bres__samples *bres__samples_new(const float *values, size_t count);
/* Keeps the samples of a state in memory for good, reading them if need be: for a writer that is
 * about to remove their file. */
bres_status bres__state_pin_samples(const bres_state *state);

#endif
