/* SPDX-License-Identifier: MIT */
/*
 * Writing a result as a file of another tool. A writer is a function and a line in the table below;
 * it gets each state with its times.
 */
#ifndef BRES_FORMATS_WRITE_WRITE_H
#define BRES_FORMATS_WRITE_WRITE_H

#include "base/json/json.h"
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

/* Appends the result to the text. Errors: those of bres_state_samples(), BRES_ERROR_MEMORY. */
#define BRES__EXPORT_DECLARE(name, function)                                                       \
    bres_status bres__write_##function(const bres_result *result, bres__text *text);
BRES__EXPORTS(BRES__EXPORT_DECLARE)
#undef BRES__EXPORT_DECLARE

/* A state, and the time of one execution in seconds. */
typedef struct bres__written {
    const char *bench;
    const bres_state *state;
    const float *times; /* samples; NULL: none */
    size_t count;
    double executions; /* of a sample; 1 if unknown */
    double median;     /* NaN: unknown */
    double mean;       /* likewise */
    double stdev;      /* NaN: fewer than two samples */
    double min;
    double max;
} bres__written;

/* Calls `write` for each state, in order, until one fails. */
bres_status bres__write_states(const bres_result *result,
                               bres_status (*write)(void *user, const bres__written *state),
                               void *user);
/* Appends the name of the benchmark and "/AXIS=VALUE" for each axis value; `between` stands for the
 * '='. */
void bres__write_name(bres__text *text, const bres__written *state, char between);
/* The value of a summary, NaN if it is missing. */
double bres__write_value(const bres_state *state, const char *tag);

#endif
