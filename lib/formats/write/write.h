/* SPDX-License-Identifier: MIT */
/*
 * Writes a result in the format of another tool. A writer is a function and a line in the table
 * below. It gets each state with the times of all runs.
 *
 * A writer must not lose data silently. It claims the name of each state with bres__export_claim(),
 * so that no two states share a name, and leaves a state out with bres__export_leave_out().
 */
#ifndef BRES_FORMATS_WRITE_WRITE_H
#define BRES_FORMATS_WRITE_WRITE_H

#include "base/json/equal.h"
#include "base/json/json.h"
#include "base/text/index.h"
#include "base/text/text.h"
#include "model/model.h"

/* The formats that can be written: the name, as users type it, and the function. */
/* clang-format off */
#define BRES__EXPORTS(X) \
    X("google-benchmark", google_benchmark) \
    X("hyperfine", hyperfine) \
    X("go", go) \
    X("t4", t4) \
    X("bencher", bencher) \
    X("github-action-benchmark", github_action) \
    X("csv-long", csv) \
    X("jsonl", json_lines)
/* clang-format on */

/* A number of states, or of parts of states, that a format cannot express. */
typedef struct bres__left_out {
    const char *what; /* such as "that were skipped"; NULL: unused */
    size_t count;
} bres__left_out;

/* One export. */
typedef struct bres__export {
    const bres_result *result;
    const char *format;
    bres__text text;         /* output so far */
    bool is_source;          /* the result was imported from this format: states keep their names */
    bool of_cpu;             /* the import, or the import of every merged part, took CPU times */
    bool joins_runs;         /* samples of different runs were written as those of one run */
    bool writes_cpu;         /* CPU times were written as if they were wall times */
    size_t written;          /* number of states */
    size_t lost_runs;        /* runs that have only aggregates, of states with times */
    size_t renamed;          /* counters and rates that were renamed to NAME#2 */
    size_t misread;          /* states that a reader gets with other names or axes */
    const char *misread_for; /* completes "the format ... " */
    bres__left_out lost[8];  /* parts of written states, by kind; ends like left_out */
    bres__left_out left_out[8]; /* by reason; a writer has fewer, so the last entry is unused */
    bres__index devices;        /* names of the devices of the result */
    size_t *device_uses;        /* number of devices with each name */
    size_t device_capacity;
    bres__index names; /* of the states that were written */
    const bres_state **owners;
    size_t owner_capacity;
} bres__export;

/* Appends the result to the text of the export. Errors: those of bres_state_samples(),
 * BRES_ERROR_CONFLICT for two states with the same name, BRES_ERROR_MEMORY. */
#define BRES__EXPORT_DECLARE(name, function) bres_status bres__write_##function(bres__export *self);
BRES__EXPORTS(BRES__EXPORT_DECLARE)
#undef BRES__EXPORT_DECLARE

/* A state with all of its runs. Times are seconds of one execution. The statistics are those of the
 * samples; without samples, those of `gpu`; without both, the aggregates of a state with one run.
 * NaN: unknown. */
typedef struct bres__written {
    bres__export *owner;
    const char *bench;
    const char *device;            /* name or id; NULL: benchmark with fewer than two devices */
    const bres_state *state;       /* of the first run that was not skipped, else of the first */
    const bres_state *const *runs; /* runs that were not skipped */
    size_t run_count;
    bres__json_members *extra; /* extra JSON, by run; index 0 for a skipped state */
    float *times;              /* samples of all runs */
    size_t count;
    double *executions; /* by sample; 1 if unknown */
    double *gpu;        /* GPU times, which are not samples */
    size_t gpu_count;
    size_t runs_without_times; /* among `runs` */
    bool has_odd_times;        /* some times are not finite; writers do not get the state */
    bool has_aggregates;       /* and neither samples nor GPU times */
    double aggregate_count;    /* number of samples of the aggregates; NaN: unknown */
    bool of_cpu;               /* the samples, or else the aggregates, are CPU times */
    bool of_both; /* the runs have times of different clocks; of_cpu is of the first run */
    double median;
    double mean;
    double stdev; /* NaN also for fewer than two times */
    double min;
    double max;
} bres__written;

/* Calls `write` for each state, in order, until one fails. */
bres_status bres__write_states(bres__export *self,
                               bres_status (*write)(void *user, const bres__written *state),
                               void *user);

/* Counts the state as written under a name. BRES_ERROR_CONFLICT: another state has this name. */
bres_status bres__export_claim(bres__export *self, const bres__text *name, const bres_state *state);
/* For writers of samples: records the data of replicates that the format cannot express. */
void bres__export_join_runs(bres__export *self, const bres__written *state);
/* Counts the state as left out; `what` completes "1 state ...". */
bres_status bres__export_leave_out(bres__export *self, const char *what);

/* Counts parts of written states as left out; `what` names them. */
void bres__export_lose(bres__export *self, const char *what, size_t count);

/* Counts the devices with each name. Call it before bres__write_device(). */
bres_status bres__export_count_devices(bres__export *self);
/* The name of a state's device if the name is unique, else the device id; NULL: no device. */
const char *bres__write_device(const bres__export *self, const bres_state *state,
                               char number[BRES__NUMBER_SIZE]);

/* A text that may be empty, as a string. */
static inline const char *bres__write_string_of(const bres__text *text)
{
    return text->length != 0 ? text->data : "";
}

/* Appends the name of the benchmark, "/Device=NAME" if it ran on several devices, and
 * "/AXIS=VALUE" for each axis value; `between` replaces the '='. */
void bres__write_name(bres__text *text, const bres__written *state, char between);

/* Makes an axis name that the state does not have: `name`, or else NAME#2, NAME#3, and so on.
 * Returns `text`. */
#define BRES__FREE_AXIS_SIZE 48
const char *bres__write_free_axis(const bres__written *state, const char *name,
                                  char text[BRES__FREE_AXIS_SIZE]);

/* The value of a summary, NaN if it is missing. */
double bres__write_value(const bres_state *state, const char *tag);
/* The value of a key in the extra JSON of a run; NULL if it is missing. `run` is 0 for a skipped
 * state. */
const bres__slice *bres__written_extra(const bres__written *state, size_t run, const char *key);
/* Stores the value of the measure `tag` for each sample, and NaN for the samples of a run that
 * lacks a value for each sample. `values` must have room for all samples. false: every run lacks
 * them. */
bool bres__write_series(const bres__written *state, const char *tag, double *values);
/* The same for one run and its summary `summary`. Infinite values are valid, and so is NaN, which
 * stands for a value in a list that is not finite. */
bool bres__written_values(const bres__written *state, size_t run, const bres_summary *summary,
                          double *values, size_t count);
/* Stores the median of a run, with the precision of the source: of its times, or else an aggregate;
 * NaN if it is unknown. Errors: BRES_ERROR_MEMORY. */
bres_status bres__write_run_median(const bres__written *state, size_t run, double *median);

/* Formats a value times 10^tens. Rounds it to few digits if that changes it no more than the
 * rounding error of the product. */
void bres__write_format_scaled(char buffer[BRES__NUMBER_SIZE], double value, int tens,
                               bres__float_form form);
/* Appends a value times 10^tens. NaN becomes null. */
void bres__write_scaled(bres__json_writer *json, double value, int tens);
/* The same for a sample, with the shortest digits for the binary32 number. */
void bres__write_sample(bres__json_writer *json, float value, int tens);
/* The same for a statistic of a state, which is written like a sample if it can be a sample. */
void bres__write_statistic(bres__json_writer *json, const bres__written *state, double value,
                           int tens);

#endif
