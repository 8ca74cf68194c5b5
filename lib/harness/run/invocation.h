/* SPDX-License-Identifier: MIT */
/*
 * The task of a benchmark program, as its command line states it.
 */
#ifndef BRES_HARNESS_RUN_INVOCATION_H
#define BRES_HARNESS_RUN_INVOCATION_H

#include "harness/suite/plan.h"

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

/* Settings of devices that a command line can change. */
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

typedef struct bres__invocation {
    bres__mode mode;
    bres_bench **benches; /* owned, changed copies of the selected ones, in order */
    size_t bench_count;
    size_t bench_capacity;
    bres_filter *filter; /* selects states of the benchmarks; NULL: all */
    bres__output_request *outputs;
    size_t output_count;
    size_t output_capacity;
    uint32_t columns; /* of tables, a set of BRES_COLUMN_BIT()s; 0: the default */
    bres__plan_options plan;
    const char *devices; /* borrowed from argv; the last operand of --devices, NULL: none */
    bres__persistence persistence;
    bres__clock_lock clock_lock;
    bool quiet;
    bool color; /* --color given */
    bool resume;
    bool isolate; /* default true */
} bres__invocation;

#endif
