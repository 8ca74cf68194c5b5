/* SPDX-License-Identifier: MIT */
/*
 * Writing a result as a file of another tool. A writer is a function and a line in the table below;
 * it gets each state with the times of all runs.
 *
 * A writer must not lose anything in silence: it names each state with bres__export_claim(), so
 * that no two states get one name, and leaves a state out with bres__export_leave_out().
 */
#ifndef BRES_FORMATS_WRITE_WRITE_H
#define BRES_FORMATS_WRITE_WRITE_H

#include "base/json/equal.h"
#include "base/json/json.h"
#include "base/text/index.h"
#include "base/text/text.h"
#include "model/model.h"

/* The formats that can be written: name as users type it, and function. */
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

/* States that a format cannot express, or parts of states. */
typedef struct bres__left_out {
    const char *what; /* "that were skipped", ...; NULL: none */
    size_t count;
} bres__left_out;

/* One export. */
typedef struct bres__export {
    const bres_result *result;
    const char *format;
    bres__text text;         /* what has been written */
    bool is_source;          /* the result was imported from this format: states keep their names */
    bool of_cpu;             /* the import, or the import of each merged part, took CPU times */
    bool joins_runs;         /* the samples of several runs were written as those of one */
    bool writes_cpu;         /* CPU times were written as if they were wall times */
    size_t written;          /* states */
    size_t lost_runs;        /* runs with aggregates alone of states with times */
    size_t renamed;          /* counters and rates whose name has become NAME#2 */
    size_t misread;          /* states that are read with other names or axes */
    const char *misread_for; /* completes "the format ... " */
    bres__left_out lost[8];  /* parts of states that are written; likewise */
    bres__left_out left_out[8]; /* by reason; a writer has fewer, so that the last one is empty */
    bres__index devices;        /* names of the devices of the result */
    size_t *device_uses;        /* of these names */
    size_t device_capacity;
    bres__index names; /* of the states that were written */
    const bres_state **owners;
    size_t owner_capacity;
} bres__export;

/* Appends the result to the text of the export. Errors: those of bres_state_samples(),
 * BRES_ERROR_CONFLICT for two states with one name, BRES_ERROR_MEMORY. */
#define BRES__EXPORT_DECLARE(name, function) bres_status bres__write_##function(bres__export *self);
BRES__EXPORTS(BRES__EXPORT_DECLARE)
#undef BRES__EXPORT_DECLARE

/* A state with all of its runs, and the time of one execution in seconds. The statistics are those
 * of the samples; without samples those of `gpu`, or else the aggregates of a state with one run.
 * NaN: unknown. */
typedef struct bres__written {
    bres__export *owner;
    const char *bench;
    const char *device;            /* to tell the state from those of other devices; NULL: not
                                      needed */
    const bres_state *state;       /* of the first run that measured, else of the first run */
    const bres_state *const *runs; /* that measured; none if all were skipped */
    size_t run_count;
    bres__json_members *extra; /* of the extra JSON, by run; of a skipped state at 0 */
    float *times;              /* samples of all runs */
    size_t count;
    double *executions; /* of each sample; 1 if unknown */
    double *gpu;        /* times on a GPU, which are no samples */
    size_t gpu_count;
    size_t runs_without_times; /* of those that measured */
    bool has_odd_times;        /* some of them are not finite; no writer gets such a state */
    bool has_aggregates;       /* and neither samples nor times on a GPU */
    double aggregate_count;    /* of the samples that the aggregates are of; NaN: unknown */
    bool of_cpu;               /* the samples, or the aggregates without samples, are CPU times */
    bool of_both; /* the runs have times of different clocks; of_cpu is that of the first */
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
/* For a writer of samples: notes what the format loses of several runs. */
void bres__export_join_runs(bres__export *self, const bres__written *state);
/* Counts the state as left out; `what` completes "1 state ...". */
bres_status bres__export_leave_out(bres__export *self, const char *what);

/* Counts parts of written states as left out; `what` names them. */
void bres__export_lose(bres__export *self, const char *what, size_t count);

/* Counts the devices of each name. Before bres__write_device(). */
bres_status bres__export_count_devices(bres__export *self);
/* The name of the device of a state if no other device has it, else the id; NULL: no device. */
const char *bres__write_device(const bres__export *self, const bres_state *state,
                               char number[BRES__NUMBER_SIZE]);

/* A text that may be empty, as a string. */
static inline const char *bres__write_string_of(const bres__text *text)
{
    return text->length != 0 ? text->data : "";
}

/* Appends the name of the benchmark, "/Device=NAME" if it ran on several devices, and
 * "/AXIS=VALUE" for each axis value; `between` stands for the '='. */
void bres__write_name(bres__text *text, const bres__written *state, char between);

/* The name, or NAME#2, ... if the state has an axis of this name. Returns the text. */
#define BRES__FREE_AXIS_SIZE 48
const char *bres__write_free_axis(const bres__written *state, const char *name,
                                  char text[BRES__FREE_AXIS_SIZE]);

/* The value of a summary, NaN if it is missing. */
double bres__write_value(const bres_state *state, const char *tag);
/* The value of a key in the extra JSON of a run, or at 0 of a skipped state; NULL if it is missing.
 */
const bres__slice *bres__written_extra(const bres__written *state, size_t run, const char *key);
/* Stores a value of the measure `tag` for each sample; false: the state has no such value, or not
 * one for each sample. Runs without such values have NaN. `values` has room for all samples. */
bool bres__write_series(const bres__written *state, const char *tag, double *values);
/* The same for one run, whose summary `summary` has this tag; infinite values, and NaN in place of
 * values of a list that are not finite, are values, too. */
bool bres__written_values(const bres__written *state, size_t run, const bres_summary *summary,
                          double *values, size_t count);
/* Stores the median of a run, as exact as the source had it: of its times, or else an aggregate;
 * NaN if it is unknown. Errors: BRES_ERROR_MEMORY. */
bres_status bres__write_run_median(const bres__written *state, size_t run, double *median);

/* Writes a value times 10^tens, rounded to few digits if that is within the rounding of the
 * product. */
void bres__write_format_scaled(char buffer[BRES__NUMBER_SIZE], double value, int tens,
                               bres__float_form form);
/* Appends it. NaN is null. */
void bres__write_scaled(bres__json_writer *json, double value, int tens);
/* The same for a sample: the shortest digits of the binary32 number. */
void bres__write_sample(bres__json_writer *json, float value, int tens);
/* The same for a statistic of a state, which of samples can be one of them. */
void bres__write_statistic(bres__json_writer *json, const bres__written *state, double value,
                           int tens);

#endif
