/* SPDX-License-Identifier: MIT */
/*
 * Room harness: what its parts share. suite/ holds what was declared and the states that follow
 * from it; cli/ makes an invocation of the command line; run/ carries out a plan.
 */
#ifndef BRES_HARNESS_HARNESS_H
#define BRES_HARNESS_HARNESS_H

#include "base/base.h"
#include "base/clock.h"
#include "base/text/names.h"
#include "measure/hooks.h"
#include "measure/settings.h"
#include "model/model.h"

#include <benchresult/harness.h>

/* --- What was declared ------------------------------------------------------------------------ */

typedef enum bres__axis_type {
    BRES__AXIS_INT64,
    BRES__AXIS_POW2,
    BRES__AXIS_FLOAT64,
    BRES__AXIS_STRING
} bres__axis_type;

typedef struct bres__axis {
    char *name;
    bres__axis_type type;
    size_t count;
    int64_t *integers; /* INT64: values; POW2: exponents */
    double *reals;
    char **strings;
} bres__axis;

struct bres_bench {
    bres_suite *suite;
    char *name;
    bres_bench_fn body;
    void *context;
    bres__axis *axes;
    size_t axis_count;
    size_t axis_capacity;
    bres__settings settings;
    bool cuda; /* runs on GPUs */
    /* The devices that it runs on, once they are known; none for the CPU, or without a GPU. */
    int *devices;
    size_t device_count;
};

struct bres_suite {
    bres_bench **benches;
    size_t bench_count;
    size_t bench_capacity;
    bres_criteria *criteria;
    bres_clock clock;
    bres_status status;       /* of the first declaration that failed */
    bres__error_record error; /* its record */
};

/* Keeps the first failure of a declaration; returns `status`. */
bres_status bres__suite_keep(bres_suite *suite, bres_status status);
/* The same, for a benchmark of the suite, which the error then names. NULL is BRES_ERROR_ARGUMENT.
 */
bres_status bres__bench_keep(bres_bench *bench, bres_status status);
/* A benchmark of its own with the same contents, for a command line to change. */
bres_status bres__bench_copy(const bres_bench *bench, bres_bench **copy);
void bres__bench_free(bres_bench *bench);
/* How many states a benchmark has, on all of its devices; SIZE_MAX when there are more. */
size_t bres__bench_state_count(const bres_bench *bench);
/* The axis of this name, NULL when there is none. */
bres__axis *bres__bench_axis(const bres_bench *bench, const char *name);
/* Sets the error of an axis that a benchmark does not have: BRES_ERROR_KEY. */
bres_status bres__axis_unknown(const bres_bench *bench, const char *axis);

/* Appends the axes of a benchmark to one of a result that is being built. */
bres_status bres__bench_put_axes(const bres_bench *bench, bres_subbench *made);
/* Sets the axis values of state number `number` of a benchmark that has one device, or none. */
bres_status bres__bench_put_values(const bres_bench *bench, size_t number, bres_state *state);

/* Fills an empty axis with a copy of what another one holds. */
bres_status bres__axis_copy(bres__axis *copy, const bres__axis *axis);
/* Checks `values` and makes them the values of the axis (and its type, between INT64 and POW2);
 * their arrays belong to the axis then. */
bres_status bres__axis_replace(bres__axis *axis, bres__axis *values);
/* Frees what an axis holds. */
void bres__axis_clear(bres__axis *axis);
/* The values of a range, as bres_bench_add_int64_range() and its neighbours describe them; the
 * caller frees them. Of the arrays that an axis of this type has one is filled. */
bres_status bres__axis_fill_int64_range(bres__axis *axis, int64_t first, int64_t last,
                                        int64_t stride);
bres_status bres__axis_fill_float64_range(bres__axis *axis, double first, double last,
                                          double stride);

/* BRES_ERROR_KEY: this benchmark has no such axis; the message lists those it has. */
bres_status bres__axis_unknown(const bres_bench *bench, const char *axis);

/* --- The states to run ------------------------------------------------------------------------ */

typedef struct bres__plan_state {
    size_t bench;  /* in bres__plan.benches */
    size_t number; /* of the state in the benchmark, whatever the order and the shard */
    uint32_t run;  /* which repetition, from 0 */
} bres__plan_state;

/* The states of some benchmarks in the order in which they are run. */
typedef struct bres__plan {
    const bres_bench *const *benches; /* borrowed */
    size_t bench_count;
    bres__plan_state *states;
    size_t state_count;
} bres__plan;

typedef struct bres__plan_options {
    uint32_t repeat; /* at least 1: the whole set, run after run */
    uint32_t shard;  /* every shards-th state, from this one on; counted over all benchmarks, and
                        the same ones in every run */
    uint32_t shards; /* at least 1 */
    bool shuffle;    /* each run for itself, after the shard has been chosen */
    uint64_t seed;
} bres__plan_options;

