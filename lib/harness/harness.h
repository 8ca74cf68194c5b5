/* SPDX-License-Identifier: MIT */
/*
 * Room harness: what its parts share. suite.c, axes.c, run.c and plan.c hold what was declared and
 * the states that follow from it; arguments*.c make an invocation of the command line; measure*.c
 * take samples; runner.c and its neighbours carry out a plan.
 */
#ifndef BRES_HARNESS_HARNESS_H
#define BRES_HARNESS_HARNESS_H

#include "base/base.h"
#include "base/clock.h"
#include "base/text/names.h"
#include "model/model.h"

#include <benchresult/harness.h>

/* --- Settings --------------------------------------------------------------------------------- */

/* What a state is measured by: a benchmark's, copied for each state, which may change its own. */
typedef struct bres__settings {
    int64_t min_samples;
    int64_t warmup_runs;
    double max_warmup_time;
    double skip_time;
    double timeout;
    double batch_target_time; /* on the CPU not used, but written as NVBench does */
    bool run_once;
    /* On GPUs only; not written. */
    double throttle_threshold; /* part of the default clock; 0: no judgement */
    double throttle_recovery_delay;
    double blocking_limit; /* seconds; 0: none */
    bool no_batch;
    bool strict_streams;
    bres_criterion *criterion; /* owned; NULL: stdrel with its defaults */
} bres__settings;

void bres__settings_init(bres__settings *settings);
/* A copy with a criterion of its own. */
bres_status bres__settings_copy(bres__settings *copy, const bres__settings *settings);
void bres__settings_free(bres__settings *settings);
/* The one place where ranges are checked; the key is that of the file: "min_samples",
 * "cold_warmup_runs", "cold_max_warmup_walltime", "batch_target_time", "skip_time", "timeout"; or,
 * of those that files do not have, "throttle_threshold", "throttle_recovery_delay",
 * "blocking_limit". */
bres_status bres__settings_set_int64(bres__settings *settings, const char *key, int64_t value);
bres_status bres__settings_set_float64(bres__settings *settings, const char *key, double value);
/* true for a setting that files have. */
bool bres__settings_is_written(const char *key);
/* Writes the numbers under these keys, in the order of the format. */
bres_status bres__settings_put_bench(const bres__settings *settings, bres_subbench *bench);
bres_status bres__settings_put_state(const bres__settings *settings, bres_state *state);

/* Measures by another criterion, which is owned from now on, also on failure. NULL is
 * BRES_ERROR_ARGUMENT. */
bres_status bres__settings_take_criterion(bres__settings *settings, bres_criterion *criterion);
/* A new criterion for what names none: stdrel. */
bres_status bres__criterion_default(bres_criterion **criterion);

/* --- Measuring -------------------------------------------------------------------------------- */

/* What is executed: exactly one of the functions is set. */
typedef struct bres__cpu_body {
    bres_cpu_fn plain;
    bres_cpu_timed_fn timed;
    bres_cpu_batch_fn batched;
    void *context;
} bres__cpu_body;

/* Told between samples; NULL members are not called. */
typedef struct bres__measure_hooks {
    /* How it stands: `noise` is the relative one, negative while unknown. */
    void (*progress)(void *user, int64_t samples, double elapsed, double noise);
    /* true: end with the samples there are, as if the timeout were over, without a warning. */
    bool (*interrupted)(void *user);
    bres_log_fn log;
    void *user; /* of all three */
} bres__measure_hooks;

/* A measurement that bres_measure_fail() can end, while it runs functions of the caller. */
typedef struct bres__failure {
    struct bres__failure *outer; /* of the same thread */
    bool failed;
    bres__error_record error;
} bres__failure;

/* From now on failures of the calling thread are this measurement's, until it is unwatched; the one
 * that was watched last is unwatched first. */
void bres__failure_watch(bres__failure *failure);
void bres__failure_unwatch(const bres__failure *failure);
/* BRES_OK, or what has failed, as the thread's error. */
bres_status bres__failure_status(const bres__failure *failure);

/*
 * Measures into a state under construction: warm-ups, samples, then the standard summaries and the
 * samples. The settings' criterion is started anew. *skipped when the warm-up was shorter than
 * skip_time: nothing was added then, and `reason` (of BRES__SKIP_REASON bytes) says so.
 */
#define BRES__SKIP_REASON 128
bres_status bres__measure_cpu(bres_state *state, const bres__cpu_body *body,
                              const bres__settings *settings, const bres_clock *clock,
                              int64_t elements, int64_t global_bytes,
                              const bres__measure_hooks *hooks, bool *skipped, char *reason);

/* What the clock can do: its smallest step above zero, and what one reading costs; seconds. */
typedef struct bres__clock_facts {
    double resolution;
    double cost;
} bres__clock_facts;

void bres__clock_measure(const bres_clock *clock, bres__clock_facts *facts);

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

/* The devices that a program measures on: lib/measure/gpu/gpu.h. */
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