/* BRES_ERROR_LIMIT above 10,000,000 states. */
bres_status bres__plan_make(bres__plan *plan, const bres_bench *const *benches, size_t bench_count,
                            const bres__plan_options *options);
void bres__plan_free(bres__plan *plan);
/* The device that a planned state runs on; -1: none. */
int bres__plan_device(const bres__plan *plan, const bres__plan_state *planned);
/* Appends the plan's benchmarks, with axes and settings, to a result: one each, in their order. */
bres_status bres__plan_add_benches(const bres__plan *plan, bres_result *result);
/* Appends the state to its benchmark in that result, with axis values, settings and run number. */
bres_status bres__plan_add_state(const bres__plan *plan, const bres__plan_state *planned,
                                 bres_result *result, bres_state **state);

/* The devices that a program measures on: measure/gpu/devices.h. */
typedef struct bres__gpu bres__gpu;
typedef struct bres__gpus bres__gpus;

/* --- A state while it runs -------------------------------------------------------------------- */

struct bres_run {
    const bres_bench *bench;
    bres_state *state;
    bres__settings settings; /* its own copy */
    bres_clock clock;
    const bres__measure_hooks *hooks;
    int64_t elements;
    int64_t global_bytes;
    const bres__gpu *gpu;     /* NULL: on the CPU */
    bres_cuda_stream *stream; /* made or set; NULL: not yet */
    bool measured;            /* exec was called */
    bool skipped;
    bres_status status;       /* of the first failure inside of the body */
    bres__error_record error; /* its record */
};

/*
 * Calls the body of a planned state, on a GPU (open) or the CPU (NULL), and records what became of
 * it: measured; skipped by the body or by skip_time; or, with *failed, an error or nothing
 * measured, which is skipped with that reason. Fails only without memory.
 */
bres_status bres__run_state(const bres_bench *bench, bres_state *state, const bres__gpu *gpu,
                            const bres__measure_hooks *hooks, bool *failed);

/* --- The command line ------------------------------------------------------------------------- */

typedef enum bres__mode {
    BRES__MODE_RUN,
    BRES__MODE_HELP,
    BRES__MODE_HELP_AXES,
    BRES__MODE_VERSION,
    BRES__MODE_LIST,
    BRES__MODE_JSON_BENCHES,
    BRES__MODE_JSON_DEVICES,
    BRES__MODE_SET_DEVICES
} bres__mode;

/* Settings of devices that a program is told to change. */
typedef enum bres__persistence {
    BRES__PERSISTENCE_KEPT,
    BRES__PERSISTENCE_OFF,
    BRES__PERSISTENCE_ON
} bres__persistence;

typedef enum bres__clock_lock {
    BRES__CLOCK_KEPT,
    BRES__CLOCK_UNLOCKED,
    BRES__CLOCK_BASE,
    BRES__CLOCK_MAX
} bres__clock_lock;

typedef enum bres__output_format {
    BRES__OUTPUT_MARKDOWN,
    BRES__OUTPUT_CSV,
    BRES__OUTPUT_JSON,
    BRES__OUTPUT_JSONBIN
} bres__output_format;

typedef struct bres__output_request {
    bres__output_format format;
    const char *path; /* borrowed from argv; "stdout", "stderr" or a file */
} bres__output_request;

/* What a command line asks for. */
typedef struct bres__invocation {
    bres__mode mode;
    bres_bench **benches; /* owned copies with their changes; those selected, in order */
    size_t bench_count;
    size_t bench_capacity;
    bres__output_request *outputs;
    size_t output_count;
    size_t output_capacity;
    bres__plan_options plan;
    const char *devices; /* borrowed from argv; the last operand of --devices, NULL: none */
    bres__persistence persistence;
    bres__clock_lock clock_lock;
    bool quiet;
    bool color; /* --color given */
    bool resume;
    bool isolate; /* default true */
} bres__invocation;

/* Errors name the option, its value and what would have been right. */
bres_status bres__arguments_read(bres_suite *suite, int argc, char *const *argv,
                                 bres__invocation *invocation);
void bres__invocation_free(bres__invocation *invocation);
/* Changes what is to be changed of the devices of the last --devices, or of all. */
bres_status bres__device_settings_apply(const bres__invocation *invocation, const bres__gpus *gpus);
/* A benchmark that is run is one for GPUs. */
bool bres__invocation_uses_gpus(const bres__invocation *invocation);
/* Gives each benchmark for GPUs its devices: those of the command line or else all; none when there
 * are none. BRES_ERROR_ARGUMENT for one that there is not. */
bres_status bres__invocation_resolve_devices(bres__invocation *invocation, const bres__gpus *gpus);
/* Texts of the modes that only print. */
void bres__put_help(bres__text *text, const bres_suite *suite, const char *program);
void bres__put_help_axes(bres__text *text);
void bres__put_list(bres__text *text, const bres__invocation *invocation);
bres_status bres__put_json_benches(bres__text *text, const bres__invocation *invocation);

#endif
